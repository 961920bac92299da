// SPDX-License-Identifier: MIT
#include "modes/mode_list.h"

#include <algorithm>

namespace pawl::internal {
namespace {

/// From so many open gaps on, modes are walked over.
constexpr long kManyGaps = 32;

}  // namespace

void ModeList::set(const ContactSet& set) {
  set_ = &set;
  const auto open = [](const Contact& contact) { return !contact.touching; };
  keep_ = std::count_if(set.contacts.begin(), set.contacts.end(), open) < kManyGaps;
  if (keep_) kept_.solve(set);
}

bool ModeList::for_each(const Visit& visit, const StopToken& stop) {
  if (!keep_) {
    FeasibleModeWalk walk(*set_, {}, stop);
    while (walk.next()) visit(walk.letters(), walk.motion_dimension());
    return !walk.stopped();
  }
  for (std::size_t k = 0; k < kept_.count(); ++k) {
    if (stop.stop_requested()) return false;
    visit(kept_.letters(k), kept_.motion_dimension(k));
  }
  return true;
}

}  // namespace pawl::internal
