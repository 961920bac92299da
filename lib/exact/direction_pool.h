// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "exact/numbers.h"

#ifdef __FAST_MATH__
#error "pawl's filters prove signs from the rounding of IEEE doubles: compile without -ffast-math"
#endif

namespace pawl::internal::inline exact {

/// The source of the exact values of a pool's leaves. A leaf is a direction that is given to the pool; all other
/// directions are computed from leaves. The source is called only if doubles cannot decide.
class ExactSource {
 public:
  virtual ~ExactSource() = default;
  /// Returns the exact direction of the leaf with the number `name`, in coordinates whose third entry is multiplied by
  /// third_scale().
  virtual IntegerVector exact_leaf(int name) const = 0;
  /// Returns the positive factor by which third entries are multiplied. For wrenches, the factor changes the unit of
  /// length so that torques become integers.
  virtual const Integer& third_scale() const = 0;
};

/// A direction in doubles with an error bound: |true - value| <= ulps * 2^-53 * magnitude, entry by entry, and |value|
/// <= magnitude.
struct Approx {
  std::array<double, 3> value{};
  std::array<double, 3> magnitude{};
  double ulps = 0;

  Approx() = default;
  /// Constructs the direction whose entries are the exact numbers that these doubles stand for (exact/numbers.h).
  explicit Approx(const std::array<double, 3>& written)
      : value(written), magnitude{std::fabs(written[0]), std::fabs(written[1]), std::fabs(written[2])}, ulps(1) {}
};

/// Computes the unit vector along v. Returns false unless the entries of the result are certainly accurate to 1e-12.
bool accurate_unit(const Approx& v, std::array<double, 3>& unit);

/// Returns the cross product with its error bound.
Approx cross(const Approx& a, const Approx& b);

/// A pool of exact directions in R^3. Signs of determinants are decided in doubles if possible.
///
/// Problem: the extreme rays of a cone, and whether a wrench lies inside it, depend only on signs of determinants det[a
/// b c]. Rounding makes these signs wrong exactly in the cases in which contacts are in line, parallel or symmetric,
/// and these cases are common in designed parts. Integer arithmetic always gives the right signs, but is many times
/// slower.
///
/// Method: a floating-point filter [Fortune and Van Wyk, "Static analysis yields efficient exact integer arithmetic for
/// computational geometry", 1996]. Every direction has doubles with a bound on their error (Approx). If the determinant
/// of the doubles is further from 0 than its error bound, its sign is certain. Otherwise the sign is computed in
/// integers. A direction is either a leaf, whose exact value a source provides, or it is computed from earlier
/// directions (cross product, negative, scaling by a diagonal matrix). The exact value of a computed direction is
/// computed in the same way from earlier exact values, when it is first needed, and then stored.
///
/// Error bounds: a rounding error is at most u = 2^-53 of the result. Let `magnitude` be the formula with absolute
/// values, and `ulps` the sum of the operands' ulps plus the number of roundings. By induction over the operations, the
/// error stays below ulps * u * magnitude. A few extra units in each constant cover the terms of second order.
///
/// Identifiers 0, 1, 2 are the coordinate axes. If a pool is reset and refilled, it allocates no memory as long as
/// doubles decide all signs. Cost: a dozen multiplications for a sign that doubles decide.
class DirectionPool {
 public:
  DirectionPool();

  /// Removes all directions except the axes, and sets the source of the exact leaves. `source` must outlive the
  /// directions that are added later.
  void reset(const ExactSource* source);
  /// Removes the directions with identifiers from `size` on, where `size` is an earlier result of the function size().
  void truncate(int size) { nodes_.erase(nodes_.begin() + size, nodes_.end()); }

  int size() const { return static_cast<int>(nodes_.size()); }

  // Each of the functions below adds a direction and returns its identifier.
  int add(const std::array<double, 3>& written);  ///< Adds the direction whose entries are the exact numbers that these
                                                  ///< doubles stand for.
  int add_leaf(int name, const Approx& approx);   ///< Adds the leaf of the source with the number `name`.
  int add_cross(int a, int b);
  int add_negative(int a);
  /// Adds diag(d0, d1, d2) times direction a, where d0, d1, d2 > 0 are the exact numbers that the given doubles stand
  /// for. A pool can have only one diagonal until it is reset.
  int add_scaled(int a, const std::array<double, 3>& diagonal);

  const Approx& approx(int a) const { return nodes_[a].approx; }

  /// Returns the sign of det[a b c].
  int sign_det(int a, int b, int c) {
    const Node& u = nodes_[a];
    const Node& v = nodes_[b];
    const Node& w = nodes_[c];
    const auto& x = u.approx.value;
    const auto& y = v.approx.value;
    const auto& z = w.approx.value;
    const double det =
        x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) + x[2] * (y[0] * z[1] - y[1] * z[0]);
    // Each of the six terms of the determinant is at most the product of the three values `largest`, and the bound uses
    // this product. careful_sign_det() uses a separate bound for each term.
    const double bound =
        (u.approx.ulps + v.approx.ulps + w.approx.ulps + 16) * 0x1.8p-51 * (u.largest * v.largest * w.largest) +
        0x1p-400;
    if (det > bound) return 1;
    if (det < -bound) return -1;
    return careful_sign_det(a, b, c, det);
  }
  int sign_entry(int a, int k);  ///< Returns the sign of entry k of direction a.
  bool is_zero(int a);

  /// Returns a wrench of the pool as an exact direction in the true coordinates, multiplied by some positive integer.
  IntegerVector exact_multiple(int a);
  /// Returns the exact direction in the true coordinates as a vector of integers without a common factor. In the
  /// pool, the third entry of a wrench is third_scale() times the true one. The third entry of a twist (`twist` is true)
  /// is the true one divided by third_scale().
  IntegerVector exact(int a, bool twist = false);

  /// Returns the unit vector along a nonzero direction, with entries accurate to 1e-12. Uses integers if doubles are
  /// less accurate.
  std::array<double, 3> unit(int a, bool twist = false);
  std::array<double, 3> unit_cross(int a, int b, bool twist);

  /// Returns how many signs and unit vectors required integers since the pool was constructed.
  std::uint64_t exact_decisions() const { return exact_decisions_; }

 private:
  enum class Kind : std::uint8_t { plain, leaf, cross, negative, scaled };
  struct Node {
    explicit Node(const std::array<double, 3>& written) : approx(written) { measure(); }
    Node(const Approx& approx_in, Kind kind_in, int a_in, int b_in)
        : approx(approx_in), a(a_in), b(b_in), kind(kind_in) {
      measure();
    }
    void measure();
    Approx approx;
    double largest;  ///< largest of the three entries of approx.magnitude
    int a = 0, b = 0;
    bool cached = false;  ///< whether cache_ contains the exact value of this direction, at the direction's index
    Kind kind = Kind::plain;
  };

  static bool is_reduced(Kind kind);
  int careful_sign_det(int a, int b, int c, double det);

  int push(const Approx& approx, Kind kind, int a, int b);
  const IntegerVector& exact_scaled(int a);
  IntegerVector compute_exact(const Node& node);
  IntegerVector exact_diagonal_product(const IntegerVector& v);
  const Integer& third_scale() const;

  std::vector<Node> nodes_;
  std::vector<IntegerVector> cache_;
  const ExactSource* source_ = nullptr;
  std::array<double, 3> diagonal_{};
  std::optional<IntegerVector> exact_diagonal_;  ///< exact value of diagonal_; computed at first use
  std::uint64_t exact_decisions_ = 0;
};

}  // namespace pawl::internal::inline exact
