// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/certify/fixture_measures.h>
#include <pawl/certify/plan_depth.h>

#include <algorithm>
#include <cmath>

#include "geometry/exact_arc.h"
#include "geometry/unchecked.h"

namespace pawl {
namespace {

/// What does not depend on the plan: how precise the fixture is, and which edges take a clamp.
void take(FixtureCheck check, bool tolerance, FixtureMeasures& measures) {
  measures.seated_pose = check.seated.pose;
  measures.rank = check.rank;
  measures.located = check.located();
  measures.pose_error = std::move(check.pose_error);
  measures.point_errors = std::move(check.points);
  if (tolerance && measures.pose_error) measures.worst_point_error = 0;
  for (const PointError& point : measures.point_errors)
    measures.worst_point_error = std::max(*measures.worst_point_error, point.worst);
  if (measures.located) measures.clamps = std::move(check.clamps);
}

/// The clamp that was asked for. Else of those in the middle of each interval the one in the longest, which may be
/// beyond those that were looked at.
void take_best_clamp(const Task& task, const FixtureCheck& check, bool given, FixtureMeasures& measures) {
  if (!check.clamps || check.placed.empty()) return;
  if (given) {
    measures.best_clamp = check.placed.front();
    return;
  }
  const std::optional<ClampPlace> best = longest_clamp(*check.clamps, *task.part.outline);
  if (!best) return;
  for (const PlacedClamp& placed : check.placed) {
    if (placed.place.edge == best->edge && placed.place.along == best->along) measures.best_clamp = placed;
  }
  if (measures.best_clamp) return;
  const Contact clamp = clamp_contact(*task.part.outline, *best, task.friction);
  measures.best_clamp = PlacedClamp{*best, clamp, clamp_forces(check.seated.contacts, clamp, task.fixture->wrenches)};
}

void keep_least(std::optional<double>& least, const std::optional<double>& value) {
  if (value) least = least ? std::min(*least, *value) : *value;
}

void add_steps(FixtureMeasures& measures) {
  const TaskPlan& plan = *measures.plan;
  measures.steps = plan.steps.size();
  bool full = true;
  for (const TaskPlan::Step& step : plan.steps) {
    keep_least(measures.margin, step.margin);
    keep_least(measures.margin_full, step.margin_full);
    full = full && step.margin_full;
    if (step.least_tilt) measures.least_tilt = std::max(measures.least_tilt.value_or(0), *step.least_tilt);
  }
  if (!full) measures.margin_full.reset();
  const EnergyVerdict& energy = plan.steps.back().energy;
  if (energy.refused.empty()) measures.kappa = energy.kappa;
}

void add_friction_limit(FixtureMeasures& measures) {
  measures.friction_limit = friction_limit(measures.plan->problem, measures.plan->solution);
  if (!measures.friction_limit->this_plan.exact || !measures.friction_limit->any_plan.exact) measures.stopped = true;
}

void add_depth(const ValidTask& task, const FixtureMeasureOptions& options, FixtureMeasures& measures) {
  if (measures.plan->guarantee != Guarantee::energy || !task.task().part.outline) return;
  EnergyFloodOptions flood = options.flood;
  flood.stop = options.stop;
  const EnergyDepth found = plan_depth(task, measures.plan->problem, measures.plan->solution, {}, flood).found;
  measures.depth_end = found.end;
  if (found.depth > 0) measures.depth = found.depth;
  if (found.end == EnergyDepth::End::stopped) measures.stopped = true;
}

void add_loading(const ValidTask& task, const SeatedTask& seated, const FixtureMeasureOptions& options,
                 FixtureMeasures& measures) {
  if (!task.task().part.outline) return;
  measures.loadable = find_loading(task, seated, {options.loading_boxes, options.stop}).end;
  if (*measures.loadable == Loading::End::undecided) measures.stopped = true;
}

/// The plan, or why there is no problem to solve.
std::string add_plan(const ValidTask& task, const FixtureMeasureOptions& options, FixtureMeasures& measures) {
  PlanRequest request = options.plan;
  request.stop = options.stop;
  try {
    measures.plan = plan(task, request);
  } catch (const InputError& error) {  // what the task asks of a plan does not fit this fixture
    return error.faults().front().message;
  }
  measures.stopped = measures.plan->status == InsertionPlan::Status::stopped;
  return "";
}

std::string plan_text(const FixtureMeasures& measures) {
  const TaskPlan& plan = *measures.plan;
  if (plan.status == InsertionPlan::Status::stopped) return "the search for a plan was stopped: " + plan.reason;
  if (!plan.found()) return "no plan: " + plan.reason;
  std::string text = fmt::format("{} step{} ({}), margin {:.1f} deg", measures.steps, measures.steps == 1 ? "" : "s",
                                 plan.guarantee ? name_of(*plan.guarantee) : "", degrees(measures.margin.value_or(0)));
  if (measures.margin_full) text += fmt::format(", {:.1f} in all of wrench space", degrees(*measures.margin_full));
  if (measures.friction_limit && measures.friction_limit->this_plan.exact &&
      measures.friction_limit->this_plan.half_width >= 0) {
    const double half_width = measures.friction_limit->this_plan.half_width;
    text +=
        std::isinf(half_width) ? ", any friction will do" : fmt::format(", friction may be off by {:.3g}", half_width);
  }
  if (measures.kappa && std::isinf(*measures.kappa)) text += "; two locators wedge";
  if (!plan.certainty.certified) text += "; not certified: " + plan.certainty.reason;
  return text;
}

std::string why_of(const FixtureMeasures& measures, const std::string& no_problem) {
  if (!measures.located)
    return fmt::format("the locators do not locate the part: they fix {} of 3 motions", measures.rank);
  std::string text = measures.plan ? plan_text(measures) : "no plan can be asked for: " + no_problem;
  if (measures.pose_error) text += fmt::format("; pose errors up to {:.3g}", measures.pose_error->worst);
  if (measures.clamps) {
    const auto takes = [](const EdgeClamps& edge) { return !edge.intervals.empty(); };
    const auto count = std::count_if(measures.clamps->edges.begin(), measures.clamps->edges.end(), takes);
    text += count == 0 ? "; no edge takes a single clamp"
                       : fmt::format("; {} edge{} a clamp", count, count == 1 ? " takes" : "s take");
  }
  if (measures.loadable == Loading::End::caged) text += "; caged: it cannot be loaded in the plane";
  return text;
}

/// Edges that are not certain to take a clamp are told as such, and do not count.
bool all_certified(const FixtureMeasures& measures) {
  return measures.plan && measures.plan->certainty.certified && !measures.stopped &&
         (!measures.best_clamp || measures.best_clamp->forces.certainty.certified);
}

double length_of(const Outline& outline, std::size_t edge) {
  if (const auto* path = std::get_if<Path>(&outline)) {
    const internal::Segment segment = internal::segment_of(*path, edge);
    if (segment.bulge != 0) return 4 * std::atan(std::fabs(segment.bulge)) * internal::radius_of(segment);
    return (segment.to - segment.from).norm();
  }
  const auto vertices = internal::vertices_of(outline);
  return (vertices[(edge + 1) % vertices.size()] - vertices[edge]).norm();
}

}  // namespace

std::optional<ClampPlace> longest_clamp(const ClampEdges& clamps, const Outline& outline) {
  std::optional<ClampPlace> best;
  double longest = 0;
  for (const EdgeClamps& edge : clamps.edges) {
    for (const ClampInterval& interval : edge.intervals) {
      const double length = (interval.to - interval.from) * length_of(outline, edge.edge);
      if (!(length > longest)) continue;
      longest = length;
      best = ClampPlace{edge.edge, (interval.from + interval.to) / 2};
    }
  }
  return best;
}

FixtureMeasures measure_fixture(const ValidTask& valid, const FixtureMeasureOptions& options) {
  const Task& task = valid.task();
  FixtureQuestion question;
  if (task.fixture) question.tolerance = task.fixture->tolerance;
  question.clamps = options.clamps && task.part.outline;
  const bool given = question.clamps && options.clamp_at && task.fixture && !task.fixture->wrenches.empty();
  if (given) question.places = {*options.clamp_at};
  FixtureCheck check = check_fixture(valid, question);
  FixtureMeasures measures;
  measures.unseated = measures.why = check.unseated;
  if (!check.unseated.empty()) return measures;
  const SeatedTask seated = check.seated;
  take_best_clamp(task, check, given, measures);
  take(std::move(check), question.tolerance.has_value(), measures);
  std::string no_problem;
  if (measures.located) no_problem = add_plan(valid, options, measures);
  if (measures.found()) {
    add_steps(measures);
    if (options.friction_limit) add_friction_limit(measures);
    if (options.depth) add_depth(valid, options, measures);
  }
  if (measures.located && options.loading) add_loading(valid, seated, options, measures);
  measures.certified = all_certified(measures);
  measures.why = why_of(measures, no_problem);
  return measures;
}

}  // namespace pawl
