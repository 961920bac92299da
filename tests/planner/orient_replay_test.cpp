// SPDX-License-Identifier: MIT
// Replays plans from any orientation in the time-stepping simulation. The part lies on a support with friction. It is
// between driven frictionless jaws that touch it from the start, or in front of a driven frictionless fence.
#include <doctest/doctest.h>
#include <pawl/base/angle.h>
#include <pawl/planner/orient.h>
#include <pawl/simulation/step.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <vector>

#include "support/count.h"

using namespace pawl;

namespace {

using Vector = Eigen::Vector2d;
constexpr double kPi = std::numbers::pi;
constexpr double kTolerance = .1 * kPi / 180;  // rad

// A part of about 10 cm and 0.1 kg is on a support with the friction coefficient 0.3. Inertia has little effect: the
// square of each speed is below 1/300 of the product of the part's size and its deceleration by friction. A part
// between jaws also turns slowly: friction stops a rotation at kTurnSpeed within about 1 degree.
constexpr double kSize = .05, kMass = .1;                 // size, m, and mass, kg
constexpr double kSupportForce = .3 * kMass * 9.81;       // N
constexpr double kJawSpeed = .01, kFenceSpeed = .02;      // largest speed of each jaw, and speed of the fence, m/s
constexpr double kTurnSpeed = 1.5;                        // rad/s
constexpr double kStep = .02;                             // s
constexpr double kFarFromMaximum = 1 * kPi / 180;         // rad
constexpr double kLeastMargin = 1 * kPi / 180;            // rad

Vector unit(double angle) { return {std::cos(angle), std::sin(angle)}; }

ValidTask task_of(const Polygon& polygon) {
  Task task;
  task.part.outline = polygon;
  return ValidTask(task);
}

/// Returns a star-shaped polygon whose centre of mass is the origin. In most cases it is not convex.
Polygon random_part(std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  Polygon part;
  const int count = 4 + static_cast<int>(random() % 5);
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * kPi * (i + .6 * uniform(random)) / count;
    part.vertices.emplace_back(kSize * (.6 + .6 * uniform(random)) * unit(angle));
  }
  const Vector center = task_of(part).contacts().center_of_mass;
  for (Vector& vertex : part.vertices) vertex -= center;
  return part;
}

/// A part on its support, and tools: straight edges that drives move along their normals.
class Bench {
 public:
  Bench(Polygon part, double theta) : part_(std::move(part)), pose_(0, 0, theta) {}

  double theta() const { return pose_.z(); }

  /// Closes two jaws, each at this speed, until the part blocks them. The jaws touch the part from the start.
  void squeeze(double angle, double speed) {
    add_tools({angle, angle + kPi}, speed);
    const double longest = kStep * kJawSpeed / speed;
    double step = longest;
    while (step > 1e-2 * longest) {
      if (!advance(step)) step /= 4;  // the part blocks the jaws before the end of this step
      REQUIRE(steps_ < 100000);
    }
  }

  /// Tries to close two jaws, which touch the part, in a single step. Returns whether the stepper accepted the step.
  bool close_in_one_step(double angle, double step) {
    add_tools({angle, angle + kPi}, kJawSpeed);
    return advance(step);
  }

  /// Pushes the part with a fence. Stops when the part has not turned while the fence moved by a tenth of the part's
  /// size.
  void push(double angle) {
    add_tools({angle}, kFenceSpeed);
    const long window = std::lround(.1 * kSize / (kFenceSpeed * kStep));
    double before = theta() + 1;
    for (long still = 0; still < window; ++still) {
      REQUIRE(advance(kStep));
      if (std::fabs(theta() - before) > 1e-9) still = 0;
      before = theta();
      REQUIRE(steps_ < 100000);
    }
  }

 private:
  /// Adds one tool per direction. Each tool just touches the part.
  void add_tools(const std::vector<double>& directions, double speed) {
    System system;
    system.bodies.push_back({kMass, kMass * kSize * kSize / 2});
    system.shapes.push_back({Solid::body(0), part_, {0, 0, 0}, 0.});
    for (const double direction : directions) {
      double reach = -1;
      for (const Vector& vertex : part_.vertices) reach = std::max(reach, vertex.dot(unit(direction - theta())));
      Joint tool;
      tool.kind = Joint::Kind::prismatic;
      tool.drive = Joint::Drive::acceleration;
      tool.anchor = pose_.head<2>() + reach * unit(direction);
      tool.angle = direction;
      system.shapes.push_back({Solid::link(system.joints.size()),
                               Polygon{{{0, -10 * kSize}, {kSize, -10 * kSize}, {kSize, 10 * kSize}, {0, 10 * kSize}}},
                               {0, 0, 0}, 0.});
      system.joints.push_back(tool);
    }
    state_ = State(system);
    state_.pose(0) = pose_;
    for (std::size_t i = 0; i < directions.size(); ++i) state_.velocity(i) = -speed;
    actuation_.loads = Loads(system);
    actuation_.supports = {{Support::Law::ellipsoid, kSupportForce, mean_distance(part_, {0, 0})}};
    stepper_.emplace(std::move(system));
  }

  bool advance(double step) {
    const StepReport& report = stepper_->step(state_, step, actuation_);
    ++steps_;
    CHECK(report.penetration < 1e-7);
    pose_ = state_.pose(0);
    return report.solved;
  }

  Polygon part_;
  Eigen::Vector3d pose_;
  State state_;
  Actuation actuation_;
  std::optional<Stepper> stepper_;
  long steps_ = 0;
};

/// Returns whether a squeeze or push from this orientation begins near a maximum of the width or the distance.
bool near_maximum(const OrientPlan& plan, double phi) {
  const double period = plan.function.period;
  return std::any_of(plan.transfer.begin(), plan.transfer.end(), [&](const TransferStep& step) {
    return std::fabs(std::remainder(phi - step.from.angle, period)) < kFarFromMaximum ||
           std::fabs(std::remainder(phi - step.to.angle, period)) < kFarFromMaximum;
  });
}

/// Returns the smallest slope |f'| of the width f, m/rad, between the direction phi and the direction in which a
/// squeeze from phi ends. If each jaw has the speed v, the part turns at the rate 2 v / |f'|.
double least_slope(const OrientPlan& plan, double phi) {
  const DirectionFunction& f = plan.function;
  const auto end = transferred(plan.transfer, f.period, phi);
  REQUIRE(end);
  const double low = std::min(phi, (*end)[0]), high = std::max(phi, (*end)[0]);
  double least = std::fabs(f.slope(phi));
  for (const DirectionPiece& piece : f.pieces) {
    // The width f of a polygon consists of concave pieces, so |f'| is smallest at an end of a piece.
    const double at = piece.begin + f.period * std::ceil((low - piece.begin) / f.period);
    if (at < high - 1e-9) least = std::min({least, std::fabs(f.slope(at - 1e-9)), std::fabs(f.slope(at + 1e-9))});
  }
  return least;
}

struct Replays {
  int done = 0, turned_far = 0;
  std::size_t longest = 0;
  double least_slope = 1;  ///< m
};

/// Replays the plans of random parts. Each plan is replayed from several orientations.
Replays replay(OrientBy tool, unsigned seed, int parts, int orientations) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 2 * kPi);
  OrientOptions options;
  options.by = tool;
  Replays replays;
  for (int count = 0; count < parts;) {
    const Polygon part = random_part(random);
    options.wanted = uniform(random);
    const OrientPlan plan = plan_orientation(task_of(part), options);
    REQUIRE(plan.status == OrientPlan::Status::found);
    if (std::any_of(plan.steps.begin(), plan.steps.end(),
                    [](const OrientStep& step) { return step.margin < kLeastMargin; }))
      continue;
    CAPTURE(count);
    for (int k = 0; k < orientations;) {
      const double theta = uniform(random);
      if (near_maximum(plan, plan.steps[0].angle - theta)) continue;
      CAPTURE(theta);
      Bench bench(part, theta);
      for (const OrientStep& step : plan.steps) {
        if (tool == OrientBy::squeeze) {
          // If the width changes little as the part turns, jaws with a constant speed would give the part much speed.
          // It could then turn past a maximum that is lower than its present width. Therefore the speed is limited by
          // the slope.
          const double slope = least_slope(plan, step.angle - bench.theta());
          replays.least_slope = std::min(replays.least_slope, slope);
          bench.squeeze(step.angle, std::min(kJawSpeed, kTurnSpeed * slope / 2));
        } else {
          bench.push(step.angle);
        }
      }
      CHECK(std::fabs(std::remainder(bench.theta() - plan.final, 2 * kPi / plan.symmetry)) < kTolerance);
      if (std::fabs(bench.theta() - theta) > .2) ++replays.turned_far;
      replays.longest = std::max(replays.longest, plan.steps.size());
      ++replays.done;
      ++k;
    }
    ++count;
  }
  return replays;
}

}  // namespace

TEST_CASE("simulated jaws that touch from the start bring a part to the planned orientation, from ten orientations per part") {
  const int parts = oracle::count(20);
  const Replays replays = replay(OrientBy::squeeze, 3, parts, 10);
  CHECK(replays.done == 10 * parts);
  CHECK(replays.turned_far > 5 * parts);
  CHECK(replays.longest >= 3);
  CHECK(replays.least_slope < .02 * kSize);  // shows that jaws with a constant speed would have thrown some parts
}

TEST_CASE("jaws that a part blocks do not move the part, also if a maximum of the width is close and low") {
  std::mt19937 random(5);
  int low = 0;
  for (int count = 0; count < 12; ++count) {
    CAPTURE(count);
    const Polygon part = random_part(random);
    const OrientPlan plan = plan_orientation(task_of(part), {});
    for (const TransferStep& step : plan.transfer) {
      if (step.kind != TransferStep::Kind::turns) continue;
      const double least = plan.function.value(step.low.angle);
      const double height =
          std::min(plan.function.value(step.from.angle), plan.function.value(step.to.angle)) - least;
      for (const double duration : {1e-4, .01, .1}) {
        CAPTURE(height);
        CAPTURE(duration);
        Bench bench(part, .7 - step.low.angle);
        CHECK_FALSE(bench.close_in_one_step(.7, duration));
        CHECK(std::fabs(std::remainder(bench.theta() - (.7 - step.low.angle), 2 * kPi)) < 1e-12);
        low += height < 2 * kJawSpeed * duration;
      }
    }
  }
  CHECK(low > 20);  // in this number of cases, the jaws would move past the maximum if the part did not block them
}

TEST_CASE("a simulated fence brings a part to the planned orientation") {
  const Replays replays = replay(OrientBy::fence, 4, 10, 6);
  CHECK(replays.done == 60);
  CHECK(replays.turned_far > 30);
  CHECK(replays.longest >= 3);
}
