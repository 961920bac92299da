// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "simulation/inside_memory.h"
#include "simulation/world.h"

namespace pawl::internal {

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

}  // namespace pawl::internal
