// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/scenes/scene_setup.h>
#include <pawl/simulation/overlapping_shapes.h>

#include <algorithm>
#include <cmath>

#include "base/validator.h"

namespace pawl {
namespace {

using internal::Validator;

void require_known_options(const SimulateOptions& options, Validator& faults) {
  const auto refuse = [&](const char* key, bool given, const char* what) {
    if (given) faults.add(fmt::format("/simulate/{}", key), "", fmt::format("{} is not in this version", what));
  };
  refuse("model", options.model != SimulateOptions::Model::coulomb, "a model other than \"coulomb\"");
  refuse("tray", options.tray.has_value(), "a tray");
  refuse("support/law", options.support.law != SimulateOptions::Support::Law::none, "a support other than \"none\"");
  refuse("solutions", options.solutions != SimulateOptions::Solutions::first, "a choice other than \"first\"");
}

/// The second stage alone knows impacts.
void require_no_restitution(const Scene& scene, Validator& faults) {
  if (scene.simulate.scheme != SimulateOptions::Scheme::one_stage) return;
  constexpr const char* kWhy = "must be 0 in the one-stage scheme, which knows no impacts";
  if (scene.simulate.restitution != 0) faults.add("/simulate/restitution", scene.simulate.restitution, kWhy);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const double restitution = scene.bodies[i].restitution.value_or(0);
    if (restitution != 0) faults.add(fmt::format("/bodies/{}/restitution", i), restitution, kWhy);
  }
}

std::string pointer_of(const Solid& owner) {
  return fmt::format("/{}/{}", owner.kind == Solid::Kind::body ? "bodies" : "joints", owner.index);
}

void require_apart(const SceneSystem& parts, Validator& faults) {
  for (const auto& [a, b] : overlapping_shapes(parts.system, parts.state)) {
    faults.add(pointer_of(parts.owners[b]), "",
               fmt::format("overlaps {} by more than 1e-8 m", name_of(parts.owners[a])));
  }
}

std::vector<Fault> warnings_of(const SceneSystem& parts) {
  std::vector<std::size_t> bare;
  bool moves = false;
  for (std::size_t i = 0; i < parts.system.shapes.size(); ++i) {
    if (parts.system.shapes[i].friction) continue;
    bare.push_back(i);
    moves = moves || parts.system.shapes[i].solid.kind != Solid::Kind::ground;
  }
  if (bare.size() < 2 || !moves) return {};
  constexpr std::size_t kMostNames = 5;
  std::string names;
  for (std::size_t k = 0; k < std::min(bare.size(), kMostNames); ++k) {
    names += (k > 0 ? ", " : "") + name_of(parts.owners[bare[k]]);
  }
  if (bare.size() > kMostNames) names += fmt::format(" and {} more", bare.size() - kMostNames);
  return {{pointer_of(parts.owners[bare[0]]) + "/friction", "",
           fmt::format("{} state no friction: it is 0 where two of them touch", names)}};
}

}  // namespace

long SceneSetup::steps() const {
  constexpr double kWhole = 1e-9;
  const double count = duration / step, nearest = std::round(count);
  return static_cast<long>(std::fabs(count - nearest) <= kWhole * std::max(1., count) ? nearest : std::ceil(count));
}

double SceneSetup::time_of(long k) const { return k >= steps() ? duration : static_cast<double>(k) * step; }

SceneSetup set_up(const Scene& scene) {
  SceneSetup setup;
  setup.parts = system_of(scene);
  Validator faults;
  require_known_options(scene.simulate, faults);
  require_no_restitution(scene, faults);
  require_apart(setup.parts, faults);
  faults.finish();
  setup.actuation.loads = setup.parts.loads;
  setup.options.scheme =
      scene.simulate.scheme == SimulateOptions::Scheme::one_stage ? Scheme::one_stage : Scheme::two_stage;
  setup.step = scene.simulate.step;
  setup.duration = scene.duration;
  setup.warnings = warnings_of(setup.parts);
  return setup;
}

}  // namespace pawl
