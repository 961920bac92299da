// SPDX-License-Identifier: MIT
// Measures a full check of one mode (all cones, rivals, verdict, safe set, closure) and of one wrench.
#include <benchmark/benchmark.h>
#include <pawl/modes/ambiguity.h>
#include <pawl/modes/closure.h>

#include <cmath>
#include <numbers>
#include <random>

namespace {

using namespace pawl;

/// Returns n contacts that are all on the same half of a part, so that many modes are feasible. Every third contact has
/// a gap.
ContactSet fixture(int n) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> jitter(-.3, .3);
  ContactSet set;
  for (int k = 0; k < n; ++k) {
    const double angle = std::numbers::pi * (1 + (k + jitter(engine)) / n);
    const Eigen::Vector2d normal(-std::cos(angle), -std::sin(angle));
    const bool touching = k % 3 != 2;
    set.contacts.push_back(
        {-normal + jitter(engine) * Eigen::Vector2d(-normal.y(), normal.x()), normal, .3, touching ? 0 : .1, touching});
  }
  return set;
}

/// Returns the mode with the most rivals. It is the most expensive mode to check.
std::string dearest_mode(const ContactSet& set) {
  const Ambiguity ambiguity(set);
  std::string mode;
  std::size_t most = 0;
  for (const WrenchCone& cone : ambiguity.cones()) {
    const std::size_t rivals = ambiguity.of_mode(cone.mode.str()).rivals.size();
    if (rivals >= most) mode = cone.mode.str();
    most = std::max(most, rivals);
  }
  return mode;
}

void check_mode(benchmark::State& state) {
  const ContactSet set = fixture(static_cast<int>(state.range(0)));
  const std::string mode = dearest_mode(set);
  ModeAmbiguity answer;
  for (auto _ : state) {
    answer = Ambiguity(set).of_mode(mode);
    benchmark::DoNotOptimize(closure(set));
  }
  state.counters["rivals"] = static_cast<double>(answer.rivals.size());
  state.counters["pieces"] = static_cast<double>(answer.safe.size());
  state.counters["modes"] = static_cast<double>(Ambiguity(set).cones().size());
}
BENCHMARK(check_mode)->Arg(3)->Arg(4)->Arg(8)->Arg(16)->Unit(benchmark::kMicrosecond);

void check_wrench(benchmark::State& state) {
  const ContactSet set = fixture(static_cast<int>(state.range(0)));
  const Ambiguity ambiguity(set);
  for (auto _ : state) benchmark::DoNotOptimize(ambiguity.of_wrench({.3, -1, .1}));
}
BENCHMARK(check_wrench)->Arg(3)->Arg(4)->Arg(8)->Arg(16)->Unit(benchmark::kMicrosecond);

}  // namespace
