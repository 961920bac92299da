// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/certify/certificate_file.h>
#include <pawl/certify/plan_depth.h>

#include <cmath>

namespace pawl {
namespace {

/// Why the checker does not accept a certificate; empty: it does. Texts beyond the bounds of files are not read.
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
    throw InputError("plan", "", "has no depth: it is none of one step with the energy conditions");
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

}  // namespace pawl
