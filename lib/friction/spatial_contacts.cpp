// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/friction/spatial_contacts.h>
#include <pawl/lcp/solve_lcp.h>

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/faults.h"
#include "friction/cone_program.h"

namespace pawl {
namespace {

using Vector = Eigen::Vector3d;
using internal::CircularCone;

constexpr int kMostSides = 64;
constexpr double kSolvedResidual =
    1e-8;                            ///< largest residual of a solution, relative to the largest acceleration without
                                     ///< contact forces
/// If the remaining acceleration exceeds this fraction of the acceleration without contacts, the wrench is certainly
/// not on the boundary of the balanced wrenches.
constexpr double kBoundary = 1e-6;
constexpr int kMostIterates = 2000;  ///< largest number of iterations for the sliding accelerations

/// The normal n, the tangents t and o, and the arm of one contact.
struct Frame {
  Vector n, t, o, arm;
};

Frame frame_of(const SpatialContacts& contacts, std::size_t i) {
  Frame frame;
  frame.n = contacts.normals[i].stableNormalized();
  Eigen::Index axis = 0;
  frame.n.cwiseAbs().minCoeff(&axis);
  const Vector along = Vector::Unit(axis);
  frame.t = (along - along.dot(frame.n) * frame.n).normalized();
  frame.o = frame.n.cross(frame.t);
  frame.arm = contacts.points[i] - contacts.center_of_mass;
  return frame;
}

void require_wrench(const Eigen::VectorXd& wrench) {
  if (wrench.size() != 6)
    throw InputError("/wrench", fmt::format("{} numbers", wrench.size()), "must have 6 numbers: a force and a torque");
  internal::Validator faults;
  for (Eigen::Index k = 0; k < 6; ++k) faults.finite(fmt::format("/wrench/{}", k), wrench[k]);
  faults.finish();
}

void require_sides(const SpatialFriction& friction) {
  const auto* pyramid = std::get_if<FrictionPyramid>(&friction);
  if (pyramid != nullptr && (pyramid->sides < 3 || pyramid->sides > kMostSides))
    throw InputError("/sides", std::to_string(pyramid->sides), fmt::format("must be from 3 to {}", kMostSides));
}

/// The problem in coordinates in which the inertia is the identity. With M = L L', the rows of the contacts are L^-1 W,
/// and the motion without contacts is L^-1 g. The class is the `Rows` of a ConeProgram, with three rows per contact.
class Whitened {
 public:
  Whitened(const SpatialContacts& contacts, const Eigen::VectorXd& wrench)
      : matrices_(wrench_matrices(contacts, wrench)), factor_(matrices_.object_mass), friction_(contacts.friction) {
    const auto count = static_cast<Eigen::Index>(contacts.points.size());
    columns_.resize(6, 3 * count);
    for (Eigen::Index i = 0; i < count; ++i) {
      for (Eigen::Index d = 0; d < 3; ++d) columns_.col(3 * i + d) = matrices_.W[static_cast<std::size_t>(d)].col(i);
    }
    factor_.matrixL().solveInPlace(columns_);
    free_ = factor_.matrixL().solve(wrench);
  }

  int contacts() const { return static_cast<int>(columns_.cols() / 3); }
  Eigen::Index coordinates() const { return 6; }
  void push(int i, int d, double c, Eigen::VectorXd& motion) const { motion += c * columns_.col(3 * i + d); }
  double along(int i, int d, const Eigen::VectorXd& motion) const { return columns_.col(3 * i + d).dot(motion); }
  double square(int i, int d) const { return columns_.col(3 * i + d).squaredNorm(); }

  const Eigen::MatrixXd& columns() const { return columns_; }
  const Eigen::VectorXd& free() const { return free_; }
  const std::vector<double>& friction() const { return friction_; }
  /// Returns the accelerations of the contacts if all contact forces are 0.
  Eigen::VectorXd bias() const { return columns_.transpose() * free_; }
  Eigen::VectorXd with(const Eigen::VectorXd& forces) const { return free_ + columns_ * forces; }
  Eigen::VectorXd acceleration(const Eigen::VectorXd& motion) const { return factor_.matrixU().solve(motion); }

 private:
  WrenchMatrices matrices_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
  std::vector<double> friction_;
  Eigen::MatrixXd columns_;
  Eigen::VectorXd free_;
};

/// Solves the cone program with the given biases. `forces` contains first the initial guess, and afterwards the result.
void solve_cones(const Whitened& problem, const Eigen::VectorXd& bias, Eigen::VectorXd& forces) {
  using Program = internal::ConeProgram<CircularCone, Whitened>;
  // The program's residual is relative to the larger of 1 and the largest bias. Small biases are therefore scaled up
  // first.
  const double size = bias.size() > 0 ? bias.cwiseAbs().maxCoeff() : 0;
  if (size == 0) {
    forces.setZero();
    return;
  }
  const Eigen::VectorXd scaled = bias / size;
  const Program program(problem, problem.friction(), scaled);
  Eigen::VectorXd c = forces / size;
  for (int i = 0; i < problem.contacts(); ++i) c.segment<3>(3 * i) /= program.unit(i);
  internal::ConeResult result = internal::ConeNewton<CircularCone, Whitened>(program).solve(1e-13, 500, c);
  if (result.residual > 1e-10) result = internal::accelerated_gradient(program, 1e-12, 20000, c);
  for (int i = 0; i < problem.contacts(); ++i) forces.segment<3>(3 * i) = size * program.unit(i) * c.segment<3>(3 * i);
}

/// Returns the directions d = (cos a, sin a) in the tangent plane of the edges of a pyramid.
std::vector<Eigen::Vector2d> directions(int sides) {
  std::vector<Eigen::Vector2d> found;
  for (int j = 0; j < sides; ++j) {
    const double angle = 2 * std::numbers::pi * j / sides;
    found.emplace_back(std::cos(angle), std::sin(angle));
  }
  return found;
}

/// Returns the forces along the edges n + mu d of all pyramids: one column per edge, with the components along n, t and
/// o of each contact.
Eigen::MatrixXd pyramid_edges(const Whitened& problem, int sides) {
  const std::vector<Eigen::Vector2d> turns = directions(sides);
  const Eigen::Index count = problem.contacts();
  Eigen::MatrixXd edges = Eigen::MatrixXd::Zero(3 * count, count * sides);
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index j = 0; j < sides; ++j) {
      const Eigen::Vector2d across =
          problem.friction()[static_cast<std::size_t>(i)] * turns[static_cast<std::size_t>(j)];
      edges.block<3, 1>(3 * i, i * sides + j) = Vector(1, across.x(), across.y());
    }
  }
  return edges;
}

Eigen::MatrixXd by_contact(const Eigen::VectorXd& forces) {
  Eigen::MatrixXd rows(forces.size() / 3, 3);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) rows.row(i) = forces.segment<3>(3 * i);
  return rows;
}

/// Returns the forces inside the pyramids that balance the wrench best; NaN if the complementarity problem is not
/// solved.
Eigen::VectorXd balance_by_pyramids(const Whitened& problem, int sides) {
  const Eigen::MatrixXd edges = pyramid_edges(problem, sides);
  const Eigen::MatrixXd columns = problem.columns() * edges;
  const double size = std::max(problem.free().norm(), 1e-300);
  const Lcp lcp{columns.transpose() * columns, columns.transpose() * (problem.free() / size)};
  const LcpAnswer answer = solve_lcp(lcp);
  if (answer.status != LcpAnswer::Status::solved) return Eigen::VectorXd::Constant(edges.rows(), std::nan(""));
  return size * (edges * answer.z.cwiseMax(0));
}

/// For each contact, computes the work of a normal force of 1 and of a friction force inside the cone along the
/// contact's acceleration under `motion`. The friction force is the one for which this work is least. The work is
/// divided by the length of the contact's rows. Returns the magnitude of the most negative work over all contacts; 0 if
/// no work is negative.
double worst_work(const Whitened& problem, const Eigen::VectorXd& motion, const SpatialFriction& friction) {
  double worst = 0;
  const auto* pyramid = std::get_if<FrictionPyramid>(&friction);
  for (int i = 0; i < problem.contacts(); ++i) {
    const Vector a(problem.along(i, 0, motion), problem.along(i, 1, motion), problem.along(i, 2, motion));
    double across = a.tail<2>().norm();
    if (pyramid != nullptr) {
      across = 0;
      for (const Eigen::Vector2d& turn : directions(pyramid->sides)) across = std::max(across, -turn.dot(a.tail<2>()));
    }
    const double size = std::sqrt(problem.square(i, 0) + problem.square(i, 1) + problem.square(i, 2));
    if (size > 0) worst = std::max(worst, (problem.friction()[static_cast<std::size_t>(i)] * across - a[0]) / size);
  }
  return worst;
}

/// Solves the complementarity problem of Stewart and Trinkle. The unknowns are the normal force, the forces along the
/// directions of the pyramid, and a sliding acceleration of each contact. Returns the forces along n, t and o, or
/// nothing if no solution was found.
std::optional<Eigen::VectorXd> slide_by_pyramids(const Whitened& problem, int sides) {
  const Eigen::Index count = problem.contacts(), many = count * sides;
  const std::vector<Eigen::Vector2d> turns = directions(sides);
  Eigen::MatrixXd forces = Eigen::MatrixXd::Zero(3 * count, count + many);
  for (Eigen::Index i = 0; i < count; ++i) {
    forces(3 * i, i) = 1;
    for (Eigen::Index j = 0; j < sides; ++j)
      forces.block<2, 1>(3 * i + 1, count + i * sides + j) = turns[static_cast<std::size_t>(j)];
  }
  const Eigen::MatrixXd columns = problem.columns() * forces;
  const double size = std::max(problem.free().norm(), 1e-300);
  Lcp lcp{Eigen::MatrixXd::Zero(2 * count + many, 2 * count + many), Eigen::VectorXd::Zero(2 * count + many)};
  lcp.M.topLeftCorner(count + many, count + many) = columns.transpose() * columns;
  lcp.q.head(count + many) = columns.transpose() * (problem.free() / size);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::Index speed = count + many + i;
    lcp.M(speed, i) = problem.friction()[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < sides; ++j) {
      lcp.M(count + i * sides + j, speed) = 1;
      lcp.M(speed, count + i * sides + j) = -1;
    }
  }
  const LcpAnswer answer = solve_lcp(lcp);
  if (answer.status != LcpAnswer::Status::solved) return std::nullopt;
  return Eigen::VectorXd(size * (forces * answer.z.head(count + many)));
}

/// Returns the error of Coulomb's law with the circular cone, relative to the accelerations without contacts.
double coulomb_residual(const Whitened& problem, const Eigen::VectorXd& forces) {
  const Eigen::VectorXd motion = problem.with(forces);
  const double size = std::max(problem.bias().cwiseAbs().maxCoeff(), 1e-300);
  double worst = 0;
  for (int i = 0; i < problem.contacts(); ++i) {
    const double mu = problem.friction()[static_cast<std::size_t>(i)];
    const double trace = problem.square(i, 0) + problem.square(i, 1) + problem.square(i, 2);
    Vector a(problem.along(i, 0, motion), problem.along(i, 1, motion), problem.along(i, 2, motion));
    a[0] += mu * a.tail<2>().norm();
    const Vector c = forces.segment<3>(3 * i) * trace;
    const double off = internal::projection_error<CircularCone>(mu, c, a);
    if (!(off <= worst)) worst = off;
  }
  return worst / size;
}

/// Iterates the sliding accelerations |a_t| until Coulomb's law holds, at most kMostIterates times. Returns the forces
/// of the iterate with the smallest residual, and sets `residual` to it.
Eigen::VectorXd slide_by_cones(const Whitened& problem, double& residual) {
  const Eigen::VectorXd bias = problem.bias();
  Eigen::VectorXd forces = Eigen::VectorXd::Zero(bias.size()), best = forces;
  residual = coulomb_residual(problem, forces);
  Eigen::VectorXd sliding = Eigen::VectorXd::Zero(problem.contacts());
  double last = residual;
  double part = 1;
  for (int k = 0; k < kMostIterates && residual > 1e-12; ++k) {
    Eigen::VectorXd raised = bias;
    for (int i = 0; i < problem.contacts(); ++i)
      raised[3 * i] += problem.friction()[static_cast<std::size_t>(i)] * sliding[i];
    solve_cones(problem, raised, forces);
    const double now = coulomb_residual(problem, forces);
    if (now < residual) {
      residual = now;
      best = forces;
    }
    if (!(now < last)) part = std::max(.05, part / 2);  // damps an iteration that oscillates
    last = now;
    const Eigen::VectorXd motion = problem.with(forces);
    for (int i = 0; i < problem.contacts(); ++i)
      sliding[i] += part * (std::hypot(problem.along(i, 1, motion), problem.along(i, 2, motion)) - sliding[i]);
  }
  return best;
}

}  // namespace

void SpatialContacts::validate() const {
  internal::Validator faults;
  const auto sized = [&](const char* name, std::size_t count) {
    if (count != points.size())
      faults.add(name, fmt::format("{} entries", count),
                 fmt::format("must have one entry per point ({})", points.size()));
  };
  sized("/normals", normals.size());
  sized("/friction", friction.size());
  const auto finite = [&](const std::string& place, const Vector& v) {
    for (Eigen::Index d = 0; d < 3; ++d) faults.finite(fmt::format("{}/{}", place, d), v[d]);
  };
  for (std::size_t i = 0; i < points.size(); ++i) finite(fmt::format("/points/{}", i), points[i]);
  for (std::size_t i = 0; i < normals.size(); ++i) {
    finite(fmt::format("/normals/{}", i), normals[i]);
    if (normals[i].isZero(0)) faults.add(fmt::format("/normals/{}", i), "[0, 0, 0]", "must not be zero");
  }
  for (std::size_t i = 0; i < friction.size(); ++i) faults.not_negative(fmt::format("/friction/{}", i), friction[i]);
  faults.positive("/mass", mass);
  finite("/center_of_mass", center_of_mass);
  if (!inertia.allFinite() || !inertia.isApprox(inertia.transpose(), 1e-12) || Eigen::LLT<Eigen::MatrixXd>(Eigen::MatrixXd(inertia)).info() != Eigen::Success)
    faults.add("/inertia", "", "must be symmetric and positive definite");
  faults.finish();
}

WrenchMatrices wrench_matrices(const SpatialContacts& contacts, const Eigen::VectorXd& wrench) {
  contacts.validate();
  require_wrench(wrench);
  const auto count = static_cast<Eigen::Index>(contacts.points.size());
  WrenchMatrices matrices;
  matrices.object_mass = Eigen::MatrixXd::Zero(6, 6);
  matrices.object_mass.topLeftCorner<3, 3>().diagonal().setConstant(contacts.mass);
  matrices.object_mass.bottomRightCorner<3, 3>() = contacts.inertia;
  matrices.W.assign(3, Eigen::MatrixXd(6, count));
  for (Eigen::Index i = 0; i < count; ++i) {
    const Frame frame = frame_of(contacts, static_cast<std::size_t>(i));
    const Vector* axes[] = {&frame.n, &frame.t, &frame.o};
    for (std::size_t d = 0; d < 3; ++d) matrices.W[d].col(i) << *axes[d], frame.arm.cross(*axes[d]);
  }
  matrices.J.assign(3, Eigen::MatrixXd(count, 0));
  matrices.manipulator_mass.resize(0, 0);
  matrices.object_force = wrench;
  matrices.manipulator_force.resize(0);
  matrices.object_velocity = Eigen::VectorXd::Zero(6);
  matrices.joint_velocity.resize(0);
  matrices.velocity_products.assign(3, Eigen::VectorXd::Zero(count));
  matrices.friction = Eigen::Map<const Eigen::VectorXd>(contacts.friction.data(), count);
  return matrices;
}

SpatialBalance balance(const SpatialContacts& contacts, const Eigen::VectorXd& wrench,
                       const SpatialFriction& friction) {
  require_sides(friction);
  const Whitened problem(contacts, wrench);
  Eigen::VectorXd forces = Eigen::VectorXd::Zero(3 * problem.contacts());
  if (const auto* pyramid = std::get_if<FrictionPyramid>(&friction)) {
    forces = balance_by_pyramids(problem, pyramid->sides);
  } else {
    solve_cones(problem, problem.bias(), forces);
  }
  const Eigen::VectorXd motion = problem.with(forces);
  SpatialBalance found;
  found.forces = by_contact(forces);
  found.acceleration = problem.acceleration(motion);
  const double size = problem.free().norm(), left = motion.norm();
  if (left <= kSolvedResidual * size) {
    found.status = SpatialBalance::Status::balanced;
  } else if (left > kBoundary * size && motion.dot(problem.free()) > 0 &&
             worst_work(problem, motion, friction) <= kSolvedResidual * left) {
    found.status = SpatialBalance::Status::unbalanced;
  }
  return found;
}

SpatialMotion motion(const SpatialContacts& contacts, const Eigen::VectorXd& wrench, const SpatialFriction& friction) {
  require_sides(friction);
  const Whitened problem(contacts, wrench);
  SpatialMotion found;
  Eigen::VectorXd forces = Eigen::VectorXd::Zero(3 * problem.contacts());
  if (problem.contacts() == 0) {
    found.solved = true;
  } else if (const auto* pyramid = std::get_if<FrictionPyramid>(&friction)) {
    const std::optional<Eigen::VectorXd> solution = slide_by_pyramids(problem, pyramid->sides);
    found.solved = solution.has_value();
    if (solution) forces = *solution;
  } else {
    forces = slide_by_cones(problem, found.residual);
    found.solved = found.residual <= kSolvedResidual;
  }
  found.forces = by_contact(forces);
  found.acceleration = problem.acceleration(problem.with(forces));
  return found;
}

}  // namespace pawl
