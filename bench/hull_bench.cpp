// SPDX-License-Identifier: MIT
// Measures the conversion from rays to faces in R^3, compared with exact and floating-point cddlib, PPL and lrs on the
// same random rays.
#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>
#include <random>

#include "exact/conic_hull.h"
#include "support/peers.h"

namespace {

using pawl::peers::Rays;

/// Returns `count` random rays around an axis. All of them are extreme rays, so that every method has the same faces to
/// find.
Rays random_rays(int count) {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> angle(0, 2 * std::numbers::pi);
  Rays rays;
  for (int i = 0; i < count; ++i) {
    const double a = angle(engine);
    rays.push_back({.7 * std::cos(a) + .1, .7 * std::sin(a) - .2, 1});
  }
  return rays;
}

void pawl_hull(benchmark::State& state) {
  const Rays rays = random_rays(static_cast<int>(state.range(0)));
  pawl::internal::DirectionPool pool;
  pawl::internal::ConicHullSolver solver;
  pawl::internal::ConicHull hull;
  pawl::internal::DualGenerators dual;
  std::vector<std::array<double, 3>> faces;
  std::vector<int> ids;
  for (auto _ : state) {
    pool.reset(nullptr);
    ids.clear();
    for (const auto& ray : rays) ids.push_back(pool.add(ray));
    solver.solve(pool, {}, ids, hull);
    dual_generators(pool, hull, dual);
    faces.clear();
    for (const pawl::internal::CrossPair& face : dual.rays) {
      const auto& a = pool.approx(face.a).value;
      const auto& b = pool.approx(face.b).value;
      faces.push_back({a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]});
    }
    benchmark::DoNotOptimize(faces.data());
  }
  state.counters["faces"] = static_cast<double>(faces.size());
}

template <std::size_t (*Faces)(const Rays&)>
void peer(benchmark::State& state) {
  const Rays rays = random_rays(static_cast<int>(state.range(0)));
  std::size_t faces = 0;
  for (auto _ : state) faces = Faces(rays);
  state.counters["faces"] = static_cast<double>(faces);
}

void sizes(benchmark::internal::Benchmark* bench) {
  for (const int count : {3, 6, 12, 24, 50, 100, 200}) bench->Arg(count);
}
BENCHMARK(pawl_hull)->Apply(sizes);
BENCHMARK(peer<pawl::peers::exact_cdd_faces>)->Name("cddlib_exact")->Apply(sizes);
BENCHMARK(peer<pawl::peers::floating_cdd_faces>)->Name("cddlib_floating")->Apply(sizes);
BENCHMARK(peer<pawl::peers::ppl_faces>)->Name("ppl")->Apply(sizes);
BENCHMARK(peer<pawl::peers::lrs_faces>)->Name("lrs")->Apply(sizes);

}  // namespace
