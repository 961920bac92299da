// SPDX-License-Identifier: MIT
#include "modes/mode_solution.h"

#include <algorithm>

#include "base/dense_factorizations.h"
#include "contact/input_checks.h"
#include "modes/nonnegative_least_squares.h"

namespace pawl::internal {
namespace {

Eigen::Vector3d momentum(const ContactSet& set, const Eigen::Vector3d& v) {
  return {set.mass * v.x(), set.mass * v.y(), set.inertia * v.z()};
}

/// From (fx, fy, tau) to (fx, fy, tau / rho).
Eigen::Vector3d weight(const ContactSet& set) { return {1, 1, 1 / set.radius_of_gyration()}; }

/// A basis of the accelerations that keep a_n = 0 of the contacts l, r, n and a_t = 0 of n, in columns.
Eigen::MatrixXd free_motions(const ContactSet& set, const Eigen::MatrixXd& jacobian, std::string_view letters) {
  const Eigen::Index n = static_cast<Eigen::Index>(letters.size());
  std::vector<Eigen::Index> held;
  for (Eigen::Index i = 0; i < n; ++i) {
    const char letter = letters[static_cast<std::size_t>(i)];
    if (letter == 'a' || letter == 's') continue;
    held.push_back(i);
    if (letter == 'n') held.push_back(n + i);
  }
  if (held.empty()) return Eigen::Matrix3d::Identity();
  // Torques per radius of gyration and rotations times it, so that one tolerance fits all rows.
  const Eigen::Vector3d scale = weight(set);
  const Eigen::MatrixXd rows = (scale.asDiagonal() * jacobian(Eigen::all, held)).transpose();
  return scale.asDiagonal() * Eigen::FullPivLU<Eigen::MatrixXd>(rows).kernel();
}

}  // namespace

void ModeSolver::set(const ContactSet& set) {
  set_ = &set;
  jacobian_ = unchecked_contact_jacobian(set);
}

void ModeSolver::set_wrench(const Eigen::Vector3d& wrench) {
  wrench_ = wrench;
  const WrittenScale scale{wrench.x(), wrench.y(), wrench.z(), set_->mass, set_->inertia};
  for (int k = 0; k < 3; ++k) exact_wrench_[k] = scale(wrench[k]);
  mass_ = scale(set_->mass);
  inertia_ = scale(set_->inertia);
}

void ModeSolver::select(std::string_view letters) {
  wrenches_.build_forces(letters);
  edges_ = wrenches_.force_edges();
}

int ModeSolver::wrench_rank(std::string_view letters) {
  select(letters);
  return wrenches_.hull().dimension();
}

std::vector<IntegerVector> ModeSolver::exact(const std::vector<CrossPair>& pairs) {
  std::vector<IntegerVector> rows;
  for (const CrossPair& pair : pairs)
    rows.push_back(cross(wrenches_.pool().exact(pair.a), wrenches_.pool().exact(pair.b)));
  return rows;
}

/// row . (g - M v') for v' = x, as a row on (x, 1): at most 0 where the forces can make up the difference.
HomogeneousRow ModeSolver::balance(const IntegerVector& row) const {
  return {-row[0] * mass_, -row[1] * mass_, -row[2] * inertia_, dot(row, exact_wrench_)};
}

std::optional<ForwardSolution> ModeSolver::solve(const ModeMotions& motions) {
  select(motions.letters);
  DualGenerators dual;
  dual_generators(wrenches_.pool(), wrenches_.hull(), dual);
  ModeMotions solved = motions;
  for (const IntegerVector& row : exact(dual.lines)) solved.accelerations.restrict_to(balance(row));
  const std::vector<IntegerVector> rows = exact(dual.rays);
  std::vector<HomogeneousRow> faces;
  for (const IntegerVector& row : rows) {
    faces.push_back(balance(row));
    solved.accelerations.cut(faces.back());
  }
  if (!solved.feasible()) return std::nullopt;

  ForwardSolution solution;
  solution.mode = Mode(solved.letters);
  for (const auto& corner : solved.accelerations.corners()) {
    solution.acceleration_corners.emplace_back(corner[0], corner[1], corner[2]);
    solution.acceleration += solution.acceleration_corners.back();
  }
  solution.acceleration /= static_cast<double>(solution.acceleration_corners.size());
  for (const auto& direction : solved.accelerations.directions()) {
    solution.acceleration_directions.emplace_back(direction[0], direction[1], direction[2]);
  }
  solution.acceleration_rank_deficiency = solved.accelerations.dimension();
  drop_idle_edges(solved.accelerations, rows, faces);
  solution.force_rank_deficiency = solution.acceleration_rank_deficiency + force_freedom();
  set_forces(solution);
  return solution;
}

/// Keeps the edges on the face of the force cone that holds g - M v' for every acceleration of the mode.
void ModeSolver::drop_idle_edges(const ExactPolyhedron& accelerations, const std::vector<IntegerVector>& rows,
                                 const std::vector<HomogeneousRow>& faces) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (accelerations.reaches_below(faces[k])) continue;
    std::erase_if(edges_,
                  [&](const ForceEdge& edge) { return !dot(rows[k], wrenches_.pool().exact(edge.id)).is_zero(); });
  }
}

/// Dimension of the forces that give one wrench in the middle of the cone of the edges kept.
int ModeSolver::force_freedom() {
  wrenches_.build_forces(edges_);
  return force_dimension() - wrenches_.hull().dimension();
}

/// The wrenches of the edges' forces, torques per radius of gyration, in columns.
Eigen::MatrixXd ModeSolver::spans() const {
  const Eigen::Index n = static_cast<Eigen::Index>(set_->size());
  Eigen::MatrixXd columns(3, force_dimension());
  for (Eigen::Index k = 0; k < columns.cols(); ++k) {
    const ForceEdge& edge = edges_[static_cast<std::size_t>(k)];
    columns.col(k) = jacobian_.col(edge.contact) + edge.slope * jacobian_.col(n + edge.contact);
  }
  return weight(*set_).asDiagonal() * columns;
}

ForwardSolution ModeSolver::solve_linear(std::string_view letters) {
  select(letters);
  ForwardSolution solution;
  solution.mode = Mode(letters);
  const Eigen::MatrixXd motions = free_motions(*set_, jacobian_, letters);
  const Eigen::MatrixXd forces = spans();
  Eigen::MatrixXd system(3, motions.cols() + forces.cols());
  for (Eigen::Index k = 0; k < motions.cols(); ++k) {
    system.col(k) = weight(*set_).cwiseProduct(momentum(*set_, motions.col(k)));
  }
  system.rightCols(forces.cols()) = -forces;
  const Eigen::VectorXd parts = system.colPivHouseholderQr().solve(weight(*set_).cwiseProduct(wrench_));
  solution.acceleration = motions * parts.head(motions.cols());
  solution.acceleration_corners = {solution.acceleration};
  set_forces(solution);
  return solution;
}

void ModeSolver::set_forces(ForwardSolution& solution) const {
  const Eigen::Index n = static_cast<Eigen::Index>(set_->size());
  const Eigen::Vector3d scale = weight(*set_);
  const Eigen::Vector3d moved = momentum(*set_, solution.acceleration);
  const Eigen::VectorXd shares = nonnegative_least_squares(spans(), scale.cwiseProduct(moved - wrench_));
  solution.forces = Eigen::VectorXd::Zero(2 * n);
  for (Eigen::Index k = 0; k < shares.size(); ++k) {
    const ForceEdge& edge = edges_[static_cast<std::size_t>(k)];
    solution.forces[edge.contact] += shares[k];
    solution.forces[n + edge.contact] += edge.slope * shares[k];
  }
  const Eigen::Vector3d error = scale.cwiseProduct(moved - wrench_ - jacobian_ * solution.forces);
  const double largest =
      std::max({scale.cwiseProduct(moved).cwiseAbs().maxCoeff(), scale.cwiseProduct(wrench_).cwiseAbs().maxCoeff(),
                n > 0 ? solution.forces.cwiseAbs().maxCoeff() : 0});
  solution.residual = largest > 0 ? error.cwiseAbs().maxCoeff() / largest : 0;
}

}  // namespace pawl::internal
