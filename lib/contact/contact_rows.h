// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/contact/contact.h>

#include <Eigen/Core>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "exact/direction_pool.h"
#include "exact/numbers.h"

namespace pawl::internal::inline contact {

/// The frame of a contact in integers: the normal n, the tangent t = (-n_y, n_x), and the lever arms p x n and p x t =
/// p . n of the contact point p about the centre of mass. All values are multiplied by `normal_factor`. The arms are
/// also multiplied by ExactFrames::scale().
struct ExactFrame {
  Integer nx, ny;
  Integer normal_arm, tangent_arm;
  Integer normal_factor;
};

/// A Coulomb friction coefficient as a fraction.
struct ExactFriction {
  Integer top, bottom;
};

/// An end of a contact's friction intervals: the least coefficient, the greatest kinetic coefficient, or the greatest
/// coefficient of all, which is static.
enum class FrictionEnd { low, kinetic_high, high };

inline double coefficient(const Friction& friction, FrictionEnd end) {
  return end == FrictionEnd::low ? friction.low : end == FrictionEnd::high ? friction.high : friction.sliding().high;
}

/// The rows of the contact Jacobian J. They are exact for the decimals that the numbers of a contact set stand for,
/// because they do not use rounded contact points: p x n is the arm of the normal's line, and p . n is the arm of the
/// tangent's line (Contact::normal_through, tangent_through). Any point of a line can be used to compute its arm. One
/// common factor (WrittenScale) makes all arms integers.
class ExactFrames {
 public:
  /// Sets the contact set, which must stay valid until the next call of assign(). Exact values are computed when they
  /// are requested.
  void assign(const ContactSet& set);

  /// Returns the scale of the arms: they are integers in the unit of length 1 / scale().
  const Integer& scale() const;
  ExactFrame frame(std::size_t contact) const;
  ExactFriction friction(std::size_t contact, FrictionEnd end) const;

 private:
  const ContactSet* set_ = nullptr;
  mutable bool scaled_ = false;
  mutable WrittenScale lengths_;
  mutable Integer scale_;
};

/// normal_through() returns a point on the line of a contact's normal, and tangent_through() a point on the line of its
/// tangent.
inline const Eigen::Vector2d& normal_through(const Contact& c) {
  return c.normal_through ? *c.normal_through : c.point;
}
inline const Eigen::Vector2d& tangent_through(const Contact& c) {
  return c.tangent_through ? *c.tangent_through : c.point;
}

/// The rows and force edges of a contact set as exact directions for a DirectionPool: doubles with error bounds, and
/// integers from ExactFrames if doubles do not decide a sign. Directions may have any length, so normals need not have
/// unit length. (The unit normal of a slanting edge is usually not rational.)
///
/// Rows are covectors on twists, and also wrenches: the normal row [n; p x n] and the tangent row [t; p x t]. Force
/// edges are the wrenches -[d; p x d] that balance a contact force along d = n + s mu t, for s = 1 and s = -1, the two
/// edges of the friction cone.
class ContactDirections : public ExactSource {
 public:
  /// Sets the contact set, which must stay valid until the next call of assign(). Reuses its memory.
  void assign(const ContactSet& set);

  /// Resets the pool and adds all normal and tangent rows and their negatives.
  void fill(DirectionPool& pool);

  int normal(int contact) const { return first_ + 2 * contact; }
  int tangent(int contact) const { return first_ + 2 * contact + 1; }
  /// Returns the identifier of the negative of a row that fill() has added.
  int negative(int row) const { return row + 2 * static_cast<int>(set_->size()); }

  /// Adds the wrench that balances a contact force along n + sign * mu * t, where mu is the coefficient at the given
  /// end of the contact's friction intervals.
  int add_force_edge(DirectionPool& pool, int contact, int sign, FrictionEnd end = FrictionEnd::high) const;

  /// Returns the diagonal (m, m, I) of the inertia matrix.
  std::array<double, 3> inertia_diagonal() const { return {set_->mass, set_->mass, set_->inertia}; }

  IntegerVector exact_leaf(int name) const override;
  const Integer& third_scale() const override { return frames_.scale(); }

 private:
  const ContactSet* set_ = nullptr;
  ExactFrames frames_;
  int first_ = 0;
};

/// The independent causes of the errors of a set's contacts (ContactError). Contacts whose data were rounded together
/// have common causes, and are displaced together.
///
/// A line through a rounded point has two causes: the errors of the point's coordinates x and y. Contacts whose lines
/// pass through the same point have both causes in common. An example is pins on one arc, whose normals meet at its
/// centre. Pins with the same number for x (or y) have the cause of this coordinate in common. The contacts of one edge
/// have the error of its direction in common. Straight contacts with the same or the opposite stated normal have the
/// error of this normal in common. Causes are numbered from 0.
struct ErrorSources {
  struct OfContact {
    std::array<int, 2> on_normal{};   ///< numbers of the causes of the errors in x and y of the point on the line of
                                      ///< the normal
    std::array<int, 2> on_tangent{};  ///< numbers of the causes of the errors in x and y of the point on the line of
                                      ///< the tangent
    int shift = 0;                    ///< number of the cause of the error ContactError::shift
    int direction = 0;                ///< number of the cause of the error in the direction of the normal
  };
  std::vector<OfContact> contacts;
  int count = 0;
};

ErrorSources error_sources(const ContactSet& set);

/// Returns the size of the displacement by which a contact's error is tested: 0 for an error of 0, otherwise the larger
/// of the error and tolerance::kTrialError times the unit.
double trial_size(double error, double unit);
/// Returns `shift` (a ContactError::shift), scaled to the length trial_size(|shift|, unit).
Eigen::Vector2d trial_shift(const Eigen::Vector2d& shift, double unit);

/// Finds contacts whose rows are linearly dependent for some values of the contacts within their errors, but not for
/// all values. Returns the first such group that the search finds, two or three contacts in ascending order, or an
/// empty list if no such group exists. `letters` is a mode, and limits the search to the rows that this mode depends
/// on; empty letters stand for any mode.
///
/// Problem: the modes of a set are the cells into which the planes n_i . v = 0 and t_i . v = 0 divide the permitted
/// twists v. The modes depend only on the signs of determinants of three rows. If contacts should be opposite or
/// concurrent, rounding may give a determinant of 1e-16 although the true value is 0. Computing the modes for displaced
/// contacts does not reveal this, because the modes are the same on both sides of 0 and differ only at 0.
///
/// Method: a vertex of this arrangement of planes is a twist along n_i x n_j or, for a rotation about contact i, n_i x
/// t_i. Every vertex that is permitted within the errors is examined. A vertex shows no dependency if every other plane
/// near the vertex satisfies one of two conditions. Either the plane certainly does not contain the vertex: |det| is
/// more than twice its first-order change by the errors, which are at least the trial size. Or the plane contains the
/// vertex for all errors: no error changes the determinant, as for the normals of pins on one arc.
///
/// The tangent of a contact matters only for twists that keep the contact. Two normal rows that are parallel within the
/// errors are dependent if the other contacts permit a twist that keeps one of the two contacts, and that breaks the
/// other one only because of the errors.
///
/// If no contact has an error, returns at once. O(n^3) for n contacts in the worst case, O(n^2) if few vertices are
/// permitted or many coincide. `stop` ends the search; contacts that were not examined then count as independent.
std::vector<int> dependent_contacts(const ContactSet& set, std::string_view letters = {}, const StopToken& stop = {});

/// The least and the greatest rank that J_n of some contacts may have within their errors, which are at least the trial
/// size. Both equal normal_rank() if the contacts have no errors, or if the errors do not change which rows are
/// dependent.
struct NormalRanks {
  int least = 0;
  int most = 0;
};

/// Returns the ranks for the contacts with the numbers in `contacts`, from 0. O(n).
NormalRanks normal_ranks(const ContactSet& set, std::span<const int> contacts);

}  // namespace pawl::internal::inline contact
