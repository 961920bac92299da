// SPDX-License-Identifier: MIT
#pragma once

#include "friction/laws/accelerated_gradient.h"
#include "friction/laws/cone_program.h"

namespace pawl::internal {

/// AcceleratedGradient for a cone program. `c` (scaled) is where it begins and ends.
template <class Cone, class Rows>
ConeResult accelerated_gradient(const ConeProgram<Cone, Rows>& program, double tolerance, int most,
                                Eigen::VectorXd& c) {
  constexpr int kLook = 5;  // iterations between looks at the residual
  AcceleratedGradient<ConeProgram<Cone, Rows>> method(program, c);
  ConeResult result;
  result.residual = program.residual(c, method.motion());
  while (result.residual > tolerance && result.iterations < most) {
    method.step();
    if (++result.iterations % kLook == 0) result.residual = program.residual(method.impulses(), method.motion());
  }
  c = method.impulses();
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
