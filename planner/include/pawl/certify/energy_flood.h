// SPDX-License-Identifier: MIT
#pragma once
#include <pawl/planner/energy_flood.h>  // this path is deprecated, and goes with version 0.3
