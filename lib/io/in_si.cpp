// SPDX-License-Identifier: MIT
#include <pawl/io/in_si.h>

#include "io/unit_factors.h"

namespace pawl {
namespace {

/// Turns numbers in place from one unit of length into another: power 1 of lengths (speeds, torques), 2 of inertia, -1
/// of stiffness, -2 of density.
class Lengths {
 public:
  explicit Lengths(Units::Length from, Units::Length to = Units::Length::m) : from_(from), to_(to) {}

  void operator()(double& value, int power = 1) const {
    value = internal::in_metres(internal::in_metres(value, from_, power), to_, -power);
  }
  void operator()(std::optional<double>& value, int power = 1) const {
    if (value) (*this)(*value, power);
  }
  template <class Value>
  void operator()(std::optional<Value>& value) const {
    if (value) (*this)(*value);
  }
  void operator()(Eigen::Vector2d& point) const {
    (*this)(point.x());
    (*this)(point.y());
  }
  /// Of a pose or a twist.
  void place(Eigen::Vector3d& pose) const {
    (*this)(pose.x());
    (*this)(pose.y());
  }
  void wrench(Eigen::Vector3d& wrench) const { (*this)(wrench.z()); }

  void operator()(Outline& outline) const {
    if (Disc* disc = std::get_if<Disc>(&outline)) {
      (*this)(disc->center);
      (*this)(disc->radius);
    } else if (Path* path = std::get_if<Path>(&outline)) {
      for (Eigen::Vector2d& vertex : path->vertices) (*this)(vertex);
    } else {
      for (Eigen::Vector2d& vertex : std::get<Polygon>(outline).vertices) (*this)(vertex);
    }
  }
  void operator()(Part& part) const {
    (*this)(part.outline);
    if (part.outline) (*this)(part.density, -2);
    (*this)(part.inertia, 2);
    (*this)(part.center_of_mass);
  }
  void operator()(SimulateOptions& options) const {
    if (options.tray) (*this)(options.tray->gravity);
    if (options.support.law == SimulateOptions::Support::Law::viscous) (*this)(options.support.friction, -1);
    (*this)(options.support.moment_radius);
    (*this)(options.rest.speed);
    for (std::optional<double>* value :
         {&options.viscosity, &options.stiffness, &options.damping, &options.tangent_damping}) {
      (*this)(*value, -1);
    }
    (*this)(options.max_push);
  }
  void operator()(Scatter& scatter) const {
    for (double* value : {&scatter.translation, &scatter.shape, &scatter.fixels, &scatter.center_of_mass}) {
      (*this)(*value);
    }
  }
  void operator()(FixtureOptions& fixture) const {
    if (auto* points = std::get_if<FixtureOptions::Points>(&fixture.candidates)) {
      (*this)(points->pitch);
      (*this)(points->pin_radius);
    } else {
      auto& lattice = std::get<FixtureOptions::Lattice>(fixture.candidates);
      (*this)(lattice.pitch);
      (*this)(lattice.pin_radius);
    }
    for (Polygon& polygon : fixture.keep_out) {
      for (Eigen::Vector2d& vertex : polygon.vertices) (*this)(vertex);
    }
    (*this)(fixture.least_distance);
    (*this)(fixture.tolerance);
    for (Eigen::Vector2d& point : fixture.points_of_interest) (*this)(point);
    for (Eigen::Vector3d& one : fixture.wrenches) wrench(one);
    (*this)(fixture.thresholds.point_error);
    (*this)(fixture.thresholds.depth);
  }
  void operator()(Actuator& actuator) const {
    if (PushActuator* push = std::get_if<PushActuator>(&actuator)) (*this)(push->at);
    SpringActuator* spring = std::get_if<SpringActuator>(&actuator);
    if (spring == nullptr) return;
    (*this)(spring->at);
    (*this)(spring->anchor);
    (*this)(spring->anchor_tolerance);
  }
  void operator()(SceneBody& body) const {
    (*this)(body.part);
    place(body.pose);
    place(body.twist);
    wrench(body.wrench);
  }
  void operator()(SceneJoint& joint) const {
    (*this)(joint.anchor);
    if (joint.kind == Joint::Kind::prismatic) {
      (*this)(joint.position);
      (*this)(joint.velocity);
      (*this)(joint.acceleration);
      (*this)(joint.limits);
    } else {
      (*this)(joint.effort);
    }
    (*this)(joint.inertia, 2);
    (*this)(joint.center_of_mass);
    (*this)(joint.outline);
  }

 private:
  Units::Length from_, to_;
};

}  // namespace

Task in_units(const Task& task, const Units& units) {
  Task result = task;
  result.units = units;
  const Lengths lengths(task.units.length, units.length);
  lengths(result.part);
  lengths.place(result.pose);
  for (Fixel& fixel : result.fixels) {
    lengths(fixel.at);
    lengths(fixel.radius);
  }
  for (Contact& contact : result.contacts) {
    lengths(contact.point);
    lengths(contact.gap);
  }
  lengths(result.contact_tolerance);
  lengths(result.seat_distance);
  if (result.actuator) lengths(*result.actuator);
  lengths.place(result.twist);
  for (Eigen::Vector3d& displacement : result.start_displacements) lengths.place(displacement);
  if (result.plan) {
    for (Eigen::Vector3d& wrench : *result.plan) lengths.wrench(wrench);
  }
  lengths(result.simulate);
  if (result.scatter) lengths(*result.scatter);
  if (result.fixture) lengths(*result.fixture);
  return result;
}

Task in_si(const Task& task) { return in_units(task, {Units::Length::m, task.units.angle}); }

Scene in_si(const Scene& scene) {
  Scene result = scene;
  result.units.length = Units::Length::m;
  const Lengths metres(scene.units.length);
  metres(result.gravity);
  for (SceneBody& body : result.bodies) metres(body);
  for (SceneJoint& joint : result.joints) metres(joint);
  for (Pin& pin : result.pins) {
    metres(pin.at_a);
    metres(pin.at_b);
  }
  metres(result.simulate);
  return result;
}

}  // namespace pawl
