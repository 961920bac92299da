// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/planner/contact_graph.h>

#include <Eigen/Core>
#include <functional>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

namespace pawl {

/// The wrenches that an actuator can apply, in the frame of the contact set.
struct WrenchDomain {
  enum class Kind {
    free,    ///< all wrenches
    circle,  ///< the wrenches cos(t) first + sin(t) second for t in [from, to]; the planner chooses one of them
    spread   ///< the wrenches of `circle`, but the planner cannot choose: any of them may act
  };
  Kind kind = Kind::free;
  Eigen::Vector3d first{1, 0, 0}, second{0, 1, 0};
  /// Range of t, rad, with from <= to. The range is a full turn if the ends differ by 2 pi or more.
  double from = 0, to = 2 * std::numbers::pi;
};

/// A wrench in the middle of a set of cells, and its angle to the nearest other cell.
struct CellCentre {
  Eigen::Vector3d wrench{0, 0, 0};  ///< wrench of unit length in (fx, fy, tau)
  /// Angle, rad, in (fx, fy, tau / rho), to the nearest wrench of the domain outside the cells. It is pi if no such
  /// wrench exists. Statements about the wrench hold for all wrenches whose angle from it is smaller.
  double margin = 0;
  /// For a circle: the range of t, rad, in the cells that contains the wrench.
  std::optional<std::pair<double, double>> window;
};

/// Limits of the search for cells.
struct CellLimits {
  /// Largest number of cells. The search stops when this number is exceeded.
  std::size_t cells = std::numeric_limits<std::size_t>::max();
  StopToken stop;
  std::function<void(std::size_t)> progress;  ///< called often, with the number of cells that were found until then
};

/// The arrangement of the face planes of all cones of a contact graph, one cone per state and mode, on a domain of
/// wrenches [MODEL section 6]. Within one cell, each state has the same consistent modes for all wrenches. Cells are
/// open and found exactly for the doubles of the contact set. Cells with the same step results in all states have the
/// same outcome.
///
/// Members throw InputError for a domain that is not valid (numbers that are not finite, from > to, parallel wrenches)
/// and for a cell that does not exist.
class WrenchCells {
 public:
  /// `graph` must outlive this object. If a limit ended the search or the graph is not complete, complete() is false.
  WrenchCells(const ContactGraph& graph, const WrenchDomain& domain, const CellLimits& limits = {});
  ~WrenchCells();
  WrenchCells(WrenchCells&&) noexcept;
  WrenchCells& operator=(WrenchCells&&) noexcept;

  [[nodiscard]] bool complete() const;

  /// Recomputes the outcomes for another graph. It must have the same states and modes, but may have more modes in
  /// which a contact bounces. The cells do not change. `graph` must outlive this object; `stop` works as in the
  /// constructor. Throws InputError for a graph with other states or other numbers of modes.
  void update_outcomes(const ContactGraph& graph, const StopToken& stop = {});

  int state_count() const;  ///< number of states of the graph
  std::size_t plane_count() const;
  std::size_t cell_count() const;
  /// Returns the distinct outcomes. Each outcome contains one step result per state.
  const std::vector<std::vector<StepResult>>& outcomes() const;
  std::size_t outcome_of(std::size_t cell) const;
  /// Returns a wrench inside a cell. For a spread, returns the wrench in the middle of the spread. Throws InputError if
  /// a limit ended the search for cells.
  Eigen::Vector3d wrench_in(std::size_t cell) const;

  /// Returns a wrench with the largest margin among the cells whose outcome `wanted` accepts, or nothing if it accepts
  /// no outcome. On a circle, the wrench is in the middle of the widest window. For free wrenches, the largest possible
  /// margin exceeds the returned margin by at most 1e-5 rad or 1e-4 times the returned margin. There is one exception:
  /// if all cells are thinner than about 1e-3 rad, the search may reach its limit of work earlier.
  ///
  /// Facets and corners between accepted cells count as accepted, unless modes that exist only there make them unsafe.
  /// If `stop` ends the search, returns nothing, or a wrench whose margin may be overstated and not the largest.
  std::optional<CellCentre> widest(const std::function<bool(const std::vector<StepResult>&)>& wanted,
                                   const StopToken& stop = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pawl
