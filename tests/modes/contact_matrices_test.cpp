// SPDX-License-Identifier: MIT
// The published matrices must be in the world frame even if the pose of the part has a rotation. The printed cone must
// be in the world frame too.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/io/task.h>
#include <pawl/modes/contact_matrices.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <random>

#include "base/dense_algebra.h"

using namespace pawl;
using namespace pawl::internal;

namespace {

/// Returns a pentagon at a pose. It touches two pins and is near a third one. Its center of mass is not the origin of
/// the body frame.
Task posed_task(const Eigen::Vector3d& pose) {
  const Eigen::Rotation2Dd turn(pose.z());
  Task task;
  task.part.outline = Polygon{{{-1, -.5}, {1.2, -.5}, {1.2, .4}, {.1, .9}, {-1, .5}}};
  task.pose = pose;
  task.friction = Friction(.3);
  const std::vector<Eigen::Vector2d> pins = {{-.5, -.5}, {.8, -.5}, {1.21, .1}};
  for (const Eigen::Vector2d& pin : pins) task.fixels.emplace_back().at = turn * pin + pose.head<2>();
  task.fixels[2].friction = Friction(0);
  task.fixels[1].friction = Friction(.1, .5);
  return task;
}

std::vector<Eigen::Vector3d> poses() {
  std::vector<Eigen::Vector3d> list = {{0, 0, 0}, {.5, -2, std::acos(-1) / 2}, {0, 1, std::acos(-1)}, {0, 0, -1}};
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-4, 4);
  for (int k = 0; k < 6; ++k) list.emplace_back(number(random), number(random), number(random));
  return list;
}

/// Returns how far a wrench (world frame) is outside a printed cone: the largest violation of a face or an equality.
double outside(const Cone& cone, const ContactSet& set, const Eigen::Vector3d& wrench) {
  double most = 0;
  for (const Eigen::Vector3d& face : cone.faces()) most = std::max(most, set.to_world(face).dot(wrench));
  for (const Eigen::Vector3d& row : cone.equalities()) most = std::max(most, std::abs(set.to_world(row).dot(wrench)));
  return most;
}

/// Returns the smallest residual of K z = P g over all z >= 0.
double residual(const ContactMatrices& m, const Eigen::Vector3d& wrench) {
  const Eigen::VectorXd wanted = m.P * wrench;
  if (m.K.cols() == 0) return wanted.norm();
  return (m.K * nonnegative_least_squares(m.K, wanted) - wanted).norm();
}

/// Returns wrenches in the world frame: random wrenches of the cone, and random wrenches in all directions.
std::vector<Eigen::Vector3d> wrenches_for(const Cone& cone, const ContactSet& set, std::mt19937& random) {
  std::normal_distribution<double> normal;
  std::vector<Eigen::Vector3d> wrenches;
  for (int k = 0; k < 6; ++k) {
    Eigen::Vector3d inside(0, 0, 0);
    for (const Eigen::Vector3d& ray : cone.rays()) inside += std::abs(normal(random)) * set.to_world(ray);
    for (const Eigen::Vector3d& line : cone.lines()) inside += normal(random) * set.to_world(line);
    wrenches.push_back(inside);
    wrenches.emplace_back(normal(random), normal(random), normal(random));
  }
  return wrenches;
}

}  // namespace

TEST_CASE("in a build without cddlib, a request for faces is refused") {
  if (has_route_enrsv()) return;
  const ContactSet set = find_contacts(posed_task({0, 0, 0}));
  CHECK_THROWS_AS(contact_matrices(set, Mode("lna"), SpanFaces::computed), InputError);
}

TEST_CASE("K z = P g has a solution z >= 0 exactly for the world wrenches g of the printed cone, in any pose") {
  const SpanFaces faces = has_route_enrsv() ? SpanFaces::computed : SpanFaces::omitted;
  std::mt19937 random(2);
  int inside = 0;
  int beyond = 0;
  for (const Eigen::Vector3d& pose : poses()) {
    const ContactSet set = find_contacts(posed_task(pose));
    for (const FeasibleMode& feasible : feasible_modes(set)) {
      const WrenchCone wrenches = wrench_cone(set, feasible.mode);
      const ContactMatrices m = contact_matrices(set, feasible.mode, faces);
      for (const Eigen::Vector3d& g : wrenches_for(wrenches.cone, set, random)) {
        CAPTURE(pose.transpose());
        CAPTURE(feasible.mode.str());
        CAPTURE(g.transpose());
        const double distance = outside(wrenches.cone, set, g);
        if (distance < 1e-12) CHECK(residual(m, g) < 1e-9);
        if (distance > 1e-2) CHECK(residual(m, g) > 1e-6);
        if (has_route_enrsv()) {
          REQUIRE(m.F.cols() == 3);
          CHECK(m.F.rows() == m.KF.rows());
          const double largest = m.F.rows() == 0 ? 0 : (m.F * g).maxCoeff();
          if (distance < 1e-12) CHECK(largest < 1e-9);
          if (distance > 1e-2) CHECK(largest > 1e-9);
        }
        inside += distance < 1e-12 ? 1 : 0;
        beyond += distance > 1e-2 ? 1 : 0;
      }
    }
  }
  CHECK(inside > 200);
  CHECK(beyond > 200);
}

TEST_CASE("the rows of K^F are faces of the cone that K spans") {
  if (!has_route_enrsv()) return;
  const ContactSet set = find_contacts(posed_task({0, 0, 0}));
  for (const FeasibleMode& feasible : feasible_modes(set)) {
    CAPTURE(feasible.mode.str());
    const ContactMatrices m = contact_matrices(set, feasible.mode, SpanFaces::computed);
    CHECK(m.KF.cols() == m.K.rows());
    CHECK((m.F - m.KF * m.P).norm() < 1e-12);
    if (m.KF.rows() == 0) continue;
    const Eigen::MatrixXd values = m.KF * m.K;  // each column of K must be in the cone, and some columns must be on
                                                // each face
    CHECK(values.maxCoeff() < 1e-12);
    for (Eigen::Index i = 0; i < values.rows(); ++i) CHECK(values.row(i).maxCoeff() > -1e-12);
  }
  CHECK(contact_matrices(ContactSet(), Mode(), SpanFaces::computed).KF.rows() == 0);
  CHECK(contact_matrices(set, Mode("lna")).KF.rows() == 0);
}

TEST_CASE("J has world normals, tangents and arms, B and P are its rows, and A, C, K do not depend on the pose") {
  const ContactSet seated = find_contacts(posed_task({0, 0, 0}));
  for (const Eigen::Vector3d& pose : poses()) {
    const Task task = posed_task(pose);
    const ContactSet set = find_contacts(task);
    const Eigen::Rotation2Dd turn(pose.z());
    const Eigen::Vector2d center = turn * seated.center_of_mass + pose.head<2>();
    const Mode mode("lna");
    const ContactMatrices m = contact_matrices(set, mode);
    const ContactMatrices unturned = contact_matrices(seated, mode);
    const Eigen::Index n = static_cast<Eigen::Index>(set.size());
    Eigen::MatrixXd J(3, 2 * n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const Eigen::Vector2d normal = turn * seated.contacts[static_cast<std::size_t>(i)].normal.normalized();
      const double gap = seated.contacts[static_cast<std::size_t>(i)].gap;
      const Eigen::Vector2d arm = task.fixels[static_cast<std::size_t>(i)].at + gap * normal - center;
      J.col(i) << normal, arm.x() * normal.y() - arm.y() * normal.x();
      J.col(n + i) << -normal.y(), normal.x(), arm.dot(normal);
    }
    const Eigen::Vector3d inertia(set.mass, set.mass, set.inertia);
    CAPTURE(pose.transpose());
    CHECK((m.J - J).norm() < 1e-12);
    CHECK((m.B - J.transpose() * inertia.cwiseInverse().asDiagonal()).norm() < 1e-12);
    CHECK((m.A - m.B * m.J).norm() < 1e-12);
    CHECK((m.P - m.E * m.B).norm() < 1e-12);
    CHECK((m.A - unturned.A).norm() < 1e-12);
    CHECK((m.C - unturned.C).norm() < 1e-12);
    CHECK((m.K - unturned.K).norm() < 1e-12);
  }
}
