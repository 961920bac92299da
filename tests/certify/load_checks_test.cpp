// SPDX-License-Identifier: MIT
// Tests the bounds that the certificate checkers compute for loads over boxes of poses. The bounds are compared with
// values at random poses within the boxes, for random loads within the tolerances. PAWL_TEST_COUNT sets the number of
// loads.
#include "verify/load_checks.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/count.h"
#include "verify/certificate_contacts.h"
#include "verify/certificate_tree.h"

using namespace pawl;
using internal::CertificateBox;
using internal::CertificateLoad;
using internal::CertificateProblem;
using internal::CertificateTwist;
using internal::Extremes;
using internal::LoadChecks;
using internal::Point;
using internal::Region;

namespace {

struct Draw {
  std::mt19937 engine;
  explicit Draw(unsigned seed) : engine(seed) {}
  double uniform(double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); }
  /// Returns a random number in [-most, most]; it is often -most or most.
  double within(double most) {
    const double u = uniform(-1.5, 1.5);
    return most * std::clamp(u, -1., 1.);
  }
  Point in_disc(double most) { return std::polar(std::fabs(within(most)), uniform(-4, 4)); }
  CertificateBox box() {
    const double size = std::pow(10., uniform(-4, 0));
    CertificateBox box{{uniform(-2, 2), uniform(-2, 2), uniform(-3, 3)}, {}};
    for (double& half : box.half) half = size * uniform(0, 1);
    if (engine() % 4 == 0) box.half[2] = uniform(0, 3);
    return box;
  }
  /// Returns a random pose (x, y, theta) of a box; it is often on the boundary of the box.
  std::array<double, 3> pose(const CertificateBox& box) {
    return {box.centre[0] + within(box.half[0]), box.centre[1] + within(box.half[1]),
            box.centre[2] + within(box.half[2])};
  }
};

const CertificateProblem& problem() {
  static const CertificateProblem square = [] {
    CertificateProblem made;
    made.sides = internal::sides_of({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, {0, 0, 0, 0});
    return made;
  }();
  return square;
}

CertificateLoad random_load(Draw& draw, bool anchored, bool tolerances) {
  CertificateLoad load;
  load.at = draw.engine() % 3 == 0 ? Point(0) : draw.in_disc(1.5);
  load.force = std::polar(draw.uniform(.1, 1), draw.uniform(-4, 4));
  load.has_anchor = anchored;
  if (anchored) {
    load.anchor = draw.in_disc(6);
    load.force = std::abs(load.force) * (load.anchor - load.at) / std::abs(load.anchor - load.at);
    if (tolerances) load.anchor_off = draw.uniform(0, .3);
    return load;
  }
  if (draw.engine() % 2 == 0) load.torque = draw.uniform(-1, 1);
  if (!tolerances) return load;
  load.direction_off = draw.uniform(0, 1.5);
  load.at_off = draw.uniform(0, .2);
  for (double& x : load.reference) x = draw.uniform(-2, 2);
  return load;
}

/// Returns a random load without tolerances that is within the tolerances of `load`.
CertificateLoad actual(Draw& draw, const CertificateLoad& load) {
  CertificateLoad found = load;
  found.force *= std::polar(1., draw.within(load.direction_off));
  found.at += draw.in_disc(load.at_off);
  found.anchor += draw.in_disc(load.anchor_off);
  found.direction_off = found.at_off = found.anchor_off = 0;
  return found;
}

Point position(const CertificateLoad& load, const std::array<double, 3>& q) {
  return Point(q[0], q[1]) + std::polar(1., q[2]) * load.at;
}

/// Returns the potential of a load without tolerances at the pose q, up to a constant.
double potential(const CertificateLoad& load, const std::array<double, 3>& q) {
  const Point at = position(load, q);
  if (load.has_anchor) return std::abs(load.force) * std::abs(load.anchor - at);
  return -internal::dot(load.force, at) - load.torque * q[2];
}

/// Returns the potential of the actual load `load` at the pose q. Its constant is such that the actual and the stated
/// load have the same potential at the reference pose.
double potential(const CertificateLoad& load, const CertificateLoad& stated, const std::array<double, 3>& q) {
  if (load.has_anchor)  // this potential is 0 at the pose (0, 0, 0)
    return potential(load, q) - std::abs(load.force) * std::abs(load.anchor - load.at);
  const std::array<double, 3> reference{stated.reference[0], stated.reference[1], stated.reference[2]};
  return potential(load, q) - potential(load, reference) + potential(stated, reference) - potential(stated, {0, 0, 0});
}

/// Returns the power of a load at the pose q if the part has the twist xi.
double power(const CertificateLoad& load, const std::array<double, 3>& q, const CertificateTwist& xi) {
  const Point u = xi.v + xi.omega * Point(0, 1) * std::polar(1., q[2]) * load.at;
  const Point line = load.anchor - position(load, q);
  const Point force = load.has_anchor ? std::abs(load.force) * line / std::abs(line) : load.force;
  return internal::dot(force, u) + load.torque * xi.omega;
}

}  // namespace

TEST_CASE("the largest distance over a box is that of its farthest pose") {
  Draw draw(1);
  for (int k = 0; k < oracle::count(300); ++k) {
    const CertificateBox box = draw.box();
    const Point fixed = draw.in_disc(3), arm = k % 5 == 0 ? Point(0) : draw.in_disc(2);
    const double bound = internal::farthest(box, fixed, arm);
    double most = 0;
    for (int sample = 0; sample < 400; ++sample) {
      const auto q = draw.pose(box);
      most = std::max(most, std::abs(fixed - Point(q[0], q[1]) - std::polar(1., q[2]) * arm));
    }
    CHECK(most <= bound + 1e-12);
    CHECK(bound <= most + .2 * (box.half[0] + box.half[1] + std::abs(arm) * box.half[2]) + 1e-9);
  }
}

TEST_CASE("bounds of a potential hold for all loads within the tolerances, and are tight without tolerances") {
  Draw draw(2);
  const internal::CertificateContacts contacts(problem(), 20);
  for (int k = 0; k < oracle::count(600); ++k) {
    const bool tolerances = k % 2 == 0, anchored = k % 3 == 0;
    const CertificateLoad load = random_load(draw, anchored, tolerances);
    const LoadChecks checks(load, contacts);
    const CertificateBox box = draw.box();
    const Extremes bounds = checks.potential(box);
    Extremes seen{1e300, -1e300};
    for (int sample = 0; sample < 400; ++sample) {
      const CertificateLoad one = actual(draw, load);
      const double height = potential(one, load, draw.pose(box));
      seen = {std::min(seen.low, height), std::max(seen.up, height)};
    }
    CAPTURE(k);
    CHECK(bounds.low <= seen.low + 1e-12);
    CHECK(bounds.up >= seen.up - 1e-12);
    if (tolerances || anchored || box.half[2] > 1) continue;
    const double size = box.half[0] + box.half[1] + (std::abs(load.at) + std::fabs(load.torque)) * box.half[2];
    CHECK(bounds.low >= seen.low - .3 * size - 1e-9);
    CHECK(bounds.up <= seen.up + .3 * size + 1e-9);
  }
}

TEST_CASE("if a load is proved to push along a twist, every load within its tolerances has positive power along it") {
  Draw draw(3);
  const internal::CertificateContacts contacts(problem(), 20);
  int pushing = 0;
  for (int k = 0; k < oracle::count(6000); ++k) {
    CertificateLoad load = random_load(draw, k % 3 == 0, k % 2 == 0);
    if (k % 5 == 0) {
      load.support = draw.uniform(0, .5);
      load.support_radius = draw.uniform(0, 1);
    }
    const CertificateBox box = draw.box();
    const CertificateTwist xi{draw.in_disc(1), draw.within(1)};
    const LoadChecks checks(load, contacts);
    const bool claimed = checks.pushes(xi, Region(box));
    pushing += claimed;
    double least = 1e300;
    for (int sample = 0; sample < 200; ++sample) {
      const CertificateLoad one = actual(draw, load);
      const auto q = draw.pose(box);
      const Point center = draw.in_disc(load.at_off);
      const Point slides = xi.v + xi.omega * Point(0, 1) * center;
      const double held = load.support * std::hypot(std::abs(slides), load.support_radius * xi.omega);
      least = std::min(least, power(one, q, xi) - held);
    }
    CAPTURE(k);
    if (claimed) CHECK(least > 0);
    // If the box is small and the load has no tolerances, the bound must be close to the power itself.
    const bool small = box.half[0] + box.half[1] + box.half[2] < 1e-3;
    if (!load.has_anchor && load.direction_off == 0 && small && least > .01) CHECK(claimed);
  }
  MESSAGE(pushing << " push");
  CHECK(pushing > oracle::count(6000) / 20);
}

TEST_CASE(
    "the bound on the rise between two loads is at least the difference of their potentials at every pose of a box") {
  Draw draw(4);
  const internal::CertificateContacts contacts(problem(), 20);
  for (int k = 0; k < oracle::count(600); ++k) {
    const bool tolerances = k % 2 == 0;
    const CertificateLoad first = random_load(draw, k % 5 == 0, tolerances),
                          next = random_load(draw, k % 7 == 0, tolerances);
    const CertificateBox box = draw.box();
    const double bound = LoadChecks(first, contacts).largest_rise(LoadChecks(next, contacts), box);
    double most = -1e300;
    for (int sample = 0; sample < 400; ++sample) {
      const auto q = draw.pose(box);
      most = std::max(most, potential(actual(draw, next), next, q) - potential(actual(draw, first), first, q));
    }
    CAPTURE(k);
    CHECK(most <= bound + 1e-12);
  }
}

TEST_CASE("boxes at the boundary of the domain touch this boundary in spite of rounding") {
  Draw draw(5);
  for (int k = 0; k < oracle::count(200); ++k) {
    CertificateBox domain = draw.box();
    for (double& half : domain.half) half += 1e-3;
    internal::CertificateTree tree(internal::kCertificateRounding * 4);
    std::string letters = "o";
    for (int depth = 0; depth < 20; ++depth)
      letters = std::string(1, "xyt"[draw.engine() % 3]) + (depth % 2 == 0 ? letters + "i" : letters + "i");
    int inside = 0, ends = 0;
    const std::string refused = tree.read(domain, letters, "i", [&](const internal::CertificateTree::Node& leaf) {
      inside += leaf.inside;
      ends += leaf.inside && tree.reaches_end(leaf.box);
      return std::string();
    });
    CHECK(refused == "");
    CHECK(inside == 20);
    CHECK(ends == 20);  // each inside box is the upper half of a box at the lower corner of the domain, so it touches
                        // the domain's boundary
  }
}
