// SPDX-License-Identifier: MIT
// The acceleration problem of whole scenes, compared with closed forms.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/io/read_scene.h>
#include <pawl/scenes/forward_scene.h>

#include <cmath>

#include "support/faults.h"

using namespace pawl;
using Count = SceneForward::Count;

namespace {

SceneForward forward_of(const std::string& text, bool quasistatic = false) {
  ForwardSceneOptions options;
  options.quasistatic = quasistatic;
  return forward_scene(set_up(read_scene(text)), options);
}

std::string on_floor(const std::string& more, double friction = .5) {
  return fmt::format(R"({{"pawl": 1, "gravity": [0, -10], "bodies": [{{"outline": {{"polygon": [[-9, -1], [9, -1], [9, 0], [-9, 0]]}},
    "fixed": true, "friction": {}}}{}]}})", friction, more);
}

std::string box(const std::string& more) {
  return R"(, {"outline": {"polygon": [[-1, 0], [1, 0], [1, 1], [-1, 1]]}, "mass": 2, "friction": 0.5)" + more + "}";
}

/// Returns a scene with Painleve's rod, which has the length 2 and the mass 1. The rod's tip is on the floor at the
/// origin, and its middle is at (.6, .8). The tip slides left at 1 m/s, and the rod turns at `spin` rad/s.
std::string rod(double friction, double spin) {
  const Eigen::Vector2d center(.6, .8);
  return on_floor(fmt::format(R"(, {{"outline": {{"polygon": [[0, 0], [1.2, 1.6], [0.6, 1.6]]}}, "mass": 1,
    "inertia": 0.3333333333333333, "center_of_mass": [0.6, 0.8], "friction": {}, "twist": [{}, {}, {}]}})", friction,
                              -1 - spin * center.y(), spin * center.x(), spin), friction);
}

}  // namespace

TEST_CASE("a box that slides decelerates by mu g, and a box at rest stays at rest although its forces are not unique") {
  const SceneForward sliding = forward_of(on_floor(box(R"(, "twist": [3, 0, 0])")));
  CHECK(sliding.count == Count::one);
  REQUIRE(sliding.motions.size() == 1);
  CHECK((sliding.motions[0].motion.motion - Eigen::Vector3d(-5, 0, 0)).norm() < 1e-9);
  // The two feet, which are 2 apart, carry 20 N together. The friction of 10 N acts 1/2 below the center of mass, and
  // has the torque 5 N m. The forces of the feet therefore differ by 5 N.
  const Eigen::VectorXd normal = sliding.motions[0].motion.forces.normal;
  CHECK(normal.sum() == doctest::Approx(20));
  CHECK(std::fabs(normal[0] - normal[1]) == doctest::Approx(5));

  const SceneForward resting = forward_of(on_floor(box("")));
  CHECK(resting.count == Count::one);
  CHECK(resting.motions.at(0).motion.motion.norm() < 1e-9);
  CHECK_FALSE(resting.bounds);  // the accelerations of two rolling contacts on one body are linearly dependent
}

TEST_CASE("Painleve's rod has no motion or several motions above the critical friction, and one motion below it") {
  // The critical friction coefficient of this rod is (1 + 3 * .36) / (3 * .6 * .8) = 13/9. With the coefficient 2 and
  // without spin, no motion exists: gravity presses the tip down, and no contact force stops it. With a spin of 5
  // rad/s, two motions exist. In the first one, the tip leaves the floor with the acceleration 25 * .8 - 10 > 0. In the
  // second one, friction presses the tip onto the floor.
  CHECK(forward_of(rod(2, 0)).count == Count::none);
  const SceneForward fast = forward_of(rod(2, 5));
  CHECK(fast.count == Count::many);
  CHECK(fast.motions.size() == 2);
  const SceneForward low = forward_of(rod(1, 0));
  CHECK(low.count == Count::one);
  REQUIRE(low.bounds);
  CHECK(low.bounds->existence == doctest::Approx(13. / 9).epsilon(1e-6));
}

TEST_CASE("the effort of a driven joint and the force of a pin carry the weight") {
  // The link has 2 kg, and its center of mass is .5 m to the right of the joint. A counterclockwise torque of 2 * 10 *
  // .5 = 10 N m holds the link still.
  const SceneForward arm = forward_of(R"({"pawl": 1, "gravity": [0, -10], "bodies": [], "joints": [
    {"kind": "revolute", "anchor": [0, 0], "acceleration": 0, "mass": 2, "inertia": 0.1, "center_of_mass": [0.5, 0]}]})");
  CHECK(arm.count == Count::one);
  REQUIRE(arm.motions.size() == 1);
  CHECK(arm.motions[0].motion.motion[0] == 0);
  CHECK(arm.motions[0].motion.bilateral[0] == doctest::Approx(10));

  // A disc of 3 kg hangs on a pin that is above its centre.
  const SceneForward hanging = forward_of(R"({"pawl": 1, "gravity": [0, -10], "bodies": [
    {"outline": {"disc": {"radius": 0.1}}, "mass": 3}],
    "pins": [{"a": "ground", "b": "body 1", "at_a": [0, 0.1], "at_b": [0, 0.1]}]})");
  CHECK(hanging.count == Count::one);
  REQUIRE(hanging.motions.size() == 1);
  CHECK(hanging.motions[0].motion.motion.norm() < 1e-9);
  CHECK((hanging.motions[0].motion.bilateral - Eigen::Vector2d(0, 30)).norm() < 1e-9);
}

TEST_CASE("a box pushed slowly by a driven slider moves with it, and the drive overcomes friction") {
  // The link of the slider touches the left side of the box at half its height, and moves to the right at .1 m/s. The
  // friction between box and floor is .5 * 20 N = 10 N. The slider has no friction, so it pushes with 10 N.
  const std::string pushed = R"({"pawl": 1, "gravity": [0, -10], "bodies": [
    {"outline": {"polygon": [[-9, -1], [9, -1], [9, 0], [-9, 0]]}, "fixed": true, "friction": 0.5},
    {"outline": {"polygon": [[-1, 0], [1, 0], [1, 1], [-1, 1]]}, "mass": 2, "friction": 0.5}],
    "joints": [{"kind": "prismatic", "anchor": [-2, 0.25], "position": 0, "velocity": 0.1, "acceleration": 0, "mass": 1,
      "outline": {"disc": {"center": [0.5, 0], "radius": 0.5}}, "friction": 0}]})";
  const SceneForward found = forward_of(pushed, true);
  REQUIRE_FALSE(found.motions.empty());
  bool moves = false;
  for (const SceneMotion& one : found.motions) {
    if (std::fabs(one.motion.motion[0] - .1) > 1e-9) continue;
    moves = true;
    CHECK(one.motion.bilateral[0] == doctest::Approx(10));
  }
  CHECK(moves);
}

TEST_CASE("if boxes do not touch each other, the solutions of each box are counted separately") {
  // Twelve boxes at rest have 24 contacts, which have too many combinations of contact states to list.
  std::string boxes;
  for (int k = 0; k < 12; ++k)
    boxes += fmt::format(R"(, {{"outline": {{"polygon": [[0, 0], [1, 0], [1, 1], [0, 1]]}}, "pose": [{}, 0, 0], "friction": 0.5}})",
                         -8 + 1.25 * k);
  const SceneForward resting = forward_of(on_floor(boxes));
  CHECK(resting.count == Count::one);
  CHECK(resting.complete);
  CHECK(resting.motions.at(0).motion.motion.norm() < 1e-9);
}

TEST_CASE("a motion counts as the only one only if the search for others is complete") {
  // The forces on a box at rest are not unique. A bound on the friction therefore gives no decision, and all solutions
  // must be listed.
  ForwardSceneOptions options;
  options.all = {{}, 1, 1};
  const SceneForward resting = forward_scene(set_up(read_scene(on_floor(box("")))), options);
  CHECK(resting.motions.size() == 1);
  CHECK_FALSE(resting.complete);
  CHECK(resting.count == Count::undecided);
}

TEST_CASE("the accelerations of a scene with viscous friction are refused") {
  const auto with = [](double viscosity) {
    Scene scene = read_scene(on_floor(box("")));
    scene.simulate.model = SimulateOptions::Model::coulomb_viscous;
    scene.bodies.back().viscosity = viscosity;
    return scene;
  };
  CHECK_NOTHROW(forward_scene(set_up(with(0))));
  CHECK(pointers_of_faults([&] { forward_scene(set_up(with(2))); }) == "/bodies/1/viscosity");
}

TEST_CASE("impacts and support friction are refused") {
  CHECK_THROWS_AS(forward_of(on_floor(box(R"(, "twist": [0, -1, 0])"))), InputError);
  CHECK_THROWS_AS(forward_of(R"({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 0.1}}, "mass": 1}],
    "simulate": {"support": {"law": "viscous", "friction": 0.1}}})"), InputError);
}
