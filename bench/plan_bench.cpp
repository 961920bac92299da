// SPDX-License-Identifier: MIT
// Measures sensorless insertion plans: contact graph, cells, and search from every contact state.
#include <benchmark/benchmark.h>
#include <pawl/planner/insertion.h>

#include <cmath>
#include <numbers>
#include <random>

#include "peak_memory.h"

namespace {

using namespace pawl;

/// Returns n fixels below and beside a round part. Their normals do not all pass through its centre, so that the fixels
/// locate the part.
ContactSet fixture(int n) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> jitter(-.3, .3);
  ContactSet set;
  for (int k = 0; k < n; ++k) {
    const double angle = std::numbers::pi * (1 + (k + .5 + jitter(engine)) / n);
    const Eigen::Vector2d normal(-std::cos(angle), -std::sin(angle));
    set.contacts.push_back({-normal + jitter(engine) * Eigen::Vector2d(-normal.y(), normal.x()), normal, .2, 0, true});
  }
  return set;
}

void report(benchmark::State& state, const ContactGraph& graph, const InsertionPlan& plan) {
  state.counters["states"] = graph.states().count();
  state.counters["planes"] = static_cast<double>(plan.planes);
  state.counters["cells"] = static_cast<double>(plan.cells);
  state.counters["outcomes"] = static_cast<double>(plan.outcomes);
  state.counters["beliefs"] = static_cast<double>(plan.explored);
  state.counters["steps"] = static_cast<double>(plan.steps.size());
}

void plan(benchmark::State& state, const ContactSet& set, const PlanOptions& options) {
  InsertionPlan found;
  for (auto _ : state) found = plan_insertion(ContactGraph(set), options);
  report(state, ContactGraph(set), found);
  const std::size_t peak = bench::peak_memory([&] { found = plan_insertion(ContactGraph(set), options); });
  state.counters["peak_kB"] = static_cast<double>(peak) / 1000;
}

void plan_block(benchmark::State& state) {
  ContactSet set;
  set.contacts = {
      {{-.5, -.5}, {0, 1}, .2, 0, true}, {{.5, -.5}, {0, 1}, .2, 0, true}, {{1, -.25}, {-1, 0}, .2, 0, true}};
  set.inertia = 5.0 / 12;
  plan(state, set, {});
}
BENCHMARK(plan_block)->Unit(benchmark::kMillisecond);

void plan_free(benchmark::State& state) { plan(state, fixture(static_cast<int>(state.range(0))), {}); }
BENCHMARK(plan_free)->Arg(3)->Arg(4)->Arg(6)->Arg(8)->Unit(benchmark::kMillisecond);

void plan_tray(benchmark::State& state) {
  PlanOptions options;
  options.domain = {WrenchDomain::Kind::circle, {1, 0, 0}, {0, 1, 0}, 0, 2 * std::numbers::pi};
  plan(state, fixture(static_cast<int>(state.range(0))), options);
}
BENCHMARK(plan_tray)->Arg(3)->Arg(4)->Arg(6)->Arg(8)->Unit(benchmark::kMillisecond);

/// Measures the time of the energy conditions, without any search for plans. The conditions give a wrench, its window
/// and its margin.
void energy_window_of_block(benchmark::State& state) {
  ContactSet set;
  set.contacts = {
      {{-.5, -.5}, {0, 1}, .2, 0, true}, {{.5, -.5}, {0, 1}, .2, 0, true}, {{1, -.25}, {-1, 0}, .2, 0, true}};
  set.inertia = 5.0 / 12;
  WrenchDomain domain;
  if (state.range(0) == 1) domain = {WrenchDomain::Kind::circle, {1, 0, 0}, {0, 1, 0}, 0, 2 * std::numbers::pi};
  for (auto _ : state) benchmark::DoNotOptimize(energy_window(set, domain));
}
BENCHMARK(energy_window_of_block)->ArgName("tray")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

void contact_graph(benchmark::State& state) {
  const ContactSet set = fixture(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(ContactGraph(set).states().count());
}
BENCHMARK(contact_graph)->Arg(3)->Arg(4)->Arg(8)->Unit(benchmark::kMillisecond);

void cells_only(benchmark::State& state) {
  const ContactGraph graph(fixture(static_cast<int>(state.range(0))));
  for (auto _ : state) benchmark::DoNotOptimize(WrenchCells(graph, {}).cell_count());
}
BENCHMARK(cells_only)->Arg(3)->Arg(4)->Arg(8)->Unit(benchmark::kMillisecond);

}  // namespace
