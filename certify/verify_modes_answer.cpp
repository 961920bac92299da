// SPDX-License-Identifier: MIT
// Answers of pawl check and pawl lcp, checked without what made them.
#include <pawl/certify/verify_answer.h>
#include <pawl/friction/contact_problem.h>
#include <pawl/lcp/solve_lcp.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/forward.h>
#include <pawl/modes/wrench_cone.h>

#include <algorithm>

#include "io/file_units.h"
#include "io/read_document.h"

namespace pawl {
namespace {

using Json = internal::JsonValue;

const Json& member(const Json& object, const char* key) {
  const Json* found = object.find(key);
  if (found == nullptr) throw InputError(std::string("/results/") + key, "", "missing: is this such an answer?");
  return *found;
}

std::vector<double> numbers_of(const Json& list) {
  std::vector<double> numbers;
  for (const Json& entry : list.items) numbers.push_back(entry.number);
  return numbers;
}

/// What an answer is held against: `torque` is one of its unit in the task's.
struct Asked {
  const ContactSet& set;
  double torque;
};

Eigen::Vector3d wrench_of(const Json& list) {
  const std::vector<double> numbers = numbers_of(list);
  if (numbers.size() != 3) throw InputError("/results/wrench", "", "must be three numbers");
  return {numbers[0], numbers[1], numbers[2]};
}

/// The modes of all solutions for a wrench, sorted.
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
  if (said != modes) check.refused = "/results/modes: not those of the solutions of the forward problem";
  const std::string& verdict = member(results, "verdict").text;
  const bool one = verdict == "determinate";
  // An undecided verdict claims nothing; that it is undecided rightly is seen where the answer is computed again.
  if (check.refused.empty() && verdict != "undecided" && one != (modes.size() == 1))
    check.refused = "/results/verdict: not what the modes say";
  if (check.refused.empty()) check.checked = {"the modes are those of all solutions of the forward problem"};
  return check;
}

/// What is left of a mode's cone without the wrenches that others have, too.
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

/// The cones of all modes, those of a pattern apart, against the rivals that an answer names.
class RivalsCheck {
 public:
  RivalsCheck(const ContactSet& set, const std::string& pattern, const Json& named) : named_(named) {
    for_each_wrench_cone(set, [&](const WrenchCone& cone) {
      (matches(cone.mode, pattern) ? desired_ : others_).push_back(cone);
      certified_ = certified_ && cone.certified;
    });
  }

  /// Why the rivals named are not those that there are; empty: they are.
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
  /// `inside`: not in boundary wrenches alone.
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
    if (check.refused.empty()) check.checked.push_back("an undecided verdict claims nothing of " + pattern);
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
    check.refused = "/results/verdict: not what the safe set says";
  if (!check.refused.empty()) return check;
  const RivalsCheck rivals(asked.set, pattern, member(results, "rivals"));
  check.refused = rivals.wrong_rival();
  if (check.refused.empty() && rivals.verdict() != verdict)
    check.refused = "/results/verdict: not what the modes' cones say";
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
  if (results.size() != 1) throw InputError("/results", "", "must be of one problem");
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
    if (right) check.checked = {"the proof's leaves hold in exact numbers: there is no solution"};
    if (!right) check.refused = "/results/0/proof: does not prove that there is no solution";
  } else {
    check.refused = "/results/0/status: " + status + ": claims nothing";
  }
  return check;
}

}  // namespace pawl
