// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/bodies/multi_body.h>

#include <cmath>
#include <string>

#include "bodies/kinematics.h"

namespace pawl {
namespace {

class Validator {
 public:
  explicit Validator(const MultiBody& system) : system_(system) {}

  void fault(const std::string& pointer, double value, const char* message) {
    faults_.push_back({pointer, fmt::format("{}", value), message});
  }
  void finite(const std::string& pointer, double value) {
    if (!std::isfinite(value)) fault(pointer, value, "must be a finite number");
  }
  template <typename Vector>
  void vector(const std::string& pointer, const Vector& v) {
    for (Eigen::Index k = 0; k < v.size(); ++k) finite(fmt::format("{}/{}", pointer, k), v[k]);
  }
  void positive(const std::string& pointer, double value) {
    if (!(value > 0) || !std::isfinite(value)) fault(pointer, value, "must be a finite number greater than 0");
  }
  void not_negative(const std::string& pointer, double value) {
    if (!(value >= 0) || !std::isfinite(value)) fault(pointer, value, "must be a finite number of at least 0");
  }

  void body(const std::string& pointer, const FreeBody& body) {
    positive(pointer + "/mass", body.mass);
    positive(pointer + "/inertia", body.inertia);
    vector(pointer + "/pose", body.pose);
    vector(pointer + "/twist", body.twist);
    vector(pointer + "/wrench", body.wrench);
  }

  void joint(const std::string& pointer, const Joint& joint, int index) {
    if (joint.parent < -1 || joint.parent >= index) {
      fault(pointer + "/parent", joint.parent, "must be an earlier joint, or -1 for the ground");
    }
    vector(pointer + "/anchor", joint.anchor);
    finite(pointer + "/angle", joint.angle);
    finite(pointer + "/position", joint.position);
    finite(pointer + "/velocity", joint.velocity);
    finite(pointer + "/effort", joint.effort);
    if (joint.acceleration) finite(pointer + "/acceleration", *joint.acceleration);
    not_negative(pointer + "/mass", joint.mass);
    not_negative(pointer + "/inertia", joint.inertia);
    vector(pointer + "/center_of_mass", joint.center_of_mass);
    vector(pointer + "/wrench", joint.wrench);
  }

  void solid(const std::string& pointer, Solid solid) {
    const std::size_t count = solid.kind == Solid::Kind::body   ? system_.bodies.size()
                              : solid.kind == Solid::Kind::link ? system_.joints.size()
                                                                : solid.index + 1;
    if (solid.index >= count) {
      fault(pointer, static_cast<double>(solid.index), "must be the index of a body or joint that exists");
    }
  }

  void sides(const std::string& pointer, Solid a, Solid b) {
    solid(pointer + "/a", a);
    solid(pointer + "/b", b);
    if (a == b) faults_.push_back({pointer, "", "must be between two different solids"});
  }

  void contact(const std::string& pointer, const BodyContact& contact) {
    sides(pointer, contact.a, contact.b);
    vector(pointer + "/point", contact.point);
    vector(pointer + "/normal", contact.normal);
    if (contact.normal.isZero(0)) faults_.push_back({pointer + "/normal", "[0,0]", "must not be the zero vector"});
    not_negative(pointer + "/friction", contact.friction);
    finite(pointer + "/gap", contact.gap);
    radii(pointer + "/radius_b", contact.radius_a, contact.radius_b);
  }

  /// Two arcs touch without crossing when their curvatures add up to more than 0; a corner's is infinite.
  void radii(const std::string& pointer, double a, double b) {
    if (std::isinf(a) && std::isinf(b)) {
      fault(pointer, b, "an edge on an edge is two contacts, each of a corner on an edge");
      return;
    }
    const bool flat = std::isinf(a) || std::isinf(b);
    const bool fit = !std::isnan(a + b) && (flat               ? a >= 0 && b >= 0
                                            : a == 0 || b == 0 ? a + b != 0
                                                               : (a + b) / a / b > 0);
    if (!fit) fault(pointer, b, "must fit radius_a: two corners have no normal, and what lies in a hollow is rounder");
  }

  void pin(const std::string& pointer, const Pin& pin) {
    sides(pointer, pin.a, pin.b);
    vector(pointer + "/at_a", pin.at_a);
    vector(pointer + "/at_b", pin.at_b);
  }

  void finish() {
    if (!faults_.empty()) throw InputError(std::move(faults_));
  }

 private:
  const MultiBody& system_;
  std::vector<Fault> faults_;
};

/// Adds the inertia of one link to the rows and columns of its joint and the joint's ancestors.
void add_link(const MultiBody& system, const Kinematics& kinematics, std::size_t link, Eigen::MatrixXd& mass) {
  const Joint& joint = system.joints[link];
  const Eigen::Vector2d center = kinematics.center_of_mass(link);
  for (int j = static_cast<int>(link); j >= 0; j = kinematics.parent(j)) {
    for (int k = static_cast<int>(link); k >= 0; k = kinematics.parent(k)) {
      mass(kinematics.column(j), kinematics.column(k)) +=
          joint.mass * kinematics.point_column(j, center).dot(kinematics.point_column(k, center)) +
          joint.inertia * kinematics.spin_column(j) * kinematics.spin_column(k);
    }
  }
}

}  // namespace

void MultiBody::validate() const {
  Validator validator(*this);
  for (std::size_t i = 0; i < bodies.size(); ++i) validator.body(fmt::format("/bodies/{}", i), bodies[i]);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    validator.joint(fmt::format("/joints/{}", i), joints[i], static_cast<int>(i));
  }
  for (std::size_t i = 0; i < pins.size(); ++i) validator.pin(fmt::format("/pins/{}", i), pins[i]);
  for (std::size_t i = 0; i < contacts.size(); ++i) validator.contact(fmt::format("/contacts/{}", i), contacts[i]);
  validator.vector("/gravity", gravity);
  validator.finish();
}

Eigen::VectorXd generalized_velocity(const MultiBody& system) {
  Eigen::VectorXd u(static_cast<Eigen::Index>(system.degrees()));
  Eigen::Index at = 0;
  for (const FreeBody& body : system.bodies) {
    u.segment<3>(at) = body.twist;
    at += 3;
  }
  for (const Joint& joint : system.joints) u[at++] = joint.velocity;
  return u;
}

Eigen::MatrixXd mass_matrix(const MultiBody& system) {
  const Kinematics kinematics(system);
  const Eigen::Index degrees = static_cast<Eigen::Index>(system.degrees());
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(degrees, degrees);
  Eigen::Index at = 0;
  for (const FreeBody& body : system.bodies) {
    mass.diagonal().segment<3>(at) << body.mass, body.mass, body.inertia;
    at += 3;
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) add_link(system, kinematics, i, mass);
  return mass;
}

double potential_energy(const MultiBody& system) {
  const Kinematics kinematics(system);
  double energy = 0;
  for (const FreeBody& body : system.bodies) energy -= body.mass * system.gravity.dot(body.pose.head<2>());
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    energy -= system.joints[i].mass * system.gravity.dot(kinematics.center_of_mass(i));
  }
  return energy;
}

MultiBody advanced(const MultiBody& system, double step) {
  MultiBody moved = system;
  for (FreeBody& body : moved.bodies) body.pose += step * body.twist;
  for (Joint& joint : moved.joints) joint.position += step * joint.velocity;
  return moved;
}

}  // namespace pawl
