// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/contact/contact.h>

#include <algorithm>
#include <cmath>

#include "exact/turn.h"

namespace pawl {
namespace {

class Validator {
 public:
  void finite(const std::string& pointer, double value) {
    if (!std::isfinite(value)) fault(pointer, value, "must be a finite number");
  }
  void positive(const std::string& pointer, double value) {
    if (!(value > 0) || !std::isfinite(value)) fault(pointer, value, "must be a finite number greater than 0");
  }
  /// Extremes that are each finite can leave a radius of gyration that is zero or infinite.
  void gyration(double mass, double inertia) {
    if (!faults_.empty()) return;
    const double squared = inertia / mass;
    if (!(squared > 0) || !std::isfinite(squared)) {
      fault("/part/inertia", inertia, "inertia / mass must be within the range of doubles");
    }
  }
  void contact(std::size_t i, const Contact& contact) {
    const std::string pointer = fmt::format("/contacts/{}", i);
    for (int k = 0; k < 2; ++k) {
      finite(fmt::format("{}/point/{}", pointer, k), contact.point[k]);
      finite(fmt::format("{}/normal/{}", pointer, k), contact.normal[k]);
    }
    finite(pointer + "/gap", contact.gap);
    for (const auto& through : {contact.normal_through, contact.tangent_through}) {
      if (!through) continue;
      finite(pointer + "/point", through->x());
      finite(pointer + "/point", through->y());
    }
    for (const double error : {contact.error.along_tangent, contact.error.along_normal, contact.error.angle}) {
      if (!(error >= 0) || !std::isfinite(error)) fault(pointer + "/error", error, "must be finite and at least 0");
    }
    if (contact.normal.x() == 0 && contact.normal.y() == 0) {
      faults_.push_back({pointer + "/normal", "[0,0]", "must not be the zero vector"});
    }
    if (!(contact.part_radius >= 0) || !(contact.fixel_radius >= 0) ||
        (std::isinf(contact.part_radius) && std::isinf(contact.fixel_radius))) {
      faults_.push_back({pointer, fmt::format("[{},{}]", contact.part_radius, contact.fixel_radius),
                         "radii of curvature must be at least 0, and one of them finite"});
    }
    const Friction& friction = contact.friction;
    if (!(friction.low >= 0) || !(friction.high >= friction.low) || !std::isfinite(friction.high)) {
      faults_.push_back({pointer + "/friction", fmt::format("[{},{}]", friction.low, friction.high),
                         "must be finite with 0 <= low <= high"});
    }
  }
  void finish() {
    if (!faults_.empty()) throw InputError(std::move(faults_));
  }

 private:
  void fault(const std::string& pointer, double value, const char* message) {
    faults_.push_back({pointer, fmt::format("{}", value), message});
  }
  std::vector<Fault> faults_;
};

Eigen::Vector3d planar_turned(const Eigen::Vector3d& v, double angle) {
  const Eigen::Vector2d part = turned(Eigen::Vector2d(v.head<2>()), angle);
  return {part.x(), part.y(), v.z()};
}

}  // namespace

void ContactSet::validate() const {
  Validator validator;
  validator.positive("/part/mass", mass);
  validator.positive("/part/inertia", inertia);
  validator.gyration(mass, inertia);
  validator.finite("/part/center_of_mass/0", center_of_mass.x());
  validator.finite("/part/center_of_mass/1", center_of_mass.y());
  validator.finite("/pose/2", angle);
  for (std::size_t i = 0; i < size(); ++i) validator.contact(i, contacts[i]);
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
  const Eigen::Index n = static_cast<Eigen::Index>(set.size());
  Eigen::MatrixXd J(3, 2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Contact& contact = set.contacts[static_cast<std::size_t>(i)];
    const double length = unit ? std::hypot(contact.normal.x(), contact.normal.y()) : 1;
    const Eigen::Vector2d normal = contact.normal / length;
    const Eigen::Vector2d p = contact.point - set.center_of_mass;
    J.col(i) << normal.x(), normal.y(), p.x() * normal.y() - p.y() * normal.x();
    J.col(n + i) << -normal.y(), normal.x(), p.x() * normal.x() + p.y() * normal.y();
  }
  return J;
}

}  // namespace pawl
