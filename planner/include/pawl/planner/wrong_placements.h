// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/rest_regions.h>

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace pawl {

/// A pose of a part or of its mirror image, which is the part turned over.
struct PlacedPart {
  /// True if the part is turned over. Its body coordinates (x, y) are then replaced by (x, -y) before the pose is
  /// applied.
  bool turned_over = false;
  Eigen::Vector3d pose{0, 0, 0};  ///< (x, y, theta) of the body frame in the world frame
};

/// Returns an outline that is turned over: (x, y) becomes (x, -y).
Outline turned_over(Outline outline);

/// A connected set of poses at which a fixture accepts a part, and which contains no right pose.
struct WrongPlacement {
  PlacedPart placed;  ///< a pose of the set
  double misfit = 0;  ///< upper bound on the misfit at `placed`, m
  /// Smallest and largest x, y and theta of the poses of the set, for the body frame of `placed`. The range of theta is
  /// at least a full turn if the part may be turned in any direction.
  std::array<Eigen::Vector3d, 2> extent{Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0)};
};

/// Bounds on the smallest misfit of all poses that are not close to a right pose.
struct NearMiss {
  double at_least = 0;  ///< proved lower bound on the smallest misfit, m
  double at_most = 0;   ///< upper bound on the misfit at `placed`, m, and therefore on the smallest misfit
  PlacedPart placed;
  /// True if the displacement of `placed` from a right pose exceeds WrongPlacements::close by at most 5 %. In this case
  /// the part fits less well at every pose that differs more from the right poses.
  bool at_limit = false;
};

struct PlacementOptions {
  /// Largest misfit of an accepted pose, m, > 0. Default: a 500th of the part's diameter.
  std::optional<double> accepted;
  /// Largest displacement, m, > 0, at which a pose counts as close to a right pose. The displacement is that of the
  /// point of the part that moves most. The near miss ignores close poses. Default: a tenth of the part's diameter. The
  /// value is raised to at least twice the play of the right poses.
  std::optional<double> close;
  /// Largest number of boxes, separately for the part and for its mirror image. A search that reaches this limit
  /// returns the wrong placements that it has found.
  std::size_t boxes = 2000000;
  bool near_miss = true;  ///< true to compute the near miss
  StopToken stop;
};

/// The wrong placements of a part in its fixture.
struct [[nodiscard]] WrongPlacements {
  double accepted = 0;  ///< PlacementOptions::accepted or its default, m
  double close = 0;     ///< PlacementOptions::close or its default, m; at least twice `play`
  /// Length by which the part could grow and still be accepted, m, found by a local search. 0 for a part that must
  /// touch a fixel or a wall.
  double clearance = 0;
  std::vector<WrongPlacement> wrong;  ///< wrong placements that were found, sorted by increasing misfit
  /// Sets of poses in which some poses may be accepted. In each set, the smallest misfit is so close to `accepted` that
  /// the search found neither an accepted pose nor a proof that the set has no accepted pose. If a wrong placement is
  /// already known, the search of a set is shorter. The pose and the misfit are those of the best pose that was found.
  std::vector<WrongPlacement> undecided;
  /// Near miss. Empty if it was not requested, if the fixture is not proved to be foolproof, or if only close poses
  /// were examined.
  std::optional<NearMiss> near_miss;
  /// Number of rotations that map the part onto itself, including the identity. 0 if every rotation does so.
  int rotations = 1;
  int reflections = 0;  ///< number of reflections that map the part onto itself; also 0 for a disc
  /// Upper bound on the displacement of any point of the part between a right pose and any pose of the connected set of
  /// accepted poses that contains it, m.
  double play = 0;
  bool complete = false;  ///< true if all poses were examined; no other wrong placement exists then
  std::size_t boxes = 0;  ///< number of boxes that were examined

  /// Returns whether it is proved that the fixture accepts the part only in right poses.
  bool foolproof() const { return complete && wrong.empty() && undecided.empty(); }
};

/// Finds all wrong placements of a part in its fixture, or proves that none exists [MODEL section 13].
///
/// The misfit of a pose is the largest of the following lengths, in m:
///    - for each fixel and wall: how deep a point of one of the two bodies lies inside the other body;
///    - for each fixel of the goal outside the part: the gap between the fixel and the part;
///    - for each edge or corner of a wall that belongs to a contact of the goal: the gap between this feature and the
///    part. A wall that encloses the part is left out;
///    - for each fixel in a hole of the seated part, if it belongs to the goal or the part has no seat: how far the
///    fixel would have to shrink or move to be in some hole of the part;
///    - for each wall in whose hole the seated part is: how far a point of the part lies outside this hole.
///
/// The misfit is therefore the length by which a part or a fixture must differ from its stated shape for the pose to
/// fit. A fixture accepts a pose if its misfit is at most PlacementOptions::accepted.
///
/// The right poses are the reference pose of the task (its seat or, if it has none, its stated pose), the images of
/// this pose under the symmetries of the part, and every pose that a path of accepted poses joins to one of these. The
/// part is examined as it is and turned over.
///
/// All poses are covered by boxes. A box is dropped if a lower bound on its misfit is above the accepted value. The
/// misfit changes by at most the relative displacement of the bodies, so the bound is the misfit at the centre of the
/// box minus the largest displacement within the box. The other boxes are split until the displacement within a box is
/// at most the accepted misfit or, if this is larger, an eighth of the clearance. Therefore two sets of accepted poses
/// count as one if, on a path between them, the misfit exceeds the accepted value by at most this length.
///
/// The length is up to eight times larger for a part that can slide along its pins in a wrong pose. In this case a
/// connected set of more than 2000 boxes contains an accepted pose but no right pose. If there are more than 10000
/// boxes of the same size, such a set is not split further.
///
/// In each set without a right pose, a best-first search finds an accepted pose, or proves that the set contains none.
/// Once a wrong placement is known, the search in a set of n boxes ends after 1000 + 16 n boxes, and the set is listed
/// as undecided.
///
/// The near miss is found by best-first search over the same boxes, with an accuracy of 1 %. If it is larger than ten
/// times the accepted misfit, or than half of WrongPlacements::close, only this fact is proved.
///
/// Bounds are widened by 2^-40 times the largest length for rounding. The answer is deterministic. Throws InputError at
/// /part/outline for a task without an outline; at /goal if the goal does not locate the part and nothing encloses it;
/// at /accepted and /close for values that are not positive or not finite; and at /accepted if it is larger than the
/// part's diameter, or if the reference pose itself is not accepted.
WrongPlacements find_wrong_placements(const ValidTask& task, const ReferencePose& reference,
                                      const PlacementOptions& options = {});

/// Additional pins that make a fixture foolproof.
struct FoolproofPins {
  std::vector<Fixel> pins;  ///< pins to add, in the frame of the task's fixels
  double gap = 0;           ///< smallest gap between a new pin and the part at its reference pose, m
  Task task;                ///< the task with the new pins, which do not belong to its goal
  WrongPlacements after;    ///< the proof for `task`
};

/// Searches for at most three pins outside the goal that exclude all wrong placements. The pins have the radius of the
/// largest pin of the task or, if the task has none, 1/40 of the part's diameter. At the reference pose, the gap
/// between each new pin and the part is at least 1/25 of the diameter, and at least twice the play. The positions are
/// those of a grid with 60 points per diameter. The search prefers the pin that excludes the most wrong placements and,
/// among these pins, the one whose smallest overlap with an excluded placement is the largest.
///
/// Returns nothing if no such pins were found or the proof failed; suitable pins may nevertheless exist. Does not
/// search if `before` needed more than 400,000 boxes. Throws the same InputErrors as find_wrong_placements().
std::optional<FoolproofPins> find_foolproof_pins(const ValidTask& task, const ReferencePose& reference,
                                                 const WrongPlacements& before, const PlacementOptions& options = {});

/// A pin of the goal that is moved to another point of the outline so that the fixture becomes foolproof.
struct MovedPin {
  std::size_t fixel = 0;    ///< number of the fixel, counted from 0
  Fixel pin;                ///< the fixel at its new position, in the frame of the task's fixels
  double displacement = 0;  ///< distance of the new position from the old position, m
  Task task;                ///< the task with the moved pin
  WrongPlacements after;    ///< the proof for `task`
};

/// Searches for the smallest displacement of one pin of the goal that makes a fixture foolproof. The seated part keeps
/// its pose, and the pin touches the outer outline at its new position. Neighbouring positions are 1/120 of the part's
/// diameter apart along the outline. Positions are at least as far from the ends of long edges, and at most a quarter
/// of the diameter from the old position. Only round pins and points that touch the outer outline are moved.
///
/// The new task must have the same seat, with the same contacts. If the task has an actuator and a certified plan, the
/// new task must have a certified plan with at least the same guarantee. A position is dropped if a local descent of
/// the misfit finds a wrong placement. For at most twelve of the other positions, the nearest first, the whole search
/// is repeated. Returns nothing if none of them is proved to be foolproof; a suitable position may nevertheless exist.
/// Does not search if the part has no seat or is mapped onto itself by every rotation, or if `before` needed more than
/// 400,000 boxes. Throws the same InputErrors as find_wrong_placements().
std::optional<MovedPin> find_moved_pin(const ValidTask& task, const ReferencePose& reference,
                                       const WrongPlacements& before, const PlacementOptions& options = {});

}  // namespace pawl
