// SPDX-License-Identifier: MIT
// The rules that a value of a file may have to keep, beside a Bound for its numbers (value_rules.h). Tables of fields
// (task_fields.h, scene_fields.h) name them; form_reader.h reads by them, value_checks.h checks by them.
#pragma once

#include <pawl/geometry/outline.h>

#include <concepts>
#include <string>
#include <type_traits>
#include <vector>

#include "io/value_rules.h"

namespace pawl::internal {

enum class Need { optional, required };

struct AtLeast {
  int least;  ///< of a whole number
};
struct Text {};         ///< any string
struct PoseEntries {};  ///< x and y are coordinates, the angle is any
struct Fields {};       ///< an object, by its own fields_of
struct FieldsOfEach {
  const char* of;  ///< a list of such objects, and what it is called
};
struct OneOutline {};  ///< an object with one of the keys polygon, disc and path
struct Flag {};        ///< true or false
/// A word for each value of an enum.
template <class Enum>
struct Words {
  struct Word {
    const char* text;
    Enum value;
  };
  std::vector<Word> words;

  std::string list() const {
    std::string text;
    for (const Word& word : words) text += (text.empty() ? "" : ", ") + std::string(word.text);
    return text;
  }
};

template <class Object, class Type>
concept Is = std::same_as<std::remove_const_t<Object>, Type>;

template <Is<Disc> D, class Field>
void fields_of(D& disc, const Field& field) {
  field("center", Need::optional, disc.center, Bound::coordinate);
  field("radius", Need::required, disc.radius, Bound::positive_length);
}

/// What stands at the end of a path's segment, where that is an object.
struct PathEntry {
  Eigen::Vector2d to{0, 0};
  double bulge = 0;
};

template <Is<PathEntry> E, class Field>
void fields_of(E& entry, const Field& field) {
  field("to", Need::required, entry.to, Bound::coordinate);
  field("bulge", Need::optional, entry.bulge, Bound::bulge);
}

/// What is wrong with the number of an outline's vertices; nothing ("") where it is right.
std::string wrong_vertex_count(std::size_t count);
std::string wrong_path_count(std::size_t count);  ///< of entries, of which the last may go back to the first

}  // namespace pawl::internal
