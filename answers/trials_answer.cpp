// SPDX-License-Identifier: MIT
#include "answers/trials_answer.h"

namespace pawl::answers {
namespace {

using Wrenches = std::vector<Eigen::Vector3d>;

Json friction_json(const TrialStart& start) {
  Json list = Json::array();
  for (const Fixel& fixel : start.fixels) list.push_back(fixel.friction->low);
  return list;
}

/// Fixels from 1.
Json fixels_json(const std::vector<int>& fixels) {
  Json list = Json::array();
  for (const int fixel : fixels) list.push_back(fixel + 1);
  return list;
}

Json failure_json(const Trial& trial, const Units& units) {
  return {{"start", si_pose_json(trial.start.pose, units)},
          {"friction", friction_json(trial.start)},
          {"end", si_pose_json(trial.end, units)},
          {"contacts", fixels_json(trial.touching)},
          {"outcome", name_of(trial.outcome)},
          {"why", trial.why},
          {"replay", trial.index}};
}

Json steps_json(const Wrenches& wrenches) {
  Json steps = Json::array();
  for (const Eigen::Vector3d& wrench : wrenches) steps.push_back({{"wrench", to_json(wrench)}});
  return steps;
}

Json results_json(const TrialReport& report, const Wrenches& wrenches, const TrialOptions& options,
                  const Units& units) {
  Json results;
  results["starts"] = report.starts;
  results["seated"] = report.count(Outcome::seated) + report.count(Outcome::rolling);
  results["fraction"] = report.fraction;
  const std::size_t good = report.starts - report.failures.size();
  results["interval95"] = success_interval(good, report.starts, .95);
  if (options.confidence != .95) results["interval"] = report.interval;
  results["outcomes"] = Json::object();
  for (std::size_t k = 0; k < kOutcomes; ++k) {
    results["outcomes"][name_of(static_cast<Outcome>(k))] = report.outcomes[k];
  }
  results["choices"] = report.choices;
  if (options.step.solutions != Solutions::first) results["unseen"] = report.unseen;
  results["redrawn"] = report.redrawn;
  results["steps"] = steps_json(wrenches);
  results["failures"] = Json::array();
  for (const Trial& trial : report.failures) results["failures"].push_back(failure_json(trial, units));
  return results;
}

}  // namespace

std::string trial_trace_line(double time, const State& state, const StepReport& report, const Units& units) {
  Json line;
  line["t"] = time;
  line["poses"] = Json::array({si_pose_json(Eigen::Vector3d(state.pose(0)), units)});
  line["contacts"] = Json::array();
  for (const StepContact& contact : report.contacts) {
    const std::size_t fixel = contact.shape_a == 0 ? contact.shape_b : contact.shape_a;
    line["contacts"].push_back({{"fixel", fixel},
                                {"point", {contact.point.x() / units.metres(), contact.point.y() / units.metres()}},
                                {"normal", {contact.normal.x(), contact.normal.y()}},
                                {"gap", contact.gap / units.metres()},
                                {"force", {contact.normal_force, contact.tangent_force}}});
  }
  return line.dump() + "\n";
}

Answer replay_answer(const Trial& trial, const std::vector<Eigen::Vector3d>& wrenches, const Units& units,
                     bool stopped) {
  Answer answer;
  answer.results = failure_json(trial, units);
  answer.results["choices"] = trial.choices;
  answer.results["time"] = trial.time;
  answer.results["simulated_steps"] = trial.steps;
  answer.results["steps"] = steps_json(wrenches);
  if (stopped) {
    answer.stop();
    answer.message = "stopped: interrupted";
    return answer;
  }
  const bool good = trial.outcome == Outcome::seated || trial.outcome == Outcome::rolling;
  answer.status = good ? kYes : trial.outcome == Outcome::unsolved ? kFailed : kNo;
  if (answer.status == kFailed) answer.message = "unsolved: the equations of a step were not met";
  return answer;
}

Answer trials_answer(const TrialReport& report, const std::vector<Eigen::Vector3d>& wrenches,
                     const TrialOptions& options, const Units& units) {
  Answer answer;
  answer.results = results_json(report, wrenches, options, units);
  const std::size_t unsolved = report.count(Outcome::unsolved);
  answer.status = report.stopped || unsolved > 0 ? kFailed : report.failures.empty() ? kYes : kNo;
  if (report.stopped) answer.stop();
  if (unsolved > 0)
    answer.message = "unsolved: the equations of a step were not met in " + std::to_string(unsolved) + " trials";
  return answer;
}

}  // namespace pawl::answers
