// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pawl::answers {

/// A JSON value as answers are made of; objects keep the order of their members. Written as nlohmann/json writes its
/// own, by it: that library costs a compiler seconds wherever it is included, and stands in json.cpp alone.
class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  Json();  ///< null
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(Json other) noexcept;
  ~Json();

  Json(std::nullptr_t);
  Json(std::string text);
  Json(std::string_view text);
  Json(const char* text);
  Json(double number);
  template <std::same_as<bool> Bool>  // nothing else that turns into a bool: pointers do
  Json(Bool value) : value_(value) {}
  template <std::signed_integral Integer>
  Json(Integer number) : value_(static_cast<std::int64_t>(number)) {}
  template <std::unsigned_integral Integer>
  requires(!std::same_as<Integer, bool>) Json(Integer number) : value_(static_cast<std::uint64_t>(number)) {}
  template <class T>
  Json(const std::vector<T>& entries) : value_(array_of(entries)) {}
  template <class A, class B>  // an array of two
  Json(const std::pair<A, B>& both) : value_(Array{Json(both.first), Json(both.second)}) {}
  template <class T, std::size_t N>
  Json(const std::array<T, N>& entries) : value_(array_of(entries)) {}

  /// An object where each value is an array of two, the first a text, as in {{"a", 1}, {"b", 2}}; else an array.
  Json(std::initializer_list<Json> values);
  static Json array(std::initializer_list<Json> entries = {});
  static Json object();  ///< without members
  /// Throws InputError for a text that is no JSON, or nested deeper than 64.
  static Json parse(const std::string& text);

  Json& operator[](const std::string& key);  ///< added where it is missing; null becomes an object
  Json& operator[](std::size_t entry);       ///< of an array that has it
  void push_back(Json entry);                ///< to an array; null becomes one

  const Array* entries() const { return std::get_if<Array>(&value_); }    ///< null: no array
  const Object* members() const { return std::get_if<Object>(&value_); }  ///< null: no object

  const std::string* text() const { return std::get_if<std::string>(&value_); }  ///< null: no text
  std::optional<double> number() const;                                          ///< nothing: no number
  std::optional<std::int64_t> whole() const;  ///< nothing: no integer, or beyond 64 bits
  std::optional<bool> boolean() const;        ///< nothing: neither true nor false

  /// Replaces each number that is not finite, which JSON has no word for, by the largest double of its sign. Returns
  /// whether there was one.
  bool make_finite();

  /// Returns the value on one line, without blanks. Bytes that are not UTF-8 are spelled out ("caf\\xe9"), and
  /// characters that could change a terminal are escaped.
  std::string dump() const;

 private:
  friend struct JsonWriter;
  template <class Range>
  static Array array_of(const Range& range) {
    Array entries;
    entries.reserve(range.size());
    for (const auto& entry : range) entries.emplace_back(entry);
    return entries;
  }

  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> value_;
};

}  // namespace pawl::answers
