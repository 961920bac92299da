// SPDX-License-Identifier: MIT
#include "exact/rational_solve.h"

#include <utility>

namespace pawl {

std::optional<std::vector<LcpRational>> rational_solve(std::vector<std::vector<LcpRational>> A,
                                                       std::vector<LcpRational> b, const StopToken& stop) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && A[pivot][k].is_zero()) ++pivot;
    if (pivot == n) return std::nullopt;
    std::swap(A[k], A[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      if (A[i][k].is_zero()) continue;
      if (stop.stop_requested()) return std::nullopt;
      const LcpRational factor = A[i][k] / A[k][k];
      for (std::size_t j = k + 1; j < n; ++j) {
        if (!A[k][j].is_zero()) A[i][j] -= factor * A[k][j];
      }
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    if (stop.stop_requested()) return std::nullopt;
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
  return b;
}

}  // namespace pawl
