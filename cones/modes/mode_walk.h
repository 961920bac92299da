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

/// The face of a cell on which a row vanishes, given by the indices of the face's rays. A facet has two rays, an edge
/// has one, and the origin has none. The cell's lines belong to every such face.
struct CellFace {
  int count = 0;
  int rays[2] = {-1, -1};

  bool holds(int ray) const { return (count > 0 && rays[0] == ray) || (count > 1 && rays[1] == ray); }
};

/// The signs of a row on a closed cone, evaluated on its generators.
struct RowSigns {
  bool on_lines = false;  ///< true if the row is nonzero on some line; the row then takes both signs on the cone
  bool plus = false, minus = false;
  CellFace zero;  ///< the face of the cone on which the row is 0; set only if the row does not take both signs

  bool both() const { return on_lines || (plus && minus); }
};

/// A closed convex cone {v : p . v <= 0 for rows p of a pool, e . v = 0} that can be cut repeatedly. Cuts are undone in
/// reverse order. ModeWalk uses the cone for the accelerations that are possible with the letters chosen at a node.
///
/// The cone is represented by its polar cone, which is the hull of the rows. In this class, a pointed cone with
/// interior is called `round`. A round cone may have many facets, and its rows are stored as a list in cyclic order. A
/// cut replaces a sequence of rows by one row, so that all cuts together need no more memory than one list. All other
/// cones have at most three rows and are copied. For a round cone with k facets, a cut computes k signs, and so does
/// signs(row).
class ModeCell {
 public:
  explicit ModeCell(DirectionPool& pool) : pool_(pool) {}

  /// Sets the cone from the hull `polar` of its rows. For each row index i with first <= i < first + negatives, the
  /// pool must contain the negative of row i at index i + negatives.
  void assign(const ConicHull& polar, int first, int negatives);

  const std::vector<CrossPair>& rays() const { return generators_.rays; }
  const std::vector<CrossPair>& lines() const { return generators_.lines; }
  int dimension() const { return round_ ? 3 : 3 - small_[top_].lineality; }

  /// Returns a unit vector in the cone's relative interior, or zero if the cone is the origin.
  Eigen::Vector3d inner_direction();

  RowSigns signs(int row);
  /// Returns the signs of a row on a face of the cone. The member `zero` of the result is a face of that face.
  RowSigns signs(int row, const CellFace& face);
  bool vanishes(int row, const CellFace& face);

  /// Cuts the cone to {row . v <= 0}. If the cone is `round`, the row must take both signs on the cone.
  void cut(int row);
  /// Keeps only the face of the cone on which the row vanishes. `face` must be the member `zero` of signs(row).
  void keep_face(int row, const CellFace& face);

  /// Returns whether the cone is pointed and has interior.
  bool round() const { return round_; }

  /// Restores the cone that existed when state() returned `state`. States must be restored in the reverse order of the
  /// calls of state().
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
    std::size_t removed;  ///< number of rows of `planes_` that the cut replaced by one row
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
  std::vector<int> planes_;  ///< rows p_i of a `round` cone, in cyclic order; ray i lies on the planes i and i + 1
  std::vector<Cut> cuts_;
  std::vector<int> removed_;      ///< rows removed by all cuts
  std::vector<ConicHull> small_;  ///< polars of the copied cones; the current polar is small_[top_]
  std::size_t top_ = 0;
  DualGenerators generators_;
  std::vector<int> signs_;
  std::vector<int> line_ids_, ray_ids_;
};

/// Enumerates the feasible modes of a contact set in sorted order, by depth-first search over the letters.
///
/// The rows of n contacts cut the space of accelerations, R^3, into the cells of an arrangement of planes through the
/// origin. A mode is the union of the cells that have its letters. There are at most 4n + 2 modes if all contacts
/// touch, and O(m^2 + n) modes if m contacts have gaps. The walk finds all feasible modes, one at a time, without
/// visiting infeasible modes.
///
/// A node of the search stands for the letters that have been chosen on the path to it. Its set P contains the
/// admissible accelerations whose modes have these letters. P is convex: it is a closed cone C (ModeCell) without the
/// faces on which one of the strict rows of these letters vanishes. For each undecided contact, the signs of its rows
/// on C determine the letters that occur in P. A contact with only one letter is decided for the whole subtree of the
/// node, and causes no further cost in the subtree. The walk branches at the first contact with several letters.
/// Therefore each node has a mode below it, and each mode is visited once. If all contacts have gaps, a walk over all
/// O(m^2) modes evaluates O(m^2) rows on average over the order of the contacts. Memory is O(n): changes made at a node
/// are recorded, and are undone when the walk leaves the node.
class ModeWalk {
 public:
  ModeWalk();
  ModeWalk(const ModeWalk&) = delete;  // not copyable, because cell_ refers to the pool of this object
  ModeWalk& operator=(const ModeWalk&) = delete;

  /// Starts a walk. `set` must be valid and outlive the walk. `pattern` (pawl/contact/mode.h) must fit the set; an
  /// empty pattern selects all modes.
  void start(const ContactSet& set, std::string_view pattern, const StopToken& stop);
  /// Advances to the next mode. Returns false after the last mode, or if the stop token ended the walk.
  bool next();
  bool stopped() const { return stopped_; }

  std::string_view letters() const { return letters_; }
  int dimension() const { return cell_.dimension(); }
  Eigen::Vector3d acceleration();

 private:
  struct Letters {
    unsigned set = 0;   ///< bit k is set if letter k of kLetters is possible
    bool cuts = false;  ///< whether the contact's normal row takes both signs on C
    CellFace zero;      ///< face of C on which the normal row vanishes; only used if `cuts` is false
    bool single() const { return (set & (set - 1)) == 0; }
  };
  struct Node {
    int contact;
    unsigned letters;  ///< letters of the contact that were not tried yet
    bool cuts;
    CellFace zero;
    bool below = false;  ///< whether a child of this node is entered at present
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
  unsigned looked_at_ = 0;  // number of rows evaluated since the last poll of the stop token
  bool stopped_ = false;
  bool begun_ = false;

  std::vector<std::string> pattern_;  // permitted letters of each contact; empty if all letters are permitted
  std::string letters_;
  // Undecided contacts in order, as a linked ring; entry n, the number of contacts, precedes the first contact.
  std::vector<int> next_, previous_;
  std::vector<int> closed_;  // decided contacts, in the order in which they were decided
  std::vector<int> strict_;  // rows that the chosen letters require to be nonzero with a given sign
  // For each undecided contact, the face of the current cone C on which the contact's normal row is zero. Used only if
  // C is `round` and the entry of the contact in cuts_ is 0.
  std::vector<CellFace> zero_;
  std::vector<char> cuts_;  // for each undecided contact: 1 if its normal row takes both signs on C, otherwise 0
  std::vector<Node> nodes_;
};

}  // namespace pawl::internal::inline modes
