// SPDX-License-Identifier: MIT
// Whether a certificate is of a task.
#include <fmt/format.h>
#include <pawl/certify/certificate_file.h>
#include <pawl/planner/plan_problem.h>

#include <algorithm>
#include <cmath>

#include "actuator_gives.h"
#include "certificate_reader.h"

namespace pawl {
namespace {

using internal::CertificateFile;

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

/// The load's wrench about the centre of mass, at the seat.
Eigen::Vector3d wrench_of(const CertificateFile& file) {
  return {file.force.real(), file.force.imag(), file.torque + internal::cross(file.at, file.force)};
}

/// What of the task's problem the certificate has otherwise; empty: nothing.
std::string difference(const CertificateFile& file, const EnergyProblem& problem) {
  double size = problem.gyration_radius;
  for (const EnergyFixel& fixel : problem.fixels) size = std::max(size, fixel.at.norm());
  if (!same_outline(file.outline, problem.outline, size)) return "the outline is";
  if (file.fixels.size() != problem.fixels.size()) return "the fixels are";
  for (std::size_t i = 0; i < file.fixels.size(); ++i) {
    const EnergyFixel& fixel = problem.fixels[i];
    if (!same(file.fixels[i].at, fixel.at, size) || file.fixels[i].radius != fixel.radius) return "the fixels are";
    if (!(file.fixels[i].friction >= fixel.friction)) return "the friction is";
  }
  const std::vector<int>& goal = problem.goal;
  for (const std::size_t fixel : file.goal) {
    if (std::find(goal.begin(), goal.end(), static_cast<int>(fixel)) == goal.end()) return "the goal is";
  }
  const EnergyLoad& load = problem.load;
  if (file.has_anchor != load.anchor.has_value() || !same(file.at, load.at, size)) return "the point of the force is";
  if (load.anchor && (!same(file.anchor, *load.anchor, size) || !(file.anchor_off >= load.anchor_tolerance)))
    return "the anchor is";
  const bool force = (Eigen::Vector2d(file.force.real(), file.force.imag()) - load.force).norm() <= 1e-9;
  if (!force || !same(file.torque, load.torque, 1e3 * problem.gyration_radius)) return "the force is";
  if (!same(file.mass, problem.mass, problem.mass)) return "the mass is";
  if (!same(file.center_of_mass, problem.center_of_mass, std::max(size, problem.center_of_mass.norm())))
    return "the centre of mass is";
  return same(file.rho, problem.gyration_radius, 1e3 * size) ? "" : "the radius of gyration is";
}

}  // namespace

CertificateCheck verify_certificate(std::string_view text, const ValidTask& task) {
  const CertificateFile file = internal::read_certificate(text);
  const PlanProblem problem = plan_problem(task);
  const Eigen::Vector3d wrench = wrench_of(file);
  std::string other = wrench.isZero(0) || !internal::can_give(problem.options.domain, wrench)
                          ? "the force is"
                          : difference(file, energy_problem(task, problem, wrench));
  if (other.empty()) return verify_certificate(text);
  return {fmt::format("/problem: {} not the task's", other), 0, 0, {}};
}

}  // namespace pawl
