// SPDX-License-Identifier: MIT
// Measures the time to make a picture of a task, by file format, for tasks of data/ and for 100 fixels.
#include <benchmark/benchmark.h>
#include <pawl/draw/render.h>
#include <pawl/draw/task_picture.h>

#include <string>

using namespace pawl;

namespace {

ValidTask shipped(const char* name) {
  return read_valid_task_file(std::string(PAWL_SOURCE_DIR) + "/data/tasks/" + name);
}

ValidTask many_fixels() {
  Task task;
  task.part.outline = Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};
  task.friction = .2;
  for (int k = 0; k < 100; ++k) task.fixels.push_back({.at = {-.95 + 1.9 * k / 99, -.5}});
  return ValidTask(task);
}

void as_svg(benchmark::State& state, const ValidTask& task) {
  for (auto _ : state) benchmark::DoNotOptimize(draw::svg(draw::task_picture(task)));
}
void as_png(benchmark::State& state, const ValidTask& task) {
  for (auto _ : state) benchmark::DoNotOptimize(draw::png(draw::task_picture(task)));
}
void as_pdf(benchmark::State& state, const ValidTask& task) {
  for (auto _ : state) benchmark::DoNotOptimize(draw::pdf(draw::task_picture(task)));
}

BENCHMARK_CAPTURE(as_svg, ratchet_pawl, shipped("ratchet_pawl_tray.json"))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(as_png, ratchet_pawl, shipped("ratchet_pawl_tray.json"))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(as_pdf, ratchet_pawl, shipped("ratchet_pawl_tray.json"))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(as_svg, hundred_fixels, many_fixels())->Unit(benchmark::kMillisecond);

}  // namespace
