// SPDX-License-Identifier: MIT
#include "io/task_form.h"

#include <limits>

#include "io/object_reader.h"
#include "io/task_fields.h"

namespace pawl::internal {
namespace {

using Kind = JsonValue::Kind;
using Value = const JsonValue&;
using Pointer = const std::string&;
using Read = std::function<void(Value, Pointer)>;

constexpr int kLargestInteger = std::numeric_limits<int>::max();

/// Reads each value of a task by its rule in task_fields.h: one function read(value, pointer, member, rule) a rule.
class TaskForm {
 public:
  explicit TaskForm(Validator& faults)
      : reader_(faults, [this](Pointer pointer, Value value) { task_.extensions[pointer] = json_text(value); }) {}

  Task read(Value root) {
    fixel_count_ = length_of(root, "fixels") + length_of(root, "contacts");
    std::vector<ObjectReader::Key> keys = keys_of(task_);
    keys.insert(keys.begin(), {"pawl", true, [this](Value v, Pointer p) { reader_.integer(v, p, 1, 1); }});
    keys.push_back({"$schema", false, [this](Value v, Pointer p) { reader_.string(v, p); }});  // for editors
    reader_.object(root, "", keys);
    if (root.is(Kind::object)) check_alternatives(root);
    for (const std::size_t i : without_friction_) task_.contacts[i].friction = task_.friction;
    return std::move(task_);
  }

 private:
  static std::size_t length_of(Value root, std::string_view key) {
    const JsonValue* value = root.find(key);
    return value != nullptr && value->is(Kind::array) ? value->size() : 0;
  }

  template <class Object>
  std::vector<ObjectReader::Key> keys_of(Object& object) {
    std::vector<ObjectReader::Key> keys;
    fields_of(object, [&](const char* name, Need need, auto& member, auto rule) {
      keys.push_back({name, need == Need::required,
                      [this, &member, rule](Value v, Pointer p) { this->read(v, p, member, rule); }});
    });
    return keys;
  }

  template <class Entry>
  void read_each(Value value, Pointer pointer, const char* of, const Entry& entry) {
    reader_.array(value, pointer, {of, false, entry});
  }

  // Numbers: what cannot be read leaves the member as it was, or empty.

  void read(Value value, Pointer pointer, double& target, Bound bound) {
    target = reader_.number(value, pointer, bound).value_or(target);
  }
  void read(Value value, Pointer pointer, std::optional<double>& target, Bound bound) {
    target = reader_.number(value, pointer, bound);
  }
  template <int N>
  void read(Value value, Pointer pointer, Eigen::Matrix<double, N, 1>& target, Bound bound) {
    target = reader_.vector<N>(value, pointer, bound).value_or(target);
  }
  void read(Value value, Pointer pointer, std::optional<Eigen::Vector2d>& target, Bound bound) {
    target = reader_.vector<2>(value, pointer, bound);
  }
  void read(Value value, Pointer pointer, int& target, AtLeast rule) {
    target = reader_.integer(value, pointer, rule.least, kLargestInteger).value_or(target);
  }
  void read(Value value, Pointer pointer, Friction& target, FrictionEnds) {
    target = reader_.friction(value, pointer).value_or(target);
  }
  void read(Value value, Pointer pointer, std::optional<Friction>& target, FrictionEnds) {
    target = reader_.friction(value, pointer);
  }
  void read(Value value, Pointer pointer, std::string& target, Text) {
    target = reader_.string(value, pointer).value_or("");
  }
  void read(Value value, Pointer pointer, Eigen::Vector2d& target, Direction) {
    const auto direction = reader_.vector<2>(value, pointer);
    if (!direction) return;
    target = *direction;
    reader_.require(pointer, value, wrong_direction(target));
  }
  void read(Value value, Pointer pointer, std::optional<Eigen::Vector2d>& target, Direction rule) {
    read(value, pointer, target.emplace(0, 0), rule);
  }
  void read(Value value, Pointer pointer, Eigen::Vector3d& target, PoseEntries) {
    const auto pose = reader_.vector<3>(value, pointer);
    if (!pose) return;
    for (std::size_t k = 0; k < 2; ++k) reader_.number(value.items[k], child(pointer, k), Bound::coordinate);
    target = *pose;
  }
  void read(Value value, Pointer pointer, PushActuator& push, AngleEnds) {
    const auto ends = reader_.vector<2>(value, pointer);
    if (!ends) return;
    push.from = ends->x();
    push.to = ends->y();
  }

  // Objects and lists of them.

  template <class Object>
  void read(Value value, Pointer pointer, Object& object, Fields) {
    reader_.object(value, pointer, keys_of(object));
  }
  void read(Value value, Pointer pointer, std::optional<Scatter>& scatter, Fields rule) {
    read(value, pointer, scatter.emplace(), rule);
  }
  void read(Value value, Pointer pointer, std::vector<Fixel>& fixels, FieldsOfEach) {
    read_each(value, pointer, "fixels", [&](Value v, Pointer p) { read(v, p, fixels.emplace_back(), Fields()); });
  }
  void read(Value value, Pointer pointer, std::vector<Contact>& contacts, FieldsOfEach) {
    read_each(value, pointer, "contacts", [&](Value v, Pointer p) {
      Contact& contact = contacts.emplace_back();
      read(v, p, contact, Fields());
      contact.touching = contact.gap == 0;
      if (v.find("friction") == nullptr) without_friction_.push_back(contacts.size() - 1);
    });
  }

  void read(Value value, Pointer pointer, std::optional<Outline>&, OneOutline) {
    reader_.one_of(value, pointer,
                   {{"polygon", false, [this](Value v, Pointer p) { read_polygon(v, p); }},
                    {"disc", false,
                     [this](Value v, Pointer p) {
                       Disc disc;
                       read(v, p, disc, Fields());
                       task_.part.outline = disc;
                     }},
                    {"path", false, [this](Value v, Pointer p) { read_path(v, p); }}});
  }

  void read_polygon(Value value, Pointer pointer) {
    if (value.is(Kind::array) && !reader_.require(pointer, value, wrong_vertex_count(value.size()))) return;
    Polygon polygon;
    read_each(value, pointer, "vertices [x, y]",
              [&](Value v, Pointer p) { read(v, p, polygon.vertices.emplace_back(0, 0), Bound::coordinate); });
    task_.part.outline = std::move(polygon);
  }

  /// The first entry is where the path begins, each other one where a segment goes. A last one that goes back to the
  /// first closes the path with its bulge, else a straight side does.
  void read_path(Value value, Pointer pointer) {
    if (value.is(Kind::array) && !reader_.require(pointer, value, wrong_path_count(value.size()))) return;
    std::vector<PathEntry> entries;
    read_each(value, pointer, "[x, y] and {\"to\": [x, y], \"bulge\": b}", [&](Value v, Pointer p) {
      PathEntry& entry = entries.emplace_back();
      if (v.is(Kind::object) && entries.size() > 1) return read(v, p, entry, Fields());
      read(v, p, entry.to, Bound::coordinate);
    });
    if (entries.empty()) return;
    Path path;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      path.vertices.push_back(entries[i].to);
      if (i > 0) path.bulges.push_back(entries[i].bulge);
    }
    const bool returns = entries.size() > 1 && path.vertices.back() == path.vertices.front();
    returns ? path.vertices.pop_back() : path.bulges.push_back(0);
    task_.part.outline = std::move(path);
  }

  template <class One>
  ObjectReader::Key actuator_key(One defaults) {
    return {key_of(defaults), false, [this, defaults](Value v, Pointer p) {
              One actuator = defaults;
              read(v, p, actuator, Fields());
              task_.actuator = actuator;
            }};
  }
  void read(Value value, Pointer pointer, std::optional<Actuator>&, OneActuator) {
    reader_.one_of(value, pointer,
                   {actuator_key(FreeActuator()), actuator_key(TrayActuator()), actuator_key(PushActuator()),
                    actuator_key(SpringActuator())});
  }

  // Modes, states and plans.

  void read(Value value, Pointer pointer, std::vector<std::string>& modes, ModeLetters) {
    read_each(value, pointer, "modes", [&](Value v, Pointer p) {
      std::string& mode = modes.emplace_back(reader_.string(v, p).value_or(""));
      if (v.is(Kind::string)) reader_.require(p, v, wrong_mode(mode, fixel_count_));
    });
  }

  std::vector<int> read_state(Value value, Pointer pointer) {
    std::vector<int> state;
    read_each(value, pointer, "fixel numbers", [&](Value v, Pointer p) {
      const auto number = reader_.integer(v, p, 1, kLargestInteger);
      if (!number) return;
      reader_.require(p, v, wrong_fixel_number(*number, state, fixel_count_));
      state.push_back(*number);
    });
    return state;
  }

  void read(Value value, Pointer pointer, std::optional<std::vector<int>>& goal, GoalFixels) {
    goal = read_state(value, pointer);
    if (value.is(Kind::array)) reader_.require(pointer, value, wrong_goal(value.size()));
  }

  void read(Value value, Pointer pointer, Task& task, StartBelief) {
    task.start.emplace();
    const Read states = [&](Value v, Pointer p) {
      read_each(v, p, "contact states", [&](Value i, Pointer at) { task.start->push_back(read_state(i, at)); });
    };
    const Read displacements = [&](Value v, Pointer p) {
      read_each(v, p, "displacements",
                [&](Value i, Pointer at) { read(i, at, task.start_displacements.emplace_back(0, 0, 0), Bound::any); });
      if (v.is(Kind::array) && v.size() == 0) reader_.fault(p, v, "must hold at least one displacement");
    };
    reader_.object(value, pointer, {{"states", false, states}, {"displacements", false, displacements}});
    if (value.is(Kind::object) && !value.find("states") && !value.find("displacements")) {
      reader_.fault(pointer, value, "must have states, displacements or both");
    }
  }

  void read(Value value, Pointer pointer, std::optional<std::vector<Eigen::Vector3d>>& plan, PlanWrenches) {
    plan.emplace();
    const Read step = [&](Value v, Pointer p) {
      const Read wrench = [&](Value i, Pointer at) { read(i, at, plan->emplace_back(0, 0, 0), Bound::wrench); };
      reader_.object(v, p, {{"wrench", true, wrench}});
    };
    const Read steps = [&](Value v, Pointer p) { read_each(v, p, "steps", step); };
    reader_.object(value, pointer, {{"steps", true, steps}});
  }

  /// Contacts by geometry (part.outline, pose, fixels) or as stated, not both and not neither.
  void check_alternatives(Value root) {
    const JsonValue* part = root.find("part");
    if (root.find("contacts") == nullptr) {
      if (part == nullptr) {
        reader_.missing("", "part");
      } else if (part->is(Kind::object) && part->find("outline") == nullptr) {
        reader_.missing("/part", "outline");
      }
      return;
    }
    for (const char* key : {"fixels", "pose"}) refuse_beside_contacts(root, "", key);
    if (part == nullptr) return;
    for (const char* key : {"outline", "density"}) refuse_beside_contacts(*part, "/part", key);
  }

  void refuse_beside_contacts(Value object, Pointer pointer, const char* key) {
    const JsonValue* value = object.find(key);
    if (value != nullptr) reader_.fault(child(pointer, key), *value, kBesideContacts);
  }

  ObjectReader reader_;
  Task task_;
  std::size_t fixel_count_ = 0;
  std::vector<std::size_t> without_friction_;
};

}  // namespace

Task read_task_form(const JsonValue& root, Validator& faults) { return TaskForm(faults).read(root); }

}  // namespace pawl::internal
