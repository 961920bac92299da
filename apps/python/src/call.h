// SPDX-License-Identifier: MIT
// How Python calls what may take long: without the interpreter's lock, on a thread beside the caller, who meanwhile
// looks for signals 20 times a second and runs what is to be run in Python (progress).
#pragma once

#include <pawl/base/stop_token.h>

#include <functional>
#include <memory>
#include <optional>

namespace pawl::python {

struct Job;  // see call.cpp

/// What a call may do while it runs. It must not touch Python but by ask().
class Call {
 public:
  explicit Call(Job& job, StopToken stop) : stop_(std::move(stop)), job_(job) {}

  const StopToken& stop() const { return stop_; }

  /// Runs `work` on the caller's thread, with the lock, and waits for it. What it raises stops the call, and is raised
  /// when that has ended. Nothing once the call is stopped.
  void ask(const std::function<void()>& work) const;

  /// The same, but not more often than people can see.
  void tell(const std::function<void()>& work) const;

 private:
  StopToken stop_;
  Job& job_;
};

/// Runs `work`, to be stopped after so many seconds, or by an interrupt or another exception of Python, which is then
/// raised. A call that does not heed its stop within a tenth of a second of that is left to itself: `work` and all it
/// holds must outlive the caller, and hold nothing of Python.
void run(std::optional<double> seconds, std::function<void(const Call&)> work);

/// The same with a result.
template <class Work>
auto found_by(std::optional<double> seconds, Work work) {
  using Result = decltype(work(std::declval<const Call&>()));
  const auto result = std::make_shared<std::optional<Result>>();
  run(seconds, [result, work = std::move(work)](const Call& call) { result->emplace(work(call)); });
  return std::move(**result);
}

/// Stops every call of every thread, and waits a tenth of a second for them to end: before the interpreter does.
void stop_all();

}  // namespace pawl::python
