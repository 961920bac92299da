// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/modes/wrench_cone.h>

#include "answers/answer.h"

namespace pawl::answers {

/// A mode's cone in the world frame as the contract prints it, and its excluded face sets in the printed order.
struct PrintedCone {
  Json cone;
  Json excluded;
};

Json print_cone(const Cone& cone, const ContactSet& set);
PrintedCone print_cone(const WrenchCone& cone, const ContactSet& set, bool exact);

}  // namespace pawl::answers
