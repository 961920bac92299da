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

/// Returns the answer of `pawl simulate` for trials of a plan, in the units of the task. `wrenches` are in the same
/// units, and the report is in SI units.
Answer trials_answer(const TrialReport& report, const std::vector<Eigen::Vector3d>& wrenches,
                     const TrialOptions& options, const Task& task);

/// Returns the answer of `pawl simulate` for a single trial. `stopped` states whether the trial was ended early.
Answer replay_answer(const Trial& trial, const std::vector<Eigen::Vector3d>& wrenches, const Units& units,
                     bool stopped);

/// Returns a line of a trial's trace. A contact has the number of its "fixel" or of its "wall", both from 1.
std::string trial_trace_line(double time, const State& state, const StepReport& report, const Task& task);

/// Returns the wrenches in a text, which is {"steps": ...}, {"plan": {"steps": ...}}, or an answer of `pawl plan`. An
/// answer states its own units; a text without the key "pawl" is in `units`. Throws InputError at /plan, with the file
/// name `file`.
std::vector<Eigen::Vector3d> plan_in(const std::string& text, const std::string& file, const Units& units);

/// Returns the wrenches of a given plan. Reads the plan from its file unless its text is already known.
std::vector<Eigen::Vector3d> wrenches_in(const GivenDocument& plan, const ValidTask& task);

/// Returns the number of starts of a task.
std::size_t starts_of(const Task& task);

/// Returns the answer of `pawl simulate` for a task. Throws InputError if the library rejects the task, or if its key
/// "simulate" requests a feature that this version does not have.
Answer answer_trials(const ValidTask& task, const TrialsQuestion& question);

/// The history of the energy: its values at the start and after at most kMost evenly spaced steps. The last step is
/// always among them.
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
  std::optional<std::array<double, 2>> last_;  ///< the last step, if it is not among `chosen_`
};

/// Returns the results in the scene's units.
Json results_json(const Units& units, const SceneSetup& setup, const SceneResult& result,
                  const EnergyHistory& energies);

/// Returns the answer of `pawl simulate` for a scene.
Answer scene_answer(const Scene& scene, const SceneSetup& setup, const SceneResult& result,
                    const EnergyHistory& energies);

/// Returns the first line of a trace: the outlines in body coordinates, their initial poses, and the units.
std::string trace_head(const Scene& scene, const SceneSetup& setup);

/// Returns the trace line of one step.
std::string trace_line(const Units& units, const SceneSetup& setup, const SceneStep& step);

}  // namespace pawl::answers
