// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

namespace pawl {

/// The options "simulate" of a scene or a task: how motions are computed, as plain data. A feature that this version of
/// the library does not support is not a fault of the file. The function that runs the simulation reports such a
/// feature.
struct SimulateOptions {
  enum class Model { coulomb, viscous, no_slip, cone_complementarity, compliant, coulomb_viscous };
  enum class Scheme { two_stage, one_stage };
  enum class Solutions { first, random, adversarial };  ///< the solution that is selected if several exist
  /// `law` is Pawl's method; `published` is the method of the paper.
  enum class Route { law, published };

  /// A tilted tray below the part.
  struct Tray {
    double tilt = 0;        ///< tilt angle, rad
    double gravity = 9.81;  ///< acceleration of gravity, m/s^2, >= 0
  };
  /// Friction of the part on the surface below it.
  struct Support {
    enum class Law { none, viscous, ellipsoid };
    Law law = Law::none;
    double friction = 0;  ///< Coulomb coefficient, or viscosity in N s/m for the viscous law, >= 0
    /// Moment radius, m, >= 0; default: the mean distance of the part's area from the centre of mass (for the viscous
    /// law, the root mean square distance).
    std::optional<double> moment_radius;
  };
  /// The conditions under which a part counts as at rest.
  struct Rest {
    double speed = 1e-8;  ///< largest speed, m/s, > 0
    double hold = 0.05;   ///< time for which the part must stay below this speed, s, >= 0
  };

  Model model = Model::coulomb;
  std::optional<Scheme> scheme;  ///< default: two_stage for coulomb, else one_stage
  double step = 1e-3;            ///< duration of a step, s, > 0
  double max_time = 10;          ///< largest duration of a trial, s, > 0
  std::optional<double> force;   ///< size of each wrench of a plan, N, > 0; default: the part's weight
  std::optional<Tray> tray;
  Support support;
  double restitution = 0;  ///< Newton's coefficient for bodies that state no coefficient, in [0, 1]
  Solutions solutions = Solutions::first;
  double confidence = 0.95;  ///< confidence level of intervals, in (0, 1)
  Rest rest;
  double escape = 2;  ///< distance at which a part counts as escaped, in part diameters, > 0

  // Each of the following parameters applies only to the models in parentheses. If it is set, a run with another model
  // reports a fault. Defaults are those of the laws (pawl/friction/contact_law.h).
  std::optional<double> viscosity;  ///< viscosity of the friction per contact point, N s/m, >= 0, of bodies that state
                                    ///< none (viscous, coulomb-viscous)
  std::optional<double> stiffness;        ///< stiffness per contact point, N/m, > 0 (compliant)
  std::optional<double> damping;          ///< normal damping, N s/m, >= 0 (compliant)
  std::optional<double> tangent_damping;  ///< tangential damping, N s/m, >= 0 (compliant)
  std::optional<double> modulus;  ///< contact modulus of Hertz contacts, N/m^2, > 0; with `radius`, not with `stiffness`
                                  ///< (compliant)
  std::optional<double> radius;   ///< radius of Hertz contacts, m, > 0; with `modulus` (compliant)
  std::optional<Route> route;             ///< solution method (compliant, viscous, no-slip)
  std::optional<double> tolerance;        ///< solver tolerance, > 0 (cone-complementarity)
  std::optional<double> max_push;  ///< largest speed at which penetrations are removed, m/s, >= 0; default: no limit
                                   ///< (cone-complementarity)
  int coulomb_iterations = 0;  ///< largest number of iterates towards Coulomb's law, >= 0; 0 means the relaxed law
                               ///< (cone-complementarity)
};

}  // namespace pawl
