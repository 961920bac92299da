// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/friction/contact_problem.h>
#include <pawl/lcp/solve_lcp.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/forward.h>
#include <pawl/modes/wrench_cone.h>
#include <pawl/planner/plan_problem.h>
#include <pawl/planner/plan_task.h>
#include <pawl/planner/verify_answer.h>
#include <pawl/planner/wrench_cells.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "io/json.h"
#include "io/units.h"
#include "recheck/can_give.h"

namespace pawl {
namespace {

using Json = internal::JsonValue;

const Json& member(const Json& object, const char* key, const std::string& pointer) {
  const Json* found = object.find(key);
  if (found == nullptr) throw InputError(pointer + "/" + key, "", "missing; expected an answer of pawl plan");
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

/// Returns a request that requires the guarantee under the key "require" of the answer. An answer with the status
/// "none" excludes only plans with this guarantee.
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
    if (status != "found" && status != "none")
      check_.refused = "/results/status: " + status + ": makes no claim that can be checked";
    return std::move(check_);
  }

 private:
  const ContactSet& set() const { return problem_.seated.contacts; }
  StateSet start() const { return problem_.options.start.value_or(every_contact(problem_.graph.states())); }
  StateSet goals() const { return goal_states(problem_.graph, problem_.options); }
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
    if (wrenches.empty()) return void(require(false, "", "/results/steps: empty, although the status is found"));
    const bool energy = member(results_, "guarantee", "/results").text == "energy";
    if (energy) return check_energy(wrenches);
    if (problem_.options.domain.kind == WrenchDomain::Kind::spread) {
      // Any wrench of a spread may act, so the whole spread is treated as a single cell.
      PlanOptions all = problem_.options;
      const WrenchCells cells(problem_.graph, all.domain);
      const StepResult result = step(cells.outcomes().at(cells.outcome_of(0)), start());
      require(result.safe && (result.rests & ~goals()).none(),
              "the part reaches the goal for every direction of the spring's spread",
              "/results/steps: may end elsewhere");
      return;
    }
    require(plan_succeeds(problem_.graph, start(), goals(), wrenches),
            "from every start, whatever mode happens, the wrenches lead to the goal",
            "/results/steps: the part may end elsewhere from some start");
  }

  /// Checks the conditions E1 to E3 with the cones of wrenches under which the part can rest. If the wrenches of the
  /// actuator form a spread, also uses the planner's arcs, because the wrenches that two contacts cannot balance do not
  /// form a convex set.
  void check_energy(const std::vector<Eigen::Vector3d>& wrenches) {
    const bool speaks = wrenches.size() == 1 && has_seated_goal(problem_) && set().size() == 3 &&
                        energy_refusal(set()).empty();
    if (!require(speaks, "one step, and three contacts that locate the part",
                 "/results/guarantee: the goal does not allow this guarantee"))
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
      const std::string name = "the contacts without " + std::to_string(problem_.seated.fixels[i] + 1);
      if (!require(!held.contains(w), "E2: " + name + " cannot hold it", "/results/steps/0/wrench: held by " + name))
        return;
      if (!require(held.lineality() == 0, "E3: " + name + " do not wedge", "/results/guarantee: wedged: " + name))
        return;
    }
    if (problem_.options.domain.kind == WrenchDomain::Kind::spread)
      require(energy_verdict(set(), w, problem_.options.domain).holds(), "E1 to E3 hold for all of the spring's spread",
              "/results/guarantee: E1 to E3 do not hold for all of the spring's spread");
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
      require(!energy_window(set(), problem_.options.domain),
              "no wrench of the actuator satisfies the energy conditions",
              "/results/status: some wrench of the actuator satisfies the energy conditions");
      return;
    }
    if (start().none())
      return void(require(true, "no displacement opens a gap: no other contact state leads to the goal", ""));
    const Json& certificate = member(results_, "certificate", "/results");
    const Json* beliefs = certificate.find("beliefs");
    if (beliefs == nullptr)
      return void(require(false, "", "/results/certificate: missing, so it is not proved that no plan exists"));
    std::vector<StateSet> family;
    for (std::size_t k = 0; k < beliefs->size(); ++k) {
      const std::optional<StateSet> states = states_of(problem_, belief_in(beliefs->items[k]));
      if (!states)
        throw InputError("/results/certificate/beliefs/" + std::to_string(k), "",
                         "contains a contact state that does not exist");
      family.push_back(*states);
    }
    const WrenchCells cells(problem_.graph, problem_.options.domain);
    require(proves_no_plan(cells, start(), goals(), family),
            "no wrench leads out of the listed beliefs, so no plan exists",
            "/results/certificate: some wrench leads out of the listed beliefs: from one of them to a belief that the list does "
            "not cover, so the list does not prove that no plan exists");
  }

  const Json& results_;
  PlanProblem problem_;
  double torque_;  ///< factor from the answer's unit of torque to the task's unit
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

namespace pawl::internal::inline planner {

bool can_give(const WrenchDomain& domain, const Eigen::Vector3d& wrench) {
  if (domain.kind == WrenchDomain::Kind::free) return !wrench.isZero(0);
  Eigen::Matrix<double, 3, 2> plane;
  plane << domain.first, domain.second;
  const Eigen::Matrix2d gram = plane.transpose() * plane;
  const Eigen::Vector2d right = plane.transpose() * wrench;
  const double det = gram(0, 0) * gram(1, 1) - gram(0, 1) * gram(1, 0);
  const Eigen::Vector2d share((gram(1, 1) * right[0] - gram(0, 1) * right[1]) / det,
                              (gram(0, 0) * right[1] - gram(1, 0) * right[0]) / det);
  if ((plane * share - wrench).norm() > 1e-9 * wrench.norm()) return false;
  const double turn = 6.283185307179586, t = std::atan2(share[1], share[0]);
  const double ahead = t - domain.from - turn * std::floor((t - domain.from) / turn);
  return ahead <= domain.to - domain.from + 1e-9 || ahead >= turn - 1e-9;
}

}  // namespace pawl::internal::inline planner

// The functions below check answers of `pawl check` and `pawl lcp`. They are independent of the code that computed
// these answers.
namespace pawl {
namespace {

const Json& member(const Json& object, const char* key) {
  const Json* found = object.find(key);
  if (found == nullptr)
    throw InputError(std::string("/results/") + key, "", "missing; expected in an answer of this command");
  return *found;
}

std::vector<double> numbers_of(const Json& list) {
  std::vector<double> numbers;
  for (const Json& entry : list.items) numbers.push_back(entry.number);
  return numbers;
}

/// The data against which an answer is checked. `torque` is the factor from the answer's unit of torque to the task's
/// unit.
struct Asked {
  const ContactSet& set;
  double torque;
};

Eigen::Vector3d wrench_of(const Json& list) {
  const std::vector<double> numbers = numbers_of(list);
  if (numbers.size() != 3) throw InputError("/results/wrench", "", "must be three numbers");
  return {numbers[0], numbers[1], numbers[2]};
}

/// Returns the modes of all solutions of the forward problem for a wrench, sorted.
std::vector<std::string> modes_at(const Asked& asked, Eigen::Vector3d wrench) {
  std::vector<std::string> modes;
  wrench.z() *= asked.torque;
  for (const ForwardSolution& solution : forward(asked.set, asked.set.from_world(wrench)).solutions)
    modes.push_back(solution.mode.str());
  std::sort(modes.begin(), modes.end());
  modes.erase(std::unique(modes.begin(), modes.end()), modes.end());
  return modes;
}

AnswerCheck check_wrench(const Asked& asked, const Json& results) {
  AnswerCheck check;
  std::vector<std::string> said;
  for (const Json& mode : member(results, "modes").items) said.push_back(mode.text);
  std::sort(said.begin(), said.end());
  const std::vector<std::string> modes = modes_at(asked, wrench_of(member(results, "wrench")));
  if (said != modes) check.refused = "/results/modes: differ from the modes of the forward problem's solutions";
  const std::string& verdict = member(results, "verdict").text;
  const bool one = verdict == "determinate";
  // An undecided verdict makes no claim, so it is not checked here; the answer is recomputed instead.
  if (check.refused.empty() && verdict != "undecided" && one != (modes.size() == 1))
    check.refused = "/results/verdict: does not follow from the modes";
  if (check.refused.empty()) check.checked = {"the modes are those of all solutions of the forward problem"};
  return check;
}

/// Returns what remains of a mode's cone if the wrenches of other modes are removed, as a list of convex pieces.
std::vector<Cone> without(const WrenchCone& mode, const std::vector<WrenchCone>& others) {
  std::vector<Cone> pieces{mode.cone};
  for (const WrenchCone& other : others) {
    if (!other.admits(intersection(mode.cone, other.cone))) continue;
    std::vector<Cone> rest;
    for (const Cone& piece : pieces) {
      for (Cone& outside : difference(piece, other.cone)) rest.push_back(std::move(outside));
    }
    pieces = std::move(rest);
  }
  return pieces;
}

/// Checks the rivals that an answer states, with the cones of all modes. The modes that match a pattern are the desired
/// modes; all other modes are possible rivals.
class RivalsCheck {
 public:
  RivalsCheck(const ContactSet& set, const std::string& pattern, const Json& named) : named_(named) {
    const auto add = [&](const WrenchCone& cone) {
      (matches(cone.mode, pattern) ? desired_ : others_).push_back(cone);
      certified_ = certified_ && cone.certified;
    };
    for_each_wrench_cone(set, add);
  }

  /// Returns the reason why the stated rivals are wrong, or "" if they are correct.
  std::string wrong_rival() const {
    if (!certified_) return "/results/rivals: some cone could not be certified";
    for (const WrenchCone& other : others_) {
      if (shares(other, false) && !is_named(other.mode.str()))
        return "/results/rivals: " + other.mode.str() + " is missing";
    }
    for (std::size_t k = 0; k < named_.size(); ++k) {
      const std::string& letters = member(named_.items[k], "mode").text;
      const auto has = [&](const WrenchCone& other) { return other.mode.str() == letters && shares(other, false); };
      if (std::none_of(others_.begin(), others_.end(), has))
        return "/results/rivals/" + std::to_string(k) + "/mode: shares no wrench with the mode";
    }
    return "";
  }

  std::string verdict() const {
    if (std::none_of(others_.begin(), others_.end(), [&](const WrenchCone& other) { return shares(other, true); }))
      return "determinate";
    const bool all = std::all_of(desired_.begin(), desired_.end(),
                                 [&](const WrenchCone& mode) { return without(mode, others_).empty(); });
    return all ? "wholly ambiguous" : "partly ambiguous";
  }

 private:
  bool shares(const WrenchCone& other, const WrenchCone& mode, bool inside) const {
    const Cone common = intersection(mode.cone, other.cone);
    if (common.dimension() == 0 && mode.cone.dimension() > 0) return false;
    return other.admits(common) && (!inside || mode.cone.active_faces(common).empty());
  }
  /// Returns whether another mode has wrenches in common with the desired modes. If `inside` is true, wrenches on the
  /// boundary of a desired mode's cone do not count.
  bool shares(const WrenchCone& other, bool inside) const {
    return std::any_of(desired_.begin(), desired_.end(), [&](const auto& mode) { return shares(other, mode, inside); });
  }
  bool is_named(const std::string& letters) const {
    return std::any_of(named_.items.begin(), named_.items.end(),
                       [&](const Json& one) { return member(one, "mode").text == letters; });
  }

  const Json& named_;
  std::vector<WrenchCone> desired_, others_;
  bool certified_ = true;
};

AnswerCheck check_mode(const Asked& asked, const Json& results) {
  AnswerCheck check;
  const std::string& pattern = member(results, "mode").text;
  const Json& safe = member(results, "safe");
  for (std::size_t k = 0; k < safe.size(); ++k) {
    const std::string pointer = "/results/safe/" + std::to_string(k) + "/wrench";
    for (const std::string& mode : modes_at(asked, wrench_of(member(safe.items[k], "wrench")))) {
      if (!matches(Mode(mode), pattern) && check.refused.empty())
        check.refused = pointer + ": allows " + mode + ", too";
    }
    if (check.refused.empty())
      check.checked.push_back("safe wrench " + std::to_string(k + 1) + " allows " + pattern + " alone");
  }
  const std::string& verdict = member(results, "verdict").text;
  if (verdict == "undecided") {
    if (check.refused.empty()) check.checked.push_back("an undecided verdict makes no claim about " + pattern);
    return check;
  }
  if (verdict == "infeasible") {
    const bool none = safe.size() == 0 && !FeasibleModeWalk(asked.set, pattern).next();
    if (none) check.checked = {"no motion has the letters " + pattern};
    if (!none) check.refused = "/results/verdict: some motion has these letters";
    return check;
  }
  const bool some = verdict == "determinate" || verdict == "partly ambiguous";
  if (check.refused.empty() && some != (safe.size() > 0))
    check.refused = "/results/verdict: does not follow from the safe set";
  if (!check.refused.empty()) return check;
  const RivalsCheck rivals(asked.set, pattern, member(results, "rivals"));
  check.refused = rivals.wrong_rival();
  if (check.refused.empty() && rivals.verdict() != verdict)
    check.refused = "/results/verdict: does not follow from the modes' cones";
  if (check.refused.empty()) check.checked.push_back("the rivals are all modes that share wrenches with " + pattern);
  return check;
}

LcpRefutation refutation_of(const Json& result) {
  LcpRefutation refutation;
  refutation.variables = static_cast<int>(member(result, "proof_variables").number);
  for (const Json& node : member(result, "proof").items) {
    LcpRefutation::Node read;
    if (const Json* branch = node.find("branch")) {
      read.branch = static_cast<int>(branch->number);
      read.z_zero = static_cast<int>(member(node, "z_zero").number);
      read.w_zero = static_cast<int>(member(node, "w_zero").number);
    } else {
      for (const Json& one : member(node, "multipliers").items) {
        if (one.size() == 2) read.multipliers.emplace_back(static_cast<int>(one.items[0].number), one.items[1].text);
      }
    }
    refutation.nodes.push_back(std::move(read));
  }
  return refutation;
}

Lcp lcp_of(const Lcp& lcp) { return lcp; }
Lcp lcp_of(const ContactProblem& problem) { return problem.lcp(); }

bool solves(const Lcp& lcp, const std::vector<double>& z) {
  if (static_cast<Eigen::Index>(z.size()) != lcp.size()) return false;
  return lcp_residual(lcp, Eigen::Map<const Eigen::VectorXd>(z.data(), lcp.size())) <= kLcpResidual;
}

}  // namespace

AnswerCheck verify_check_answer(const ValidTask& task, std::string_view answer) {
  internal::Validator faults;
  const Json root = internal::read_document(answer, faults);
  faults.finish();
  const Json& results = member(root, "results");
  const bool of_wrench = results.find("wrench") != nullptr;
  const Asked asked{task.contacts(), internal::stated_units(root).metres() / task.task().units.metres()};
  return of_wrench ? check_wrench(asked, results) : check_mode(asked, results);
}

AnswerCheck verify_lcp_answer(const LcpFile& problem, std::string_view answer) {
  internal::Validator faults;
  const Json root = internal::read_document(answer, faults);
  faults.finish();
  const Json& results = member(root, "results");
  if (results.size() != 1) throw InputError("/results", "", "must be an array with the answer of one problem");
  const Json& result = results.items[0];
  const std::string& status = member(result, "status").text;
  AnswerCheck check;
  if (status == "solved") {
    const std::vector<double> z = numbers_of(member(result, "z"));
    const bool right = std::visit([&](const auto& p) { return solves(lcp_of(p), z); }, problem.problem);
    if (right) check.checked = {"z solves the problem as it is given"};
    if (!right) check.refused = "/results/0/z: does not solve the problem";
  } else if (status == "none" && result.find("proof") == nullptr) {
    check.unchecked = {"/results/0/status"};
  } else if (status == "none") {
    const LcpRefutation refutation = refutation_of(result);
    const bool right = std::visit([&](const auto& p) { return proves_no_solution(p, refutation); }, problem.problem);
    if (right) check.checked = {"the proof's leaves hold in exact numbers, so no solution exists"};
    if (!right) check.refused = "/results/0/proof: does not prove that no solution exists";
  } else {
    check.refused = "/results/0/status: " + status + ": makes no claim that can be checked";
  }
  return check;
}

}  // namespace pawl
