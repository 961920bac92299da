// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "simulation/contact_detection.h"
#include "simulation/mechanism.h"

namespace pawl::internal::inline simulation {

/// The motion of some links, in the same layout as Motion. The entries of other links are not set.
struct LinkStates {
  Eigen::VectorXd q, u, positions, rates;

  /// Stores the motion of these links. `first_joint` is the link of the first joint.
  void save(const std::vector<int>& links, int first_joint, const Motion& motion);
  void restore(const std::vector<int>& links, int first_joint, Motion& motion) const;
};

/// Links that may touch each other during a step, that belong to one mechanism, or that pins with a stiffness connect,
/// and their contacts.
struct Island {
  std::vector<int> links;            ///< links of the island, ascending
  std::vector<int> bodies;           ///< links that are not in a mechanism
  std::vector<int> mechanisms;       ///< indices of the mechanisms
  std::vector<int> spring_pins;      ///< pins with a stiffness on these links, by their numbers in StepContext
  std::vector<Candidate*> contacts;  ///< contacts between the links or with the ground, stored in the substep

  void clear();
};

/// A search for the islands of some links. The search reuses its memory.
class IslandFinder {
 public:
  /// Prepares for a system with `links` links. The mechanisms and the pins must outlive this object.
  IslandFinder(int links, const std::vector<Mechanism>& mechanisms, const std::vector<SpringPin>& spring_pins);

  /// Divides these links, ascending, into islands in the order of their lowest link. Each candidate must be between two
  /// of these links, or between one of them and the ground (asserted). If one link of a mechanism is given, all its
  /// links must be given. If one link of a pin with a stiffness is given, both must be given. The time is nearly O(links
  /// + candidates + pins with a stiffness).
  void find(std::vector<Candidate>& candidates, const std::vector<int>& links, std::vector<Island>& islands);

 private:
  static constexpr int kNotNumbered = -1, kNotIncluded = -2;
  bool is_included(int link) const { return number_[link] != kNotIncluded; }

  const std::vector<Mechanism>& mechanisms_;
  const std::vector<SpringPin>& spring_pins_;
  std::vector<int> mechanism_;  ///< mechanism of each link; -1 for none
  DisjointSets sets_;
  std::vector<int> number_;  ///< for the link that is the root of a set of links, the number of the set's island;
                             ///< kNotNumbered if the island has no number yet, kNotIncluded for links that were not
                             ///< given to find()
};

/// The position of a substep within its step. The step is halved as often as necessary.
struct Subdivision {
  static constexpr int kMostHalvings = 10;

  double h = 0;  ///< duration of the substep, s
  int depth = 0;
  std::uint32_t part = 1;  ///< number of the substep: 1 is the whole step, 2k and 2k + 1 are the halves of k

  Subdivision half(std::uint32_t which) const { return {h / 2, depth + 1, 2 * part + which}; }
  /// Returns whether the substep has the minimum size. For such a substep, the stepper skips accuracy checks whose only
  /// consequence would be a smaller step.
  bool is_shortest() const { return depth == kMostHalvings; }
};

/// A step, or a subdivision of a step: the links that it moves, each within a bound, and their contacts and islands.
/// The cost of each function depends on the number of these links, not on the number of all links. This matters because
/// a halved island is usually one of many islands.
struct Substep {
  std::vector<int> links;  ///< links that the substep moves, ascending
  std::vector<char> skip;  ///< for each link, true if it is not in this substep
  LinkStates start, end;
  PenetratingContacts start_penetrating;  ///< penetrating contacts at the start, for laws that allow penetration
  StickingContacts start_sticking;        ///< sticking contacts at the start, see StickingContacts
  std::vector<MotionBound> bounds;        ///< bounds of all links
  /// Possible contacts. `candidates` were found in the first bounds, `wider` in wider bounds, if the first bounds were
  /// too narrow.
  std::vector<Candidate> candidates, wider;
  std::vector<Island> islands;

  /// Sets `links` to `chosen`, and marks all other links in `skip`. `all` is the number of links of the system.
  void take(const std::vector<int>& chosen, std::size_t all);
  /// Returns whether each link moved within its bound.
  bool kept_bounds(const Motion& motion) const;
  /// If a link moved farther than its bound, sets its bound to twice its motion. Returns whether there was such a link.
  /// If `all` is true, also raises the displacement bounds of all links to the largest of the new bounds, because
  /// another body may strike any link.
  bool widen_bounds(const Motion& motion, bool all);
  /// Multiplies all bounds by a constant factor, and raises bounds of rotations to a minimum.
  void stretch_bounds();

  /// forget_halved() clears the list of islands that were moved in halves; note_halved() adds an island to it.
  void forget_halved();
  void note_halved(std::size_t island);
  /// halved_with() returns whether both links of a candidate are in the same halved island; any_halved() returns
  /// whether at least one of them is in a halved island.
  bool halved_with(const Candidate& candidate) const;
  bool any_halved(const Candidate& candidate) const;

 private:
  MotionBound moved(const Motion& motion, int link) const;
  int halved(int link) const { return link < 0 ? 0 : halved_[link]; }

  std::vector<int> halved_;  ///< for each link, 1 + the number of the halved island that contains it, or 0
};

}  // namespace pawl::internal::inline simulation
