// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <vector>

#include "exact/numbers.h"

namespace pawl::oracle {

using internal::Rational;

/// A dense matrix of rationals whose entries are initially 0.
struct DenseMatrix {
  DenseMatrix(int rows_in, int cols_in)
      : rows(rows_in), cols(cols_in), entries(static_cast<std::size_t>(rows_in * cols_in)) {}
  Rational& operator()(int i, int j) { return entries[static_cast<std::size_t>(i * cols + j)]; }
  const Rational& operator()(int i, int j) const { return entries[static_cast<std::size_t>(i * cols + j)]; }

  int rows, cols;
  std::vector<Rational> entries;
};

inline DenseMatrix operator*(const DenseMatrix& a, const DenseMatrix& b) {
  DenseMatrix product(a.rows, b.cols);
  for (int i = 0; i < a.rows; ++i) {
    for (int k = 0; k < a.cols; ++k) {
      if (a(i, k) == 0) continue;
      for (int j = 0; j < b.cols; ++j) {
        if (b(k, j) != 0) product(i, j) += a(i, k) * b(k, j);
      }
    }
  }
  return product;
}

inline DenseMatrix transposed(const DenseMatrix& a) {
  DenseMatrix result(a.cols, a.rows);
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < a.cols; ++j) result(j, i) = a(i, j);
  }
  return result;
}

/// Returns the inverse of a symmetric positive definite matrix. Inverts leading blocks of growing size: if A is the
/// inverse of a leading block, the next block [A^-1 c; c' d] has the inverse (A + A c c'A / s, -A c / s; -c'A / s, 1 /
/// s) with s = d - c'A c.
inline DenseMatrix inverse(const DenseMatrix& matrix) {
  DenseMatrix a(matrix.rows, matrix.rows);
  for (int n = 0; n < matrix.rows; ++n) {
    std::vector<Rational> ac(static_cast<std::size_t>(n));
    Rational s = matrix(n, n);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) ac[static_cast<std::size_t>(i)] += a(i, j) * matrix(j, n);
      s -= matrix(n, i) * ac[static_cast<std::size_t>(i)];
    }
    for (int i = 0; i < n; ++i) {
      const Rational& left = ac[static_cast<std::size_t>(i)];
      for (int j = 0; j < n; ++j) a(i, j) += left * ac[static_cast<std::size_t>(j)] / s;
      a(i, n) = a(n, i) = -left / s;
    }
    a(n, n) = 1 / s;
  }
  return a;
}

/// The matrix M and the vector q of a contact problem at the acceleration level, with blocks and without bodies.
/// Computed by dense algebra in rationals from the equations of pawl/friction/contact_problem.h:
///
///   a = step J W J'c + b,   b = J x + o,   x = p + W (r - K p)
///
/// Here J is the contact Jacobian, K the inertia, W its inverse over the coordinates that are not driven, r the free
/// momentum, p the driven motions, and o the offsets of the contacts. The contact forces c and the variables z and w of
/// the LCP satisfy c = C z. The entries of w are a_n, a_k+ = a_k + a_k- and s_k- = 2 mu c_n - s_k+.
class DenseContactLcp {
 public:
  explicit DenseContactLcp(const ContactProblem& problem)
      : problem_(problem), directions_(1 + problem.tangents), contacts_(static_cast<int>(problem.contacts.size())) {
    for (const ContactProblem::Block& block : problem.blocks) {
      first_.push_back(coordinates_);
      coordinates_ += static_cast<int>(block.inertia.rows());
    }
    for (const ContactProblem::Contact& contact : problem.contacts) sliding_ += contact.sliding != 0;
    int slid = 0, rolled = sliding_;
    for (const ContactProblem::Contact& contact : problem.contacts) {
      place_.push_back(contact.sliding != 0 ? slid++ : rolled++);
    }
  }

  int size() const { return sliding_ + (1 + 2 * problem_.tangents) * rolling(); }

  DenseMatrix M() const {
    const DenseMatrix j = jacobian();
    DenseMatrix a = j * inverse_inertia() * transposed(j) * forces();
    for (Rational& entry : a.entries) entry *= Rational(problem_.step);
    DenseMatrix m(size(), size());
    for (int i = 0; i < contacts_; ++i) {
      for (int column = 0; column < size(); ++column) {
        for (int d = 0; d < (rolls(i) ? directions_ : 1); ++d) m(row(i, d), column) = a(i * directions_ + d, column);
      }
      for (int k = 0; rolls(i) && k < problem_.tangents; ++k) {
        m(plus(i, k), minus(i, k)) += 1;                                 // this is the term a_k- in a_k+ = a_k + a_k-
        m(minus(i, k), normal(i)) += 2 * Rational(contact(i).friction);  // s_k- = 2 mu c_n - s_k+
        m(minus(i, k), plus(i, k)) -= 1;
      }
    }
    return m;
  }

  std::vector<Rational> q() const {
    const DenseMatrix b = jacobian() * unforced();
    std::vector<Rational> q(static_cast<std::size_t>(size()));
    for (int i = 0; i < contacts_; ++i) {
      for (int d = 0; d < (rolls(i) ? directions_ : 1); ++d) {
        q[static_cast<std::size_t>(row(i, d))] = b(i * directions_ + d, 0) + offset(i, d);
      }
    }
    return q;
  }

 private:
  const ContactProblem::Contact& contact(int i) const { return problem_.contacts[static_cast<std::size_t>(i)]; }
  int rolling() const { return contacts_ - sliding_; }
  bool rolls(int i) const { return contact(i).sliding == 0; }
  int normal(int i) const { return place_[static_cast<std::size_t>(i)]; }
  int plus(int i, int k) const { return normal(i) + (1 + k) * rolling(); }
  int minus(int i, int k) const { return normal(i) + (1 + problem_.tangents + k) * rolling(); }
  int row(int i, int d) const { return d == 0 ? normal(i) : plus(i, d - 1); }
  Rational offset(int i, int d) const {
    if (d > 1) return contact(i).more_biases[static_cast<std::size_t>(d - 2)];
    return d == 0 ? contact(i).normal_bias : contact(i).tangent_bias;
  }

  DenseMatrix jacobian() const {
    DenseMatrix j(contacts_ * directions_, coordinates_);
    for (int i = 0; i < contacts_; ++i) {
      add_rows(contact(i).a, contact(i).rows_a, i, j);
      add_rows(contact(i).b, contact(i).rows_b, i, j);
    }
    return j;
  }
  void add_rows(int block, const Eigen::MatrixXd& rows, int i, DenseMatrix& j) const {
    if (block < 0) return;
    for (int d = 0; d < directions_; ++d) {
      for (int k = 0; k < rows.cols(); ++k) {
        j(i * directions_ + d, first_[static_cast<std::size_t>(block)] + k) += Rational(rows(d, k));
      }
    }
  }

  /// Returns the coordinates of a block that are not driven. Appends one number per coordinate to p: the motion of a
  /// driven coordinate, and 0 for another one.
  static std::vector<int> loose(const ContactProblem::Block& block, std::vector<Rational>& p) {
    std::vector<int> list;
    for (int i = 0; i < block.inertia.rows(); ++i) {
      const bool driven = !block.driven.empty() && block.driven[static_cast<std::size_t>(i)];
      p.push_back(driven ? Rational(*block.driven[static_cast<std::size_t>(i)]) : Rational(0));
      if (!driven) list.push_back(i);
    }
    return list;
  }

  /// Returns W. For each block, it is the inverse of the inertia over the coordinates that are not driven.
  DenseMatrix inverse_inertia() const {
    DenseMatrix w(coordinates_, coordinates_);
    for (std::size_t k = 0; k < problem_.blocks.size(); ++k) {
      std::vector<Rational> p;
      const std::vector<int> free = loose(problem_.blocks[k], p);
      const int n = static_cast<int>(free.size());
      DenseMatrix inertia(n, n);
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) inertia(i, j) = problem_.blocks[k].inertia(at(free, i), at(free, j));
      }
      const DenseMatrix part = inverse(inertia);
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) w(first_[k] + at(free, i), first_[k] + at(free, j)) = part(i, j);
      }
    }
    return w;
  }

  /// Returns x, a matrix with one column.
  DenseMatrix unforced() const {
    DenseMatrix known(coordinates_, 1), push(coordinates_, 1);
    for (std::size_t k = 0; k < problem_.blocks.size(); ++k) {
      const ContactProblem::Block& block = problem_.blocks[k];
      std::vector<Rational> p;
      loose(block, p);
      for (int i = 0; i < block.inertia.rows(); ++i) {
        known(first_[k] + i, 0) = p[static_cast<std::size_t>(i)];
        if (block.free_momentum.size() > 0) push(first_[k] + i, 0) = block.free_momentum[i];
        for (int j = 0; j < block.inertia.rows(); ++j) {
          push(first_[k] + i, 0) -= Rational(block.inertia(i, j)) * p[static_cast<std::size_t>(j)];
        }
      }
    }
    DenseMatrix x = inverse_inertia() * push;
    for (int i = 0; i < coordinates_; ++i) x(i, 0) += known(i, 0);
    return x;
  }

  /// Returns C. It maps z to c_k = s_k+ - mu c_n for a rolling contact, and to c_k = -mu v_k/|v| c_n for a sliding
  /// contact.
  DenseMatrix forces() const {
    DenseMatrix c(contacts_ * directions_, size());
    for (int i = 0; i < contacts_; ++i) {
      const Rational mu = contact(i).friction;
      c(i * directions_, normal(i)) = 1;
      for (int k = 0; k < problem_.tangents; ++k) {
        const int here = i * directions_ + 1 + k;
        if (rolls(i)) {
          c(here, plus(i, k)) = 1;
          c(here, normal(i)) = -mu;
        } else {
          const Rational along = contact(i).slide.empty() ? Rational(contact(i).sliding)
                                                          : Rational(contact(i).slide[static_cast<std::size_t>(k)]);
          c(here, normal(i)) = -mu * along;
        }
      }
    }
    return c;
  }

  static int at(const std::vector<int>& list, int i) { return list[static_cast<std::size_t>(i)]; }

  const ContactProblem& problem_;
  int directions_, contacts_;
  int coordinates_ = 0, sliding_ = 0;
  std::vector<int> first_, place_;
};

/// Returns whether all entries of M and q in `lcp` exactly equal those of dense algebra.
template <class ExactLcp>
bool is_dense_lcp(const ContactProblem& problem, const ExactLcp& lcp) {
  const DenseContactLcp dense(problem);
  if (lcp.n != dense.size() || lcp.q != dense.q()) return false;
  return lcp.M == dense.M().entries;
}

}  // namespace pawl::oracle
