// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "support/scene.h"

namespace pawl::oracle {

/// Returns the scene after `t` seconds on the path q + u t + u' t^2 / 2, where u' is `acceleration`. Changes only the
/// positions, not the velocities.
inline Scene on_path(Scene scene, const Eigen::VectorXd& acceleration, double t) {
  scene.state.q += t * scene.state.u + t * t / 2 * acceleration;
  return scene;
}

/// Returns the scene after `t` seconds at constant velocity.
inline Scene advanced(Scene scene, double t) {
  scene.state = pawl::advanced(scene.state, t);
  return scene;
}

inline double first_difference(const std::function<double(double)>& f, double h = 1e-5) {
  return (f(h) - f(-h)) / (2 * h);
}
inline double second_difference(const std::function<double(double)>& f, double h = 1e-4) {
  return (f(h) - 2 * f(0) + f(-h)) / (h * h);
}

}  // namespace pawl::oracle
