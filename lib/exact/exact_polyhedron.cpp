// SPDX-License-Identifier: MIT
#include "exact/exact_polyhedron.h"

#include <algorithm>
#include <iterator>

namespace pawl::internal {
namespace {

Integer product(const HomogeneousRow& a, const HomogeneousRow& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/// alpha a + beta b, divided by the greatest common divisor.
HomogeneousRow combination(const Integer& alpha, const HomogeneousRow& a, const Integer& beta,
                           const HomogeneousRow& b) {
  HomogeneousRow v;
  Integer divisor = 0;
  for (int i = 0; i < 4; ++i) {
    v[i] = alpha * a[i] + beta * b[i];
    divisor = gcd(divisor, v[i]);
  }
  if (divisor > 1) {
    for (Integer& entry : v) entry /= divisor;
  }
  return v;
}

int rank(std::vector<HomogeneousRow> rows) {
  int found = 0;
  for (int column = 0; column < 4; ++column) {
    const auto pivot =
        std::find_if(rows.begin() + found, rows.end(), [&](const auto& row) { return !row[column].is_zero(); });
    if (pivot == rows.end()) continue;
    std::iter_swap(rows.begin() + found, pivot);
    const HomogeneousRow& top = rows[static_cast<std::size_t>(found)];
    for (std::size_t k = static_cast<std::size_t>(found) + 1; k < rows.size(); ++k) {
      if (!rows[k][column].is_zero()) rows[k] = combination(top[column], rows[k], -rows[k][column], top);
    }
    ++found;
  }
  return found;
}

}  // namespace

ExactPolyhedron::ExactPolyhedron() {
  for (int k = 0; k < 3; ++k) {
    lines_.push_back({0, 0, 0, 0});
    lines_.back()[k] = 1;
  }
  rays_.push_back({{0, 0, 0, 1}, {}});
}

void ExactPolyhedron::cut(const HomogeneousRow& row) { apply(row, false); }
void ExactPolyhedron::restrict_to(const HomogeneousRow& row) { apply(row, true); }

/// Where the row is not constant along the lines: one line is spent to make all generators but it lie on the row.
bool ExactPolyhedron::pivot_on_line(const HomogeneousRow& row, bool equality, int index) {
  const auto moved =
      std::find_if(lines_.begin(), lines_.end(), [&](const auto& line) { return !product(row, line).is_zero(); });
  if (moved == lines_.end()) return false;
  HomogeneousRow pivot = *moved;
  lines_.erase(moved);
  if (product(row, pivot).sign() > 0) {
    for (Integer& entry : pivot) entry = -entry;
  }
  const Integer slope = -product(row, pivot);  // > 0
  for (HomogeneousRow& line : lines_) line = combination(slope, line, product(row, line), pivot);
  for (Ray& ray : rays_) {
    ray.v = combination(slope, ray.v, product(row, ray.v), pivot);
    ray.active.push_back(index);
  }
  if (!equality) {
    Ray spent{pivot, {}};  // earlier rows vanish on every line
    for (int k = 0; k < index; ++k) spent.active.push_back(k);
    rays_.push_back(std::move(spent));
  }
  return true;
}

ExactPolyhedron::Ray ExactPolyhedron::combined(const Ray& above, const Integer& up, const Ray& below,
                                               const Integer& down, int row) const {
  Ray ray{combination(-down, above.v, up, below.v), {}};
  std::set_intersection(above.active.begin(), above.active.end(), below.active.begin(), below.active.end(),
                        std::back_inserter(ray.active));
  ray.active.push_back(row);
  return ray;
}

/// Two extreme rays span an edge when no third lies on all rows that vanish on both.
bool ExactPolyhedron::adjacent(const Ray& a, const Ray& b) const {
  std::vector<int> common;
  std::set_intersection(a.active.begin(), a.active.end(), b.active.begin(), b.active.end(), std::back_inserter(common));
  return std::none_of(rays_.begin(), rays_.end(), [&](const Ray& other) {
    return &other != &a && &other != &b &&
           std::includes(other.active.begin(), other.active.end(), common.begin(), common.end());
  });
}

void ExactPolyhedron::apply(const HomogeneousRow& row, bool equality) {
  const int index = rows_++;
  if (pivot_on_line(row, equality, index)) return;
  std::vector<Integer> values;
  for (const Ray& ray : rays_) values.push_back(product(row, ray.v));
  std::vector<Ray> kept;
  for (std::size_t i = 0; i < rays_.size(); ++i) {
    if (values[i].sign() > 0) {
      for (std::size_t j = 0; j < rays_.size(); ++j) {
        if (values[j].sign() < 0 && adjacent(rays_[i], rays_[j])) {
          kept.push_back(combined(rays_[i], values[i], rays_[j], values[j], index));
        }
      }
    } else if (values[i].is_zero() || !equality) {
      kept.push_back(rays_[i]);
      if (values[i].is_zero()) kept.back().active.push_back(index);
    }
  }
  rays_ = std::move(kept);
}

bool ExactPolyhedron::empty() const {
  return std::none_of(rays_.begin(), rays_.end(), [](const Ray& ray) { return ray.v[3].sign() > 0; });
}

bool ExactPolyhedron::reaches_below(const HomogeneousRow& row) const {
  return !empty() &&
         std::any_of(rays_.begin(), rays_.end(), [&](const Ray& ray) { return product(row, ray.v).sign() < 0; });
}

int ExactPolyhedron::dimension() const {
  if (empty()) return -1;
  std::vector<HomogeneousRow> span = lines_;
  for (const Ray& ray : rays_) span.push_back(ray.v);
  return rank(std::move(span)) - 1;
}

std::vector<std::array<double, 3>> ExactPolyhedron::corners() const {
  std::vector<std::array<double, 3>> points;
  for (const Ray& ray : rays_) {
    if (ray.v[3].sign() <= 0) continue;
    points.push_back({quotient(ray.v[0], ray.v[3]), quotient(ray.v[1], ray.v[3]), quotient(ray.v[2], ray.v[3])});
  }
  return points;
}

std::vector<std::array<double, 3>> ExactPolyhedron::directions() const {
  std::vector<std::array<double, 3>> result;
  const auto add = [&](const HomogeneousRow& v, int sign) {
    Integer largest = 0;
    for (int k = 0; k < 3; ++k) largest = std::max(largest, Integer(abs(v[static_cast<std::size_t>(k)])));
    largest *= sign;
    result.push_back({quotient(v[0], largest), quotient(v[1], largest), quotient(v[2], largest)});
  };
  for (const Ray& ray : rays_) {
    if (ray.v[3].is_zero()) add(ray.v, 1);
  }
  for (const HomogeneousRow& line : lines_) {
    add(line, 1);
    add(line, -1);
  }
  return result;
}

}  // namespace pawl::internal
