// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <cstdint>
#include <vector>

#include "friction/search/weighted_motion.h"
#include "lcp/search/exact_lcp.h"

namespace pawl {

/// What may be assumed of a contact: one side of each of the complementarity pairs of the three-variable form.
enum class Assumption {
  no_force,         ///< c_n = 0
  closed,           ///< a_n = 0
  no_plus_force,    ///< s+ = 0, that is c_t = -mu c_n
  no_plus_motion,   ///< a+ = 0, that is a_t <= 0
  no_minus_motion,  ///< a- = 0, that is a_t >= 0
  no_minus_force    ///< s- = 0, that is c_t = +mu c_n
};
inline constexpr int kAssumptions = 6;  ///< a contact

/// A set of assumptions about the contacts of a problem.
class AssumptionSet {
 public:
  void clear(int contacts) { bits_.assign((static_cast<std::size_t>(contacts) * kAssumptions + 63) / 64, 0); }
  bool has(int contact, Assumption a) const { return bits_[word(contact, a)] >> bit(contact, a) & 1; }
  void add(int contact, Assumption a) { bits_[word(contact, a)] |= std::uint64_t{1} << bit(contact, a); }
  void remove(int contact, Assumption a) { bits_[word(contact, a)] &= ~(std::uint64_t{1} << bit(contact, a)); }
  void add(const AssumptionSet& other) {
    for (std::size_t k = 0; k < bits_.size(); ++k) bits_[k] |= other.bits_[k];
  }

 private:
  static std::size_t index(int contact, Assumption a) {
    return static_cast<std::size_t>(contact) * kAssumptions + static_cast<std::size_t>(a);
  }
  static std::size_t word(int contact, Assumption a) { return index(contact, a) / 64; }
  static std::size_t bit(int contact, Assumption a) { return index(contact, a) % 64; }
  std::vector<std::uint64_t> bits_;
};

/// Weights of the contacts' accelerations whose sum would be below zero for all forces that a set of assumptions
/// allows: a proof by Farkas' lemma that the set has no solution. In the rows of the three-variable form (a_n; a+; s-).
template <class Real>
struct BasicContactLeaf {
  std::vector<Real> normal, tangent, bound;  ///< of each contact
};
using ContactLeaf = BasicContactLeaf<double>;
using ExactContactLeaf = BasicContactLeaf<LcpRational>;

/// Judges proposed weights, and completes them: double with bounds on every rounding, or LcpRational.
template <class Real>
class LeafJudge {
 public:
  explicit LeafJudge(const PlanarContactProblem& problem) : problem_(problem), motion_(problem) {}

  /// Whether leaf.normal and leaf.tangent prove exactly that nothing fulfils the assumptions; then chooses leaf.bound
  /// and sets `used` to assumptions that are enough.
  bool proves(BasicContactLeaf<Real>& leaf, const AssumptionSet& assumed, AssumptionSet& used);

 private:
  using Bounded = typename WeightedMotion<Real>::Bounded;
  bool contact_proves(int i, BasicContactLeaf<Real>& leaf, const AssumptionSet& assumed, AssumptionSet& used) const;
  bool rolling_proves(int i, const Bounded& n, const Bounded& t, BasicContactLeaf<Real>& leaf,
                      const AssumptionSet& assumed, AssumptionSet& used) const;
  Real error(const Bounded& b) const { return rounding_ * b.size; }

  const PlanarContactProblem& problem_;
  WeightedMotion<Real> motion_;
  Real rounding_ = 0;  ///< relative to Bounded::size
};

}  // namespace pawl
