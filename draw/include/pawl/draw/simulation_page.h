// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/page.h>
#include <pawl/planner/plan_task.h>
#include <pawl/planner/trials.h>
#include <pawl/scenes/run_scene.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Players of simulations (pawl/draw/page.h): a scene, trials of a plan, a plan, or a task at rest. If a run has more
/// than about 1.5 million numbers, only every second, fourth, ... instant is kept, and the page states this.
namespace pawl::draw {

/// The result of pawl::run() on a scene, and a page that plays its time steps.
struct PlayedScene {
  SceneResult result;
  Page page;
};
PlayedScene play_scene(const Scene& scene, const SceneSetup& setup, const StopToken& stop = {},
                       const std::function<void(const SceneStep&)>& after = nullptr);

/// Returns the page of trials of a plan, which is given by its wrenches (fx, fy, tau) in the task's units. `starts` is
/// the number of trials that were run, and `failed` contains the indices of those that failed. The page shows at most
/// kMostPlays trials: failed trials first, and then at most three seated ones. Without any trials, it shows trial 0.
/// Each of these trials is run again. Throws the same InputErrors as run_trial.
inline constexpr std::size_t kMostPlays = 20;
Page trials_page(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options,
                 std::size_t starts, const std::vector<std::size_t>& failed);

/// Returns the page of trial k alone, as `pawl simulate --replay` shows it.
Page trial_page(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options,
                std::size_t k);

/// Returns the page of a plan that is tried from at most three starts. The starts are drawn from the task's scatter. If
/// the task has no scatter, they are drawn from poses within 1/100 of the part's diameter (in x and in y) and one
/// degree of the seat. If no trial can be run (no outline, no seat), the page shows a still picture for each step of
/// the plan, and states the reason. Without a plan, it shows the task at rest and the reason.
Page plan_page(const ValidTask& task, const TaskPlan& plan, const StopToken& stop = {});

/// Overload of plan_page() for a plan that is given only by its wrenches (fx, fy, tau), in the world frame and the
/// task's units. Without wrenches, the page shows the task at rest.
Page plan_page(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const StopToken& stop = {});

}  // namespace pawl::draw
