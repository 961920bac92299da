// SPDX-License-Identifier: MIT
// The scenes of tests/data/scenes with steps of 10 ms. They are compared with closed forms, or checked to stay at rest.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/read_scene.h>
#include <pawl/scenes/run_scene.h>

#include <algorithm>
#include <cmath>
#include <optional>

using namespace pawl;

namespace {

constexpr double kDeepest = 1e-8;  // m

Scene scene_of(const std::string& name) {
  return read_scene_file(fmt::format("{}/tests/data/scenes/{}.scene.json", PAWL_SOURCE_DIR, name));
}

Scene with_friction(Scene scene, double friction) {
  for (SceneBody& body : scene.bodies) body.friction = friction;
  return scene;
}

struct Run {
  explicit Run(const Scene& scene) : setup(set_up(scene)), result(run(setup)) {
    CHECK(result.end == SceneResult::End::reached);
    CHECK(result.unsolved == 0);
    CHECK(result.steps == setup.steps());
    CHECK(result.time == scene.duration);
    CHECK(result.worst_penetration < kDeepest);
  }
  Eigen::Vector3d pose(std::size_t body) const { return setup.parts.poses(result.state)[body]; }
  double speed() const { return result.state.u.cwiseAbs().maxCoeff(); }

  SceneSetup setup;
  SceneResult result;
};

/// Returns the distance by which the box has moved down the slab, m.
double slid(const Scene& scene, const Run& done) { return (done.pose(1) - scene.bodies[1].pose).head<2>().norm(); }

}  // namespace

TEST_CASE("a box slides down a slope as the closed form predicts, or sticks") {
  const double slope = 15 * std::acos(-1.) / 180, g = 9.81;
  for (const double friction : {0., .125, .25}) {
    CAPTURE(friction);
    const Scene scene = with_friction(scene_of("incline"), friction);
    const Run done(scene);
    CHECK(std::fabs(slid(scene, done) - .5 * g * (std::sin(slope) - friction * std::cos(slope))) < 1e-10);
  }
  const Scene scene = with_friction(scene_of("incline"), .375);
  CHECK(slid(scene, Run(scene)) < 1e-10);
}

// A box of 1 kg is on a slope of angle a. Two compliant contacts hold it, each with a damper of coefficient B. The box
// creeps at the speed m g sin(a)/(2 B). The default is B = 1e6 N s^2/m divided by the step, 10 ms, so that the box
// creeps at 12.7 nm/s. With 1e4 N s^2/m divided by the step it creeps at 1.27 um/s, and with 100 N s/m at 12.7 mm/s.
TEST_CASE("a box on compliant contacts creeps down a slope with the speed of its dampers") {
  const double slope = 15 * std::acos(-1.) / 180, g = 9.81;
  for (const std::optional<double> damping :
       {std::optional<double>(), std::optional<double>(100), std::optional<double>(1e6)}) {
    Scene scene = with_friction(scene_of("incline"), .375);
    scene.simulate.model = SimulateOptions::Model::compliant;
    scene.simulate.tangent_damping = damping;
    const SceneResult result = run(set_up(scene));
    CHECK(result.unsolved == 0);
    double speed = 0;  // speed of the box, because the slab is fixed
    for (Eigen::Index k = 0; k + 2 < result.state.u.size(); k += 3) speed += result.state.u.segment<2>(k).norm();
    CHECK(speed == doctest::Approx(g * std::sin(slope) / (2 * damping.value_or(1e8))).epsilon(1e-3));
  }
}

// Two opposite corners of the peg touch. Their distance is the inserted length, L = .2 m. The force acts at the lever
// arm e = 4 N m / 20 N = .2 m. The peg jams if the line of force passes between the friction cones: mu > L / (2 e) =
// .50. Because the peg tips first, the test accepts a limit of at most .51.
TEST_CASE("a peg falls into its hole, or jams if friction is high enough") {
  for (const double friction : {.45, .49, .495}) {
    CAPTURE(friction);
    const Scene scene = with_friction(scene_of("peg"), friction);
    CHECK(Run(scene).pose(2).y() < scene.bodies[2].pose.y() - .1);
  }
  for (const double friction : {.505, .51, .55, .8}) {
    CAPTURE(friction);
    CHECK(Run(with_friction(scene_of("peg"), friction)).speed() < 1e-12);
  }
}

TEST_CASE("ten boxes stand for ten seconds, whether or not the top one has a hundred times the mass") {
  for (const char* name : {"boxstack-top1", "boxstack-top100"}) {
    CAPTURE(std::string(name));
    Scene scene = scene_of(name);
    scene.duration = 10;
    const Run done(scene);
    for (std::size_t i = 1; i < scene.bodies.size(); ++i) {
      CHECK((done.pose(i) - scene.bodies[i].pose).cwiseAbs().maxCoeff() < 1e-6);
    }
  }
}

// The equilibrium of the column is unstable. Rounding decides whether the column stands.
TEST_CASE("discs of a column do not penetrate each other") {
  for (const char* name : {"stack-top1", "stack-top100"}) Run done(scene_of(name));
}

TEST_CASE("a pile of fifty comes to rest") {
  const Scene scene = scene_of("pile");
  const Run done(scene);
  const std::vector<Eigen::Vector3d> twists = done.setup.parts.twists(done.result.state);
  double squares = 0;
  int rolling = 0;
  for (std::size_t i = 0; i < twists.size(); ++i) {
    const Disc* disc = std::get_if<Disc>(&*scene.bodies[i].part.outline);
    const bool rolls = disc != nullptr && std::fabs(twists[i].x()) > 1e-9 &&
                       std::fabs(twists[i].x() + disc->radius * twists[i].z()) < 1e-9;
    rolling += rolls;
    if (!rolls) squares += twists[i].head<2>().squaredNorm();
  }
  MESSAGE(rolling << " discs roll on, " << done.result.substeps << " parts of " << done.result.steps << " steps");
  CHECK(std::sqrt(squares / static_cast<double>(twists.size())) < 1e-12);
  CHECK(rolling < 3);
}

TEST_CASE("two runs of a scene end the same, bit for bit") {
  Scene scene = scene_of("pile");
  scene.duration = .5;
  const SceneSetup setup = set_up(scene);
  const SceneResult first = run(setup), again = run(setup);
  CHECK(first.state.q == again.state.q);
  CHECK(first.state.u == again.state.u);
  CHECK(first.substeps == again.substeps);
}

TEST_CASE("viscous, no-slip and compliant contacts solve every step of the shipped pile of fifty bodies") {
  using Model = SimulateOptions::Model;
  for (const Model model : {Model::viscous, Model::no_slip, Model::compliant}) {
    Scene scene = read_scene_file(PAWL_SOURCE_DIR "/data/scenes/pile.scene.json");
    scene.simulate.model = model;
    const SceneResult result = run(set_up(scene));
    CHECK(result.unsolved == 0);
    CHECK(result.time == doctest::Approx(scene.duration));
  }
}

// The box of [Drum19, section 5.5] in the plane: 8 kg on an elastic foundation of 100 springs, under a downward force
// at the point .5 cos(10 t) of the top. By statics, the resultant of the weight W and the force F is off the middle by
// e = .5 F cos(10 t)/(W + F). The foundation carries it with a linear pressure, along the whole edge if |e| <= 1/6, and
// otherwise along the part 3 (1/2 - |e|) of the edge, so that the opposite side lifts [Winkler]. The number of springs
// that press may differ from this part of 100 springs by two. The vibrations vanish, because steps are longer than
// their periods.
TEST_CASE("the side of a box on an elastic foundation lifts under 50 N, as Winkler's law states, and not under 5 N") {
  constexpr double kWeight = 8 * 9.81;
  const Scene shipped = read_scene_file(PAWL_SOURCE_DIR "/data/scenes/foundation.scene.json");
  for (const double force : {50., 5.}) {
    for (const double mirror : {1., -1.}) {
      CAPTURE(force);
      Scene scene = shipped;
      for (Eigen::Vector4d& point : scene.bodies[1].wrench_points) {
        point[2] *= force / 50;
        point[3] *= mirror * force / 50;
      }
      int fewest = 100;
      const SceneResult result = run(set_up(scene), {}, [&](const SceneStep& step) {
        if (step.time < .045) return;  // the box starts without load
        const double middle = step.time - .005, off = .5 * force * std::cos(10 * middle) / (kWeight + force);
        const double part = std::min(1., 3 * (.5 - std::fabs(off)));
        double carried = 0, moment = 0;
        int pressed = 0;
        for (const SceneContact& contact : step.contacts) {
          carried += contact.normal_force;
          moment += contact.normal_force * contact.point.x();
          pressed += contact.normal_force > 0;
        }
        fewest = std::min(fewest, pressed);
        CHECK(carried == doctest::Approx(kWeight + force).epsilon(1e-3));
        CHECK(std::fabs(moment / carried - mirror * off) < 2e-3);
        CHECK(std::fabs(pressed - 100 * part) <= 2);
      });
      CHECK(result.unsolved == 0);
      CHECK(result.steps == 100);
      CHECK((force > 5) == (fewest < 95));
    }
  }
}

// A constant force at the corner lifts the other side if the outermost of the n = 100 springs is released: the variance
// of the springs' places is (1 - 1/n^2)/12, so this happens for e (1 - 1/n)/2 = (1 - 1/n^2)/12, that is for e =
// (1 + 1/n)/6. With e = F/(2 (W + F)), F = W (1 + 1/n)/(2 - 1/n).
TEST_CASE("a constant force at its corner lifts the other side of the box if it exceeds half of the weight") {
  constexpr double kThreshold = 8 * 9.81 * 1.01 / 1.99;
  for (const double part : {.99, 1.01}) {
    Scene scene = read_scene_file(PAWL_SOURCE_DIR "/data/scenes/foundation.scene.json");
    scene.bodies[1].wrench_points = {{0, 0, -part * kThreshold, -.5 * part * kThreshold}};
    int pressed = 0;
    const SceneResult result = run(set_up(scene), {}, [&](const SceneStep& step) {
      pressed = 0;
      for (const SceneContact& contact : step.contacts) pressed += contact.normal_force > 0;
    });
    CHECK(result.unsolved == 0);
    CHECK((part < 1) == (pressed == 100));
  }
}

// The grasp of [Drum15, section VII-A] in the plane: a gripper presses two boxes of 1 kg against a wall with 200 N, and
// opens after 1 s. The wall and the gripper carry the weight by friction, 2 mu F = W, so Coulomb's law needs mu = W/(2 F)
// = .049.
TEST_CASE("the shipped grasp holds two boxes until the gripper opens, and with Coulomb friction of at least W/(2 F)") {
  const Scene shipped = read_scene_file(PAWL_SOURCE_DIR "/data/scenes/grasp.scene.json");
  int held = 0;
  const SceneSetup setup = set_up(shipped);
  const SceneResult result = run(setup, {}, [&](const SceneStep& step) {
    if (step.time > 1.0001) return;
    ++held;
    CHECK(step.contacts.size() >= 36);
    for (std::size_t i = 0; i < 2; ++i) CHECK(std::fabs(step.state.pose(i).y()) < 1e-12);
  });
  CHECK(held == 100);
  CHECK(result.unsolved == 0);
  // The effort is 0 at 1 + .01/1.1 s. The boxes then fall freely, and turn a little.
  const double falling = shipped.duration - 1 - .01 / 1.1;
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(result.state.pose(i).y() == doctest::Approx(-9.81 / 2 * falling * falling).epsilon(.1));
  }
  for (const double part : {1.02, .98}) {
    Scene scene = with_friction(shipped, part * 2 * 9.81 / 400);
    for (SceneJoint& joint : scene.joints) joint.friction = scene.bodies[0].friction;
    scene.simulate.model = SimulateOptions::Model::coulomb;
    scene.duration = .9;
    const SceneResult rubbed = run(set_up(scene));
    CHECK(rubbed.unsolved == 0);
    for (std::size_t i = 0; i < 2; ++i) {
      // below the threshold the boxes fall with the part of g that friction does not carry
      const double fall = part > 1 ? 0 : (1 - part) * 9.81 / 2 * .9 * .9;
      CHECK(std::fabs(rubbed.state.pose(i).y() + fall) < .05 * fall + 1e-8);
    }
  }
}

// The walk of [Drum15, section VII-B] in the plane. No controller corrects the motion, so that single steps depend on
// rounding, but the robot must stay upright and move forward.
TEST_CASE("the shipped robot trots over hills by efforts that change with time, and does not fall") {
  Scene scene = read_scene_file(PAWL_SOURCE_DIR "/data/scenes/walk.scene.json");
  for (const double start : {0., .001}) {
    scene.joints[0].velocity = start;
    double lowest = 1, turned = 0;
    std::size_t most = 0;
    const SceneResult result = run(set_up(scene), {}, [&](const SceneStep& step) {
      lowest = std::min(lowest, step.state.position(1));
      turned = std::max(turned, std::fabs(step.state.position(2)));
      most = std::max(most, step.contacts.size());
    });
    CHECK(result.unsolved == 0);
    CHECK(result.steps == 5000);
    CHECK(lowest > .35);
    CHECK(turned < .5);
    CHECK(most >= 2);
    CHECK(result.state.position(0) > 1);
  }
}
