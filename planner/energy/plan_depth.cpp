// SPDX-License-Identifier: MIT
#include "energy/plan_depth.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/planner/certificate_file.h>
#include <pawl/planner/energy_problem.h>
#include <pawl/planner/plan_depth.h>
#include <pawl/verify/certificate.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "base/faults.h"
#include "io/json.h"
#include "verify/part_digest.h"

namespace pawl::internal::inline planner {

Outline outline_at_seat(Outline outline, const SeatedTask& seated) {
  const Eigen::Vector2d& center = seated.contacts.center_of_mass;
  if (auto* disc = std::get_if<Disc>(&outline)) disc->center -= center;
  auto* polygon = std::get_if<Polygon>(&outline);
  auto* path = std::get_if<Path>(&outline);
  if (polygon != nullptr) {
    for (Eigen::Vector2d& vertex : polygon->vertices) vertex -= center;
  }
  if (path != nullptr) {
    for (Eigen::Vector2d& vertex : path->vertices) vertex -= center;
  }
  return outline;
}

std::vector<Outline> holes_at_seat(const Task& task, const SeatedTask& seated) {
  std::vector<Outline> holes;
  for (const Outline& hole : task.part.holes) holes.push_back(outline_at_seat(hole, seated));
  return holes;
}

std::vector<EnergyFixel> fixels_at_seat(const Task& task, const SeatedTask& seated, double friction) {
  const SeatFrame frame(seated);
  std::vector<EnergyFixel> fixels;
  for (std::size_t i = 0; i < task.fixels.size(); ++i) {
    const Fixel fixel = fixel_in_world(task, i);
    fixels.push_back({frame.point(fixel.at), fixel.radius, fixel.friction.value_or(task.friction).high + friction});
    if (!fixel.diamond) continue;
    fixels.back().diamond = frame.direction(*fixel.diamond).stableNormalized();
    fixels.back().diamond_width = fixel.diamond_width;
  }
  return fixels;
}

std::vector<Wall> walls_at_seat(const Task& task, const SeatedTask& seated, double friction) {
  const SeatFrame frame(seated);
  std::vector<Wall> walls;
  for (std::size_t k = 0; k < task.walls.size(); ++k) {
    Wall& wall = walls.emplace_back(wall_in_world(task, k));
    const double high = wall.friction.value_or(task.friction).high + friction;
    wall.pose = frame.pose(wall.pose);
    wall.friction = Friction(high);
  }
  return walls;
}

}  // namespace pawl::internal::inline planner

namespace pawl {
namespace {

bool has_arcs(const Outline& outline) { return !std::holds_alternative<Polygon>(outline); }

}  // namespace

bool can_have_tolerance(const Part& part) {
  return part.outline && !has_arcs(*part.outline) && std::none_of(part.holes.begin(), part.holes.end(), has_arcs);
}

EnergyTolerances stated_tolerances(const Part& part) {
  return {0, 0, can_have_tolerance(part) ? part.tolerance : 0};
}

namespace {

/// Returns the reason why the checker refuses a certificate, or "" if the checker accepts it. A text that is longer
/// than the size limit of files is refused too.
std::string refusal(const std::string& certificate) {
  try {
    return verify_certificate(certificate).refused;
  } catch (const InputError& error) {
    return error.what();
  }
}

void certify(const std::string& name, PlanDepth& depth) {
  if (!(depth.found.depth > 0)) return;
  depth.certificate = certificate_text(name, depth.problem, depth.found.certificate);
  depth.refused = refusal(depth.certificate);
  if (depth.refused.empty()) return;
  depth.certificate.clear();
  depth.found.depth = 0;
  depth.found.end = EnergyDepth::End::unproved;
}

}  // namespace

PlanDepth plan_depth(const ValidTask& task, const PlanProblem& problem, const InsertionPlan& plan,
                     const EnergyTolerances& tolerances, const EnergyFloodOptions& options) {
  if (plan.guarantee != Guarantee::energy || plan.steps.size() != 1)
    throw InputError("plan", "", "has no depth: only a one-step plan that satisfies the energy conditions has one");
  PlanDepth depth;
  depth.problem = energy_problem(task, problem, plan.steps[0].wrench, tolerances);
  depth.found = energy_depth(depth.problem, options);
  certify(task.task().name, depth);
  const double mass = problem.seated.contacts.mass;
  depth.fraction = depth.found.depth / depth.problem.gyration_radius;
  depth.force = task.task().simulate.force.value_or(standard_gravity(task.task().units) * mass);
  depth.speed = std::sqrt(2 * depth.found.depth * depth.force / mass);
  return depth;
}

namespace {

/// Converts wrenches in the seat's frame to loads of size 1 N. There is one function per actuator.
class LoadMaker {
 public:
  LoadMaker(const SeatedTask& seated, const Eigen::Vector3d& wrench)
      : set_(seated.contacts),
        frame_(seated),
        wrench_(wrench / Eigen::Vector3d(wrench.x(), wrench.y(), wrench.z() / set_.radius_of_gyration()).norm()) {}

  EnergyLoad operator()(const FreeActuator&) const { return {wrench_.head<2>(), wrench_.z(), {0, 0}, {}, 0}; }
  EnergyLoad operator()(const TrayActuator&) const { return {wrench_.head<2>(), 0, {0, 0}, {}, 0}; }
  EnergyLoad operator()(const PushActuator& push) const { return {wrench_.head<2>(), 0, frame_.point(push.at), {}, 0}; }
  EnergyLoad operator()(const SpringActuator& spring) const {
    EnergyLoad load{{0, 0}, 0, frame_.point(spring.at), frame_.point(spring.anchor), spring.anchor_tolerance};
    const Eigen::Vector2d along = (*load.anchor - load.at).normalized();
    const double torque = load.at.x() * along.y() - load.at.y() * along.x();
    load.force = along / std::hypot(1, torque / set_.radius_of_gyration());
    return load;
  }

 private:
  const ContactSet& set_;
  internal::SeatFrame frame_;
  Eigen::Vector3d wrench_;
};

void require_possible(const ValidTask& task, const PlanProblem& problem, const Eigen::Vector3d& wrench,
                      const EnergyTolerances& tolerances) {
  std::string refused = has_seated_goal(problem)
                            ? energy_refusal(problem.seated.contacts, problem.graph.options().numbers)
                            : "the goal does not contain all contacts that touch the seated part";
  if (!refused.empty()) throw InputError("/goal", "", "no depth can be proved: " + refused);
  if (!task.task().part.outline) throw InputError("/part/outline", "", "missing: a depth of energy needs the outline");
  internal::Validator faults;
  if (!wrench.allFinite() || wrench.isZero(0)) faults.add("wrench", "", "must be finite numbers, not all zero");
  internal::add_tolerance_faults(task.task(), tolerances, faults);
  faults.finish();
}

}  // namespace

namespace internal::inline planner {

void add_tolerance_faults(const Task& task, const EnergyTolerances& tolerances, Validator& faults) {
  for (const auto& [name, value] :
       {std::pair("tolerances/friction", tolerances.friction), std::pair("tolerances/fixels", tolerances.fixels),
        std::pair("tolerances/outline", tolerances.outline)}) {
    faults.not_negative(name, value);
  }
  if (tolerances.outline > 0 && !can_have_tolerance(task.part))
    faults.add("tolerances/outline", tolerances.outline, "must be 0 where the outline has arcs");
  const std::vector<Wall>& walls = task.walls;
  const bool round_walls = std::any_of(walls.begin(), walls.end(), [&](const Wall& wall) {
    return has_arcs(wall.outline) || std::any_of(wall.holes.begin(), wall.holes.end(), has_arcs);
  });
  if (tolerances.fixels > 0 && round_walls)
    faults.add("tolerances/fixels", tolerances.fixels, "must be 0 where a wall has arcs");
}

Eigen::Vector3d pose_in_world(const SeatedTask& seated, const Eigen::Vector3d& displaced) {
  const Eigen::Vector3d seat = seated.pose.value_or(Eigen::Vector3d::Zero());
  const Eigen::Vector2d& center = seated.contacts.center_of_mass;
  const Eigen::Vector2d moved = center + displaced.head<2>() - Eigen::Rotation2Dd(displaced.z()) * center;
  Eigen::Vector3d pose;
  pose << seat.head<2>() + Eigen::Rotation2Dd(seat.z()) * moved, seat.z() + displaced.z();
  return pose;
}

EnergyLoad load_at_seat(const Task& task, const SeatedTask& seated, const Eigen::Vector3d& wrench) {
  return std::visit(LoadMaker(seated, wrench), task.actuator.value_or(FreeActuator()));
}

EnergyProblem problem_at_seat(const ValidTask& valid, const SeatedTask& seated, const EnergyTolerances& tolerances) {
  const Task& task = valid.task();
  EnergyProblem problem;
  problem.outline = outline_at_seat(*task.part.outline, seated);
  problem.holes = holes_at_seat(task, seated);
  problem.fixels = fixels_at_seat(task, seated, tolerances.friction);
  problem.walls = walls_at_seat(task, seated, tolerances.friction);
  problem.gyration_radius = seated.contacts.radius_of_gyration();
  problem.mass = valid.mass();
  problem.center_of_mass = seated.contacts.center_of_mass;
  problem.fixel_tolerance = tolerances.fixels;
  problem.outline_tolerance = tolerances.outline;
  problem.drawing_digest = task.part.drawing_digest;
  return problem;
}

}  // namespace internal::inline planner

namespace {

std::vector<EnergyGoal> goal_of(const ValidTask& valid, const SeatedTask& seated) {
  std::vector<EnergyGoal> goal;
  const std::size_t fixels = valid.task().fixels.size();
  for (std::size_t i = 0; i < seated.fixels.size(); ++i) {
    const auto number = static_cast<std::size_t>(seated.fixels[i]);
    if (number < fixels) {
      goal.push_back({seated.fixels[i], false, {0, 0}, {0, 0}});
    } else {
      const auto wall = static_cast<int>(valid.wall_contacts()[number - fixels].wall);
      const Contact& contact = seated.contacts.contacts[i];
      goal.push_back(
          {wall, true, contact.point - seated.contacts.center_of_mass, contact.normal.stableNormalized()});
    }
  }
  return goal;
}

}  // namespace

EnergyProblem energy_problem(const ValidTask& valid, const PlanProblem& plan, const Eigen::Vector3d& wrench,
                             const EnergyTolerances& tolerances) {
  require_possible(valid, plan, wrench, tolerances);
  EnergyProblem problem = internal::problem_at_seat(valid, plan.seated, tolerances);
  problem.goal = goal_of(valid, plan.seated);
  problem.load = internal::load_at_seat(valid.task(), plan.seated, wrench);
  return problem;
}

}  // namespace pawl
