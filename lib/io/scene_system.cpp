// SPDX-License-Identifier: MIT
#include <pawl/io/in_si.h>
#include <pawl/io/scene_system.h>

#include "exact/turn.h"
#include "io/scene_parts.h"

namespace pawl {
namespace internal {
namespace {

Eigen::Vector2d placed(const Eigen::Vector3d& pose, const Eigen::Vector2d& point) {
  return Eigen::Vector2d(pose.head<2>()) + turned(point, pose.z());
}

class Builder {
 public:
  explicit Builder(const Scene& scene) : scene_(scene) {}

  SceneSystem run() {
    made_.system.gravity = scene_.gravity;
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) add_body(i);
    for (std::size_t i = 0; i < scene_.joints.size(); ++i) add_joint(i);
    for (const Pin& pin : scene_.pins) made_.system.pins.push_back(pin_of(pin));
    made_.state = State(made_.system);
    made_.loads = Loads(made_.system);
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) set_body(i);
    for (std::size_t i = 0; i < scene_.joints.size(); ++i) set_joint(i);
    return std::move(made_);
  }

 private:
  void add_body(std::size_t i) {
    const SceneBody& body = scene_.bodies[i];
    const ContactSet inertia = inertia_of(body.part);
    Shape shape{.solid = Solid::ground(), .outline = *body.part.outline, .pose = body.pose};
    if (!body.fixed) {
      shape.solid = Solid::body(made_.system.bodies.size());
      shape.pose << -inertia.center_of_mass, 0;
      made_.system.bodies.push_back({inertia.mass, inertia.inertia});
    }
    shape.friction = body.friction;
    shape.restitution = body.restitution.value_or(scene_.simulate.restitution);
    made_.solids.push_back(shape.solid);
    made_.centers.push_back(inertia.center_of_mass);
    made_.fixed.push_back(body.pose);
    made_.owners.push_back(Solid::body(i));
    made_.system.shapes.push_back(std::move(shape));
  }

  void add_joint(std::size_t i) {
    const SceneJoint& joint = scene_.joints[i];
    const LinkInertia inertia = inertia_of(joint);
    Joint link;
    link.kind = joint.kind;
    link.parent = joint.parent - 1;
    link.anchor = joint.anchor;
    link.angle = joint.angle;
    link.drive = joint.acceleration ? Joint::Drive::acceleration : Joint::Drive::effort;
    link.mass = inertia.mass;
    link.inertia = inertia.inertia;
    link.center_of_mass = inertia.center_of_mass;
    if (joint.limits) {
      link.lower = joint.limits->x();
      link.upper = joint.limits->y();
    }
    made_.system.joints.push_back(link);
    if (!joint.outline) return;
    made_.owners.push_back(Solid::link(i));
    made_.system.shapes.push_back({.solid = Solid::link(i),
                                   .outline = *joint.outline,
                                   .friction = joint.friction,
                                   .restitution = scene_.simulate.restitution});
  }

  void set_body(std::size_t i) {
    if (made_.solids[i].kind == Solid::Kind::ground) return;
    const SceneBody& body = scene_.bodies[i];
    const std::size_t index = made_.solids[i].index;
    made_.state.pose(index) << placed(body.pose, made_.centers[i]), body.pose.z();
    made_.state.twist(index) = body.twist;
    made_.loads.body_wrenches[index] = body.wrench;
  }

  void set_joint(std::size_t i) {
    const SceneJoint& joint = scene_.joints[i];
    made_.state.position(i) = joint.position;
    made_.state.velocity(i) = joint.velocity;
    made_.loads.efforts[i] = joint.effort.value_or(0);
    made_.loads.accelerations[i] = joint.acceleration.value_or(0);
  }

  /// From a point of body coordinates to one of the frame that the system has for it.
  void move(Solid& solid, Eigen::Vector2d& at) const {
    if (solid.kind != Solid::Kind::body) return;
    const std::size_t i = solid.index;
    solid = made_.solids[i];
    const bool fixed = solid.kind == Solid::Kind::ground;
    at = fixed ? placed(scene_.bodies[i].pose, at) : Eigen::Vector2d(at - made_.centers[i]);
  }
  Pin pin_of(Pin pin) const {
    move(pin.a, pin.at_a);
    move(pin.b, pin.at_b);
    return pin;
  }

  const Scene& scene_;
  SceneSystem made_;
};

}  // namespace

SceneSystem unchecked_system_of(const Scene& scene) {
  const Scene si = in_si(scene);
  return Builder(si).run();
}

LinkInertia inertia_of(const SceneJoint& joint) {
  LinkInertia result;
  result.mass = joint.mass.value_or(1);
  if (!joint.outline) {
    result.inertia = joint.inertia.value_or(0);
    result.center_of_mass = joint.center_of_mass.value_or(Eigen::Vector2d(0, 0));
    return result;
  }
  const AreaProperties area = area_properties(*joint.outline);
  result.mass = joint.mass.value_or(Part().density * area.area);
  result.inertia = joint.inertia.value_or(result.mass * area.gyration_squared);
  result.center_of_mass = joint.center_of_mass.value_or(area.centroid);
  return result;
}

}  // namespace internal

std::vector<Eigen::Vector3d> SceneSystem::poses(const State& now) const {
  std::vector<Eigen::Vector3d> result = fixed;
  for (std::size_t i = 0; i < solids.size(); ++i) {
    if (solids[i].kind == Solid::Kind::ground) continue;
    const Eigen::Vector3d pose = now.pose(solids[i].index);
    result[i] << internal::placed(pose, -centers[i]), pose.z();
  }
  return result;
}

std::vector<Eigen::Vector3d> SceneSystem::twists(const State& now) const {
  std::vector<Eigen::Vector3d> result(solids.size(), Eigen::Vector3d::Zero());
  for (std::size_t i = 0; i < solids.size(); ++i) {
    if (solids[i].kind != Solid::Kind::ground) result[i] = now.twist(solids[i].index);
  }
  return result;
}

SceneSystem system_of(const Scene& scene) {
  validate(scene);
  return internal::unchecked_system_of(scene);
}

}  // namespace pawl
