// SPDX-License-Identifier: MIT
// ODE 0.16 in double precision, with its direct solver (dWorldStep, a pivoting method on the friction pyramid) or its
// iterative one (dWorldQuickStep, 20 iterations). Its plane joint keeps bodies in the plane. ERP is .2, and the
// softness is at most 1e-10.
#include <ode/ode.h>

#include <cmath>

#include "peer_world.h"

namespace pawl::peer {
namespace {

class OdeWorld : public PeerWorld {
 public:
  OdeWorld(const std::vector<PeerBody>& bodies, const Eigen::Vector2d& gravity, bool quick) : quick_(quick) {
    dInitODE2(0);
    world_ = dWorldCreate();
    space_ = quick ? dHashSpaceCreate(nullptr) : dSimpleSpaceCreate(nullptr);
    contacts_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, gravity.x(), gravity.y(), 0);
    dWorldSetCFM(world_, 1e-10);
    for (const PeerBody& body : bodies) add(body);
  }
  ~OdeWorld() override {
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
    dCloseODE();
  }
  OdeWorld(const OdeWorld&) = delete;
  OdeWorld& operator=(const OdeWorld&) = delete;

  const char* name() const override { return quick_ ? "ODE, quick" : "ODE, direct"; }
  void step(double h) override {
    dSpaceCollide(space_, this, &OdeWorld::near);
    quick_ ? dWorldQuickStep(world_, h) : dWorldStep(world_, h);
    dJointGroupEmpty(contacts_);
  }
  Eigen::Vector3d pose(std::size_t body) const override {
    const dReal* at = dGeomGetPosition(geoms_[body]);
    const dReal* turn = dGeomGetRotation(geoms_[body]);
    return {at[0], at[1], std::atan2(turn[4], turn[0])};
  }
  Eigen::Vector3d twist(std::size_t body) const override {
    if (bodies_[body] == nullptr) return {0, 0, 0};
    const dReal* v = dBodyGetLinearVel(bodies_[body]);
    return {v[0], v[1], dBodyGetAngularVel(bodies_[body])[2]};
  }

 private:
  void add(const PeerBody& body) {
    const dGeomID geom = body.radius > 0 ? dCreateSphere(space_, body.radius)
                                         : dCreateBox(space_, 2 * body.half_size.x(), 2 * body.half_size.y(), 1);
    dBodyID made = nullptr;
    if (!body.fixed) {
      made = dBodyCreate(world_);
      dMass mass;
      dMassSetParameters(&mass, body.mass, 0, 0, 0, body.inertia, body.inertia, body.inertia, 0, 0, 0);
      dBodySetMass(made, &mass);
      dGeomSetBody(geom, made);
      dJointAttach(dJointCreatePlane2D(world_, nullptr), made, nullptr);
    }
    dMatrix3 turn;
    dRFromAxisAndAngle(turn, 0, 0, 1, body.pose[2]);
    dGeomSetPosition(geom, body.pose.x(), body.pose.y(), 0);
    dGeomSetRotation(geom, turn);
    geoms_.push_back(geom);
    bodies_.push_back(made);
    friction_.push_back(body.friction);
    dGeomSetData(geom, reinterpret_cast<void*>(geoms_.size() - 1));
  }

  static void near(void* self, dGeomID a, dGeomID b) {
    OdeWorld& world = *static_cast<OdeWorld*>(self);
    const dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
    if (body_a == nullptr && body_b == nullptr) return;
    constexpr int kMost = 8;
    dContactGeom found[kMost];
    const int count = dCollide(a, b, kMost, found, sizeof(dContactGeom));
    const auto friction = [&](dGeomID geom) {
      return world.friction_[reinterpret_cast<std::size_t>(dGeomGetData(geom))];
    };
    for (int i = 0; i < count; ++i) {
      dContact contact{};
      contact.surface.mode = dContactApprox1;
      contact.surface.mu = std::sqrt(friction(a) * friction(b));
      contact.geom = found[i];
      dJointAttach(dJointCreateContact(world.world_, world.contacts_, &contact), body_a, body_b);
    }
  }

  bool quick_;
  dWorldID world_;
  dSpaceID space_;
  dJointGroupID contacts_;
  std::vector<dGeomID> geoms_;
  std::vector<dBodyID> bodies_;
  std::vector<double> friction_;
};

}  // namespace

std::unique_ptr<PeerWorld> ode_world(const std::vector<PeerBody>& bodies, const Eigen::Vector2d& gravity) {
  return std::make_unique<OdeWorld>(bodies, gravity, false);
}

std::unique_ptr<PeerWorld> quick_ode_world(const std::vector<PeerBody>& bodies, const Eigen::Vector2d& gravity) {
  return std::make_unique<OdeWorld>(bodies, gravity, true);
}

}  // namespace pawl::peer
