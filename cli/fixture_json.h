// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/certify/design_fixtures.h>

#include "json.h"

namespace pawl::cli {

/// The results of `pawl fixture`.
Json designs_json(const FixtureDesigns& designs, const Task& task);

/// What became of one candidate: a line of --all.
Json candidate_json(const DesignedCandidate& candidate, const std::vector<FixtureThreshold>& thresholds,
                    const Units& units);

/// A task file made into that of a fixture: with its pose, fixels and actuator, and without what speaks of others.
/// `document`: the file's own.
Json fixed_task_json(const Json& document, const Task& task, const FixtureCandidate& candidate);

}  // namespace pawl::cli
