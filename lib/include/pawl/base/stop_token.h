// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

namespace pawl {

/// A request to end a long call early: after a time, or when a signal handler or another thread sets a flag. A
/// default-constructed token never stops a call. Copying a token is inexpensive. Long calls poll the token at least
/// every 10 ms. A call that is stopped returns its partial result, and reports that it was stopped.
class StopToken {
 public:
  StopToken() = default;
  /// Creates a token that stops calls `seconds` from now, or when `flag` is set. If `seconds` is infinite, only the
  /// flag stops calls; if it is NaN, 0 or negative, calls stop at once. `flag` must outlive the token and its copies.
  explicit StopToken(double seconds, const std::atomic<bool>* flag = nullptr);

  /// Returns a token that stops when it is polled for the `look`-th time, counted from 1. Polls of copies count too.
  /// Tests use such a token to interrupt a call at any point, and then check the state of the objects.
  static StopToken at_poll(long look);

  [[nodiscard]] bool stop_requested() const;

 private:
  using Clock = std::chrono::steady_clock;
  std::shared_ptr<std::atomic<long>> polls_;  // number of polls left before the token stops
  std::optional<Clock::time_point> deadline_;
  const std::atomic<bool>* flag_ = nullptr;
};

}  // namespace pawl
