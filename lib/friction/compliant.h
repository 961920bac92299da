// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include <vector>

#include "friction/body_contact_solver.h"
#include "friction/contact_least_squares.h"

namespace pawl::internal::inline friction {

/// Returns the normal and the tangential impulse, N s, of a contact whose motion in a step of h seconds is prescribed.
/// `parting` is the normal velocity plus the contact's gap divided by h, and `sliding` the sliding velocity, m/s.
Eigen::Vector2d impulse_of_motion(const Compliant& law, const ContactProblem::Contact& contact, double h,
                                  double parting, double sliding);

double residual_of(const Compliant& law, const ContactProblem& problem, const ContactImpulses& impulses);

/// A contact's spring and dampers, in terms of impulses over a step.
struct ContactSpring {
  double normal = 0;   ///< normal response D = h^2 K + h B, kg, so that c_n = D max(0, -(v_n + offset))
  double tangent = 0;  ///< tangential damping h B_t, kg
  double offset = 0;   ///< correction of v_n, m/s. v_n contains gap / h; with the correction, it contains gap K / (h K + B)
                       ///< instead; 0 without damping

  /// Computes the spring and the dampers of a contact. A contact that is open at the step's start has no damper along
  /// the normal, because it would push across the gap. A contact without friction has no tangential damper.
  ContactSpring(const Compliant& law, const ContactProblem::Contact& contact, double h);
};

/// A solver for the compliant law: Coulomb's law with a diagonal 1/D > 0 added to the response matrix. It iterates on
/// contact states (open, sticking, or sliding to either side). For given states the law is a linear system. The system
/// is solved either for the motion, with the matrix 1 + sum g D a', or for the impulses, with the matrix A G + 1/D; the
/// smaller matrix is chosen. Here a are the rows of the equations, g the directions of their forces, and A and G the
/// matrices of all a and g. Each iteration assumes the states that the last solution implies. The method ends when the
/// assumed and the implied states agree. If it does not end within its limits, Lemke's method solves the
/// complementarity problem with the diagonal. Without friction the impulses are unique, for any number of contacts. The
/// matrices are dense, so problems with many bodies are solved by BodyContactSolver instead.
///
/// A problem with Hertz contacts is solved by Newton's method. The force of depth d is replaced by its tangent at the
/// depth d_0 of the last iterate. The tangent is a linear spring of the stiffness 3/2 E* sqrt(r d_0) that begins to press
/// at the depth d_0/3. The force of a single contact is a convex function of the depth, so that the iterates converge
/// from any start.
///
/// The published route solves the quadratic program of [Drum19, (83)-(85), (87)-(96)] as stated there: it minimizes a
/// sum of squares of the impulses under the inequalities of the springs.
class CompliantSolver {
 public:
  void solve(const Compliant& law, const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);

 private:
  void solve_linear_springs(const Compliant& law, const ContactProblem& problem, const ContactStart& start,
                            ContactImpulses& answer);
  void solve_hertz(const Compliant& law, const ContactProblem& problem, const ContactStart& start,
                   ContactImpulses& answer);
  enum class State : char { open, sticks, plus, minus };
  struct Equation {
    int contact, direction;
    double diagonal;  ///< diagonal entry D of the equation: the normal response for a normal direction, h B_t for a
                      ///< tangent
    double bias;      ///< bias, m/s; for a normal direction, it includes the offset of the spring
    double slope;     ///< ratio c_t / c_n of a sliding contact, in its equation for the normal direction
  };
  void load(const Compliant& law, const ContactProblem& problem);
  void guess(const ContactStart& start);
  void set_equations();
  bool solve_linear(ContactImpulses& answer);
  void solve_in_motion(Eigen::VectorXd& impulses) const;
  void solve_in_impulses(Eigen::VectorXd& impulses) const;
  void push(const Equation& equation, double amount, Eigen::VectorXd& motion) const;
  double off(const Equation& equation, const Eigen::VectorXd& motion) const;
  bool decide(const ContactImpulses& answer);
  bool solve_states(ContactImpulses& answer, int most);
  bool solve_by_pivots(const ContactProblem& problem, ContactImpulses& answer);
  bool solve_bodies(const Compliant& law, const ContactProblem& problem, const ContactStart& start,
                    ContactImpulses& answer);

  RootRows rows_;
  std::vector<ContactSpring> springs_;
  std::vector<double> friction_;
  std::vector<State> states_;
  std::vector<Equation> equations_;
  BodyContactSolver bodies_;
  std::vector<BodyContacts::Surface> surfaces_;
};

}  // namespace pawl::internal::inline friction
