// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/contact/contact.h>

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include "contact/contact_rows.h"
#include "exact/conic_hull.h"

namespace pawl::internal::inline modes {

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

/// The feasible modes of a contact set in sorted order, by depth-first search over the letters.
///
/// The rows of n contacts cut the accelerations, R^3, into the cells of an arrangement of planes through the origin,
/// and a mode is what the cells of its letters cover together. There are at most 4n + 2 modes where all touch, O(m^2 +
/// n) with m open gaps; all of them are found without looking at what is not feasible, one at a time.
///
/// A node of the search is a set P of admissible accelerations: those whose modes begin with some letters. P is convex:
/// a closed cone C (ModeCell) without the faces on which one of the strict rows chosen so far vanishes. Of each contact
/// that is still open the signs of its rows on C tell which letters occur in P. A contact that has only one is decided
/// for all of the node's subtree, where it costs no more; the first one with several letters branches. So each node has
/// a mode under it, a mode is met once, and with gaps alone a walk over all O(m^2) modes looks at O(m^2) rows on
/// average over the order of the contacts. Memory is O(n): what a node changes is noted, and undone when it is left.
class ModeWalk {
 public:
  ModeWalk();
  ModeWalk(const ModeWalk&) = delete;  // its cell refers to its pool
  ModeWalk& operator=(const ModeWalk&) = delete;

  /// `set` (valid) must outlive the walk. `pattern`, of letters and `*`, fits the set; empty: all modes.
  void start(const ContactSet& set, std::string_view pattern, const StopToken& stop);
  /// Goes to the next mode; false after the last one, or when stopped.
  bool next();
  bool stopped() const { return stopped_; }

  std::string_view letters() const { return letters_; }
  int dimension() const { return cell_.dimension(); }
  Eigen::Vector3d acceleration();

 private:
  struct Letters {
    unsigned set = 0;   ///< bits, in the order of kLetters
    bool cuts = false;  ///< the normal row takes both signs on C
    CellFace zero;      ///< otherwise where it vanishes
    bool single() const { return (set & (set - 1)) == 0; }
  };
  struct Node {
    int contact;
    unsigned letters;  ///< not tried yet
    bool cuts;
    CellFace zero;
    bool below = false;  ///< a child has been entered
    std::size_t closed;
    std::size_t strict;
    ModeCell::State cell;
  };

  bool touching(int contact) const { return set_->contacts[contact].touching; }
  bool part_of_node(const CellFace& face);
  Letters letters_of(int contact);
  Letters letters_of_gap(int contact);
  void add_letters_on_face(int contact, Letters& letters);
  bool allowed(int contact, unsigned letter) const;

  bool decide_all();
  bool decide_faces(int strict_row);
  bool decide_beside(const CellFace& face);
  bool decide(int contact, unsigned letter);
  void close(int contact);
  void reopen(std::size_t closed);

  void branch();
  bool descend();
  bool enter(const Node& node, unsigned letter);
  bool stop_requested();

  const ContactSet* set_ = nullptr;
  ContactDirections directions_;
  DirectionPool pool_;
  ConicHullSolver hulls_;
  ModeCell cell_;
  StopToken stop_;
  unsigned looked_at_ = 0;  // rows, since the clock was
  bool stopped_ = false;
  bool begun_ = false;

  std::string pattern_;
  std::string letters_;
  std::vector<int> next_, previous_;  // the open contacts, a ring in order; n stands before the first
  std::vector<int> closed_;           // in the order they were closed
  std::vector<int> strict_;           // rows that choices made strict
  std::vector<CellFace> zero_;        // of open contacts: the face of the present round C where the normal row vanishes
  std::vector<char> cuts_;            // or whether it takes both signs there
  std::vector<Node> nodes_;
};

}  // namespace pawl::internal::inline modes
