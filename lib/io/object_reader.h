// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <functional>
#include <initializer_list>
#include <optional>
#include <pawl/contact/contact.h>

#include "io/json_document.h"

namespace pawl {

enum class Bound { any, not_negative, positive };

/// Reads typed values out of a document; what does not fit becomes a fault and an empty value.
class ObjectReader {
 public:
  using Extensions = std::function<void(const std::string& pointer, const Json& value)>;
  struct Key {
    const char* name;
    bool required;
    std::function<void(const Json&, const std::string& pointer)> read;
  };

  ObjectReader(std::vector<Fault>& faults, Extensions extensions)
      : faults_(faults), extensions_(std::move(extensions)) {}

  /// An object with exactly these keys; keys that begin with x- go to the extensions.
  void object(const Json& value, const std::string& pointer, std::initializer_list<Key> keys);
  /// An object with exactly one of these keys.
  void one_of(const Json& value, const std::string& pointer, std::initializer_list<Key> keys);
  void array(const Json& value, const std::string& pointer, const Key& entry);

  std::optional<double> number(const Json& value, const std::string& pointer, Bound bound = Bound::any);
  std::optional<int> integer(const Json& value, const std::string& pointer, int least, int most);
  std::optional<std::string> string(const Json& value, const std::string& pointer);
  std::optional<Friction> friction(const Json& value, const std::string& pointer);

  /// Arrays of two or three numbers.
  template <int N>
  std::optional<Eigen::Matrix<double, N, 1>> vector(const Json& value, const std::string& pointer) {
    if (!value.is_array() || value.size() != N) {
      fault(pointer, value, "must be an array of " + std::to_string(N) + " numbers");
      return std::nullopt;
    }
    Eigen::Matrix<double, N, 1> result;
    bool complete = true;
    for (int k = 0; k < N; ++k) {
      const auto index = static_cast<std::size_t>(k);
      const auto entry = number(value[index], child(pointer, index));
      complete = complete && entry.has_value();
      result[k] = entry.value_or(0);
    }
    return complete ? std::optional(result) : std::nullopt;
  }

  void fault(const std::string& pointer, const Json& value, std::string message) {
    faults_.push_back({pointer, quoted(value), std::move(message)});
  }
  void missing(const std::string& pointer, const std::string& name);

 private:
  std::vector<Fault>& faults_;
  Extensions extensions_;
};

}  // namespace pawl
