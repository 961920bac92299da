// SPDX-License-Identifier: MIT
#include "io/task_contacts.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/contact/mode.h>
#include <pawl/io/contact_list.h>
#include <pawl/io/part_contacts.h>
#include <pawl/io/valid_task.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "contact/contact_rows.h"
#include "contact/diamond_pin.h"
#include "contact/find_contacts.h"
#include "contact/seated_pose.h"
#include "contact/wall_contacts.h"
#include "exact/numbers.h"
#include "exact/orientation.h"
#include "geometry/outline.h"
#include "io/units.h"
#include "io/valid_task.h"

namespace pawl {
namespace internal::inline io {
namespace {

/// Some numbers of a stated contact may be results of computations, and so be rounded. Adds their rounding errors
/// (written_error()) to the errors of the contact. Skips invalid numbers, because the caller reports them.
void add_written_errors(Contact& contact) {
  if (!contact.point.allFinite() || !contact.normal.allFinite() || contact.normal.isZero(0)) return;
  const double of_point = written_error(contact.point);
  contact.error.along_tangent += of_point;
  contact.error.of_numbers = of_point > 0 && contact.error.along_tangent == of_point;
  contact.error.along_normal += of_point;
  contact.error.angle += written_error(contact.normal) / contact.normal.stableNorm();
}

}  // namespace

ContactSet inertia_of(const Part& part, const Units& units) {
  return inertia_of(part, units, part.outline ? unchecked_area_properties(part.loops()) : AreaProperties());
}

ContactSet inertia_of(const Part& part, const Units& units, const AreaProperties& area) {
  ContactSet set;
  set.mass = part.mass.value_or(1);
  set.inertia = part.inertia.value_or(in_metres(1, units.length, -2));
  set.center_of_mass = part.center_of_mass.value_or(Eigen::Vector2d(0, 0));
  if (!part.outline) return set;
  set.mass = part.mass.value_or(part.density * area.area);
  set.inertia = part.inertia.value_or(set.mass * area.gyration_squared);
  set.center_of_mass = part.center_of_mass.value_or(area.centroid);
  return set;
}

Placing placing_of(const Task& task) {
  const bool in_part = task.frame == Task::Frame::part;
  return {in_part ? Eigen::Vector3d(0, 0, 0) : task.pose, in_part ? task.pose : Eigen::Vector3d(0, 0, 0)};
}

Eigen::Vector3d composed(const Eigen::Vector3d& frame, const Eigen::Vector3d& inner) {
  const Eigen::Vector2d at = frame.head<2>() + turned(inner.head<2>(), frame.z());
  return {at.x(), at.y(), frame.z() + inner.z()};
}

ContactSet contacts_of(const Task& task, const AreaProperties& area, std::vector<WallContact>* wall_contacts) {
  ContactSet set = inertia_of(task.part, task.units, area);
  // Forces are in N, but accelerations are in (unit of length)/s^2. The equation of motion is therefore L M v' = J c +
  // g, where L is the number of metres in the unit of length. Mass and inertia are multiplied by L.
  set.mass = in_metres(set.mass, task.units.length);
  set.inertia = in_metres(set.inertia, task.units.length);
  if (!task.part.outline) {
    set.contacts = task.contacts;
    for (Contact& contact : set.contacts) add_written_errors(contact);
    return set;
  }
  set.angle = task.pose.z();
  // The task is not checked here. Other functions check its values one by one, and call this function also for the
  // valid parts of an invalid task.
  set.contacts = find_contacts(task.part.loops(), BodyFrame(placing_of(task).part), task.fixels, task.friction,
                               task.contact_tolerance, task.units.length_name());
  if (task.walls.empty()) return set;
  const WallContacts walls(task.part.loops(), task.walls, task.friction, task.contact_tolerance,
                           task.units.length_name());
  std::vector<WallContact> found = walls.find({placing_of(task).part}, task.reach);
  for (const WallContact& contact : found) set.contacts.push_back(contact.contact);
  if (wall_contacts != nullptr) *wall_contacts = std::move(found);
  return set;
}

}  // namespace internal::inline io

namespace {

std::vector<int> numbers_below(std::size_t count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// Returns the goal of a valid task: numbers of contacts from 0, ascending. The default is all fixels and all contacts
/// with walls that touch.
std::vector<int> goal_of(const Task& task, const std::vector<Contact>& contacts) {
  std::vector<int> goal;
  if (!task.goal) {
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const bool of_wall = !task.walls.empty() && i >= task.fixels.size();
      if (!of_wall || contacts[i].touching) goal.push_back(static_cast<int>(i));
    }
    return goal;
  }
  for (const int fixel : *task.goal) goal.push_back(fixel - 1);
  std::sort(goal.begin(), goal.end());
  return goal;
}

/// Returns the indices k for which `wanted`, which must be ascending, contains numbers[k].
std::vector<int> places_of(const std::vector<int>& wanted, const std::vector<int>& numbers) {
  std::vector<int> places;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (std::binary_search(wanted.begin(), wanted.end(), numbers[k])) places.push_back(static_cast<int>(k));
  }
  return places;
}

/// Returns the goal. Throws InputError if the goal is empty, because the part then cannot be seated: the task has no
/// contacts, or only contacts with walls of which none touches.
std::vector<int> checked_goal(const Task& task, const std::vector<Contact>& contacts) {
  std::vector<int> goal = goal_of(task, contacts);
  if (!goal.empty()) return goal;
  if (!contacts.empty()) {
    throw InputError("/goal", "", "missing: no wall touches the part at its pose, so name the contacts that seat it");
  }
  if (!task.walls.empty()) {
    throw InputError("/walls", "", "no wall is within \"reach\" of the part: nothing seats it");
  }
  throw InputError(task.part.outline ? "/fixels" : "/contacts", "[]", "must not be empty: nothing seats the part");
}

}  // namespace

std::vector<int> contacts_that_may_touch(std::string_view pattern) {
  const std::vector<std::string> letters = letters_in_pattern(pattern);
  std::vector<int> contacts;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (letters[i].find('n') != std::string::npos) contacts.push_back(static_cast<int>(i) + 1);
  }
  return contacts;
}

Fixel fixel_in_world(const Task& task, std::size_t i) {
  if (i >= task.fixels.size()) {
    throw InputError("/fixels", std::to_string(i),
                     "must be below the number of fixels, " + std::to_string(task.fixels.size()));
  }
  Fixel fixel = task.fixels[i];
  const Eigen::Vector3d frame = internal::placing_of(task).frame;
  fixel.at = Eigen::Vector2d(frame.head<2>()) + internal::turned(fixel.at, frame.z());
  if (fixel.normal) fixel.normal = internal::turned(*fixel.normal, frame.z());
  if (fixel.diamond) fixel.diamond = internal::turned(*fixel.diamond, frame.z());
  return fixel;
}

Wall wall_in_world(const Task& task, std::size_t k) {
  if (k >= task.walls.size()) {
    throw InputError("/walls", std::to_string(k),
                     "must be below the number of walls, " + std::to_string(task.walls.size()));
  }
  Wall wall = task.walls[k];
  wall.pose = internal::composed(internal::placing_of(task).frame, wall.pose);
  return wall;
}

ContactSet find_contacts(const Task& task) { return ValidTask(task).contacts(); }

SeatedTask find_seat(const Task& task) { return find_seat(ValidTask(task)); }

namespace {

SeatedTask seat_of(const internal::TaskRecord& record) {
  const Task& task = record.task;
  const std::vector<int> goal = checked_goal(task, record.contacts.contacts);
  SeatedTask seated;
  seated.contacts = record.contacts;
  if (task.part.outline) {
    const internal::Placing placing = internal::placing_of(task);
    Seat seat = internal::find_seat(
        SeatProblem{*task.part.outline, placing.part, task.fixels, task.friction, task.contact_tolerance, goal,
                    task.seat_distance, task.units.length_name(), task.part.holes, task.walls, record.wall_contacts},
        record.area.centroid, record.contacts.contacts);
    seated.contacts.contacts = std::move(seat.contacts);
    seat.pose = internal::composed(placing.frame, seat.pose);
    seated.contacts.angle = seat.pose.z();
    seated.fixels = std::move(seat.fixels);
    for (const int number : seat.left_out) {
      if (static_cast<std::size_t>(number) < task.fixels.size()) seated.left_out.push_back(number);
    }
    seated.pose = seat.pose;
  } else {
    for (Contact& contact : seated.contacts.contacts) contact.touching = true;
    seated.fixels = numbers_below(seated.contacts.size());
  }
  seated.located = internal::normal_ranks(seated.contacts, places_of(goal, seated.fixels)).least == 3;
  return seated;
}

}  // namespace

const SeatedTask& ValidTask::seat() const {
  std::call_once(record_->seat_sought, [&] {
    try {
      record_->seat = seat_of(*record_);
    } catch (const InputError& error) {
      record_->no_seat = error;
    }
  });
  if (record_->no_seat) throw InputError(*record_->no_seat);
  return *record_->seat;
}

SeatedTask find_seat(const ValidTask& valid) { return valid.seat(); }

ContactSet find_contacts(const Part& part, const Eigen::Vector3d& pose, std::vector<Fixel> fixels,
                         const Friction& friction, double contact_tolerance) {
  Task task;
  task.part = part;
  task.pose = pose;
  task.friction = friction;
  task.fixels = std::move(fixels);
  task.contact_tolerance = contact_tolerance;
  return find_contacts(task);
}

namespace {

using Vector = Eigen::Vector2d;

Feature::Kind kind_of(const Loops& loops, const ClosestPoint& place) {
  if (std::holds_alternative<Disc>(loops[place.loop])) return Feature::Kind::disc;
  if (place.at_vertex) return Feature::Kind::vertex;
  return std::isinf(place.radius) ? Feature::Kind::edge : Feature::Kind::arc;
}

/// Returns the feature of the part on which the contact of fixel i lies. It may differ from the feature of the first
/// closest point, because a stated normal may select another point.
Feature feature_of(const Task& task, std::size_t i, const Contact& contact) {
  if (!task.part.outline) return {};
  const Loops loops = task.part.loops();
  if (task.fixels[i].diamond) {
    const internal::DiamondPin pin(loops, task.fixels[i], task.friction, task.contact_tolerance);
    return pin.nearest({internal::placing_of(task).part}, i).of_part;
  }
  const std::vector<ClosestPoint> places = internal::unchecked_closest_points(
      loops, internal::BodyFrame(internal::placing_of(task).part).point(task.fixels[i].at).at);
  const auto nearest = std::min_element(places.begin(), places.end(), [&](const auto& a, const auto& b) {
    return (a.point - contact.point).squaredNorm() < (b.point - contact.point).squaredNorm();
  });
  return {kind_of(loops, *nearest), nearest->feature, nearest->loop};
}

Vector in_world(const Task& task, const Vector& body) {
  return Vector(task.pose.head<2>()) + internal::turned(body, task.pose.z());
}

ListedContact listed(const ValidTask& valid, std::size_t i) {
  const Task& task = valid.task();
  const Contact& contact = valid.contacts().contacts[i];
  ListedContact result;
  result.fixel = static_cast<int>(i) + 1;
  result.touching = contact.touching;
  result.point = in_world(task, contact.point);
  result.normal = internal::turned(contact.normal.stableNormalized(), task.pose.z());
  result.gap = contact.gap;
  if (i < task.fixels.size() || !task.part.outline) {
    result.feature = feature_of(task, i, contact);
  } else {
    const WallContact& of_wall = valid.wall_contacts()[i - task.fixels.size()];
    result.feature = of_wall.of_part;
    result.wall = static_cast<int>(of_wall.wall) + 1;
    result.wall_feature = of_wall.of_wall;
  }
  result.friction = contact.friction;
  return result;
}

/// Returns the indices of those contacts of a seat that belong to the goal.
std::vector<int> goal_contacts_of(const ValidTask& valid, const std::vector<int>& numbers) {
  return places_of(goal_of(valid.task(), valid.contacts().contacts), numbers);
}

void add_rank(const ContactSet& set, const std::vector<int>& goal, ContactList& list) {
  const internal::NormalRanks ranks = internal::normal_ranks(set, goal);
  list.rank = ranks.least;
  list.greatest_rank = ranks.most;
  list.located = list.rank == 3;
}

}  // namespace

std::vector<ListedContact> contacts_in_world(const ValidTask& task) {
  std::vector<ListedContact> contacts;
  for (std::size_t i = 0; i < task.contacts().size(); ++i) {
    contacts.push_back(listed(task, i));
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
    const SeatedTask& seated = valid.seat();
    list.seated_pose = seated.pose;
    const std::vector<int> goal = goal_contacts_of(valid, seated.fixels);
    add_rank(seated.contacts, goal, list);
    list.pose_error = pose_error(seated.contacts, goal, task.part.outline ? &*task.part.outline : nullptr);
  } catch (const InputError& error) {
    list.unseated = error.faults().front().message;
    std::vector<int> all(set.size());
    std::iota(all.begin(), all.end(), 0);
    add_rank(set, goal_contacts_of(valid, all), list);
  }
  return list;
}

}  // namespace pawl
