// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/contact_problem.h>

#include <vector>

namespace pawl {

/// A contact problem in units of its own: J' times the root of step W, contact by contact, so that the Delassus matrix
/// is the product of its rows with themselves; each contact has a unit of force that brings its rows near length 1, and
/// all have one that brings the biases to at most 1. Forces act through the edges of friction cones ("generators"): two
/// of a contact that rolls with friction, one of every other.
///
/// Rounded: roots are. Only to find a solution with, which is then judged on the problem itself.
class ContactFrame {
 public:
  struct Row {
    double a[3], b[3];  ///< on the bodies a and b; 0 on the ground
  };
  struct Contact {
    int a, b;          ///< place in a motion: 3 * body; the ground is the last
    Row row[2];        ///< normal, tangent
    Row generator[2];  ///< normal + share * tangent
    double bias[2];
    double share[2];  ///< of the tangent in a generator: +mu and -mu, or -mu sliding
    double unit;      ///< c = unit * scaled force * force_unit()
    bool rolls;       ///< has both generators
  };

  void assign(const PlanarContactProblem& problem);  ///< keeps its memory

  int size() const { return static_cast<int>(contacts_.size()); }
  int motions() const { return motions_; }  ///< entries of a motion
  const Contact& contact(int i) const { return contacts_[static_cast<std::size_t>(i)]; }
  double force_unit() const { return force_unit_; }

  /// motion += amount * row
  static void push(const Contact& contact, const Row& row, double amount, double* motion) {
    for (int k = 0; k < 3; ++k) motion[contact.a + k] += amount * row.a[k];
    for (int k = 0; k < 3; ++k) motion[contact.b + k] += amount * row.b[k];
  }
  static double along(const Contact& contact, const Row& row, const double* motion) {
    const double* on_a = motion + contact.a;
    const double* on_b = motion + contact.b;
    return (row.a[0] * on_a[0] + row.a[1] * on_a[1] + row.a[2] * on_a[2]) +
           (row.b[0] * on_b[0] + row.b[1] * on_b[1] + row.b[2] * on_b[2]);
  }

 private:
  void assign(Contact& to, const PlanarContactProblem::Contact& from) const;

  std::vector<Contact> contacts_;
  std::vector<double> roots_;  ///< of step / mass and step / inertia of each body; 0 of the ground
  int motions_ = 0;
  double force_unit_ = 1;
};

}  // namespace pawl
