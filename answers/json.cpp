// SPDX-License-Identifier: MIT
#include "answers/json.h"

#include <pawl/base/assert.h>
#include <pawl/base/fault.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "answers/visible_text.h"

namespace pawl::answers {

/// The same value as nlohmann/json has it.
struct JsonWriter {
  using Value = nlohmann::ordered_json;

  Value operator()(const Json& json) const { return std::visit(*this, json.value_); }

  Value operator()(const Json::Array& entries) const {
    Value::array_t values;
    values.reserve(entries.size());
    for (const Json& entry : entries) values.push_back((*this)(entry));
    return values;
  }

  Value operator()(const Json::Object& members) const {
    Value values = Value::object();
    for (const auto& [key, value] : members) values[valid_utf8(key)] = (*this)(value);
    return values;
  }

  Value operator()(const std::string& text) const { return valid_utf8(text); }

  template <class Scalar>
  Value operator()(const Scalar& scalar) const {
    return scalar;
  }

  static Json read(const Value& value) {
    Json json;
    switch (value.type()) {
      case Value::value_t::boolean:
        return value.get<bool>();
      case Value::value_t::number_integer:
        return value.get<std::int64_t>();
      case Value::value_t::number_unsigned:
        return value.get<std::uint64_t>();
      case Value::value_t::number_float:
        return value.get<double>();
      case Value::value_t::string:
        return value.get<std::string>();
      case Value::value_t::array: {
        json.value_ = Json::Array();
        for (const Value& entry : value) json.push_back(read(entry));
        return json;
      }
      case Value::value_t::object: {
        Json::Object members;
        for (const auto& [key, member] : value.items()) members.emplace_back(key, read(member));
        json.value_ = std::move(members);
        return json;
      }
      default:
        return json;
    }
  }
};

Json::Json() = default;
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json::~Json() = default;

Json& Json::operator=(Json other) noexcept {
  value_.swap(other.value_);
  return *this;
}

Json::Json(std::nullptr_t) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(std::string_view text) : value_(std::string(text)) {}
Json::Json(const char* text) : value_(std::string(text)) {}
Json::Json(double number) : value_(number + 0.0) {}  // no negative zero is ever printed

Json::Json(std::initializer_list<Json> values) {
  const auto is_member = [](const Json& value) {
    const Array* pair = value.entries();
    return pair && pair->size() == 2 && std::holds_alternative<std::string>((*pair)[0].value_);
  };
  if (!std::all_of(values.begin(), values.end(), is_member)) {
    value_ = Array(values);
    return;
  }
  Object members;
  for (const Json& value : values) {
    const Array& pair = *value.entries();
    members.emplace_back(std::get<std::string>(pair[0].value_), pair[1]);
  }
  value_ = std::move(members);
}

Json Json::array(std::initializer_list<Json> entries) {
  Json json;
  json.value_ = Array(entries);
  return json;
}

Json Json::object() {
  Json json;
  json.value_ = Object();
  return json;
}

Json Json::parse(const std::string& text) {
  constexpr int kDeepest = 64;
  const auto shallow = [](int depth, JsonWriter::Value::parse_event_t, JsonWriter::Value&) {
    if (depth > kDeepest) throw InputError("", "", "is nested deeper than 64");
    return true;
  };
  try {
    return JsonWriter::read(JsonWriter::Value::parse(text, shallow));
  } catch (const nlohmann::json::exception& error) {
    throw InputError("", "", std::string("is no JSON: ") + error.what());
  }
}

Json& Json::operator[](const std::string& key) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Object();
  Object* members = std::get_if<Object>(&value_);
  PAWL_ASSERT(members);
  const auto found = std::find_if(members->begin(), members->end(), [&](const auto& m) { return m.first == key; });
  return found != members->end() ? found->second : members->emplace_back(key, Json()).second;
}

Json& Json::operator[](std::size_t entry) {
  Array* entries = std::get_if<Array>(&value_);
  PAWL_ASSERT(entries && entry < entries->size());
  return (*entries)[entry];
}

void Json::push_back(Json entry) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Array();
  Array* entries = std::get_if<Array>(&value_);
  PAWL_ASSERT(entries);
  entries->push_back(std::move(entry));
}

std::optional<double> Json::number() const {
  if (const auto* real = std::get_if<double>(&value_)) return *real;
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*whole);
  if (const auto* count = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*count);
  return std::nullopt;
}

std::optional<std::int64_t> Json::whole() const {
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) return *whole;
  const auto* count = std::get_if<std::uint64_t>(&value_);
  if (count == nullptr || !std::in_range<std::int64_t>(*count)) return std::nullopt;
  return static_cast<std::int64_t>(*count);
}

std::optional<bool> Json::boolean() const {
  const bool* value = std::get_if<bool>(&value_);
  return value != nullptr ? std::optional(*value) : std::nullopt;
}

bool Json::make_finite() {
  bool made = false;
  if (double* number = std::get_if<double>(&value_); number != nullptr && !std::isfinite(*number)) {
    *number = std::copysign(std::numeric_limits<double>::max(), *number);
    made = true;
  }
  if (Array* entries = std::get_if<Array>(&value_)) {
    for (Json& entry : *entries) made = entry.make_finite() || made;
  }
  if (Object* members = std::get_if<Object>(&value_)) {
    for (auto& [key, member] : *members) made = member.make_finite() || made;
  }
  return made;
}

std::string Json::dump() const { return escaped_controls(JsonWriter()(*this).dump()); }

}  // namespace pawl::answers
