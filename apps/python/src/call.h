// SPDX-License-Identifier: MIT
// Calls from Python that may take a long time. They run without the interpreter's lock on a separate thread. Meanwhile
// the calling thread checks for signals 20 times a second and runs callbacks in Python (progress).
#pragma once

#include <pawl/base/stop_token.h>

#include <functional>
#include <memory>
#include <optional>

namespace pawl::python {

struct Job;  // defined in call.cpp

/// A running call. Inside a call, ask() is the only way to use Python.
class Call {
 public:
  explicit Call(Job& job, StopToken stop) : stop_(std::move(stop)), job_(job) {}

  const StopToken& stop() const { return stop_; }

  /// Returns a token for work after the call's own time limit. It stops after `seconds`, which may be infinite, or when
  /// an interrupt stops the call.
  StopToken stop_after(double seconds) const;

  /// Runs `work` on the caller's thread, which holds the interpreter's lock, and waits until it is done. If `work`
  /// throws, the call is stopped, and the exception is thrown again when the call has ended. Does nothing if the call
  /// has already been stopped.
  void ask(const std::function<void()>& work) const;

  /// Does the same as ask(). Does nothing if the previous call of this function was less than 50 ms ago.
  void tell(const std::function<void()>& work) const;

 private:
  StopToken stop_;
  Job& job_;
};

/// Runs `work` on another thread. `work` is requested to stop after `seconds`, on an interrupt, or on another Python
/// exception. An exception is thrown again when `work` has ended. If `work` does not end within 0.1 s of the exception,
/// it is abandoned. `work` and all its captures must therefore be able to outlive the caller, and must not hold Python
/// objects.
void run(std::optional<double> seconds, std::function<void(const Call&)> work);

/// Does the same as run() for a function `work` with a result, and returns this result.
template <class Work>
auto found_by(std::optional<double> seconds, Work work) {
  using Result = decltype(work(std::declval<const Call&>()));
  const auto result = std::make_shared<std::optional<Result>>();
  run(seconds, [result, work = std::move(work)](const Call& call) { result->emplace(work(call)); });
  return std::move(**result);
}

/// Requests the calls of all threads to end, and waits for them for 0.1 s. Must be called before the interpreter ends.
/// If a call still runs when the process ends, the static objects are not destroyed, because the call may use them.
/// This needs glibc; on other platforms, waits until all calls have ended.
void stop_all();

}  // namespace pawl::python
