// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/validator.h"
#include "io/json_value.h"
#include "io/value_rules.h"

namespace pawl::internal {

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

}  // namespace pawl::internal
