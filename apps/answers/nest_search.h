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
  std::string no_rest;  ///< reason why the rest region is not known although a tilt is given; empty if it is known
  std::optional<WrongPlacements> wrong;
  std::optional<NestChange> change;  ///< the smallest change found that excludes all wrong placements, if one was searched
  bool undecided = false;  ///< true if no nest was proved to have the wanted accuracy, and for some clearance the
                           ///< accuracy could not be determined

  /// Returns whether a pocket exists, and it is proved that every part fits.
  bool proved() const { return nest.fault.empty() && nest.fits; }
};

/// Returns the largest displacements that the part can have, as a start region. Returns nothing if the part is not
/// caged, or can turn too far for a start region.
std::optional<StartRegion> start_region_in(const FoundNest& found);

/// Returns the accuracy of the part's pose: an upper bound on the displacement of a point of the part. With a tilt, it
/// is measured from the middle of the rest region. Without a tilt, it is measured from the task's pose. Without a value
/// if no bound is known.
///
/// For a rest region, the bound is half the diagonal of the region in x and y, plus half the range of angles times the
/// largest distance of a point of the part from the centre of mass.
std::optional<double> accuracy_of(const ValidTask& task, const FoundNest& found);

/// Makes a nest and finds the part's play, rest region and wrong placements in it. The nest has the stated clearance
/// or, if an accuracy is stated, the largest clearance with this accuracy. If the options require that no wrong
/// placement exists, but one does, searches for a change that excludes it. Throws InputError in the cases of
/// make_nest().
FoundNest find_nest(const ValidTask& task, const NestOptions& options, const StopToken& stop);

}  // namespace pawl::answers
