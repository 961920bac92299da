// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/draw/simulation_page.h>

#include <algorithm>

#include "geometry/outline_extent.h"
#include "page/page_words.h"
#include "page/task_stills.h"
#include "page/trial_play.h"

namespace pawl::draw {
namespace {

constexpr int kStarts = 3;
constexpr double kDisplaced = .01;            ///< of the part's diameter
constexpr double kTurned = .017453292519943;  ///< rad: a degree

/// The task with a scatter: its own, or a small one.
ValidTask scattered(const ValidTask& valid) {
  if (valid.task().scatter) return valid;
  Task task = valid.task();
  task.scatter.emplace();
  task.scatter->starts = kStarts;
  task.scatter->translation = kDisplaced * pawl::internal::diameter(*task.part.outline);
  task.scatter->rotation = kTurned;
  return ValidTask(task);
}

std::string how_scattered(const Task& task) {
  if (task.scatter) return "drawn from the task's scatter";
  return fmt::format("up to {:.3g} {} and 1° off the seat (the task states no scatter)",
                     kDisplaced * pawl::internal::diameter(*task.part.outline), task.units.length_name());
}

Page tried(const ValidTask& valid, const std::vector<Eigen::Vector3d>& wrenches, const StopToken& stop) {
  const ValidTask task = scattered(valid);
  TrialOptions options = trial_options(task.task());
  options.stop = stop;
  const TrialTask in_metres = in_si(task, wrenches);
  Page page = internal::page_in(valid.task().units, "");
  page.energy_name = "energy, kinetic and of the drive";
  std::size_t stride = 1;
  const int starts = std::min(kStarts, task.task().scatter->starts);
  for (int k = 0; k < starts; ++k) {
    internal::TrialPlay one =
        internal::trial_play(in_metres, static_cast<std::size_t>(k), options, task.task().units, kStarts);
    stride = std::max(stride, one.stride);
    page.plays.push_back(std::move(one.play));
  }
  const auto good = std::count_if(page.plays.begin(), page.plays.end(), [](const PagePlay& play) { return play.good; });
  page.list = fmt::format("The plan, from {} starts: {} seated", starts, good);
  page.notes = {
      fmt::format("The plan run by the dynamic model, in steps of {:.6g} s, from {} {}, {}. What the plan "
                  "itself promises is what pawl plan says.",
                  options.h, starts, starts == 1 ? "start" : "starts", how_scattered(valid.task()))};
  internal::tell_thinning(page, stride);
  return page;
}

Page stills(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const std::string& why) {
  Page page = internal::page_in(task.task().units, "");
  page.plays = internal::task_stills(task, wrenches);
  page.list = "Steps of the plan";
  page.notes = {why};
  return page;
}

Page untitled(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const StopToken& stop) {
  if (wrenches.empty()) return stills(task, {}, "The task as it stands: nothing moves.");
  constexpr const char* kStill =
      "The steps of the plan one by one, with the part at the task's pose. Nothing moves here: ";
  if (!task.task().part.outline) return stills(task, wrenches, std::string(kStill) + "the task has no outline.");
  try {
    return tried(task, wrenches, stop);
  } catch (const InputError& error) {  // what trials do not take: no seat, a start that is nowhere free, …
    return stills(task, wrenches, std::string(kStill) + error.what());
  }
}

/// Only what is proved and certified is called proved.
std::string no_plan(const TaskPlan& plan) {
  if (plan.status != InsertionPlan::Status::none) return "Not known, stopped: " + plan.reason;
  if (plan.certainty.certified) return "No plan: proved, for this model. " + plan.reason;
  return "Not known, not certified: " + plan.certainty.reason;
}

}  // namespace

Page plan_page(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const StopToken& stop) {
  Page page = untitled(task, wrenches, stop);
  page.title = task.task().name.empty() ? "A task" : task.task().name;
  return page;
}

Page plan_page(const ValidTask& task, const TaskPlan& plan, const StopToken& stop) {
  const std::vector<Eigen::Vector3d> wrenches = plan.found() ? wrenches_of(plan) : std::vector<Eigen::Vector3d>();
  Page page = plan_page(task, wrenches, stop);
  if (!plan.found()) page.notes = {no_plan(plan) + ". The task as it stands; nothing moves."};
  return page;
}

}  // namespace pawl::draw
