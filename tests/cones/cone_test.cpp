// SPDX-License-Identifier: MIT
#include "cones/cone.h"

#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/cones/cone.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

using namespace pawl;
using Rows = Cone::Rows;

namespace {

Cone positive_octant() { return Cone::from_rays({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}); }

bool near(const Eigen::Vector3d& a, const Eigen::Vector3d& b) { return (a - b).norm() < 1e-12; }

}  // namespace

TEST_CASE("every shape of cone has the right dimension, lineality and counts, from rays and from faces") {
  struct Shape {
    const char* name;
    Rows rays, lines;
    int dimension, lineality;
    std::size_t ray_count;
  };
  const std::vector<Shape> shapes = {
      {"zero", {}, {}, 0, 0, 0},
      {"zero by zero vectors", {{0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}}, 0, 0, 0},
      {"ray", {{1, 2, 3}, {2, 4, 6}}, {}, 1, 0, 1},
      {"line", {{1, 2, 3}, {-1, -2, -3}}, {}, 1, 1, 0},
      {"sector", {{1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {}, 2, 0, 2},
      {"half-plane", {{1, 0, 0}, {-1, 0, 0}, {3, 5, 0}}, {}, 2, 1, 1},
      {"plane", {{1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}}, {}, 2, 2, 0},
      {"octant", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, 1, 0}}, {}, 3, 0, 3},
      {"square cone", {{1, 1, 1}, {-1, 1, 1}, {-1, -1, 1}, {1, -1, 1}, {0, 0, 1}}, {}, 3, 0, 4},
      {"wedge", {{1, 0, 0}, {0, 1, 0}}, {{0, 0, 1}}, 3, 1, 2},
      {"half-space", {{0, 0, 1}, {5, 5, 1}}, {{1, 0, 0}, {0, 1, 0}}, 3, 2, 1},
      {"all", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, -1, -1}}, {}, 3, 3, 0},
  };
  for (const Shape& shape : shapes) {
    CAPTURE(shape.name);
    const Cone cone = Cone::from_rays(shape.rays, shape.lines);
    CHECK(cone.dimension() == shape.dimension);
    CHECK(cone.lineality() == shape.lineality);
    CHECK(cone.rays().size() == shape.ray_count);
    CHECK(verify(cone));
    CHECK(verify(cone.polar()));
    CHECK(cone.polar().polar() == cone);
    CHECK(Cone::from_faces(cone.polar().rays(), cone.polar().lines()).dimension() == cone.dimension());
    CHECK(cone.contains(relative_interior_point(cone)));
    CHECK(cone.contains(cone));
    CHECK(intersection(cone, Cone::all()) == cone);
    CHECK(intersection(cone, Cone()) == Cone());
    CHECK(minkowski_sum(cone, Cone()) == cone);
    CHECK(minkowski_sum(cone, Cone::all()) == Cone::all());
  }
}

TEST_CASE("the order and length of generators do not matter, and -0 does not appear") {
  const Cone a = Cone::from_rays({{1, 0, -1}, {-.2, -1, -.2}, {.2, -1, .2}});
  const Cone b = Cone::from_rays({{.4, -2, .4}, {.5, 0, -.5}, {-.2, -1, -.2}, {.2, -1, .2}});
  CHECK(a == b);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(a.rays()[i] == b.rays()[i]);
    for (int k = 0; k < 3; ++k) CHECK_FALSE((a.rays()[i][k] == 0 && std::signbit(a.rays()[i][k])));
  }
}

TEST_CASE("in the case of cddlib's issue 44, four rays have four faces, of which its floating-point build finds two") {
  const Cone cone =
      Cone::from_rays({{.5, 1, -.4561}, {-.5, 1, -.51431}, {.47213, .94423, .48569}, {-.47213, .94423, .43067}});
  CHECK(cone.rays().size() == 4);
  CHECK(cone.faces().size() == 4);
  CHECK(verify(cone));
}

TEST_CASE("membership is exact: the boundary is inside, and one unit in the last place beyond it is outside") {
  const Cone cone = positive_octant();
  CHECK(cone.contains({1, 1, 0}));
  CHECK_FALSE(cone.contains_inside({1, 1, 0}));
  CHECK(cone.contains_inside({1, 1, std::numeric_limits<double>::denorm_min()}));
  CHECK_FALSE(cone.contains({1, 1, -std::numeric_limits<double>::denorm_min()}));
  CHECK(cone.active_faces({1, 1, 0}).size() == 1);
  CHECK(cone.active_faces({0, 0, 0}).size() == 3);
  CHECK(cone.contains({0, 0, 0}));
  CHECK_FALSE(cone.contains(Cone::from_rays({{1, 0, -1}})));
  CHECK(cone.contains(Cone::from_rays({{1, 2, 3}, {0, 0, 1}})));
  CHECK_FALSE(cone.contains(Cone::from_rays({}, {{1, 0, 0}})));
}

TEST_CASE("the intersection and the sum of two wedges are correct") {
  const Cone a = Cone::from_faces({{-1, 0, 0}, {0, -1, 0}});
  const Cone b = Cone::from_faces({{0, 0, -1}});
  CHECK(intersection(a, b) == positive_octant());
  CHECK(minkowski_sum(a, b) == Cone::all());
  CHECK(intersection(Cone::from_faces({{1, 0, 0}}), Cone::from_faces({{-1, 0, 0}})).dimension() == 2);
}

TEST_CASE("the widest direction is right for the octant, a wedge, a half-space, and scaled by rho") {
  // The margin of a unit vector is the angle to the nearest face. In the octant, the widest direction has the distance
  // 1/sqrt 3 from each of the three faces. The sine of its margin is therefore 1/sqrt 3.
  const WidestDirection octant = widest_direction(positive_octant());
  CHECK(near(octant.direction, Eigen::Vector3d::Ones() / std::sqrt(3)));
  CHECK(octant.margin == doctest::Approx(std::asin(1 / std::sqrt(3))));
  CHECK(margin(positive_octant(), octant.direction) == doctest::Approx(octant.margin));
  // The largest margin is 45 degrees in a wedge of 90 degrees, and 90 degrees in a half-space.
  CHECK(widest_direction(Cone::from_faces({{-1, 0, 0}, {0, -1, 0}})).margin == doctest::Approx(std::numbers::pi / 4));
  CHECK(widest_direction(Cone::from_faces({{-1, 0, 0}})).margin == doctest::Approx(std::numbers::pi / 2));
  CHECK(widest_direction(Cone::all()).margin == doctest::Approx(std::numbers::pi));
  CHECK(widest_direction(Cone()).margin == 0);
  CHECK(widest_direction(Cone::from_rays({{1, 0, 0}, {0, 1, 0}})).margin == 0);
  // In the coordinates (fx, fy, tau / rho), the octant is the same octant for every rho.
  const WidestDirection scaled = widest_direction(positive_octant(), 0.1);
  CHECK(scaled.margin == doctest::Approx(octant.margin));
  CHECK(near(scaled.direction, Eigen::Vector3d(1, 1, .1).normalized()));
  CHECK(margin(positive_octant(), {1, 1, -1}) < 0);
  CHECK_THROWS_AS(widest_direction(positive_octant(), 0), InputError);
}

TEST_CASE("the widest direction is at least as wide as any that a dense search finds") {
  const Cone cone = Cone::from_rays({{1, .1, 0}, {.3, 1, .2}, {.2, .3, 1}, {1, 1, 1.2}, {.9, -.2, .8}});
  const WidestDirection widest = widest_direction(cone);
  CHECK(margin(cone, widest.direction) == doctest::Approx(widest.margin));
  for (int i = 0; i < 20000; ++i) {
    const double z = 2 * (i + .5) / 20000 - 1;
    const double angle = 2.399963229728653 * i;
    const double r = std::sqrt(1 - z * z);
    CHECK_FALSE(margin(cone, {r * std::cos(angle), r * std::sin(angle), z}) > widest.margin + 1e-12);
  }
}

TEST_CASE("numbers that are not finite are refused, and the fault names them") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH_AS(Cone::from_rays({{1, 0, 0}, {0, nan, 0}}), "/rays/1/1: nan: must be a finite number",
                       InputError);
  CHECK_THROWS_AS(Cone::from_faces({{1, 0, HUGE_VAL}}), InputError);
  CHECK_THROWS_AS(positive_octant().contains({nan, 0, 0}), InputError);
}

TEST_CASE("entries of any size are decided exactly") {
  const Cone cone = Cone::from_rays({{1e300, 0, 0}, {0, 1e-300, 0}, {1e-300, 0, 1e300}});
  CHECK(cone.rays().size() == 3);
  CHECK(verify(cone));
  CHECK(cone.contains({1e-320, 1e-320, 1e-320}) == true);
  CHECK(Cone::from_rays({{1, 1e-300, 0}, {1, -1e-300, 0}, {1, 0, 1e-300}}).dimension() == 3);
}

TEST_CASE("largest_positive_cap, which may end early, agrees with largest_cap") {
  std::mt19937 random(3);
  std::normal_distribution<double> any;
  int positive = 0, none = 0;
  for (int k = 0; k < 3000; ++k) {
    // The normals are at random around a random axis, in a narrow or a wide cone.
    const Eigen::Vector3d axis = Eigen::Vector3d(any(random), any(random), any(random)).normalized();
    std::vector<Eigen::Vector3d> normals;
    for (int i = 0; i < 3 + k % 60; ++i) {
      const Eigen::Vector3d off(any(random), any(random), any(random));
      normals.push_back((axis + (k % 3 == 0 ? .3 : .8) * off).normalized());
    }
    const Eigen::Vector3d best = internal::largest_cap(normals);
    double least = 1;
    for (const Eigen::Vector3d& normal : normals) least = std::min(least, normal.dot(best));
    const auto early = internal::largest_positive_cap(normals);
    if (least > 0) {
      REQUIRE(early);
      CHECK((*early - best).norm() < 1e-12);
      ++positive;
    } else if (!early) {
      ++none;
    }
  }
  CHECK(positive > 300);
  CHECK(none > 300);
}
