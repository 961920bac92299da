// SPDX-License-Identifier: MIT
#include "answers/region_projections.h"

#include <doctest/doctest.h>
#include <pawl/base/angle.h>

#include <cmath>
#include <random>

#include "answers/plan_answer.h"

using namespace pawl;
using namespace pawl::answers;

namespace {

using Boxes = std::vector<std::array<Eigen::Vector3d, 2>>;

std::array<double, 2> range(const Json& json) { return {number_in(at(json, 0)), number_in(at(json, 1))}; }

std::array<std::array<double, 2>, 3> ranges(const Json& extent) {
  return {range(at(at(extent, "translation"), 0)), range(at(at(extent, "translation"), 1)),
          range(at(extent, "rotation_deg"))};
}

Json extent_of(const Boxes& boxes, const ContactSet& contacts) {
  std::array<Eigen::Vector3d, 2> hull = boxes.front();
  for (const auto& [low, high] : boxes) hull = {hull[0].cwiseMin(low), hull[1].cwiseMax(high)};
  return box_json(hull, contacts);
}

/// Returns whether a rectangle contains a point. The coordinates of the point are in units of cells.
bool has_point(const Json& rectangles, double across, double up) {
  constexpr double kRounding = 1e-6;
  for (std::size_t k = 0; k < count_of(rectangles); ++k) {
    const auto edge = [&](std::size_t i) { return number_in(at(at(rectangles, k), i)); };
    if (across >= edge(0) - kRounding && across <= edge(1) + kRounding && up >= edge(2) - kRounding &&
        up <= edge(3) + kRounding)
      return true;
  }
  return false;
}

double area(const Json& rectangles) {
  double sum = 0;
  for (std::size_t k = 0; k < count_of(rectangles); ++k) {
    const auto edge = [&](std::size_t i) { return number_in(at(at(rectangles, k), i)); };
    sum += (edge(1) - edge(0)) * (edge(3) - edge(2));
  }
  return sum;
}

}  // namespace

TEST_CASE("projections cover every pose of the region, and few poses outside it") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> along(-1, 1);
  for (const double angle : {0., std::acos(-1) / 2, .4}) {
    ContactSet contacts;
    contacts.angle = angle;
    // Makes boxes along a curve in pose space.
    Boxes boxes;
    for (int k = -50; k <= 50; ++k) {
      const double t = k / 50.;
      const Eigen::Vector3d middle(t, t * t, .2 * t), half(.01, .01, .002);
      boxes.push_back({middle - half, middle + half});
    }
    const Json extent = extent_of(boxes, contacts);
    const Json projections = projections_json(boxes, extent, contacts);
    const auto all = ranges(extent);
    const auto cell = [&](int axis, double value) {
      return (value - all[axis][0]) / (all[axis][1] - all[axis][0]) * kProjectionCells;
    };
    for (const auto& [low, high] : boxes) {
      for (int k = 0; k < 5; ++k) {
        const Eigen::Vector3d at_random(along(random), along(random), along(random));
        const Eigen::Vector3d pose =
            contacts.to_world(Eigen::Vector3d((low + high) / 2 + at_random.cwiseProduct(high - low) / 2));
        const double x = cell(0, pose.x()), y = cell(1, pose.y()), turn = cell(2, degrees(pose.z()));
        CHECK(has_point(at(projections, "x_y"), x, y));
        CHECK(has_point(at(projections, "x_rotation"), x, turn));
        CHECK(has_point(at(projections, "y_rotation"), y, turn));
      }
    }
    for (const char* key : {"x_y", "x_rotation", "y_rotation"})
      CHECK(area(at(projections, key)) < .25 * kProjectionCells * kProjectionCells);
  }
}

TEST_CASE("each projection of a region that consists of one pose has one cell") {
  const Boxes boxes{{Eigen::Vector3d(1, 2, .1), Eigen::Vector3d(1, 2, .1)}};
  const ContactSet contacts;
  const Json projections = projections_json(boxes, extent_of(boxes, contacts), contacts);
  for (const char* key : {"x_y", "x_rotation", "y_rotation"}) CHECK(area(at(projections, key)) == 1);
  CHECK(area(at(projections_json({}, extent_of(boxes, contacts), contacts), "x_y")) == 0);
}
