// SPDX-License-Identifier: MIT
#include "friction/laws/cone_complementarity.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "friction/laws/cone_gradient.h"
#include "friction/laws/cone_newton.h"
#include "friction/laws/cones.h"
#include "friction/laws/contact_velocities.h"

namespace pawl::internal {
namespace {

constexpr Eigen::Index kMostByEdges = 600;  ///< coordinates: the active set's factors are dense
constexpr int kFirstOrder = 200;            ///< iterations before the second-order method, where that is asked for
constexpr int kMostFirstOrder = 100000, kMostBeforeSecond = 5000, kMostSecondOrder = 300;

using Program = ConeProgram<Wedge, RootRows>;

}  // namespace

double normal_bias(const ConeComplementarity& law, const ContactProblem::Contact& contact, double bias,
                   double duration) {
  if (!law.max_push || contact.gap >= 0) return bias;
  return bias - std::min(0., contact.gap / duration + *law.max_push);
}

double residual_of(const ConeComplementarity& law, const ContactProblem& problem, const ContactImpulses& impulses) {
  const ContactVelocities v = velocities_of(problem, impulses);
  if (!v.finite) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (Eigen::Index i = 0; i < v.normal.size(); ++i) {
    const ContactProblem::Contact& contact = problem.contacts[static_cast<std::size_t>(i)];
    const double response = v.normal_response[i] + v.tangent_response[i];
    const double parting = normal_bias(law, contact, v.normal[i], problem.duration);
    const double normal = impulses.normal[i] * response, tangent = impulses.tangent[i] * response;
    worst = std::max(worst, cone_error(contact.friction, normal, tangent, parting, v.tangent[i]));
  }
  return worst / v.scale;
}

void ConeComplementaritySolver::load(const ConeComplementarity& law, const ContactProblem& problem) {
  rows_.assign(problem);
  friction_.clear();
  bias_.resize(2 * rows_.contacts());
  for (int i = 0; i < rows_.contacts(); ++i) {
    const ContactProblem::Contact& contact = problem.contacts[static_cast<std::size_t>(i)];
    friction_.push_back(contact.friction);
    bias_[2 * i] = normal_bias(law, contact, rows_.bias(i, RootRows::kNormal), problem.duration);
    bias_[2 * i + 1] = rows_.bias(i, RootRows::kTangent);
  }
}

/// Impulses along the edges of the wedges.
bool ConeComplementaritySolver::solve_edges(ContactImpulses& answer) {
  struct Edge {
    int contact;
    double slope, length;
  };
  std::vector<Edge> edges;
  std::vector<Eigen::VectorXd> rows;
  for (int i = 0; i < rows_.contacts(); ++i) {
    const double friction = friction_[static_cast<std::size_t>(i)];
    for (const double slope : {friction, -friction}) {
      Eigen::VectorXd row = rows_.dense(i, RootRows::kNormal);
      rows_.push(i, RootRows::kTangent, slope, row);
      const double length = row.norm();
      if (length > 0) {
        edges.push_back({i, slope, length});
        rows.push_back(row / length);
      }
      if (friction == 0) break;
    }
  }
  Eigen::MatrixXd columns(rows_.coordinates(), static_cast<Eigen::Index>(edges.size()));
  Eigen::VectorXd bias(columns.cols());
  for (Eigen::Index k = 0; k < columns.cols(); ++k) {
    const Edge& edge = edges[static_cast<std::size_t>(k)];
    columns.col(k) = rows[static_cast<std::size_t>(k)];
    bias[k] = (bias_[2 * edge.contact] + edge.slope * bias_[2 * edge.contact + 1]) / edge.length;
  }
  const bool ended = active_set_.solve(columns, bias, 0);
  answer.pivots = active_set_.pivots();
  if (!ended) return false;
  for (Eigen::Index k = 0; k < columns.cols(); ++k) {
    const Edge& edge = edges[static_cast<std::size_t>(k)];
    const double weight = active_set_.multipliers()[k] / edge.length;
    answer.normal[edge.contact] += weight;
    answer.tangent[edge.contact] += edge.slope * weight;
  }
  return true;
}

void ConeComplementaritySolver::solve_from_inside(const ConeComplementarity& law, const ContactProblem& problem,
                                                  ContactImpulses& answer) {
  contacts_.assign(problem);
  const double scale = std::max(1., rows_.largest_bias());
  interior_.solve(contacts_, law.tolerance / 2 * scale, forces_);
  answer.pivots = interior_.factorizations();
  for (int i = 0; i < contacts_.size(); ++i) {
    const BodyContacts::Force& force = forces_[static_cast<std::size_t>(i)];
    answer.normal[i] = contacts_.impulse_unit(i) * force.normal;
    answer.tangent[i] = contacts_.impulse_unit(i) * force.tangent;
  }
}

void ConeComplementaritySolver::solve_iteratively(const ConeComplementarity& law, const ContactImpulses* near,
                                                  ContactImpulses& answer) {
  const Program program(rows_, friction_, bias_);
  Eigen::VectorXd c = Eigen::VectorXd::Zero(bias_.size());
  for (int i = 0; i < rows_.contacts() && near != nullptr; ++i) {
    const Wedge::Vector last(near->normal[i] / program.unit(i), near->tangent[i] / program.unit(i));
    c.segment<2>(2 * i) = program.project(i, last);
  }
  // The residual of the program and that of the law are not the same number, though of one size.
  const double tolerance = law.tolerance / 4;
  if (law.method == Method::projected_gauss_seidel) {
    answer.pivots += projected_gauss_seidel(program, tolerance, kMostFirstOrder, c).iterations;
  } else {
    const int most = law.method == Method::projected_gradient ? kMostFirstOrder
                     : law.method == Method::second_order     ? kFirstOrder
                                                              : kMostBeforeSecond;
    const ConeResult first = accelerated_gradient(program, tolerance, most, c);
    answer.pivots += first.iterations;
    if (first.residual > tolerance && law.method != Method::projected_gradient) {
      answer.pivots += ConeNewton<Wedge, RootRows>(program).solve(tolerance, kMostSecondOrder, c).iterations;
    }
  }
  for (int i = 0; i < rows_.contacts(); ++i) {
    answer.normal[i] = program.unit(i) * c[2 * i];
    answer.tangent[i] = program.unit(i) * c[2 * i + 1];
  }
}

void ConeComplementaritySolver::solve(const ConeComplementarity& law, const ContactProblem& problem,
                                      const ContactStart& start, ContactImpulses& answer) {
  load(law, problem);
  const bool near = start.near != nullptr && start.near->normal.size() == rows_.contacts();
  answer.normal.setZero(rows_.contacts());
  answer.tangent.setZero(rows_.contacts());
  answer.pivots = 0;
  answer.residual = std::numeric_limits<double>::infinity();
  const bool few = rows_.coordinates() <= kMostByEdges;
  if (law.method == Method::automatic && few && solve_edges(answer)) {
    answer.residual = residual_of(law, problem, answer);
  }
  if (problem.blocks.empty() && (law.method == Method::interior_point || (law.method == Method::automatic && !few))) {
    solve_from_inside(law, problem, answer);
    answer.residual = residual_of(law, problem, answer);
  }
  if (!(answer.residual <= law.tolerance)) {
    solve_iteratively(law, near ? start.near : nullptr, answer);
    answer.residual = residual_of(law, problem, answer);
  }
  answer.solved = answer.residual <= law.tolerance;
}

}  // namespace pawl::internal
