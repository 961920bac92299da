// SPDX-License-Identifier: MIT
#include "gap_order.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>

#include "contact/exact_frames.h"
#include "rational_matrix.h"

namespace pawl::internal {
namespace {

RationalVector exact_vector(const Eigen::Vector3d& v) {
  RationalVector result(3);
  for (int k = 0; k < 3; ++k) result[k] = rational(v[k]);
  return result;
}

/// [n; p x n] of each contact, p from the centre of mass.
std::vector<RationalVector> normal_rows(const ContactSet& set) {
  ExactFrames frames;
  frames.assign(set);
  std::vector<RationalVector> rows;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const ExactFrame f = frames.frame(i);
    const Rational length = 1 / Rational(f.normal_factor);
    RationalVector& row = rows.emplace_back(3);
    row << f.nx * length, f.ny * length, f.normal_arm * length / Rational(frames.scale());
  }
  return rows;
}

Rational dot(const RationalVector& a, const RationalVector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// The gaps at one displacement, all positive.
std::vector<Rational> gaps_at(const std::vector<RationalVector>& rows, const Eigen::Vector3d& displacement,
                              std::size_t number) {
  const std::string pointer = fmt::format("/start/displacements/{}", number);
  const std::string value = fmt::format("[{}, {}, {}]", displacement.x(), displacement.y(), displacement.z());
  if (!displacement.allFinite()) throw InputError(pointer, value, "must be finite numbers");
  std::vector<Rational> gaps;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    gaps.push_back(dot(rows[i], exact_vector(displacement)));
    if (gaps.back() <= 0) {
      throw InputError(pointer, value,
                       fmt::format("must open the gap of every fixel; it does not open that of {}", i + 1));
    }
  }
  return gaps;
}

}  // namespace

GapOrder::GapOrder(const ContactSet& seated, const std::vector<Eigen::Vector3d>& displacements)
    : per_pair_(displacements.size()) {
  const std::vector<RationalVector> rows = normal_rows(seated);
  std::vector<std::vector<Rational>> gaps;
  for (std::size_t m = 0; m < displacements.size(); ++m) gaps.push_back(gaps_at(rows, displacements[m], m));
  const Rational mass = rational(seated.mass);
  const Rational inertia = rational(seated.inertia);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      for (const std::vector<Rational>& gap : gaps) {
        RationalVector normal = gap[i] * rows[j] - gap[j] * rows[i];
        normal[0] *= inertia;  // M^-1, times m I
        normal[1] *= inertia;
        normal[2] *= mass;
        comparisons_.push_back({static_cast<int>(i), static_cast<int>(j), integer_vector(normal)});
      }
    }
  }
}

}  // namespace pawl::internal
