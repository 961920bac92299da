// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

namespace pawl {

/// The options "simulate" of a scene or a task: how motions are computed. Reading a file accepts all features, also
/// those that this version of the library does not support. The function that runs the simulation reports these
/// features as faults.
struct SimulateOptions {
  enum class Model { coulomb, viscous, no_slip, cone_complementarity, compliant, coulomb_viscous };
  enum class Scheme { two_stage, one_stage };
  enum class Solutions { first, random, adversarial };  ///< which solution a step takes if several exist; see Solutions
                                                        ///< in pawl/simulation/step.h
  /// Method for the law: `law` is Pawl's method; `published` is the method of the cited paper.
  enum class Route { law, published };

  /// A tilted tray below the part.
  struct Tray {
    double tilt = 0;        ///< angle between the tray and the horizontal, rad
    double gravity = 9.81;  ///< acceleration of gravity, m/s^2, >= 0
  };
  /// Friction of the part on the surface below it.
  struct Support {
    enum class Law { none, viscous, ellipsoid };
    Law law = Law::none;
    double friction = 0;  ///< Coulomb coefficient of the support; for the viscous law, the viscosity in N s/m; >= 0
    /// Moment radius, m, >= 0; default: the mean distance of the part's area from the centre of mass (for the viscous
    /// law, the root mean square distance). See Support in pawl/simulation/support.h.
    std::optional<double> moment_radius;
  };
  /// Bounds at which a part counts as at rest.
  struct Rest {
    double speed = 1e-8;  ///< largest speed of a point of the part at rest, m/s, > 0
    double hold = 0.05;   ///< time for which every point of the part must stay at or below `speed`, s, >= 0
  };

  Model model = Model::coulomb;
  std::optional<Scheme> scheme;  ///< default: two_stage for coulomb, one_stage for all other models
  double step = 1e-3;            ///< duration of a step, s, > 0
  double max_time = 10;          ///< largest duration of a trial, s, > 0
  std::optional<double> force;   ///< force of the wrenches of a plan, N, > 0: each wrench is scaled to this size;
                                 ///< default: the part's weight
  std::optional<Tray> tray;
  Support support;
  double restitution = 0;  ///< Newton's coefficient of restitution for bodies that state none, in [0, 1]
  Solutions solutions = Solutions::first;
  double confidence = 0.95;  ///< confidence level of the intervals in answers, in (0, 1)
  Rest rest;
  double escape = 2;  ///< distance from the seat beyond which a part counts as escaped, in part diameters, > 0

  // Each of the following parameters applies only to the models in parentheses. If a parameter is set for another
  // model, the run reports a fault. Defaults are those of the laws (pawl/friction/contact_law.h), except that
  // `tangent_damping` is 1e6 N s^2/m divided by `step`.
  std::optional<double> viscosity;  ///< viscosity per contact point of bodies without a viscosity of their own, N s/m,
                                    ///< >= 0 (viscous, coulomb-viscous)
  std::optional<double> stiffness;        ///< normal stiffness per contact point, N/m, > 0 (compliant)
  std::optional<double> damping;          ///< normal damping per contact point, N s/m, >= 0 (compliant)
  std::optional<double> tangent_damping;  ///< tangential damping per contact point, N s/m, >= 0 (compliant)
  std::optional<double> modulus;  ///< modulus E* of Hertz contacts, N/m^2, > 0: 4/3 of the effective modulus of Hertz's theory;
                                  ///< with `radius`, not with `stiffness` (compliant)
  std::optional<double> radius;   ///< radius of Hertz contacts, m, > 0; with `modulus` (compliant)
  std::optional<Route> route;             ///< method that computes the law (compliant, viscous, no-slip)
  std::optional<double> tolerance;        ///< largest residual of a solved contact problem, > 0 (cone-complementarity)
  std::optional<double> max_push;  ///< largest speed at which penetrations are removed, m/s, >= 0; default: no limit
                                   ///< (cone-complementarity)
  int coulomb_iterations = 0;  ///< largest number of iterations towards Coulomb's law, >= 0; 0 selects the relaxed law
                               ///< (cone-complementarity)
};

}  // namespace pawl
