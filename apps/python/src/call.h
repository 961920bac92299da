// SPDX-License-Identifier: MIT
// Calls from Python that may take a long time. They run without the interpreter's lock on a separate thread. Meanwhile
// the calling thread checks for signals 20 times a second and runs callbacks in Python (progress).
#pragma once

#include <pawl/base/stop_token.h>

#include <functional>
#include <memory>
#include <optional>

namespace pawl::python {

struct Job;  // see call.cpp

/// A running call. It must not use Python except through ask().
class Call {
 public:
  explicit Call(Job& job, StopToken stop) : stop_(std::move(stop)), job_(job) {}

  const StopToken& stop() const { return stop_; }

  /// Returns a token that stops after this many seconds, which may be infinite, or when the call is stopped by an
  /// interrupt. It is for work after the call's own time limit.
  StopToken stop_after(double seconds) const;

  /// Runs `work` on the caller's thread, which holds the interpreter's lock, and waits for its end. An exception stops
  /// the call and is rethrown after the call has ended. Does nothing if the call is stopped.
  void ask(const std::function<void()>& work) const;

  /// Does the same as ask(). Does nothing if the previous call of this function was less than 50 ms ago.
  void tell(const std::function<void()>& work) const;

 private:
  StopToken stop_;
  Job& job_;
};

/// Runs `work`. Stops it after `seconds`, or on an interrupt or another Python exception, which is then rethrown. A
/// call that does not end within 0.1 s of such an exception is abandoned. Therefore `work` and everything that it holds
/// must be able to outlive the caller, and must not hold Python objects.
void run(std::optional<double> seconds, std::function<void(const Call&)> work);

/// Does the same as run(), and returns the result of `work`.
template <class Work>
auto found_by(std::optional<double> seconds, Work work) {
  using Result = decltype(work(std::declval<const Call&>()));
  const auto result = std::make_shared<std::optional<Result>>();
  run(seconds, [result, work = std::move(work)](const Call& call) { result->emplace(work(call)); });
  return std::move(**result);
}

/// Stops the calls of all threads and waits 0.1 s for them to end. Must be called before the interpreter ends. If a
/// call has not ended when the process ends, static objects are not destroyed, because the call may still use them.
void stop_all();

}  // namespace pawl::python
