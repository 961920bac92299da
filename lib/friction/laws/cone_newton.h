// SPDX-License-Identifier: MIT
#pragma once

#include "friction/laws/cone_program.h"

namespace pawl::internal {

/// Newton's method for cone programs, matrix-free and for when accuracy is asked for: the proximal method of
/// multipliers. With the last impulses c' the motion is the minimum of the convex function
///
///   f(x) = |x|^2/2 + |c(x)|^2/(2s),   c(x) = P(c' - s (J x + b)),   grad f = x - J'c(x),
///
/// (P the projection onto the cones), found by Newton's method with a line search; its systems (1 + s J'P'J) y = -grad
/// f are solved by conjugate gradients, which need products with J alone. Then c(x) is the next c'; s grows where that
/// comes nearer too slowly. Impulses need not be
/// unique: those that it comes to are near the first.
template <class Cone, class Rows>
class ConeNewton {
 public:
  explicit ConeNewton(const ConeProgram<Cone, Rows>& program) : program_(program) {}

  /// `c` (scaled) is where it begins and ends; at most so many Newton steps.
  ConeResult solve(double tolerance, int most, Eigen::VectorXd& c) {
    ConeResult result;
    Eigen::VectorXd x = program_.motion(c);
    result.residual = program_.residual(c, x);
    for (int outer = 0; outer < kMostOuter && result.residual > tolerance && result.iterations < most; ++outer) {
      last_ = c;
      // What is left of the gradient must fall faster than the residual does.
      const double enough = std::max(kLeastGradient, kGradientPart * result.residual);
      const bool ended = minimise(enough, std::min(most, result.iterations + kMostInner), x, result.iterations);
      const Eigen::VectorXd motion = program_.motion(impulses_);
      const double now = program_.residual(impulses_, motion);
      if (now < result.residual) {
        if (ended && now > result.residual / 4) penalty_ = std::min(kMostPenalty, 5 * penalty_);
        c = impulses_;
        x = motion;
        result.residual = now;
      } else if (ended) {
        penalty_ *= 5;
        if (penalty_ > kMostPenalty) break;
      } else {
        penalty_ /= 10;
        x = program_.motion(c);
        if (penalty_ < kLeastPenalty) break;
      }
    }
    return result;
  }
  long products() const { return products_; }  ///< of conjugate gradients

 private:
  static constexpr int kSize = Cone::kSize;
  static constexpr int kMostOuter = 200, kMostInner = 40, kMostHalvings = 30;
  static constexpr double kLeastPenalty = 1, kFirstPenalty = 100, kMostPenalty = 1e9;  ///< s, scaled
  static constexpr double kGradientPart = 1e-2, kLeastGradient = 1e-15;

  /// c(x), the gradient, and f.
  double evaluate(const Eigen::VectorXd& x) {
    impulses_.resize(last_.size());
    reach_.resize(last_.size());
    for (int i = 0; i < program_.contacts(); ++i) {
      reach_.template segment<kSize>(kSize * i) =
          last_.template segment<kSize>(kSize * i) - penalty_ * program_.velocity(i, x);
      impulses_.template segment<kSize>(kSize * i) = program_.project(i, reach_.template segment<kSize>(kSize * i));
    }
    gradient_ = x - program_.motion(impulses_);
    return x.squaredNorm() / 2 + impulses_.squaredNorm() / (2 * penalty_);
  }

  /// (1 + s J'P'J) y
  Eigen::VectorXd curvature(const Eigen::VectorXd& y) {
    Eigen::VectorXd result = y;
    for (int i = 0; i < program_.contacts(); ++i) {
      const typename Cone::Vector turned = derivatives_[static_cast<std::size_t>(i)] * program_.along(i, y);
      program_.push(i, penalty_ * turned, result);
    }
    ++products_;
    return result;
  }

  Eigen::VectorXd direction(double accuracy) {
    derivatives_.resize(static_cast<std::size_t>(program_.contacts()));
    for (int i = 0; i < program_.contacts(); ++i) {
      derivatives_[static_cast<std::size_t>(i)] =
          Cone::derivative(program_.friction(i), reach_.template segment<kSize>(kSize * i));
    }
    Eigen::VectorXd y = Eigen::VectorXd::Zero(gradient_.size()), left = -gradient_, along = left;
    double square = left.squaredNorm();
    const double enough = accuracy * accuracy * square;
    const auto most = 50 + 2 * gradient_.size();
    for (Eigen::Index k = 0; k < most && square > enough; ++k) {
      const Eigen::VectorXd image = curvature(along);
      const double step = square / along.dot(image);
      y += step * along;
      left -= step * image;
      const double next = left.squaredNorm();
      along = left + (next / square) * along;
      square = next;
    }
    return y;
  }

  /// Whether the gradient has become so small.
  bool minimise(double enough, int most, Eigen::VectorXd& x, int& iterations) {
    double value = evaluate(x);
    const double size = std::max(1., program_.bias().norm());
    for (; iterations < most && gradient_.norm() > enough * size; ++iterations) {
      const double accuracy = std::min(.1, std::sqrt(gradient_.norm() / size));
      const Eigen::VectorXd way = direction(std::max(1e-10, accuracy));
      const double slope = gradient_.dot(way), before = gradient_.norm();
      const Eigen::VectorXd from = x;
      double part = 1;
      for (int k = 0; k < kMostHalvings; ++k, part /= 2) {
        x = from + part * way;
        const double now = evaluate(x);
        // Near the minimum differences of f are rounding: there the gradient tells.
        if (now <= value + 1e-4 * part * slope || gradient_.norm() < .5 * before) {
          value = now;
          break;
        }
      }
      if (gradient_.norm() >= before && -slope <= 1e-15 * std::max(1., std::fabs(value))) break;
    }
    return gradient_.norm() <= enough * size;
  }

  const ConeProgram<Cone, Rows>& program_;
  Eigen::VectorXd last_, impulses_, reach_, gradient_;
  std::vector<typename Cone::Matrix> derivatives_;
  double penalty_ = kFirstPenalty;
  long products_ = 0;
};

}  // namespace pawl::internal
