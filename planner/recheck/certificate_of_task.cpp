// SPDX-License-Identifier: MIT
// Checks that a certificate belongs to a task.
#include <fmt/format.h>
#include <pawl/planner/actuator.h>
#include <pawl/planner/energy_problem.h>
#include <pawl/planner/plan_problem.h>
#include <pawl/planner/verify_answer.h>
#include <pawl/scenes/support_options.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <variant>

#include "energy/plan_depth.h"
#include "geometry/outline.h"
#include "recheck/can_give.h"
#include "verify/certificate_reader.h"

namespace pawl {
namespace {

using internal::CertificateProblem;
using internal::EnergyFile;

bool same(double a, double b, double size) { return std::fabs(a - b) <= 1e-12 * size; }
bool same(const internal::Point& a, const Eigen::Vector2d& b, double size) {
  return same(a.real(), b.x(), size) && same(a.imag(), b.y(), size);
}

bool same_outline(const Outline& a, const Outline& b, double size) {
  if (a.index() != b.index()) return false;
  if (const auto* disc = std::get_if<Disc>(&a)) {
    const auto& other = std::get<Disc>(b);
    return (disc->center - other.center).norm() <= 1e-12 * size && same(disc->radius, other.radius, size);
  }
  const auto vertices = [](const Outline& outline) {
    const auto* path = std::get_if<Path>(&outline);
    return path != nullptr ? path->vertices : std::get<Polygon>(outline).vertices;
  };
  const auto of_a = vertices(a), of_b = vertices(b);
  if (of_a.size() != of_b.size()) return false;
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    if ((of_a[i] - of_b[i]).norm() > 1e-12 * size) return false;
  }
  const auto* path = std::get_if<Path>(&a);
  return path == nullptr || path->bulges == std::get<Path>(b).bulges;
}

/// Returns the wrench of a load about the centre of mass, at the reference pose.
Eigen::Vector3d load_wrench(const internal::CertificateLoad& load) {
  return {load.force.real(), load.force.imag(), load.torque_about_center()};
}

// The functions below return the name of the first item in which a certificate differs from the task's problem, or ""
// if they agree. Each item is compared relative to its own size, so that a far wall cannot hide a difference in another
// item.

double size_of(const EnergyProblem& problem) {
  return std::max(problem.gyration_radius, internal::diameter(problem.outline));
}

std::string difference_of_fixture(const CertificateProblem& stated, const EnergyProblem& problem) {
  const double size = size_of(problem);
  if (stated.stated_fixels.size() != problem.fixels.size()) return "the fixels are";
  for (std::size_t i = 0; i < problem.fixels.size(); ++i) {
    const EnergyFixel& fixel = problem.fixels[i];
    const CertificateProblem::StatedFixel& other = stated.stated_fixels[i];
    const Eigen::Vector2d diamond = fixel.diamond.value_or(Eigen::Vector2d(0, 0));
    const bool same_shape = other.radius == fixel.radius && other.diamond_width == fixel.diamond_width &&
                            same(other.diamond, diamond, diamond.norm());
    if (!same(other.at, fixel.at, std::max(size, fixel.at.norm())) || !same_shape) return "the fixels are";
    if (!(other.friction >= fixel.friction)) return "the friction is";
  }
  if (stated.walls.size() != problem.walls.size()) return "the walls are";
  for (std::size_t k = 0; k < stated.walls.size(); ++k) {
    const CertificateProblem::StatedWall& wall = stated.walls[k];
    const Wall& other = problem.walls[k];
    const double own = internal::diameter(other.outline);
    const bool same_loops = same_outline(wall.outline, other.outline, own) &&
                            std::equal(wall.holes.begin(), wall.holes.end(), other.holes.begin(), other.holes.end(),
                                       [own](const Outline& a, const Outline& b) { return same_outline(a, b, own); });
    const Eigen::Vector3d pose(wall.pose[0], wall.pose[1], wall.pose[2]);
    const Eigen::Vector3d off = (pose - other.pose).cwiseAbs();
    if (!same_loops || !(off.head<2>().norm() <= 1e-12 * std::max(size, other.pose.head<2>().norm())) ||
        !(off.z() <= 1e-12))
      return "the walls are";
    if (!(wall.friction >= other.friction->high)) return "the friction is";
  }
  return "";
}

std::string difference(const CertificateProblem& stated, const EnergyProblem& problem) {
  const double size = size_of(problem);
  if (!same_outline(stated.outline, problem.outline, size)) return "the outline is";
  if (!stated.drawing.empty() && !problem.drawing_digest.empty() && stated.drawing != problem.drawing_digest)
    return "the drawing is";
  const auto same_hole = [size](const Outline& a, const Outline& b) { return same_outline(a, b, size); };
  if (!std::equal(stated.holes.begin(), stated.holes.end(), problem.holes.begin(), problem.holes.end(), same_hole))
    return "a hole is";
  std::string fixture = difference_of_fixture(stated, problem);
  if (!fixture.empty()) return fixture;
  if (!(stated.outline_off >= problem.outline_tolerance)) return "the profile tolerance is";
  if (!same(stated.mass, problem.mass, problem.mass)) return "the mass is";
  if (!same(stated.center_of_mass, problem.center_of_mass, std::max(size, problem.center_of_mass.norm())))
    return "the centre of mass is";
  return same(stated.rho, problem.gyration_radius, 1e3 * size) ? "" : "the radius of gyration is";
}

std::string difference(const std::vector<EnergyFile::Goal>& goal, const EnergyProblem& problem) {
  const double size = size_of(problem);
  for (const EnergyFile::Goal& contact : goal) {
    const auto same_contact = [&](const EnergyGoal& other) {
      return other.wall == contact.wall && static_cast<std::size_t>(other.number) == contact.number &&
             (!contact.wall || (same(contact.at, other.point, 1e3 * size) && same(contact.normal, other.normal, 1e6)));
    };
    if (std::none_of(problem.goal.begin(), problem.goal.end(), same_contact)) return "the goal is";
  }
  return "";
}

std::string difference(const internal::CertificateLoad& stated, const EnergyProblem& problem) {
  const EnergyLoad& load = problem.load;
  const double size = size_of(problem);
  if (stated.has_anchor != load.anchor.has_value() || !same(stated.at, load.at, size))
    return "the point of the force is";
  if (load.anchor && (!same(stated.anchor, *load.anchor, std::max(size, load.anchor->norm())) ||
                      !(stated.anchor_off >= load.anchor_tolerance)))
    return "the anchor is";
  const bool force = (Eigen::Vector2d(stated.force.real(), stated.force.imag()) - load.force).norm() <= 1e-9;
  return force && same(stated.torque, load.torque, 1e3 * problem.gyration_radius) ? "" : "the force is";
}

std::string difference(const EnergyFile& file, const ValidTask& task) {
  const PlanProblem plan = plan_problem(task);
  const Eigen::Vector3d wrench = load_wrench(file.load);
  if (wrench.isZero(0) || !internal::can_give(plan.options.domain, wrench)) return "the force is";
  const EnergyProblem problem = energy_problem(task, plan, wrench, stated_tolerances(task.task().part));
  std::string other = difference(file.problem, problem);
  if (other.empty()) other = difference(file.goal, problem);
  return other.empty() ? difference(file.load, problem) : other;
}

/// Returns the part at the reference pose of rest regions. This is the seat or, if the contacts cannot all touch, the
/// task's pose.
SeatedTask reference_of(const ValidTask& task) {
  try {
    return task.seat();
  } catch (const InputError&) {
    SeatedTask placed;
    placed.contacts = task.contacts();
    placed.pose = task.task().pose;
    return placed;
  }
}

/// Returns the energy problem of a task's part among its fixels and walls at the reference pose, without a goal and a
/// load.
EnergyProblem problem_at(const SeatedTask& reference, const ValidTask& valid) {
  const Task& task = valid.task();
  if (!task.part.outline)
    throw InputError("/part/outline", "", "missing: a certificate of rest regions needs the outline");
  EnergyProblem problem;
  problem.outline = internal::outline_at_seat(*task.part.outline, reference);
  problem.holes = internal::holes_at_seat(task, reference);
  problem.fixels = internal::fixels_at_seat(task, reference);
  problem.walls = internal::walls_at_seat(task, reference);
  problem.gyration_radius = reference.contacts.radius_of_gyration();
  problem.mass = valid.mass();
  problem.center_of_mass = reference.contacts.center_of_mass;
  problem.outline_tolerance = stated_tolerances(task.part).outline;
  problem.drawing_digest = task.part.drawing_digest;
  return problem;
}

/// Returns the load with which the task's actuator applies a wrench of size 1 N at the reference pose. For a spring,
/// the load follows from the task, and `wrench` is ignored.
EnergyLoad load_of(const Task& task, const SeatedTask& reference, const Eigen::Vector3d& wrench) {
  const internal::SeatFrame frame(reference);
  EnergyLoad load;
  load.force = wrench.head<2>();
  const Actuator actuator = task.actuator.value_or(FreeActuator());
  if (std::holds_alternative<FreeActuator>(actuator)) load.torque = wrench.z();
  if (const auto* push = std::get_if<PushActuator>(&actuator)) load.at = frame.point(push->at);
  if (const auto* spring = std::get_if<SpringActuator>(&actuator)) {
    load.at = frame.point(spring->at);
    load.anchor = frame.point(spring->anchor);
    load.anchor_tolerance = spring->anchor_tolerance;
    const Eigen::Vector2d along = (*load.anchor - load.at).normalized();
    const double torque = load.at.x() * along.y() - load.at.y() * along.x();
    load.force = along / std::hypot(1, torque / reference.contacts.radius_of_gyration());
  }
  return load;
}

/// Returns whether the support friction that the certificate states is at least that of the task. The certificate
/// states the friction force for a load of 1 N. This force is the friction coefficient times the normal force.
bool covers_support(const internal::CertificateLoad& stated, const ValidTask& valid) {
  const Task& task = valid.task();
  const SimulateOptions& options = task.simulate;
  if (options.support.law != SimulateOptions::Support::Law::ellipsoid || options.support.friction == 0) return true;
  const SimulateOptions::Tray tray = options.tray.value_or(SimulateOptions::Tray{0, standard_gravity(task.units)});
  const double weight = tray.gravity * valid.mass(), normal = weight * std::cos(tray.tilt);
  const double size = options.tray ? weight * std::sin(tray.tilt) : options.force.value_or(weight);
  const Support support = support_of(options.support, normal, task.part.loops(), valid.contacts().center_of_mass);
  constexpr double kLess = 1 - 1e-9;
  return stated.support * size >= support.strength * kLess && stated.support_radius >= support.moment_radius * kLess;
}

std::string difference(const internal::RegionFile& file, const ValidTask& task) {
  const SeatedTask reference = reference_of(task);
  EnergyProblem problem = problem_at(reference, task);
  std::string other = difference(file.problem, problem);
  const WrenchDomain domain = internal::domain_of(task.task().actuator.value_or(FreeActuator()),
                                                  reference.pose.value_or(Eigen::Vector3d::Zero()), reference.contacts)
                                  .domain;
  for (const internal::RegionFile::Step& step : file.steps) {
    if (!other.empty()) return other;
    const Eigen::Vector3d wrench = load_wrench(step.load);
    if (wrench.isZero(0) || !internal::can_give(domain, wrench)) return "the force is";
    problem.load = load_of(task.task(), reference, wrench);
    other = difference(step.load, problem);
    if (other.empty() && !covers_support(step.load, task)) other = "the friction of the support is";
  }
  return other;
}

}  // namespace

CertificateCheck verify_certificate(std::string_view text, const ValidTask& task) {
  const internal::CertificateFile file = internal::read_certificate(text);
  const auto* region = std::get_if<internal::RegionFile>(&file);
  const std::string other =
      region != nullptr ? difference(*region, task) : difference(std::get<EnergyFile>(file), task);
  if (other.empty()) return verify_certificate(text);
  CertificateCheck check;
  check.refused = fmt::format("/problem: {} not the task's", other);
  return check;
}

}  // namespace pawl
