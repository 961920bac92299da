// SPDX-License-Identifier: MIT
#include <pawl/planner/check_task.h>

#include <string>
#include <utility>

namespace pawl {

std::optional<ModeCheck> check(const ValidTask& task, std::string_view mode, const StopToken& stop) {
  const ContactSet& set = task.contacts();
  require_mode_fits(mode, set, "mode");
  const Ambiguity ambiguity(set, stop);
  if (!ambiguity.complete()) return std::nullopt;
  std::optional<ModeAmbiguity> found = ambiguity.of_mode(mode, stop);
  if (!found) return std::nullopt;
  ModeCheck result{std::move(*found), {}, closure(set), {}};
  for (const SafePiece& piece : result.found.safe) result.safe_wrenches.push_back(set.to_world(piece.wrench));
  result.certainty = certainty_of_mode(set, std::string(mode), result.found, result.closure);
  return result;
}

std::optional<WrenchCheck> check(const ValidTask& task, const Eigen::Vector3d& wrench, const StopToken& stop) {
  const ContactSet& set = task.contacts();
  const Ambiguity ambiguity(set, stop);
  if (!ambiguity.complete()) return std::nullopt;
  const Eigen::Vector3d g = set.from_world(wrench);
  std::optional<WrenchAmbiguity> found = ambiguity.of_wrench(g, stop);
  if (!found) return std::nullopt;
  WrenchCheck result{std::move(*found), {}};
  result.certainty = certainty_of_wrench(set, g, result.found);
  return result;
}

ModeCheck check(const ValidTask& task, std::string_view mode) { return *check(task, mode, StopToken()); }
ModeCheck check(const Task& task, std::string_view mode) { return check(ValidTask(task), mode); }

WrenchCheck check(const ValidTask& task, const Eigen::Vector3d& wrench) { return *check(task, wrench, StopToken()); }
WrenchCheck check(const Task& task, const Eigen::Vector3d& wrench) { return check(ValidTask(task), wrench); }

}  // namespace pawl
