// SPDX-License-Identifier: MIT
#include "answers/recheck.h"

#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/base/stop_token.h>
#include <pawl/io/in_si.h>
#include <pawl/io/valid_task.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/planner/displacement_radius.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "answers/answer.h"
#include "answers/compliance_answer.h"
#include "answers/finger_answer.h"
#include "answers/foolproof_answer.h"
#include "answers/mode_answers.h"
#include "answers/nest_answer.h"
#include "answers/orient_answer.h"
#include "answers/pictures/answer_picture.h"
#include "answers/plan_answer.h"
#include "answers/region_answer.h"
#include "answers/text/answer_text.h"

namespace pawl::answers {

/// A saved number and the recomputed one may differ by rounding on another machine. The tolerance is the sum of two
/// terms: kSameShare times the larger of the two absolute values, and kSameAmount times the larger of 1 and the largest
/// absolute value in the recomputed array that contains the number. The second term is needed because a small entry may
/// be the difference of large numbers.
inline constexpr double kSameShare = 1e-9, kSameAmount = 1e-12;

/// The result of a comparison of a saved answer with the recomputed answer.
struct SameFields {
  std::string refused;                 ///< description of the first difference; empty if nothing differs
  std::vector<std::string> unchecked;  ///< pointers to fields of the saved answer that were not recomputed
};

/// Compares a saved value with the recomputed value, field by field. Every recomputed field must be in the saved value,
/// and must be equal. A further field of the saved value is refused, unless `may_be_unchecked` returns true for its
/// pointer.
SameFields same_fields(const Json& again, const Json& saved, const std::string& pointer,
                       const std::function<bool(const std::string& pointer)>& may_be_unchecked = {});

/// Recomputes the results of an answer of `pawl plan` from its steps (plan_again), and compares them with the saved
/// results. Throws the same InputErrors as plan_problem().
SameFields recheck_plan(const ValidTask& task, const Json& results, const StopToken& stop);

namespace {

std::string shortened(const Json& value) {
  constexpr std::size_t kMost = 80;
  std::string text = value.dump();
  if (text.size() <= kMost) return text;
  text.resize(kMost);
  return text.append("...");
}

/// Returns the pointer to a member. Escapes `~` and `/` in the key, as JSON pointers require.
std::string child(const std::string& pointer, const std::string& key) {
  std::string token;
  for (const char c : key) token += c == '~' ? std::string("~0") : c == '/' ? std::string("~1") : std::string(1, c);
  return pointer + "/" + token;
}

double largest_in(const Json& list) {
  double largest = 0;
  for (const Json& entry : *list.entries()) largest = std::max(largest, std::fabs(number_in(entry)));
  return largest;
}

class Comparison {
 public:
  explicit Comparison(const std::function<bool(const std::string&)>& may_be_unchecked)
      : may_be_unchecked_(may_be_unchecked) {}

  /// Compares two values. If the values are entries of arrays, `size` is the largest absolute value in the recomputed
  /// array; otherwise it is 0.
  void compare(const Json& again, const Json& saved, const std::string& pointer, double size = 0) {
    if (!result.refused.empty()) return;
    if (again.members() && saved.members()) return compare_members(again, saved, pointer);
    if (again.entries() && saved.entries()) return compare_entries(again, saved, pointer);
    const bool same = again.number() && saved.number() ? same_numbers(*again.number(), *saved.number(), size)
                                                       : again.dump() == saved.dump();
    if (!same) refuse(pointer, saved, "differs from what the task gives; expected " + shortened(again));
  }

  SameFields result;

 private:
  static bool same_numbers(double a, double b, double size) {
    return std::fabs(a - b) <= kSameAmount * std::max(1., size) + kSameShare * std::max(std::fabs(a), std::fabs(b));
  }

  void compare_members(const Json& again, const Json& saved, const std::string& pointer) {
    for (const auto& [key, value] : *saved.members()) {
      const std::string place = child(pointer, key);
      if (has(again, key)) {
        compare(at(again, key), value, place);
      } else if (may_be_unchecked_ && may_be_unchecked_(place)) {
        result.unchecked.push_back(place);
      } else {
        refuse(place, value, "unknown field; expected only those that such an answer has");
      }
    }
    for (const auto& [key, value] : *again.members()) {
      if (!has(saved, key) && result.refused.empty())
        result.refused = child(pointer, key) + ": missing; expected " + shortened(value);
    }
  }

  void compare_entries(const Json& again, const Json& saved, const std::string& pointer) {
    if (count_of(again) != count_of(saved))
      return refuse(pointer, saved,
                    "has " + counted(count_of(saved), "value") + "; expected " + std::to_string(count_of(again)));
    const double size = largest_in(again);
    for (std::size_t k = 0; k < count_of(again); ++k)
      compare(at(again, k), at(saved, k), pointer + "/" + std::to_string(k), size);
  }

  void refuse(const std::string& pointer, const Json& saved, const std::string& what) {
    if (result.refused.empty()) result.refused = pointer + ": " + shortened(saved) + ": " + what;
  }

  const std::function<bool(const std::string&)>& may_be_unchecked_;
};

}  // namespace

SameFields same_fields(const Json& again, const Json& saved, const std::string& pointer,
                       const std::function<bool(const std::string&)>& may_be_unchecked) {
  Comparison comparison(may_be_unchecked);
  comparison.compare(again, saved, pointer);
  return std::move(comparison.result);
}

namespace {

std::optional<Guarantee> guarantee_in(const Json& value) {
  for (const Guarantee guarantee : {Guarantee::at_rest, Guarantee::keeps, Guarantee::energy}) {
    if (text_in(value) == name_of(guarantee)) return guarantee;
  }
  return std::nullopt;
}

Belief belief_in(const Json& list) {
  Belief belief;
  for (std::size_t k = 0; k < count_of(list); ++k) {
    std::vector<int>& fixels = belief.emplace_back();
    for (std::size_t i = 0; i < count_of(at(list, k)); ++i)
      fixels.push_back(static_cast<int>(std::clamp(number_in(at(at(list, k), i)), -1., 1e6)));
  }
  return belief;
}

StatedTaskPlan stated_in(const Json& results) {
  StatedTaskPlan stated;
  stated.guarantee = guarantee_in(at(results, "guarantee"));
  const Json& steps = at(results, "steps");
  for (std::size_t k = 0; k < count_of(steps); ++k) {
    const Json& step = at(steps, k);
    stated.steps.emplace_back(belief_in(at(step, "before")), belief_in(at(step, "after")));
  }
  const Json& beliefs = at(at(results, "certificate"), "beliefs");
  for (std::size_t k = 0; k < count_of(beliefs); ++k) stated.certificate.push_back(belief_in(at(beliefs, k)));
  return stated;
}

/// Returns the request of the answer's plan. It contains the options that affect the results.
PlanRequest request_in(const Json& results, const StopToken& stop) {
  PlanRequest request;
  request.least = guarantee_in(at(results, "require")).value_or(Guarantee::at_rest);
  request.by_energy = !is_true(at(results, "by_graph"));
  request.stop = stop;
  return request;
}

/// Returns whether a field can be recomputed only by a search: the depth of a basin, a way out of the fixture, or a
/// plan with other friction.
bool needs_search(const std::string& pointer) {
  static constexpr std::array<std::string_view, 3> kResults{"/results/friction_limit", "/results/loadable",
                                                            "/results/loading"};
  static constexpr std::array<std::string_view, 9> kEnergy{"depth",         "basin",          "boxes", "end",  "spill",
                                                           "depth_at_most", "depth_fraction", "force", "speed"};
  if (std::find(kResults.begin(), kResults.end(), pointer) != kResults.end()) return true;
  const std::size_t energy = pointer.find("/energy/");
  if (!pointer.starts_with("/results/steps/") || energy == std::string::npos) return false;
  return std::find(kEnergy.begin(), kEnergy.end(), pointer.substr(energy + 8)) != kEnergy.end();
}

/// Adds the displacement radius to each step that has one in the saved answer.
void add_radii(const ValidTask& task, const TaskPlan& plan, const Json& saved, Json& results) {
  const Json& steps = at(saved, "steps");
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    const Json::Object* members = at(steps, k).members();
    const bool has = members != nullptr && std::any_of(members->begin(), members->end(),
                                                       [](const auto& member) { return member.first == "radius"; });
    if (!has) continue;
    results["steps"][k]["radius"] = radius_json(displacement_radius(plan.problem, plan.solution, k, task.task().part));
  }
}

}  // namespace

SameFields recheck_plan(const ValidTask& task, const Json& results, const StopToken& stop) {
  const PlanRequest request = request_in(results, stop);
  FoundPlan found{
      plan_again(task, request, stated_in(results)), request.least, request.by_energy, false, {}, {}, {}, {}, {}};
  if (found.plan.status == InsertionPlan::Status::stopped) return {"/results: " + found.plan.reason, {}};
  if (has(results, "advice") && found.plan.status == InsertionPlan::Status::none) {
    PlanQuestion question;
    if (has(results, "require")) question.require = text_in(at(results, "require"));
    question.by_graph = has(results, "by_graph");
    question.stop = stop;
    found.advice = advice_on_plan(task, question);
  }
  Json again = plan_answer(task, found).results;
  add_radii(task, found.plan, results, again);
  return same_fields(again, results, "/results", needs_search);
}

namespace {

Json made(const StreamedAnswer& answer) {
  Json results;
  JsonStream json(results, std::numeric_limits<std::size_t>::max());
  answer.write(json);
  return results;
}

/// Returns the units that an answer states. An answer without units is in metres and radians.
Units units_in(const Json& document) {
  const Json& stated = at(document, "units");
  if (!is_null(stated) && !stated.members())
    throw InputError("/units", stated.dump(), "must be an object, as in {\"length\": \"mm\"}");
  using Length = Units::Length;
  using Angle = Units::Angle;
  for (const Length length : {Length::m, Length::mm, Length::cm, Length::in}) {
    for (const Angle angle : {Angle::rad, Angle::deg}) {
      const Units units{length, angle};
      const bool is_length = !has(stated, "length") || text_in(at(stated, "length")) == units.length_name();
      const bool is_angle = !has(stated, "angle") || text_in(at(stated, "angle")) == units.angle_name();
      if (is_length && is_angle) return units;
    }
  }
  const std::string length = text_in(at(stated, "length"));
  const bool known = length == "m" || length == "mm" || length == "cm" || length == "in";
  const char* wrong = known ? "angle" : "length";
  throw InputError(std::string("/units/") + wrong, at(stated, wrong).dump(),
                   known ? "must be \"rad\" or \"deg\"" : "must be \"m\", \"mm\", \"cm\" or \"in\"");
}

// The functions below reconstruct the question from the answer.

/// Returns the question of the options --tolerance, --clamp and --clamp-at. If `with_places` is true, the clamp
/// positions are those in the answer. Otherwise no positions are set, so that the default positions apply.
std::optional<FixtureQuestion> saved_fixture_question(const Json& results, bool with_places) {
  FixtureQuestion question;
  const bool clamps = has(results, "clamps"), forces = has(results, "clamp_forces"), off = has(results, "tolerance");
  if (!clamps && !forces && !off) return std::nullopt;
  if (off) question.tolerance = at(at(results, "tolerance"), "tolerance").number().value_or(1);
  question.clamps = clamps;
  if (at(results, "wrench").entries()) question.wrenches = {vector3_in(at(results, "wrench"))};
  if (!with_places || !forces) return question;
  const Json& places = at(at(results, "clamp_forces"), "places");
  for (std::size_t k = 0; k < count_of(places); ++k) {
    const double edge = std::max(1., number_in(at(at(places, k), "edge")));
    question.places.push_back({whole_in(edge) - 1, number_in(at(at(places, k), "along"))});
  }
  if (question.places.empty()) question.places = {{0, .5}};  // the part has no seat, so the position has no effect
  return question;
}

Answer answer_check_again(const ValidTask& task, const Json& results, bool with_places, const StopToken& stop) {
  std::optional<std::string> mode;
  std::optional<Eigen::Vector3d> wrench;
  if (at(results, "mode").text()) mode = text_in(at(results, "mode"));
  if (has(results, "wrench")) wrench = vector3_in(at(results, "wrench"));
  return answer_check(task, mode, wrench, saved_fixture_question(results, with_places), stop);
}

ConesQuestion cone_question(const Json& result) {
  ConesQuestion question;
  question.matrices = has(result, "matrices");
  question.exact = has(at(result, "cone"), "exact");
  return question;
}

/// Returns a pattern that matches all modes of the list. For each contact, the pattern has the letters that occur in
/// the list. If the list contains all modes of some pattern, the returned pattern matches no other mode.
std::string common_pattern(const std::vector<std::string>& modes) {
  std::string pattern;
  for (std::size_t k = 0; k < (modes.empty() ? 0 : modes[0].size()); ++k) {
    std::string letters;
    for (const std::string& mode : modes) {
      if (letters.find(mode[k]) == std::string::npos) letters += mode[k];
    }
    pattern += letters.size() == 1 ? letters : "[" + letters + "]";
  }
  return pattern;
}

std::vector<std::string> modes_of(const ContactSet& set, const std::vector<std::string>& patterns,
                                  const StopToken& stop) {
  std::vector<std::string> modes;
  for (const std::string& pattern : patterns) {
    if (names_one_mode(pattern)) {
      modes.push_back(pattern);
      continue;
    }
    FeasibleModeWalk walk(set, pattern, stop);
    while (walk.next()) modes.emplace_back(walk.letters());
  }
  return modes;
}

// The functions below recompute the results of an answer, one function per command.

/// Reports all results as unchecked. This is the result for trials and fixtures, because only a search could recompute
/// them.
SameFields not_rechecked() { return {"", {"/results"}}; }

SameFields recheck_with_fixture(const Json& results, const std::function<Json(bool with_places)>& again) {
  SameFields same = same_fields(again(false), results, "/results");
  if (same.refused.empty() || !has(results, "clamp_forces")) return same;
  return same_fields(again(true), results, "/results");
}

SameFields recheck_contacts(const ValidTask& task, const Json& results) {
  return recheck_with_fixture(results, [&](bool with_places) {
    Answer again = answer_contacts(task, saved_fixture_question(results, with_places));
    if (has(results, "play")) add_play(task, again);
    if (has(results, "foolproof"))
      add_foolproof(task, number_in(at(at(results, "foolproof"), "accepted_misfit")), {}, again);
    if (has(results, "compliance")) add_compliance(task, compliance_question_in(at(results, "compliance")), again);
    if (has(results, "finger")) add_finger(task, finger_question_in(at(results, "finger")), again);
    return again.results;
  });
}

SameFields recheck_check(const ValidTask& task, const Json& results, const StopToken& stop) {
  return recheck_with_fixture(
      results, [&](bool with_places) { return answer_check_again(task, results, with_places, stop).results; });
}

SameFields recheck_modes(const ValidTask& task, const Json& results, const StopToken& stop) {
  return same_fields(made(answer_modes(task, !has(results, "modes"), stop)), results, "/results");
}

SameFields recheck_forward(const ValidTask& task, const Json& results, const StopToken& stop) {
  return same_fields(answer_forward(task, vector3_in(at(results, "wrench")), stop).results, results, "/results");
}

SameFields recheck_nest(const ValidTask& task, const Json& results, const StopToken& stop) {
  return same_fields(answer_nest(task, nest_question_in(results), stop).results, results, "/results");
}

SameFields recheck_orient(const ValidTask& task, const Json& results, const StopToken& stop) {
  OrientOptions options = options_in(results, task.task().units);
  options.stop = stop;
  const OrientPlan plan = plan_orientation(task, options);
  if (plan.status == OrientPlan::Status::stopped) return {"/results: " + plan.reason, {}};
  return same_fields(orient_answer(task, options, plan).results, results, "/results");
}

/// Proves the rest regions again, with the wrenches that the answer states. Reports all results as unchecked if the
/// answer states no proved rest region.
SameFields recheck_regions(const ValidTask& task, const Json& results, const StopToken& stop) {
  const bool none = count_of(at(results, "steps")) == 0 || !has(results, "certified");
  if (none) return not_rechecked();
  const Json again = regions_answer_again(task, results, stop).results;
  return same_fields(again, results, "/results");
}

/// Checks an answer that contains only the number of modes. The answer does not state which modes were counted. If the
/// number is not that of the modes which the task requests, it is reported as unchecked.
SameFields recheck_cone_count(const ValidTask& task, const Json& results, const StopToken& stop) {
  ConesQuestion question;
  question.count = true;
  question.stop = stop;
  const Json again = made(answer_cones(task, question));
  if (same_fields(again, results, "/results").refused.empty()) return {};
  return same_fields(Json::object(), results, "/results", [](const std::string& p) { return p == "/results/count"; });
}

/// Recomputes the cones of the listed modes. Refuses a list that leaves out modes which the same question must have
/// found. Statements about the wrench of --wrench are reported as unchecked, because the answer does not contain this
/// wrench.
SameFields recheck_cones(const ValidTask& task, const Json& results, const StopToken& stop) {
  if (!results.entries()) return recheck_cone_count(task, results, stop);
  const ContactSet& set = task.contacts();
  std::vector<std::string> listed;
  for (std::size_t k = 0; k < count_of(results); ++k) {
    listed.push_back(text_in(at(at(results, k), "mode")));
    require_mode_fits(listed.back(), set, ("/results/" + std::to_string(k) + "/mode").c_str());
  }
  const bool all = listed == modes_of(set, patterns_of(task.task(), set, std::nullopt, "--mode"), stop) ||
                   (!listed.empty() && listed == modes_of(set, {common_pattern(listed)}, stop));
  if (!all) return {"/results: the listed modes are not all modes that match some pattern; expected all requested modes", {}};
  Json again = Json::array();
  for (std::size_t k = 0; k < listed.size(); ++k) {
    Status status = kYes;
    again.push_back(cone_answer(set, wrench_cone(set, Mode(listed[k])), cone_question(at(results, k)), status));
  }
  return same_fields(again, results, "/results",
                     [](const std::string& pointer) { return pointer.ends_with("/wrench"); });
}

// Functions for complementarity problems.

Eigen::VectorXd numbers_in_list(const Json& list) {
  Eigen::VectorXd numbers(static_cast<Eigen::Index>(count_of(list)));
  for (std::size_t k = 0; k < count_of(list); ++k) numbers[static_cast<Eigen::Index>(k)] = number_in(at(list, k));
  return numbers;
}

/// Solves the problem again, and compares all fields with those of the saved answer, except four. The solution and the
/// proof have already been checked, and a problem can have several valid ones. The file name and the elapsed time do
/// not follow from the problem. If the problem is undecided within the limits, reports the whole answer as unchecked.
SameFields recheck_lcp(const LcpFile& problem, const Json& saved, const StopToken& stop) {
  LcpLimits limits;
  limits.stop = stop;
  LcpQuestion question;
  question.all = has(saved, "solutions");
  question.proof = has(saved, "proof");
  if (text_in(at(saved, "method")) == method_name(LcpMethod::interior_point)) question.method = "interior-point";
  const FoundLcp answered = find_lcp(problem, limits, question);
  const LcpAnswer& found = answered.answer;
  if (found.status == LcpAnswer::Status::undecided) return {"", {"/results"}};
  Status status = kYes;
  Json again = lcp_answer(text_in(at(saved, "file")), problem, answered, question, std::nullopt, status);
  if (has(saved, "elapsed_us")) again["elapsed_us"] = number_in(at(saved, "elapsed_us"));
  if (text_in(at(saved, "status")) != text_in(at(again, "status"))) return same_fields(again, saved, "/results/0");
  for (const char* proved : {"proof", "proof_variables"})
    if (has(again, proved) && has(saved, proved)) again[proved] = at(saved, proved);
  if (found.status == LcpAnswer::Status::solved) {
    const Eigen::VectorXd z = numbers_in_list(at(saved, "z"));
    again["z"] = to_json(z);
    again["residual"] = std::visit([&](const auto& p) { return lcp_residual(p, z); }, problem.problem);
  }
  return same_fields(again, saved, "/results/0");
}

SameFields recheck_results(const ValidTask& task, const std::string& command, const Json& results,
                           const StopToken& stop) {
  if (command == "contacts") return recheck_contacts(task, results);
  if (command == "modes") return recheck_modes(task, results, stop);
  if (command == "cone") return recheck_cones(task, results, stop);
  if (command == "check") return recheck_check(task, results, stop);
  if (command == "forward") return recheck_forward(task, results, stop);
  if (command == "nest") return recheck_nest(task, results, stop);
  if (command == "orient") return recheck_orient(task, results, stop);
  if (command == "plan" && has(results, "start_region")) return recheck_regions(task, results, stop);
  if (command == "plan") return recheck_plan(task, results, stop);
  return not_rechecked();
}

void require_command(const std::string& command) {
  static const std::vector<std::string> kCommands{"contacts", "modes",  "cone",     "check",  "forward",
                                                  "plan",     "nest",   "orient",   "simulate", "fixture"};
  if (std::find(kCommands.begin(), kCommands.end(), command) == kCommands.end())
    throw InputError("/command", Json(command).dump(),
                     "cannot be verified; expected an answer of plan, check, contacts, modes, cone, forward, nest, "
                     "orient, simulate or fixture to a task, or of lcp to a problem");
}

/// Adds to `check` the result of the comparison of all fields.
void add_fields(SameFields same, const Json& results, AnswerCheck& check) {
  check.refused = std::move(same.refused);
  check.unchecked = std::move(same.unchecked);
  if (!check.refused.empty() || check.unchecked == std::vector<std::string>{"/results"}) return;
  if (const Json::Object* members = results.members()) {
    for (const auto& member : *members) {
      const std::string pointer = "/results/" + member.first;
      const auto& unchecked = check.unchecked;
      if (std::find(unchecked.begin(), unchecked.end(), pointer) == unchecked.end()) check.checked.push_back(pointer);
    }
  }
  for (std::size_t k = 0; k < count_of(results); ++k)
    if (results.entries()) check.checked.push_back("/results/" + std::to_string(k));
}

/// Returns the reason why the document cannot be an answer to the task or problem `name`, or "" if it can be one.
std::string wrong_head(const Json& document, const std::string& name) {
  const Json& results = at(document, "results");
  if (at(document, "pawl").dump() != "1")
    return "/pawl: " + at(document, "pawl").dump() + ": unknown version; expected 1";
  if (is_true(at(document, "stopped")) || is_true(at(results, "stopped")))
    return "/stopped: true: the answer was cut short, so nothing can be verified; expected a complete answer";
  if (text_in(at(document, "name")) != name)
    return "/name: " + at(document, "name").dump() + ": the answer belongs to another task; expected " +
           Json(name).dump();
  return "";
}

}  // namespace

AnswerCheck recheck_answer(const ValidTask& task, const std::string& text, const StopToken& stop) {
  const std::string command = command_of_answer(text);
  require_command(command);
  const Json document = Json::parse(text);
  const Units units = units_in(document);
  if (units != task.task().units) return recheck_answer(ValidTask(in_units(task.task(), units)), text, stop);
  AnswerCheck check;
  const Json& asked = at(document, "results");
  if (command == "plan" && !has(asked, "start_region")) check = verify_plan_answer(task, text);
  if (command == "check" && (has(asked, "mode") || has(asked, "wrench"))) check = verify_check_answer(task, text);
  if (!check.refused.empty()) return check;
  check.refused = wrong_head(document, task.task().name);
  if (check.refused.empty())
    add_fields(recheck_results(task, command, at(document, "results"), stop), at(document, "results"), check);
  return check;
}

AnswerCheck recheck_answer(const LcpFile& problem, const std::string& text, const StopToken& stop) {
  if (command_of_answer(text) != "lcp") require_command("");
  AnswerCheck check = verify_lcp_answer(problem, text);
  if (!check.refused.empty()) return check;
  const Json document = Json::parse(text);
  check.refused = wrong_head(document, problem.name);
  if (check.refused.empty())
    add_fields(recheck_lcp(problem, at(at(document, "results"), 0), stop), at(document, "results"), check);
  return check;
}

namespace {

Json part_json(const CertifiedPart& part) {
  Json json = {{"name", part.name},
          {"digest", part.digest},
          {"mass", part.mass},
          {"center_of_mass", Json::array({part.center_of_mass.x(), part.center_of_mass.y()})},
          {"gyration_radius", part.gyration_radius}};
  if (!part.drawing.empty()) json["drawing"] = part.drawing;
  return json;
}

}  // namespace

Answer verify_answer(const AnswerCheck& check, bool partial) {
  const bool right = check.refused.empty(), accepted = right && (partial || check.unchecked.empty());
  Answer answer;
  answer.results["accepted"] = accepted;
  answer.results["checked"] = Json(check.checked);
  answer.results["unchecked"] = Json(check.unchecked);
  answer.results["refused"] = right ? Json(nullptr) : Json(check.refused);
  answer.status = accepted ? kYes : kNo;
  return answer;
}

namespace {

/// Returns the rest region of a certificate: displacements from the reference pose, in the frame of the part at this
/// pose.
Json region_json(const CertifiedRegion& region) {
  const auto& [low, high] = region.bounds;
  const auto range = [](double from, double to) { return Json::array({from, to}); };
  return {{"translation", Json::array({range(low.x(), high.x()), range(low.y(), high.y())})},
          {"rotation_deg", range(degrees(low.z()), degrees(high.z()))}};
}

Json claims_of(const CertificateCheck& check, bool of_task) {
  Json checked = Json::array();
  const std::string boxes = std::to_string(check.boxes) + " boxes: ";
  if (check.region) {
    if (of_task)
      checked.push_back("it is of the task: outline, fixels, walls, friction, loads that the actuator can give");
    checked.push_back(boxes + "in each step the part rests only in the rest region");
    checked.push_back("the part cannot leave the poses that the steps cover, which do not reach the end of a domain");
  } else {
    if (of_task)
      checked.push_back("it is of the task: outline, fixels, friction, goal, a load that the actuator can give");
    checked.push_back(boxes + "below the depth, the part can rest only at the goal");
    checked.push_back("no path below the depth leads to other boxes or out of the domain");
  }
  return checked;
}

}  // namespace

Answer verify_answer(const CertificateCheck& check, bool of_task) {
  Answer answer;
  const bool accepted = check.refused.empty();
  answer.results = {{"accepted", accepted},
                    {"checked", accepted ? claims_of(check, of_task) : Json::array()},
                    {"refused", accepted ? Json(nullptr) : Json(check.refused)}};
  if (accepted && check.region) {
    answer.results["steps"] = check.region->steps;
    answer.results["displacement"] = check.region->displacement;
    answer.results["region"] = region_json(*check.region);
  } else {
    answer.results["depth"] = accepted ? Json(check.depth) : Json(nullptr);
  }
  answer.results["part"] = accepted ? part_json(check.part) : Json(nullptr);
  answer.status = accepted ? kYes : kNo;
  return answer;
}

}  // namespace pawl::answers
