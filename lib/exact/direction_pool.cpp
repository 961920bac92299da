// SPDX-License-Identifier: MIT
#include "exact/direction_pool.h"

#include <pawl/base/assert.h>
#include <pawl/base/tolerance.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"

namespace pawl::internal::inline exact {
namespace {

// Range of the magnitudes of nonzero entries for which signs may be decided in doubles. In this range, a determinant
// does not overflow, and its error by underflow is below kUnderflow. The signs of a direction with an entry outside
// this range are decided exactly.
constexpr double kLargest = 0x1p+200;
constexpr double kSmallest = 0x1p-200;
constexpr double kUnderflow = 0x1p-400;
constexpr double kNeverDecides = HUGE_VAL;

int sign_of(const Integer& value) { return value.sign(); }

/// Returns the sign of the value if |value| exceeds the error bound, otherwise 0 (uncertain).
int filtered_sign(double value, double bound) { return value > bound ? 1 : value < -bound ? -1 : 0; }

bool is_ordinary(double magnitude) { return magnitude == 0 || (magnitude <= kLargest && magnitude >= kSmallest); }

}  // namespace

/// Inline, so that a direction given by doubles is constructed in place. For small hulls, constructing directions takes
/// half of the time.
inline void DirectionPool::Node::measure() {
  const auto& m = approx.magnitude;
  largest = std::max(std::max(m[0], m[1]), m[2]);
  if (!is_ordinary(m[0]) || !is_ordinary(m[1]) || !is_ordinary(m[2])) approx.ulps = kNeverDecides;
}

DirectionPool::DirectionPool() {
  for (int k = 0; k < 3; ++k) {
    std::array<double, 3> axis{};
    axis[k] = 1;
    add(axis);
  }
}

void DirectionPool::reset(const ExactSource* source) {
  truncate(3);
  for (Node& axis : nodes_) axis.cached = false;
  exact_diagonal_.reset();
  source_ = source;
}

const Integer& DirectionPool::third_scale() const {
  static const Integer one = 1;
  return source_ != nullptr ? source_->third_scale() : one;
}

int DirectionPool::push(const Approx& approx, Kind kind, int a, int b) {
  nodes_.emplace_back(approx, kind, a, b);
  return size() - 1;
}

int DirectionPool::add(const std::array<double, 3>& written) {
  nodes_.emplace_back(written);
  return size() - 1;
}

int DirectionPool::add_leaf(int name, const Approx& approx) { return push(approx, Kind::leaf, name, 0); }

Approx cross(const Approx& u, const Approx& v) {
  Approx w;
  for (int i = 0; i < 3; ++i) {
    const int j = i == 2 ? 0 : i + 1;
    const int k = i == 0 ? 2 : i - 1;
    w.value[i] = u.value[j] * v.value[k] - u.value[k] * v.value[j];
    w.magnitude[i] = u.magnitude[j] * v.magnitude[k] + u.magnitude[k] * v.magnitude[j];
  }
  w.ulps = u.ulps + v.ulps + 6;
  return w;
}

int DirectionPool::add_cross(int a, int b) { return push(cross(approx(a), approx(b)), Kind::cross, a, b); }

int DirectionPool::add_negative(int a) {
  Approx w = approx(a);
  for (double& entry : w.value) entry = -entry;
  return push(w, Kind::negative, a, 0);
}

int DirectionPool::add_scaled(int a, const std::array<double, 3>& diagonal) {
  Approx w = approx(a);
  for (int i = 0; i < 3; ++i) {
    w.value[i] *= diagonal[i];
    w.magnitude[i] *= diagonal[i];
  }
  w.ulps += 4;
  if (diagonal_ != diagonal) {
    diagonal_ = diagonal;
    exact_diagonal_.reset();
  }
  return push(w, Kind::scaled, a, 0);
}

int DirectionPool::careful_sign_det(int a, int b, int c, double det) {
  if (a == b || b == c || a == c) return 0;
  const Approx& u = approx(a);
  const Approx& v = approx(b);
  const Approx& w = approx(c);
  const auto& p = u.magnitude;
  const auto& q = v.magnitude;
  const auto& r = w.magnitude;
  const double permanent =
      p[0] * (q[1] * r[2] + q[2] * r[1]) + p[1] * (q[2] * r[0] + q[0] * r[2]) + p[2] * (q[0] * r[1] + q[1] * r[0]);
  const double bound = (u.ulps + v.ulps + w.ulps + 16) * kRoundoff * permanent + kUnderflow;
  if (const int sign = filtered_sign(det, bound)) return sign;
  if (permanent == 0 && std::isfinite(bound)) return 0;  // every term contains a factor that is exactly 0
  ++exact_decisions_;
  exact_scaled(a), exact_scaled(b), exact_scaled(c);  // called first, because the calls may extend the cache and so
                                                      // move its entries in memory
  return sign_of(dot(cross(exact_scaled(a), exact_scaled(b)), exact_scaled(c)));
}

int DirectionPool::sign_entry(int a, int k) {
  const Approx& u = approx(a);
  const double bound = (u.ulps + 1) * kRoundoff * u.magnitude[k] + kUnderflow;
  if (const int sign = filtered_sign(u.value[k], bound)) return sign;
  if (u.magnitude[k] == 0 && std::isfinite(bound)) return 0;
  ++exact_decisions_;
  return sign_of(exact_scaled(a)[k]);
}

bool DirectionPool::is_zero(int a) {
  for (int k = 0; k < 3; ++k) {
    if (sign_entry(a, k) != 0) return false;
  }
  return true;
}

/// Leaves and scaled directions are used repeatedly. Common divisors are therefore removed from their stored exact
/// values.
bool DirectionPool::is_reduced(Kind kind) { return kind == Kind::leaf || kind == Kind::scaled; }

const IntegerVector& DirectionPool::exact_scaled(int a) {
  const auto index = static_cast<std::size_t>(a);
  if (!nodes_[index].cached) {
    IntegerVector value = compute_exact(nodes_[index]);
    if (cache_.size() <= index) cache_.resize(index + 1);
    cache_[index] = is_reduced(nodes_[index].kind) ? primitive(std::move(value)) : std::move(value);
    nodes_[index].cached = true;
  }
  return cache_[index];
}

IntegerVector DirectionPool::compute_exact(const Node& node) {
  switch (node.kind) {
    case Kind::plain:
      return integer_vector(node.approx.value, third_scale());
    case Kind::leaf:
      PAWL_ASSERT(source_ != nullptr);
      return source_->exact_leaf(node.a);
    case Kind::cross:
      exact_scaled(node.a), exact_scaled(node.b);
      return cross(exact_scaled(node.a), exact_scaled(node.b));
    case Kind::negative:
      return negated(exact_scaled(node.a));
    case Kind::scaled:
      return exact_diagonal_product(exact_scaled(node.a));
  }
  PAWL_ASSERT(false);
}

IntegerVector DirectionPool::exact_diagonal_product(const IntegerVector& v) {
  // In the pool, the third entry of a twist is the true one divided by third_scale(), and the third entry of a wrench
  // is the true one times third_scale(). For a map from twists to wrenches, the third entry of the diagonal is
  // therefore multiplied by third_scale()^2.
  if (!exact_diagonal_) exact_diagonal_ = integer_vector(diagonal_, third_scale() * third_scale());
  const IntegerVector& diagonal = *exact_diagonal_;
  return {v[0] * diagonal[0], v[1] * diagonal[1], v[2] * diagonal[2]};
}

IntegerVector DirectionPool::exact_multiple(int a) {
  const IntegerVector& v = exact_scaled(a);
  const Integer& scale = third_scale();
  if (scale == 1) return v;
  return {v[0] * scale, v[1] * scale, v[2]};
}

IntegerVector DirectionPool::exact(int a, bool twist) {
  if (!twist) return primitive(exact_multiple(a));
  IntegerVector v = exact_scaled(a);
  v[2] *= third_scale();
  return primitive(std::move(v));
}

std::array<double, 3> DirectionPool::unit(int a, bool twist) {
  std::array<double, 3> result;
  if (accurate_unit(approx(a), result)) return result;
  ++exact_decisions_;
  return unit_double(exact(a, twist));
}

std::array<double, 3> DirectionPool::unit_cross(int a, int b, bool twist) {
  std::array<double, 3> result;
  if (accurate_unit(cross(approx(a), approx(b)), result)) return result;
  const int before = size();
  result = unit(add_cross(a, b), twist);
  truncate(before);
  return result;
}

bool accurate_unit(const Approx& v, std::array<double, 3>& unit) {
  const double length = std::sqrt(v.value[0] * v.value[0] + v.value[1] * v.value[1] + v.value[2] * v.value[2]);
  const double error = (v.ulps + 8) * kRoundoff * (v.magnitude[0] + v.magnitude[1] + v.magnitude[2]);
  if (!(error <= tolerance::kUnitVector * length)) return false;
  // "+ 0.0" turns -0 into 0.
  for (int i = 0; i < 3; ++i) unit[i] = v.value[i] / length + 0.0;
  return true;
}

}  // namespace pawl::internal::inline exact
