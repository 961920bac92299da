// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <utility>

namespace pawl::internal {

/// Accelerated projected gradient for cone programs [Nesterov 1983; Mazhar, Heyn, Tasora, Negrut 2015], begun anew
/// where the momentum goes against the gradient [O'Donoghue, Candes 2015]. The step is 1/L; L grows while
/// |J'(q - y)|^2 > L |q - y|^2, which is what the method asks of it, but for rounding.
///
/// `Program` has kSize numbers a contact, contacts(), velocity(i, x), project(i, c) and find_motion(c, x), as
/// ConeProgram; its velocities may change between steps by a little. O(contacts) a step, two products with J.
template <class Program>
class AcceleratedGradient {
 public:
  /// From impulses within their cones, scaled.
  AcceleratedGradient(const Program& program, const Eigen::VectorXd& c)
      : program_(program), c_(c), y_(c), q_(c.size()), gradient_(c.size()) {
    program.find_motion(c_, x_);
    at_y_ = x_;
  }

  const Eigen::VectorXd& impulses() const { return c_; }
  const Eigen::VectorXd& motion() const { return x_; }  ///< x = J'c of them

  void step() {
    for (int i = 0; i < program_.contacts(); ++i) part(gradient_, i) = program_.velocity(i, at_y_);
    find_next();
    const bool back = gradient_.dot(q_ - c_) > 0;
    const double next = (std::sqrt(momentum_ * momentum_ + 4) - momentum_) * momentum_ / 2;
    const double carry = back ? 0 : momentum_ * (1 - momentum_) / (momentum_ * momentum_ + next);
    y_ = q_ + carry * (q_ - c_);
    at_y_ = at_q_ + carry * (at_q_ - x_);
    momentum_ = back ? 1 : next;
    std::swap(c_, q_);
    std::swap(x_, at_q_);
    lipschitz_ *= kLess;
  }

 private:
  static constexpr int kSize = Program::kSize;
  static constexpr double kLess = .95, kRounding = 1e-30;  // the second as part of |x|^2

  template <class Numbers>
  static auto part(Numbers& v, int i) {
    return v.template segment<kSize>(kSize * i);
  }

  /// q, a step from y.
  void find_next() {
    for (;; lipschitz_ *= 2) {
      for (int i = 0; i < program_.contacts(); ++i) {
        part(q_, i) = program_.project(i, part(y_, i) - part(gradient_, i) / lipschitz_);
      }
      program_.find_motion(q_, at_q_);
      const double moved = (at_q_ - at_y_).squaredNorm(), way = (q_ - y_).squaredNorm();
      if (!(moved > lipschitz_ * (1 + 1e-12) * way + kRounding * at_q_.squaredNorm())) return;
    }
  }

  const Program& program_;
  Eigen::VectorXd c_, x_, y_, at_y_, q_, at_q_, gradient_;
  double momentum_ = 1, lipschitz_ = 1;
};

}  // namespace pawl::internal
