// SPDX-License-Identifier: MIT
#include "io/file_units.h"

#include <fmt/format.h>

#include <numbers>
#include <string>

#include "io/task_fields.h"
#include "io/unit_factors.h"

namespace pawl::internal {
namespace {

void to_radians(double& degrees) { degrees *= std::numbers::pi / 180; }
void to_radians(Eigen::Vector3d& pose) { to_radians(pose.z()); }
void to_radians(SimulateOptions& options) {
  if (options.tray) to_radians(options.tray->tilt);
}

void to_degrees(double& radians) {
  const double nearest = radians * 180 / std::numbers::pi;
  for (int digits = 1; digits <= 17; ++digits) {
    double degrees = std::stod(fmt::format("{:.{}g}", nearest, digits)), back = degrees;
    to_radians(back);
    if (back != radians) continue;
    radians = degrees;
    return;
  }
  radians = nearest;
}

/// Changes every angle of a task.
template <class Change>
void change_angles(Task& task, const Change& change) {
  change(task.pose.z());
  change(task.twist.z());
  for (Eigen::Vector3d& displacement : task.start_displacements) change(displacement.z());
  if (PushActuator* push = task.actuator ? std::get_if<PushActuator>(&*task.actuator) : nullptr) {
    change(push->from);
    change(push->to);
  }
  if (task.scatter) change(task.scatter->rotation);
  if (task.simulate.tray) change(task.simulate.tray->tilt);
}

void set_defaults(SimulateOptions& options, const Units& units) {
  options.rest.speed = in_metres(options.rest.speed, units.length, -1);
}

}  // namespace

Units units_of(const JsonValue& root) {
  Units units;
  const JsonValue* given = root.is(JsonValue::Kind::object) ? root.find("units") : nullptr;
  if (given == nullptr || !given->is(JsonValue::Kind::object)) return units;
  fields_of(units, [&](const char* name, Need, auto& member, const auto& rule) {
    const JsonValue* value = given->find(name);
    for (const auto& word : rule.words) {
      if (value != nullptr && value->is(JsonValue::Kind::string) && value->text == word.text) member = word.value;
    }
  });
  return units;
}

Units stated_units(const JsonValue& root) {
  const Units units = units_of(root);
  const JsonValue* given = root.is(JsonValue::Kind::object) ? root.find("units") : nullptr;
  if (given == nullptr) return units;
  if (!given->is(JsonValue::Kind::object)) {
    throw InputError("/units", quoted(*given), "must be an object, as in {\"length\": \"mm\"}");
  }
  const auto require = [&](const char* key, const char* name) {
    const JsonValue* value = given->find(key);
    if (value != nullptr && value->text != name) {
      throw InputError(child("/units", key), quoted(*value), "is no unit that answers are given in");
    }
  };
  require("length", units.length_name());
  require("angle", units.angle_name());
  return units;
}

double default_density(const Units& units) { return in_metres(Part().density, units.length, 2); }

void set_defaults(Task& task, const Units& units) {
  task.contact_tolerance = in_metres(task.contact_tolerance, units.length, -1);
  set_defaults(task.simulate, units);
}

void set_defaults(Scene& scene, const Units& units) {
  for (double& entry : scene.gravity) entry = in_metres(entry, units.length, -1);
  set_defaults(scene.simulate, units);
}

void turn_to_radians(Task& task) {
  if (task.units.angle == Units::Angle::deg) change_angles(task, [](double& angle) { to_radians(angle); });
}

void turn_to_file_angles(Task& task) {
  if (task.units.angle == Units::Angle::deg) change_angles(task, [](double& angle) { to_degrees(angle); });
}

void turn_to_radians(Scene& scene) {
  if (scene.units.angle != Units::Angle::deg) return;
  for (SceneBody& body : scene.bodies) {
    to_radians(body.pose);
    to_radians(body.twist);
  }
  for (SceneJoint& joint : scene.joints) {
    to_radians(joint.angle);
    if (joint.kind != Joint::Kind::revolute) continue;
    to_radians(joint.position);
    to_radians(joint.velocity);
    if (joint.acceleration) to_radians(*joint.acceleration);
    if (!joint.limits) continue;
    for (double& limit : *joint.limits) to_radians(limit);
  }
  to_radians(scene.simulate);
}

}  // namespace pawl::internal
