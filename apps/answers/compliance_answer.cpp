// SPDX-License-Identifier: MIT
#include "answers/compliance_answer.h"

#include <pawl/base/fault.h>
#include <pawl/contact/compliance.h>
#include <pawl/planner/rest_regions.h>

#include "answers/fixture_answer.h"
#include "answers/whole_edges.h"

namespace pawl::answers {
namespace {

Json forces_json(const Eigen::VectorXd& forces) {
  Json list = Json::array();
  for (const double force : forces) list.push_back(force + 0.0);
  return list;
}

Json load_json(const CompliantLoad& load, const ContactSet& contacts, const Units& units) {
  Json json{{"balanced", load.certain ? Json(load.balanced) : Json(nullptr)},
            {"forces", load.balanced ? forces_json(load.forces) : Json(nullptr)},
            {"clamp_forces", load.balanced ? forces_json(load.clamps) : Json(nullptr)},
            {"displacement", nullptr}};
  if (load.displacement) json["displacement"] = pose_json(contacts.to_world(*load.displacement), units);
  return json;
}

}  // namespace

std::optional<ComplianceQuestion> compliance_question(const FixtureChecks& checks, const ValidTask& task) {
  const auto require_effect = [](const char* option, bool given, bool effective, const char* needs) {
    if (given && !effective) throw InputError(option, "", std::string("has no effect without ") + needs);
  };
  require_effect("--stiffness", checks.stiffness.has_value(), checks.compliance, "--compliance");
  require_effect("--load", checks.load.has_value(), checks.compliance, "--compliance");
  require_effect("--clamp-force", checks.clamp_force.has_value(), checks.compliance && !checks.clamp_at.empty(),
                 "--compliance and --clamp-at");
  if (!checks.compliance) return std::nullopt;
  ComplianceQuestion question;
  if (checks.stiffness) question.stiffness = *checks.stiffness;
  if (!(question.stiffness > 0)) throw InputError("--stiffness", Json(question.stiffness).dump(), "must be greater than 0");
  question.clamp_force = checks.clamp_force.value_or(0);
  if (question.clamp_force > 0) question.clamps = fixture_question(checks, task.task(), std::nullopt)->places;
  if (checks.load) question.wrenches = {*checks.load};
  return question;
}

ComplianceQuestion compliance_question_in(const Json& compliance) {
  ComplianceQuestion question;
  question.stiffness = number_in(at(compliance, "stiffness"));
  question.clamp_force = number_in(at(compliance, "clamp_force"));
  const Json &clamps = at(compliance, "clamps"), &loads = at(compliance, "loads");
  for (std::size_t k = 0; k < count_of(clamps); ++k)
    question.clamps.push_back({whole_in(at(at(clamps, k), "edge")) - 1, number_in(at(at(clamps, k), "along"))});
  for (std::size_t k = 0; k < count_of(loads); ++k) question.wrenches.push_back(vector3_in(at(at(loads, k), "wrench")));
  return question;
}

void add_compliance(const ValidTask& task, const ComplianceQuestion& question, Answer& answer) {
  const Units& units = task.task().units;
  // A part without an outline has contacts that the task states. Their gaps are used as stated, because the pose in
  // which they are closed is unknown.
  const bool stated = !task.task().part.outline;
  const ReferencePose reference = reference_pose(task.task());
  const ContactSet& contacts = stated ? task.contacts() : reference.task.contacts;
  CompliantFixture fixture{contacts, {}, question.clamp_force, question.stiffness * units.metres()};
  for (const ClampPlace& place : question.clamps)
    fixture.clamps.push_back(clamp_contact(*task.task().part.outline, place, 0));
  std::vector<Eigen::Vector3d> wrenches;
  for (const Eigen::Vector3d& wrench : question.wrenches) wrenches.push_back(contacts.from_world(wrench));
  if (wrenches.empty() && task.task().fixture) wrenches = task.task().fixture->wrenches;
  if (wrenches.empty() && fixture.clamps.empty())
    throw InputError("--load", "",
                     "missing; expected a wrench fx,fy,tau, because the task's fixture states no process wrenches and no "
                     "clamp presses with a --clamp-force");
  const CompliantLoads found = compliant_loads(fixture, wrenches);

  Json compliance{{"stiffness", question.stiffness},
                  {"clamp_force", question.clamp_force},
                  {"clamps", Json::array()},
                  {"from", reference.seated && !stated ? "seat" : "pose"},
                  {"clamped", load_json(found.clamped, contacts, units)},
                  {"loads", Json::array()}};
  for (const ClampPlace& place : question.clamps)
    compliance["clamps"].push_back({{"edge", place.edge + 1}, {"along", place.along}});
  bool certain = found.clamped.certain;
  for (std::size_t k = 0; k < found.loads.size(); ++k) {
    Json load = load_json(found.loads[k], contacts, units);
    const Eigen::Vector3d wrench = question.wrenches.empty() ? contacts.to_world(wrenches[k]) : question.wrenches[k];
    load["wrench"] = to_json(wrench);
    compliance["loads"].push_back(std::move(load));
    certain = certain && found.loads[k].certain;
  }
  answer.results["compliance"] = std::move(compliance);
  add_whole_edges(task.task(), answer.results["compliance"]);
  if (certain) return;
  answer.status = kFailed;
  answer.message = "undecided: rounding decides whether the contacts balance a wrench";
}

}  // namespace pawl::answers
