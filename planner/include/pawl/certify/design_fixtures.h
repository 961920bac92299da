// SPDX-License-Identifier: MIT
#pragma once
#include <pawl/planner/design_fixtures.h>  // this path is deprecated and will be removed in version 0.3
