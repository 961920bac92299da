// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace pawl {

/// A fault of an input: its location, the offending value, and a message.
struct Fault {
  std::string pointer;  ///< JSON pointer to the value, with indices from 0; empty for the whole input
  std::string value;    ///< the offending value as read, cut to at most 80 bytes
  std::string message;  ///< description of the error, followed by the expected input
  bool operator==(const Fault&) const = default;
};

/// An exception for invalid input. It contains all faults of the input, not only the first one. After 1000 faults, the
/// last one states the number of further faults.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Fault> faults);
  InputError(std::string pointer, std::string value, std::string message);
  const std::vector<Fault>& faults() const { return faults_; }

 private:
  std::vector<Fault> faults_;
};

}  // namespace pawl
