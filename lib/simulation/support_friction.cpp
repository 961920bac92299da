// SPDX-License-Identifier: MIT
#include "simulation/support_friction.h"

#include <pawl/simulation/support.h>

#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/constants.h"
#include "base/faults.h"
#include "geometry/boundary.h"
#include "geometry/plane.h"

namespace pawl::internal::inline simulation {
namespace {

constexpr double kCreep = 1e-9;  ///< velocity of the creep of a sticking body, m/s
/// Accuracy of the velocity u+ at the end of the stage, m/s. The contact solver determines u+ only to its own
/// tolerance. The velocity u+ of a body that hardly moves may therefore change by more than this accuracy between
/// iterations. If such changes persist, changes below kCreep are accepted.
constexpr double kAgrees = 1e-11;
constexpr double kAgreeing = 1e-13;  ///< relative accuracy of u+; this part of u+ is added to kAgrees
constexpr int kMostNewtonSteps = 60;
constexpr int kTurnsOfRoots = 8, kTurnsOfSearch = 100;

/// Returns sqrt(u'Du), the size of the velocity u in the metric D.
double speed_of(const Eigen::Vector3d& u, const Eigen::Vector3d& metric) {
  return std::sqrt(u.cwiseProduct(metric).dot(u));
}

}  // namespace

bool SupportFriction::begin(const std::vector<int>& bodies, const Actuation& actuation, double time) {
  supported_.clear();
  if (actuation.supports.empty()) return false;
  for (const int body : bodies) {
    const Support& support = actuation.supports[body];
    if (support.law == Support::Law::none || support.strength == 0) continue;
    const Body& inertia = system_.bodies[body];
    Supported& one = supported_.emplace_back();
    one.body = body;
    one.inertia << inertia.mass, inertia.mass, inertia.inertia;
    one.metric << 1, 1, support.moment_radius * support.moment_radius;
    one.viscous = support.law == Support::Law::viscous;
    one.most = support.strength * time;
  }
  return !supported_.empty();
}

/// Sets the weight d so that d |(M + d D)^-1 p| = B, where p is the momentum (see SupportFriction for the other
/// symbols). With a = 1/d, the left-hand side is |(a M + D)^-1 p|, a decreasing and convex function of a. Newton's
/// method, started at a = 0, therefore increases monotonically to the root.
void SupportFriction::set_weight(const Eigen::Vector3d& momentum, Supported& one) {
  if (one.viscous) {
    one.weight = one.most;
    return;
  }
  const double least = kCreep / one.most;  // smallest value of a = 1/d, for which the body creeps
  double a = 0;
  const auto heavy = [&] { return Eigen::Vector3d(a * one.inertia + one.metric); };
  for (int i = 0; i < kMostNewtonSteps; ++i) {
    a = std::max(a, least);
    const Eigen::Vector3d u = momentum.cwiseQuotient(heavy());
    const double size = speed_of(u, one.metric);
    if (size <= one.most) break;
    // With u = (a M + D)^-1 p, the derivative of size = sqrt(u' D u) with respect to a is -u' D (a M + D)^-1 M u /
    // size.
    const double slope = -u.cwiseProduct(one.metric).dot(u.cwiseProduct(one.inertia).cwiseQuotient(heavy())) / size;
    const double next = a + (one.most - size) / slope;
    if (!(next > a * (1 + 1e-15))) break;
    a = next;
  }
  one.sticks = a <= least;
  one.weight = 1 / a;
}

/// Makes one step of a bracketed secant method for r(x) = log(d |u+(d)| / B) = 0 with x = log d. If the contacts have
/// no friction, u+ solves a convex problem, and d |u+| increases with d.
void SupportFriction::search_weight(Supported& one) {
  const double largest = std::log(one.most / kCreep);
  const double x = std::min(std::log(one.weight), largest);
  const double miss = std::log(std::max(one.speed, 1e-300)) + x - std::log(one.most);
  if (one.high.x - one.low.x <= 1e-14 * std::fabs(x)) one.low = {-kInfinity, 0}, one.high = {kInfinity, 0};
  (miss < 0 ? one.low : one.high) = {x, miss};
  double next = x - 2 * miss;  // this step is twice as long as the step from x to log(B / |u+|)
  if (one.low.x > -kInfinity && one.high.x < kInfinity) {
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

void SupportFriction::weigh(int turn, const Eigen::VectorXd& before, ImpulseSolver& solver, Motion& motion) {
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
    solver.set_mobility(one.body, {1 / heavy[0], 1 / heavy[2]});
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

void SupportFriction::finish(ImpulseSolver& solver, Motion& motion) {
  for (const Supported& one : supported_) {
    // a support with the moment radius 0 does not resist rotation
    if (one.sticks) motion.u.segment(3 * one.body, one.metric[2] > 0 ? 3 : 2).setZero();
    solver.set_mobility(one.body, {1 / one.inertia[0], 1 / one.inertia[2]});
  }
}

}  // namespace pawl::internal::inline simulation

namespace pawl {
namespace {

using Vector = Eigen::Vector2d;

using internal::cross;

void check(const Loops& loops, const Vector& point) {
  internal::Validator validator;
  validator.finite("/point/0", point.x());
  validator.finite("/point/1", point.y());
  validator.finish();
  validate(loops);
}

/// Returns the integral of |x| (x cross dx) along the straight segment from a to b. The segment consists of the points
/// x = foot + s * direction.
double along_straight(const Vector& a, const Vector& b) {
  const Vector direction = (b - a).normalized();
  const double height = cross(a, direction);
  const auto up_to = [&](double s) {
    const double bent = height == 0 ? 0 : height * height * std::asinh(s / std::fabs(height));
    return (s * std::hypot(s, height) + bent) / 2;
  };
  return height * (up_to(direction.dot(b)) - up_to(direction.dot(a)));
}

/// Returns the integral of |x| (x cross dx) along a circular arc. The arc starts at the angle `from` and turns by
/// `sweep`, rad.
double along_arc(const Vector& center, double radius, double from, double sweep) {
  constexpr unsigned kDepth = 15;
  const auto value = [&](double angle) {
    const Vector arm = radius * Vector(std::cos(angle), std::sin(angle));
    const Vector x = center + arm;
    return x.norm() * x.dot(arm);
  };
  return boost::math::quadrature::gauss_kronrod<double, 31>::integrate(value, from, from + sweep, kDepth, 1e-13);
}

double along_edges(const Polygon& polygon, const Vector& point) {
  double sum = 0;
  for (std::size_t i = 0, count = polygon.vertices.size(); i < count; ++i) {
    sum += along_straight(polygon.vertices[i] - point, polygon.vertices[(i + 1) % count] - point);
  }
  return sum;
}

double along_edges(const Disc& disc, const Vector& point) {
  return along_arc(disc.center - point, disc.radius, 0, 2 * std::numbers::pi);
}

double along_edges(const Path& path, const Vector& point) {
  double sum = 0;
  for (std::size_t i = 0, count = path.vertices.size(); i < count; ++i) {
    const Vector a = path.vertices[i] - point, b = path.vertices[(i + 1) % count] - point;
    const double bulge = path.bulges[i];
    if (std::fabs(bulge) < 1e-6) {  // the arc is replaced by its chord, because the area between them is below the
                                    // rounding error of the sum
      sum += along_straight(a, b);
      continue;
    }
    const Vector chord = b - a;
    const Vector center = (a + b) / 2 + Vector(-chord.y(), chord.x()) * ((1 - bulge * bulge) / (4 * bulge));
    const Vector arm = a - center;
    sum += along_arc(center, arm.norm(), std::atan2(arm.y(), arm.x()), 4 * std::atan(bulge));
  }
  return sum;
}

}  // namespace

double mean_distance(const Loops& loops, const Vector& point) {
  check(loops, point);
  // In polar coordinates, the integral of r over the area equals the integral of r^3/3 over the angle. The latter
  // equals the integral of r (x cross dx)/3 along the boundary.
  double sum = 0;
  for (std::size_t k = 0; k < loops.size(); ++k) {
    const double one = std::fabs(std::visit([&](const auto& edges) { return along_edges(edges, point); }, loops[k]));
    sum += k == 0 ? one : -one;
  }
  return sum / 3 / area_properties(loops).area;
}

double root_mean_square_distance(const Loops& loops, const Vector& point) {
  check(loops, point);
  const AreaProperties area = area_properties(loops);
  return std::sqrt(area.gyration_squared + (area.centroid - point).squaredNorm());
}

}  // namespace pawl
