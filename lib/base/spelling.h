// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace pawl::internal::inline base {

/// Returns the words that differ least from `word`. They differ by at most two typing errors, and by fewer errors than
/// `word` has letters. A typing error is a letter that is changed, inserted, left out or swapped with its neighbour.
std::vector<std::string> nearest(const std::string& word, const std::vector<std::string>& words);

}  // namespace pawl::internal::inline base
