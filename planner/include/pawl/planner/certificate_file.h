// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/energy_flood.h>
#include <pawl/planner/energy_problem.h>

#include <string>

namespace pawl {

/// Returns an energy certificate as JSON text (docs/certify.md describes the format). The text contains the problem,
/// the depth, and the tree of boxes in preorder. The functions in pawl/verify/certificate.h check such a text.
std::string certificate_text(const std::string& name, const EnergyProblem& problem,
                             const EnergyCertificate& certificate);

}  // namespace pawl
