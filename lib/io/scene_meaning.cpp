// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/tolerance.h>
#include <pawl/bodies/places.h>

#include <algorithm>

#include "io/json_of.h"
#include "io/scene_form.h"
#include "io/scene_parts.h"

namespace pawl {
namespace internal {
namespace {

constexpr double kMostSteps = 1e9;

class MeaningCheck {
 public:
  MeaningCheck(const Scene& scene, Validator& faults) : scene_(scene), faults_(faults) {}

  void run() {
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) check_body(scene_.bodies[i], fmt::format("/bodies/{}", i));
    for (std::size_t i = 0; i < scene_.joints.size(); ++i) check_joint(i, fmt::format("/joints/{}", i));
    for (std::size_t i = 0; i < scene_.pins.size(); ++i) check_pin(i, fmt::format("/pins/{}", i));
    check_duration();
    if (faults_.empty()) check_closed();
  }

 private:
  template <class Value>
  void add(const std::string& pointer, const Value& value, std::string message) {
    faults_.add(pointer, quoted(json_of(value)), std::move(message));
  }

  /// Whether it is one to work with.
  bool check_outline(const Outline& outline, const std::string& pointer) {
    static constexpr const char* kKeys[] = {"/polygon", "/disc", "/path"};
    if (!faults_.any_under(pointer)) faults_.add(outline_faults(outline, pointer + kKeys[outline.index()]));
    return !faults_.any_under(pointer);
  }

  void check_body(const SceneBody& body, const std::string& pointer) {
    if (!body.part.outline || !check_outline(*body.part.outline, pointer + "/outline")) return;
    if (!faults_.any_under(pointer)) check_inertia(body, pointer);
    if (body.fixed && !body.twist.isZero(0) && !faults_.any_under(pointer + "/twist")) {
      add(pointer + "/twist", body.twist, "must be zero: the body is fixed");
    }
  }

  /// What follows from the outline may be too small or too large for doubles.
  void check_inertia(const SceneBody& body, const std::string& pointer) {
    constexpr std::string_view kPart = "/part";
    try {
      inertia_of(body.part).validate();
    } catch (const InputError& error) {
      for (const Fault& fault : error.faults()) {
        faults_.add(pointer + fault.pointer.substr(kPart.size()), fault.value, fault.message);
      }
    }
  }

  void check_joint(std::size_t i, const std::string& pointer) {
    const SceneJoint& joint = scene_.joints[i];
    if (joint.outline && check_outline(*joint.outline, pointer + "/outline") && !faults_.any_under(pointer)) {
      const LinkInertia inertia = inertia_of(joint);
      faults_.not_negative(pointer + "/mass", inertia.mass);
      faults_.not_negative(pointer + "/inertia", inertia.inertia);
    }
    if (joint.parent > static_cast<int>(i) && !faults_.any_under(pointer + "/parent")) {
      add(pointer + "/parent", joint.parent, "must be an earlier joint, counted from 1, or null for the ground");
    }
    const auto& limits = joint.limits;
    if (!limits || faults_.any_under(pointer)) return;
    if (joint.position >= limits->x() && joint.position <= limits->y()) return;
    const auto written = [&](double value) {
      return joint.kind == Joint::Kind::revolute ? scene_.units.angle_of(value) : value;
    };
    add(pointer + "/position", written(joint.position),
        fmt::format("must be within the limits, [{:.6g}, {:.6g}]", written(limits->x()), written(limits->y())));
  }

  void check_pin(std::size_t i, const std::string& pointer) {
    const Pin& pin = scene_.pins[i];
    if (faults_.any_under(pointer)) return;
    const bool there = exists(pin.a, pointer + "/a");
    if (!exists(pin.b, pointer + "/b") || !there) return;
    const auto stands_still = [&](const Solid& solid) {
      return solid.kind == Solid::Kind::ground || (solid.kind == Solid::Kind::body && scene_.bodies[solid.index].fixed);
    };
    if (pin.a != pin.b && !(stands_still(pin.a) && stands_still(pin.b))) return;
    add(pointer + "/b", name_of(pin.b), "must move against \"a\": a pin joins two solids");
  }

  bool exists(const Solid& solid, const std::string& pointer) {
    if (solid.kind == Solid::Kind::ground) return true;
    const bool body = solid.kind == Solid::Kind::body;
    const std::size_t count = body ? scene_.bodies.size() : scene_.joints.size();
    if (solid.index < count) return true;
    add(pointer, name_of(solid), fmt::format("there are only {} {}", count, body ? "bodies" : "links"));
    return false;
  }

  void check_duration() {
    const double step = scene_.simulate.step;
    if (faults_.any_under("/duration") || faults_.any_under("/simulate")) return;
    if (scene_.duration / step <= kMostSteps) return;
    add("/simulate/step", step, fmt::format("makes more than 1e9 steps of the duration, {} s", scene_.duration));
  }

  /// Pins must hold at the start: a step keeps them as they are.
  void check_closed() {
    if (scene_.pins.empty()) return;
    const SceneSystem made = unchecked_system_of(scene_);
    for (std::size_t i = 0; i < scene_.pins.size(); ++i) {
      const Pin& pin = made.system.pins[i];
      const Eigen::Vector2d a = world_point(made.system, made.state, pin.a, pin.at_a);
      const double apart = (world_point(made.system, made.state, pin.b, pin.at_b) - a).norm();
      if (apart <= tolerance::kPinClosure) continue;
      faults_.add(fmt::format("/pins/{}", i), "",
                  fmt::format("does not close: its two points are {:.6g} m apart; expected at most 1e-6 m", apart));
    }
  }

  const Scene& scene_;
  Validator& faults_;
};

}  // namespace

void check_scene_meaning(const Scene& scene, Validator& faults) { MeaningCheck(scene, faults).run(); }

}  // namespace internal

void validate(const Scene& scene) {
  internal::Validator faults;
  internal::check_scene_values(scene, faults);
  internal::check_scene_meaning(scene, faults);
  faults.finish();
}

std::string name_of(const Solid& solid) {
  if (solid.kind == Solid::Kind::ground) return "ground";
  return fmt::format("{} {}", solid.kind == Solid::Kind::body ? "body" : "link", solid.index + 1);
}

}  // namespace pawl
