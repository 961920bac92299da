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

/// Converts the options "simulate": the law, the scheme and the choice of solutions.
StepOptions step_options(const SimulateOptions& options);

/// A scene prepared for time stepping. All values are in SI units.
struct SceneSetup {
  SceneSystem parts;  ///< system and initial state, and the relation between the system's bodies and those of the scene
  Actuation actuation;  ///< loads of the bodies and joints; efforts and wrenches that change with time have their
                        ///< values at time 0, and run() replaces them at each step by their means over the step
  /// For each joint, the points (t, effort) of an effort that changes with time (SceneJoint::effort_points); empty for
  /// the other joints.
  std::vector<std::vector<Eigen::Vector2d>> effort_points;
  /// For each moving body of the system, the points (t, fx, fy, tau) of a wrench that changes with time
  /// (SceneBody::wrench_points); empty for the other bodies.
  std::vector<std::vector<Eigen::Vector4d>> wrench_points;
  StepOptions options;
  double step = 1e-3;   ///< duration of a step, s
  double duration = 1;  ///< duration of the run, s
  Warnings warnings;

  /// Returns the number of steps: duration / step, rounded up. A quotient whose distance from an integer is at most
  /// 1e-9 (above 1: 1e-9 times the quotient) is rounded to that integer.
  long steps() const;
  /// Returns the end time of step k, counted from 1, s. The last step ends at `duration` and may be shorter than
  /// `step`; all other steps have the length `step`.
  double time_of(long k) const;
};

/// Returns the mean from time `from` to time `to` (s, from < to) of an effort that is linear between its points (t,
/// effort), and constant before the first and after the last point. Takes O(log n + m) time for n points, of which m
/// lie between `from` and `to`.
double mean_effort(const std::vector<Eigen::Vector2d>& points, double from, double to);

/// Returns the mean of a wrench (fx, fy, tau), as mean_effort() does for an effort. Its points are (t, fx, fy, tau).
Eigen::Vector3d mean_wrench(const std::vector<Eigen::Vector4d>& points, double from, double to);

/// Prepares a scene for time stepping. Throws InputError, with pointers into the scene, for all faults of the scene
/// (pawl/io/scene.h). For a scene without such faults, throws InputError for
///   - options that the model does not support (pawl/scenes/model_options.h);
///   - restitution in the one-stage scheme;
///   - static and kinetic friction that differ, viscosities, and springs of pins or stops that the model does not
///     support;
///   - a tray whose tilt is outside [0, pi/2), and a tilted tray in a scene without gravity;
///   - support friction of pinned bodies;
///   - shapes, including fixed ones, that overlap by more than 1e-8 m at the start. (Solids that are connected by a
///     joint or pin may overlap.)
///
/// Warns about two shapes that state no friction, because the friction between them is 0. Warns about links in a scene
/// with support friction, because support friction does not act on links.
SceneSetup set_up(const Scene& scene);

}  // namespace pawl
