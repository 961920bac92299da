// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <Eigen/Core>
#include <limits>
#include <memory>
#include <optional>
#include <variant>

namespace pawl {

/// Coulomb friction at rigid contacts [TPSL97, (5)-(12)], for the velocities v after the contact impulses c:
///
///   0 <= c_n, v_n;  c_n v_n = 0;  |c_t| <= mu c_n;  where v_t is not 0, c_t = -mu c_n sign(v_t)
struct Coulomb {};

/// The method that computes a law's impulses: `law` is Pawl's own method, and `published` the method of the cited
/// paper, which is kept for comparison.
enum class LawRoute { law, published };

/// Friction proportional to the sliding velocity, independent of the normal force [Drum15, §IV]. It acts only at
/// contacts that touch at the step's start; other contacts slide freely. The law is implicit and therefore stable for
/// any step h (the problem's `duration`). With the viscosity mu_v:
///
///   0 <= c_n, v_n;  c_n v_n = 0;  c_t = -h mu_v v_t
struct Viscous {
  /// Viscosity mu_v of the contacts that have no viscosity of their own, N s/m, >= 0.
  double viscosity = 1;
  /// `published` computes friction from the velocity without contact impulses. This explicit method diverges if h mu_v
  /// w exceeds 2, where w is the change of velocity that a unit impulse causes. The method uses Algorithm 1 of the
  /// paper, which may not terminate if there are gaps.
  LawRoute route = LawRoute::law;
};

/// Coulomb friction and viscous friction together [Drum15, (13)-(15) and (23)-(28)]. Viscous friction acts at the
/// contacts that touch at the step's start, whether they have a normal impulse or not. With the viscosity mu_v of a
/// contact and the step h (the problem's `duration`), the tangential impulse is the sum of two parts:
///
///   0 <= c_n, v_n;  c_n v_n = 0;   c_t = c_C - h mu_v v_t
///   |c_C| <= mu c_n;  where v_t is not 0, c_C = -mu c_n sign(v_t)
///
/// For mu_v = 0 the law is Coulomb's law, and for mu = 0 it is Viscous. A contact that sticks has no viscous friction.
struct CoulombViscous {
  /// Viscosity mu_v of the contacts that have no viscosity of their own, N s/m, >= 0.
  double viscosity = 0;
};

/// Friction without an upper bound: contacts with a normal impulse do not slide [Drum15, §VI].
///
///   0 <= c_n, v_n;  c_n v_n = 0;  v_t = 0 where c_n > 0;  c_t = 0 where v_n > 0;  c_t v_t <= 0
///
/// Sometimes no impulses satisfy these conditions, for example if the offsets of two contacts prescribe different
/// motions along the same line. Solver and verify() then use Coulomb's law with the coefficient 10 instead.
struct NoSlip {
  /// The method. `published` uses Algorithms 1 and 2 of the paper. It imposes v_t = 0 at every contact, so separating
  /// contacts do not slide either.
  LawRoute route = LawRoute::law;
};

/// Coulomb's law relaxed to a convex problem [NS18], with the friction cone K = {|c_t| <= mu c_n} and its dual cone K*
/// = {v_n >= mu |v_t|}:
///
///   c in K,  v = (v_n, v_t) in K*,  c . v = 0
///
/// A sliding contact separates at the speed v_n = mu |v_t|. The motion is unique for any friction. Steps are
/// half-implicit: they use the contact Jacobian and the gaps at the step's start. A step may therefore leave a slight
/// penetration of a rotating body, which the next step removes.
///
/// With `coulomb_iterations` > 0 the law is Coulomb's law instead, computed by repeated relaxed problems. Iterate k
/// solves the problem above with v_n + mu |v_t|(k-1) in place of v_n, where |v_t|(k-1) is the sliding speed in iterate
/// k-1. At a fixed point a sliding contact has v_n = 0, which is Coulomb's law [De Saxce, Feng 1998]. For one contact,
/// each iteration multiplies the error by about mu^2/(1 + mu^2). With several contacts, or if friction is large, the
/// iteration may not converge. The answer is then the iterate with the smallest residual in Coulomb's law, and is not
/// `solved`.
struct ConeComplementarity {
  enum class Method {
    automatic,           ///< active_set for up to 60 coordinates; for up to 600 if the problem has blocks, or if
                         ///< interior_point fails; otherwise interior_point
    projected_gradient,  ///< an accelerated projected gradient method
    projected_gauss_seidel,
    second_order,   ///< second-order method, after up to 200 steps of projected_gradient
    interior_point  ///< only for problems without blocks; if it fails, or if there are blocks, second_order replaces it
  };
  double tolerance = 1e-8;  ///< largest residual of a `solved` answer, > 0
  /// Largest speed at which a penetration is removed, m/s, >= 0. Without a value, a penetration is removed in one step.
  std::optional<double> max_push = {};
  Method method = Method::automatic;
  int coulomb_iterations = 0;  ///< largest number of iterations towards Coulomb's law, >= 0; 0 selects the relaxed law
};

/// Springs and dampers at the contacts [Drum19]. The forces at the step's end are lambda_n = max(0, -K gap - B gap')
/// along the normal, and lambda_t = -B_t v_t along the tangent, limited to Coulomb's cone. The law is implicit, and
/// stable for any stiffness and step h (the problem's `duration`). With the gap phi at the step's start and D = h^2 K +
/// h B, the impulses satisfy
///
///   0 <= c_n, w;  c_n w = 0;  w = c_n/D + v_n + K phi/(h K + B);   |c_t| <= mu c_n;
///   c_t = -h B_t v_t if that is inside the cone, otherwise on the cone's edge opposite to the sliding
///
/// Here v_n is the normal velocity without the offset phi/h. Bodies that touch penetrate by the compression of the
/// springs. Without friction, forces are unique even if there are more contacts than degrees of freedom. Bodies held by
/// friction creep at the speed lambda_t/B_t. A contact that is open at the step's start has no damper along the normal
/// during that step (B counts as 0), since it would push across the gap. Steps are half-implicit, as for
/// ConeComplementarity.
struct Compliant {
  double stiffness = 1e5;        ///< normal stiffness K per contact point, N/m, > 0
  double damping = 1e2;          ///< normal damping B per contact point, N s/m, >= 0
  double tangent_damping = 1e2;  ///< tangential damping B_t per contact point, N s/m, >= 0
  /// `published` solves the paper's quadratic program. The program minimises the sum of squares of the impulses and of
  /// the errors in the dampers' equations. The constraints are the inequalities of the springs and of the friction
  /// cones. The solution may push across an open gap, and may raise a normal force to permit more friction.
  LawRoute route = LawRoute::law;
  /// Contact modulus E*, Pa, and radius r, m, of Hertz contacts [Drum19, (121)]; both 0 for linear springs. E* is 4/3
  /// of the effective modulus of Hertz's theory. If both are positive, contacts without a stiffness of their own have
  /// the normal force
  ///
  ///   lambda_n = (E* sqrt(r) max(0, -gap)^(3/2) - B gap')^+
  ///
  /// at the step's end, in place of the linear spring. The route must be `law`. A contact with a modulus and a radius
  /// of its own has this force with its own values (ContactProblem::Contact::modulus).
  double modulus = 0, radius = 0;
};

/// The contact law: one of these types, and no others.
using ContactLaw = std::variant<Coulomb, Viscous, NoSlip, ConeComplementarity, Compliant, CoulombViscous>;

/// Returns whether bodies may penetrate each other under a law: they may if the law models springs, or if its steps are
/// half-implicit.
[[nodiscard]] inline bool allows_penetration(const ContactLaw& law) {
  return std::holds_alternative<ConeComplementarity>(law) || std::holds_alternative<Compliant>(law);
}
/// The old name of allows_penetration().
[[nodiscard]] inline bool lets_inside(const ContactLaw& law) { return allows_penetration(law); }

/// Throws InputError, which lists all faults, if parameters are out of their bounds. The pointer of a fault is the name
/// of the member.
void validate(const ContactLaw& law);

/// How the solver for ConeComplementarity found its impulses.
struct ConeSolution {
  enum class Method {
    none,         ///< another law was used, or no problem was solved
    guess,        ///< the initial guess satisfies the law, so no method was run
    active_set,   ///< dual active-set method; its unknowns are the forces along the edges of the cones
    interior_point,
    projected_gradient,
    projected_gauss_seidel,
    second_order
  };
  static constexpr int kMethods = 7;  ///< number of methods, including `none`
  Method method = Method::none;  ///< method that computed the impulses
  /// Fixed proximal regularization delta of interior_point; 0 for the other methods. (second_order also has a proximal
  /// term, but adapts it.) The term vanishes at the solution, so the impulses satisfy the law without regularization.
  double regularization = 0;
  int coulomb_iterations = 0;  ///< number of iterations towards Coulomb's law; 0 for the relaxed law
};

/// The impulses of one problem's contacts under a law.
struct [[nodiscard]] ContactImpulses {
  bool solved = false;
  Eigen::VectorXd normal;                                     ///< c_n, one entry per contact, N s
  /// c_t, one entry per contact, N s, along the normal turned by +90 degrees.
  Eigen::VectorXd tangent;
  /// Residual of the law's conditions, see verify(); if solved, at most kLcpResidual (or the law's tolerance).
  double residual = std::numeric_limits<double>::infinity();
  int pivots = 0;  ///< number of pivots of all methods, plus the factorisations of Newton's method
  ConeSolution cone = {};  ///< how the impulses were found; set by ConeComplementarity only
};

/// Returns the residual of impulses: the largest violation of the law's conditions in the given problem. For a
/// published route, the conditions are those of the published method. Violations are velocities, m/s, divided by the
/// larger of 1 m/s and the largest contact velocity without impulses. A violation by an impulse is first converted to
/// the velocity that this impulse gives its own contact. NaN counts as infinite. O(contacts). Throws InputError if
/// sizes do not fit, for an invalid law, and for the faults that ContactProblem::validate() reports.
double verify(const ContactLaw& law, const ContactProblem& problem, const ContactImpulses& impulses);

/// The data from which a solver starts.
struct ContactStart {
  bool again = false;  ///< whether to start from the contact states of the last answer; ignored if the number of
                       ///< contacts has changed
  /// Initial guess, or null. If the solution is unique, the guess affects only the cost. `near` may point to the
  /// solver's last answer.
  const ContactImpulses* near = nullptr;
  /// Accuracy of the problem's biases, m/s. If `near` satisfies the law to this accuracy, the solver returns `near` as
  /// the answer.
  double rounding = 0;
};

/// A solver that computes the impulses of a law for problems at the velocity level with one tangent. verify() checks
/// these impulses with separate code. The solver keeps its memory for the next call.
class ContactLawSolver {
 public:
  ContactLawSolver();
  ~ContactLawSolver();
  ContactLawSolver(ContactLawSolver&&) noexcept;
  ContactLawSolver& operator=(ContactLawSolver&&) noexcept;

  /// Solves a problem; the answer is valid until the next call. It is `solved` only if its residual is at most
  /// kLcpResidual (under ConeComplementarity: the law's tolerance). The residual is that of verify(), or that of the
  /// law's complementarity problem. The numbers of steps and of Lemke's paths are limited, and no search tree is built.
  /// Throws InputError for an invalid law or problem.
  const ContactImpulses& solve(const ContactLaw& law, const ContactProblem& problem, const ContactStart& start = {});
  /// Does the same as solve(), but does not validate the law and the problem. Use this function in loops.
  const ContactImpulses& solve_unchecked(const ContactLaw& law, const ContactProblem& problem,
                                         const ContactStart& start = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pawl
