// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

namespace pawl {

/// "simulate" of a scene or a task: how motions are computed, as plain data. What a version of the library cannot do
/// yet is no fault of the file; whoever runs it says so.
struct SimulateOptions {
  enum class Model { coulomb, viscous, no_slip, cone_complementarity, compliant };
  enum class Scheme { two_stage, one_stage };
  enum class Solutions { first, random, adversarial };  ///< which one, where an instant has several
  enum class Route { law, published };                  ///< the paper's own, where it is another

  /// A tilted tray below the part.
  struct Tray {
    double tilt = 0;        ///< rad
    double gravity = 9.81;  ///< m/s^2, >= 0
  };
  /// Friction of the part on what lies below it.
  struct Support {
    enum class Law { none, viscous, ellipsoid };
    Law law = Law::none;
    double friction = 0;                  ///< >= 0; viscous: N s/m
    std::optional<double> moment_radius;  ///< m, >= 0; default: the footprint's mean distance from its centre
  };
  /// When a part counts as at rest.
  struct Rest {
    double speed = 1e-8;  ///< m/s, > 0
    double hold = 0.05;   ///< for so long, s, >= 0
  };

  Model model = Model::coulomb;
  std::optional<Scheme> scheme;  ///< default: two_stage for coulomb, else one_stage
  double step = 1e-3;            ///< s, > 0
  double max_time = 10;          ///< of a trial, s, > 0
  std::optional<double> force;   ///< of each wrench of a plan, N, > 0; default: the part's weight
  std::optional<Tray> tray;
  Support support;
  double restitution = 0;  ///< Newton's, in [0, 1]; of bodies that state none
  Solutions solutions = Solutions::first;
  double confidence = 0.95;  ///< of intervals, in (0, 1)
  Rest rest;
  double escape = 2;  ///< a part this many diameters away has escaped, > 0

  // Of one model each: with another they are faults of whoever runs it. Defaults are those of the laws
  // (pawl/friction/contact_law.h).
  std::optional<double> viscosity;        ///< viscous: N s/m a contact point, >= 0
  std::optional<double> stiffness;        ///< compliant: N/m a contact point, > 0
  std::optional<double> damping;          ///< compliant: N s/m, >= 0
  std::optional<double> tangent_damping;  ///< compliant: N s/m, >= 0
  std::optional<Route> route;             ///< compliant, viscous, no-slip
  std::optional<double> tolerance;        ///< cone-complementarity: > 0
  std::optional<double> max_push;         ///< cone-complementarity: m/s, >= 0; default: no bound
};

}  // namespace pawl
