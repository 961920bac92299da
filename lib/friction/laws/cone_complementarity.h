// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include <vector>

#include "friction/laws/body_contacts.h"
#include "friction/laws/cone_interior.h"
#include "friction/laws/dual_active_set.h"
#include "friction/laws/root_rows.h"

namespace pawl::internal {

double residual_of(const ConeComplementarity& law, const ContactProblem& problem, const ContactImpulses& impulses);

/// The normal bias of a contact by the law: what pushes out of a penetration is at most max_push.
double normal_bias(const ConeComplementarity& law, const ContactProblem::Contact& contact, double bias,
                   double duration);

/// The cone complementarity problem by one of its methods (ConeComplementarity::Method). In the plane a cone is a
/// wedge, whose dual is v_n + mu v_t >= 0, v_n - mu v_t >= 0: few contacts are a problem of DualActiveSet with two rows
/// each, and many of bodies alone one of ConeInterior. Where these do not end, iterations go on from there.
class ConeComplementaritySolver {
 public:
  void solve(const ConeComplementarity& law, const ContactProblem& problem, const ContactStart& start,
             ContactImpulses& answer);

 private:
  using Method = ConeComplementarity::Method;
  void take_near(const ConeComplementarity& law, const ContactProblem& problem, const ContactImpulses* near);
  void load(const ConeComplementarity& law, const ContactProblem& problem);
  bool solve_edges(ContactImpulses& answer);
  void solve_from_inside(const ConeComplementarity& law, const ContactProblem& problem, ContactImpulses& answer);
  void solve_iteratively(const ConeComplementarity& law, bool inside, ContactImpulses& answer);

  RootRows rows_;
  std::vector<double> friction_;
  Eigen::VectorXd bias_;  ///< normal and tangent, contact by contact, m/s
  DualActiveSet active_set_;
  BodyContacts contacts_;
  ConeInterior interior_;
  std::vector<BodyContacts::Force> forces_;
  ContactImpulses near_;  ///< the answer, as far as is known, or none
};

}  // namespace pawl::internal
