// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

namespace pawl {

/// step * J_u W J_v' of one body, u and v directions at arms r and s.
template <class Real>
Real through_body(const PlanarContactProblem::Body& body, const Eigen::Vector2d& r, const Real (&u)[2],
                  const Eigen::Vector2d& s, const Real (&v)[2]) {
  const Real on_u = Real(r.x()) * u[1] - Real(r.y()) * u[0];
  const Real on_v = Real(s.x()) * v[1] - Real(s.y()) * v[0];
  return Real(body.inverse_mass) * (u[0] * v[0] + u[1] * v[1]) + Real(body.inverse_inertia) * on_u * on_v;
}

/// The acceleration at contact a along u by the force v at contact b.
template <class Real>
Real response(const PlanarContactProblem& problem, const PlanarContactProblem::Contact& a, const Real (&u)[2],
              const PlanarContactProblem::Contact& b, const Real (&v)[2]) {
  const auto body = [&](int k) -> const PlanarContactProblem::Body& {
    return problem.bodies[static_cast<std::size_t>(k)];
  };
  Real sum(0);
  if (a.a >= 0 && a.a == b.a) sum += through_body<Real>(body(a.a), a.arm_a, u, b.arm_a, v);
  if (a.a >= 0 && a.a == b.b) sum -= through_body<Real>(body(a.a), a.arm_a, u, b.arm_b, v);
  if (a.b >= 0 && a.b == b.a) sum -= through_body<Real>(body(a.b), a.arm_b, u, b.arm_a, v);
  if (a.b >= 0 && a.b == b.b) sum += through_body<Real>(body(a.b), a.arm_b, u, b.arm_b, v);
  return Real(problem.step) * sum;
}

/// The acceleration at contact a, along its normal or its tangent, by a unit force at contact b along its.
template <class Real>
Real delassus(const PlanarContactProblem& problem, const PlanarContactProblem::Contact& a, bool a_tangent,
              const PlanarContactProblem::Contact& b, bool b_tangent) {
  const Real u[2] = {a_tangent ? Real(-a.normal.y()) : Real(a.normal.x()),
                     a_tangent ? Real(a.normal.x()) : Real(a.normal.y())};
  const Real v[2] = {b_tangent ? Real(-b.normal.y()) : Real(b.normal.x()),
                     b_tangent ? Real(b.normal.x()) : Real(b.normal.y())};
  return response(problem, a, u, b, v);
}

}  // namespace pawl
