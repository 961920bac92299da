// SPDX-License-Identifier: MIT
// Times the quick measures of fixture candidates on one thread. Counters: the number of candidates, and the number of
// candidates with a one-step plan.
#include <benchmark/benchmark.h>
#include <pawl/planner/quick_measures.h>

#include <optional>

namespace {

using namespace pawl;

Task by_tray(Polygon outline, double factor) {
  for (Eigen::Vector2d& vertex : outline.vertices) vertex *= factor;
  Task task;
  task.part.outline = std::move(outline);
  task.friction = .2;
  task.actuator = TrayActuator();
  return task;
}

void measure_all(benchmark::State& state, const Task& task, const FixtureOptions& options) {
  double candidates = 0, windows = 0;
  for (auto _ : state) {
    candidates = windows = 0;
    const auto source = fixture_candidates(task, options);
    const auto count = [&](MeasuredCandidate&& one) {
      ++candidates;
      windows += one.measures.window.has_value();
      return true;
    };
    measure_candidates(*source, QuickMeasurer(task, options), count, {}, 1);
  }
  state.counters["candidates"] = candidates;
  state.counters["one_step"] = windows;
}

/// The candidates are all 34,220 triples of 60 points on the outline of an L.
void triples_of_points(benchmark::State& state) {
  FixtureOptions options;
  options.candidates = FixtureOptions::Points{1, 1. / 6, 0};
  measure_all(state, by_tray({{{-1.25, -.75}, {1.75, -.75}, {1.75, .25}, {-.25, .25}, {-.25, 1.25}, {-1.25, 1.25}}}, 1),
              options);
}
BENCHMARK(triples_of_points)->Unit(benchmark::kMillisecond);

/// The part is a polygon with seven edges. Its size is about 15 times the pitch of the lattice.
void lattice_of_seven_edges(benchmark::State& state) {
  FixtureOptions options;
  options.candidates = FixtureOptions::Lattice{1, .25};
  measure_all(state, by_tray({{{0, 0}, {3, -.4}, {4, .8}, {3, 2.2}, {1.8, 1.4}, {.9, 2.6}, {-.6, 1.5}}}, 3.2), options);
}
BENCHMARK(lattice_of_seven_edges)->Unit(benchmark::kMillisecond);

}  // namespace
