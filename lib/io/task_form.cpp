// SPDX-License-Identifier: MIT
#include "io/task_form.h"

#include <fmt/format.h>
#include <pawl/contact/mode.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <sstream>

#include "contact/contact.h"
#include "geometry/outline.h"
#include "io/form_reader.h"
#include "io/task_contacts.h"
#include "io/task_fields.h"
#include "io/units.h"
#include "io/value_checks.h"

namespace pawl::internal::inline io {

std::string wrong_mode(const std::string& letters, std::size_t fixel_count) {
  std::size_t count = 0;
  try {
    count = letters_in_pattern(letters).size();
  } catch (const InputError& error) {
    return error.faults()[0].message;
  }
  if (count == fixel_count || fixel_count == kUnknownCount) return "";
  return fmt::format("has {} letters, but there are {} fixels", count, fixel_count);
}

std::string wrong_fixel_number(int number, const std::vector<int>& earlier, std::size_t fixel_count) {
  if (std::find(earlier.begin(), earlier.end(), number) != earlier.end()) return "names a fixel twice";
  const bool exists = static_cast<std::size_t>(number) <= fixel_count;
  return exists ? "" : fmt::format("there are only {} fixels", fixel_count);
}

std::string wrong_goal(std::size_t named) { return named > 0 ? "" : "must name at least one fixel"; }

/// Checks the key goal.mode. A plan ends with the part at rest. A fixel that touches the resting part has the letter n,
/// and any other fixel has the letter s.
std::string wrong_goal_mode(const std::string& pattern, std::size_t fixel_count) {
  const std::string wrong = wrong_mode(pattern, fixel_count);
  if (!wrong.empty()) return wrong;
  const std::vector<std::string> letters = letters_in_pattern(pattern);
  bool touches = false;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const bool may_touch = letters[i].find('n') != std::string::npos;
    touches = touches || may_touch;
    if (may_touch || letters[i].find('s') != std::string::npos) continue;
    return fmt::format("permits only {} at fixel {}, but a plan ends at rest; expected n or k (touches), s (does not touch), "
                       "or a set that contains n or s",
                       letters[i], i + 1);
  }
  return touches ? "" : "must permit at least one fixel to touch, by the letter n or k";
}

namespace {

constexpr int kLargestInteger = std::numeric_limits<int>::max();

/// Reads the values of a task, each by its rule in task_fields.h.
class TaskForm : public FormReader<TaskForm> {
  friend FormReader<TaskForm>;

 public:
  using FormReader::read;
  using Read = std::function<void(Value, Pointer)>;

  explicit TaskForm(Validator& faults)
      : FormReader(faults, [this](Pointer pointer, Value value) { task_.extensions[pointer] = json_text(value); }) {}

  Task read(Value root) {
    fixel_count_ =
        length_of(root, "walls") > 0 ? kUnknownCount : length_of(root, "fixels") + length_of(root, "contacts");
    units_ = units_of(root);
    reader_.set_units(units_);
    set_defaults(task_, units_);
    read_root(root, task_, keys_of_part_answer(root));
    if (root.is(Kind::object)) check_alternatives(root);
    for (const std::size_t i : without_friction_) task_.contacts[i].friction = task_.friction;
    task_.friction_defaulted =
        root.find("friction") == nullptr &&
        (!without_friction_.empty() ||
         std::any_of(task_.fixels.begin(), task_.fixels.end(), [](const Fixel& f) { return !f.friction; }) ||
         std::any_of(task_.walls.begin(), task_.walls.end(), [](const Wall& wall) { return !wall.friction; }));
    turn_to_radians(task_);
    return std::move(task_);
  }

  const TaskDrawings& drawings() const { return drawings_; }

  StartRegion read_region(Value value, const Units& units) {
    reader_.set_units(units);
    Task task;
    task.units = units;
    read(value, "", task.start_region, Fields());
    turn_to_radians(task);
    return task.start_region.value_or(StartRegion());
  }

 private:
  /// If the document is an answer of `pawl part`, returns the keys that such an answer has and a task does not have.
  /// Otherwise returns an empty list.
  static std::vector<const char*> keys_of_part_answer(Value root) {
    const JsonValue* command = root.find("command");
    if (command == nullptr || !command->is(Kind::string) || command->text != "part") return {};
    return {"command", "report", "elapsed_ms"};
  }

  /// Reads the keys of the part. If the part names a drawing, also reads the keys for the drawing.
  void read(Value value, Pointer pointer, Part& part, Fields) {
    const bool drawn = value.find("drawing") != nullptr;
    if (drawn || value.find("outline") != nullptr) part.density = default_density(units_);
    std::vector<ObjectReader::Key> keys = keys_of(part);
    for (ObjectReader::Key& key : keys_of(drawings_.part)) keys.push_back(std::move(key));
    add_thickness(value, part, keys);
    reader_.object(value, pointer, keys);
    check_drawing_keys(value, pointer);
  }
  /// Checks that a body has either an outline or a drawing, and that it has options for a drawing only if it has a
  /// drawing.
  void check_drawing_keys(Value value, Pointer pointer) {
    const auto refuse = [&](const char* key, const char* message) {
      if (const JsonValue* given = value.find(key)) reader_.fault(child(pointer, key), *given, message);
    };
    if (value.find("drawing") != nullptr) return refuse("outline", "cannot be combined with \"drawing\"");
    for (const char* key : {"unit", "layer", "not_layer", "join", "deviation", "loop"})
      refuse(key, "has no effect without \"drawing\"");
  }
  /// Adds the optional key "thickness" of a part that is a plate. With this key, the density must be a text with a
  /// unit, such as "7.85 g/cm3". It is then the density of the material.
  void add_thickness(Value value, Part& part, std::vector<ObjectReader::Key>& keys) {
    const JsonValue* density = value.find("density");
    const JsonValue* thickness = value.find("thickness");
    const bool of_material = density != nullptr && density->is(Kind::string);
    keys.push_back({"thickness", false, [this, of_material](Value v, Pointer p) {
                      reader_.number(v, p, Bound::positive_length);
                      if (!of_material) {
                        reader_.fault(p, v,
                                      "needs the density of the material beside it, as in \"density\": \"7.85 g/cm3\"");
                      }
                    }});
    if (!of_material) return;
    const auto key =
        std::find_if(keys.begin(), keys.end(), [](const auto& k) { return std::string_view(k.name) == "density"; });
    key->read = [this, thickness, &part](Value v, Pointer p) { read_density(v, p, thickness, part); };
  }
  void read_density(Value value, Pointer pointer, const JsonValue* thickness, Part& part) {
    const std::optional<double> density = measured_density(value.text);
    if (!density) {
      return reader_.fault(
          pointer, value,
          "must be a mass per area as a number, in kg / (unit of length)^2, or a material's density such "
          "as \"7.85 g/cm3\" (g/cm3, kg/dm3 or kg/m3) with a \"thickness\" beside it");
    }
    if (thickness == nullptr) {
      return reader_.fault(pointer, value, "needs the part's \"thickness\" beside it, as in \"thickness\": \"6 mm\"");
    }
    Validator unused;  // discards faults of the thickness, which are reported when its key is read
    ObjectReader reader(unused, {});
    reader.set_units(units_);
    const std::optional<double> read = reader.number(*thickness, pointer, Bound::positive_length);
    if (!read) return;
    const double of_plate = density_of_plate(*density, *read, units_);
    if (reader_.require(pointer, value, wrong_number(Bound::density, of_plate))) part.density = of_plate;
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
    const auto ends = reader_.vector<2>(value, pointer, Bound::angle);
    if (!ends) return;
    push.from = ends->x();
    push.to = ends->y();
  }

  /// Reads fixels. A fixel is an object, or only its position [x, y].
  void read(Value value, Pointer pointer, std::vector<Fixel>& fixels, FieldsOfEach) {
    read_each(value, pointer, "fixels", [&](Value v, Pointer p) {
      Fixel& fixel = fixels.emplace_back();
      if (v.is(Kind::array)) return read_place(v, p, fixel);
      std::vector<ObjectReader::Key> keys = keys_of(fixel);
      keys.push_back(diameter_key("diameter", "radius", v, fixel.radius));
      reader_.object(v, p, keys);
    });
  }
  void read_place(Value value, Pointer pointer, Fixel& fixel) {
    if (value.size() != 2) {
      return reader_.fault(pointer, value, "must be [x, y], or an object as in {\"at\": [x, y], \"diameter\": 6}");
    }
    read(value, pointer, fixel.at, Bound::coordinate);
  }

  /// Reads walls, whose outlines may be given by drawings.
  void read(Value value, Pointer pointer, std::vector<Wall>& walls, FieldsOfEach rule) {
    read_each(value, pointer, rule.of, [&](Value v, Pointer p) {
      Wall& wall = walls.emplace_back();
      std::vector<ObjectReader::Key> keys = keys_of(wall);
      for (ObjectReader::Key& key : keys) key.required = key.required && v.find("drawing") == nullptr;
      PartDrawing& drawing = drawings_.walls.emplace_back();
      for (ObjectReader::Key& key : keys_of(drawing)) keys.push_back(std::move(key));
      reader_.object(v, p, keys);
      check_drawing_keys(v, p);
    });
  }
  /// Reads the outline and the holes of a wall.
  void read(Value value, Pointer pointer, Wall& wall, PartLoops rule) {
    Part loops;
    read(value, pointer, loops, rule);
    if (loops.outline) wall.outline = std::move(*loops.outline);
    wall.holes = std::move(loops.holes);
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
  /// Reads an actuator: an object whose only key is the kind of actuator. For a kind without data, the name of the kind
  /// alone is accepted too.
  void read(Value value, Pointer pointer, std::optional<Actuator>& actuator, OneActuator) {
    if (value.is(Kind::string)) {
      if (value.text == "free") {
        actuator = FreeActuator();
      } else if (value.text == "tray") {
        actuator = TrayActuator();
      } else {
        reader_.fault(pointer, value,
                      "must be \"free\", \"tray\", {\"push\": {\"at\": [x, y], \"directions\": [from, to]}} or "
                      "{\"spring\": {\"at\": [x, y], \"anchor\": [x, y]}}" +
                          suggestion(value.text, {"free", "tray"}));
      }
      return;
    }
    reader_.one_of(value, pointer,
                   {actuator_key(FreeActuator()), actuator_key(TrayActuator()), actuator_key(PushActuator()),
                    actuator_key(SpringActuator())});
  }

  // The functions below read modes, states and plans.

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

  void read(Value value, Pointer pointer, Task& task, Goal) {
    if (value.is(Kind::object)) return read_goal_mode(value, pointer, task);
    if (!value.is(Kind::array)) {
      return reader_.fault(pointer, value,
                           "must be an array of fixel numbers, such as [1, 2], or an object with a mode, such as "
                           "{\"mode\": \"nk*\"}; leave it out if all fixels shall touch");
    }
    task.goal = read_state(value, pointer);
    reader_.require(pointer, value, wrong_goal(value.size()));
  }
  void read_goal_mode(Value value, Pointer pointer, Task& task) {
    const Read mode = [&](Value v, Pointer p) {
      const std::string pattern = reader_.string(v, p).value_or("");
      if (!v.is(Kind::string)) return;
      const std::string wrong = wrong_goal_mode(pattern, fixel_count_);
      reader_.require(p, v, wrong);
      if (!wrong.empty()) return;
      task.goal_mode = pattern;
      task.goal = contacts_that_may_touch(pattern);
    };
    reader_.object(value, pointer, {{"mode", true, mode}});
  }

  void read(Value value, Pointer pointer, Task& task, StartBelief) {
    task.start.emplace();
    const Read states = [&](Value v, Pointer p) {
      read_each(v, p, "contact states", [&](Value i, Pointer at) { task.start->push_back(read_state(i, at)); });
    };
    const Read displacements = [&](Value v, Pointer p) {
      read_each(v, p, "displacements",
                [&](Value i, Pointer at) { read(i, at, task.start_displacements.emplace_back(0, 0, 0), Bound::any); });
      if (v.is(Kind::array) && v.size() == 0) reader_.fault(p, v, "must contain at least one displacement");
    };
    const Read region = [&](Value v, Pointer p) { read(v, p, task.start_region, Fields()); };
    reader_.object(value, pointer,
                   {{"states", false, states}, {"displacements", false, displacements}, {"region", false, region}});
    if (value.find("states") || value.find("displacements")) return;
    task.start.reset();
    if (value.is(Kind::object) && !task.start_region)
      reader_.fault(pointer, value, "must have states, displacements or a region");
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
  void read(Value value, Pointer pointer, std::array<int, 2>& counts, Counts) {
    const auto both = reader_.vector<2>(value, pointer);
    for (std::size_t k = 0; both && k < 2; ++k)
      counts[k] = reader_.integer(value.items[k], child(pointer, k), 1, kMostInArray).value_or(counts[k]);
  }

  /// Checks that contacts are given either by geometry (part.outline, pose, fixels) or as a list of contacts.
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
    for (const char* key : {"fixels", "walls", "reach", "pose", "fixture", "nest"}) refuse_beside_contacts(root, "", key);
    if (part == nullptr) return;
    for (const char* key : {"outline", "drawing", "density", "thickness", "tolerance", "drawing_digest"})
      refuse_beside_contacts(*part, "/part", key);
  }

  void refuse_beside_contacts(Value object, Pointer pointer, const char* key) {
    const JsonValue* value = object.find(key);
    if (value != nullptr) reader_.fault(child(pointer, key), *value, kBesideContacts);
  }

  Task task_;
  TaskDrawings drawings_;
  Units units_;
  std::size_t fixel_count_ = 0;
  std::vector<std::size_t> without_friction_;
};

/// Converts a list "T,R" or "T,R,E" to the corresponding JSON object.
std::string region_object(const std::string& list, Validator& faults) {
  static constexpr const char* kKeys[] = {"translation", "rotation", "energy"};
  std::string object;
  std::size_t count = 0;
  std::istringstream entries(list);
  for (std::string entry; std::getline(entries, entry, ','); ++count) {
    if (count >= std::size(kKeys)) continue;
    const bool plain = !entry.empty() && entry.find_first_not_of("0123456789.+-eE ") == std::string::npos;
    if (plain && entry.front() == '.') entry = "0" + entry;
    JsonValue text;
    text.kind = JsonValue::Kind::string;
    text.text = entry;
    object += fmt::format("{}\"{}\":{}", count == 0 ? "" : ",", kKeys[count], plain ? entry : json_text(text));
  }
  if (count < 2 || count > std::size(kKeys)) faults.add("", list, "must have two or three entries");
  return "{" + object + "}";
}

}  // namespace

StartRegion read_start_region(const std::string& text, const Units& units) {
  Validator faults;
  const std::size_t first = text.find_first_not_of(" ");
  const bool object = first != std::string::npos && text[first] == '{';
  const std::string json = object ? text : region_object(text, faults);
  faults.finish();
  StartRegion region;
  if (const std::optional<JsonValue> value = parse_json(json, faults)) region = TaskForm(faults).read_region(*value, units);
  faults.finish();
  return region;
}

Task read_task_form(const JsonValue& root, Validator& faults, TaskDrawings* drawings) {
  TaskForm form(faults);
  Task task = form.read(root);
  if (drawings != nullptr) *drawings = form.drawings();
  return task;
}

namespace {

/// Checks the values of a task in memory, each by its rule in task_fields.h.
class TaskValues : public ValueChecks<TaskValues> {
  friend ValueChecks<TaskValues>;

 public:
  using ValueChecks::check;

  TaskValues(const Task& task, Validator& faults)
      : ValueChecks(faults),
        task_(task),
        fixel_count_(task.walls.empty() ? task.fixels.size() + task.contacts.size() : kUnknownCount) {}

  void run() {
    check("", task_, Fields());
    check_alternatives();
  }

 private:
  void check(Pointer pointer, const Friction& friction, FrictionEnds ends_rule) {
    if (friction.split) {
      check(child(pointer, "static"), friction.at_rest(), ends_rule);
      check(child(pointer, "kinetic"), friction.sliding(), ends_rule);
      require(pointer, friction, wrong_split(friction.at_rest(), friction.sliding()));
      return;
    }
    if (friction.low == friction.high) return check(pointer, friction.low, Bound::friction);
    const Eigen::Vector2d ends(friction.low, friction.high);
    check(pointer, ends, Bound::friction);
    const auto right = [](double end) { return wrong_number(Bound::friction, end).empty(); };
    if (right(friction.low) && right(friction.high)) require(pointer, friction, wrong_interval(friction));
  }
  void check(Pointer pointer, const Eigen::Vector2d& direction, Direction) {
    check(pointer, direction, Bound::any);
    require(pointer, direction, wrong_direction(direction));
  }
  void check(Pointer pointer, const PushActuator& push, AngleEnds) {
    check(pointer, Eigen::Vector2d(push.from, push.to), Bound::any);
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
  void check(Pointer pointer, const Task& task, Goal) {
    if (task.goal_mode) {
      const std::string place = child(pointer, "mode");
      const std::string wrong = wrong_goal_mode(*task.goal_mode, fixel_count_);
      require(place, *task.goal_mode, wrong);
      if (wrong.empty())
        require(place, *task.goal_mode,
                task.goal == contacts_that_may_touch(*task.goal_mode) ? "" : "must permit to touch exactly the fixels of the goal");
    } else if (task.goal) {
      check_state(pointer, *task.goal);
      require(pointer, *task.goal, wrong_goal(task.goal->size()));
    }
  }
  void check(Pointer pointer, const Task& task, StartBelief) {
    if (task.start) {
      const std::string states = child(pointer, "states");
      for (std::size_t k = 0; k < task.start->size(); ++k) check_state(child(states, k), (*task.start)[k]);
    }
    check_vectors(child(pointer, "displacements"), "", task.start_displacements, Bound::any);
    if (task.start_region) check(child(pointer, "region"), *task.start_region, Fields());
  }
  void check(Pointer pointer, const std::vector<Eigen::Vector3d>& plan, PlanWrenches) {
    check_vectors(child(pointer, "steps"), "/wrench", plan, Bound::wrench);
  }
  void check(Pointer pointer, const FixtureOptions& fixture, FixtureSearch) {
    check_fixture_values(fixture, pointer, faults_);
  }
  void check(Pointer pointer, const std::array<int, 2>& counts, Counts) {
    for (std::size_t k = 0; k < 2; ++k)
      require(child(pointer, k), counts[k], wrong_whole_number(counts[k], 1, kMostInArray));
  }
  void check_vectors(Pointer pointer, const char* key, const std::vector<Eigen::Vector3d>& vectors, Bound bound) {
    for (std::size_t k = 0; k < vectors.size(); ++k) check(child(pointer, k) + key, vectors[k], bound);
  }

  void check_no_holes() {
    if (!task_.part.holes.empty()) faults_.add("/part/outline/holes", "", "need the outline that they lie in");
  }

  /// Checks that the task has no keys that stated contacts exclude. A key counts as present if its value differs from
  /// the default. A task without an outline and without fixels states its contacts, even if the list of contacts is
  /// empty.
  void check_alternatives() {
    const Part& part = task_.part;
    const bool stated = !task_.contacts.empty() || (!part.outline && task_.fixels.empty() && task_.walls.empty());
    if (!stated) {
      if (!part.outline) faults_.add("/part/outline", "", kMissing);
      if (!part.outline) check_no_holes();
      return;
    }
    if (!task_.fixels.empty()) require("/fixels", task_.fixels, kBesideContacts);
    if (!task_.walls.empty()) faults_.add("/walls", "", kBesideContacts);
    if (task_.pose != Task().pose) require("/pose", task_.pose, kBesideContacts);
    if (task_.fixture) faults_.add("/fixture", "", kBesideContacts);
    if (task_.nest) faults_.add("/nest", "", kBesideContacts);
    if (part.outline) require("/part/outline", *part.outline, kBesideContacts);
    if (!part.outline) check_no_holes();
    if (part.density != Part().density) require("/part/density", part.density, kBesideContacts);
    if (part.tolerance != 0) require("/part/tolerance", part.tolerance, kBesideContacts);
    if (!part.drawing_digest.empty()) require("/part/drawing_digest", part.drawing_digest, kBesideContacts);
  }

  const Task& task_;
  std::size_t fixel_count_;
};

}  // namespace

void check_task_values(const Task& task, Validator& faults) { TaskValues(task, faults).run(); }

namespace {

class MeaningCheck {
 public:
  MeaningCheck(const Task& task, Validator& faults, const AreaProperties* known_area)
      : task_(task), faults_(faults), known_area_(known_area) {}

  TaskMeaning run() {
    const bool sound = check_outline();
    if (sound) set_area();
    if (sound) check_inertia();
    if (sound) check_contacts();
    check_spring(task_, faults_);
    check_fixture_meaning(task_, faults_);
    return {area_, std::move(set_), std::move(wall_contacts_)};
  }

 private:
  bool any_under(std::initializer_list<const char*> pointers) const {
    return std::any_of(pointers.begin(), pointers.end(), [&](const char* p) { return faults_.any_under(p); });
  }

  /// Returns whether the outline is valid, or the part needs none.
  bool check_outline() {
    if (any_under({"/part/outline"}) || (!task_.part.outline && faults_.any_under("/part"))) return false;
    if (!task_.part.outline || known_area_ != nullptr) return true;
    faults_.add(body_faults(task_.part.loops(), "/part/outline"));
    return !any_under({"/part/outline"});
  }

  void set_area() {
    if (task_.part.outline) area_ = known_area_ ? *known_area_ : unchecked_area_properties(task_.part.loops());
  }

  /// Checks the mass and the inertia that follow from the outline, because they may be too small or too large for
  /// doubles.
  void check_inertia() {
    if (any_under({"/part"})) return;
    faults_.passes([&] { inertia_of(task_.part, task_.units, area_).validate(); });
  }

  void check_contacts() {
    for (std::size_t i = 0; i < task_.fixels.size(); ++i) {
      if (!faults_.any_under(fmt::format("/fixels/{}", i))) check_diamond(i, task_.fixels[i], faults_);
    }
    if (any_under({"/pose", "/fixels", "/walls", "/reach", "/contacts", "/contact_tolerance"})) return;
    if (!check_walls()) return;
    if (!faults_.passes([&] { set_ = contacts_of(task_, area_, &wall_contacts_); })) return;
    if (any_under({"/friction"})) {  // sets a default friction, because the remaining checks do not depend on it
      for (Contact& contact : set_.contacts) contact.friction = Friction();
    }
    if (!any_under({"/part"}) && !faults_.passes([&] { set_.validate(); })) return;
    for (std::size_t i = 0; i < task_.modes.size(); ++i) {
      const std::string pointer = fmt::format("/modes/{}", i);
      if (!faults_.any_under(pointer)) faults_.passes([&] { require_mode_fits(task_.modes[i], set_, pointer); });
    }
    if (!task_.walls.empty()) check_numbers();
  }

  /// Returns whether the outlines of all walls are valid.
  bool check_walls() {
    for (std::size_t k = 0; k < task_.walls.size(); ++k) {
      faults_.add(body_faults(task_.walls[k].loops(), fmt::format("/walls/{}/outline", k)));
    }
    return !any_under({"/walls"});
  }

  /// Checks the numbers of contacts in the goal and the start. Must be called after the contacts with walls were found,
  /// because they determine the number of contacts.
  void check_numbers() {
    const auto check = [&](const std::string& pointer, const std::vector<int>& numbers) {
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (static_cast<std::size_t>(numbers[i]) <= set_.size()) continue;
        faults_.add(fmt::format("{}/{}", pointer, i), std::to_string(numbers[i]),
                    fmt::format("there are only {} contacts: {} fixels and {} contacts with walls (pawl contacts lists "
                                "them)",
                                set_.size(), task_.fixels.size(), wall_contacts_.size()));
      }
    };
    if (task_.goal_mode && letters_in_pattern(*task_.goal_mode).size() != set_.size()) {
      faults_.add("/goal/mode", *task_.goal_mode,
                  fmt::format("must have one entry per contact, {}: {} fixels and {} contacts with walls (pawl contacts "
                              "lists them)",
                              set_.size(), task_.fixels.size(), wall_contacts_.size()));
    } else if (task_.goal) {
      check("/goal", *task_.goal);
    }
    if (!task_.start) return;
    for (std::size_t k = 0; k < task_.start->size(); ++k) {
      check(fmt::format("/start/states/{}", k), (*task_.start)[k]);
    }
  }

  const Task& task_;
  Validator& faults_;
  const AreaProperties* known_area_;
  AreaProperties area_;
  ContactSet set_;
  std::vector<WallContact> wall_contacts_;
};

}  // namespace

void check_spring(const Task& task, Validator& faults) {
  const SpringActuator* spring = task.actuator ? std::get_if<SpringActuator>(&*task.actuator) : nullptr;
  if (spring == nullptr || faults.any_under("/actuator")) return;
  const double length = (spring->anchor - spring->at).stableNorm();
  if (length > spring->anchor_tolerance) return;
  faults.add("/actuator/spring/anchor", fmt::format("[{},{}]", spring->anchor.x(), spring->anchor.y()),
             fmt::format("is {:.6g} {unit} from \"at\": the direction of the force is unknown; expected more than "
                         "anchor_tolerance, {:.6g} {unit}",
                         length, spring->anchor_tolerance, fmt::arg("unit", task.units.length_name())));
}

TaskMeaning check_task_meaning(const Task& task, Validator& faults, const AreaProperties* known_area) {
  return MeaningCheck(task, faults, known_area).run();
}

}  // namespace pawl::internal::inline io
