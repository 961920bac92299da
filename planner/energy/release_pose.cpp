// SPDX-License-Identifier: MIT
#include <pawl/planner/release_pose.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <vector>

#include "energy/box_proof.h"
#include "energy/plan_depth.h"
#include "geometry/plane.h"

namespace pawl {
namespace {

using internal::BoxJudge;
using internal::PoseBox;
using Kind = EnergyCertificate::Kind;

/// Returns whether a pose lies in a box of the certificate's component.
bool is_in_component(const EnergyCertificate& certificate, const Eigen::Vector3d& pose) {
  PoseBox box{certificate.centre, certificate.half};
  if (((pose - box.centre).cwiseAbs().array() > box.half.array()).any()) return false;
  // The nodes are in preorder: the first half of a node follows the node, and the second half follows all nodes of the
  // first half.
  std::size_t node = 0;
  while (certificate.nodes[node].kind == Kind::split) {
    const int axis = certificate.nodes[node++].axis;
    box.half[axis] /= 2;
    const bool upper = pose[axis] > box.centre[axis];
    box.centre[axis] += upper ? box.half[axis] : -box.half[axis];
    for (std::size_t open = upper ? 1 : 0; open > 0; ++node) {
      if (certificate.nodes[node].kind == Kind::split) {
        ++open;
      } else {
        --open;
      }
    }
  }
  return certificate.nodes[node].kind == Kind::moving || certificate.nodes[node].kind == Kind::near;
}

/// Returns the displacement, in the frame of the seat, that opens the gaps of the three contacts by 1 each, to first
/// order.
Eigen::Vector3d opening(const std::vector<Contact>& contacts, const Eigen::Vector2d& center_of_mass) {
  Eigen::Matrix3d rows;
  for (Eigen::Index k = 0; k < 3; ++k) {
    const Contact& contact = contacts[static_cast<std::size_t>(k)];
    const Eigen::Vector2d n = contact.normal.stableNormalized();
    rows.row(k) << n.x(), n.y(), internal::cross(contact.point - center_of_mass, n);
  }
  return rows.inverse() * Eigen::Vector3d::Ones();
}

}  // namespace

std::optional<ReleasePose> release_pose(const PlanProblem& problem, const PlanDepth& depth) {
  const ContactSet& seated = problem.seated.contacts;
  std::vector<Contact> touching;  // contacts that touch; without the walls that the part only comes close to
  std::copy_if(seated.contacts.begin(), seated.contacts.end(), std::back_inserter(touching),
               [](const Contact& contact) { return contact.touching; });
  if (!(depth.found.depth > 0) || depth.found.certificate.nodes.empty() || touching.size() != 3) return std::nullopt;
  const Eigen::Vector3d direction = opening(touching, seated.center_of_mass);
  const BoxJudge judge(depth.problem, internal::boundary_of(depth.problem.loops()).reach);
  const double slope = judge.potential(1e-6 * direction) / 1e-6;
  if (!direction.allFinite() || !(slope > 0)) return std::nullopt;
  constexpr int kTried = 64;
  const double tolerance = depth.problem.fixel_tolerance + depth.problem.outline_tolerance;
  std::optional<ReleasePose> best;
  for (int k = 1; k <= kTried; ++k) {
    const Eigen::Vector3d pose = depth.found.depth / slope * k / kTried * direction;
    if (judge.greatest_potential({pose, {0, 0, 0}}) > depth.found.depth) continue;
    const double clearance = judge.contacts().gap(pose) - judge.contacts().slack() - tolerance;
    if (!(clearance > (best ? best->clearance : 0))) continue;
    if (is_in_component(depth.found.certificate, pose)) best = ReleasePose{internal::pose_in_world(problem.seated, pose), clearance};
  }
  return best;
}

}  // namespace pawl
