// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <pawl/friction/contact_lcp.h>
#include <pawl/friction/motion_problem.h>

#include <Eigen/Core>
#include <string>

#include "base/faults.h"
#include "friction/constrained_inertia.h"

namespace pawl::internal::inline friction {

/// What is large and what is rounding in one contact problem: of what its coordinates do if neither contacts nor joints
/// hold anything, found once, and of given forces and the motion that they cause.
class ContactScales {
 public:
  /// `problem` must outlive the scales. O(n^3) in the coordinates of the largest block of the inertia.
  explicit ContactScales(const MotionProblem& problem);
  /// The same where the inertia is at hand that nothing holds.
  ContactScales(const MotionProblem& problem, const ConstrainedInertia& loose);

  /// Before anything below but loose(). O(contacts) rows.
  void measure(const SystemForces& forces, const Eigen::VectorXd& motion);

  /// d: the motion if neither contacts nor joints held anything.
  const Eigen::VectorXd& loose() const { return loose_; }
  /// The largest sum of magnitudes that makes up a contact's a, held or loose.
  double motion() const { return motion_; }

  /// c_n and a_n, c_k and a_k as parts of their scales; 0 / 0 is 0. A force's scale is the larger of its contact's and
  /// of the force that gives that contact the scale of motion.
  double force_part(double c, Eigen::Index contact) const { return part(c, force_[contact]); }
  double motion_part(double a) const { return part(a, motion_); }

 private:
  static double part(double value, double scale) { return value == 0 ? 0 : value / scale; }

  const MotionProblem& problem_;
  Eigen::VectorXd loose_, masses_;  ///< masses that contacts feel along their normals
  double loose_sum_ = 0, motion_ = 0;
  Eigen::VectorXd force_;
};

/// Direction of sliding v_k / |v| of a sliding contact.
double sliding_direction(const ContactEquations& equations, Eigen::Index contact, std::size_t tangent);

/// rows * x. Column by column, as rows lie in memory; each sum is that of its row's dot product to the bit.
template <typename Rows>
Eigen::ArrayXd rows_times(const Rows& rows, const Eigen::VectorXd& x) {
  Eigen::ArrayXd sums = Eigen::ArrayXd::Zero(rows.rows());
  for (Eigen::Index j = 0; j < x.size(); ++j) sums += rows.col(j).array() * x[j];
  return sums;
}

/// Keeps the larger magnitude; what is not a number is infinitely wrong.
void raise(double& worst, double value);

/// N'c_n + sum T_k'c_k
Eigen::VectorXd contact_wrench(const ContactEquations& equations, const SystemForces& forces);

/// The motion x of a problem under given contact forces, M x = r + J'c + B'l with B x = t, and how well both keep its
/// laws, for any number of forces: the inertia is factored once, O(n^3) in the coordinates of its largest block.
///
/// The caller has validated the problem, which must outlive the trial; forces and motions have the sizes that it asks
/// for. Throws InputError, pointer `/bilateral/i`, when the joints' equations contradict each other.
class ForceTrial {
 public:
  explicit ForceTrial(const MotionProblem& problem);

  /// Contacts that the forces hold are held: what is left of their motion by rounding is taken away.
  SystemMotion motion(const SystemForces& forces);
  MotionResiduals residuals(const SystemMotion& motion);

 private:
  const MotionProblem& problem_;
  ConstrainedInertia inertia_;
  ContactScales scales_;
  Eigen::VectorXd particular_;
};

/// Entry k of a list; written out only when it is at fault.
struct EntryOf {
  const char* list;
  std::size_t k;
  std::string str() const { return fmt::format("{}/{}", list, k); }
};

/// In one pass without branches: zero times what is not finite is no zero.
template <typename Matrix>
bool all_finite(const Matrix& m) {
  return m.size() == 0 || (m.array() * 0).sum() == 0;
}

/// Faults of shapes too. Places as of Validator.
class ShapeValidator : public Validator {
 public:
  /// Whether m is rows x cols.
  template <typename Place, typename Matrix>
  bool shape(const Place& place, const Matrix& m, Eigen::Index rows, Eigen::Index cols) {
    if (m.rows() == rows && m.cols() == cols) return true;
    add(text_of(place), fmt::format("{} x {}", m.rows(), m.cols()), fmt::format("must be {} x {}", rows, cols));
    return false;
  }
  template <typename Place, typename Matrix>
  void matrix(const Place& place, const Matrix& m, Eigen::Index rows, Eigen::Index cols) {
    if (shape(place, m, rows, cols) && !all_finite(m)) add(text_of(place), "", "must hold finite numbers only");
  }
  void count(const char* pointer, std::size_t size, std::size_t expected) {
    if (size != expected) add(pointer, fmt::format("{} entries", size), fmt::format("must have {}", expected));
  }
  /// NaN and negative numbers are no tolerance.
  void tolerance(const char* pointer, double value) {
    if (!(value >= 0)) add(pointer, value, "must be at least 0");
  }
  /// The faults of `part`, which stands at `pointer`.
  template <typename Part>
  void part(const char* pointer, const Part& part) {
    try {
      part.validate();
    } catch (const InputError& error) {
      for (const Fault& fault : error.faults()) add(text_of(pointer) + fault.pointer, fault.value, fault.message);
    }
  }
  /// The shapes of forces, and of motions with forces; their numbers are taken as given.
  void forces(const SystemForces& forces, const ContactEquations& equations) {
    shape("/forces/normal", forces.normal, equations.contacts(), 1);
    tangents("/forces/tangent", forces.tangent, equations);
  }
  void motion(const SystemMotion& motion, const ContactEquations& equations) {
    shape("/motion", motion.motion, equations.degrees(), 1);
    forces(motion.forces, equations);
    shape("/bilateral", motion.bilateral, equations.bilateral.size(), 1);
    shape("/normal", motion.normal, equations.contacts(), 1);
    tangents("/tangent", motion.tangent, equations);
  }

 private:
  void tangents(const char* pointer, const std::vector<Eigen::VectorXd>& list, const ContactEquations& e) {
    count(pointer, list.size(), e.tangents.size());
    for (std::size_t k = 0; k < list.size(); ++k) shape(EntryOf{pointer, k}, list[k], e.contacts(), 1);
  }
};

// The functions of pawl/friction without their checks, for loops over many forces of the same problem: the caller has
// validated these (problem.validate()), and forces and motions have the sizes that they ask for.

ContactProblem unchecked_contact_problem(const MotionProblem& problem);
ContactSpace unchecked_contact_space(const MotionProblem& problem);
SystemForces unchecked_forces_of(const MotionProblem& problem, const Eigen::VectorXd& z);

}  // namespace pawl::internal::inline friction
