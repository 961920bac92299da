// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/certify/design_fixtures.h>

#include <string>

namespace pawl::internal {

/// Why the answer is what it is, and for one without fixtures what would mend it.
std::string reason_of(const FixtureDesigns& designs);

}  // namespace pawl::internal
