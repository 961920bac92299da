// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/certify/fixture_measures.h>
#include <pawl/planner/cheap_measures.h>
#include <pawl/planner/fixture_ranking.h>

namespace pawl::internal {

/// What fixtures are compared by, from measures; the candidate's number is left open.
FixtureScore score_of(const CheapMeasures& measures);
FixtureScore score_of(const FixtureMeasures& measures);

/// Where two locators wedge but for rounding, kappa is a number of rounding's making: then it is infinite.
double without_noise(double kappa);

/// Adds what a plan says to a score.
void add_plan(const TaskPlan& plan, FixtureScore& score);

/// The largest error of the points of interest of three locators, by the tolerance that the options must have.
double point_error_of(const ContactSet& contacts, const FixtureOptions& options, const Outline& outline);

Guarantee guarantee_of(FixtureOptions::Promise promise);

}  // namespace pawl::internal
