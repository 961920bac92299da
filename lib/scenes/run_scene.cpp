// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/tolerance.h>
#include <pawl/io/in_si.h>
#include <pawl/scenes/model_options.h>
#include <pawl/scenes/run_scene.h>
#include <pawl/scenes/scene_setup.h>
#include <pawl/scenes/support_options.h>
#include <pawl/simulation/overlapping_shapes.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <string>
#include <variant>

#include "base/faults.h"
#include "bodies/equations_of_motion.h"

namespace pawl {
namespace {

double energy_of_mass(double mass, const System& system, const Eigen::Vector2d& place,
                      const Eigen::Vector2d& velocity) {
  return mass * (velocity.squaredNorm() / 2 - system.gravity.dot(place));
}

SceneContact scene_contact(const SceneSystem& parts, const StepContact& contact) {
  return {parts.owners[contact.shape_a], parts.owners[contact.shape_b], contact.point,   contact.normal, contact.gap,
          contact.normal_force,          contact.tangent_force,         mode_of(contact)};
}

}  // namespace

char mode_of(const StepContact& contact) {
  if (contact.gap > tolerance::kTouching) return 's';
  if (std::fabs(contact.sliding) <= tolerance::kRestingVelocity) return 'n';
  return contact.sliding > 0 ? 'l' : 'r';
}

double energy_of(const SceneSetup& setup, const State& state) {
  const System& system = setup.parts.system;
  const internal::Kinematics kinematics(system, state);
  double energy = 0;
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const internal::SolidMotion& motion = kinematics.motion(Solid::body(i));
    energy += energy_of_mass(system.bodies[i].mass, system, motion.origin, motion.velocity);
    energy += system.bodies[i].inertia * motion.spin * motion.spin / 2;
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    const internal::SolidMotion& motion = kinematics.motion(Solid::link(i));
    const Eigen::Vector2d center = kinematics.center_of_mass(i);
    energy += energy_of_mass(system.joints[i].mass, system, center, motion.velocity_at(center));
    energy += system.joints[i].inertia * motion.spin * motion.spin / 2;
  }
  return energy;
}

SceneResult run(const SceneSetup& setup, const StopToken& stop, const std::function<void(const SceneStep&)>& after) {
  Stepper stepper(setup.parts.system, setup.options);
  SceneResult result;
  result.state = setup.parts.state;
  SceneStep step;
  Actuation actuation = setup.actuation;
  for (long k = 1; k <= setup.steps(); ++k) {
    if (stop.stop_requested()) {
      result.end = SceneResult::End::stopped;
      break;
    }
    const double time = setup.time_of(k);
    const bool whole = time - result.time > setup.step * (1 - 1e-9);
    for (std::size_t i = 0; i < setup.effort_points.size(); ++i) {
      const std::vector<Eigen::Vector2d>& points = setup.effort_points[i];
      if (!points.empty()) actuation.loads.efforts[i] = mean_effort(points, result.time, time);
    }
    for (std::size_t i = 0; i < setup.wrench_points.size(); ++i) {
      const std::vector<Eigen::Vector4d>& points = setup.wrench_points[i];
      if (!points.empty()) actuation.loads.body_wrenches[i] = mean_wrench(points, result.time, time);
    }
    const StepReport& report = stepper.step(result.state, whole ? setup.step : time - result.time, actuation);
    result.substeps += report.substeps;
    result.choices += report.choices;
    result.not_enumerated += report.not_enumerated;
    result.cone.add(report.cone);
    if (!report.solved) {
      ++result.unsolved;
      result.end = SceneResult::End::unsolved;
      break;
    }
    result.steps = k;
    result.time = time;
    result.worst_penetration = std::max(result.worst_penetration, report.penetration);
    result.efforts = report.efforts;
    result.pin_forces = report.pin_forces;
    if (!after) continue;
    step = {k,
            time,
            result.state,
            {},
            energy_of(setup, result.state),
            report.penetration,
            report.substeps,
            report.efforts};
    for (const StepContact& contact : report.contacts) step.contacts.push_back(scene_contact(setup.parts, contact));
    after(step);
  }
  result.energy = energy_of(setup, result.state);
  return result;
}

namespace {

using internal::Validator;

const char* model_name(SimulateOptions::Model model) {
  switch (model) {
    case SimulateOptions::Model::coulomb:
      return "coulomb";
    case SimulateOptions::Model::viscous:
      return "viscous";
    case SimulateOptions::Model::coulomb_viscous:
      return "coulomb-viscous";
    case SimulateOptions::Model::no_slip:
      return "no-slip";
    case SimulateOptions::Model::cone_complementarity:
      return "cone-complementarity";
    case SimulateOptions::Model::compliant:
      break;
  }
  return "compliant";
}

/// Checks the tray below the scene. If the tray is tilted, gravity must have a direction, which is downhill on the
/// tray.
void require_tray(const Scene& scene, Validator& faults) {
  if (!scene.simulate.tray) return;
  const double tilt = scene.simulate.tray->tilt;
  if (!(tilt >= 0 && tilt < std::numbers::pi / 2)) {
    faults.add("/simulate/tray/tilt", scene.units.angle_of(tilt), "must be from 0 to less than a quarter turn");
  } else if (tilt > 0 && scene.gravity.isZero(0)) {
    faults.add("/gravity", "[0, 0]", "must not be zero: its direction is the downhill direction of the tray");
  }
}

/// Checks that no pin is attached to a body, because support friction supports only bodies that move freely.
void require_unpinned(const SceneSystem& parts, const SimulateOptions& options, Validator& faults) {
  if (options.support.law == SimulateOptions::Support::Law::none) return;
  for (std::size_t i = 0; i < parts.solids.size(); ++i) {
    const Solid& solid = parts.solids[i];
    if (solid.kind != Solid::Kind::body) continue;
    const bool pinned = std::any_of(parts.system.pins.begin(), parts.system.pins.end(),
                                    [&](const Pin& pin) { return pin.a == solid || pin.b == solid; });
    if (pinned) faults.add(fmt::format("/bodies/{}", i), "", "must not be held by a pin if \"support\" has a law");
  }
}

/// Returns the support friction of each of the scene's moving bodies, in the system's order.
std::vector<Support> supports_of(const Scene& scene, const SceneSystem& parts) {
  const SimulateOptions::Tray tray = scene.simulate.tray.value_or(SimulateOptions::Tray());
  std::vector<Support> supports;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (parts.solids[i].kind != Solid::Kind::body) continue;
    const double weight = parts.system.bodies[parts.solids[i].index].mass * tray.gravity * std::cos(tray.tilt);
    supports.push_back(support_of(scene.simulate.support, weight, scene.bodies[i].part.loops(), parts.centers[i]));
  }
  return supports;
}

/// Checks that restitution is 0 unless the scheme has two stages. Models other than Coulomb's have one stage. Only the
/// second stage models impacts.
void require_no_restitution(const Scene& scene, Validator& faults) {
  const bool coulomb = scene.simulate.model == SimulateOptions::Model::coulomb;
  if (coulomb && scene.simulate.scheme != SimulateOptions::Scheme::one_stage) return;
  constexpr const char* kWhy =
      "must be 0 in the one-stage scheme, which does not model impacts; use the two-stage scheme";
  if (coulomb && scene.simulate.restitution != 0) faults.add("/simulate/restitution", scene.simulate.restitution, kWhy);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const double restitution = scene.bodies[i].restitution.value_or(0);
    if (restitution != 0) faults.add(fmt::format("/bodies/{}/restitution", i), restitution, kWhy);
  }
}

std::string pointer_of(const Solid& owner) {
  return fmt::format("/{}/{}", owner.kind == Solid::Kind::body ? "bodies" : "joints", owner.index);
}

/// If static and kinetic friction of some body or link differ, checks that the options support a difference.
void require_friction(const Scene& scene, Validator& faults) {
  const std::string wrong = one_friction_only(step_options(scene.simulate));
  const auto check = [&](const char* list, std::size_t i, const auto& owner) {
    if (!owner.kinetic_friction || owner.kinetic_friction == owner.friction || wrong.empty()) return;
    faults.add(fmt::format("/{}/{}/friction", list, i),
               fmt::format("{{\"static\":{},\"kinetic\":{}}}", *owner.friction, *owner.kinetic_friction), wrong);
  };
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) check("bodies", i, scene.bodies[i]);
  for (std::size_t i = 0; i < scene.joints.size(); ++i) check("joints", i, scene.joints[i]);
}

/// Checks that the model has viscous friction, if a body or link states a viscosity.
void require_viscosities(const Scene& scene, Validator& faults) {
  const SimulateOptions::Model model = scene.simulate.model;
  if (model == SimulateOptions::Model::viscous || model == SimulateOptions::Model::coulomb_viscous) return;
  const auto check = [&](const char* list, std::size_t i, const std::optional<double>& viscosity) {
    if (!viscosity) return;
    faults.add(fmt::format("/{}/{}/viscosity", list, i), *viscosity,
               fmt::format("must be absent with the model \"{}\"; use the model \"coulomb-viscous\" or \"viscous\"",
                           model_name(model)));
  };
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) check("bodies", i, scene.bodies[i].viscosity);
  for (std::size_t i = 0; i < scene.joints.size(); ++i) check("joints", i, scene.joints[i].viscosity);
}

/// If pins, joints or stops of the scene have springs, checks that the model supports them.
void require_springs(const Scene& scene, Validator& faults) {
  const SimulateOptions& options = scene.simulate;
  const bool compliant = options.model == SimulateOptions::Model::compliant;
  const bool published = compliant && options.route == SimulateOptions::Route::published;
  const std::string other = fmt::format("must be absent with the model \"{}\"; use the model \"compliant\"",
                                        model_name(options.model));
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    const std::optional<SceneJoint::Stops>& stops = scene.joints[i].stops;
    if (stops && !compliant) faults.add(fmt::format("/joints/{}/stops/stiffness", i), stops->stiffness, other);
    const std::optional<SceneJoint::Spring>& spring = scene.joints[i].spring;
    if (!spring || (compliant && !published)) continue;
    faults.add(fmt::format("/joints/{}/spring/stiffness", i), spring->stiffness,
               published ? "must be absent with the route \"published\", which has no springs of joints; use the route "
                           "\"law\""
                         : other);
  }
  for (std::size_t i = 0; i < scene.pins.size(); ++i) {
    const std::optional<double>& stiffness = scene.pins[i].stiffness;
    if (!stiffness || (compliant && !published)) continue;
    faults.add(fmt::format("/pins/{}/stiffness", i), *stiffness,
               published ? "must be absent with the route \"published\", which has no pins with springs; use the route "
                           "\"law\""
                         : other);
  }
}

/// If pairs of bodies have their own values of the model "compliant", checks that the model supports them, and that the
/// two bodies can touch.
void require_pair_springs(const Scene& scene, const SceneSystem& parts, Validator& faults) {
  const SimulateOptions& options = scene.simulate;
  const bool published = options.route == SimulateOptions::Route::published;
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    const std::string pointer = fmt::format("/contacts/{}", i);
    if (options.model != SimulateOptions::Model::compliant) {
      faults.add(
          pointer, "",
          fmt::format("must be absent with the model \"{}\"; use the model \"compliant\"", model_name(options.model)));
    } else if (scene.contacts[i].modulus && published) {
      faults.add(pointer + "/modulus", *scene.contacts[i].modulus,
                 "must be absent with the route \"published\", which has linear springs only; use the route \"law\"");
    }
  }
  for (const std::size_t i : idle_pair_springs(parts.system, parts.state)) {
    faults.add(fmt::format("/contacts/{}", i), "",
               fmt::format("{} and {} can never touch, because both are fixed, or a joint or pin connects them; omit "
                           "this entry",
                           name_of(scene.contacts[i].a), name_of(scene.contacts[i].b)));
  }
}

void require_apart(const SceneSystem& parts, Validator& faults) {
  for (const auto& [a, b] : overlapping_shapes(parts.system, parts.state)) {
    faults.add(pointer_of(parts.owners[b]), "",
               fmt::format("overlaps {} by more than 1e-8 m", name_of(parts.owners[a])));
  }
}

Warnings warnings_of(const SceneSystem& parts) {
  std::vector<std::size_t> bare;
  bool moves = false;
  for (std::size_t i = 0; i < parts.system.shapes.size(); ++i) {
    if (parts.system.shapes[i].friction) continue;
    bare.push_back(i);
    moves = moves || parts.system.shapes[i].solid.kind != Solid::Kind::ground;
  }
  if (bare.size() < 2 || !moves) return {};
  constexpr std::size_t kMostNames = 5;
  std::string names;
  for (std::size_t k = 0; k < std::min(bare.size(), kMostNames); ++k) {
    names += (k > 0 ? ", " : "") + name_of(parts.owners[bare[k]]);
  }
  if (bare.size() > kMostNames) names += fmt::format(" and {} more", bare.size() - kMostNames);
  return {{"friction-defaulted", pointer_of(parts.owners[bare[0]]) + "/friction",
           fmt::format("{} state no friction: it is 0 where two of them touch", names)}};
}

/// Returns the mean of an entry of the points from time `from` to time `to`. Entry 0 of a point is its time. The entry is
/// linear between the points, and constant before the first and after the last one.
template <class Point>
double mean_entry(const std::vector<Point>& points, int entry, double from, double to) {
  const auto value = [&](std::size_t k, double time) {  // the value at `time` on the line from point k - 1 to point k
    const Point &a = points[k - 1], &b = points[k];
    return a[entry] + (b[entry] - a[entry]) * ((time - a[0]) / (b[0] - a[0]));
  };
  const double first = points.front()[0], last = points.back()[0];
  double sum = points.front()[entry] * std::max(0., std::min(to, first) - from) +
               points.back()[entry] * std::max(0., to - std::max(from, last));
  const auto later = std::upper_bound(points.begin() + 1, points.end(), from,
                                      [](double time, const Point& point) { return time < point[0]; });
  for (auto k = static_cast<std::size_t>(later - points.begin()); k < points.size() && points[k - 1][0] < to; ++k) {
    const double begin = std::max(from, points[k - 1][0]), end = std::min(to, points[k][0]);
    sum += (end - begin) * (value(k, begin) + value(k, end)) / 2;
  }
  return sum / (to - from);
}

}  // namespace

long SceneSetup::steps() const {
  constexpr double kWhole = 1e-9;
  const double count = duration / step, nearest = std::round(count);
  return static_cast<long>(std::fabs(count - nearest) <= kWhole * std::max(1., count) ? nearest : std::ceil(count));
}

double mean_effort(const std::vector<Eigen::Vector2d>& points, double from, double to) {
  return mean_entry(points, 1, from, to);
}

Eigen::Vector3d mean_wrench(const std::vector<Eigen::Vector4d>& points, double from, double to) {
  return {mean_entry(points, 1, from, to), mean_entry(points, 2, from, to), mean_entry(points, 3, from, to)};
}

double SceneSetup::time_of(long k) const { return k >= steps() ? duration : static_cast<double>(k) * step; }

StepOptions step_options(const SimulateOptions& options) {
  using Given = SimulateOptions::Solutions;
  StepOptions result;
  result.law = law_of(options);
  result.scheme = options.scheme == SimulateOptions::Scheme::one_stage ? Scheme::one_stage : Scheme::two_stage;
  if (options.solutions == Given::random) result.solutions = Solutions::random;
  if (options.solutions == Given::adversarial) result.solutions = Solutions::adversarial;
  return result;
}

SceneSetup set_up(const Scene& given) {
  const Scene scene = in_si(given);
  SceneSetup setup;
  setup.parts = system_of(scene);
  Validator faults;
  faults.passes([&] { require_model(scene.simulate); });
  require_no_restitution(scene, faults);
  require_friction(scene, faults);
  require_springs(given, faults);
  require_pair_springs(given, setup.parts, faults);
  require_viscosities(given, faults);
  require_tray(scene, faults);
  require_unpinned(setup.parts, scene.simulate, faults);
  require_apart(setup.parts, faults);
  faults.finish();
  setup.actuation.loads = setup.parts.loads;
  for (const SceneJoint& joint : scene.joints) setup.effort_points.push_back(joint.effort_points);
  for (const SceneBody& body : scene.bodies) {
    if (!body.fixed) setup.wrench_points.push_back(body.wrench_points);
  }
  if (scene.simulate.support.law != SimulateOptions::Support::Law::none) {
    setup.actuation.supports = supports_of(scene, setup.parts);
  }
  if (scene.simulate.tray) {
    const SimulateOptions::Tray& tray = *scene.simulate.tray;
    setup.parts.system.gravity = tray.gravity * std::sin(tray.tilt) * scene.gravity.stableNormalized();
  }
  setup.options = step_options(scene.simulate);
  setup.step = scene.simulate.step;
  setup.duration = scene.duration;
  setup.warnings = warnings_of(setup.parts);
  if (!scene.joints.empty() && scene.simulate.support.law != SimulateOptions::Support::Law::none) {
    setup.warnings.push_back({"not-modelled", "/joints", "support friction acts on bodies only, not on links"});
  }
  return setup;
}

namespace {

using Model = SimulateOptions::Model;

LawRoute route_of(const SimulateOptions& options) {
  return options.route == SimulateOptions::Route::published ? LawRoute::published : LawRoute::law;
}

/// Default tangential damping of compliant contacts, times the duration of a step, N s^2/m; the value of
/// [Drum19, section 6.4].
constexpr double kTangentDamping = 1e6;

/// Checks that modulus and radius of Hertz contacts are stated together, and without a stiffness or the published route.
void require_hertz(const SimulateOptions& options, internal::Validator& faults) {
  if (!options.modulus && !options.radius) return;
  if (!options.modulus) faults.add("/simulate/modulus", "", "missing: \"radius\" needs a \"modulus\"");
  if (!options.radius) faults.add("/simulate/radius", "", "missing: \"modulus\" needs a \"radius\"");
  if (options.stiffness) {
    faults.add("/simulate/stiffness", *options.stiffness,
               "cannot be combined with \"modulus\" and \"radius\", which determine the stiffness");
  }
  if (options.route == SimulateOptions::Route::published) {
    faults.add("/simulate/route", "\"published\"", "must be \"law\" with \"modulus\" and \"radius\"");
  }
}

/// Adds a fault if a key is given although the selected model does not have this parameter.
void require_key(const SimulateOptions& options, const char* key, bool given, std::initializer_list<Model> models,
                 internal::Validator& faults) {
  if (!given || std::find(models.begin(), models.end(), options.model) != models.end()) return;
  std::string names;
  for (const Model model : models) names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", model_name(model));
  faults.add(std::string("/simulate/") + key, "",
             fmt::format("is not a parameter of the model \"{}\"; it belongs to {}", model_name(options.model), names));
}

}  // namespace

ContactLaw law_of(const SimulateOptions& options) {
  switch (options.model) {
    case Model::viscous:
      return Viscous{options.viscosity.value_or(Viscous().viscosity), route_of(options)};
    case Model::coulomb_viscous:
      return CoulombViscous{options.viscosity.value_or(CoulombViscous().viscosity)};
    case Model::no_slip:
      return NoSlip{route_of(options)};
    case Model::cone_complementarity:
      return ConeComplementarity{options.tolerance.value_or(ConeComplementarity().tolerance), options.max_push,
                                 ConeComplementarity::Method::automatic, options.coulomb_iterations};
    case Model::compliant: {
      const Compliant usual;
      return Compliant{options.stiffness.value_or(usual.stiffness), options.damping.value_or(usual.damping),
                       options.tangent_damping.value_or(kTangentDamping / options.step), route_of(options),
                       options.modulus.value_or(0), options.radius.value_or(0)};
    }
    case Model::coulomb:
      break;
  }
  return Coulomb();
}

std::string one_friction_only(const StepOptions& options) {
  static constexpr std::array<const char*, std::variant_size_v<ContactLaw>> kModels{
      "coulomb", "viscous", "no-slip", "cone-complementarity", "compliant", "coulomb-viscous"};
  if (!std::holds_alternative<Coulomb>(options.law) && !std::holds_alternative<CoulombViscous>(options.law)) {
    return fmt::format("static and kinetic friction differ, which the model \"{}\" does not support; use the model "
                       "\"coulomb\" or \"coulomb-viscous\", or one coefficient",
                       kModels[options.law.index()]);
  }
  if (options.solutions == Solutions::first) return "";
  return "static and kinetic friction differ, for which solutions are not enumerated; use the solutions \"first\", or "
         "one coefficient";
}

void require_model(const SimulateOptions& options) {
  internal::Validator faults;
  const auto key = [&](const char* name, bool given, std::initializer_list<Model> models) {
    require_key(options, name, given, models, faults);
  };
  key("viscosity", options.viscosity.has_value(), {Model::viscous, Model::coulomb_viscous});
  key("stiffness", options.stiffness.has_value(), {Model::compliant});
  key("damping", options.damping.has_value(), {Model::compliant});
  key("tangent_damping", options.tangent_damping.has_value(), {Model::compliant});
  key("modulus", options.modulus.has_value(), {Model::compliant});
  key("radius", options.radius.has_value(), {Model::compliant});
  if (options.model == Model::compliant) require_hertz(options, faults);
  key("route", options.route.has_value(), {Model::compliant, Model::viscous, Model::no_slip});
  key("tolerance", options.tolerance.has_value(), {Model::cone_complementarity});
  key("max_push", options.max_push.has_value(), {Model::cone_complementarity});
  key("coulomb_iterations", options.coulomb_iterations > 0, {Model::cone_complementarity});
  key("scheme", options.scheme.has_value(), {Model::coulomb});
  key("restitution", options.restitution != 0, {Model::coulomb});
  key("solutions", options.solutions != SimulateOptions::Solutions::first, {Model::coulomb});
  faults.finish();
}

Support support_of(const SimulateOptions::Support& options, double normal_force, const Loops& loops,
                   const Eigen::Vector2d& center) {
  using Law = SimulateOptions::Support::Law;
  Support support;
  if (options.law == Law::none) return support;
  const bool viscous = options.law == Law::viscous;
  support.law = viscous ? Support::Law::viscous : Support::Law::ellipsoid;
  support.strength = viscous ? options.friction : options.friction * normal_force;
  if (options.moment_radius) {
    support.moment_radius = *options.moment_radius;
  } else {
    support.moment_radius = viscous ? root_mean_square_distance(loops, center) : mean_distance(loops, center);
  }
  return support;
}

}  // namespace pawl
