// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/lcp/matrix_class.h>

#include <cmath>
#include <functional>
#include <vector>

#include "lcp/exact_lcp.h"

namespace pawl {
namespace {

using Rational = LcpRational;

void check_square(const Eigen::MatrixXd& M) {
  if (M.rows() != M.cols()) throw InputError("/M", fmt::format("{} x {}", M.rows(), M.cols()), "must be square");
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    for (Eigen::Index j = 0; j < M.cols(); ++j) {
      if (!std::isfinite(M(i, j)))
        throw InputError(fmt::format("/M/{}/{}", i, j), fmt::format("{}", M(i, j)), "must be finite");
    }
  }
}

class ExactMatrix {
 public:
  explicit ExactMatrix(std::size_t n) : n_(n), entries_(n * n) {}
  Rational& operator()(std::size_t i, std::size_t j) { return entries_[i * n_ + j]; }
  const Rational& operator()(std::size_t i, std::size_t j) const { return entries_[i * n_ + j]; }
  std::size_t size() const { return n_; }

 private:
  std::size_t n_;
  std::vector<Rational> entries_;
};

ExactMatrix exact(const Eigen::MatrixXd& M) {
  ExactMatrix result(static_cast<std::size_t>(M.rows()));
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (std::size_t j = 0; j < result.size(); ++j) {
      result(i, j) = M(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    }
  }
  return result;
}

/// M + M'.
ExactMatrix doubled_symmetric_part(const Eigen::MatrixXd& M) {
  const ExactMatrix given = exact(M);
  ExactMatrix sum(given.size());
  for (std::size_t i = 0; i < sum.size(); ++i) {
    for (std::size_t j = 0; j < sum.size(); ++j) sum(i, j) = given(i, j) + given(j, i);
  }
  return sum;
}

/// The Schur complement of entry k among those behind it.
void eliminate_behind(ExactMatrix& S, std::size_t k) {
  for (std::size_t i = k + 1; i < S.size(); ++i) {
    if (S(i, k).is_zero()) continue;
    const Rational factor = S(i, k) / S(k, k);
    for (std::size_t j = k + 1; j < S.size(); ++j) {
      if (!S(k, j).is_zero()) S(i, j) -= factor * S(k, j);
    }
  }
}

/// Symmetric elimination: a zero on the diagonal must have a zero row.
bool semidefinite(ExactMatrix S, bool strictly) {
  for (std::size_t k = 0; k < S.size(); ++k) {
    if (S(k, k) < 0 || (strictly && S(k, k).is_zero())) return false;
    if (!S(k, k).is_zero()) {
      eliminate_behind(S, k);
      continue;
    }
    for (std::size_t j = k + 1; j < S.size(); ++j) {
      if (!S(k, j).is_zero()) return false;
    }
  }
  return true;
}

/// Gauss-Jordan with row exchanges; the determinant, and the inverse where it is not zero.
Rational invert(ExactMatrix A, ExactMatrix& inverse) {
  const std::size_t n = A.size();
  Rational determinant = 1;
  for (std::size_t i = 0; i < n; ++i) inverse(i, i) = 1;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t p = k;
    while (p < n && A(p, k).is_zero()) ++p;
    if (p == n) return 0;
    if (p != k) determinant = -determinant;
    for (std::size_t j = 0; p != k && j < n; ++j) {
      std::swap(A(k, j), A(p, j));
      std::swap(inverse(k, j), inverse(p, j));
    }
    determinant *= A(k, k);
    const Rational pivot = A(k, k);
    for (std::size_t j = 0; j < n; ++j) {
      A(k, j) /= pivot;
      inverse(k, j) /= pivot;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || A(i, k).is_zero()) continue;
      const Rational factor = A(i, k);
      for (std::size_t j = 0; j < n; ++j) {
        A(i, j) -= factor * A(k, j);
        inverse(i, j) -= factor * inverse(k, j);
      }
    }
  }
  return determinant;
}

using Accept = std::function<bool(const Rational& determinant, const ExactMatrix& inverse)>;

/// Whether every principal submatrix is accepted.
bool every_principal_submatrix(const ExactMatrix& M, const Accept& accept) {
  if (M.size() > static_cast<std::size_t>(kLargestForMinors)) {
    throw InputError("/M", fmt::format("{0} x {0}", M.size()),
                     fmt::format("must be at most {0} x {0}: all principal minors are looked at", kLargestForMinors));
  }
  std::vector<std::size_t> chosen;
  for (unsigned long set = 1; set < 1UL << M.size(); ++set) {
    chosen.clear();
    for (std::size_t i = 0; i < M.size(); ++i) {
      if (set >> i & 1) chosen.push_back(i);
    }
    ExactMatrix part(chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      for (std::size_t j = 0; j < chosen.size(); ++j) part(i, j) = M(chosen[i], chosen[j]);
    }
    ExactMatrix inverse(chosen.size());
    const Rational determinant = invert(part, inverse);
    if (!accept(determinant, inverse)) return false;
  }
  return true;
}

bool no_positive_entry(const ExactMatrix& M) {
  for (std::size_t i = 0; i < M.size(); ++i) {
    for (std::size_t j = 0; j < M.size(); ++j) {
      if (M(i, j) > 0) return false;
    }
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
  return every_principal_submatrix(exact(M),
                                   [](const Rational& determinant, const ExactMatrix&) { return determinant > 0; });
}

bool is_p0_matrix(const Eigen::MatrixXd& M) {
  check_square(M);
  return every_principal_submatrix(exact(M),
                                   [](const Rational& determinant, const ExactMatrix&) { return determinant >= 0; });
}

/// A symmetric matrix whose proper principal submatrices are copositive is not so itself exactly if its determinant is
/// negative and its adjugate has no negative entry, that is, its inverse no positive one.
bool is_copositive(const Eigen::MatrixXd& M) {
  check_square(M);
  return every_principal_submatrix(doubled_symmetric_part(M),
                                   [](const Rational& determinant, const ExactMatrix& inverse) {
                                     return !(determinant < 0 && no_positive_entry(inverse));
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
  const ExactMatrix given = exact(M);
  bool dominant = true;
  for (std::size_t i = 0; i < given.size() && dominant; ++i) {
    Rational rest = given(i, i);
    for (std::size_t j = 0; j < given.size(); ++j) {
      if (i != j) rest -= given(i, j) < 0 ? Rational(-given(i, j)) : given(i, j);
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

}  // namespace pawl
