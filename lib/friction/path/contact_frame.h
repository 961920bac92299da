// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <vector>

#include "friction/contact_dynamics.h"

namespace pawl::internal {

/// A contact problem of one tangent in units of its own: J' times the root of step W, contact by contact, so that the
/// Delassus matrix is the product of its rows with themselves; each contact has a unit of force that brings its rows
/// near length 1, and all have one that brings the biases to at most 1. Forces act through the edges of friction cones
/// ("generators"): two of a contact that rolls with friction, one of every other.
///
/// The root of W is that of each entry on a body, and L^-1 with L L' = inertia on a block. For speed every mover has
/// four places in a motion, so blocks of more than four coordinates do not fit.
///
/// Rounded: roots are. Only to find a solution with, which is then judged on the problem itself.
class ContactFrame {
 public:
  static constexpr int kPlaces = 4;  ///< of a mover
  /// On the movers a and b, 0 on the ground; a body's fourth place is 0.
  struct Row {
    double a[kPlaces], b[kPlaces];
  };
  struct Contact {
    int a, b;          ///< place in a motion: kPlaces * mover; the ground is the last
    Row row[2];        ///< normal, tangent
    Row generator[2];  ///< normal + share * tangent
    double bias[2];
    double share[2];  ///< of the tangent in a generator: +mu and -mu, or -mu sliding
    double unit;      ///< c = unit * scaled force * force_unit()
    bool rolls;       ///< has both generators
  };

  static bool fits(const ContactProblem& problem);

  /// `dynamics` are the problem's; keeps its memory.
  void assign(const ContactProblem& problem, const ContactDynamics<double>& dynamics);

  /// Adds to every bias a random part of `most`, to those of normals at least 0: what could be kept apart still can.
  void perturb(double most, unsigned seed);

  int size() const { return static_cast<int>(contacts_.size()); }
  int motions() const { return motions_; }  ///< entries of a motion
  const Contact& contact(int i) const { return contacts_[static_cast<std::size_t>(i)]; }
  double force_unit() const { return force_unit_; }

  /// motion += amount * row
  static void push(const Contact& contact, const Row& row, double amount, double* motion) {
    for (int k = 0; k < kPlaces; ++k) motion[contact.a + k] += amount * row.a[k];
    for (int k = 0; k < kPlaces; ++k) motion[contact.b + k] += amount * row.b[k];
  }
  static double along(const Contact& contact, const Row& row, const double* motion) {
    const double* on_a = motion + contact.a;
    const double* on_b = motion + contact.b;
    double part[kPlaces];
    for (int k = 0; k < kPlaces; ++k) part[k] = row.a[k] * on_a[k] + row.b[k] * on_b[k];
    static_assert(kPlaces == 4);
    return (part[0] + part[2]) + (part[1] + part[3]);
  }

 private:
  void find_roots(const ContactProblem& problem);
  void set_row(Row& row, const ContactDynamics<double>& dynamics, int contact, int direction) const;
  void assign(Contact& to, const ContactProblem::Contact& from, const ContactDynamics<double>& dynamics, int i) const;

  std::vector<Contact> contacts_;
  std::vector<double> roots_;  ///< of step W, kPlaces x kPlaces a mover, row by row
  int motions_ = 0;
  double force_unit_ = 1;
};

}  // namespace pawl::internal
