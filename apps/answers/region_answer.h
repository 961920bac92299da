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
  std::optional<double> within;  ///< requested bound on the displacement of the part at rest, in the task's unit of
                                 ///< length
  RestOptions options;
  bool searched = false;  ///< true if the wrenches were found by a search for small rest regions; false if they are
                          ///< those of a given plan, of the task's plan, or of a plan found in the graph of contact
                          ///< states
  RestPlan plan;
  /// Factor by which the start region must be multiplied so that the part provably does not leave. Without a value if
  /// no such factor is necessary or if none was found.
  std::optional<double> smaller_start;
  std::optional<RestWitness> witness;  ///< a pose far from the reference pose in which the part rests; searched for if
                                       ///< the last rest region is not proved to be small
  bool no_plan = false;                ///< true if a plan was searched for in the graph of contact states and was not
                                       ///< found
  std::optional<std::vector<Advice>> advice;  ///< changes that help; searched for if the answer is not "yes" and advice
                                              ///< was requested
};

/// Returns whether a question is about rest regions: an option requests them, or the task has a start region.
bool asks_regions(const Task& task, const PlanQuestion& question);

/// Proves the rest regions of the given plan or of the task's plan. If there is neither, or if a bound on the
/// displacement is requested without a given plan, searches for a plan. Throws InputError for parameters that exclude
/// one another, and at --from if no start region is stated. Also throws the InputErrors of find_rest_regions().
FoundRegions find_regions(const ValidTask& task, const PlanQuestion& question);

/// Returns the answer of `pawl plan` about rest regions.
Answer regions_answer(const ValidTask& task, const FoundRegions& found);

/// Returns the text of the certificate, or nothing if no rest region was proved.
std::optional<std::string> certificate_of(const FoundRegions& found);

/// Computes the rest regions again, with the wrenches that a saved answer states.
Answer regions_answer_again(const ValidTask& task, const Json& results, const StopToken& stop);

}  // namespace pawl::answers
