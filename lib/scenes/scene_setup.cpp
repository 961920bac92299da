// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/io/in_si.h>
#include <pawl/scenes/model_options.h>
#include <pawl/scenes/scene_setup.h>
#include <pawl/scenes/support_options.h>
#include <pawl/simulation/overlapping_shapes.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/validator.h"

namespace pawl {
namespace {

using internal::Validator;

/// A tray lies under the scene; the direction of gravity is downhill.
void require_tray(const Scene& scene, Validator& faults) {
  if (!scene.simulate.tray) return;
  const double tilt = scene.simulate.tray->tilt;
  if (!(tilt >= 0 && tilt < std::numbers::pi / 2)) {
    faults.add("/simulate/tray/tilt", scene.units.angle_of(tilt), "must be from 0 to less than a quarter turn");
  } else if (tilt > 0 && scene.gravity.isZero(0)) {
    faults.add("/gravity", "[0, 0]", "must not be zero: its direction is where the tray falls");
  }
}

/// Support friction is of bodies that move freely.
void require_unpinned(const SceneSystem& parts, const SimulateOptions& options, Validator& faults) {
  if (options.support.law == SimulateOptions::Support::Law::none) return;
  for (std::size_t i = 0; i < parts.solids.size(); ++i) {
    const Solid& solid = parts.solids[i];
    if (solid.kind != Solid::Kind::body) continue;
    const bool pinned = std::any_of(parts.system.pins.begin(), parts.system.pins.end(),
                                    [&](const Pin& pin) { return pin.a == solid || pin.b == solid; });
    if (pinned) faults.add(fmt::format("/bodies/{}", i), "", "must not be held by a pin where \"support\" has a law");
  }
}

/// Of the scene's bodies that move, in the system's order.
std::vector<Support> supports_of(const Scene& scene, const SceneSystem& parts) {
  const SimulateOptions::Tray tray = scene.simulate.tray.value_or(SimulateOptions::Tray());
  std::vector<Support> supports;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (parts.solids[i].kind != Solid::Kind::body) continue;
    const double weight = parts.system.bodies[parts.solids[i].index].mass * tray.gravity * std::cos(tray.tilt);
    supports.push_back(support_of(scene.simulate.support, weight, *scene.bodies[i].part.outline, parts.centers[i]));
  }
  return supports;
}

/// The second stage alone knows impacts.
void require_no_restitution(const Scene& scene, Validator& faults) {
  const bool coulomb = scene.simulate.model == SimulateOptions::Model::coulomb;
  if (coulomb && scene.simulate.scheme != SimulateOptions::Scheme::one_stage) return;
  constexpr const char* kWhy = "must be 0 in the one-stage scheme, which knows no impacts";
  if (coulomb && scene.simulate.restitution != 0) faults.add("/simulate/restitution", scene.simulate.restitution, kWhy);
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

Warnings warnings_of(const SceneSystem& parts) {
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
  return {{"friction-defaulted", pointer_of(parts.owners[bare[0]]) + "/friction",
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
  result.law = law_of(options);
  result.scheme = options.scheme == SimulateOptions::Scheme::one_stage ? Scheme::one_stage : Scheme::two_stage;
  if (options.solutions == Given::random) result.solutions = Solutions::random;
  if (options.solutions == Given::adversarial) result.solutions = Solutions::adversarial;
  return result;
}

SceneSetup set_up(const Scene& given) {
  const Scene scene = in_si(given);
  SceneSetup setup;
  setup.parts = system_of(scene);
  Validator faults;
  faults.passes([&] { require_model(scene.simulate); });
  require_no_restitution(scene, faults);
  require_tray(scene, faults);
  require_unpinned(setup.parts, scene.simulate, faults);
  require_apart(setup.parts, faults);
  faults.finish();
  setup.actuation.loads = setup.parts.loads;
  if (scene.simulate.support.law != SimulateOptions::Support::Law::none) {
    setup.actuation.supports = supports_of(scene, setup.parts);
  }
  if (scene.simulate.tray) {
    const SimulateOptions::Tray& tray = *scene.simulate.tray;
    setup.parts.system.gravity = tray.gravity * std::sin(tray.tilt) * scene.gravity.stableNormalized();
  }
  setup.options = step_options(scene.simulate);
  setup.step = scene.simulate.step;
  setup.duration = scene.duration;
  setup.warnings = warnings_of(setup.parts);
  if (!scene.joints.empty() && scene.simulate.support.law != SimulateOptions::Support::Law::none) {
    setup.warnings.push_back({"not-modelled", "/joints", "links have no friction of a support: it is of bodies"});
  }
  return setup;
}

}  // namespace pawl
