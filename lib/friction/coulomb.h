// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include <Eigen/Core>
#include <vector>

#include "friction/contact_dynamics.h"
#include "friction/contact_problem_lcp.h"
#include "friction/coulomb_methods.h"

namespace pawl::internal::inline friction {

double residual_of(const Coulomb& law, const ContactProblem& problem, const ContactImpulses& impulses);

/// A solver for Coulomb's law. It tries a list of methods that start from impulses near the answer, the least expensive
/// method first (kMethods in coulomb.cpp). If all of them fail, or if no near impulses are given, problems with few
/// contacts are solved by the methods of ContactProblemSolver, without its search tree. A problem that these methods do
/// not solve remains unsolved, because a shorter step costs the caller less than a search.
class CoulombSolver {
 public:
  void solve(const Coulomb& law, const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);

 private:
  struct Method;
  static const Method kMethods[];

  bool solve_near(const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);
  bool solve_by_newton(const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);
  bool solve_by_interior_point(const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);
  bool solve_by_sweeps(const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);
  bool by_interior_point(double scale);
  bool solve_many(const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);
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
  int interior_steps_ = 0, proximal_steps_ = 0;  ///< numbers of steps of the last call
  ContactProblemSolver solver_;
  ContactLayout layout_;
};

}  // namespace pawl::internal::inline friction
