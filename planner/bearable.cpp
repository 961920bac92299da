// SPDX-License-Identifier: MIT
#include "bearable.h"

#include <fmt/format.h>
#include <pawl/base/tolerance.h>

#include <algorithm>
#include <cmath>

#include "needed_force.h"

namespace pawl::internal {
namespace {

Certainty by_force(std::vector<int> contacts) {
  return {false, std::move(contacts),
          fmt::format("the answer needs forces of over {:g} times the wrench at these contacts", kLargestForce)};
}

/// Wrenches of a cone that need the largest forces: where it is all of R^3 some in all directions, else its lines and,
/// where rays are nearly opposite, what lies between them.
std::vector<Eigen::Vector3d> hard_wrenches(const Cone& cone, double rho) {
  std::vector<Eigen::Vector3d> found;
  const auto scaled = [&](const Eigen::Vector3d& v) {
    return Eigen::Vector3d(v.x(), v.y(), v.z() / rho).stableNormalized();
  };
  if (cone.is_all()) {
    for (int k = 0; k < 27; ++k) {
      const Eigen::Vector3d v(k / 9 - 1, k / 3 % 3 - 1, k % 3 - 1);
      if (!v.isZero()) found.push_back(v.normalized());
    }
    return found;
  }
  for (const Eigen::Vector3d& line : cone.lines()) {
    found.push_back(scaled(line));
    found.push_back(-scaled(line));
  }
  const Cone::Rows& rays = cone.rays();
  for (std::size_t i = 0; i < rays.size(); ++i) {
    for (std::size_t j = i + 1; j < rays.size(); ++j) {
      const Eigen::Vector3d between = scaled(rays[i]) + scaled(rays[j]);
      if (between.norm() < 1e-3 && !between.isZero(0)) found.push_back(between.normalized());
    }
  }
  const WidestDirection widest = widest_direction(cone, rho);
  if (!widest.direction.isZero(0)) found.push_back(scaled(widest.direction));
  return found;
}

std::vector<int> contacts_of(const ForceColumns& columns) {
  std::vector<int> contacts;
  for (const int contact : columns.contact) {
    if (contact >= 0 && (contacts.empty() || contacts.back() != contact)) contacts.push_back(contact);
  }
  return contacts;
}

/// Whether some wrench of the cone needs forces that are too large.
Certainty bearable(const ContactSet& set, const Cone& cone, const ForceColumns& columns) {
  for (const Eigen::Vector3d& g : hard_wrenches(cone, set.radius_of_gyration())) {
    const NeededForce force = needed_force(columns, g, kLargestForce);
    // Where doubles cannot make the wrench up, its shares are too large for them.
    if (force.sum > kLargestForce) return by_force(force.contacts.empty() ? contacts_of(columns) : force.contacts);
  }
  return {};
}

double scaled_norm(const ContactSet& set, const Eigen::Vector3d& g) {
  return Eigen::Vector3d(g.x(), g.y(), g.z() / set.radius_of_gyration()).stableNorm();
}

}  // namespace

Certainty bearable(const ContactSet& set, const WrenchCone& cone) {
  if (cone.mode.str().find_first_of("lnr") == std::string::npos) return {};  // no contact bears a force
  return bearable(set, cone.cone, columns_of_mode(set, cone.mode, Motions::of_mode));
}

Certainty bearable(const ContactSet& set, const Eigen::Vector3d& g, const ForwardSolutions& found, double reference) {
  for (const ForwardSolution& solution : found.solutions) {
    const bool solved = solution.residual <= tolerance::kForceResidual;
    if (solution.forces.size() == 0) continue;
    if (solved && solution.forces.cwiseAbs().maxCoeff() <= kLargestForce * reference) continue;
    // The forces found are some that do it; what counts is the least.
    const Eigen::Vector3d& a = solution.acceleration;
    const double rho = set.radius_of_gyration();
    const Eigen::Vector3d left = g - Eigen::Vector3d(set.mass * a.x(), set.mass * a.y(), set.inertia * a.z());
    const ForceColumns columns = columns_of_mode(set, solution.mode, Motions::none);
    const NeededForce force = needed_force(columns, {left.x(), left.y(), left.z() / rho}, kLargestForce * reference);
    if (!solved || force.sum > kLargestForce * reference) {
      return by_force(force.contacts.empty() ? contacts_of(columns) : force.contacts);
    }
  }
  return {};
}

double wrench_size(const ContactSet& set, const Eigen::Vector3d& g, const Eigen::Vector3d& twist) {
  double reach = set.radius_of_gyration();
  for (const Contact& contact : set.contacts) reach = std::max(reach, (contact.point - set.center_of_mass).norm());
  const double speed = std::hypot(twist.x(), twist.y()) + std::fabs(twist.z()) * reach;
  double curvature = 0;  // of the path of what slides round a contact
  for (const Contact& contact : set.contacts) {
    const double radius = std::fabs(contact.part_radius + contact.fixel_radius);
    if (contact.touching && radius > 0) curvature = std::max(curvature, 1 / radius);
  }
  return scaled_norm(set, g) + set.mass * speed * (std::fabs(twist.z()) + speed * curvature);
}

Certainty bearable(const ContactSet& set, const Closure& held) {
  const auto closes = [&](const std::vector<int>& contacts, bool with_friction, bool high) {
    return bearable(set, Cone::all(), columns_of_contacts(set, contacts, with_friction, high));
  };
  std::vector<int> touching;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (set.contacts[i].touching) touching.push_back(static_cast<int>(i));
  }
  Certainty result;
  if (held.form) result = closes(touching, false, false);
  if (result.certified && held.force) result = closes(touching, true, false);
  for (const auto& [i, j] : held.wedges) {
    if (result.certified) result = closes({i, j}, true, true);
  }
  return result;
}

Certainty bearable(const ContactGraph& graph, int state, const Eigen::Vector3d& wrench) {
  const ContactSet set = graph.contacts_in(state);
  return bearable(set, wrench, forward(set, wrench), scaled_norm(set, wrench));
}

Certainty bearable(const ContactGraph& graph, const std::vector<PlanStep>& steps) {
  for (const PlanStep& step : steps) {
    for (int state = 0; state < graph.count(); ++state) {
      if (!step.after[static_cast<std::size_t>(state)]) continue;
      Certainty certainty = bearable(graph, state, step.wrench);
      if (!certainty.certified) return certainty;
    }
  }
  return {};
}

}  // namespace pawl::internal
