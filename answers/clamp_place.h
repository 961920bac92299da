// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>
#include <pawl/planner/fixture_clamps.h>

#include <string>

namespace pawl::answers {

/// Where --clamp-at puts a clamp: an edge, from 1, and a share of its length. Throws InputError at --clamp-at, which
/// quotes `text`.
ClampPlace clamp_place(double edge, double along, const std::string& text, const Task& task);

}  // namespace pawl::answers
