// SPDX-License-Identifier: MIT
#include <pawl/base/stop_token.h>

namespace pawl {
namespace {

/// Longer times are taken as endless: a clock in nanoseconds ends after some 9e9 s.
constexpr double kLongest = 1e9;

}  // namespace

StopToken::StopToken(double seconds, const std::atomic<bool>* flag) : flag_(flag) {
  if (seconds > kLongest) return;
  deadline_ = Clock::now();
  if (seconds > 0) *deadline_ += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

bool StopToken::stop_requested() const {
  return (flag_ != nullptr && flag_->load(std::memory_order_relaxed)) || (deadline_ && Clock::now() >= *deadline_);
}

}  // namespace pawl
