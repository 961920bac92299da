// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <Eigen/Core>
#include <limits>
#include <memory>
#include <optional>
#include <variant>

namespace pawl {

/// Coulomb friction at contacts that do not give way [TPSL97, (5)-(12)], between velocities v and impulses c:
///
///   0 <= c_n, v_n;  c_n v_n = 0;  |c_t| <= mu c_n;  where v_t is not 0, c_t = -mu c_n sign(v_t)
struct Coulomb {};

/// Which way to impulses a law takes: ours, or its paper's, kept to be compared with.
enum class LawRoute { law, published };

/// Friction against the sliding velocity, whatever presses [Drum15, §IV], at the contacts that touch at the step's
/// start; others slide freely. Implicit, stable for any step h (the problem's `duration`):
///
///   0 <= c_n, v_n;  c_n v_n = 0;  c_t = -h mu_v v_t
struct Viscous {
  double viscosity = 1;  ///< mu_v, N s/m a contact point, >= 0
  /// published: the friction of the velocity that is without contact impulses (explicit: it diverges where h mu_v times
  /// what a unit of impulse does is over 2), and Algorithm 1, which need not end where there are gaps.
  LawRoute route = LawRoute::law;
};

/// What is pressed does not slide, as if friction had no bound [Drum15, §VI]:
///
///   0 <= c_n, v_n;  c_n v_n = 0;  v_t = 0 where c_n > 0;  c_t = 0 where v_n > 0;  c_t v_t <= 0
struct NoSlip {
  /// published: v_t = 0 at every contact, also at those that part (it glues them); Algorithms 1 and 2.
  LawRoute route = LawRoute::law;
};

/// Coulomb's law relaxed to a convex problem [NS18], with the cone K of |c_t| <= mu c_n and its dual:
///
///   c in K,  d = (v_n, v_t) in the dual, v_n >= mu |v_t|,  c d = 0
///
/// What slides floats: v_n = mu |v_t|. One motion, whatever the friction. Stepped half-implicitly: rows and gaps are
/// those at the step's start, so a step may leave what turns in it a little too deep; the next one pushes it out.
struct ConeComplementarity {
  enum class Method {
    automatic,           ///< exact for up to 60 coordinates, with blocks 600; else interior_point
    projected_gradient,  ///< accelerated
    projected_gauss_seidel,
    second_order,   ///< a few steps of the gradient before
    interior_point  ///< of bodies alone; with blocks, and from where it ends short, the gradient, then second_order
  };
  double tolerance = 1e-8;              ///< > 0, of the residual: answers within it are `solved`
  std::optional<double> max_push = {};  ///< m/s, >= 0: the fastest that a penetration is pushed out; none: in one step
  Method method = Method::automatic;
};

/// Springs and dampers at the contacts [Drum19], implicit, stable for any stiffness and step h (the problem's
/// `duration`): lambda_n = (-K gap - B gap')^+ at the step's end, lambda_t = -B_t v_t within Coulomb's cone. In
/// impulses, with the gap phi at the start, D = h^2 K + h B, and v_n without what phi adds to it:
///
///   0 <= c_n, w;  c_n w = 0;  w = c_n/D + v_n + K phi/(h K + B);   |c_t| <= mu c_n;
///   c_t = -h B_t v_t where that is inside, else the end of the cone against the sliding
///
/// Bodies touch by how much the springs give. Forces are unique (without friction), with more contacts than freedoms
/// too; what hangs on friction creeps, by lambda_t/B_t. A contact that is open at the step's start has no damper in it:
/// it would push across the gap. Stepped half-implicitly, as ConeComplementarity.
struct Compliant {
  double stiffness = 1e5;        ///< K, N/m a contact point, > 0
  double damping = 1e2;          ///< B, N s/m, >= 0
  double tangent_damping = 1e2;  ///< B_t, N s/m, >= 0
  /// published: the paper's quadratic program, which minimises forces under the springs' inequalities: it may press
  /// across an open gap, and raises normal forces for the friction that they allow.
  LawRoute route = LawRoute::law;
};

/// What contacts do: a closed list, with one file a law.
using ContactLaw = std::variant<Coulomb, Viscous, NoSlip, ConeComplementarity, Compliant>;

/// Whether a law lets what touches into each other: by springs, or by half-implicit steps.
[[nodiscard]] inline bool lets_inside(const ContactLaw& law) {
  return std::holds_alternative<ConeComplementarity>(law) || std::holds_alternative<Compliant>(law);
}

/// Throws InputError, with every fault, for parameters out of their bounds; pointers as fields are named.
void validate(const ContactLaw& law);

/// The impulses of one problem's contacts by a law.
struct [[nodiscard]] ContactImpulses {
  bool solved = false;
  Eigen::VectorXd normal;                                     ///< c_n, an entry a contact, N s
  Eigen::VectorXd tangent;                                    ///< c_t, N s, along the normal turned left
  double residual = std::numeric_limits<double>::infinity();  ///< of the law's own form, at most kLcpResidual (or the
                                                              ///< law's tolerance) if solved
  int pivots = 0;  ///< of whatever kind; and factorisations of Newton's method
};

/// How far impulses are from the law (of a published route: from what that asks for), on the problem as given: the
/// largest violation of a line of the law, of velocities in m/s, of impulses as the velocity that they give their own
/// contact, as part of the largest of 1 and the problem's velocities. NaN counts as infinite. O(contacts). Throws
/// InputError where the sizes do not fit, and as validate() of the problem does.
double verify(const ContactLaw& law, const ContactProblem& problem, const ContactImpulses& impulses);

/// Where a solver begins.
struct ContactStart {
  bool again = false;  ///< from what the contacts did in its last answer, where that had as many
  /// Impulses that may be near the answer, which only their cost depends on where it is the only one; or none. May be
  /// the solver's last answer.
  const ContactImpulses* near = nullptr;
  /// m/s, to which the problem's biases are known: near impulses that keep the law so well are the answer.
  double rounding = 0;
};

/// Impulses by a law, for problems of the velocity level with one tangent. verify() holds them against the law by code
/// of its own. Keeps its memory for the next call.
class ContactLawSolver {
 public:
  ContactLawSolver();
  ~ContactLawSolver();
  ContactLawSolver(ContactLawSolver&&) noexcept;
  ContactLawSolver& operator=(ContactLawSolver&&) noexcept;

  /// The answer lives until the next call. `solved` only where the residual of the law's form, or of its
  /// complementarity problem, is at most kLcpResidual. Bounded by counts: some steps of Newton's method, of a
  /// gradient's and of others, a few paths, no search tree. Throws InputError for a problem that is not valid.
  const ContactImpulses& solve(const ContactLaw& law, const ContactProblem& problem, const ContactStart& start = {});
  /// The same for a problem that is known to be valid, for loops.
  const ContactImpulses& solve_unchecked(const ContactLaw& law, const ContactProblem& problem,
                                         const ContactStart& start = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pawl
