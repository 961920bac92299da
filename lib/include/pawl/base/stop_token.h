// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
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

  /// Stops at the `look`-th look at it or a copy (1: the first), counted from now: for tests of what a call leaves that
  /// is ended at any point.
  static StopToken at_look(long look);

  [[nodiscard]] bool stop_requested() const;

 private:
  using Clock = std::chrono::steady_clock;
  std::shared_ptr<std::atomic<long>> looks_;  // that are left before it stops
  std::optional<Clock::time_point> deadline_;
  const std::atomic<bool>* flag_ = nullptr;
};

}  // namespace pawl
