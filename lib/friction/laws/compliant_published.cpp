// SPDX-License-Identifier: MIT
#include "friction/laws/compliant_published.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/dense_factorizations.h"
#include "friction/laws/compliant.h"
#include "friction/laws/dual_active_set.h"
#include "friction/laws/root_rows.h"

namespace pawl::internal {
namespace {

/// min c'Hc/2 + g'c subject to rows c + bias >= 0, all in impulses: normals first, then tangents.
struct Program {
  Eigen::MatrixXd hessian, rows;  ///< rows as columns
  Eigen::VectorXd gradient, bias;
};

Eigen::MatrixXd products_of(const RootRows& rows) {
  const Eigen::Index n = rows.contacts();
  Eigen::MatrixXd half(rows.coordinates(), 2 * n);
  for (int i = 0; i < n; ++i) {
    half.col(i) = rows.dense(i, RootRows::kNormal);
    half.col(n + i) = rows.dense(i, RootRows::kTangent);
  }
  return half.transpose() * half;
}

Program program_of(const Compliant& law, const ContactProblem& problem) {
  RootRows rows;
  rows.assign(problem);
  const Eigen::Index n = rows.contacts();
  const Eigen::MatrixXd products = products_of(rows);
  Program program;
  program.hessian.setIdentity(2 * n, 2 * n);
  program.gradient.setZero(2 * n);
  program.rows.setZero(2 * n, 4 * n);
  program.bias.setZero(4 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const ContactProblem::Contact& contact = problem.contacts[static_cast<std::size_t>(i)];
    const ContactSpring spring(law, contact, problem.duration);
    const int k = static_cast<int>(i);
    // beta = c_t + h B_t (J c + b)_t
    Eigen::VectorXd beta = spring.tangent * products.col(n + i);
    beta[n + i] += 1;
    const double weight = 1 / problem.duration, due = spring.tangent * rows.bias(k, RootRows::kTangent);
    program.hessian += weight * beta * beta.transpose();
    program.gradient += weight * due * beta;
    program.rows.col(i) = spring.normal * products.col(i);
    program.rows(i, i) += 1;
    program.bias[i] = spring.normal * (rows.bias(k, RootRows::kNormal) + spring.offset);
    program.rows(i, n + i) = 1;
    for (const int side : {0, 1}) {
      const Eigen::Index cone = (2 + side) * n + i;
      program.rows(i, cone) = spring.tangent > 0 ? contact.friction : 0;
      program.rows(n + i, cone) = side == 0 ? 1 : -1;
    }
  }
  for (Eigen::Index k = 0; k < 4 * n; ++k) {
    const double length = program.rows.col(k).norm();
    program.rows.col(k) /= length;
    program.bias[k] /= length;
  }
  return program;
}

/// The distance of a vector from the cone of some rows, by the projection onto its polar [Moreau].
double distance_from_cone(const Eigen::VectorXd& vector, const Eigen::MatrixXd& rows) {
  DualActiveSet active_set;
  const Eigen::VectorXd bias = -(rows.transpose() * vector);
  if (!active_set.solve(-rows, bias, 0)) return std::numeric_limits<double>::infinity();
  return (vector + active_set.motion()).norm();
}

}  // namespace

double published_residual(const Compliant& law, const ContactProblem& problem, const ContactImpulses& impulses) {
  if (!impulses.normal.allFinite() || !impulses.tangent.allFinite()) return std::numeric_limits<double>::infinity();
  const Program program = program_of(law, problem);
  Eigen::VectorXd c(2 * impulses.normal.size());
  c << impulses.normal, impulses.tangent;
  if (c.size() == 0) return 0;
  const Eigen::VectorXd slack = program.rows.transpose() * c + program.bias;
  const double scale = std::max(1., c.cwiseAbs().maxCoeff());
  std::vector<Eigen::Index> active;
  for (Eigen::Index k = 0; k < slack.size(); ++k) {
    if (slack[k] <= kLcpResidual * scale) active.push_back(k);
  }
  Eigen::MatrixXd balancing(c.size(), static_cast<Eigen::Index>(active.size()));
  for (std::size_t k = 0; k < active.size(); ++k) {
    balancing.col(static_cast<Eigen::Index>(k)) = program.rows.col(active[k]);
  }
  const Eigen::VectorXd gradient = program.hessian * c + program.gradient;
  const double size = std::max(1., program.hessian.norm() * c.norm() + program.gradient.norm());
  return std::max(std::max(0., -slack.minCoeff()) / scale, distance_from_cone(gradient, balancing) / size);
}

void solve_published_compliant(const Compliant& law, const ContactProblem& problem, ContactImpulses& answer) {
  const Program program = program_of(law, problem);
  const auto n = static_cast<Eigen::Index>(problem.contacts.size());
  answer.normal.setZero(n);
  answer.tangent.setZero(n);
  answer.residual = 0;
  answer.solved = true;
  if (n == 0) return;
  // In L'c, with L L' the Hessian, from its unconstrained minimum.
  const Eigen::LLT<Eigen::MatrixXd> factor(program.hessian);
  const Eigen::VectorXd free = -factor.solve(program.gradient);
  Eigen::MatrixXd rows = program.rows;
  const Eigen::MatrixXd lower = factor.matrixL();
  lower.triangularView<Eigen::Lower>().solveInPlace(rows);
  Eigen::VectorXd bias = program.rows.transpose() * free + program.bias;
  for (Eigen::Index k = 0; k < rows.cols(); ++k) {
    const double length = rows.col(k).norm();
    rows.col(k) /= length;
    bias[k] /= length;
  }
  DualActiveSet active_set;
  answer.solved = factor.info() == Eigen::Success && active_set.solve(rows, bias, 0);
  answer.pivots = active_set.pivots();
  answer.residual = std::numeric_limits<double>::infinity();
  if (!answer.solved) return;
  Eigen::VectorXd c = active_set.motion();
  lower.triangularView<Eigen::Lower>().transpose().solveInPlace(c);
  c += free;
  answer.normal = c.head(n);
  answer.tangent = c.tail(n);
  answer.residual = published_residual(law, problem, answer);
  answer.solved = answer.residual <= kLcpResidual;
}

}  // namespace pawl::internal
