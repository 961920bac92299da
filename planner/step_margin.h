// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/contact_graph.h>

#include <optional>

namespace pawl::internal {

/// An angle in all of wrench space, rad in (fx, fy, tau / rho), up to which nothing more may happen than under a
/// wrench g in any state that the part may pass from a belief: that to the nearest cone of a mode that g is not
/// consistent with, or out of the cone in which a state rests. A lower bound of how far g may be off. Nothing where a
/// displaced start is passed (the order of gains then depends on g), or when stopped.
std::optional<double> step_margin(const ContactGraph& graph, const StateSet& belief, const Eigen::Vector3d& g,
                                  const StopToken& stop);

/// The angle in all of wrench space, rad in (fx, fy, tau / rho), from a wrench g to the nearest wrench with which
/// contacts hold the part in some realizable state in which they do not hold it under g. All states count, not only
/// those that the part may pass from a belief: what disturbs g may lead it to any.
double hold_margin(const ContactGraph& graph, const Eigen::Vector3d& g);

}  // namespace pawl::internal
