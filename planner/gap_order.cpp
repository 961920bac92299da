// SPDX-License-Identifier: MIT
#include "gap_order.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>

#include "rational.h"

namespace pawl {
namespace {

RationalVector exact_vector(const Eigen::Vector3d& v) {
  RationalVector result(3);
  for (int k = 0; k < 3; ++k) result[k] = rational(v[k]);
  return result;
}

/// [n; p x n], p from the centre of mass.
RationalVector normal_row(const Contact& contact, const Eigen::Vector2d& centre) {
  const Rational nx = rational(contact.normal.x());
  const Rational ny = rational(contact.normal.y());
  const Rational px = rational(contact.point.x()) - rational(centre.x());
  const Rational py = rational(contact.point.y()) - rational(centre.y());
  RationalVector row(3);
  row << nx, ny, px * ny - py * nx;
  return row;
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
  std::vector<RationalVector> rows;
  for (const Contact& contact : seated.contacts) rows.push_back(normal_row(contact, seated.center_of_mass));
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

}  // namespace pawl
