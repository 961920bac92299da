// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/tolerance.h>

#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "geometry/boundary.h"
#include "simulation/world.h"

namespace pawl::internal::inline simulation {

/// The value of ContactId::shape_a for a stop.
inline constexpr int kStop = std::numeric_limits<int>::max();

/// Identifies a row of a contact problem from step to step: two features of two shapes; or a stop of a joint, with
/// kStop as shape_a, the stop's link as shape_b and the end (0 or 1) as round.
struct ContactId {
  int shape_a = -1, shape_b = -1;  ///< -1: nothing
  FeaturePair pair;

  bool operator==(const ContactId&) const = default;
  bool operator<(const ContactId& other) const {
    const auto key = [](const ContactId& id) {
      return std::tie(id.shape_a, id.shape_b, id.pair.round_on_b, id.pair.round, id.pair.side);
    };
    return key(*this) < key(other);
  }
};

/// The contacts that penetrate at a moment of the motion, for laws that allow it. A round that entered through an edge
/// or arc is pushed out through it, however deep it is.
///
/// This is part of the state of the motion. A caller that moves the links back to an earlier state must restore it too;
/// otherwise it would contain contacts that penetrated only in a discarded attempt.
using PenetratingContacts = std::set<ContactId>;

/// The impulse of one contact, on body b.
struct Impulse {
  double normal = 0, tangent = 0;  ///< N s
};

/// A contact while a step is made: a pair of features that may touch during the step.
///
/// A contact has six representations. Each differs from the next by more than copied fields:
///
///   Collision, StepContact   public answers of collide() and of a step: geometry alone, geometry with forces
///   Candidate                the contact of a step: its features, their geometry at both ends, its impulses
///   ImpulseRow               its row in the problem of one stage, in numbers of links; stops of joints have rows, too
///   ContactProblem::Contact  the public input of contact laws: numbers of the problem's own bodies and blocks; the
///                            bias contains the velocities before the impulses
///   BodyContacts::Contact    the same in the units of Coulomb's solvers, in which W is 1 and rows have length about 1
///
/// All impulses are Impulse or ContactImpulses, and every memory of contacts has ContactId as its key.
struct Candidate {
  ContactId id;
  int link_a = -1, link_b = -1;  ///< -1: the ground
  double friction = 0, restitution = 0;
  double reach = 0;              ///< largest decrease of the gap in the step within the bounds of its links, m
  PairGeometry start;            ///< at the start of the step
  double start_turn = 0;         ///< turn_of() then, rad
  PairGeometry now;              ///< at the end of the step, if it was computed
  double now_turn = 0;           ///< turn_of() then, rad
  bool constrains = false;       ///< whether the gap must not be negative at the end
  bool was_in_problem = false;   ///< whether a problem of this step's positions contained it
  bool passed_through = false;   ///< whether it went in through the edge or arc and is out again
  bool released = false;         ///< whether it was pressed beside the edge or arc, and was released then
  bool was_penetrating = false;  ///< whether it went in through the edge or arc in an earlier step, and may stay
  Impulse impulse;               ///< of the problem that was solved last
  Impulse position_impulse;      ///< of the position stage, once that is done
  double linear_slip = 0;        ///< sliding of material points in the step by the linear equations, m

  /// Returns whether it is behind the line of the edge, beyond its ends, at the start.
  bool starts_behind() const { return start.gap < -tolerance::kBehind && !was_penetrating; }
  bool touches_at_start() const { return start.gap <= tolerance::kTouching && start.outside <= tolerance::kTouching; }
  bool touches_now() const {
    return constrains && now.gap <= tolerance::kTouching && now.outside <= tolerance::kTouching;
  }
  bool is_pressed() const { return impulse.normal > 0; }
};

/// A search for the candidates of a step. Keeps its memory.
class CandidateFinder {
 public:
  CandidateFinder(const System& system, const World& world) : system_(system), world_(world) {}

  /// Finds the pairs of features of these links and the ground that may touch while each link moves within its bound.
  void find(const std::vector<Placement>& placements, const std::vector<MotionBound>& bounds,
            const std::vector<int>& links, std::vector<Candidate>& candidates);
  /// Marks the candidates that are penetrating, and adds those of them that find() left out. `skip` marks the links
  /// that find() was not called for. A pair with such a link is left out here, too: the caller does not move that link,
  /// and checks by wider bounds whether the two may meet.
  void add_penetrating(const PenetratingContacts& penetrating, const std::vector<Placement>& placements,
                       const std::vector<char>& skip, std::vector<Candidate>& candidates) const;

 private:
  static double reach_of(const World::WorldShape& shape, const std::vector<MotionBound>& bounds);
  Candidate candidate_of(const ContactId& id, const PlacedBoundary& placed_a, const PlacedBoundary& placed_b) const;
  void add(int shape_a, int shape_b, const std::vector<Placement>& placements, const std::vector<MotionBound>& bounds,
           std::vector<Candidate>& candidates);

  const System& system_;
  const World& world_;
  BroadPhase broad_;
  std::vector<std::pair<int, int>> shapes_;
  std::vector<FeaturePair> pairs_;
};

/// Sets the candidate's geometry at the end of the step to that of these placements.
void update_geometry(const World& world, const std::vector<Placement>& placements, Candidate& candidate);

/// The decision which candidates constrain a step whose links go straight from start to end (poses, three entries per
/// link).
///
/// Here a vertex or convex arc (a "round") of one body faces an edge or arc (a "side") of the other. The gap is
/// measured to the side's whole line or circle, which goes on beyond the side's ends, outside the material. A
/// round that passes through the line beyond an end does not touch the side, and must not constrain the step. So, with
/// the gap s at the start and s+ at the end, a candidate constrains the step
///
///   where the round enters through the side itself: it is in front of the side when the gap falls below 0, or level
///   with the side when it comes in front of it (an arc that rolls over a vertex onto the side);
///   else, if s+ >= 0, where the round is in front of the side at the start or at the end, so that it may be pressed.
///
/// The gap is not a linear function of the way: that of an arc is least where the centres are nearest, and a side that
/// turns changes its direction. So the way is examined in pieces that turn by at most a twentieth of a radian.
///
/// A candidate that is pressed but should not constrain (it slid off the side's end, never met the side, or is at a
/// vertex) is released once. If the round then enters through the side, pressing was right, and it stays.
///
/// Where two sides meet in a vertex, this picks the side through which the round would enter: at a convex vertex the
/// one whose gap is 0 last, the axis with the largest s/(s - s+). Where a vertex meets a vertex, within
/// tolerance::kTouching, a candidate does not constrain if another side there separates the two longer
/// (apart_longer_elsewhere()).
class ContactDecision {
 public:
  ContactDecision(const World& world, const Eigen::VectorXd& start, const Eigen::VectorXd& end)
      : world_(world), start_(start), end_(end) {}

  void decide(Candidate& candidate) const;  ///< sets `constrains`, `passed_through` and `released`
  /// Returns whether an arc that is pressed at the end went deep through the other on its way: it was pressed at the
  /// place of its start, and came out elsewhere.
  bool penetrates_midway(const Candidate& candidate) const;
  /// Returns whether the round meets the side at a vertex, where another side separates the two longer.
  bool passes_at_vertex(const Candidate& candidate) const {
    return at_vertex(candidate, entry(candidate, tolerance::kStepResidual)) && passes_beside(candidate);
  }

 private:
  struct Waypoint;
  bool constrains(const Candidate& candidate, const std::optional<PairGeometry>& entered) const;
  bool at_vertex(const Candidate& candidate, const std::optional<PairGeometry>& entered) const;
  bool passes_beside(const Candidate& candidate) const;
  PairGeometry geometry_at(const Candidate& candidate, double part) const;
  std::optional<PairGeometry> entry(const Candidate& candidate, double depth) const;
  PairGeometry crossing(const Candidate& candidate, const Waypoint& before, const Waypoint& after, bool outside) const;
  double rolled_depth(const Candidate& candidate) const;
  double passed_depth(const Candidate& candidate) const;
  double radii(const Candidate& candidate) const;
  double rotation(const Candidate& candidate) const;
  bool has_no_ends(const Candidate& candidate) const;
  bool is_arc(const Candidate& candidate) const;
  static bool comes_nearest_between(const PairGeometry& from, const PairGeometry& to, double radius);
  double nearest_in_piece(const Candidate& candidate, const Waypoint& from, const Waypoint& to) const;
  Placement placement_at(int link, double part) const;
  const Boundary& boundary(int shape) const;

  const World& world_;
  const Eigen::VectorXd& start_;
  const Eigen::VectorXd& end_;
};

}  // namespace pawl::internal::inline simulation
