// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "friction/laws/body_matrix.h"

namespace pawl::internal {

/// A contact problem of bodies alone, of the velocity level, in the units of a ContactFrame, but with nothing that only
/// blocks and paths need: J' times the root of step W, a unit of force of each contact that brings its rows near length
/// 1, and one of all that brings the biases to at most 1.
class BodyContacts {
 public:
  static constexpr int kPlaces = 3;  ///< of a body in a motion
  struct Row {
    double a[kPlaces], b[kPlaces];
  };
  /// On a contact, scaled.
  struct Force {
    double normal = 0, tangent = 0;
  };
  struct Contact {
    int a, b;    ///< place in a motion; that of the ground is the last
    Row row[2];  ///< normal, tangent
    double bias[2];
    double friction;
    double unit;  ///< impulse = unit * scaled force * force_unit()
  };

  void assign(const ContactProblem& problem);  ///< keeps its memory

  int size() const { return static_cast<int>(contacts_.size()); }
  int bodies() const { return static_cast<int>(roots_.size()); }
  int motions() const { return kPlaces * (bodies() + 1); }  ///< entries of a motion
  int ground() const { return kPlaces * bodies(); }
  const Contact& operator[](int i) const { return contacts_[static_cast<std::size_t>(i)]; }
  /// Of each contact the two movers' numbers, -1 for the ground: what touches what.
  void find_pairs(std::vector<std::pair<int, int>>& pairs) const;
  double force_unit() const { return force_unit_; }
  double impulse_unit(int i) const { return (*this)[i].unit * force_unit_; }
  double velocity_unit(int i) const { return force_unit_ / (*this)[i].unit; }

  /// matrix += J' D J of a contact; D: c_n = D[0] v_n, c_t = D[1] v_n + D[2] v_t.
  void add(int i, const double (&response)[3], BodyMatrix& matrix) const;
  /// motion += amount * row
  static void push(const Contact& contact, const Row& row, double amount, double* motion) {
    for (int k = 0; k < kPlaces; ++k) motion[contact.a + k] += amount * row.a[k];
    for (int k = 0; k < kPlaces; ++k) motion[contact.b + k] += amount * row.b[k];
  }
  /// motion = J'c, of forces in the contacts' order.
  void find_motion(const std::vector<Force>& forces, std::vector<double>& motion) const;
  static double along(const Contact& contact, const Row& row, const double* motion) {
    const double *a = motion + contact.a, *b = motion + contact.b;
    return (row.a[0] * a[0] + row.a[1] * a[1] + row.a[2] * a[2]) +
           (row.b[0] * b[0] + row.b[1] * b[1] + row.b[2] * b[2]);
  }
  /// v = J u + b of a contact: normal, tangential.
  static Eigen::Vector2d velocity(const Contact& contact, const double* motion) {
    return {contact.bias[0] + along(contact, contact.row[0], motion),
            contact.bias[1] + along(contact, contact.row[1], motion)};
  }

 private:
  struct Root {
    double mass, inertia;  ///< of their inverses
  };
  void set_row(double (&row)[kPlaces], int body, const Eigen::Vector2d& arm, const Eigen::Vector2d& direction,
               double sign) const;
  void assign(Contact& to, const ContactProblem::Contact& from) const;

  std::vector<Contact> contacts_;
  std::vector<Root> roots_;
  double force_unit_ = 1;
};

}  // namespace pawl::internal
