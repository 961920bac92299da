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
#include "answers/questions.h"

namespace pawl::answers {

/// Returns the answer of `pawl simulate` about trials of a plan, in the units of the task. `report` is in SI units, and
/// `wrenches` are in the units of the task.
Answer trials_answer(const TrialReport& report, const std::vector<Eigen::Vector3d>& wrenches,
                     const TrialOptions& options, const Task& task);

/// Returns the answer of `pawl simulate` about a single trial. `stopped` is true if the trial was ended early.
Answer replay_answer(const Trial& trial, const std::vector<Eigen::Vector3d>& wrenches, const Units& units,
                     bool stopped);

/// Returns one line of the trace of a trial. A contact is identified by the number of its "fixel" or of its "wall",
/// counted from 1.
std::string trial_trace_line(double time, const State& state, const StepReport& report, const Task& task);

/// Reads the wrenches from a text: {"steps": ...}, {"plan": {"steps": ...}}, or an answer of `pawl plan`. Returns them
/// in `units`: if the text is an answer, its torques are converted from the units that it states. Throws InputError at
/// /plan; the message names `file`.
std::vector<Eigen::Vector3d> plan_in(const std::string& text, const std::string& file, const Units& units);

/// Returns the wrenches of a given plan. Reads the plan's file if its text has not been read yet.
std::vector<Eigen::Vector3d> wrenches_in(const GivenDocument& plan, const ValidTask& task);

/// Returns the number of starts that the task states.
std::size_t starts_of(const Task& task);

/// Returns the answer of `pawl simulate` for a task. Throws InputError if trials of the task are not possible, or if
/// its key "simulate" requests a feature that this version does not have.
Answer answer_trials(const ValidTask& task, const TrialsQuestion& question);

/// The energy over time: its values at the start, after at most kMost evenly spaced steps, and after the last step.
class EnergyHistory {
 public:
  EnergyHistory(const Units& units, const SceneSetup& setup);
  void add(const SceneStep& step);
  Json json() const;  ///< Returns [[t, energy], ...], in the scene's units.

 private:
  static constexpr long kMost = 200;
  double metres_;
  long every_;
  std::vector<std::array<double, 2>> chosen_;
  std::optional<std::array<double, 2>> last_;  ///< the last step, if it is not in `chosen_`
};

/// Returns the results of a simulation in the units of the scene.
Json results_json(const Units& units, const SceneSetup& setup, const SceneResult& result,
                  const EnergyHistory& energies);

/// Returns the answer of `pawl simulate` for a scene.
Answer scene_answer(const Scene& scene, const SceneSetup& setup, const SceneResult& result,
                    const EnergyHistory& energies);

/// Returns the first line of a trace: the outlines in body coordinates, their initial poses, and the units.
std::string trace_head(const Scene& scene, const SceneSetup& setup);

/// Returns the line of the trace for one step.
std::string trace_line(const Units& units, const SceneSetup& setup, const SceneStep& step);

}  // namespace pawl::answers
