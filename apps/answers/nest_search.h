// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/loading.h>
#include <pawl/planner/nest.h>
#include <pawl/planner/rest_regions.h>
#include <pawl/planner/wrong_placements.h>

#include <optional>
#include <string>

namespace pawl::answers {

/// Options of a nest that accepts no wrong placement. They differ from the options that were given.
struct NestChange {
  NestOptions options;
  double near_miss = 0;  ///< Lower bound on the misfit of every pose that is not close to a right placement, in the
                         ///< task's unit of length; 0 if none is known.
};

/// A nest, and the properties of the part in it.
struct FoundNest {
  NestOptions options;
  Nest nest;
  std::optional<Loading> play;
  std::optional<RestRegions> rest;
  std::string no_rest;  ///< if a tilt is given: reason why the rest region is unknown, or empty if it is known
  std::optional<WrongPlacements> wrong;
  std::optional<NestChange> change;  ///< smallest change found that excludes all wrong placements; without a value if
                                     ///< none was searched for or found
  bool undecided = false;  ///< whether the wanted accuracy may be possible although no nest was proved to have it: for
                           ///< some clearance, the accuracy is unknown, or the search was stopped

  /// Returns whether a pocket exists and every part within the tolerance is proved to fit into it.
  bool proved() const { return nest.fault.empty() && nest.fits; }
};

/// Returns a start region that contains all poses that the part can reach. Returns nothing if the part is not caged, or
/// if it can turn further than a start region permits.
std::optional<StartRegion> start_region_in(const FoundNest& found);

/// Returns the accuracy of the part's pose, which is an upper bound on the displacement of any point of the part. If a
/// tilt is given, displacements are measured from the middle of the rest region, otherwise from the task's pose.
/// Returns nothing if no bound is known.
///
/// For a rest region, the bound is half the diagonal of the region in x and y, plus half the range of angles times the
/// largest distance of a point of the part from the centre of mass.
std::optional<double> accuracy_of(const ValidTask& task, const FoundNest& found);

/// Makes a nest and finds the part's play, rest region and wrong placements in it. If the options state an accuracy,
/// the nest has the largest clearance with this accuracy; otherwise it has the stated clearance. If the options exclude
/// wrong placements, but one exists, searches for a change that excludes it. Throws the same InputErrors as
/// make_nest().
FoundNest find_nest(const ValidTask& task, const NestOptions& options, const StopToken& stop);

}  // namespace pawl::answers
