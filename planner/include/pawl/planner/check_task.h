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

/// What `pawl check --mode` prints of a mode that is desired. Contacts are numbered from 0 (contact i is fixel i + 1).
struct [[nodiscard]] ModeCheck {
  ModeAmbiguity found;  ///< frame of the task's contacts
  /// The widest wrench of each piece of found.safe, unit length, world frame, about the centre of mass; its margin is
  /// the piece's, rad.
  std::vector<Eigen::Vector3d> safe_wrenches;
  Closure closure;
  Certainty certainty;

  [[nodiscard]] bool feasible() const { return !found.desired.empty(); }
  [[nodiscard]] bool determinate() const { return found.verdict == Verdict::determinate; }
};

/// What `pawl check --wrench` prints.
struct [[nodiscard]] WrenchCheck {
  WrenchAmbiguity found;
  Certainty certainty;

  [[nodiscard]] bool determinate() const { return found.determinate(); }
};

/// Whether a mode of a task can be had for sure: `mode` has one letter a fixel, `*` for any. Throws InputError for a
/// task with faults and a mode that does not fit it.
ModeCheck check(const ValidTask& task, std::string_view mode);
ModeCheck check(const Task& task, std::string_view mode);

/// What a wrench (fx, fy, tau), world frame, about the centre of mass, does for sure. Throws InputError for a task with
/// faults and a wrench that is not finite.
WrenchCheck check(const ValidTask& task, const Eigen::Vector3d& wrench);
WrenchCheck check(const Task& task, const Eigen::Vector3d& wrench);

/// The same, but nothing when stopped.
std::optional<ModeCheck> check(const ValidTask& task, std::string_view mode, const StopToken& stop);
std::optional<WrenchCheck> check(const ValidTask& task, const Eigen::Vector3d& wrench, const StopToken& stop);

}  // namespace pawl
