// SPDX-License-Identifier: MIT
// The bounds of the best fixtures, compared with fixtures of pins at random positions.
//
// PAWL_OPTIMAL_TASKS may name a file with the paths of further tasks, one per line. They are sampled with
// PAWL_OPTIMAL_SAMPLES triples of pins, and their results are printed. scripts/check-optima makes such tasks from
// drawings.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/base/angle.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/design_fixtures.h>
#include <pawl/planner/quick_measures.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <random>
#include <string>

#include "fixtures/locator_points.h"
#include "fixtures/pin_places.h"
#include "support/count.h"

using namespace pawl;

namespace {

using Measure = FixtureObjective;

struct Samples {
  int located = 0, windows = 0;
  double least_error = std::numeric_limits<double>::infinity();  ///< smallest pose error of all samples
  double widest = 0;                                             ///< largest margin of all samples, degrees
};

/// Measures fixtures with three pins at random positions that the options permit. In one half of the fixtures, the pins
/// are anywhere on the outline. In the other half, they are near those of the best fixtures so far.
Samples sample(const Task& task, int count) {
  const FixtureOptions options = task.fixture.value_or(FixtureOptions());
  const ValidTask valid(task);
  const auto points = with_defaults(task, options, std::get<FixtureOptions::Points>(options.candidates));
  const auto ranges = internal::point_ranges(task, options, points);
  const double radius = *points.pin_radius;
  const internal::PinRoom room(*task.part.outline, options.keep_out, radius, task.contact_tolerance);
  const double apart = internal::least_distance(options, radius);
  const QuickMeasurer measurer(valid, options);
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(0, 1);
  std::normal_distribution<double> near(0, .02);
  struct Triple {
    std::array<std::size_t, 3> range{};
    std::array<double, 3> share{};
  };
  std::array<Triple, 2> best;  // the best triples of pins: by pose error, and by margin
  Samples found;
  for (int k = 0; k < count; ++k) {
    Triple triple = best[k / 2 % 2];
    const bool anywhere = k % 2 == 0 || found.located == 0;
    FixtureCandidate candidate;
    candidate.pose = task.pose;
    std::array<Eigen::Vector2d, 3> centers;
    bool free = true;
    for (std::size_t i = 0; i < 3 && free; ++i) {
      if (anywhere) triple.range[i] = random() % ranges.size();
      triple.share[i] = anywhere ? unit(random) : std::clamp(triple.share[i] + near(random), 0., 1.);
      const internal::PointRange& range = ranges[triple.range[i]];
      const double along = range.low + triple.share[i] * (range.high - range.low);
      const internal::PartEdge& edge = room.edges()[range.segment];
      const internal::PinOnEdge pin = pin_on_edge(edge, along, edge.point(along), radius, candidate.pose);
      centers[i] = pin.center;
      free = room.is_free(pin.center, edge);
      for (std::size_t j = 0; j < i; ++j) free = free && (centers[i] - centers[j]).norm() >= apart;
      candidate.fixels.push_back(pin.fixel);
      candidate.locators.push_back(pin.locator);
    }
    if (!free) continue;
    const QuickMeasures measures = measurer(candidate);
    if (!measures.located) continue;
    ++found.located;
    if (measures.worst_motion < found.least_error) {
      found.least_error = measures.worst_motion;
      best[0] = triple;
    }
    if (!measures.window) continue;
    ++found.windows;
    if (degrees(measures.window->margin) > found.widest) {
      found.widest = degrees(measures.window->margin);
      best[1] = triple;
    }
  }
  return found;
}

/// Checks that no sample is better than the proved bounds for a task. Returns one line of a table.
std::string compare_with_samples(const std::string& name, Task task, int count) {
  CAPTURE(name);
  if (!task.fixture) task.fixture.emplace();
  task.fixture->tolerance = .5;
  task.fixels.clear();
  const Samples samples = sample(task, count);
  std::string line = fmt::format("{:40.40} {:>8} {:>8}", name, samples.located, samples.windows);
  for (const Measure measure : {Measure::pose_error, Measure::point_error, Measure::margin}) {
    DesignRequest request;
    request.optimal = measure;
    request.measures.depth = request.measures.loading = request.measures.clamps = false;
    const auto start = std::chrono::steady_clock::now();
    const FixtureDesigns designs = design_fixtures(ValidTask(task), request);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    if (!designs.optimal) {
      CHECK(samples.located == 0);
      return line + "  no fixture\n";
    }
    const OptimalFixture& optimal = *designs.optimal;
    const double sampled = measure == Measure::margin        ? samples.widest
                           : measure == Measure::point_error ? .5 * samples.least_error
                                                             : samples.least_error;
    CHECK(optimal.complete);
    if (measure == Measure::margin) {
      CHECK(sampled <= optimal.bound * (1 + 1e-9) + 1e-9);
      CHECK(optimal.value <= optimal.bound);
      if (optimal.complete) CHECK(optimal.value >= .99 * optimal.bound - 1e-6);
    } else {
      CHECK(sampled >= optimal.bound * (1 - 1e-9));
      if (optimal.complete) CHECK(optimal.bound >= .99 * optimal.value * (1 - 1e-9));
    }
    line += fmt::format(" | {:>9.5g} {:>9.5g} {:>9.5g} {:>3} {:>6.1f}", sampled, optimal.value, optimal.bound,
                        optimal.complete ? "yes" : "no", time.count());
  }
  return line + "\n";
}

Task plate(const Outline& outline, double radius) {
  Task task;
  task.units.length = Units::Length::mm;
  task.part.outline = outline;
  task.part.mass = .1;
  task.friction = Friction{.1, .2};
  task.actuator = TrayActuator();
  task.fixture.emplace().candidates = FixtureOptions::Points{{}, {}, radius, 24};
  return task;
}

}  // namespace

TEST_CASE("random pins never beat the proved pose error and the proved margin") {
  const int count = oracle::count(3000);
  compare_with_samples("ell", plate(Polygon{{{0, 0}, {60, 0}, {60, 20}, {20, 20}, {20, 40}, {0, 40}}}, 1), count);
  compare_with_samples("arcs", plate(Path{{{0, 0}, {50, 0}, {60, 30}, {0, 40}}, {0, .4, 0, -.2}}, 1), count);
  compare_with_samples("slanted", plate(Polygon{{{0, 0}, {70, 10}, {55, 45}, {5, 30}}}, 2), count);
}

TEST_CASE("tasks of PAWL_OPTIMAL_TASKS: random pins never beat the proved bounds") {
  const char* const list = std::getenv("PAWL_OPTIMAL_TASKS");
  if (list == nullptr) return;
  const char* const samples = std::getenv("PAWL_OPTIMAL_SAMPLES");
  const int count = samples == nullptr ? 1000000 : std::atoi(samples);
  fmt::print("{:40} {:>8} {:>8}", "part", "located", "windows");
  for (const char* measure : {"pose error", "point error", "margin"})
    fmt::print(" | {:>9} {:>9} {:>9} {:>3} {:>6}", measure, "value", "bound", "all", "s");
  fmt::print("\n");
  std::ifstream file(list);
  for (std::string path; std::getline(file, path);) {
    fmt::print("{}", compare_with_samples(path.substr(path.find_last_of('/') + 1), read_task_file(path), count));
    std::fflush(stdout);
  }
}
