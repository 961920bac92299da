// SPDX-License-Identifier: MIT
#include "contact/exact_frames.h"

namespace pawl::internal {

void ExactFrames::assign(const ContactSet& set) {
  set_ = &set;
  scaled_ = false;
}

const Integer& ExactFrames::scale() const {
  if (!scaled_) {
    lengths_ = {};
    lengths_.cover(set_->center_of_mass);
    for (const Contact& contact : set_->contacts) {
      lengths_.cover(normal_through(contact));
      lengths_.cover(tangent_through(contact));
    }
    scale_ = lengths_.factor();
    scaled_ = true;
  }
  return scale_;
}

ExactFrame ExactFrames::frame(std::size_t contact) const {
  const Contact& c = set_->contacts[contact];
  scale();
  const auto from_centre = [&](const Eigen::Vector2d& p, int k) {
    return lengths_(p[k]) - lengths_(set_->center_of_mass[k]);
  };
  WrittenScale normal;
  normal.cover(c.normal);
  ExactFrame f{normal(c.normal.x()), normal(c.normal.y()), 0, 0, normal.factor()};
  const Eigen::Vector2d& on_normal = normal_through(c);
  const Eigen::Vector2d& on_tangent = tangent_through(c);
  f.normal_arm = from_centre(on_normal, 0) * f.ny - from_centre(on_normal, 1) * f.nx;
  f.tangent_arm = from_centre(on_tangent, 0) * f.nx + from_centre(on_tangent, 1) * f.ny;
  return f;
}

ExactFriction ExactFrames::friction(std::size_t contact, bool high) const {
  const Friction& friction = set_->contacts[contact].friction;
  const double mu = high ? friction.high : friction.low;
  const WrittenScale scale{mu};
  return {scale(mu), scale.factor()};
}

}  // namespace pawl::internal
