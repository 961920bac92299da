// SPDX-License-Identifier: MIT
#include <pawl/draw/part_figure.h>

#include <algorithm>
#include <cmath>

#include "figure_motion.h"

namespace pawl::draw {
namespace {

Eigen::Vector2d in_world(const Eigen::Vector2d& point, const Eigen::Vector3d& pose) {
  return turned(point, pose.z()) + pose.head<2>();
}

/// The pose of the frame that a task's contacts are in.
Eigen::Vector3d frame_of(const Task& task, const std::optional<Eigen::Vector3d>& seat) {
  if (!task.part.outline) return Eigen::Vector3d::Zero();
  return seat.value_or(task.pose);
}

FixelFigure fixel_figure(const Task& task, int fixel, const Contact& contact, const Eigen::Vector3d& frame) {
  FixelFigure figure;
  figure.number = fixel + 1;
  figure.point = in_world(contact.point, frame);
  figure.normal = turned(contact.normal.normalized(), frame.z());
  figure.gap = contact.gap;
  figure.touching = contact.touching;
  figure.at = figure.point - contact.gap * figure.normal;
  if (task.part.outline) {
    figure.at = fixel_in_world(task, static_cast<std::size_t>(fixel)).at;
    figure.radius = task.fixels[static_cast<std::size_t>(fixel)].radius;
  }
  return figure;
}

PartFigure without_fixels(const Task& task, const ContactSet& set, const Eigen::Vector3d& frame) {
  PartFigure figure;
  if (task.part.outline) figure.outline = moved(path_of(*task.part.outline), frame);
  figure.center = in_world(set.center_of_mass, frame);
  figure.gyration = set.radius_of_gyration();
  return figure;
}

void measure(PartFigure& figure) {
  Box box{figure.center, {0, 0}};
  if (figure.outline) box = joined(box, *bounds_of(*figure.outline, true));
  for (const FixelFigure& fixel : figure.fixels) {
    if (fixel.contact) box = joined(box, {fixel.point, {0, 0}});
  }
  const double side = box.size.maxCoeff();
  figure.size = side > 0 ? side : figure.gyration;
}

}  // namespace

Eigen::Vector2d turned(const Eigen::Vector2d& v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

PartFigure part_figure(const ValidTask& valid) {
  const Task& task = valid.task();
  const Eigen::Vector3d frame = frame_of(task, std::nullopt);
  PartFigure figure = without_fixels(task, valid.contacts(), frame);
  for (std::size_t i = 0; i < valid.contacts().size(); ++i) {
    figure.fixels.push_back(fixel_figure(task, static_cast<int>(i), valid.contacts().contacts[i], frame));
  }
  measure(figure);
  return figure;
}

PartFigure seated_figure(const ValidTask& valid, const SeatedTask& seat) {
  const Task& task = valid.task();
  const Eigen::Vector3d frame = frame_of(task, seat.pose);
  PartFigure figure = without_fixels(task, seat.contacts, frame);
  for (std::size_t k = 0; k < seat.contacts.size(); ++k) {
    figure.fixels.push_back(fixel_figure(task, seat.fixels[k], seat.contacts.contacts[k], frame));
    figure.fixels.back().touching = true;
  }
  for (const int fixel : seat.left_out) {
    const Fixel apart = fixel_in_world(task, static_cast<std::size_t>(fixel));
    figure.fixels.push_back({fixel + 1, apart.at, apart.radius, apart.at, {0, 1}, 0, false, false});
  }
  measure(figure);
  return figure;
}

}  // namespace pawl::draw
