// SPDX-License-Identifier: MIT
#pragma once
#include <pawl/planner/quick_measures.h>  // this path is deprecated and will be removed in version 0.3
