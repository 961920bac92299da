// SPDX-License-Identifier: MIT
#include "answers/mode_answers.h"

#include <pawl/base/fault.h>
#include <pawl/base/tolerance.h>
#include <pawl/modes/contact_matrices.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/planner/certainty.h>
#include <pawl/planner/loading.h>
#include <pawl/planner/rest_regions.h>
#include <pawl/planner/warnings.h>

#include <algorithm>
#include <numeric>

#include "answers/answer.h"
#include "answers/compliance_answer.h"
#include "answers/finger_answer.h"
#include "answers/fixture_answer.h"
#include "answers/foolproof_answer.h"
#include "answers/plan_answer.h"
#include "answers/whole_edges.h"

namespace pawl::answers {
namespace {

Json contact_json(const ListedContact& contact) {
  Json json{{"fixel", contact.fixel},
            {"state", contact.touching ? "touching" : "apart"},
            {"point", point_json(contact.point)},
            {"normal", point_json(contact.normal)},
            {"gap", contact.gap + 0.0},
            {"feature", text_of(contact.feature)},
            {"friction", friction_json(contact.friction)}};
  if (contact.wall > 0) json["wall"] = contact.wall;
  if (contact.wall > 0) json["wall_feature"] = text_of(contact.wall_feature);
  return json;
}

Certainty certainty_of(const ContactList& list) {
  if (list.rank == list.greatest_rank) return {};
  return {false, {}, "the rounding of the contacts' positions decides whether the goal locates the part"};
}

}  // namespace

Answer contacts_answer(const ContactList& list, const ValidTask& task) {
  const Units& units = task.task().units;
  Answer answer;
  answer.results["contacts"] = Json::array();
  for (const ListedContact& contact : list.contacts) answer.results["contacts"].push_back(contact_json(contact));
  answer.results["rank"] = list.rank;
  answer.results["located"] = list.located;
  answer.results["gyration_radius"] = list.gyration_radius;
  answer.results["mass"] = task.mass();
  answer.results["pose_error"] = list.pose_error ? pose_error_json(*list.pose_error, units) : Json(nullptr);
  answer.results["seated_pose"] = list.seated_pose ? pose_json(*list.seated_pose, units) : Json(nullptr);
  answer.certify(certainty_of(list));
  return answer;
}

Json play_json(const Loading& loading, bool from_seat, const ContactSet& contacts) {
  const bool caged = loading.end == Loading::End::caged;
  return {{"caged", caged ? Json(true) : loading.end == Loading::End::leaves ? Json(false) : Json(nullptr)},
          {"from", from_seat ? "seat" : "pose"},
          {"cage", caged ? box_json(loading.extent, contacts) : Json(nullptr)},
          {"displacement", caged ? Json(loading.displacement) : Json(nullptr)},
          {"boxes", loading.boxes}};
}

void add_play(const ValidTask& task, Answer& answer) {
  const ReferencePose reference = reference_pose(task.task());
  LoadingOptions options;
  options.play = true;
  const Loading loading = find_loading(task, reference.task, options);
  answer.results["play"] = play_json(loading, reference.seated, reference.task.contacts);
  if (loading.end != Loading::End::undecided) return;
  answer.status = kFailed;
  answer.message = "undecided: the limit on boxes was reached before the part was found to be loadable or caged";
}

Answer answer_contacts(const ValidTask& task, const FixtureChecks& checks, const StopToken& stop) {
  Answer answer = answer_contacts(task, fixture_question(checks, task.task(), std::nullopt));
  if (checks.play) add_play(task, answer);
  if (checks.misfit && !checks.foolproof)
    throw InputError("--misfit", Json(*checks.misfit).dump(), "needs --foolproof");
  if (checks.foolproof) add_foolproof(task, checks.misfit, stop, answer);
  if (const std::optional<FingerQuestion> finger = finger_question(checks, task)) add_finger(task, *finger, answer);
  if (const std::optional<ComplianceQuestion> compliance = compliance_question(checks, task))
    add_compliance(task, *compliance, answer);
  return answer;
}

Answer answer_contacts(const ValidTask& task, const std::optional<FixtureQuestion>& fixture) {
  const Units& units = task.task().units;
  Answer answer = contacts_answer(list_contacts(task), task);
  if (fixture) add_fixture_check(check_fixture(task, *fixture), *fixture, units, answer);
  add_whole_edges(task.task(), answer.results);
  answer.require_finite();
  return answer;
}

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::determinate:
      return "determinate";
    case Verdict::partly_ambiguous:
      return "partly ambiguous";
    case Verdict::wholly_ambiguous:
      return "wholly ambiguous";
  }
  return "";
}

const char* name_of(Covers covers) {
  switch (covers) {
    case Covers::all:
      return "all";
    case Covers::part:
      return "part";
    case Covers::boundary:
      return "boundary";
  }
  return "";
}

namespace {

Json from_one(const std::vector<int>& contacts) {
  Json numbers = Json::array();
  for (const int contact : contacts) numbers.push_back(contact + 1);
  return numbers;
}

void add_closure(const Closure& held, Json& results) {
  results["force_closure"] = held.force;
  results["closure_contacts"] = from_one(held.force_contacts);
  results["form_closure"] = held.form;
  results["form_closure_contacts"] = from_one(held.form_contacts);
  results["wedging"] = Json::array();
  for (const auto& [i, j] : held.wedges) results["wedging"].push_back(from_one({i, j}));
}

Json rivals_json(const std::vector<Rival>& rivals) {
  Json list = Json::array();
  for (const Rival& rival : rivals) {
    list.push_back({{"mode", rival.mode.str()}, {"jam", rival.jam}, {"covers", name_of(rival.covers)}});
  }
  return list;
}

/// Describes the union of the cones. States whether the union is convex and, if it is, its convex hull.
Json union_json(const std::vector<WrenchCone>& cones, const ContactSet& set) {
  if (cones.empty()) return {{"convex", nullptr}, {"cone", nullptr}};
  std::vector<Cone> members;
  for (const WrenchCone& one : cones) members.push_back(one.cone);
  const std::optional<Cone> hull = convex_union(members);
  return {{"convex", hull.has_value()}, {"cone", hull ? print_cone(*hull, set) : Json(nullptr)}};
}

Json safe_json(const ModeCheck& checked, const ContactSet& set) {
  Json list = Json::array();
  for (std::size_t k = 0; k < checked.found.safe.size(); ++k) {
    const SafePiece& piece = checked.found.safe[k];
    list.push_back({{"cone", print_cone(piece.cone, set)},
                    {"wrench", to_json(checked.safe_wrenches[k])},
                    {"margin_deg", degrees(piece.margin)}});
  }
  return list;
}

}  // namespace

Answer check_answer(const ValidTask& task, const std::string& mode, const std::optional<ModeCheck>& found) {
  const ContactSet& set = task.contacts();
  Answer answer;
  answer.results["mode"] = mode;
  if (!found) {
    answer.stop();
    return answer;
  }
  const ModeAmbiguity& checked = found->found;
  const bool certified = found->certainty.certified;
  answer.results["feasible"] = found->feasible();
  answer.results["verdict"] = !certified ? kUndecided : found->feasible() ? name_of(checked.verdict) : "infeasible";
  answer.results["cone"] = nullptr;
  if (checked.desired.size() == 1) answer.results["cone"] = print_cone(checked.desired[0].cone, set);
  if (!names_one_mode(mode)) {
    answer.results["desired"] = Json::array();
    for (const WrenchCone& one : checked.desired) {
      answer.results["desired"].push_back({{"mode", one.mode.str()}, {"cone", print_cone(one.cone, set)}});
    }
    answer.results["union"] = union_json(checked.desired, set);
  }
  answer.results["rivals"] = rivals_json(checked.rivals);
  answer.results["safe"] = safe_json(*found, set);
  add_closure(found->closure, answer.results);
  add_kind_of_friction(set, answer.results);
  answer.status = found->determinate() ? kYes : kNo;
  answer.warnings = warnings(checked);
  answer.certify(found->certainty);
  return answer;
}

Answer check_answer(const ValidTask& task, const Eigen::Vector3d& wrench, const std::optional<std::string>& mode,
                    const std::optional<WrenchCheck>& found) {
  const ContactSet& set = task.contacts();
  Answer answer;
  answer.results["wrench"] = to_json(wrench);
  if (!found) {
    answer.stop();
    return answer;
  }
  const WrenchAmbiguity& checked = found->found;
  answer.results["verdict"] = !found->certainty.certified ? kUndecided
                              : checked.determinate()     ? "determinate"
                                                          : "ambiguous";
  answer.results["jam"] = checked.jam;
  answer.results["strongly_stable"] = found->strongly_stable(set);
  answer.results["modes"] = Json::array();
  for (const Mode& one : checked.modes) answer.results["modes"].push_back(one.str());
  answer.results["distance_deg"] = degrees(checked.distance);
  add_kind_of_friction(set, answer.results);
  answer.status = checked.determinate() && !checked.jam ? kYes : kNo;
  if (mode) {
    const bool desired =
        std::all_of(checked.modes.begin(), checked.modes.end(), [&](const Mode& one) { return matches(one, *mode); });
    answer.results["mode"] = *mode;
    answer.results["desired"] = desired;
    answer.status = desired ? kYes : kNo;
  }
  answer.warnings = warnings(checked);
  answer.certify(found->certainty);
  return answer;
}

namespace {

/// Returns the mode to check: the value of --mode or, without this option, the only mode of the task.
std::string asked_mode(const Task& task, const ContactSet& set, const std::optional<std::string>& asked) {
  if (!asked && set.size() == 0) {
    throw InputError(task.part.outline ? "/fixels" : "/contacts", "",
                     "must not be empty for a mode to be checked; a free part accepts --wrench only");
  }
  if (!asked && task.modes.size() != 1) {
    throw InputError(
        "--mode", "",
        "missing; expected one desired mode (or --wrench), because the task lists " + std::to_string(task.modes.size()));
  }
  const std::string& mode = asked ? *asked : task.modes[0];
  require_mode_fits(mode, set, asked ? "--mode" : "/modes/0");
  return mode;
}

Answer answer_mode(const ValidTask& task, const std::string& mode, const StopToken& stop) {
  return check_answer(task, mode, check(task, mode, stop));
}

Answer answer_wrench(const ValidTask& task, const Eigen::Vector3d& wrench, const std::optional<std::string>& mode,
                     const StopToken& stop) {
  if (mode) require_mode_fits(*mode, task.contacts(), "--mode");
  return check_answer(task, wrench, mode, check(task, wrench, stop));
}

/// Answers a question that requests only fixture checks. The status is kNo in three cases: the part has no seat; a
/// requested clamp cannot press on any edge; a tolerance is given and no three of the locators locate the part.
Answer answer_fixture(const ValidTask& task, const FixtureQuestion& question) {
  Answer answer;
  answer.results = Json::object();
  const FixtureCheck found = check_fixture(task, question);
  const bool yes = add_fixture_check(found, question, task.task().units, answer);
  if (answer.status != kFailed) answer.status = yes && (!question.tolerance || found.pose_error) ? kYes : kNo;
  return answer;
}

}  // namespace

Answer answer_check(const ValidTask& task, const CheckQuestion& question, const StopToken& stop) {
  const auto fixture = fixture_question(question.fixture, task.task(), question.wrench);
  return answer_check(task, question.mode, question.wrench, fixture, stop);
}

Answer answer_check(const ValidTask& task, const std::optional<std::string>& mode,
                    const std::optional<Eigen::Vector3d>& wrench, const std::optional<FixtureQuestion>& fixture,
                    const StopToken& stop) {
  const bool no_mode = !wrench && !mode && task.task().modes.size() != 1;
  Answer answer;
  if (fixture && no_mode) {
    answer = answer_fixture(task, *fixture);
  } else {
    answer = wrench ? answer_wrench(task, *wrench, mode, stop)
                    : answer_mode(task, asked_mode(task.task(), task.contacts(), mode), stop);
    if (fixture) add_fixture_check(check_fixture(task, *fixture), *fixture, task.task().units, answer);
  }
  add_whole_edges(task.task(), answer.results);
  answer.require_finite();
  return answer;
}

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

/// Returns the minimum (sign -1) or maximum (sign 1) of each component, or null for a component that some direction in
/// `directions` makes unbounded.
Json ends_json(const Eigen::Vector3d& ends, const std::vector<Eigen::Vector3d>& directions, int sign,
               const Units& units) {
  constexpr double kRounding = 1e-15;  ///< bound on the rounding errors of a direction that was rotated to the world
                                       ///< frame
  Json result = pose_json(ends, units);
  for (const Eigen::Vector3d& direction : directions) {
    for (int k = 0; k < 3; ++k) {
      if (sign * direction[k] > kRounding) result[k] = nullptr;
    }
  }
  return result;
}

/// Returns the minimum and the maximum of each component, world frame, over all accelerations of a solution. Returns
/// null if the acceleration is unique.
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
  add_kind_of_friction(set, answer.results);
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
  if (!wrench) throw InputError("--wrench", "", "missing; expected the external wrench fx,fy,tau");
  return forward_answer(task, find_forward(task, *wrench, stop));
}

namespace {

/// Up to this number of modes, the modes are counted first, so that their number is written before them. More modes are
/// counted while they are written.
constexpr std::size_t kCountedFirst = 10000;

/// Returns the number of modes, unless it exceeds kCountedFirst or the count is stopped.
std::optional<std::size_t> count_if_few(const ContactSet& set, const StopToken& stop) {
  FeasibleModeWalk walk(set, {}, stop);
  std::size_t count = 0;
  while (count <= kCountedFirst && walk.next()) ++count;
  if (count > kCountedFirst || walk.stopped()) return std::nullopt;
  return count;
}

void write_certainty(const Certainty& certainty, JsonStream& json, StreamedAnswer::End& end) {
  Json members;
  add_certainty(certainty, members);
  for (const auto& [key, member] : *members.members()) json.member(key, member);
  if (certainty.certified) return;
  end.status = kFailed;
  end.message = "not certified: " + certainty.reason;
}

}  // namespace

StreamedAnswer::End write_modes(const ContactSet& set, const Units& units, const StopToken& stop, JsonStream& json) {
  json.begin('{');
  const std::optional<std::size_t> known = count_if_few(set, stop);
  if (known) json.member("count", *known);
  json.key("modes");
  json.begin('[');
  FeasibleModeWalk walk(set, {}, stop);
  std::size_t count = 0;
  while (!stop.stop_requested() && walk.next()) {
    json.value({{"mode", walk.letters()},
                {"acceleration", pose_json(set.to_world(walk.acceleration()), units)},
                {"motion_dimension", walk.motion_dimension()}});
    ++count;
  }
  json.end(']');
  if (!known) json.member("count", count);
  StreamedAnswer::End end{kYes, known ? count < *known : stop.stop_requested()};
  if (!end.stopped) write_certainty(certainty_of_modes(set, stop), json, end);
  json.end('}');
  return end;
}

StreamedAnswer::End write_mode_count(const ContactSet& set, const StopToken& stop, JsonStream& json) {
  const ModeCount counted = count_feasible_modes(set, {}, stop);
  StreamedAnswer::End end{kYes, counted.stopped};
  json.begin('{');
  json.member("count", counted.count);
  if (!end.stopped) write_certainty(certainty_of_modes(set, stop), json, end);
  json.end('}');
  return end;
}

StreamedAnswer answer_modes(const ValidTask& task, bool count, const StopToken& stop) {
  return {[&task, count, stop](JsonStream& json) {
    const ContactSet& set = task.contacts();
    return count ? write_mode_count(set, stop, json) : write_modes(set, task.task().units, stop, json);
  }};
}

namespace {

/// The rows of a cone in the world frame. They are sorted lexicographically, unless the contact set has the orientation
/// of the world frame; then they keep their order.
struct TurnedRows {
  Json rows = Json::array();
  Json exact = Json::array();
  std::vector<std::size_t> order;  ///< order[k] is the index of printed row k in the unrotated cone
};

bool less(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
}

/// Returns v or -v: the one whose first nonzero entry is positive. For lines and equalities, the sign has no meaning.
Eigen::Vector3d line_sign(const Eigen::Vector3d& v) {
  for (int k = 0; k < 3; ++k) {
    if (v[k] != 0) return v[k] < 0 ? Eigen::Vector3d(-v) : v;
  }
  return v;
}

TurnedRows turned(const Cone::Rows& rows, const Cone::ExactRows& exact, const ContactSet& set, bool lines) {
  Cone::Rows world;
  for (const Eigen::Vector3d& row : rows) {
    world.push_back(set.to_world(row));
    if (lines && set.angle != 0) world.back() = line_sign(world.back());
  }
  TurnedRows result;
  result.order.resize(rows.size());
  std::iota(result.order.begin(), result.order.end(), std::size_t{0});
  if (set.angle != 0) {
    std::sort(result.order.begin(), result.order.end(),
              [&](std::size_t a, std::size_t b) { return less(world[a], world[b]); });
  }
  for (const std::size_t k : result.order) {
    result.rows.push_back(to_json(world[k]));
    result.exact.push_back(exact[k]);
  }
  return result;
}

Json renumbered(const std::vector<std::vector<int>>& excluded, const std::vector<std::size_t>& order) {
  std::vector<int> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<int>(k);
  std::vector<std::vector<int>> sets;
  for (const std::vector<int>& faces : excluded) {
    std::vector<int>& printed = sets.emplace_back();
    for (const int face : faces) printed.push_back(place[face]);
    std::sort(printed.begin(), printed.end());
  }
  std::sort(sets.begin(), sets.end());
  return Json(sets);
}

struct Printed {
  Json cone;
  std::vector<std::size_t> face_order;
};

Printed print(const Cone& cone, const ContactSet& set, bool exact) {
  const TurnedRows rays = turned(cone.rays(), cone.exact_rays(), set, false);
  const TurnedRows lines = turned(cone.lines(), cone.exact_lines(), set, true);
  const TurnedRows faces = turned(cone.faces(), cone.exact_faces(), set, false);
  const TurnedRows equalities = turned(cone.equalities(), cone.exact_equalities(), set, true);
  Printed printed{{}, faces.order};
  printed.cone = {{"dimension", cone.dimension()},
                  {"rays", rays.rows},
                  {"lines", lines.rows},
                  {"faces", faces.rows},
                  {"equalities", equalities.rows}};
  if (exact) {
    printed.cone["exact"] = {{"frame", set.angle == 0 ? "world" : "body"},
                             {"rays", rays.exact},
                             {"lines", lines.exact},
                             {"faces", faces.exact},
                             {"equalities", equalities.exact}};
  }
  return printed;
}

}  // namespace

Json print_cone(const Cone& cone, const ContactSet& set) { return print(cone, set, false).cone; }

PrintedCone print_cone(const WrenchCone& wrench_cone, const ContactSet& set, bool exact) {
  Printed printed = print(wrench_cone.cone, set, exact);
  return {std::move(printed.cone), renumbered(wrench_cone.excluded, printed.face_order)};
}

namespace {

Route route_of(const ConesQuestion& question) { return question.route == "enrsv" ? Route::enrsv : Route::sum; }

/// Returns the contact matrices of a mode. If `published` is true, also returns the matrices K_F and F, where F has the
/// faces of the cone that the columns of K span.
Json matrices_json(const ContactSet& set, const Mode& mode, bool published) {
  const ContactMatrices m =
      contact_matrices(set, mode, published ? SpanFaces::computed : SpanFaces::omitted);
  Json json = {{"J", to_json(m.J)}, {"A", to_json(m.A)}, {"B", to_json(m.B)}, {"C", to_json(m.C)},
               {"E", to_json(m.E)}, {"N", to_json(m.N)}, {"R", to_json(m.R)}, {"S", to_json(m.S)},
               {"V", to_json(m.V)}, {"K", to_json(m.K)}, {"P", to_json(m.P)}};
  if (published) {
    json["K_F"] = to_json(m.KF);
    json["F"] = to_json(m.F);
  }
  return json;
}

}  // namespace

Json cone_answer(const ContactSet& set, const WrenchCone& cone, const ConesQuestion& question, Status& status) {
  Json result = {{"mode", cone.mode.str()}, {"feasible", cone.feasible}};
  if (!cone.feasible) {
    status = std::max(status, kNo);
    result["cone"] = nullptr;
    result["excluded"] = Json::array();
  } else {
    const PrintedCone printed = print_cone(cone, set, question.exact);
    const WidestDirection widest = widest_direction(cone.cone, set.radius_of_gyration());
    result["cone"] = printed.cone;
    result["excluded"] = printed.excluded;
    result["widest"] = {{"wrench", to_json(set.to_world(widest.direction))}, {"margin_deg", degrees(widest.margin)}};
  }
  if (question.wrench && cone.feasible) {
    const Eigen::Vector3d g = set.from_world(*question.wrench);
    result["wrench"] = {{"in_cone", cone.cone.contains(g)}, {"consistent", cone.admits(g)}};
  }
  Certainty certainty = certainty_of_cone(set, cone);
  if (cone.feasible && !cone.certified) certainty = {false, {}, "the two routes disagree: a fault of this program"};
  add_certainty(certainty, result);
  if (!certainty.certified) status = kFailed;
  if (question.matrices) result["matrices"] = matrices_json(set, cone.mode, route_of(question) == Route::enrsv);
  add_kind_of_friction(set, result);
  return result;
}

namespace {


bool is_one_mode(const std::string& pattern) { return names_one_mode(pattern); }

StreamedAnswer::End count_modes(const ContactSet& set, const std::vector<std::string>& patterns, const StopToken& stop,
                                JsonStream& json) {
  ModeCount total;
  for (const std::string& pattern : patterns) {
    const ModeCount counted =
        is_one_mode(pattern) ? ModeCount{1, stop.stop_requested()} : count_feasible_modes(set, pattern, stop);
    total.count += counted.count;
    total.stopped = total.stopped || counted.stopped;
  }
  json.value({{"count", total.count}});
  return {kYes, total.stopped};
}

StreamedAnswer::End write_cones(const ContactSet& set, const std::vector<std::string>& patterns,
                                const ConesQuestion& question, const std::function<void(const WrenchCone&)>& use,
                                JsonStream& json) {
  StreamedAnswer::End end;
  json.begin('[');
  end.stopped = !for_each_cone(set, patterns, route_of(question), question.stop, [&](const WrenchCone& cone) {
    json.value(cone_answer(set, cone, question, end.status));
    if (use) use(cone);
  });
  json.end(']');
  const bool lists_modes = !std::all_of(patterns.begin(), patterns.end(), is_one_mode);
  if (end.stopped || !lists_modes) return end;
  // Each cone states whether it is certified. But rounding may also hide a whole mode, which then has no cone. Only the
  // exit status can report this.
  const Certainty list = certainty_of_modes(set, question.stop);
  if (!list.certified) {
    end.status = kFailed;
    end.message = "the list of modes is not certified: " + list.reason;
  }
  return end;
}

}  // namespace

std::vector<std::string> patterns_of(const Task& task, const ContactSet& set, const std::optional<std::string>& mode,
                                     const char* pointer) {
  if (mode) {
    require_mode_fits(*mode, set, pointer);
    return {*mode};
  }
  if (task.modes.empty()) return {std::string(set.size(), '*')};
  for (const std::string& pattern : task.modes) require_mode_fits(pattern, set);
  return task.modes;
}

bool for_each_cone(const ContactSet& set, const std::vector<std::string>& patterns, Route route, const StopToken& stop,
                   const std::function<void(const WrenchCone&)>& use) {
  for (const std::string& pattern : patterns) {
    if (stop.stop_requested()) return false;
    if (is_one_mode(pattern)) {
      use(wrench_cone(set, Mode(pattern), route));
    } else if (!for_each_wrench_cone(set, use, {pattern, route, stop})) {
      return false;
    }
  }
  return true;
}

StreamedAnswer answer_cones(const ValidTask& task, const ConesQuestion& question,
                            const std::function<void(const WrenchCone&)>& use) {
  const ContactSet& set = task.contacts();
  const std::vector<std::string> patterns = patterns_of(task.task(), set, question.mode, "--mode");
  if (route_of(question) == Route::enrsv && !has_route_enrsv()) {
    throw InputError("--route", "enrsv", "this build has no cddlib (PAWL_WITH_CDDLIB=OFF); use --route sum");
  }
  return {[&set, question, patterns, use](JsonStream& json) {
    return question.count ? count_modes(set, patterns, question.stop, json)
                          : write_cones(set, patterns, question, use, json);
  }};
}

const char* name_of(LcpAnswer::Status status) {
  switch (status) {
    case LcpAnswer::Status::solved:
      return "solved";
    case LcpAnswer::Status::none:
      return "none";
    case LcpAnswer::Status::undecided:
      break;
  }
  return "undecided";
}

namespace {

Status status_of(const LcpAnswer& answer, bool all) {
  if (answer.status == LcpAnswer::Status::undecided || (all && !answer.complete)) return kFailed;
  return answer.status == LcpAnswer::Status::none ? kNo : kYes;
}

LcpAnswer solve(const Lcp& lcp, const LcpLimits& limits, bool all) {
  return all ? all_lcp_solutions(lcp, limits) : solve_lcp(lcp, limits);
}

LcpAnswer solve(const ContactProblem& problem, const LcpLimits& limits, bool all) {
  return all ? all_contact_solutions(problem, limits) : solve_contact_problem(problem, limits);
}

Eigen::Index variables(const Lcp& lcp) { return lcp.size(); }
Eigen::Index variables(const ContactProblem& problem) {
  const auto contacts = static_cast<Eigen::Index>(problem.contacts.size());
  if (problem.level == ContactProblem::Level::velocity) return 4 * contacts;
  return 3 * contacts - 2 * std::count_if(problem.contacts.begin(), problem.contacts.end(),
                                          [](const auto& contact) { return contact.sliding != 0; });
}

Lcp matrix_form(const Lcp& lcp) { return lcp; }
Lcp matrix_form(const ContactProblem& problem) { return problem.lcp(); }

const char* reason_of(InteriorPointResult::Status status) {
  using Status = InteriorPointResult::Status;
  switch (status) {
    case Status::no_interior:
      return "no z > 0 with M z + q > 0 was found, where the method could start";
    case Status::stalled:
      return "no step decreases the merit function";
    case Status::limit:
      return "the limit of iterations or of time was reached";
    case Status::solved:
    case Status::inaccurate:
      break;
  }
  return "z'w converged to 0, but no point satisfies the conditions accurately";
}

Json proof_json(const LcpRefutation& refutation) {
  Json nodes = Json::array();
  for (const LcpRefutation::Node& node : refutation.nodes) {
    if (node.branch >= 0) {
      nodes.push_back({{"branch", node.branch}, {"z_zero", node.z_zero}, {"w_zero", node.w_zero}});
    } else {
      nodes.push_back({{"multipliers", node.multipliers}});
    }
  }
  return nodes;
}

}  // namespace

FoundLcp find_lcp(const LcpFile& problem, const LcpLimits& limits, const LcpQuestion& question) {
  require_consistent(question);
  if (question.method != "interior-point")
    return {std::visit([&](const auto& p) { return solve(p, limits, question.all); }, problem.problem), {}};
  InteriorPointOptions options;
  options.stop = limits.stop;
  FoundLcp found;
  found.interior = interior_point(std::visit([](const auto& p) { return matrix_form(p); }, problem.problem), options);
  found.answer.method = LcpMethod::interior_point;
  found.answer.z = found.interior->z;
  found.answer.residual =
      std::visit([&](const auto& p) { return lcp_residual(p, found.interior->z); }, problem.problem);
  if (found.interior->status == InteriorPointResult::Status::solved && found.answer.residual <= kLcpResidual)
    found.answer.status = LcpAnswer::Status::solved;
  return found;
}

Json lcp_answer(const std::string& file, const LcpFile& problem, const FoundLcp& found, const LcpQuestion& question,
                std::optional<double> microseconds, Status& status) {
  const LcpAnswer& answer = found.answer;
  status = std::max(status, status_of(answer, question.all));
  const bool solved = answer.status == LcpAnswer::Status::solved;
  double residual = answer.residual;
  if (!solved) {
    residual = std::visit([&](const auto& p) { return lcp_residual(p, Eigen::VectorXd::Zero(variables(p))); },
                          problem.problem);
  }
  Json result = {{"file", file},
                 {"status", name_of(answer.status)},
                 {"z", solved ? to_json(answer.z) : Json(nullptr)},
                 {"residual", residual},
                 {"pivots", answer.pivots}};
  if (microseconds) result["elapsed_us"] = *microseconds;
  result["method"] = method_name(answer.method);
  if (found.interior) {
    result["iterations"] = found.interior->iterations;
    if (!solved) result["reason"] = reason_of(found.interior->status);
  }
  if (question.all) {
    result["solutions"] = Json::array();
    for (const Eigen::VectorXd& z : answer.solutions) result["solutions"].push_back(to_json(z));
    result["complete"] = answer.complete;
  }
  if (question.proof && answer.status == LcpAnswer::Status::none) {
    result["proof"] = proof_json(answer.refutation);
    result["proof_variables"] = answer.refutation.variables;
  }
  return result;
}

}  // namespace pawl::answers
