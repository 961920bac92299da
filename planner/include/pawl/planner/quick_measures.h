// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/contact/contact.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/fixture_candidate.h>
#include <pawl/planner/fixture_candidates.h>
#include <pawl/planner/wrench_cells.h>

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace pawl {

/// The measures of a candidate that can be computed in microseconds. They use the locators as given: points are rounded
/// to doubles, and contacts have no errors. The full measures (pawl/planner/fixture_measures.h) compute the seat of the
/// part first.
struct QuickMeasures {
  bool located = false;  ///< whether some three locators have a determinant of at least kLeastDeterminant
  /// Displacement of the outline's point that moves most if each of three locators has an error of -1 or 1 along its
  /// normal: the largest value, and the root mean square over all combinations of signs (pawl/contact/pose_error.h).
  /// Both are lengths divided by the length of the error. Set only for exactly three locators that locate the part.
  double worst_motion = 0, rms_motion = 0;
  double edge_length = 0;  ///< length of the shortest edge that carries a locator, in the task's unit of length
  /// Whether some wrench of the actuator loads all three locators without friction (condition E1). False if the
  /// candidate does not have three locators that locate the part.
  bool holdable = false;
  /// The wrench of a one-step plan, in the part's frame. It is the actuator's wrench that is farthest from all wrenches
  /// that violate one of the conditions E1 to E3 (pawl/planner/energy.h). Empty if no such wrench exists or the
  /// candidate does not have three locators that locate the part.
  std::optional<CellCentre> window;
  double margin_full = 0;  ///< margin of the wrench of `window` among all wrenches, rad
  double kappa = 0;        ///< largest kappa of any two locators; set only if `window` is set
  /// Lower bound on ZoneGuarantee::displacement, in the task's unit of length. It is the largest displacement, to first
  /// order, of a boundary point of the seated part that errors of its edges within the profile zone can cause. Set only
  /// if `window` is set and the part has a profile tolerance above 0.
  std::optional<double> zone_displacement;
  /// True if four locators hold the part in form closure. In this case no motion in the plane leads into or out of the
  /// seat, so that no plan exists and none is needed to hold the part.
  bool form_closed = false;
  /// Indices, counted from 0, of the edges on which one frictionless clamp can press the part onto all three locators.
  /// The clamp presses at a point inside the permitted range of the edge. Empty unless the candidate has three locators
  /// that locate the part.
  std::vector<std::size_t> clamp_edges;
};

/// Measures candidates of one task. Safe for concurrent use.
class QuickMeasurer {
 public:
  /// Uses the friction and the actuator of the task. If the task has no actuator, any wrench is allowed. Throws
  /// InputError if the task is not valid or has no outline.
  QuickMeasurer(const ValidTask& task, const FixtureOptions& options);
  QuickMeasurer(const Task& task, const FixtureOptions& options);
  ~QuickMeasurer();
  QuickMeasurer(QuickMeasurer&&) noexcept;

  QuickMeasures operator()(const FixtureCandidate& candidate) const;

  /// Returns the contacts of the candidate's locators from which the measures are computed, in the part's frame.
  ContactSet contacts(const FixtureCandidate& candidate) const;

 private:
  struct State;
  std::unique_ptr<const State> state_;
};

/// A candidate, its number in the source, and its measures.
struct MeasuredCandidate {
  std::uint64_t number = 0;
  FixtureCandidate candidate;
  QuickMeasures measures;
};

/// Measures all candidates of a source in parallel and passes them to `take` in the order of the source. The calls of
/// `take` are the same for any number of threads. Uses at most `threads` threads; 0 means one per core. Ends early if
/// `take` returns false or, after a batch of 512 candidates, if a stop is requested. Returns the number of candidates
/// that were passed to `take`.
std::uint64_t measure_candidates(CandidateSource& source, const QuickMeasurer& measurer,
                                 const std::function<bool(MeasuredCandidate&&)>& take, const StopToken& stop = {},
                                 int threads = 0);

}  // namespace pawl
