// SPDX-License-Identifier: MIT
#include "io/task_form.h"

#include <algorithm>
#include <limits>

#include "io/file_units.h"
#include "io/fixture_form.h"
#include "io/form_reader.h"
#include "io/task_fields.h"

namespace pawl::internal {
namespace {

constexpr int kLargestInteger = std::numeric_limits<int>::max();

/// Reads each value of a task by its rule in task_fields.h.
class TaskForm : public FormReader<TaskForm> {
  friend FormReader<TaskForm>;

 public:
  using FormReader::read;
  using Read = std::function<void(Value, Pointer)>;

  explicit TaskForm(Validator& faults)
      : FormReader(faults, [this](Pointer pointer, Value value) { task_.extensions[pointer] = json_text(value); }) {}

  Task read(Value root) {
    fixel_count_ = length_of(root, "fixels") + length_of(root, "contacts");
    units_ = units_of(root);
    set_defaults(task_, units_);
    read_root(root, task_);
    if (root.is(Kind::object)) check_alternatives(root);
    for (const std::size_t i : without_friction_) task_.contacts[i].friction = task_.friction;
    task_.friction_defaulted = root.find("friction") == nullptr &&
                               (!without_friction_.empty() || std::any_of(task_.fixels.begin(), task_.fixels.end(),
                                                                          [](const Fixel& f) { return !f.friction; }));
    turn_to_radians(task_);
    return std::move(task_);
  }

  const PartDrawing& drawing() const { return drawing_; }

 private:
  /// The keys of the part, and those that name a drawing instead of its outline.
  void read(Value value, Pointer pointer, Part& part, Fields) {
    const bool drawn = value.find("drawing") != nullptr;
    if (drawn || value.find("outline") != nullptr) part.density = default_density(units_);
    std::vector<ObjectReader::Key> keys = keys_of(part);
    for (ObjectReader::Key& key : keys_of(drawing_)) keys.push_back(std::move(key));
    reader_.object(value, pointer, keys);
    const auto refuse = [&](const char* key, const char* message) {
      if (const JsonValue* given = value.find(key)) reader_.fault(child(pointer, key), *given, message);
    };
    if (drawn) return refuse("outline", "cannot stand beside \"drawing\"");
    for (const char* key : {"layer", "join", "deviation", "loop"}) refuse(key, "says nothing without \"drawing\"");
  }
  void read(Value value, Pointer pointer, std::optional<SimulateOptions::Tray>& tray, Fields rule) {
    tray = SimulateOptions::Tray{};
    tray->gravity = standard_gravity(units_);
    FormReader::read(value, pointer, *tray, rule);
  }

  static std::size_t length_of(Value root, std::string_view key) {
    const JsonValue* value = root.find(key);
    return value != nullptr && value->is(Kind::array) ? value->size() : 0;
  }

  void read(Value value, Pointer pointer, Friction& target, FrictionEnds) {
    target = reader_.friction(value, pointer).value_or(target);
  }
  void read(Value value, Pointer pointer, std::optional<Friction>& target, FrictionEnds) {
    target = reader_.friction(value, pointer);
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
  void read(Value value, Pointer pointer, PushActuator& push, AngleEnds) {
    const auto ends = reader_.vector<2>(value, pointer);
    if (!ends) return;
    push.from = ends->x();
    push.to = ends->y();
  }

  void read(Value value, Pointer pointer, std::vector<Contact>& contacts, FieldsOfEach) {
    read_each(value, pointer, "contacts", [&](Value v, Pointer p) {
      Contact& contact = contacts.emplace_back();
      read(v, p, contact, Fields());
      contact.touching = contact.gap == 0;
      if (v.find("friction") == nullptr) without_friction_.push_back(contacts.size() - 1);
    });
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

  void read(Value value, Pointer pointer, std::optional<FixtureOptions>& fixture, FixtureSearch) {
    read_fixture_form(value, pointer, reader_, fixture.emplace());
  }

  /// Contacts by geometry (part.outline, pose, fixels) or as stated, not both and not neither.
  void check_alternatives(Value root) {
    const JsonValue* part = root.find("part");
    if (root.find("contacts") == nullptr) {
      if (part == nullptr) {
        reader_.missing("", "part");
      } else if (part->is(Kind::object) && part->find("outline") == nullptr && part->find("drawing") == nullptr) {
        reader_.missing("/part", "outline");
      }
      return;
    }
    for (const char* key : {"fixels", "pose", "fixture"}) refuse_beside_contacts(root, "", key);
    if (part == nullptr) return;
    for (const char* key : {"outline", "drawing", "density"}) refuse_beside_contacts(*part, "/part", key);
  }

  void refuse_beside_contacts(Value object, Pointer pointer, const char* key) {
    const JsonValue* value = object.find(key);
    if (value != nullptr) reader_.fault(child(pointer, key), *value, kBesideContacts);
  }

  Task task_;
  PartDrawing drawing_;
  Units units_;
  std::size_t fixel_count_ = 0;
  std::vector<std::size_t> without_friction_;
};

}  // namespace

Task read_task_form(const JsonValue& root, Validator& faults, PartDrawing* drawing) {
  TaskForm form(faults);
  Task task = form.read(root);
  if (drawing != nullptr) *drawing = form.drawing();
  return task;
}

}  // namespace pawl::internal
