// SPDX-License-Identifier: MIT
#include "support/spatial_scenes.h"

#include <pawl/base/assert.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/sliding_velocity.h"

namespace pawl::oracle {
namespace {

using Vector = Eigen::Vector3d;

constexpr double kClearance = 1e-3;
constexpr int kWalls = 5;
const Vector kWallNormals[kWalls] = {{0, 0, 1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};

Vector random_unit(RandomSystems& random) {
  for (;;) {
    const Vector v(random.real(-1, 1), random.real(-1, 1), random.real(-1, 1));
    if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
  }
}

/// Returns the distance of a point from a box. It is 0 inside the box.
double box_distance(const Vector& x, const Vector& center, const Eigen::Matrix3d& turn, const Vector& half) {
  const Vector local = (turn.transpose() * (x - center)).cwiseAbs() - half;
  return local.cwiseMax(0).norm();
}

}  // namespace

SpatialPile::SpatialPile(RandomSystems& random, int contacts) {
  width_ = 0.6 + 0.12 * std::sqrt(contacts) * random.real(0.8, 1.2);
  gravity_ = Eigen::AngleAxisd(random.real(-0.6, 0.6), random_unit(random)) * Vector(0, 0, -9.81);
  while (this->contacts() < contacts) {
    const int missing = contacts - this->contacts();
    const int pick = random.integer(0, 9);
    if (pick < 6 && missing >= 3) {
      add_ball(random);
    } else if (pick < 8 && missing >= 4) {
      add_box(random);
    } else if ((pick >= 8 || missing < 3) && !objects_.empty()) {
      add_arm(random);
    } else if (objects_.empty() && missing < 3) {
      // For one or two contacts, the scene is a single ball in a corner of the bin. Only the first one or two of its
      // three contacts are kept.
      add_ball(random);
      contacts_.resize(static_cast<std::size_t>(std::min(contacts, this->contacts())));
    }
  }
}

/// Features are numbered: first the walls, and then those objects that are balls.
double SpatialPile::distance(int feature, const Vector& x, Vector& gradient) const {
  if (feature < kWalls) {
    gradient = kWallNormals[feature];
    return gradient.dot(x) + (feature == 0 ? 0 : width_);
  }
  const Object& ball = objects_[static_cast<std::size_t>(feature - kWalls)];
  const double length = (x - ball.center).norm();
  gradient = (x - ball.center) / length;
  return length - ball.radius;
}

bool SpatialPile::ball_fits(const Vector& center, double radius, const std::vector<int>& touching) const {
  Vector gradient;
  for (int f = 0; f < kWalls + static_cast<int>(objects_.size()); ++f) {
    if (std::find(touching.begin(), touching.end(), f) != touching.end()) continue;
    const bool box = f >= kWalls && objects_[static_cast<std::size_t>(f - kWalls)].radius == 0;
    const Object* object = f < kWalls ? nullptr : &objects_[static_cast<std::size_t>(f - kWalls)];
    const double apart =
        box ? box_distance(center, object->center, object->turn, object->half) : distance(f, center, gradient);
    if (apart < radius + kClearance) return false;
  }
  return true;
}

void SpatialPile::add_load(RandomSystems& random, Object& object) {
  object.force = object.mass * gravity_;
  object.torque.setZero();
  if (random.integer(0, 3) > 0) return;
  object.force += 0.3 * object.mass * 9.81 * random_unit(random);
  object.torque = 0.1 * object.mass * 9.81 * random_unit(random);
}

void SpatialPile::add_touch(RandomSystems& random, Touch touch) {
  touch.normal.normalize();
  touch.tangents[0] = touch.normal.cross(random_unit(random)).normalized();
  touch.tangents[1] = touch.normal.cross(touch.tangents[0]);
  contacts_.push_back(touch);
}

/// Adds a ball that touches three features. Newton's method finds several possible balls; the lowest one that fits is
/// used.
void SpatialPile::add_ball(RandomSystems& random) {
  const double radius = random.real(0.1, 0.3);
  std::vector<int> balls;
  for (int f = 0; f < kWalls + static_cast<int>(objects_.size()); ++f) {
    if (f < kWalls || objects_[static_cast<std::size_t>(f - kWalls)].radius > 0) balls.push_back(f);
  }
  std::vector<int> best;
  Vector lowest(0, 0, HUGE_VAL);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<int> pick;
    while (pick.size() < 3) {
      const int f = balls[static_cast<std::size_t>(random.integer(0, static_cast<int>(balls.size()) - 1))];
      if (std::find(pick.begin(), pick.end(), f) == pick.end()) pick.push_back(f);
    }
    Vector x(random.real(-width_, width_), random.real(-width_, width_), random.real(0, 2));
    Eigen::Matrix3d gradients;
    Vector misses(1, 1, 1);
    for (int step = 0; step < 30 && misses.norm() > 1e-14; ++step) {
      for (int k = 0; k < 3; ++k) {
        Vector gradient;
        misses[k] = distance(pick[static_cast<std::size_t>(k)], x, gradient) - radius;
        gradients.row(k) = gradient;
      }
      if (std::fabs(gradients.determinant()) < 0.05) break;
      x -= gradients.inverse() * misses;
    }
    if (!(misses.norm() < 1e-12) || x.z() >= lowest.z() || !ball_fits(x, radius, pick)) continue;
    lowest = x;
    best = pick;
  }
  if (best.empty()) return;
  Object ball;
  ball.center = lowest;
  ball.radius = radius;
  ball.mass = std::pow(10, random.real(1, 3)) * 4 / 3 * std::numbers::pi * radius * radius * radius;
  ball.inertia = 0.4 * ball.mass * radius * radius * Eigen::Matrix3d::Identity();
  ball.turn.setIdentity();
  ball.half.setZero();
  add_load(random, ball);
  objects_.push_back(ball);
  for (const int f : best) {
    Touch touch;
    distance(f, lowest, touch.normal);
    touch.object = f < kWalls ? -1 : f - kWalls;
    touch.onto = static_cast<int>(objects_.size()) - 1;
    touch.point = lowest - radius * touch.normal;
    touch.radius_from = f < kWalls ? HUGE_VAL : objects_[static_cast<std::size_t>(f - kWalls)].radius;
    touch.radius_onto = radius;
    add_touch(random, touch);
  }
}

/// Adds a box that stands on the floor, rotated about the vertical.
void SpatialPile::add_box(RandomSystems& random) {
  Object box;
  box.half = Vector(random.real(0.05, 0.3), random.real(0.05, 0.3), random.real(0.05, 0.2));
  box.turn = Eigen::AngleAxisd(random.real(-3, 3), Vector(0, 0, 1)).toRotationMatrix();
  const double reach = box.half.head<2>().norm();
  if (reach + kClearance > width_) return;
  box.center =
      Vector(random.real(reach - width_, width_ - reach), random.real(reach - width_, width_ - reach), box.half.z());
  for (const Object& other : objects_) {
    const double size = other.radius > 0 ? other.radius : other.half.norm();
    if ((other.center - box.center).norm() < box.half.norm() + size + kClearance) return;
  }
  box.radius = 0;
  box.mass = std::pow(10, random.real(1, 3)) * 8 * box.half.prod();
  const Vector squares = box.half.cwiseProduct(box.half);
  const Vector principal(squares.y() + squares.z(), squares.x() + squares.z(), squares.x() + squares.y());
  box.inertia = box.turn * Vector(box.mass / 3 * principal).asDiagonal() * box.turn.transpose();
  add_load(random, box);
  objects_.push_back(box);
  for (int corner = 0; corner < 4; ++corner) {
    Touch touch;
    touch.onto = static_cast<int>(objects_.size()) - 1;
    touch.normal = Vector(0, 0, 1);
    const Vector local((corner & 1 ? 1 : -1) * box.half.x(), (corner & 2 ? 1 : -1) * box.half.y(), -box.half.z());
    touch.point = box.center + box.turn * local;
    touch.radius_from = HUGE_VAL;
    touch.radius_onto = 0;
    add_touch(random, touch);
  }
}

void SpatialPile::add_arm(RandomSystems& random) {
  const int onto = random.integer(0, static_cast<int>(objects_.size()) - 1);
  const Object& object = objects_[static_cast<std::size_t>(onto)];
  Touch touch;
  touch.onto = onto;
  touch.arm = static_cast<int>(arms_.size());
  if (object.radius > 0) {
    const Vector out = random_unit(random);
    touch.point = object.center + object.radius * out;
    touch.normal = -out;
    touch.radius_onto = object.radius;
  } else {
    const Vector local(random.real(-.9, .9) * object.half.x(), random.real(-.9, .9) * object.half.y(), object.half.z());
    touch.point = object.center + object.turn * local;
    touch.normal = Vector(0, 0, -1);
    touch.radius_onto = HUGE_VAL;
  }
  Arm arm;
  arm.radius = random.real(0.01, 0.03);
  arm.tip = touch.point - arm.radius * touch.normal;
  touch.radius_from = arm.radius;
  Vector gradient;
  for (int f = 0; f < kWalls; ++f) {
    if (distance(f, arm.tip, gradient) < arm.radius + kClearance) return;
  }
  if (!ball_fits(arm.tip, arm.radius, {kWalls + onto})) return;
  Vector end = arm.tip;
  for (int j = 2; j >= 0; --j) {
    arm.axes[j] = random_unit(random);
    arm.origins[j] = end + 0.4 * random_unit(random);
    end = arm.origins[j];
    arm.mass[j] = random.real(0.5, 3);
    arm.inertia[j] = 0.02 * arm.mass[j];
    arm.effort[j] = random.real(0, 30) * arm_column(arm, j, touch.point).dot(touch.normal);
  }
  arms_.push_back(arm);
  add_touch(random, touch);
}

Vector SpatialPile::arm_column(const Arm& arm, int joint, const Vector& point) const {
  return arm.axes[joint].cross(point - arm.origins[joint]);
}

SpatialPile::PointMotion SpatialPile::object_motion(int object, const Vector& point, const Eigen::VectorXd& u) const {
  const Vector spin = u.segment<3>(6 * object + 3);
  const Vector arm = point - objects_[static_cast<std::size_t>(object)].center;
  return {u.segment<3>(6 * object) + spin.cross(arm), spin.cross(spin.cross(arm)), spin, Vector(0, 0, 0)};
}

/// Returns the motion of a point on the link after joint `link`. Computes it recursively from the base.
SpatialPile::PointMotion SpatialPile::arm_motion(int index, int link, const Vector& point,
                                                 const Eigen::VectorXd& u) const {
  const Arm& arm = arms_[static_cast<std::size_t>(index)];
  PointMotion m{Vector(0, 0, 0), Vector(0, 0, 0), Vector(0, 0, 0), Vector(0, 0, 0)};
  Vector at = arm.origins[0];
  const auto carry = [&](const Vector& to) {
    const Vector r = to - at;
    m.velocity += m.spin.cross(r);
    m.bias += m.spin_bias.cross(r) + m.spin.cross(m.spin.cross(r));
    at = to;
  };
  for (int j = 0; j <= link; ++j) {
    carry(arm.origins[j]);
    const double rate = u[6 * static_cast<Eigen::Index>(objects_.size()) + joint_at(index) + j];
    m.spin_bias += m.spin.cross(arm.axes[j]) * rate;
    m.spin += rate * arm.axes[j];
  }
  carry(point);
  return m;
}

/// Returns the derivative of the contact's velocity, in world axes, for zero generalized accelerations. It is exact
/// along the normal and, if the contact rolls, along the tangents. The contact points follow from the centers of
/// curvature.
Vector SpatialPile::velocity_products(const Touch& t, const Eigen::VectorXd& u) const {
  const auto from_motion = [&](const Vector& point) -> PointMotion {
    if (t.arm >= 0) return arm_motion(t.arm, 2, point, u);
    if (t.object >= 0) return object_motion(t.object, point, u);
    return {Vector(0, 0, 0), Vector(0, 0, 0), Vector(0, 0, 0), Vector(0, 0, 0)};
  };
  const PointMotion a = from_motion(t.point), b = object_motion(t.onto, t.point, u);
  // If one of the two surfaces is flat, the normal turns with its body. If both are round, the normal turns with the
  // line between their centers.
  Vector turn(0, 0, 0);
  if (std::isinf(t.radius_from)) {
    turn = a.spin.cross(t.normal);
  } else if (std::isinf(t.radius_onto)) {
    turn = b.spin.cross(t.normal);
  } else {
    const Vector ca = t.point - t.radius_from * t.normal, cb = t.point + t.radius_onto * t.normal;
    const Vector apart = object_motion(t.onto, cb, u).velocity - from_motion(ca).velocity;
    turn = (apart - apart.dot(t.normal) * t.normal) / (t.radius_from + t.radius_onto);
  }
  // The contact point is at a fixed distance from the center of the round surface, along the normal. Its motion
  // relative to the material of each body follows from this.
  const bool by_from = std::isinf(t.radius_onto);
  const double radius = by_from ? t.radius_from : t.radius_onto;
  const Vector center = t.point + (by_from ? -radius : radius) * t.normal;
  const Vector place =
      (by_from ? from_motion(center) : object_motion(t.onto, center, u)).velocity + (by_from ? radius : -radius) * turn;
  const Vector convected = b.spin.cross(place - b.velocity) - a.spin.cross(place - a.velocity);
  return b.bias - a.bias + convected + t.normal * turn.dot(b.velocity - a.velocity);
}

Eigen::VectorXd SpatialPile::rest() const {
  return Eigen::VectorXd::Zero(static_cast<Eigen::Index>(6 * objects_.size() + 3 * arms_.size()));
}

WrenchMatrices SpatialPile::matrices(const Eigen::VectorXd& velocity, double mu) const {
  const Eigen::Index p = 6 * static_cast<Eigen::Index>(objects_.size());
  const Eigen::Index r = 3 * static_cast<Eigen::Index>(arms_.size());
  const Eigen::Index n = contacts();
  WrenchMatrices m;
  m.object_mass = Eigen::MatrixXd::Zero(p, p);
  m.object_force = Eigen::VectorXd::Zero(p);
  m.object_velocity = velocity.head(p);
  m.joint_velocity = velocity.tail(r);
  m.friction = Eigen::VectorXd::Constant(n, mu);
  for (Eigen::Index i = 0; i < p / 6; ++i) {
    const Object& object = objects_[static_cast<std::size_t>(i)];
    m.object_mass.block<3, 3>(6 * i, 6 * i) = object.mass * Eigen::Matrix3d::Identity();
    m.object_mass.block<3, 3>(6 * i + 3, 6 * i + 3) = object.inertia;
    const Vector spin = velocity.segment<3>(6 * i + 3);
    m.object_force.segment<3>(6 * i) = object.force;
    m.object_force.segment<3>(6 * i + 3) = object.torque - spin.cross(object.inertia * spin);
  }
  m.manipulator_mass = Eigen::MatrixXd::Zero(r, r);
  m.manipulator_force = Eigen::VectorXd::Zero(r);
  for (int a = 0; a < static_cast<int>(arms_.size()); ++a) {
    const Arm& arm = arms_[static_cast<std::size_t>(a)];
    for (int link = 0; link < 3; ++link) {
      const Vector end = link < 2 ? arm.origins[link + 1] : arm.tip;
      const Vector center = (arm.origins[link] + end) / 2;
      const PointMotion motion = arm_motion(a, link, center, velocity);
      for (int j = 0; j <= link; ++j) {
        const Vector column = arm_column(arm, j, center);
        for (int k = 0; k <= link; ++k) {
          m.manipulator_mass(joint_at(a) + j, joint_at(a) + k) +=
              arm.mass[link] * column.dot(arm_column(arm, k, center)) +
              arm.inertia[link] * arm.axes[j].dot(arm.axes[k]);
        }
        m.manipulator_force[joint_at(a) + j] +=
            arm.mass[link] * column.dot(gravity_ - motion.bias) - arm.inertia[link] * arm.axes[j].dot(motion.spin_bias);
      }
    }
    for (int j = 0; j < 3; ++j) m.manipulator_force[joint_at(a) + j] += arm.effort[j];
  }
  m.W.assign(3, Eigen::MatrixXd::Zero(p, n));
  m.J.assign(3, Eigen::MatrixXd::Zero(n, r));
  m.velocity_products.assign(3, Eigen::VectorXd::Zero(n));
  for (Eigen::Index i = 0; i < n; ++i) {
    const Touch& t = contacts_[static_cast<std::size_t>(i)];
    const Vector products = velocity_products(t, velocity);
    const Vector directions[3] = {t.normal, t.tangents[0], t.tangents[1]};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector& d = directions[k];
      m.velocity_products[k][i] = d.dot(products);
      const auto add = [&](int object, double sign) {
        m.W[k].col(i).segment<3>(6 * object) += sign * d;
        m.W[k].col(i).segment<3>(6 * object + 3) +=
            sign * (t.point - objects_[static_cast<std::size_t>(object)].center).cross(d);
      };
      add(t.onto, 1);
      if (t.object >= 0) add(t.object, -1);
      if (t.arm < 0) continue;
      for (int j = 0; j < 3; ++j) {
        m.J[k](i, joint_at(t.arm) + j) = d.dot(arm_column(arms_[static_cast<std::size_t>(t.arm)], j, t.point));
      }
    }
  }
  return m;
}

std::optional<Eigen::VectorXd> SpatialPile::sliding(RandomSystems& random, int rolling) const {
  const ContactEquations e = equations_of(matrices(rest(), 0));
  for (int trial = 0; trial < 5; ++trial) {
    if (auto u = sliding_velocity(e, random, rolling)) return u;
  }
  return {};
}

}  // namespace pawl::oracle
