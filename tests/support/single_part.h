// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <cmath>

#include "base/dense_algebra.h"
#include "support/random_systems.h"
#include "support/scene.h"

namespace pawl::oracle {

/// Returns a scene whose only body is the part. Its fixels belong to the ground.
inline Scene as_scene(const ContactSet& set, const Eigen::Vector3d& wrench, const Eigen::Vector3d& twist) {
  Scene scene;
  const Eigen::Vector3d pose(set.center_of_mass.x(), set.center_of_mass.y(), 0);
  const Solid part = scene.add_body({set.mass, set.inertia}, pose, twist, wrench);
  for (const Contact& contact : set.contacts) {
    BodyContact touch;
    touch.b = part;
    touch.point = contact.point;
    touch.normal = contact.normal;
    touch.friction = contact.friction.high;
    touch.radius_a = contact.fixel_radius;
    touch.radius_b = contact.part_radius;
    scene.contacts.push_back(touch);
  }
  return scene;
}

/// Returns a part with one to three fixels at random positions. The part has straight or round edges. The fixels are
/// round or points.
inline ContactSet random_part(RandomSystems& random) {
  ContactSet set;
  set.mass = random.real(0.2, 3);
  set.inertia = random.real(0.1, 2);
  set.center_of_mass = random.vector(0.5);
  const int count = random.integer(1, 3);
  for (int i = 0; i < count; ++i) {
    Contact contact;
    contact.point = random.vector(1);
    contact.normal = random.unit();
    contact.friction = random.real(0, 1.5);
    const double radius = random.real(0.1, 1);
    contact.part_radius = random.integer(0, 1) == 0 ? kFlat : radius;
    contact.fixel_radius =
        std::isinf(contact.part_radius) ? random.real(0, 0.5) : random.integer(0, 1) * random.real(0, 1);
    set.contacts.push_back(contact);
  }
  return set;
}

/// Returns a twist at which no contact separates or approaches. With one contact, the twist is random. With two, it is
/// a rotation about the intersection of their normals. With three, it is 0 if their normals do not meet at one point.
inline Eigen::Vector3d sliding_twist(const ContactSet& set, RandomSystems& random) {
  const Eigen::MatrixXd normals = contact_jacobian(set).leftCols(static_cast<Eigen::Index>(set.size())).transpose();
  const Eigen::MatrixXd kernel = normals.fullPivLu().kernel();
  Eigen::Vector3d twist = Eigen::Vector3d::Zero();
  for (Eigen::Index k = 0; k < kernel.cols(); ++k) twist += random.real(-1, 1) * kernel.col(k);
  return twist;
}

}  // namespace pawl::oracle
