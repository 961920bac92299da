// SPDX-License-Identifier: MIT
#include "fixture_scores.h"

#include <pawl/base/angle.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pawl::internal {
namespace {

using Objective = FixtureObjective;
using Promise = FixtureOptions::Promise;

Promise promise_of(const std::optional<Guarantee>& guarantee) {
  if (guarantee == Guarantee::energy) return Promise::energy;
  return guarantee == Guarantee::keeps ? Promise::keeps : Promise::at_rest;
}

double known(const std::optional<double>& value) { return value.value_or(FixtureScore::kUnknown); }
double known_angle(const std::optional<double>& angle) { return angle ? degrees(*angle) : FixtureScore::kUnknown; }

/// How far friction may be off; one that was cut short is as much as is known to be safe.
double friction_limit_of(const FixtureMeasures& measures) {
  if (!measures.friction_limit) return FixtureScore::kUnknown;
  const double half_width = measures.friction_limit->this_plan.half_width;
  return half_width < 0 && !measures.friction_limit->this_plan.exact ? FixtureScore::kUnknown
                                                                     : std::max(half_width, 0.);
}

}  // namespace

FixtureScore score_of(const CheapMeasures& measures) {
  FixtureScore score;
  if (measures.worst_motion > 0) score[Objective::pose_error] = measures.worst_motion;
  if (!measures.window) return score;
  score.guarantee = Promise::energy;
  score[Objective::margin] = degrees(measures.window->margin);
  score[Objective::margin_full] = degrees(measures.margin_full);
  score[Objective::steps] = 1;
  score[Objective::kappa] = without_noise(measures.kappa);
  return score;
}

FixtureScore score_of(const FixtureMeasures& measures) {
  FixtureScore score;
  if (measures.pose_error) score[Objective::pose_error] = measures.pose_error->worst;
  score[Objective::point_error] = known(measures.worst_point_error);
  if (!measures.found()) return score;
  score.guarantee = promise_of(measures.plan->guarantee);
  score[Objective::margin] = known_angle(measures.margin);
  score[Objective::margin_full] = known_angle(measures.margin_full);
  score[Objective::steps] = static_cast<double>(measures.steps);
  score[Objective::kappa] = known(measures.kappa);
  score[Objective::friction_limit] = friction_limit_of(measures);
  score[Objective::depth] = known(measures.depth);
  return score;
}

double without_noise(double kappa) {
  constexpr double kMost = 1e12;
  return kappa < kMost ? kappa : std::numeric_limits<double>::infinity();
}

void add_plan(const TaskPlan& plan, FixtureScore& score) {
  score.guarantee = promise_of(plan.guarantee);
  score[Objective::steps] = static_cast<double>(plan.steps.size());
  double margin = degrees(plan.steps.front().margin);
  std::optional<double> margin_full = plan.steps.front().margin_full;
  for (const TaskPlan::Step& step : plan.steps) {
    margin = std::min(margin, degrees(step.margin));
    margin_full =
        margin_full && step.margin_full ? std::optional(std::min(*margin_full, *step.margin_full)) : std::nullopt;
  }
  score[Objective::margin] = margin;
  score[Objective::margin_full] = known_angle(margin_full);
  const EnergyVerdict& energy = plan.steps.back().energy;
  if (energy.refused.empty()) score[Objective::kappa] = without_noise(energy.kappa);
}

double point_error_of(const ContactSet& contacts, const FixtureOptions& options, const Outline& outline) {
  if (contacts.size() != 3) return FixtureScore::kUnknown;
  const std::optional<PoseError> error = pose_error(contacts, std::array{0, 1, 2}, &outline);
  if (!error) return FixtureScore::kUnknown;
  if (options.points_of_interest.empty())
    return point_error(contacts, *error, error->worst_point, *options.tolerance).worst;
  double worst = 0;
  for (const Eigen::Vector2d& point : options.points_of_interest) {
    worst = std::max(worst, point_error(contacts, *error, point, *options.tolerance).worst);
  }
  return worst;
}

Guarantee guarantee_of(Promise promise) {
  if (promise == Promise::energy) return Guarantee::energy;
  return promise == Promise::keeps ? Guarantee::keeps : Guarantee::at_rest;
}

}  // namespace pawl::internal
