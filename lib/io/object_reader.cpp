// SPDX-License-Identifier: MIT
#include "io/object_reader.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pawl {
namespace {

using Kind = JsonValue::Kind;

std::string names(std::initializer_list<ObjectReader::Key> keys) {
  std::string result;
  for (const ObjectReader::Key& key : keys) result += (result.empty() ? "" : ", ") + std::string(key.name);
  return result;
}

struct Range {
  double least;
  bool open;  // least itself is excluded
  double most;
  const char* words;
};

Range range_of(Bound bound) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  switch (bound) {
    case Bound::any:
      break;
    case Bound::not_negative:
      return {0, false, kInfinity, "must be at least 0"};
    case Bound::positive:
      return {0, true, kInfinity, "must be greater than 0"};
    case Bound::coordinate:
      return {-kLargestLength, false, kLargestLength, "must be from -1e9 to 1e9 (m)"};
    case Bound::length:
      return {0, false, kLargestLength, "must be from 0 to 1e9 (m)"};
    case Bound::positive_length:
      return {0, true, kLargestLength, "must be greater than 0 and at most 1e9 (m)"};
    case Bound::wrench:
      return {-kLargestWrench, false, kLargestWrench, "must be from -1e100 to 1e100 (N, N, N m)"};
    case Bound::twist:
      return {-kLargestTwist, false, kLargestTwist, "must be from -1e9 to 1e9 (m/s, m/s, rad/s)"};
  }
  return {-kInfinity, false, kInfinity, "must be a finite number"};
}

}  // namespace

void ObjectReader::missing(const std::string& pointer, const std::string& name) {
  faults_.add(child(pointer, name), "", "missing");
}

void ObjectReader::object(const JsonValue& value, const std::string& pointer, std::initializer_list<Key> keys) {
  if (!value.is(Kind::object)) return fault(pointer, value, "must be an object");
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::string& name = value.keys[i];
    const std::string where = child(pointer, name);
    const auto key = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return name == k.name; });
    if (key != keys.end()) {
      key->read(value.items[i], where);
    } else if (name.rfind("x-", 0) == 0) {
      extensions_(where, value.items[i]);
    } else {
      fault(where, value.items[i],
            keys.size() == 0 ? "unknown key; none is expected here" : "unknown key; expected one of " + names(keys));
    }
  }
  for (const Key& key : keys) {
    if (key.required && value.find(key.name) == nullptr) missing(pointer, key.name);
  }
}

void ObjectReader::one_of(const JsonValue& value, const std::string& pointer, std::initializer_list<Key> keys) {
  object(value, pointer, keys);
  if (!value.is(Kind::object)) return;
  const auto present = [&](const Key& key) { return value.find(key.name) != nullptr; };
  if (std::count_if(keys.begin(), keys.end(), present) == 1) return;
  fault(pointer, value, "must have exactly one of the keys " + names(keys));
}

void ObjectReader::array(const JsonValue& value, const std::string& pointer, const Key& entry) {
  if (!value.is(Kind::array)) return fault(pointer, value, fmt::format("must be an array of {}", entry.name));
  for (std::size_t i = 0; i < value.size(); ++i) entry.read(value.items[i], child(pointer, i));
}

bool ObjectReader::is_array_of(const JsonValue& value, const std::string& pointer, std::size_t count) {
  if (value.is(Kind::array) && value.size() == count) return true;
  if (!value.is(Kind::refused)) fault(pointer, value, fmt::format("must be an array of {} numbers", count));
  return false;
}

std::optional<double> ObjectReader::number(const JsonValue& value, const std::string& pointer, Bound bound) {
  if (value.is(Kind::refused)) return std::nullopt;
  if (!value.is(Kind::number)) {
    fault(pointer, value, "must be a number");
    return std::nullopt;
  }
  const Range range = range_of(bound);
  const bool above = range.open ? value.number > range.least : value.number >= range.least;
  if (above && value.number <= range.most) return value.number;
  fault(pointer, value, range.words);
  return std::nullopt;
}

std::optional<int> ObjectReader::integer(const JsonValue& value, const std::string& pointer, int least, int most) {
  if (value.is(Kind::refused)) return std::nullopt;
  const double number = value.is(Kind::number) ? value.number : std::nan("");
  if (number >= least && number <= most && number == std::floor(number)) return static_cast<int>(number);
  fault(pointer, value,
        least == most ? fmt::format("must be {}", least)
                      : fmt::format("must be a whole number from {} to {}", least, most));
  return std::nullopt;
}

std::optional<std::string> ObjectReader::string(const JsonValue& value, const std::string& pointer) {
  if (value.is(Kind::string)) return value.text;
  fault(pointer, value, "must be a string");
  return std::nullopt;
}

std::optional<Friction> ObjectReader::friction(const JsonValue& value, const std::string& pointer) {
  if (value.is(Kind::number) || value.is(Kind::refused)) {
    const auto mu = number(value, pointer, Bound::not_negative);
    return mu ? std::optional<Friction>(*mu) : std::nullopt;
  }
  if (!value.is(Kind::array) || value.size() != 2) {
    fault(pointer, value, "must be a number, or [low, high]");
    return std::nullopt;
  }
  const auto ends = vector<2>(value, pointer, Bound::not_negative);
  if (!ends) return std::nullopt;
  if ((*ends)[0] <= (*ends)[1]) return Friction((*ends)[0], (*ends)[1]);
  fault(pointer, value, "low must be at most high");
  return std::nullopt;
}

}  // namespace pawl
