// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/motions_picture.h>

#include <string>
#include <utility>
#include <vector>

namespace pawl::draw {

/// The start and the end of one trial of a plan: displacements (dx, dy, dtheta) of the part from its seat, world frame,
/// about its centre of mass, in the task's unit of length and rad.
struct TrialFigure {
  Eigen::Vector3d start{0, 0, 0};
  bool failed = false;
  Eigen::Vector3d end{0, 0, 0};  ///< end of a failed trial
  std::string name = {};         ///< name of a failed trial, for --replay
};

/// Trials of a plan, to be drawn in pose space.
struct TrialsFigure {
  PartFigure part;            ///< seated
  std::string title, length;  ///< title, and name of the unit of length
  std::vector<Note> notes;
  std::vector<TrialFigure> trials;
  std::vector<std::pair<std::string, std::size_t>> outcomes;  ///< kinds of outcome, each with its count
};

/// Draws the starts in (x, y) and (x, theta), with different marks for seated and failed starts. Dotted lines connect
/// failed starts to their ends; these lines are not the paths of the part. Also draws the ends of failed trials as
/// ghosts, and the number of trials per outcome.
Picture draw(const TrialsFigure& figure, double width);

/// The motion of the part in one trial. `times`, `poses` and `energies` have one entry for each time step.
struct TraceFigure {
  PartFigure part;  ///< the part in its seated pose
  std::string title, length;
  std::vector<Note> notes;
  std::vector<double> times;                ///< s
  std::vector<Eigen::Vector3d> poses;       ///< displacements from the seat, as in TrialFigure
  std::vector<double> energies;             ///< kinetic energies, N times the length unit
  std::vector<std::vector<double>> forces;  ///< for each entry of part.fixels: its normal force at each time, N
  bool ends_seated = false;
};

/// Draws the path of the part among its fixels and in pose space, and forces and kinetic energy over time.
Picture draw(const TraceFigure& figure, double width);

}  // namespace pawl::draw
