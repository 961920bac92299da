// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>
#include <pawl/planner/trials.h>
#include <pawl/scenes/run_scene.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// What `pawl simulate` says of a plan on trial, in the task's units: `wrenches` are the task's, the report in SI.
Answer trials_answer(const TrialReport& report, const std::vector<Eigen::Vector3d>& wrenches,
                     const TrialOptions& options, const Units& units);

/// The same of one trial alone. `stopped`: it was ended early.
Answer replay_answer(const Trial& trial, const std::vector<Eigen::Vector3d>& wrenches, const Units& units,
                     bool stopped);

/// A line of a trial's trace.
std::string trial_trace_line(double time, const State& state, const StepReport& report, const Units& units);

/// What is asked of a plan on trial beside the task.
struct TrialsQuestion {
  std::optional<std::vector<Eigen::Vector3d>> plan;  ///< wrenches, world frame; none: the task's, else one is made
  std::optional<long> replay;                        ///< one start alone
  bool both = false;                                 ///< random and adversarial choices, side by side
  StopToken stop;
  std::function<void(const std::string&)> trace;  ///< takes the lines of a replay's trace
  /// Called before all starts are tried, with their number; takes how many are done.
  std::function<std::function<void(std::size_t)>(std::size_t)> progress;
};

/// The wrenches of a text: {"steps": ...}, {"plan": {"steps": ...}} or an answer of `pawl plan`, which says its own
/// units; of the others without "pawl" they are these. Throws InputError at /plan, which quotes `file`.
std::vector<Eigen::Vector3d> plan_in(const std::string& text, const std::string& file, const Units& units);

/// How many starts a task asks for.
std::size_t starts_of(const Task& task);

/// The answer of `pawl simulate` to a task. Throws InputError for what the library refuses, and for a task whose
/// "simulate" asks for what this version cannot do.
Answer answer_trials(const ValidTask& task, const TrialsQuestion& question);

/// Energy over time, at the start and after at most kMost steps, evenly chosen, the last one among them.
class EnergyHistory {
 public:
  EnergyHistory(const Units& units, const SceneSetup& setup);
  void add(const SceneStep& step);
  Json json() const;  ///< [[t, energy], ...], in the scene's units

 private:
  static constexpr long kMost = 200;
  double metres_;
  long every_;
  std::vector<std::array<double, 2>> chosen_;
  std::optional<std::array<double, 2>> last_;  ///< where it is not chosen
};

/// In the scene's units.
Json results_json(const Units& units, const SceneSetup& setup, const SceneResult& result,
                  const EnergyHistory& energies);

/// What `pawl simulate` says of a scene that was stepped.
Answer scene_answer(const Scene& scene, const SceneSetup& setup, const SceneResult& result,
                    const EnergyHistory& energies);

/// The first line of a trace: the outlines, each in its body's coordinates, where they start, and the units.
std::string trace_head(const Scene& scene, const SceneSetup& setup);

/// The line of one step.
std::string trace_line(const Units& units, const SceneSetup& setup, const SceneStep& step);

}  // namespace pawl::answers
