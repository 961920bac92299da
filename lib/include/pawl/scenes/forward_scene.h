// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/body_contact.h>
#include <pawl/friction/friction_bounds.h>
#include <pawl/friction/motion_problem.h>
#include <pawl/lcp/solve_lcp.h>
#include <pawl/scenes/scene_setup.h>

#include <optional>
#include <string>
#include <vector>

namespace pawl {

struct ForwardSceneOptions {
  bool quasistatic = false;  ///< whether inertia is neglected; then the forces balance, and the unknowns of the motion
                             ///< are velocities
  LcpLimits first = {{}, 200000, 20000};  ///< limits of the search for one solution, or for a proof that none exists
  LcpLimits all = {{}, 20000, 2000};      ///< limits of the search for all solutions of an island
};

/// A motion of all bodies and joints, with the forces that cause it.
struct SceneMotion {
  SystemMotion motion;        ///< accelerations (or velocities) of bodies and joints, contact forces, efforts of drives
                              ///< and forces of pins
  MotionResiduals residuals;  ///< residuals of the laws, as verify() computes them
};

/// All motions of a scene that are possible at its initial state [TPSL97, section 2].
struct [[nodiscard]] SceneForward {
  enum class Count {
    none,      ///< it is proved that no motion satisfies the laws; the proof is exact for the equations as rounded to
               ///< doubles
    one,       ///< exactly one motion is possible; its forces may not be unique
    many,      ///< several motions are possible, of which `motions` lists at least two
    undecided  ///< no motion was found within the limits, or it was not decided whether further motions exist
  };
  Count count = Count::undecided;
  std::vector<BodyContact> contacts;      ///< contacts in the initial state, with their static friction coefficients
  std::vector<double> kinetic_friction;   ///< for each contact, the friction coefficient that applies while it slides
  std::vector<Solid> owners_a, owners_b;  ///< for each contact, the body or link of the scene on either side
  ContactEquations equations;
  std::vector<ContactState> states;  ///< state of each contact; empty for quasistatic motions, which ignore present
                                     ///< velocities
  std::vector<SceneMotion> motions;  ///< solutions whose motions or forces differ
  /// True if `motions` is complete: for each island (bodies connected by contacts), it has one solution for every
  /// combination of contact states that has a solution. A solution of the whole scene combines one solution of each
  /// island.
  bool complete = false;
  bool stopped = false;
  /// Bounds on the friction coefficients; not set if friction_bounds() returns nothing, for quasistatic motions, or if
  /// the static and the kinetic coefficient of a contact that rolls differ.
  std::optional<FrictionBounds> bounds;
};

/// Finds the accelerations (with `quasistatic`: the velocities) of a scene at its initial state, with Coulomb's law.
/// Bodies whose gap is at most 1e-6 m touch. Joint limits are ignored. Throws InputError for features that it does not
/// support: at /simulate/support for support friction, at /pins/i/stiffness for a pin with a stiffness, at
/// /joints/i/spring for a spring of a joint, and at /bodies/i or /joints/i for a viscosity above 0. Unless `quasistatic`
/// is set, also throws InputError at /bodies/i or /joints/i for contacts that approach each other, which is an impact.
///
/// If static and kinetic friction differ, a contact that slides has kinetic friction. A contact at rest may roll with
/// at most static friction, or begin to slide with kinetic friction; for quasistatic motions, every contact may do so.
/// A motion under this law is a motion under Coulomb's law if each contact has either of its two coefficients. The
/// search therefore solves 2^n problems of Coulomb's law for an island with n contacts that have two coefficients, and
/// leaves out solutions in which a contact slides with its static coefficient. For n > 6 it solves only two of these
/// problems, so that the count is `many` or `undecided`.
SceneForward forward_scene(const SceneSetup& setup, const ForwardSceneOptions& options = {});

}  // namespace pawl
