// SPDX-License-Identifier: MIT
// Plans and energy certificates of parts that a pin in a hole locates, together with two pins outside. PAWL_TEST_COUNT
// sets the number of random fixtures.
#include <doctest/doctest.h>
#include <pawl/planner/certificate_file.h>
#include <pawl/planner/plan_depth.h>
#include <pawl/verify/certificate.h>

#include <cmath>
#include <numbers>
#include <optional>
#include <random>

#include "geometry/outline.h"
#include "support/certified.h"
#include "support/count.h"
#include "support/plans_on_trial.h"

using namespace pawl;

namespace {

using Vector = Eigen::Vector2d;

/// Replaces one fixel of a task by a pin in a new round hole. The pin touches the hole in the direction of the fixel's
/// normal. Returns nothing if the hole is not inside the part.
std::optional<Task> with_hole(Task task, unsigned seed) {
  std::mt19937 engine(seed);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); };
  const auto number = static_cast<std::size_t>(engine() % 3);
  const Vector normal = find_contacts(task).contacts[number].normal.normalized();
  const double size = internal::diameter(*task.part.outline);
  const Vector center(uniform(-.3, .3) * size, uniform(-.3, .3) * size);
  const double radius = uniform(.02, .1) * size, pin = uniform(.3, .9) * radius;
  task.part.holes = {Disc{center, radius}};
  if (!hole_faults(task.part.loops()).empty()) return std::nullopt;
  task.fixels[number].radius = pin;
  task.fixels[number].at = center + (radius - pin) * normal;
  return task;
}

struct Certified {
  EnergyProblem problem;
  PlanDepth depth;
  std::string text;
};

std::optional<Certified> certified(const Task& task) {
  const ValidTask valid(task);
  const PlanProblem problem = plan_problem(valid);
  const InsertionPlan plan = solve(problem);
  if (plan.guarantee != Guarantee::energy) return std::nullopt;
  EnergyFloodOptions options;
  options.boxes = 20000;
  options.accuracy = .1;
  const PlanDepth depth = plan_depth(valid, problem, plan, {}, options);
  if (depth.found.depth == 0) return std::nullopt;
  return Certified{depth.problem, depth, certificate_text("test", depth.problem, depth.found.certificate)};
}

Task plate() {
  Task task;
  task.part.outline = Polygon{{{0, 0}, {.06, 0}, {.06, .04}, {0, .04}}};
  task.part.holes = {Disc{{.015, .02}, .005}};
  task.friction = .2;
  task.actuator = TrayActuator();
  for (const auto& [x, y, radius] : {std::tuple(.01, -.003, .003), std::tuple(.05, -.003, .003), std::tuple(.016, .02, .004)}) {
    Fixel fixel;
    fixel.at = {x, y};
    fixel.radius = radius;
    task.fixels.push_back(fixel);
  }
  return task;
}

}  // namespace

TEST_CASE("a plate on two pins and a pin in its hole is seated and certified") {
  const auto made = certified(plate());
  REQUIRE(made);
  CHECK(verify_certificate(made->text).refused == "");
  CHECK(made->text.find("\"holes\":[{\"disc\":") != std::string::npos);
  Task without = plate();
  without.part.holes = {Disc{{.015, .02}, .0051}};  // another hole, so the pin does not touch it at the seat
  CHECK_FALSE(find_contacts(without).contacts[2].touching);
}

TEST_CASE("a certificate of a part with a hole is refused if the hole was changed") {
  const auto made = certified(plate());
  REQUIRE(made);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = made->text;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    try {
      return verify_certificate(text).refused;
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  const std::size_t at = made->text.find(",\"holes\"");
  const std::string holes = made->text.substr(at, made->text.find("]}]", at) + 3 - at);
  CHECK(changed(holes, "") != "");  // the pin would stand inside the part
  CHECK(changed("\"holes\"", "\"slots\"") != "");
  CHECK(changed(",0.005]}]", ",0.0052]}]") != "");
  CHECK(changed(",0.005]}]", ",5]}]") != "");
  CHECK(changed(",0.005]}]", ",0.005]},{\"disc\":[0,0,0.001]}]") != "");
}

TEST_CASE("every motion from a certified start comes to rest at the goal, with a pin in a hole") {
  int fixtures = 0, motions = 0, unsolved = 0, refused = 0;
  for (unsigned seed = 1; fixtures < oracle::count(4); ++seed) {
    REQUIRE(seed < 200000);
    const auto outside = oracle::random_fixture(seed);
    if (!outside) continue;
    const auto task = with_hole(*outside, seed);
    if (!task) continue;
    std::optional<Certified> made;
    try {
      made = certified(*task);
    } catch (const InputError&) {
      continue;  // the three contacts do not locate the part, or the pins overlap it
    }
    if (!made) continue;
    ++fixtures;
    CAPTURE(seed);
    refused += !verify_certificate(made->text).refused.empty();
    std::mt19937 engine(seed);
    for (int k = 0; k < 10; ++k) {
      StepOptions options;
      options.solutions = k % 2 == 0 ? Solutions::adversarial : Solutions::random;
      options.seed = seed;
      options.trial = static_cast<std::uint64_t>(k);
      const auto motion = oracle::move_within(made->problem, made->depth.found.certificate, engine, .9 * (k % 4) / 3,
                                              (k % 5) / 4., options);
      CAPTURE(motion.start);
      ++motions;
      unsolved += !motion.solved;
      if (!motion.solved) continue;
      CHECK(motion.stayed);
      CHECK(motion.seated);
    }
  }
  MESSAGE(motions << " motions, " << unsolved << " unsolved");
  CHECK(refused == 0);
  CHECK(20 * unsolved <= motions);
}
