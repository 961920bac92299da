// SPDX-License-Identifier: MIT
#pragma once

namespace pawl {

/// The guarantee of a plan, weakest first [MODEL section 6]. A plan of any kind ends at the goal for every consistent
/// mode and every order in which gaps close.
enum class Guarantee {
  at_rest,  ///< the plan holds if the part stops at each contact gain; an impact there may lose a contact, and the plan
            ///< may fail
  keeps,    ///< no plastic impact at a contact gain loses a contact; remaining velocity along the contacts is not
            ///< considered
  energy    ///< holds for any motion up to some energy, however contacts bounce: see pawl/planner/energy.h
};

}  // namespace pawl
