// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace pawl::internal {

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
  bool took(int number) const { return rows_[static_cast<std::size_t>(number)] != 0; }  ///< within invert_pairs
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
      if (rows_[static_cast<std::size_t>(k)] != 0 || pivot <= largest || !may(k)) continue;
      best = k;
      largest = pivot;
    }
    if (best < 0 || stop.stop_requested()) break;
    exchange(best, best);
    rows_[static_cast<std::size_t>(best)] = 1;
    taken.push_back(best);
  }
  std::sort(taken.begin(), taken.end());
  keep(taken);
}

}  // namespace pawl::internal
