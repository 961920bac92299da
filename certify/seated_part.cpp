// SPDX-License-Identifier: MIT
#include "seated_part.h"

namespace pawl::internal {

Outline outline_at_seat(const Task& task, const SeatedTask& seated) {
  const Eigen::Vector2d& center = seated.contacts.center_of_mass;
  Outline outline = *task.part.outline;
  if (auto* disc = std::get_if<Disc>(&outline)) disc->center -= center;
  auto* polygon = std::get_if<Polygon>(&outline);
  auto* path = std::get_if<Path>(&outline);
  if (polygon != nullptr) {
    for (Eigen::Vector2d& vertex : polygon->vertices) vertex -= center;
  }
  if (path != nullptr) {
    for (Eigen::Vector2d& vertex : path->vertices) vertex -= center;
  }
  return outline;
}

std::vector<EnergyFixel> fixels_at_seat(const Task& task, const SeatedTask& seated, double friction) {
  const SeatFrame frame(seated);
  std::vector<EnergyFixel> fixels;
  for (std::size_t i = 0; i < task.fixels.size(); ++i) {
    const Fixel fixel = fixel_in_world(task, i);
    fixels.push_back({frame.point(fixel.at), fixel.radius, fixel.friction.value_or(task.friction).high + friction});
  }
  return fixels;
}

}  // namespace pawl::internal
