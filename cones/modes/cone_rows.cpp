// SPDX-License-Identifier: MIT
#include "modes/cone_rows.h"

#include <cmath>

#include "exact_cone.h"

namespace pawl::internal {
namespace {

Approx axis(int k) {
  std::array<double, 3> v{};
  v[k] = 1;
  return Approx(v);
}

Approx negative(Approx v) {
  for (double& entry : v.value) entry = -entry;
  return v;
}

/// v less its part along `line`, times |line|^2.
Approx off_line(const Approx& v, const Approx& line) { return cross(line, cross(v, line)); }

class RowWriter {
 public:
  RowWriter(DirectionPool& pool, const ConicHull& hull, ConeRows& rows) : pool_(pool), hull_(hull), rows_(rows) {}

  /// False when some row is not surely accurate in doubles.
  bool write() {
    for (Cone::Rows* rows : {&rows_.rays, &rows_.lines, &rows_.faces, &rows_.equalities}) rows->clear();
    switch (hull_.lineality) {
      case 0:
        return write_pointed();
      case 1:
        return write_around_line();
      case 2:
        return write_on_plane();
      default:
        return write_axes(rows_.lines);
    }
  }

 private:
  const Approx& ray(int i) const { return pool_.approx(hull_.rays[static_cast<std::size_t>(i)]); }
  const Approx& line(int i) const { return pool_.approx(hull_.lines[static_cast<std::size_t>(i)]); }

  static bool add(Cone::Rows& rows, const Approx& v) {
    std::array<double, 3> unit;
    if (!accurate_unit(v, unit)) return false;
    rows.emplace_back(unit[0], unit[1], unit[2]);
    return true;
  }
  static bool write_axes(Cone::Rows& rows) { return add(rows, axis(0)) && add(rows, axis(1)) && add(rows, axis(2)); }
  /// Two orthogonal vectors normal to v.
  static bool add_complement(Cone::Rows& rows, const Approx& v) {
    int least = 0;
    for (int k = 1; k < 3; ++k) {
      if (std::fabs(v.value[k]) < std::fabs(v.value[least])) least = k;
    }
    const Approx first = cross(v, axis(least));
    return add(rows, first) && add(rows, cross(v, first));
  }

  bool write_pointed() {
    const int count = hull_.ray_count();
    if (count == 0) return write_axes(rows_.equalities);
    for (int i = 0; i < count; ++i) {
      if (!add(rows_.rays, ray(i))) return false;
    }
    if (count == 1) return add(rows_.faces, negative(ray(0))) && add_complement(rows_.equalities, ray(0));
    if (count == 2) {
      const Approx normal = cross(ray(0), ray(1));
      return add(rows_.equalities, normal) && add(rows_.faces, cross(ray(0), normal)) &&
             add(rows_.faces, cross(normal, ray(1)));
    }
    for (int i = 0; i < count; ++i) {
      if (!add(rows_.faces, cross(ray((i + 1) % count), ray(i)))) return false;
    }
    return true;
  }

  bool write_around_line() {
    if (!add(rows_.lines, line(0))) return false;
    const int count = hull_.ray_count();
    if (count == 0) return add_complement(rows_.equalities, line(0));
    for (int i = 0; i < count; ++i) {
      if (!add(rows_.rays, off_line(ray(i), line(0)))) return false;
    }
    if (count == 1) {
      return add(rows_.equalities, cross(line(0), ray(0))) && add(rows_.faces, negative(off_line(ray(0), line(0))));
    }
    return add(rows_.faces, cross(ray(0), line(0))) && add(rows_.faces, cross(line(0), ray(1)));
  }

  bool write_on_plane() {
    const Approx normal = cross(line(0), line(1));
    if (!add_complement(rows_.lines, normal)) return false;
    if (hull_.ray_count() == 0) return add(rows_.equalities, normal);
    return add(rows_.rays, normal) && add(rows_.faces, negative(normal));
  }

  DirectionPool& pool_;
  const ConicHull& hull_;
  ConeRows& rows_;
};

}  // namespace

void cone_rows(DirectionPool& pool, const ConicHull& hull, ConeRows& rows) {
  if (RowWriter(pool, hull, rows).write()) return;
  ExactDirections directions(pool);
  const Cone cone(std::make_shared<const ExactCone>(exact_cone(directions, hull)));
  rows = {cone.rays(), cone.lines(), cone.faces(), cone.equalities()};
}

}  // namespace pawl::internal
