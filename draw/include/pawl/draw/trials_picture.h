// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/motions_picture.h>

#include <string>
#include <utility>
#include <vector>

namespace pawl::draw {

/// The start and the end of one trial of a plan, as displacements (dx, dy, dtheta) of the part from its seat. The
/// displacement (dx, dy) is that of the centre of mass, in the world frame and the task's unit of length. dtheta is in
/// rad.
struct TrialFigure {
  Eigen::Vector3d start{0, 0, 0};
  bool failed = false;
  Eigen::Vector3d end{0, 0, 0};  ///< end of the trial; set only for a failed trial
  std::string name = {};         ///< name by which --replay selects the trial; set only for a failed trial
};

/// Trials of a plan, to be drawn in pose space.
struct TrialsFigure {
  PartFigure part;            ///< part in its seated pose
  std::string title, length;  ///< title of the picture, and name of the unit of length
  std::vector<Note> notes;
  std::vector<TrialFigure> trials;
  std::vector<std::pair<std::string, std::size_t>> outcomes;  ///< names of the outcomes, each with its number of trials
};

/// Draws the starts in (x, y) and (x, theta), with different marks for seated and failed trials. A dotted line connects
/// the start and the end of a failed trial; it is not the path of the part. Also draws the ends of failed trials as
/// ghosts, and the number of trials per outcome.
Picture draw(const TrialsFigure& figure, double width);

/// The motion of the part in one trial. `times`, `poses` and `energies` have one entry per time step.
struct TraceFigure {
  PartFigure part;  ///< the part in its seated pose
  std::string title, length;
  std::vector<Note> notes;
  std::vector<double> times;           ///< times, s
  std::vector<Eigen::Vector3d> poses;  ///< displacements from the seat, as in TrialFigure
  std::vector<double> energies;        ///< kinetic energies, N times the length unit
  /// For each entry of part.fixels, the list of its normal forces, N, one per time step.
  std::vector<std::vector<double>> forces;
  bool ends_seated = false;
};

/// Draws the path of the part among its fixels and in pose space, and the forces and the kinetic energy over time.
Picture draw(const TraceFigure& figure, double width);

}  // namespace pawl::draw
