// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/friction/contact_problem.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "friction/contact_dynamics.h"

namespace pawl::internal::inline friction {

/// The inverse of a basis B (rows by basic variables) of a linear complementarity problem. Rows and basic variables can
/// be added, removed and replaced. For each row, the class stores a column over the basic variables. Each change is a
/// product-form update of rank one, which eliminates the changed column or row from the others, and costs O(size^2).
/// Recomputation by Gauss-Jordan elimination takes O(size^3).
class BasisInverse {
 public:
  void clear(int most);  ///< Makes the basis empty. `most` is the largest number of rows. Reuses its memory.

  /// Starts a basis with `size` rows. The caller must set its entries, and then call invert() or invert_pairs() before
  /// any other use.
  void assign(int size) { size_ = size; }
  void set_entry(int row, int basic, double value) { column(basic)[row] = value; }
  /// Inverts the basis. Returns whether the basis is regular, that is, whether the largest pivot in each column exceeds
  /// `least`. Returns false if `stop` ends the work.
  bool invert(double least, const StopToken& stop);
  /// Returns whether the pair with this number was selected; valid only during invert_pairs().
  bool took(int number) const { return rows_[number] != 0; }
  /// Selects pairs, each of a row and the basic variable with the same number, in the order of their pivots, largest
  /// first. Selects no pair whose pivot is at most `least`. Tries a pair only while `may(number)` returns true. Writes
  /// the selected numbers to `taken`, ascending, and keeps the inverse of their submatrix.
  template <class May>
  void invert_pairs(double least, const May& may, const StopToken& stop, std::vector<int>& taken);

  int size() const { return size_; }
  double entry(int row, int basic) const { return column(row)[basic]; }

  /// Adds the inverse times `factors` to `sum`; `factors` has one entry per row.
  void add_times(const double* factors, double* sum) const;
  /// Sets `products` to `entries` times the inverse, where `entries` has one entry per basic variable.
  void row_times(const double* entries, double* products) const;

  /// Replaces the basic variable at index `place`. `rates` contains the rate of change of each basic variable as the
  /// entering variable increases.
  void replace_basic(int place, const double* rates);
  /// Adds a row and the entering variable, both at the end. `products` is the result of row_times() for the entries of
  /// the row. `rate` is the rate of change of the row's value.
  void add(const double* products, const double* rates, double rate);
  /// Removes a row and a basic variable. The last row and the last basic variable move to the freed positions.
  void drop(int row, int basic);
  void replace_row(int row, const double* products);

 private:
  double* column(int row) { return &entries_[static_cast<std::size_t>(row) * static_cast<std::size_t>(stride_)]; }
  const double* column(int row) const {
    return &entries_[static_cast<std::size_t>(row) * static_cast<std::size_t>(stride_)];
  }
  void combine(const double* vector);
  void exchange(int row, int basic);
  void keep(const std::vector<int>& taken);

  int size_ = 0;
  int stride_ = 0;
  std::vector<double> entries_;
  std::vector<double> factors_;  ///< for each column, the factor of the vector that combine() adds to it
  std::vector<double> pivot_;    ///< a copy of the pivot's column
  std::vector<int> rows_;        ///< during invert(), the row of each pivot, in the order of the pivots; during
                                 ///< invert_pairs(), 1 for each selected pair
};

template <class May>
void BasisInverse::invert_pairs(double least, const May& may, const StopToken& stop, std::vector<int>& taken) {
  taken.clear();
  rows_.assign(static_cast<std::size_t>(size_), 0);
  for (;;) {
    int best = -1;
    double largest = least;
    for (int k = 0; k < size_; ++k) {
      const double pivot = std::fabs(column(k)[k]);
      if (rows_[k] != 0 || pivot <= largest || !may(k)) continue;
      best = k;
      largest = pivot;
    }
    if (best < 0 || stop.stop_requested()) break;
    exchange(best, best);
    rows_[best] = 1;
    taken.push_back(best);
  }
  std::sort(taken.begin(), taken.end());
  keep(taken);
}

/// A contact problem with one tangent, in scaled units. J' is multiplied by the square root of step * W, contact by
/// contact, where W is the inverse inertia. An entry of the Delassus matrix is then the product of two rows. Each
/// contact has a unit of force that brings the length of its rows near 1, and a common unit brings the biases to at
/// most 1. Forces act along the edges of friction cones ("generators"). A rolling contact with friction has two
/// generators; any other contact has one.
///
/// For a body, the root of W is the root of each entry. For a block, it is L^-1 with L L' = inertia. For speed, every
/// link has exactly four entries in a motion vector, so blocks of more than four coordinates do not fit.
///
/// The roots are rounded, so a solution that is found with this class must be checked on the problem itself.
class ContactFrame {
 public:
  static constexpr int kPlaces = 4;  ///< number of entries per link in a motion vector
  /// A row of J for the links a and b. The entries of the ground are 0, and so is the fourth entry of a body.
  struct Row {
    double a[kPlaces], b[kPlaces];
  };
  struct Contact {
    int a, b;          ///< offsets of the links in a motion vector, kPlaces * link; the ground is last
    Row row[2];        ///< normal and tangential row
    Row generator[2];  ///< row of each generator: normal row + share * tangential row, see `share`
    double bias[2];
    double share[2];  ///< tangential part of each generator: +mu and -mu for a rolling contact; -mu times the sign of
                      ///< sliding for a sliding contact
    double unit;      ///< unit of force of the contact; c = unit * scaled force * force_unit()
    bool rolls;       ///< whether the contact rolls, and so has both generators
  };

  static bool fits(const ContactProblem& problem);

  /// Sets the problem. `dynamics` must have been computed for this problem. Reuses its memory.
  void assign(const ContactProblem& problem, const ContactDynamics<double>& dynamics);

  /// Adds a random fraction of `most` to every bias. For normals the fraction is >= 0. If all contacts can be open in
  /// the given problem, they can therefore also be open in the perturbed problem.
  void perturb(double most, unsigned seed);

  int size() const { return static_cast<int>(contacts_.size()); }
  int motions() const { return motions_; }  ///< number of entries of a motion vector
  const Contact& contact(int i) const { return contacts_[i]; }
  double force_unit() const { return force_unit_; }

  /// Adds `amount` times the row to the motion vector.
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
  std::vector<double> roots_;  ///< square root of step * W for each link: kPlaces x kPlaces numbers, row by row
  int motions_ = 0;
  double force_unit_ = 1;
};

/// A basis of the contact problem with biases b + d z0, where z0 is the covering variable of Lemke's method and d its
/// vector. Each row of the basis (a_n = 0 or a_t = 0 at some contact) has a basic variable: z0, or a force along a
/// friction edge (ContactFrame). The values x of the basic variables satisfy
///
///     sum over basics of entry(row, basic) x_basic + b_row = 0   for each row of the basis.
///
/// The class stores the inverse, the values x, the motions w of all contacts, and the rates of change of x and w as a
/// variable enters. A pivot is a rank-one change of the inverse, O(rows^2), and a change of the motions, O(contacts).
/// The inverse and the values are recomputed from time to time to limit the accumulation of rounding errors.
///
/// The variables of m contacts are numbered as follows: 0 to 2m-1 are the forces along the edges, 2m to 4m-1 are the
/// motions of the rows (normal and tangent of each contact), and 4m is z0.
class ContactBasis {
 public:
  explicit ContactBasis(const ContactFrame& frame) : frame_(frame) {}

  void clear();  ///< Makes the basis empty: no rows, w = b and d = 0. Reuses its memory.
  struct Pair {
    int row, edge;
  };
  /// Sets the basis from pairs of a row and an edge, and computes the values. Leaves out pairs that would make the
  /// basis singular. In `pairs`, the tangent of a contact comes after its normal. If the normal is left out, the
  /// tangent is left out too.
  void adopt(const std::vector<Pair>& pairs, const StopToken& stop);
  /// Recomputes the inverse from the rows' entries, and then the values, so that the rounding errors of earlier pivots
  /// disappear. Returns false if the basis is singular or `stop` ends the work.
  bool refactor(const StopToken& stop);

  int motions_from() const { return 2 * frame_.size(); }
  int cover() const { return 4 * frame_.size(); }  ///< Returns the index of the covering variable z0 among the
                                                   ///< variables.
  bool is_motion(int variable) const { return variable >= motions_from() && variable != cover(); }

  int count() const { return count_; }
  bool active(int row) const { return row_index_[at(row)] >= 0; }
  int basic(int place) const { return basics_[at(place)]; }
  /// Returns the index of a variable among the basic variables, or -1 if the variable is not basic.
  int place(int variable) const { return basic_index_[at(variable)]; }

  double x(int place) const { return x_[at(place)]; }
  double x_rate(int place) const { return x_rate_[at(place)]; }
  double w(int row) const { return w_[at(row)]; }
  double w_rate(int row) const { return w_rate_[at(row)]; }

  /// Chooses d so that the variables change at given rates as z0 increases. Each basic variable changes at the rate
  /// x_rate(place). Each motion changes at the rate wanted(row), or 0 for a row in the basis. Must be called before z0
  /// enters the basis. `wanted` is called for rows in ascending order.
  template <class XRate, class Wanted>
  void cover_by(const XRate& x_rate, const Wanted& wanted) {
    for (int c = 0; c < count_; ++c) x_rate_[at(c)] = x_rate(c);
    std::fill(d_.begin(), d_.end(), 0);
    std::fill(w_rate_.begin(), w_rate_.end(), 0);
    find_motion_rates(cover());
    for (int row = 0; row < 2 * frame_.size(); ++row) {
      const double rate = active(row) ? 0 : wanted(row);
      d_[at(row)] = rate - w_rate_[at(row)];
      w_rate_[at(row)] = rate;
    }
  }
  /// Computes the rates of all values as the variable `entering` changes. A force increases; a motion changes in the
  /// given direction, +1 or -1.
  void find_rates(int entering, int direction);
  void advance(double step);
  /// Makes a pivot: the entering variable takes the value `step`, at which the leaving variable is 0. The stored rates
  /// must be those of the entering variable.
  void exchange(int entering, int leaving, double step);
  /// Improves the values of the basic variables by Newton's method on the equations of the basis.
  void polish();

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  double entry(int row, int variable) const;
  void find_motions();
  double error() const;
  void find_basic_rates(int entering, int direction);
  void find_motion_rates(int entering);
  void row_times_inverse(int row);
  void add_row(int row, int entering, double step);
  void drop_row(int row, int place);
  void replace_row(int row, int by);
  void set_basic(int place, int variable, double value);

  const ContactFrame& frame_;
  int count_ = 0;  ///< number of rows
  BasisInverse inverse_;
  std::vector<int> rows_, basics_;
  std::vector<int> row_index_, basic_index_;  ///< position of each row and of each variable in the basis, -1 outside
                                              ///< the basis
  std::vector<double> x_, x_rate_;            ///< values of the basic variables, and their rates of change
  std::vector<double> w_, w_rate_;            ///< motions of the rows, and their rates of change
  std::vector<double> d_, factors_, entries_, motion_;
  std::vector<int> taken_;
};

}  // namespace pawl::internal::inline friction
