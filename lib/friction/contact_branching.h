// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <functional>
#include <optional>
#include <vector>

#include "exact/numbers.h"
#include "friction/contact_dynamics.h"
#include "friction/contact_problem_lcp.h"
#include "lcp/branch_and_bound.h"
#include "lcp/dictionary.h"
#include "lcp/refutation.h"

namespace pawl::internal::inline friction {

/// The Delassus matrix, which maps contact forces to contact accelerations. The matrix has one column for the force
/// along each edge of the friction cones ("generator"). A sliding or frictionless contact has one generator, and any
/// other contact has two. The matrix is scaled by powers of two, so that its entries are near 1.
class ContactDelassus {
 public:
  struct Generator {
    int contact = 0;
    double tangent = 0;  ///< c_t / c_n of this generator: -mu times the sign of sliding for a sliding contact, 0
                         ///< without friction, otherwise +mu or -mu
  };
  /// The indices of a contact's generators; -1 for a generator that the contact does not have. A sliding or
  /// frictionless contact has only the generator `only`, and any other contact has `plus` and `minus`.
  struct Of {
    int only = -1, plus = -1, minus = -1;
  };

  void assign(const ContactProblem& problem);  ///< Sets the problem; reuses its memory.

  int contacts() const { return static_cast<int>(of_.size()); }
  int count() const { return static_cast<int>(generators_.size()); }
  const Generator& generator(int j) const { return generators_[j]; }
  const Of& of(int contact) const { return of_[contact]; }

  /// Returns the generators of `contact` and of the contacts that share a body or block with it.
  const std::vector<int>& coupled(int contact) const { return coupled_[contact]; }
  /// Returns the scaled acceleration at a contact that a unit force along generator j causes: the tangential
  /// acceleration if `tangent` is true, otherwise the normal one.
  double response(int contact, bool tangent, int j) const {
    return response_[static_cast<std::size_t>(2 * contact + tangent) * static_cast<std::size_t>(count()) +
                     static_cast<std::size_t>(j)];
  }
  double bias(int contact, bool tangent) const { return bias_[2 * contact + tangent]; }

  /// unit() and force_unit() return factors of the scaling. A force c equals unit(contact) * (scaled force) *
  /// force_unit(). A scaled acceleration equals unit(contact) * (acceleration) / force_unit().
  double unit(int contact) const { return unit_[contact]; }
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

/// The complementary pairs (z, w) of a contact in the three-variable form (ContactLayout). Pair k of contact i has the
/// number 3 i + k. A contact that slides or has no friction has only the first pair.
enum class ContactPair {
  normal,  ///< the pair (c_n, a_n), the force and the acceleration along the normal
  plus,    ///< the pair (s+, a+): the distance s+ = c_t + mu c_n of the force from the friction edge c_t = -mu c_n, and
           ///< a+ = max(a_t, 0)
  minus    ///< the pair (a-, s-): a- = max(-a_t, 0), and the distance s- = mu c_n - c_t from the friction edge c_t =
           ///< +mu c_n
};
inline constexpr int kPairsPerContact = 3;

inline int contact_pair(int contact, ContactPair k) { return kPairsPerContact * contact + static_cast<int>(k); }

/// An assumption about a contact: one variable of one of its complementary pairs is 0.
enum class ContactAssumption {
  no_force,         ///< assumes c_n = 0
  closed,           ///< assumes a_n = 0
  no_plus_force,    ///< assumes s+ = 0, which means c_t = -mu c_n
  no_plus_motion,   ///< assumes a+ = 0, which means a_t <= 0
  no_minus_motion,  ///< assumes a- = 0, which means a_t >= 0
  no_minus_force    ///< assumes s- = 0, which means c_t = +mu c_n
};

/// Returns the number of an assumption about a contact, in the numbering of assumption(pair, side).
inline int assumption(int contact, ContactAssumption a) {
  return assumption(kPairsPerContact * contact, PairSide::z) + static_cast<int>(a);
}

/// Farkas multipliers of a contact problem, for the rows a_n, a+ and s- of each contact's three-variable form.
template <class Real>
struct ContactMultipliers {
  std::vector<Real> normal, tangent, bound;
};

/// A check of Farkas multipliers l. They prove that no forces satisfy the assumptions if a weighted sum of
/// accelerations would have to be both >= 0 and negative:
///
///     sum of l_n a_n + l_t a_t >= 0 while a = A c + b, l'b < 0, l'A c <= 0 for all allowed forces c.
///
/// l'A is computed from the effect of the weights l on each body and block (contact_dynamics.h): O(bodies + contacts),
/// and k^2 for a block of k coordinates. Real is double, with bounds on every rounding, or Rational.
template <class Real>
class ContactFarkas {
 public:
  /// The problem must have one tangent, and outlive this object.
  explicit ContactFarkas(const ContactProblem& problem) : problem_(problem) {}

  /// Returns whether l.normal and l.tangent prove exactly that no forces satisfy the assumptions. If they do, chooses
  /// l.bound, and sets `used` to a set of assumptions that is sufficient for the proof.
  bool proves(ContactMultipliers<Real>& l, const Assumptions& assumed, Assumptions& used);

 private:
  bool contact_proves(int i, ContactMultipliers<Real>& l, const Assumptions& assumed, Assumptions& used) const;
  bool rolling_proves(int i, const Bounded<Real>& n, const Bounded<Real>& t, Real& bound, const Assumptions& assumed,
                      Assumptions& used) const;
  Real error(const Bounded<Real>& b) const { return rounding_ * b.size; }

  const ContactProblem& problem_;
  std::optional<ContactDynamics<Real>> dynamics_;  ///< dynamics of the problem, created at first use
  WeightedMotion<Real> motion_;
  Real rounding_ = 0;  ///< bound on the rounding error of a sum, relative to Bounded::size
};

/// An exact proof that no forces satisfy a set of assumptions, for cases that doubles with bounds on the rounding
/// errors cannot decide. A linear program over the forces along friction edges, in quadruple precision and without
/// relaxed rows, gives a basis. Rational elimination then finds the Farkas multipliers l of the basis' rows: they solve
/// l'A e_j = 0 for every basic edge j, up to a factor. The elimination is slow: O(k^3) operations on rationals for k
/// rows. It is needed only if contacts can press against each other, which is rare.
class ExactContactFarkas {
 public:
  /// `problem` and `edges` must outlive this object.
  ExactContactFarkas(const ContactProblem& problem, const ContactDelassus& edges)
      : problem_(problem), edges_(edges), judge_(problem) {}

  /// Does the same as ContactFarkas::proves(), but finds the multipliers itself. Adds the number of its pivots to
  /// `pivots`. Returns false if `stop` ends the work.
  bool proves(const Assumptions& assumed, ContactMultipliers<Rational>& l, Assumptions& used, long& pivots,
              const StopToken& stop);

 private:
  struct Row {
    int contact = 0;
    bool tangent = false;
  };

  void start(const Assumptions& assumed);
  void add_row(int slack, int contact, bool tangent, int sign);
  std::vector<Row> support() const;
  bool find_multipliers(const std::vector<Row>& rows, std::vector<Rational>& multipliers, const StopToken& stop) const;
  std::vector<Rational> equation(const std::vector<Row>& rows, int edge) const;

  const ContactProblem& problem_;
  const ContactDelassus& edges_;
  ContactFarkas<Rational> judge_;
  std::optional<ContactDynamics<Quadruple>> wide_;  ///< dynamics in quadruple precision, created at first use
  std::optional<ContactDynamics<Rational>> exact_;
  Dictionary<Quadruple> program_;
  std::vector<Dictionary<Quadruple>::Term> terms_;
};

/// Branch and bound for contact problems in terms of forces. The unknowns are the forces along the edges of the
/// friction cones (ContactDelassus), at most two per contact, so the linear program is far smaller than the LCP. The
/// rows of the linear program are accelerations of contacts. Each row is relaxed by a small fraction of the forces at
/// contacts on the same body or block. If large forces make the relaxation too large, the fraction is reduced. Doubles
/// cannot show infeasibility that is smaller than the relaxation. The complementary pairs of one contact (ContactPair)
/// form one group.
class ContactBranching : public Branching {
 public:
  /// A function that returns whether the given forces (normal and tangential, one per contact) lead to a sufficiently
  /// accurate solution.
  using Judge = std::function<bool(const std::vector<double>& normal, const std::vector<double>& tangent)>;

  /// The problem must have one tangent, and outlive this object.
  ContactBranching(const ContactProblem& problem, Judge judge);
  ContactBranching(const ContactBranching&) = delete;

  /// Returns whether refute() can find proofs in doubles. If it cannot, proofs need exact numbers. It cannot if a
  /// block's inverse and free motion have larger errors than ContactFarkas<double> assumes: its bounds allow for only
  /// one rounding per diagonal entry.
  bool proves_in_doubles() const { return proves_in_doubles_; }

  Size size() const override;
  bool has_pair(int pair) const override;
  int group(int pair) const override { return pair / kPairsPerContact; }
  int variable(int pair) const override;
  void build(Dictionary<double>& program, const Assumptions& assumed, double slack) const override;
  void assume(Dictionary<double>& program, int pair, PairSide side, double slack) const override;
  void list_pairs(const Dictionary<double>& program, std::vector<Pair>& pairs) const override;
  bool accept(const Dictionary<double>& program) override;
  bool refute(const Dictionary<double>& program, double least, const Assumptions& assumed, Assumptions& used,
              Multipliers<double>& multipliers) override;
  bool refute_exactly(const Assumptions& assumed, Assumptions& used, Multipliers<Rational>& multipliers, long& pivots,
                      const StopToken& stop) override;

 private:
  /// Returns the index of the row that bounds an acceleration of a contact, the normal one a_n or the tangential one
  /// a_t. The bound depends on `kind`: 0 is a_n >= 0, 1 is -a_n >= 0, 2 is -a_t >= 0, and 3 is a_t >= 0. The program
  /// always contains the rows of kind 0. It contains a row of another kind only if the corresponding assumption was
  /// made.
  int row(int contact, int kind) const { return edges_.count() + kind * edges_.contacts() + contact; }
  void add_row(Dictionary<double>& program, int contact, int kind, double slack) const;
  double tangential(const Dictionary<double>& program, int contact) const;
  ContactMultipliers<double> multipliers_of(const Dictionary<double>& program, double least) const;
  template <class Real>
  Multipliers<Real> by_variables(const ContactMultipliers<Real>& l) const;

  Judge judge_;
  ContactLayout form_;
  ContactDelassus edges_;
  ContactFarkas<double> farkas_;
  ExactContactFarkas exact_farkas_;
  bool proves_in_doubles_ = true;
};

}  // namespace pawl::internal::inline friction
