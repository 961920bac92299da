// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/tolerance.h>
#include <pawl/friction/contact_equations.h>
#include <pawl/friction/contact_problem.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// What a contact does at the present velocity [TPSL97, §2.2].
enum class ContactState {
  open,     ///< apart, or parting: it carries no force and is left out
  rolling,  ///< touches and does not slide: friction decides
  sliding   ///< friction is mu c_n against the sliding velocity
};

/// Below these a contact touches and rests.
struct RestTolerance {
  double gap = tolerance::kContact;               ///< m
  double velocity = tolerance::kRestingVelocity;  ///< m/s: of parting or approaching, and of sliding
};

/// The state of each contact: open when its gap or its speed of parting is over the tolerance, else sliding when the
/// length of its sliding velocity is, else rolling. Penetrating contacts touch. Throws InputError, with every fault,
/// pointers `/contacts/i`, when touching contacts approach: that is an impact, for the velocity level. As bad are
/// shapes of velocity, rows and gaps that do not agree, numbers not finite, and a tolerance that is NaN or negative.
std::vector<ContactState> contact_states(const ContactEquations& equations, const RestTolerance& tolerance = {});

/// What one level asks of the unknown motion x and the unknown contact forces c:
///
///   M x = r + N'c_n + sum T_k'c_k + B'lambda,   B x = t,   a_n = N x + o_n,   a_k = T_k x + o_k,
///   0 <= c_n, a_n,  c_n a_n = 0;   rolling: |c_k| <= mu c_n, mu c_n a_k + c_k |a_k| = 0;
///   sliding: c_k = -mu c_n v_k/|v|;   open: c = 0.
struct MotionProblem {
  ContactEquations equations;
  std::vector<ContactState> states;             ///< n
  Eigen::VectorXd impetus;                      ///< r, d
  Eigen::VectorXd normal_offset;                ///< o_n, n
  std::vector<Eigen::VectorXd> tangent_offset;  ///< o_k, n each
  Eigen::VectorXd bilateral_target;             ///< t, e
  /// By how much rows of B that depend on each other may miss t, in t's units; the least-squares sense counts then.
  double bilateral_slack = 0;  ///< >= 0

  /// Throws InputError, with every fault: those of the equations (pointers `/equations/...`), sizes that do not agree
  /// with them, numbers not finite, and, with more tangents than one, contacts that slide with no velocity. So does
  /// every function that takes one; forces_of looks at what it reads only.
  void validate() const;
};

/// Acceleration level [TPSL97, (2)-(12), pyramid (15)-(16)]: x = u', m/s^2; c in N. At rest a solution always exists;
/// sliding contacts may have none, or many.
MotionProblem acceleration_problem(ContactEquations equations, const RestTolerance& tolerance = {});

/// Velocity level (Stewart-Trinkle, Anitescu-Potra) [Drum15, §III-C]: x is the velocity after a step of h seconds,
///   M x = M u + h f + ...,   o_n = gap / h,   o_k = 0,   B x = -gap / h (pins), B u + h a (drives),
/// c are impulses, N s; every contact is rolling: what slides turns out. Solvable whenever gaps are not negative and
/// pins fit: pins that depend on each other (more cranks than a linkage takes) need fit to tolerance::kPinClosure only.
/// With two tangents the friction polygon is the box |c_k| <= mu c_n, each with a multiplier of its own, as at the
/// acceleration level (Stewart and Trinkle's has one multiplier a contact: in the plane the two are the same). Throws
/// InputError unless h is finite and positive.
MotionProblem step_problem(ContactEquations equations, double h);

/// The contacts that are not open, in their order, with what their forces do to them [TPSL97, (21)]: step 1, three
/// variables, coordinates that share inertia as blocks. Drives stay in their blocks as driven coordinates. Pins are
/// eliminated: the coordinates that they leave are one block, and o is b; its numbers are rounded then.
ContactProblem contact_problem(const MotionProblem& problem);

/// Contact forces, n entries each, N or N s. Open contacts have zeros.
struct SystemForces {
  Eigen::VectorXd normal;
  std::vector<Eigen::VectorXd> tangent;  ///< one vector a tangent
};

/// A solution in the quantities of physics.
struct [[nodiscard]] SystemMotion {
  Eigen::VectorXd motion;                ///< x, d
  SystemForces forces;                   ///< c
  Eigen::VectorXd bilateral;             ///< lambda: efforts of drives, forces of pins, e
  Eigen::VectorXd normal;                ///< a_n, n
  std::vector<Eigen::VectorXd> tangent;  ///< a_k, n each
};

/// The contact forces that a z of contact_problem(problem).lcp() stands for. Negative entries of z are kept as they
/// are: verify() judges them. Throws InputError unless z has as many entries as that problem has variables.
SystemForces forces_of(const MotionProblem& problem, const Eigen::VectorXd& z);

/// The motion that given contact forces cause.
///
/// Where a contact carries force it is made to stay closed (and, inside the friction cone, not to slide) to rounding,
/// by forces below the rounding of those given: with masses that differ by 1e12 the heavy body's forces, as doubles, no
/// longer say what the light one does. Nothing wrong is hidden so: verify() uses the forces as they are given. Throws
/// InputError for a problem that is not valid, pins and drives that contradict each other, and forces of wrong sizes.
SystemMotion motion_of(const MotionProblem& problem, const SystemForces& forces);

/// How far a motion is from each law of the problem as part of what its own equation adds up (dimensionless, 0 is
/// exact). Accelerations are measured by the largest that the contacts see, forces by the larger of themselves and what
/// would give the contact that acceleration.
struct [[nodiscard]] MotionResiduals {
  double newton_euler = 0;  ///< M x - r - N'c_n - T'c_t - B'lambda
  double bilateral = 0;     ///< B x - t
  double normal = 0;        ///< min(c_n, a_n): tension, approach, or force across a parting contact
  double friction = 0;      ///< rolling: outside the cone, or not against a_k; sliding: not against the velocity
  double kinematics = 0;    ///< a_n and a_k as stated are not those of x

  double worst() const;
  [[nodiscard]] bool within(double tolerance = tolerance::kMotionResidual) const { return worst() <= tolerance; }
};

/// The residuals of a motion in all laws, every number of it taken as given. NaN counts as infinite. Throws InputError
/// for a problem that is not valid and motions of wrong sizes.
MotionResiduals verify(const MotionProblem& problem, const SystemMotion& motion);

}  // namespace pawl
