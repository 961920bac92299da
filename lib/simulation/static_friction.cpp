// SPDX-License-Identifier: MIT
#include "simulation/static_friction.h"

#include <pawl/base/tolerance.h>

#include <cmath>

namespace pawl::internal::inline simulation {
namespace {

/// Largest relative distance from the edge of the friction cone at which a contact counts as sliding. It exceeds the
/// rounding errors of the solvers.
constexpr double kNearEdge = 1e-6;

bool has_two_coefficients(const ImpulseRow& row) {
  return row.contact != nullptr && row.contact->kinetic_friction < row.contact->friction;
}

/// Returns the sliding velocity of a contact with a normal impulse, m/s, along the normal turned by +90 degrees; 0 if
/// it sticks.
double sliding_of(const ImpulseRow& row, double normal, double tangent, const Eigen::VectorXd& u) {
  if (normal <= 0 || std::fabs(tangent) < (1 - kNearEdge) * row.friction * normal) return 0;
  const double sliding =
      velocity_along(u, row.link_a, row.arm_a, row.link_b, row.arm_b, turned_left(row.normal)) + row.tangent_bias;
  return std::fabs(sliding) <= tolerance::kRestingVelocity ? 0 : sliding;
}

}  // namespace

void StaticFriction::begin(std::vector<ImpulseRow>& rows) {
  stages_.clear();
  for (ImpulseRow& row : rows) {
    const bool slides = has_two_coefficients(row) && row.sliding_before != 0;
    if (slides) row.friction = row.contact->kinetic_friction;
    stages_.push_back(slides ? Stage::slides : Stage::sticks);
  }
}

bool StaticFriction::change(const Eigen::VectorXd& u, const ContactImpulses& impulses, std::vector<ImpulseRow>& rows) {
  bool changed = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ImpulseRow& row = rows[i];
    if (!has_two_coefficients(row) || stages_[i] == Stage::slides_for_good) continue;
    const auto k = static_cast<Eigen::Index>(i);
    const double sliding = sliding_of(row, impulses.normal[k], impulses.tangent[k], u);
    const bool sticks = stages_[i] == Stage::sticks;
    if (sticks ? sliding == 0 : sliding * row.sliding_before >= 0) continue;
    stages_[i] = sticks ? Stage::slides_for_good : Stage::sticks;
    row.friction = sticks ? row.contact->kinetic_friction : row.contact->friction;
    changed = true;
  }
  return changed;
}

bool StaticFriction::make_kinetic(std::vector<ImpulseRow>& rows) {
  bool changed = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!has_two_coefficients(rows[i])) continue;
    changed = changed || stages_[i] == Stage::sticks;
    stages_[i] = Stage::slides_for_good;
    rows[i].friction = rows[i].contact->kinetic_friction;
  }
  return changed;
}

}  // namespace pawl::internal::inline simulation
