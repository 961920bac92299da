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

/// The inverse of a basis B (rows by basic variables) of a linear complementarity problem, whose rows and basic
/// variables come and go: for each row a column over the basics. Each change is of rank one (the product form of the
/// inverse's update: the column or row that changes is eliminated from the others), O(size^2); made anew by Gauss and
/// Jordan's elimination, O(size^3).
class BasisInverse {
 public:
  void clear(int most);  ///< empty; keeps its memory

  /// A basis of so many rows, whose entries are then set, and which is inverted at once.
  void assign(int size) { size_ = size; }
  void set_entry(int row, int basic, double value) { column(basic)[row] = value; }
  /// Whether it is not singular: every pivot, the largest of its column, is over `least`. False when stopped.
  bool invert(double least, const StopToken& stop);
  bool took(int number) const { return rows_[number] != 0; }  ///< within invert_pairs
  /// Of the rows and basics of the same number as many as have pivots over `least`, largest first; a number is tried
  /// once `may(number)`. Lists those taken, rising; the inverse is theirs.
  template <class May>
  void invert_pairs(double least, const May& may, const StopToken& stop, std::vector<int>& taken);

  int size() const { return size_; }
  double entry(int row, int basic) const { return column(row)[basic]; }

  /// sum += the inverse times factors of the rows.
  void add_times(const double* factors, double* sum) const;
  /// products = entries of the basics times the inverse.
  void row_times(const double* entries, double* products) const;

  /// `rates`: of the basics as the variable rises that takes a basic's place.
  void replace_basic(int place, const double* rates);
  /// A row and the variable that rises, the last both; `products` as row_times has them of the row's entries, `rate`
  /// how fast the row's value rises.
  void add(const double* products, const double* rates, double rate);
  /// Without a row and a basic; the last ones take their places.
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
  std::vector<double> factors_;  ///< of each column, in a change
  std::vector<double> pivot_;    ///< the pivot's column
  std::vector<int> rows_;        ///< the row of each pivot
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
  const Contact& contact(int i) const { return contacts_[i]; }
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

/// A basis of the contact problem with biases b + d z0: for each of its rows (a_n = 0 or a_t = 0 at some contact) a
/// basic variable, z0 or a force along a friction edge (ContactFrame), so that
///
///     sum over basics of entry(row, basic) x_basic + b_row = 0   for each row of the basis.
///
/// Keeps the inverse, the basics' values x, the motions w of all contacts, and how both change as a variable enters. A
/// pivot is a change of rank one of the inverse, O(rows^2), and of O(contacts) in the motions. The inverse is made anew
/// from time to time, and the values with it, so that rounding does not add up.
///
/// Variables: edges 0..2m-1 of m contacts, then the motions of the rows 2m..4m-1 (normal, tangent of each contact), z0
/// the last.
class ContactBasis {
 public:
  explicit ContactBasis(const ContactFrame& frame) : frame_(frame) {}

  void clear();  ///< no rows, w the biases, d zero; keeps its memory
  struct Pair {
    int row, edge;
  };
  /// Rows and the edges that go with them, as far as they are no singular basis, and the values by it. A contact's
  /// tangent follows its normal in the list, and is not taken without it.
  void adopt(const std::vector<Pair>& pairs, const StopToken& stop);
  /// The inverse from the rows' entries, without what pivots left in it, and the values by it. False where it is
  /// singular, or when stopped.
  bool refactor(const StopToken& stop);

  int motions_from() const { return 2 * frame_.size(); }
  int cover() const { return 4 * frame_.size(); }  ///< z0
  bool is_motion(int variable) const { return variable >= motions_from() && variable != cover(); }

  int count() const { return count_; }
  bool active(int row) const { return row_place_[at(row)] >= 0; }
  int basic(int place) const { return basics_[at(place)]; }
  int place(int variable) const { return basic_place_[at(variable)]; }  ///< -1: not basic

  double x(int place) const { return x_[at(place)]; }
  double x_rate(int place) const { return x_rate_[at(place)]; }
  double w(int row) const { return w_[at(row)]; }
  double w_rate(int row) const { return w_rate_[at(row)]; }

  /// Chooses d such that, as z0 rises, each basic has the rate x_rate(place) and each motion wanted(row), or 0 in the
  /// basis. z0 is not in it yet. Rows are asked for in order.
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
  /// How all change as a variable that is not basic rises, a motion in the direction +1 or -1.
  void find_rates(int entering, int direction);
  void advance(double step);
  /// A pivot: the entering variable, `step` now, for the leaving one, 0 now; rates are those of the entering one.
  void exchange(int entering, int leaving, double step);
  /// Newton's method for the basis' equations, from the basics' values.
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
  int count_ = 0;  ///< rows
  BasisInverse inverse_;
  std::vector<int> rows_, basics_;
  std::vector<int> row_place_, basic_place_;  ///< of each row and variable, -1 outside
  std::vector<double> x_, x_rate_;            ///< of the basics
  std::vector<double> w_, w_rate_;            ///< of the rows
  std::vector<double> d_, factors_, entries_, motion_;
  std::vector<int> taken_;
};

}  // namespace pawl::internal::inline friction
