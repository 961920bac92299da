// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/contact/compliance.h>

#include <Eigen/Geometry>
#include <cmath>
#include <random>

using namespace pawl;

namespace {

Contact spring_at(double x, double y, double nx, double ny, double gap = 0) {
  return {{x, y}, {nx, ny}, 0, gap, gap == 0};
}

/// Returns a beam on pins that are 1 m below its centre of mass.
CompliantFixture beam_on(const std::vector<double>& positions, double stiffness) {
  CompliantFixture fixture;
  for (const double x : positions) fixture.locators.contacts.push_back(spring_at(x, -1, 0, 1));
  fixture.stiffness = stiffness;
  return fixture;
}

CompliantLoad only_load(const CompliantFixture& fixture, const Eigen::Vector3d& wrench) {
  const CompliantLoads found = compliant_loads(fixture, {wrench});
  REQUIRE(found.loads.size() == 1);
  return found.loads[0];
}

bool are_near(const Eigen::VectorXd& a, const std::vector<double>& b, double off = 1e-9) {
  return a.size() == static_cast<Eigen::Index>(b.size()) &&
         (a - Eigen::VectorXd::Map(b.data(), a.size())).cwiseAbs().maxCoeff() <= off;
}

}  // namespace

TEST_CASE("three locators share a load as the closed form of a rigid beam on three equal springs states") {
  // The springs at x = -L, 0, L have the stiffness k. A load W at x = a gives the forces W/3 + W a x/(2 L^2), if none
  // of them is negative. The displacements are dy = -W/(3 k) and dtheta = -W a/(2 L^2 k). The displacement along x is
  // not unique.
  const double W = 30, L = 2, k = 5000;
  const CompliantFixture fixture = beam_on({-L, 0, L}, k);
  for (const double a : {0., .5, -1.2}) {
    const CompliantLoad load = only_load(fixture, {0, -W, -W * a});
    CHECK(load.balanced);
    CHECK(are_near(load.forces, {W / 3 - W * a / (2 * L), W / 3, W / 3 + W * a / (2 * L)}));
    CHECK_FALSE(load.displacement);
  }
  // If a exceeds 2 L/3, the left spring loses contact. The other two bear the load like a lever.
  for (const double a : {1.4, 1.9}) {
    CHECK(are_near(only_load(fixture, {0, -W, -W * a}).forces, {0, W * (L - a) / L, W * a / L}));
  }
  // If the load is beyond the last spring, the beam tips over.
  const CompliantLoad beyond = only_load(fixture, {0, -W, -W * 2.1});
  CHECK_FALSE(beyond.balanced);
  CHECK(beyond.certain);

  // A fourth spring resists horizontal motions. The displacement is now unique.
  CompliantFixture held = fixture;
  held.locators.contacts.push_back(spring_at(L, 0, -1, 0));
  const CompliantLoad load = only_load(held, {2, -W, -W * .5});
  CHECK(are_near(load.forces, {W / 3 - W * .5 / (2 * L), W / 3, W / 3 + W * .5 / (2 * L), 2}));
  REQUIRE(load.displacement);
  CHECK((*load.displacement - Eigen::Vector3d(2 / k, -W / (3 * k), -W * .5 / (2 * L * L * k))).norm() < 1e-12);
}

TEST_CASE("a spring across a gap carries a force once the gap is closed") {
  // Three springs of stiffness k bear a load W in the middle. The middle spring has a gap g. The displacement d
  // satisfies 2 k d + k (d - g) = W.
  const double W = 12, k = 1000, g = .003;
  CompliantFixture fixture = beam_on({-1, 1}, k);
  fixture.locators.contacts.push_back(spring_at(0, -1, 0, 1, g));
  const double d = (W + k * g) / (3 * k);
  CHECK(are_near(only_load(fixture, {0, -W, 0}).forces, {k * d, k * d, k * (d - g)}));
  CHECK(are_near(only_load(fixture, {0, -2 * k * g * .9, 0}).forces, {k * g * .9, k * g * .9, 0}));
}

TEST_CASE("a locked clamp shares an applied force with the locators, until it is released") {
  // A clamp presses with the force F on the middle of a part on two pins. A load W towards the pins displaces all three
  // springs by d = W/(3 k). Each pin then bears F/2 + W/3, and the clamp bears F - W/3. At W = 3 F, the clamp loses
  // contact.
  CompliantFixture fixture = beam_on({-1, 1}, 2000);
  fixture.clamps = {spring_at(0, 1, 0, -1)};
  fixture.clamp_force = 90;
  const CompliantLoads found = compliant_loads(fixture, {{0, 0, 0}, {0, -60, 0}, {0, 60, 0}, {0, -300, 0}});
  CHECK(are_near(found.clamped.forces, {45, 45}));
  CHECK(are_near(found.clamped.clamps, {90}));
  CHECK(are_near(found.loads[0].forces, {45, 45}));
  CHECK(are_near(found.loads[0].clamps, {90}));
  CHECK(are_near(found.loads[1].forces, {65, 65}));
  CHECK(are_near(found.loads[1].clamps, {70}));
  CHECK(are_near(found.loads[2].forces, {25, 25}));
  CHECK(are_near(found.loads[2].clamps, {110}));
  CHECK(are_near(found.loads[3].forces, {150, 150}));
  CHECK(are_near(found.loads[3].clamps, {0}));
  // A force away from the pins that exceeds 3 F/2 makes both pins lose contact. The clamp then bears the whole force.
  CHECK(are_near(only_load(fixture, {0, 200, 0}).clamps, {200}));
}

TEST_CASE("no balance exists if clamps push the part away from the locators") {
  CompliantFixture fixture = beam_on({-1, 1}, 2000);
  fixture.clamps = {spring_at(0, 1, -1, 0)};
  fixture.clamp_force = 1;
  const CompliantLoads found = compliant_loads(fixture, {{0, -5, 0}});
  CHECK_FALSE(found.clamped.balanced);
  CHECK_FALSE(found.loads[0].balanced);
}

TEST_CASE("three locators have the forces of statics, for any stiffness") {
  CompliantFixture fixture = beam_on({-1, 1}, 300);
  fixture.locators.contacts.push_back(spring_at(1, -.5, -1, 0));
  for (const double k : {300., 1e9}) {
    fixture.stiffness = k;
    // The third locator balances the force of 4 along x. Its torque is -4 * .5. The forces f_1 and f_2 of the other
    // locators therefore satisfy f_2 - f_1 = 2 and f_1 + f_2 = 10.
    const CompliantLoad load = only_load(fixture, {4, -10, 0});
    CHECK(are_near(load.forces, {4, 6, 4}));
  }
}

TEST_CASE(
    "spring forces balance the wrench in any frame and do not depend on the stiffness; displacements are inversely "
    "proportional to it") {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> real(-1, 1);
  int balanced = 0, unbalanced = 0;
  for (int trial = 0; trial < 400; ++trial) {
    CompliantFixture fixture;
    fixture.locators.mass = 2;
    fixture.locators.inertia = .7;
    const double frame = 3 * real(engine);
    const Eigen::Rotation2Dd turned(frame);
    const auto contact = [&](double angle) {
      const Eigen::Vector2d arm = turned * Eigen::Vector2d(std::cos(angle), std::sin(angle));
      const Eigen::Vector2d n = -(Eigen::Rotation2Dd(.4 * real(engine)) * arm);
      return spring_at(arm.x(), arm.y(), n.x(), n.y());
    };
    const int count = 3 + trial % 4;
    for (int i = 0; i < count; ++i) fixture.locators.contacts.push_back(contact(6.28 * i / count));
    if (trial % 2 == 0) fixture.clamps = {contact(1)}, fixture.clamp_force = 3;
    fixture.stiffness = 1e4;
    const Eigen::Vector3d wrench(2 * real(engine), 2 * real(engine), .3 * real(engine));
    const CompliantLoads found = compliant_loads(fixture, {wrench, {0, 0, 0}});
    const CompliantLoad& load = found.loads[0];
    CHECK(load.certain);
    if (!load.balanced) ++unbalanced;
    if (!load.balanced) continue;
    ++balanced;
    Eigen::Vector3d sum = wrench;
    const auto add = [&](const Contact& c, double force) {
      CHECK(force >= 0);
      const Eigen::Vector2d n = c.normal.normalized();
      sum += force * Eigen::Vector3d(n.x(), n.y(), c.point.x() * n.y() - c.point.y() * n.x());
    };
    for (int i = 0; i < count; ++i) add(fixture.locators.contacts[static_cast<std::size_t>(i)], load.forces[i]);
    for (std::size_t i = 0; i < fixture.clamps.size(); ++i) add(fixture.clamps[i], load.clamps[static_cast<Eigen::Index>(i)]);
    CHECK(sum.norm() < 1e-7);
    CHECK((found.loads[1].forces - found.clamped.forces).norm() < 1e-7);
    fixture.stiffness *= 2;
    const CompliantLoads stiffer = compliant_loads(fixture, {wrench});
    CHECK((stiffer.loads[0].forces - load.forces).norm() < 1e-7);
    REQUIRE(stiffer.loads[0].displacement.has_value() == load.displacement.has_value());
    if (load.displacement) CHECK((2 * *stiffer.loads[0].displacement - *load.displacement).norm() < 1e-9);
  }
  CHECK(balanced > 100);
  CHECK(unbalanced > 5);
}

TEST_CASE("parallel pins in a turned frame carry a load along their normals") {
  for (const double angle : {.3, 1.1, 2.9}) {
    const Eigen::Rotation2Dd turn(angle);
    CompliantFixture fixture;
    const Eigen::Vector2d n = turn * Eigen::Vector2d(0, 1);
    for (const double x : {-1., 0., 1.}) {
      const Eigen::Vector2d at = turn * Eigen::Vector2d(x, -1);
      fixture.locators.contacts.push_back(spring_at(at.x(), at.y(), n.x(), n.y()));
    }
    const CompliantLoad load = only_load(fixture, {-9 * n.x(), -9 * n.y(), 0});
    CHECK(load.certain);
    CHECK(load.balanced);
    CHECK(are_near(load.forces, {3, 3, 3}));
  }
}

TEST_CASE("invalid fixtures and wrenches are refused") {
  CompliantFixture fixture = beam_on({-1, 1}, 1);
  CHECK_THROWS_AS((void)compliant_loads(fixture, {{0, std::nan(""), 0}}), InputError);
  fixture.clamp_force = -1;
  CHECK_THROWS_AS((void)compliant_loads(fixture, {}), InputError);
  fixture.clamp_force = 0;
  fixture.stiffness = 0;
  CHECK_THROWS_AS((void)compliant_loads(fixture, {}), InputError);
  fixture.stiffness = 1;
  fixture.locators.contacts[0] = spring_at(0, 0, 0, 1, -.1);
  CHECK_THROWS_AS((void)compliant_loads(fixture, {}), InputError);
}
