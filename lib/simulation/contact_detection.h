// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/tolerance.h>
#include <pawl/bodies/system.h>

#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "geometry/boundary.h"
#include "simulation/world.h"

namespace pawl::internal::inline simulation {

/// The value of ContactId::shape_a that marks a stop (one end of a joint's range).
inline constexpr int kStop = std::numeric_limits<int>::max();
/// The value of ContactId::shape_a that marks a row of a pin with a stiffness.
inline constexpr int kPin = kStop - 1;

/// The identity of a row of a contact problem; it does not change from step to step. It identifies two features of two
/// shapes, or a stop of a joint, or a direction of a pin with a stiffness. For a stop, shape_a is kStop, shape_b is the
/// stop's link, and `round` is the end of the joint's range (0 or 1). For a pin, shape_a is kPin, shape_b is the index
/// of the pin, `side` is the axis of the world (0 or 1), and `round` is 0 or 1 for the two directions of this axis.
struct ContactId {
  int shape_a = -1, shape_b = -1;  ///< indices of the two shapes; -1 if not set
  FeaturePair pair;

  bool operator==(const ContactId&) const = default;
  bool operator<(const ContactId& other) const {
    const auto key = [](const ContactId& id) {
      return std::tie(id.shape_a, id.shape_b, id.pair.vertex_on_b, id.pair.round, id.pair.side);
    };
    return key(*this) < key(other);
  }
};

/// The contacts at which bodies penetrate each other at a moment of the motion, for laws that allow penetration. A
/// vertex or arc that entered another body through an edge is pushed out through the same edge, however deep it is.
///
/// This set is part of the state of the motion. A caller that moves the links back to an earlier state must restore the
/// set too. Otherwise it would contain contacts that penetrated only in a discarded attempt.
using PenetratingContacts = std::set<ContactId>;

/// The contacts that stuck in the last step; used by the one-stage scheme if static and kinetic friction differ. At the
/// end of a one-stage step, the material points of a rolling contact have a relative velocity that is about
/// proportional to the step's duration. The velocities at the end of a step therefore do not show which contacts stick.
/// This set is part of the state of the motion too.
using StickingContacts = std::set<ContactId>;

/// The impulse of one contact on its body b.
struct Impulse {
  double normal = 0, tangent = 0;  ///< normal and tangential impulse, N s
};

/// A candidate for a contact in one step: a pair of features that may touch during the step.
///
/// A contact has the following representations, each with data of its own:
///
///   Collision                result of collide(): geometry without forces
///   StepContact              entry of the report of a step: geometry with forces
///   Candidate                contact of a step: its features, their geometry at the start and at the end, its impulses
///   ImpulseRow               row of the contact in the problem of one stage, with numbers of links; stops of joints
///                            have rows too
///   ContactProblem::Contact  input of contact laws, with the problem's own numbers of bodies and blocks; the bias
///                            contains the velocities before the impulses
///   BodyContacts::Contact    input of the solvers for Coulomb's law, in units in which W is 1 and rows have a length
///                            of about 1
///
/// All impulses have the type Impulse or ContactImpulses. All stored data about contacts use ContactId as the key.
struct Candidate {
  ContactId id;
  int link_a = -1, link_b = -1;  ///< links of the two shapes; -1 for the ground
  double friction = 0, restitution = 0;
  double kinetic_friction = 0;  ///< friction coefficient that applies if the contact slides; at most `friction`
  std::optional<double> viscosity = {};     ///< viscosity, N s/m; without a value, that of the law
  const PairSpring* pair_values = nullptr;  ///< values of the law Compliant for the two shapes; null if they have none
  double reach = 0;              ///< largest decrease of the gap in the step, m, that is possible if both links stay
                                 ///< within their motion bounds
  PairGeometry start;            ///< geometry at the start of the step
  double start_turn = 0;         ///< rotation of the vertex's body relative to the edge's body at the start of the
                                 ///< step, rad; see turn_of()
  PairGeometry now;              ///< geometry at the end of the step, set by update_geometry(); before that, equal to
                                 ///< `start`
  double now_turn = 0;           ///< rotation of the vertex's body relative to the edge's body at the end of the step,
                                 ///< rad
  bool constrains = false;       ///< whether the contact problem must keep the gap from being negative at the end
  bool was_in_problem = false;   ///< whether a contact problem of the position stage contained the candidate in this
                                 ///< step
  bool passed_through = false;   ///< whether the vertex entered the other body through the edge and left it before the
                                 ///< end of the step
  bool released = false;         ///< whether the candidate had an impulse although it should not constrain the step,
                                 ///< and was therefore released (see ContactDecision)
  bool was_penetrating = false;  ///< whether the vertex entered through the edge in an earlier step, so that it may
                                 ///< stay inside
  Impulse impulse;               ///< impulse in the last problem that was solved
  Impulse position_impulse;      ///< impulse of the position stage, set when that stage is complete
  double linear_slip = 0;        ///< distance, m, by which the material points slide on each other in the step,
                                 ///< according to the linearised equations

  /// Returns whether the vertex is more than tolerance::kBehind behind the line of the edge at the start, and has not
  /// entered through the edge in an earlier step. The vertex is then beyond an end of the edge.
  bool starts_behind() const { return start.gap < -tolerance::kBehind && !was_penetrating; }
  bool touches_at_start() const { return start.gap <= tolerance::kTouching && start.outside <= tolerance::kTouching; }
  bool touches_now() const {
    return constrains && now.gap <= tolerance::kTouching && now.outside <= tolerance::kTouching;
  }
  bool is_pressed() const { return impulse.normal > 0; }
};

/// A search for the candidates of a step. Its vectors reuse their memory from step to step.
class CandidateFinder {
 public:
  /// `system` and `world` must outlive the finder and its candidates. If the law of the contacts allows penetration, a
  /// vertex may be pressed into an edge that it does not face: if a box that leans slightly is pressed into a floor,
  /// its lower corner is so deep that the other corner passes through the floor, too.
  CandidateFinder(const System& system, const World& world, bool allows_penetration = false);

  /// Finds the pairs of features that may touch while each link moves within its bound. The pairs are between two of
  /// `links`, or between one of them and the ground.
  void find(const std::vector<Placement>& placements, const std::vector<MotionBound>& bounds,
            const std::vector<int>& links, std::vector<Candidate>& candidates);
  /// For each candidate that belongs to `penetrating` and has a negative gap, sets `was_penetrating`. Adds such
  /// candidates if find() left them out. `skip` marks the links for which find() was not called. Candidates with such a
  /// link are not added: the caller does not move this link now, and checks later, with wider bounds, whether the two
  /// links meet.
  void add_penetrating(const PenetratingContacts& penetrating, const std::vector<Placement>& placements,
                       const std::vector<char>& skip, std::vector<Candidate>& candidates) const;
  /// Adds to `penetrating` the features that penetrate beside a contact at the end of a step. If a body slides or rolls
  /// while it penetrates another body, one pair of features takes over from the next without a gap: for example, a corner
  /// that slides over the end of a table leaves the edge of the table, and from then on the corner of the table is in the
  /// edge of the body. The second pair never had an open gap, so no step finds that its vertex enters. A pair of the same
  /// two shapes is added if its vertex is in front of its edge, and at most as deep as the deepest contact of the two
  /// shapes in the step. A vertex that penetrates in front of one edge is not paired with a second edge.
  void add_neighbours(const std::vector<Candidate*>& contacts, const std::vector<Placement>& placements,
                      PenetratingContacts& penetrating);

 private:
  static double reach_of(const World::WorldShape& shape, const std::vector<MotionBound>& bounds);
  Candidate candidate_of(const ContactId& id, const PlacedBoundary& placed_a, const PlacedBoundary& placed_b) const;
  void add(int shape_a, int shape_b, const std::vector<Placement>& placements, const std::vector<MotionBound>& bounds,
           std::vector<Candidate>& candidates);

  /// Returns the entry of System::pair_springs for two shapes, or null. Takes O(log n) time for n entries.
  const PairSpring* pair_values_of(int shape_a, int shape_b) const;

  const System& system_;
  const World& world_;
  double aside_;                                                  ///< Reach::aside of the search
  std::map<std::pair<int, int>, const PairSpring*> pair_values_;  ///< the lower shape index is the first
  BroadPhase broad_;
  std::vector<std::pair<int, int>> shapes_;
  std::vector<FeaturePair> pairs_;
};

/// Computes the candidate's geometry at the end of the step, from the placements of the shapes at the end.
void update_geometry(const World& world, const std::vector<Placement>& placements, Candidate& candidate);

/// Decides which candidates constrain a step. The links move straight from start to end (poses, three entries per
/// link).
///
/// In a candidate, a vertex or convex arc of one body (`round` in the code, "vertex" below) faces an edge or arc of the
/// other body (`side` in the code, "edge" below). The gap is measured to the whole line or circle of the edge, which
/// extends beyond the ends of the edge. A vertex that crosses this line beyond an end does not touch the edge, and must
/// not constrain the step. Let s be the gap at the start and s+ the gap at the end. A candidate constrains the step in
/// two cases:
///
///   - The vertex enters through the edge itself. Either the vertex is in front of the edge when the gap falls below 0,
///     or the gap is about 0 when the vertex comes in front of the edge. (An example of the second case is an arc that
///     rolls over the end of the edge onto the edge.)
///   - The vertex does not enter, but s+ >= 0, and the vertex is in front of the edge at the start or at the end. The
///     contact may then have an impulse.
///
/// The gap is not a linear function of the motion: the gap of an arc is smallest where the centres are nearest, and an
/// edge that turns changes its direction. The motion is therefore examined in pieces, at most 64 of them, of about 0.05
/// rad of rotation or less.
///
/// A candidate that has an impulse but should not constrain the step is released once. (Its vertex slid off an end of
/// the edge, never met the edge, or is at an end of the edge.) If the vertex enters through the edge without this
/// impulse, the impulse was necessary, and the candidate constrains the step after all.
///
/// At a point where two edges meet, the decision selects the edge through which the vertex would enter. At a convex
/// corner, it is the edge whose gap becomes 0 last, with the largest s/(s - s+). Special rule for two corners within
/// tolerance::kTouching of each other: a candidate does not constrain the step if another edge at these corners keeps
/// the two bodies apart for longer (apart_longer_elsewhere()).
class ContactDecision {
 public:
  ContactDecision(const World& world, const Eigen::VectorXd& start, const Eigen::VectorXd& end)
      : world_(world), start_(start), end_(end) {}

  void decide(Candidate& candidate) const;  ///< Sets the members `constrains`, `passed_through` and `released` of a
                                            ///< candidate.
  /// Returns whether a vertex arc, on its way from the start to the end, was deeper in the other arc than the curvature
  /// of its path can explain. Returns false for contacts with a straight edge.
  bool penetrates_midway(const Candidate& candidate) const;
  /// Returns whether the vertex meets the edge at an end of the edge, and another edge at this end keeps the bodies
  /// apart for longer than this edge does (see apart_longer_elsewhere()).
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
