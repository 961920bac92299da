// SPDX-License-Identifier: MIT
// Reads any bytes as a scene. The reader must return a scene that can be set up and stepped, or throw InputError with
// at least one fault. After each of the first steps, all numbers must be finite. Under laws without penetration, all
// gaps must also be within tolerance, and no bodies may overlap.
#include <pawl/io/read_scene.h>
#include <pawl/scenes/run_scene.h>
#include <pawl/scenes/scene_setup.h>
#include <pawl/simulation/overlapping_shapes.h>

#include <algorithm>

#include "fuzz_input.h"

namespace {

using pawl::fuzz::require;

constexpr std::size_t kMostBodies = 10, kMostVertices = 200;  // larger scenes would take too long for many runs
constexpr int kSteps = 6;

bool is_small(const pawl::System& system) {
  std::size_t vertices = 0;
  for (const pawl::Shape& shape : system.shapes) {
    if (const auto* polygon = std::get_if<pawl::Polygon>(&shape.outline)) vertices += polygon->vertices.size();
    if (const auto* path = std::get_if<pawl::Path>(&shape.outline)) vertices += path->vertices.size();
  }
  return vertices <= kMostVertices && system.shapes.size() <= kMostBodies &&
         system.bodies.size() + system.joints.size() <= kMostBodies;
}

void check(const pawl::SceneSetup& setup, const pawl::SceneStep& step) {
  require(step.state.q.allFinite() && step.state.u.allFinite() && std::isfinite(step.energy));
  for (const pawl::SceneContact& contact : step.contacts) {
    require(contact.point.allFinite() && std::isfinite(contact.normal_force) && std::isfinite(contact.tangent_force));
    require(contact.normal_force >= 0);
  }
  if (pawl::allows_penetration(setup.options.law)) return;
  require(step.penetration <= 2e-9);
  require(pawl::overlapping_shapes(setup.parts.system, step.state).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const pawl::Scene scene = pawl::read_scene({reinterpret_cast<const char*>(data), size});
    pawl::SceneSetup setup = pawl::set_up(scene);
    if (!is_small(setup.parts.system)) return 0;
    setup.duration = std::min(setup.duration, kSteps * setup.step);
    const pawl::SceneResult result =
        pawl::run(setup, pawl::StopToken(1), [&](const pawl::SceneStep& step) { check(setup, step); });
    require(result.state.q.allFinite() && result.state.u.allFinite());
  } catch (const pawl::InputError& error) {
    pawl::fuzz::require_faults(error);
  }
  return 0;
}
