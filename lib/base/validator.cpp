// SPDX-License-Identifier: MIT
#include "base/validator.h"

#include <fmt/format.h>

#include <algorithm>

namespace pawl::internal {

std::string cut(std::string text) {
  constexpr std::string_view kCut = "...";
  if (text.size() <= kLongestQuote) return text;
  std::size_t end = kLongestQuote - kCut.size();
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
  return text.append(kCut);
}

void Validator::add(std::string pointer, std::string value, std::string message) {
  if (faults_.size() == kMost) {
    ++left_out_;
    return;
  }
  Fault fault{cut(std::move(pointer)), std::move(value), std::move(message)};
  if (std::find(faults_.begin(), faults_.end(), fault) == faults_.end()) faults_.push_back(std::move(fault));
}

void Validator::add(std::string pointer, double value, std::string message) {
  add(std::move(pointer), fmt::format("{}", value), std::move(message));
}

void Validator::add(const std::vector<Fault>& faults) {
  for (const Fault& fault : faults) add(fault.pointer, fault.value, fault.message);
}

bool Validator::any_under(std::string_view pointer) const {
  const auto under = [&](const Fault& fault) {
    const std::string_view at = fault.pointer;
    return at.substr(0, pointer.size()) == pointer && (at.size() == pointer.size() || at[pointer.size()] == '/');
  };
  return std::any_of(faults_.begin(), faults_.end(), under);
}

std::vector<Fault> Validator::take() {
  if (left_out_ > 0) faults_.push_back({"", "", fmt::format("and {} faults more", left_out_)});
  left_out_ = 0;
  return std::move(faults_);
}

void Validator::finish() {
  if (!empty()) throw InputError(take());
}

}  // namespace pawl::internal
