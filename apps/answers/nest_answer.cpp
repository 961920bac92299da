// SPDX-License-Identifier: MIT
#include "answers/nest_answer.h"

#include <fmt/format.h>
#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/io/write_task.h>
#include <pawl/planner/loading.h>
#include <pawl/planner/rest_regions.h>
#include <pawl/planner/wrong_placements.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "answers/fixture_answer.h"
#include "answers/foolproof_answer.h"
#include "answers/mode_answers.h"
#include "answers/nest_files.h"
#include "answers/plan_answer.h"
#include "geometry/outline.h"

namespace pawl::answers {
namespace {

constexpr const char* kReliefs[] = {"dogbone", "tbone", "round", "none"};
constexpr double kLargestTurn = 2.4;  ///< largest rotation of a start region, rad, slightly less than its bound

/// Reads two numbers with a character between them.
Eigen::Vector2d two_numbers(const std::string& text, char between, const char* option, const char* expected) {
  const std::size_t at = text.find(between);
  try {
    std::size_t end = 0, second_end = 0;
    const std::string second = at == std::string::npos ? "" : text.substr(at + 1);
    const Eigen::Vector2d both(std::stod(text, &end), std::stod(second, &second_end));
    if (end == at && second_end == second.size() && both.allFinite()) return both;
  } catch (const std::exception&) {
    // texts that are not numbers are refused below
  }
  throw InputError(option, text, expected);
}

/// A nest, and the properties of the part in it.
struct FoundNest {
  NestOptions options;
  Nest nest;
  std::optional<Loading> play;
  std::optional<RestRegions> rest;
  std::string no_rest;  ///< reason why the rest region is not known, although a tilt was given
  std::optional<WrongPlacements> wrong;
};

/// Returns the largest displacements from the pose within which the part can move, as a start region. Returns nothing if
/// the part is not caged.
std::optional<StartRegion> region_of(const std::optional<Loading>& play) {
  if (!play || play->end != Loading::End::caged) return std::nullopt;
  const auto reach = [&](int axis) { return std::max(-play->extent[0][axis], play->extent[1][axis]); };
  StartRegion region;
  region.translation = std::max({reach(0), reach(1), 0.});
  region.rotation = std::max(reach(2), 0.);
  return region;
}

void find_rest(const ValidTask& nested, const StopToken& stop, FoundNest& found) {
  const std::optional<StartRegion> start = region_of(found.play);
  if (!start) {
    found.no_rest = "the part is not caged";
    return;
  }
  if (start->rotation > kLargestTurn) {
    found.no_rest = "the part can turn too far in its pocket";
    return;
  }
  const double angle = radians(*found.options.tilt_deg);
  const ContactSet contacts = reference_pose(nested.task()).task.contacts;
  RestOptions options;
  options.stop = stop;
  found.rest = find_rest_regions(nested, {contacts.from_world({std::cos(angle), std::sin(angle), 0})}, *start, options);
  if (found.rest->end == RestRegions::End::bounded && found.rest->refused.empty()) return;
  found.no_rest = !found.rest->refused.empty() ? "the proof was refused: " + found.rest->refused
                                               : "the limit on boxes was reached";
  found.rest.reset();
}

void find_wrong(const ValidTask& nested, const StopToken& stop, FoundNest& found) {
  PlacementOptions options;
  options.stop = stop;
  found.wrong = find_wrong_placements(nested, reference_pose(nested.task()), options);
}

FoundNest find_nest(const ValidTask& task, const NestQuestion& question, const StopToken& stop) {
  FoundNest found;
  found.options = nest_options(task.task(), question);
  found.nest = make_nest(task, found.options);
  if (!found.nest.fault.empty() || !found.nest.fits) return found;
  const ValidTask nested(found.nest.task, task);
  LoadingOptions options;
  options.play = true;
  options.stop = stop;
  found.play = find_loading(nested, reference_pose(nested.task()).task, options);
  if (found.options.tilt_deg) find_rest(nested, stop, found);
  find_wrong(nested, stop, found);
  return found;
}

Json loops_json(const std::vector<Path>& loops) {
  Json list = Json::array();
  for (const Path& loop : loops) list.push_back(outline_json(loop));
  return list;
}

/// Returns the rest region and its accuracy: how far a point of the part can be from its place in the middle of the
/// region. This is at most the half diagonal of the region in x and y plus the half range of angles times the largest
/// distance of a point of the part from the centre of mass.
Json rest_json(const RestRegions& rest, const ContactSet& contacts, double reach) {
  const RestRegion& last = rest.steps.back();
  const Eigen::Vector3d half = (last.bounds[1] - last.bounds[0]) / 2;
  return {{"accuracy", half.head<2>().norm() + reach * half.z()},
          {"displacement", rest.displacement},
          {"region", box_json(last.bounds, contacts)},
          {"boxes", last.boxes}};
}

void add_nest(const ValidTask& task, const FoundNest& found, Json& results) {
  const Nest& nest = found.nest;
  const NestOptions& options = found.options;
  const bool exists = nest.fault.empty();
  results["status"] = exists ? "found" : "none";
  results["found"] = exists && nest.fits;
  results["reason"] = !exists ? Json(nest.fault) : Json(nullptr);
  results["largest_cutter_radius"] = nest.largest_cutter ? Json(*nest.largest_cutter) : Json(nullptr);
  results["clearance"] = nest.clearance;
  results["cutter_radius"] = options.cutter_radius;
  results["relief"] = kReliefs[static_cast<int>(options.relief)];
  results["tolerance"] = task.task().part.tolerance;
  results["foolproof_required"] = options.foolproof;
  results["tilt_deg"] = options.tilt_deg ? Json(*options.tilt_deg) : Json(nullptr);
  results["lead_in_width"] = options.lead_in;
  results["notes"] = nest.notes;
  if (!exists) return;
  results["pocket"] = outline_json(nest.pocket);
  results["reliefs"] = loops_json(nest.reliefs);
  results["notches"] = loops_json(nest.notches);
  results["lead_in"] = nest.lead_in ? outline_json(*nest.lead_in) : Json(nullptr);
  results["plate"] = outline_json(nest.plate);
  results["plate"]["holes"] = loops_json(nest.pockets);
  results["array"] = Json::array({options.array[0], options.array[1]});
  results["pitch"] = to_json(nest.pitch);
  results["margin"] = nest.margin;
  results["wall_thickness"] = nest.wall_thickness;
  results["fits"] = nest.fits;
  results["gap"] = nest.gap;
  results["tightest"] = {{"point", to_json(nest.tightest)}, {"edge", nest.tightest_edge}};
  results["least_clearance"] = nest.least_clearance ? Json(*nest.least_clearance) : Json(nullptr);
}

/// Adds the properties of the part in its nest.
void add_properties(const ValidTask& task, const FoundNest& found, Answer& answer) {
  Json& results = answer.results;
  const ContactSet contacts = reference_pose(found.nest.task).task.contacts;
  const bool caged = found.play->end == Loading::End::caged;
  results["loading"] = {{"from_above", found.nest.gap},
                        {"in_plane", caged ? Json(false) : found.play->end == Loading::End::leaves ? Json(true) : Json(nullptr)}};
  results["play"] = play_json(*found.play, false, contacts);
  results["rest"] = nullptr;
  if (found.rest) {
    const Outline& outline = *task.task().part.outline;
    const Eigen::Vector2d center = task.contacts().center_of_mass;
    const double reach = (internal::furthest_point(outline, center) - center).norm();
    results["rest"] = rest_json(*found.rest, contacts, reach);
  }
  if (!found.no_rest.empty()) results["no_rest"] = found.no_rest;
  results["foolproof"] = foolproof_json(*found.wrong, task.task().units);
  // A pin beside the part has no room in its pocket, so no change is searched.
  for (const char* change : {"remedy", "move", "smallest_change"}) results["foolproof"][change] = nullptr;
  const bool undecided = found.play->end == Loading::End::undecided || !found.no_rest.empty() || !found.wrong->complete ||
                         !found.wrong->undecided.empty();
  if (found.options.foolproof && !found.wrong->wrong.empty()) {
    answer.status = kNo;
  } else if (undecided) {
    answer.status = kFailed;
    answer.message = "undecided: a property of the nest was neither proved nor refuted";
  }
}

/// Returns the task of the nest: with the part's play as the start region of plans and the scatter of trials, and with
/// the tilt as its plan.
Task task_of(const FoundNest& found) {
  Task task = found.nest.task;
  if (const std::optional<StartRegion> region = region_of(found.play); region && region->rotation <= kLargestTurn) {
    task.start_region = region;
    Scatter scatter;
    scatter.starts = 200;
    scatter.translation = region->translation;
    scatter.rotation = region->rotation;
    task.scatter = scatter;
  }
  if (found.options.tilt_deg) {
    const double angle = radians(*found.options.tilt_deg);
    task.plan = {{std::cos(angle), std::sin(angle), 0}};
  }
  return task;
}

}  // namespace

NestOptions nest_options(const Task& task, const NestQuestion& question) {
  NestOptions options = task.nest.value_or(NestOptions());
  const auto positive = [](const char* option, double value) {
    if (!(value > 0)) throw InputError(option, fmt::format("{}", value), "must be greater than 0");
    return value;
  };
  if (question.clearance) options.clearance = positive("--clearance", *question.clearance);
  if (question.cutter_radius) options.cutter_radius = *question.cutter_radius;
  if (question.relief) {
    const auto* word = std::find(std::begin(kReliefs), std::end(kReliefs), *question.relief);
    options.relief = static_cast<NestOptions::Relief>(word - std::begin(kReliefs));
  }
  if (question.margin) options.margin = positive("--margin", *question.margin);
  if (question.lead_in) options.lead_in = *question.lead_in;
  if (question.tilt) options.tilt_deg = question.tilt;
  if (question.foolproof) options.foolproof = true;
  if (question.array) {
    constexpr const char* kExpected = "must be COLUMNSxROWS, two whole numbers from 1 to 1000, such as 3x2";
    const Eigen::Vector2d both = two_numbers(*question.array, 'x', "--array", kExpected);
    if (both.minCoeff() < 1 || both.maxCoeff() > 1000 || both != both.array().round().matrix())
      throw InputError("--array", *question.array, kExpected);
    options.array = {static_cast<int>(both.x()), static_cast<int>(both.y())};
  }
  if (question.pitch) options.pitch = two_numbers(*question.pitch, ',', "--pitch", "must be two numbers X,Y");
  return options;
}

NestQuestion nest_question_in(const Json& results) {
  NestQuestion question;
  question.clearance = at(results, "clearance").number();
  question.cutter_radius = at(results, "cutter_radius").number();
  question.relief = text_in(at(results, "relief"));
  question.margin = at(results, "margin").number();
  question.lead_in = at(results, "lead_in_width").number();
  question.tilt = at(results, "tilt_deg").number();
  question.foolproof = is_true(at(results, "foolproof_required"));
  const Json &array = at(results, "array"), &pitch = at(results, "pitch");
  if (count_of(array) == 2) question.array = fmt::format("{}x{}", whole_in(at(array, 0)), whole_in(at(array, 1)));
  if (count_of(pitch) == 2) question.pitch = fmt::format("{},{}", number_in(at(pitch, 0)), number_in(at(pitch, 1)));
  if (std::find(std::begin(kReliefs), std::end(kReliefs), *question.relief) == std::end(kReliefs))
    throw InputError("/results/relief", *question.relief, "must be dogbone, tbone, round or none");
  return question;
}

Answer answer_nest(const ValidTask& task, const NestQuestion& question, const StopToken& stop) {
  const FoundNest found = find_nest(task, question, stop);
  Answer answer;
  add_nest(task, found, answer.results);
  const bool proved = found.nest.fault.empty() && found.nest.fits;
  if (proved) {
    add_properties(task, found, answer);
  } else {
    answer.status = kNo;
  }
  answer.require_finite();
  if (question.task_out) answer.files.push_back(proved ? std::optional(write_task(task_of(found))) : std::nullopt);
  const std::vector<std::optional<std::string>> files = nest_files(task, found.nest, answer.results, question.shop);
  answer.files.insert(answer.files.end(), files.begin(), files.end());
  return answer;
}

ValidTask nested_task(const ValidTask& task, const Json& results) {
  Task nested = task.task();
  if (!at(results, "plate").members()) throw InputError("/results/plate", "", "missing: the answer has no nest");
  Wall plate;
  plate.outline = outline_in(at(results, "plate"));
  const Json& holes = at(at(results, "plate"), "holes");
  for (std::size_t k = 0; k < count_of(holes); ++k) plate.holes.push_back(outline_in(at(holes, k)));
  nested.frame = Task::Frame::world;
  nested.fixels.clear();
  nested.goal.reset();
  nested.start.reset();
  nested.start_displacements.clear();
  nested.start_region.reset();
  nested.modes.clear();
  nested.plan.reset();
  nested.walls = {plate};
  return ValidTask(std::move(nested), task);
}

}  // namespace pawl::answers
