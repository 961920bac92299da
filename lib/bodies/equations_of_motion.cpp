// SPDX-License-Identifier: MIT
#include "bodies/equations_of_motion.h"

#include <pawl/bodies/equations_of_motion.h>
#include <pawl/bodies/mass_matrix.h>
#include <pawl/bodies/places.h>
#include <pawl/bodies/potential_energy.h>

#include <cmath>

#include "bodies/system.h"
#include "geometry/boundary.h"

namespace pawl::internal::inline bodies {

Eigen::Vector2d SolidMotion::direction(const Eigen::Vector2d& local) const {
  return angle == 0 ? local : rotated(local, angle);
}

Eigen::Vector2d SolidMotion::world(const Eigen::Vector2d& local) const { return origin + direction(local); }

Eigen::Vector2d SolidMotion::velocity_at(const Eigen::Vector2d& place) const {
  return velocity + spin * turned_left(place - origin);
}

Eigen::Vector2d SolidMotion::bias_at(const Eigen::Vector2d& place) const {
  return bias - spin * spin * (place - origin);
}

Kinematics::Kinematics(const System& system, const State& state) : system_(system) {
  motions_.reserve(system.bodies.size() + system.joints.size());
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const auto pose = state.pose(i);
    const auto twist = state.twist(i);
    motions_.push_back({pose.head<2>(), pose.z(), twist.head<2>(), twist.z(), {0, 0}});
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    motions_.push_back(link_motion(system.joints[i], state.position(i), state.velocity(i)));
  }
}

SolidMotion Kinematics::link_motion(const Joint& joint, double position, double velocity) const {
  const SolidMotion& parent = joint.parent < 0 ? ground_ : motion(Solid::link(static_cast<std::size_t>(joint.parent)));
  const bool slides = joint.kind == Joint::Kind::prismatic;
  SolidMotion link;
  link.angle = parent.angle + joint.angle + (slides ? 0 : position);
  link.spin = parent.spin + (slides ? 0 : velocity);
  link.origin = parent.world(joint.anchor);
  const Eigen::Vector2d axis = slides ? link.direction({1, 0}) : Eigen::Vector2d(0, 0);
  if (slides) link.origin += position * axis;
  link.velocity = parent.velocity_at(link.origin) + velocity * axis;
  link.bias = parent.bias_at(link.origin) + 2 * parent.spin * velocity * turned_left(axis);
  return link;
}

const SolidMotion& Kinematics::motion(Solid solid) const {
  if (solid.kind == Solid::Kind::ground) return ground_;
  return motions_[solid.kind == Solid::Kind::body ? solid.index : system_.bodies.size() + solid.index];
}

Eigen::Vector2d Kinematics::center_of_mass(std::size_t link) const {
  return motion(Solid::link(link)).world(system_.joints[link].center_of_mass);
}

Eigen::Vector2d Kinematics::point_column(int joint, const Eigen::Vector2d& place) const {
  const SolidMotion& link = motion(Solid::link(static_cast<std::size_t>(joint)));
  if (spin_column(joint) == 0) return link.direction({1, 0});
  return turned_left(place - link.origin);
}

double Kinematics::spin_column(int joint) const { return system_.joints[joint].kind == Joint::Kind::revolute ? 1 : 0; }

}  // namespace pawl::internal::inline bodies

namespace pawl {
namespace {

void check_all(const System& system, const State& state, const std::vector<BodyContact>& contacts, const Loads& loads) {
  internal::Validator validator;
  check(system, validator);
  check(system, state, validator);
  check(system, loads, validator);
  check(system, contacts, validator);
  for (std::size_t i = 0; i < system.pins.size(); ++i) {
    if (!system.pins[i].stiffness) continue;
    validator.add(internal::Place{"pins", i, "stiffness"}.str(), *system.pins[i].stiffness,
                  "must be absent: the equations of motion have rigid pins only; use a Stepper with the law Compliant");
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    if (!system.joints[i].spring_stiffness) continue;
    validator.add(internal::Place{"joints", i, "spring_stiffness"}.str(), *system.joints[i].spring_stiffness,
                  "must be absent: the equations of motion have no springs; use a Stepper with the law Compliant");
  }
  validator.finish();
}

/// Returns an index for each degree of freedom (ContactEquations::links). The three degrees of freedom of a body have
/// the same index, and so have all joints of one tree.
std::vector<int> links(const System& system) {
  std::vector<int> numbers;
  int next = 0;
  for (; next < static_cast<int>(system.bodies.size()); ++next) numbers.insert(numbers.end(), 3, next);
  const std::size_t first = numbers.size();
  for (const Joint& joint : system.joints) {
    numbers.push_back(joint.parent < 0 ? next++ : numbers[first + static_cast<std::size_t>(joint.parent)]);
  }
  return numbers;
}

}  // namespace

ContactEquations equations_of_motion(const System& system, const State& state, const std::vector<BodyContact>& contacts,
                                     const Loads& loads) {
  check_all(system, state, contacts, loads);
  const internal::Kinematics kinematics(system, state);
  ContactEquations e;
  e.mass = mass_matrix(kinematics);
  e.force = applied_force(kinematics, loads);
  e.velocity = state.u;
  e.links = links(system);
  set_contact_rows(kinematics, contacts, e);
  e.bilateral = bilateral_rows(kinematics, loads);
  e.validate();
  return e;
}

namespace internal::inline bodies {
namespace {

/// Adds the inertia of one link to the rows and columns that belong to its joint and to all joints between it and the
/// ground.
void add_link(const Kinematics& kinematics, std::size_t link, Eigen::MatrixXd& mass) {
  const Joint& joint = kinematics.system().joints[link];
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

Eigen::MatrixXd mass_matrix(const Kinematics& kinematics) {
  const System& system = kinematics.system();
  const Eigen::Index degrees = static_cast<Eigen::Index>(system.degrees());
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(degrees, degrees);
  Eigen::Index at = 0;
  for (const Body& body : system.bodies) {
    mass.diagonal().segment<3>(at) << body.mass, body.mass, body.inertia;
    at += 3;
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) add_link(kinematics, i, mass);
  return mass;
}

}  // namespace internal::inline bodies

Eigen::MatrixXd mass_matrix(const System& system, const State& state) {
  validate(system, state);
  return internal::mass_matrix(internal::Kinematics(system, state));
}

}  // namespace pawl

namespace pawl::internal::inline bodies {
namespace {

/// Returns entry i of a list of loads, or 0 if the list is empty.
Eigen::Vector3d entry(const std::vector<Eigen::Vector3d>& wrenches, std::size_t i) {
  return wrenches.empty() ? Eigen::Vector3d(0, 0, 0) : wrenches[i];
}

/// Adds three terms of one link: the wrench of gravity, the applied loads, and the velocity products.
void add_link_force(const Kinematics& kinematics, std::size_t link, const Eigen::Vector3d& wrench,
                    Eigen::VectorXd& force) {
  const System& system = kinematics.system();
  const Eigen::Vector2d center = kinematics.center_of_mass(link);
  const Eigen::Vector2d products = kinematics.motion(Solid::link(link)).bias_at(center);
  const Eigen::Vector2d push = system.joints[link].mass * (system.gravity - products) + wrench.head<2>();
  for (int j = static_cast<int>(link); j >= 0; j = kinematics.parent(j)) {
    force[kinematics.column(j)] +=
        kinematics.point_column(j, center).dot(push) + kinematics.spin_column(j) * wrench.z();
  }
}

}  // namespace

Eigen::VectorXd applied_force(const Kinematics& kinematics, const Loads& loads) {
  const System& system = kinematics.system();
  Eigen::VectorXd force = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(system.degrees()));
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(i);
    force.segment<3>(at) = entry(loads.body_wrenches, i);
    force.segment<2>(at) += system.bodies[i].mass * system.gravity;
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    add_link_force(kinematics, i, entry(loads.link_wrenches, i), force);
    // If the effort of a drive is known, it is a force. If the acceleration is known, the effort is an unknown
    // multiplier.
    const bool known = system.joints[i].drive == Joint::Drive::effort && !loads.efforts.empty();
    if (known) force[kinematics.column(static_cast<int>(i))] += loads.efforts[i];
  }
  return force;
}

namespace {

/// The motions of the two solids of a contact, the touching points on these solids, and the unit vectors of the
/// contact's frame.
struct Sides {
  const SolidMotion& a;
  const SolidMotion& b;
  Eigen::Vector2d at_a, at_b, normal, tangent;
};

Arc<double> arc(double radius, double spin) { return {std::isinf(radius), radius, spin}; }

/// Returns the contribution of the curvatures of touching arcs to the normal acceleration: the second derivative of the
/// arcs' distance minus n . (a_b - a_a), where a_a and a_b are the accelerations of the touching points of both solids.
/// geometry/boundary.h has the derivation.
double curvature_term(const BodyContact& contact, const Sides& sides) {
  const double slide = sides.tangent.dot(sides.b.velocity_at(sides.at_b) - sides.a.velocity_at(sides.at_a));
  return curvature_term(arc(contact.radius_a, sides.a.spin), arc(contact.radius_b, sides.b.spin), slide, 1.0);
}

Sides sides_of(const BodyContact& contact, const Kinematics& kinematics) {
  // The normal is scaled first, because the square of a very large or very small length would be outside the range of
  // doubles.
  const Eigen::Vector2d scaled = contact.normal / contact.normal.cwiseAbs().maxCoeff();
  const Eigen::Vector2d normal = scaled / length(scaled);
  return {kinematics.motion(contact.a),
          kinematics.motion(contact.b),
          contact.point - contact.gap * normal,
          contact.point,
          normal,
          turned_left(normal)};
}

void set_contact(const BodyContact& contact, const Kinematics& kinematics, Eigen::Index row, ContactEquations& e) {
  const Sides sides = sides_of(contact, kinematics);
  kinematics.add_point_row(contact.b, sides.at_b, sides.normal, 1, e.normals.row(row));
  kinematics.add_point_row(contact.a, sides.at_a, sides.normal, -1, e.normals.row(row));
  kinematics.add_point_row(contact.b, sides.at_b, sides.tangent, 1, e.tangents[0].row(row));
  kinematics.add_point_row(contact.a, sides.at_a, sides.tangent, -1, e.tangents[0].row(row));
  const Eigen::Vector2d products = sides.b.bias_at(sides.at_b) - sides.a.bias_at(sides.at_a);
  e.normal_bias[row] = sides.normal.dot(products) + curvature_term(contact, sides);
  e.tangent_bias[0][row] = sides.tangent.dot(products);
  e.friction[row] = contact.friction;
  e.gap[row] = contact.gap;
}

}  // namespace

void set_contact_rows(const Kinematics& kinematics, const std::vector<BodyContact>& contacts, ContactEquations& e) {
  const Eigen::Index count = static_cast<Eigen::Index>(contacts.size());
  const Eigen::Index degrees = static_cast<Eigen::Index>(kinematics.system().degrees());
  e.normals.setZero(count, degrees);
  e.tangents = {e.normals};
  e.normal_bias.setZero(count);
  e.tangent_bias = {e.normal_bias};
  e.friction = e.gap = e.normal_bias;
  for (Eigen::Index i = 0; i < count; ++i) set_contact(contacts[i], kinematics, i, e);
}

namespace {

std::vector<std::size_t> driven_joints(const System& system) {
  std::vector<std::size_t> driven;
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    if (system.joints[i].drive == Joint::Drive::acceleration) driven.push_back(i);
  }
  return driven;
}

void set_pin(const Pin& pin, const Kinematics& kinematics, Eigen::Index row, Bilateral& bilateral) {
  const SolidMotion& a = kinematics.motion(pin.a);
  const SolidMotion& b = kinematics.motion(pin.b);
  const Eigen::Vector2d at_a = a.world(pin.at_a);
  const Eigen::Vector2d at_b = b.world(pin.at_b);
  for (Eigen::Index k = 0; k < 2; ++k) {
    const Eigen::Vector2d axis = Eigen::Vector2d::Unit(k);
    kinematics.add_point_row(pin.b, at_b, axis, 1, bilateral.rows.row(row + k));
    kinematics.add_point_row(pin.a, at_a, axis, -1, bilateral.rows.row(row + k));
  }
  bilateral.acceleration.segment<2>(row) = a.bias_at(at_a) - b.bias_at(at_b);
  bilateral.gap.segment<2>(row) = at_b - at_a;
}

}  // namespace

Bilateral bilateral_rows(const Kinematics& kinematics, const Loads& loads) {
  const System& system = kinematics.system();
  const std::vector<std::size_t> driven = driven_joints(system);
  const Eigen::Index drives = static_cast<Eigen::Index>(driven.size());
  const Eigen::Index rows = drives + 2 * static_cast<Eigen::Index>(system.pins.size());
  Bilateral bilateral{Eigen::MatrixXd::Zero(rows, static_cast<Eigen::Index>(system.degrees())),
                      Eigen::VectorXd::Zero(rows), Eigen::VectorXd::Zero(rows),
                      std::vector<bool>(static_cast<std::size_t>(rows), false)};
  for (Eigen::Index i = 0; i < drives; ++i) {
    const std::size_t joint = driven[i];
    bilateral.rows(i, kinematics.column(static_cast<int>(joint))) = 1;
    bilateral.acceleration[i] = loads.accelerations.empty() ? 0 : loads.accelerations[joint];
    bilateral.driven[i] = true;
  }
  for (std::size_t i = 0; i < system.pins.size(); ++i) {
    set_pin(system.pins[i], kinematics, drives + 2 * static_cast<Eigen::Index>(i), bilateral);
  }
  return bilateral;
}

}  // namespace pawl::internal::inline bodies

namespace pawl {
namespace {

/// Returns a validator with all faults of the system, the state and the solid.
internal::Validator checked(const System& system, const State& state, Solid solid) {
  internal::Validator validator;
  check(system, validator);
  check(system, state, validator);
  if (!internal::exists(system, solid)) internal::add_missing("/solid", solid, validator);
  return validator;
}

}  // namespace

Eigen::Vector3d pose_of(const System& system, const State& state, Solid solid) {
  checked(system, state, solid).finish();
  const internal::Kinematics kinematics(system, state);
  const internal::SolidMotion& motion = kinematics.motion(solid);
  return {motion.origin.x(), motion.origin.y(), motion.angle};
}

Eigen::Vector2d world_point(const System& system, const State& state, Solid solid, const Eigen::Vector2d& local) {
  internal::Validator validator = checked(system, state, solid);
  validator.finite("/local/0", local.x());
  validator.finite("/local/1", local.y());
  validator.finish();
  return internal::Kinematics(system, state).motion(solid).world(local);
}

double potential_energy(const System& system, const State& state) {
  validate(system, state);
  const internal::Kinematics kinematics(system, state);
  double energy = 0;
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    energy -= system.bodies[i].mass * system.gravity.dot(kinematics.motion(Solid::body(i)).origin);
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    energy -= system.joints[i].mass * system.gravity.dot(kinematics.center_of_mass(i));
  }
  return energy;
}

}  // namespace pawl
