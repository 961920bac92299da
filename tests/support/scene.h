// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/equations_of_motion.h>
#include <pawl/bodies/places.h>

namespace pawl::oracle {

/// A system in one state, with its loads and contacts. Functions add one body or link after another.
struct Scene {
  System system;
  State state;
  Loads loads;
  std::vector<BodyContact> contacts;

  Solid add_body(const Body& body, const Eigen::Vector3d& pose, const Eigen::Vector3d& twist = {0, 0, 0},
                 const Eigen::Vector3d& wrench = {0, 0, 0}) {
    const State before = state;
    const std::size_t index = system.bodies.size();
    system.bodies.push_back(body);
    state = State(system);
    for (std::size_t i = 0; i < index; ++i) {
      state.pose(i) = before.pose(i);
      state.twist(i) = before.twist(i);
    }
    for (std::size_t i = 0; i < system.joints.size(); ++i) {
      state.position(i) = before.position(i);
      state.velocity(i) = before.velocity(i);
    }
    state.pose(index) = pose;
    state.twist(index) = twist;
    loads.body_wrenches.push_back(wrench);
    return Solid::body(index);
  }

  Solid add_joint(const Joint& joint, double position = 0, double velocity = 0, double effort = 0,
                  const Eigen::Vector3d& wrench = {0, 0, 0}) {
    const Eigen::Index end = state.q.size();
    system.joints.push_back(joint);
    state.q.conservativeResize(end + 1);
    state.u.conservativeResize(end + 1);
    state.q[end] = position;
    state.u[end] = velocity;
    loads.link_wrenches.push_back(wrench);
    loads.efforts.push_back(effort);
    loads.accelerations.push_back(0);
    return Solid::link(system.joints.size() - 1);
  }

  /// Prescribes the acceleration of a drive in place of its effort.
  void prescribe(std::size_t joint, double acceleration) {
    system.joints[joint].drive = Joint::Drive::acceleration;
    loads.accelerations[joint] = acceleration;
  }
  void release(std::size_t joint) { system.joints[joint].drive = Joint::Drive::effort; }
};

inline ContactEquations equations_of_motion(const Scene& scene) {
  return pawl::equations_of_motion(scene.system, scene.state, scene.contacts, scene.loads);
}
inline Eigen::Vector3d pose_of(const Scene& scene, Solid solid) {
  return pawl::pose_of(scene.system, scene.state, solid);
}
inline Eigen::Vector2d world_point(const Scene& scene, Solid solid, const Eigen::Vector2d& local) {
  return pawl::world_point(scene.system, scene.state, solid, local);
}

}  // namespace pawl::oracle
