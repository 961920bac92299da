// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <pawl/friction/motion_problem.h>

#include <string>

#include "base/validator.h"

namespace pawl::internal {

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

}  // namespace pawl::internal
