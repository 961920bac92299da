// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/planner/wrench_cells.h>

#include "circle_cells.h"
#include "entry_checks.h"
#include "sphere_cells.h"

namespace pawl {

struct WrenchCells::State {
  internal::OutcomeTable table;
  std::optional<internal::SphereCells> sphere;
  std::optional<internal::CircleCells> circle;
};

WrenchCells::WrenchCells(const ContactGraph& graph, const WrenchDomain& domain, const CellLimits& limits)
    : state_(new State{internal::OutcomeTable(graph, limits.stop), {}, {}}) {
  internal::require_domain(domain);
  const double rho = graph.contacts().radius_of_gyration();
  if (domain.kind == WrenchDomain::Kind::free) {
    state_->sphere.emplace(state_->table, rho, limits);
  } else {
    state_->circle.emplace(state_->table, domain, rho, limits);
  }
}

WrenchCells::~WrenchCells() = default;
WrenchCells::WrenchCells(WrenchCells&&) noexcept = default;
WrenchCells& WrenchCells::operator=(WrenchCells&&) noexcept = default;

bool WrenchCells::complete() const { return state_->sphere ? state_->sphere->complete() : state_->circle->complete(); }

void WrenchCells::retell(const ContactGraph& graph, const StopToken& stop) {
  if (!state_->table.planes().fits(graph)) {
    throw InputError("graph", "", "must be a copy of the one that the cells were made for");
  }
  state_->table.retell(graph);
  state_->sphere ? state_->sphere->retell(stop) : state_->circle->retell(stop);
}

int WrenchCells::state_count() const { return state_->table.planes().state_count(); }
std::size_t WrenchCells::plane_count() const { return state_->table.planes().planes().size(); }
std::size_t WrenchCells::cell_count() const {
  return state_->sphere ? state_->sphere->count() : state_->circle->count();
}
const std::vector<std::vector<StepResult>>& WrenchCells::outcomes() const { return state_->table.outcomes(); }
std::size_t WrenchCells::outcome_of(std::size_t cell) const {
  internal::require_index("cell", static_cast<std::ptrdiff_t>(cell), cell_count());
  return state_->sphere ? state_->sphere->outcome_of(cell) : state_->circle->outcome_of(cell);
}
Eigen::Vector3d WrenchCells::wrench_in(std::size_t cell) const {
  internal::require_index("cell", static_cast<std::ptrdiff_t>(cell), complete() ? cell_count() : 0);
  return state_->sphere ? state_->sphere->wrench_in(cell) : state_->circle->wrench_in(cell);
}
std::optional<CellCentre> WrenchCells::widest(const std::function<bool(const std::vector<StepResult>&)>& wanted,
                                              const StopToken& stop) const {
  if (!complete()) return std::nullopt;
  return state_->sphere ? state_->sphere->widest(wanted, stop) : state_->circle->widest(wanted, stop);
}

}  // namespace pawl
