// SPDX-License-Identifier: MIT Tests the stretches of the outline where an additional finger gives a fixture closure,
// or makes a mode free of rivals. Compares them with closed forms and with single checks along the outline.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/modes/ambiguity.h>
#include <pawl/modes/closure.h>
#include <pawl/planner/finger_stretches.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>
#include <variant>

#include "exact/polynomial.h"
#include "support/count.h"

using namespace pawl;

namespace {

Contact contact_at(double x, double y, double nx, double ny, const Friction& friction) {
  Contact contact;
  contact.point = {x, y};
  contact.normal = {nx, ny};
  contact.friction = friction;
  return contact;
}

/// The part of [BTG02, figure 4b] as in data/tasks, with the two fixels that have friction.
const Outline kFigure4b = Polygon{{{-.05, -.03}, {.05, -.03}, {.05, .02}, {-.05, .04}}};

ContactSet figure4b() {
  ContactSet set;
  set.contacts = {contact_at(-.03, -.03, 0, 1, .3), contact_at(.03, -.03, 0, 1, .3)};
  set.center_of_mass = {-.003, .0002};
  set.mass = .1;
  set.inertia = 1e-4;
  return set;
}

/// A part with two arcs at its ends: one is convex, the other is a hollow.
const Outline kRound = Path{{{0, 0}, {4, 0}, {4, 2}, {0, 2}}, {0, .75, 0, -.5}};

ContactSet round_part(const Friction& friction) {
  ContactSet set;
  set.contacts = {contact_at(1, 0, 0, 1, friction), contact_at(3, 0, 0, 1, friction), contact_at(2, 2, 0, -1, friction)};
  set.center_of_mass = {2, 1};
  set.inertia = 2;
  return set;
}

bool single_check(ContactSet set, const Contact& finger, const FingerGoal& goal) {
  set.contacts.push_back(finger);
  if (goal.kind == FingerGoal::Kind::force_closure) return closure(set).force;
  if (goal.kind == FingerGoal::Kind::form_closure) return closure(set).form;
  const Ambiguity ambiguity(set);
  for (const Eigen::Vector3d& wrench : goal.wrenches) {
    const std::vector<Mode> modes = ambiguity.of_wrench(wrench).modes;
    if (modes.size() != 1 || !matches(modes[0], goal.mode)) return false;
  }
  return true;
}

std::size_t edges_in(const Outline& outline) {
  if (const auto* path = std::get_if<Path>(&outline)) return path->vertices.size();
  return std::get<Polygon>(outline).vertices.size();
}

/// Compares the stretches with checks of single positions, which are random. Returns the number of positions at which
/// the finger has the effect.
int compare(const ContactSet& set, const Outline& outline, const FingerGoal& goal, int places, std::mt19937_64& random) {
  const ClampEdges found = finger_stretches(set, outline, goal);
  REQUIRE(found.edges.size() == edges_in(outline));
  int inside = 0;
  for (int k = 0; k < places; ++k) {
    const std::size_t edge = static_cast<std::size_t>(k) % edges_in(outline);
    const double along = std::uniform_real_distribution<double>(1e-6, 1 - 1e-6)(random);
    bool stated = false, near = false;
    for (const ClampInterval& interval : found.edges[edge].intervals) {
      near = near || std::fabs(along - interval.from) < 1e-8 || std::fabs(along - interval.to) < 1e-8;
      stated = stated || (along > interval.from && along < interval.to);
    }
    if (near) continue;
    const bool single = single_check(set, clamp_contact(outline, {edge, along}, goal.friction), goal);
    INFO("edge " << edge << " at " << along << " friction " << goal.friction.low << " kind " << static_cast<int>(goal.kind));
    CHECK(stated == single);
    inside += single ? 1 : 0;
  }
  return inside;
}

}  // namespace

TEST_CASE("figure 4b: a finger without friction gives force closure on a stretch of the upper edge") {
  const ClampEdges found = finger_stretches(figure4b(), kFigure4b, {});
  for (const std::size_t edge : {0, 1, 3}) CHECK(found.edges[edge].intervals.empty());
  REQUIRE(found.edges[2].intervals.size() == 1);
  const ClampInterval& interval = found.edges[2].intervals[0];
  // The upper edge is y = .03 - x / 5, and the finger presses along (-1, -5). Its line of force through (x, y) meets
  // the floor y = -.03 at x - (y + .03) / 5 = x - (.06 - x / 5) / 5 = 1.04 x - .012. By Nguyen's condition, the two
  // fixels must be able to balance the finger. Its direction is inside their friction cones (1/5 < .3), so the line
  // must meet the floor between the fixels at -.03 and .03. Therefore x is between -.018 / 1.04 and .042 / 1.04.
  CHECK(.05 - .1 * interval.from == doctest::Approx(.042 / 1.04).epsilon(1e-14));
  CHECK(.05 - .1 * interval.to == doctest::Approx(-.018 / 1.04).epsilon(1e-14));
  CHECK(interval.from_exact == "5/52");
  CHECK(interval.to_exact == "35/52");
  CHECK(interval.from_open);
  CHECK(interval.to_open);
  CHECK(found.certainty.certified);
}

TEST_CASE("the stretches agree with 1000 single checks along the outline of figure 4b, for each effect") {
  std::mt19937_64 random(41);
  const int places = oracle::count(1000);
  using Kind = FingerGoal::Kind;
  CHECK(compare(figure4b(), kFigure4b, {Kind::force_closure, 0}, places, random) > 0);
  CHECK(compare(figure4b(), kFigure4b, {Kind::force_closure, .3}, places, random) > 0);
  CHECK(compare(figure4b(), kFigure4b, {Kind::force_closure, {.2, .6}}, places, random) > 0);
  ContactSet smooth = figure4b();
  smooth.contacts.push_back(contact_at(0, .03, -1, -5, 0));
  CHECK(compare(smooth, kFigure4b, {Kind::form_closure, 0}, places, random) > 0);
  // The two fixels alone cannot hold the part against a push to the right and upwards. A finger on the right or on top
  // may make this possible.
  const Eigen::Vector3d right(1, .1, 0), left(-1, -.2, .001);
  for (const Friction& friction : {Friction(0), Friction(.3), Friction(.1, .3)}) {
    CHECK(compare(figure4b(), kFigure4b, {Kind::only_mode, friction, "nnn", {right}}, places / 5, random) > 0);
    compare(figure4b(), kFigure4b, {Kind::only_mode, friction, "nnn", {right, left}}, places / 5, random);
    compare(figure4b(), kFigure4b, {Kind::only_mode, friction, "rr*", {right}}, places / 5, random);
  }
}

TEST_CASE("the stretches agree with single checks on convex and concave arcs, and around a disc") {
  std::mt19937_64 random(42);
  const int places = oracle::count(1000);
  using Kind = FingerGoal::Kind;
  CHECK(compare(round_part(.2), kRound, {Kind::force_closure, 0}, places, random) > 0);
  CHECK(compare(round_part(.1), kRound, {Kind::force_closure, .4}, places, random) > 0);
  compare(round_part(0), kRound, {Kind::force_closure, .5}, places, random);
  compare(round_part(0), kRound, {Kind::form_closure, 0}, places, random);
  compare(round_part(.2), kRound, {Kind::only_mode, .3, "nnnn", {{1, .2, .3}}}, places / 5, random);
  compare(round_part(.2), kRound, {Kind::only_mode, 0, "nnnn", {{1, .2, .3}}}, places / 5, random);

  // The disc touches two points with mu = 1, at -150 and -30 degrees. The line through them makes an angle of 30
  // degrees with each normal, so it is inside both friction cones. The two points alone have force closure, and so they
  // have it with any additional finger.
  ContactSet disc;
  const double root = std::sqrt(3.) / 2;
  disc.contacts = {contact_at(-root, -.5, root, .5, 1), contact_at(root, -.5, -root, .5, 1)};
  const ClampEdges all = finger_stretches(disc, Disc{{0, 0}, 1}, {});
  REQUIRE(all.edges.size() == 2);
  for (const EdgeClamps& edge : all.edges) {
    REQUIRE(edge.intervals.size() == 1);
    CHECK(edge.intervals[0].from == 0);
    CHECK(edge.intervals[0].to == 1);
  }
  // With mu = .1, the two points alone have no force closure. A frictionless finger presses through the centre. The
  // forces of the two points must balance it, and their torques must cancel. The normal forces are N1 in the direction
  // of 30 degrees, and N2 in the direction of 150 degrees. The tangential forces are T and -T with |T| <= .1 min(N1,
  // N2); their sum is sqrt(3) T upwards. The sum of all four forces has a direction between 30 and 150 degrees. The
  // finger must therefore be between these directions: from 1/6 to 5/6 of the upper half circle.
  for (Contact& contact : disc.contacts) contact.friction = .1;
  const ClampEdges top = finger_stretches(disc, Disc{{0, 0}, 1}, {});
  CHECK(top.edges[0].intervals.empty());
  REQUIRE(top.edges[1].intervals.size() == 1);
  CHECK(top.edges[1].intervals[0].from == doctest::Approx(1. / 6).epsilon(1e-9));
  CHECK(top.edges[1].intervals[0].to == doctest::Approx(5. / 6).epsilon(1e-9));
}

TEST_CASE("the stretches agree with single checks for random fixtures") {
  std::mt19937_64 random(43);
  std::uniform_real_distribution<double> uniform(0, 1);
  using Kind = FingerGoal::Kind;
  for (int k = 0; k < oracle::count(40); ++k) {
    ContactSet set = figure4b();
    set.contacts.clear();
    for (int i = 0; i < 2 + k % 3; ++i) {
      const ClampPlace place{static_cast<std::size_t>(uniform(random) * 4), std::round(uniform(random) * 98 + 1) / 100};
      Contact contact = clamp_contact(kFigure4b, place, std::round(uniform(random) * 6) / 10);
      contact.touching = uniform(random) < .9;
      contact.gap = contact.touching ? 0 : .001;
      set.contacts.push_back(contact);
    }
    for (Contact& contact : set.contacts) contact.error = {};
    const Friction friction = std::round(uniform(random) * 5) / 10;
    compare(set, kFigure4b, {Kind::force_closure, friction}, 60, random);
    const Eigen::Vector3d wrench(uniform(random) - .5, uniform(random) - .5, .1 * (uniform(random) - .5));
    compare(set, kFigure4b, {Kind::only_mode, friction, strongly_stable_mode(set), {wrench}}, 24, random);
  }
}

TEST_CASE("goals that are not valid are refused") {
  using Kind = FingerGoal::Kind;
  CHECK_THROWS_AS(finger_stretches(figure4b(), kFigure4b, {Kind::force_closure, {.5, .2}}), InputError);
  CHECK_THROWS_AS(finger_stretches(figure4b(), kFigure4b, {Kind::only_mode, 0, "nn", {{1, 0, 0}}}), InputError);
  CHECK_THROWS_AS(finger_stretches(figure4b(), kFigure4b, {Kind::only_mode, 0, "nnn", {}}), InputError);
}

TEST_CASE("roots of polynomials are counted once, and rational roots of low degree are exact") {
  using internal::Polynomial;
  using internal::Rational;
  const Rational width = Rational(1) / 1000000;
  const auto factor = [](int root) { return Polynomial(std::vector<Rational>{-root, 1}); };
  const auto linear = internal::roots_between(Polynomial(std::vector<Rational>{-1, 3}), 0, 1, width);
  REQUIRE(linear.size() == 1);
  CHECK(linear[0].is_rational());
  CHECK(linear[0].low == Rational(1) / 3);
  // The roots of (x - 1)^2 (x - 2) (x^2 - 2) between 0 and 3 are 1, sqrt 2 and 2. Between 1 and 2, there is only sqrt
  // 2.
  const Polynomial p = factor(1) * factor(1) * factor(2) * Polynomial(std::vector<Rational>{-2, 0, 1});
  CHECK(internal::roots_between(p, 0, 3, width).size() == 3);
  const auto middle = internal::roots_between(p, 1, 2, width);
  REQUIRE(middle.size() == 1);
  CHECK(middle[0].low * middle[0].low < 2);
  CHECK(middle[0].high * middle[0].high > 2);
  CHECK(middle[0].high - middle[0].low <= width);
  CHECK(internal::roots_between(Polynomial(std::vector<Rational>{1, 0, 1}), -5, 5, width).empty());
}
