// SPDX-License-Identifier: MIT
#include "support/matrix_class.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "exact/numbers.h"

namespace pawl::oracle {
namespace {

using internal::Integer;

void check_square(const Eigen::MatrixXd& M) {
  if (M.rows() != M.cols()) throw InputError("/M", fmt::format("{} x {}", M.rows(), M.cols()), "must be square");
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    for (Eigen::Index j = 0; j < M.cols(); ++j) {
      if (!std::isfinite(M(i, j)))
        throw InputError(fmt::format("/M/{}/{}", i, j), fmt::format("{}", M(i, j)), "must be finite");
    }
  }
}

class IntegerMatrix {
 public:
  explicit IntegerMatrix(std::size_t n) : n_(n), entries_(n * n) {}
  Integer& operator()(std::size_t i, std::size_t j) { return entries_[i * n_ + j]; }
  const Integer& operator()(std::size_t i, std::size_t j) const { return entries_[i * n_ + j]; }
  std::size_t size() const { return n_; }
  void exchange_rows(std::size_t i, std::size_t k) {
    for (std::size_t j = 0; j < n_; ++j) std::swap(entries_[i * n_ + j], entries_[k * n_ + j]);
  }

 private:
  std::size_t n_;
  std::vector<Integer> entries_;
};

/// Multiplies M by the power of two that makes all entries whole numbers. This does not change the class of the matrix.
IntegerMatrix whole(const Eigen::MatrixXd& M) {
  constexpr int kDigits = std::numeric_limits<double>::digits;
  int least = std::numeric_limits<double>::max_exponent;
  for (const double entry : M.reshaped()) {
    if (entry != 0) least = std::min(least, std::ilogb(entry));
  }
  IntegerMatrix result(static_cast<std::size_t>(M.rows()));
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (std::size_t j = 0; j < result.size(); ++j) {
      const double entry = M(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      if (entry == 0) continue;
      const int exponent = std::ilogb(entry);
      result(i, j) = Integer(std::scalbn(entry, kDigits - 1 - exponent)) << static_cast<unsigned>(exponent - least);
    }
  }
  return result;
}

/// Returns M + M'.
IntegerMatrix doubled_symmetric_part(const Eigen::MatrixXd& M) {
  const IntegerMatrix given = whole(M);
  IntegerMatrix sum(given.size());
  for (std::size_t i = 0; i < sum.size(); ++i) {
    for (std::size_t j = 0; j < sum.size(); ++j) sum(i, j) = given(i, j) + given(j, i);
  }
  return sum;
}

/// Makes one step of Bareiss's elimination: eliminates the entry (i, k) of A with row k, and applies the same operation
/// to the rows of B. All divisions are exact. `before` is the previous pivot.
void eliminate(IntegerMatrix& A, std::size_t i, std::size_t k, const Integer& before, IntegerMatrix* B = nullptr) {
  const Integer factor = A(i, k);
  const Integer& pivot = A(k, k);
  for (IntegerMatrix* matrix : {&A, B}) {
    for (std::size_t j = 0; matrix != nullptr && j < A.size(); ++j) {
      (*matrix)(i, j) = ((*matrix)(i, j) * pivot - factor * (*matrix)(k, j)) / before;
    }
  }
}

/// Decides semidefiniteness by symmetric elimination. If a diagonal entry becomes zero, its whole row must be zero.
bool semidefinite(IntegerMatrix S, bool strictly) {
  Integer before = 1;
  for (std::size_t k = 0; k < S.size(); ++k) {
    if (S(k, k) < 0 || (strictly && S(k, k).is_zero())) return false;
    for (std::size_t j = k + 1; S(k, k).is_zero() && j < S.size(); ++j) {
      if (!S(k, j).is_zero()) return false;
    }
    if (S(k, k).is_zero()) continue;
    for (std::size_t i = k + 1; i < S.size(); ++i) eliminate(S, i, k, before);
    before = S(k, k);
  }
  return true;
}

/// Brings a nonzero entry of column k to (k, k). Searches row k and those below it. Returns 0 if all these entries are
/// zero, -1 if two rows were exchanged, and 1 otherwise.
int find_pivot(IntegerMatrix& A, std::size_t k, IntegerMatrix* B = nullptr) {
  std::size_t p = k;
  while (p < A.size() && A(p, k).is_zero()) ++p;
  if (p == A.size()) return 0;
  if (p == k) return 1;
  A.exchange_rows(k, p);
  if (B != nullptr) B->exchange_rows(k, p);
  return -1;
}

int determinant_sign(IntegerMatrix A) {
  int sign = 1;
  Integer before = 1;
  for (std::size_t k = 0; k < A.size() && sign != 0; ++k) {
    sign *= find_pivot(A, k);
    for (std::size_t i = k + 1; sign != 0 && i < A.size(); ++i) eliminate(A, i, k, before);
    before = A(k, k);
  }
  return sign == 0 ? 0 : sign * before.sign();
}

/// Returns whether no entry of the inverse is positive. The matrix must not be singular.
bool inverse_has_no_positive_entry(IntegerMatrix A) {
  IntegerMatrix inverse(A.size());  // the inverse, multiplied by the last pivot
  for (std::size_t i = 0; i < A.size(); ++i) inverse(i, i) = 1;
  Integer before = 1;
  for (std::size_t k = 0; k < A.size(); ++k) {
    find_pivot(A, k, &inverse);
    for (std::size_t i = 0; i < A.size(); ++i) {
      if (i != k) eliminate(A, i, k, before, &inverse);
    }
    before = A(k, k);
  }
  for (std::size_t i = 0; i < A.size(); ++i) {
    for (std::size_t j = 0; j < A.size(); ++j) {
      if (inverse(i, j).sign() * before.sign() > 0) return false;
    }
  }
  return true;
}

/// Returns whether `accept` returns true for every principal submatrix.
bool every_principal_submatrix(const IntegerMatrix& M, const std::function<bool(const IntegerMatrix&)>& accept) {
  if (M.size() > static_cast<std::size_t>(kLargestForMinors)) {
    throw InputError("/M", fmt::format("{0} x {0}", M.size()),
                     fmt::format("must be at most {0} x {0}: all principal minors are examined", kLargestForMinors));
  }
  std::vector<std::size_t> chosen;
  for (unsigned long set = 1; set < 1UL << M.size(); ++set) {
    chosen.clear();
    for (std::size_t i = 0; i < M.size(); ++i) {
      if (set >> i & 1) chosen.push_back(i);
    }
    IntegerMatrix part(chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      for (std::size_t j = 0; j < chosen.size(); ++j) part(i, j) = M(chosen[i], chosen[j]);
    }
    if (!accept(part)) return false;
  }
  return true;
}

}  // namespace

bool is_symmetric(const Eigen::MatrixXd& M) {
  check_square(M);
  return M == M.transpose();
}

bool is_positive_semidefinite(const Eigen::MatrixXd& M) {
  check_square(M);
  return semidefinite(doubled_symmetric_part(M), false);
}

bool is_positive_definite(const Eigen::MatrixXd& M) {
  check_square(M);
  return semidefinite(doubled_symmetric_part(M), true);
}

bool is_p_matrix(const Eigen::MatrixXd& M) {
  check_square(M);
  return every_principal_submatrix(whole(M), [](const IntegerMatrix& part) { return determinant_sign(part) > 0; });
}

bool is_p0_matrix(const Eigen::MatrixXd& M) {
  check_square(M);
  return every_principal_submatrix(whole(M), [](const IntegerMatrix& part) { return determinant_sign(part) >= 0; });
}

/// The criterion is for a symmetric matrix, all of whose proper principal submatrices are copositive. The matrix is not
/// copositive if and only if its determinant is negative and its adjugate has no negative entry. Its inverse then has
/// no positive entry.
bool is_copositive(const Eigen::MatrixXd& M) {
  check_square(M);
  return every_principal_submatrix(doubled_symmetric_part(M), [](const IntegerMatrix& part) {
    return determinant_sign(part) >= 0 || !inverse_has_no_positive_entry(part);
  });
}

bool is_z_matrix(const Eigen::MatrixXd& M) {
  check_square(M);
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    for (Eigen::Index j = 0; j < M.cols(); ++j) {
      if (i != j && M(i, j) > 0) return false;
    }
  }
  return true;
}

bool surely_p_matrix(const Eigen::MatrixXd& M) {
  check_square(M);
  const IntegerMatrix given = whole(M);
  bool dominant = true;
  for (std::size_t i = 0; i < given.size() && dominant; ++i) {
    Integer rest = given(i, i);
    for (std::size_t j = 0; j < given.size(); ++j) {
      if (i != j) rest -= abs(given(i, j));
    }
    dominant = rest > 0;
  }
  return dominant || is_positive_definite(M);
}

bool surely_copositive(const Eigen::MatrixXd& M) {
  check_square(M);
  return (M.array() >= 0).all() || is_positive_semidefinite(M);
}

bool surely_sufficient(const Eigen::MatrixXd& M) { return is_positive_semidefinite(M) || surely_p_matrix(M); }

}  // namespace pawl::oracle
