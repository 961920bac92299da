// SPDX-License-Identifier: MIT
#include <cmath>

#include "bodies/equation_terms.h"
#include "geometry/arc_contact.h"

namespace pawl::internal {
namespace {

/// Both solids of a contact, the touching points on them, and the contact's frame, of unit vectors.
struct Sides {
  const SolidMotion& a;
  const SolidMotion& b;
  Eigen::Vector2d at_a, at_b, normal, tangent;
};

Arc<double> arc(double radius, double spin) { return {std::isinf(radius), radius, spin}; }

/// n . (second derivative of the distance) - n . (a_b - a_a) for arcs that touch; derived in geometry/arc_contact.h.
double curvature_term(const BodyContact& contact, const Sides& sides) {
  const double slide = sides.tangent.dot(sides.b.velocity_at(sides.at_b) - sides.a.velocity_at(sides.at_a));
  return curvature_term(arc(contact.radius_a, sides.a.spin), arc(contact.radius_b, sides.b.spin), slide, 1.0);
}

Sides sides_of(const BodyContact& contact, const Kinematics& kinematics) {
  // Scaled first, so that a normal near the ends of the doubles' range has a length.
  const Eigen::Vector2d scaled = contact.normal / contact.normal.cwiseAbs().maxCoeff();
  const Eigen::Vector2d normal = scaled / std::hypot(scaled.x(), scaled.y());
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
  for (Eigen::Index i = 0; i < count; ++i) set_contact(contacts[static_cast<std::size_t>(i)], kinematics, i, e);
}

}  // namespace pawl::internal
