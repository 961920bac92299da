// SPDX-License-Identifier: MIT
// Values as JSON, to be quoted as those of a file are: what differs from its default.
#pragma once

#include <fmt/format.h>
#include <pawl/contact/find_contacts.h>
#include <pawl/geometry/outline.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/validator.h"
#include "io/json_value.h"

namespace pawl::internal {

JsonValue json_of(double number);
JsonValue json_of(int number);
JsonValue json_of(const std::string& text);
JsonValue json_of(const Polygon& polygon);
JsonValue json_of(const Disc& disc);
JsonValue json_of(const Path& path);
JsonValue json_of(const Outline& outline);
/// Whether segment i has an entry in a file: not a straight side that closes the path. One that repeats its start is
/// closed by a further entry, or the reader would take its last vertex for that.
bool has_entry(const Path& path, std::size_t i);
JsonValue json_of(const Friction& friction);
JsonValue json_of(const Fixel& fixel);

template <class Derived>
JsonValue json_of(const Eigen::MatrixBase<Derived>& vector) {
  JsonValue array{JsonValue::Kind::array, 0, {}, {}, {}};
  for (Eigen::Index k = 0; k < vector.size(); ++k) array.items.push_back(json_of(static_cast<double>(vector[k])));
  return array;
}

/// No more entries than a quote has room for.
template <class Entry>
JsonValue json_of(const std::vector<Entry>& list) {
  JsonValue array{JsonValue::Kind::array, 0, {}, {}, {}};
  for (std::size_t k = 0; k < std::min(list.size(), kLongestQuote); ++k) array.items.push_back(json_of(list[k]));
  return array;
}

/// Makes an object key by key.
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
  operator JsonValue() && { return std::move(object_); }  // NOLINT(google-explicit-constructor): it is one

 private:
  JsonValue object_{JsonValue::Kind::object, 0, {}, {}, {}};
};

}  // namespace pawl::internal
