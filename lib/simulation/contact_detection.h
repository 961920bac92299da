// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "geometry/boundary.h"
#include "simulation/world.h"

namespace pawl::internal::inline simulation {

/// In place of a shape, of what is a stop.
inline constexpr int kStop = std::numeric_limits<int>::max();

/// What a row of a contact problem is about: two features; or kStop, the stop's mover, and 0 or 1 for the end as round.
struct RowName {
  int shape_a = -1, shape_b = -1;  ///< -1: nothing
  FeaturePair pair;
  bool operator==(const RowName&) const = default;
};

/// The pairs of features that are inside of each other at a moment of the motion, for laws that allow it: a round that
/// came in through a side is pushed out through that side, however deep it is.
///
/// It is a part of the state of the motion: whoever takes the bodies back to where they were must take the memory back,
/// too. Otherwise it would name pairs that were inside only in an attempt that was given up.
class InsideMemory {
 public:
  bool holds(const RowName& name) const { return inside_.count(key_of(name)) > 0; }
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Key& key : inside_)
      visit(RowName{std::get<0>(key), std::get<1>(key), {std::get<2>(key), std::get<3>(key), std::get<4>(key)}});
  }

  void note(const RowName& name, bool inside) {
    if (inside) {
      inside_.insert(key_of(name));
    } else {
      inside_.erase(key_of(name));
    }
  }
  void clear() { inside_.clear(); }

 private:
  using Key = std::tuple<int, int, bool, int, int>;
  static Key key_of(const RowName& name) {
    return {name.shape_a, name.shape_b, name.pair.round_on_b, name.pair.round, name.pair.side};
  }

  std::set<Key> inside_;
};

/// A pair of features that may touch during a step.
struct Candidate {
  int shape_a = 0, shape_b = 0;
  int mover_a = -1, mover_b = -1;  ///< -1: the ground
  FeaturePair pair;
  double friction = 0, restitution = 0;
  double reach = 0;       ///< by how much the gap may fall in the step, by the movers' bounds, m
  PairGeometry start;     ///< at the start of the step
  double start_turn = 0;  ///< turn_of() then
  PairGeometry now;       ///< where the bodies are taken to be at the end
  double now_turn = 0;
  bool constrains = false;                     ///< whether the gap must not be negative at the end
  double normal = 0, tangent = 0;              ///< impulses, N s, of the stage solved last
  double drift_normal = 0, drift_tangent = 0;  ///< impulses of the drift, once it is done
  bool asked = false;                          ///< whether a problem of the drift had it
  bool passed_through = false;                 ///< whether it came in through the side and is out again
  bool released = false;                       ///< whether it was pressed on beside the side, and left out then
  bool held_inside = false;                    ///< whether it came in through the side in an earlier step, and may stay
  double linear_slip = 0;  ///< what the drift took for the sliding of material points in the step, m

  bool behind() const;  ///< the side's line, beside the side, at the start

  bool same_features(const Candidate& other) const {
    return shape_a == other.shape_a && shape_b == other.shape_b && pair == other.pair;
  }
};

/// Gaps and places along a side smaller than this are rounding, m.
inline constexpr double kGapTolerance = 1e-9;
inline constexpr double kCornerTolerance = 1e-8;
/// A gap of what touches, m.
inline constexpr double kTouching = 1e-8;
/// What is deeper behind a side's line, at the start, was not in front of it, m: more than what a step may leave (what
/// overlap() tolerates, 1e-8 m).
inline constexpr double kDepth = 2e-8;

inline bool Candidate::behind() const { return start.gap < -kDepth && !held_inside; }

/// Finds the features that may touch while each mover moves within its bound. Keeps its memory.
class CandidateFinder {
 public:
  CandidateFinder(const System& system, const World& world) : system_(system), world_(world) {}

  /// Of these movers and the ground.
  void find(const std::vector<Placement>& places, const std::vector<MotionBound>& bounds,
            const std::vector<int>& movers, std::vector<Candidate>& candidates);
  /// Marks the candidates that are inside by memory, and adds those that find() left out. `skip` marks the movers that
  /// find() was not called for. A pair with such a mover is left out, as find() leaves it out: the caller does not move
  /// that one, and where the two may meet it finds out by wider bounds.
  void hold(const InsideMemory& inside, const std::vector<Placement>& places, const std::vector<char>& skip,
            std::vector<Candidate>& candidates) const;

 private:
  static double reach_of(const World::WorldShape& shape, const std::vector<MotionBound>& bounds);
  Candidate candidate_of(int shape_a, int shape_b, const FeaturePair& pair, const PlacedBoundary& placed_a,
                         const PlacedBoundary& placed_b) const;
  void add(int shape_a, int shape_b, const std::vector<Placement>& places, const std::vector<MotionBound>& bounds,
           std::vector<Candidate>& candidates);

  const System& system_;
  const World& world_;
  BroadPhase broad_;
  std::vector<std::pair<int, int>> shapes_;
  std::vector<FeaturePair> pairs_;
};

/// Sets `now`.
void place_at(const World& world, const std::vector<Placement>& movers, Candidate& candidate);

/// Decides which candidates constrain a step whose movers go straight from start to end (poses, three entries a mover).
///
/// A gap is that of a side's whole line (or circle), which goes on beyond the side's ends, where nothing is. A round
/// that passes through the line beside the side does not touch it; then the candidate must not constrain. So, with the
/// gap s at the start and s+ at the end:
///
///   it constrains where the round comes in through the side: before the side itself when the gap falls below 0, or
///   level with it when it comes before the side (an arc that rolls over a corner onto the side);
///   else, with s+ >= 0, where the round is before the side at the start or at the end: it may be pressed on.
///
/// A gap is not linear on the way: an arc's is least where the centres come nearest, a side's that turns changes its
/// direction. So the way is looked at in pieces that turn by at most a twentieth of a radian.
///
/// What is pressed on but should not constrain (beside the side: it slid off the side's end, or never met it; or at a
/// corner) is left out once; if the round then comes in through the side, it was right to press, and stays.
///
/// In a corner of two sides this picks the side through which the round would come in: for an outward corner the one
/// whose gap is 0 last, the axis with the largest s/(s - s+). Where a corner meets a corner, within
/// kCornerTolerance, it does not constrain where another side there keeps the two apart longer
/// (apart_longer_elsewhere()).
class ContactDecision {
 public:
  ContactDecision(const World& world, const Eigen::VectorXd& start, const Eigen::VectorXd& end)
      : world_(world), start_(start), end_(end) {}

  void decide(Candidate& candidate) const;  ///< sets `constrains`
  /// Whether an arc that is pressed on at the end went deep through the other on its way there: it was pressed on at
  /// its start's place, and came out elsewhere.
  bool dips(const Candidate& candidate) const;
  /// Whether the round meets the side at a corner and is kept apart by another side there, longer.
  bool passes_at_corner(const Candidate& candidate) const {
    return at_corner(candidate, entry(candidate, kGapTolerance)) && passes_beside(candidate);
  }

 private:
  struct Look;
  bool constrains(const Candidate& candidate, const std::optional<PairGeometry>& entered) const;
  bool at_corner(const Candidate& candidate, const std::optional<PairGeometry>& entered) const;
  bool passes_beside(const Candidate& candidate) const;
  PairGeometry on_the_way(const Candidate& candidate, double part) const;
  std::optional<PairGeometry> entry(const Candidate& candidate, double depth) const;
  PairGeometry where(const Candidate& candidate, const Look& before, const Look& after, bool outside) const;
  double rolled_depth(const Candidate& candidate) const;
  double passed_depth(const Candidate& candidate) const;
  double radii(const Candidate& candidate) const;
  double turn(const Candidate& candidate) const;
  bool has_no_ends(const Candidate& candidate) const;
  bool is_arc(const Candidate& candidate) const;
  static bool comes_nearest_between(const PairGeometry& from, const PairGeometry& to, double radius);
  double nearest_in_piece(const Candidate& candidate, const Look& from, const Look& to) const;
  Placement place_on_the_way(int mover, double part) const;
  const Boundary& boundary(int shape) const;

  const World& world_;
  const Eigen::VectorXd& start_;
  const Eigen::VectorXd& end_;
};

}  // namespace pawl::internal::inline simulation
