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

#include "answers/fixture_answer.h"
#include "answers/foolproof_answer.h"
#include "answers/mode_answers.h"
#include "answers/nest_files.h"
#include "answers/nest_search.h"
#include "answers/plan_answer.h"

namespace pawl::answers {
namespace {

constexpr const char* kReliefs[] = {"dogbone", "tbone", "round", "none"};
constexpr const char* kSides[] = {"left", "right", "bottom", "top"};

/// Reads two numbers that the character `between` separates.
Eigen::Vector2d two_numbers(const std::string& text, char between, const char* option, const char* expected) {
  const std::size_t at = text.find(between);
  try {
    std::size_t end = 0, second_end = 0;
    const std::string second = at == std::string::npos ? "" : text.substr(at + 1);
    const Eigen::Vector2d both(std::stod(text, &end), std::stod(second, &second_end));
    if (end == at && second_end == second.size() && both.allFinite()) return both;
  } catch (const std::exception&) {
    // a text that is not a number is reported below
  }
  throw InputError(option, text, expected);
}

template <class Loop>
Json loops_json(const std::vector<Loop>& loops) {
  Json list = Json::array();
  for (const Loop& loop : loops) list.push_back(outline_json(loop));
  return list;
}

/// Returns the rest region of the last step, and the accuracy of the part's pose in it.
Json rest_json(const RestRegions& rest, const ContactSet& contacts, double accuracy) {
  const RestRegion& last = rest.steps.back();
  return {{"accuracy", accuracy},
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
  results["wanted_accuracy"] = options.accuracy ? Json(*options.accuracy) : Json(nullptr);
  results["cutter_radius"] = options.cutter_radius;
  results["relief"] = kReliefs[static_cast<int>(options.relief)];
  results["open_side"] = options.open_side ? Json(kSides[static_cast<int>(*options.open_side)]) : Json(nullptr);
  results["tolerance"] = task.task().part.tolerance;
  results["foolproof_required"] = options.foolproof;
  results["tilt_deg"] = options.tilt_deg ? Json(*options.tilt_deg) : Json(nullptr);
  results["plate_size"] = options.plate_size ? to_json(*options.plate_size) : Json(nullptr);
  results["lead_in_width"] = options.lead_in;
  results["notes"] = nest.notes;
  if (!exists) {  // These options can be the reason why no nest exists. Without a nest, the default of an option that
                  // was not given is unknown.
    if (options.array != NestOptions().array) results["array"] = Json::array({options.array[0], options.array[1]});
    if (options.pitch) results["pitch"] = to_json(*options.pitch);
    if (options.margin) results["margin"] = *options.margin;
    return;
  }
  results["pocket"] = outline_json(nest.pocket);
  results["reliefs"] = loops_json(nest.reliefs);
  results["notches"] = loops_json(nest.notches);
  results["lead_in"] = nest.lead_in ? outline_json(*nest.lead_in) : Json(nullptr);
  const Wall& plate = nest.task.walls[0];
  results["plate"] = outline_json(plate.outline);
  results["plate"]["holes"] = loops_json(plate.holes);
  results["array"] = Json::array({options.array[0], options.array[1]});
  results["pitch"] = to_json(nest.pitch);
  results["margin"] = nest.margin;
  results["wall_thickness"] = nest.wall_thickness;
  results["fits"] = nest.fits;
  results["gap"] = nest.gap;
  results["tightest"] = {{"point", to_json(nest.tightest)}, {"edge", nest.tightest_edge}};
  results["least_clearance"] = nest.least_clearance ? Json(*nest.least_clearance) : Json(nullptr);
}

/// Returns the changed options of a nest that excludes all wrong placements.
Json change_json(const NestChange& change) {
  const auto& side = change.options.open_side;
  return {{"relief", kReliefs[static_cast<int>(change.options.relief)]},
          {"clearance", *change.options.clearance},
          {"open_side", side ? Json(kSides[static_cast<int>(*side)]) : Json(nullptr)},
          {"near_miss", change.near_miss}};
}

/// Adds the part's play, rest region and wrong placements in its nest.
void add_properties(const ValidTask& task, const FoundNest& found, Answer& answer) {
  Json& results = answer.results;
  const ContactSet contacts = reference_pose(found.nest.task).task.contacts;
  const bool caged = found.play->end == Loading::End::caged;
  Json in_plane = caged ? Json(false) : found.play->end == Loading::End::leaves ? Json(true) : Json(nullptr);
  if (found.options.open_side) in_plane = found.nest.entry_gap ? Json(true) : Json(nullptr);
  results["loading"] = {{"from_above", found.nest.gap},
                        {"in_plane", in_plane},
                        {"in_plane_gap", found.nest.entry_gap ? Json(*found.nest.entry_gap) : Json(nullptr)}};
  results["play"] = play_json(*found.play, false, contacts);
  results["rest"] = nullptr;
  if (found.rest) results["rest"] = rest_json(*found.rest, contacts, *accuracy_of(task, found));
  if (!found.no_rest.empty()) results["no_rest"] = found.no_rest;
  results["foolproof"] = foolproof_json(*found.wrong, task.task().units);
  results["change"] = found.change ? change_json(*found.change) : Json(nullptr);
  // Changes by pins are null: a pocket leaves no space for pins beside the part.
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

/// Returns the task of the nest. If the region that the part can reach is known, the start region and the scatter
/// contain it. If a tilt is given, the plan is the tilt. If the rest region is known, the part counts as seated in
/// trials if its displacement is at most that of the rest region plus 1 %.
Task task_of(const FoundNest& found) {
  Task task = found.nest.task;
  if (const std::optional<StartRegion> region = start_region_in(found)) {
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
  if (found.rest) task.goal_tolerance = 1.01 * found.rest->displacement;
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
  if (question.accuracy) options.accuracy = positive("--accuracy", *question.accuracy);
  if (question.cutter_radius) options.cutter_radius = *question.cutter_radius;
  if (question.relief) {
    const auto* word = std::find(std::begin(kReliefs), std::end(kReliefs), *question.relief);
    options.relief = static_cast<NestOptions::Relief>(word - std::begin(kReliefs));
  }
  if (question.open_side) {
    const auto* word = std::find(std::begin(kSides), std::end(kSides), *question.open_side);
    options.open_side = static_cast<NestOptions::Side>(word - std::begin(kSides));
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
  if (question.plate_size)
    options.plate_size = two_numbers(*question.plate_size, ',', "--plate-size", "must be two numbers WIDTH,HEIGHT");
  if (options.accuracy && options.clearance)
    throw InputError("/nest/accuracy", fmt::format("{:.6g}", *options.accuracy),
                     "cannot be combined with a clearance, because the clearance is chosen for the accuracy");
  return options;
}

NestQuestion nest_question_in(const Json& results) {
  NestQuestion question;
  question.accuracy = at(results, "wanted_accuracy").number();
  if (!question.accuracy) question.clearance = at(results, "clearance").number();
  question.cutter_radius = at(results, "cutter_radius").number();
  question.relief = text_in(at(results, "relief"));
  if (const Json& side = at(results, "open_side"); !is_null(side)) question.open_side = text_in(side);
  // If the margin in the answer is larger than the wall thickness, it is the default, which did not determine the
  // walls. The question then states no margin, so that the default applies again.
  const std::optional<double> margin = at(results, "margin").number(), walls = at(results, "wall_thickness").number();
  if (margin && (!walls || *walls >= *margin * (1 - 1e-9))) question.margin = margin;
  question.lead_in = at(results, "lead_in_width").number();
  question.tilt = at(results, "tilt_deg").number();
  question.foolproof = is_true(at(results, "foolproof_required"));
  const Json &array = at(results, "array"), &pitch = at(results, "pitch"), &plate_size = at(results, "plate_size");
  if (count_of(array) == 2) question.array = fmt::format("{}x{}", whole_in(at(array, 0)), whole_in(at(array, 1)));
  if (count_of(pitch) == 2) question.pitch = fmt::format("{},{}", number_in(at(pitch, 0)), number_in(at(pitch, 1)));
  if (count_of(plate_size) == 2)
    question.plate_size = fmt::format("{},{}", number_in(at(plate_size, 0)), number_in(at(plate_size, 1)));
  if (std::find(std::begin(kReliefs), std::end(kReliefs), *question.relief) == std::end(kReliefs))
    throw InputError("/results/relief", *question.relief, "must be dogbone, tbone, round or none");
  if (question.open_side && std::find(std::begin(kSides), std::end(kSides), *question.open_side) == std::end(kSides))
    throw InputError("/results/open_side", *question.open_side, "must be left, right, bottom or top");
  return question;
}

Answer answer_nest(const ValidTask& task, const NestQuestion& question, const StopToken& stop) {
  const FoundNest found = find_nest(task, nest_options(task.task(), question), stop);
  Answer answer;
  add_nest(task, found, answer.results);
  const bool proved = found.proved();
  if (proved) {
    add_properties(task, found, answer);
  } else {
    answer.status = found.undecided ? kFailed : kNo;
    if (found.undecided) answer.message = "undecided: " + found.nest.fault;
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
