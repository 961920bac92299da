// SPDX-License-Identifier: MIT
// Debian's package of Siconos 4.4 provides solvers for contact problems, but neither geometry nor time steps. Therefore
// this file contains a time step, the basic step of Stewart and Trinkle. It uses the gaps g and the contact Jacobian J
// at the start of the step, the mass matrix M, the applied forces f, and the step h:
//
//   M (u+ - u) = h f + J' P,   q+ = q + h u+
//
// for the velocities u and positions q. The normal impulses satisfy P_n >= 0 and J_n u+ + g / h >= 0, and are
// complementary to these velocities. The tangential impulses P_t satisfy Coulomb's law.
//
// Siconos' projected Gauss-Seidel method for planar friction solves these equations.
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>

#include <algorithm>
#include <array>

#include "peer_placed.h"

namespace pawl::peer {
namespace {

using Vector = Eigen::Vector2d;

constexpr int kSweeps = 2000;  ///< limit on the number of sweeps of the iterative solver
constexpr double kTolerance = 1e-8;

struct Touch {
  std::size_t a, b;
  Vector point, normal;  ///< the normal points from a into b
  double gap;
};

/// The edge of the rectangle `face` that best separates `face` from another rectangle: the outward normal of the edge,
/// and the smallest distance of the other rectangle's corners from the edge.
struct Parting {
  Vector normal{0, 0};
  double gap = -HUGE_VAL;
  int axis = 0;
};

Parting parting(const Placed& face, const Placed& other) {
  Parting best;
  for (const int axis : {0, 1}) {
    for (const int sign : {-1, 1}) {
      double nearest = HUGE_VAL;
      for (int k = 0; k < 4; ++k) {
        nearest = std::min(nearest, sign * face.local(other.corner(k))[axis] - face.half[axis]);
      }
      if (nearest <= best.gap) continue;
      const Vector x = face.x, y(-x.y(), x.x());
      best = {sign * (axis == 0 ? x : y), nearest, axis};
    }
  }
  return best;
}

/// Adds at most two contacts of rectangles. Clips the edge of `other` that is nearest to `side`, an edge of `face`, to
/// the part opposite `side`. Adds a contact at each end of the clipped edge whose gap is at most `within`.
void touch_rectangles(std::size_t face_body, std::size_t other_body, const Placed& face, const Placed& other,
                      const Parting& side, double within, std::vector<Touch>& touches) {
  std::array<Vector, 4> corners;
  for (int k = 0; k < 4; ++k) corners[static_cast<std::size_t>(k)] = other.corner(k);
  std::sort(corners.begin(), corners.end(),
            [&](const Vector& a, const Vector& b) { return side.normal.dot(a) < side.normal.dot(b); });
  const Vector along(-side.normal.y(), side.normal.x());
  const double most = face.half[1 - side.axis];
  const Vector edge = corners[1] - corners[0];
  const double run = along.dot(edge);
  for (Vector point : {corners[0], corners[1]}) {
    const double place = along.dot(point - face.at), inside = std::clamp(place, -most, most);
    if (place != inside) {
      if (std::fabs(run) < 1e-9) continue;
      point += edge * ((inside - place) / run);
      const double part = edge.dot(point - corners[0]) / edge.squaredNorm();
      if (part < 0 || part > 1) continue;
    }
    const double gap = side.normal.dot(point - face.at) - face.half[side.axis];
    if (gap <= within) touches.push_back({face_body, other_body, point, side.normal, gap});
  }
}

void touch_disc(std::size_t a, std::size_t b, const Placed& rectangle, const Placed& disc, double within,
                std::vector<Touch>& touches) {
  const Vector local = rectangle.local(disc.at);
  const Vector nearest = local.cwiseMax(-rectangle.half).cwiseMin(rectangle.half);
  const double distance = (local - nearest).norm();
  if (distance == 0 || distance - disc.radius > within) return;
  const Vector x = rectangle.x, y(-x.y(), x.x());
  const Vector normal = ((local - nearest).x() * x + (local - nearest).y() * y) / distance;
  touches.push_back({a, b, disc.at - normal * disc.radius, normal, distance - disc.radius});
}

class SiconosWorld : public PeerWorld {
 public:
  SiconosWorld(const std::vector<PeerBody>& bodies, const Vector& gravity)
      : bodies_(bodies),
        gravity_(gravity),
        poses_(bodies.size()),
        twists_(bodies.size(), Eigen::Vector3d::Zero()),
        options_(solver_options_create(SICONOS_FRICTION_2D_NSGS)) {
    numerics_set_verbose(0);
    options_->iparam[SICONOS_IPARAM_MAX_ITER] = kSweeps;
    options_->dparam[SICONOS_DPARAM_TOL] = kTolerance;
    for (std::size_t i = 0; i < bodies.size(); ++i) poses_[i] = bodies[i].pose;
  }
  ~SiconosWorld() override { solver_options_delete(options_); }
  SiconosWorld(const SiconosWorld&) = delete;
  SiconosWorld& operator=(const SiconosWorld&) = delete;

  const char* name() const override { return "Siconos' solver"; }
  Eigen::Vector3d pose(std::size_t body) const override { return poses_[body]; }
  Eigen::Vector3d twist(std::size_t body) const override { return twists_[body]; }

  void step(double h) override {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (!bodies_[i].fixed) twists_[i].head<2>() += h * gravity_;
    }
    find(h);
    if (!touches_.empty()) solve(h);
    for (std::size_t i = 0; i < bodies_.size(); ++i) poses_[i] += h * twists_[i];
  }

 private:
  /// Finds all contacts that may close within a step of the duration h.
  void find(double h) {
    std::vector<Placed> placed;
    std::vector<double> reach;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      placed.emplace_back(bodies_[i], poses_[i]);
      const double size = std::max(bodies_[i].radius, bodies_[i].half_size.norm());
      reach.push_back(size + h * (twists_[i].head<2>().norm() + size * std::fabs(twists_[i][2])));
    }
    touches_.clear();
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (bodies_[i].fixed && bodies_[j].fixed) continue;
        if ((placed[i].at - placed[j].at).norm() > reach[i] + reach[j]) continue;
        touch(i, j, placed, 2 * h * (twists_[i] - twists_[j]).head<2>().norm() + 1e-3);
      }
    }
  }

  void touch(std::size_t i, std::size_t j, const std::vector<Placed>& placed, double within) {
    const Placed &a = placed[i], &b = placed[j];
    if (a.radius > 0 && b.radius > 0) {
      const double distance = (b.at - a.at).norm(), gap = distance - a.radius - b.radius;
      const Vector normal = (b.at - a.at) / distance;
      if (gap <= within) touches_.push_back({i, j, a.at + a.radius * normal, normal, gap});
    } else if (a.radius > 0) {
      touch_disc(j, i, b, a, within, touches_);
    } else if (b.radius > 0) {
      touch_disc(i, j, a, b, within, touches_);
    } else {
      const Parting of_a = parting(a, b), of_b = parting(b, a);
      if (of_a.gap >= of_b.gap) {
        touch_rectangles(i, j, a, b, of_a, within, touches_);
      } else {
        touch_rectangles(j, i, b, a, of_b, within, touches_);
      }
    }
  }

  void set_rows(Eigen::MatrixXd& J, Eigen::VectorXd& q, double h) const {
    for (std::size_t k = 0; k < touches_.size(); ++k) {
      const Touch& one = touches_[k];
      const auto row = static_cast<Eigen::Index>(2 * k);
      const Vector tangent(-one.normal.y(), one.normal.x());
      for (const auto& [body, sign] : {std::pair(one.a, -1.), std::pair(one.b, 1.)}) {
        if (bodies_[body].fixed) continue;
        const Vector arm = one.point - poses_[body].head<2>();
        const auto column = static_cast<Eigen::Index>(3 * body);
        for (const int d : {0, 1}) {
          const Vector direction = d == 0 ? one.normal : tangent;
          J(row + d, column) = sign * direction.x();
          J(row + d, column + 1) = sign * direction.y();
          J(row + d, column + 2) = sign * (arm.x() * direction.y() - arm.y() * direction.x());
        }
      }
      q[row] = one.gap / h;
    }
  }

  void solve(double h) {
    const auto rows = static_cast<Eigen::Index>(2 * touches_.size()),
               columns = static_cast<Eigen::Index>(3 * bodies_.size());
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(rows, columns);
    Eigen::VectorXd q = Eigen::VectorXd::Zero(rows), u(columns), mobility(columns);
    std::vector<double> friction;
    for (const Touch& one : touches_) {
      friction.push_back(std::sqrt(bodies_[one.a].friction * bodies_[one.b].friction));
    }
    set_rows(J, q, h);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      u.segment<3>(static_cast<Eigen::Index>(3 * i)) = twists_[i];
      mobility.segment<3>(static_cast<Eigen::Index>(3 * i)) << 1 / bodies_[i].mass, 1 / bodies_[i].mass,
          1 / bodies_[i].inertia;
    }
    q += J * u;
    Eigen::MatrixXd W = J * mobility.asDiagonal() * J.transpose();
    Eigen::VectorXd impulses = Eigen::VectorXd::Zero(rows), velocities = Eigen::VectorXd::Zero(rows);
    NumericsMatrix* matrix = NM_create_from_data(NM_DENSE, static_cast<int>(rows), static_cast<int>(rows), W.data());
    FrictionContactProblem problem{2, static_cast<int>(friction.size()), matrix, q.data(), friction.data()};
    fc2d_driver(&problem, impulses.data(), velocities.data(), options_);
    matrix->matrix0 = nullptr;
    NM_free(matrix);
    u += mobility.asDiagonal() * (J.transpose() * impulses);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (!bodies_[i].fixed) twists_[i] = u.segment<3>(static_cast<Eigen::Index>(3 * i));
    }
  }

  std::vector<PeerBody> bodies_;
  Vector gravity_;
  std::vector<Eigen::Vector3d> poses_, twists_;
  SolverOptions* options_;
  std::vector<Touch> touches_;
};

}  // namespace

std::unique_ptr<PeerWorld> siconos_world(const std::vector<PeerBody>& bodies, const Vector& gravity) {
  return std::make_unique<SiconosWorld>(bodies, gravity);
}

}  // namespace pawl::peer
