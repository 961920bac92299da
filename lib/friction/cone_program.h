// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace pawl::internal::inline friction {

/// The planar friction cone |c_t| <= mu c_n, a wedge. The projection onto the cone [NS18, from the conditions (12)]
/// maps c to itself if c is inside the cone, to 0 if mu |c_t| <= -c_n, and otherwise onto the nearer edge.
struct Wedge {
  static constexpr int kSize = 2;
  using Vector = Eigen::Matrix<double, kSize, 1>;
  using Matrix = Eigen::Matrix<double, kSize, kSize>;

  static Vector project(double friction, const Vector& c) {
    if (std::fabs(c[1]) <= friction * c[0]) return c;
    if (friction * std::fabs(c[1]) <= -c[0]) return Vector::Zero();
    const double slope = c[1] > 0 ? friction : -friction;
    const double normal = (c[0] + slope * c[1]) / (1 + friction * friction);
    return {normal, slope * normal};
  }
  /// Returns a generalised derivative of project() at c.
  static Matrix derivative(double friction, const Vector& c) {
    if (std::fabs(c[1]) <= friction * c[0]) return Matrix::Identity();
    if (friction * std::fabs(c[1]) <= -c[0]) return Matrix::Zero();
    const Vector edge(1, c[1] > 0 ? friction : -friction);
    return edge * edge.transpose() / edge.squaredNorm();
  }
};

/// The spatial friction cone, with two tangents: a circular cone.
struct CircularCone {
  static constexpr int kSize = 3;
  using Vector = Eigen::Matrix<double, kSize, 1>;
  using Matrix = Eigen::Matrix<double, kSize, kSize>;

  static Vector project(double friction, const Vector& c) {
    const double across = c.tail<2>().norm();
    const Eigen::Vector2d in_wedge = Wedge::project(friction, {c[0], across});
    Vector result(in_wedge[0], 0, 0);
    if (across > 0) result.tail<2>() = c.tail<2>() * (in_wedge[1] / across);
    return result;
  }
  static Matrix derivative(double friction, const Vector& c) {
    const double across = c.tail<2>().norm();
    if (across <= friction * c[0]) return Matrix::Identity();
    if (friction * across <= -c[0]) return Matrix::Zero();
    Vector edge(1, 0, 0);
    edge.tail<2>() = c.tail<2>() * (friction / across);
    Matrix result = edge * edge.transpose() / edge.squaredNorm();
    // In the circumferential direction, the projection rotates with c. The derivative in this direction is therefore a
    // ratio of two distances from the axis: that of the projection divided by that of c.
    const Eigen::Vector2d round(-c[2] / across, c[1] / across);
    const double shorter = Wedge::project(friction, {c[0], across})[1] / across;
    result.bottomRightCorner<2, 2>() += shorter * round * round.transpose();
    return result;
  }
};

/// Returns the error in the conditions "c in the cone, d in the dual cone, c . d = 0". The error is the largest entry
/// of the difference between c and the projection of c - d onto the cone.
template <class Cone>
double projection_error(double friction, const typename Cone::Vector& c, const typename Cone::Vector& d) {
  return (c - Cone::project(friction, c - d)).cwiseAbs().maxCoeff();
}

/// Returns projection_error() for Coulomb's law in the plane. The velocities v give d = (v_n + mu |v_t|, v_t) [De
/// Saxce, Feng 1998].
inline double coulomb_projection_error(double friction, const Eigen::Vector2d& c, const Eigen::Vector2d& v) {
  return projection_error<Wedge>(friction, c, {v[0] + friction * std::fabs(v[1]), v[1]});
}

/// The cone complementarity problem of contacts [NS18, (10)-(11)]. For each contact i, K_i is the cone, c_i the impulse
/// and d_i the velocity, with the biases b:
///
///   c_i in K_i,   d = J J'c + b with d_i in the dual cone of K_i,   c_i . d_i = 0.
///
/// These are the optimality conditions of min |J'c|^2/2 + b . c over the cones. The program is matrix-free: it only
/// multiplies rows of J by the motion x = J'c. Each contact has a unit of impulse that makes its response to its own
/// impulse about 1. `Rows` is RootRows or another class with push(), along(), square() and contacts(), whose contacts
/// have Cone::kSize rows.
template <class Cone, class Rows>
class ConeProgram {
 public:
  static constexpr int kSize = Cone::kSize;
  using Local = typename Cone::Vector;

  /// `bias` has kSize entries per contact, m/s. `rows` must outlive this object.
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
  double friction(int i) const { return friction_[i]; }
  /// Returns the unit of a contact: impulse = unit * (scaled impulse), and (scaled velocity) = unit * velocity.
  double unit(int i) const { return unit_[i]; }
  const Rows& rows() const { return rows_; }
  const Eigen::VectorXd& bias() const { return bias_; }  ///< Returns the scaled biases.

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
  /// Returns the velocity of a contact without the bias, in scaled units.
  Local along(int i, const Eigen::VectorXd& motion) const {
    Local v;
    for (int d = 0; d < kSize; ++d) v[d] = unit_[i] * rows_.along(i, d, motion);
    return v;
  }
  Local velocity(int i, const Eigen::VectorXd& motion) const {
    return along(i, motion) + bias_.template segment<kSize>(kSize * i);
  }
  Local project(int i, const Local& c) const { return Cone::project(friction(i), c); }

  /// Returns the largest projection_error() of all contacts, m/s, divided by the larger of 1 and the largest bias.
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

/// The result of a method that solves a cone program.
struct ConeResult {
  double residual = std::numeric_limits<double>::infinity();
  int iterations = 0;
};

/// The accelerated projected gradient method for cone programs [Nesterov 1983; Mazhar, Heyn, Tasora, Negrut 2015],
/// restarted if the momentum opposes the gradient [O'Donoghue, Candes 2015]. The length of a step is 1/L. The method
/// requires |J'(q - y)|^2 <= L |q - y|^2 for the step from y to q; L grows until this inequality holds up to rounding.
///
/// `Program` must have the interface of ConeProgram: kSize numbers per contact, contacts(), velocity(i, x), project(i,
/// c) and find_motion(c, x). The program's velocities may change slightly between steps. A step costs two products with
/// J, O(contacts).
template <class Program>
class AcceleratedGradient {
 public:
  /// Starts from the impulses c, in scaled units. They must be inside their friction cones.
  AcceleratedGradient(const Program& program, const Eigen::VectorXd& c)
      : program_(program), c_(c), y_(c), q_(c.size()), gradient_(c.size()) {
    program.find_motion(c_, x_);
    at_y_ = x_;
  }

  const Eigen::VectorXd& impulses() const { return c_; }
  const Eigen::VectorXd& motion() const { return x_; }  ///< Returns the motion x = J'c of the impulses.

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
  static constexpr double kLess = .95, kRounding = 1e-30;  // kLess: factor by which L decreases per step; kRounding:
                                                           // rounding error relative to |x|^2

  template <class Numbers>
  static auto part(Numbers& v, int i) {
    return v.template segment<kSize>(kSize * i);
  }

  /// Finds the next impulses q by a gradient step from the extrapolated impulses y.
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

/// Solves a cone program by AcceleratedGradient, until the residual is at most `tolerance`, or for at most `most`
/// iterations. `c` contains scaled impulses: first the initial guess, afterwards the result.
template <class Cone, class Rows>
ConeResult accelerated_gradient(const ConeProgram<Cone, Rows>& program, double tolerance, int most,
                                Eigen::VectorXd& c) {
  constexpr int kStyle = 5;  // number of iterations between two evaluations of the residual
  AcceleratedGradient<ConeProgram<Cone, Rows>> method(program, c);
  ConeResult result;
  result.residual = program.residual(c, method.motion());
  while (result.residual > tolerance && result.iterations < most) {
    method.step();
    if (++result.iterations % kStyle == 0) result.residual = program.residual(method.impulses(), method.motion());
  }
  c = method.impulses();
  result.residual = program.residual(c, program.motion(c));
  return result;
}

/// Solves a cone program by projected Gauss-Seidel iteration, in alternating forward and backward sweeps. Each contact
/// is solved in turn; all other contacts keep their latest impulses. Ends when the residual is at most `tolerance`, or
/// after `most` sweeps. `c` contains scaled impulses: first the initial guess, afterwards the result.
template <class Cone, class Rows>
ConeResult projected_gauss_seidel(const ConeProgram<Cone, Rows>& program, double tolerance, int most,
                                  Eigen::VectorXd& c) {
  constexpr int kSize = Cone::kSize;
  Eigen::VectorXd x = program.motion(c);
  ConeResult result;
  result.residual = program.residual(c, x);
  while (result.residual > tolerance && result.iterations < most) {
    for (int k = 0; k < program.contacts(); ++k) {
      const int i = result.iterations % 2 == 0 ? k : program.contacts() - 1 - k;
      const typename Cone::Vector last = c.template segment<kSize>(kSize * i);
      // In its unit of impulse, the trace of a contact's response to its own impulse is 1. The trace is an upper bound
      // of the largest eigenvalue of the response, so a step of 1 is safe.
      const typename Cone::Vector now = program.project(i, last - program.velocity(i, x));
      program.push(i, now - last, x);
      c.template segment<kSize>(kSize * i) = now;
    }
    if (++result.iterations % 5 == 0) {
      x = program.motion(c);
      result.residual = program.residual(c, x);
    }
  }
  result.residual = program.residual(c, program.motion(c));
  return result;
}

/// A matrix-free Newton method for cone programs, for high accuracy: the proximal method of multipliers. With the last
/// impulses c' and the penalty s, the motion x is the minimizer of the convex function
///
///   f(x) = |x|^2/2 + |c(x)|^2/(2s),   c(x) = P(c' - s (J x + b)),   grad f = x - J'c(x),
///
/// where P is the projection onto the cones and P' its generalised derivative. The minimizer is found by Newton's
/// method with a line search. Its linear systems, (1 + s J'P'J) y = -grad f, are solved by conjugate gradients, which
/// need only products with J. Then c(x) becomes the next c'. The penalty s is increased if the residual decreases too
/// slowly. If the impulses are not unique, the result is near the initial impulses.
template <class Cone, class Rows>
class ConeNewton {
 public:
  explicit ConeNewton(const ConeProgram<Cone, Rows>& program) : program_(program) {}

  /// Solves the program until the residual is at most `tolerance`, with at most `most` Newton steps. `c` contains
  /// scaled impulses: first the initial guess, afterwards the result.
  ConeResult solve(double tolerance, int most, Eigen::VectorXd& c) {
    ConeResult result;
    Eigen::VectorXd x = program_.motion(c);
    result.residual = program_.residual(c, x);
    for (int outer = 0; outer < kMostOuter && result.residual > tolerance && result.iterations < most; ++outer) {
      last_ = c;
      // The tolerance of the gradient must decrease faster than the residual, or the residual would stop decreasing.
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
  long products() const { return products_; }  ///< Returns the number of products with J that conjugate gradients used.

 private:
  static constexpr int kSize = Cone::kSize;
  static constexpr int kMostOuter = 200, kMostInner = 40, kMostHalvings = 30;
  /// Least, first and largest value of the penalty s in scaled units.
  static constexpr double kLeastPenalty = 1, kFirstPenalty = 100, kMostPenalty = 1e9;
  static constexpr double kGradientPart = 1e-2, kLeastGradient = 1e-15;

  /// Computes the impulses c(x) and the gradient of the objective f at x, and returns f(x).
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

  /// Returns (1 + s J'P'J) y.
  Eigen::VectorXd curvature(const Eigen::VectorXd& y) {
    Eigen::VectorXd result = y;
    for (int i = 0; i < program_.contacts(); ++i) {
      const typename Cone::Vector turned = derivatives_[i] * program_.along(i, y);
      program_.push(i, penalty_ * turned, result);
    }
    ++products_;
    return result;
  }

  Eigen::VectorXd direction(double accuracy) {
    derivatives_.resize(static_cast<std::size_t>(program_.contacts()));
    for (int i = 0; i < program_.contacts(); ++i) {
      derivatives_[i] = Cone::derivative(program_.friction(i), reach_.template segment<kSize>(kSize * i));
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

  /// Minimises f over x. Returns whether the method reached its tolerance: the norm of the gradient is at most `enough`
  /// times the larger of 1 and the norm of the biases.
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
        // Near the minimum, differences of f are only rounding errors. A step that halves the norm of the gradient is
        // therefore accepted too.
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

}  // namespace pawl::internal::inline friction
