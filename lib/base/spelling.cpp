// SPDX-License-Identifier: MIT
#include "base/spelling.h"

#include <algorithm>
#include <cstddef>

namespace pawl::internal::inline base {
namespace {

/// Returns the number of letters to change, insert, delete or swap with their neighbour to turn one word into the
/// other.
std::size_t typing_errors(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> errors(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        errors[i][j] = i + j;
        continue;
      }
      const std::size_t changed = errors[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      errors[i][j] = std::min({changed, errors[i - 1][j] + 1, errors[i][j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) errors[i][j] = std::min(errors[i][j], errors[i - 2][j - 2] + 1);
    }
  }
  return errors[a.size()][b.size()];
}

}  // namespace

std::vector<std::string> nearest(const std::string& word, const std::vector<std::string>& words) {
  constexpr std::size_t kMostErrors = 2;
  constexpr std::size_t kLongest = 80;  // longer words are not close to any of the words
  std::vector<std::string> near;
  if (word.size() > kLongest) return near;
  std::size_t least = std::min(kMostErrors, std::max<std::size_t>(word.size(), 1) - 1);
  for (const std::string& one : words) {
    const std::size_t errors = typing_errors(word, one);
    if (errors < least) near.clear();
    if (errors <= least) near.push_back(one);
    least = std::min(least, errors);
  }
  return near;
}

}  // namespace pawl::internal::inline base
