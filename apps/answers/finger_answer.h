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

/// The question of `contacts --finger`: where does one more finger have an effect?
struct FingerQuestion {
  std::string effect;  ///< "force-closure", "form-closure", "strongly-stable", or a mode with the finger's letter last
  Friction friction = 0;
  std::optional<std::size_t> replaces = {};    ///< number of the contact that is left out, from 1
  std::vector<Eigen::Vector3d> wrenches = {};  ///< wrenches, world frame; if empty, the process wrenches of the task
};

/// Returns the question that the options state, or nothing if they state none. Throws InputError at --finger-friction,
/// and for options without effect.
std::optional<FingerQuestion> finger_question(const FixtureChecks& checks, const ValidTask& task);

/// Returns the question of a saved answer, from its member `finger`.
FingerQuestion finger_question_in(const Json& finger);

/// Adds the stretches of the outline where the finger has the effect, as `finger`. The contacts are those of the seated
/// pose or, if the part has none, of the task's pose. Sets the status kFailed if an edge is not certain. Throws
/// InputError at --finger, --finger-replaces and --finger-wrench, and at /part/outline for a part without an outline.
void add_finger(const ValidTask& task, const FingerQuestion& question, Answer& answer);

}  // namespace pawl::answers
