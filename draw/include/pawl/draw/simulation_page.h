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

/// Pages of what is simulated (pawl/draw/page.h): a scene, trials of a plan, a plan, a task that stands still. A run
/// of more than some 1.5 million numbers is thinned: every second instant, fourth … is kept, and the page says so.
namespace pawl::draw {

/// A scene as it is run: pawl::run(), and the page of its steps.
struct PlayedScene {
  SceneResult result;
  Page page;
};
PlayedScene play_scene(const Scene& scene, const SceneSetup& setup, const StopToken& stop = {},
                       const std::function<void(const SceneStep&)>& after = nullptr);

/// Trials of wrenches (fx, fy, tau), of the task's units, that were tried from so many starts: those that failed first,
/// then seated ones, kMostPlays in all; each is run again. As much InputError as run_trial.
inline constexpr std::size_t kMostPlays = 20;
Page trials_page(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options,
                 std::size_t starts, const std::vector<std::size_t>& failed);

/// One trial: that of `pawl simulate --replay`.
Page trial_page(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options,
                std::size_t k);

/// A plan tried from three starts, of the task's scatter or, where it has none, within a hundredth of the part's
/// diameter and a degree of its seat. Where there is nothing to try (no plan, no outline, no seat), the task, with a
/// still picture for each step of the plan; the page says which it is, and why.
Page plan_page(const ValidTask& task, const TaskPlan& plan, const StopToken& stop = {});

/// The same of wrenches alone (fx, fy, tau), world frame, in the task's units; without one the task as it stands.
Page plan_page(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const StopToken& stop = {});

}  // namespace pawl::draw
