// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>

#include "base/faults.h"
#include "io/json.h"

namespace pawl::internal::inline io {

/// Reads a scene from its document. Checks keys, types and bounds, as data/schema/scene.schema.json does.
Scene read_scene_form(const JsonValue& root, Validator& faults);

/// Checks each value of a scene in memory by the rules of read_scene_form(), and adds the faults that a file with the
/// same content would have.
void check_scene_values(const Scene& scene, Validator& faults);

/// Checks conditions that involve several values: outlines are simple, masses are within range, parents are earlier
/// joints, and the two points of each pin coincide. Skips values that already have a fault.
void check_scene_meaning(const Scene& scene, Validator& faults);

inline constexpr const char* kBesideEffort = "cannot be combined with \"effort\"";
inline constexpr const char* kLowAtMostHigh = "low must be at most high";
/// Start of the message for a point of an effort or a wrench whose time is not greater than that of the preceding
/// point. wrong_effort_time() appends that time.
inline constexpr const char* kTimeAfterBefore = "must be greater than the time of the point before it";

}  // namespace pawl::internal::inline io
