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

/// A sequence of candidates, always in the same order, few of which are in memory at a time.
class CandidateSource {
 public:
  virtual ~CandidateSource() = default;
  virtual std::optional<FixtureCandidate> next() = 0;  ///< nothing if there are no more, or a stop was requested
  /// Returns the number of the last candidate, from 0. It is unique, and the same in every search.
  virtual std::uint64_t number() const = 0;
  virtual double done() const = 0;   ///< fraction of the candidates examined, approximate, in [0, 1]
  virtual bool stopped() const = 0;  ///< whether the token ended it early
  /// Returns the number of otherwise acceptable fixtures of a lattice that were left out because a pin touches two
  /// points of the part at once, in a corner. Each counts once per triple of edges by which it is found.
  virtual std::uint64_t touching_twice() const { return 0; }
};

/// Least determinant of three rows (n_i, p_i x n_i / size) of unit normals, with `size` the diagonal of the outline's
/// bounding box, for which locators count as locating a part. Below it, an error of a locator moves the part a million
/// times as far: useless as a fixture, and in doubles indistinguishable from one that does not locate the part.
inline constexpr double kLeastDeterminant = 1e-6;

/// Least force of a locator, for a clamp force of 1, for which the clamp counts as pressing on it. Smaller forces are
/// rounding errors.
inline constexpr double kLeastForce = 1e-9;

/// Rounding tolerance at the ends of the edges' range for pins of a lattice, as a fraction of the edge.
inline constexpr double kRangeRounding = 1e-9;

/// Returns all fixtures of the task's part that the options allow [MODEL section 7].
///
/// Points: all triples (or quadruples) of points on the outline, with the part at the task's pose; edges may carry
/// several. Leaves out points outside the edges' range and points that a pin cannot touch alone (in a corner, or where
/// it would enter the part elsewhere). Ignores `clamp` (pawl/planner/cheap_measures.h finds the edges that take one).
/// The order is spread over all sets, so that a search that is stopped has sampled all regions; the number of a
/// candidate is its index in the lexicographic order of all sets of points. On a slanting edge, a fraction of its
/// length that doubles cannot represent is rounded to six digits if that puts the pin exactly on the edge.
///
/// Lattice: complete. All poses, up to translations of the lattice by its pitch and quarter turns, at which three pins
/// of the lattice touch three edges (two of which may coincide) inside the edges' range, touch the part nowhere else
/// and do not overlap, with a determinant of at least kLeastDeterminant. The first pin is at (0, 0) and the angle of
/// the pose is in [0, pi/2). Three straight edges have at most two poses per triple of pins, from a closed form. With
/// arcs there are more, found by isolating all roots of one trigonometric polynomial in the angle. Decided in doubles:
/// contacts at an end of the range count within kRangeRounding; pins may come as near to other points as the contact
/// tolerance; angles within 1e-12 of a quarter turn count as a quarter turn; a position that rounding separates from a
/// decimal of 12 digits is set to that decimal. With a clamp: each of these, combined with each position on a row or
/// column of the lattice where a sliding clamp first meets the part, presses on all three pins, meets no pin on its way
/// and ends outside the regions to be kept free.
///
/// Throws InputError for a task that is not valid, at /part without an outline, at /fixture/pins for a number of pins
/// other than 3 or 4 (on a lattice: 3), and at /fixture/candidates/lattice/pitch for a pitch below 1/2000 of the part's
/// size.
std::unique_ptr<CandidateSource> fixture_candidates(const ValidTask& task, const FixtureOptions& options,
                                                    const StopToken& stop = {});
std::unique_ptr<CandidateSource> fixture_candidates(const Task& task, const FixtureOptions& options,
                                                    const StopToken& stop = {});

}  // namespace pawl
