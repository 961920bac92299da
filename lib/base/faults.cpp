// SPDX-License-Identifier: MIT
#include "base/faults.h"

#include <fmt/format.h>
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/base/stop_token.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace pawl {
namespace {

std::string joined(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) {
    if (!text.empty()) text += '\n';
    for (const std::string* part : {&fault.pointer, &fault.value}) {
      if (!part->empty()) text += *part + ": ";
    }
    text += fault.message;
  }
  return text;
}

}  // namespace

InputError::InputError(std::vector<Fault> faults) : std::runtime_error(joined(faults)), faults_(std::move(faults)) {}

InputError::InputError(std::string pointer, std::string value, std::string message)
    : InputError(std::vector<Fault>{{std::move(pointer), std::move(value), std::move(message)}}) {}

}  // namespace pawl

namespace pawl::internal::inline base {

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
  if (left_out_ > 0) faults_.push_back({"", "", fmt::format("and {} more faults", left_out_)});
  left_out_ = 0;
  return std::move(faults_);
}

void Validator::finish() {
  if (!empty()) throw InputError(take());
}

}  // namespace pawl::internal::inline base

namespace pawl {

void assertion_failed(const char* promise, const char* file, int line) {
  std::fprintf(stderr, "pawl: assertion failed: %s (%s:%d)\n", promise, file, line);
  std::abort();
}

namespace {

/// Largest finite time limit, s. Longer times count as infinite, because a clock that counts nanoseconds overflows
/// after about 9e9 s.
constexpr double kLongest = 1e9;

}  // namespace

StopToken::StopToken(double seconds, const std::atomic<bool>* flag) : flag_(flag) {
  if (seconds > kLongest) return;
  deadline_ = Clock::now();
  if (seconds > 0) *deadline_ += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

StopToken StopToken::at_poll(long look) {
  StopToken token;
  token.polls_ = std::make_shared<std::atomic<long>>(look - 1);
  return token;
}

bool StopToken::stop_requested() const {
  if (polls_ && polls_->fetch_sub(1, std::memory_order_relaxed) <= 0) return true;
  return (flag_ != nullptr && flag_->load(std::memory_order_relaxed)) || (deadline_ && Clock::now() >= *deadline_);
}

}  // namespace pawl
