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

/// The scales by which significant values of a contact problem are distinguished from rounding errors. They are derived
/// from three quantities: the motion without contacts and joints, which is computed only once; given forces; and the
/// motion that these forces cause.
class ContactScales {
 public:
  /// `problem` must outlive this object. O(n^3) for n coordinates in the largest block of the inertia.
  explicit ContactScales(const MotionProblem& problem);
  /// Computes the scales with a given inertia, which does not contain the joints.
  ContactScales(const MotionProblem& problem, const ConstrainedInertia& loose);

  /// Computes the scales for the given forces and their motion. Must be called before all other accessors except
  /// loose(). Evaluates O(contacts) rows.
  void measure(const SystemForces& forces, const Eigen::VectorXd& motion);

  /// Returns the motion without contacts and joints, with d entries.
  const Eigen::VectorXd& loose() const { return loose_; }
  /// Returns the scale of contact motions. Each contact's motion is a sum; the scale is the largest sum of the
  /// magnitudes of its terms, over all contacts that are not open, and over the motions with and without constraints.
  double motion() const { return motion_; }

  /// force_part() returns c_n or c_k relative to its scale, and motion_part() returns a_n or a_k relative to its scale.
  /// In both, 0 / 0 counts as 0. The scale of motions is motion(). The scale of the forces at a contact is the larger
  /// of two forces: its largest component, and the force that gives the contact the motion motion().
  double force_part(double c, Eigen::Index contact) const { return part(c, force_[contact]); }
  double motion_part(double a) const { return part(a, motion_); }

 private:
  static double part(double value, double scale) { return value == 0 ? 0 : value / scale; }

  const MotionProblem& problem_;
  Eigen::VectorXd loose_, masses_;  ///< loose_: see loose(); masses_: effective masses of contacts along their normals
  double loose_sum_ = 0, motion_ = 0;
  Eigen::VectorXd force_;
};

/// Returns the direction of sliding v_k / |v| of a sliding contact.
double sliding_direction(const ContactEquations& equations, Eigen::Index contact, std::size_t tangent);

/// Returns rows * x, computed column by column, in the order of the memory. Each entry equals the dot product of its
/// row and x bit for bit.
template <typename Rows>
Eigen::ArrayXd rows_times(const Rows& rows, const Eigen::VectorXd& x) {
  Eigen::ArrayXd sums = Eigen::ArrayXd::Zero(rows.rows());
  for (Eigen::Index j = 0; j < x.size(); ++j) sums += rows.col(j).array() * x[j];
  return sums;
}

/// Sets `worst` to the larger of `worst` and |value|; NaN counts as infinite.
void raise(double& worst, double value);

/// Returns the generalised force N'c_n + sum T_k'c_k of the contact forces.
Eigen::VectorXd contact_wrench(const ContactEquations& equations, const SystemForces& forces);

/// Computes the motion x of a problem under given contact forces, M x = r + J'c + B'l with B x = t, and the residuals
/// of forces and motion. Many forces can be tried for one problem, because the inertia is factored only once, at a cost
/// of O(n^3) for n coordinates in its largest block.
///
/// The caller must have validated the problem, which must outlive this object; forces and motions must have the sizes
/// of the problem. Throws InputError, pointer `/bilateral/i`, if the joints' equations contradict each other.
class ForceTrial {
 public:
  explicit ForceTrial(const MotionProblem& problem);

  /// Returns the motion. Removes rounding errors from the motion of contacts that have a force.
  SystemMotion motion(const SystemForces& forces);
  MotionResiduals residuals(const SystemMotion& motion);

 private:
  const MotionProblem& problem_;
  ConstrainedInertia inertia_;
  ContactScales scales_;
  Eigen::VectorXd particular_;
};

/// The JSON pointer to entry k of a list. Its text is formatted only if the entry has a fault.
struct EntryOf {
  const char* list;
  std::size_t k;
  std::string str() const { return fmt::format("{}/{}", list, k); }
};

/// Returns whether all entries are finite. Uses one pass without branches: a number is finite exactly if its product
/// with 0 is 0.
template <typename Matrix>
bool all_finite(const Matrix& m) {
  return m.size() == 0 || (m.array() * 0).sum() == 0;
}

/// A validator that also checks the sizes of matrices. Pointers have the same form as in Validator.
class ShapeValidator : public Validator {
 public:
  /// Returns whether m is a matrix of rows x cols entries. If it is not, adds a fault.
  template <typename Place, typename Matrix>
  bool shape(const Place& place, const Matrix& m, Eigen::Index rows, Eigen::Index cols) {
    if (m.rows() == rows && m.cols() == cols) return true;
    add(text_of(place), fmt::format("{} x {}", m.rows(), m.cols()), fmt::format("must be {} x {}", rows, cols));
    return false;
  }
  template <typename Place, typename Matrix>
  void matrix(const Place& place, const Matrix& m, Eigen::Index rows, Eigen::Index cols) {
    if (shape(place, m, rows, cols) && !all_finite(m)) add(text_of(place), "", "must contain only finite numbers");
  }
  void count(const char* pointer, std::size_t size, std::size_t expected) {
    if (size != expected) add(pointer, fmt::format("{} entries", size), fmt::format("must have {} entries", expected));
  }
  /// Adds a fault for a tolerance that is NaN or negative.
  void tolerance(const char* pointer, double value) {
    if (!(value >= 0)) add(pointer, value, "must be at least 0");
  }
  /// Adds the faults of `part`, which is located at `pointer`.
  template <typename Part>
  void part(const char* pointer, const Part& part) {
    try {
      part.validate();
    } catch (const InputError& error) {
      for (const Fault& fault : error.faults()) add(text_of(pointer) + fault.pointer, fault.value, fault.message);
    }
  }
  /// forces() checks the sizes of forces. motion() checks the sizes of a motion and of its forces. Neither checks the
  /// values.
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

// The functions of pawl/friction without their checks, for loops over many forces of one problem. The caller must have
// validated the problem (problem.validate()), and forces and motions must fit its sizes.

ContactProblem unchecked_contact_problem(const MotionProblem& problem);
ContactSpace unchecked_contact_space(const MotionProblem& problem);
SystemForces unchecked_forces_of(const MotionProblem& problem, const Eigen::VectorXd& z);

}  // namespace pawl::internal::inline friction
