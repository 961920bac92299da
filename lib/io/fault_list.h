// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>

#include <string_view>
#include <utility>
#include <vector>

namespace pawl {

/// The faults of one text, each once, at most kMost of them: a list of a million numbers can hold a million faults.
class FaultList {
 public:
  static constexpr std::size_t kMost = 1000;

  void add(std::string pointer, std::string value, std::string message);
  void add(const std::vector<Fault>& faults);

  bool empty() const { return faults_.empty(); }
  /// Whether a fault stands at `pointer` or below it.
  bool any_under(std::string_view pointer) const;
  /// All faults, with one more that counts what was left out.
  std::vector<Fault> take();

 private:
  std::vector<Fault> faults_;
  std::size_t left_out_ = 0;
};

}  // namespace pawl
