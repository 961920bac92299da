// SPDX-License-Identifier: MIT
#include <pawl/bodies/equations_of_motion.h>

#include <cmath>

#include "bodies/kinematics.h"

namespace pawl {
namespace {

/// The wrench of gravity and of what the user applies, and the velocity products, of one link.
void add_link_force(const MultiBody& system, const Kinematics& kinematics, std::size_t link, Eigen::VectorXd& force) {
  const Joint& joint = system.joints[link];
  const Eigen::Vector2d center = kinematics.center_of_mass(link);
  const Eigen::Vector2d products = kinematics.motion(Solid::link(link)).bias_at(center);
  const Eigen::Vector2d push = joint.mass * (system.gravity - products) + joint.wrench.head<2>();
  for (int j = static_cast<int>(link); j >= 0; j = kinematics.parent(j)) {
    force[kinematics.column(j)] +=
        kinematics.point_column(j, center).dot(push) + kinematics.spin_column(j) * joint.wrench.z();
  }
}

Eigen::VectorXd applied_force(const MultiBody& system, const Kinematics& kinematics) {
  Eigen::VectorXd force = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(system.degrees()));
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const FreeBody& body = system.bodies[i];
    force.segment<3>(3 * static_cast<Eigen::Index>(i)) = body.wrench;
    force.segment<2>(3 * static_cast<Eigen::Index>(i)) += body.mass * system.gravity;
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    add_link_force(system, kinematics, i, force);
    // The effort of a known motion is an unknown multiplier.
    const Joint& joint = system.joints[i];
    if (!joint.acceleration) force[kinematics.column(static_cast<int>(i))] += joint.effort;
  }
  return force;
}

struct Sides {
  const SolidMotion& a;
  const SolidMotion& b;
  Eigen::Vector2d at_a, at_b, normal, tangent;
};

/// n . (second derivative of the distance) - n . (a_b - a_a) for arcs that touch, see contact_equations.h.
double curvature_term(const BodyContact& contact, const Sides& sides) {
  const double slide = sides.tangent.dot(sides.b.velocity_at(sides.at_b) - sides.a.velocity_at(sides.at_a));
  const double turn = sides.b.spin - sides.a.spin;
  const double ra = contact.radius_a;
  const double rb = contact.radius_b;
  if (std::isinf(ra)) return 2 * slide * sides.a.spin - rb * turn * turn;
  if (std::isinf(rb)) return 2 * slide * sides.b.spin - ra * turn * turn;
  return (slide * slide + 2 * slide * (ra * sides.a.spin + rb * sides.b.spin) - ra * rb * turn * turn) / (ra + rb);
}

void set_contact(const BodyContact& contact, const Kinematics& kinematics, Eigen::Index row, ContactEquations& e) {
  // Scaled first, so that a normal near the ends of the doubles' range has a length.
  const Eigen::Vector2d scaled = contact.normal / contact.normal.cwiseAbs().maxCoeff();
  const Eigen::Vector2d normal = scaled / std::hypot(scaled.x(), scaled.y());
  const Sides sides{kinematics.motion(contact.a),
                    kinematics.motion(contact.b),
                    contact.point - contact.gap * normal,
                    contact.point,
                    normal,
                    turned_left(normal)};
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

Bilateral bilateral_rows(const MultiBody& system, const Kinematics& kinematics) {
  std::vector<std::size_t> driven;
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    if (system.joints[i].acceleration) driven.push_back(i);
  }
  const Eigen::Index drives = static_cast<Eigen::Index>(driven.size());
  const Eigen::Index rows = drives + 2 * static_cast<Eigen::Index>(system.pins.size());
  Bilateral bilateral{Eigen::MatrixXd::Zero(rows, static_cast<Eigen::Index>(system.degrees())),
                      Eigen::VectorXd::Zero(rows), Eigen::VectorXd::Zero(rows),
                      std::vector<bool>(static_cast<std::size_t>(rows), false)};
  for (Eigen::Index i = 0; i < drives; ++i) {
    const std::size_t joint = driven[static_cast<std::size_t>(i)];
    bilateral.rows(i, kinematics.column(static_cast<int>(joint))) = 1;
    bilateral.acceleration[i] = *system.joints[joint].acceleration;
    bilateral.driven[static_cast<std::size_t>(i)] = true;
  }
  for (std::size_t i = 0; i < system.pins.size(); ++i) {
    set_pin(system.pins[i], kinematics, drives + 2 * static_cast<Eigen::Index>(i), bilateral);
  }
  return bilateral;
}

}  // namespace

ContactEquations equations_of_motion(const MultiBody& system) {
  system.validate();
  const Kinematics kinematics(system);
  const Eigen::Index contacts = static_cast<Eigen::Index>(system.contacts.size());
  const Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(contacts, static_cast<Eigen::Index>(system.degrees()));
  const Eigen::VectorXd column = Eigen::VectorXd::Zero(contacts);
  ContactEquations e{mass_matrix(system),
                     applied_force(system, kinematics),
                     generalized_velocity(system),
                     rows,
                     {rows},
                     column,
                     {column},
                     column,
                     column,
                     bilateral_rows(system, kinematics)};
  for (Eigen::Index i = 0; i < contacts; ++i) {
    set_contact(system.contacts[static_cast<std::size_t>(i)], kinematics, i, e);
  }
  e.validate();
  return e;
}

}  // namespace pawl
