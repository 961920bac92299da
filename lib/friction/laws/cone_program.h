// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

#include "friction/laws/cones.h"

namespace pawl::internal {

/// The cone complementarity problem of contacts [NS18, (10)-(11)],
///
///   K_i contains c_i,   d = J J'c + b in the dual cones,   c_i d_i = 0,
///
/// which are the conditions of min |J'c|^2/2 + b c over the cones. Matrix-free: only rows of J are used, times the
/// motion x = J'c. Each contact has a unit of impulse that makes its own response about 1; `Rows` is RootRows, or
/// another class with push(), along(), square() and contacts() whose contacts have Cone::kSize rows.
template <class Cone, class Rows>
class ConeProgram {
 public:
  static constexpr int kSize = Cone::kSize;
  using Local = typename Cone::Vector;

  /// `bias` has kSize entries a contact, m/s. Rows must outlive this.
  ConeProgram(const Rows& rows, const std::vector<double>& friction, const Eigen::VectorXd& bias)
      : rows_(rows), friction_(friction), bias_(bias), unit_(rows.contacts()) {
    for (int i = 0; i < contacts(); ++i) {
      double square = 0;
      for (int d = 0; d < kSize; ++d) square += rows.square(i, d);
      unit_[i] = square > 0 ? 1 / std::sqrt(square) : 1;
      bias_.template segment<kSize>(kSize * i) *= unit_[i];
    }
    scale_ = bias.size() > 0 ? std::max(1., bias.cwiseAbs().maxCoeff()) : 1;
  }

  int contacts() const { return rows_.contacts(); }
  double friction(int i) const { return friction_[static_cast<std::size_t>(i)]; }
  double unit(int i) const { return unit_[i]; }  ///< impulse = unit * scaled impulse; scaled velocity = unit * velocity
  const Rows& rows() const { return rows_; }
  const Eigen::VectorXd& bias() const { return bias_; }  ///< scaled

  void push(int i, const Local& c, Eigen::VectorXd& motion) const {
    for (int d = 0; d < kSize; ++d) {
      if (c[d] != 0) rows_.push(i, d, unit_[i] * c[d], motion);
    }
  }
  void find_motion(const Eigen::VectorXd& c, Eigen::VectorXd& x) const {
    x.setZero(rows_.coordinates());
    for (int i = 0; i < contacts(); ++i) push(i, c.template segment<kSize>(kSize * i), x);
  }
  Eigen::VectorXd motion(const Eigen::VectorXd& c) const {
    Eigen::VectorXd x;
    find_motion(c, x);
    return x;
  }
  /// Without the bias, scaled.
  Local along(int i, const Eigen::VectorXd& motion) const {
    Local v;
    for (int d = 0; d < kSize; ++d) v[d] = unit_[i] * rows_.along(i, d, motion);
    return v;
  }
  Local velocity(int i, const Eigen::VectorXd& motion) const {
    return along(i, motion) + bias_.template segment<kSize>(kSize * i);
  }
  Local project(int i, const Local& c) const { return Cone::project(friction(i), c); }

  /// How far c is from its projection after a step against d, as part of the largest of 1 and the biases: the largest
  /// over the contacts, m/s.
  double residual(const Eigen::VectorXd& c, const Eigen::VectorXd& motion) const {
    double worst = 0;
    for (int i = 0; i < contacts(); ++i) {
      const Local one = c.template segment<kSize>(kSize * i);
      const double off = projection_error<Cone>(friction(i), one, velocity(i, motion)) / unit_[i];
      if (!(off <= worst)) worst = off;
    }
    return worst / scale_;
  }

 private:
  const Rows& rows_;
  const std::vector<double>& friction_;
  Eigen::VectorXd bias_, unit_;
  double scale_ = 1;
};

/// What a method of a cone program came to.
struct ConeResult {
  double residual = std::numeric_limits<double>::infinity();
  int iterations = 0;
};

}  // namespace pawl::internal
