// SPDX-License-Identifier: MIT
// Pairs of bodies whose contacts have their own stiffness, damping, or modulus and radius, under the model `compliant`.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/read_scene.h>
#include <pawl/scenes/run_scene.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "support/faults.h"
#include "support/moving_scene.h"

using namespace pawl;

namespace {

constexpr double kWeight = 9.81;  // N, of a body of 1 kg

SceneResult end_of(const std::string& text) {
  const SceneResult result = run(set_up(read_scene(text)));
  REQUIRE(result.unsolved == 0);
  return result;
}

std::string bar(double pitch) {
  return fmt::format(R"({{"outline": {{"polygon": [[{0}, 0], [{1}, 0], [{1}, 0.1], [{0}, 0.1]]}}, "mass": 1}})", -pitch,
                     pitch);
}

/// A bar of 1 kg on two fixed discs at x = -0.1 and x = 0.1. `left` and `right` are the values of the two pairs; `more`
/// are further keys of `simulate`.
std::string bar_on_discs(const std::string& left, const std::string& right, const std::string& more = "") {
  const auto disc = [](double x) {
    return fmt::format(
        R"({{"outline": {{"disc": {{"radius": 0.05}}}}, "pose": [{}, -0.05, 0], "fixed": true, "friction": 0.5}})", x);
  };
  return fmt::format(R"({{"pawl": 1, "duration": 2, "bodies": [{}, {}, {}],
      "contacts": [{{"a": "body 1", "b": "body 3", {}}}, {{"a": "body 3", "b": "body 2", {}}}],
      "simulate": {{"model": "compliant", "step": 0.01{}}}}})",
                     disc(-.1), disc(.1), bar(.2), left, right, more);
}

/// The pose of the centre of a bar, and the depths to which it presses into the discs of bar_on_discs(), left first.
struct RestingBar {
  explicit RestingBar(const std::string& text) {
    std::vector<SceneContact> contacts;
    const SceneResult result =
        run(set_up(read_scene(text)), {}, [&](const SceneStep& step) { contacts = step.contacts; });
    REQUIRE(result.unsolved == 0);
    REQUIRE(contacts.size() == 2);
    std::sort(contacts.begin(), contacts.end(), [](const auto& a, const auto& b) { return a.point.x() < b.point.x(); });
    pose = result.state.pose(0);
    left = -contacts[0].gap;
    right = -contacts[1].gap;
  }

  Eigen::Vector3d pose;
  double left = 0, right = 0;
};

/// A block of 2 kg on a floor, and a block of 1 kg on it. `contacts` is the list of pairs. With `upper_first`, the
/// upper block is body 2, and the lower one is body 3.
std::string stack(const std::string& contacts, bool upper_first = false, const std::string& more = "") {
  const std::string lower =
      R"({"outline": {"polygon": [[-0.2, 0], [0.2, 0], [0.2, 0.1], [-0.2, 0.1]]}, "mass": 2, "friction": 0.5})";
  const std::string upper =
      R"({"outline": {"polygon": [[-0.1, 0.1], [0.1, 0.1], [0.1, 0.2], [-0.1, 0.2]]}, "mass": 1, "friction": 0.5})";
  return fmt::format(R"({{"pawl": 1, "duration": 2, "bodies": [
      {{"outline": {{"polygon": [[-1, -1], [1, -1], [1, 0], [-1, 0]]}}, "fixed": true, "friction": 0.5}}, {}, {}],
      {} "simulate": {{"model": "compliant", "step": 0.01{}}}}})",
                     upper_first ? upper : lower, upper_first ? lower : upper,
                     contacts.empty() ? "" : "\"contacts\": [" + contacts + "],", more);
}

/// A disc of 1 kg and 0.1 m on a floor. Its lowest point is at the height `height`, and it moves at `speed` along y.
std::string disc_on_floor(double height, double speed, const std::string& values, double step, double duration) {
  return fmt::format(R"({{"pawl": 1, "duration": {}, "bodies": [
      {{"outline": {{"polygon": [[-1, -1], [1, -1], [1, 0], [-1, 0]]}}, "fixed": true}},
      {{"outline": {{"disc": {{"radius": 0.1}}}}, "mass": 1, "pose": [0, {}, 0], "twist": [0, {}, 0]}}],
      "contacts": [{{"a": "body 2", "b": "body 1", {}}}],
      "simulate": {{"model": "compliant", "step": {}}}}})",
                     duration, .1 + height, speed, values, step);
}

std::string complaints_of(const std::string& text) {
  std::string lines;
  try {
    set_up(read_scene(text));
  } catch (const InputError& error) {
    for (const Fault& fault : error.faults()) {
      lines += fault.pointer + ": " + (fault.value.empty() ? "" : fault.value + ": ") + fault.message + "\n";
    }
  }
  return lines;
}

}  // namespace

// Each disc carries half of the weight. The tilt of the bar is so small that it does not matter.
TEST_CASE("a bar on two supports sinks into each by half of its weight divided by the stiffness of the pair") {
  const RestingBar bar(bar_on_discs(R"("stiffness": 1e6)", R"("stiffness": 1e7, "damping": 1000)"));
  CHECK(bar.left == doctest::Approx(kWeight / 2 / 1e6).epsilon(1e-4));
  CHECK(bar.right == doctest::Approx(kWeight / 2 / 1e7).epsilon(1e-4));
  CHECK(bar.pose.z() == doctest::Approx((bar.left - bar.right) / .2).epsilon(1e-4));

  const RestingBar mirrored(bar_on_discs(R"("stiffness": 1e7, "damping": 1000)", R"("stiffness": 1e6)"));
  CHECK((mirrored.pose - Eigen::Vector3d(-bar.pose.x(), bar.pose.y(), -bar.pose.z())).norm() < 1e-12);
}

// The force of a Hertz contact is E* sqrt(r) d^1.5.
TEST_CASE("a Hertz contact and a linear spring carry one bar, whichever of the two is the scene's default") {
  const double linear = kWeight / 2 / 1e6, hertz = std::pow(kWeight / 2 / (1e10 * std::sqrt(.01)), 2. / 3);
  const std::string spring = R"("stiffness": 1e6)", sphere = R"("modulus": 1e10, "radius": 0.01)";
  const std::string damped = R"("damping": 100)";
  const auto check = [&](const std::string& text, double left, double right) {
    const RestingBar bar(text);
    CHECK(bar.left == doctest::Approx(left).epsilon(1e-4));
    CHECK(bar.right == doctest::Approx(right).epsilon(1e-4));
  };
  check(bar_on_discs(spring, sphere), linear, hertz);
  check(bar_on_discs(sphere, spring), hertz, linear);
  check(bar_on_discs(sphere, damped, ", " + spring), hertz, linear);
  check(bar_on_discs(damped, spring, ", " + sphere), hertz, linear);
  check(bar_on_discs(sphere, sphere), hertz, hertz);
  check(bar_on_discs(sphere, R"("modulus": 2e10, "radius": 0.0025)"), hertz, hertz);  // E* sqrt(r) is the same
}

TEST_CASE("in a stack, each pair of blocks yields by its load divided by its two springs") {
  const std::string floor = R"({"a": "body 1", "b": "body 2", "stiffness": 4e4, "damping": 50})";
  const std::string blocks = R"({"a": "body 2", "b": "body 3", "stiffness": 3e3, "damping": 70})";
  const SceneResult result = end_of(stack(floor + ", " + blocks));
  const double lower = 3 * kWeight / 8e4, upper = lower + kWeight / 6e3;
  CHECK(.05 - result.state.pose(0).y() == doctest::Approx(lower).epsilon(1e-6));
  CHECK(.15 - result.state.pose(1).y() == doctest::Approx(upper).epsilon(1e-6));

  SUBCASE("the order of the entries, and of a and b, does not matter") {
    const SceneResult other = end_of(stack(R"({"b": "body 2", "a": "body 3", "stiffness": 3e3, "damping": 70},
                                              {"b": "body 1", "a": "body 2", "stiffness": 4e4, "damping": 50})"));
    CHECK(other.state.q == result.state.q);
    CHECK(other.state.u == result.state.u);
  }
  SUBCASE("the order of the bodies does not matter, except for rounding") {
    const SceneResult other = end_of(stack(R"({"a": "body 1", "b": "body 3", "stiffness": 4e4, "damping": 50},
                                              {"a": "body 3", "b": "body 2", "stiffness": 3e3, "damping": 70})",
                                           true));
    CHECK((other.state.pose(0) - result.state.pose(1)).norm() < 1e-10);
    CHECK((other.state.pose(1) - result.state.pose(0)).norm() < 1e-10);
  }
  SUBCASE("values that a pair does not state are those of the scene") {
    const SceneResult other = end_of(stack(R"({"a": "body 2", "b": "body 3", "stiffness": 3e3},
                                              {"a": "body 1", "b": "body 2", "damping": 50})",
                                           false, R"(, "stiffness": 4e4, "damping": 70)"));
    CHECK(other.state.q == result.state.q);
    CHECK(other.state.u == result.state.u);
  }
  SUBCASE("with other values, the motion is another one") {
    const SceneResult other =
        end_of(stack(floor + ", " + R"({"a": "body 2", "b": "body 3", "stiffness": 3e3, "damping": 7})"));
    CHECK(other.state.q != result.state.q);
  }
}

TEST_CASE("pairs with the values of the scene give the motion without pairs, bit by bit") {
  for (const std::string values :
       {R"("stiffness": 2e4, "damping": 30)", R"("modulus": 1e7, "radius": 0.02, "damping": 30)"}) {
    CAPTURE(values);
    const SceneResult without = end_of(stack("", false, ", " + values));
    const SceneResult with =
        end_of(stack(R"({"a": "body 1", "b": "body 2", )" + values + R"(}, {"a": "body 2", "b": "body 3", )" + values +
                     R"(}, {"a": "body 1", "b": "body 3", )" + values + "}"));
    CHECK(with.state.q == without.state.q);
    CHECK(with.state.u == without.state.u);
  }
}

TEST_CASE("a pile of twelve blocks whose pairs state the values of the scene moves as without pairs, bit by bit") {
  const auto pile = [](bool pairs) {
    std::string bodies =
        R"({"outline": {"polygon": [[-2, -1], [2, -1], [2, 0], [-2, 0]]}, "fixed": true, "friction": 0.5})";
    std::string contacts;
    const std::string values = R"("stiffness": 5e4, "damping": 200})";
    for (int i = 2; i <= 13; ++i) {
      bodies += fmt::format(R"(, {{"outline": {{"polygon": [[-0.1, -0.05], [0.1, -0.05], [0.1, 0.05], [-0.1, 0.05]]}},
                                "mass": 1, "pose": [{}, {}, 0], "friction": 0.5}})",
                            .02 * (i % 3), .11 * i);
      for (int j = 1; j < i; ++j) {
        contacts +=
            fmt::format(R"({}{{"a": "body {}", "b": "body {}", {})", contacts.empty() ? "" : ", ", i, j, values);
      }
    }
    return fmt::format(R"({{"pawl": 1, "duration": 0.5, "bodies": [{}], {}
                       "simulate": {{"model": "compliant", "step": 0.01{}}}}})",
                       bodies, pairs ? "\"contacts\": [" + contacts + "]," : "",
                       pairs ? "" : R"(, "stiffness": 5e4, "damping": 200)");
  };
  const SceneResult without = end_of(pile(false)), with = end_of(pile(true));
  CHECK(with.state.q == without.state.q);
  CHECK(with.state.u == without.state.u);
}

// Block k of n has two contacts with the block below, of the stiffness K_k each, and carries n - k + 1 blocks of 1 kg.
// A tower this high is solved with sparse factors. In a scene that is turned by a quarter, the floor is a wall on the
// right.
TEST_CASE("in a tower of fourteen blocks with a stiffness per pair, each pair yields by its own load, also if turned") {
  constexpr int kBlocks = 14;
  const auto stiffness = [](int k) { return k % 3 == 0 ? 1e5 : k % 3 == 1 ? 3e5 : 1e6; };
  for (const bool turned : {false, true}) {
    CAPTURE(turned);
    const auto pose = [&](double y) {
      return turned ? fmt::format("[{}, 0, {}]", -y, std::numbers::pi / 2) : fmt::format("[0, {}, 0]", y);
    };
    std::string bodies = fmt::format(
        R"({{"outline": {{"polygon": [[-2, -1], [2, -1], [2, 0], [-2, 0]]}}, "pose": {}, "fixed": true, "friction": 0.5}})",
        pose(0));
    std::string contacts;
    for (int k = 1; k <= kBlocks; ++k) {
      const double half = .5 - .02 * k;
      bodies += fmt::format(R"(, {{"outline": {{"polygon": [[{0}, -0.05], [{1}, -0.05], [{1}, 0.05], [{0}, 0.05]]}},
                                "mass": 1, "pose": {2}, "friction": 0.5}})",
                            -half, half, pose(.1 * k - .05));
      contacts += fmt::format(R"({}{{"a": "body {}", "b": "body {}", "stiffness": {}, "damping": 2000}})",
                              k > 1 ? ", " : "", k + 1, k, stiffness(k));
    }
    const SceneResult result = end_of(fmt::format(
        R"({{"pawl": 1, "duration": 4, "gravity": {}, "bodies": [{}], "contacts": [{}],
             "simulate": {{"model": "compliant", "step": 0.01}}}})",
        turned ? "[9.81, 0]" : "[0, -9.81]", bodies, contacts));
    double sunk = 0;
    for (int k = 1; k <= kBlocks; ++k) {
      sunk += (kBlocks - k + 1) * kWeight / (2 * stiffness(k));
      const Eigen::Vector3d at = result.state.pose(static_cast<std::size_t>(k - 1));
      const double height = turned ? -at.x() : at.y(), side = turned ? at.y() : at.x();
      CHECK(.1 * k - .05 - height == doctest::Approx(sunk).epsilon(1e-5));
      CHECK(std::fabs(side) < 1e-9);
    }
  }
}

// With the height y of the lowest point, the implicit step is v' (1 + h B/m + h^2 K/m) = v - h (g + K y/m), y' = y + h
// v'.
TEST_CASE("a disc on the floor follows the implicit recurrence of its pair") {
  for (const double stiffness : {1e3, 1e6}) {
    for (const double damping : {0., 20.}) {
      CAPTURE(stiffness);
      CAPTURE(damping);
      const double h = 1e-3, start = -.02;  // speed, m/s
      const SceneSetup setup = set_up(read_scene(
          disc_on_floor(0, start, fmt::format(R"("stiffness": {}, "damping": {})", stiffness, damping), h, 30 * h)));
      double y = 0, v = start;
      int compared = 0;
      const SceneResult result = run(setup, {}, [&](const SceneStep& step) {
        if (y > 0) return;
        v = (v - h * (kWeight + stiffness * y)) / (1 + h * damping + h * h * stiffness);
        y += h * v;
        if (y > 0) return;
        ++compared;
        CHECK(step.state.pose(0).y() - .1 == doctest::Approx(y).epsilon(1e-9));
      });
      CHECK(result.unsolved == 0);
      CHECK(compared > 3);
    }
  }
}

// The disc starts at rest on the surface. The amplitude is the depth at rest, so the disc does not leave the floor.
TEST_CASE("a disc vibrates on the spring of its pair with the period 2 pi sqrt(m/K), and the energy does not grow") {
  for (const double stiffness : {1e3, 1e5}) {
    CAPTURE(stiffness);
    const double rest = -kWeight / stiffness, root = std::sqrt(stiffness), h = 1e-4 / root;
    const SceneSetup setup = set_up(
        read_scene(disc_on_floor(0, 0, fmt::format(R"("stiffness": {}, "damping": 0)", stiffness), h, 14 / root)));
    std::vector<double> rises;  // times at which the disc rises through its position of rest
    double before = 0, energy = 1e9;
    const SceneResult result = run(setup, {}, [&](const SceneStep& step) {
      const double y = step.state.pose(0).y() - .1, v = step.state.twist(0).y();
      if (before < rest && y >= rest) rises.push_back(step.time);
      before = y;
      const double now = v * v / 2 + kWeight * y + stiffness * y * y / 2;
      CHECK(now <= energy + 1e-14);
      energy = now;
    });
    CHECK(result.unsolved == 0);
    REQUIRE(rises.size() == 2);
    CHECK(rises[1] - rises[0] == doctest::Approx(2 * std::numbers::pi / root).epsilon(1e-3));
  }
}

TEST_CASE("a pair of very high stiffness rests like a rigid contact") {
  const SceneResult result = end_of(disc_on_floor(.01, 0, R"("stiffness": 1e12)", .01, 1));
  CHECK(std::fabs(result.state.pose(0).y() - .1) < 1e-10);
  CHECK(std::fabs(result.state.twist(0).y()) < 1e-9);
}

TEST_CASE("pairs need the model compliant, and a Hertz pair the route of the law") {
  const auto pair_with = [](const char* values, const char* simulate) {
    return fmt::format(R"({{"pawl": 1, "bodies": [
        {{"outline": {{"disc": {{"radius": 1}}}}, "fixed": true}}, {{"outline": {{"disc": {{"radius": 1}}}}, "pose": [0, 2, 0]}}],
        "contacts": [{{"a": "body 1", "b": "body 2", {}}}], "simulate": {{{}}}}})",
                       values, simulate);
  };
  for (const char* model : {"coulomb", "viscous", "no-slip", "cone-complementarity", "coulomb-viscous"}) {
    CHECK(complaints_of(pair_with(R"("stiffness": 5)", fmt::format(R"("model": "{}")", model).c_str())) ==
          fmt::format("/contacts/0: must be absent with the model \"{}\"; use the model \"compliant\"\n", model));
  }
  const char* published = R"("model": "compliant", "route": "published")";
  CHECK(complaints_of(pair_with(R"("stiffness": 5)", published)) == "");
  CHECK(complaints_of(pair_with(R"("modulus": 5, "radius": 1)", published)) ==
        "/contacts/0/modulus: 5: must be absent with the route \"published\", which has linear springs only; use the "
        "route \"law\"\n");
  CHECK(complaints_of(pair_with(R"("modulus": 5, "radius": 1)", R"("model": "compliant")")) == "");
}

TEST_CASE("a pair that can never touch is refused") {
  const auto text = [](const char* a, const char* b) {
    return fmt::format(R"({{"pawl": 1, "bodies": [
        {{"outline": {{"disc": {{"radius": 1}}}}, "fixed": true}}, {{"outline": {{"disc": {{"radius": 1}}}}, "pose": [5, 0, 0]}},
        {{"outline": {{"disc": {{"radius": 1}}}}, "pose": [9, 0, 0], "fixed": true}}],
        "joints": [{{"kind": "revolute", "outline": {{"disc": {{"radius": 2}}}}}},
                   {{"kind": "revolute", "parent": 1, "anchor": [0, 20], "outline": {{"disc": {{"radius": 1}}}}}}],
        "pins": [{{"a": "link 2", "b": "body 2", "at_a": [5, -20], "at_b": [0, 0], "stiffness": 10}}],
        "contacts": [{{"a": "{}", "b": "{}", "stiffness": 5}}], "simulate": {{"model": "compliant"}}}})",
                       a, b);
  };
  const auto refusal = [](const char* a, const char* b) {
    return fmt::format(
        "/contacts/0: {} and {} can never touch, because both are fixed, or a joint or pin connects them; "
        "omit this entry\n",
        a, b);
  };
  CHECK(complaints_of(text("body 1", "body 3")) == refusal("body 1", "body 3"));
  CHECK(complaints_of(text("link 1", "link 2")) == refusal("link 1", "link 2"));
  CHECK(complaints_of(text("body 2", "link 2")) == refusal("body 2", "link 2"));
  CHECK(complaints_of(text("link 1", "body 1")) ==
        refusal("link 1", "body 1"));  // they overlap, and a joint connects them
  CHECK(complaints_of(text("link 1", "body 3")) ==
        "");  // a joint connects the link to the ground, but they do not overlap
  CHECK(complaints_of(text("body 2", "link 1")) == "");
}

TEST_CASE("a stepper refuses wrong values of pairs, and pairs under other laws") {
  System system;
  system.bodies = {{1, 1}};
  system.shapes = {{Solid::ground(), Disc{{0, 0}, 1}}, {Solid::body(0), Disc{{0, 0}, 1}}};
  const auto faults_of = [&](std::vector<PairSpring> pairs, const ContactLaw& law) {
    system.pair_springs = std::move(pairs);
    return pointers_of_faults([&] { Stepper(system, StepOptions{law}); });
  };
  CHECK(faults_of({{0, 1, 5.}}, Compliant()) == "no fault");
  CHECK(faults_of({{0, 1, 5.}}, Coulomb()) == "/pair_springs/0");
  CHECK(faults_of({{0, 2, 5.}}, Compliant()) == "/pair_springs/0/shape_b");
  CHECK(faults_of({{1, 1, 5.}}, Compliant()) == "/pair_springs/0");
  CHECK(faults_of({{0, 1, 5.}, {1, 0, 5.}}, Compliant()) == "/pair_springs/1");
  CHECK(faults_of({{0, 1, 0., -1.}}, Compliant()) == "/pair_springs/0/stiffness /pair_springs/0/damping");
  CHECK(faults_of({{0, 1, {}, {}, 5.}}, Compliant()) == "/pair_springs/0/radius");
  CHECK(faults_of({{0, 1, {}, {}, {}, 5.}}, Compliant()) == "/pair_springs/0/modulus");
  CHECK(faults_of({{0, 1, 1., {}, 5., 5.}}, Compliant()) == "/pair_springs/0/stiffness");
  CHECK(faults_of({{0, 1, {}, {}, 5., 5.}}, Compliant{1, 1, 1, LawRoute::published}) == "/pair_springs/0/modulus");
}

TEST_CASE("a leaning box that falls on springs rests on both corners, for any stiffness, tilt and speed") {
  // While the lower corner is in the floor, the other corner passes through the floor before it faces it.
  for (const double stiffness : {1e3, 5e3, 2e4, 1e5}) {
    for (const double tilt : {0., .005, .02, -.02, .2}) {
      for (const double speed : {0., .2, .5, 1.}) {
        CAPTURE(stiffness);
        CAPTURE(tilt);
        CAPTURE(speed);
        for (const bool cone : {false, true}) {
          CAPTURE(cone);
          oracle::MovingScene scene;
          scene.system.gravity = {0, -9.81};
          scene.add_ground(oracle::MovingScene::box(2, .5), {0, -.5, 0}, .5);
          const double height = .15 * std::cos(tilt) + .1 * std::sin(std::fabs(tilt));
          scene.add_box(.1, .15, 1, {0, height + .001, tilt}, .5, {0, -speed, 0});
          StepOptions options;
          if (cone) {
            options.law = ConeComplementarity{};
          } else {
            Compliant law;
            law.stiffness = stiffness;
            law.damping = .2 * std::sqrt(stiffness);
            options.law = law;
          }
          Stepper stepper(scene.system, options);
          for (int i = 0; i < 3000; ++i) REQUIRE(stepper.step(scene.state, .001, scene.actuation).solved);
          const double depth = cone ? 0 : 9.81 / (2 * stiffness);
          CHECK(scene.state.pose(0).y() == doctest::Approx(.15 - depth).epsilon(1e-3));
          CHECK(std::fabs(scene.state.pose(0).z()) < 1e-3);
        }
      }
    }
  }
}

TEST_CASE("a box slides off a table on springs as it does under Coulomb's law") {
  // The corner of the box leaves the table while it penetrates. From then on, the corner of the table carries the box.
  const auto end = [](const ContactLaw& law, double turn) {
    const Eigen::Rotation2Dd turned(turn);
    const auto placed = [&](double x, double y) {
      const Eigen::Vector2d at = turned * Eigen::Vector2d(x, y);
      return Eigen::Vector3d(at.x(), at.y(), turn);
    };
    oracle::MovingScene scene;
    scene.system.gravity = turned * Eigen::Vector2d(0, -9.81);
    scene.add_ground(oracle::MovingScene::box(1, .25), placed(-1, -.25), .1);
    Eigen::Vector3d twist(0, 0, 0);
    twist.head<2>() = turned * Eigen::Vector2d(1, 0);
    scene.add_box(.2, .05, 1, placed(-.3, .05), .1, twist);
    StepOptions options;
    options.law = law;
    Stepper stepper(scene.system, options);
    for (int i = 0; i < 1000; ++i) REQUIRE(stepper.step(scene.state, .001, scene.actuation).solved);
    Eigen::Vector3d pose = scene.state.pose(0);
    pose.head<2>() = turned.inverse() * Eigen::Vector2d(pose.head<2>());
    pose.z() -= turn;
    return pose;
  };
  const Eigen::Vector3d rigid = end(Coulomb{}, 0);
  for (const double turn : {0., .7, std::numbers::pi / 2}) {
    for (const double stiffness : {1e5, 1e6}) {
      CAPTURE(turn);
      CAPTURE(stiffness);
      Compliant law;
      law.stiffness = stiffness;
      law.damping = .2 * std::sqrt(stiffness);
      law.tangent_damping = 1e9;
      CHECK((end(law, turn) - rigid).norm() < .02);
    }
    CHECK((end(ConeComplementarity{}, turn) - rigid).norm() < .02);
  }
}

TEST_CASE("a tip on springs slides over an edge of a hill and stays on the hill") {
  const double slope = .3;
  for (const double stiffness : {1e4, 1e5}) {
    for (const double sign : {1., -1.}) {
      CAPTURE(stiffness);
      CAPTURE(sign);
      oracle::MovingScene scene;
      scene.system.gravity = {0, -9.81};
      Polygon hill{{{-2, -1}, {2, -1}, {2, -2 * slope}, {0, 0}, {-2, 0}}};
      Polygon tip{{{0, -.1}, {.1, .1}, {-.1, .1}}};
      if (sign < 0) {
        for (Polygon* one : {&hill, &tip}) {
          for (Eigen::Vector2d& vertex : one->vertices) vertex.x() = -vertex.x();
          std::reverse(one->vertices.begin(), one->vertices.end());
        }
      }
      scene.add_ground(hill, {0, 0, 0}, 0);
      scene.add(tip, 1, 1e6, {-.05 * sign, .1, 0}, 0, {.05 * sign, 0, 0});  // does not turn noticeably
      Compliant law;
      law.stiffness = stiffness;
      law.damping = 2 * std::sqrt(stiffness);
      StepOptions options;
      options.law = law;
      Stepper stepper(scene.system, options);
      for (int i = 0; i < 1600; ++i) REQUIRE(stepper.step(scene.state, .001, scene.actuation).solved);
      const Eigen::Vector3d pose = scene.state.pose(0);
      CHECK(pose.x() * sign > .3);
      CHECK(pose.y() - .1 == doctest::Approx(-slope * std::fabs(pose.x()) - 9.81 / stiffness).epsilon(.01));
    }
  }
}
