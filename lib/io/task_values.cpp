// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "io/task_fields.h"
#include "io/task_form.h"

namespace pawl::internal {
namespace {

using Kind = JsonValue::Kind;
using Pointer = const std::string&;

constexpr int kLargestInteger = std::numeric_limits<int>::max();

// Values as JSON, to be quoted as those of a file are: what differs from its default.

JsonValue json_of(double number) { return {Kind::number, number, fmt::format("{}", number), {}, {}}; }
JsonValue json_of(int number) { return {Kind::number, static_cast<double>(number), fmt::to_string(number), {}, {}}; }
JsonValue json_of(const std::string& text) { return {Kind::string, 0, text, {}, {}}; }
JsonValue json_of(const Fixel& fixel);
JsonValue json_of(const Friction& friction);
JsonValue json_of(const Polygon& polygon);
JsonValue json_of(const Disc& disc);
JsonValue json_of(const Path& path);

template <class Derived>
JsonValue json_of(const Eigen::MatrixBase<Derived>& vector) {
  JsonValue array{Kind::array, 0, {}, {}, {}};
  for (Eigen::Index k = 0; k < vector.size(); ++k) array.items.push_back(json_of(static_cast<double>(vector[k])));
  return array;
}

/// No more entries than a quote has room for.
template <class Entry>
JsonValue json_of(const std::vector<Entry>& list) {
  JsonValue array{Kind::array, 0, {}, {}, {}};
  for (std::size_t k = 0; k < std::min(list.size(), kLongestQuote); ++k) array.items.push_back(json_of(list[k]));
  return array;
}

/// Makes an object key by key.
class JsonObject {
 public:
  template <class Member>
  JsonObject with(const char* key, const Member& member, bool present = true) && {
    if (!present) return std::move(*this);
    object_.keys.emplace_back(key);
    object_.items.push_back(json_of(member));
    return std::move(*this);
  }
  template <class Member>
  JsonObject with(const char* key, const std::optional<Member>& member) && {
    return member ? std::move(*this).with(key, *member) : std::move(*this);
  }
  operator JsonValue() && { return std::move(object_); }  // NOLINT(google-explicit-constructor): it is one

 private:
  JsonValue object_{Kind::object, 0, {}, {}, {}};
};

JsonValue json_of(const Friction& friction) {
  return friction.is_interval() ? json_of(Eigen::Vector2d(friction.low, friction.high)) : json_of(friction.low);
}

JsonValue json_of(const Fixel& fixel) {
  return JsonObject()
      .with("at", fixel.at)
      .with("friction", fixel.friction)
      .with("radius", fixel.radius, fixel.radius != 0)
      .with("normal", fixel.normal);
}

JsonValue json_of(const Polygon& polygon) { return json_of(polygon.vertices); }

JsonValue json_of(const Disc& disc) {
  return JsonObject().with("center", disc.center, disc.center != Disc().center).with("radius", disc.radius);
}

/// A segment as the entry that it ends with.
JsonValue segment_json(const Eigen::Vector2d& to, double bulge) {
  if (bulge == 0) return json_of(to);
  return JsonObject().with("to", to).with("bulge", bulge);
}

/// Whether segment i has an entry in a file: not a straight side that closes the path. One that repeats its start is
/// closed by a further entry, or the reader would take its last vertex for that.
bool has_entry(const Path& path, std::size_t i) {
  return i + 1 < path.vertices.size() || path.bulges[i] != 0 || path.vertices.back() == path.vertices.front();
}

/// As a file has it: the start, then where each segment goes; an arc that closes the path goes back to the start.
JsonValue json_of(const Path& path) {
  JsonValue array{Kind::array, 0, {}, {}, {}};
  const std::size_t count = std::min(path.vertices.size(), path.bulges.size());
  if (count == 0) return array;
  array.items.push_back(json_of(path.vertices[0]));
  for (std::size_t i = 0; i < std::min(count, kLongestQuote); ++i) {
    if (has_entry(path, i)) array.items.push_back(segment_json(path.vertices[(i + 1) % count], path.bulges[i]));
  }
  return array;
}

JsonValue json_of(const Outline& outline) {
  if (const auto* polygon = std::get_if<Polygon>(&outline)) return JsonObject().with("polygon", *polygon);
  if (const auto* disc = std::get_if<Disc>(&outline)) return JsonObject().with("disc", *disc);
  return JsonObject().with("path", std::get<Path>(outline));
}

/// Checks each value of a task by its rule in task_fields.h: one function check(pointer, member, rule) a rule.
class TaskValues {
 public:
  TaskValues(const Task& task, Validator& faults)
      : task_(task), faults_(faults), fixel_count_(task.fixels.size() + task.contacts.size()) {}

  void run() {
    check("", task_, Fields());
    check_alternatives();
  }

 private:
  template <class Value>
  void require(Pointer pointer, const Value& value, std::string message) {
    if (!message.empty()) faults_.add(pointer, quoted(json_of(value)), std::move(message));
  }

  template <class Object>
  void check(Pointer pointer, const Object& object, Fields) {
    fields_of(object, [&](const char* name, Need, const auto& member, auto rule) {
      this->check(child(pointer, name), member, rule);
    });
  }

  void check(Pointer pointer, const std::optional<Scatter>& scatter, Fields rule) {
    if (scatter) check(pointer, *scatter, rule);
  }
  template <class Member, class Rule>
  void check(Pointer pointer, const std::optional<Member>& member, Rule rule) {
    if (member) check(pointer, *member, rule);
  }

  template <class Entry>
  void check(Pointer pointer, const std::vector<Entry>& list, FieldsOfEach) {
    for (std::size_t i = 0; i < list.size(); ++i) check(child(pointer, i), list[i], Fields());
  }

  void check(Pointer pointer, double value, Bound bound) { require(pointer, value, wrong_number(bound, value)); }
  template <int N>
  void check(Pointer pointer, const Eigen::Matrix<double, N, 1>& vector, Bound bound) {
    for (int k = 0; k < N; ++k) check(child(pointer, static_cast<std::size_t>(k)), vector[k], bound);
  }
  void check(Pointer pointer, int value, AtLeast rule) {
    require(pointer, value, wrong_whole_number(value, rule.least, kLargestInteger));
  }
  void check(Pointer, const std::string&, Text) {}

  void check(Pointer pointer, const Friction& friction, FrictionEnds) {
    if (friction.low == friction.high) return check(pointer, friction.low, Bound::not_negative);
    const Eigen::Vector2d ends(friction.low, friction.high);
    check(pointer, ends, Bound::not_negative);
    const auto right = [](double end) { return wrong_number(Bound::not_negative, end).empty(); };
    if (right(friction.low) && right(friction.high)) require(pointer, friction, wrong_interval(friction));
  }
  void check(Pointer pointer, const Eigen::Vector2d& direction, Direction) {
    check(pointer, direction, Bound::any);
    require(pointer, direction, wrong_direction(direction));
  }
  void check(Pointer pointer, const Eigen::Vector3d& pose, PoseEntries) {
    check(pointer, pose, Bound::any);
    if (pose.allFinite()) check(pointer, Eigen::Vector2d(pose.head<2>()), Bound::coordinate);
  }
  void check(Pointer pointer, const PushActuator& push, AngleEnds) {
    check(pointer, Eigen::Vector2d(push.from, push.to), Bound::any);
  }

  void check(Pointer pointer, const Outline& outline, OneOutline) {
    if (const Disc* disc = std::get_if<Disc>(&outline)) return check(child(pointer, "disc"), *disc, Fields());
    if (const Path* path = std::get_if<Path>(&outline)) return check_path(child(pointer, "path"), *path);
    const auto& vertices = std::get<Polygon>(outline).vertices;
    const std::string place = child(pointer, "polygon");
    const std::string wrong_count = wrong_vertex_count(vertices.size());
    if (!wrong_count.empty()) return require(place, vertices, wrong_count);
    for (std::size_t i = 0; i < vertices.size(); ++i) check(child(place, i), vertices[i], Bound::coordinate);
  }
  /// An entry has the bulge that leads to it, and is an object where that is not 0 (json_of).
  void check_path(Pointer place, const Path& path) {
    const std::size_t count = path.vertices.size();
    if (path.bulges.size() != count) return;  // no file can say that; outline_faults() does
    std::size_t entries = 1;
    for (std::size_t i = 0; i < count; ++i) entries += has_entry(path, i) ? 1 : 0;
    const std::string wrong_count = wrong_path_count(count == 0 ? 0 : entries);
    if (!wrong_count.empty()) return require(place, path, wrong_count);
    check(child(place, std::size_t{0}), path.vertices[0], Bound::coordinate);
    for (std::size_t i = 0; i < count; ++i) {
      if (!has_entry(path, i)) continue;
      const std::string entry = child(place, i + 1);
      const bool arc = path.bulges[i] != 0;
      check(arc ? child(entry, "to") : entry, path.vertices[(i + 1) % count], Bound::coordinate);
      if (arc) check(child(entry, "bulge"), path.bulges[i], Bound::bulge);
    }
  }
  void check(Pointer pointer, const Actuator& actuator, OneActuator) {
    std::visit([&](const auto& one) { this->check(child(pointer, key_of(one)), one, Fields()); }, actuator);
  }

  void check(Pointer pointer, const std::vector<std::string>& modes, ModeLetters) {
    for (std::size_t i = 0; i < modes.size(); ++i) {
      require(child(pointer, i), modes[i], wrong_mode(modes[i], fixel_count_));
    }
  }
  void check_state(Pointer pointer, const std::vector<int>& state) {
    std::vector<int> earlier;
    for (std::size_t i = 0; i < state.size(); ++i) {
      const std::string place = child(pointer, i);
      const std::string wrong = wrong_whole_number(state[i], 1, kLargestInteger);
      require(place, state[i], wrong.empty() ? wrong_fixel_number(state[i], earlier, fixel_count_) : wrong);
      if (wrong.empty()) earlier.push_back(state[i]);
    }
  }
  void check(Pointer pointer, const std::vector<int>& goal, GoalFixels) {
    check_state(pointer, goal);
    require(pointer, goal, wrong_goal(goal.size()));
  }
  void check(Pointer pointer, const Task& task, StartBelief) {
    if (task.start) {
      const std::string states = child(pointer, "states");
      for (std::size_t k = 0; k < task.start->size(); ++k) check_state(child(states, k), (*task.start)[k]);
    }
    check_vectors(child(pointer, "displacements"), "", task.start_displacements, Bound::any);
  }
  void check(Pointer pointer, const std::vector<Eigen::Vector3d>& plan, PlanWrenches) {
    check_vectors(child(pointer, "steps"), "/wrench", plan, Bound::wrench);
  }
  void check_vectors(Pointer pointer, const char* key, const std::vector<Eigen::Vector3d>& vectors, Bound bound) {
    for (std::size_t k = 0; k < vectors.size(); ++k) check(child(pointer, k) + key, vectors[k], bound);
  }

  /// What is present is what differs from its default. Without an outline and without fixels the contacts are stated,
  /// be they none at all.
  void check_alternatives() {
    const Part& part = task_.part;
    const bool stated = !task_.contacts.empty() || (!part.outline && task_.fixels.empty());
    if (!stated) {
      if (!part.outline) faults_.add("/part/outline", "", kMissing);
      return;
    }
    if (!task_.fixels.empty()) require("/fixels", task_.fixels, kBesideContacts);
    if (task_.pose != Task().pose) require("/pose", task_.pose, kBesideContacts);
    if (part.outline) require("/part/outline", *part.outline, kBesideContacts);
    if (part.density != Part().density) require("/part/density", part.density, kBesideContacts);
  }

  const Task& task_;
  Validator& faults_;
  std::size_t fixel_count_;
};

}  // namespace

void check_task_values(const Task& task, Validator& faults) { TaskValues(task, faults).run(); }

}  // namespace pawl::internal
