// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "friction/laws/cone_program.h"

namespace pawl::internal {

/// Accelerated projected gradient for cone programs [Nesterov 1983; Mazhar, Heyn, Tasora, Negrut 2015], begun anew
/// where the momentum goes against the gradient [O'Donoghue, Candes 2015]. `c` (scaled) is where it begins and ends.
/// The step is 1/L; L grows while |J'(q - y)|^2 > L |q - y|^2, which is what the method asks of it.
///
/// O(contacts) an iteration, two products with J.
template <class Cone, class Rows>
ConeResult accelerated_gradient(const ConeProgram<Cone, Rows>& program, double tolerance, int most,
                                Eigen::VectorXd& c) {
  constexpr int kSize = Cone::kSize;
  constexpr int kLook = 5;  // iterations between looks at the residual
  Eigen::VectorXd y = c, x = program.motion(c), at_y = x, gradient(c.size()), q(c.size()), at_q;
  double momentum = 1, lipschitz = 1;
  ConeResult result;
  result.residual = program.residual(c, x);
  while (result.residual > tolerance && result.iterations < most) {
    for (int i = 0; i < program.contacts(); ++i) {
      gradient.template segment<kSize>(kSize * i) = program.velocity(i, at_y);
    }
    for (;; lipschitz *= 2) {
      for (int i = 0; i < program.contacts(); ++i) {
        const auto part = [&](const Eigen::VectorXd& v) { return v.template segment<kSize>(kSize * i); };
        q.template segment<kSize>(kSize * i) = program.project(i, part(y) - part(gradient) / lipschitz);
      }
      at_q = program.motion(q);
      if ((at_q - at_y).squaredNorm() <= lipschitz * (1 + 1e-12) * (q - y).squaredNorm()) break;
    }
    const bool back = gradient.dot(q - c) > 0;
    const double next = (std::sqrt(momentum * momentum + 4) - momentum) * momentum / 2;
    const double carry = back ? 0 : momentum * (1 - momentum) / (momentum * momentum + next);
    y = q + carry * (q - c);
    at_y = at_q + carry * (at_q - x);
    momentum = back ? 1 : next;
    std::swap(c, q);
    std::swap(x, at_q);
    lipschitz *= .95;
    if (++result.iterations % kLook == 0) result.residual = program.residual(c, x);
  }
  result.residual = program.residual(c, program.motion(c));
  return result;
}

/// Projected Gauss-Seidel: each contact by itself against the others' last impulses, forwards and backwards in turn.
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
      // The unit makes the trace of a contact's own response 1, which bounds its largest eigenvalue.
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

}  // namespace pawl::internal
