// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/scenes/run_scene.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// Energy over time, at the start and after at most kMost steps, evenly chosen, the last one among them.
class EnergyHistory {
 public:
  EnergyHistory(const Units& units, const SceneSetup& setup);
  void add(const SceneStep& step);
  Json json() const;  ///< [[t, energy], ...], in the scene's units

 private:
  static constexpr long kMost = 200;
  double metres_;
  long every_;
  std::vector<std::array<double, 2>> chosen_;
  std::optional<std::array<double, 2>> last_;  ///< where it is not chosen
};

/// In the scene's units.
Json results_json(const Units& units, const SceneSetup& setup, const SceneResult& result,
                  const EnergyHistory& energies);

/// What `pawl simulate` says of a scene that was stepped.
Answer scene_answer(const Scene& scene, const SceneSetup& setup, const SceneResult& result,
                    const EnergyHistory& energies);

/// The first line of a trace: the outlines, each in its body's coordinates, where they start, and the units.
std::string trace_head(const Scene& scene, const SceneSetup& setup);

/// The line of one step.
std::string trace_line(const Units& units, const SceneSetup& setup, const SceneStep& step);

}  // namespace pawl::answers
