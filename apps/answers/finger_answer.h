// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "answers/answer.h"
#include "answers/questions.h"

namespace pawl::answers {

/// The question of `contacts --finger`: on which stretches of the outline has an additional finger the effect `effect`?
struct FingerQuestion {
  std::string effect;  ///< "force-closure", "form-closure", "strongly-stable", or a mode whose last letter is that of
                       ///< the finger
  Friction friction = 0;
  std::optional<std::size_t> replaces = {};    ///< number, from 1, of the contact that the finger replaces; without a
                                               ///< value, no contact is removed
  std::vector<Eigen::Vector3d> wrenches = {};  ///< applied wrenches, world frame; if empty, the process wrenches of the
                                               ///< task apply
};

/// Returns the question that the options state, or nothing if the option --finger is not given. Throws InputError at
/// --finger and --finger-friction for an invalid value, at /part/outline for a part without an outline, and at any
/// option that would have no effect.
std::optional<FingerQuestion> finger_question(const FixtureChecks& checks, const ValidTask& task);

/// Returns the question of a saved answer, from its member `finger`.
FingerQuestion finger_question_in(const Json& finger);

/// Adds the member `finger`: the stretches of the outline on which the finger has the effect. Uses the contacts of the
/// seated pose or, if the part has no seat, those of the task's pose. Sets the status kFailed if the result on some
/// edge is not certain. Throws InputError at --finger, --finger-replaces and --finger-wrench, and at /part/outline for
/// a part without an outline.
void add_finger(const ValidTask& task, const FingerQuestion& question, Answer& answer);

}  // namespace pawl::answers
