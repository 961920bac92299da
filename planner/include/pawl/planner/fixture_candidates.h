// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/fixture_options.h>
#include <pawl/io/task.h>
#include <pawl/planner/fixture_candidate.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace pawl {

/// Candidates one after the other, always in the same order; few are in memory at a time.
class CandidateSource {
 public:
  virtual ~CandidateSource() = default;
  virtual std::optional<FixtureCandidate> next() = 0;  ///< nothing: there are no more, or the token said stop
  /// Of the candidate that was given last, from 0: the same in every search, and no other has it.
  virtual std::uint64_t number() const = 0;
  virtual double done() const = 0;   ///< about which share of them has been looked at, in [0, 1]
  virtual bool stopped() const = 0;  ///< the token ended it early
  /// How many fixtures of a lattice were left out, which are else as they should be, for a pin that touches two places
  /// of the part at once, in a corner: each for every three edges that it is found by.
  virtual std::uint64_t touching_twice() const { return 0; }
};

/// The least determinant of three rows (n_i, p_i x n_i / size) of unit normals, `size` the diagonal of the outline's
/// box, with which locators count as locating a part. Below it an error of a locator moves the part a million-fold: no
/// fixture, and in doubles not to be told from one that does not locate at all.
inline constexpr double kLeastDeterminant = 1e-6;

/// The least force of a locator, for a clamp force of 1, with which a clamp counts as pressing on it: less is rounding.
inline constexpr double kLeastForce = 1e-9;

/// How far beyond an end of the edges' range a pin of a lattice may be for rounding, as part of the edge.
inline constexpr double kRangeRounding = 1e-9;

/// All fixtures of the task's part that its options allow [MODEL section 7].
///
/// Points: all triples (or quadruples) of points on the outline, the part at the task's pose; edges may carry several.
/// Points that a pin cannot touch alone (in a corner, or where it would enter the part elsewhere) are left out, and
/// those outside the edges' range; `clamp` is not looked at (pawl/planner/cheap_measures.h says which edges take one).
/// They come in an order that is spread over all, so that a search that is stopped has seen some of everywhere; their
/// numbers are their places in the lexicographic order of all sets of points.
/// On a slanting edge a share of it that doubles cannot hold exactly is rounded to six digits where that puts the pin
/// exactly on the edge.
///
/// Lattice: complete. All poses, up to translations of the lattice by its pitch and quarter turns, at which three pins
/// of the lattice touch three edges (two of them may be one) inside the edges' range, touch the part nowhere else and
/// do not overlap, with a determinant of kLeastDeterminant. The first pin is at (0, 0), the pose's angle in [0, pi/2).
/// Three straight edges have at most two poses a triple of pins, from a closed form; with arcs there are more, and
/// they are found by isolating all roots of one trigonometric polynomial in the angle. What is decided in doubles:
/// contacts at an end of the range count within kRangeRounding, pins come as near to other places as the contact
/// tolerance, angles within 1e-12 of a quarter turn are one, a position that is a decimal of 12 digits but for rounding
/// is that. With a clamp: each of these with each place on a row or column of the lattice where a sliding clamp first
/// meets the part, presses on all three pins, meets no pin on its way and ends outside the regions to be kept free.
///
/// Throws InputError for a task that is not valid, at /part for one without an outline, at /fixture/pins for other than
/// 3 or 4 (a lattice: 3), and at /fixture/candidates/lattice/pitch for one below a two-thousandth of the part's size.
std::unique_ptr<CandidateSource> fixture_candidates(const Task& task, const FixtureOptions& options,
                                                    const StopToken& stop = {});

}  // namespace pawl
