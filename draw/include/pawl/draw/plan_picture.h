// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/basin_picture.h>
#include <pawl/draw/motions_picture.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pawl::draw {

/// The contact states around a seat, and the moves between these states that are possible under one wrench.
struct GraphFigure {
  struct State {
    std::vector<int> fixels;  ///< numbers of the fixels that touch, counted from 1
    bool before = false;      ///< whether the part may be in this state before the step
    bool after = false;       ///< whether the part may come to rest in this state
    bool goal = false;
  };
  struct Move {
    std::size_t from = 0;
    std::optional<std::size_t> to;  ///< index of the state that the part reaches; empty if the part leaves permanently
    std::string modes;              ///< modes in which the part makes this move, such as "arr rra"
  };
  std::vector<State> states;
  std::vector<Move> moves;
};

/// One contact state, and the motions that a wrench may cause from this state.
struct StateFigure {
  std::vector<int> fixels;  ///< numbers of the fixels that touch, counted from 1
  /// Accelerations (vx', vy', omega') in the world frame, one per mode with motion; only the directions are drawn.
  std::vector<Eigen::Vector3d> motions;
  /// All modes that are consistent with the wrench; those without motion come first.
  std::vector<std::string> modes;
  bool rests = false;    ///< whether the part may stay in this state
  bool escapes = false;  ///< whether the part may leave the contacts and approach no fixel
};

/// A region of displacements (dx, dy, dtheta) of the part from the seat. The three lists contain rectangles that cover
/// the projections of the region onto the planes (x, y), (x, theta) and (y, theta). Theta is in degrees.
using RegionProjections = std::array<std::vector<Box>, 3>;

/// One step of a plan, which is drawn as one frame of the strip.
struct StepFigure {
  std::string title;
  /// Wrench in the world frame, with the torque about the centre of mass.
  Eigen::Vector3d wrench{0, 0, 0};
  /// Window of the step, world frame, rad. Empty if the step has no window.
  std::optional<std::pair<double, double>> window;
  std::vector<Note> notes;
  std::vector<StateFigure> states;  ///< states in which the part may be before the step
  GraphFigure graph;                ///< graph of the contact states; drawn only if it has states
  /// The corners of two boxes of displacements (dx, dy, dtheta) of the part from the seat, in the world frame. The part
  /// is in the first box when the step starts, and in the second box when it has come to rest.
  std::vector<Eigen::Vector3d> starts = {}, rests = {};
  /// Projections of the region at the start and of the region at rest. They are drawn only if `rest_region` is not
  /// empty.
  RegionProjections start_region = {}, rest_region = {};
};

struct PlanFigure {
  PartFigure part;  ///< part in its seated pose
  std::string title;
  std::vector<Note> notes;
  std::vector<StepFigure> steps;
  std::optional<BasinFigure> basin;  ///< basin of the plan's energy certificate
  std::string length = {};           ///< name of the unit of length, for a scale bar; "" for no scale bar
  /// Largest number of states that are drawn per belief; further states are only counted.
  std::size_t most_states = 12;
};

/// Draws a plan as a strip with one frame per step. A frame shows the wrench with the line along which its force acts,
/// the window of the wrench as a compass rose, and the possible motions from each state of the belief. It also shows
/// the graph of contact states, in which the beliefs before and after the step are marked. The page is `width` px wide,
/// and its height depends on the content.
Picture draw(const PlanFigure& figure, double width);

}  // namespace pawl::draw
