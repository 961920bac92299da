// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/draw/simulation_page.h>

#include <algorithm>

#include "page/page_words.h"
#include "page/trial_play.h"

namespace pawl::draw {
namespace {

constexpr std::size_t kSeatedPlays = 3;  ///< beside those that failed

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
std::vector<std::size_t> starts_to_show(std::size_t starts, const std::vector<std::size_t>& failed) {
  const std::size_t first = std::min(failed.size(), kMostPlays - 1);
  std::vector<std::size_t> shown(failed.begin(), failed.begin() + static_cast<std::ptrdiff_t>(first));
  const std::size_t most = std::min(kMostPlays, first + kSeatedPlays);
  for (std::size_t k = 0; k < starts && shown.size() < most; ++k) {
    if (std::find(failed.begin(), failed.end(), k) == failed.end()) shown.push_back(k);
  }
  return shown;
}

std::string which(std::size_t failed, std::size_t shown, std::size_t seated) {
  const std::string of_failed = failed == 0       ? ""
                                : shown == failed ? fmt::format("the {} that did not, then ", failed)
                                                  : fmt::format("the first {} that did not, then ", shown);
  return fmt::format("{}{} that did", of_failed, seated);
}

}  // namespace

Page trials_page(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options,
                 std::size_t starts, const std::vector<std::size_t>& failed) {
  std::vector<std::size_t> shown = starts_to_show(starts, failed);
  if (shown.empty()) shown = {0};
  Page page = page_of_starts(task, wrenches, options, shown);
  page.list = fmt::format("{} of {} starts failed", failed.size(), starts);
  const std::size_t bad = std::min(failed.size(), kMostPlays - 1);
  page.notes.insert(
      page.notes.begin(),
      fmt::format("The plan on trial, by the dynamic model in steps of {:.6g} s: {} of {} starts seated. "
                  "Played here: {}.",
                  options.h, starts - failed.size(), starts, which(failed.size(), bad, shown.size() - bad)));
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
