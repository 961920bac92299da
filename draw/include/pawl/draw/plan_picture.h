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

/// The contact states around a seat, and the moves between them that are possible under one wrench.
struct GraphFigure {
  struct State {
    std::vector<int> fixels;  ///< numbers of the fixels that touch
    bool before = false;      ///< whether the part may be in the state before the step
    bool after = false;       ///< whether the part may come to rest in the state
    bool goal = false;
  };
  struct Move {
    std::size_t from = 0;
    std::optional<std::size_t> to;  ///< index of the next state; not set if the part leaves permanently
    std::string modes;              ///< modes with which the part makes the move, such as "arr rra"
  };
  std::vector<State> states;
  std::vector<Move> moves;
};

/// The possible motions under a wrench from one contact state.
struct StateFigure {
  std::vector<int> fixels;               ///< numbers of the fixels that touch
  std::vector<Eigen::Vector3d> motions;  ///< accelerations, world frame, one per moving mode
  std::vector<std::string> modes;        ///< all modes consistent with the wrench; modes without motion come first
  bool rests = false;                    ///< whether the part may stay in the state
  bool escapes = false;                  ///< whether the part may leave the contacts and approach no fixel
};

/// A region of displacements (dx, dy, dtheta) of the part from the seat. It is given by rectangles that cover the
/// projections of the region onto the planes (x, y), (x, theta) and (y, theta). Theta is in degrees.
using RegionProjections = std::array<std::vector<Box>, 3>;

/// One step of a plan, drawn as one frame of the strip.
struct StepFigure {
  std::string title;
  Eigen::Vector3d wrench{0, 0, 0};                  ///< wrench in the world frame, about the centre of mass
  std::optional<std::pair<double, double>> window;  ///< range of directions in the world frame, rad
  std::vector<Note> notes;
  std::vector<StateFigure> states;  ///< possible states of the part before the step
  GraphFigure graph;                ///< graph of the contact states; not drawn if it has no states
  /// The corners of two regions of displacements (dx, dy, dtheta) of the part from the seat, in the world frame. The
  /// first region contains the part when the step starts, and the second when the part has come to rest.
  std::vector<Eigen::Vector3d> starts = {}, rests = {};
  RegionProjections start_region = {}, rest_region = {};  ///< projections of these two regions; not drawn if
                                                          ///< rest_region is empty
};

struct PlanFigure {
  PartFigure part;  ///< seated
  std::string title;
  std::vector<Note> notes;
  std::vector<StepFigure> steps;
  std::optional<BasinFigure> basin;  ///< basin of an energy certificate
  std::string length = {};           ///< name of the unit of length, for a scale bar; "" means no bar
  std::size_t most_states = 12;      ///< maximum number of states drawn per belief; the others are only counted
};

/// Draws a plan as a strip with one frame per step. A frame shows the wrench with the line along which its force acts,
/// the window of the wrench as a compass rose, and the possible motions from each state of the belief. It also shows
/// the graph of contact states, in which the beliefs before and after the step are marked. The page is `width` px wide,
/// and its height follows from the content.
Picture draw(const PlanFigure& figure, double width);

}  // namespace pawl::draw
