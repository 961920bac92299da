// SPDX-License-Identifier: MIT
#include "python/src/call.h"

#include <cxxabi.h>
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pybind11/pybind11.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace pawl::python {

namespace py = pybind11;
using Clock = std::chrono::steady_clock;

struct Job {
  std::function<void(const Call&)> work;
  double seconds = std::numeric_limits<double>::infinity();
  pid_t process = getpid();

  std::mutex mutex;
  std::condition_variable to_caller, to_call, to_end;
  std::atomic<bool> stop = false;  // whether the call was requested to end
  bool done = false;
  bool left = false;                             // whether the caller no longer waits for the call
  const std::function<void()>* asked = nullptr;  // function that the caller must run, or null
  std::exception_ptr error;                      // exception that the call has thrown
  Clock::time_point told{};
};

StopToken Call::stop_after(double seconds) const { return StopToken(seconds, &job_.stop); }

void Call::ask(const std::function<void()>& work) const {
  std::unique_lock lock(job_.mutex);
  const auto free = [&] { return job_.left || job_.asked == nullptr; };
  job_.to_call.wait(lock, free);
  if (job_.left || job_.stop) return;
  job_.asked = &work;
  job_.to_caller.notify_one();
  job_.to_call.wait(lock, [&] { return job_.left || job_.asked != &work; });
}

void Call::tell(const std::function<void()>& work) const {
  constexpr std::chrono::milliseconds kBetween(50);
  {
    const std::scoped_lock lock(job_.mutex);
    const Clock::time_point now = Clock::now();
    if (now - job_.told < kBetween) return;
    job_.told = now;
  }
  ask(work);
}

namespace {

void do_job(const std::shared_ptr<Job>& job) {
  try {
    job->work(Call(*job, StopToken(job->seconds, &job->stop)));
  } catch (...) {
    job->error = std::current_exception();
  }
  const std::scoped_lock lock(job->mutex);
  job->done = true;
  job->to_caller.notify_one();
  job->to_end.notify_all();
}

/// A thread that waits for jobs. It belongs to a calling thread, which uses it for all its calls, because a short call
/// takes less time than starting a thread.
class Worker {
 public:
  Worker() : thread_([state = state_] { serve(*state); }) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    {
      const std::scoped_lock lock(state_->mutex);
      state_->ends = true;
    }
    state_->wake.notify_one();
    if (left_) {
      thread_.detach();
    } else {
      thread_.join();
    }
  }

  void take(std::shared_ptr<Job> job) {
    {
      const std::scoped_lock lock(state_->mutex);
      state_->job = std::move(job);
    }
    state_->wake.notify_one();
  }

  void leave() { left_ = true; }  ///< The destructor then no longer waits for the current job, which may never end.

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable wake;
    std::shared_ptr<Job> job;
    bool ends = false;
  };

  static void serve(State& state) {
    std::unique_lock lock(state.mutex);
    for (;;) {
      state.wake.wait(lock, [&] { return state.ends || state.job; });
      if (!state.job) return;
      const std::shared_ptr<Job> job = std::move(state.job);
      state.job = nullptr;
      lock.unlock();
      do_job(job);
      lock.lock();
    }
  }

  std::shared_ptr<State> state_ = std::make_shared<State>();
  bool left_ = false;
  std::thread thread_;
};

/// The idle workers of one calling thread. There are several if a callback makes calls itself. The child process of a
/// fork has none of them.
class Workers {
 public:
  std::unique_ptr<Worker> take() {
    if (process_ != getpid()) {
      for (std::unique_ptr<Worker>& gone : idle_) (void)gone.release();
      idle_.clear();
      process_ = getpid();
    }
    if (idle_.empty()) return std::make_unique<Worker>();
    std::unique_ptr<Worker> worker = std::move(idle_.back());
    idle_.pop_back();
    return worker;
  }
  void give_back(std::unique_ptr<Worker> worker) { idle_.push_back(std::move(worker)); }
  ~Workers() {
    if (process_ == getpid()) return;
    for (std::unique_ptr<Worker>& gone : idle_) (void)gone.release();
  }

 private:
  pid_t process_ = getpid();
  std::vector<std::unique_ptr<Worker>> idle_;
};

thread_local Workers workers;

[[noreturn]] void stay() {
  for (;;) pause();
}

/// Releases the interpreter's lock during the lifetime of this object. If a thread requests the lock after the
/// interpreter has ended, Python unwinds the thread, and unwinding through destructors would terminate the program.
/// With this object, such a thread blocks until the process ends.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
  ~Unlocked() { lock(); }

  template <class Work>
  void with_lock(const Work& work) {
    lock();
    work();
    state_ = PyEval_SaveThread();
  }

 private:
  void lock() {
    try {
      PyEval_RestoreThread(state_);
    } catch (...) {
      stay();
    }
  }

  PyThreadState* state_;
};

/// Runs the requested callback, if any, and handles signals. The caller must hold the interpreter's lock. Stores an
/// exception in `raised` and stops the job.
void serve_python(const std::function<void()>* asked, Job& job, std::exception_ptr& raised) {
  try {
    if (asked != nullptr && !raised) (*asked)();
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  } catch (const abi::__forced_unwind&) {
    stay();
  } catch (...) {
    if (!raised) raised = std::current_exception();
    job.stop = true;
  }
}

/// Waits until the job is done, and returns true. If an exception occurs and the job does not end soon afterwards,
/// abandons the job and returns false.
bool wait_for(Job& job, std::exception_ptr& raised) {
  constexpr std::chrono::milliseconds kStyle(50), kPatience(100);
  Unlocked unlocked;
  std::unique_lock lock(job.mutex);
  std::optional<Clock::time_point> last;
  for (;;) {
    job.to_caller.wait_for(lock, last ? std::min<Clock::duration>(kStyle, *last - Clock::now()) : kStyle,
                           [&] { return job.done || job.asked != nullptr; });
    if (job.done) return true;
    const std::function<void()>* const asked = job.asked;
    lock.unlock();
    unlocked.with_lock([&] { serve_python(asked, job, raised); });
    lock.lock();
    if (asked != nullptr) {
      job.asked = nullptr;
      job.to_call.notify_all();
    }
    if (raised && !last) last = Clock::now() + kPatience;
    if (last && !job.done && Clock::now() >= *last) {
      job.left = true;
      job.to_call.notify_all();
      return false;
    }
  }
}

/// The running jobs of all threads. The interpreter may end before the jobs of daemon threads.
class Running {
 public:
  void add(std::weak_ptr<Job> job) {
    const std::scoped_lock lock(mutex_);
    std::erase_if(jobs_, [](const std::weak_ptr<Job>& one) { return one.expired(); });
    jobs_.push_back(std::move(job));
  }
  std::vector<std::shared_ptr<Job>> all() const {
    const std::scoped_lock lock(mutex_);
    std::vector<std::shared_ptr<Job>> all;
    for (const std::weak_ptr<Job>& one : jobs_) {
      // In the child process of a fork, the list also contains jobs of the parent process. They never end here.
      if (std::shared_ptr<Job> job = one.lock(); job && job->process == getpid()) all.push_back(std::move(job));
    }
    return all;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::weak_ptr<Job>> jobs_;
};

Running& running() {
  static auto* const kept = new Running;  // never deleted, because threads may use the object until the process ends
  return *kept;
}

/// Requests all jobs to end, and waits for them until the time `last`. Returns whether all jobs have ended.
bool all_end_by(Clock::time_point last) {
  const std::vector<std::shared_ptr<Job>> jobs = running().all();
  for (const std::shared_ptr<Job>& job : jobs) job->stop = true;
  return std::all_of(jobs.begin(), jobs.end(), [&](const std::shared_ptr<Job>& job) {
    std::unique_lock lock(job->mutex);
    return job->to_end.wait_until(lock, last, [&] { return job->done; });
  });
}

/// Called when the process ends, before its static objects are destroyed. If a job still runs, it may use these
/// objects. In this case, ends the process without destroying them.
void end_before_destructors(int status, void*) {
  if (all_end_by(Clock::now())) return;
  std::fflush(nullptr);
  _exit(status);
}

}  // namespace

void stop_all() {
  constexpr std::chrono::milliseconds kPatience(100);
  const Unlocked unlocked;
#ifdef __GLIBC__
  // At the end of a process, functions are called in the reverse order of their registration. This function is
  // registered last, and is therefore called first.
  if (!all_end_by(Clock::now() + kPatience)) on_exit(end_before_destructors, nullptr);
#else
  while (!all_end_by(Clock::now() + kPatience)) continue;  // on_exit does not exist on this platform, so wait until all
                                                           // jobs have ended
#endif
}

void run(std::optional<double> seconds, std::function<void(const Call&)> work) {
  if (seconds && !(*seconds >= 0)) throw InputError("seconds", fmt::format("{}", *seconds), "must be at least 0");
  const auto job = std::make_shared<Job>();
  job->work = std::move(work);
  running().add(job);
  if (seconds) job->seconds = *seconds;
  std::unique_ptr<Worker> worker = workers.take();
  worker->take(job);
  std::exception_ptr raised;
  if (wait_for(*job, raised)) {
    workers.give_back(std::move(worker));
  } else {
    worker->leave();
  }
  if (raised) std::rethrow_exception(raised);
  if (job->error) std::rethrow_exception(job->error);
}

}  // namespace pawl::python
