// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "answers/json.h"

namespace pawl::answers {

/// How far a number of a saved answer may be from the one that is computed again, as another machine may have rounded
/// otherwise: this share of it, and this share of the larger of 1 and the largest number of its array, because small
/// entries may be differences of large ones.
inline constexpr double kSameShare = 1e-9, kSameAmount = 1e-12;

/// The outcome of a comparison of fields.
struct SameFields {
  std::string refused;                 ///< the first difference and its place; empty: there is none
  std::vector<std::string> unchecked;  ///< pointers to fields of the saved answer that were not computed again
};

/// Compares a saved value with the one that was computed again, field by field: every field must be in both, with the
/// same value. A field that is in the saved value alone is refused, unless `may_be_unchecked` accepts its pointer.
SameFields same_fields(const Json& again, const Json& saved, const std::string& pointer,
                       const std::function<bool(const std::string& pointer)>& may_be_unchecked = {});

}  // namespace pawl::answers
