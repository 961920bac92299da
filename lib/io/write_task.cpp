// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/io/write_task.h>

#include <algorithm>
#include <charconv>

#include "io/json.h"
#include "io/task_fields.h"
#include "io/units.h"
#include "io/value_checks.h"

namespace pawl::internal::inline io {
namespace {

using Kind = JsonValue::Kind;

JsonValue array() { return {Kind::array, 0, {}, {}, {}}; }
JsonValue object() { return {Kind::object, 0, {}, {}, {}}; }

void add(JsonValue& object, std::string key, JsonValue value) {
  object.keys.push_back(std::move(key));
  object.items.push_back(std::move(value));
}

JsonValue object_with(const char* key, JsonValue value) {
  JsonValue result = object();
  add(result, key, std::move(value));
  return result;
}

template <class Entries, class Each>
JsonValue list_of(const Entries& entries, const Each& each) {
  JsonValue result = array();
  for (const auto& entry : entries) result.items.push_back(each(entry));
  return result;
}

/// Writes tasks; the inverse of the form readers. Converts the value of each key of a task file to JSON by the rule
/// that the tables of fields state for the key. An absent value becomes null.
class TaskWriter {
 public:
  explicit TaskWriter(const Task& task) : task_(task) {}

  JsonValue document() const {
    Task defaults;
    set_defaults(defaults, task_.units);
    JsonValue result = object_with("pawl", json_of(1));
    const JsonValue fields = differing(task_, defaults);
    for (std::size_t k = 0; k < fields.size(); ++k) add(result, fields.keys[k], fields.items[k]);
    Validator faults;
    for (const auto& [pointer, text] : task_.extensions) {
      const std::optional<JsonValue> extension = parse_json(text, faults);
      if (extension) put(result, pointer, *extension);
    }
    faults.finish();
    return result;
  }

 private:
  /// Returns a JSON object with the required fields of `of`, and with the fields that differ from those of `defaults`.
  template <class Object>
  JsonValue differing(const Object& of, const Object& defaults) const {
    std::vector<JsonValue> usual;
    fields_of(defaults,
              [&](const char*, Need, const auto& member, const auto& rule) { usual.push_back(value(member, rule)); });
    JsonValue result = object();
    std::size_t k = 0;
    fields_of(of, [&](const char* key, Need need, const auto& member, const auto& rule) {
      JsonValue one = value(member, rule);
      const bool written = !one.is(Kind::null) &&
                           (need == Need::required || is_stated(&member) || json_text(one) != json_text(usual[k]));
      if (written) add(result, key, std::move(one));
      ++k;
    });
    return result;
  }

  /// Returns whether a member is written even if it has its default value. There are two such members. One is a
  /// friction that the file states, because a file without it would cause a warning. The other is the list of contacts
  /// of a task that has no outline.
  bool is_stated(const void* member) const {
    if (member == &task_.contacts) return !task_.part.outline;
    if (member != &task_.friction || task_.friction_defaulted) return false;
    return std::any_of(task_.fixels.begin(), task_.fixels.end(), [](const Fixel& fixel) { return !fixel.friction; }) ||
           std::any_of(task_.walls.begin(), task_.walls.end(), [](const Wall& wall) { return !wall.friction; });
  }

  // The functions below write single values: numbers, words, vectors and intervals.

  JsonValue value(double number, Bound) const { return json_of(number); }
  template <int N>
  JsonValue value(const Eigen::Matrix<double, N, 1>& vector, Bound) const {
    return json_of(vector);
  }
  JsonValue value(int number, Whole) const { return json_of(number); }
  JsonValue value(int number, PinCount) const { return json_of(number); }
  JsonValue value(double number, Degrees) const { return json_of(number); }
  JsonValue value(const std::string& text, Text) const { return json_of(text); }
  JsonValue value(bool flag, Flag) const { return {Kind::boolean, 0, flag ? "true" : "false", {}, {}}; }
  template <class Enum>
  JsonValue value(Enum chosen, const Words<Enum>& rule) const {
    for (const auto& word : rule.words) {
      if (word.value == chosen) return json_of(std::string(word.text));
    }
    return {};
  }
  JsonValue value(const Eigen::Vector3d& pose, PoseEntries) const { return json_of(pose); }
  JsonValue value(const Friction& friction, FrictionEnds) const { return json_of(friction); }
  JsonValue value(const Eigen::Vector2d& direction, Direction) const { return json_of(direction); }
  JsonValue value(const PushActuator& push, AngleEnds) const { return json_of(Eigen::Vector2d(push.from, push.to)); }

  // The functions below write objects and lists.

  template <class Member, class Rule>
  JsonValue value(const std::optional<Member>& member, const Rule& rule) const {
    return member ? value(*member, rule) : JsonValue();
  }
  template <class Object>
  JsonValue value(const std::optional<Object>& of, const Fields& rule) const {
    return of ? value(*of, rule) : JsonValue();
  }
  template <class Object>
  JsonValue value(const Object& of, const Fields&) const {
    return differing(of, Object());
  }
  JsonValue value(const Part& part, const Fields&) const {
    Part defaults;
    if (part.outline) defaults.density = default_density(task_.units);
    return differing(part, defaults);
  }
  JsonValue value(const SimulateOptions::Tray& tray, const Fields&) const {
    return JsonObject().with("tilt", tray.tilt).with("gravity", tray.gravity);
  }
  JsonValue value(const Contact& contact, const Fields&) const {
    JsonValue result = differing(contact, Contact());
    const bool stated = !task_.friction_defaulted || !(contact.friction == task_.friction);
    if (stated && result.find("friction") == nullptr) add(result, "friction", json_of(contact.friction));
    return result;
  }
  template <class Entry>
  JsonValue value(const std::vector<Entry>& entries, FieldsOfEach) const {
    return list_of(entries, [&](const Entry& entry) { return value(entry, Fields()); });
  }
  JsonValue value(const Actuator& actuator, OneActuator) const {
    return std::visit([&](const auto& one) { return object_with(key_of(one), value(one, Fields())); }, actuator);
  }
  JsonValue value(const Part& part, PartLoops) const {
    return part.outline ? loops_of(part.loops(), "/part/outline") : JsonValue();
  }
  JsonValue value(const Wall& wall, PartLoops) const {
    return loops_of(wall.loops(), fmt::format("/walls/{}/outline", &wall - task_.walls.data()));
  }
  /// Returns the JSON form of the loops of a body; `pointer` is the location of its outline.
  JsonValue loops_of(const Loops& loops, const std::string& pointer) const {
    JsonValue result = loop_of(loops.outer, pointer);
    if (loops.holes.empty()) return result;
    JsonValue holes = array();
    for (const Outline& hole : loops.holes) {
      holes.items.push_back(loop_of(hole, fmt::format("{}/holes/{}", pointer, holes.items.size())));
    }
    add(result, "holes", std::move(holes));
    return result;
  }
  /// Returns the JSON form of an outline; `pointer` is its location.
  JsonValue loop_of(const Outline& outline, const std::string& pointer) const {
    if (const auto* polygon = std::get_if<Polygon>(&outline)) return object_with("polygon", vertices_of(*polygon));
    if (const auto* disc = std::get_if<Disc>(&outline)) return object_with("disc", value(*disc, Fields()));
    return object_with("path", segments_of(std::get<Path>(outline), pointer + "/path/"));
  }
  static JsonValue vertices_of(const Polygon& polygon) {
    return list_of(polygon.vertices, [](const Eigen::Vector2d& vertex) { return json_of(vertex); });
  }
  JsonValue segments_of(const Path& path, const std::string& pointer) const {
    JsonValue result = array();
    result.items.push_back(json_of(path.vertices[0]));
    for (std::size_t i = 0; i < path.vertices.size(); ++i) {
      const bool extended = has_extension(fmt::format("{}{}/", pointer, result.size()));
      if (!has_entry(path, i) && !extended) continue;
      const Eigen::Vector2d& to = path.vertices[(i + 1) % path.vertices.size()];
      const PathEntry entry{to, path.bulges[i], curve_of(path, i)};
      result.items.push_back(is_object(path, i) || extended ? value(entry, Fields()) : json_of(to));
    }
    return result;
  }
  bool has_extension(const std::string& below) const {
    const auto first = task_.extensions.lower_bound(below);
    return first != task_.extensions.end() && first->first.starts_with(below);
  }

  // The functions below write modes, states and plans.

  JsonValue value(const std::vector<std::string>& modes, ModeLetters) const {
    return list_of(modes, [](const std::string& mode) { return json_of(mode); });
  }
  static JsonValue numbers(const std::vector<int>& list) {
    return list_of(list, [](int number) { return json_of(number); });
  }
  template <class Vectors>
  static JsonValue vectors(const Vectors& list) {
    return list_of(list, [](const auto& vector) { return json_of(vector); });
  }
  JsonValue value(const Task& task, Goal) const {
    if (!task.goal_mode) return task.goal ? numbers(*task.goal) : JsonValue();
    JsonValue result = object();
    add(result, "mode", json_of(*task.goal_mode));
    return result;
  }
  JsonValue value(const Task& task, StartBelief) const {
    JsonValue result = object();
    const bool displaced = !task.start_displacements.empty();
    if (task.start && !(task.start->empty() && displaced)) add(result, "states", list_of(*task.start, numbers));
    if (displaced) add(result, "displacements", vectors(task.start_displacements));
    if (task.start_region) add(result, "region", differing(*task.start_region, StartRegion()));
    return result.size() > 0 ? result : JsonValue();
  }
  JsonValue value(const std::vector<Eigen::Vector3d>& plan, PlanWrenches) const {
    const auto step = [](const Eigen::Vector3d& wrench) { return object_with("wrench", json_of(wrench)); };
    return object_with("steps", list_of(plan, step));
  }

  // The functions below write the key "fixture".

  JsonValue value(const FixtureOptions& fixture, FixtureSearch) const { return value(fixture, Fields()); }
  JsonValue value(const FixtureOptions::Candidates& candidates, OneCandidates) const {
    return std::visit([&](const auto& one) { return object_with(key_of(one), value(one, Fields())); }, candidates);
  }
  JsonValue value(const FixtureOptions::Points& points, const Fields&) const {
    FixtureOptions::Points one = points;
    // Only one of the keys pitch, per_edge and total is written, because a file with two of them would be refused:
    // pitch if it is set, otherwise per_edge if it is set, otherwise total.
    if (one.pitch) one.per_edge.reset();
    if (!one.by_total()) one.total = FixtureOptions::Points().total;
    return differing(one, FixtureOptions::Points());
  }
  JsonValue value(const std::vector<Polygon>& polygons, Polygons) const { return list_of(polygons, vertices_of); }
  JsonValue value(const std::vector<int>& edges, EdgeNumbers) const { return numbers(edges); }
  JsonValue value(const std::pair<double, double>& range, EdgeRange) const {
    return json_of(Eigen::Vector2d(range.first, range.second));
  }
  template <class Vectors>
  JsonValue value(const Vectors& list, VectorsOf) const {
    return vectors(list);
  }
  JsonValue value(const std::array<int, 2>& counts, Counts) const { return numbers(std::vector<int>{counts[0], counts[1]}); }
  JsonValue value(const std::vector<FixtureOptions::Objective>& objectives, Objectives) const {
    return list_of(objectives, [&](auto objective) { return value(objective, objective_words()); });
  }

  /// Adds an extension at its pointer, a JSON pointer whose last key begins with x-. Creates missing objects on the
  /// path to it. Throws InputError if the last key does not begin with x-, and if the pointer leads through a number or
  /// text, or beyond the end of a list.
  static void put(JsonValue& root, const std::string& pointer, JsonValue value) {
    const auto refuse = [&](const char* message) { throw InputError("/extensions", pointer, message); };
    if (pointer.compare(pointer.rfind('/') + 1, 2, "x-") != 0 || pointer[0] != '/')
      refuse("is not a JSON pointer to a key that begins with x-");
    JsonValue* at = &root;
    for (std::size_t from = 1; from <= pointer.size();) {
      const std::size_t end = std::min(pointer.find('/', from), pointer.size());
      const std::string key = unescaped(pointer.substr(from, end - from));
      from = end + 1;
      if (at->is(Kind::array)) {
        std::size_t index = at->size();
        std::from_chars(key.data(), key.data() + key.size(), index);
        if (index >= at->size()) refuse("leads to an entry that its list does not have");
        at = &at->items[index];
        continue;
      }
      if (!at->is(Kind::object)) refuse("leads through a value that is neither an object nor a list");
      const auto found = std::find(at->keys.begin(), at->keys.end(), key);
      const auto k = static_cast<std::size_t>(found - at->keys.begin());
      const bool missing = found == at->keys.end();
      if (missing && from < pointer.size() && pointer[from] >= '0' && pointer[from] <= '9')
        refuse("leads to an entry of a list that the task does not have");
      if (missing) add(*at, key, object());
      at = &at->items[k];
    }
    *at = std::move(value);
  }
  static std::string unescaped(std::string token) {
    for (const auto& [escape, character] : {std::pair("~1", "/"), std::pair("~0", "~")}) {
      for (std::size_t i = token.find(escape); i != std::string::npos; i = token.find(escape, i + 1)) {
        token.replace(i, 2, character);
      }
    }
    return token;
  }

  const Task& task_;
};

std::string document_text(const JsonValue& document) {
  std::string text = "{\n";
  for (std::size_t k = 0; k < document.size(); ++k) {
    text += fmt::format("  {}: {}{}\n", json_text(json_of(document.keys[k])), json_text(document.items[k]),
                        k + 1 < document.size() ? "," : "");
  }
  return text + "}\n";
}

}  // namespace
}  // namespace pawl::internal::inline io

namespace pawl {

std::string write_task(const Task& task) { return write_task(ValidTask(task)); }

std::string write_task(const ValidTask& task) {
  Task in_file_units = task.task();
  internal::turn_to_file_angles(in_file_units);
  return internal::document_text(internal::TaskWriter(in_file_units).document());
}

}  // namespace pawl
