// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/fixture_candidates.h>

#include <Eigen/Core>
#include <utility>
#include <vector>

namespace pawl::fixtures {

/// Returns a task of a part on a tray. The friction coefficient is .2.
inline Task part_of(Outline outline) {
  Task task;
  task.part.outline = std::move(outline);
  task.friction = .2;
  task.actuator = TrayActuator();
  return task;
}

/// Returns an L of uniform density whose center of mass is the origin of the body frame. `factor` multiplies its size.
inline Polygon ell_outline(double factor) {
  Polygon outline{{{-1.25, -.75}, {1.75, -.75}, {1.75, .25}, {-.25, .25}, {-.25, 1.25}, {-1.25, 1.25}}};
  for (Eigen::Vector2d& vertex : outline.vertices) vertex *= factor;
  return outline;
}

inline FixtureOptions on_points(int per_edge) {
  FixtureOptions options;
  options.candidates = FixtureOptions::Points{per_edge, std::nullopt, 0};
  return options;
}

inline FixtureOptions at_pitch(double pitch) {
  FixtureOptions options;
  options.candidates = FixtureOptions::Points{1, pitch, 0};
  return options;
}

inline FixtureOptions on_lattice(double pitch, double radius) {
  FixtureOptions options;
  options.candidates = FixtureOptions::Lattice{pitch, radius};
  return options;
}

inline std::vector<FixtureCandidate> all_of(const Task& task, const FixtureOptions& options) {
  std::vector<FixtureCandidate> found;
  const auto source = fixture_candidates(task, options);
  while (auto candidate = source->next()) found.push_back(std::move(*candidate));
  return found;
}

}  // namespace pawl::fixtures
