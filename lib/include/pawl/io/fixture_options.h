// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>
#include <pawl/io/guarantee.h>

#include <Eigen/Core>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace pawl {

/// The edges at which the locators stand, as numbers of edges, all different. With two edges, two pins stand at edge
/// `a` and one at edge `b`. With three edges, one pin stands at each edge.
struct FixtureDatums {
  int a = 0, b = 0;
  std::optional<int> c;
};

/// The options "fixture" of a task: which fixtures of its part are searched, which measures are computed, and how
/// fixtures are ranked [MODEL section 7]. Lengths are in the task's unit.
///
/// Points, keep-out polygons, and the wrenches of the process (about the centre of mass) are in the body frame. They
/// apply to all candidates, also to those that rotate the part. Edges are numbered from 1 in the outline's order, as in
/// the file. An arc counts as one edge, all segments of a curve together count as one edge (edge_numbers()), and a disc
/// has one edge.
struct FixtureOptions {
  /// Locators at points of the outline, with the part at the task's pose.
  ///
  /// With `per_edge` or `pitch`, an edge of length L has k points; point i, counted from 0, is at the distance (i +
  /// 1/2) L / k from the start of the edge. Without `per_edge` and `pitch`, the outline has about `total` points. They
  /// are spread by arc length over the stretches of the outline that suit a pin: edges of at least `min_edge` and arcs
  /// with a radius of at least `min_arc`, without the points that are nearer to a corner than the pin's radius. On each
  /// stretch the points go from end to end, because locators that are far apart determine the pose precisely.
  struct Points {
    std::optional<int> per_edge;  ///< number k of points per edge, >= 1
    std::optional<double> pitch;  ///< distance between points that determines k if `per_edge` is not set, > 0: k is L /
                                  ///< pitch rounded to the nearest integer, at least 1
    /// Radius of each locator, >= 0. Default: 0 with `per_edge` or `pitch`; otherwise computed from the part's size,
    /// see with_defaults() (pawl/planner/fixture_candidates.h).
    std::optional<double> pin_radius;
    int total = 40;  ///< approximate number of points on the outline if neither `per_edge` nor `pitch` is given, >= 3
    /// An edge shorter than this has no candidate points, >= 0. Default: 0 with `per_edge` or `pitch`, otherwise the
    /// pin's diameter.
    std::optional<double> min_edge = {};
    /// An arc with a smaller radius has no candidate points, >= 0. Default: 0 with `per_edge` or `pitch`, otherwise the
    /// pin's diameter.
    std::optional<double> min_arc = {};

    bool by_total() const { return !per_edge && !pitch; }
  };
  /// Round pins at points of a square lattice that is fixed in the world. All poses in which the part can rest on such
  /// pins are considered.
  struct Lattice {
    double pitch = 0;       ///< distance between neighbouring lattice points, > 0
    double pin_radius = 0;  ///< radius of each pin, >= 0
  };
  using Candidates = std::variant<Points, Lattice>;

  /// The objectives by which fixtures are compared.
  enum class Objective {
    pose_error,      ///< largest motion of a point of the part for unit errors of the locators; lower is better
    point_error,     ///< largest error of the points of interest if each locator error is at most `tolerance`; lower is
                     ///< better
    margin,          ///< smallest margin of any step, relative to the actuator's wrenches; higher is better
    margin_full,     ///< smallest margin of any step, relative to all wrenches; higher is better
    friction_limit,  ///< largest friction coefficient up to which the plan holds; higher is better
    depth,           ///< largest energy of the part up to which it is proved that the part still seats; higher is
                     ///< better
    steps,           ///< number of steps of the plan; lower is better
    kappa,           ///< largest amplification of a force by two locators; lower is better
    edge_length,     ///< length of the shortest edge at which a locator stands; higher is better
    clearance,       ///< largest gap to all pins from which a part that is released from above still seats; higher is
                     ///< better
    loadable,        ///< 1 if it is proved that the part can be loaded within the plane, 0 if it is proved that it is
                     ///< caged; higher is better
    strongly_stable,  ///< largest angle, degrees, by which the plan's last wrench may be off in direction so that
                      ///< the seated part still surely stays on all its contacts; higher is better
    zone_displacement,  ///< largest displacement of a boundary point of the seated part if the part's outline deviates
                        ///< within its profile zone (ZoneGuarantee::displacement); lower is better
    foolproof        ///< 1 if it is proved that the fixture accepts no wrong placement, 0 if it accepts one; only for
                     ///< thresholds
  };

  /// The way in which parts are loaded into the fixture.
  enum class Loads {
    above,  ///< put down at a pose with a gap to every pin; it is certified that the part seats when it is released
            ///< there
    plane   ///< moved into the fixture within the plane, past the pins
  };

  using Promise = Guarantee;  ///< name of Guarantee before version 0.2

  /// Thresholds on the measures. A fixture that violates a threshold is rejected.
  struct Thresholds {
    Guarantee guarantee = Guarantee::at_rest;  ///< weakest accepted guarantee of the plan
    std::optional<double> pose_error;          ///< upper bound on the pose error: motion of the part per unit of
                                               ///< locator error, >= 0
    std::optional<double> point_error;         ///< upper bound on the point error, >= 0 (unit of length)
    std::optional<double> margin_deg;          ///< lower bound on the margin relative to the actuator's wrenches,
                                               ///< degrees, in [0, 180]
    std::optional<double> margin_full_deg;     ///< lower bound on the margin relative to all wrenches, degrees, in [0,
                                               ///< 180]
    std::optional<double> friction_limit;      ///< lower bound on the friction limit, >= 0
    std::optional<double> depth;               ///< lower bound on the depth for a wrench of the size 1 N, >= 0, N x
                                               ///< unit of length
    std::optional<int> steps;                  ///< upper bound on the number of steps, >= 1
    std::optional<double> kappa;               ///< upper bound on kappa, >= 0
    std::optional<double> edge_length;         ///< lower bound on the length of each edge at which a locator stands, >=
                                               ///< 0 (unit of length)
    /// If set, only fixtures that can be loaded in this way are accepted. `above` demands a clearance of at least
    /// `clearance`, or of more than 0 if `clearance` is not set. `plane` has the same effect as `loadable` = 1.
    std::optional<Loads> loads;
    std::optional<double> clearance;           ///< lower bound on the clearance of a part that is released from above,
                                               ///< >= 0 (unit of length)
    std::optional<int> loadable;               ///< lower bound on the objective `loadable`, 0 or 1; with 1, only
                                               ///< fixtures that can be loaded within the plane are accepted
    /// Lower bound on the objective `strongly_stable`, degrees, in [0, 180]: the largest error of the direction of the
    /// plan's last wrench at which the seat is strongly stable. With 0, the seat must be strongly stable under that
    /// wrench itself.
    std::optional<double> strongly_stable_deg;
    /// Upper bound on the objective `zone_displacement`: the displacement of a boundary point of the seated part if the
    /// part's outline deviates within its profile zone. >= 0 (unit of length). Needs Part::tolerance > 0.
    std::optional<double> zone_displacement;
    bool foolproof = false;                    ///< if true, only fixtures that accept no wrong placement of the part
                                               ///< (pawl/planner/wrong_placements.h)
    /// Lower bound on the number of pins in holes, 0 to 2. If it is above 0, only fixtures with pins in holes are
    /// returned (pawl/planner/hole_fixtures.h).
    std::optional<int> pins_in_holes;
  };

  using Datums = FixtureDatums;

  Candidates candidates = Points();
  int pins = 3;                      ///< number of locators of a candidate, 3 or 4; 3 for a lattice
  bool clamp = false;                ///< whether one frictionless clamp must press the part onto all locators (form
                                     ///< closure by a clamp)
  std::vector<Polygon> keep_out;     ///< regions from which locators and clamps are excluded
  std::vector<int> forbidden_edges;  ///< numbers of the edges that must not have locators or clamps
  std::vector<int> required_edges;   ///< numbers of edges that must each have at least one locator; at most `pins`
                                     ///< edges
  std::optional<Datums> datums;      ///< edges at which the locators stand; default: any edges
  double least_distance = 0;         ///< lower bound on the distance between the centres of any two pins, >= 0
  /// Pins stand in holes of a plate. Lower bound on the width of the material between any two of these holes, >= 0.
  /// Default for locators at points: the radius of the pins. Default for a lattice: 0, because its plate already has
  /// the holes.
  std::optional<double> least_material;
  /// Clearance between a round pin and a hole of the part (difference of the diameters), > 0. Default: 1 % of the
  /// hole's diameter.
  std::optional<double> hole_clearance;
  std::pair<double, double> edge_range{
      .02, .98};                    ///< range of permitted positions of locators on an edge, as fractions of its
                                    ///< length, in [0, 1]
  std::optional<double> tolerance;  ///< bound on the error of each locator along its normal, >= 0; point errors are
                                    ///< computed for this bound; default: no point errors
  std::vector<Eigen::Vector2d>
      points_of_interest;                 ///< points of the part whose errors are reported, body frame; default: the
                                          ///< outline's vertices
  std::vector<Eigen::Vector3d> wrenches;  ///< wrenches of the process, (fx, fy, tau), that a clamp must resist

  /// The objectives, at least one, all different.
  std::vector<Objective> objectives = {Objective::pose_error, Objective::margin, Objective::depth,
                                       Objective::friction_limit, Objective::steps};
  Thresholds thresholds;
  /// Number of best candidates that get the full measures (energy depth, friction limit, ways out), >= 0. The default
  /// depends on the candidates, see most_measured() (pawl/planner/design_fixtures.h).
  std::optional<int> depth_for;
  int top = 10;  ///< number of best fixtures in the answer, >= 1
};

/// Returns the number of edges that these options can refer to: the straight edges, arcs and curves of an outline, or 1
/// for a disc.
std::size_t edge_count(const Outline& outline);

/// Largest number of outline points for locators. A search over all triples is already impractical for far fewer
/// points.
inline constexpr std::size_t kMostLocatorPoints = 100000;

}  // namespace pawl
