// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/planner/wrench_cells.h>

#include <array>
#include <optional>
#include <vector>

#include "contact/contact_rows.h"
#include "exact/conic_hull.h"
#include "insertion/sphere_region.h"

namespace pawl::internal::inline planner {

/// The cones of the conditions E1 to E3 (pawl/planner/energy.h) at three contacts that locate a part. E1 holds in the
/// interior of the cone that the columns of -J_n span, called the cone of -J_n. For each pair of contacts, let -FC be
/// the closed cone of the wrenches that the pair can balance. E2 holds outside these three cones.
///
/// The method uses planar hulls of exact directions (conic_hull.h). Let m be the normal of the plane of a circle of
/// wrenches. The section of a cone with this plane is spanned by the cone's rays in the plane and by the vectors (m .
/// a) b - (m . b) a for all rays a above and b below the plane. The window is the arc of the cone of -J_n minus the
/// arcs of the pairs. Its ends are compared exactly. For free wrenches, the window's boundary consists only of
/// boundaries of the pairs' cones, because each of these cones contains a whole facet of the cone of -J_n.
class EnergyCones {
 public:
  /// `set` must be a valid set of three contacts and outlive this object.
  explicit EnergyCones(const ContactSet& set);

  bool located();
  bool lowest(const Eigen::Vector3d& w);
  bool unheld(const Eigen::Vector3d& w);
  bool wedged(std::size_t pair) const { return pairs_[pair].hull.lineality > 0; }
  bool unwedged() const { return !wedged(0) && !wedged(1) && !wedged(2); }
  bool hold(const Eigen::Vector3d& w) { return unwedged() && lowest(w) && unheld(w); }
  double margin(std::size_t pair, const Eigen::Vector3d& w);

  /// An interval of the parameter t of a circle of wrenches.
  struct Arc {
    double from, to;
  };
  /// Returns the arcs of a circle of wrenches on which E1 and E2 hold. Requires unwedged().
  std::vector<Arc> arcs(const WrenchDomain& circle);
  /// Returns whether E1 holds for some wrench of a domain or, if the domain is a spread, for all its wrenches. The
  /// contacts may wedge. The ends of the domain's range are compared in doubles.
  bool lowest_within(const WrenchDomain& domain);
  std::optional<CellCentre> widest_free();

  static std::array<int, 2> contacts_of(std::size_t pair) {
    return pair == 0 ? std::array{0, 1} : pair == 1 ? std::array{0, 2} : std::array{1, 2};
  }

 private:
  struct Sided {
    ConicHull hull;
    DualGenerators faces;
  };
  /// The plane of a circle: two directions that span it, and its normal, as indices in the pool.
  struct Plane {
    int first, second, normal;
  };
  /// A closed pointed cone in a plane, given by its two ends as indices in the pool.
  struct Section {
    int low, high;
  };
  enum class Place { outside, boundary, inside };

  Sided cone_of(const std::vector<int>& rays);
  Place place(const Sided& cone, int g);
  template <class Judge>
  bool judge(const Eigen::Vector3d& w, const Judge& wanted);

  std::optional<Section> section(const Sided& cone, const Plane& plane);
  bool cuts(const Sided& cone, const Plane& plane);
  std::vector<Section> gaps(const Section& within, const std::vector<Section>& without, const Plane& plane);
  double turn_of(int direction, const WrenchDomain& circle);

  Eigen::Vector3d scaled(int direction);
  Eigen::Vector3d outward(std::size_t k);
  std::vector<Eigen::Vector3d> sides(std::size_t pair);
  void add_boundary(std::size_t pair, SphereBoundary& boundary);
  void add_starts(std::size_t one, std::size_t other, std::vector<Eigen::Vector3d>& starts);
  std::optional<Eigen::Vector3d> first_inside(const Eigen::Vector3d& corner, const Eigen::Vector3d& ahead);
  bool hold_scaled(const Eigen::Vector3d& direction);

  double rho_;
  ContactDirections directions_;
  DirectionPool pool_;
  ConicHullSolver hulls_;
  Sided normals_;
  std::array<Sided, 3> pairs_;
  // Rows: outward normals of the facets of the cone of -J_n, in coordinates (fx, fy, tau / rho).
  Eigen::Matrix3d normals_out_;
};

}  // namespace pawl::internal::inline planner
