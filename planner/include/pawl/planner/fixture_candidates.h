// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/fixture_options.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/fixture_candidate.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace pawl {

/// A sequence of candidates. Their order is always the same, and only a few candidates are in memory at a time.
class CandidateSource {
 public:
  virtual ~CandidateSource() = default;
  /// Returns the next candidate. Returns nothing after the last candidate, or if the stop token ended the sequence.
  virtual std::optional<FixtureCandidate> next() = 0;
  /// Returns the number of the candidate that next() returned last, counted from 0. The number is unique, and a
  /// candidate has the same number in every search.
  virtual std::uint64_t number() const = 0;
  virtual double done() const = 0;   ///< returns approximately which fraction of the candidates was examined, in [0, 1]
  virtual bool stopped() const = 0;  ///< returns true if the stop token ended the sequence early
  /// Returns the number of lattice fixtures that were left out only because a pin touches two points of the part at
  /// once, in a corner. A fixture that is found for several triples of edges is counted once for each triple.
  virtual std::uint64_t touching_twice() const { return 0; }
  /// returns the number of points at which locators may stand; 0 for a lattice
  virtual std::size_t points() const { return 0; }
};

/// Three locators count as locating a part if the absolute value of a determinant is at least this number. The rows of
/// the determinant are (n_i, p_i x n_i / size), where p_i are the contact points, n_i the unit normals, and `size` is
/// the diagonal of the outline's bounding box. If the determinant is smaller, an error of a locator displaces the part
/// by a million times this error. Such a fixture is useless, and doubles cannot distinguish it from a fixture that does
/// not locate the part.
inline constexpr double kLeastDeterminant = 1e-6;

/// A clamp that presses with a force of 1 counts as loading a locator if the locator's force is larger than this
/// number. Smaller forces are rounding errors.
inline constexpr double kLeastForce = 1e-9;

/// Tolerance for rounding, as a fraction of the edge's length. It applies at both ends of the range of an edge in which
/// a lattice pin may touch.
inline constexpr double kRangeRounding = 1e-9;

/// Returns the options of locators at points, with every default replaced by the value that a search uses:
/// `pin_radius`, `min_edge` and `min_arc` are set.
///
/// Without `per_edge` and `pitch`, the default pin is the widest pin that can stand on half of the total length of the
/// edges on which locators are permitted. It stands on edges of at least `min_edge` and arcs of at least `min_arc`, no
/// nearer to a corner than its radius, and touches nothing else. Its diameter is 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6 or 8
/// times a power of ten in the task's unit, and between 1/1000 and 1/25 of the diagonal of the outline's bounding box.
/// If no such pin exists, the default is the pin that can stand on the largest length. With `per_edge` or `pitch`, the
/// default of all three options is 0. The task must be valid and have an outline.
FixtureOptions::Points with_defaults(const Task& task, const FixtureOptions& options,
                                     const FixtureOptions::Points& points);

/// Returns all fixtures of the task's part that the options allow [MODEL section 7].
///
/// Points: all sets of three (or four) points on the outline, with the part at the task's pose. An edge may carry
/// several points. Points outside the edges' range are left out, and so are points at which a pin would touch a second
/// point of the part or overlap the part. `clamp` is ignored; pawl/planner/quick_measures.h finds the edges on which a
/// clamp can press. The candidates come in an order that is spread over all sets, so that a search that is stopped
/// early has sampled all regions. The number of a candidate is its index in the lexicographic order of all sets of
/// points. On a slanting edge, a fraction that doubles cannot represent is rounded to six digits if that puts the pin
/// exactly on the edge.
///
/// Lattice: all poses at which three pins of the lattice touch three edges (two of which may coincide) inside the
/// edges' range. The pins do not overlap and touch the part nowhere else, and the determinant is at least
/// kLeastDeterminant. The enumeration is complete, up to translations of the lattice by its pitch and rotations by
/// quarter turns. The first pin is at (0, 0) and the angle of the pose is in [0, pi/2). For three straight edges, a
/// closed form gives at most two poses per triple of pins. If some edges are arcs, there may be more poses. They are
/// found by isolating all roots of one trigonometric polynomial in the angle.
///
/// Lattice fixtures are computed in doubles. A contact beyond an end of the range counts as inside if it is within
/// kRangeRounding of this end. Pins may come as near to other points as the contact tolerance. Angles within 1e-12 of a
/// quarter turn count as a quarter turn. A position that differs only by rounding from a decimal of 12 digits is set to
/// that decimal.
///
/// With a clamp, each of these fixtures is combined with each clamp on a row or column of the lattice: the clamp slides
/// until it first meets the part. The clamp must press the part on all three pins, meet no pin on its way, and end
/// outside the regions that must be kept free.
///
/// Pins at points do not overlap the walls of the task. Walls are fixed in the world.
///
/// Throws InputError for a task that is not valid, at /walls/k for a wall that touches the part at the task's pose, at
/// /fixture/candidates for a lattice in a task with walls, at /part for a task without an outline, at /fixture/pins for
/// a number of pins other than 3 or 4 (on a lattice: 3), and at /fixture/candidates/lattice/pitch for a pitch below
/// 1/2000 of the part's size.
std::unique_ptr<CandidateSource> fixture_candidates(const ValidTask& task, const FixtureOptions& options,
                                                    const StopToken& stop = {});
std::unique_ptr<CandidateSource> fixture_candidates(const Task& task, const FixtureOptions& options,
                                                    const StopToken& stop = {});

}  // namespace pawl
