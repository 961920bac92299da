// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

#include "exact/conic_hull.h"

namespace pawl::internal {

/// The rays of a cell on which a row vanishes: of a facet, an edge, or none. Lines come besides.
struct CellFace {
  int count = 0;
  int rays[2] = {-1, -1};

  bool holds(int ray) const { return (count > 0 && rays[0] == ray) || (count > 1 && rays[1] == ray); }
};

/// The signs that a row takes on a closed cone, looked at through its generators.
struct RowSigns {
  bool on_lines = false;  ///< not zero on some line: both signs
  bool plus = false, minus = false;
  CellFace zero;  ///< the face {row = 0}, where the row takes one sign only

  bool both() const { return on_lines || (plus && minus); }
};

/// A closed convex cone {v : p . v <= 0 for rows p of a pool, e . v = 0} that is cut smaller and smaller, and restored
/// in reverse order: what a search over modes (ModeWalk) needs of the accelerations of the letters chosen so far.
///
/// Kept by its polar cone, the hull of the rows. A pointed cone with interior, `round` here, may have many facets: its
/// rows are a list in cyclic order, in which a cut replaces a run by one row, so that all cuts together need no more
/// memory than one list. All other cones have at most three rows, and are copied. A cut of a round cone of k facets
/// takes k signs; so does a look at a row.
class ModeCell {
 public:
  explicit ModeCell(DirectionPool& pool) : pool_(pool) {}

  /// `polar`: the hull of the rows. Rows i >= first have their negatives at i + negatives, for each of that many rows.
  void assign(const ConicHull& polar, int first, int negatives);

  const std::vector<CrossPair>& rays() const { return generators_.rays; }
  const std::vector<CrossPair>& lines() const { return generators_.lines; }
  int dimension() const { return round_ ? 3 : 3 - small_[top_].lineality; }

  /// Of unit length, in the relative interior; zero when the cone is the origin.
  Eigen::Vector3d inner_direction();

  RowSigns signs(int row);
  /// The same on a face: `zero` is then the face's own face.
  RowSigns signs(int row, const CellFace& face);
  bool vanishes(int row, const CellFace& face);

  /// Keeps {row . v <= 0}; the row takes both signs, or (for cones that are not `round`) any.
  void cut(int row);
  /// Keeps the face {row = 0}, as signs(row) gave it.
  void keep_face(int row, const CellFace& face);

  /// A pointed cone with interior.
  bool round() const { return round_; }

  /// Restores what was there when state() gave `state`: the last one not yet restored.
  struct State {
    bool round;
    std::size_t top;
    std::size_t cuts;
  };
  State state() const { return {round_, top_, cuts_.size()}; }
  void restore(const State& state);

 private:
  struct Cut {
    int row;
    std::size_t removed;  ///< how many rows it replaced
  };

  int sign_at(CrossPair v, int row);
  int without_sign(int row) const { return row >= first_ + negatives_ ? row - negatives_ : row; }
  int plane(std::size_t i) const { return planes_[i % planes_.size()]; }
  Eigen::Vector3d unit(CrossPair v);
  ConicHull& push();
  void update_form();
  void cut_round(int row);
  void undo_cut();
  void find_generators();

  DirectionPool& pool_;
  ConicHullSolver hulls_;
  int first_ = 0;
  int negatives_ = 0;
  bool round_ = false;
  std::vector<int> planes_;  ///< of a round cone: det(p_i, p_i+1, p_j) >= 0; ray i lies on planes i and i + 1
  std::vector<Cut> cuts_;
  std::vector<int> removed_;      ///< by all cuts
  std::vector<ConicHull> small_;  ///< polars; the last in use is small_[top_]
  std::size_t top_ = 0;
  DualGenerators generators_;
  std::vector<int> signs_;
  std::vector<int> line_ids_, ray_ids_;
};

}  // namespace pawl::internal
