// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <vector>

#include "friction/contact_dynamics.h"

namespace pawl::internal {

/// What the forces of contacts do to their accelerations (the Delassus matrix), by columns of its own: a force along
/// each edge of the friction cones ("generators"), one of a contact that slides or has no friction, two of others.
/// Everything is scaled by powers of two so that entries are near 1.
class ContactDelassus {
 public:
  struct Generator {
    int contact = 0;
    double tangent = 0;  ///< c_t of c_n = 1: -mu sliding, 0, or +mu and -mu
  };
  /// Of a contact: its generators, -1 where it has none. `only` of sliding and frictionless contacts.
  struct Of {
    int only = -1, plus = -1, minus = -1;
  };

  void assign(const ContactProblem& problem);  ///< keeps its memory

  int contacts() const { return static_cast<int>(of_.size()); }
  int count() const { return static_cast<int>(generators_.size()); }
  const Generator& generator(int j) const { return generators_[static_cast<std::size_t>(j)]; }
  const Of& of(int contact) const { return of_[static_cast<std::size_t>(contact)]; }

  /// Generators of the contacts that share a body or block with this one, itself included.
  const std::vector<int>& coupled(int contact) const { return coupled_[static_cast<std::size_t>(contact)]; }
  /// Normal (or tangential) acceleration at a contact by generator j alone, scaled.
  double response(int contact, bool tangent, int j) const {
    return response_[static_cast<std::size_t>(2 * contact + tangent) * static_cast<std::size_t>(count()) +
                     static_cast<std::size_t>(j)];
  }
  double bias(int contact, bool tangent) const { return bias_[static_cast<std::size_t>(2 * contact + tangent)]; }

  /// c = unit(contact) * scaled force * force_unit(); scaled acceleration = unit(contact) * acceleration /
  /// force_unit().
  double unit(int contact) const { return unit_[static_cast<std::size_t>(contact)]; }
  double force_unit() const { return force_unit_; }

 private:
  void choose_units(const ContactProblem& problem);
  void list_generators(const ContactProblem& problem);
  void fill(const ContactProblem& problem);
  void respond(int contact, int other);

  ContactDynamics<double> dynamics_;
  std::vector<Generator> generators_;
  std::vector<Of> of_;
  std::vector<std::vector<int>> coupled_, neighbours_, on_body_;
  std::vector<double> response_, bias_, unit_;
  double force_unit_ = 1;
};

}  // namespace pawl::internal
