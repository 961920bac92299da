// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>

#include "base/faults.h"
#include "io/json.h"

namespace pawl::internal::inline io {

/// Reads a scene out of its document: keys, types and bounds, what data/schema/scene.schema.json says too.
Scene read_scene_form(const JsonValue& root, Validator& faults);

/// The same of a scene in memory: each value, by the same rules, with the faults that its file would have.
void check_scene_values(const Scene& scene, Validator& faults);

/// What values by themselves cannot say: simple outlines, masses that can be, joints that stand on earlier ones, pins
/// that close. Looks only at what has no fault so far.
void check_scene_meaning(const Scene& scene, Validator& faults);

inline constexpr const char* kBesideEffort = "cannot stand beside \"effort\"";
inline constexpr const char* kLowAtMostHigh = "low must be at most high";

}  // namespace pawl::internal::inline io
