// SPDX-License-Identifier: MIT
#include "energy/box_proof.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <utility>

#include "cones/cone.h"
#include "geometry/plane.h"

namespace pawl::internal::inline planner {
namespace {

using Vector = Eigen::Vector2d;

constexpr double kMargin =
    0x1p-32;  ///< proofs for a unit twist must hold with this margin, because the checker rounds differently
constexpr double kRight = std::numbers::pi / 2;

}  // namespace

BoxJudge::BoxJudge(const EnergyProblem& problem, double domain)
    : problem_(problem),
      contacts_(problem.loops(), problem.fixels, problem.walls, {problem.fixel_tolerance, problem.outline_tolerance},
                domain, problem.load.anchor ? problem.load.anchor->norm() : 0),
      size_(contacts_.size()),
      slack_(contacts_.slack()) {
  for (const EnergyGoal& goal : problem.goal) goal_.push_back(contacts_.nearest_contact(goal));
  if (!goal_.empty()) find_near_goal();
}

Vector BoxJudge::force_at(const PoseBox& box) const {
  const EnergyLoad& load = problem_.load;
  if (!load.anchor) return load.force;
  const Vector at = box.centre.head<2>() + rotated(load.at, box.centre.z());
  return load.force.norm() * (*load.anchor - at).stableNormalized();
}

/// Returns whether the load has positive power for the twist `xi` at all poses of the box.
bool BoxJudge::pushes(const Eigen::Vector3d& xi, const PoseBox& box) const {
  const EnergyLoad& load = problem_.load;
  const double omega = xi.z();
  const Vector force = force_at(box), arm = rotated(load.at, box.centre.z());
  const Vector u = xi.head<2>() + omega * turned_left(arm);
  const double moves = std::fabs(omega) * chord(load.at.norm(), box.half.z());
  double power = force.dot(u);
  if (load.anchor) {
    const double distance = (*load.anchor - box.centre.head<2>() - arm).norm();
    const double away = reach(box, load.at.norm()) + load.anchor_tolerance + slack_;
    if (away >= distance) return false;
    const double sine = away / distance;
    power = power * std::sqrt(1 - sine * sine) - std::fabs(cross(force, u)) * sine;
    if (force.dot(u) < 0) return false;
  }
  if (load.direction_tolerance > 0) {
    if (force.dot(u) < 0) return false;
    power = power * std::cos(load.direction_tolerance) - std::fabs(cross(force, u)) * std::sin(load.direction_tolerance);
  }
  const double speed = xi.head<2>().norm() + std::fabs(omega) * load.at_tolerance;
  const double lost = load.support * std::hypot(speed, load.support_radius * omega) +
                      force.norm() * std::fabs(omega) * load.at_tolerance;
  const double scale = 1 + size_ / problem_.gyration_radius;
  return power + omega * load.torque - force.norm() * moves - lost > kMargin * scale;
}

bool BoxJudge::holds_for(const Eigen::Vector3d& xi, const PoseBox& box, const PossibleContact& contact) const {
  const ContactForces forces = contacts_.forces(box, contact);
  if (forces.spread >= kRight) return false;
  const double omega = xi.z();
  const Vector u = xi.head<2>() + omega * turned_left(forces.arm);
  const double moves = std::fabs(omega) * forces.arm_error;
  const double length = std::hypot(1, forces.friction);
  const double scale = 1 + size_ / problem_.gyration_radius;
  for (const double s : {1., -1.}) {
    const Vector edge = (forces.normal + s * forces.friction * turned_left(forces.normal)) / length;
    const double along = u.dot(edge);
    const double turned = along < 0 ? along : along * std::cos(forces.spread);
    const double least = turned - std::fabs(cross(u, edge)) * std::sin(forces.spread) - moves;
    const double by_radius = s * omega * forces.friction / length * forces.radius;
    if (!(least + by_radius > kMargin * scale)) return false;
  }
  return true;
}

bool BoxJudge::proves(const Eigen::Vector3d& xi, const PoseBox& box,
                      const std::vector<PossibleContact>& contacts) const {
  if (!pushes(xi, box)) return false;
  return std::all_of(contacts.begin(), contacts.end(),
                     [&](const PossibleContact& contact) { return holds_for(xi, box, contact); });
}

namespace {

/// Puts the rows into a fixed random order if there are many. The order of the outline is the worst case for
/// largest_cap(). With it, a coarse box around an outline of 132 edges would take a million times as long as a box with
/// few contacts.
void shuffle_if_many(std::vector<Eigen::Vector3d>& rows) {
  constexpr std::size_t kMany = 32;
  if (rows.size() <= kMany) return;
  std::uint32_t state = 1;
  for (std::size_t left = rows.size(); left > 1; --left) {
    state = state * 1664525 + 1013904223;  // linear congruential generator from Numerical Recipes
    const auto chosen = static_cast<std::size_t>((std::uint64_t{state} * left) >> 32);
    std::swap(rows[left - 1], rows[chosen]);
  }
}

}  // namespace

/// Finds the twist that has the largest angle from the boundaries of all half-spaces in which the power of the load and
/// of the contacts' extreme forces is positive. Returns the twist if proves() accepts it, otherwise nothing.
std::optional<Eigen::Vector3d> BoxJudge::find_proof(const PoseBox& box,
                                                    const std::vector<PossibleContact>& contacts) const {
  const double rho = problem_.gyration_radius;
  std::vector<Eigen::Vector3d> rows;
  const auto add = [&](const Vector& at, const Vector& force, double torque) {
    rows.push_back(Eigen::Vector3d(force.x(), force.y(), (cross(at, force) + torque) / rho).normalized());
  };
  add(rotated(problem_.load.at, box.centre.z()), force_at(box), problem_.load.torque);
  for (const PossibleContact& contact : contacts) {
    const ContactForces forces = contacts_.forces(box, contact);
    const double half = std::atan(forces.friction) + forces.spread;
    if (half >= kRight) return std::nullopt;
    const double by_radius = std::sin(std::atan(forces.friction)) * forces.radius;
    for (const double s : {1., -1.}) add(forces.arm, rotated(forces.normal, s * half), s * by_radius);
  }
  shuffle_if_many(rows);
  const std::optional<Eigen::Vector3d> best = largest_positive_cap(rows);
  if (!best) return std::nullopt;
  const Eigen::Vector3d xi(best->x(), best->y(), best->z() / rho);
  return xi.allFinite() && proves(xi, box, contacts) ? std::optional(xi) : std::nullopt;
}

bool BoxJudge::is_near_goal(const PoseBox& box) const {
  return ((box.centre.cwiseAbs() + box.half).array() <= near_goal_.array()).all();
}

std::vector<PossibleContact> BoxJudge::without(const std::vector<PossibleContact>& contacts, std::size_t goal) const {
  std::vector<PossibleContact> others = contacts;
  std::erase(others, goal_[goal]);
  return others;
}

std::optional<std::array<Eigen::Vector3d, 3>> BoxJudge::find_near_proof(
    const PoseBox& box, const std::vector<PossibleContact>& contacts) const {
  if (goal_.empty() || !is_near_goal(box)) return std::nullopt;
  std::array<Eigen::Vector3d, 3> twists;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto found = find_proof(box, without(contacts, i));
    if (!found) return std::nullopt;
    twists[i] = *found;
  }
  return twists;
}

bool BoxJudge::proves_near(const std::array<Eigen::Vector3d, 3>& twists, const PoseBox& box,
                           const std::vector<PossibleContact>& contacts) const {
  for (std::size_t i = 0; i < 3; ++i) {
    if (!proves(twists[i], box, without(contacts, i))) return false;
  }
  return is_near_goal(box);
}

bool BoxJudge::regular(const Eigen::Vector3d& half) const {
  const PoseBox seat{{0, 0, 0}, {0, 0, 0}}, box{{0, 0, 0}, half};
  const double rho = problem_.gyration_radius;
  Eigen::Matrix3d rows;
  double off = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const ContactForces here = contacts_.forces(seat, goal_[i]), range = contacts_.forces(box, goal_[i]);
    if (range.spread >= kRight) return false;
    const Vector& n = here.normal;
    rows.row(static_cast<Eigen::Index>(i)) << n.x(), n.y(), cross(here.arm, n) / rho;
    const double turn = chord(1, range.spread + std::fabs(std::atan2(cross(n, range.normal), n.dot(range.normal))));
    off += turn * turn + std::pow((here.arm.norm() * turn + range.arm_error) / rho, 2);
  }
  const Eigen::Matrix3d inverse = rows.inverse();
  return inverse.allFinite() && std::sqrt(off) * inverse.norm() < .999;
}

void BoxJudge::find_near_goal() {
  const double rho = problem_.gyration_radius;
  for (double size = 1; size > 1e-6; size /= 1.25) {
    const Eigen::Vector3d half(size * rho, size * rho, size);
    if (!regular(half)) continue;
    near_goal_ = half;
    return;
  }
}

double BoxJudge::potential(const Eigen::Vector3d& pose) const {
  const EnergyLoad& load = problem_.load;
  const Vector at = pose.head<2>() + rotated(load.at, pose.z());
  if (load.anchor) return load.force.norm() * ((*load.anchor - at).norm() - (*load.anchor - load.at).norm());
  return -load.force.dot(at - load.at) - load.torque * pose.z();
}

/// Returns a lower bound on the potential in the box: the potential at the centre minus the bounds spread(), blur() and
/// rounding(). For a pull towards an anchor, spread() is valid for the following reason: the potential is a convex
/// function of the position of the load's point, so the tangent plane at the centre is a lower bound.
double BoxJudge::least_potential(const PoseBox& box) const {
  return potential(box.centre) - spread(box) - blur(box) - rounding();
}

double BoxJudge::greatest_potential(const PoseBox& box) const {
  const EnergyLoad& load = problem_.load;
  const double up = load.anchor ? load.force.norm() * reach(box, load.at.norm()) : spread(box);
  return potential(box.centre) + up + blur(box) + rounding();
}

double BoxJudge::most_above(const BoxJudge& other, const PoseBox& box) const {
  const double apart = greatest_potential(box) - other.least_potential(box);
  const EnergyLoad &load = problem_.load, &before = other.problem_.load;
  if (load.anchor || before.anchor || load.at != before.at) return apart;
  const Vector arm = rotated(load.at, box.centre.z()), force = load.force - before.force;
  const double turn = std::min(box.half.z(), kRight);
  const double far = box.half.z() > kRight ? 2 * force.norm() * arm.norm() : 0;
  const double varies = std::fabs(force.x()) * box.half.x() + std::fabs(force.y()) * box.half.y() +
                        std::fabs(load.torque - before.torque) * box.half.z() +
                        std::fabs(cross(arm, force)) * std::sin(turn) + std::fabs(force.dot(arm)) * (1 - std::cos(turn)) +
                        far;
  const double middle = potential(box.centre) - other.potential(box.centre);
  return std::min(apart, middle + varies + blur(box) + other.blur(box) + rounding() + other.rounding());
}

double BoxJudge::rounding() const {
  return slack_ * (problem_.load.force.norm() + std::fabs(problem_.load.torque) / problem_.gyration_radius);
}

/// Returns a bound on the effect of the load's tolerances on the potential. The effect is the potential of the stated
/// load minus that of a load within the tolerances, apart from a constant.
///
/// If the anchor is displaced within its tolerance, the potential changes by at most this displacement times the change
/// of the pull's direction between the seat and the pose.
double BoxJudge::blur(const PoseBox& box) const {
  const EnergyLoad& load = problem_.load;
  const double size = load.force.norm();
  const Vector at = box.centre.head<2>() + rotated(load.at, box.centre.z());
  double blur = 0;
  if (load.anchor && load.anchor_tolerance > 0) {
    const double moved = (at - load.at).norm() + reach(box, load.at.norm());
    const double distance = (*load.anchor - load.at).norm() - load.anchor_tolerance;
    blur += size * load.anchor_tolerance * std::min(2., distance > 0 ? 2 * moved / distance : 2.);
  }
  const Vector there = load.reference.head<2>() + rotated(load.at, load.reference.z());
  if (load.direction_tolerance > 0)
    blur += size * chord(1, load.direction_tolerance) * ((at - there).norm() + reach(box, load.at.norm()));
  if (load.at_tolerance > 0) {
    const double turned = std::fabs(box.centre.z() - load.reference.z()) + box.half.z();
    blur += size * load.at_tolerance * chord(1, turned);
  }
  return blur;
}

double BoxJudge::spread(const PoseBox& box) const {
  const Vector force = force_at(box), arm = rotated(problem_.load.at, box.centre.z());
  const double turn = std::min(box.half.z(), kRight);
  const double by_turn = std::fabs(problem_.load.torque) * box.half.z() +
                         std::fabs(cross(arm, force)) * std::sin(turn) +
                         std::fabs(force.dot(arm)) * (1 - std::cos(turn));
  const double far = box.half.z() > kRight ? 2 * force.norm() * arm.norm() : 0;
  return std::fabs(force.x()) * box.half.x() + std::fabs(force.y()) * box.half.y() + by_turn + far;
}

/// Returns true if the pose is free for some position errors within the tolerances.
bool BoxJudge::is_free(const Eigen::Vector3d& pose) const { return contacts_.has_gap(pose, -contacts_.errors().sum()); }

}  // namespace pawl::internal::inline planner
