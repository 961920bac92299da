// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>
#include <pawl/modes/wrench_cone.h>

#include <optional>

#include "answers/answer.h"

namespace pawl::answers {

/// What is said of a wrench cone beside the cone.
struct ConeQuestion {
  std::optional<Eigen::Vector3d> wrench;  ///< whether this one is in it, world frame
  bool matrices = false;
  bool exact = false;
};

/// What `pawl cone` says of one mode; raises the status where it is not feasible, or not certified.
Json cone_answer(const ContactSet& set, const WrenchCone& cone, const ConeQuestion& question, Status& status);

}  // namespace pawl::answers
