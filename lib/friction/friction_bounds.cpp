// SPDX-License-Identifier: MIT
#include <pawl/friction/contact_lcp.h>
#include <pawl/friction/friction_bounds.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace pawl {
namespace {

constexpr double kIndependent = 1e-12;  ///< smallest ratio of the smallest to the largest eigenvalue at which A counts
                                        ///< as positive definite
constexpr std::size_t kMostSigns = 12;

double least_eigenvalue(const Eigen::MatrixXd& m) {
  const Eigen::MatrixXd symmetric = (m + m.transpose()) / 2;
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric, Eigen::EigenvaluesOnly).eigenvalues()[0];
}

/// The matrices of a problem, reduced to all normals and the tangents of rolling contacts.
class ReducedProblem {
 public:
  explicit ReducedProblem(const MotionProblem& problem) {
    const ContactSpace space = contact_space(problem);
    const ContactEquations& equations = problem.equations;
    const auto count = static_cast<Eigen::Index>(space.contacts.size());
    const auto tangents = static_cast<Eigen::Index>(equations.tangents.size());
    const Eigen::MatrixXd whole = space.half.transpose() * space.half;
    std::vector<Eigen::Index> kept;
    for (Eigen::Index i = 0; i < count; ++i) kept.push_back(i);
    for (Eigen::Index i = 0; i < count; ++i) {
      const Eigen::Index contact = space.contacts[static_cast<std::size_t>(i)];
      friction_.push_back(equations.friction[contact]);
      const bool slides = problem.states[static_cast<std::size_t>(contact)] == ContactState::sliding;
      Eigen::VectorXd column = Eigen::VectorXd::Zero(whole.rows());
      if (slides) {
        Eigen::VectorXd velocity(tangents);
        for (Eigen::Index k = 0; k < tangents; ++k)
          velocity[k] = equations.tangents[static_cast<std::size_t>(k)].row(contact).dot(equations.velocity);
        velocity.normalize();
        for (Eigen::Index k = 0; k < tangents; ++k) column += velocity[k] * whole.col(count + k * count + i);
        sliding_.push_back(i);
      } else {
        for (Eigen::Index k = 0; k < tangents; ++k) {
          rolling_.push_back({i, static_cast<Eigen::Index>(kept.size())});
          kept.push_back(count + k * count + i);
        }
      }
      slides_.push_back(column);
    }
    matrix_ = Eigen::MatrixXd(kept.size(), kept.size());
    for (std::size_t r = 0; r < kept.size(); ++r) {
      for (std::size_t c = 0; c < kept.size(); ++c)
        matrix_(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) = whole(kept[r], kept[c]);
      }
    for (Eigen::VectorXd& column : slides_) {
      Eigen::VectorXd reduced(static_cast<Eigen::Index>(kept.size()));
      for (std::size_t r = 0; r < kept.size(); ++r) reduced[static_cast<Eigen::Index>(r)] = column[kept[r]];
      column = std::move(reduced);
    }
  }

  bool positive() const {
    if (matrix_.rows() == 0) return true;
    const Eigen::VectorXd values =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix_, Eigen::EigenvaluesOnly).eigenvalues();
    return values[0] > kIndependent * values[values.size() - 1];
  }
  bool any_sliding() const { return !sliding_.empty(); }
  bool empty() const { return matrix_.rows() == 0; }
  const std::vector<double>& friction() const { return friction_; }
  std::size_t signs(bool unique) const { return sliding_.size() + (unique ? rolling_.size() : 0); }

  /// Decides whether the condition for uniqueness (if `unique` is true) or existence holds for the given coefficients,
  /// one per contact. If `box` is true, decides whether it holds for all coefficients from 0 to the given ones.
  bool holds(const std::vector<double>& friction, bool unique, bool box) const {
    const std::size_t slid = box ? sliding_.size() : 0, signs = slid + (unique ? rolling_.size() : 0);
    for (std::size_t bits = 0; bits < std::size_t{1} << signs; ++bits) {
      Eigen::MatrixXd turned = matrix_;
      for (std::size_t k = 0; k < sliding_.size(); ++k) {
        if (k < slid && !(bits >> k & 1U)) continue;
        const Eigen::Index i = sliding_[k];
        turned.col(i) -= friction[static_cast<std::size_t>(i)] * slides_[static_cast<std::size_t>(i)];
      }
      Eigen::MatrixXd form = turned;
      for (std::size_t k = 0; unique && k < rolling_.size(); ++k) {
        const double sign = bits >> (slid + k) & 1U ? 1 : -1;
        const auto [normal, tangent] = rolling_[k];
        form.row(normal) -= sign * friction[static_cast<std::size_t>(normal)] * turned.row(tangent);
      }
      if (!(least_eigenvalue(form) > 0)) return false;
    }
    return true;
  }

  /// Returns a bound from norms, for any number of contacts. Let m be the common friction coefficient, a the smallest
  /// eigenvalue of A, A1 the norm of A, and S the norm of all columns of sliding contacts. The conditions hold if a - m
  /// S > 0 (existence) and a - m S - sqrt(2) m (A1 + m S) > 0 (uniqueness). For |d| = 1, the first left-hand side is a
  /// lower bound of d' A~ d, and the second one of d' A~ d minus the sum over the rolling tangents (see
  /// FrictionBounds).
  double from_norms(bool unique) const {
    const double a = least_eigenvalue(matrix_), norm = matrix_.norm();
    double slide = 0;
    for (const Eigen::Index i : sliding_) slide += slides_[static_cast<std::size_t>(i)].squaredNorm();
    slide = std::sqrt(slide);
    if (!unique) return slide > 0 ? a / slide : std::numeric_limits<double>::infinity();
    // In the sum over the rolling tangents, each term contains the entry d_n of the tangent's contact. A contact may
    // have two rolling tangents, and then its d_n occurs twice. By the inequality of Cauchy and Schwarz, the sum is
    // therefore at most sqrt(2) m |d| |A~ d|.
    const double rows = rolling_.empty() ? 0 : std::sqrt(2.);
    const double b = slide + rows * norm, c = rows * slide;
    return c > 0 ? 2 * a / (b + std::sqrt(b * b + 4 * a * c)) : b > 0 ? a / b : std::numeric_limits<double>::infinity();
  }

  /// Returns the largest common coefficient up to which the condition for uniqueness (if `unique` is true) or existence
  /// holds; infinity if the condition still holds at 2^19.
  double largest(bool unique) const {
    const auto holds_up_to = [&](double m) { return holds(std::vector<double>(friction_.size(), m), unique, true); };
    double low = 0, high = 1;
    constexpr double kLargest = 1e6;
    while (high < kLargest && holds_up_to(high)) {
      low = high;
      high *= 2;
    }
    if (high >= kLargest) return std::numeric_limits<double>::infinity();
    while (high - low > 1e-7 * high) {
      const double middle = (low + high) / 2;
      (holds_up_to(middle) ? low : high) = middle;
    }
    return low;
  }

 private:
  struct RollingTangent {
    Eigen::Index normal, tangent;  ///< indices of the contact's normal and tangent rows in the reduced matrix
  };
  Eigen::MatrixXd matrix_;
  std::vector<double> friction_;         ///< friction coefficients, one per contact
  std::vector<Eigen::VectorXd> slides_;  ///< for each contact, the response to a unit force along its sliding velocity,
                                         ///< or 0
  std::vector<Eigen::Index> sliding_;
  std::vector<RollingTangent> rolling_;
};

}  // namespace

std::optional<FrictionBounds> friction_bounds(const MotionProblem& problem) {
  problem.validate();
  const ReducedProblem reduced(problem);
  if (!reduced.positive()) return std::nullopt;
  FrictionBounds bounds;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (reduced.empty()) return FrictionBounds{kInfinity, kInfinity, true, true, true};
  bounds.largest = reduced.signs(true) <= kMostSigns;
  const auto bound = [&](bool unique) {
    if (!unique && !reduced.any_sliding()) return kInfinity;
    return bounds.largest ? reduced.largest(unique) : reduced.from_norms(unique);
  };
  bounds.existence = bound(false);
  bounds.uniqueness = std::min(bounds.existence, bound(true));
  const double most = *std::max_element(reduced.friction().begin(), reduced.friction().end());
  bounds.exists = reduced.holds(reduced.friction(), false, false);
  bounds.unique = bounds.largest ? reduced.holds(reduced.friction(), true, false) : most < bounds.uniqueness;
  return bounds;
}

}  // namespace pawl
