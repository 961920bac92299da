// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "simulation/candidate.h"

namespace pawl::internal {

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

}  // namespace pawl::internal
