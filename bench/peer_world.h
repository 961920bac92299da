// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

namespace pawl::peer {

/// A disc or a rectangle about its center of mass.
struct PeerBody {
  double radius = 0;                ///< radius of a disc, m; 0 for a rectangle
  Eigen::Vector2d half_size{0, 0};  ///< m
  double mass = 1, inertia = 1;     ///< mass, kg, and moment of inertia, kg m^2
  double friction = 0;              ///< friction coefficient of a body; a contact has the geometric mean of those of
                                    ///< its two bodies
  Eigen::Vector3d pose{0, 0, 0};    ///< pose (x, y, theta) at the start
  bool fixed = false;
};

/// The bodies of a scene in a peer: another simulation library, such as Box2D or MuJoCo. The peer has its default
/// settings, except that it uses its most exact solver; quick_ode_world() uses another one.
class PeerWorld {
 public:
  virtual ~PeerWorld() = default;
  virtual const char* name() const = 0;
  virtual void step(double h) = 0;
  virtual void look() {}  ///< called after each step, before the poses and twists are read
  virtual Eigen::Vector3d pose(std::size_t body) const = 0;
  virtual Eigen::Vector3d twist(std::size_t body) const = 0;  ///< twist with the velocity of the center of mass
  virtual long unsolved() const { return 0; }                 ///< number of steps that the peer could not solve
                                                              ///< according to its own report
};

using MakeWorld = std::unique_ptr<PeerWorld> (*)(const std::vector<PeerBody>& bodies, const Eigen::Vector2d& gravity);

#ifdef PAWL_WITH_BOX2D
std::unique_ptr<PeerWorld> box2d_world(const std::vector<PeerBody>& bodies, const Eigen::Vector2d& gravity);
#endif
#ifdef PAWL_WITH_ODE
std::unique_ptr<PeerWorld> ode_world(const std::vector<PeerBody>& bodies, const Eigen::Vector2d& gravity);
/// Returns a world of ODE with its iterative solver. For large scenes, the direct solver takes minutes per step.
std::unique_ptr<PeerWorld> quick_ode_world(const std::vector<PeerBody>& bodies, const Eigen::Vector2d& gravity);
#endif
#ifdef PAWL_WITH_MUJOCO
std::unique_ptr<PeerWorld> mujoco_world(const std::vector<PeerBody>& bodies, const Eigen::Vector2d& gravity);
#endif
#ifdef PAWL_WITH_SICONOS
std::unique_ptr<PeerWorld> siconos_world(const std::vector<PeerBody>& bodies, const Eigen::Vector2d& gravity);
#endif

}  // namespace pawl::peer
