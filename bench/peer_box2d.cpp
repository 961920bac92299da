// SPDX-License-Identifier: MIT
// Box2D 2.4 in single precision: sequential impulses, with 8 iterations for velocities and 3 for positions as in its
// manual. Bodies never sleep.
#include <box2d/box2d.h>

#include "peer_world.h"

namespace pawl::peer {
namespace {

b2Vec2 vector(const Eigen::Vector2d& v) { return {static_cast<float>(v.x()), static_cast<float>(v.y())}; }

class Box2dWorld : public PeerWorld {
 public:
  Box2dWorld(const std::vector<PeerBody>& bodies, const Eigen::Vector2d& gravity) : world_(vector(gravity)) {
    world_.SetAllowSleeping(false);
    for (const PeerBody& body : bodies) add(body);
  }
  const char* name() const override { return "Box2D"; }
  void step(double h) override { world_.Step(static_cast<float>(h), 8, 3); }
  Eigen::Vector3d pose(std::size_t body) const override {
    const b2Body& one = *bodies_[body];
    return {one.GetPosition().x, one.GetPosition().y, one.GetAngle()};
  }
  Eigen::Vector3d twist(std::size_t body) const override {
    const b2Body& one = *bodies_[body];
    return {one.GetLinearVelocity().x, one.GetLinearVelocity().y, one.GetAngularVelocity()};
  }

 private:
  void add(const PeerBody& body) {
    b2BodyDef definition;
    definition.type = body.fixed ? b2_staticBody : b2_dynamicBody;
    definition.position = vector(body.pose.head<2>());
    definition.angle = static_cast<float>(body.pose[2]);
    b2Body* made = world_.CreateBody(&definition);
    b2CircleShape circle;
    b2PolygonShape polygon;
    circle.m_radius = static_cast<float>(body.radius);
    if (body.radius == 0) {
      polygon.SetAsBox(static_cast<float>(body.half_size.x()), static_cast<float>(body.half_size.y()));
    }
    b2FixtureDef fixture;
    fixture.shape = body.radius > 0 ? static_cast<const b2Shape*>(&circle) : &polygon;
    fixture.friction = static_cast<float>(body.friction);
    fixture.density = 1;
    made->CreateFixture(&fixture);
    b2MassData mass{static_cast<float>(body.mass), {0, 0}, static_cast<float>(body.inertia)};
    if (!body.fixed) made->SetMassData(&mass);
    bodies_.push_back(made);
  }

  b2World world_;
  std::vector<b2Body*> bodies_;
};

}  // namespace

std::unique_ptr<PeerWorld> box2d_world(const std::vector<PeerBody>& bodies, const Eigen::Vector2d& gravity) {
  return std::make_unique<Box2dWorld>(bodies, gravity);
}

}  // namespace pawl::peer
