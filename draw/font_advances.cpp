// SPDX-License-Identifier: MIT
#include "font_advances.h"

#include "text.h"

namespace pawl::draw::internal {
namespace {

/// In units of the font; nothing of a character that it has not.
const std::uint16_t* find_advance(char32_t character) {
  const std::uint16_t* advances = kAdvances;
  for (const AdvanceRun& run : kAdvanceRuns) {
    if (character < run.first) return nullptr;
    if (character < run.first + run.count) return advances + (character - run.first);
    advances += run.count;
  }
  return nullptr;
}

}  // namespace

double advance_of(char32_t character) {
  constexpr char32_t kReplacement = 0xfffd;
  const std::uint16_t* found = find_advance(character);
  return static_cast<double>(*(found != nullptr ? found : find_advance(kReplacement))) / kUnitsPerEm;
}

}  // namespace pawl::draw::internal
