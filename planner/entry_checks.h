// SPDX-License-Identifier: MIT
// What the public functions of the planner ask of their arguments; each throws InputError that names the argument.
#pragma once

#include <pawl/planner/insertion.h>

#include <Eigen/Core>

namespace pawl::internal {

void require_finite(const char* name, const Eigen::Vector3d& vector);  ///< a wrench or a twist
void require_index(const char* name, std::ptrdiff_t index, std::size_t count);
/// A set of states, by number from 0, of `count`.
void require_states(const char* name, const StateSet& set, int count);
/// A mode that could be one of the set's: as many letters.
void require_size(const Mode& mode, const ContactSet& set);
void require_domain(const WrenchDomain& domain);
/// A start, a goal and an actuator that belong to the graph.
void require_options(const ContactGraph& graph, const PlanOptions& options);

}  // namespace pawl::internal
