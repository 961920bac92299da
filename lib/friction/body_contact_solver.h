// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include <cstddef>
#include <functional>
#include <vector>

#include "friction/body_contacts.h"
#include "friction/coulomb_methods.h"

namespace pawl::internal::inline friction {

/// Returns whether BodyContactSolver is faster for a problem than methods with dense factors: the problem has no
/// blocks, and more than kMany bodies.
inline bool are_many_bodies(const ContactProblem& problem) {
  constexpr std::size_t kMany = 10;
  return problem.blocks.empty() && problem.bodies.size() > kMany;
}

/// A solver for contacts between bodies under Coulomb's law, and under the laws that add springs or viscous dampers to
/// it. Each contact is open, sticks or slides. BodyContacts::Surface contains the parameters of a contact. Every method
/// works on the motions of the bodies, with sparse factors, so that its cost grows little faster than the number of
/// bodies.
///
/// The solver tries a list of methods, the least expensive method first (kMethods in body_contact_solver.cpp). The
/// first method starts from the initial guess.
class BodyContactSolver {
 public:
  /// A function that returns the residual of impulses in the law. Its code is independent of the solver.
  using Residual = std::function<double(const ContactImpulses&)>;
  /// Which residual decides whether impulses are accepted.
  enum class Check {
    only_if_doubtful,  ///< the residual that Newton's method computes; if its rounding error may be too large, the
                       ///< function `residual` is used instead; only for Coulomb's law
    always             ///< always the function `residual`
  };

  /// Sets the problem, which must have no blocks. If no surfaces are given, contacts are rigid and have the friction of
  /// the problem.
  void assign(const ContactProblem& problem) { contacts_.assign(problem); }
  void assign(const ContactProblem& problem, const std::vector<BodyContacts::Surface>& surfaces) {
    contacts_.assign(problem, surfaces);
  }

  /// Solves the problem of the last assign(). Writes impulses, residual and the number of factorizations to `answer`.
  /// Returns whether the residual is at most kLcpResidual.
  bool solve(const ContactStart& start, const Residual& residual, Check check, ContactImpulses& answer);
  /// Improves impulses in `answer` that are near the solution by Newton's method. Writes the improved impulses and
  /// their residual to `answer`. Returns whether the residual is at most kLcpResidual.
  bool improve(const Residual& residual, ContactImpulses& answer);

 private:
  struct Method;
  static const Method kMethods[];

  bool solve_by_newton(const ContactStart& start, ContactImpulses& answer);
  bool solve_by_interior_point(const ContactStart& start, ContactImpulses& answer);
  bool solve_by_sweeps(const ContactStart& start, ContactImpulses& answer);
  bool solve_many(const ContactStart& start, ContactImpulses& answer);
  bool by_interior_point(double scale);
  bool by_proximal(double off, int most);
  void read(const ContactImpulses* impulses, std::vector<BodyContacts::Force>& forces) const;
  void write(const std::vector<BodyContacts::Force>& forces, ContactImpulses& answer) const;
  bool is_answer(const std::vector<BodyContacts::Force>& forces, ContactImpulses& answer) const;
  bool are_large(const std::vector<BodyContacts::Force>& forces) const;
  int steps() const { return newton_.factorizations() + interior_steps_ + proximal_steps_; }

  BodyContacts contacts_;
  CoulombNewton newton_;
  CoulombInterior interior_;
  CoulombGradient gradient_;
  CoulombProximal proximal_;
  std::vector<BodyContacts::Force> near_, forces_, inside_;
  int interior_steps_ = 0, proximal_steps_ = 0;  ///< numbers of steps of the interior-point and proximal methods in the
                                                 ///< last call
  const Residual* residual_ = nullptr;           ///< the argument `residual` of the present call
};

}  // namespace pawl::internal::inline friction
