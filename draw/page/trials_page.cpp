// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/draw/simulation_page.h>

#include <algorithm>

#include "page/page_words.h"
#include "page/trial_play.h"

namespace pawl::draw {
namespace {

Page page_of_starts(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options,
                    const std::vector<std::size_t>& starts) {
  const Units& units = task.task().units;
  const TrialTask tried = in_si(task, wrenches);
  Page page = internal::page_in(units, task.task().name.empty() ? "A plan on trial" : task.task().name);
  page.energy_name = "energy, kinetic and of the drive";
  std::size_t stride = 1;
  for (const std::size_t k : starts) {
    internal::TrialPlay one = internal::trial_play(tried, k, options, units, starts.size());
    stride = std::max(stride, one.stride);
    page.plays.push_back(std::move(one.play));
  }
  internal::tell_thinning(page, stride);
  return page;
}

/// Failures first, then seated ones.
std::vector<std::size_t> starts_to_show(const TrialReport& report) {
  std::vector<std::size_t> starts;
  for (const Trial& trial : report.failures) {
    if (starts.size() < kMostPlays - 1) starts.push_back(trial.index);
  }
  const std::size_t failed = starts.size();
  const auto has_failed = [&](std::size_t k) {
    return std::any_of(report.failures.begin(), report.failures.end(), [&](const Trial& t) { return t.index == k; });
  };
  const std::size_t most = failed == 0 ? std::min<std::size_t>(3, kMostPlays) : kMostPlays;
  for (std::size_t k = 0; k < report.starts && starts.size() < std::min(most, failed + 3); ++k) {
    if (!has_failed(k)) starts.push_back(k);
  }
  return starts;
}

}  // namespace

Page trials_page(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options,
                 const TrialReport& report) {
  std::vector<std::size_t> starts = starts_to_show(report);
  if (starts.empty()) starts = {0};
  Page page = page_of_starts(task, wrenches, options, starts);
  const std::size_t failed = report.failures.size();
  page.list = fmt::format("{} of {} starts failed", failed, report.starts);
  std::size_t shown = 0;
  for (const PagePlay& play : page.plays) shown += play.good ? 0 : 1;
  page.notes.insert(page.notes.begin(),
                    fmt::format("The plan on trial, by the dynamic model in steps of {:.6g} s: {} of {} starts seated. "
                                "Here are {}{} and {} that did.",
                                options.h, report.starts - failed, report.starts,
                                failed == 0       ? "none that did not"
                                : shown == failed ? "all that did not"
                                                  : fmt::format("the first {} that did not", shown),
                                "", page.plays.size() - shown));
  return page;
}

Page trial_page(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options,
                std::size_t k) {
  Page page = page_of_starts(task, wrenches, options, {k});
  page.notes.insert(page.notes.begin(),
                    fmt::format("Start {} of the task's scatter, by the dynamic model in steps of {:.6g} s; every "
                                "instant is the end of a step.",
                                k, options.h));
  return page;
}

}  // namespace pawl::draw
