// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/certify/loading.h>
#include <pawl/certify/plan_depth.h>
#include <pawl/planner/displacement_radius.h>

#include "answers/json.h"

namespace pawl::answers {

/// Adds to a step's "energy" how deep it is, where it spills, and how far its component goes; null where `depth` is.
void add_depth(const PlanDepth* depth, const ContactSet& contacts, const Units& units, Json& energy);

/// Null where it is not known.
Json radius_json(const std::optional<DisplacementRadius>& radius);

/// Adds whether the part can leave its fixture, and how, or what it stays within.
void add_loading(const Loading& loading, const ContactSet& contacts, const Units& units, Json& results);

}  // namespace pawl::answers
