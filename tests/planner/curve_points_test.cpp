// SPDX-License-Identifier: MIT
// Fixture candidates on curves: points at equal distances along the whole curve, not on each of its arcs.
#include <doctest/doctest.h>
#include <pawl/io/drawing.h>
#include <pawl/planner/fixture_candidates.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

#include "fixtures/locator_points.h"
#include "support/drawing_texts.h"
#include "support/fixture_parts.h"

using namespace pawl;
using namespace pawl::fixtures;
using pawl::drawings::part_in;
using pawl::drawings::svg;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kLong = 30, kShort = 12;  // semi-axes of the ellipse, mm

Task ellipse() {
  Task task = part_of(part_in(svg(R"(<ellipse cx="50" cy="50" rx="30" ry="12"/>)")).outline);
  task.units.length = Units::Length::mm;
  return task;
}

/// Returns the length of the ellipse between the parameters 0 and t. Uses Simpson's rule.
double length_to(double t) {
  constexpr int kSteps = 2000;
  const auto speed = [](double s) { return std::hypot(kLong * std::sin(s), kShort * std::cos(s)); };
  double sum = speed(0) + speed(t);
  for (int k = 1; k < kSteps; ++k) sum += (k % 2 == 0 ? 2 : 4) * speed(t * k / kSteps);
  return sum * t / kSteps / 3;
}

std::vector<internal::PinOnEdge> points_of(const Task& task, const FixtureOptions& options) {
  return internal::outline_points(task, options, std::get<FixtureOptions::Points>(options.candidates));
}

/// Returns the distances between neighboring points, measured along the ellipse, in ascending order.
std::vector<double> gaps_of(const std::vector<internal::PinOnEdge>& points) {
  std::vector<double> places;
  for (const auto& point : points) {
    const Eigen::Vector2d at = point.locator.point;
    double t = std::atan2((at.y() + 50) / kShort, (at.x() - 50) / kLong);  // the y axis of SVG points down
    if (t < 0) t += 2 * kPi;
    places.push_back(length_to(t));
  }
  std::sort(places.begin(), places.end());
  std::vector<double> gaps;
  for (std::size_t k = 0; k < places.size(); ++k)
    gaps.push_back(k > 0 ? places[k] - places[k - 1] : places[0] + length_to(2 * kPi) - places.back());
  std::sort(gaps.begin(), gaps.end());
  return gaps;
}

}  // namespace

TEST_CASE("points on an ellipse are at equal distances along it") {
  const Task task = ellipse();
  const double whole = length_to(2 * kPi);
  for (const int count : {3, 8, 16, 23}) {
    CAPTURE(count);
    const auto points = points_of(task, on_points(count));
    REQUIRE(points.size() == static_cast<std::size_t>(count));
    // A point at the end of an arc is moved into the arc by a hundredth of its length.
    const auto gaps = gaps_of(points);
    CHECK(gaps.front() > whole / count - .15);
    CHECK(gaps.back() < whole / count + .15);
  }
  FixtureOptions at = at_pitch(whole / 10.2);
  CHECK(points_of(task, at).size() == 10);
}

TEST_CASE("if each arc gets the same number of points, the points cluster at the short arcs") {
  Task task = ellipse();
  Path& path = std::get<Path>(*task.part.outline);
  const std::size_t arcs = path.vertices.size();
  REQUIRE(arcs > 8);
  FixtureOptions options = on_points(4 * static_cast<int>(arcs));
  options.edge_range = {0, 1};
  const auto by_curve = gaps_of(points_of(task, options));
  path.curves.clear();
  options = on_points(4);
  options.edge_range = {0, 1};
  const auto by_arc = gaps_of(points_of(task, options));
  REQUIRE(by_curve.size() == 4 * arcs);
  REQUIRE(by_arc.size() == 4 * arcs);
  CHECK(by_arc.back() > 1.5 * by_arc.front());
  CHECK(by_curve.back() < 1.2 * by_curve.front());
}

TEST_CASE("rules about edges apply to a whole curve") {
  // The outline is a line of 80 mm and half an ellipse above it. It has two edges.
  Task task = part_of(part_in(drawings::svg_path("M 10 50 A 40 25 0 0 1 90 50 Z")).outline);
  task.units.length = Units::Length::mm;
  const std::vector<std::size_t> numbers = edge_numbers(*task.part.outline);
  const std::size_t curve = std::count(numbers.begin(), numbers.end(), 1) > 1 ? 1 : 2;
  REQUIRE(std::count(numbers.begin(), numbers.end(), curve) > 2);
  const auto on_curve = [&](const Locator& locator) { return numbers[locator.edge] == curve; };
  FixtureOptions options = on_points(6);
  CHECK(points_of(task, options).size() == 12);
  options.forbidden_edges = {static_cast<int>(curve)};
  for (const auto& point : points_of(task, options)) CHECK_FALSE(on_curve(point.locator));
  CHECK(points_of(task, options).size() == 6);
  options.forbidden_edges.clear();
  options.required_edges = {static_cast<int>(curve)};
  const auto candidates = all_of(task, options);
  CHECK(candidates.size() == 220 - 20);  // all triples of 12 points, except those with all points on the line
  for (const FixtureCandidate& candidate : candidates) {
    CHECK(std::any_of(candidate.locators.begin(), candidate.locators.end(), on_curve));
  }
  // The range refers to the length of the whole curve. The points are at 1/12, 3/12, ... of this length.
  options.required_edges.clear();
  options.edge_range = {.2, .8};
  CHECK(points_of(task, options).size() == 8);
}
