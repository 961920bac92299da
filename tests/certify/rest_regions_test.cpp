// SPDX-License-Identifier: MIT
// Compares rest regions with motions, with energy certificates, and with closed forms. PAWL_TEST_COUNT sets the number
// of random fixtures.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/plan_task.h>
#include <pawl/planner/rest_regions.h>
#include <pawl/verify/certificate.h>

#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>

#include "energy/rest_steps.h"
#include "support/certified.h"
#include "support/count.h"
#include "support/plans_on_trial.h"

using namespace pawl;
using internal::RestState;
using internal::RestStep;
using internal::RestSteps;

namespace {

constexpr double kDegree = std::numbers::pi / 180;

Task shipped(const std::string& name) {
  return read_task_file(fmt::format("{}/data/tasks/{}.json", PAWL_SOURCE_DIR, name));
}

StartRegion region(double translation, double rotation) {
  StartRegion start;
  start.translation = translation;
  start.rotation = rotation;
  return start;
}

/// Returns forces with the given directions, which are in degrees in the world frame. The returned forces are in the
/// frame of the task's contacts.
std::vector<Eigen::Vector3d> toward(const Task& task, const std::vector<double>& directions) {
  const ContactSet set = find_seat(task).contacts;
  std::vector<Eigen::Vector3d> wrenches;
  for (const double direction : directions)
    wrenches.push_back(set.from_world({std::cos(direction * kDegree), std::sin(direction * kDegree), 0}));
  return wrenches;
}

RestRegions regions_of(const Task& task, const std::vector<double>& directions, const StartRegion& start,
                       const RestOptions& options = {}) {
  const ValidTask valid(task);
  RestRegions regions = find_rest_regions(valid, toward(task, directions), start, options);
  CHECK(regions.refused == "");
  return regions;
}

using End = RestRegions::End;

}  // namespace

TEST_CASE("the bracket comes to rest at its seat from starts that are off by half a millimetre and half a degree") {
  const Task task = shipped("bracket_tray");
  const RestRegions regions = regions_of(task, {-114.46}, region(.5, .5 * kDegree));
  REQUIRE(regions.end == End::bounded);
  CHECK(regions.seated);
  CHECK(regions.displacement < .001);
  CHECK(regions.displacement > 0);
}

TEST_CASE("two tilts bring the ratchet pawl near its seat") {
  const Task task = shipped("ratchet_pawl_tray");
  const RestRegions near = regions_of(task, {-80, -75}, region(5e-5, .06 * kDegree));
  REQUIRE(near.end == End::bounded);
  REQUIRE(near.steps.size() == 2);
  const auto farthest = [](const RestRegions& regions, int axis) {
    return regions.steps.back().bounds[0].cwiseAbs().cwiseMax(regions.steps.back().bounds[1].cwiseAbs())[axis];
  };
  CHECK(farthest(near, 0) < .62e-3);
  CHECK(farthest(near, 2) < 1.17 * kDegree);
  const RestRegions far = regions_of(task, {-80, -75}, region(2e-4, .23 * kDegree));
  REQUIRE(far.end == End::bounded);
  CHECK(farthest(far, 0) < 1.42e-3);
  CHECK(farthest(far, 2) < 2.8 * kDegree);
  CHECK(regions_of(task, {-92.1}, region(5e-5, .06 * kDegree)).end == End::leaves);
}

TEST_CASE("a trial is found that comes to rest with nearly the largest displacement in the rest region") {
  const Task task = shipped("ratchet_pawl_tray");
  const RestRegions regions = regions_of(task, {-80, -75}, region(5e-5, .06 * kDegree));
  REQUIRE(regions.end == End::bounded);
  const auto witness = find_rest_witness(ValidTask(task), regions);
  REQUIRE(witness);
  CHECK(witness->largest <= regions.displacement);
  CHECK(witness->largest >= .9 * regions.displacement);
  CHECK(witness->fixels == std::vector<int>{0, 1});
  CHECK(witness->trials >= 1);
  const auto& [low, high] = regions.steps.back().bounds;
  CHECK((witness->displacement.array() >= low.array()).all());
  CHECK((witness->displacement.array() <= high.array()).all());
  CHECK_FALSE(find_rest_witness(ValidTask(task), regions_of(task, {-92.1}, region(5e-5, .06 * kDegree))));
}

TEST_CASE("a trial of a peg in its socket comes to rest near the limit of its play, for a task in millimetres") {
  const Task task = shipped("peg_above_socket");
  const RestRegions regions = regions_of(task, {-90}, *task.start_region);
  REQUIRE(regions.end == End::bounded);
  const auto witness = find_rest_witness(ValidTask(task), regions);
  REQUIRE(witness);
  CHECK(witness->largest <= regions.displacement);
  CHECK(witness->largest >= .9 * regions.displacement);
}

TEST_CASE("find_rest_witness() finds nearly the same displacement if part and fixture are turned together") {
  Task task = shipped("ratchet_pawl_tray");
  const auto largest = [](const Task& one, const std::vector<double>& directions, double translation) {
    const auto found = find_rest_witness(ValidTask(one), regions_of(one, directions, region(translation, .06 * kDegree)));
    REQUIRE(found);
    return found->largest;
  };
  const double metres = largest(task, {-80, -75}, 5e-5);
  Task turned = task;
  turned.pose = {-task.pose.y(), task.pose.x(), task.pose.z() + std::numbers::pi / 2};
  for (Fixel& fixel : turned.fixels) fixel.at = {-fixel.at.y(), fixel.at.x()};
  CHECK(largest(turned, {10, 15}, 5e-5) == doctest::Approx(metres).epsilon(.05));
}

TEST_CASE("a search for wrenches does not depend on the number of threads") {
  const ValidTask task(shipped("ratchet_pawl_tray"));
  RestSearch search;
  search.covers = 60;
  const auto found = [&](int threads) {
    search.threads = threads;
    return find_rest_plan(task, region(2e-4, .2 * kDegree), 1e-6, {}, search);
  };
  const RestPlan one = found(1), eight = found(8);
  CHECK_FALSE(one.found);
  CHECK(one.covers == eight.covers);
  CHECK(one.regions.displacement == eight.regions.displacement);
  REQUIRE(one.regions.steps.size() == eight.regions.steps.size());
  REQUIRE(!one.regions.steps.empty());
  CHECK(one.regions.steps[0].wrench == eight.regions.steps[0].wrench);
  CHECK(one.regions.certificate == eight.regions.certificate);
  const auto covers = [&](int threads) {
    search.threads = threads;
    const RestPlan plan = find_rest_plan(task, region(5e-5, .06 * kDegree), 1e-3, {}, search);
    CHECK(plan.found);
    return plan.covers;
  };
  const std::size_t alone = covers(1);
  CHECK(alone > 2);  // if more than two covers were computed, the search tried wrenches of several batches
  CHECK(covers(3) == alone);
}

TEST_CASE("the boxes that cover a rest region have the same bounds as the region") {
  const Task task = shipped("ratchet_pawl_tray");
  for (const RestRegion& step : regions_of(task, {-80, -75}, region(5e-5, .06 * kDegree)).steps) {
    CHECK(step.cover.size() == step.rest_boxes);
    Eigen::Vector3d low = step.cover.front()[0], high = step.cover.front()[1];
    for (const auto& box : step.cover) {
      low = low.cwiseMin(box[0]);
      high = high.cwiseMax(box[1]);
    }
    CHECK((low - step.bounds[0]).norm() < 1e-12);
    CHECK((high - step.bounds[1]).norm() < 1e-12);
  }
}

TEST_CASE("a rest region does not become smaller if the assumptions are weaker") {
  const Task task = shipped("ratchet_pawl_tray");
  const StartRegion start = region(5e-5, .06 * kDegree);
  const double instant = regions_of(task, {-80, -75}, start).displacement;
  const auto larger = [&](const RestOptions& options) {
    const RestRegions regions = regions_of(task, {-80, -75}, start, options);
    REQUIRE(regions.end == End::bounded);
    CHECK(regions.displacement >= .98 * instant);  // allows for the accuracy of 1 % of both displacements
  };
  RestOptions options;
  options.swept = true;
  larger(options);
  options = {};
  options.residual_energy = 1e-6;
  larger(options);
  options = {};
  options.direction_tolerance = kDegree;
  larger(options);
  options = {};
  options.center_tolerance = 1e-4;
  larger(options);
  options = {};
  options.tolerances = {.02, 1e-5, 0};
  larger(options);
  StartRegion energetic = start;
  energetic.energy = 1e-6;
  const RestRegions regions = regions_of(task, {-80, -75}, energetic);
  REQUIRE(regions.end == End::bounded);
  CHECK(regions.displacement >= .98 * instant);
}

TEST_CASE("the friction of a tray widens the rest region") {
  Task task = shipped("bracket_tray");
  const StartRegion start = region(.5, .5 * kDegree);
  const double without = regions_of(task, {-114.46}, start).displacement;
  task.simulate.tray = SimulateOptions::Tray{.5, 9810};
  task.simulate.support.law = SimulateOptions::Support::Law::ellipsoid;
  task.simulate.support.friction = .1;
  const RestRegions regions = regions_of(task, {-114.46}, start);
  REQUIRE(regions.end == End::bounded);
  CHECK(regions.displacement >= without);
  task.simulate.support.friction = .6;  // friction above the tangent of the tilt can hold the part anywhere
  const RestRegions held = regions_of(task, {-114.46}, start);
  CHECK((held.end != End::bounded || held.displacement > .5));
}

TEST_CASE("inside the basin of an energy certificate, the rest region is the seat") {
  int fixtures = 0;
  for (unsigned seed = 1; fixtures < oracle::count(3); ++seed) {
    REQUIRE(seed < 100000);
    const auto task = oracle::random_fixture(seed);
    const auto depth = task ? oracle::certified_depth(*task) : std::nullopt;
    if (!depth || !(depth->found.depth > 0)) continue;
    // The energy of these starts is below the depth, because the potential changes by at most 1 N per unit of length.
    const double size = depth->found.depth / 8, rho = depth->problem.gyration_radius;
    if (size < 1e-4 * rho) continue;
    ++fixtures;
    CAPTURE(seed);
    const ValidTask valid(*task);
    const TaskPlan found = plan(valid);
    const RestRegions regions =
        find_rest_regions(valid, {found.solution.steps[0].wrench}, region(size, size / rho));
    CHECK(regions.refused == "");
    REQUIRE(regions.end == End::bounded);
    CHECK(regions.displacement < 1e-4 * rho);
  }
}

namespace {

/// Returns a rectangle of 0.1 x 0.06 m in a pocket that is larger by `clearance`.
Task in_pocket(double clearance, double friction) {
  Task task;
  task.part.outline = Polygon{{{0, 0}, {.1, 0}, {.1, .06}, {0, .06}}};
  Wall wall;
  wall.outline = Polygon{{{-.05, -.05}, {.2, -.05}, {.2, .2}, {-.05, .2}}};
  wall.holes = {Polygon{{{0, 0}, {.1 + clearance, 0}, {.1 + clearance, .06 + clearance}, {0, .06 + clearance}}}};
  wall.friction = Friction(friction);
  task.walls = {wall};
  task.pose = {clearance / 2, clearance / 2, 0};
  task.reach = clearance;
  task.actuator = TrayActuator();
  return task;
}

}  // namespace

TEST_CASE("a rectangle that is tilted into the corner of its pocket rests there") {
  const double clearance = .002;
  Task task = in_pocket(clearance, .2);
  task.pose = {0, 0, 0};
  const RestRegions regions = regions_of(task, {-135}, region(clearance, .005));
  REQUIRE(regions.end == End::bounded);
  CHECK(regions.displacement < .05 * clearance);
  // If the tray tilts straight down, friction can hold the part anywhere along the lower wall.
  const RestRegions down = regions_of(task, {-90}, region(clearance, .005));
  REQUIRE(down.end == End::bounded);
  CHECK(down.displacement > .95 * clearance);
  CHECK(down.displacement < 1.05 * clearance);
}

TEST_CASE("a plate that hangs on a pin in a larger hole rests within the friction angle of its lowest pose") {
  // The force acts at the centre of mass, which is `arm` below the centre of the hole. The part rests if the contact is
  // above the centre of mass, and if the contact's normal deviates from the vertical by at most the friction angle.
  const double hole = .005, clearance = .0005, arm = .01, pin_radius = hole - clearance;
  for (const double friction : {0., .2}) {
    CAPTURE(friction);
    Task task;
    task.part.outline = Polygon{{{-.04, -.03}, {.04, -.03}, {.04, .03}, {-.04, .03}}};
    task.part.holes = {Disc{{0, arm}, hole}};
    task.part.center_of_mass = Eigen::Vector2d(0, 0);
    Fixel pin;
    pin.at = {0, arm};
    pin.radius = pin_radius;
    task.fixels = {pin};
    task.friction = Friction(friction);
    task.actuator = TrayActuator();
    task.pose = {0, -clearance, 0};
    const ValidTask valid(task);
    RestOptions options;
    options.accuracy = .005;
    const RestRegions regions = find_rest_regions(valid, {{0, -1, 0}}, region(.001, 8 * kDegree), options);
    CHECK(regions.refused == "");
    REQUIRE(regions.end == End::bounded);
    const double sine = std::sin(std::atan(friction)), off = .05 * clearance;
    const Eigen::Vector3d &low = regions.steps[0].bounds[0], &high = regions.steps[0].bounds[1];
    CHECK(std::fabs(high.x() - pin_radius * sine) < off);
    CHECK(std::fabs(low.x() + pin_radius * sine) < off);
    CHECK(std::fabs(high.z() - std::asin(hole * sine / arm)) < off / arm);
    CHECK(std::fabs(low.z() + std::asin(hole * sine / arm)) < off / arm);
  }
}

namespace {

double random_in(std::mt19937& engine, double low, double high) {
  return std::uniform_real_distribution<>(low, high)(engine);
}

/// Returns a random fixture of one of four kinds: three pins, four pins, a pin in a hole, or a pocket.
std::optional<Task> random_task(unsigned seed) {
  std::mt19937 engine(seed);
  const auto uniform = [&](double low, double high) { return random_in(engine, low, high); };
  if (seed % 4 == 0) return oracle::random_fixture(seed);
  if (seed % 4 == 1) {
    Task task = in_pocket(uniform(.0005, .004), uniform(0, .4));
    return task;
  }
  Task task;
  const double a = uniform(.03, .08), b = uniform(.02, .05);
  task.part.outline = Polygon{{{-a, -b}, {a, -b}, {a, b}, {-a, b}}};
  task.friction = Friction(uniform(0, .4));
  task.actuator = TrayActuator();
  const double radius = .004, play = uniform(.0003, .002);
  const auto add = [&](double x, double y) {
    Fixel& pin = task.fixels.emplace_back();
    pin.at = {x, y};
    pin.radius = radius;
  };
  if (seed % 4 == 2) {
    add(-a - radius - play, uniform(-.5, .5) * b);
    add(uniform(-.8, -.3) * a, -b - radius);
    add(uniform(.3, .8) * a, -b - radius);
    add(a + radius + play, uniform(-.5, .5) * b);
    return task;
  }
  const double hole = uniform(.005, .01);
  task.part.holes = {Disc{{-.5 * a, 0}, hole}};
  add(-.5 * a, 0);
  task.fixels[0].radius = hole - play;
  task.fixels[0].at = {-.5 * a, play};
  add(uniform(.2, .9) * a, -b - radius);
  return task;
}

bool holds(const RestState& state, const Eigen::Vector3d& pose, double off) {
  for (const internal::PoseBox& box : state.boxes) {
    if (((pose - box.centre).cwiseAbs().array() <= box.half.array() + off).all()) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("every motion from the start region comes to rest in the rest region of each step") {
  int fixtures = 0, motions = 0, unsolved = 0, without_rest = 0;
  std::array<int, 4> kinds{};
  for (unsigned seed = 1; fixtures < oracle::count(8); ++seed) {
    REQUIRE(seed < 20000);
    if (kinds[seed % 4] >= (oracle::count(8) + 3) / 4) continue;
    const std::optional<Task> task = random_task(seed);
    if (!task) continue;
    std::mt19937 engine(seed);
    const ValidTask valid(*task);
    const double size = std::pow(10, random_in(engine, -3.5, -2.3));
    StartRegion start = region(size, random_in(engine, 0, 20) * size);
    start.energy = 0;
    RestOptions options;
    options.accuracy = .05;
    options.boxes = 40000;
    const RestSteps model(valid, start, options);
    RestState from = model.start();
    const Eigen::Vector3d centre = from.boxes[0].centre, half = from.boxes[0].half;
    if (seed % 3 == 0) from.kinetic = random_in(engine, 0, 1) * size;
    const double kinetic = from.kinetic;
    std::vector<RestStep> steps;
    std::vector<EnergyLoad> loads;
    for (int tries = 0; tries < 12 && steps.size() < 1 + seed % 2; ++tries) {
      const double angle = seed % 4 == 0 ? random_in(engine, -std::numbers::pi, std::numbers::pi)
                                         : random_in(engine, -std::numbers::pi, 0);
      RestStep step = model.apply(from, {std::cos(angle), std::sin(angle), 0}, options, false);
      if (!step.bounded()) continue;
      from = step.after;
      loads.push_back(step.load);
      steps.push_back(std::move(step));
    }
    if (steps.empty()) continue;
    ++fixtures;
    ++kinds[seed % 4];
    CAPTURE(seed);
    const std::string certificate = model.certificate(steps);
    const CertificateCheck check = verify_certificate(certificate);
    CHECK(check.refused == "");
    for (int k = 0; k < 20; ++k) {
      StepOptions choice;
      choice.solutions = k % 3 == 0 ? Solutions::first : k % 3 == 1 ? Solutions::adversarial : Solutions::random;
      choice.seed = seed;
      choice.trial = static_cast<std::uint64_t>(k);
      const oracle::RestMotion motion = oracle::move_to_rest(model.problem(), loads, centre, half, kinetic, size, engine,
                                                             .9 * (k % 4) / 3, (k % 5) / 4., choice);
      if (!motion.begun) continue;
      ++motions;
      unsolved += !motion.solved;
      without_rest += motion.solved && motion.rests.size() < loads.size();
      CAPTURE(k);
      CAPTURE(motion.start);
      for (std::size_t i = 0; i < motion.rests.size(); ++i) {
        CAPTURE(i);
        CAPTURE(motion.rests[i].transpose());
        CHECK(holds(steps[i].after, motion.rests[i], 1e-3 * size + 1e-8));
      }
    }
  }
  MESSAGE(motions << " motions, " << unsolved << " unsolved, " << without_rest << " without rest");
  CHECK(20 * unsolved <= motions);
  CHECK(motions > 10 * fixtures);
}

TEST_CASE("the search finds a tilt that locates the bracket, and finds none if the tolerance is too small") {
  const ValidTask task(shipped("bracket_tray"));
  const RestPlan found = find_rest_plan(task, region(1, kDegree), .05);
  CHECK(found.found);
  CHECK(found.regions.displacement <= .05);
  const ValidTask pawl(shipped("ratchet_pawl_tray"));
  RestSearch search;
  search.steps = 1;
  const RestPlan none = find_rest_plan(pawl, region(2e-4, .23 * kDegree), 1e-6, {}, search);
  CHECK(!none.found);
  CHECK(none.regions.displacement > 1e-6);
}

TEST_CASE("a request for rest regions with an invalid wrench, start region or option is refused with a fault") {
  const Task bracket = shipped("bracket_tray");
  const ValidTask task(bracket);
  const auto fault = [&](const std::vector<Eigen::Vector3d>& wrenches, const StartRegion& start,
                         const RestOptions& options) {
    try {
      (void)find_rest_regions(task, wrenches, start, options);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const StartRegion start = region(.1, .001);
  CHECK(fault({{0, 0, 0}}, start, {}).starts_with("/plan/steps/0/wrench"));
  CHECK(fault({{0, -1, 3}}, start, {}).starts_with("/plan/steps/0/wrench"));
  CHECK(fault({{0, -1, 0}}, region(.1, 3), {}).starts_with("/start/region/rotation"));
  CHECK(fault({{0, -1, 0}}, region(NAN, .001), {}).starts_with("/start/region/translation"));
  CHECK(fault({{0, -1, 0}}, region(.1, -1), {}).starts_with("/start/region/rotation"));
  StartRegion inside = region(.01, .001);
  inside.at = Eigen::Vector3d(5, -5, 0);  // at this pose, fixels 1 and 2 are inside the part
  CHECK(fault({{0, -1, 0}}, inside, {}).starts_with("/start/region:"));
  CHECK(fault({{0, -1, 0}, {0, -1, 0}}, inside, {}).starts_with("/start/region:"));
  RestOptions options;
  options.tolerances.fixels = -1;
  CHECK(fault({{0, -1, 0}}, start, options).starts_with("tolerances/fixels"));
  options = {};
  options.direction_tolerance = 2;
  CHECK(fault({{0, -1, 0}}, start, options).starts_with("tolerances/direction"));
  options = {};
  options.residual_energy = NAN;
  CHECK(fault({{0, -1, 0}}, start, options).starts_with("residual_energy"));
  Task contacts;
  contacts.contacts = {{{0, 0}, {0, 1}, Friction(.1), 0}};
  CHECK_THROWS_AS((void)find_rest_regions(ValidTask(contacts), {{0, -1, 0}}, start, {}), InputError);
}
