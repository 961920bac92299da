// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/modes/feasible_modes.h>

#include <functional>
#include <string_view>

namespace pawl::internal {

/// The feasible modes of one contact set, to be gone through again and again: found once and kept, or, where many open
/// gaps have too many modes for that (some m^2 with m gaps, of n letters each), walked over each time.
class ModeList {
 public:
  /// `set` must be valid and outlive the use.
  void set(const ContactSet& set);

  /// Calls visit(letters, motion_dimension) for each mode, sorted; false when stopped before the last.
  using Visit = std::function<void(std::string_view letters, int motion_dimension)>;
  bool for_each(const Visit& visit, const StopToken& stop);

 private:
  const ContactSet* set_ = nullptr;
  bool keep_ = true;
  FeasibleModesSolver kept_;
};

}  // namespace pawl::internal
