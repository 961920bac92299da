// SPDX-License-Identifier: MIT
// Measures the time to find all solutions of the forward problem for one part, both at rest and in motion.
#include <benchmark/benchmark.h>
#include <pawl/modes/forward.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>

namespace {

using namespace pawl;

/// Returns n contacts at random positions below and beside a part.
ContactSet fixture(int n) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> jitter(-.3, .3);
  ContactSet set;
  for (int k = 0; k < n; ++k) {
    const double angle = std::numbers::pi * (1 + (k + .5 + jitter(engine)) / n);
    const Eigen::Vector2d normal(-std::cos(angle), -std::sin(angle));
    set.contacts.push_back({-normal + jitter(engine) * Eigen::Vector2d(-normal.y(), normal.x()), normal, .3, 0, true});
  }
  return set;
}

void all_solutions_at_rest(benchmark::State& state) {
  const ContactSet set = fixture(static_cast<int>(state.range(0)));
  std::size_t solutions = 0;
  for (auto _ : state) solutions = forward(set, {.6, -1, .2}).solutions.size();
  state.counters["solutions"] = static_cast<double>(solutions);
}
BENCHMARK(all_solutions_at_rest)->Arg(1)->Arg(3)->Arg(8)->Unit(benchmark::kMicrosecond);

void all_solutions_moving(benchmark::State& state) {
  ContactSet set = fixture(static_cast<int>(state.range(0)));
  for (std::size_t i = 2; i < set.size(); ++i) set.contacts[i].touching = false;
  // The part slides along the first contact and turns at the same time, so that the second contact slides, too.
  const Eigen::MatrixXd J = contact_jacobian(set);
  const Eigen::Vector3d first = J.col(0);
  const Eigen::Vector3d twist = first.cross(Eigen::Vector3d(J.col(1)));
  for (auto _ : state) benchmark::DoNotOptimize(forward(set, {.6, -1, .2}, twist));
}
BENCHMARK(all_solutions_moving)->Arg(2)->Arg(3)->Arg(8)->Unit(benchmark::kMicrosecond);

}  // namespace
