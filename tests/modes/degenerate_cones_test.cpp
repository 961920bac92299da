// SPDX-License-Identifier: MIT
// Tests families of nearly degenerate cones with perturbations from 1e-9 to 1e-4. The results are compared with those
// of cddlib in exact arithmetic for the same doubles. For many of these cones, double description in floating point
// gives wrong results without an error. PAWL_TEST_COUNT=1000 is the full count.
#include <doctest/doctest.h>
#include <pawl/cones/cone.h>

#include <cmath>
#include <functional>
#include <random>

#include "cones/cone.h"
#include "modes/mode_matrices.h"
#include "support/count.h"

using namespace pawl;
using namespace pawl::internal;

namespace {

class Noise {
 public:
  explicit Noise(unsigned seed) : engine_(seed) {}
  double operator()(double size) { return std::uniform_real_distribution<double>(-size, size)(engine_); }

 private:
  std::mt19937 engine_;
};

Eigen::Vector3d noisy(Noise& noise, const Eigen::Vector3d& v, double size) {
  return v + Eigen::Vector3d(noise(size), noise(size), noise(size));
}

Eigen::Vector3d random_ray(Noise& noise) { return {noise(1), noise(1), 1 + noise(.5)}; }

/// Appends the two friction cone edges of a contact at the point p = (x, y) with the normal n = (nx, ny). The rows are
/// multiplied by `unit`.
void add_contact(Cone::Rows& rays, double x, double y, double nx, double ny, double mu, double unit) {
  for (const double sign : {1.0, -1.0}) {
    const double fx = nx - sign * mu * ny;
    const double fy = ny + sign * mu * nx;
    rays.emplace_back(fx, fy, unit * (x * fy - y * fx));
  }
}

Cone::Rows duplicated_rays(Noise& noise, double size) {
  Cone::Rows rays;
  for (int i = 0; i < 5; ++i) {
    rays.push_back(random_ray(noise));
    rays.push_back(noisy(noise, rays.back(), size));
  }
  return rays;
}

Cone::Rows ray_on_facet(Noise& noise, double size) {
  Cone::Rows rays;
  for (int i = 0; i < 4; ++i) rays.push_back(random_ray(noise));
  for (std::size_t i = 1; i < 4; ++i) rays.push_back(noisy(noise, .4 * rays[0] + .6 * rays[i], size));
  return rays;
}

Cone::Rows edge_contact(Noise& noise, double size, double unit) {
  Cone::Rows rays;
  for (const double x : {-.05, .01, .04}) add_contact(rays, x, -.02, noise(size), 1 + noise(size), .3, unit);
  return rays;
}

Cone::Rows nearly_frictionless(Noise& noise, double size) {
  Cone::Rows rays;
  add_contact(rays, -.5, -1, 0, 1, size, 1);
  add_contact(rays, .5, -1, 0, 1, size, 1);
  add_contact(rays, 1, .3 + noise(.1), -1, 0, size, 1);
  add_contact(rays, -1, -.2, 1, 0, size, 1);
  return rays;
}

Cone::Rows antipodal_pairs(Noise& noise, double size) {
  Cone::Rows rays;
  for (int i = 0; i < 3; ++i) {
    rays.push_back(random_ray(noise));
    rays.push_back(noisy(noise, -rays.back(), size));
  }
  return rays;
}

RationalVector rational_row(const Eigen::Vector3d& v) {
  RationalVector row(3);
  for (int k = 0; k < 3; ++k) row[k] = rational(v[k]);
  return row;
}

std::vector<IntegerVector> integers(const std::vector<RationalVector>& rows) {
  std::vector<IntegerVector> result;
  for (const RationalVector& row : rows) result.push_back(integer_vector(row));
  return result;
}

ExactCone by_cddlib(const Cone::Rows& rays) {
  RationalSpan span;
  for (const Eigen::Vector3d& ray : rays) span.rays.push_back(rational_row(ray));
  const RationalSpan faces = cdd_polar(span, 3);
  const RationalSpan generators = cdd_polar(faces, 3);
  return canonical_cone(
      {integers(generators.rays), integers(generators.lines), integers(faces.rays), integers(faces.lines)});
}

struct Family {
  const char* name;
  std::function<Cone::Rows(Noise&, double)> rays;
};

const Family kFamilies[] = {
    {"duplicated rays", duplicated_rays},
    {"a ray on a facet", ray_on_facet},
    {"a three-point edge contact, m", [](Noise& noise, double size) { return edge_contact(noise, size, 1); }},
    {"a three-point edge contact, mm", [](Noise& noise, double size) { return edge_contact(noise, size, 1000); }},
    {"four contacts with near-zero friction", nearly_frictionless},
    {"nearly antipodal pairs", antipodal_pairs},
};

}  // namespace

TEST_CASE("no cone of a degenerate family is wrong") {
  const int wanted = oracle::count(20);
  for (const Family& family : kFamilies) {
    CAPTURE(family.name);
    for (const double size : {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4}) {
      CAPTURE(size);
      Noise noise(17);
      int wrong = 0;
      for (int i = 0; i < wanted; ++i) {
        const Cone::Rows rays = family.rays(noise, size);
        const Cone cone = Cone::from_rays(rays);
        const ExactCone expected = by_cddlib(rays);
        wrong += !(verify(cone) && cone.exact().rays == expected.rays && cone.exact().lines == expected.lines &&
                   cone.exact().faces == expected.faces && cone.exact().equalities == expected.equalities);
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("cones of many rays agree exactly with cddlib") {
  Noise noise(5);
  for (const int count : {3, 6, 12, 21, 50, 120}) {
    Cone::Rows rays;
    for (int i = 0; i < count; ++i) {
      const double angle = noise(3.2);
      rays.emplace_back(std::cos(angle) + .1, std::sin(angle), i % 3 == 0 ? 1.5 : 1);
    }
    const Cone cone = Cone::from_rays(rays);
    CHECK(verify(cone));
    CHECK(cone.exact().rays == by_cddlib(rays).rays);
  }
}

TEST_CASE("cones of integer rays with all kinds of coincidences have the right shape") {
  std::mt19937 engine(3);
  std::uniform_int_distribution<int> entry(-1, 1);
  const int wanted = oracle::count(300);
  for (int i = 0; i < wanted; ++i) {
    Cone::Rows rays;
    const int count = 1 + i % 26;
    const bool upper = i % 2 == 0;
    for (int k = 0; k < count; ++k) {
      rays.emplace_back(entry(engine), entry(engine), upper ? std::abs(entry(engine)) : entry(engine));
    }
    const Cone cone = Cone::from_rays(rays);
    const ExactCone expected = by_cddlib(rays);
    CHECK(verify(cone));
    CHECK(cone.exact().rays == expected.rays);
    CHECK(cone.exact().lines == expected.lines);
    CHECK(cone.exact().faces == expected.faces);
    CHECK(cone.exact().equalities == expected.equalities);
  }
}
