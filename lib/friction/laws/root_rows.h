// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <Eigen/Core>
#include <vector>

namespace pawl::internal {

/// A contact problem of the velocity level with one tangent as least squares: the rows of J times the root of step W,
/// so that with the motion x = J'c in these coordinates
///
///   v = J x + b,   and the kinetic energy of x is |x|^2/2
///
/// The root of W is that of each entry on a body, and L^-1 with L L' = inertia on a block (driven coordinates give way
/// to nothing). Blocks of any size.
class RootRows {
 public:
  static constexpr int kNormal = 0, kTangent = 1;

  void assign(const ContactProblem& problem);  ///< keeps its memory

  int contacts() const { return static_cast<int>(bias_.size()) / 2; }
  int coordinates() const { return coordinates_; }
  double bias(int contact, int direction) const { return bias_[place(contact, direction)]; }
  double square(int contact, int direction) const { return square_[place(contact, direction)]; }  ///< of a row's length
  double largest_bias() const;

  /// motion += amount * row
  void push(int contact, int direction, double amount, Eigen::VectorXd& motion) const;
  double along(int contact, int direction, const Eigen::VectorXd& motion) const;  ///< without the bias
  Eigen::VectorXd dense(int contact, int direction) const;

 private:
  struct Side {
    int first = 0, size = 0;  ///< coordinates
    std::size_t entries = 0;  ///< of the normal; those of the tangent follow
  };
  static std::size_t place(int contact, int direction) {
    return 2 * static_cast<std::size_t>(contact) + static_cast<std::size_t>(direction);
  }
  const Side& side(int contact, int which) const { return sides_[place(contact, which)]; }

  int coordinates_ = 0;
  std::vector<Side> sides_;
  std::vector<double> entries_, bias_, square_;
};

}  // namespace pawl::internal
