// SPDX-License-Identifier: MIT
#include "answers/clamp_place.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>

#include <cmath>

namespace pawl::answers {

ClampPlace clamp_place(double edge, double along, const std::string& text, const Task& task) {
  const auto refuse = [&](const std::string& what) -> InputError { return InputError("--clamp-at", text, what); };
  const bool none = !task.part.outline || std::holds_alternative<Disc>(*task.part.outline);
  if (none) throw refuse("the part has no edges for a clamp to stand on");
  const double count = static_cast<double>(edge_count(*task.part.outline));
  if (!(edge >= 1 && edge <= count) || edge != std::floor(edge))
    throw refuse(fmt::format("the edge must be a whole number from 1 to {}", count));
  if (!(along > 0 && along < 1)) throw refuse("the share must be above 0 and below 1: a corner is no place");
  return {static_cast<std::size_t>(edge) - 1, along};
}

}  // namespace pawl::answers
