// SPDX-License-Identifier: MIT
#include "io/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pawl {
namespace {

std::string names(std::initializer_list<ObjectReader::Key> keys) {
  std::string result;
  for (const ObjectReader::Key& key : keys) result += (result.empty() ? "" : ", ") + std::string(key.name);
  return result;
}

}  // namespace

void ObjectReader::missing(const std::string& pointer, const std::string& name) {
  faults_.push_back({child(pointer, name), "", "missing"});
}

void ObjectReader::object(const Json& value, const std::string& pointer, std::initializer_list<Key> keys) {
  if (!value.is_object()) return fault(pointer, value, "must be an object");
  for (const auto& [name, entry] : value.items()) {
    const std::string where = child(pointer, name);
    const auto key = std::find_if(keys.begin(), keys.end(), [&n = name](const Key& k) { return n == k.name; });
    if (key != keys.end()) {
      key->read(entry, where);
    } else if (name.rfind("x-", 0) == 0) {
      extensions_(where, entry);
    } else {
      fault(where, entry, keys.size() == 0 ? "unknown key; none is expected here"
                                           : fmt::format("unknown key; expected one of {}", names(keys)));
    }
  }
  for (const Key& key : keys) {
    if (key.required && !value.contains(key.name)) missing(pointer, key.name);
  }
}

void ObjectReader::one_of(const Json& value, const std::string& pointer, std::initializer_list<Key> keys) {
  object(value, pointer, keys);
  if (!value.is_object()) return;
  const auto present = std::count_if(keys.begin(), keys.end(), [&](const Key& k) { return value.contains(k.name); });
  if (present != 1) fault(pointer, value, fmt::format("must have exactly one of the keys {}", names(keys)));
}

void ObjectReader::array(const Json& value, const std::string& pointer, const Key& entry) {
  if (!value.is_array()) return fault(pointer, value, fmt::format("must be an array of {}", entry.name));
  for (std::size_t i = 0; i < value.size(); ++i) entry.read(value[i], child(pointer, i));
}

std::optional<double> ObjectReader::number(const Json& value, const std::string& pointer, Bound bound) {
  if (!value.is_number()) {
    fault(pointer, value, "must be a number");
    return std::nullopt;
  }
  const double result = value.get<double>();
  if (bound == Bound::positive && !(result > 0)) {
    fault(pointer, value, "must be greater than 0");
    return std::nullopt;
  }
  if (bound == Bound::not_negative && !(result >= 0)) {
    fault(pointer, value, "must be at least 0");
    return std::nullopt;
  }
  return result;
}

std::optional<int> ObjectReader::integer(const Json& value, const std::string& pointer, int least, int most) {
  const double number = value.is_number() ? value.get<double>() : std::nan("");
  if (!(number >= least && number <= most) || number != std::floor(number)) {
    fault(pointer, value, fmt::format("must be a whole number from {} to {}", least, most));
    return std::nullopt;
  }
  return static_cast<int>(number);
}

std::optional<std::string> ObjectReader::string(const Json& value, const std::string& pointer) {
  if (value.is_string()) return value.get<std::string>();
  fault(pointer, value, "must be a string");
  return std::nullopt;
}

std::optional<Friction> ObjectReader::friction(const Json& value, const std::string& pointer) {
  if (value.is_number()) {
    const auto mu = number(value, pointer, Bound::not_negative);
    return mu ? std::optional<Friction>(*mu) : std::nullopt;
  }
  if (!value.is_array() || value.size() != 2) {
    fault(pointer, value, "must be a number or [low, high]");
    return std::nullopt;
  }
  const auto low = number(value[0], child(pointer, 0), Bound::not_negative);
  const auto high = number(value[1], child(pointer, 1), Bound::not_negative);
  if (!low || !high) return std::nullopt;
  if (*low > *high) {
    fault(pointer, value, "low must be at most high");
    return std::nullopt;
  }
  return Friction(*low, *high);
}

}  // namespace pawl
