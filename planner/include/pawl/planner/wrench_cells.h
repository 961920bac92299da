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
    free,    ///< every wrench
    circle,  ///< cos(t) first + sin(t) second for t in [from, to]: one is chosen
    spread   ///< the same, but which of them acts is not known
  };
  Kind kind = Kind::free;
  Eigen::Vector3d first{1, 0, 0}, second{0, 1, 0};
  double from = 0, to = 2 * std::numbers::pi;  ///< rad, from <= to; a whole turn when they differ by 2 pi or more
};

/// A wrench in the middle of some cells, and how far it is from the others.
struct CellCentre {
  Eigen::Vector3d wrench{0, 0, 0};  ///< unit length in (fx, fy, tau)
  /// Angle to the nearest wrench of the domain that is not in the cells, rad, in (fx, fy, tau / rho): what is true at
  /// the wrench is true up to there. pi when there is none.
  double margin = 0;
  std::optional<std::pair<double, double>> window;  ///< range of t, rad, for a circle
};

/// Where the search for cells ends early.
struct CellLimits {
  std::size_t cells = std::numeric_limits<std::size_t>::max();  ///< stops with more of them
  StopToken stop;
  std::function<void(std::size_t)> progress;  ///< told the cells so far, often
};

/// The arrangement of the face planes of all (state, mode) cones of a contact graph on a domain of wrenches [MODEL
/// section 6]: in each cell the modes of every state are constant. Cells are open, found exactly for the doubles of the
/// contact set; those with the same step results in all states share an outcome.
///
/// Throws InputError for a domain that is none (numbers that are not finite, from > to, parallel wrenches) and for a
/// cell that does not exist.
class WrenchCells {
 public:
  /// `graph` must outlive the cells. `complete()` is false where a limit ended the search, or the graph is not
  /// complete.
  WrenchCells(const ContactGraph& graph, const WrenchDomain& domain, const CellLimits& limits = {});
  ~WrenchCells();
  WrenchCells(WrenchCells&&) noexcept;
  WrenchCells& operator=(WrenchCells&&) noexcept;

  [[nodiscard]] bool complete() const;

  /// Takes the outcomes from `graph`, a copy of the graph at hand that may tell of more gains that bounce; the cells
  /// stay as they are. `graph` must outlive the cells, `stop` is as in the constructor. Throws InputError for a graph
  /// with other states or modes.
  void retell(const ContactGraph& graph, const StopToken& stop = {});

  int state_count() const;  ///< of the graph
  std::size_t plane_count() const;
  std::size_t cell_count() const;
  /// Distinct outcomes: for each state what a wrench leads to.
  const std::vector<std::vector<StepResult>>& outcomes() const;
  std::size_t outcome_of(std::size_t cell) const;
  /// A wrench inside a cell; for a spread its middle. Throws InputError where a limit ended the search.
  Eigen::Vector3d wrench_in(std::size_t cell) const;

  /// A widest place among the cells whose outcome `wanted` accepts; nothing when there is none. On a circle it is the
  /// middle of the widest window. Free wrenches: the margin is that of the wrench given, and no place is wider by more
  /// than 1e-4 of it or 1e-5 rad, unless the bound on the search's work was reached first, as among cells that are all
  /// thinner than some 1e-3 rad. Facets and corners between
  /// accepted cells count as accepted where thin modes do not spoil them. Stopped: nothing, or a place that may be
  /// narrower than there are, and whose margin may be too large.
  std::optional<CellCentre> widest(const std::function<bool(const std::vector<StepResult>&)>& wanted,
                                   const StopToken& stop = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pawl
