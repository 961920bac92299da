// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/scenes/scene_setup.h>

#include <functional>
#include <string>
#include <vector>

namespace pawl {

/// A contact between solids of the scene at the end of a step.
struct SceneContact {
  Solid a, b;                    ///< bodies (including fixed ones) and links, by their indices in the scene
  Eigen::Vector2d point{0, 0};   ///< contact point on b, world, m
  Eigen::Vector2d normal{0, 1};  ///< unit vector from a into b
  double gap = 0;                ///< gap at the end of the step, m
  double normal_force = 0;       ///< normal force, N, >= 0
  double tangent_force = 0;      ///< tangential force on b, N, along the normal turned by +90 degrees
  char mode = 'n';               ///< mode of b relative to a: s separating, l or r sliding left or right, n rolling
};

/// Returns the mode of b relative to a at the end of a step. The mode is s if the gap is above 1e-8 m. Otherwise the
/// mode is n if the sliding speed of b is at most 1e-8 m/s, and l or r if b slides to the left or right, seen along the
/// normal.
char mode_of(const StepContact& contact);

/// A completed time step.
struct SceneStep {
  long number = 0;  ///< number of the step, from 1
  double time = 0;  ///< time at the end of the step, s
  State state;
  std::vector<SceneContact> contacts;
  double energy = 0;       ///< kinetic plus potential energy at the end of the step, J
  double penetration = 0;  ///< largest penetration at the end of the step or of its substeps, m, >= 0
  int substeps = 1;        ///< number of substeps, see StepReport
  std::vector<double> efforts;  ///< mean effort of each joint over the step, N m or N; NaN if it is not determined, see
                                ///< StepReport
};

/// The result of running a scene.
struct [[nodiscard]] SceneResult {
  enum class End { reached, unsolved, stopped };
  End end = End::reached;
  long steps = 0;                        ///< number of completed steps
  double time = 0;                       ///< simulated time at the end of the run, s
  State state;                           ///< state at the end of the run
  double worst_penetration = 0;          ///< largest penetration over all steps, m, >= 0
  double energy = 0;                     ///< kinetic plus potential energy at the end of the run, J
  std::vector<double> efforts;           ///< mean effort of each joint over the last completed step, N m or N; empty if
                                         ///< no step was completed
  std::vector<Eigen::Vector2d> pin_forces;  ///< mean force of each pin over the last completed step, N, see StepReport
  ConeReport cone;                       ///< work of the solver for ConeComplementarity, summed over all steps
  long unsolved = 0;                     ///< number of failed steps: 0 or 1, since the first failed step ends the run
  long substeps = 0;                     ///< number of substeps, summed over all steps
  long choices = 0, not_enumerated = 0;  ///< totals over all steps of the members of StepReport with the same names
};

/// Steps a scene until its duration has passed, a step is unsolved, or `stop` ends the run. Calls `after`, if given,
/// after every step. The same scene always gives the same result, bit for bit.
SceneResult run(const SceneSetup& setup, const StopToken& stop = {},
                const std::function<void(const SceneStep&)>& after = nullptr);

/// Returns the kinetic plus potential energy of a state, J. The potential energy is 0 if all centres of mass are at the
/// origin.
double energy_of(const SceneSetup& setup, const State& state);

}  // namespace pawl
