// SPDX-License-Identifier: MIT
#pragma once
#include <pawl/planner/certificate_file.h>  // this path is deprecated and will be removed in version 0.3
#include <pawl/planner/verify_answer.h>
