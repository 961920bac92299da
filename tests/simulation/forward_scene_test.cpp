// SPDX-License-Identifier: MIT
// The acceleration problem of whole scenes, compared with closed forms.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/io/read_scene.h>
#include <pawl/scenes/forward_scene.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

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

namespace {

/// Returns the different motions, sorted by the first entry that differs.
std::vector<Eigen::VectorXd> motions_of(const SceneForward& found) {
  std::vector<Eigen::VectorXd> list;
  for (const SceneMotion& one : found.motions) {
    CHECK(one.residuals.within());
    const bool known = std::any_of(list.begin(), list.end(), [&](const Eigen::VectorXd& other) {
      return (other - one.motion.motion).norm() < 1e-6;
    });
    if (!known) list.push_back(one.motion.motion);
  }
  std::sort(list.begin(), list.end(), [](const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      if (std::fabs(a[i] - b[i]) > 1e-6) return a[i] < b[i];
    }
    return false;
  });
  return list;
}

/// Returns the scene of a box of 2 kg, 2 wide and 1 high, on a floor, under its weight of 20 N. The box is pushed with
/// `push` at the floor, has the horizontal velocity `speed`, and is turned with the floor and gravity by `angle`.
std::string pushed_box(const std::string& friction, double push, double speed = 0, double angle = 0) {
  const Eigen::Rotation2D<double> turn(angle);
  const Eigen::Vector2d gravity = turn * Eigen::Vector2d(0, -10), force = turn * Eigen::Vector2d(push, 0),
                        velocity = turn * Eigen::Vector2d(speed, 0);
  // The push acts half a metre below the centre of mass.
  return fmt::format(
      R"({{"pawl": 1, "gravity": [{}, {}], "bodies": [{{"outline": {{"polygon": [[-9, -1], [9, -1], [9, 0], [-9, 0]]}}, "pose": [0, 0, {}],
      "fixed": true, "friction": {}}}, {{"outline": {{"polygon": [[-1, 0], [1, 0], [1, 1], [-1, 1]]}}, "pose": [0, 0, {}],
      "mass": 2, "friction": {}, "wrench": [{}, {}, {}], "twist": [{}, {}, 0]}}]}})",
      gravity.x(), gravity.y(), angle, friction, angle, friction, force.x(), force.y(), push / 2, velocity.x(),
      velocity.y());
}

const std::string kTwo = R"({"static": 0.5, "kinetic": 0.3})";

}  // namespace

TEST_CASE("a box at rest that is pushed between kinetic and static friction may stay or slide") {
  // Kinetic friction is 6 N and static friction 10 N. A push of 8 N accelerates the sliding box by (8 - 6) / 2.
  struct Case {
    double push;
    std::vector<double> accelerations;
  };
  for (const Case& one :
       {Case{4, {0}}, Case{8, {0, 1}}, Case{12, {3}}, Case{-4, {0}}, Case{-8, {-1, 0}}, Case{-12, {-3}}}) {
    CAPTURE(one.push);
    for (const double angle : {0., std::acos(0.), 2 * std::acos(0.), .3}) {
      CAPTURE(angle);
      const SceneForward found = forward_of(pushed_box(kTwo, one.push, 0, angle));
      CHECK(found.complete);
      CHECK(found.count == (one.accelerations.size() > 1 ? Count::many : Count::one));
      CHECK_FALSE(found.bounds);  // a bound on one coefficient cannot exclude a second motion
      std::vector<double> along;
      for (const Eigen::VectorXd& motion : motions_of(found)) {
        along.push_back(motion[0] * std::cos(angle) + motion[1] * std::sin(angle));
        CHECK(std::fabs(motion[2]) < 1e-9);
        CHECK(std::fabs(motion[1] * std::cos(angle) - motion[0] * std::sin(angle)) < 1e-9);
      }
      std::sort(along.begin(), along.end());
      REQUIRE(along.size() == one.accelerations.size());
      for (std::size_t k = 0; k < along.size(); ++k) CHECK(std::fabs(along[k] - one.accelerations[k]) < 1e-9);
    }
  }
}

TEST_CASE("a box that slides has kinetic friction only") {
  for (const double speed : {.5, -.5}) {
    const SceneForward found = forward_of(pushed_box(kTwo, 8, speed));
    CHECK(found.count == Count::one);
    REQUIRE(found.motions.size() == 1);
    CHECK(found.motions[0].motion.motion[0] == doctest::Approx(speed > 0 ? 1 : 7));
    CHECK(found.motions[0].motion.forces.tangent[0].cwiseAbs().sum() == doctest::Approx(6));
    // Exactly the answer for the kinetic coefficient alone.
    const SceneForward kinetic = forward_of(pushed_box("0.3", 8, speed));
    CHECK(found.motions[0].motion.motion == kinetic.motions.at(0).motion.motion);
    CHECK(found.motions[0].motion.forces.normal == kinetic.motions.at(0).motion.forces.normal);
  }
}

TEST_CASE("equal static and kinetic friction give exactly the answer for one coefficient") {
  for (const bool quasistatic : {false, true}) {
    for (const double push : {0., 4., 6., 8.}) {
      const SceneForward two = forward_of(pushed_box(R"({"static": 0.3, "kinetic": 0.3})", push), quasistatic);
      const SceneForward one = forward_of(pushed_box("0.3", push), quasistatic);
      CHECK(two.count == one.count);
      CHECK(two.complete == one.complete);
      CHECK(two.bounds.has_value() == one.bounds.has_value());
      REQUIRE(two.motions.size() == one.motions.size());
      for (std::size_t k = 0; k < one.motions.size(); ++k) {
        CHECK(two.motions[k].motion.motion == one.motions[k].motion.motion);
        CHECK(two.motions[k].motion.forces.normal == one.motions[k].motion.forces.normal);
        CHECK(two.motions[k].motion.forces.tangent[0] == one.motions[k].motion.forces.tangent[0]);
      }
    }
  }
}

TEST_CASE("quasistatic motions with two coefficients rest up to static friction, and slide only at kinetic friction") {
  // The forces of a box that slides balance only if the push equals kinetic friction, 6 N.
  for (const double sign : {1., -1.}) {
    for (const double push : {4., 7.5}) {
      const SceneForward rests = forward_of(pushed_box(kTwo, push * sign), true);
      REQUIRE(motions_of(rests).size() == 1);
      CHECK(motions_of(rests)[0].norm() < 1e-9);
      CHECK((rests.count == Count::one || rests.count == Count::undecided));
      // The search decides as many cases as with one coefficient.
      if (forward_of(pushed_box("0.5", push * sign), true).count == Count::one) CHECK(rests.count == Count::one);
    }
    CHECK(forward_of(pushed_box("0.3", 8 * sign), true).count == Count::none);
    CHECK(forward_of(pushed_box(kTwo, 12 * sign), true).count == Count::none);
    // At static friction, the box may rest, but must not slide. With one coefficient of this size, it may slide.
    const SceneForward edge = forward_of(pushed_box(kTwo, 10 * sign), true);
    for (const Eigen::VectorXd& motion : motions_of(edge)) CHECK(motion.norm() < 1e-9);
    CHECK(edge.count != Count::many);
    CHECK(forward_of(pushed_box("0.5", 10 * sign), true).count == Count::many);
    const SceneForward sliding = forward_of(pushed_box(kTwo, 6 * sign), true);
    CHECK(sliding.count == Count::many);
  }
}

TEST_CASE("a rod with kinetic friction above Painleve's bound has no motion, whatever its static friction is") {
  const auto rod_with = [](const std::string& friction) {
    std::string text = rod(7, 0);
    for (std::size_t at = text.find("\"friction\": 7"); at != std::string::npos; at = text.find("\"friction\": 7"))
      text.replace(at, 13, "\"friction\": " + friction);
    return forward_of(text);
  };
  CHECK(rod_with(R"({"static": 3, "kinetic": 2})").count == Count::none);
  const SceneForward low = rod_with(R"({"static": 3, "kinetic": 1})");
  CHECK(low.count == Count::one);
  REQUIRE(low.bounds);  // the only contact slides, so that the bounds concern its kinetic coefficient
  CHECK(low.bounds->exists);
}

TEST_CASE("with two coefficients, islands are counted separately and each combination is a motion") {
  const auto scene = [](double first, double second, bool swapped) {
    const auto part = [](double x, double push) {
      return fmt::format(
          R"(, {{"outline": {{"polygon": [[-1, 0], [1, 0], [1, 1], [-1, 1]]}}, "pose": [{}, 0, 0], "mass": 2,
        "wrench": [{}, 0, {}]}})",
          x, push, push / 2);
    };
    const std::string a = part(-4, first), b = part(4, second);
    std::string text = on_floor(swapped ? b + a : a + b, 7);
    text.replace(text.find("\"friction\": 7"), 13, "\"friction\": " + kTwo);
    return forward_of(text);
  };
  CHECK(motions_of(scene(4, 12, false)).size() == 1);
  for (const bool swapped : {false, true}) {
    const SceneForward one = scene(8, 12, swapped);
    CHECK(one.count == Count::many);
    CHECK(one.complete);
    CHECK(motions_of(one).size() == 2);
    for (const Eigen::VectorXd& motion : motions_of(one)) CHECK(motion[swapped ? 0 : 3] == doctest::Approx(3));
    // Each solution of each island is listed at least once: (0 or 1) in the first one, and (0 or 1) in the second one.
    const std::vector<Eigen::VectorXd> both = motions_of(scene(8, 8, swapped));
    CHECK(both.size() == 3);
  }
}

TEST_CASE("with more than six rolling contacts of two coefficients, the motion does not count as the only one") {
  std::string boxes;
  for (int i = 0; i < 4; ++i) {
    boxes += fmt::format(
        R"(, {{"outline": {{"polygon": [[-1, 0], [1, 0], [1, 1], [-1, 1]]}}, "pose": [0, {}, 0], "mass": 2}})", i);
  }
  std::string text = on_floor(boxes, 7);
  text.replace(text.find("\"friction\": 7"), 13, "\"friction\": " + kTwo);
  const SceneForward found = forward_of(text);
  CHECK(found.contacts.size() == 8);
  CHECK(found.count == Count::undecided);
  CHECK_FALSE(found.complete);
  REQUIRE_FALSE(found.motions.empty());
  for (const Eigen::VectorXd& motion : motions_of(found)) CHECK(motion.norm() < 1e-9);
}
