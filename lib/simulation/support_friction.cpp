// SPDX-License-Identifier: MIT
#include "simulation/support_friction.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pawl::internal {
namespace {

constexpr double kCreep = 1e-9;  ///< m/s
/// m/s. Contacts say u+ to their own tolerance only: in a body that hardly moves they may jump by more than this, and
/// where that goes on, what is less than the creep of a body that sticks is let be.
constexpr double kAgrees = 1e-11;
constexpr double kAgreeing = 1e-13;  ///< as part of the velocity, besides
constexpr int kMostNewtonSteps = 60;
constexpr int kTurnsOfRoots = 8, kTurnsOfSearch = 100;
constexpr double kNone = std::numeric_limits<double>::infinity();

/// Speed in the metric D.
double speed_of(const Eigen::Vector3d& u, const Eigen::Vector3d& metric) {
  return std::sqrt(u.cwiseProduct(metric).dot(u));
}

}  // namespace

bool SupportFriction::begin(const std::vector<int>& bodies, const Actuation& actuation, double time) {
  supported_.clear();
  if (actuation.supports.empty()) return false;
  for (const int body : bodies) {
    const Support& support = actuation.supports[static_cast<std::size_t>(body)];
    if (support.law == Support::Law::none || support.strength == 0) continue;
    const Body& inertia = system_.bodies[static_cast<std::size_t>(body)];
    Supported& one = supported_.emplace_back();
    one.body = body;
    one.inertia << inertia.mass, inertia.mass, inertia.inertia;
    one.metric << 1, 1, support.moment_radius * support.moment_radius;
    one.viscous = support.law == Support::Law::viscous;
    one.most = support.strength * time;
  }
  return !supported_.empty();
}

/// Of d |(M + d D)^-1 p| = B: with a = 1/d the left side is |(a M + D)^-1 p|, which falls and is convex in a, so that
/// Newton's method from a = 0 rises to the root.
void SupportFriction::set_weight(const Eigen::Vector3d& momentum, Supported& one) {
  if (one.viscous) {
    one.weight = one.most;
    return;
  }
  const double least = kCreep / one.most;  // of a
  double a = 0;
  const auto heavy = [&] { return Eigen::Vector3d(a * one.inertia + one.metric); };
  for (int i = 0; i < kMostNewtonSteps; ++i) {
    a = std::max(a, least);
    const Eigen::Vector3d u = momentum.cwiseQuotient(heavy());
    const double size = speed_of(u, one.metric);
    if (size <= one.most) break;
    // d size / d a = -u' D (a M + D)^-1 M u / size
    const double slope = -u.cwiseProduct(one.metric).dot(u.cwiseProduct(one.inertia).cwiseQuotient(heavy())) / size;
    const double next = a + (one.most - size) / slope;
    if (!(next > a * (1 + 1e-15))) break;
    a = next;
  }
  one.sticks = a <= least;
  one.weight = 1 / a;
}

/// One turn of a bracketed secant method for r(x) = log(d |u+(d)| / B) = 0, x = log d. Without friction in the contacts
/// u+ solves a convex problem, in which d |u+| rises with d.
void SupportFriction::search_weight(Supported& one) {
  const double largest = std::log(one.most / kCreep);
  const double x = std::min(std::log(one.weight), largest);
  const double miss = std::log(std::max(one.speed, 1e-300)) + x - std::log(one.most);
  if (one.high.x - one.low.x <= 1e-14 * std::fabs(x)) one.low = {-kNone, 0}, one.high = {kNone, 0};
  (miss < 0 ? one.low : one.high) = {x, miss};
  double next = x - 2 * miss;  // twice B / |u+|
  if (one.low.x > -kNone && one.high.x < kNone) {
    const double width = one.high.x - one.low.x;
    next = one.low.x - one.low.miss * width / (one.high.miss - one.low.miss);
    const double edge = (one.in_middle ? .01 : .5) * width;
    one.in_middle = !one.in_middle;
    next = std::clamp(next, one.low.x + edge, one.high.x - edge);
  }
  next = std::min(next, largest);
  one.sticks = next == largest;
  one.weight = std::exp(next);
}

void SupportFriction::weigh(int turn, const Eigen::VectorXd& before, StageSolver& stages, Motion& motion) {
  for (Supported& one : supported_) {
    const Eigen::Vector3d free = before.segment<3>(3 * one.body).cwiseProduct(one.inertia);
    if (turn >= kTurnsOfSearch && !one.viscous) {
      one.sticks = one.speed <= kCreep;
      one.weight = one.most / std::max(one.speed, kCreep);
    } else if (turn >= kTurnsOfRoots && !one.viscous) {
      search_weight(one);
    } else {
      set_weight(free + one.impulse, one);
    }
    motion.u.segment<3>(3 * one.body) = slowed(free, one);
    const Eigen::Vector3d heavy = one.inertia + one.weight * one.metric;
    stages.set_mobility(one.body, {1 / heavy[0], 1 / heavy[2]});
  }
}

bool SupportFriction::agrees(int turn, const Eigen::VectorXd& before, const Motion& motion) {
  const double least = turn < kTurnsOfSearch ? kAgrees : kCreep;
  bool agrees = true;
  for (Supported& one : supported_) {
    const Eigen::Vector3d u = motion.u.segment<3>(3 * one.body);
    const Eigen::Vector3d free = before.segment<3>(3 * one.body).cwiseProduct(one.inertia);
    one.impulse = u.cwiseProduct(one.inertia + one.weight * one.metric) - free;
    one.speed = speed_of(u, one.metric);
    Supported next = one;
    set_weight(free + one.impulse, next);
    const Eigen::Vector3d scale(1, 1, one.metric[2] > 0 ? std::sqrt(one.metric[2]) : 1);
    const double change = (slowed(free + one.impulse, next) - u).cwiseProduct(scale).cwiseAbs().maxCoeff();
    agrees = agrees && change <= least + kAgreeing * u.cwiseProduct(scale).cwiseAbs().maxCoeff();
  }
  return agrees;
}

void SupportFriction::finish(StageSolver& stages, Motion& motion) {
  for (const Supported& one : supported_) {
    // A support without moment lets the body turn.
    if (one.sticks) motion.u.segment(3 * one.body, one.metric[2] > 0 ? 3 : 2).setZero();
    stages.set_mobility(one.body, {1 / one.inertia[0], 1 / one.inertia[2]});
  }
}

}  // namespace pawl::internal
