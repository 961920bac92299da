// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/page.h>
#include <pawl/planner/simulate_task.h>

namespace pawl::draw::internal {

struct TrialPlay {
  PagePlay play;
  std::size_t stride = 1;  ///< one of how many instants is kept
};

/// Start k of a task as it was tried (in metres), played again; its lengths then in `units`. `share`: among how many
/// plays of the page the room is shared.
TrialPlay trial_play(const TrialTask& tried, std::size_t k, const TrialOptions& options, const Units& units,
                     std::size_t share);

}  // namespace pawl::draw::internal
