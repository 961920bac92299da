// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>

#include <algorithm>
#include <vector>

#include "friction/path/basis_inverse.h"
#include "friction/path/contact_frame.h"

namespace pawl::internal {

/// A basis of the contact problem with biases b + d z0: for each of its rows (a_n = 0 or a_t = 0 at some contact) a
/// basic variable, z0 or a force along a friction edge (contact_frame.h), so that
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

}  // namespace pawl::internal
