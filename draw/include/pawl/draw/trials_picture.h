// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/motions_picture.h>

#include <string>
#include <utility>
#include <vector>

namespace pawl::draw {

/// A start of a plan on trial: displacements (dx, dy, dtheta) of the part from its seat, world, about its centre of
/// mass, the task's lengths and rad.
struct TrialFigure {
  Eigen::Vector3d start{0, 0, 0};
  bool failed = false;
  Eigen::Vector3d end{0, 0, 0};  ///< of a failed one
  std::string name = {};         ///< of a failed one: how --replay calls it
};

/// A plan on trial, in pose space.
struct TrialsFigure {
  PartFigure part;            ///< seated
  std::string title, length;  ///< the unit of lengths
  std::vector<Note> notes;
  std::vector<TrialFigure> trials;
  std::vector<std::pair<std::string, std::size_t>> outcomes;  ///< how they ended, each with its count
};

/// Starts in (x, y) and (x, theta), seated and failed ones told apart, the failed ones joined to their ends by a dotted
/// line, which is no path; where the failed ones ended, as ghosts; and how many ended how.
Picture draw(const TrialsFigure& figure, double width);

/// One trial, step by step.
struct TraceFigure {
  PartFigure part;  ///< seated
  std::string title, length;
  std::vector<Note> notes;
  std::vector<double> times;                ///< s
  std::vector<Eigen::Vector3d> poses;       ///< displacements from the seat, as TrialFigure
  std::vector<double> energies;             ///< kinetic, N times the length
  std::vector<std::vector<double>> forces;  ///< normal force of each fixel (of part.fixels) at each time, N
  bool ends_seated = false;
};

/// The path of the part among its fixels, in pose space, and forces and kinetic energy over time.
Picture draw(const TraceFigure& figure, double width);

}  // namespace pawl::draw
