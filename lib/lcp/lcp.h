// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/lcp/lcp.h>

#include <cstddef>

namespace pawl::internal::inline lcp {

/// M and q with rows and columns times powers of two that bring the largest entries near 1: z = scale * z',
/// w = w' / scale. Exact: only exponents change.
struct ScaledLcp {
  std::vector<double> M;  ///< row-major
  std::vector<double> q, scale;

  void assign(const Lcp& lcp);  ///< keeps its memory

 private:
  void find_largest(const Lcp& lcp);
  std::vector<double> largest_;
};

/// The z of a complementary basis: M_aa z_a = -q_a over the entries marked, 0 elsewhere, with iterative refinement in
/// extended precision. Where M_aa is singular a least squares solution near `guess`, of up to 512
/// entries. When stopped before the factorisation: the guess.
Eigen::VectorXd basis_solution(const Lcp& lcp, const std::vector<char>& basis, const Eigen::VectorXd& guess,
                               const StopToken& stop = {});

/// Whether what passes for zero in lcp_residual(), which knows no units, is zero by what it does as well. Of each pair
/// that is z_i, without which no w changes by more than kLcpResidual; or w_i, which is as little of its own terms, or
/// which a z_j takes away that changes no w by more. Else a number may be small for its unit only. O(n^2).
bool zero_in_units(const Lcp& lcp, const Eigen::VectorXd& z);

/// Some 34 digits, by the compiler's software arithmetic: long double where it has them (WebAssembly, AArch64).
#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 Quadruple;
#else
using Quadruple = long double;
static_assert(__LDBL_MANT_DIG__ == 113);
#endif

/// How a path of Lemke's method ended.
enum class PathEnd {
  solved,  ///< z0 has left the basis, or was never needed
  ray,     ///< in a secondary ray: nothing blocks the entering variable
  limit    ///< too many pivots, stopped, or lost to rounding
};

/// target[k] += factor * source[k] for k < count: the inner loop of every tableau. Each entry is rounded on its own, so
/// that every instruction set gives the same bits.
void add_multiple(double* target, double factor, const double* source, int count);

/// target += the sum of factor * column, columns of a table `stride` apart.
void add_columns(double* target, const double* table, int stride, const double* factors, int columns, int count);

/// To every column its factor times the vector.
void add_outer(double* table, int stride, const double* factors, int columns, const double* vector, int count);

/// To every row but one of a row-major table: its entry in the column times that one, the entry itself zero before.
void eliminate(double* table, int rows, int columns, int row, int column);

template <class Real>
void eliminate(Real* table, int rows, int columns, int row, int column) {
  const Real* pivot_row = table + static_cast<std::size_t>(row) * static_cast<std::size_t>(columns);
  for (int i = 0; i < rows; ++i) {
    Real* other = table + static_cast<std::size_t>(i) * static_cast<std::size_t>(columns);
    const Real factor = other[column];
    if (i == row || factor == 0) continue;
    other[column] = 0;
    for (int j = 0; j < columns; ++j) other[j] += factor * pivot_row[j];
  }
}

}  // namespace pawl::internal::inline lcp
