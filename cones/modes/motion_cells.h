// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <vector>

#include "contact/contact_directions.h"
#include "exact/conic_hull.h"

namespace pawl::internal {

/// One relatively open cell of the arrangement that a contact set's rows cut out of its admissible accelerations.
struct MotionCell {
  int letters;    ///< offset of its mode's letters
  int dimension;  ///< 0..3
  int first;      ///< its rays: rays[first .. first + count)
  int count;      ///< 0 for the origin, and for cells beside a gap's plane whose rays are not kept
};

/// All cells with their modes, in no order; several cells may have one mode. The second route to the feasible modes
/// (ModeWalk is the other): it keeps all cells.
///
/// The admissible cone {v' : a_n >= 0 at touching contacts} is cut into pointed pieces (one, unless it has lineality:
/// then coordinate planes help). Each face of a piece is cut by the tangents of the contacts tight on it and by the
/// gaps' planes; within a plane that is a sorted list of rays. A contact is tight on a face where its a_n is 0 there.
/// O((n + m^2) log n) for n contacts, m of them across gaps.
class MotionCells {
 public:
  /// `set` must be valid and outlive the use of the cells.
  void build(const ContactSet& set);

  DirectionPool& pool() { return pool_; }
  const ContactDirections& directions() const { return directions_; }
  const std::vector<MotionCell>& cells() const { return cells_; }
  const char* letters(const MotionCell& cell) const { return letters_.data() + cell.letters; }
  const CrossPair* rays(const MotionCell& cell) const { return rays_.data() + cell.first; }

 private:
  using Tight = std::vector<int>;  // contacts whose normal row vanishes on a face
  struct Sector {
    CrossPair from, to;
    int plane;    ///< row whose plane holds the sector
    int turn;     ///< +1 when from -> to turns counterclockwise about the row
    bool inside;  ///< in the interior of the admissible cone, so that cells lie on both sides
  };
  struct Cut {
    int row;
    int start;     ///< the row's sign at the sector's first ray
    int oriented;  ///< the row or its negative, positive there
  };

  void cut_into_pieces(const ConicHull& polar);
  void visit_piece(const ConicHull& polar);
  void visit_polygon(const ConicHull& polar);
  void visit_flat_piece(const ConicHull& polar);
  void find_tight(const ConicHull& polar);
  void add_tight_on_boundary(const ConicHull& polar, int contact);
  bool visit_section(const ConicHull& polar, int gap_row);
  void visit_interior(const ConicHull& polar);

  void visit_ray(CrossPair ray, const Tight& tight);
  void visit_sector(const Sector& sector, const Tight& tight);
  void classify_row(const Sector& sector, int row);
  void order_cuts(const Sector& sector);
  void emit_sector_cell(const Sector& sector, CrossPair from, CrossPair to);
  void emit(int dimension, std::initializer_list<CrossPair> rays);

  void reset_letters();
  void set_letter(int row, int sign);
  Tight tight_at_ray(CrossPair ray);
  int sign_at(CrossPair ray, int row) { return pool_.sign_det(ray.a, ray.b, row); }
  int negative(int row) const { return directions_.negative(row); }

  const ContactSet* set_ = nullptr;
  ContactDirections directions_;
  DirectionPool pool_;
  ConicHullSolver hulls_;
  int negative_axes_ = 0;

  std::vector<int> touching_, gaps_;  // contacts
  std::vector<Tight> tight_at_;       // one list a vertex of the current piece
  Tight tight_;
  std::vector<Cut> cuts_;
  std::vector<int> flat_gaps_;  // gap rows that vanish on the current sector
  std::vector<char> current_;

  std::vector<MotionCell> cells_;
  std::vector<char> letters_;
  std::vector<CrossPair> rays_;
};

}  // namespace pawl::internal
