// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/energy_problem.h>

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pawl {

/// The pose from which displacements of a part are measured, and the contacts at this pose.
struct ReferencePose {
  SeatedTask task;
  /// True if the pose is the seated pose; false if the part has no seat and the pose is the task's pose.
  bool seated = false;
};

/// Returns the seated pose of a task, or the task's pose if the part has no seat. Throws InputError for a task with
/// faults.
ReferencePose reference_pose(const Task& task);

/// The assumptions of a proof of rest regions, and the limits of its search [MODEL section 12].
struct RestOptions {
  EnergyTolerances tolerances;
  double direction_tolerance = 0;  ///< largest error of the force's direction, rad, >= 0, below pi / 2
  double center_tolerance = 0;     ///< largest error of the centre of mass, m, >= 0
  /// Largest kinetic energy of the part when the next wrench is applied, J. If it is empty, the part is at rest at that
  /// time.
  std::optional<double> residual_energy;
  /// True if the wrench changes to the next one gradually, through convex combinations and at any speed; false if it
  /// changes at once.
  bool swept = false;

  double accuracy = .01;  ///< relative accuracy of the largest displacement in a rest region
  /// The search of the last step also ends as soon as the displacement in its rest region is at most this length, m.
  double enough = 0;
  std::size_t boxes = 200000;  ///< largest number of boxes per step
  bool certificate = true;     ///< true to make and check a certificate; without a certificate nothing is proved
  int threads = 0;             ///< largest number of threads; 0 means one per core. It does not affect the result.
  StopToken stop;
  std::function<void(std::size_t boxes)> progress = {};
};

/// The region in which the part may be after a step. A pose is given relative to the reference pose: by the
/// displacement of the centre of mass, m, along the axes of the part at the reference pose, and by the rotation, rad.
struct RestRegion {
  Eigen::Vector3d wrench{0, 0, 0};  ///< wrench of the step, in the frame of the contact set
  /// Smallest and largest x, y and theta of the region.
  std::array<Eigen::Vector3d, 2> bounds{Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0)};
  double displacement = 0;  ///< bound on the displacement of any point of the part, m
  /// Centre of the box of the region with the largest bound on the displacement.
  Eigen::Vector3d farthest{0, 0, 0};
  /// Numbers of the fixels and walls that may touch the part in the box with the centre `farthest`, counted from 0.
  std::vector<int> fixels, walls;
  std::size_t boxes = 0;       ///< number of boxes that the part can reach during the step
  std::size_t rest_boxes = 0;  ///< number of these boxes in which the part may rest
  /// Smallest and largest x, y and theta of boxes that cover the region. These are the boxes in which the part may
  /// rest. With a residual energy, they are all boxes that the part can reach.
  std::vector<std::array<Eigen::Vector3d, 2>> cover;
  bool coarse = false;  ///< true if a limit ended the search before the requested accuracy was reached
};

/// The regions in which the part may be after each step of a plan.
struct [[nodiscard]] RestRegions {
  enum class End {
    bounded,  ///< from every start, the part comes to rest in the last region
    leaves,   ///< The part may leave. This happens, if at all, under the wrench that follows the steps in `steps`.
    stopped   ///< a limit ended the search before it was decided whether the part may leave
  };
  End end = End::stopped;
  std::vector<RestRegion> steps;  ///< steps whose region is bounded
  double displacement = 0;        ///< bound on the displacement after the last step, m; valid if `end` is `bounded`

  /// If the part may leave: pose of the highest potential energy on a possible way out.
  Eigen::Vector3d leaves_over{0, 0, 0};
  /// Numbers of the fixels and walls that may touch the part at `leaves_over`, counted from 0.
  std::vector<int> leaves_fixels, leaves_walls;
  bool leaves_in_sweep = false;  ///< whether the part may leave while the wrench changes

  SeatedTask reference;  ///< reference pose, and the contacts at this pose
  bool seated = false;   ///< true if the reference pose is the seated pose; false if it is the task's pose
  double force = 0;      ///< size of the wrenches, N; energies are `force` times the energies for a load of 1 N
  /// Text of the certificate file; "" if it was not requested, no bound was found, or the checker refuses the
  /// certificate.
  std::string certificate;
  /// Reason why the checker refuses the certificate, in which case nothing is proved; "" if the checker accepts the
  /// certificate.
  std::string refused;
};

/// Proves where the part comes to rest after each step of a plan, from every start in a region. `wrenches` are in the
/// frame of the contact set and may have any size. A bounded region is claimed only if verify_certificate() accepts its
/// certificate. The result is deterministic if only limits on numbers, and not a stop token, end the search. Throws
/// InputError in the following cases:
/// - for a task with stated contacts, at /part/outline, and for a task without fixels and walls, at /fixels;
/// - for a wrench that is zero or not finite, or that the actuator cannot apply, at /plan/steps/k/wrench;
/// - for a start region that turns the part by more than 2.5 rad, at /start/region/rotation or /start/region/at/2;
/// - for numbers of the start region that are negative or not finite, at their keys;
/// - for a start region without free poses, at /start/region;
/// - for tolerances that are negative, not finite, or not possible for arcs and springs.
RestRegions find_rest_regions(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches,
                              const StartRegion& start, const RestOptions& options = {});

/// A pose of a rest region in which the part comes to rest, found by a trial.
struct RestWitness {
  /// (x, y, theta) from the reference pose: displacement of the centre of mass along the part's axes at the reference
  /// pose, and rotation.
  Eigen::Vector3d displacement{0, 0, 0};
  double largest = 0;       ///< displacement of the part's point that moves most, m
  std::vector<int> fixels;  ///< numbers of the fixels that touch the part, counted from 0
  std::size_t trials = 0;   ///< number of trials that were run
};

/// Finds, by trials, a pose far from the reference pose in which the part rests. Such a pose is of interest because a
/// rest region is only a bound: the part may not be able to rest in all of its poses. Each trial releases the part at
/// rest under the last wrench, with the largest friction, at a free pose of the last rest region with a large
/// displacement. Returns the resting pose with the largest displacement. Returns nothing if the regions are not bounded
/// or do not refer to a seat, if no tried pose is free, or if no trial came to rest. Throws the same InputErrors as
/// run_trial().
std::optional<RestWitness> find_rest_witness(const ValidTask& task, const RestRegions& regions,
                                             const StopToken& stop = {});

/// A plan whose last rest region is small enough.
struct [[nodiscard]] RestPlan {
  bool found = false;
  bool stopped = false;  ///< true if the stop token ended the search
  /// Regions of the plan that was found or, if no plan was found, of the plan with the smallest last region.
  RestRegions regions;
  std::size_t covers = 0;  ///< number of steps whose rest region was computed
};

/// The limits of the search for a plan.
struct RestSearch {
  int steps = 2;             ///< largest number of steps of a plan
  std::size_t covers = 160;  ///< largest number of steps whose rest region is computed
  int threads = 0;           ///< largest number of threads; 0 means one per core. It does not affect the result.
  /// Plans that are tried first; wrenches in the frame of the contact set.
  std::vector<std::vector<Eigen::Vector3d>> first = {};
};

/// Searches for a plan: wrenches of the actuator after which the part rests, from every start, at most `within` > 0, m,
/// away from the reference pose. If the search fails, such a plan may nevertheless exist. Throws the same InputErrors
/// as find_rest_regions().
RestPlan find_rest_plan(const ValidTask& task, const StartRegion& start, double within, const RestOptions& options = {},
                        const RestSearch& search = {});

}  // namespace pawl
