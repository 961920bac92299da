// SPDX-License-Identifier: MIT
#include "dynamics/contact_rows.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/geometry/tolerance.h>

#include <cmath>

namespace pawl {
namespace {

/// Velocity of the part's point at the contact, along unit normal and tangent.
struct PointVelocity {
  double normal, tangent;
};

PointVelocity point_velocity(const Contact& contact, const Eigen::Vector2d& p, const Eigen::Vector3d& twist) {
  const Eigen::Vector2d v(twist.x() - twist.z() * p.y(), twist.y() + twist.z() * p.x());
  const double length = contact.normal.stableNorm();
  return {contact.normal.dot(v) / length, contact.tangent().dot(v) / length};
}

ContactMotion motion_of(const Contact& contact, const PointVelocity& v) {
  const double still = tolerance::kRestingVelocity;
  if (!contact.touching) {
    return v.normal < -still  ? ContactMotion::closing
           : v.normal > still ? ContactMotion::opening
                              : ContactMotion::apart;
  }
  if (v.normal > still) return ContactMotion::parting;
  if (v.tangent > still) return ContactMotion::left;
  return v.tangent < -still ? ContactMotion::right : ContactMotion::resting;
}

/// The part of the gap's acceleration that comes from the contact wandering along part and fixel, beyond that of the
/// part's material point. With u the contact's speed along the part and w the turning rate of the normal,
/// w = (v_t + u) / fixel_radius = omega - u / part_radius, and the term is w v_t - omega u.
double wandering(const Contact& contact, double sliding, double omega) {
  const double part = contact.part_radius;
  const double fixel = contact.fixel_radius;
  if (part == 0 && fixel == 0) return 0;  // a corner on a point: the normal stays
  if (std::isinf(fixel)) return -omega * omega * part;
  if (std::isinf(part)) return omega * sliding - omega * (omega * fixel - sliding);
  const double along = (omega * fixel - sliding) * part / (part + fixel);
  const double turning = (sliding + omega * part) / (part + fixel);
  return turning * sliding - omega * along;
}

HomogeneousRow row_along(const Eigen::Vector2d& p_point, const Eigen::Vector2d& com, const Eigen::Vector2d& d,
                         double constant) {
  // All entries times a power of two: point and centre to 2^shift, direction to 2^turn.
  const double lengths[] = {p_point.x(), p_point.y(), com.x(), com.y()};
  const int shift = common_shift(lengths, 4);
  const int turn = common_shift(d.data(), 2);
  const auto unit = Integer(1) << static_cast<unsigned>(shift);
  const Integer px = scaled_integer(p_point.x(), shift) - scaled_integer(com.x(), shift);
  const Integer py = scaled_integer(p_point.y(), shift) - scaled_integer(com.y(), shift);
  const Integer dx = scaled_integer(d.x(), turn);
  const Integer dy = scaled_integer(d.y(), turn);
  HomogeneousRow row{dx * unit, dy * unit, px * dy - py * dx, 0};
  const int need = common_shift(&constant, 1);
  const int more = std::max(0, need - shift - turn);
  if (more > 0) {
    for (Integer& entry : row) entry <<= static_cast<unsigned>(more);
  }
  row[3] = scaled_integer(constant, shift + turn + more);
  return row;
}

}  // namespace

std::vector<ContactRows> contact_rows(const ContactSet& set, const Eigen::Vector3d& twist) {
  std::vector<ContactRows> rows;
  std::vector<Fault> faults;
  const double omega = twist.z();
  for (std::size_t i = 0; i < set.size(); ++i) {
    const Contact& contact = set.contacts[i];
    const Eigen::Vector2d p = contact.point - set.center_of_mass;
    const PointVelocity v = point_velocity(contact, p, twist);
    if (contact.touching && v.normal < -tolerance::kRestingVelocity) {
      faults.push_back({"/twist", fmt::format("[{},{},{}]", twist.x(), twist.y(), twist.z()),
                        fmt::format("fixel {} touches and is approached at {:.3g} m/s: an impact; must be at least 0",
                                    i + 1, -v.normal)});
      continue;
    }
    const double length = contact.normal.stableNorm();
    const double normal = -omega * omega * contact.normal.dot(p) + length * wandering(contact, v.tangent, omega);
    const double tangent = -omega * omega * contact.tangent().dot(p);
    rows.push_back({motion_of(contact, v), row_along(contact.point, set.center_of_mass, contact.normal, normal),
                    row_along(contact.point, set.center_of_mass, contact.tangent(), tangent)});
  }
  if (!faults.empty()) throw InputError(std::move(faults));
  return rows;
}

}  // namespace pawl
