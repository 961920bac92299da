// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace pawl {

/// "fixture" of a task: which fixtures of its part are looked for, what is measured of them, and how they are ranked
/// [MODEL section 7]. Plain data; lengths are in the task's unit.
///
/// All that goes with the part stands in its body frame: points, polygons that are kept free, and the wrenches of the
/// process, which are about the centre of mass. So it holds however a candidate turns the part. Edges are numbered from
/// 1 in the outline's order, as they stand in the file; an arc is an edge, and a disc has one.
struct FixtureOptions {
  /// Locators at points of the outline; the part stays at the task's pose. On an edge of length L with k points point i
  /// is at (i + 1/2) L / k.
  struct Points {
    int per_edge = 8;             ///< k, >= 1
    std::optional<double> pitch;  ///< instead: k is L / pitch to the nearest whole number, but at least 1; > 0
    double pin_radius = 0;        ///< of each locator, >= 0
  };
  /// Round pins on a square lattice, which is at rest in the world; the part comes to lie on them wherever it can.
  struct Lattice {
    double pitch = 0;       ///< of the lattice, > 0
    double pin_radius = 0;  ///< >= 0
  };
  using Candidates = std::variant<Points, Lattice>;

  /// What fixtures are compared by.
  enum class Objective {
    pose_error,      ///< worst motion of a point of the part for unit errors of the locators: the less the better
    point_error,     ///< the largest error of the points of interest by `tolerance`: the less the better
    margin,          ///< among the actuator's wrenches, of the plan's least sure step: the larger the better
    margin_full,     ///< the same in all of wrench space
    friction_limit,  ///< up to which the plan holds: the larger the better
    depth,           ///< energy that the part may have and still seat: the larger the better
    steps,           ///< of the plan: the fewer the better
    kappa            ///< how strongly two locators may amplify a force: the less the better
  };

  /// What a plan is to promise, the less first; Guarantee of pawl/planner/insertion.h.
  enum class Promise { at_rest, keeps, energy };

  /// A fixture that misses one of these is left out.
  struct Thresholds {
    Promise guarantee = Promise::at_rest;   ///< at least
    std::optional<double> pose_error;       ///< at most, length/length, >= 0
    std::optional<double> point_error;      ///< at most, length, >= 0
    std::optional<double> margin_deg;       ///< at least, in [0, 180]
    std::optional<double> margin_full_deg;  ///< at least, in [0, 180]
    std::optional<double> friction_limit;   ///< at least, >= 0
    std::optional<double> depth;            ///< at least, N length (for a force of 1 N), >= 0
    std::optional<int> steps;               ///< at most, >= 1
    std::optional<double> kappa;            ///< at most, >= 0
  };

  Candidates candidates = Points();
  int pins = 3;                      ///< locators of a candidate, 3 or 4; of a lattice 3
  bool clamp = false;                ///< only fixtures that one clamp without friction presses on all locators
  std::vector<Polygon> keep_out;     ///< of locators and clamps
  std::vector<int> forbidden_edges;  ///< that no locator and no clamp may stand on
  std::vector<int> required_edges;   ///< that each have a locator; at most as many as there are pins
  double least_distance = 0;         ///< between the centres of two pins, >= 0
  std::pair<double, double> edge_range{.02, .98};  ///< where on an edge a locator may stand, of its length, in [0, 1]
  std::optional<double> tolerance;  ///< how far a locator may be off along its normal, >= 0; default: no error budget
  std::vector<Eigen::Vector2d> points_of_interest;  ///< whose errors are told; default: the outline's vertices
  std::vector<Eigen::Vector3d> wrenches;  ///< of the process, (fx, fy, tau), that a clamp must hold the part against

  std::vector<Objective> objectives = {Objective::pose_error, Objective::margin, Objective::depth,
                                       Objective::friction_limit, Objective::steps};  ///< at least one, each once
  Thresholds thresholds;
  int depth_for = 20;  ///< how many of the best are measured by what is dear: depths of energy, ways out; >= 0
  int top = 10;        ///< how many of the best are answered, >= 1
};

/// The edges that these options number: sides and arcs of an outline, 1 of a disc.
std::size_t edge_count(const Outline& outline);

/// The most points of an outline that locators may be placed at: their triples are past counting long before.
inline constexpr std::size_t kMostLocatorPoints = 100000;

}  // namespace pawl
