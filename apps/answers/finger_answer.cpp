// SPDX-License-Identifier: MIT
#include "answers/finger_answer.h"

#include <pawl/base/fault.h>
#include <pawl/draw/picture.h>
#include <pawl/planner/finger_stretches.h>
#include <pawl/planner/rest_regions.h>

#include <iterator>

#include "answers/fixture_answer.h"
#include "answers/parameter.h"
#include "answers/whole_edges.h"

namespace pawl::answers {
namespace {

bool is_closure(const std::string& effect) { return effect == "force-closure" || effect == "form-closure"; }

/// Removes the contact that the finger replaces, if any. Throws InputError at --finger-replaces if this contact does
/// not exist.
ContactSet without_replaced(ContactSet contacts, const std::optional<std::size_t>& replaced) {
  if (!replaced) return contacts;
  if (*replaced < 1 || *replaced > contacts.size())
    throw InputError("--finger-replaces", std::to_string(*replaced),
                     "this contact does not exist; expected a number from 1 to " + std::to_string(contacts.size()));
  contacts.contacts.erase(std::next(contacts.contacts.begin(), static_cast<std::ptrdiff_t>(*replaced - 1)));
  return contacts;
}

FingerGoal goal_of(const FingerQuestion& question, const Task& task, const ContactSet& contacts) {
  FingerGoal goal;
  goal.friction = question.friction;
  if (question.effect == "form-closure") goal.kind = FingerGoal::Kind::form_closure;
  if (is_closure(question.effect)) return goal;
  goal.kind = FingerGoal::Kind::only_mode;
  goal.mode = question.effect == "strongly-stable" ? strongly_stable_mode(contacts) : question.effect;
  for (const Eigen::Vector3d& wrench : question.wrenches) goal.wrenches.push_back(contacts.from_world(wrench));
  if (goal.wrenches.empty() && task.fixture) goal.wrenches = task.fixture->wrenches;
  if (goal.wrenches.empty())
    throw InputError("--finger-wrench", "",
                     "missing; expected a wrench fx,fy,tau, because the task's fixture states no process wrenches");
  ContactSet with = contacts;
  with.contacts.push_back({});
  require_mode_fits(goal.mode, with, "--finger");
  return goal;
}

/// Adds the end points of each interval, in the coordinates of the part's outline.
void add_points(const Outline& outline, Json& finger) {
  const Path path = draw::path_of(outline);
  Json& edges = finger["edges"];
  for (std::size_t k = 0; k < count_of(edges); ++k) {
    const std::size_t edge = whole_in(at(edges[k], "edge")) - 1;
    Json& intervals = edges[k]["intervals"];
    for (std::size_t i = 0; i < count_of(intervals); ++i) {
      Json& interval = intervals[i];
      const Path stretch = draw::stretch_of(path, edge, number_in(at(interval, "from")), number_in(at(interval, "to")));
      const Eigen::Vector2d from = stretch.vertices.front(), to = stretch.vertices.back();
      interval["from_point"] = Json::array({from.x() + 0.0, from.y() + 0.0});
      interval["to_point"] = Json::array({to.x() + 0.0, to.y() + 0.0});
    }
  }
}

}  // namespace

std::optional<FingerQuestion> finger_question(const FixtureChecks& checks, const ValidTask& task) {
  const auto require_effect = [](const char* option, bool given, bool effective, const char* needs) {
    if (given && !effective) throw InputError(option, "", std::string("has no effect without ") + needs);
  };
  const bool asked = checks.finger.has_value(), closure = asked && is_closure(*checks.finger);
  require_effect("--finger-friction", checks.finger_friction.has_value(), asked, "--finger");
  require_effect("--finger-replaces", checks.finger_replaces.has_value(), asked, "--finger");
  require_effect("--finger-wrench", checks.finger_wrench.has_value(), asked && !closure,
                 "--finger strongly-stable or a mode");
  if (!asked) return std::nullopt;
  if (!closure && *checks.finger != "strongly-stable" &&
      checks.finger->find_first_not_of("alnrsk*[]") != std::string::npos)
    throw InputError("--finger", *checks.finger,
                     "must be force-closure, form-closure, strongly-stable, or a mode: one letter per contact (a, l, n, r, "
                     "s, k, *, or a set such as [lr]), with the finger's letter last");
  if (!task.task().part.outline)
    throw InputError("/part/outline", "", "missing; --finger needs an outline, because the finger moves along it");
  FingerQuestion question{*checks.finger};
  if (checks.finger_friction) question.friction = friction_in(*checks.finger_friction, "--finger-friction");
  question.replaces = checks.finger_replaces;
  if (checks.finger_wrench) question.wrenches = {*checks.finger_wrench};
  return question;
}

FingerQuestion finger_question_in(const Json& finger) {
  FingerQuestion question{text_in(at(finger, "effect"))};
  const Json& friction = at(finger, "friction");
  question.friction = friction.entries() ? Friction(number_in(at(friction, 0)), number_in(at(friction, 1)))
                                         : Friction(number_in(friction));
  if (at(finger, "replaces").number()) question.replaces = whole_in(at(finger, "replaces"));
  const Json& wrenches = at(finger, "wrenches");
  for (std::size_t k = 0; k < count_of(wrenches); ++k) question.wrenches.push_back(vector3_in(at(wrenches, k)));
  return question;
}

void add_finger(const ValidTask& task, const FingerQuestion& question, Answer& answer) {
  if (!task.task().part.outline) throw InputError("/part/outline", "", "missing; expected an outline for a finger");
  const ReferencePose reference = reference_pose(task.task());
  const ContactSet contacts = without_replaced(reference.task.contacts, question.replaces);
  const FingerGoal goal = goal_of(question, task.task(), contacts);
  const Outline& outline = *task.task().part.outline;
  const ClampEdges found = finger_stretches(contacts, outline, goal);
  Json finger = clamps_json(found);
  finger["effect"] = question.effect;
  finger["mode"] = goal.mode.empty() ? Json(nullptr) : Json(goal.mode);
  finger["friction"] = friction_json(question.friction);
  finger["replaces"] = question.replaces ? Json(*question.replaces) : Json(nullptr);
  finger["from"] = reference.seated ? "seat" : "pose";
  finger["wrenches"] = Json::array();
  for (const Eigen::Vector3d& wrench : goal.wrenches) finger["wrenches"].push_back(to_json(contacts.to_world(wrench)));
  add_points(outline, finger);
  answer.results["finger"] = finger;
  add_whole_edges(task.task(), answer.results["finger"]);
  if (found.certainty.certified) return;
  answer.status = kFailed;
  answer.message = "not certified: " + found.certainty.reason;
}

}  // namespace pawl::answers
