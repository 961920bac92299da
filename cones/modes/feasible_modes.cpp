// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/modes/feasible_modes.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "modes/mode_walk.h"
#include "modes/motion_cells.h"
#include "modes/motion_cone.h"

namespace pawl {
namespace {

Eigen::Vector3d normalized_sum(internal::DirectionPool& pool, const internal::CrossPair* rays, std::size_t count) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < count; ++i) {
    const auto unit = pool.unit_cross(rays[i].a, rays[i].b, true);
    sum += Eigen::Vector3d(unit[0], unit[1], unit[2]);
  }
  return count < 2 ? sum : Eigen::Vector3d(sum.normalized());
}

}  // namespace

struct FeasibleModesSolver::State {
  internal::MotionCells cells;
  internal::MotionCone motion;
  const ContactSet* set = nullptr;
  std::vector<int> chosen;  // cells, one a mode, sorted by mode

  std::string_view letters(int cell) const {
    return {cells.letters(cells.cells()[static_cast<std::size_t>(cell)]), set->size()};
  }

  int cell_of(std::size_t mode) const {
    if (mode < chosen.size()) return chosen[mode];
    throw InputError("", std::to_string(mode),
                     "must be below " + std::to_string(chosen.size()) + ", the count of modes");
  }

  /// One cell of the highest dimension a mode.
  void choose() {
    chosen.resize(cells.cells().size());
    std::iota(chosen.begin(), chosen.end(), 0);
    const auto dimension = [&](int cell) { return cells.cells()[static_cast<std::size_t>(cell)].dimension; };
    std::sort(chosen.begin(), chosen.end(), [&](int a, int b) {
      const int order = letters(a).compare(letters(b));
      if (order != 0) return order < 0;
      return dimension(a) != dimension(b) ? dimension(a) > dimension(b) : a < b;
    });
    const auto same = [&](int a, int b) { return letters(a) == letters(b); };
    chosen.erase(std::unique(chosen.begin(), chosen.end(), same), chosen.end());
  }

  Eigen::Vector3d acceleration(int index) {
    const internal::MotionCell& cell = cells.cells()[static_cast<std::size_t>(index)];
    internal::DirectionPool& pool = cells.pool();
    if (cell.dimension == 0) return Eigen::Vector3d::Zero();
    if (cell.count > 0) return normalized_sum(pool, cells.rays(cell), static_cast<std::size_t>(cell.count));
    const int before = pool.size();
    motion.build(pool, cells.directions(), letters(index), *set);
    const auto& rays = motion.generators().rays;
    const Eigen::Vector3d result = normalized_sum(pool, rays.data(), rays.size());
    pool.truncate(before);
    return result;
  }
};

FeasibleModesSolver::FeasibleModesSolver() : state_(std::make_unique<State>()) {}
FeasibleModesSolver::~FeasibleModesSolver() = default;
FeasibleModesSolver::FeasibleModesSolver(FeasibleModesSolver&&) noexcept = default;
FeasibleModesSolver& FeasibleModesSolver::operator=(FeasibleModesSolver&&) noexcept = default;

void FeasibleModesSolver::solve(const ContactSet& set) {
  set.validate();
  state_->set = &set;
  state_->cells.build(set);
  state_->choose();
}

std::size_t FeasibleModesSolver::count() const { return state_->chosen.size(); }
std::string_view FeasibleModesSolver::letters(std::size_t mode) const { return state_->letters(state_->cell_of(mode)); }
int FeasibleModesSolver::motion_dimension(std::size_t mode) const {
  return state_->cells.cells()[static_cast<std::size_t>(state_->cell_of(mode))].dimension;
}
Eigen::Vector3d FeasibleModesSolver::acceleration(std::size_t mode) const {
  return state_->acceleration(state_->cell_of(mode));
}

struct FeasibleModeWalk::State {
  internal::ModeWalk walk;
};

FeasibleModeWalk::FeasibleModeWalk(const ContactSet& set, std::string_view pattern, const StopToken& stop) {
  set.validate();
  if (!pattern.empty()) require_mode_fits(pattern, set);
  state_ = std::make_unique<State>();
  state_->walk.start(set, pattern, stop);
}
FeasibleModeWalk::~FeasibleModeWalk() = default;
FeasibleModeWalk::FeasibleModeWalk(FeasibleModeWalk&&) noexcept = default;
FeasibleModeWalk& FeasibleModeWalk::operator=(FeasibleModeWalk&&) noexcept = default;

bool FeasibleModeWalk::next() { return state_->walk.next(); }
bool FeasibleModeWalk::stopped() const { return state_->walk.stopped(); }
std::string_view FeasibleModeWalk::letters() const { return state_->walk.letters(); }
int FeasibleModeWalk::motion_dimension() const { return state_->walk.dimension(); }
Eigen::Vector3d FeasibleModeWalk::acceleration() const { return state_->walk.acceleration(); }

std::vector<FeasibleMode> feasible_modes(const ContactSet& set) {
  std::vector<FeasibleMode> modes;
  for (FeasibleModeWalk walk(set); walk.next();) {
    modes.push_back({Mode(walk.letters()), walk.acceleration(), walk.motion_dimension()});
  }
  return modes;
}

ModeCount count_feasible_modes(const ContactSet& set, std::string_view pattern, const StopToken& stop) {
  FeasibleModeWalk walk(set, pattern, stop);
  ModeCount result;
  while (walk.next()) ++result.count;
  result.stopped = walk.stopped();
  return result;
}

std::vector<Mode> expand_modes(const ContactSet& set, std::string_view pattern) {
  require_mode_fits(pattern, set);
  std::vector<Mode> modes;
  for (FeasibleModeWalk walk(set, pattern); walk.next();) modes.emplace_back(walk.letters());
  return modes;
}

}  // namespace pawl
