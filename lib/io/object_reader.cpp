// SPDX-License-Identifier: MIT
#include "io/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

using Kind = JsonValue::Kind;

std::string names(const std::vector<ObjectReader::Key>& keys) {
  std::string result;
  for (const ObjectReader::Key& key : keys) result += (result.empty() ? "" : ", ") + std::string(key.name);
  return result;
}

}  // namespace

void ObjectReader::missing(const std::string& pointer, const std::string& name) {
  faults_.add(child(pointer, name), "", kMissing);
}

void ObjectReader::object(const JsonValue& value, const std::string& pointer, const std::vector<Key>& keys) {
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

void ObjectReader::one_of(const JsonValue& value, const std::string& pointer, const std::vector<Key>& keys) {
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
  return require(pointer, value, wrong_number(bound, value.number)) ? std::optional(value.number) : std::nullopt;
}

std::optional<int> ObjectReader::integer(const JsonValue& value, const std::string& pointer, int least, int most) {
  if (value.is(Kind::refused)) return std::nullopt;
  const double number = value.is(Kind::number) ? value.number : std::nan("");
  if (!require(pointer, value, wrong_whole_number(number, least, most))) return std::nullopt;
  return static_cast<int>(number);
}

std::optional<std::string> ObjectReader::string(const JsonValue& value, const std::string& pointer) {
  if (value.is(Kind::string)) return value.text;
  fault(pointer, value, "must be a string");
  return std::nullopt;
}

std::optional<Friction> ObjectReader::friction(const JsonValue& value, const std::string& pointer) {
  if (value.is(Kind::number) || value.is(Kind::refused)) {
    const auto mu = number(value, pointer, Bound::friction);
    return mu ? std::optional<Friction>(*mu) : std::nullopt;
  }
  if (!value.is(Kind::array) || value.size() != 2) {
    fault(pointer, value, "must be a number, or [low, high]");
    return std::nullopt;
  }
  const auto ends = vector<2>(value, pointer, Bound::friction);
  if (!ends) return std::nullopt;
  const Friction interval((*ends)[0], (*ends)[1]);
  return require(pointer, value, wrong_interval(interval)) ? std::optional(interval) : std::nullopt;
}

}  // namespace pawl::internal
