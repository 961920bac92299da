// SPDX-License-Identifier: MIT
#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>
#include <pawl/modes/forward.h>

#include <stdexcept>

#include "contact/input_checks.h"
#include "modes/mode_list.h"
#include "modes/mode_solution.h"
#include "modes/wrench_hull.h"

namespace pawl {

using internal::contact_rows;
using internal::ContactRows;
using internal::ModeMotions;
using internal::ModeSolver;
using internal::WrenchPlace;

namespace {

/// Ten times the bounds of inputs: a wrench or twist within those may be turned into another frame.
constexpr double kMostWrench = 10 * kLargestWrench;
constexpr double kMostTwist = 10 * kLargestTwist;

/// Linear equations whose solution leaves more of the wrench than this are too near to singular for doubles.
constexpr double kGoodLinear = 1e-12;

SolutionCount count(const std::vector<ForwardSolution>& solutions) {
  if (solutions.empty()) return SolutionCount::none;
  const bool one = solutions.size() == 1 && solutions[0].acceleration_rank_deficiency == 0;
  return one ? SolutionCount::one : SolutionCount::many;
}

}  // namespace

struct ForwardSolver::State {
  const ContactSet* set = nullptr;
  internal::WrenchHull wrenches;
  ModeSolver modes{wrenches};
  internal::ModeList list;

  void add(std::optional<ForwardSolution> solution) {
    if (solution) found.solutions.push_back(std::move(*solution));
  }

  void solve_moving(const Eigen::Vector3d& twist, const StopToken& stop) {
    const std::vector<ContactRows> moving = contact_rows(*set, twist);
    for (const ContactRows& contact : moving) found.exact = found.exact && contact.exact;
    found.stopped = !for_each_affine_mode(
        moving, [&](const ModeMotions& motions) { add(modes.solve(motions)); }, stop);
  }

  /// In the interior of its wrench cone a mode has dim(motions) + dim(forces) - 3 dimensions of solutions.
  void solve_at_rest(const Eigen::Vector3d& wrench, const StopToken& stop) {
    found.stopped = !list.for_each(
        [&](std::string_view letters, int motion_dimension) { solve_mode(letters, motion_dimension, wrench); }, stop);
  }

  void solve_mode(std::string_view letters, int motion_dimension, const Eigen::Vector3d& wrench) {
    wrenches.build(letters);
    const WrenchPlace place = wrenches.place(wrench);
    if (place == WrenchPlace::outside) return;
    if (place == WrenchPlace::inside && motion_dimension + modes.wrench_rank(letters) == 3) {
      ForwardSolution solution = modes.solve_linear(letters);
      solution.force_rank_deficiency = motion_dimension + modes.force_dimension() - 3;
      if (solution.residual <= kGoodLinear) return add(std::move(solution));
    }
    if (rows.empty()) rows = contact_rows(*set, Eigen::Vector3d::Zero());
    add(modes.solve(mode_motions(rows, letters)));
  }

  ForwardSolutions found;
  std::vector<ContactRows> rows;  // at rest, once needed
};

ForwardSolver::ForwardSolver() : state_(std::make_unique<State>()) {}
ForwardSolver::~ForwardSolver() = default;
ForwardSolver::ForwardSolver(ForwardSolver&&) noexcept = default;
ForwardSolver& ForwardSolver::operator=(ForwardSolver&&) noexcept = default;

void ForwardSolver::set(const ContactSet& set) {
  set.validate();
  state_->set = &set;
  state_->wrenches.set(set);
  state_->modes.set(set);
  state_->list.set(set);
  state_->rows.clear();
}

ForwardSolutions ForwardSolver::solve(const Eigen::Vector3d& wrench, const Eigen::Vector3d& twist,
                                      const StopToken& stop) {
  if (state_->set == nullptr) throw std::logic_error("ForwardSolver: no contact set; call set() first");
  internal::require_within(wrench, kMostWrench, "/wrench");
  internal::require_within(twist, kMostTwist, "/twist");
  state_->found = {};
  state_->modes.set_wrench(wrench);
  if (twist.isZero(0)) {
    state_->solve_at_rest(wrench, stop);
  } else {
    state_->solve_moving(twist, stop);
  }
  state_->found.count = count(state_->found.solutions);
  return std::move(state_->found);
}

ForwardSolutions forward(const ContactSet& set, const Eigen::Vector3d& wrench, const Eigen::Vector3d& twist,
                         const StopToken& stop) {
  ForwardSolver solver;
  solver.set(set);
  return solver.solve(wrench, twist, stop);
}

}  // namespace pawl
