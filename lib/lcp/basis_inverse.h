// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace pawl {

/// The inverse of a basis of a linear complementarity problem, rows and basic variables of which come and go: for each
/// row a column over the basics. Each change is of rank one, O(size^2).
class BasisInverse {
 public:
  void clear(int most);  ///< empty; keeps its memory

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

  int size_ = 0;
  int stride_ = 0;
  std::vector<double> entries_;
  std::vector<double> factors_;  ///< of each column, in a change
};

}  // namespace pawl
