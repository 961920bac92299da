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
  bool seated = false;  ///< true if the pose is the seated pose; false if it is the task's pose, because the part has
                        ///< no seat
};

/// Returns the seated pose of a task or, if it has none, the task's pose. Throws InputError for a task with faults.
ReferencePose reference_pose(const Task& task);

/// The assumptions of a proof of rest regions, and the limits of its search [MODEL section 12].
struct RestOptions {
  EnergyTolerances tolerances;
  double direction_tolerance = 0;  ///< largest error of the force's direction, rad, >= 0, below pi / 2
  double center_tolerance = 0;     ///< largest error of the centre of mass, m, >= 0
  /// Largest kinetic energy at the time when the next wrench is applied, J. Without a value, the part is at rest at
  /// that time.
  std::optional<double> residual_energy;
  bool swept = false;  ///< whether the wrench changes gradually to the next one, at any speed, through convex
                       ///< combinations; false if it changes at once

  double accuracy = .01;       ///< relative accuracy of the computed largest displacement in a rest region
  double enough = 0;           ///< the search in the last step ends when the displacement is at most this value, m
  std::size_t boxes = 200000;  ///< limit on the number of boxes per step
  bool certificate = true;     ///< whether a certificate is made and checked; without a certificate nothing is proved
  int threads = 0;             ///< limit on the number of threads, which does not affect the result; 0 means one per core
  StopToken stop;
  std::function<void(std::size_t boxes)> progress = {};
};

/// The region in which the part may be after a step. A pose is given relative to the reference pose: the displacement
/// of the centre of mass, m, along the part's axes at the reference pose, and the rotation, rad.
struct RestRegion {
  Eigen::Vector3d wrench{0, 0, 0};  ///< wrench of the step, in the frame of the contact set
  std::array<Eigen::Vector3d, 2> bounds{Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0)};  ///< lowest and highest
                                                                                              ///< x, y and theta
  double displacement = 0;      ///< largest displacement of any point of the part, m
  Eigen::Vector3d farthest{0, 0, 0};  ///< a pose whose displacement is about `displacement`
  std::vector<int> fixels, walls;     ///< fixels and walls that may hold the part at rest in the region, numbered from
                                      ///< 0
  std::size_t boxes = 0;        ///< number of boxes that the part can reach during the step
  std::size_t rest_boxes = 0;   ///< number of these boxes in which the part may rest
  /// Lowest and highest x, y and theta of boxes that cover the region. These are the boxes in which the part may rest
  /// or, with a residual energy, all boxes that the part can reach.
  std::vector<std::array<Eigen::Vector3d, 2>> cover;
  bool coarse = false;  ///< true if a limit ended the search before the requested accuracy was reached
};

/// The regions in which the part may be after each step of a plan.
struct [[nodiscard]] RestRegions {
  enum class End {
    bounded,  ///< the part comes to rest in the last region, from every start
    leaves,   ///< it is not excluded that the part leaves; if so, this happens under the wrench that follows the steps
              ///< in `steps`
    stopped   ///< a limit was reached before it was decided whether the part may leave
  };
  End end = End::stopped;
  std::vector<RestRegion> steps;  ///< the steps whose region is bounded
  double displacement = 0;        ///< displacement after the last step, m; valid if `end` is bounded

  Eigen::Vector3d leaves_over{0, 0, 0};  ///< if the part may leave: the pose of highest potential energy on a possible
                                         ///< way out
  std::vector<int> leaves_fixels, leaves_walls;  ///< fixels and walls that may touch the part at that pose, numbered
                                                 ///< from 0
  bool leaves_in_sweep = false;                  ///< whether the part may leave while the wrench changes

  SeatedTask reference;     ///< the reference pose, and the contacts at that pose
  bool seated = false;      ///< true if the reference pose is the seated pose; false if it is the task's pose
  double force = 0;         ///< size of the wrenches, N; energies are this factor times the energies for a load of 1 N
  std::string certificate;  ///< file of the proof, if it was requested
  std::string refused;      ///< reason why the checker refuses the certificate, in which case nothing is proved; empty
                            ///< if the checker accepts the certificate
};

/// Proves where the part comes to rest after each step of a plan, from every start in a region. `wrenches` are in the
/// frame of the contact set and may have any size. A bounded region is claimed only if verify_certificate accepts its
/// certificate. The result is deterministic if only limits on counts, and not a stop token, end the search. Throws
/// InputError
/// - for a task with stated contacts, at /part/outline;
/// - for a wrench that is zero or not finite, or that the actuator cannot apply, at /plan/steps/k/wrench;
/// - for a start region that turns the part by more than 2.5 rad, at /start/region/rotation;
/// - for numbers of the start region that are negative or not finite, at their keys;
/// - for a start region without free poses, at /start/region;
/// - for tolerances that are negative, not finite, or not possible for arcs and springs.
RestRegions find_rest_regions(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches,
                              const StartRegion& start, const RestOptions& options = {});

/// A pose of a rest region in which the part comes to rest, found by a trial.
struct RestWitness {
  Eigen::Vector3d displacement{0, 0, 0};  ///< (x, y, theta) from the reference pose: the displacement of the centre of
                                          ///< mass along the part's axes at that pose, and the rotation
  double largest = 0;                     ///< largest displacement of any point of the part, m
  std::vector<int> fixels;                ///< fixels that touch the part, numbered from 0
  std::size_t trials = 0;                 ///< number of trials that were run
};

/// Finds, by trials, a pose far from the reference pose in which the part rests. Such a pose is of interest because a
/// rest region is only a bound: the part may not be able to rest in all of its poses. The trials release the part at
/// rest under the last wrench, with the largest friction, in free poses of the last rest region whose displacement is
/// large. Returns the resting pose with the largest displacement. Returns nothing if the regions are not bounded or do
/// not refer to a seat, if no pose that was tried is free, or if no trial came to rest. Throws InputError in the cases
/// of run_trial().
std::optional<RestWitness> find_rest_witness(const ValidTask& task, const RestRegions& regions,
                                             const StopToken& stop = {});

/// A plan whose last rest region is small enough.
struct [[nodiscard]] RestPlan {
  bool found = false;
  bool stopped = false;            ///< true if the stop token ended the search
  RestRegions regions;             ///< regions of the plan that was found; if none was found, regions of the plan with
                                   ///< the smallest last region
  std::size_t covers = 0;          ///< number of steps whose rest region was computed
};

/// Limits of the search for a plan.
struct RestSearch {
  int steps = 2;                ///< limit on the number of steps
  std::size_t covers = 160;     ///< limit on the number of steps whose rest region is computed
  int threads = 0;  ///< limit on the number of threads, which does not affect the result; 0 means one per core
  std::vector<std::vector<Eigen::Vector3d>> first = {};  ///< plans that are tried first, in the frame of the contact set
};

/// Searches for a plan: wrenches of the actuator after which the part rests, from every start, at most `within` (m, >
/// 0) from the reference pose. If the search fails, such a plan may exist nevertheless. Throws InputError as
/// find_rest_regions() does.
RestPlan find_rest_plan(const ValidTask& task, const StartRegion& start, double within, const RestOptions& options = {},
                        const RestSearch& search = {});

}  // namespace pawl
