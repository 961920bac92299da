// SPDX-License-Identifier: MIT
#include "trial_support.h"

#include <fmt/format.h>
#include <pawl/scenes/support_options.h>

#include <cmath>
#include <numbers>

#include "base/validator.h"

namespace pawl::internal {
namespace {

using Tray = SimulateOptions::Tray;

void check_tray(const Task& task, const TrialOptions& options, Validator& validator) {
  if (!options.tray) return;
  const double tilt = options.tray->tilt;
  if (!(tilt > 0 && tilt < std::numbers::pi / 2)) {
    validator.add("/simulate/tray/tilt", task.units.angle_of(tilt),
                  "must be between 0 and a quarter turn: a level tray pushes nothing");
  }
  validator.positive("/simulate/tray/gravity", options.tray->gravity);
  if (options.force) {
    validator.add("/simulate/force", *options.force, "must not stand beside a tray, whose pull is the part's weight");
  }
  const bool by_weight = !task.actuator || (!std::holds_alternative<PushActuator>(*task.actuator) &&
                                            !std::holds_alternative<SpringActuator>(*task.actuator));
  if (!by_weight) validator.add("/actuator", "", "must be a tray, or free, where \"simulate\" has a tray");
}

void check_numbers(const SimulateOptions::Support& support, Validator& validator) {
  validator.not_negative("/simulate/support/friction", support.friction);
  if (support.moment_radius) validator.not_negative("/simulate/support/moment_radius", *support.moment_radius);
}

}  // namespace

double force_of(const TrialProblem& problem, const TrialOptions& options) {
  const double mass = problem.contacts.mass;
  if (options.tray) return mass * options.tray->gravity * std::sin(options.tray->tilt);
  return options.force.value_or(9.81 * mass);
}

Support support_of(const TrialProblem& problem, const TrialOptions& options, const Outline& outline,
                   const Eigen::Vector2d& center_of_mass) {
  const Tray tray = options.tray.value_or(Tray());
  const double weight = problem.contacts.mass * tray.gravity * std::cos(tray.tilt);
  return pawl::support_of(options.support, weight, outline, center_of_mass);
}

void require_support(const TrialProblem& problem, const std::vector<Eigen::Vector3d>& wrenches,
                     const TrialOptions& options) {
  Validator validator;
  check_tray(problem.task, options, validator);
  check_numbers(options.support, validator);
  validator.finish();
  const Support support = support_of(problem, options, *problem.task.part.outline, problem.contacts.center_of_mass);
  const double gyration = problem.contacts.radius_of_gyration(), force = force_of(problem, options);
  for (std::size_t i = 0; i < wrenches.size(); ++i) {
    const Eigen::Vector3d& wrench = wrenches[i];
    const double size = Eigen::Vector3d(wrench.x(), wrench.y(), wrench.z() / gyration).norm();
    if (options.tray && std::fabs(wrench.z()) > 1e-9 * gyration * size) {
      validator.add(fmt::format("/plan/steps/{}/wrench/2", i), wrench.z(), "must be 0: a tray gives no torque");
    }
    if (support.law != Support::Law::ellipsoid) continue;
    const double torque = std::fabs(wrench.z()) / size * force;
    const double turning = torque == 0 ? 0 : torque / support.moment_radius;  // infinite where it resists no torque
    if (std::hypot(wrench.head<2>().norm() / size * force, turning) > support.strength) continue;
    validator.add(
        fmt::format("/plan/steps/{}/wrench", i), "",
        fmt::format("moves nothing: the friction of the support, up to {:.6g} N, holds the part", support.strength));
  }
  validator.finish();
}

}  // namespace pawl::internal
