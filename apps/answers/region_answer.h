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
  bool searched = false;  ///< wrenches were searched; otherwise a given plan was checked, or that of the contact states
  RestPlan plan;
  /// If the part may leave from the start region: a share of it from which it does not.
  std::optional<double> smaller_start;
  std::optional<RestWitness> witness;  ///< if the last region is not known to be small enough
  bool no_plan = false;  ///< the search for a plan of contact states found nothing
  std::optional<std::vector<Advice>> advice;  ///< changes that help, if requested and the answer is not yes
};

/// Returns whether a question is about rest regions: because of an option, or of the task's start region.
bool asks_regions(const Task& task, const PlanQuestion& question);

/// Proves the rest regions of a plan, or searches for one. Throws InputError for parameters that cannot be combined, and
/// as find_rest_regions() does.
FoundRegions find_regions(const ValidTask& task, const PlanQuestion& question);

/// Returns the answer of `pawl plan`.
Answer regions_answer(const ValidTask& task, const FoundRegions& found);

/// Returns the certificate, or nothing if nothing was proved.
std::optional<std::string> certificate_of(const FoundRegions& found);

/// Computes the regions again from the wrenches that a saved answer states.
Answer regions_answer_again(const ValidTask& task, const Json& results, const StopToken& stop);

}  // namespace pawl::answers
