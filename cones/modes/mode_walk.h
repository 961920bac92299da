// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/contact/contact.h>

#include <string>
#include <string_view>
#include <vector>

#include "contact/contact_directions.h"
#include "modes/mode_cell.h"

namespace pawl::internal {

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

  bool touching(int contact) const { return set_->contacts[static_cast<std::size_t>(contact)].touching; }
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

}  // namespace pawl::internal
