// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>
#include <pawl/base/warning.h>
#include <pawl/io/scene_system.h>
#include <pawl/io/simulate_options.h>
#include <pawl/simulation/step.h>

#include <string>
#include <vector>

namespace pawl {

/// Law, scheme and choice of solutions, as "simulate" says.
StepOptions step_options(const SimulateOptions& options);

/// A scene made ready for time stepping, in SI units, whatever those of the scene.
struct SceneSetup {
  SceneSystem parts;  ///< the system, the state at the start, and where the scene's bodies are in it
  Actuation actuation;
  StepOptions options;
  double step = 1e-3;   ///< s
  double duration = 1;  ///< s
  Warnings warnings;

  /// How many steps the duration takes: duration / step, rounded up unless it is a whole number to 1e-9.
  long steps() const;
  /// When a step ends, counted from 1, s: k steps after the start; the last at the duration, so that it may be shorter.
  double time_of(long k) const;
};

/// Throws InputError, with pointers into the scene: with all faults of the scene (pawl/io/scene.h); then for what its
/// model does not have (pawl/scenes/model_options.h), a tray with a tilt outside [0, pi/2) or without a direction of
/// gravity to fall in, support friction of pinned bodies, and shapes that overlap by more than 1e-8 m at the start,
/// fixed ones too. Solids may overlap what they are joined or pinned to.
///
/// Warns, without a fault, of two bodies that state no friction: it is 0 where they touch; and of links where there is
/// support friction, which they have not.
SceneSetup set_up(const Scene& scene);

}  // namespace pawl
