// SPDX-License-Identifier: MIT
#include "friction/exact_contact_lcp.h"

#include <pawl/base/assert.h>

#include <utility>

#include "friction/block_cholesky.h"
#include "friction/contact_scales.h"

namespace pawl {
namespace {

using internal::exact_lcp;
using internal::ExactLcp;

using Rationals = std::vector<Rational>;

/// Entries that are not zero, by coordinate.
using SparseVector = std::vector<std::pair<Eigen::Index, Rational>>;

std::size_t at(Eigen::Index i) { return static_cast<std::size_t>(i); }

/// Inverse of a symmetric positive definite block: Gauss-Jordan without exchanges.
std::vector<Rationals> inverse(const Eigen::MatrixXd& block) {
  const std::size_t n = at(block.rows());
  std::vector<Rationals> a(n, Rationals(2 * n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) a[i][j] = block(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    a[i][n + i] = 1;
  }
  for (std::size_t k = 0; k < n; ++k) {
    const Rational pivot = a[k][k];
    for (Rational& entry : a[k]) entry /= pivot;
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || a[i][k].is_zero()) continue;
      const Rational factor = a[i][k];
      for (std::size_t j = 0; j < 2 * n; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  for (Rationals& row : a) row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(n));
  return a;
}

/// What forces do to the coordinates that no drive holds.
class Mobility {
 public:
  explicit Mobility(const ContactEquations& e) : loose_(at(e.degrees()), true), place_(at(e.degrees())) {
    for (Eigen::Index i = 0; i < e.bilateral.size(); ++i) loose_[at(driven(e, i))] = false;
    std::vector<Eigen::Index> coordinates;
    for (Eigen::Index j = 0; j < e.degrees(); ++j) {
      if (loose_[at(j)]) coordinates.push_back(j);
    }
    const Eigen::MatrixXd mass = e.mass(coordinates, coordinates);
    for (Eigen::Index start = 0; start < mass.rows();) {
      const Eigen::Index end = block_end(mass, start);
      const std::vector<Eigen::Index> members(coordinates.begin() + start, coordinates.begin() + end);
      for (Eigen::Index i = 0; i < end - start; ++i) place_[at(members[at(i)])] = {blocks_.size(), at(i)};
      blocks_.push_back({members, inverse(mass.block(start, start, end - start, end - start))});
      start = end;
    }
  }

  /// The coordinate of a drive's row.
  static Eigen::Index driven(const ContactEquations& e, Eigen::Index row) {
    Eigen::Index coordinate = 0;
    e.bilateral.rows.row(row).cwiseAbs().maxCoeff(&coordinate);
    return coordinate;
  }

  bool loose(Eigen::Index coordinate) const { return loose_[at(coordinate)]; }

  /// The motion that a force on the coordinates gives, dense.
  Rationals motion(const SparseVector& force) const {
    Rationals result(loose_.size());
    for (const auto& [coordinate, push] : force) {
      if (!loose(coordinate)) continue;
      const auto [block, column] = place_[at(coordinate)];
      const std::vector<Eigen::Index>& members = blocks_[block].first;
      for (std::size_t i = 0; i < members.size(); ++i) {
        result[at(members[i])] += blocks_[block].second[i][column] * push;
      }
    }
    return result;
  }

 private:
  std::vector<bool> loose_;
  std::vector<std::pair<std::size_t, std::size_t>> place_;  // block and row of a loose coordinate
  std::vector<std::pair<std::vector<Eigen::Index>, std::vector<Rationals>>> blocks_;
};

class Assembly {
 public:
  Assembly(const ContactLaws& laws, const ContactLcp& layout)
      : laws_(laws), e_(laws.equations), lcp_(layout), mobility_(e_) {
    for (Eigen::Index i = 0; i < contacts(); ++i) {
      rows_.push_back(row(e_.normals, contact(i)));
      columns_.push_back(normal_column(i));
    }
    for (const Eigen::MatrixXd& tangent : e_.tangents) {
      for (const Eigen::Index i : lcp_.rolling) {
        rows_.push_back(row(tangent, i));
        columns_.push_back(rows_.back());
      }
    }
  }

  ExactLcp assemble() {
    const std::size_t forces = rows_.size();
    ExactLcp exact;
    exact.n = static_cast<int>(lcp_.q.size());
    exact.M.assign(at(exact.n) * at(exact.n), Rational(0));
    exact.q.assign(at(exact.n), Rational(0));
    const auto entry = [&](std::size_t i, std::size_t j) -> Rational& { return exact.M[i * at(exact.n) + j]; };
    for (std::size_t j = 0; j < forces; ++j) {
      const Rationals motion = mobility_.motion(columns_[j]);
      for (std::size_t i = 0; i < forces; ++i) entry(i, j) = along(rows_[i], motion);
    }
    const Rationals unforced = unforced_motion();
    for (std::size_t i = 0; i < forces; ++i) exact.q[i] = along(rows_[i], unforced) + Rational(offset(i));
    const std::size_t slacks = forces - at(contacts());
    for (std::size_t i = 0; i < slacks; ++i) {
      const std::size_t edge = at(contacts()) + i, rolling = i % lcp_.rolling.size();
      entry(edge, forces + i) = 1;
      entry(forces + i, edge) = -1;
      entry(forces + i, lcp_.sliding.size() + rolling) = 2 * Rational(e_.friction[lcp_.rolling[rolling]]);
    }
    return exact;
  }

 private:
  Eigen::Index contacts() const { return static_cast<Eigen::Index>(lcp_.sliding.size() + lcp_.rolling.size()); }
  bool slides(Eigen::Index i) const { return at(i) < lcp_.sliding.size(); }
  Eigen::Index contact(Eigen::Index i) const {
    return slides(i) ? lcp_.sliding[at(i)] : lcp_.rolling[at(i) - lcp_.sliding.size()];
  }

  static SparseVector row(const Eigen::MatrixXd& matrix, Eigen::Index i) {
    SparseVector entries;
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      if (matrix(i, j) != 0) entries.emplace_back(j, Rational(matrix(i, j)));
    }
    return entries;
  }

  /// N - mu sum of shares T_k: the wrench of a unit of c_n with the friction that goes with it.
  SparseVector normal_column(Eigen::Index i) const {
    const Eigen::Index c = contact(i);
    Rationals sum(at(e_.degrees()));
    for (const auto& [j, value] : rows_[at(i)]) sum[at(j)] += value;
    for (std::size_t k = 0; k < e_.tangents.size(); ++k) {
      const Rational share = Rational(e_.friction[c]) * Rational(slides(i) ? sliding_direction(e_, c, k) : 1.0);
      for (const auto& [j, value] : row(e_.tangents[k], c)) sum[at(j)] -= share * value;
    }
    SparseVector entries;
    for (std::size_t j = 0; j < sum.size(); ++j) {
      if (!sum[j].is_zero()) entries.emplace_back(static_cast<Eigen::Index>(j), sum[j]);
    }
    return entries;
  }

  static Rational along(const SparseVector& direction, const Rationals& motion) {
    Rational sum = 0;
    for (const auto& [j, value] : direction) {
      if (!motion[at(j)].is_zero()) sum += value * motion[at(j)];
    }
    return sum;
  }

  double offset(std::size_t i) const {
    if (i < at(contacts())) return laws_.normal_offset[contact(static_cast<Eigen::Index>(i))];
    const std::size_t k = (i - at(contacts())) / lcp_.rolling.size();
    return laws_.tangent_offset[k][lcp_.rolling[(i - at(contacts())) % lcp_.rolling.size()]];
  }

  /// p of the drives, and what the impetus gives the others beside it.
  Rationals unforced_motion() const {
    Rationals driven(at(e_.degrees()));
    for (Eigen::Index i = 0; i < e_.bilateral.size(); ++i) {
      const Eigen::Index j = Mobility::driven(e_, i);
      driven[at(j)] = Rational(laws_.bilateral_target[i]) / Rational(e_.bilateral.rows(i, j));
    }
    SparseVector push;
    for (Eigen::Index j = 0; j < e_.degrees(); ++j) {
      push.emplace_back(j, Rational(laws_.impetus[j]) - along(row(e_.mass, j), driven));
    }
    Rationals motion = mobility_.motion(push);
    for (std::size_t j = 0; j < motion.size(); ++j) motion[j] += driven[j];
    return motion;
  }

  const ContactLaws& laws_;
  const ContactEquations& e_;
  const ContactLcp& lcp_;
  Mobility mobility_;
  std::vector<SparseVector> rows_, columns_;
};

/// Whether every bilateral row is a drive of a coordinate of its own.
bool only_drives(const ContactEquations& e) {
  for (Eigen::Index i = 0; i < e.bilateral.size(); ++i) {
    if ((e.bilateral.rows.row(i).array() != 0).count() != 1) return false;
    for (Eigen::Index k = 0; k < i; ++k) {
      if (Mobility::driven(e, k) == Mobility::driven(e, i)) return false;
    }
  }
  return true;
}

}  // namespace

ExactLcp exact_contact_lcp(const ContactLaws& laws) {
  const ContactLcp lcp = contact_lcp(laws);
  if (!only_drives(laws.equations)) return exact_lcp(Lcp{lcp.M, lcp.q});
  return Assembly(laws, lcp).assemble();
}

}  // namespace pawl
