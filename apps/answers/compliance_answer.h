// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>
#include <pawl/planner/fixture_clamps.h>

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "answers/answer.h"
#include "answers/questions.h"

namespace pawl::answers {

/// The question of `contacts --compliance`: which forces do the contacts have if they are springs?
struct ComplianceQuestion {
  double stiffness = 1e7;                      ///< stiffness of each contact, N/m, > 0
  double clamp_force = 0;                      ///< force with which each clamp presses if no wrench is applied, N, >= 0
  std::vector<ClampPlace> clamps = {};         ///< positions of the clamps on the outline; empty if the clamp force is
                                               ///< 0
  std::vector<Eigen::Vector3d> wrenches = {};  ///< applied wrenches, world frame; if empty, the process wrenches of the
                                               ///< task apply
};

/// Returns the question that the options state, or nothing if no option requests the forces of springs. Throws
/// InputError at --stiffness and --clamp-at for an invalid value, and at any option that would have no effect.
std::optional<ComplianceQuestion> compliance_question(const FixtureChecks& checks, const ValidTask& task);

/// Returns the question of a saved answer, from its member `compliance`.
ComplianceQuestion compliance_question_in(const Json& compliance);

/// Adds the forces and displacements as the member `compliance`. Uses the contacts of the seated pose or, if the part
/// has no seat, those of the task's pose; for a part without an outline, uses the contacts that the task states. Sets
/// the status kFailed if rounding decides whether a balance exists. Throws InputError at --load if there is neither a
/// wrench nor a clamp.
void add_compliance(const ValidTask& task, const ComplianceQuestion& question, Answer& answer);

}  // namespace pawl::answers
