// SPDX-License-Identifier: MIT
// The equations of motion against closed forms and against derivatives of positions, energies and distances.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/bodies/equations_of_motion.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <functional>
#include <string>

#include "support/count.h"
#include "support/random_systems.h"

using namespace pawl;

namespace {

/// The system after `t` seconds on the path q + u t + u' t^2 / 2.
MultiBody on_path(const MultiBody& system, const Eigen::VectorXd& acceleration, double t) {
  MultiBody moved = system;
  Eigen::Index at = 0;
  for (FreeBody& body : moved.bodies) {
    body.pose += t * body.twist + t * t / 2 * acceleration.segment<3>(at);
    at += 3;
  }
  for (Joint& joint : moved.joints) joint.position += t * joint.velocity + t * t / 2 * acceleration[at++];
  return moved;
}

double first_difference(const std::function<double(double)>& f, double h = 1e-5) { return (f(h) - f(-h)) / (2 * h); }
double second_difference(const std::function<double(double)>& f, double h = 1e-4) {
  return (f(h) - 2 * f(0) + f(-h)) / (h * h);
}

/// Kinetic energy from positions of the centres of mass a little before and after.
double energy_by_positions(const MultiBody& system) {
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(system.degrees()));
  double energy = 0;
  for (const FreeBody& body : system.bodies) {
    energy += body.mass * body.twist.head<2>().squaredNorm() / 2 + body.inertia * body.twist.z() * body.twist.z() / 2;
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    const Joint& joint = system.joints[i];
    for (int k = 0; k < 2; ++k) {
      const double speed = first_difference(
          [&](double t) { return world_point(on_path(system, still, t), Solid::link(i), joint.center_of_mass)[k]; });
      energy += joint.mass * speed * speed / 2;
    }
    const double spin =
        first_difference([&](double t) { return pose_of(on_path(system, still, t), Solid::link(i)).z(); });
    energy += joint.inertia * spin * spin / 2;
  }
  return energy;
}

std::string faults_of(const MultiBody& system) {
  try {
    equations_of_motion(system);
  } catch (const InputError& error) {
    std::string pointers;
    for (const Fault& fault : error.faults()) pointers += fault.pointer + " ";
    return pointers;
  }
  return "";
}

}  // namespace

TEST_CASE("a free body falls") {
  MultiBody system;
  system.bodies = {FreeBody{2, 0.5, {1, 2, 3}, {4, 5, 6}, {7, 8, 9}}};
  system.gravity = {0, -10};
  const ContactEquations e = equations_of_motion(system);
  CHECK(e.force == Eigen::Vector3d(7, 8 - 20, 9));
  CHECK(e.mass == Eigen::MatrixXd(Eigen::Vector3d(2, 2, 0.5).asDiagonal()));
  CHECK(e.contacts() == 0);
}

// Two point masses on rods, relative angles: M11 = m1 l1^2 + m2 (l1^2 + l2^2 + 2 l1 l2 cos q2), M12 = m2 (l2^2 + l1 l2
// cos q2), M22 = m2 l2^2; velocity products -m2 l1 l2 sin q2 (2 u1 u2 + u2^2, -u1^2); gravity along -y.
TEST_CASE("the double pendulum's textbook equations") {
  const double m1 = 1.3, m2 = 0.7, l1 = 0.9, l2 = 1.1, q1 = 0.4, q2 = -1.2, u1 = 1.5, u2 = -2.5, g = 9.81;
  MultiBody arm;
  arm.gravity = {0, -g};
  Joint upper;
  upper.mass = m1;
  upper.center_of_mass = {l1, 0};
  upper.position = q1;
  upper.velocity = u1;
  upper.effort = 3;
  Joint lower = upper;
  lower.parent = 0;
  lower.anchor = {l1, 0};
  lower.mass = m2;
  lower.center_of_mass = {l2, 0};
  lower.position = q2;
  lower.velocity = u2;
  lower.effort = -2;
  arm.joints = {upper, lower};
  const ContactEquations e = equations_of_motion(arm);
  CHECK(e.mass(0, 0) == doctest::Approx(m1 * l1 * l1 + m2 * (l1 * l1 + l2 * l2 + 2 * l1 * l2 * std::cos(q2))));
  CHECK(e.mass(0, 1) == doctest::Approx(m2 * (l2 * l2 + l1 * l2 * std::cos(q2))));
  CHECK(e.mass(1, 0) == e.mass(0, 1));
  CHECK(e.mass(1, 1) == doctest::Approx(m2 * l2 * l2));
  const double product = m2 * l1 * l2 * std::sin(q2);
  const double gravity2 = -m2 * g * l2 * std::cos(q1 + q2);
  const double gravity1 = -(m1 + m2) * g * l1 * std::cos(q1) + gravity2;
  CHECK(e.force[0] == doctest::Approx(3 + product * (2 * u1 * u2 + u2 * u2) + gravity1));
  CHECK(e.force[1] == doctest::Approx(-2 - product * u1 * u1 + gravity2));
}

// A mass that slides on a turning rod: r'' - r w^2 = F/m, and torque m (2 r r' w) with inertia m r^2.
TEST_CASE("a slider on a turning rod has centrifugal and Coriolis forces") {
  const double m = 2, r = 0.7, speed = 1.5, spin = -3;
  MultiBody system;
  Joint rod;
  rod.mass = 0;
  rod.inertia = 1;
  rod.velocity = spin;
  rod.position = 0.3;
  Joint slider;
  slider.kind = Joint::Kind::prismatic;
  slider.parent = 0;
  slider.mass = m;
  slider.position = r;
  slider.velocity = speed;
  system.joints = {rod, slider};
  const ContactEquations e = equations_of_motion(system);
  CHECK(e.mass(0, 0) == doctest::Approx(1 + m * r * r));
  CHECK(e.mass(0, 1) == doctest::Approx(0));
  CHECK(e.mass(1, 1) == doctest::Approx(m));
  CHECK(e.force[0] == doctest::Approx(-2 * m * r * speed * spin));
  CHECK(e.force[1] == doctest::Approx(m * r * spin * spin));
}

TEST_CASE("random trees: the mass matrix is that of the kinetic energy by positions") {
  oracle::RandomSystems random(1);
  for (int trial = 0; trial < oracle::count(300); ++trial) {
    CAPTURE(trial);
    const MultiBody system = random.system(random.integer(0, 2), random.integer(1, 6));
    const Eigen::MatrixXd mass = mass_matrix(system);
    const Eigen::VectorXd u = generalized_velocity(system);
    CHECK(mass == mass.transpose());
    CHECK(Eigen::LLT<Eigen::MatrixXd>(mass).info() == Eigen::Success);
    const double energy = u.dot(mass * u) / 2;
    CHECK(energy == doctest::Approx(energy_by_positions(system)).epsilon(1e-7));
  }
}

// d/dt (u'Mu/2 + V) is the power of efforts and wrenches: velocity products do no work of their own.
TEST_CASE("random trees: power balance") {
  oracle::RandomSystems random(2);
  for (int trial = 0; trial < oracle::count(300); ++trial) {
    CAPTURE(trial);
    MultiBody system = random.system(1, random.integer(1, 6));
    for (Joint& joint : system.joints) joint.wrench.setZero();
    const ContactEquations e = equations_of_motion(system);
    const Eigen::VectorXd u = e.velocity;
    const Eigen::VectorXd acceleration = e.mass.llt().solve(e.force);
    const double kinetic = u.dot(e.mass * acceleration) +
                           first_difference([&](double t) { return u.dot(mass_matrix(advanced(system, t)) * u) / 2; });
    const double potential = first_difference([&](double t) { return potential_energy(advanced(system, t)); });
    double power = system.bodies[0].wrench.dot(system.bodies[0].twist);
    for (const Joint& joint : system.joints) power += joint.effort * joint.velocity;
    CHECK(std::fabs(kinetic + potential - power) < 1e-6 * (1 + std::fabs(kinetic) + std::fabs(potential)));
  }
}

TEST_CASE("an external wrench on a link does work at its centre of mass") {
  oracle::RandomSystems random(3);
  for (int trial = 0; trial < oracle::count(100); ++trial) {
    CAPTURE(trial);
    MultiBody system = random.system(0, 4);
    MultiBody loose = system;
    for (Joint& joint : loose.joints) joint.wrench.setZero();
    const Eigen::VectorXd u = generalized_velocity(system);
    const double power = u.dot(equations_of_motion(system).force - equations_of_motion(loose).force);
    double expected = 0;
    for (std::size_t i = 0; i < system.joints.size(); ++i) {
      const Eigen::Vector3d& wrench = system.joints[i].wrench;
      expected += first_difference([&](double t) {
        const MultiBody moved = advanced(system, t);
        const Eigen::Vector2d at = world_point(moved, Solid::link(i), system.joints[i].center_of_mass);
        return wrench.head<2>().dot(at) + wrench.z() * pose_of(moved, Solid::link(i)).z();
      });
    }
    CHECK(power == doctest::Approx(expected).epsilon(1e-6));
  }
}

namespace {

/// A random contact of two arcs, corners or edges, and the distance between them as the solids move.
struct MovingContact {
  BodyContact contact;
  Eigen::Vector2d center_a, center_b, normal_a, normal_b;  // in the frames of the solids

  double distance(const MultiBody& moved) const {
    const Eigen::Vector2d a = world_point(moved, contact.a, center_a);
    const Eigen::Vector2d b = world_point(moved, contact.b, center_b);
    if (std::isinf(contact.radius_a)) {
      return (world_point(moved, contact.a, center_a + normal_a) - a).dot(b - a) - contact.radius_b;
    }
    if (std::isinf(contact.radius_b)) {
      return (world_point(moved, contact.b, center_b + normal_b) - b).dot(b - a) - contact.radius_a;
    }
    const double total = contact.radius_a + contact.radius_b;
    // The hollow arc's centre lies beyond the other's: the distance is what is left of the difference of radii.
    return (total > 0 ? 1 : -1) * (b - a).norm() - total;
  }
};

Eigen::Vector2d local(const MultiBody& system, Solid solid, const Eigen::Vector2d& world) {
  const Eigen::Vector3d pose = pose_of(system, solid);
  const Eigen::Vector2d arm = world - pose.head<2>();
  const double c = std::cos(pose.z()), s = std::sin(pose.z());
  return {c * arm.x() + s * arm.y(), -s * arm.x() + c * arm.y()};
}

}  // namespace

namespace {

MovingContact random_contact(const MultiBody& system, oracle::RandomSystems& random) {
  MovingContact moving;
  BodyContact& c = moving.contact;
  c.a = random.solid(system, Solid{Solid::Kind::ground, 99});
  c.b = random.solid(system, c.a);
  c.point = random.vector(2);
  c.normal = random.unit();
  const double convex = random.integer(0, 2) == 0 ? kCorner : random.real(0.1, 1);
  const double others[] = {kFlat, random.real(0.1, 1), -convex - random.real(0.1, 1)};
  c.radius_a = others[random.integer(0, 2)];
  c.radius_b = convex;
  if (random.integer(0, 1) == 0) std::swap(c.radius_a, c.radius_b);
  const auto center = [&](Solid solid, double radius) {
    const Eigen::Vector2d arm = (solid == c.a ? -1 : 1) * radius * c.normal;
    return local(system, solid, std::isinf(radius) ? c.point : Eigen::Vector2d(c.point + arm));
  };
  moving.center_a = center(c.a, c.radius_a);
  moving.center_b = center(c.b, c.radius_b);
  moving.normal_a = local(system, c.a, c.point + c.normal) - local(system, c.a, c.point);
  moving.normal_b = local(system, c.b, c.point + c.normal) - local(system, c.b, c.point);
  return moving;
}

}  // namespace

TEST_CASE("contact rows and velocity products are derivatives of the distance") {
  oracle::RandomSystems random(4);
  for (int trial = 0; trial < oracle::count(1000); ++trial) {
    CAPTURE(trial);
    MultiBody system = random.system(2, random.integer(0, 4));
    const MovingContact moving = random_contact(system, random);
    system.contacts = {moving.contact};
    CAPTURE(moving.contact.radius_a);
    CAPTURE(moving.contact.radius_b);
    const ContactEquations e = equations_of_motion(system);
    Eigen::VectorXd acceleration(e.degrees());
    for (Eigen::Index i = 0; i < e.degrees(); ++i) acceleration[i] = random.real(-1, 1);
    const auto distance = [&](double t) { return moving.distance(on_path(system, acceleration, t)); };
    const double rate = e.normals.row(0).dot(e.velocity);
    const double second = e.normals.row(0).dot(acceleration) + e.normal_bias[0];
    const double size = e.normals.row(0).cwiseAbs().dot(acceleration.cwiseAbs()) + std::fabs(e.normal_bias[0]) + 1;
    CHECK(std::fabs(distance(0)) < 1e-12);
    CHECK(std::fabs(first_difference(distance) - rate) < 1e-6 * size);
    CHECK(std::fabs(second_difference(distance) - second) < 1e-4 * size);
  }
}

TEST_CASE("the tangential acceleration is that of a corner along the edge it stays on") {
  oracle::RandomSystems random(5);
  for (int trial = 0; trial < oracle::count(300); ++trial) {
    CAPTURE(trial);
    MultiBody system = random.system(2, 0);
    BodyContact contact;
    contact.a = Solid::body(0);
    contact.b = Solid::body(1);
    contact.point = random.vector(1);
    contact.normal = random.unit();
    system.contacts = {contact};
    // Take the parting velocity out of body b.
    const Eigen::Vector2d n = contact.normal;
    system.bodies[1].twist.head<2>() -=
        equations_of_motion(system).normals.row(0).dot(generalized_velocity(system)) * n;
    const ContactEquations e = equations_of_motion(system);
    const Eigen::Vector2d origin = local(system, contact.a, contact.point);
    const Eigen::Vector2d along = local(system, contact.a, contact.point + Eigen::Vector2d(-n.y(), n.x())) - origin;
    const Eigen::Vector2d corner = local(system, contact.b, contact.point);
    Eigen::VectorXd acceleration(6);
    for (Eigen::Index i = 0; i < 6; ++i) acceleration[i] = random.real(-1, 1);
    const auto slid = [&](double t) {
      const MultiBody moved = on_path(system, acceleration, t);
      const Eigen::Vector2d a = world_point(moved, contact.a, origin);
      return (world_point(moved, contact.a, origin + along) - a).dot(world_point(moved, contact.b, corner) - a);
    };
    CHECK(std::fabs(e.normals.row(0).dot(e.velocity)) < 1e-12);
    CHECK(first_difference(slid) == doctest::Approx(e.tangents[0].row(0).dot(e.velocity)).epsilon(1e-6));
    const double second = e.tangents[0].row(0).dot(acceleration) + e.tangent_bias[0][0];
    CHECK(std::fabs(second_difference(slid) - second) < 1e-4 * (1 + std::fabs(second)));
  }
}

// A disc of radius r that rolls at speed v over one of radius R: its centre turns round the other with (R + r), so
// without forces the contact would part at v^2/(R + r), v the speed of the centre; in a hollow it is pressed in.
TEST_CASE("a disc that rolls over a disc and in a hollow") {
  const double r = 0.5, v = 3;
  for (const double other : {2.0, -2.0}) {
    MultiBody system;
    system.bodies = {FreeBody{1, 1, {0, r, 0}, {v, 0, -v / r}, {0, 0, 0}}};
    BodyContact contact;
    contact.b = Solid::body(0);
    contact.radius_a = other;
    contact.radius_b = r;
    system.contacts = {contact};
    const ContactEquations e = equations_of_motion(system);
    CHECK(e.tangents[0].row(0).dot(e.velocity) == doctest::Approx(0));
    CHECK(e.normal_bias[0] == doctest::Approx(v * v / (other + r)));
  }
}

TEST_CASE("pins are derivatives of the distance of their two points") {
  oracle::RandomSystems random(6);
  for (int trial = 0; trial < oracle::count(200); ++trial) {
    CAPTURE(trial);
    MultiBody system = random.system(2, 3);
    Pin pin;
    pin.a = random.solid(system, Solid{Solid::Kind::ground, 99});
    pin.b = random.solid(system, pin.a);
    pin.at_a = random.vector(1);
    pin.at_b = random.vector(1);
    system.pins = {pin};
    const ContactEquations e = equations_of_motion(system);
    Eigen::VectorXd acceleration(e.degrees());
    for (Eigen::Index i = 0; i < e.degrees(); ++i) acceleration[i] = random.real(-1, 1);
    for (Eigen::Index k = 0; k < 2; ++k) {
      const auto gap = [&](double t) {
        const MultiBody moved = on_path(system, acceleration, t);
        return (world_point(moved, pin.b, pin.at_b) - world_point(moved, pin.a, pin.at_a))[k];
      };
      const double second = e.bilateral.rows.row(k).dot(acceleration) - e.bilateral.acceleration[k];
      CHECK(gap(0) == doctest::Approx(e.bilateral.gap[k]));
      CHECK(std::fabs(first_difference(gap) - e.bilateral.rows.row(k).dot(e.velocity)) < 1e-5);
      CHECK(std::fabs(second_difference(gap) - second) < 1e-4 * (1 + std::fabs(second)));
    }
  }
}

TEST_CASE("a known joint acceleration is an equation, and its effort no longer a force") {
  oracle::RandomSystems random(7);
  MultiBody system = random.system(1, 3);
  system.joints[1].acceleration = 2.5;
  const ContactEquations e = equations_of_motion(system);
  CHECK(e.bilateral.size() == 1);
  CHECK(e.bilateral.rows == Eigen::MatrixXd(Eigen::VectorXd::Unit(6, 4).transpose()));
  CHECK(e.bilateral.acceleration[0] == 2.5);
  CHECK(e.bilateral.driven[0]);
  system.joints[1].acceleration.reset();
  CHECK(equations_of_motion(system).force[4] == doctest::Approx(e.force[4] + system.joints[1].effort));
}

TEST_CASE("what is no system is refused with every fault") {
  oracle::RandomSystems random(8);
  MultiBody good = random.system(2, 2);
  good.contacts = {BodyContact{Solid::body(0), Solid::body(1)}};
  CHECK(faults_of(good) == "");
  MultiBody system = good;
  system.bodies[0].mass = 0;
  system.bodies[1].inertia = -1;
  system.bodies[1].pose.y() = std::nan("");
  system.joints[0].parent = 0;
  system.joints[1].mass = -2;
  system.gravity.x() = HUGE_VAL;
  CHECK(faults_of(system) ==
        "/bodies/0/mass /bodies/1/inertia /bodies/1/pose/1 /joints/0/parent /joints/1/mass /gravity/0 ");
  system = good;
  system.contacts = {BodyContact{Solid::body(0), Solid::body(0)},
                     BodyContact{Solid::ground(), Solid::link(2)},
                     BodyContact{Solid::ground(), Solid::body(0), {0, 0}, {0, 0}, -0.1},
                     BodyContact{Solid::ground(), Solid::body(0), {0, 0}, {0, 1}, 0, 0, kCorner, kCorner},
                     BodyContact{Solid::ground(), Solid::body(0), {0, 0}, {0, 1}, 0, 0, kFlat, kFlat},
                     BodyContact{Solid::ground(), Solid::body(0), {0, 0}, {0, 1}, 0, 0, kFlat, -1},
                     BodyContact{Solid::ground(), Solid::body(0), {0, 0}, {0, 1}, 0, 0, -1, 1.5}};
  CHECK(faults_of(system) ==
        "/contacts/0 /contacts/1/b /contacts/2/normal /contacts/2/friction /contacts/3/radius_b /contacts/4/radius_b "
        "/contacts/5/radius_b /contacts/6/radius_b ");
}

TEST_CASE("a joint that moves no mass is refused") {
  MultiBody system;
  system.joints = {Joint{}};
  system.joints[0].mass = 1;
  CHECK(faults_of(system) == "/mass/0 ");  // a point mass on the axis
  system.joints[0].inertia = 1e-3;
  CHECK(faults_of(system) == "");
  // Two parallel sliders that carry one mass between them: the second moves nothing of its own.
  Joint slider;
  slider.kind = Joint::Kind::prismatic;
  slider.mass = 0;
  Joint second = slider;
  second.parent = 0;
  second.mass = 1;
  system.joints = {slider, second};
  CHECK(faults_of(system) == "/mass/1 ");
  system.joints[0].mass = 1e-9;
  CHECK(faults_of(system) == "");
}

TEST_CASE("matrices of the wrong shape are refused") {
  WrenchMatrices m;
  m.object_mass = Eigen::MatrixXd::Identity(6, 6);
  m.manipulator_mass.resize(0, 0);
  m.W = {Eigen::MatrixXd::Ones(6, 2), Eigen::MatrixXd::Ones(6, 2), Eigen::MatrixXd::Ones(6, 1)};
  m.J.assign(3, Eigen::MatrixXd(2, 0));
  m.velocity_products.assign(3, Eigen::VectorXd::Zero(2));
  m.object_force = Eigen::VectorXd::Zero(5);
  m.manipulator_force.resize(0);
  m.object_velocity = Eigen::VectorXd::Zero(6);
  m.joint_velocity.resize(0);
  m.friction = Eigen::VectorXd::Zero(2);
  try {
    equations_of(m);
    FAIL("wrong shapes were accepted");
  } catch (const InputError& error) {
    REQUIRE(error.faults().size() == 2);
    CHECK(error.faults()[0].pointer == "/W/2");
    CHECK(error.faults()[0].message == "must be 6 x 2");
    CHECK(error.faults()[1].pointer == "/object_force");
  }
}
