// SPDX-License-Identifier: MIT
#include "support/certified.h"

#include <pawl/base/fault.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <optional>

namespace pawl::oracle {
namespace {

using Kind = EnergyCertificate::Kind;

struct Box {
  Eigen::Vector3d centre, half;
};

/// Returns the boxes of the certificate's component.
std::vector<Box> boxes_of(const EnergyCertificate& certificate) {
  std::vector<Box> open{{certificate.centre, certificate.half}}, boxes;
  for (const EnergyCertificate::Node& node : certificate.nodes) {
    const Box box = open.back();
    open.pop_back();
    if (node.kind == Kind::split) {
      for (const double side : {1., -1.}) {  // the lower half is added last, and therefore processed first
        Box half = box;
        half.half[node.axis] /= 2;
        half.centre[node.axis] += side * half.half[node.axis];
        open.push_back(half);
      }
    } else if (node.kind == Kind::moving || node.kind == Kind::near) {
      boxes.push_back(box);
    }
  }
  return boxes;
}

bool holds(const std::vector<Box>& boxes, const Eigen::Vector3d& pose) {
  for (const Box& box : boxes) {
    if (((pose - box.centre).cwiseAbs().array() <= box.half.array() + 1e-9).all()) return true;
  }
  return false;
}

double potential(const EnergyLoad& load, const Eigen::Vector3d& pose) {
  const Eigen::Vector2d at = pose.head<2>() + Eigen::Rotation2Dd(pose.z()) * load.at;
  if (load.anchor) return load.force.norm() * ((*load.anchor - at).norm() - (*load.anchor - load.at).norm());
  return -load.force.dot(at - load.at) - load.torque * pose.z();
}

System system_of(const EnergyProblem& problem, double restitution, double friction_share) {
  System system;
  system.bodies.push_back({1, problem.gyration_radius * problem.gyration_radius});
  Shape part{Solid::body(0), problem.outline};
  part.restitution = restitution;
  part.holes = problem.holes;
  system.shapes.push_back(part);
  for (const EnergyFixel& fixel : problem.fixels)
    system.shapes.push_back(
        {Solid::ground(), outline_of(fixel.fixel()), {0, 0, 0}, friction_share * fixel.friction});
  for (const Wall& wall : problem.walls) {
    Shape& fixed = system.shapes.emplace_back(
        Shape{Solid::ground(), wall.outline, wall.pose, friction_share * wall.friction->high});
    fixed.holes = wall.holes;
  }
  return system;
}

Actuation actuation_of(const EnergyLoad& load) {
  Actuation pushes;
  if (load.anchor) {
    pushes.springs.push_back({0, load.at, *load.anchor, load.force.norm(), 0});
  } else {
    pushes.forces.push_back({0, load.at, load.force, load.torque});
  }
  return pushes;
}

/// Makes one step. If the step cannot be solved, makes several shorter steps instead.
bool advance(Stepper& stepper, State& state, double h, const Actuation& pushes, int halvings = 8) {
  if (stepper.step(state, h, pushes).solved) return true;
  if (halvings == 0) return false;
  return advance(stepper, state, h / 2, pushes, halvings - 1) && advance(stepper, state, h / 2, pushes, halvings - 1);
}

double kinetic(const Eigen::Vector3d& twist, double rho) {
  return .5 * (twist.head<2>().squaredNorm() + std::pow(rho * twist.z(), 2));
}

}  // namespace

std::optional<PlanDepth> certified_depth(const Task& task) {
  const ValidTask valid(task);
  const PlanProblem problem = plan_problem(valid);
  const InsertionPlan plan = solve(problem);
  if (plan.guarantee != Guarantee::energy) return std::nullopt;
  EnergyFloodOptions options;
  options.boxes = 20000;
  options.accuracy = .1;
  PlanDepth depth = plan_depth(valid, problem, plan, {}, options);
  if (depth.found.depth == 0 && depth.refused.empty()) return std::nullopt;
  return depth;
}

CertifiedMotion move_within(const EnergyProblem& problem, const EnergyCertificate& certificate, std::mt19937& engine,
                            double restitution, double friction_share, const StepOptions& options) {
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); };
  const std::vector<Box> boxes = boxes_of(certificate);
  const double rho = problem.gyration_radius;
  // With a time step h, the potential energy has errors of about h^2, which must be small compared with the depth.
  const double h = std::min(.01 * std::sqrt(rho), std::sqrt(.02 * certificate.depth));
  const System system = system_of(problem, restitution, friction_share);
  const Actuation pushes = actuation_of(problem.load);
  Stepper stepper(system, options);
  State state(system);
  CertifiedMotion motion;
  for (bool begun = false; !begun;) {
    const Box& box = boxes[static_cast<std::size_t>(uniform(0, 1) * static_cast<double>(boxes.size() - 1))];
    Eigen::Vector3d pose = box.centre, twist(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1) / rho);
    for (int k = 0; k < 3; ++k) pose[k] += uniform(-1, 1) * box.half[k];
    const double left = certificate.depth - potential(problem.load, pose);
    if (left <= 0) continue;
    twist *= std::sqrt(left * uniform(0, 1) / kinetic(twist, rho));
    state.pose(0) = pose;
    state.twist(0) = twist;
    try {
      motion.solved = advance(stepper, state, h, pushes);
      begun = true;
      motion.start = std::to_string(pose.x()) + " " + std::to_string(pose.y()) + " " + std::to_string(pose.z());
    } catch (const InputError&) {
      continue;  // the part overlaps a fixel at this pose
    }
  }
  constexpr int kSteps = 6000;
  int slow = 0;
  for (int k = 0; k < kSteps && motion.solved && motion.stayed && slow < 50; ++k) {
    motion.solved = advance(stepper, state, h, pushes);
    const Eigen::Vector3d pose = state.pose(0), twist = state.twist(0);
    const double energy = potential(problem.load, pose) + kinetic(twist, rho);
    const double by_steps = 1e-3 * certificate.depth + h * h;  // bound on the energy that errors of the time steps may
                                                               // add
    const bool low = energy <= certificate.depth + by_steps, inside = holds(boxes, pose);
    motion.stayed = low && inside;
    if (!motion.stayed) {
      motion.left = (low ? "left the boxes" : "gained energy") + (" after step " + std::to_string(k)) + ": energy " +
                    std::to_string(energy / certificate.depth) + " of the depth " +
                    std::to_string(1e9 * certificate.depth) + "e-9 at " + std::to_string(pose.x()) + " " +
                    std::to_string(pose.y()) + " " + std::to_string(pose.z());
    }
    slow = kinetic(twist, rho) < 1e-10 * certificate.depth ? slow + 1 : 0;
  }
  const Eigen::Vector3d end = state.pose(0);
  motion.seated = motion.stayed && std::hypot(end.x(), end.y(), rho * end.z()) < 1e-2 * rho;
  return motion;
}

RestMotion move_to_rest(const EnergyProblem& problem, const std::vector<EnergyLoad>& loads,
                        const Eigen::Vector3d& centre, const Eigen::Vector3d& half, double energy, double size,
                        std::mt19937& engine, double restitution, double friction_share, const StepOptions& options) {
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); };
  const double rho = problem.gyration_radius, h = std::min(.01 * std::sqrt(rho), std::sqrt(.02 * size));
  const System system = system_of(problem, restitution, friction_share);
  Stepper stepper(system, options);
  State state(system);
  RestMotion motion;
  for (int tries = 0; tries < 400 && !motion.begun; ++tries) {
    Eigen::Vector3d pose = centre, twist(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1) / rho);
    for (int k = 0; k < 3; ++k) pose[k] += uniform(-1, 1) * half[k];
    twist *= std::sqrt(energy * uniform(0, 1) / kinetic(twist, rho));
    state.pose(0) = pose;
    state.twist(0) = twist;
    try {
      motion.solved = advance(stepper, state, h, actuation_of(loads[0]));
      motion.begun = true;
      motion.start = std::to_string(pose.x()) + " " + std::to_string(pose.y()) + " " + std::to_string(pose.z());
    } catch (const InputError&) {
      continue;  // the part overlaps a fixel or a wall at this pose
    }
  }
  constexpr int kSteps = 6000, kRest = 50;
  for (const EnergyLoad& load : loads) {
    int slow = 0;
    for (int k = 0; k < kSteps && motion.begun && motion.solved && slow < kRest; ++k) {
      motion.solved = advance(stepper, state, h, actuation_of(load));
      slow = kinetic(state.twist(0), rho) < 1e-10 * size ? slow + 1 : 0;
    }
    if (!motion.begun || !motion.solved || slow < kRest) break;
    motion.rests.push_back(state.pose(0));
    state.twist(0).setZero();
  }
  return motion;
}

}  // namespace pawl::oracle
