// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <concepts>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/faults.h"
#include "io/json.h"

namespace pawl::internal::inline io {

/// What a number may be; those of pawl/base/bounds.h bound lengths, wrenches, twists and accelerations.
enum class Bound {
  any,
  not_negative,
  positive,
  fraction,
  open_fraction,
  coordinate,
  length,
  positive_length,
  bulge,
  wrench,
  twist,
  acceleration,
  mass,       ///< a density or an inertia too
  link_mass,  ///< the same, or 0
  friction
};

/// The rules for single values, each in its one place: the readers ask them of what stands in a text, validate() of
/// what stands in memory. Each gives what is wrong with the value and what is expected; nothing ("") where it is right.
std::string wrong_number(Bound bound, double value);
std::string wrong_whole_number(double value, int least, int most);
std::string wrong_interval(const Friction& friction);  ///< its ends may be wrong too, each by itself
std::string wrong_direction(const Eigen::Vector2d& direction);
inline constexpr const char* kMissing = "missing";  ///< of a value that must stand there

// The rules that a value of a file may have to keep, beside a Bound for its numbers. Tables of fields (task_fields.h,
// scene_form.cpp) name them; FormReader reads by them, value_checks.h checks by them.

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

/// Reads typed values out of a document; what does not fit becomes a fault and an empty value.
class ObjectReader {
 public:
  using Extensions = std::function<void(const std::string& pointer, const JsonValue& value)>;
  struct Key {
    const char* name;
    bool required;
    std::function<void(const JsonValue&, const std::string& pointer)> read;
  };

  ObjectReader(Validator& faults, Extensions extensions) : faults_(faults), extensions_(std::move(extensions)) {}

  /// An object with exactly these keys; keys that begin with x- go to the extensions.
  void object(const JsonValue& value, const std::string& pointer, const std::vector<Key>& keys);
  /// An object with exactly one of these keys.
  void one_of(const JsonValue& value, const std::string& pointer, const std::vector<Key>& keys);
  void array(const JsonValue& value, const std::string& pointer, const Key& entry);

  std::optional<double> number(const JsonValue& value, const std::string& pointer, Bound bound = Bound::any);
  std::optional<int> integer(const JsonValue& value, const std::string& pointer, int least, int most);
  std::optional<std::string> string(const JsonValue& value, const std::string& pointer);
  std::optional<Friction> friction(const JsonValue& value, const std::string& pointer);

  /// Arrays of N numbers, each within the bound.
  template <int N>
  std::optional<Eigen::Matrix<double, N, 1>> vector(const JsonValue& value, const std::string& pointer,
                                                    Bound bound = Bound::any) {
    if (!is_array_of(value, pointer, N)) return std::nullopt;
    Eigen::Matrix<double, N, 1> result;
    bool complete = true;
    for (int k = 0; k < N; ++k) {
      const auto index = static_cast<std::size_t>(k);
      const auto entry = number(value.items[index], child(pointer, index), bound);
      complete = complete && entry.has_value();
      result[k] = entry.value_or(0);
    }
    return complete ? std::optional(result) : std::nullopt;
  }

  void fault(const std::string& pointer, const JsonValue& value, std::string message) {
    faults_.add(pointer, quoted(value), std::move(message));
  }
  /// A fault unless `message`, what a rule says is wrong with the value, is empty; whether it is.
  bool require(const std::string& pointer, const JsonValue& value, std::string message) {
    if (!message.empty()) fault(pointer, value, message);
    return message.empty();
  }
  void missing(const std::string& pointer, const std::string& name);

 private:
  bool is_array_of(const JsonValue& value, const std::string& pointer, std::size_t count);

  Validator& faults_;
  Extensions extensions_;
};

/// Reads each value of a document by its rule in a table of fields: one function read(value, pointer, member, rule) a
/// rule. What cannot be read leaves the member as it was, or empty.
///
/// A Form derives from FormReader<Form>, takes these functions by `using`, and adds those of its own rules. fields_of()
/// must be declared before the form is instantiated.
template <class Form>
class FormReader {
 public:
  using Kind = JsonValue::Kind;
  using Value = const JsonValue&;
  using Pointer = const std::string&;

  FormReader(Validator& faults, ObjectReader::Extensions extensions) : reader_(faults, std::move(extensions)) {}
  explicit FormReader(const ObjectReader& reader) : reader_(reader) {}

  template <class Object>
  std::vector<ObjectReader::Key> keys_of(Object& object) {
    std::vector<ObjectReader::Key> keys;
    fields_of(object, [&](const char* name, Need need, auto& member, auto rule) {
      keys.push_back({name, need == Need::required,
                      [this, &member, rule](Value v, Pointer p) { form().read(v, p, member, rule); }});
    });
    return keys;
  }

  /// The whole document: beside the object's own keys "pawl", and "$schema" for editors.
  template <class Object>
  void read_root(Value root, Object& object) {
    std::vector<ObjectReader::Key> keys = keys_of(object);
    keys.insert(keys.begin(), {"pawl", true, [this](Value v, Pointer p) { reader_.integer(v, p, 1, 1); }});
    keys.push_back({"$schema", false, [this](Value v, Pointer p) { reader_.string(v, p); }});
    reader_.object(root, "", keys);
  }

  void read(Value value, Pointer pointer, double& target, Bound bound) {
    target = reader_.number(value, pointer, bound).value_or(target);
  }
  void read(Value value, Pointer pointer, std::optional<double>& target, Bound bound) {
    target = reader_.number(value, pointer, bound);
  }
  template <int N>
  void read(Value value, Pointer pointer, Eigen::Matrix<double, N, 1>& target, Bound bound) {
    target = reader_.vector<N>(value, pointer, bound).value_or(target);
  }
  void read(Value value, Pointer pointer, std::optional<Eigen::Vector2d>& target, Bound bound) {
    target = reader_.vector<2>(value, pointer, bound);
  }
  void read(Value value, Pointer pointer, int& target, AtLeast rule) {
    target = reader_.integer(value, pointer, rule.least, std::numeric_limits<int>::max()).value_or(target);
  }
  void read(Value value, Pointer pointer, std::string& target, Text) {
    target = reader_.string(value, pointer).value_or("");
  }
  void read(Value value, Pointer pointer, bool& target, Flag) {
    if (!value.is(Kind::boolean)) return reader_.fault(pointer, value, "must be true or false");
    target = value.text == "true";
  }
  template <class Enum>
  void read(Value value, Pointer pointer, Enum& target, const Words<Enum>& rule) {
    for (const auto& word : rule.words) {
      if (!value.is(Kind::string) || value.text != word.text) continue;
      target = word.value;
      return;
    }
    reader_.fault(pointer, value, "must be one of " + rule.list());
  }
  void read(Value value, Pointer pointer, Eigen::Vector3d& target, PoseEntries) {
    const auto pose = reader_.vector<3>(value, pointer);
    if (!pose) return;
    for (std::size_t k = 0; k < 2; ++k) reader_.number(value.items[k], child(pointer, k), Bound::coordinate);
    target = *pose;
  }

  // Objects and lists of them.

  template <class Object>
  void read(Value value, Pointer pointer, Object& object, Fields) {
    reader_.object(value, pointer, keys_of(object));
  }
  template <class Object>
  void read(Value value, Pointer pointer, std::optional<Object>& object, Fields rule) {
    read(value, pointer, object.emplace(), rule);
  }
  template <class Member, class Rule>
  void read(Value value, Pointer pointer, std::optional<Member>& member, const Rule& rule) {
    form().read(value, pointer, member.emplace(), rule);
  }
  template <class Entry>
  void read(Value value, Pointer pointer, std::vector<Entry>& list, FieldsOfEach rule) {
    read_each(value, pointer, rule.of, [&](Value v, Pointer p) { read(v, p, list.emplace_back(), Fields()); });
  }
  template <class Entry>
  void read_each(Value value, Pointer pointer, const char* of, const Entry& entry) {
    reader_.array(value, pointer, {of, false, entry});
  }

  void read(Value value, Pointer pointer, std::optional<Outline>& outline, OneOutline) {
    reader_.one_of(value, pointer,
                   {{"polygon", false, [&](Value v, Pointer p) { read_polygon(v, p, outline); }},
                    {"disc", false,
                     [&](Value v, Pointer p) {
                       Disc disc;
                       read(v, p, disc, Fields());
                       outline = disc;
                     }},
                    {"path", false, [&](Value v, Pointer p) { read_path(v, p, outline); }}});
  }

 protected:
  ObjectReader reader_;

 private:
  Form& form() { return static_cast<Form&>(*this); }

  void read_polygon(Value value, Pointer pointer, std::optional<Outline>& outline) {
    if (value.is(Kind::array) && !reader_.require(pointer, value, wrong_vertex_count(value.size()))) return;
    Polygon polygon;
    read_each(value, pointer, "vertices [x, y]",
              [&](Value v, Pointer p) { read(v, p, polygon.vertices.emplace_back(0, 0), Bound::coordinate); });
    outline = std::move(polygon);
  }

  /// The first entry is where the path begins, each other one where a segment goes. A last one that goes back to the
  /// first closes the path with its bulge, else a straight side does.
  void read_path(Value value, Pointer pointer, std::optional<Outline>& outline) {
    if (value.is(Kind::array) && !reader_.require(pointer, value, wrong_path_count(value.size()))) return;
    std::vector<PathEntry> entries;
    read_each(value, pointer, "[x, y] and {\"to\": [x, y], \"bulge\": b}", [&](Value v, Pointer p) {
      PathEntry& entry = entries.emplace_back();
      if (v.is(Kind::object) && entries.size() > 1) return read(v, p, entry, Fields());
      read(v, p, entry.to, Bound::coordinate);
    });
    if (entries.empty()) return;
    Path path;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      path.vertices.push_back(entries[i].to);
      if (i > 0) path.bulges.push_back(entries[i].bulge);
    }
    const bool returns = entries.size() > 1 && path.vertices.back() == path.vertices.front();
    returns ? path.vertices.pop_back() : path.bulges.push_back(0);
    outline = std::move(path);
  }
};

}  // namespace pawl::internal::inline io
