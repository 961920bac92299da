// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace pawl {

/// Tells a long call to end early: after a time, or when a flag is set by a signal handler or by another thread. Cheap
/// to copy; made by default it never stops anything. Long calls look at it at least every 10 ms and then say that they
/// were stopped, with what they have.
class StopToken {
 public:
  StopToken() = default;
  /// Stops `seconds` from now (infinite: never; not above 0, or no number: at once), or when `flag`, which must outlive
  /// the token and its copies, is set.
  explicit StopToken(double seconds, const std::atomic<bool>* flag = nullptr);

  bool stop_requested() const;

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> deadline_;
  const std::atomic<bool>* flag_ = nullptr;
};

}  // namespace pawl
