// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/tolerance.h>
#include <pawl/friction/contact_equations.h>
#include <pawl/friction/contact_problem.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// The state of a contact at the start of the motion, determined from the velocity [TPSL97, §2.2].
enum class ContactState {
  open,     ///< has a gap or separates; it has no force, and the contact problem leaves it out
  rolling,  ///< touches and does not slide at present; the solution determines whether it begins to slide
  sliding   ///< touches and slides; the friction force is mu c_n, opposite to the sliding velocity
};

/// Tolerances for the gap of a touching contact and for the velocities of a contact at rest.
struct RestTolerance {
  double gap = tolerance::kContact;  ///< largest gap of a touching contact, m
  /// Largest separating, approaching or sliding speed that counts as rest, m/s.
  double velocity = tolerance::kRestingVelocity;
};

/// Returns the state of each contact. A contact is open if its gap or separation speed exceeds the tolerance. Any other
/// contact is sliding if its sliding speed exceeds the tolerance, and rolling if not. Penetrating contacts count as
/// touching. Throws InputError, which lists all faults, if touching contacts approach each other (pointers
/// `/contacts/i`; only the velocity level can treat such an impact), if the sizes of velocity, rows and gaps disagree,
/// for non-finite numbers, and for a tolerance that is NaN or negative.
std::vector<ContactState> contact_states(const ContactEquations& equations, const RestTolerance& tolerance = {});

/// The equations of the acceleration level or of the velocity level for the unknown motion x and the unknown contact
/// forces c:
///
///   M x = r + N'c_n + sum T_k'c_k + B'lambda,   B x = t,   a_n = N x + o_n,   a_k = T_k x + o_k,
///   0 <= c_n, a_n,  c_n a_n = 0;   rolling: |c_k| <= mu c_n, mu c_n a_k + c_k |a_k| = 0;
///   sliding: c_k = -mu c_n v_k/|v|;   open: c = 0.
struct MotionProblem {
  ContactEquations equations;
  std::vector<ContactState> states;             ///< states of the contacts, n entries
  Eigen::VectorXd free_momentum;                      ///< right-hand side r of the equation of motion, d entries
  Eigen::VectorXd normal_offset;                ///< normal offsets o_n, n entries
  std::vector<Eigen::VectorXd> tangent_offset;  ///< tangential offsets o_k, n entries each
  Eigen::VectorXd bilateral_target;             ///< right-hand side t of the bilateral constraints, e entries
  /// Allowed error of B x = t in rows of B that are linearly dependent, in the units of t, >= 0. Such rows are
  /// satisfied in the least-squares sense.
  double bilateral_slack = 0;

  /// Throws InputError, which lists all faults: faults of the equations (pointers `/equations/...`), sizes that do not
  /// agree with the equations, and non-finite numbers. If there is more than one tangent, a sliding contact with the
  /// sliding velocity 0 is a fault too. All functions that take a MotionProblem validate it in this way, except that
  /// forces_of checks only the data that it reads.
  void validate() const;
};

/// Returns the problem at the acceleration level [TPSL97, (2)-(12), pyramid (15)-(16)]: the motion x is the
/// acceleration u', m/s^2, and the forces c are in N. If no contact slides, a solution always exists. If a contact
/// slides, the problem may have many solutions, or none at all.
MotionProblem acceleration_problem(ContactEquations equations, const RestTolerance& tolerance = {});

/// Returns the problem at the velocity level (Stewart-Trinkle, Anitescu-Potra) [Drum15, §III-C]. The motion x is the
/// velocity after a step of h seconds, and the forces c are impulses, N s:
///   M x = M u + h f + ...,   o_n = gap / h,   o_k = 0,   B x = -gap / h (pins), B x = B u + h a (drives).
///
/// Every contact is set to rolling; the solution determines which contacts slide. A solution exists if no gap is
/// negative and the pins are consistent. Dependent pins, such as those of a linkage with more cranks than it needs,
/// only have to be consistent to within tolerance::kPinClosure. With two tangents the friction polygon is the box |c_k|
/// <= mu c_n, and each tangent has its own multiplier, as at the acceleration level. (Stewart and Trinkle use one
/// multiplier per contact; in the plane both are the same, because a contact has one tangent.) Throws InputError unless
/// h is finite and positive.
MotionProblem step_problem(ContactEquations equations, double h);

/// Returns the contact problem of all contacts that are not open, in the same order [TPSL97, (21)]. Its `step` is 1, a
/// rolling contact has three variables in the LCP, and coordinates that share inertia form blocks. Drives stay in their
/// blocks as driven coordinates. Pins are eliminated. If there are pins, the remaining coordinates form one block with
/// the free_momentum 0, the offsets o equal b, and all numbers are rounded.
ContactProblem contact_problem(const MotionProblem& problem);

/// Contact forces, n entries each, N or N s; 0 for open contacts.
struct SystemForces {
  Eigen::VectorXd normal;
  std::vector<Eigen::VectorXd> tangent;  ///< tangential forces c_k, one vector per tangent k
};

/// A solution of a motion problem, in physical quantities.
struct [[nodiscard]] SystemMotion {
  Eigen::VectorXd motion;                ///< motion x, d entries
  SystemForces forces;                   ///< contact forces c
  Eigen::VectorXd bilateral;             ///< multipliers lambda, e entries: the efforts of drives and the forces of
                                         ///< pins
  Eigen::VectorXd normal;                ///< normal motion a_n of the contacts, n entries
  std::vector<Eigen::VectorXd> tangent;  ///< tangential motion a_k, n entries each
};

/// Returns the contact forces for a solution z of contact_problem(problem).lcp(). Keeps negative entries of z, so that
/// verify() can find them. Throws InputError unless z has one entry per variable of that LCP.
SystemForces forces_of(const MotionProblem& problem, const Eigen::VectorXd& z);

/// Returns the motion caused by the given contact forces.
///
/// Adds corrections to the forces that are smaller than the forces' rounding. Thereby contacts with a normal force stay
/// closed up to rounding, and do not slide if the force is inside the friction cone. The corrections are needed because
/// doubles cannot represent the forces accurately enough. For example, if masses differ by a factor of 1e12, the
/// rounded forces of the heavy body do not determine the motion of the light body. The corrections do not hide errors,
/// because verify() uses the forces as given. Throws InputError for an invalid problem, pins and drives that contradict
/// each other, and forces of wrong sizes.
SystemMotion motion_of(const MotionProblem& problem, const SystemForces& forces);

/// Residuals of a motion in each law of the problem, relative to the terms of the law's own equation (dimensionless; 0
/// if the law is satisfied exactly). Accelerations are relative to the largest acceleration at any contact. At open
/// contacts, forces are not scaled. At all other contacts, a force is relative to the larger of two forces: itself, and
/// the force that would give its contact this largest acceleration.
struct [[nodiscard]] MotionResiduals {
  double newton_euler = 0;  ///< residual of the balance M x - r - N'c_n - T'c_t - B'lambda = 0
  double bilateral = 0;     ///< residual of the constraints B x = t
  double normal = 0;        ///< |min(c_n, a_n)|: a negative force, a negative motion, or a force at a separating
                            ///< contact
  /// Violation of the friction law: for rolling contacts, c_k is outside the cone or not opposite to a_k; for sliding
  /// contacts, c_k is not mu c_n or not opposite to the velocity.
  double friction = 0;
  double kinematics = 0;  ///< largest difference between the given a_n, a_k and those computed from x

  double worst() const;
  [[nodiscard]] bool within(double tolerance = tolerance::kMotionResidual) const { return worst() <= tolerance; }
};

/// Returns the residuals of a motion in all laws. Uses all numbers of the motion as given. NaN counts as infinite.
/// Throws InputError for an invalid problem and for motions of wrong sizes.
MotionResiduals verify(const MotionProblem& problem, const SystemMotion& motion);

}  // namespace pawl
