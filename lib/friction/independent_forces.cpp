// SPDX-License-Identifier: MIT
#include <pawl/friction/independent_forces.h>

#include <Eigen/Jacobi>
#include <algorithm>
#include <vector>

#include "friction/contact_least_squares.h"

namespace pawl {
namespace {

/// A unit vector counts as independent of other vectors if its distance from their span exceeds this.
constexpr double kOutsideSpan = 1e-9;

/// A matrix A of linearly independent unit columns, stored as factors Q R = A. Columns can be added and removed.
class IndependentColumns {
 public:
  IndependentColumns(Eigen::Index rows, Eigen::Index most) : q_(rows, most), r_(most, most) {}

  Eigen::Index size() const { return size_; }

  /// Adds a unit column, and returns true. If the column depends on A, returns false, and sets `weights` to the solution
  /// of A z = column.
  bool add(const Eigen::VectorXd& column, Eigen::VectorXd& weights) {
    const auto q = q_.leftCols(size_);
    Eigen::VectorXd inside = q.transpose() * column;
    Eigen::VectorXd rest = column - q * inside;
    const Eigen::VectorXd again = q.transpose() * rest;  // the second projection removes the rounding errors of the
                                                         // first one
    inside += again;
    rest -= q * again;
    const double distance = rest.norm();
    if (size_ == q_.cols() || distance <= kOutsideSpan) {
      weights = r_.topLeftCorner(size_, size_).triangularView<Eigen::Upper>().solve(inside);
      return false;
    }
    q_.col(size_) = rest / distance;
    r_.col(size_).head(size_) = inside;
    r_(size_, size_) = distance;
    ++size_;
    return true;
  }

  /// Removes a column. Rotations make R triangular again.
  void remove(Eigen::Index column) {
    for (Eigen::Index k = column; k + 1 < size_; ++k) r_.col(k).head(k + 2) = r_.col(k + 1).head(k + 2);
    --size_;
    for (Eigen::Index k = column; k < size_; ++k) {
      Eigen::JacobiRotation<double> rotation;
      rotation.makeGivens(r_(k, k), r_(k + 1, k));
      r_.block(0, k, size_ + 1, size_ - k).applyOnTheLeft(k, k + 1, rotation.adjoint());
      q_.leftCols(size_ + 1).applyOnTheRight(k, k + 1, rotation);
    }
  }

 private:
  Eigen::MatrixXd q_, r_;
  Eigen::Index size_ = 0;
};

}  // namespace

ContactImpulses independent_forces(const Viscous& law, const ContactProblem& problem, const ContactImpulses& impulses) {
  ContactImpulses answer = impulses;
  answer.residual = verify(law, problem, impulses);
  internal::RootRows rows;
  rows.assign(problem);
  IndependentColumns columns(rows.coordinates(), std::min<Eigen::Index>(rows.coordinates(), rows.contacts()));
  struct Column {
    int contact;
    double length;  // length of the contact's row; the column is the row divided by this length
  };
  std::vector<Column> in_span;
  Eigen::VectorXd weights;
  for (int i = 0; i < rows.contacts(); ++i) {
    if (!(answer.normal[i] > 0)) continue;
    const Eigen::VectorXd row = rows.dense(i, internal::RootRows::kNormal);
    const double length = row.norm();
    if (length == 0) {
      answer.normal[i] = 0;  // an impulse at this contact moves nothing
      continue;
    }
    bool replaced = false;
    while (!columns.add(row / length, weights)) {
      // Replaces a part t of this impulse by impulses along the columns. Here t is the whole impulse, or the largest
      // part for which no impulse of a column becomes negative.
      double t = answer.normal[i] * length;
      Eigen::Index leaves = -1;
      for (Eigen::Index k = 0; k < columns.size(); ++k) {
        const Column& column = in_span[static_cast<std::size_t>(k)];
        const double amount = answer.normal[column.contact] * column.length;
        if (weights[k] < 0 && amount < -t * weights[k]) {
          t = amount / -weights[k];
          leaves = k;
        }
      }
      for (Eigen::Index k = 0; k < columns.size(); ++k) {
        const Column& column = in_span[static_cast<std::size_t>(k)];
        double& normal = answer.normal[column.contact];
        normal = k == leaves ? 0 : std::max(0., normal + t * weights[k] / column.length);
      }
      replaced = leaves < 0;
      answer.normal[i] = replaced ? 0 : std::max(0., answer.normal[i] - t / length);
      if (replaced) break;
      columns.remove(leaves);
      in_span.erase(in_span.begin() + leaves);
    }
    if (replaced) continue;
    in_span.push_back({i, length});
  }
  answer.residual = verify(law, problem, answer);
  answer.solved = answer.residual <= kLcpResidual;
  return answer;
}

}  // namespace pawl
