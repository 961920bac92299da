// SPDX-License-Identifier: MIT
// Measures the time for the wrench cone of one mode by both methods (`sum` and `enrsv`), for the list of all modes, and
// for all modes with their cones. All contacts of the part touch.
#include <benchmark/benchmark.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "modes/mode_matrices.h"

namespace {

using namespace pawl;
using namespace pawl::internal;

/// Returns n contacts around a part. All normal forces turn the part in the same sense, as at a pinwheel. There are 4n
/// + 2 modes.
ContactSet pinwheel(int n) {
  ContactSet set;
  for (int k = 0; k < n; ++k) {
    const double angle = 2 * std::numbers::pi * k / n;
    const Eigen::Vector2d normal(-std::cos(angle), -std::sin(angle));
    const double lever = 2 / std::tan(std::numbers::pi / n);
    set.contacts.push_back({-normal + lever * Eigen::Vector2d(-normal.y(), normal.x()), normal, .3, 0, true});
  }
  return set;
}

/// Returns the contacts of a block on two fixels, with a stop at its side. As in real fixtures, many normals are
/// parallel or meet in one point.
ContactSet block() {
  ContactSet set;
  set.contacts = {
      {{-.5, -.5}, {0, 1}, .2, 0, true}, {{.5, -.5}, {0, 1}, .2, 0, true}, {{1, -.25}, {-1, 0}, .2, 0, true}};
  set.inertia = 5.0 / 12;
  return set;
}

/// Returns n generic contacts around a unit disc.
ContactSet round_part(int n) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> jitter(-.3, .3);
  ContactSet set;
  for (int k = 0; k < n; ++k) {
    const double angle = 2 * std::numbers::pi * (k + jitter(engine)) / n;
    const double lever = 2 / std::tan(std::numbers::pi / std::max(n, 3)) * (1 + .1 * jitter(engine));
    const Eigen::Vector2d normal(-std::cos(angle), -std::sin(angle));
    set.contacts.push_back({-normal + lever * Eigen::Vector2d(-normal.y(), normal.x()), normal, .3, 0, true});
  }
  return set;
}

/// Returns a feasible mode in which exactly two contacts are kept and the part can move. If no mode is of this kind,
/// returns another feasible mode.
std::string sliding_mode(const ContactSet& set) {
  std::string best;
  for (const FeasibleMode& feasible : feasible_modes(set)) {
    const std::string& letters = feasible.mode.str();
    const auto kept = std::count_if(letters.begin(), letters.end(), [](char c) { return c != 's'; });
    if (feasible.motion_dimension > 0 && kept == 2) return letters;
    best = letters;
  }
  return best;
}

void cone_by_sum(benchmark::State& state) {
  const ContactSet set = round_part(static_cast<int>(state.range(0)));
  const std::string mode = sliding_mode(set);
  WrenchConeSolver solver;
  solver.set(set);
  for (auto _ : state) {
    solver.solve(mode);
    benchmark::DoNotOptimize(solver.rows().faces.data());
  }
  state.counters["exact"] = static_cast<double>(solver.exact_decisions());
}
BENCHMARK(cone_by_sum)->Arg(2)->Arg(3)->Arg(4)->Arg(8)->Arg(16);

void cone_by_sum_all_rolling(benchmark::State& state) {
  const ContactSet set = round_part(static_cast<int>(state.range(0)));
  WrenchConeSolver solver;
  solver.set(set);
  const std::string mode(set.size(), 'n');
  for (auto _ : state) {
    solver.solve(mode);
    benchmark::DoNotOptimize(solver.rows().faces.data());
  }
}
BENCHMARK(cone_by_sum_all_rolling)->Arg(2)->Arg(3)->Arg(4)->Arg(8)->Arg(16);

void cone_by_enrsv_route(benchmark::State& state) {
  const ContactSet set = round_part(static_cast<int>(state.range(0)));
  const Mode mode(sliding_mode(set));
  for (auto _ : state) benchmark::DoNotOptimize(cone_by_enrsv(set, mode));
}
BENCHMARK(cone_by_enrsv_route)->Arg(2)->Arg(3)->Arg(4)->Arg(8)->Arg(16);

void all_modes(benchmark::State& state) {
  const ContactSet set = pinwheel(static_cast<int>(state.range(0)));
  FeasibleModesSolver solver;
  for (auto _ : state) {
    solver.solve(set);
    benchmark::DoNotOptimize(solver.count());
  }
  state.counters["modes"] = static_cast<double>(solver.count());
  state.SetComplexityN(state.range(0));
}
BENCHMARK(all_modes)->Arg(3)->Arg(8)->Arg(32)->Arg(100)->Complexity(benchmark::oNLogN);

void solve_all(benchmark::State& state, const ContactSet& set) {
  FeasibleModesSolver modes;
  WrenchConeSolver solver;
  for (auto _ : state) {
    modes.solve(set);
    solver.set(set);
    for (std::size_t i = 0; i < modes.count(); ++i) {
      solver.solve(modes.letters(i));
      benchmark::DoNotOptimize(solver.rows().faces.data());
    }
  }
  state.counters["modes"] = static_cast<double>(modes.count());
  state.counters["exact_per_solve"] =
      static_cast<double>(solver.exact_decisions()) / static_cast<double>(state.iterations() * modes.count());
}

void all_modes_and_cones(benchmark::State& state) { solve_all(state, round_part(static_cast<int>(state.range(0)))); }
BENCHMARK(all_modes_and_cones)->Arg(3)->Arg(8);

void all_modes_and_cones_of_a_block(benchmark::State& state) { solve_all(state, block()); }
BENCHMARK(all_modes_and_cones_of_a_block);

}  // namespace
