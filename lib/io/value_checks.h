// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <pawl/contact/find_contacts.h>
#include <pawl/contact/wall.h>
#include <pawl/geometry/outline.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/faults.h"
#include "io/form_reader.h"
#include "io/json.h"

// Converts values in memory to JSON. Faults then quote these values in the same form as values of a file. Values that
// equal their default are left out.
namespace pawl::internal::inline io {

JsonValue json_of(double number);
JsonValue json_of(int number);
JsonValue json_of(const std::string& text);
JsonValue json_of(const Polygon& polygon);
JsonValue json_of(const Disc& disc);
JsonValue json_of(const Path& path);
JsonValue json_of(const Outline& outline);
int curve_of(const Path& path, std::size_t i);  ///< the curve number of segment i, or 0
/// Returns whether the entry of segment i is an object and not a pair of numbers: it is if the segment has a bulge or a
/// curve number.
bool is_object(const Path& path, std::size_t i);
/// Returns whether segment i has an entry in a file. Every segment has one, with one exception: a straight segment
/// without a curve number that closes the path. This segment has an entry only if the last vertex repeats the first,
/// because the reader would otherwise treat the last vertex as the end of the closing segment.
bool has_entry(const Path& path, std::size_t i);
JsonValue json_of(const Friction& friction);
JsonValue json_of(const Fixel& fixel);

template <class Derived>
JsonValue json_of(const Eigen::MatrixBase<Derived>& vector) {
  JsonValue array{JsonValue::Kind::array, 0, {}, {}, {}};
  for (Eigen::Index k = 0; k < vector.size(); ++k) array.items.push_back(json_of(static_cast<double>(vector[k])));
  return array;
}

/// Converts only the first entries of a list: as many as the quote of a value in a message can contain.
template <class Entry>
JsonValue json_of(const std::vector<Entry>& list) {
  JsonValue array{JsonValue::Kind::array, 0, {}, {}, {}};
  for (std::size_t k = 0; k < std::min(list.size(), kLongestQuote); ++k) array.items.push_back(json_of(list[k]));
  return array;
}

/// Builds a JSON object, key by key.
class JsonObject {
 public:
  template <class Member>
  JsonObject with(const char* key, const Member& member, bool present = true) && {
    if (!present) return std::move(*this);
    object_.keys.emplace_back(key);
    object_.items.push_back(json_of(member));
    return std::move(*this);
  }
  template <class Member>
  JsonObject with(const char* key, const std::optional<Member>& member) && {
    return member ? std::move(*this).with(key, *member) : std::move(*this);
  }
  operator JsonValue() && { return std::move(object_); }  // NOLINT(google-explicit-constructor): an object is a value

 private:
  JsonValue object_{JsonValue::Kind::object, 0, {}, {}, {}};
};

/// Checks of values in memory, each by the rule that a table of fields states for it. The faults are those that a file
/// with the same content would have. Each kind of rule has a function check(pointer, member, rule).
///
/// A class of checks derives from ValueChecks<Checks>, imports these functions by `using`, and adds functions for its
/// own rules.
template <class Checks>
class ValueChecks {
 public:
  using Pointer = const std::string&;

  explicit ValueChecks(Validator& faults) : faults_(faults) {}

  template <class Object>
  void check(Pointer pointer, const Object& object, Fields) {
    fields_of(object, [&](const char* name, Need, const auto& member, const auto& rule) {
      this->checks().check(child(pointer, name), member, rule);
    });
  }
  template <class Object>
  void check(Pointer pointer, const std::optional<Object>& object, Fields rule) {
    if (object) check(pointer, *object, rule);
  }
  template <class Member, class Rule>
  void check(Pointer pointer, const std::optional<Member>& member, const Rule& rule) {
    if (member) checks().check(pointer, *member, rule);
  }
  template <class Entry>
  void check(Pointer pointer, const std::vector<Entry>& list, FieldsOfEach) {
    for (std::size_t i = 0; i < list.size(); ++i) check(child(pointer, i), list[i], Fields());
  }

  void check(Pointer pointer, double value, Bound bound) { require(pointer, value, wrong_number(bound, value)); }
  template <int N>
  void check(Pointer pointer, const Eigen::Matrix<double, N, 1>& vector, Bound bound) {
    for (int k = 0; k < N; ++k) check(child(pointer, static_cast<std::size_t>(k)), vector[k], bound);
  }
  void check(Pointer pointer, int value, Whole rule) {
    require(pointer, value, wrong_whole_number(value, rule.least, rule.most));
  }
  void check(Pointer, const std::string&, Text) {}
  void check(Pointer, bool, Flag) {}
  template <class Enum>
  void check(Pointer pointer, const Enum& value, const Words<Enum>& rule) {
    for (const auto& word : rule.words) {
      if (word.value == value) return;
    }
    require(pointer, static_cast<int>(value), "must be one of " + rule.list());
  }
  void check(Pointer pointer, const Eigen::Vector3d& pose, PoseEntries) {
    check(pointer, pose, Bound::any);
    if (pose.allFinite()) check(pointer, Eigen::Vector2d(pose.head<2>()), Bound::coordinate);
  }
  /// Part is always pawl::Part. (It is a template parameter because the type is not complete here.)
  template <class Part>
  void check(Pointer pointer, const Part& part, PartLoops) {
    if (part.outline) check(pointer, *part.outline, OneOutline());
    for (std::size_t k = 0; k < part.holes.size(); ++k) {
      check(child(child(pointer, "holes"), k), part.holes[k], OneOutline());
    }
  }
  void check(Pointer pointer, const Wall& wall, PartLoops) {
    check(pointer, wall.outline, OneOutline());
    for (std::size_t k = 0; k < wall.holes.size(); ++k) {
      check(child(child(pointer, "holes"), k), wall.holes[k], OneOutline());
    }
  }
  void check(Pointer pointer, const Outline& outline, OneOutline) {
    if (const Disc* disc = std::get_if<Disc>(&outline)) return check(child(pointer, "disc"), *disc, Fields());
    if (const Path* path = std::get_if<Path>(&outline)) return check_path(child(pointer, "path"), *path);
    const auto& vertices = std::get<Polygon>(outline).vertices;
    const std::string place = child(pointer, "polygon");
    const std::string wrong_count = wrong_vertex_count(vertices.size());
    if (!wrong_count.empty()) return require(place, vertices, wrong_count);
    for (std::size_t i = 0; i < vertices.size(); ++i) check(child(place, i), vertices[i], Bound::coordinate);
  }

 protected:
  template <class Object>
  void require(Pointer pointer, const Object& value, std::string message) {
    if (!message.empty()) faults_.add(pointer, quoted(json_of(value)), std::move(message));
  }

  Validator& faults_;

 private:
  /// Checks the entries of a path. An entry contains a vertex, and the bulge and the curve number of the segment that
  /// ends at the vertex.
  void check_path(Pointer place, const Path& path) {
    const std::size_t count = path.vertices.size();
    const bool any_curve = !path.curves.empty();
    if (path.bulges.size() != count || (any_curve && path.curves.size() != count))
      return;  // stops here: no file can contain such a path, and outline_faults() reports it
    std::size_t entries = 1;
    for (std::size_t i = 0; i < count; ++i) entries += has_entry(path, i) ? 1 : 0;
    const std::string wrong_count = wrong_path_count(count == 0 ? 0 : entries);
    if (!wrong_count.empty()) return require(place, path, wrong_count);
    check(child(place, std::size_t{0}), path.vertices[0], Bound::coordinate);
    for (std::size_t i = 0; i < count; ++i) {
      if (!has_entry(path, i)) continue;
      const std::string entry = child(place, i + 1);
      check(is_object(path, i) ? child(entry, "to") : entry, path.vertices[(i + 1) % count], Bound::coordinate);
      if (path.bulges[i] != 0) check(child(entry, "bulge"), path.bulges[i], Bound::bulge);
      if (curve_of(path, i) != 0) check(child(entry, "curve"), curve_of(path, i), Whole{1});
    }
  }

  Checks& checks() { return static_cast<Checks&>(*this); }
};

}  // namespace pawl::internal::inline io
