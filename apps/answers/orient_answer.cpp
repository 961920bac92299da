// SPDX-License-Identifier: MIT
#include "answers/orient_answer.h"

#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/io/write_task.h>

#include <cmath>
#include <numbers>

#include "answers/parameter.h"
#include "answers/pictures/answer_picture.h"

namespace pawl::answers {
namespace {

/// Returns the number of steps of `step` degrees in a full turn. Throws InputError at `option`, such as "--to", if this
/// is not a whole number from 1 to 1e6.
int steps_per_turn(double step, const char* option) {
  const double count = std::round(360 / step);
  if (!(step > 0) || !(count >= 1 && count <= 1e6) || std::fabs(count * step - 360) > 1e-9)
    throw InputError(option, Json(step).dump(),
                     "must divide 360 degrees without a remainder, into at most a million steps");
  return static_cast<int>(count);
}

/// Converts an angle from rad to degrees, and rounds it to 11 decimals, so that no rounding error is printed.
double printed(double radians_in) {
  const double value = std::round(degrees(radians_in) * 1e11) / 1e11;
  return value == 0 ? 0 : value;
}

const char* name_of(OrientPlan::Status status) {
  switch (status) {
    case OrientPlan::Status::found:
      return "found";
    case OrientPlan::Status::none:
      return "none";
    case OrientPlan::Status::stopped:
      return "stopped";
    case OrientPlan::Status::not_found:
      break;
  }
  return "not found";
}

constexpr const char* kKinds[] = {"turns", "stays", "range"};

Json exact_json(const BodyDirection& direction) {
  if (!direction.exact) return nullptr;
  return Json::array({(*direction.exact)[0], (*direction.exact)[1]});
}

Json transfer_json(const std::vector<TransferStep>& transfer) {
  Json list = Json::array();
  for (const TransferStep& step : transfer) {
    const bool stays = step.kind == TransferStep::Kind::stays;
    list.push_back({{"from_deg", printed(step.from.angle)},
                    {"to_deg", printed(step.to.angle)},
                    {"kind", kKinds[static_cast<int>(step.kind)]},
                    {"ends_deg", stays ? Json(nullptr) : Json::array({printed(step.low.angle), printed(step.high.angle)})},
                    {"from_exact", exact_json(step.from)},
                    {"to_exact", exact_json(step.to)},
                    {"end_exact", step.kind == TransferStep::Kind::turns ? exact_json(step.low) : Json(nullptr)}});
  }
  return list;
}

Json steps_json(const OrientPlan& plan) {
  Json list = Json::array();
  for (const OrientStep& step : plan.steps) {
    Json orientations = Json::array();
    for (const auto& [low, high] : step.orientations) orientations.push_back(Json::array({printed(low), printed(high)}));
    list.push_back({{"angle_deg", printed(step.angle)},
                    {"turn_deg", printed(step.turn)},
                    {"margin_deg", std::isfinite(step.margin) ? Json(printed(step.margin)) : Json(nullptr)},
                    {"left", step.orientations.size() * static_cast<std::size_t>(plan.symmetry)},
                    {"orientations_deg", orientations}});
  }
  return list;
}

Json function_json(const DirectionFunction& function) {
  Json pieces = Json::array();
  for (const DirectionPiece& piece : function.pieces)
    pieces.push_back({{"from_deg", printed(piece.begin)},
                      {"vector", Json::array({piece.z.x() + 0., piece.z.y() + 0.})},
                      {"radius", piece.rho}});
  return {{"period_deg", printed(function.period)}, {"pieces", pieces}};
}

Json stable_json(const std::vector<StablePose>& poses) {
  Json list = Json::array();
  for (const StablePose& pose : poses)
    list.push_back({{"direction_deg", printed(pose.direction)},
                    {"orientation_deg", printed(pose.orientation)},
                    {"rests_on", pose.edge ? "edge" : "arc"},
                    {"from", Json::array({pose.from.x(), pose.from.y()})},
                    {"to", Json::array({pose.to.x(), pose.to.y()})},
                    {"height", pose.height},
                    {"margin_deg", pose.edge ? Json(printed(pose.margin)) : Json(nullptr)},
                    {"basin_deg", Json::array({printed(pose.basin_low), printed(pose.basin_high)})}});
  return list;
}

/// Returns all final orientations, in [0, 360) degrees, ascending.
Json finals_json(const OrientPlan& plan) {
  std::vector<double> angles;
  for (int k = 0; k < plan.symmetry; ++k) {
    double angle = std::fmod(degrees(plan.final) + 360. * k / plan.symmetry, 360);
    if (angle < 0) angle += 360;
    angle = printed(radians(angle));
    angles.push_back(angle >= 360 ? 0 : angle);
  }
  std::sort(angles.begin(), angles.end());
  return angles;
}

Json assumptions(const OrientOptions& options) {
  Json list = Json::array();
  list.push_back("motions are quasistatic, and the part's initial orientation is not within 1e-9 rad of an unstable one");
  if (options.by == OrientBy::squeeze) {
    list.push_back("both jaws touch the part at the same time");
    list.push_back(options.friction.high > 0 ? "Coulomb friction at the jaws, anywhere in the given interval at any time"
                                             : "the jaws are frictionless");
  } else {
    list.push_back("the fence moves along its normal, and the centre of friction is the centre of mass");
    if (options.center_error > 0)
      list.push_back("the plan is for the given centre of mass; only the margins of the poses allow for its error");
  }
  return list;
}

}  // namespace

OrientOptions orient_options(const OrientQuestion& question) {
  OrientOptions options;
  if (question.by == "fence") options.by = OrientBy::fence;
  if (question.jaw_friction) options.friction = friction_in(*question.jaw_friction, "--jaw-friction");
  if (question.jaw_friction && options.by == OrientBy::fence)
    throw InputError("--jaw-friction", *question.jaw_friction,
                     "has no effect on pushes, because the fence moves along its normal; applies only with --by squeeze");
  if (question.angle_step) options.steps_per_turn = steps_per_turn(*question.angle_step, "--angle-step");
  if (question.to) options.wanted = radians(std::fmod(*question.to, 360));
  if (question.center_error && options.by != OrientBy::fence)
    throw InputError("--center-error", Json(*question.center_error).dump(),
                     "concerns poses on a fence; applies only with --by fence");
  options.center_error = question.center_error.value_or(0);
  return options;
}

OrientOptions options_in(const Json& results, const Units& units) {
  const std::string by = text_in(at(results, "by"));
  if (by != "squeeze" && by != "fence")
    throw InputError("/results/by", at(results, "by").dump(), "must be \"squeeze\" or \"fence\"");
  OrientOptions options;
  const Json& friction = at(results, "friction");
  if (by == "fence") {
    options.by = OrientBy::fence;
    options.center_error = at(results, "center_error").number().value_or(0);
  } else if (friction.number()) {
    options.friction = *friction.number();
  } else if (count_of(friction) == 2) {
    options.friction = {number_in(at(friction, 0)), number_in(at(friction, 1))};
  }
  if (!(options.friction.low >= 0 && options.friction.low <= options.friction.high && options.friction.high <= 1000))
    throw InputError("/results/friction", friction.dump(), "must be a number from 0 to 1000, or two in ascending order");
  if (!(options.center_error >= 0))
    throw InputError("/results/center_error", at(results, "center_error").dump(), "must be a number >= 0");
  const Json& step = at(results, "angle_step_deg");
  if (step.number()) options.steps_per_turn = steps_per_turn(*step.number(), "/results/angle_step_deg");
  if (count_of(at(results, "pose")) == 3) {
    const double off = radians(at(results, "off_deg").number().value_or(0));
    const double final = number_in(at(at(results, "pose"), 2));
    options.wanted = (units.angle == Units::Angle::deg ? radians(final) : final) - off;
  }
  return options;
}

Answer orient_answer(const ValidTask& valid, const OrientOptions& options, const OrientPlan& plan) {
  const Task& task = valid.task();
  const bool found = plan.status == OrientPlan::Status::found;
  Answer answer;
  Json& results = answer.results;
  results["by"] = options.by == OrientBy::squeeze ? "squeeze" : "fence";
  if (options.by == OrientBy::squeeze) results["friction"] = friction_json(options.friction);
  if (options.by == OrientBy::fence) results["center_error"] = options.center_error;
  results["angle_step_deg"] = options.steps_per_turn ? Json(360. / *options.steps_per_turn) : Json(nullptr);
  results["found"] = found;
  results["status"] = name_of(plan.status);
  if (!found) results["reason"] = plan.reason;
  results["steps"] = steps_json(plan);
  results["shortest"] = plan.shortest;
  results["symmetry"] = plan.symmetry > 0 ? Json(plan.symmetry) : Json(nullptr);
  results["symmetry_exact"] = plan.symmetry_exact;
  results["final_deg"] = found ? finals_json(plan) : Json::array();
  results["off_deg"] = found ? Json(printed(plan.off)) : Json(nullptr);
  results["pose"] = found ? pose_json({task.pose.x(), task.pose.y(), plan.final}, task.units) : Json(nullptr);
  results["transfer"] = transfer_json(plan.transfer);
  results["function"] = function_json(plan.function);
  if (options.by == OrientBy::fence) results["stable"] = stable_json(plan.stable);
  results["assumes"] = assumptions(options);
  if (plan.status == OrientPlan::Status::stopped) {
    answer.stop();
    return answer;
  }
  const bool certified = plan.status != OrientPlan::Status::not_found;
  results["certified"] = certified;
  if (!certified) {
    results["uncertain"] = {{"contacts", Json::array()}, {"reason", plan.reason}};
    answer.status = kFailed;
    answer.message = "not certified: " + plan.reason;
  } else if (!found) {
    answer.status = kNo;
  }
  return answer;
}

namespace {

/// Returns the text for --task-out: the task whose pose has the plan's final orientation.
std::string oriented_task(const ValidTask& valid, const OrientPlan& plan) {
  Task task = valid.task();
  task.pose.z() = plan.final;
  return write_task(task);
}

}  // namespace

Answer answer_orient(const ValidTask& task, const OrientQuestion& question, const StopToken& stop) {
  OrientOptions options = orient_options(question);
  options.stop = stop;
  const OrientPlan plan = plan_orientation(task, options);
  Answer answer = orient_answer(task, options, plan);
  if (question.task_out) {
    const bool found = plan.status == OrientPlan::Status::found;
    answer.files.push_back(found ? std::optional(oriented_task(task, plan)) : std::nullopt);
  }
  return answer;
}

namespace {

BodyDirection direction_in(const Json& degrees_in) { return {radians(number_in(degrees_in)), std::nullopt}; }

TransferStep transfer_in(const Json& json) {
  TransferStep step;
  step.from = direction_in(at(json, "from_deg"));
  step.to = direction_in(at(json, "to_deg"));
  const std::string kind = text_in(at(json, "kind"));
  step.kind = kind == "turns"   ? TransferStep::Kind::turns
              : kind == "stays" ? TransferStep::Kind::stays
                                : TransferStep::Kind::range;
  const Json& ends = at(json, "ends_deg");
  step.low = ends.entries() ? direction_in(at(ends, 0)) : step.from;
  step.high = ends.entries() ? direction_in(at(ends, 1)) : step.to;
  return step;
}

OrientStep step_in(const Json& json) {
  OrientStep step;
  step.angle = radians(number_in(at(json, "angle_deg")));
  const Json& orientations = at(json, "orientations_deg");
  for (std::size_t k = 0; k < count_of(orientations); ++k)
    step.orientations.push_back({radians(number_in(at(at(orientations, k), 0))), radians(number_in(at(at(orientations, k), 1)))});
  if (step.orientations.empty()) throw InputError("/results/steps", "", "a step must list the orientations after it");
  return step;
}

}  // namespace

draw::OrientFigure orient_figure(const ValidTask& task, const Json& document) {
  if (!task.task().part.outline) throw InputError("/part/outline", "", "missing: the answer is of another task");
  const Json& results = at(document, "results");
  draw::OrientFigure figure;
  figure.outline = *task.task().part.outline;
  figure.center = task.contacts().center_of_mass;
  figure.length = task.task().units.length_name();
  figure.title = title_of(document);
  figure.notes = answer_notes(document, {"turns", "rests"});
  figure.by = text_in(at(results, "by")) == "fence" ? OrientBy::fence : OrientBy::squeeze;
  figure.period = figure.by == OrientBy::fence ? 2 * std::numbers::pi : std::numbers::pi;
  figure.symmetry = static_cast<int>(whole_in(at(results, "symmetry")));
  if (count_of(at(results, "final_deg")) > 0) figure.final = radians(number_in(at(at(results, "final_deg"), 0)));
  for (std::size_t k = 0; k < count_of(at(results, "transfer")); ++k)
    figure.transfer.push_back(transfer_in(at(at(results, "transfer"), k)));
  for (std::size_t k = 0; k < count_of(at(results, "steps")); ++k)
    figure.steps.push_back(step_in(at(at(results, "steps"), k)));
  return figure;
}

}  // namespace pawl::answers
