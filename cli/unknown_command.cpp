// SPDX-License-Identifier: MIT
#include "unknown_command.h"

#include <algorithm>

namespace pawl::cli {
namespace {

/// How many letters must be changed, added, left out or swapped with their neighbour to turn one word into the other.
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

std::string list_of(const std::vector<std::string>& words, const char* last) {
  std::string list;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (k > 0) list += k + 1 < words.size() ? ", " : last;
    list += words[k];
  }
  return list;
}

}  // namespace

std::string unknown_command(const std::string& word, const std::vector<std::string>& commands) {
  constexpr std::size_t kMostErrors = 2;
  constexpr std::size_t kLongestQuote = 80;
  const std::string quote = word.substr(0, kLongestQuote);  // longer words are near to no command
  std::size_t least = std::min(kMostErrors, std::max<std::size_t>(quote.size(), 1) - 1);
  std::vector<std::string> near;
  for (const std::string& command : commands) {
    const std::size_t errors = typing_errors(quote, command);
    if (errors < least) near.clear();
    if (errors <= least) near.push_back(command);
    least = std::min(least, errors);
  }
  if (near.empty()) return quote + ": is no command; the commands are " + list_of(commands, " and ");
  return quote + ": is no command; did you mean " + list_of(near, " or ") + "?";
}

}  // namespace pawl::cli
