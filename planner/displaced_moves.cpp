// SPDX-License-Identifier: MIT
#include "displaced_moves.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "largest_cap.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector3d;
using Rows = std::vector<Vector>;

constexpr double kOutside = 1e-12;  ///< by which a ray may leave a cone and still count as one of it
constexpr double kParted = 1e-9;    ///< by which a plane must part two sets, of unit vectors

/// The extreme rays of {x : row . x >= 0 for all rows}, rows of rank 3, and more where they are many: each is on the
/// planes of two rows.
Rows rays_of(const Rows& rows) {
  Rows rays;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Vector across = rows[i].cross(rows[j]);
      if (across.norm() < kOutside) continue;
      for (const double sign : {1., -1.}) {
        const Vector ray = sign * across.normalized();
        const auto inside = [&](const Vector& row) { return row.dot(ray) >= -kOutside; };
        if (std::all_of(rows.begin(), rows.end(), inside)) rays.push_back(ray);
      }
    }
  }
  return rays;
}

/// Whether each row is > 0 somewhere on the rays: else their motions are of other letters, which allow more forces.
bool some_inside(const Rows& rays, const Rows& rows) {
  return std::all_of(rows.begin(), rows.end(), [&](const Vector& row) {
    return std::any_of(rays.begin(), rays.end(), [&](const Vector& ray) { return row.dot(ray) > kOutside / 10; });
  });
}

/// Whether a plane through 0 has all of these strictly on one side: one whose normal is most inside, or, where that is
/// lost in rounding, the middle of all such normals.
bool on_one_side(Rows vectors) {
  for (Vector& vector : vectors) vector.normalize();
  const auto parts = [&](const Vector& x) {
    return std::all_of(vectors.begin(), vectors.end(), [&](const Vector& v) { return v.dot(x) > kParted; });
  };
  if (parts(largest_cap(vectors))) return true;
  const Rows normals = rays_of(vectors);
  return !normals.empty() && parts(std::accumulate(normals.begin(), normals.end(), Vector(0, 0, 0)).normalized());
}

}  // namespace

DisplacedMoves::DisplacedMoves(const ContactSet& set, double sigma)
    : off_(sigma / set.radius_of_gyration()), rho_(set.radius_of_gyration()) {
  for (const Contact& contact : set.contacts) {
    const Eigen::Vector2d n = contact.normal.normalized(), t(-n.y(), n.x()), p = contact.point - set.center_of_mass;
    sides_.push_back(
        {n, t, (p.x() * n.y() - p.y() * n.x()) / rho_, (p.x() * t.y() - p.y() * t.x()) / rho_, contact.friction});
  }
}

/// The turned forces lie on an arc, which the triangle of its ends and of where its tangents there meet holds.
std::array<Vector, 3> DisplacedMoves::turned(const Vector& wrench, const Eigen::Vector2d& at, double phi) {
  const Eigen::Vector2d force = wrench.head<2>();
  const double torque = wrench.z() - (at.x() * force.y() - at.y() * force.x());
  std::array<Vector, 3> wrenches;
  for (int k = 0; k < 3; ++k) {
    const Eigen::Vector2d f = k == 2 ? Eigen::Vector2d(force / std::cos(phi))
                                     : Eigen::Vector2d(Eigen::Rotation2Dd(k == 0 ? phi : -phi) * force);
    wrenches[static_cast<std::size_t>(k)] << f, torque + at.x() * f.y() - at.y() * f.x();
  }
  return wrenches;
}

Rows DisplacedMoves::scaled(const std::array<Vector, 3>& wrenches) const {
  Rows rows(wrenches.begin(), wrenches.end());
  for (Vector& row : rows) row.z() /= rho_;
  return rows;
}

/// The edges n + s mu t, for the signs in `which` (1, -1, or 0: both), with the normal's arm at both ends.
void DisplacedMoves::add_forces(const Side& side, double friction, int which, Rows& forces) const {
  for (const int s : {1, -1}) {
    if (which == -s) continue;
    for (const double off : {off_, -off_}) {
      forces.push_back(normal_row(side, off) + s * friction * Vector(side.t.x(), side.t.y(), side.tangent_arm));
    }
  }
}

/// Rows >= 0 of the accelerations, those of them that are > 0, and forces of a letter; `turn`: the sign of omega. An
/// `o` is an open gap's `s`, which may also stay as it is.
void DisplacedMoves::add_letter(const Side& side, char letter, double turn, Letters& all) const {
  auto& [rows, strict, forces] = all;
  const Vector most = normal_row(side, turn * off_), least = normal_row(side, -turn * off_);
  const Vector tangent(side.t.x(), side.t.y(), side.tangent_arm);
  if (letter != 'a') rows.push_back(most);
  if (letter != 's' && letter != 'o') rows.push_back(-least);
  if (letter == 'a' || letter == 's') strict.push_back(rows.back());
  if (letter == 'a' || letter == 's' || letter == 'o') return;
  if (letter != 'r') rows.push_back(tangent);
  if (letter != 'l') rows.push_back(-tangent);
  if (letter != 'n') strict.push_back(rows.back());
  const int which = letter == 'l' ? -1 : letter == 'r' ? 1 : 0;
  add_forces(side, side.friction.high, which, forces);
  if (which != 0 && side.friction.is_interval()) add_forces(side, side.friction.low, which, forces);
}

/// Whether the mode may have a motion: M nu = w + J c for some arms, a wrench of these and forces of the mode.
bool DisplacedMoves::possible(const std::array<char, 3>& letters, const Rows& wrenches) const {
  for (const double turn : {1., -1.}) {
    Letters all{{{0, 0, turn}}, {}, {}};
    for (std::size_t i = 0; i < 3; ++i) add_letter(sides_[i], letters[i], turn, all);
    const Rows motions = rays_of(all.rows);
    if (motions.empty() || !some_inside(motions, all.strict)) continue;
    Rows apart = std::move(all.forces);
    apart.insert(apart.end(), wrenches.begin(), wrenches.end());
    for (Vector& force : apart) force = -force;
    apart.insert(apart.end(), motions.begin(), motions.end());
    if (!on_one_side(std::move(apart))) return true;
  }
  return false;
}

bool DisplacedMoves::may_rest(const FixelSet& state, const std::array<Vector, 3>& wrenches) const {
  Rows rows = scaled(wrenches);
  for (std::size_t i = 0; i < 3; ++i) {
    if (state[i]) add_forces(sides_[i], sides_[i].friction.high, 0, rows);
  }
  return !on_one_side(std::move(rows));
}

StateMoves DisplacedMoves::moves(const ContactGraph& graph, int state, const std::array<Vector, 3>& wrenches) const {
  const FixelSet& touching = graph.states().mask(state);
  const Rows rows = scaled(wrenches);
  StateMoves result;
  result.rest = may_rest(touching, wrenches);
  for (int code = 0; code < 64; ++code) {
    std::array<char, 3> letters{};
    FixelSet kept, approached;
    bool real = true;
    for (std::size_t i = 0; i < 3; ++i) {
      const int digit = code >> (2 * i) & 3;
      letters[i] = touching[i] ? "lrns"[digit] : "aoxx"[digit];
      real = real && letters[i] != 'x';
      approached[i] = letters[i] == 'a';
      kept[i] = letters[i] == 'l' || letters[i] == 'r' || letters[i] == 'n';
    }
    if (!real || !possible(letters, rows)) continue;
    result.escape = result.escape || approached.none();
    result.successors |= graph.successors(kept, approached);
  }
  return result;
}

/// lambda = -J_n^-1 w by Cramer's rule: its determinants are linear in each arm, and in w, so that their signs are
/// known at the ends.
bool DisplacedMoves::goal_is_lowest(const std::array<Vector, 3>& wrenches) const {
  double sign = 0;
  for (int code = 0; code < 8; ++code) {
    Eigen::Matrix3d normals;
    for (int i = 0; i < 3; ++i)
      normals.col(i) = normal_row(sides_[static_cast<std::size_t>(i)], (code >> i & 1) != 0 ? off_ : -off_);
    const double det = normals.determinant();
    if (!(std::fabs(det) > kParted) || det * sign < 0) return false;
    sign = det;
    for (const Vector& w : scaled(wrenches)) {
      if (!((-normals.inverse() * w).minCoeff() > kParted * w.norm())) return false;
    }
  }
  return true;
}

}  // namespace pawl::internal
