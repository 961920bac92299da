// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/certify/plan_depth.h>

#include "json.h"

namespace pawl::cli {

/// Adds to a step's "energy" how deep it is, where it spills, and how far its component goes; null where `depth` is.
void add_depth(const PlanDepth* depth, const ContactSet& contacts, Json& energy);

}  // namespace pawl::cli
