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

/// A group of links, with their contacts. Links are in one island if they may touch each other during a step, if they
/// belong to one mechanism, or if a pin with a stiffness connects them.
struct Island {
  std::vector<int> links;            ///< links of the island, ascending
  std::vector<int> bodies;           ///< links of the island that are not in a mechanism
  std::vector<int> mechanisms;       ///< indices of the mechanisms of the island
  std::vector<int> spring_pins;      ///< indices in StepContext of the island's pins with a stiffness
  std::vector<Candidate*> contacts;  ///< contacts between links of the island, or between them and the ground; the
                                     ///< substep stores the objects

  void clear();
};

/// A search for the islands of some links. The search reuses its memory.
class IslandFinder {
 public:
  /// Prepares for a system with `links` links. The mechanisms and the pins must outlive this object.
  IslandFinder(int links, const std::vector<Mechanism>& mechanisms, const std::vector<SpringPin>& spring_pins);

  /// Divides `links`, ascending, into islands in the order of their lowest link. Each candidate must be between two of
  /// these links, or between one of them and the ground (asserted). If `links` contains one link of a mechanism, it
  /// must contain all its links; if it contains one link of a pin with a stiffness, it must contain both. The time is
  /// nearly O(links + candidates + pins with a stiffness).
  void find(std::vector<Candidate>& candidates, const std::vector<int>& links, std::vector<Island>& islands);

 private:
  static constexpr int kNotNumbered = -1, kNotIncluded = -2;
  bool is_included(int link) const { return number_[link] != kNotIncluded; }

  const std::vector<Mechanism>& mechanisms_;
  const std::vector<SpringPin>& spring_pins_;
  std::vector<int> mechanism_;  ///< mechanism of each link; -1 for none
  DisjointSets sets_;
  std::vector<int> number_;  ///< for the root of each set of links, the number of the set's island; kNotNumbered if it
                             ///< has no number yet, kNotIncluded for links that were not given to find()
};

/// The position of a substep within its step. A step is halved repeatedly, up to kMostHalvings times.
struct Subdivision {
  static constexpr int kMostHalvings = 10;

  double h = 0;  ///< duration of the substep, s
  int depth = 0;
  std::uint32_t part = 1;  ///< number of the substep: 1 is the whole step, 2k and 2k + 1 are the halves of k

  Subdivision half(std::uint32_t which) const { return {h / 2, depth + 1, 2 * part + which}; }
  /// Returns whether the substep has the minimum size. The stepper then skips accuracy checks that could only ask for a
  /// smaller step.
  bool is_shortest() const { return depth == kMostHalvings; }
};

/// A step or a substep: the links that it moves, a bound on the motion of each link, and their contacts and islands.
/// The cost of each function depends on the number of these links, not on the number of all links. The reason is that a
/// halved island is usually one of many islands.
struct Substep {
  std::vector<int> links;  ///< links that the substep moves, ascending
  std::vector<char> skip;  ///< for each link, true if the substep does not move it
  LinkStates start, end;
  PenetratingContacts start_penetrating;  ///< contacts that penetrate at the start of the substep, for laws that allow
                                          ///< penetration
  StickingContacts start_sticking;        ///< contacts that stuck before the start of the substep, see StickingContacts
  std::vector<MotionBound> bounds;        ///< bound on the motion of each link; only the entries of `links` are set
  /// Contacts that may touch while the links move within their bounds: `candidates` were found before the present
  /// attempt, and `wider` after it, with wider bounds, if a link exceeded its bound.
  std::vector<Candidate> candidates, wider;
  std::vector<Island> islands;

  /// Sets `links` to `chosen`, and marks all other links in `skip`. `all` is the number of links of the system.
  void take(const std::vector<int>& chosen, std::size_t all);
  /// Returns whether each link moved within its bound.
  bool kept_bounds(const Motion& motion) const;
  /// For each link whose displacement or rotation exceeded its bound, sets that bound to twice the displacement or
  /// rotation. Returns whether there was such a link. If `all` is true, also raises the displacement bounds of all
  /// links to the largest new bound, because another body may strike any link.
  bool widen_bounds(const Motion& motion, bool all);
  /// Multiplies all bounds by a constant factor, and raises the bounds of rotations to a minimum.
  void stretch_bounds();

  /// forget_halved() clears the list of islands that took two half steps; note_halved() adds an island to it.
  void forget_halved();
  void note_halved(std::size_t island);
  /// halved_with() returns whether the links of a candidate are in one halved island, where the ground counts as part
  /// of every island. any_halved() returns whether at least one of the links is in a halved island.
  bool halved_with(const Candidate& candidate) const;
  bool any_halved(const Candidate& candidate) const;

 private:
  MotionBound moved(const Motion& motion, int link) const;
  int halved(int link) const { return link < 0 ? 0 : halved_[link]; }

  std::vector<int> halved_;  ///< for each link, 1 + the number of the halved island that contains it; 0 if its island
                             ///< was not halved
};

}  // namespace pawl::internal::inline simulation
