// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include "friction/contact_layout.h"
#include "friction/laws/coulomb_gradient.h"
#include "friction/laws/coulomb_interior.h"
#include "friction/laws/coulomb_newton.h"
#include "friction/laws/coulomb_proximal.h"

namespace pawl::internal {

double residual_of(const Coulomb& law, const ContactProblem& problem, const ContactImpulses& impulses);

/// Coulomb's law by Newton's method from impulses near the answer (CoulombNewton); where it does not end, from where an
/// interior-point method leads (CoulombInterior), of many contacts then by the proximal method (CoulombProximal), from
/// there and from where a gradient method leads (CoulombGradient), and then from where sweeps do. Where these do not,
/// or there are no such impulses, few contacts are solved by the contact problem's own methods, without their search
/// tree: a problem that the paths do not solve is left to the caller, for whom a shorter step is cheaper than a search.
class CoulombSolver {
 public:
  void solve(const Coulomb& law, const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);

 private:
  bool solve_near(const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);
  bool solve_from_inside();
  bool from_inside(double scale);
  bool solve_many(const ContactProblem& problem, ContactImpulses& answer);
  bool by_proximal(double off, int most);
  void read(const ContactImpulses* impulses, std::vector<BodyContacts::Force>& forces) const;
  void write(const std::vector<BodyContacts::Force>& forces, ContactImpulses& answer) const;
  bool is_answer(const ContactProblem& problem, const std::vector<BodyContacts::Force>& forces,
                 ContactImpulses& answer) const;
  void solve_on_paths(const ContactProblem& problem, bool again, ContactImpulses& answer);
  bool are_large(const std::vector<BodyContacts::Force>& forces) const;
  bool improve(const ContactProblem& problem, ContactImpulses& answer);
  int steps() const { return newton_.factorizations() + interior_steps_ + proximal_steps_; }
  static void give_up(const ContactProblem& problem, ContactImpulses& answer);

  BodyContacts contacts_;
  CoulombNewton newton_;
  CoulombInterior interior_;
  CoulombGradient gradient_;
  CoulombProximal proximal_;
  std::vector<BodyContacts::Force> near_, forces_, inside_;
  int interior_steps_ = 0, proximal_steps_ = 0;  ///< of the last call
  ContactProblemSolver solver_;
  ContactLayout layout_;
};

}  // namespace pawl::internal
