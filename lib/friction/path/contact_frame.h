// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

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
  /// On the bodies a and b, 0 on the ground; the fourth is 0, for the machine's sake.
  struct Row {
    double a[4], b[4];
  };
  struct Contact {
    int a, b;          ///< place in a motion: 4 * body; the ground is the last
    Row row[2];        ///< normal, tangent
    Row generator[2];  ///< normal + share * tangent
    double bias[2];
    double share[2];  ///< of the tangent in a generator: +mu and -mu, or -mu sliding
    double unit;      ///< c = unit * scaled force * force_unit()
    bool rolls;       ///< has both generators
  };

  void assign(const PlanarContactProblem& problem);  ///< keeps its memory

  /// Adds to every bias a random part of `most`, to those of normals at least 0: what could be kept apart still can.
  void perturb(double most, unsigned seed);

  int size() const { return static_cast<int>(contacts_.size()); }
  int motions() const { return motions_; }  ///< entries of a motion
  const Contact& contact(int i) const { return contacts_[static_cast<std::size_t>(i)]; }
  double force_unit() const { return force_unit_; }

  /// motion += amount * row
  static void push(const Contact& contact, const Row& row, double amount, double* motion) {
    for (int k = 0; k < 4; ++k) motion[contact.a + k] += amount * row.a[k];
    for (int k = 0; k < 4; ++k) motion[contact.b + k] += amount * row.b[k];
  }
  static double along(const Contact& contact, const Row& row, const double* motion) {
    const double* on_a = motion + contact.a;
    const double* on_b = motion + contact.b;
    double part[4];
    for (int k = 0; k < 4; ++k) part[k] = row.a[k] * on_a[k] + row.b[k] * on_b[k];
    return (part[0] + part[2]) + (part[1] + part[3]);
  }

 private:
  void assign(Contact& to, const PlanarContactProblem::Contact& from) const;

  std::vector<Contact> contacts_;
  std::vector<double> roots_;  ///< of step / mass and step / inertia of each body; 0 of the ground
  int motions_ = 0;
  double force_unit_ = 1;
};

}  // namespace pawl
