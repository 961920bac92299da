// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/contact/contact.h>

#include <algorithm>
#include <cmath>

#include "base/validator.h"
#include "contact/input_checks.h"
#include "exact/turn.h"

namespace pawl {
namespace {

/// "/contacts/i/key", made when it is needed.
struct ContactPlace {
  std::size_t contact;
  const char* key;
  std::string str() const { return fmt::format("/contacts/{}{}", contact, key); }
};

/// A straight part touches a round fixel, a round one any, and a hollow one what is rounder.
bool radii_fit(double part, double fixel) {
  if (!(fixel >= 0) || std::isnan(part)) return false;
  if (part < 0) return std::isfinite(part) && fixel < -part;
  return std::isfinite(part) || std::isfinite(fixel);
}

void check_contact(std::size_t i, const Contact& contact, internal::Validator& validator) {
  validator.finite(ContactPlace{i, "/point/0"}, contact.point.x());
  validator.finite(ContactPlace{i, "/normal/0"}, contact.normal.x());
  validator.finite(ContactPlace{i, "/point/1"}, contact.point.y());
  validator.finite(ContactPlace{i, "/normal/1"}, contact.normal.y());
  validator.finite(ContactPlace{i, "/gap"}, contact.gap);
  for (const auto& through : {contact.normal_through, contact.tangent_through}) {
    if (!through) continue;
    validator.finite(ContactPlace{i, "/point"}, through->x());
    validator.finite(ContactPlace{i, "/point"}, through->y());
  }
  for (const double error : {contact.error.along_tangent, contact.error.along_normal, contact.error.angle,
                             contact.error.shift.norm()}) {
    if (error >= 0 && std::isfinite(error)) continue;
    validator.add(ContactPlace{i, "/error"}.str(), error, "must be finite and at least 0");
  }
  if (contact.normal.x() == 0 && contact.normal.y() == 0) {
    validator.add(ContactPlace{i, "/normal"}.str(), "[0,0]", "must not be the zero vector");
  }
  if (!radii_fit(contact.part_radius, contact.fixel_radius)) {
    validator.add(ContactPlace{i, ""}.str(), fmt::format("[{},{}]", contact.part_radius, contact.fixel_radius),
                  "radii of curvature must be at least 0, and one of them finite; or that of the part negative (a "
                  "hollow) and larger in size than the fixel's");
  }
  if (!internal::is_friction(contact.friction)) {
    validator.add(ContactPlace{i, "/friction"}.str(), internal::text_of(contact.friction), internal::kFrictionBound);
  }
}

/// Extremes that are each finite can leave a radius of gyration that is zero or infinite.
void check_gyration(const ContactSet& set, internal::Validator& validator) {
  const double squared = set.inertia / set.mass;
  if (!validator.empty() || (squared > 0 && std::isfinite(squared))) return;
  validator.add("/part/inertia", set.inertia, "inertia / mass must be within the range of doubles");
}

Eigen::Vector3d planar_turned(const Eigen::Vector3d& v, double angle) {
  const Eigen::Vector2d part = internal::turned(Eigen::Vector2d(v.head<2>()), angle);
  return {part.x(), part.y(), v.z()};
}

}  // namespace

void ContactSet::validate() const {
  internal::Validator validator;
  validator.positive("/part/mass", mass);
  validator.positive("/part/inertia", inertia);
  check_gyration(*this, validator);
  validator.finite("/part/center_of_mass/0", center_of_mass.x());
  validator.finite("/part/center_of_mass/1", center_of_mass.y());
  validator.finite("/pose/2", angle);
  for (std::size_t i = 0; i < size(); ++i) check_contact(i, contacts[i], validator);
  validator.finish();
}

bool ContactSet::has_friction_interval() const {
  return std::any_of(contacts.begin(), contacts.end(), [](const Contact& c) { return c.friction.is_interval(); });
}

Eigen::Vector3d ContactSet::to_world(const Eigen::Vector3d& v) const { return planar_turned(v, angle); }
Eigen::Vector3d ContactSet::from_world(const Eigen::Vector3d& v) const { return planar_turned(v, -angle); }
bool ContactSet::is_exact() const {
  return std::none_of(contacts.begin(), contacts.end(), [](const Contact& c) { return c.error.any(); });
}
double ContactSet::radius_of_gyration() const { return std::sqrt(inertia / mass); }

Eigen::MatrixXd contact_jacobian(const ContactSet& set, bool unit) {
  set.validate();
  return internal::unchecked_contact_jacobian(set, unit);
}

Eigen::MatrixXd internal::unchecked_contact_jacobian(const ContactSet& set, bool unit) {
  const Eigen::Index n = static_cast<Eigen::Index>(set.size());
  Eigen::MatrixXd J(3, 2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Contact& contact = set.contacts[static_cast<std::size_t>(i)];
    const Eigen::Vector2d normal = unit ? internal::unit_normal(contact) : contact.normal;
    const Eigen::Vector2d p = contact.point - set.center_of_mass;
    J.col(i) << normal.x(), normal.y(), p.x() * normal.y() - p.y() * normal.x();
    J.col(n + i) << -normal.y(), normal.x(), p.x() * normal.x() + p.y() * normal.y();
  }
  return J;
}

}  // namespace pawl
