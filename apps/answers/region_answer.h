// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/rest_regions.h>

#include <optional>
#include <string>

#include "answers/advice.h"
#include "answers/answer.h"
#include "answers/questions.h"

namespace pawl::answers {

/// A question of `pawl plan` about rest regions, and its result.
struct FoundRegions {
  StartRegion start;
  std::optional<double> within;  ///< requested bound of the displacement, in the task's unit of length
  RestOptions options;
  bool searched = false;  ///< true if wrenches were searched for; false if the regions of a known plan were proved: of
                          ///< a given plan, or of a plan found in the graph of contact states
  RestPlan plan;
  /// Fraction by which the start region must be multiplied so that it is proved that the part does not leave. Set if
  /// the part may leave from the whole start region.
  std::optional<double> smaller_start;
  std::optional<RestWitness> witness;  ///< a pose, far from the reference pose, in which the part rests; set if the
                                       ///< last region is not proved to be small enough
  bool no_plan = false;                ///< true if the search for a plan with contact states found nothing
  std::optional<std::vector<Advice>> advice;  ///< changes that help; set if they were requested and the answer is not
                                              ///< yes
};

/// Returns whether a question is about rest regions. This is so if an option requests it, or if the task has a start
/// region.
bool asks_regions(const Task& task, const PlanQuestion& question);

/// Proves the rest regions of a plan, or searches for a plan with small enough rest regions. Throws InputError for
/// parameters that cannot be combined, and in the cases of find_rest_regions().
FoundRegions find_regions(const ValidTask& task, const PlanQuestion& question);

/// Returns the answer of `pawl plan`.
Answer regions_answer(const ValidTask& task, const FoundRegions& found);

/// Returns the certificate, or nothing if nothing was proved.
std::optional<std::string> certificate_of(const FoundRegions& found);

/// Computes the regions again from the wrenches that a saved answer states.
Answer regions_answer_again(const ValidTask& task, const Json& results, const StopToken& stop);

}  // namespace pawl::answers
