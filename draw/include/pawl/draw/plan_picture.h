// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/basin_picture.h>
#include <pawl/draw/motions_picture.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pawl::draw {

/// The contact states round a seat and what may happen in them under one wrench, as a picture shows them.
struct GraphFigure {
  struct State {
    std::vector<int> fixels;  ///< that touch, by number
    bool before = false;      ///< the part may be there
    bool after = false;       ///< it may come to rest there
    bool goal = false;
  };
  struct Move {
    std::size_t from = 0;
    std::optional<std::size_t> to;  ///< none: it leaves for good
    std::string modes;              ///< "arr rra"
  };
  std::vector<State> states;
  std::vector<Move> moves;
};

/// What a wrench may do from one contact state.
struct StateFigure {
  std::vector<int> fixels;               ///< that touch
  std::vector<Eigen::Vector3d> motions;  ///< accelerations, world, one a mode that moves
  std::vector<std::string> modes;        ///< all that are consistent with the wrench, resting ones first
  bool rests = false;                    ///< the part may stay
  bool escapes = false;                  ///< it may leave for good
};

/// One step of a plan: a frame of the strip.
struct StepFigure {
  std::string title;
  Eigen::Vector3d wrench{0, 0, 0};                  ///< world, about the centre of mass
  std::optional<std::pair<double, double>> window;  ///< directions in the world, rad
  std::vector<Note> notes;
  std::vector<StateFigure> states;  ///< where the part may be before
  GraphFigure graph;                ///< without states: is not drawn
};

struct PlanFigure {
  PartFigure part;  ///< seated
  std::string title;
  std::vector<Note> notes;
  std::vector<StepFigure> steps;
  std::optional<BasinFigure> basin;  ///< of a certificate
  std::size_t most_states = 12;      ///< shown of each belief; the rest is counted
};

/// A plan as a strip, a frame a step: the wrench with its line of force, its window as a compass rose, what may happen
/// from each state of the belief, and the graph of contact states with the beliefs before and after marked. `width`: of
/// the page, px; its height is what it takes.
Picture draw(const PlanFigure& figure, double width);

}  // namespace pawl::draw
