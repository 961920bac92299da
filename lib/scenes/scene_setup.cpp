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
}

/// Of what a scene may hold and no step knows yet.
void require_known(const Scene& scene, Validator& faults) {
  require_known_options(scene.simulate, faults);
  if (!scene.joints.empty()) faults.add("/joints", "", "time stepping of joints is not in this version");
  if (!scene.pins.empty()) faults.add("/pins", "", "time stepping of pins is not in this version");
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

/// Whether two solids of a system may lie over each other: a pin joins them, or a joint.
bool joined(const System& system, const Solid& a, const Solid& b) {
  const auto carries = [&](const Solid& parent, const Solid& link) {
    if (link.kind != Solid::Kind::link) return false;
    const int joint = system.joints[link.index].parent;
    return parent == (joint < 0 ? Solid::ground() : Solid::link(static_cast<std::size_t>(joint)));
  };
  return carries(a, b) || carries(b, a) || std::any_of(system.pins.begin(), system.pins.end(), [&](const Pin& pin) {
           return (pin.a == a && pin.b == b) || (pin.a == b && pin.b == a);
         });
}

void require_apart(const SceneSystem& parts, Validator& faults) {
  for (const auto& [a, b] : overlapping_shapes(parts.system, parts.state)) {
    if (joined(parts.system, parts.system.shapes[a].solid, parts.system.shapes[b].solid)) continue;
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

StepOptions step_options(const SimulateOptions& options) {
  using Given = SimulateOptions::Solutions;
  StepOptions result;
  result.scheme = options.scheme == SimulateOptions::Scheme::one_stage ? Scheme::one_stage : Scheme::two_stage;
  if (options.solutions == Given::random) result.solutions = Solutions::random;
  if (options.solutions == Given::adversarial) result.solutions = Solutions::adversarial;
  return result;
}

SceneSetup set_up(const Scene& scene) {
  SceneSetup setup;
  setup.parts = system_of(scene);
  Validator faults;
  require_known(scene, faults);
  require_no_restitution(scene, faults);
  require_apart(setup.parts, faults);
  faults.finish();
  setup.actuation.loads = setup.parts.loads;
  setup.options = step_options(scene.simulate);
  setup.step = scene.simulate.step;
  setup.duration = scene.duration;
  setup.warnings = warnings_of(setup.parts);
  return setup;
}

}  // namespace pawl
