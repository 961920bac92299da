// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/contact/contact.h>
#include <pawl/io/task.h>
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

/// What takes microseconds to say of a candidate, by its locators as they stand (points rounded to doubles, contacts
/// without errors); the dear measures seat the part first (pawl/planner/fixture_measures.h).
struct CheapMeasures {
  bool located = false;  ///< some three locators have a determinant of kLeastDeterminant at least
  /// Of the outline's point that moves most for errors of -1 or 1 of three locators along their normals: the largest
  /// motion, and the root of the mean square (pawl/contact/pose_error.h). Length/length; only where three locators
  /// locate the part, and no more.
  double worst_motion = 0, rms_motion = 0;
  bool holdable = false;  ///< some wrench of the actuator presses on all three locators without friction (E1)
  /// The wrench of the actuator furthest from those with which a condition E1 to E3 fails (pawl/planner/energy.h), in
  /// the part's frame: a plan of one step. Nothing: there is none, or not three locators.
  std::optional<CellCentre> window;
  double margin_full = 0;  ///< of that wrench in all of wrench space, rad
  double kappa = 0;        ///< the largest of two locators', where there is a window
  /// Of four locators: they hold the part in form closure, which nothing in the plane gets into or out of. So no plan
  /// leads to it, and none is needed to stay.
  bool form_closed = false;
  /// Of three locators: edges, from 0, on which one clamp without friction presses on all three locators somewhere
  /// inside the edges' range.
  std::vector<std::size_t> clamp_edges;
};

/// Measures candidates of one task. Several threads may use one at once.
class CheapMeasurer {
 public:
  /// Friction and actuator are the task's (default: free). Throws InputError for a task that is not valid or has no
  /// outline.
  CheapMeasurer(const Task& task, const FixtureOptions& options);
  ~CheapMeasurer();
  CheapMeasurer(CheapMeasurer&&) noexcept;

  CheapMeasures operator()(const FixtureCandidate& candidate) const;

  /// The contacts of the candidate's locators, part's frame: what the measures are of.
  ContactSet contacts(const FixtureCandidate& candidate) const;

 private:
  struct State;
  std::unique_ptr<const State> state_;
};

/// A candidate, its number in the source, and its measures.
struct MeasuredCandidate {
  std::uint64_t number = 0;
  FixtureCandidate candidate;
  CheapMeasures measures;
};

/// Measures all that a source gives, in parallel, and hands each on in the source's order: the same calls on any number
/// of threads. `threads`: at most, 0: one a core. Ends early, between batches, where the token says stop or `take`
/// returns false. Returns how many were handed on.
std::uint64_t measure_candidates(CandidateSource& source, const CheapMeasurer& measurer,
                                 const std::function<bool(MeasuredCandidate&&)>& take, const StopToken& stop = {},
                                 int threads = 0);

}  // namespace pawl
