// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "exact/direction_pool.h"

namespace pawl::internal::inline exact {

/// The cone spanned by some directions of a pool. It is given by its lines, which span its lineality space (the largest
/// linear space in the cone), and by its extreme rays, which are unique only up to multiples of these lines.
///
/// The intersection of a pointed cone in R^3 with a suitable plane is a convex polygon. The corners of this polygon
/// correspond to the extreme rays, and its edges to the facets. If the rays are in cyclic order, each facet is spanned
/// by two neighbouring rays. In general dimensions, it takes exponential time to find the faces of a cone from
/// directions that span it. In R^3, the problem is that of the planar convex hull.
///
/// `lines` has `lineality` entries. Lines and rays are pool identifiers. The cases are
///    lineality 0: {0}, a ray, a sector of a plane (2 rays), or a pointed cone with interior (3 or more rays, in order:
///                 det(r_i, r_i+1, r_j) >= 0);
///    lineality 1: a line, a half-plane (1 ray), a wedge (2 rays, det(line, r_0, r_1) > 0);
///    lineality 2: a plane, a half-space (1 ray, det(line_0, line_1, r) > 0);
///    lineality 3: all of R^3 (the lines have no meaning).
struct ConicHull {
  int lineality = 0;
  std::array<int, 2> lines{};
  std::vector<int> rays;

  void clear();
  int ray_count() const { return static_cast<int>(rays.size()); }
  int dimension() const { return lineality + std::min(ray_count(), 3); }
};

/// A direction that is the cross product of two directions of a pool, such as the two rays of a facet or the normals of
/// two planes through a vertex.
struct CrossPair {
  int a = 0, b = 0;
};

/// Generators of the polar cone {f : f . g <= 0 for every g of the cone}. `rays` are the outward face normals of the
/// cone itself. `lines` are a basis of the normals of all planes that contain the whole cone. Each generator is the
/// cross product of two directions. If the cone has no interior, the face normals need not be orthogonal to `lines`.
struct DualGenerators {
  std::vector<CrossPair> rays;
  std::vector<CrossPair> lines;
};

/// Computes conic hulls exactly. The solver reuses its memory.
///
/// There are two methods. Insertion is for up to about 20 directions, and for cones that are not pointed. Directions are
/// inserted one by one. If a new direction is outside the cone, two facets through this direction replace the facets that are
/// visible from it (beneath and beyond [Gruenbaum]). Cones without interior, and cones with lines, have at most two
/// rays besides their lines. A few signs decide each of these cases. The sweep is for more directions within one
/// half-space: the points in which their rays meet a plane are sorted by one coordinate and scanned once [Andrew 1979, the
/// monotone chain], see conic_hull.cpp. Both
/// methods decide by signs of determinants of the directions themselves (DirectionPool).
class ConicHullSolver {
 public:
  /// Computes the hull of `rays` and `lines`. Skips zero directions. Takes O(k log k) for k rays that lie well inside a
  /// half-space, otherwise O(k h) for k rays of which h are extreme.
  void solve(DirectionPool& pool, const std::vector<int>& lines, const std::vector<int>& rays, ConicHull& hull);

  /// Extends a hull so that it contains a further direction.
  void insert(DirectionPool& pool, int id, ConicHull& hull);

 private:
  void insert_line(DirectionPool& pool, int id, ConicHull& hull);
  bool solve_pointed(DirectionPool& pool, const std::vector<int>& ids, ConicHull& hull);
  bool order_by_sweep(DirectionPool& pool, const std::vector<int>& ids);
  void extend_chain(DirectionPool& pool, int first, int last, int step);
  void insert_sector(DirectionPool& pool, int id, ConicHull& hull);
  void insert_polygon(DirectionPool& pool, int id, ConicHull& hull);
  void collapse(DirectionPool& pool, int id, ConicHull& hull);
  void insert_pointed(DirectionPool& pool, int id, ConicHull& hull);
  void insert_around_line(DirectionPool& pool, int id, ConicHull& hull);
  void insert_wedge(DirectionPool& pool, int id, ConicHull& hull);
  void insert_on_plane(DirectionPool& pool, int id, ConicHull& hull);

  struct Swept {
    double key;
    int id;
  };
  std::vector<Swept> swept_;
  std::vector<int> chain_;
};

/// Writes the generators of the polar cone to `dual`, whose memory is reused.
void dual_generators(DirectionPool& pool, const ConicHull& hull, DualGenerators& dual);

}  // namespace pawl::internal::inline exact
