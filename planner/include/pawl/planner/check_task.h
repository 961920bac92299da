// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>
#include <pawl/modes/ambiguity.h>
#include <pawl/modes/closure.h>
#include <pawl/planner/certainty.h>

#include <Eigen/Core>
#include <optional>
#include <string_view>
#include <vector>

namespace pawl {

/// The answer of `pawl check --mode` for a desired mode. Contacts are numbered from 0 (contact i is fixel i + 1).
struct [[nodiscard]] ModeCheck {
  ModeAmbiguity found;  ///< result for the mode; wrenches are in the frame of the task's contacts
  /// One wrench for each piece of found.safe: the wrench with the largest margin in this piece (SafePiece::wrench), of
  /// unit length, in the world frame, about the centre of mass. The margin, rad, is SafePiece::margin.
  std::vector<Eigen::Vector3d> safe_wrenches;
  Closure closure;
  Certainty certainty;

  [[nodiscard]] bool feasible() const { return !found.desired.empty(); }
  [[nodiscard]] bool determinate() const { return found.verdict == Verdict::determinate; }
};

/// The answer of `pawl check --wrench`.
struct [[nodiscard]] WrenchCheck {
  WrenchAmbiguity found;
  Certainty certainty;

  [[nodiscard]] bool determinate() const { return found.determinate(); }
  /// Returns whether the wrench certainly keeps the part at rest on all its contacts. This is true if only one mode is
  /// consistent with the wrench, and this mode has `n` for each touching contact of `set` (the task's contacts) and `s`
  /// for each other contact. It is false if no contact touches.
  [[nodiscard]] bool strongly_stable(const ContactSet& set) const;
};

/// Determines whether some wrench guarantees a mode of a task. `mode` has one letter per fixel; `*` stands for any
/// letter. Throws InputError if the task has faults or the mode does not fit the task.
ModeCheck check(const ValidTask& task, std::string_view mode);
ModeCheck check(const Task& task, std::string_view mode);

/// Determines the motions that are consistent with a wrench (fx, fy, tau). The wrench is in the world frame, about the
/// centre of mass. Throws InputError if the task has faults or the wrench is not finite.
WrenchCheck check(const ValidTask& task, const Eigen::Vector3d& wrench);
WrenchCheck check(const Task& task, const Eigen::Vector3d& wrench);

/// Overloads of the two functions above with a stop token. They return nothing if the token ends the check.
std::optional<ModeCheck> check(const ValidTask& task, std::string_view mode, const StopToken& stop);
std::optional<WrenchCheck> check(const ValidTask& task, const Eigen::Vector3d& wrench, const StopToken& stop);

/// Checks a wrench for a contact set, such as the contacts at the seat of a task. The wrench is in the frame of the
/// set.
std::optional<WrenchCheck> check(const ContactSet& set, const Eigen::Vector3d& wrench, const StopToken& stop);

}  // namespace pawl
