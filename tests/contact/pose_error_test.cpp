// SPDX-License-Identifier: MIT
// Tests the displacement of a located part whose locators have errors. Checks closed forms, and invariants on random
// parts. PAWL_TEST_COUNT sets the number of random parts.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/contact/pose_error.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "support/count.h"

using namespace pawl;

namespace {

constexpr std::array kAll{0, 1, 2};

Contact contact_at(double x, double y, double nx, double ny) {
  Contact contact;
  contact.point = {x, y};
  contact.normal = {nx, ny};
  return contact;
}

const Outline kRectangle = Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};

/// Returns the contacts of a 2 x 1 block of uniform density: two below it, and one on its right that is below the
/// middle.
ContactSet block() {
  ContactSet set;
  set.contacts = {contact_at(-.5, -.5, 0, 1), contact_at(.5, -.5, 0, 1), contact_at(1, -.25, -1, 0)};
  set.inertia = 5. / 12;
  return set;
}

void check_close(const Eigen::Vector3d& found, const Eigen::Vector3d& expected) {
  CHECK((found - expected).norm() < 1e-12 * (1 + expected.norm()));
}

/// Returns the largest motion of one of the points if each locator has an error of at most 1.
double worst_of(const ContactSet& set, const PoseError& error, const std::vector<Eigen::Vector2d>& points) {
  double worst = 0;
  for (const Eigen::Vector2d& point : points) worst = std::max(worst, point_error(set, error, point, 1).worst);
  return worst;
}

}  // namespace

TEST_CASE("the block's pose errors follow from the inverse of its Jacobian") {
  // The Jacobian of the normals is J_n = [0 0 -1; 1 1 0; -1/2 1/2 -1/4]. If fixel 1 is too high by 1, for example, the
  // block turns by -1 rad about fixel 2, to first order.
  const auto error = pose_error(block(), kAll, &kRectangle);
  REQUIRE(error);
  check_close(error->of_fixel[0], {.25, .5, -1});
  check_close(error->of_fixel[1], {-.25, .5, 1});
  check_close(error->of_fixel[2], {-1, 0, 0});
  check_close(error->worst_pose, {1.5, 1, 2});
  check_close(error->rms_pose, {std::sqrt(1.125), std::sqrt(.5), std::sqrt(2.)});
  CHECK(error->worst == doctest::Approx(std::sqrt(10.25)).epsilon(1e-14));
  CHECK((error->worst_point.cwiseAbs() - Eigen::Vector2d(1, .5)).norm() == 0);
  // The block has rho^2 = 5/12. Let R be J_n^T with its third column divided by rho. Then R R^T = [1.6 .4 .3; .4 1.6
  // -.3; .3 -.3 1.15]. Its eigenvalues are 2, 1.6 and .75: the squares of the singular values of R.
  check_close(error->singular_values, {std::sqrt(2.), std::sqrt(1.6), std::sqrt(.75)});
  CHECK(error->norm == doctest::Approx(2 / std::sqrt(3.)).epsilon(1e-14));
}

TEST_CASE(
    "for a point of the part, the share of each fixel in the error, the error ellipse and the reachable region are "
    "right") {
  const ContactSet set = block();
  const auto error = pose_error(set, kAll, &kRectangle);
  // A pose error (dx, dy, dtheta) moves the point (x, y) = (-1, .5) by (dx - dtheta y, dy + dtheta x).
  const PointError corner = point_error(set, *error, {-1, .5}, .1);
  REQUIRE(corner.of_fixel.size() == 3);
  CHECK((corner.of_fixel[0] - Eigen::Vector2d(.075, .15)).norm() < 1e-15);
  CHECK((corner.of_fixel[1] - Eigen::Vector2d(-.075, -.05)).norm() < 1e-15);
  CHECK((corner.of_fixel[2] - Eigen::Vector2d(-.1, 0)).norm() < 1e-15);
  CHECK(corner.worst == doctest::Approx(.1 * std::sqrt(10.25)).epsilon(1e-12));
  // The covariance matrix of the corner is .01 [.75^2 + .75^2 + 1, .75 (1.5 + .5); ., 1.5^2 + .5^2] = .01 [2.125 1.5;
  // 1.5 2.5]. It is symmetric; the dot stands for the repeated entry.
  CHECK(corner.ellipse.squaredNorm() == doctest::Approx(.04625).epsilon(1e-12));
  CHECK(corner.ellipse.prod() == doctest::Approx(.01 * std::sqrt(2.125 * 2.5 - 2.25)).epsilon(1e-12));
  CHECK(std::tan(2 * corner.ellipse_angle) == doctest::Approx(3 / (2.125 - 2.5)).epsilon(1e-9));
  CHECK(corner.reach.size() == 6);
  Eigen::Vector2d middle(0, 0);
  for (std::size_t k = 0; k < 6; ++k) {
    const Eigen::Vector2d a = corner.reach[k], b = corner.reach[(k + 1) % 6], c = corner.reach[(k + 2) % 6];
    middle += a;
    CHECK((b - a).x() * (c - b).y() - (b - a).y() * (c - b).x() > 0);
  }
  CHECK(middle.norm() < 1e-15);
  // An error of fixel 1 moves the center of mass along (1, 2), one of fixel 2 along (-1, 2), and one of fixel 3 along
  // x.
  CHECK(point_error(set, *error, {0, 0}, 1).worst == doctest::Approx(1.5).epsilon(1e-12));
  CHECK(point_error(set, *error, {0, 0}, 0).reach == std::vector<Eigen::Vector2d>{{0, 0}});
  CHECK_THROWS_AS(point_error(set, *error, {0, 0}, -1), InputError);
  CHECK_THROWS_AS(point_error(set, *error, {NAN, 0}, 1), InputError);
}

TEST_CASE("on arcs the point that moves most is found between the vertices") {
  // The stadium is the block with a half disc of radius .5 at each end. Its locators are those of the block, but the
  // one on the right is lower.
  const Path path{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}, {0, 1, 0, 1}};
  const Outline outline = path;
  ContactSet set = block();
  set.contacts[2] = contact_at(1.5, 0, -1, 0);
  const auto error = pose_error(set, kAll, &outline);
  REQUIRE(error);
  std::vector<Eigen::Vector2d> points(path.vertices.begin(), path.vertices.end());
  const double by_vertices = worst_of(set, *error, points);
  for (int k = 0; k <= 20000; ++k) {
    const double angle = std::numbers::pi * (k / 20000. - .5);
    points.emplace_back(1 + .5 * std::cos(angle), .5 * std::sin(angle));
    points.emplace_back(-1 - .5 * std::cos(angle), .5 * std::sin(angle));
  }
  CHECK(error->worst > by_vertices + .01);
  const double sampled = worst_of(set, *error, points);
  CHECK(error->worst >= sampled - 1e-12);
  CHECK(error->worst <= sampled + 1e-7);
  double rms = 0;
  for (const Eigen::Vector2d& point : points) rms = std::max(rms, point_error(set, *error, point, 1).ellipse.norm());
  CHECK(error->rms >= rms - 1e-12);
  CHECK(error->rms <= rms + 1e-7);
}

TEST_CASE("a part that is not located has no pose error") {
  ContactSet set = block();
  set.contacts[2] = contact_at(0, -.5, 0, 1);
  CHECK_FALSE(pose_error(set, kAll, &kRectangle));
  set.contacts[2] = contact_at(0, .5, 0, -1);
  CHECK_FALSE(pose_error(set, kAll, &kRectangle));
  CHECK_FALSE(pose_error(block(), std::array{0, 1}, &kRectangle));
  set = block();
  set.contacts.push_back(contact_at(-1, 0, 1, 0));
  CHECK_FALSE(pose_error(set, std::array{0, 1, 2, 3}, &kRectangle));
  CHECK(pose_error(set, kAll, &kRectangle));
  CHECK_THROWS_AS(pose_error(set, std::array{0, 1, 4}, &kRectangle), InputError);
}

TEST_CASE("contacts that barely locate a part count as locating it, unless their numbers are rounded") {
  ContactSet set = block();
  set.contacts[2] = contact_at(1, -.25, -1e-9, 1);  // a third contact from below, whose normal is rotated by 1e-9 rad
  const auto error = pose_error(set, kAll, &kRectangle);
  REQUIRE(error);
  CHECK(error->norm > 1e8);
  CHECK(error->of_fixel[2].x() == doctest::Approx(-1e9).epsilon(1e-9));
  set.contacts[1].error.along_normal = 1e-16;
  CHECK_FALSE(pose_error(set, kAll, &kRectangle));
}

TEST_CASE("if a part is turned, scaled, mirrored or reordered, so are its pose errors") {
  std::mt19937_64 random(17);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int trial = 0; trial < oracle::count(100); ++trial) {
    ContactSet set;
    for (int k = 0; k < 3; ++k)
      set.contacts.push_back(contact_at(number(random), number(random), number(random), number(random)));
    set.center_of_mass = {number(random), number(random)};
    set.inertia = .5 + .4 * number(random);
    const auto error = pose_error(set, kAll, nullptr);
    REQUIRE(error);
    const double large = 1e-9 * (1 + error->worst);
    // dq is the displacement for an error of one fixel. To first order, it changes the gaps by dgap = J_n^T dq. This
    // must be the error at this fixel, and 0 at all others.
    for (int k = 0; k < 3; ++k) {
      for (int i = 0; i < 3; ++i) {
        const Contact& c = set.contacts[static_cast<std::size_t>(i)];
        const Eigen::Vector2d arm = c.point - set.center_of_mass, n = c.normal.normalized();
        const double gap = Eigen::Vector3d(n.x(), n.y(), arm.x() * n.y() - arm.y() * n.x())
                               .dot(error->of_fixel[static_cast<std::size_t>(k)]);
        CHECK(std::fabs(gap - (i == k)) < large);
      }
    }
    ContactSet other = set;
    other.angle = std::numbers::pi / 2;
    check_close(pose_error(other, kAll, nullptr)->worst_pose,
                {error->worst_pose.y(), error->worst_pose.x(), error->worst_pose.z()});
    other = set;
    std::swap(other.contacts[0], other.contacts[2]);
    const auto swapped = pose_error(other, kAll, nullptr);
    CHECK((swapped->of_fixel[0] - error->of_fixel[2]).norm() < large);
    CHECK(std::fabs(swapped->worst - error->worst) < large);
    other = set;
    for (Contact& c : other.contacts) {
      c.point *= 8;
      c.normal *= .25;
    }
    other.center_of_mass *= 8;
    other.inertia *= 64;
    const auto grown = pose_error(other, kAll, nullptr);
    CHECK(std::fabs(grown->worst - error->worst) < large);
    CHECK(std::fabs(grown->norm - error->norm) < 1e-9 * error->norm * error->norm);
    other = set;
    for (Contact& c : other.contacts) {
      c.point.x() *= -1;
      c.normal.x() *= -1;
    }
    other.center_of_mass.x() *= -1;
    CHECK(std::fabs(pose_error(other, kAll, nullptr)->rms - error->rms) < large);
  }
}
