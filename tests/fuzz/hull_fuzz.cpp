// SPDX-License-Identifier: MIT
// Makes cones from directions whose entries are whole numbers of up to 40 bits, so that this file can decide signs with
// integers of 128 bits. Checks four properties of the hulls. No direction is outside a facet of the hull. Every
// generator of the hull is one of the directions. Every facet of a pointed cone contains two of its rays. The order of
// the directions does not change the hull's dimension, its lines and its number of rays.
#include <algorithm>
#include <vector>

#include "exact/conic_hull.h"
#include "fuzz_input.h"

namespace {

using pawl::fuzz::Bytes;
using pawl::fuzz::require;
using namespace pawl::internal;
__extension__ using Wide = __int128;
using Vector = std::array<std::int64_t, 3>;
using WideVector = std::array<Wide, 3>;

constexpr Wide kLargest = Wide{1} << 40;  // bound on the entries of vectors, with which determinants have at most 123
                                          // bits

WideVector cross(const Vector& a, const Vector& b) {
  return {Wide(a[1]) * b[2] - Wide(a[2]) * b[1], Wide(a[2]) * b[0] - Wide(a[0]) * b[2],
          Wide(a[0]) * b[1] - Wide(a[1]) * b[0]};
}
int sign_dot(const WideVector& n, const Vector& v) {
  const Wide sum = n[0] * v[0] + n[1] * v[1] + n[2] * v[2];
  return sum > 0 ? 1 : sum < 0 ? -1 : 0;
}
WideVector wide(const Vector& v) { return {v[0], v[1], v[2]}; }
bool is_zero(const WideVector& n) { return n == WideVector{}; }

/// Returns the sign of det(n, a, v), where n = a x b and v is in the plane of a and b. Since a x v is parallel to n,
/// the first nonzero entry of n decides the sign.
int turn_in_plane(const Vector& a, const Vector& b, const Vector& v) {
  const WideVector n = cross(a, b), turn = cross(a, v);
  for (std::size_t k = 0; k < 3; ++k) {
    if (n[k] != 0) return turn[k] == 0 ? 0 : (turn[k] > 0) == (n[k] > 0) ? 1 : -1;
  }
  return 0;
}

/// Returns vectors. The entries of most of them are small. The others are the sum of a vector with small entries and an
/// earlier vector times a power of two, up to 2^31. The two are then often nearly parallel.
std::vector<Vector> vectors_of(Bytes& bytes) {
  std::vector<Vector> vectors;
  const int count = bytes.whole(1, 40);
  for (int i = 0; i < count && !bytes.empty(); ++i) {
    const unsigned kind = bytes.byte();
    Vector v{};
    for (std::int64_t& entry : v) entry = static_cast<std::int8_t>(bytes.byte());
    if (kind % 4 == 3 && !vectors.empty()) {
      const Vector& base = vectors[(kind >> 2U) % vectors.size()];
      const int bits = bytes.whole(0, 31);
      WideVector near{};
      for (std::size_t k = 0; k < 3; ++k) near[k] = Wide(base[k]) * (std::int64_t{1} << bits) + v[k];
      const auto fits = [](Wide entry) { return entry < kLargest && entry > -kLargest; };
      if (std::all_of(near.begin(), near.end(), fits)) {
        for (std::size_t k = 0; k < 3; ++k) v[k] = static_cast<std::int64_t>(near[k]);
      }
    } else if (kind % 2 == 0) {
      for (std::int64_t& entry : v) entry %= 4;
    }
    vectors.push_back(v);
  }
  return vectors;
}

struct Cone {
  ConicHull hull;
  std::vector<Vector> lines, rays;
};

Cone hull_of(const std::vector<Vector>& vectors) {
  DirectionPool pool;
  pool.reset(nullptr);
  std::vector<int> ids;
  for (const Vector& v : vectors) {
    ids.push_back(pool.add({static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])}));
  }
  Cone cone;
  ConicHullSolver().solve(pool, {}, ids, cone.hull);
  const auto vector = [&](int id) {
    if (id < 3) {  // the first three directions are the coordinate axes, which define the facets of a cone without
                   // interior
      Vector axis{};
      axis[static_cast<std::size_t>(id)] = 1;
      return axis;
    }
    require(std::find(ids.begin(), ids.end(), id) != ids.end());
    return vectors[static_cast<std::size_t>(id - ids.front())];
  };
  for (int k = 0; k < cone.hull.lineality % 3; ++k) {
    cone.lines.push_back(vector(cone.hull.lines[static_cast<std::size_t>(k)]));
  }
  for (const int id : cone.hull.rays) {
    require(id >= 3);
    cone.rays.push_back(vector(id));
  }
  return cone;
}

/// Returns whether all vectors are on one side of some plane through 0, or in this plane.
bool lie_on_one_side(const std::vector<Vector>& vectors) {
  const auto bounds = [&](const WideVector& n) {
    if (is_zero(n)) return false;
    bool above = false, below = false;
    for (const Vector& v : vectors) {
      above = above || sign_dot(n, v) > 0;
      below = below || sign_dot(n, v) < 0;
    }
    return !(above && below);
  };
  const std::array<Vector, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  bool spatial = false;
  for (const Vector& a : vectors) {
    for (const Vector& axis : axes) {
      if (bounds(cross(a, axis))) return true;
    }
    for (const Vector& b : vectors) {
      const WideVector n = cross(a, b);
      spatial = spatial || !is_zero(n);
      if (bounds(n)) return true;
    }
  }
  return !spatial;
}

/// Checks that the lines and rays of the hull span the cone of the vectors: every half-space that lines and rays define
/// must contain all vectors.
void check(const std::vector<Vector>& vectors, const Cone& cone) {
  const std::vector<Vector>& rays = cone.rays;
  const std::vector<Vector>& lines = cone.lines;
  const std::size_t n = rays.size();
  const auto all = [&](auto promise) { require(std::all_of(vectors.begin(), vectors.end(), promise)); };
  const auto in_plane = [&](const Vector& a, const Vector& b) {
    require(!is_zero(cross(a, b)));
    all([&](const Vector& v) { return sign_dot(cross(a, b), v) == 0; });
  };
  switch (cone.hull.lineality) {
    case 0:
      if (n == 0) return all([](const Vector& v) { return v == Vector{}; });
      if (n == 1) {
        return all([&](const Vector& v) { return is_zero(cross(rays[0], v)) && sign_dot(wide(rays[0]), v) >= 0; });
      }
      if (n == 2) {
        in_plane(rays[0], rays[1]);
        return all([&](const Vector& v) {
          return turn_in_plane(rays[0], rays[1], v) >= 0 && turn_in_plane(rays[1], rays[0], v) >= 0;
        });
      }
      for (std::size_t i = 0; i < n; ++i) {
        const WideVector facet = cross(rays[i], rays[(i + 1) % n]);
        all([&](const Vector& v) { return sign_dot(facet, v) >= 0; });
        for (std::size_t k = 0; k < n; ++k) {
          if (k != i && k != (i + 1) % n) require(sign_dot(facet, rays[k]) > 0);
        }
      }
      return;
    case 1:
      require(n <= 2);
      if (n == 0) return all([&](const Vector& v) { return is_zero(cross(lines[0], v)); });
      if (n == 1) {
        in_plane(lines[0], rays[0]);
        return all([&](const Vector& v) { return turn_in_plane(lines[0], rays[0], v) >= 0; });
      }
      require(sign_dot(cross(lines[0], rays[0]), rays[1]) > 0);
      return all([&](const Vector& v) {
        return sign_dot(cross(lines[0], rays[0]), v) >= 0 && sign_dot(cross(rays[1], lines[0]), v) >= 0;
      });
    case 2:
      require(n <= 1);
      if (n == 0) return in_plane(lines[0], lines[1]);
      require(sign_dot(cross(lines[0], lines[1]), rays[0]) > 0);
      return all([&](const Vector& v) { return sign_dot(cross(lines[0], lines[1]), v) >= 0; });
    default:
      require(!lie_on_one_side(vectors));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  std::vector<Vector> vectors = vectors_of(bytes);
  const Cone cone = hull_of(vectors);
  check(vectors, cone);
  std::reverse(vectors.begin(), vectors.end());
  const Cone other = hull_of(vectors);
  check(vectors, other);
  require(other.hull.lineality == cone.hull.lineality && other.rays.size() == cone.rays.size());
  return 0;
}
