// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/lcp/lcp.h>

#include <cstddef>

namespace pawl::internal::inline lcp {

/// M and q with scaled rows and columns: z = scale * z', w = w' / scale, where z' and w' are the scaled variables. The
/// scales are powers of two that bring the largest entry of each row and column of M near 1. Scaling is exact, unless a
/// result leaves the range of doubles, because only exponents change.
struct ScaledLcp {
  std::vector<double> M;  ///< scaled matrix, row-major
  std::vector<double> q, scale;

  void assign(const Lcp& lcp);  ///< Sets the problem; reuses its memory.

 private:
  void find_largest(const Lcp& lcp);
  std::vector<double> largest_;
};

/// Returns the z of a complementary basis. For the entries a that are marked in `basis`, z solves M_aa z_a = -q_a; all
/// other entries are 0. Uses iterative refinement in extended precision. If the solution is inaccurate, because M_aa is
/// singular or nearly singular, and if M_aa has at most 512 rows, solves again with full pivoting; among several
/// solutions, this returns one near `guess`. Returns `guess` if `stop` ends the work before the factorisation.
Eigen::VectorXd basis_solution(const Lcp& lcp, const std::vector<char>& basis, const Eigen::VectorXd& guess,
                               const StopToken& stop = {});

/// Returns whether the entries that lcp_residual() counts as zero also have negligible effects. This check is needed
/// because lcp_residual() ignores units: it may count an entry as zero although only the entry's unit makes the number
/// small.
///
/// The function requires of every pair (z_i, w_i) that one entry is negligible, and that the other entry is negligible
/// or not negative. Let s = kLcpResidual max(1, |q|_inf).
///
/// - z_i is negligible if |z_i| is at most s, and setting z_i to 0 changes no w by more than s.
/// - w_i is negligible if |w_i| is at most s (plus rounding) and one of two conditions holds. Either |w_i| is at most
///   kLcpResidual times the sum of the magnitudes of its terms, or a change of one z_j makes w_i zero and changes no w
///   by more than s.
///
/// O(n^2).
bool zero_in_units(const Lcp& lcp, const Eigen::VectorXd& z);

/// Quadruple precision, about 34 digits, by the compiler's software arithmetic. If long double has this precision
/// (WebAssembly, AArch64), long double is used instead.
#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 Quadruple;
#else
using Quadruple = long double;
static_assert(__LDBL_MANT_DIG__ == 113);
#endif

/// How a path of Lemke's method ended.
enum class PathEnd {
  solved,  ///< z0 left the basis, or was not needed, because no constant was negative at the start
  ray,     ///< the path ended in a secondary ray, because nothing blocks the entering variable
  limit    ///< the path ended because of a limit on pivots, a stop request or too large rounding errors
};

/// Adds factor * source[k] to target[k] for k < count. This is the inner loop of all tableaus. Each entry is rounded
/// separately, so that the result is the same, bit for bit, for every instruction set.
void add_multiple(double* target, double factor, const double* source, int count);

/// Adds the sum over all columns of a table, each multiplied by its factor, to `target`. The starts of two columns are
/// `stride` entries apart.
void add_columns(double* target, const double* table, int stride, const double* factors, int columns, int count);

/// Adds factors[k] * vector to column k of a table, for every k.
void add_outer(double* table, int stride, const double* factors, int columns, const double* vector, int count);

/// Eliminates a column of a row-major table: for every row except the pivot row, sets its entry in the column to zero,
/// and then adds the old entry times the pivot row to the row.
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
