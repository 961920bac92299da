// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/io/contact_list.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "contact/body_frame.h"
#include "contact/row_errors.h"
#include "exact/turn.h"
#include "geometry/unchecked.h"
#include "io/task_contacts.h"

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
      internal::unchecked_closest_points(outline, internal::BodyFrame(internal::placing_of(task).part).point(task.fixels[i].at).at);
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
  const internal::NormalRanks ranks = internal::normal_ranks(set, goal);
  list.rank = ranks.least;
  list.greatest_rank = ranks.most;
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
    list.pose_error = pose_error(seated.contacts, goal, task.part.outline ? &*task.part.outline : nullptr);
  } catch (const InputError& error) {
    list.unseated = error.faults().front().message;
    std::vector<int> all(set.size());
    std::iota(all.begin(), all.end(), 0);
    add_rank(set, goal_of(task, all), list);
  }
  return list;
}

}  // namespace pawl
