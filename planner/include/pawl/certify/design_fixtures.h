// SPDX-License-Identifier: MIT
#pragma once
#include <pawl/planner/design_fixtures.h>  // this path is deprecated, and goes with version 0.3
