// SPDX-License-Identifier: MIT
#include <pawl/certify/energy_problem.h>

#include <algorithm>
#include <cmath>

#include "base/validator.h"
#include "io/task_contacts.h"
#include "seated_part.h"

namespace pawl {
namespace {

/// Wrenches of the seat's frame as loads of size 1.
class LoadMaker {
 public:
  LoadMaker(const PlanProblem& problem, const Eigen::Vector3d& wrench)
      : set_(problem.seated.contacts),
        frame_(problem.seated),
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
  const auto seated = problem.graph.states().seated();
  std::string refused = problem.options.goal.value_or(seated) == seated
                            ? energy_refusal(problem.seated.contacts, problem.graph.options().numbers)
                            : "it leaves out contacts that touch the seated part";
  if (!refused.empty()) throw InputError("/goal", "", "no depth of energy can be certified: " + refused);
  if (!task.task().part.outline) throw InputError("/part/outline", "", "missing: a depth of energy needs the outline");
  internal::Validator faults;
  if (!wrench.allFinite() || wrench.isZero(0)) faults.add("wrench", "", "must be finite numbers, not all zero");
  for (const auto& [name, value] :
       {std::pair("tolerances/friction", tolerances.friction), std::pair("tolerances/fixels", tolerances.fixels),
        std::pair("tolerances/outline", tolerances.outline)}) {
    faults.not_negative(name, value);
  }
  if (tolerances.outline > 0 && !std::holds_alternative<Polygon>(*task.task().part.outline))
    faults.add("tolerances/outline", tolerances.outline, "must be 0 where the outline has arcs");
  faults.finish();
}

}  // namespace

EnergyProblem energy_problem(const ValidTask& valid, const PlanProblem& plan, const Eigen::Vector3d& wrench,
                             const EnergyTolerances& tolerances) {
  require_possible(valid, plan, wrench, tolerances);
  const Task& task = valid.task();
  const ContactSet& set = plan.seated.contacts;
  const LoadMaker maker(plan, wrench);
  EnergyProblem problem;
  problem.outline = internal::outline_at_seat(task, plan.seated);
  problem.fixels = internal::fixels_at_seat(task, plan.seated, tolerances.friction);
  problem.goal = plan.seated.fixels;
  problem.load = std::visit(maker, task.actuator.value_or(FreeActuator()));
  problem.gyration_radius = set.radius_of_gyration();
  problem.mass = internal::inertia_of(task.part, task.units).mass;
  problem.center_of_mass = set.center_of_mass;
  problem.fixel_tolerance = tolerances.fixels;
  problem.outline_tolerance = tolerances.outline;
  return problem;
}

}  // namespace pawl
