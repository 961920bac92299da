// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/io/contact_list.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "contact/body_frame.h"
#include "exact/turn.h"
#include "geometry/outline_extent.h"
#include "geometry/unchecked.h"

namespace pawl {
namespace {

using Vector = Eigen::Vector2d;

Feature::Kind kind_of(const Outline& outline, const ClosestPoint& place) {
  if (std::holds_alternative<Disc>(outline)) return Feature::Kind::disc;
  if (place.at_vertex) return Feature::Kind::vertex;
  return std::isinf(place.radius) ? Feature::Kind::edge : Feature::Kind::arc;
}

/// Of the closest points of the fixel the one that became the contact: a stated normal may prefer another.
Feature feature_of(const Task& task, std::size_t i, const Contact& contact) {
  if (!task.part.outline) return {};
  const Outline& outline = *task.part.outline;
  const std::vector<ClosestPoint> places =
      internal::unchecked_closest_points(outline, internal::BodyFrame(task.pose).point(task.fixels[i].at).at);
  const auto nearest = std::min_element(places.begin(), places.end(), [&](const auto& a, const auto& b) {
    return (a.point - contact.point).squaredNorm() < (b.point - contact.point).squaredNorm();
  });
  return {kind_of(outline, *nearest), nearest->feature};
}

Vector in_world(const Task& task, const Vector& body) {
  return Vector(task.pose.head<2>()) + internal::turned(body, task.pose.z());
}

ListedContact listed(const Task& task, std::size_t i, const Contact& contact) {
  ListedContact result;
  result.fixel = static_cast<int>(i) + 1;
  result.touching = contact.touching;
  result.point = in_world(task, contact.point);
  result.normal = internal::turned(contact.normal.stableNormalized(), task.pose.z());
  result.gap = contact.gap;
  result.feature = feature_of(task, i, contact);
  result.friction = contact.friction;
  return result;
}

/// Points that say how far the part moves, from its centre of mass.
std::vector<Vector> extent_of(const Task& task, const ContactSet& set) {
  std::vector<Vector> points;
  if (task.part.outline) points = internal::extent_points(*task.part.outline);
  if (!task.part.outline) {
    for (const Contact& contact : set.contacts) points.push_back(contact.point);
  }
  for (Vector& point : points) point -= set.center_of_mass;
  return points;
}

/// How far points move by dq = columns * e, all e_i = -1 or 1: the worst, and the root of the mean square.
void measure(const std::array<Eigen::Vector3d, 3>& columns, const std::vector<Vector>& points, PoseError& error) {
  for (const Vector& point : points) {
    std::array<Vector, 3> motion;
    double squares = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      motion[k] = columns[k].head<2>() + columns[k].z() * Vector(-point.y(), point.x());
      squares += motion[k].squaredNorm();
    }
    for (const double b : {-1., 1.}) {
      for (const double c : {-1., 1.}) {
        error.worst = std::max(error.worst, (motion[0] + b * motion[1] + c * motion[2]).norm());
      }
    }
    error.rms = std::max(error.rms, std::sqrt(squares));
  }
}

/// J_n^-T of three contacts by its columns, frame of the set: d gap = J_n^T dq must be what the fixels are off.
PoseError pose_error(const Task& task, const ContactSet& set, const std::vector<int>& goal) {
  std::array<Eigen::Vector3d, 3> rows;
  for (std::size_t k = 0; k < 3; ++k) {
    const Contact& contact = set.contacts[static_cast<std::size_t>(goal[k])];
    const Vector n = contact.normal.stableNormalized(), arm = contact.point - set.center_of_mass;
    rows[k] << n, arm.x() * n.y() - arm.y() * n.x();
  }
  const double determinant = rows[0].dot(rows[1].cross(rows[2]));
  std::array<Eigen::Vector3d, 3> columns;
  PoseError error;
  for (std::size_t k = 0; k < 3; ++k) {
    columns[k] = rows[(k + 1) % 3].cross(rows[(k + 2) % 3]) / determinant;
    error.of_fixel.push_back(set.to_world(columns[k]));
  }
  measure(columns, extent_of(task, set), error);
  return error;
}

/// Contacts of a seat that are the goal's.
std::vector<int> goal_of(const Task& task, const std::vector<int>& fixels) {
  std::vector<int> goal;
  for (std::size_t k = 0; k < fixels.size(); ++k) {
    const bool named = !task.goal || std::find(task.goal->begin(), task.goal->end(), fixels[k] + 1) != task.goal->end();
    if (named) goal.push_back(static_cast<int>(k));
  }
  return goal;
}

void add_rank(const ContactSet& set, const std::vector<int>& goal, ContactList& list) {
  list.rank = normal_rank(set, goal);
  list.located = list.rank == 3;
}

}  // namespace

std::string text_of(const Feature& feature) {
  switch (feature.kind) {
    case Feature::Kind::edge:
      return fmt::format("edge {}", feature.index);
    case Feature::Kind::arc:
      return fmt::format("arc {}", feature.index);
    case Feature::Kind::vertex:
      return fmt::format("vertex {}", feature.index);
    case Feature::Kind::disc:
      return "disc";
    case Feature::Kind::stated:
      break;
  }
  return "stated";
}

std::vector<ListedContact> contacts_in_world(const ValidTask& task) {
  std::vector<ListedContact> contacts;
  for (std::size_t i = 0; i < task.contacts().size(); ++i) {
    contacts.push_back(listed(task.task(), i, task.contacts().contacts[i]));
  }
  return contacts;
}

ContactList list_contacts(const ValidTask& valid) {
  const Task& task = valid.task();
  const ContactSet& set = valid.contacts();
  ContactList list;
  list.gyration_radius = set.radius_of_gyration();
  list.contacts = contacts_in_world(valid);
  if (set.size() == 0) return list;
  try {
    const SeatedTask seated = find_seat(valid);
    list.seated_pose = seated.pose;
    const std::vector<int> goal = goal_of(task, seated.fixels);
    add_rank(seated.contacts, goal, list);
    if (list.located && goal.size() == 3) list.pose_error = pose_error(task, seated.contacts, goal);
  } catch (const InputError& error) {
    list.unseated = error.faults().front().message;
    std::vector<int> all(set.size());
    std::iota(all.begin(), all.end(), 0);
    add_rank(set, goal_of(task, all), list);
  }
  return list;
}

}  // namespace pawl
