// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>
#include <pawl/lcp/lemke.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "friction/contact_least_squares.h"

namespace pawl::oracle {

/// The solvers with which [Drum15, tables II and III] compares its methods. They have dense matrices and no warm starts,
/// and share only the rows of the contacts with the library's solvers.
namespace comparators {

inline Eigen::MatrixXd dense_rows(const internal::RootRows& rows, int direction) {
  Eigen::MatrixXd all(rows.coordinates(), rows.contacts());
  for (int i = 0; i < rows.contacts(); ++i) all.col(i) = rows.dense(i, direction);
  return all;
}

inline Eigen::VectorXd biases(const internal::RootRows& rows, int direction) {
  Eigen::VectorXd all(rows.contacts());
  for (int i = 0; i < rows.contacts(); ++i) all[i] = rows.bias(i, direction);
  return all;
}

}  // namespace comparators

/// Solves the law Viscous by Lemke's method. With the normal rows N, the tangential rows T, the biases b_n and b_t, and
/// r = h mu_v, the implicit law is the linear complementarity problem of the matrix N A N' and the vector b_n - N A T' r
/// b_t, with A = (1 + T'r T)^-1. The law of the paper has A = 1.
inline ContactImpulses viscous_by_lemke(const Viscous& law, const ContactProblem& problem) {
  internal::RootRows rows;
  rows.assign(problem);
  const Eigen::Index m = rows.coordinates(), n = rows.contacts();
  const Eigen::MatrixXd normals = comparators::dense_rows(rows, 0), tangents = comparators::dense_rows(rows, 1);
  const Eigen::VectorXd sliding = comparators::biases(rows, 1);
  Eigen::VectorXd damping(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    damping[i] = problem.contacts[static_cast<std::size_t>(i)].touches ? problem.duration * law.viscosity : 0;
  }
  Eigen::MatrixXd inertia = Eigen::MatrixXd::Identity(m, m);
  if (law.route == LawRoute::law) inertia += tangents * damping.asDiagonal() * tangents.transpose();
  const Eigen::LLT<Eigen::MatrixXd> factor(inertia);
  const Eigen::VectorXd free = -factor.solve(tangents * damping.asDiagonal() * sliding);
  Lcp lcp;
  lcp.M = normals.transpose() * factor.solve(normals);
  lcp.q = comparators::biases(rows, 0) + normals.transpose() * free;
  LemkeSolver lemke;
  const LcpSolution& found = lemke.solve(lcp);
  ContactImpulses answer;
  answer.solved = found.status == LcpSolution::Status::solved;
  answer.pivots = found.pivots;
  answer.normal = found.z.head(n);
  const Eigen::VectorXd motion = free + factor.solve(normals * answer.normal);
  const bool implicit = law.route == LawRoute::law;
  answer.tangent = -(damping.array() * (implicit ? tangents.transpose() * motion + sliding : sliding).array()).matrix();
  return answer;
}

/// Solves the model of largest dissipation [Drumwright, Shell 2010]: of all impulses with c_n >= 0 and |c_t| <= mu c_n
/// after which no contact penetrates, those with the smallest kinetic energy. The sum of the normal impulses is at most
/// that without friction. The program is made strictly convex by `regularization` times |c|^2/2.
inline ContactImpulses largest_dissipation(const ContactProblem& problem, double regularization = 1e-8) {
  internal::RootRows rows;
  rows.assign(problem);
  const Eigen::Index n = rows.contacts();
  const Eigen::MatrixXd normals = comparators::dense_rows(rows, 0), tangents = comparators::dense_rows(rows, 1);
  ContactProblem smooth = problem;
  // a contact that does not touch has no friction
  for (ContactProblem::Contact& contact : smooth.contacts) contact.touches = false;
  const ContactImpulses first = viscous_by_lemke(Viscous{0}, smooth);
  ContactImpulses answer;
  answer.pivots = first.pivots;
  if (!first.solved) return answer;
  Eigen::MatrixXd all(rows.coordinates(), 2 * n);
  all << normals, tangents;
  Eigen::VectorXd bias(2 * n);
  bias << comparators::biases(rows, 0), comparators::biases(rows, 1);
  Eigen::VectorXd velocity = bias;  // the velocities of the contacts without impulses; a normal bias is such a velocity
                                    // plus gap / duration
  for (Eigen::Index i = 0; i < n; ++i) {
    velocity[i] -= problem.contacts[static_cast<std::size_t>(i)].gap / problem.duration;
  }
  const Eigen::MatrixXd products = all.transpose() * all;
  const Eigen::MatrixXd hessian = products + regularization * Eigen::MatrixXd::Identity(2 * n, 2 * n);
  Eigen::MatrixXd conditions = Eigen::MatrixXd::Zero(2 * n, 4 * n + 1);
  Eigen::VectorXd least = Eigen::VectorXd::Zero(4 * n + 1);
  for (Eigen::Index i = 0; i < n; ++i) {
    conditions.col(i) = products.col(i);  // after the step, N v + b_n must be at least 0
    least[i] = bias[i];
    conditions(i, n + i) = 1;
    for (const Eigen::Index side : {0, 1}) {
      conditions(i, (2 + side) * n + i) = problem.contacts[static_cast<std::size_t>(i)].friction;
      conditions(n + i, (2 + side) * n + i) = side == 0 ? 1 : -1;
    }
  }
  conditions.col(4 * n).head(n).setConstant(-1);
  least[4 * n] = first.normal.sum() * (1 + 1e-9) + 1e-12;
  const Eigen::LLT<Eigen::MatrixXd> factor(hessian);
  const Eigen::VectorXd free = -factor.solve(velocity);
  const Eigen::MatrixXd lower = factor.matrixL();
  Eigen::MatrixXd scaled = conditions;
  lower.triangularView<Eigen::Lower>().solveInPlace(scaled);
  Eigen::VectorXd offsets = conditions.transpose() * free + least;
  for (Eigen::Index k = 0; k < scaled.cols(); ++k) {
    const double length = scaled.col(k).norm();
    scaled.col(k) /= length;
    offsets[k] /= length;
  }
  internal::DualActiveSet active_set;
  answer.solved = active_set.solve(scaled, offsets, 0);
  answer.pivots += active_set.pivots();
  if (!answer.solved) return answer;
  Eigen::VectorXd impulses = active_set.motion();
  lower.triangularView<Eigen::Lower>().transpose().solveInPlace(impulses);
  impulses += free;
  answer.normal = impulses.head(n);
  answer.tangent = impulses.tail(n);
  return answer;
}

}  // namespace pawl::oracle
