// SPDX-License-Identifier: MIT
// Compares the results of all contact models for the same scenes, with steps of 10 ms. Prints the table of
// docs/models.md.
//
//   pawl_model_scenes_bench [DIRECTORY of scenes, default data/scenes]
#include <fmt/format.h>
#include <pawl/io/read_scene.h>
#include <pawl/scenes/run_scene.h>

#include <cmath>
#include <string>

#include "timing.h"

namespace {

using namespace pawl;
using Model = SimulateOptions::Model;

struct Named {
  const char* name;
  Model model;
};
constexpr Named kModels[] = {{"coulomb", Model::coulomb},
                             {"viscous", Model::viscous},
                             {"no-slip", Model::no_slip},
                             {"cone-complementarity", Model::cone_complementarity},
                             {"compliant", Model::compliant}};

Scene by_model(Scene scene, Model model, double duration) {
  scene.simulate = {};
  scene.simulate.step = .01;
  scene.simulate.model = model;
  if (model == Model::compliant) scene.simulate.tangent_damping = 1e5;
  scene.duration = duration;
  return scene;
}

void set_friction(Scene& scene, double friction) {
  for (SceneBody& body : scene.bodies) body.friction = friction;
}

struct Seen {
  SceneResult result;
  double milliseconds = 0;      ///< time per step, ms
  double moved = 0, speed = 0;  ///< displacement of the last body, m, and root mean square of the speeds of all bodies
                                ///< at the end, m/s
};

Seen see(const Scene& scene) {
  const SceneSetup setup = set_up(scene);
  Seen seen;
  const auto start = std::chrono::steady_clock::now();
  seen.result = run(setup);
  seen.milliseconds = microseconds_since(start) / 1e3 / static_cast<double>(std::max(1L, seen.result.steps));
  const auto before = setup.parts.poses(setup.parts.state), after = setup.parts.poses(seen.result.state);
  seen.moved = (after.back() - before.back()).head<2>().norm();
  double sum = 0;
  for (const Eigen::Vector3d& twist : setup.parts.twists(seen.result.state)) sum += twist.head<2>().squaredNorm();
  seen.speed = std::sqrt(sum / static_cast<double>(before.size()));
  return seen;
}

void print_row(const std::string& scene, const Named& model, const Seen& seen, const std::string& what) {
  fmt::print("| {} | `{}` | {}{} | {:.1e} | {:.1e} | {:.2f} |\n", scene, model.name, what,
             seen.result.unsolved > 0 ? fmt::format(", unsolved at {:.2f} s", seen.result.time) : "",
             seen.result.worst_penetration * 1e3, seen.speed * 1e3, seen.milliseconds);
  std::fflush(stdout);
}

/// Prints the distance that the box slides in t = 1 s on a slope of angle a, and the exact distance. This is (g sin a -
/// mu g cos a) t^2 / 2, or 0 if this value is negative.
void print_incline(Scene scene, double friction) {
  set_friction(scene, friction);
  const double angle = std::acos(-1.) / 12;
  const double due = std::max(0., 9.81 * (std::sin(angle) - friction * std::cos(angle))) / 2;
  for (const Named& model : kModels) {
    const Seen seen = see(by_model(scene, model.model, 1));
    print_row(fmt::format("incline, friction {}", friction), model, seen,
              fmt::format("slides {:.1f} mm of {:.1f}", seen.moved * 1e3, due * 1e3));
  }
}

void print_stack(const Scene& scene) {
  for (const Named& model : kModels) {
    const Seen seen = see(by_model(scene, model.model, 5));
    print_row("ten boxes, the top one 100 times as heavy", model, seen,
              fmt::format("top moved {:.1e} mm", seen.moved * 1e3));
  }
}

/// Prints the distance by which the peg moves down. Under Coulomb's law, the peg jams if its friction coefficient is
/// above 1/2. Otherwise it slides down.
void print_peg(Scene scene, double friction) {
  set_friction(scene, friction);
  for (const Named& model : kModels) {
    const Seen seen = see(by_model(scene, model.model, 2));
    print_row(fmt::format("peg in a hole, friction {}", friction), model, seen,
              seen.moved > .01 ? fmt::format("goes down {:.0f} mm", seen.moved * 1e3)
                               : fmt::format("jams after {:.1f} mm", seen.moved * 1e3));
  }
}

void print_pile(const Scene& scene) {
  for (const Named& model : kModels) {
    if (model.model == Model::no_slip) continue;  // the law of this model cannot solve the pile
    const Seen seen = see(by_model(scene, model.model, 1));
    print_row("pile of 50, first second", model, seen, fmt::format("energy {:.0f} J", seen.result.energy));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string from = argc > 1 ? argv[1] : "data/scenes";
  const auto scene = [&](const char* name) { return read_scene_file(from + "/" + name + ".scene.json"); };
  fmt::print(
      "| scene | model | result | deepest, mm | rms speed at the end, mm/s | ms per step "
      "|\n|---|---|---|---|---|---|\n");
  for (const double friction : {.125, .375}) print_incline(scene("incline"), friction);
  print_stack(scene("boxstack"));
  for (const double friction : {.45, .55}) print_peg(scene("peg"), friction);
  print_pile(scene("pile"));
}
