// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/cones/cone.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <random>

using namespace pawl;

namespace {

const Cone kOctant = Cone::from_rays({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});

class RandomCones {
 public:
  explicit RandomCones(unsigned seed) : engine_(seed) {}
  double real() { return std::uniform_real_distribution<double>(-1, 1)(engine_); }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  Eigen::Vector3d vector() { return {real(), real(), real()}; }
  /// Returns a random cone whose rays have small integer entries, so that different cones share rays and planes. Some
  /// cones are flat, and some contain lines.
  Cone cone() {
    Cone::Rows rays, lines;
    const int count = integer(1, 5);
    for (int i = 0; i < count; ++i) rays.emplace_back(integer(-2, 2), integer(-2, 2), integer(-1, 2));
    if (integer(0, 5) == 0) lines.emplace_back(integer(-1, 1), integer(-1, 1), integer(-1, 1));
    return Cone::from_rays(rays, lines);
  }

 private:
  std::mt19937 engine_;
};

}  // namespace

TEST_CASE(
    "the difference is right for an octant minus a part of it, minus itself, and minus a cone that only touches it") {
  const Cone part = Cone::from_rays({{1, 0, 0}, {1, 1, 0}, {0, 0, 1}});
  const std::vector<Cone> rest = difference(kOctant, part);
  REQUIRE(rest.size() == 1);
  CHECK(rest[0] == Cone::from_rays({{1, 1, 0}, {0, 1, 0}, {0, 0, 1}}));
  CHECK(difference(kOctant, kOctant).empty());
  CHECK(difference(kOctant, Cone::all()).empty());
  CHECK(difference(kOctant, Cone()) == std::vector<Cone>{kOctant});
  CHECK(difference(kOctant, Cone::from_rays({{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}})) == std::vector<Cone>{kOctant});
  CHECK(difference(Cone(), Cone()).empty());
  // The cone that is subtracted is flat. It cuts the octant into two halves.
  const std::vector<Cone> halves = difference(kOctant, Cone::from_rays({{1, 1, 0}, {0, 0, 1}}));
  CHECK(halves.size() == 2);
  CHECK(difference(kOctant, Cone::from_rays({{1, 1, 1}})).size() == 2);
  // From a sector of the plane z = 0, subtracts a cone that meets this plane in one ray.
  const Cone sector = Cone::from_rays({{1, 0, 0}, {0, 1, 0}});
  CHECK(difference(sector, Cone::from_rays({{1, 1, 0}, {1, 1, 1}, {1, 0, 1}})).size() == 2);
}

TEST_CASE(
    "the difference of random cones consists of disjoint pieces of the first cone's dimension, and agrees on samples") {
  RandomCones random(31);
  int cut = 0;
  for (int k = 0; k < 2000; ++k) {
    const Cone a = random.cone();
    const Cone b = random.cone();
    const std::vector<Cone> pieces = difference(a, b);
    cut += pieces.size() > 1;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      CHECK(verify(pieces[i]));
      CHECK(pieces[i].dimension() == a.dimension());
      CHECK(a.contains(pieces[i]));
      CHECK((intersection(pieces[i], b).dimension() < a.dimension() || a.dimension() == 0));
      for (std::size_t j = 0; j < i; ++j) {
        CHECK(intersection(pieces[i], pieces[j]).dimension() < a.dimension());
      }
    }
    for (int s = 0; s < 20; ++s) {
      const Eigen::Vector3d g(random.integer(-3, 3), random.integer(-3, 3), random.integer(-3, 3));
      if (!a.contains(g) || b.contains(g) || (g.isZero(0) && a.dimension() > 0)) continue;
      CHECK(std::any_of(pieces.begin(), pieces.end(), [&](const Cone& piece) { return piece.contains(g); }));
    }
  }
  CHECK(cut > 200);
}

TEST_CASE(
    "convex_union() joins pieces that difference() cuts along a flat cone, but not if their union is not convex") {
  const std::vector<Cone> halves = difference(kOctant, Cone::from_rays({{1, 1, 0}, {0, 0, 1}}));
  REQUIRE(halves.size() == 2);
  CHECK(convex_union(halves[0], halves[1]) == kOctant);
  CHECK_FALSE(convex_union(kOctant, Cone::from_rays({{-1, 0, 0}, {0, 1, 0}, {0, 0, 2}, {-1, -1, 1}})).has_value());
  CHECK_FALSE(convex_union(kOctant, Cone::from_rays({{1, 0, 0}, {0, 1, 0}})).has_value());
}

TEST_CASE("angle_to agrees with closed forms") {
  const double right = std::numbers::pi / 2;
  CHECK(angle_to(kOctant, {1, 1, 1}) == 0);
  CHECK(angle_to(kOctant, {1, 1, -1}) == doctest::Approx(std::asin(1 / std::sqrt(3.))));
  CHECK(angle_to(kOctant, {1, -1, -1}) == doctest::Approx(std::acos(1 / std::sqrt(3.))));
  CHECK(angle_to(kOctant, {-1, -1, -1}) == doctest::Approx(std::acos(-1 / std::sqrt(3.))));
  CHECK(angle_to(Cone(), {1, 0, 0}) == doctest::Approx(std::numbers::pi));
  CHECK(angle_to(Cone::all(), {1, 0, 0}) == 0);
  const Cone line = Cone::from_rays({}, {{0, 0, 1}});
  CHECK(angle_to(line, {1, 0, 0}) == doctest::Approx(right));
  CHECK(angle_to(line, {1, 0, -1}, 1) == doctest::Approx(right / 2));
  CHECK(angle_to(line, {1, 0, -2}, 2) == doctest::Approx(right / 2));  // third argument: rho = 2 m
  const Cone plane = Cone::from_rays({}, {{1, 0, 0}, {0, 1, 0}});
  CHECK(angle_to(plane, {1, 0, 1}) == doctest::Approx(right / 2));
  CHECK(angle_to(plane, {0, 0, 1}) == doctest::Approx(right));
  const Cone half_plane = Cone::from_rays({{1, 0, 0}}, {{0, 1, 0}});
  CHECK(angle_to(half_plane, {-1, 1, 0}) == doctest::Approx(right / 2));
  CHECK(angle_to(half_plane, {-1, 0, 0}) == doctest::Approx(right));
  CHECK_THROWS_AS(angle_to(line, {1, 0, 0}, 0), InputError);
  CHECK_THROWS_AS(angle_to(line, {1, 0, 0}, -1), InputError);
}

// If g is not in a cone, at most two generators of the cone span the point of the cone that is nearest to g.
TEST_CASE("angle_to is the smallest angle to the points spanned by one or two generators") {
  RandomCones random(32);
  const double rho = 1.5;
  for (int k = 0; k < 1000; ++k) {
    const Cone cone = random.cone();
    const Eigen::Vector3d g = random.vector();
    if (cone.dimension() == 0 || cone.contains(g)) continue;
    const auto scaled = [&](const Eigen::Vector3d& v) {
      return Eigen::Vector3d(v.x(), v.y(), v.z() / rho).normalized();
    };
    Cone::Rows generators;
    for (const Eigen::Vector3d& ray : cone.rays()) generators.push_back(scaled(ray));
    for (const Eigen::Vector3d& line : cone.lines()) {
      generators.push_back(scaled(line));
      generators.push_back(-scaled(line));
    }
    double greatest = -1;
    for (const Eigen::Vector3d& a : generators) {
      greatest = std::max(greatest, a.dot(scaled(g)));
      for (const Eigen::Vector3d& b : generators) {
        if (a.cross(b).norm() < 1e-9) continue;
        Eigen::Matrix<double, 3, 2> span;
        span << a, b;
        const Eigen::Vector2d weights = span.colPivHouseholderQr().solve(scaled(g));
        const Eigen::Vector3d foot = span * weights;
        if (weights.minCoeff() >= 0 && foot.norm() > 1e-9)
          greatest = std::max(greatest, foot.normalized().dot(scaled(g)));
      }
    }
    CHECK(std::cos(angle_to(cone, g, rho)) == doctest::Approx(greatest).epsilon(1e-9));
  }
}
