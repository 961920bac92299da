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

// In coordinates. The active set's factors are dense: of bodies alone it is quicker up to the first.
constexpr Eigen::Index kFewByEdges = 60, kMostByEdges = 600;
/// Of the tolerance: residuals of the methods and that of the law are not the same number, though of one size.
constexpr double kNearer = .25;
constexpr double kMostOff = 1e100;  ///< of near impulses' residual
constexpr int kFirstOrder = 200;    ///< iterations before the second-order method, where that is asked for
constexpr int kMostFirstOrder = 100000, kMostBeforeSecond = 5000, kMostSecondOrder = 300;
constexpr int kMostAfterInside = 40;  ///< of the second order: what that leaves is hard, and each of them dear

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
  answer.pivots += active_set_.pivots();
  if (!ended) return false;
  answer.normal.setZero();
  answer.tangent.setZero();
  for (Eigen::Index k = 0; k < columns.cols(); ++k) {
    const Edge& edge = edges[static_cast<std::size_t>(k)];
    const double weight = active_set_.multipliers()[k] / edge.length;
    answer.normal[edge.contact] += weight;
    answer.tangent[edge.contact] += edge.slope * weight;
  }
  return true;
}

/// A copy: it may be the answer. Of what makes no velocities, or such as no step comes back from, nothing is kept.
void ConeComplementaritySolver::take_near(const ConeComplementarity& law, const ContactProblem& problem,
                                          const ContactImpulses* near) {
  near_ = near != nullptr ? *near : ContactImpulses();
  const bool fits = near_.normal.size() == rows_.contacts() && near_.tangent.size() == rows_.contacts();
  near_.residual = fits ? residual_of(law, problem, near_) : std::numeric_limits<double>::infinity();
  if (!(near_.residual <= kMostOff)) near_ = {};
}

/// What is near is the answer where it keeps the law. Otherwise the better of both is near what iterations come to.
void ConeComplementaritySolver::solve_from_inside(const ConeComplementarity& law, const ContactProblem& problem,
                                                  ContactImpulses& answer) {
  if (near_.residual <= kNearer * law.tolerance) {
    answer.normal = near_.normal;
    answer.tangent = near_.tangent;
    answer.residual = near_.residual;
    return;
  }
  if (law.max_push) {
    ContactProblem pushed = problem;
    for (ContactProblem::Contact& contact : pushed.contacts) {
      contact.normal_bias = normal_bias(law, contact, contact.normal_bias, problem.duration);
    }
    contacts_.assign(pushed);
  } else {
    contacts_.assign(problem);
  }
  interior_.solve(contacts_, kNearer * law.tolerance * std::max(1., rows_.largest_bias()), forces_);
  answer.pivots = interior_.factorizations();
  for (int i = 0; i < contacts_.size(); ++i) {
    const BodyContacts::Force& force = forces_[static_cast<std::size_t>(i)];
    answer.normal[i] = contacts_.impulse_unit(i) * force.normal;
    answer.tangent[i] = contacts_.impulse_unit(i) * force.tangent;
  }
  answer.residual = residual_of(law, problem, answer);
  if (!(near_.residual <= answer.residual)) near_ = answer;
}

void ConeComplementaritySolver::solve_iteratively(const ConeComplementarity& law, bool inside,
                                                  ContactImpulses& answer) {
  const Program program(rows_, friction_, bias_);
  Eigen::VectorXd c = Eigen::VectorXd::Zero(bias_.size());
  for (int i = 0; i < rows_.contacts() && near_.normal.size() == rows_.contacts(); ++i) {
    const Wedge::Vector last(near_.normal[i] / program.unit(i), near_.tangent[i] / program.unit(i));
    c.segment<2>(2 * i) = program.project(i, last);
  }
  const double tolerance = kNearer * law.tolerance;
  if (law.method == Method::projected_gauss_seidel) {
    answer.pivots += projected_gauss_seidel(program, tolerance, kMostFirstOrder, c).iterations;
  } else {
    const int most = law.method == Method::projected_gradient       ? kMostFirstOrder
                     : inside || law.method == Method::second_order ? kFirstOrder
                                                                    : kMostBeforeSecond;
    const ConeResult first = accelerated_gradient(program, tolerance, most, c);
    answer.pivots += first.iterations;
    if (first.residual > tolerance && law.method != Method::projected_gradient) {
      answer.pivots += ConeNewton<Wedge, RootRows>(program)
                           .solve(tolerance, inside ? kMostAfterInside : kMostSecondOrder, c)
                           .iterations;
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
  take_near(law, problem, start.near);
  answer.normal.setZero(rows_.contacts());
  answer.tangent.setZero(rows_.contacts());
  answer.pivots = 0;
  answer.residual = std::numeric_limits<double>::infinity();
  const bool automatic = law.method == Method::automatic;
  const bool inside = problem.blocks.empty() &&
                      (law.method == Method::interior_point || (automatic && rows_.coordinates() > kFewByEdges));
  if (inside) solve_from_inside(law, problem, answer);
  if (!(answer.residual <= law.tolerance) && automatic && rows_.coordinates() <= kMostByEdges && solve_edges(answer)) {
    answer.residual = residual_of(law, problem, answer);
  }
  if (!(answer.residual <= law.tolerance)) {
    solve_iteratively(law, inside, answer);
    answer.residual = residual_of(law, problem, answer);
  }
  answer.solved = answer.residual <= law.tolerance;
}

}  // namespace pawl::internal
