// SPDX-License-Identifier: MIT
#include "answers/fixture_answer.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "answers/answer.h"
#include "answers/foolproof_answer.h"
#include "answers/plan_answer.h"
#include "answers/whole_edges.h"
#include "geometry/edge_stretches.h"

namespace pawl::answers {
namespace {

Json path_json(const Path& path) {
  Json entries = Json::array({point_json(path.vertices[0])});
  const std::size_t count = path.vertices.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Json to = point_json(path.vertices[(i + 1) % count]);
    const bool closes = i + 1 == count;
    const int curve = path.curves.empty() ? 0 : path.curves[i];
    if (path.bulges[i] == 0 && curve == 0) {
      if (!closes) entries.push_back(to);
      continue;
    }
    Json entry = {{"to", to}};
    if (path.bulges[i] != 0) entry["bulge"] = path.bulges[i];
    if (curve != 0) entry["curve"] = curve;
    entries.push_back(std::move(entry));
  }
  return entries;
}

const char* word_of(DrawnLoop::Kind kind) {
  switch (kind) {
    case DrawnLoop::Kind::outline:
      return "outline";
    case DrawnLoop::Kind::hole:
      return "hole";
    case DrawnLoop::Kind::other:
      break;
  }
  return "other";
}

Json counts_json(const std::map<std::string, int>& counts) {
  Json json = Json::array();
  for (const auto& [what, count] : counts) json.push_back({{"what", what}, {"count", count}});
  return json;
}

Json joined_json(const JoinedEnds& joined) {
  return {{"at", point_json(joined.at)},
          {"gap", joined.gap},
          {"by", joined.by_rounding ? "rounding" : "join"},
          {"kept", text_of(joined.kept)},
          {"moved", text_of(joined.moved)}};
}

Json open_chain_json(const OpenChain& chain) {
  return {{"begins", text_of(chain.place)},
          {"from", point_json(chain.vertices.front())},
          {"to", point_json(chain.vertices.back())},
          {"segments", chain.bulges.size()}};
}

Json loop_json(const DrawnLoop& loop, int number) {
  const auto* disc = std::get_if<Disc>(&loop.outline);
  Json json = {{"loop", number}, {"kind", word_of(loop.kind)}};
  json["segments"] = disc != nullptr ? std::size_t{1} : loop.places.size();
  const auto* path = std::get_if<Path>(&loop.outline);
  if (path != nullptr && !path->curves.empty()) json["edges"] = edge_count(loop.outline);
  json["area"] = loop.properties.area;
  json["centroid"] = point_json(loop.properties.centroid);
  json["gyration_radius"] = std::sqrt(loop.properties.gyration_squared);
  if (disc != nullptr) json["disc"] = {{"center", point_json(disc->center)}, {"radius", disc->radius}};
  json["begins"] = text_of(loop.places[0]);
  return json;
}

/// Returns JSON on one line, with a blank after commas and colons.
std::string flat(const Json& value) {
  if (!value.entries() && !value.members()) return value.dump();
  std::string text = value.entries() ? "[" : "{";
  if (value.entries()) {
    for (const Json& entry : *value.entries()) text += (text.size() > 1 ? ", " : "") + flat(entry);
  } else {
    for (const auto& [key, member] : *value.members()) {
      text += (text.size() > 1 ? ", " : "") + Json(key).dump() + ": " + flat(member);
    }
  }
  return text + (value.entries() ? "]" : "}");
}

constexpr std::size_t kWidth = 110;

/// Returns JSON text on one line if at most `room` columns are needed, or if the value is neither an object nor an
/// array. Otherwise returns several lines: the last one begins with `indent`, and those between the first and the last
/// begin with `indent` and at least two further blanks.
std::string broken(const Json& value, const std::string& indent, std::size_t room) {
  const std::string whole = flat(value);
  if (whole.size() <= room || (!value.entries() && !value.members())) return whole;
  const std::string inner = indent + "  ";
  const std::size_t width = kWidth > inner.size() + 20 ? kWidth - inner.size() : 20;
  std::string text = value.entries() ? "[" : "{";
  if (value.members()) {
    for (const auto& [key, member] : *value.members()) {
      const std::string name = Json(key).dump() + ": ";
      text += (text.size() > 1 ? ",\n" : "\n") + inner + name;
      text += broken(member, inner, width > name.size() + 1 ? width - name.size() - 1 : 0);
    }
    return text + "\n" + indent + "}";
  }
  std::size_t column = kWidth + 1;  // an initial value beyond the width makes the first entry begin a new line
  for (const Json& entry : *value.entries()) {
    const std::string one = broken(entry, inner, width - 1);
    const bool fits = column + one.size() + 3 <= kWidth && one.find('\n') == std::string::npos;
    text += (text.size() > 1 ? "," : "") + (fits ? std::string(" ") : "\n" + inner) + one;
    column = one.find('\n') != std::string::npos ? kWidth + 1 : (fits ? column + 2 : inner.size()) + one.size();
  }
  return text + "\n" + indent + "]";
}

}  // namespace

Json outline_json(const Outline& outline) {
  if (const auto* disc = std::get_if<Disc>(&outline)) {
    return {{"disc", Json{{"center", point_json(disc->center)}, {"radius", disc->radius}}}};
  }
  Json json = Json::object();
  if (const auto* path = std::get_if<Path>(&outline)) {
    json["path"] = path_json(*path);
    return json;
  }
  json["polygon"] = Json::array();
  for (const Eigen::Vector2d& vertex : std::get<Polygon>(outline).vertices)
    json["polygon"].push_back(point_json(vertex));
  return json;
}

Outline outline_in(const Json& json) {
  const auto point_in = [](const Json& point) {
    if (count_of(point) != 2) throw InputError("/results", point.dump(), "must be a point [x, y]");
    return Eigen::Vector2d(number_in(at(point, 0)), number_in(at(point, 1)));
  };
  const Json& disc = at(json, "disc");
  if (disc.members()) return Disc{point_in(at(disc, "center")), number_in(at(disc, "radius"))};
  Polygon polygon;
  const Json& vertices = at(json, "polygon");
  for (std::size_t k = 0; k < count_of(vertices); ++k) polygon.vertices.push_back(point_in(at(vertices, k)));
  if (!polygon.vertices.empty()) return polygon;
  Path path;
  const Json& entries = at(json, "path");
  for (std::size_t k = 0; k < count_of(entries); ++k) {
    const Json& entry = at(entries, k);
    const Json& to = entry.members() ? at(entry, "to") : entry;
    if (k > 0) path.bulges.push_back(number_in(at(entry, "bulge")));
    path.vertices.push_back(point_in(to));
  }
  if (path.vertices.size() < 2) throw InputError("/results", json.dump(), "must be an outline");
  if (path.vertices.back() == path.vertices.front()) {
    path.vertices.pop_back();
  } else {
    path.bulges.push_back(0);
  }
  return path;
}

Json part_json(const Part& part) {
  Json json = Json::object();
  json["outline"] = outline_json(*part.outline);
  for (const Outline& hole : part.holes) json["outline"]["holes"].push_back(outline_json(hole));
  if (part.mass) json["mass"] = *part.mass;
  if (part.inertia) json["inertia"] = *part.inertia;
  if (part.center_of_mass) json["center_of_mass"] = point_json(*part.center_of_mass);
  if (!part.drawing_digest.empty()) json["drawing_digest"] = part.drawing_digest;
  return json;
}

Json drawing_report(const Drawing& drawing, const DrawnPart& part) {
  Json report = Json::object();
  report["format"] = drawing.format;
  report["stated_unit"] = drawing.stated_unit.empty() ? Json(nullptr) : Json(drawing.stated_unit);
  report["entities"] = counts_json(drawing.entities);
  report["left_out"] = counts_json(drawing.left_out);
  report["joined"] = Json::array();
  for (const JoinedEnds& joined : part.joined) report["joined"].push_back(joined_json(joined));
  report["open_chains"] = Json::array();
  for (const OpenChain& chain : part.open_chains) report["open_chains"].push_back(open_chain_json(chain));
  report["dropped"] = {{"duplicates", part.duplicates}, {"zero_length", part.zero_length}};
  report["shortest_segment"] = part.shortest;
  report["deviation"] = drawing.deviation;
  report["loops"] = Json::array();
  int number = 0;
  for (const DrawnLoop& loop : part.loops) report["loops"].push_back(loop_json(loop, ++number));
  report["area"] = part.properties.area;
  report["centroid"] = point_json(part.properties.centroid);
  report["gyration_radius"] = std::sqrt(part.properties.gyration_squared);
  report["notes"] = Json::array();
  for (const std::string& note : part.notes) report["notes"].push_back(note);
  for (const std::string& note : drawing.notes) report["notes"].push_back(note);
  return report;
}

InputError with_remedy(const InputError& error, const std::string& text, const DrawingOptions& options) {
  std::vector<Fault> faults = error.faults();
  const std::string words = remedy_words(find_remedy(text, options));
  if (!words.empty()) faults.push_back({"", "", words});
  return InputError(std::move(faults));
}

namespace {

/// Reads the number of a loop. Throws InputError for any other text, including "all", which only `pawl part` accepts.
int loop_number(const std::string& text) {
  if (text == "all") {
    throw InputError("/loop", text,
                     "applies only to pawl part, which writes one task per part; choose one part by its number");
  }
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) {
    throw InputError("/loop", text, "must be all, or a whole number of at least 0");
  }
  return number;
}

}  // namespace

DrawingOptions drawing_options(const PartQuestion& given) {
  using Length = Units::Length;
  DrawingOptions options;
  options.layer = given.layer.value_or("");
  options.not_layer = given.not_layer.value_or("");
  for (const Length length : {Length::m, Length::mm, Length::cm, Length::in}) {
    Units units;
    units.length = length;
    if (given.unit && *given.unit == units.length_name()) options.unit = length;
  }
  if (given.unit && !options.unit) throw InputError("/unit", *given.unit, "must be m, mm, cm or in");
  options.join = given.join;
  options.deviation = given.deviation.value_or(options.deviation);
  constexpr long kLargest = std::numeric_limits<int>::max();
  options.loop = static_cast<int>(std::clamp(given.loop.value_or(0), -kLargest, kLargest));
  if (given.loops) options.loop = loop_number(*given.loops);
  return options;
}

Json part_document(const std::string& name, const Drawing& drawing, const DrawnPart& drawn) {
  Units units;
  units.length = *drawn.unit;
  Json document = {{"pawl", 1}, {"command", "part"}};
  document["name"] = name;
  document["part"] = part_json(as_part(drawn));
  document["units"] = {{"length", units.length_name()}, {"angle", units.angle_name()}};
  document["report"] = drawing_report(drawing, drawn);
  return document;
}

std::string readable(const Json& value) { return broken(value, "", 0) + "\n"; }

namespace {

/// Converts the position of a clamp, whose edge is counted from 1 and may be a curve, to a segment and a fraction of
/// its length. Throws InputError at --clamp-at with the given text.
ClampPlace clamp_position(const GivenPlace& place, const Task& task) {
  const auto refuse = [&](const std::string& what) -> InputError { return InputError("--clamp-at", place.text, what); };
  const bool none = !task.part.outline || std::holds_alternative<Disc>(*task.part.outline);
  if (none) throw refuse("the part has no edges, so a clamp has no place; expected a part with an outline of edges");
  const double count = static_cast<double>(edge_count(*task.part.outline));
  if (!(place.edge >= 1 && place.edge <= count) || place.edge != std::floor(place.edge))
    throw refuse(fmt::format("the edge must be a whole number from 1 to {}", count));
  if (!(place.share > 0 && place.share < 1))
    throw refuse("the share must be above 0 and below 1, because a clamp cannot stand on a corner");
  const auto [segment, along] = internal::segment_at(internal::edge_stretches(*task.part.outline),
                                                     static_cast<std::size_t>(place.edge), place.share);
  return {segment, along};
}

}  // namespace

std::optional<FixtureQuestion> fixture_question(const FixtureChecks& checks, const Task& task,
                                                const std::optional<Eigen::Vector3d>& wrench) {
  if (!checks.any()) return std::nullopt;
  FixtureQuestion question;
  question.tolerance = checks.tolerance;
  question.clamps = checks.clamp;
  for (const GivenPlace& place : checks.clamp_at) question.places.push_back(clamp_position(place, task));
  if (wrench) question.wrenches = {*wrench};
  return question;
}

namespace {

Json pose_sizes_json(const Eigen::Vector3d& sizes, const Units& units) {
  return Json::array({sizes.x(), sizes.y(), units.angle_of(sizes.z())});
}

Json range_json(const ForceRange& range) {
  return Json::array({range.least, std::isinf(range.most) ? Json(nullptr) : Json(range.most)});
}

Json interval_json(const ClampInterval& interval) {
  Json json = {
      {"from", interval.from}, {"to", interval.to}, {"from_open", interval.from_open}, {"to_open", interval.to_open}};
  if (!interval.from_exact.empty()) json["from_exact"] = interval.from_exact;
  if (!interval.to_exact.empty()) json["to_exact"] = interval.to_exact;
  return json;
}

Json tolerance_json(const FixtureCheck& check, double tolerance, const Units& units) {
  Json json = {{"tolerance", tolerance},
               {"worst_pose", pose_sizes_json(tolerance * check.pose_error->worst_pose, units)},
               {"rms_pose", pose_sizes_json(tolerance * check.pose_error->rms_pose, units)},
               {"points", Json::array()}};
  for (const PointError& point : check.points) json["points"].push_back(point_error_json(point));
  return json;
}

Json forces_json(const FixtureCheck& check) {
  Json json = {{"wrenches", Json::array()}, {"places", Json::array()}};
  for (const Eigen::Vector3d& wrench : check.wrenches) json["wrenches"].push_back(to_json(wrench));
  for (const PlacedClamp& placed : check.placed) {
    Json place = {{"edge", placed.place.edge + 1},
                  {"along", placed.place.along},
                  {"friction", friction_json(placed.contact.friction)},
                  {"windows", Json::array()},
                  {"all", window_json(placed.forces.all)},
                  {"certified", placed.forces.certainty.certified}};
    for (const ClampWindow& window : placed.forces.of_wrench) place["windows"].push_back(window_json(window));
    json["places"].push_back(place);
  }
  return json;
}

}  // namespace

Json pose_error_json(const PoseError& error, const Units& units) {
  Json result = {{"dx", Json::array()}, {"dy", Json::array()}, {"dtheta", Json::array()}};
  for (const Eigen::Vector3d& motion : error.of_fixel) {
    result["dx"].push_back(motion.x() + 0.0);
    result["dy"].push_back(motion.y() + 0.0);
    result["dtheta"].push_back(units.angle_of(motion.z()) + 0.0);
  }
  result["worst"] = error.worst;
  result["rms"] = error.rms;
  result["worst_point"] = point_json(error.worst_point);
  result["worst_pose"] = pose_sizes_json(error.worst_pose, units);
  result["rms_pose"] = pose_sizes_json(error.rms_pose, units);
  result["singular_values"] = to_json(error.singular_values);
  result["norm"] = error.norm;
  return result;
}

Json clamps_json(const ClampEdges& clamps) {
  Json json = {{"edges", Json::array()}, {"uncertain", Json::array()}, {"certified", clamps.certainty.certified}};
  for (const EdgeClamps& edge : clamps.edges) {
    if (!edge.certain) json["uncertain"].push_back(edge.edge + 1);
    if (edge.intervals.empty()) continue;
    Json entry = {{"edge", edge.edge + 1}, {"kind", edge.arc ? "arc" : "side"}, {"intervals", Json::array()}};
    for (const ClampInterval& interval : edge.intervals) entry["intervals"].push_back(interval_json(interval));
    json["edges"].push_back(entry);
  }
  return json;
}

Json window_json(const ClampWindow& window) {
  Json json = {{"balanced", window.balanced ? range_json(*window.balanced) : Json(nullptr)}, {"holds", Json::array()}};
  for (const ForceRange& range : window.holds) json["holds"].push_back(range_json(range));
  return json;
}

Json point_error_json(const PointError& point) {
  Json json = {{"point", point_json(point.point)},
               {"of_fixel", Json::array()},
               {"worst", point.worst},
               {"rss", point.ellipse.norm()},
               {"ellipse", {{"semi_axes", point_json(point.ellipse)}, {"angle_deg", degrees(point.ellipse_angle)}}},
               {"reach", Json::array()}};
  for (const Eigen::Vector2d& motion : point.of_fixel) json["of_fixel"].push_back(point_json(motion));
  for (const Eigen::Vector2d& corner : point.reach) json["reach"].push_back(point_json(corner));
  return json;
}

bool add_fixture_check(const FixtureCheck& check, const FixtureQuestion& question, const Units& units, Answer& answer) {
  Json& results = answer.results;
  const bool seated = check.unseated.empty();
  if (!seated) results["unseated"] = check.unseated;
  if (question.tolerance) {
    results["tolerance"] = check.pose_error ? tolerance_json(check, *question.tolerance, units) : Json(nullptr);
  }
  if (question.clamps) results["clamps"] = check.clamps ? clamps_json(*check.clamps) : Json(nullptr);
  if (!question.places.empty() || !check.placed.empty())
    results["clamp_forces"] = seated ? forces_json(check) : Json(nullptr);
  const auto judge = [&](const Certainty& certainty) {
    if (certainty.certified) return;
    answer.status = kFailed;
    answer.message = certainty.reason;
  };
  if (check.clamps) judge(check.clamps->certainty);
  for (const PlacedClamp& placed : check.placed) judge(placed.forces.certainty);
  return seated && (!check.clamps || std::any_of(check.clamps->edges.begin(), check.clamps->edges.end(),
                                                 [](const EdgeClamps& edge) { return !edge.intervals.empty(); }));
}

namespace {

using Objective = FixtureObjective;

constexpr Objective kObjectives[] = {Objective::pose_error,  Objective::point_error,    Objective::margin,
                                     Objective::margin_full, Objective::friction_limit, Objective::depth,
                                     Objective::steps,       Objective::kappa,          Objective::edge_length,
                                     Objective::clearance,   Objective::loadable,       Objective::strongly_stable,
                                     Objective::zone_displacement};

template <class Value>
Json known(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}
Json known_angle(const std::optional<double>& angle) { return angle ? Json(degrees(*angle)) : Json(nullptr); }

const char* name_of(FixtureDesigns::Status status) {
  switch (status) {
    case FixtureDesigns::Status::found:
      return "found";
    case FixtureDesigns::Status::none:
      return "none";
    case FixtureDesigns::Status::stopped:
      return "stopped";
    case FixtureDesigns::Status::undecided:
      break;
  }
  return "undecided";
}

/// Returns fixels in the format of a task file.
Json fixels_json(const std::vector<Fixel>& fixels) {
  Json json = Json::array();
  for (const Fixel& fixel : fixels) {
    Json entry = {{"at", to_json(fixel.at)}};
    if (fixel.radius > 0) entry["radius"] = fixel.radius;
    if (fixel.friction) entry["friction"] = friction_json(*fixel.friction);
    if (fixel.diamond) entry["diamond"] = to_json(*fixel.diamond);
    if (fixel.diamond) entry["diamond_width"] = fixel.diamond_width;
    json.push_back(entry);
  }
  return json;
}

Json locator_json(const Locator& locator) {
  return {{"edge", locator.edge + 1}, {"along", locator.along}, {"point", to_json(locator.point)}};
}

Json clamp_json(const LatticeClamp& clamp) {
  Json json = {{"at", to_json(clamp.at)}, {"direction", to_json(clamp.direction)}};
  json["locator"] = locator_json(clamp.locator);
  json["forces"] = clamp.forces;
  return json;
}

/// Adds the pose, the fixels, the locators and, if there is one, the clamp of a fixture.
void add_place(const FixtureCandidate& candidate, const Units& units, Json& json) {
  json["pose"] = pose_json(candidate.pose, units);
  json["fixels"] = fixels_json(candidate.fixels);
  json["locators"] = Json::array();
  for (const Locator& locator : candidate.locators) json["locators"].push_back(locator_json(locator));
  if (candidate.clamp) json["clamp"] = clamp_json(*candidate.clamp);
}

/// Returns the values of the objectives in kObjectives for one fixture, angles in degrees. A value that is infinite or
/// NaN becomes null.
Json score_json(const FixtureScore& score) {
  Json json = Json::object();
  for (const Objective objective : kObjectives) {
    const bool angle = objective == Objective::margin || objective == Objective::margin_full ||
                       objective == Objective::strongly_stable;
    json[std::string(name_of(objective)) + (angle ? "_deg" : "")] = finite_json(score[objective]);
  }
  return json;
}

/// Returns a plan in the format of "plan" in a task file.
Json plan_json(const TaskPlan& plan) {
  Json steps = Json::array();
  for (const TaskPlan::Step& step : plan.steps) {
    Json entry = Json::object();
    entry["wrench"] = to_json(step.wrench);
    steps.push_back(entry);
  }
  Json json = Json::object();
  json["steps"] = steps;
  return json;
}

/// Returns the window of a plan with one step, in degrees. Returns null if the step has no window, or if the plan has
/// several steps, each of which has its own window.
Json window_of(const TaskPlan& plan) {
  if (plan.steps.size() != 1 || !plan.steps[0].window) return nullptr;
  return Json::array({degrees(plan.steps[0].window->first), degrees(plan.steps[0].window->second)});
}

/// Returns the limits of friction in the format of `pawl plan`: null means "unlimited", and "stopped" means that the
/// limit is not known exactly.
Json friction_limit_json(const FrictionLimit& limit) {
  const auto bound = [](const FrictionBound& one) { return one.exact ? finite_json(one.half_width) : Json("stopped"); };
  Json json = {{"this_plan", bound(limit.this_plan)}};
  json["any_plan"] = bound(limit.any_plan);
  return json;
}

Json loadable_json(const std::optional<Loading::End>& end) {
  if (end == Loading::End::leaves) return true;
  return end == Loading::End::caged ? Json(false) : Json(nullptr);
}

Json clamp_forces_json(const PlacedClamp& clamp) {
  Json json = {{"edge", clamp.place.edge + 1}, {"along", clamp.place.along}, {"windows", Json::array()}};
  for (const ClampWindow& window : clamp.forces.of_wrench) json["windows"].push_back(window_json(window));
  json["all"] = window_json(clamp.forces.all);
  return json;
}

Json points_json(const std::vector<PointError>& points) {
  Json json = Json::array();
  for (const PointError& point : points) json.push_back(point_error_json(point));
  return json;
}

void add_measures(const FixtureMeasures& measures, const Task& task, Json& json) {
  const Units& units = task.units;
  json["plan"] = plan_json(*measures.plan);
  json["window_deg"] = window_of(*measures.plan);
  json["margin_deg"] = known_angle(measures.margin);
  json["margin_full_deg"] = known_angle(measures.margin_full);
  json["pose_error"] = measures.pose_error ? pose_error_json(*measures.pose_error, units) : Json(nullptr);
  json["point_error"] = known(measures.worst_point_error);
  json["points"] = points_json(measures.point_errors);
  json["friction_limit"] = measures.friction_limit ? friction_limit_json(*measures.friction_limit) : Json(nullptr);
  json["depth"] = known(measures.depth);
  if (measures.release)
    json["release"] = {{"pose", pose_json(measures.release->pose, units)}, {"clearance", measures.release->clearance}};
  if (measures.zone) json["zone"] = zone_json(*measures.zone, task.part);
  json["kappa"] = measures.kappa ? finite_json(*measures.kappa) : Json(nullptr);
  json["least_tilt_deg"] = known_angle(measures.least_tilt);
  json["clamps"] = measures.clamps ? clamps_json(*measures.clamps) : Json(nullptr);
  if (measures.best_clamp) json["clamp_forces"] = clamp_forces_json(*measures.best_clamp);
  json["loadable"] = loadable_json(measures.loadable);
  json["strongly_stable_deg"] = known_angle(measures.strongly_stable);
  if (measures.placements) json["foolproof"] = foolproof_json(*measures.placements, units);
  json["seated_pose"] = measures.seated_pose ? pose_json(*measures.seated_pose, units) : Json(nullptr);
  json["complete"] = !measures.stopped;
}

/// Adds the values of a fixture that was compared only by its quick measures. Values that only the full measures
/// provide are null or missing.
void add_quick(const RankedFixture& fixture, Json& json) {
  const FixtureScore& score = fixture.place.score;
  json["plan"] = nullptr;
  json["window_deg"] = nullptr;
  json["margin_deg"] = finite_json(score[Objective::margin]);
  json["margin_full_deg"] = finite_json(score[Objective::margin_full]);
  json["pose_error"] = Json::object();
  json["pose_error"]["worst"] = finite_json(score[Objective::pose_error]);
  json["point_error"] = finite_json(score[Objective::point_error]);
  for (const char* key : {"friction_limit", "depth"}) json[key] = nullptr;
  json["kappa"] = finite_json(score[Objective::kappa]);
  for (const char* key : {"clamps", "loadable", "strongly_stable_deg"}) json[key] = nullptr;
}

Json edges_json(const std::vector<std::size_t>& edges) {
  Json json = Json::array();
  for (const std::size_t edge : edges) json.push_back(edge + 1);
  return json;
}

Json refined_json(const DesignedCandidate::Refined& refined) {
  Json json = {{"from", refined.from}};
  json["bound"] = refined.bound;
  json["complete"] = refined.complete;
  return json;
}

Json fixture_json(const RankedFixture& fixture, const Task& task) {
  const DesignedCandidate& place = fixture.place;
  Json json = {{"candidate", place.score.candidate}, {"multiplicity", place.multiplicity}};
  add_place(place.candidate, task.units, json);
  if (place.refined) json["refined"] = refined_json(*place.refined);
  json["guarantee"] = std::string(pawl::name_of(place.score.guarantee));
  json["steps"] = finite_json(place.score[Objective::steps]);
  json["edge_length"] = finite_json(place.score[Objective::edge_length]);
  fixture.measures ? add_measures(*fixture.measures, task, json) : add_quick(fixture, json);
  const bool edges_known = fixture.measures || place.candidate.locators.size() == 3;
  json["clamp_edges"] = edges_known ? edges_json(fixture.clamp_edges) : Json(nullptr);
  json["worst"] = {{"objective", std::string(pawl::name_of(place.worst))}, {"better", place.better}};
  json["measured"] = place.measured;
  json["why"] = place.why;
  return json;
}

Json bound_json(const FixtureThreshold& threshold, double value) {
  if (!threshold.objective) return std::string(pawl::name_of(static_cast<Guarantee>(static_cast<int>(value))));
  if (threshold.objective == Objective::foolproof) return value > 0;
  return finite_json(value);
}

/// Returns, for each outcome of the search except "kept", the number of candidates with this outcome.
Json ends_json(const FixtureDesigns& designs) {
  Json json = Json::object();
  json["not_located"] = designs.candidates - designs.located;
  json["no_clamp"] = designs.located - designs.clamped;
  json["worse_clamp"] = designs.worse_clamp;
  json["repeated"] = designs.repeated;
  json["mirrored"] = designs.mirrored;
  json["no_plan"] = designs.no_plan;
  json["not_planned"] = designs.not_planned;
  json["missed"] = Json::object();
  for (std::size_t k = 0; k < designs.thresholds.size(); ++k) {
    json["missed"][designs.thresholds[k].name()] = designs.missed[k];
  }
  json["dominated"] = Json::object();
  for (const Objective objective : kObjectives) {
    const std::size_t count = designs.dominated[static_cast<std::size_t>(objective)];
    if (count > 0) json["dominated"][std::string(pawl::name_of(objective))] = count;
  }
  json["not_certified"] = designs.not_certified;
  json["not_measured"] = designs.not_measured;
  return json;
}

/// Returns the settings for the points where locators may stand, including the settings that have their defaults.
Json points_json(const FixtureOptions::Points& points, std::size_t count) {
  Json json = {{"count", count}};
  if (points.pitch) {
    json["pitch"] = *points.pitch;
  } else if (points.per_edge) {
    json["per_edge"] = *points.per_edge;
  } else {
    json["total"] = points.total;
  }
  json["pin_radius"] = *points.pin_radius;
  json["min_edge"] = *points.min_edge;
  json["min_arc"] = *points.min_arc;
  return json;
}

Json optimal_json(const OptimalFixture& optimal) {
  const std::string measure(pawl::name_of(optimal.measure));
  Json json = {{"measure", measure}, {"value", optimal.value}, {"bound", optimal.bound}};
  json["complete"] = optimal.complete;
  json["planned"] = optimal.planned;
  json["fixels"] = fixels_json(optimal.best.fixels);
  json["locators"] = Json::array();
  for (const Locator& locator : optimal.best.locators) json["locators"].push_back(locator_json(locator));
  return json;
}

Json error_json(const PlacementError& error) { return {{"worst", error.worst}, {"rss", error.rss}}; }

Json compared_json(const ComparedFixture& fixture, const ValidTask& task) {
  Json json = Json::object();
  if (fixture.fixture) {
    json["kind"] = "pins on edges";
    json["fixture"] = *fixture.fixture + 1;
  } else {
    const HoleFixture& in_holes = *fixture.in_holes;
    const FixtureCandidate candidate = candidate_of(task, in_holes);
    json["kind"] = in_holes.locator ? "pin in a hole and pin on an edge" : "round pin and diamond pin in holes";
    json["pose"] = pose_json(candidate.pose, task.task().units);
    json["fixels"] = fixels_json(candidate.fixels);
    json["holes"] = edges_json(in_holes.holes);
    if (in_holes.locator) json["locator"] = locator_json(*in_holes.locator);
    json["clearances"] = Json::array();
    for (const double clearance : in_holes.clearances) json["clearances"].push_back(clearance);
    if (!in_holes.locator) json["distance_error"] = in_holes.distance_error;
  }
  json["pins_in_holes"] = fixture.in_holes ? fixture.in_holes->holes.size() : 0;
  json["play"] = error_json(fixture.play);
  json["locator_errors"] = error_json(fixture.locator_errors);
  json["total"] = error_json(fixture.total);
  json["point"] = point_json(fixture.point);
  return json;
}

Json comparison_json(const FixtureComparison& comparison, const Task& task) {
  Json json = {{"tolerance", comparison.tolerance}, {"fixtures", Json::array()}};
  const ValidTask valid(task);
  for (const ComparedFixture& fixture : comparison.fixtures) json["fixtures"].push_back(compared_json(fixture, valid));
  json["no_two_holes"] = comparison.no_two_holes.empty() ? Json(nullptr) : Json(comparison.no_two_holes);
  return json;
}

Json only_missed_json(const FixtureDesigns& designs) {
  Json json = Json::array();
  for (const FixtureDesigns::OnlyMissed& missed : designs.only_missed) {
    const FixtureThreshold& threshold = designs.thresholds[missed.threshold];
    Json entry = {{"threshold", threshold.name()}, {"bound", bound_json(threshold, threshold.bound)}};
    entry["would_do"] = bound_json(threshold, missed.best);
    entry["candidate"] = missed.candidate;
    entry["candidates"] = missed.alone;
    json.push_back(entry);
  }
  return json;
}

Json without(const Json& object, std::initializer_list<const char*> keys) {
  Json json = Json::object();
  for (const auto& [key, value] : *object.members()) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) json[key] = value;
  }
  return json;
}

Json actuator_json(const Actuator& actuator, const Units& units) {
  Json json = Json::object();
  if (const auto* push = std::get_if<PushActuator>(&actuator)) {
    json["push"] = {{"at", to_json(push->at)},
                    {"directions", Json::array({units.angle_of(push->from), units.angle_of(push->to)})}};
  } else if (const auto* spring = std::get_if<SpringActuator>(&actuator)) {
    json["spring"] = {{"at", to_json(spring->at)}, {"anchor", to_json(spring->anchor)}};
    if (spring->anchor_tolerance > 0) json["spring"]["anchor_tolerance"] = spring->anchor_tolerance;
  } else {
    json[std::holds_alternative<TrayActuator>(actuator) ? "tray" : "free"] = Json::object();
  }
  return json;
}

void judge(const FixtureDesigns& designs, Answer& answer) {
  using Status = FixtureDesigns::Status;
  answer.status = designs.status == Status::found ? kYes : designs.status == Status::none ? kNo : kFailed;
  answer.message = designs.status == Status::undecided ? "undecided: " + designs.reason : designs.reason;
  const bool doubtful = designs.status == Status::none && designs.not_certified > 0;
  answer.results["certified"] = !doubtful;
  if (!doubtful) return;
  answer.status = kFailed;
  answer.message = "what might have met the thresholds could not be certified";
  answer.results["uncertain"] = {{"contacts", Json::array()}, {"reason", answer.message}};
}

}  // namespace

Json designs_json(const FixtureDesigns& designs, const Task& task) {
  Json json = {{"status", name_of(designs.status)}};
  for (const auto& [key, count] :
       {std::pair("candidates", designs.candidates), std::pair("located", designs.located),
        std::pair("planned", designs.planned), std::pair("refined", designs.refined), std::pair("met", designs.met),
        std::pair("measured", designs.measured), std::pair("kept", designs.kept),
        std::pair("touching_twice", designs.touching_twice)}) {
    json[key] = count;
  }
  json["actuator"] = actuator_name(task);
  if (!task.walls.empty()) json["walls"] = task.walls.size();
  json["points"] = designs.points ? points_json(*designs.points, designs.point_count) : Json(nullptr);
  json["out"] = ends_json(designs);
  json["objectives"] = Json::array();
  for (const Objective objective : task.fixture.value_or(FixtureOptions()).objectives) {
    json["objectives"].push_back(std::string(pawl::name_of(objective)));
  }
  json["fixtures"] = Json::array();
  for (const RankedFixture& fixture : designs.fixtures) json["fixtures"].push_back(fixture_json(fixture, task));
  json["reason"] = designs.reason;
  if (designs.comparison) json["comparison"] = comparison_json(*designs.comparison, task);
  if (designs.optimal) json["optimal"] = optimal_json(*designs.optimal);
  if (designs.with_pins) {
    json["with_pins"] = {{"candidate", designs.with_pins->place.score.candidate}};
    add_place(designs.with_pins->place.candidate, task.units, json["with_pins"]);
    json["with_pins"]["additional"] = pins_json(designs.with_pins->pins, task.units);
  }
  if (!designs.nearest) return json;
  json["nearest"] = candidate_json(*designs.nearest, designs.thresholds, task.units);
  json["mend"] = only_missed_json(designs);
  return json;
}

Json candidate_json(const DesignedCandidate& candidate, const std::vector<FixtureThreshold>& thresholds,
                    const Units& units) {
  Json json = {{"candidate", candidate.score.candidate}};
  json["end"] = std::string(pawl::name_of(candidate.end));
  add_place(candidate.candidate, units, json);
  if (candidate.end == DesignedCandidate::End::not_located) return json;
  json["score"] = score_json(candidate.score);
  json["measured"] = candidate.measured;
  if (candidate.threshold) json["missed"] = thresholds[*candidate.threshold].name();
  using End = DesignedCandidate::End;
  if (candidate.refined) json["refined"] = refined_json(*candidate.refined);
  const bool ranked =
      candidate.end == End::dominated || candidate.end == End::kept || candidate.end == End::not_measured;
  if (ranked)
    json["worst"] = {{"objective", std::string(pawl::name_of(candidate.worst))}, {"better", candidate.better}};
  if (ranked && candidate.loses) json["dominated_by"] = *candidate.loses;
  if (!candidate.why.empty()) json["why"] = candidate.why;
  return json;
}

Json fixed_task_json(const Json& document, const Task& task, const FixtureCandidate& candidate) {
  Json json = without(document, {"goal", "start", "modes", "plan", "twist", "frame"});
  const Task fixed = with_fixture(task, candidate);
  json["pose"] = pose_json(fixed.pose, task.units);
  json["fixels"] = fixels_json(fixed.fixels);
  if (task.frame == Task::Frame::part) {  // the walls of the new task are written in the world frame
    for (std::size_t k = 0; k < fixed.walls.size(); ++k)
      json["walls"][k]["pose"] = pose_json(fixed.walls[k].pose, task.units);
  }
  if (fixed.actuator) json["actuator"] = actuator_json(*fixed.actuator, task.units);
  if (fixed.start_region) {
    json["start"]["region"] = {{"translation", fixed.start_region->translation},
                               {"rotation", task.units.angle_of(fixed.start_region->rotation)},
                               {"at", pose_json(*fixed.start_region->at, task.units)}};
  }
  // Contains the outline in place of the drawing: the drawing's path is relative to the folder of the task, and the new
  // file may be in another folder.
  json["part"] = without(json["part"], {"drawing", "layer", "not_layer", "join", "deviation", "loop"});
  const Json part = part_json(task.part);
  for (const auto& [key, value] : *part.members()) json["part"][key] = value;
  return json;
}

Answer fixture_answer(const FixtureDesigns& designs, const Task& task) {
  Answer answer;
  answer.results = designs_json(designs, task);
  add_whole_edges(task, answer.results);
  judge(designs, answer);
  answer.require_finite();
  return answer;
}

}  // namespace pawl::answers
