// SPDX-License-Identifier: MIT
#include "answers/forward_answer.h"

#include <pawl/base/tolerance.h>

namespace pawl::answers {

const char* name_of(SolutionCount count) {
  switch (count) {
    case SolutionCount::none:
      return "none";
    case SolutionCount::one:
      return "one";
    case SolutionCount::many:
      return "many";
  }
  return "";
}

namespace {

/// An entry without end has null.
Json ends_json(const Eigen::Vector3d& ends, const std::vector<Eigen::Vector3d>& directions, int sign,
               const Units& units) {
  constexpr double kRounding = 1e-15;  ///< of directions turned into the world's axes
  Json result = pose_json(ends, units);
  for (const Eigen::Vector3d& direction : directions) {
    for (int k = 0; k < 3; ++k) {
      if (sign * direction[k] > kRounding) result[static_cast<std::size_t>(k)] = nullptr;
    }
  }
  return result;
}

/// Least and greatest of each entry over the accelerations, in the world's axes.
Json range_json(const ForwardSolution& solution, const ContactSet& set, const Units& units) {
  if (solution.acceleration_rank_deficiency == 0) return nullptr;
  Eigen::Vector3d least = set.to_world(solution.acceleration_corners[0]);
  Eigen::Vector3d most = least;
  for (const Eigen::Vector3d& corner : solution.acceleration_corners) {
    least = least.cwiseMin(set.to_world(corner));
    most = most.cwiseMax(set.to_world(corner));
  }
  std::vector<Eigen::Vector3d> directions;
  for (const Eigen::Vector3d& direction : solution.acceleration_directions) {
    directions.push_back(set.to_world(direction));
  }
  return Json::array({ends_json(least, directions, -1, units), ends_json(most, directions, 1, units)});
}

Json solution_json(const ForwardSolution& solution, const ContactSet& set, const Units& units) {
  return {{"mode", solution.mode.str()},
          {"acceleration", pose_json(set.to_world(solution.acceleration), units)},
          {"acceleration_rank_deficiency", solution.acceleration_rank_deficiency},
          {"acceleration_range", range_json(solution, set, units)},
          {"forces", to_json(solution.forces)},
          {"force_rank_deficiency", solution.force_rank_deficiency},
          {"residual", solution.residual}};
}

}  // namespace

FoundForward find_forward(const ValidTask& task, const Eigen::Vector3d& wrench, const StopToken& stop) {
  const ContactSet& set = task.contacts();
  const Eigen::Vector3d g = set.from_world(wrench), twist = set.from_world(task.task().twist);
  FoundForward result{wrench, forward(set, g, twist, stop), {}};
  if (!result.found.stopped) result.certainty = certainty_of_forward(set, g, twist, result.found);
  return result;
}

Answer forward_answer(const ValidTask& task, const FoundForward& forward) {
  const ContactSet& set = task.contacts();
  const ForwardSolutions& found = forward.found;
  Answer answer;
  answer.results["wrench"] = to_json(forward.wrench);
  answer.results["twist"] = pose_json(task.task().twist, task.task().units);
  answer.results["verdict"] = found.stopped                  ? Json(nullptr)
                              : !forward.certainty.certified ? Json(kUndecided)
                                                             : Json(name_of(found.count));
  answer.results["solutions"] = Json::array();
  for (const ForwardSolution& one : found.solutions) {
    answer.results["solutions"].push_back(solution_json(one, set, task.task().units));
    if (!(one.residual <= tolerance::kForceResidual)) answer.status = kFailed;
  }
  if (set.has_friction_interval()) answer.results["friction"] = "interval";
  if (found.count == SolutionCount::none) answer.status = kNo;
  if (found.stopped) {
    answer.stop();
    return answer;
  }
  answer.certify(forward.certainty);
  answer.require_finite();
  return answer;
}

Answer answer_forward(const ValidTask& task, const std::optional<Eigen::Vector3d>& wrench, const StopToken& stop) {
  if (!wrench) throw InputError("--wrench", "", "forward needs the external wrench: --wrench fx,fy,tau");
  return forward_answer(task, find_forward(task, *wrench, stop));
}

}  // namespace pawl::answers
