// SPDX-License-Identifier: MIT
// Compares energy depths with closed forms of the energies of their passes, and tests certificates with their checker.
// PAWL_TEST_COUNT sets the number of random fixtures.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/planner/certificate_file.h>
#include <pawl/planner/plan_depth.h>
#include <pawl/planner/verify_answer.h>
#include <pawl/verify/certificate.h>

#include <cmath>
#include <numbers>
#include <random>

#include "support/certified.h"
#include "support/count.h"
#include "support/plans_on_trial.h"

using namespace pawl;
using oracle::task_at;

namespace {

/// Returns the 2 x 1 block of docs/certify.md. Two points are below it and one is on its right.
Task block(const Friction& friction = .2) {
  return task_at(Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}}, friction, {{-.5, -.5}, {.5, -.5}, {1, -.25}});
}

Task caged_ell() {
  return task_at(Polygon{{{-1.25, -.75}, {1.75, -.75}, {1.75, .25}, {-.25, .25}, {-.25, 1.25}, {-1.25, 1.25}}}, .2,
                 {{1, -.75}, {-.25, .5}, {-1.25, 1}});
}

struct Certified {
  EnergyProblem problem;
  EnergyDepth found;
  std::string text() const { return certificate_text("test", problem, found.certificate); }
};

Certified certified(const Task& task, const Eigen::Vector3d& wrench, const EnergyFloodOptions& options = {},
                    const EnergyTolerances& tolerances = {}) {
  const ValidTask valid(task);
  Certified result{energy_problem(valid, plan_problem(valid), wrench, tolerances), {}};
  result.found = energy_depth(result.problem, options);
  return result;
}

EnergyFloodOptions to(double accuracy) {
  EnergyFloodOptions options;
  options.accuracy = accuracy;
  return options;
}

// On its lowest way out, the block turns by an angle whose tangent is 1/6. Its lower left corner is then on point 3,
// and one of its edges is on point 1.
const Eigen::Vector3d kPush(.5115124, -.8563925, 0);
constexpr double kPass = .102823;

using Kind = EnergyCertificate::Kind;

bool refused(const Certified& made) { return !verify_certificate(made.text()).refused.empty(); }

}  // namespace

TEST_CASE(
    "the computed depth of the block is below the energy of its pass, and approaches it if a finer accuracy is "
    "requested") {
  double last = 0;
  for (const double accuracy : {.2, .05, .01}) {
    const Certified made = certified(block(), kPush, to(accuracy));
    CHECK(made.found.end == EnergyDepth::End::spills);
    CHECK(made.found.depth > last);
    CHECK(made.found.depth < kPass);
    CHECK(made.found.depth_at_most > made.found.depth);
    CHECK(verify_certificate(made.text()).refused == "");
    CHECK(verify_certificate(made.text()).depth == made.found.depth);
    last = made.found.depth;
    if (accuracy == .05) CHECK(last > .09);
  }
  CHECK(last > .1);
}

TEST_CASE(
    "the lowest way out of the block's basin is found at the pass of the closed form, with fixels 1 and 3 in contact") {
  const Certified made = certified(block(), kPush, to(.02));
  CHECK_FALSE(made.found.leaves);
  CHECK(made.found.spill_fixels == std::vector{0, 2});
  CHECK(std::tan(made.found.spill.z()) == doctest::Approx(1. / 6).epsilon(.1));
}

TEST_CASE("an L-part that is caged by three points stays within the space between them") {
  const Task task = caged_ell();
  const ValidTask valid(task);
  const PlanProblem problem = plan_problem(valid);
  const InsertionPlan plan = solve(problem);
  REQUIRE(plan.guarantee == Guarantee::energy);
  const Certified made = certified(task, plan.steps[0].wrench);
  CHECK(made.found.end == EnergyDepth::End::caged);
  const auto& [from, to] = made.found.extent;
  CHECK((from.array() > Eigen::Array3d(-.146, -.064, -.202)).all());
  CHECK((to.array() < Eigen::Array3d(.041, .264, .055)).all());
  CHECK_FALSE(refused(made));
}

TEST_CASE("a certificate with a box removed, a twist turned, or a depth raised is refused") {
  const Certified made = certified(block(), kPush, to(.1));
  REQUIRE_FALSE(refused(made));
  int changed = 0;
  for (std::size_t k = 0; k < made.found.certificate.nodes.size(); ++k) {
    const Kind kind = made.found.certificate.nodes[k].kind;
    if (kind != Kind::moving && kind != Kind::near) continue;
    if (++changed % 60 != 0) continue;
    for (const Kind other : {Kind::beyond, Kind::colliding, Kind::above}) {
      Certified bad = made;
      bad.found.certificate.nodes[k].kind = other;
      CHECK(refused(bad));
    }
    Certified turned = made;
    for (Eigen::Vector3d& twist : turned.found.certificate.nodes[k].twists) twist = Eigen::Vector3d(-twist);
    CHECK(refused(turned));
  }
  CHECK(changed > 200);
  Certified raised = made;
  raised.found.certificate.depth *= 1.05;
  CHECK(refused(raised));
  Certified lighter = made;  // the certificate was made for less friction than its changed text states
  for (EnergyFixel& fixel : lighter.problem.fixels) fixel.friction *= 1.5;
  CHECK(refused(lighter));
  std::string cut = made.text();
  cut.erase(cut.find("\"tree\":\"") + 20, 1);
  CHECK_FALSE(verify_certificate(cut).refused.empty());
  CHECK_THROWS_AS(verify_certificate("{\"pawl\": 1}"), InputError);
  CHECK_THROWS_AS(verify_certificate("no JSON"), InputError);
}

TEST_CASE(
    "a tolerance of the friction, the fixels or the outline never increases the depth, and the checker accepts the "
    "certificate") {
  const double exact = certified(block(), kPush).found.depth;
  for (const EnergyTolerances& tolerances :
       {EnergyTolerances{.05, 0, 0}, EnergyTolerances{0, .01, 0}, EnergyTolerances{0, 0, .01}}) {
    const Certified made = certified(block(), kPush, {}, tolerances);
    CHECK(made.found.depth > 0);
    CHECK(made.found.depth <= exact);
    CHECK_FALSE(refused(made));
  }
}

TEST_CASE("a push at a point has a potential and therefore a depth, and so has a spring") {
  Task pushed = block();
  pushed.actuator = PushActuator{{-.2, .3}, -1.2, -.9};
  const InsertionPlan plan = solve(plan_problem(pushed));
  REQUIRE(plan.guarantee == Guarantee::energy);
  const Certified by_push = certified(pushed, plan.steps[0].wrench);
  CHECK(by_push.found.depth > 0);
  CHECK_FALSE(refused(by_push));
  Task sprung = block();
  sprung.actuator = SpringActuator{{0, 0}, {1, -2}, .02};
  const InsertionPlan pulled = solve(plan_problem(sprung));
  REQUIRE(pulled.guarantee == Guarantee::energy);
  const Certified made = certified(sprung, pulled.steps[0].wrench);
  CHECK(made.found.depth > .01);
  CHECK_FALSE(refused(made));
  sprung.actuator = SpringActuator{{0, 0}, {1, -2}, 0};
  CHECK(certified(sprung, pulled.steps[0].wrench).found.depth > made.found.depth);
}

TEST_CASE("random fixtures whose plan has the guarantee `energy` have certificates that the checker accepts") {
  int tried = 0, deep = 0;
  for (unsigned seed = 1; tried < oracle::count(12); ++seed) {
    REQUIRE(seed < 10000);
    const auto task = oracle::random_fixture(seed);
    if (!task) continue;
    const ValidTask valid(*task);
    const PlanProblem problem = plan_problem(valid);
    const InsertionPlan plan = solve(problem);
    if (plan.guarantee != Guarantee::energy) continue;
    ++tried;
    CAPTURE(seed);
    EnergyFloodOptions options;
    options.boxes = 20000;
    const PlanDepth depth = plan_depth(valid, problem, plan, {}, options);
    if (depth.found.depth == 0) continue;
    ++deep;
    CHECK(depth.refused == "");
    CHECK(verify_certificate(depth.certificate, valid).refused == "");
    CHECK(depth.fraction > 0);
    CHECK(depth.speed > 0);
  }
  MESSAGE(deep << " depths of " << tried);
  CHECK(deep > tried / 3);
}

TEST_CASE("every certificate that is made is accepted, for any tolerances and any requested depth") {
  std::mt19937 random(7);
  const auto real = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  int tried = 0, deep = 0, enough = 0;
  for (unsigned seed = 1; tried < oracle::count(300); ++seed) {
    REQUIRE(seed < 100000);
    const auto task = oracle::random_fixture(seed);
    if (!task) continue;
    const ValidTask valid(*task);
    const PlanProblem problem = plan_problem(valid);
    const std::optional<CellCentre> window = energy_window(problem.seated.contacts, problem.options.domain);
    if (!window) continue;
    ++tried;
    CAPTURE(seed);
    const double size = problem.seated.contacts.radius_of_gyration();
    EnergyTolerances tolerances;
    if (seed % 2 == 0) tolerances.friction = real(0, .1);
    if (seed % 3 != 0) tolerances.fixels = size * std::pow(10, real(-5, -1.3));
    if (seed % 5 != 0 && std::holds_alternative<Polygon>(*task->part.outline))
      tolerances.outline = size * std::pow(10, real(-5, -1.3));
    EnergyFloodOptions options;
    options.boxes = 3000;
    if (seed % 7 < 3) options.enough = size * std::pow(10, real(-6, -1));
    const EnergyProblem asked = energy_problem(valid, problem, window->wrench, tolerances);
    const EnergyDepth found = energy_depth(asked, options);
    if (!(found.depth > 0)) continue;
    ++deep;
    if (found.end == EnergyDepth::End::enough) {
      ++enough;
      CHECK(found.depth > .99 * options.enough);
    }
    CHECK(verify_certificate(certificate_text("random", asked, found.certificate)).refused == "");
  }
  MESSAGE(deep << " depths of " << tried << ", " << enough << " as deep as requested");
  CHECK(deep > tried / 3);
  CHECK(enough > tried / 20);
}

TEST_CASE("a search that ends at its limit of boxes reports this, and the depth that it has proved is valid") {
  EnergyFloodOptions few;
  few.boxes = 3000;
  few.accuracy = .001;
  const Certified made = certified(block(), kPush, few);
  CHECK(made.found.end == EnergyDepth::End::stopped);
  CHECK(made.found.nodes < 4000);
  CHECK_FALSE((made.found.depth > 0 && refused(made)));
  few.boxes = 10;
  CHECK(certified(block(), kPush, few).found.depth == 0);
  EnergyFloodOptions enough;
  enough.enough = .05;
  const Certified shallow = certified(block(), kPush, enough);
  CHECK(shallow.found.end == EnergyDepth::End::enough);
  CHECK(shallow.found.depth == doctest::Approx(.05));
  CHECK(shallow.found.nodes < 5000);
  CHECK_FALSE(refused(shallow));
}

TEST_CASE("plans that cannot have a certificate are refused with the reason") {
  Task four = block();
  four.fixels.push_back({{-.5, .5}, {}, 0, {}});
  CHECK_THROWS_AS(certified(four, kPush), InputError);
  CHECK_THROWS_AS(certified(block(), {0, 0, 0}), InputError);
  CHECK_THROWS_AS(certified(block(), kPush, {}, {-1, 0, 0}), InputError);
  // Two points can hold this wrench by friction, so that the part may rest near the goal. The depth is therefore 0.
  CHECK(certified(block(), {-.1, -1, 0}, to(.2)).found.depth == 0);
}

TEST_CASE(
    "the checker accepts certificates for pins on fillets near the points where the fillets continue straight edges") {
  // A plate of 10 x 6 with fillets of radius 2, and pins of radius .5. One pin touches the lower edge near its left
  // end. Two pins touch the lower right fillet near its two ends.
  const double bulge = std::tan(std::numbers::pi / 8);
  const Outline plate = Path{{{2, 0}, {8, 0}, {10, 2}, {10, 4}, {8, 6}, {2, 6}, {0, 4}, {0, 2}},
                             {0, bulge, 0, bulge, 0, bulge, 0, bulge}};
  int proved = 0;
  for (const double left : {2.05, 3.}) {
    for (const double off : {.01, .03, .1, .3}) {
      CAPTURE(left);
      CAPTURE(off);
      Task task = task_at(plate, .1, {});
      task.part.mass = 1;
      const double low = -std::numbers::pi / 2 + off, high = -off;
      for (const Eigen::Vector2d& at :
           {Eigen::Vector2d(left, -.5), Eigen::Vector2d(8 + 2.5 * std::cos(low), 2 + 2.5 * std::sin(low)),
            Eigen::Vector2d(8 + 2.5 * std::cos(high), 2 + 2.5 * std::sin(high))}) {
        Fixel fixel;
        fixel.at = at;
        fixel.radius = .5;
        task.fixels.push_back(fixel);
      }
      task.pose = {0, 0, 0};
      const Certified made = certified(task, {.5, -.8660254, 0});
      if (!(made.found.depth > 0)) continue;
      ++proved;
      CHECK(verify_certificate(made.text()).refused == "");
    }
  }
  CHECK(proved >= 4);
}
