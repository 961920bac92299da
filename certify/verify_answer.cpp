// SPDX-License-Identifier: MIT
#include <pawl/certify/verify_answer.h>
#include <pawl/modes/wrench_cone.h>
#include <pawl/planner/plan_task.h>

#include <algorithm>

#include "actuator_gives.h"
#include "io/file_units.h"
#include "io/read_document.h"

namespace pawl {
namespace {

using Json = internal::JsonValue;

const Json& member(const Json& object, const char* key, const std::string& pointer) {
  const Json* found = object.find(key);
  if (found == nullptr) throw InputError(pointer + "/" + key, "", "missing: is this an answer of pawl plan?");
  return *found;
}

Eigen::Vector3d wrench_of(const Json& step, const std::string& pointer) {
  const Json& entries = member(step, "wrench", pointer);
  Eigen::Vector3d wrench;
  for (std::size_t k = 0; k < 3; ++k) {
    if (entries.size() != 3 || !entries.items[k].is(Json::Kind::number))
      throw InputError(pointer + "/wrench", "", "must be three numbers");
    wrench[static_cast<Eigen::Index>(k)] = entries.items[k].number;
  }
  return wrench;
}

/// The least guarantee that the answer says was asked for: a "none" rules out plans with that one alone.
PlanRequest request_of(const Json& results) {
  PlanRequest request;
  const Json* least = results.find("require");
  for (const Guarantee guarantee : {Guarantee::keeps, Guarantee::energy}) {
    if (least != nullptr && least->text == name_of(guarantee)) request.least = guarantee;
  }
  return request;
}

class PlanChecker {
 public:
  PlanChecker(const ValidTask& task, const Json& answer)
      : results_(member(answer, "results", "")),
        problem_(plan_problem(task, request_of(results_))),
        torque_(internal::stated_units(answer).metres() / task.task().units.metres()) {}

  AnswerCheck run() {
    const std::string& status = member(results_, "status", "/results").text;
    if (status == "found") check_found();
    if (status == "none") check_none();
    if (status != "found" && status != "none") check_.refused = "/results/status: " + status + ": claims nothing";
    return std::move(check_);
  }

 private:
  const ContactSet& set() const { return problem_.seated.contacts; }
  StateSet start() const { return problem_.options.start.value_or(every_contact(problem_.graph.states())); }
  int goal() const { return problem_.options.goal.value_or(problem_.graph.states().seated()); }
  bool require(bool right, const std::string& what, const std::string& wrong) {
    if (right) check_.checked.push_back(what);
    if (!right && check_.refused.empty()) check_.refused = wrong;
    return right;
  }

  void check_found() {
    const Json& steps = member(results_, "steps", "/results");
    std::vector<Eigen::Vector3d> wrenches;
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const std::string pointer = "/results/steps/" + std::to_string(k);
      Eigen::Vector3d wrench = wrench_of(steps.items[k], pointer);
      wrench.z() *= torque_;
      wrenches.push_back(set().from_world(wrench));
      if (!require(internal::can_give(problem_.options.domain, wrenches.back()),
                   "the actuator can give wrench " + std::to_string(k + 1),
                   pointer + "/wrench: the actuator cannot give it"))
        return;
    }
    if (wrenches.empty()) return void(require(false, "", "/results/steps: a plan that is found has some"));
    const bool energy = member(results_, "guarantee", "/results").text == "energy";
    if (energy) return check_energy(wrenches);
    if (problem_.options.domain.kind == WrenchDomain::Kind::spread) {
      PlanOptions all = problem_.options;  // any of the spread's wrenches may act: one cell stands for all
      const WrenchCells cells(problem_.graph, all.domain);
      const StepResult result = step(cells.outcomes().at(cells.outcome_of(0)), start());
      require(result.safe && result.rests == StateSet().set(static_cast<std::size_t>(goal())),
              "whatever the spring pulls like, the part comes to the goal", "/results/steps: may end elsewhere");
      return;
    }
    require(plan_succeeds(problem_.graph, start(), goal(), wrenches),
            "from every start, whatever mode happens, the wrenches lead to the goal",
            "/results/steps: from some start the part may end elsewhere");
  }

  /// E1 to E3 by the cones in which the part can rest; of a spread at both its ends and in its middle, as the wrenches
  /// that two contacts cannot hold are no convex set: between them the planner's arcs are taken.
  void check_energy(const std::vector<Eigen::Vector3d>& wrenches) {
    const bool speaks = wrenches.size() == 1 && goal() == problem_.graph.states().seated() && set().size() == 3 &&
                        energy_refusal(set()).empty();
    if (!require(speaks, "three contacts locate the part, in one step", "/results/guarantee: not for such a goal"))
      return;
    ContactSet smooth = set();
    for (Contact& contact : smooth.contacts) contact.friction = 0;
    const Eigen::Vector3d& w = wrenches[0];
    if (!require(rest_cone(smooth).contains_inside(w), "E1: the goal is the only lowest point",
                 "/results/steps/0/wrench: the goal is not the only lowest point"))
      return;
    for (std::ptrdiff_t i = 0; i < 3; ++i) {
      ContactSet pair = set();
      pair.contacts.erase(pair.contacts.begin() + i);
      const Cone held = rest_cone(pair);
      const std::string name =
          "the contacts without " + std::to_string(problem_.seated.fixels[static_cast<std::size_t>(i)] + 1);
      if (!require(!held.contains(w), "E2: " + name + " cannot hold it", "/results/steps/0/wrench: held by " + name))
        return;
      if (!require(held.lineality() == 0, "E3: " + name + " do not wedge", "/results/guarantee: wedged: " + name))
        return;
    }
    if (problem_.options.domain.kind == WrenchDomain::Kind::spread)
      require(energy_verdict(set(), w, problem_.options.domain).holds(), "so for all of the spring's spread",
              "/results/guarantee: not for all of the spring's spread");
  }

  Belief belief_in(const Json& list) const {
    Belief belief;
    for (const Json& fixels : list.items) {
      belief.emplace_back();
      for (const Json& fixel : fixels.items)
        belief.back().push_back(static_cast<int>(std::clamp(fixel.number, 0., 1e6)));
    }
    return belief;
  }

  void check_none() {
    if (problem_.options.least == Guarantee::energy) {
      require(!energy_window(set(), problem_.options.domain), "no wrench of the actuator has the energy conditions",
              "/results/status: some wrench of the actuator has the energy conditions");
      return;
    }
    if (start().none())
      return void(require(true, "no displacement opens a gap: no other contact state leads to the goal", ""));
    const Json& certificate = member(results_, "certificate", "/results");
    const Json* beliefs = certificate.find("beliefs");
    if (beliefs == nullptr)
      return void(require(false, "", "/results/certificate: missing: nothing proves that there is no plan"));
    std::vector<StateSet> family;
    for (std::size_t k = 0; k < beliefs->size(); ++k) {
      const std::optional<StateSet> states = states_of(problem_, belief_in(beliefs->items[k]));
      if (!states)
        throw InputError("/results/certificate/beliefs/" + std::to_string(k), "",
                         "holds a contact state that there is not");
      family.push_back(*states);
    }
    const WrenchCells cells(problem_.graph, problem_.options.domain);
    require(proves_no_plan(cells, start(), goal(), family),
            "no wrench leads out of the family of beliefs: there is no plan",
            "/results/certificate: some wrench leads out of the family of beliefs");
  }

  const Json& results_;
  PlanProblem problem_;
  double torque_;  ///< of the answer's unit in the task's
  AnswerCheck check_;
};

}  // namespace

bool is_certificate(std::string_view text) {
  internal::Validator faults;
  const Json root = internal::read_document(text, faults);
  faults.finish();
  return root.find("certificate") != nullptr;
}

std::string command_of_answer(std::string_view answer) {
  internal::Validator faults;
  const Json root = internal::read_document(answer, faults);
  faults.finish();
  return member(root, "command", "").text;
}

AnswerCheck verify_plan_answer(const ValidTask& task, std::string_view answer) {
  internal::Validator faults;
  const Json root = internal::read_document(answer, faults);
  faults.finish();
  if (member(root, "command", "").text != "plan") throw InputError("/command", "", "must be plan");
  return PlanChecker(task, root).run();
}

}  // namespace pawl
