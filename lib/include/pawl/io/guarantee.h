// SPDX-License-Identifier: MIT
#pragma once

namespace pawl {

/// The guarantee of a plan, weakest first [MODEL section 6]. A plan of any kind ends at the goal for every consistent
/// mode and every order in which gaps close.
enum class Guarantee {
  at_rest,  ///< the plan holds if the part stops at each contact that it gains and keeps all gained contacts
  keeps,    ///< no plastic impact makes the part lose a contact; remaining velocity along the contacts is not
            ///< considered
  energy    ///< the plan holds for any motion up to some energy, however contacts bounce; see pawl/planner/energy.h
};

}  // namespace pawl
