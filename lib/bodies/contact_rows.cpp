// SPDX-License-Identifier: MIT
#include <cmath>

#include "bodies/equation_terms.h"

namespace pawl::internal {
namespace {

/// Both solids of a contact, the touching points on them, and the contact's frame, of unit vectors.
struct Sides {
  const SolidMotion& a;
  const SolidMotion& b;
  Eigen::Vector2d at_a, at_b, normal, tangent;
};

/// n . (second derivative of the distance) - n . (a_b - a_a) for arcs that touch, see equations_of_motion.h.
///
/// Why: the circles' centres are c_a = x_a - r_a n and c_b = x_b + r_b n, their distance r_a + r_b + d. So with
/// v = c_b' - c_a', where they touch,
///
///   d' = n . v,   d'' = n . v' + (t . v)^2 / (r_a + r_b).
///
/// Centres move with the solids, at the arms -r_a n and r_b n from the touching points x_a and x_b:
///
///   t . v = v_t + r_a w_a + r_b w_b,   n . v' = n . (a_b - a_a) - r_a w_a^2 - r_b w_b^2.
///
/// Put together and multiplied out that is the fraction below; its limits for r_a and r_b to infinity stand before it.
double curvature_term(const BodyContact& contact, const Sides& sides) {
  const double slide = sides.tangent.dot(sides.b.velocity_at(sides.at_b) - sides.a.velocity_at(sides.at_a));
  const double turn = sides.b.spin - sides.a.spin;
  const double ra = contact.radius_a;
  const double rb = contact.radius_b;
  if (std::isinf(ra)) return 2 * slide * sides.a.spin - rb * turn * turn;
  if (std::isinf(rb)) return 2 * slide * sides.b.spin - ra * turn * turn;
  return (slide * slide + 2 * slide * (ra * sides.a.spin + rb * sides.b.spin) - ra * rb * turn * turn) / (ra + rb);
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
