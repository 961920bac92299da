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

/// A change of the options with which a nest accepts no wrong placement.
struct NestChange {
  NestOptions options;
  double near_miss = 0;  ///< lower bound of the misfit of all poses that are not close to a right placement
};

/// A nest, and the properties of the part in it.
struct FoundNest {
  NestOptions options;
  Nest nest;
  std::optional<Loading> play;
  std::optional<RestRegions> rest;
  std::string no_rest;  ///< reason why the rest region is not known, although a tilt was given
  std::optional<WrongPlacements> wrong;
  std::optional<NestChange> change;  ///< the smallest change found that excludes all wrong placements, if one was searched
  bool undecided = false;  ///< true if no clearance has a wanted accuracy, and the accuracy of one is not known

  /// Returns whether a pocket exists, and it is proved that every part fits.
  bool proved() const { return nest.fault.empty() && nest.fits; }
};

/// Returns the largest displacements from the pose within which the part can move, as a start region. Returns nothing if
/// the part is not caged, or can turn too far for a start region.
std::optional<StartRegion> start_region_in(const FoundNest& found);

/// Returns how far a point of the part can be from its place in the middle of its rest region or, without a tilt, from
/// its place at the task's pose. Without a value if this is not known.
///
/// For a rest region, this is at most the half diagonal of the region in x and y plus the half range of angles times the
/// largest distance of a point of the part from the centre of mass.
std::optional<double> accuracy_of(const ValidTask& task, const FoundNest& found);

/// Makes a nest, of the stated clearance or of the largest clearance with the wanted accuracy, and finds the part's play, rest region
/// and wrong placements in it. If the options demand a nest without wrong placements, and there is one, a change is searched. Throws
/// InputError in the cases of make_nest().
FoundNest find_nest(const ValidTask& task, const NestOptions& options, const StopToken& stop);

}  // namespace pawl::answers
