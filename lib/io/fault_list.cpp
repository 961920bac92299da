// SPDX-License-Identifier: MIT
#include "io/fault_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/json_value.h"

namespace pawl {

void FaultList::add(std::string pointer, std::string value, std::string message) {
  if (faults_.size() == kMost) {
    ++left_out_;
    return;
  }
  Fault fault{cut(std::move(pointer)), std::move(value), std::move(message)};
  if (std::find(faults_.begin(), faults_.end(), fault) == faults_.end()) faults_.push_back(std::move(fault));
}

void FaultList::add(const std::vector<Fault>& faults) {
  for (const Fault& fault : faults) add(fault.pointer, fault.value, fault.message);
}

bool FaultList::any_under(std::string_view pointer) const {
  const auto under = [&](const Fault& fault) {
    const std::string_view at = fault.pointer;
    return at.substr(0, pointer.size()) == pointer && (at.size() == pointer.size() || at[pointer.size()] == '/');
  };
  return std::any_of(faults_.begin(), faults_.end(), under);
}

std::vector<Fault> FaultList::take() {
  if (left_out_ > 0) faults_.push_back({"", "", fmt::format("and {} faults more", left_out_)});
  left_out_ = 0;
  return std::move(faults_);
}

}  // namespace pawl
