// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "support/faults.h"
#include "support/moving_scene.h"

using namespace pawl;
using oracle::incline;
using oracle::MovingScene;

namespace {

constexpr double kGravity = 9.81;
constexpr double kAngle = 15 * std::numbers::pi / 180;

void run(MovingScene& scene, double seconds, double h, const ContactLaw& law) {
  StepOptions options;
  options.law = law;
  options.scheme = Scheme::one_stage;
  Stepper stepper(scene.system, options);
  const long steps = std::lround(seconds / h);
  for (long i = 0; i < steps; ++i) REQUIRE(stepper.step(scene.state, h, scene.actuation).solved);
}

/// Returns a box of 0.2 x 0.05 m that is at rest on the incline.
MovingScene box_on_incline(double friction) {
  MovingScene scene = incline(kAngle, friction);
  scene.add_box(.1, .025, 1, {.025 * std::sin(kAngle), .025 * std::cos(kAngle), -kAngle}, friction);
  return scene;
}

double downhill(const MovingScene& scene, const State& from) {
  return (scene.state.pose(0) - from.pose(0)).head<2>().dot(Eigen::Vector2d(std::cos(kAngle), -std::sin(kAngle)));
}

/// Returns a box that falls onto a floor with one of its corners first. A disc is beside the box. All contacts are
/// frictionless.
MovingScene tumbling() {
  MovingScene scene;
  scene.add_ground(MovingScene::box(5, 1), {0, -1, 0}, 0);
  scene.add_box(.1, .05, 1, {0, .2, .3}, 0, {1, 0, 2});
  scene.add_disc(.1, 1, {1, .15, 0}, 0, {-1, 0, 1});
  return scene;
}

}  // namespace

TEST_CASE("without viscosity a tumbling box moves as under Coulomb's law without friction, in one stage") {
  MovingScene rigid = tumbling(), viscous = tumbling();
  run(rigid, 1, .01, Coulomb());
  run(viscous, 1, .01, Viscous{0});
  CHECK((rigid.state.q - viscous.state.q).norm() < 1e-9);
  CHECK((rigid.state.u - viscous.state.u).norm() < 1e-9);
}

// Five combs are stacked, each on ten corners of five teeth. The rows of J_n have the rank 10. By theorem 1 of
// [Drum15], there is a solution with at most 10 normal forces that are not zero. The dual active-set method finds such
// a solution.
TEST_CASE("under viscous friction, five stacked combs with fifty contacts in total press at no more than ten of them") {
  Polygon comb;
  for (int tooth = 0; tooth < 5; ++tooth) {
    const double x = -.45 + .2 * tooth;
    if (tooth > 0) comb.vertices.insert(comb.vertices.end(), {{x - .1, -.05}, {x, -.05}});
    comb.vertices.insert(comb.vertices.end(), {{x, -.1}, {x + .1, -.1}});
  }
  comb.vertices.insert(comb.vertices.end(), {{.45, .1}, {-.45, .1}});
  MovingScene scene;
  scene.system.gravity = {0, -kGravity};
  scene.add_ground(MovingScene::box(5, 1), {0, -1, 0}, 0);
  for (int i = 0; i < 5; ++i) scene.add(comb, 1, .1, {.01 * i, .1 + .2 * i, 0}, 0);
  StepOptions options;
  options.law = Viscous{3};
  Stepper stepper(scene.system, options);
  for (int i = 0; i < 50; ++i) {
    const StepReport& report = stepper.step(scene.state, .01, scene.actuation);
    REQUIRE(report.solved);
    CHECK(report.contacts.size() >= 40);
    const auto pressed = std::count_if(report.contacts.begin(), report.contacts.end(),
                                       [](const StepContact& one) { return one.normal_force > 0; });
    CHECK(pressed <= 10);
    double carried = 0;
    for (const StepContact& one : report.contacts) carried += one.normal_force;
    CHECK(std::fabs(carried - (5 + 4 + 3 + 2 + 1) * kGravity) <= 1e-6);
  }
}

// The box has two contacts with the viscosity mu_v. On a slope of angle a, a step of duration h gives v' = (v + h g sin
// a)/(1 + 2 h mu_v/m) and x' = x + h v'.
TEST_CASE("on an incline viscous friction follows the discrete closed form for any step") {
  for (const double h : {.1, .01, .001}) {
    CAPTURE(h);
    MovingScene scene = box_on_incline(0);
    const State start = scene.state;
    run(scene, 1, h, Viscous{20});
    double x = 0, v = 0;
    for (long i = 0; i < std::lround(1 / h); ++i) {
      v = (v + h * kGravity * std::sin(kAngle)) / (1 + 2 * h * 20);
      x += h * v;
    }
    CHECK(std::fabs(downhill(scene, start) - x) < 1e-9);
  }
}

// The box has two contacts. With the friction coefficient mu and the viscosity mu_v, a step of the duration h gives v' =
// (v + h g (sin a - mu cos a))/(1 + 2 h mu_v/m). The pair (floor, box) has the geometric mean of both viscosities, or
// the only one that is stated.
TEST_CASE("on an incline Coulomb and viscous friction together follow the discrete closed form for any step") {
  struct Case {
    std::optional<double> floor, box;
    double law, viscosity;
  };
  for (const Case& one : {Case{{}, {}, 20, 20}, Case{{}, 20., 3, 20}, Case{20., {}, 3, 20}, Case{5., 80., 3, 20},
                          Case{80., 5., 3, 20}, Case{0., 80., 3, 0}}) {
    for (const double h : {.1, .01, .001}) {
      CAPTURE(h);
      CAPTURE(one.viscosity);
      MovingScene scene = box_on_incline(.125);
      scene.system.shapes[0].viscosity = one.floor;
      scene.system.shapes[1].viscosity = one.box;
      const State start = scene.state;
      run(scene, 1, h, CoulombViscous{one.law});
      double x = 0, v = 0;
      for (long i = 0; i < std::lround(1 / h); ++i) {
        v = (v + h * kGravity * (std::sin(kAngle) - .125 * std::cos(kAngle))) / (1 + 2 * h * one.viscosity);
        x += h * v;
      }
      CHECK(std::fabs(downhill(scene, start) - x) < 1e-9);
    }
  }
}

TEST_CASE("with enough Coulomb friction a box stays on an incline exactly, in spite of its viscosity") {
  MovingScene scene = box_on_incline(.375);
  const State start = scene.state;
  run(scene, 2, .01, CoulombViscous{20});
  CHECK(std::fabs(downhill(scene, start)) < 1e-12);
}

// A link of 1 kg moves along x, and carries a link of 2 kg that moves along y and stands on the floor with two corners.
// The normal forces carry 2 kg, and the friction stops 3 kg.
TEST_CASE("the links of an arm have Coulomb and viscous friction together") {
  MovingScene scene;
  scene.system.gravity = {0, -kGravity};
  scene.add_ground(MovingScene::box(20, .5), {0, -.5, 0}, .2);
  Joint along;
  along.kind = Joint::Kind::prismatic;
  along.mass = 1;
  along.inertia = .1;
  Joint up = along;
  up.parent = 0;
  up.mass = 2;
  up.angle = std::numbers::pi / 2;
  scene.system.joints = {along, up};
  scene.system.shapes.push_back({Solid::link(1), MovingScene::box(.1, .1), {0, 0, 0}, .2});
  scene.system.shapes.back().viscosity = 5;
  scene.state = State(scene.system);
  scene.state.position(1) = .1;
  scene.state.velocity(0) = 3;
  scene.actuation.loads = Loads(scene.system);
  const double h = .01;
  double v = 3;
  StepOptions options;
  options.law = CoulombViscous();
  Stepper stepper(scene.system, options);
  for (int i = 0; i < 40; ++i) {
    REQUIRE(stepper.step(scene.state, h, scene.actuation).solved);
    v = (v - h * .2 * 2 * kGravity / 3) / (1 + 2 * h * 5 / 3);
    CHECK(std::fabs(scene.state.velocity(0) - v) < 1e-9);
  }
  CHECK(v > .1);  // the link still slides, so the formula applies to all steps
}

TEST_CASE("with Coulomb and viscous friction together, the kinetic energy of bodies without gravity never grows") {
  MovingScene scene;
  scene.add_ground(MovingScene::box(5, 1), {0, -1, 0}, .4);
  scene.add_box(.1, .05, 1, {0, .2, .3}, .4, {1, -1, 2});
  scene.add_disc(.1, 1, {1, .15, 0}, .4, {-1, -.5, 9});
  scene.add_disc(.1, 1, {.5, .11, 0}, .4, {.2, 0, -9});
  StepOptions options;
  options.law = CoulombViscous{4};
  Stepper stepper(scene.system, options);
  double before = scene.energy();
  for (int i = 0; i < 200; ++i) {
    REQUIRE(stepper.step(scene.state, .01, scene.actuation).solved);
    CHECK(scene.energy() <= before * (1 + 1e-12));
    before = scene.energy();
  }
  CHECK(before < 1);
}

TEST_CASE("a viscosity of a shape is refused under laws without viscous friction") {
  MovingScene scene = box_on_incline(.1);
  scene.system.shapes[1].viscosity = 2;
  StepOptions options;
  for (const ContactLaw& law : {ContactLaw(Coulomb()), ContactLaw(NoSlip()), ContactLaw(ConeComplementarity()),
                                ContactLaw(Compliant())}) {
    options.law = law;
    CHECK(pointers_of_faults([&] { Stepper(scene.system, options); }) == "/shapes/1/viscosity");
  }
  options.law = Viscous();
  CHECK_NOTHROW(Stepper(scene.system, options));
  scene.system.shapes[1].viscosity = -2;
  CHECK(pointers_of_faults([&] { Stepper(scene.system, options); }) == "/shapes/1/viscosity");
}

TEST_CASE("under the no-slip law a box stays on an incline and a disc rolls at two thirds of g sin a") {
  MovingScene box = box_on_incline(0);
  const State start = box.state;
  run(box, 2, .01, NoSlip());
  CHECK((box.state.q - start.q).norm() < 1e-10);
  MovingScene disc = incline(kAngle, 0), rigid = incline(kAngle, 100);
  for (MovingScene* scene : {&disc, &rigid}) {
    scene->add_disc(.1, 1, {.1 * std::sin(kAngle), .1 * std::cos(kAngle), 0}, scene == &rigid ? 100 : 0);
  }
  const State from = disc.state;
  run(disc, 1, .01, NoSlip());
  run(rigid, 1, .01, Coulomb());
  // x is the sum of h v_k with v_k = k h a: x = a (t^2 + t h)/2
  CHECK(std::fabs(downhill(disc, from) - kGravity * std::sin(kAngle) * 2 / 3 * (1 + .01) / 2) < 1e-9);
  CHECK((disc.state.q - rigid.state.q).norm() < 1e-9);
}

// Under the cone complementarity law, the gap after a step is mu h v_t, and the speed is that of Coulomb's law. Let a
// be the acceleration. In one-stage steps under Coulomb's law, the box moves by a (t^2 + t h)/2. Under cone
// complementarity, it moves less in the first step, and is behind by this amount at the end.
TEST_CASE("under the cone complementarity law a sliding box floats by mu h v_t, with Coulomb's acceleration") {
  for (const double friction : {.25, .1, 0.}) {
    CAPTURE(friction);
    MovingScene scene = box_on_incline(friction), rigid = box_on_incline(friction);
    const State start = scene.state;
    const double h = .01, pull = kGravity * (std::sin(kAngle) - friction * std::cos(kAngle));
    Stepper stepper(scene.system, StepOptions{ConeComplementarity()});
    double gap = 0;
    for (int i = 0; i < 100; ++i) {
      const StepReport& report = stepper.step(scene.state, h, scene.actuation);
      REQUIRE(report.solved);
      gap = report.contacts.at(0).gap;
    }
    run(rigid, 1, h, Coulomb());
    CHECK(std::fabs(gap - friction * h * pull) < 1e-6);
    if (friction == .25) CHECK(std::fabs(gap - .425e-3) < 1e-6);
    const Eigen::Vector3d twist = scene.state.twist(0);
    CHECK(std::fabs(twist.head<2>().norm() - pull) < 2e-4);
    CHECK(std::fabs(downhill(scene, start) - downhill(rigid, start)) < 3e-4);
    if (friction == 0) CHECK((scene.state.q - rigid.state.q).norm() < 1e-9);
  }
}

// With the iteration towards Coulomb's law, the sliding box keeps contact. As in one-stage steps under Coulomb's law, x
// is the sum of h v_k with v_k = k h a, which is a (t^2 + t h)/2.
TEST_CASE("with the iteration towards Coulomb's law a sliding box keeps contact") {
  ConeComplementarity law;
  law.coulomb_iterations = 100;
  for (const double friction : {.25, .1}) {
    CAPTURE(friction);
    MovingScene scene = box_on_incline(friction), rigid = box_on_incline(friction);
    const State start = scene.state;
    const double h = .01, pull = kGravity * (std::sin(kAngle) - friction * std::cos(kAngle));
    Stepper stepper(scene.system, StepOptions{law});
    for (int i = 0; i < 100; ++i) {
      const StepReport& report = stepper.step(scene.state, h, scene.actuation);
      REQUIRE(report.solved);
      CHECK(report.contacts.size() == 2);
      for (const StepContact& contact : report.contacts) CHECK(std::fabs(contact.gap) < 1e-8);
      CHECK(report.cone.problems >= 1);
      CHECK(report.cone.methods[static_cast<std::size_t>(ConeSolution::Method::active_set)] == report.cone.problems);
      CHECK(report.cone.not_solved == 0);
      CHECK(report.cone.residual <= law.tolerance);
      CHECK(report.cone.regularization == 0);
      CHECK(report.cone.most_coulomb_iterations >= 1);
      CHECK(report.cone.coulomb_iterations >= report.cone.most_coulomb_iterations);
    }
    run(rigid, 1, h, Coulomb());
    CHECK(std::fabs(downhill(scene, start) - pull * (1 + h) / 2) < 1e-7);
    CHECK((scene.state.q - rigid.state.q).norm() < 1e-6);
  }
}

TEST_CASE("an iteration towards Coulomb's law that does not converge leaves the step unsolved") {
  ConeComplementarity law;
  law.coulomb_iterations = 1;
  MovingScene scene = box_on_incline(.1);
  const State start = scene.state;
  Stepper stepper(scene.system, StepOptions{law});
  const StepReport& report = stepper.step(scene.state, .01, scene.actuation);
  CHECK_FALSE(report.solved);
  CHECK(report.cone.not_solved > 0);
  CHECK(report.cone.not_solved_residual > law.tolerance);
  CHECK(scene.state.q == start.q);
}

TEST_CASE("under the cone complementarity law a rolling disc does not float, and a tumbling box penetrates slightly") {
  MovingScene disc = incline(kAngle, .5);
  disc.add_disc(.1, 1, {.1 * std::sin(kAngle), .1 * std::cos(kAngle), 0}, .5);
  const State from = disc.state;
  run(disc, 1, .01, ConeComplementarity());
  CHECK(std::fabs(downhill(disc, from) - kGravity * std::sin(kAngle) * 2 / 3 * (1 + .01) / 2) < 1e-9);
  double last = 0;
  for (const double h : {.01, .005, .0025}) {
    CAPTURE(h);
    MovingScene scene = tumbling();
    Stepper stepper(scene.system, StepOptions{ConeComplementarity()});
    double deepest = 0;
    for (long i = 0; i < std::lround(1 / h); ++i) {
      const StepReport& report = stepper.step(scene.state, h, scene.actuation);
      REQUIRE(report.solved);
      deepest = std::max(deepest, report.penetration);
    }
    CHECK(deepest > 1e-9);  // because the scheme is half-implicit, a turning body penetrates by about h^2
    CHECK(deepest < 5 * h * h);
    last = deepest;
  }
  CHECK(last < 5e-5);
}

TEST_CASE("on springs a box comes to rest lower by its weight divided by the total stiffness") {
  MovingScene scene;
  scene.system.gravity = {0, -kGravity};
  scene.add_ground(MovingScene::box(5, 1), {0, -1, 0}, .5);
  scene.add_box(.1, .05, 2, {0, .06, 0}, .5);
  const double stiffness = 1e4;
  run(scene, 10, .01, Compliant{stiffness, 50, 100});
  CHECK(std::fabs(scene.state.pose(0)[1] - (.05 - 2 * kGravity / (2 * stiffness))) < 1e-9);
  CHECK(scene.state.u.norm() < 1e-9);
}

TEST_CASE("stiffer springs approach the rigid law, a stack of boxes stands, and nothing falls through a thin floor") {
  double last = 0;
  for (const double stiffness : {1e5, 1e6, 1e7}) {
    MovingScene soft = box_on_incline(.25), rigid = box_on_incline(.25);
    const State start = soft.state;
    run(soft, 1, .01, Compliant{stiffness, 100, 1e6});
    run(rigid, 1, .01, Coulomb());
    const double off = std::fabs(downhill(soft, start) - downhill(rigid, start));
    if (last > 0) CHECK(off < last / 5);
    last = off;
  }
  CHECK(last < 1e-4);
  MovingScene stack;
  stack.system.gravity = {0, -kGravity};
  stack.add_ground(MovingScene::box(5, .01), {0, -.01, 0}, .5);
  for (int i = 0; i < 5; ++i) stack.add_box(.1, .1, i == 4 ? 20 : 1, {0, .1 + .2 * i, 0}, .5);
  run(stack, 2, .01, Compliant{1e4, 100, 1e4});
  // Two springs below the lowest box carry 24 kg. The box sinks by twelve millimetres, which is more than the thickness
  // of the floor.
  CHECK(std::fabs(stack.state.pose(0)[1] - (.1 - 24 * kGravity / 2e4)) < 1e-4);
  CHECK(std::fabs(stack.state.pose(4)[0]) < 1e-6);
}

TEST_CASE("laws other than Coulomb's refuse a choice among solutions, invalid parameters and restitution") {
  MovingScene scene = box_on_incline(0);
  StepOptions options;
  options.law = NoSlip();
  options.solutions = Solutions::random;
  CHECK(pointers_of_faults([&] { Stepper(scene.system, options); }) == "/solutions");
  options.solutions = Solutions::first;
  options.law = Viscous{-1};
  CHECK(pointers_of_faults([&] { Stepper(scene.system, options); }) == "/viscosity");
  options.law = Viscous{1};
  scene.system.shapes[0].restitution = .5;
  CHECK(pointers_of_faults([&] { Stepper(scene.system, options); }) == "/shapes/0/restitution");
}
