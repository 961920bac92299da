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

StopToken StopToken::at_look(long look) {
  StopToken token;
  token.looks_ = std::make_shared<std::atomic<long>>(look - 1);
  return token;
}

bool StopToken::stop_requested() const {
  if (looks_ && looks_->fetch_sub(1, std::memory_order_relaxed) <= 0) return true;
  return (flag_ != nullptr && flag_->load(std::memory_order_relaxed)) || (deadline_ && Clock::now() >= *deadline_);
}

}  // namespace pawl
