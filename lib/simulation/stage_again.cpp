// SPDX-License-Identifier: MIT
// A stage whose impulses are those of the last step.
#include <algorithm>
#include <cmath>

#include "simulation/stage.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

constexpr double kStill = 1e-14;         ///< m/s: moves nothing
constexpr double kRestsWithin = 4;       ///< times the rounding of gaps
constexpr double kRounding = 1e-14;      ///< as part of the largest velocity that an impulse gives
constexpr double kMostRounding = 1e-12;  ///< m/s, of that
constexpr double kOnEdge = 1e-12;        ///< as part of the bound: a tangential impulse that is the bound

/// By how much velocities after an impulse are not what Coulomb's law says of it, m/s.
double coulomb_error(double friction, double normal, double tangent, double parting, double sliding) {
  if (normal <= 0) return std::max(0., -parting);
  const double bound = friction * normal;
  const bool slides = std::fabs(tangent) >= (1 - kOnEdge) * bound;
  const double wrong = !slides ? std::fabs(sliding) : bound == 0 ? 0 : tangent >= 0 ? sliding : -sliding;
  return std::max(std::fabs(parting), wrong);
}

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

/// What rounding leaves of velocities where impulses of this size balance, m/s; at least what moves nothing.
double StageSolver::still_speed(const std::vector<StageRow>& rows) const {
  double largest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    for (const int mover : {rows[i].mover_a, rows[i].mover_b}) {
      if (mover < 0) continue;
      const double size = near_.normal[k] + std::fabs(near_.tangent[k]);
      largest = std::max(largest, size * mobility_[at(mover)].inverse_mass);
    }
  }
  return std::max(kStill, std::min(kRounding * largest, kMostRounding));
}

/// Velocities after the impulses that the features gave each other last.
void StageSolver::push_again(const std::vector<StageRow>& rows, const Eigen::VectorXd& u) {
  held_u_.resize(u.size());
  for (const StageRow& row : rows) {
    for (const int mover : {row.mover_a, row.mover_b}) {
      if (mover >= 0) held_u_.segment<3>(3 * mover) = u.segment<3>(3 * mover);
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Vector impulse = impulse_of(rows[i], near_.normal, near_.tangent, i);
    push(rows[i].mover_b, rows[i].arm_b, impulse, held_u_);
    push(rows[i].mover_a, rows[i].arm_a, -impulse, held_u_);
  }
}

/// Whether what rows touch has no velocity after these impulses, but `still`, m/s.
bool StageSolver::rests_again(const std::vector<StageRow>& rows, double still) const {
  const auto rests = [&](int mover, const Vector& arm) {
    if (mover < 0) return true;
    const Eigen::Vector3d u = held_u_.segment<3>(3 * mover);
    return u.head<2>().squaredNorm() <= still * still && u[2] * u[2] * arm.squaredNorm() <= still * still;
  };
  return std::all_of(rows.begin(), rows.end(), [&](const StageRow& row) {
    return rests(row.mover_a, row.arm_a) && rests(row.mover_b, row.arm_b);
  });
}

/// Whether these impulses do it again, but for velocities of no account: of what is at rest in all steps but the first.
/// Then they are applied, and the problem need not be formed. What rests while it drifts has its velocities made 0: it
/// would creep by rounding until other impulses were needed.
bool StageSolver::still_hold(bool drifts, const std::vector<StageRow>& rows, Motion& motion) {
  if (!std::holds_alternative<Coulomb>(law_) || !mechanisms_.empty()) return false;
  push_again(rows, motion.u);
  double still = still_speed(rows);
  const bool rests = drifts && rests_again(rows, still);
  still = std::max(still, (rests ? kRestsWithin : 1) * rounding_of(rows));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const double parting = along(held_u_, rows[i], rows[i].normal) + rows[i].normal_bias;
    const double sliding = along(held_u_, rows[i], turned_left(rows[i].normal)) + rows[i].tangent_bias;
    if (!(coulomb_error(rows[i].friction, near_.normal[k], near_.tangent[k], parting, sliding) <= still)) return false;
  }
  for (const StageRow& row : rows) {
    for (const int mover : {row.mover_a, row.mover_b}) {
      if (mover < 0) continue;
      if (rests) held_u_.segment<3>(3 * mover).setZero();
      motion.u.segment<3>(3 * mover) = held_u_.segment<3>(3 * mover);
    }
  }
  result_.asked = true;
  result_.normal = near_.normal;
  result_.tangent = near_.tangent;
  return true;
}

}  // namespace pawl::internal
