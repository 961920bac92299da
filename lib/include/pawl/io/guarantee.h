// SPDX-License-Identifier: MIT
#pragma once

namespace pawl {

/// The guarantee of a plan, weakest first [MODEL section 6]. A plan with any of these guarantees ends at the goal,
/// whichever consistent mode occurs and in whichever order gaps close, if the condition of the guarantee is met.
enum class Guarantee {
  at_rest,  ///< the plan ends at the goal if the part stops at each contact that it gains and keeps all gained contacts
  keeps,    ///< the plan holds if the part stops at each contact that it gains; it is proved that no plastic impact
            ///< makes the part lose a contact
  energy    ///< the plan ends at the goal for any motion and any bounces, as long as the energy stays below a limit;
            ///< see pawl/planner/energy.h
};

}  // namespace pawl
