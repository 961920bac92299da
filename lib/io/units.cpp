// SPDX-License-Identifier: MIT
#include "io/units.h"

#include <fmt/format.h>
#include <pawl/io/in_si.h>
#include <pawl/io/units.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <string>
#include <tuple>

#include "base/charconv.h"
#include "io/task_fields.h"

namespace pawl {
namespace internal::inline io {
namespace {

/// The positive number factor * 10^-digits.
struct Decimal {
  int factor;
  int digits;
};

/// Returns the number of metres in a unit of length.
Decimal decimal_of(Units::Length length) {
  switch (length) {
    case Units::Length::m:
      break;
    case Units::Length::mm:
      return {1, 3};
    case Units::Length::cm:
      return {1, 2};
    case Units::Length::in:
      return {254, 4};
  }
  return {1, 0};
}

/// The absolute value of a number as its shortest decimal, digits * 10^exponent. If the number has too many digits to
/// be stored, `digits` is 0.
struct Written {
  std::uint64_t digits = 0;
  int exponent = 0;
};

Written written_as(double value) {
  constexpr std::size_t kMostDigits = 15;
  Written written;
  std::size_t significant = 0, zeros = 0;  // `zeros` is the number of trailing zeros that `digits` does not contain yet
  bool fraction = false;
  const std::string text = fmt::format("{}", std::fabs(value));
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == 'e') {
      written.exponent += std::atoi(text.c_str() + k + 1);
      break;
    }
    if (text[k] == '.') {
      fraction = true;
      continue;
    }
    if (fraction) --written.exponent;
    if (text[k] == '0') {
      ++zeros;
      continue;
    }
    significant += 1 + (significant > 0 ? zeros : 0);
    if (significant > kMostDigits) return {};
    for (; zeros > 0; --zeros) written.digits *= 10;
    written.digits = written.digits * 10 + static_cast<std::uint64_t>(text[k] - '0');
  }
  written.exponent += static_cast<int>(zeros);
  return written;
}

/// Returns value * unit^power, rounded as in_metres() describes.
double times(double value, Decimal unit, int power) {
  if (unit.digits == 0 || power == 0 || value == 0 || !std::isfinite(value)) return value;
  const double rounded = value * std::pow(unit.factor / std::pow(10., unit.digits), power);
  const Written written = written_as(value);
  if (written.digits == 0 || (unit.factor != 1 && power < 0)) return rounded;
  std::uint64_t digits = written.digits;
  const auto factor = static_cast<std::uint64_t>(unit.factor);
  for (int k = 0; k < power; ++k) {
    if (digits > std::numeric_limits<std::uint64_t>::max() / factor) return rounded;
    digits *= factor;
  }
  const std::string text = fmt::format("{}{}e{}", value < 0 ? "-" : "", digits, written.exponent - unit.digits * power);
  double result = rounded;
  from_chars(text.data(), text.data() + text.size(), result);
  return result;
}

}  // namespace

double in_metres(double value, Units::Length length, int power) { return times(value, decimal_of(length), power); }

}  // namespace internal::inline io

double Units::metres() const { return internal::in_metres(1, length); }

const char* Units::length_name() const {
  switch (length) {
    case Length::m:
      return "m";
    case Length::mm:
      return "mm";
    case Length::cm:
      return "cm";
    case Length::in:
      return "in";
  }
  return "";
}

const char* Units::angle_name() const { return angle == Angle::deg ? "deg" : "rad"; }

double Units::angle_of(double radians) const {
  // Exactly reverses the formula for the conversion to radians, so that the result is usually the number that was
  // written in the file.
  return angle == Angle::deg ? radians / (std::numbers::pi / 180) : radians;
}

double standard_gravity(const Units& units) { return internal::in_metres(9.81, units.length, -1); }

namespace {

/// Converts numbers in place from one unit of length to another. The factor is a power of the ratio of the two units.
/// The exponent is 1 for lengths, speeds and torques, 2 for inertia, -1 for stiffness, and -2 for density.
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
  /// Converts the entries x and y of a pose or a twist.
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
    for (Outline& hole : part.holes) (*this)(hole);
    if (part.outline) (*this)(part.density, -2);
    (*this)(part.inertia, 2);
    (*this)(part.center_of_mass);
    (*this)(part.tolerance);
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
    (*this)(options.modulus, -2);
    (*this)(options.radius);
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
      (*this)(points->min_edge);
      (*this)(points->min_arc);
    } else {
      auto& lattice = std::get<FixtureOptions::Lattice>(fixture.candidates);
      (*this)(lattice.pitch);
      (*this)(lattice.pin_radius);
    }
    for (Polygon& polygon : fixture.keep_out) {
      for (Eigen::Vector2d& vertex : polygon.vertices) (*this)(vertex);
    }
    (*this)(fixture.least_distance);
    (*this)(fixture.least_material);
    (*this)(fixture.hole_clearance);
    (*this)(fixture.tolerance);
    for (Eigen::Vector2d& point : fixture.points_of_interest) (*this)(point);
    for (Eigen::Vector3d& one : fixture.wrenches) wrench(one);
    (*this)(fixture.thresholds.point_error);
    (*this)(fixture.thresholds.depth);
    (*this)(fixture.thresholds.edge_length);
    (*this)(fixture.thresholds.clearance);
    (*this)(fixture.thresholds.zone_displacement);
  }
  void operator()(NestOptions& nest) const {
    (*this)(nest.clearance);
    (*this)(nest.cutter_radius);
    for (NestOptions::Notch& notch : nest.notches) {
      (*this)(notch.width);
      (*this)(notch.depth);
    }
    (*this)(nest.margin);
    (*this)(nest.accuracy);
    (*this)(nest.lead_in);
    if (nest.pitch) (*this)(*nest.pitch);
    if (nest.plate_size) (*this)(*nest.plate_size);
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
    for (Eigen::Vector4d& point : body.wrench_points) (*this)(point[3]);
    (*this)(body.viscosity, -1);
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
      for (Eigen::Vector2d& point : joint.effort_points) (*this)(point.y());
    }
    if (joint.stops) {
      const int power = joint.kind == Joint::Kind::prismatic ? -1 : 1;
      (*this)(joint.stops->stiffness, power);
      (*this)(joint.stops->damping, power);
    }
    if (joint.spring) {
      const int power = joint.kind == Joint::Kind::prismatic ? -1 : 1;
      (*this)(joint.spring->stiffness, power);
      (*this)(joint.spring->damping, power);
      if (joint.kind == Joint::Kind::prismatic) (*this)(joint.spring->rest);
    }
    (*this)(joint.viscosity, -1);
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
    lengths(fixel.diamond_width);
  }
  for (Wall& wall : result.walls) {
    lengths(wall.outline);
    for (Outline& hole : wall.holes) lengths(hole);
    lengths.place(wall.pose);
  }
  lengths(result.reach);
  for (Contact& contact : result.contacts) {
    lengths(contact.point);
    lengths(contact.gap);
  }
  lengths(result.contact_tolerance);
  lengths(result.seat_distance);
  if (result.actuator) lengths(*result.actuator);
  lengths.place(result.twist);
  for (Eigen::Vector3d& displacement : result.start_displacements) lengths.place(displacement);
  if (result.start_region) {
    lengths(result.start_region->translation);
    if (result.start_region->at) lengths.place(*result.start_region->at);
  }
  lengths(result.goal_tolerance);
  if (result.plan) {
    for (Eigen::Vector3d& wrench : *result.plan) lengths.wrench(wrench);
  }
  lengths(result.simulate);
  if (result.scatter) lengths(*result.scatter);
  if (result.fixture) lengths(*result.fixture);
  if (result.nest) lengths(*result.nest);
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
    metres(pin.stiffness, -1);
    metres(pin.damping, -1);
  }
  for (SceneContactPair& pair : result.contacts) {
    metres(pair.stiffness, -1);
    metres(pair.damping, -1);
    metres(pair.modulus, -2);
    metres(pair.radius);
  }
  metres(result.simulate);
  return result;
}

}  // namespace pawl

namespace pawl::internal::inline io {
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

/// Calls `change` for every angle of a task.
template <class Change>
void change_angles(Task& task, const Change& change) {
  change(task.pose.z());
  for (Wall& wall : task.walls) change(wall.pose.z());
  change(task.twist.z());
  for (Eigen::Vector3d& displacement : task.start_displacements) change(displacement.z());
  if (PushActuator* push = task.actuator ? std::get_if<PushActuator>(&*task.actuator) : nullptr) {
    change(push->from);
    change(push->to);
  }
  if (task.start_region) {
    change(task.start_region->rotation);
    if (task.start_region->at) change(task.start_region->at->z());
  }
  if (task.scatter) change(task.scatter->rotation);
  if (task.simulate.tray) change(task.simulate.tray->tilt);
}

void set_simulate_defaults(SimulateOptions& options, const Units& units) {
  options.rest.speed = in_metres(options.rest.speed, units.length, -1);
}

struct MeasuredText {
  double number;
  std::string_view unit;
};

/// Splits a text such as "6 mm" into a number, which may have a sign + or -, and a unit.
std::optional<MeasuredText> measured_text(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  MeasuredText result{0, {}};
  const auto [rest, error] = from_chars(text.data(), text.data() + text.size(), result.number);
  if (error != std::errc() || !std::isfinite(result.number)) return std::nullopt;
  result.unit = text.substr(static_cast<std::size_t>(rest - text.data()));
  result.unit.remove_prefix(std::min(result.unit.find_first_not_of(' '), result.unit.size()));
  return result;
}

std::optional<double> length_in(const MeasuredText& text, Units::Length length) {
  for (const auto unit : {Units::Length::m, Units::Length::mm, Units::Length::cm, Units::Length::in}) {
    if (text.unit != Units{unit}.length_name()) continue;
    return unit == length ? text.number : in_metres(in_metres(text.number, unit), length, -1);
  }
  return std::nullopt;
}

std::optional<double> angle_in(const MeasuredText& text, Units::Angle angle) {
  const bool degrees = text.unit == "deg" || text.unit == "\u00b0";
  if (!degrees && text.unit != "rad") return std::nullopt;
  double result = text.number;
  if (degrees && angle == Units::Angle::rad) to_radians(result);
  if (!degrees && angle == Units::Angle::deg) to_degrees(result);
  return result;
}

std::optional<double> mass_in_kg(const MeasuredText& text) {
  if (text.unit == "kg") return text.number;
  return text.unit == "g" ? std::optional(times(text.number, {1, 3}, 1)) : std::nullopt;
}

}  // namespace

std::optional<double> measured(std::string_view text, Quantity quantity, const Units& units) {
  const std::optional<MeasuredText> split = measured_text(text);
  if (!split) return std::nullopt;
  if (quantity == Quantity::length) return length_in(*split, units.length);
  return quantity == Quantity::angle ? angle_in(*split, units.angle) : mass_in_kg(*split);
}

std::optional<double> measured_density(std::string_view text) {
  const std::optional<MeasuredText> split = measured_text(text);
  if (!split) return std::nullopt;
  for (const auto& [mass, length, factor] :
       {std::tuple("g", "cm", 1000.), std::tuple("kg", "dm", 1000.), std::tuple("kg", "m", 1.)}) {
    for (const char* exponent : {"3", "^3", "\u00b3"}) {
      if (split->unit == fmt::format("{}/{}{}", mass, length, exponent)) return split->number * factor;
    }
  }
  return std::nullopt;
}

double density_of_plate(double density, double thickness, const Units& units) {
  const double metres = units.metres();
  return std::stod(fmt::format("{:.12g}", density * thickness * metres * metres * metres));
}

const char* measured_form(Quantity quantity) {
  if (quantity == Quantity::length) return "\"6 mm\" (m, mm, cm or in)";
  return quantity == Quantity::angle ? "\"15 deg\" (deg or rad)" : "\"0.24 kg\" (kg or g)";
}

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
  const auto require = [&](const char* key, const char* name, const char* expected) {
    const JsonValue* value = given->find(key);
    if (value != nullptr && value->text != name) throw InputError(child("/units", key), quoted(*value), expected);
  };
  require("length", units.length_name(), "must be \"m\", \"mm\", \"cm\" or \"in\"");
  require("angle", units.angle_name(), "must be \"rad\" or \"deg\"");
  return units;
}

double default_density(const Units& units) { return in_metres(Part().density, units.length, 2); }

void set_defaults(Task& task, const Units& units) {
  task.contact_tolerance = in_metres(task.contact_tolerance, units.length, -1);
  set_simulate_defaults(task.simulate, units);
}

void set_defaults(Scene& scene, const Units& units) {
  for (double& entry : scene.gravity) entry = in_metres(entry, units.length, -1);
  set_simulate_defaults(scene.simulate, units);
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
    if (joint.spring) to_radians(joint.spring->rest);
    if (!joint.limits) continue;
    for (double& limit : *joint.limits) to_radians(limit);
  }
  to_radians(scene.simulate);
}

}  // namespace pawl::internal::inline io
