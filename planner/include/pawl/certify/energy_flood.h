// SPDX-License-Identifier: MIT
#pragma once
#include <pawl/planner/energy_flood.h>  // this path is deprecated and will be removed in version 0.3
