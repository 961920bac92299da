// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/scenes/scene_setup.h>

#include <functional>
#include <string>
#include <vector>

namespace pawl {

/// A contact at the end of a step, between solids of the scene.
struct SceneContact {
  Solid a, b;                    ///< the scene's bodies (fixed ones too) and links, by their indices there
  Eigen::Vector2d point{0, 0};   ///< on b, world, m
  Eigen::Vector2d normal{0, 1};  ///< unit, from a into b
  double gap = 0;                ///< m
  double normal_force = 0;       ///< N, >= 0
  double tangent_force = 0;      ///< N, on b along the normal turned left
  char mode = 'n';               ///< of b on a: s separating, l or r sliding left or right, n rolling
};

/// How b slides on a, at the end of a step: s where it separates (a gap above 1e-8 m), n where it does not slide faster
/// than 1e-8 m/s, l or r where it slides to the left or right, seen along the normal.
char mode_of(const StepContact& contact);

/// A step that was made.
struct SceneStep {
  long number = 0;  ///< from 1
  double time = 0;  ///< at its end, s
  State state;
  std::vector<SceneContact> contacts;
  double energy = 0;       ///< kinetic and potential, J
  double penetration = 0;  ///< deepest, m, >= 0
  int substeps = 1;        ///< into how many parts it was cut
};

/// What became of a scene.
struct [[nodiscard]] SceneResult {
  enum class End { reached, unsolved, stopped };
  End end = End::reached;
  long steps = 0;                ///< made
  double time = 0;               ///< reached, s
  State state;                   ///< then
  double worst_penetration = 0;  ///< over all steps, m, >= 0
  double energy = 0;             ///< in the end, J
  long unsolved = 0;             ///< steps that could not be made: the first ends the run
  long substeps = 0;             ///< of all steps
  long choices = 0, unseen = 0;  ///< of all steps, as StepReport counts them
};

/// Steps a scene to its duration, or until the first step that is not solved, or that stop is asked for. `after`, where
/// given, is told every step. The same scene gives the same result, bit for bit.
SceneResult run(const SceneSetup& setup, const StopToken& stop = {},
                const std::function<void(const SceneStep&)>& after = nullptr);

/// Kinetic and potential energy of a state, J; the latter is 0 where all centres of mass are at the origin.
double energy_of(const SceneSetup& setup, const State& state);

}  // namespace pawl
