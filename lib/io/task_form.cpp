// SPDX-License-Identifier: MIT
#include "io/task_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "io/object_reader.h"

namespace pawl {
namespace {

using Kind = JsonValue::Kind;
using Value = const JsonValue&;
using Pointer = const std::string&;
using Read = std::function<void(Value, Pointer)>;

constexpr int kLargestInteger = std::numeric_limits<int>::max();

class TaskForm {
 public:
  explicit TaskForm(FaultList& faults)
      : reader_(faults, [this](Pointer pointer, Value value) { task_.extensions[pointer] = json_text(value); }) {}

  Task read(Value root) {
    fixel_count_ = length_of(root, "fixels") + length_of(root, "contacts");
    reader_.object(root, "",
                   {{"pawl", true, [this](Value v, Pointer p) { reader_.integer(v, p, 1, 1); }},
                    {"name", false, [this](Value v, Pointer p) { task_.name = reader_.string(v, p).value_or(""); }},
                    {"part", false, section(&TaskForm::read_part)},
                    {"pose", false, section(&TaskForm::read_pose)},
                    {"friction", false, to(task_.friction)},
                    {"fixels", false, list("fixels", task_.fixels, &TaskForm::read_fixel)},
                    {"contacts", false, list("contacts", task_.contacts, &TaskForm::read_contact)},
                    {"contact_tolerance", false, to(task_.contact_tolerance, Bound::length)},
                    {"seat_distance", false, to(task_.seat_distance, Bound::length)},
                    {"modes", false, list("modes", task_.modes, &TaskForm::read_mode)},
                    {"actuator", false, section(&TaskForm::read_actuator)},
                    {"twist", false, to(task_.twist, Bound::twist)},
                    {"start", false, section(&TaskForm::read_start)},
                    {"goal", false, section(&TaskForm::read_goal)},
                    {"plan", false, section(&TaskForm::read_plan)},
                    {"scatter", false, section(&TaskForm::read_scatter)},
                    {"$schema", false, [this](Value v, Pointer p) { reader_.string(v, p); }}});  // for editors
    if (root.is(Kind::object)) check_alternatives(root);
    for (const std::size_t i : without_friction_) task_.contacts[i].friction = task_.friction;
    return std::move(task_);
  }

 private:
  static std::size_t length_of(Value root, std::string_view key) {
    const JsonValue* value = root.find(key);
    return value != nullptr && value->is(Kind::array) ? value->size() : 0;
  }

  Read section(void (TaskForm::*part)(Value, Pointer)) {
    return [this, part](Value v, Pointer p) { (this->*part)(v, p); };
  }
  template <class T>
  Read list(const char* name, std::vector<T>& target, void (TaskForm::*entry)(Value, Pointer, T&)) {
    return [this, name, &target, entry](Value v, Pointer p) {
      const auto item = [&](Value i, Pointer at) { (this->*entry)(i, at, target.emplace_back()); };
      reader_.array(v, p, {name, false, item});
    };
  }
  Read to(double& target, Bound bound) {
    return [=, this, &target](Value v, Pointer p) { target = reader_.number(v, p, bound).value_or(target); };
  }
  Read to(std::optional<double>& target, Bound bound) {
    return [=, this, &target](Value v, Pointer p) { target = reader_.number(v, p, bound); };
  }
  Read to(int& target, int least) {
    return [=, this, &target](Value v, Pointer p) {
      target = reader_.integer(v, p, least, kLargestInteger).value_or(target);
    };
  }
  Read to(Friction& target) {
    return [this, &target](Value v, Pointer p) { target = reader_.friction(v, p).value_or(target); };
  }
  Read to(std::optional<Friction>& target) {
    return [this, &target](Value v, Pointer p) { target = reader_.friction(v, p); };
  }
  Read to(Eigen::Vector3d& target, Bound bound = Bound::any) {
    return [=, this, &target](Value v, Pointer p) { target = reader_.vector<3>(v, p, bound).value_or(target); };
  }
  Read to(Eigen::Vector2d& target, Bound bound = Bound::coordinate) {
    return [=, this, &target](Value v, Pointer p) { target = reader_.vector<2>(v, p, bound).value_or(target); };
  }
  Read to(std::optional<Eigen::Vector2d>& target) {
    return [this, &target](Value v, Pointer p) { target = reader_.vector<2>(v, p, Bound::coordinate); };
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
    if (value != nullptr) reader_.fault(child(pointer, key), *value, "cannot stand beside \"contacts\"");
  }

  void read_part(Value value, Pointer pointer) {
    Part& part = task_.part;
    reader_.object(value, pointer,
                   {{"outline", false, section(&TaskForm::read_outline)},
                    {"density", false, to(part.density, Bound::positive)},
                    {"mass", false, to(part.mass, Bound::positive)},
                    {"inertia", false, to(part.inertia, Bound::positive)},
                    {"center_of_mass", false, to(part.center_of_mass)}});
  }

  void read_outline(Value value, Pointer pointer) {
    const JsonValue* path = value.find("path");
    if (path != nullptr) {
      return reader_.fault(child(pointer, "path"), *path,
                           "outlines of lines and arcs are not in this version; give a polygon (an arc as short edges) "
                           "or a disc");
    }
    reader_.one_of(
        value, pointer,
        {{"polygon", false, section(&TaskForm::read_polygon)}, {"disc", false, section(&TaskForm::read_disc)}});
  }

  void read_polygon(Value value, Pointer pointer) {
    Polygon polygon;
    if (value.is(Kind::array) && (value.size() < 3 || value.size() > kMostVertices)) {
      return reader_.fault(pointer, value, fmt::format("a polygon has from 3 to {} vertices", kMostVertices));
    }
    reader_.array(value, pointer, {"vertices [x, y]", false, [&](Value v, Pointer p) {
                                     to(polygon.vertices.emplace_back(0, 0))(v, p);
                                   }});
    task_.part.outline = std::move(polygon);
  }

  void read_disc(Value value, Pointer pointer) {
    Disc disc;
    reader_.object(value, pointer,
                   {{"center", false, to(disc.center)}, {"radius", true, to(disc.radius, Bound::positive_length)}});
    task_.part.outline = disc;
  }

  void read_pose(Value value, Pointer pointer) {
    const auto pose = reader_.vector<3>(value, pointer);
    if (!pose) return;
    for (std::size_t k = 0; k < 2; ++k) reader_.number(value.items[k], child(pointer, k), Bound::coordinate);
    task_.pose = *pose;
  }

  void read_normal(Value value, Pointer pointer, Eigen::Vector2d& normal) {
    const auto read = reader_.vector<2>(value, pointer);
    if (!read) return;
    normal = *read;
    if (normal.x() == 0 && normal.y() == 0) reader_.fault(pointer, value, "must not be the zero vector");
  }

  void read_fixel(Value value, Pointer pointer, Fixel& fixel) {
    reader_.object(value, pointer,
                   {{"at", true, to(fixel.at)},
                    {"friction", false, to(fixel.friction)},
                    {"radius", false, to(fixel.radius, Bound::length)},
                    {"normal", false, [&](Value v, Pointer p) { read_normal(v, p, fixel.normal.emplace(0, 0)); }}});
  }

  void read_contact(Value value, Pointer pointer, Contact& contact) {
    reader_.object(value, pointer,
                   {{"point", true, to(contact.point)},
                    {"normal", true, [&](Value v, Pointer p) { read_normal(v, p, contact.normal); }},
                    {"friction", false, to(contact.friction)},
                    {"gap", false, to(contact.gap, Bound::length)}});
    contact.touching = contact.gap == 0;
    if (value.find("friction") == nullptr) without_friction_.push_back(task_.contacts.size() - 1);
  }

  void read_mode(Value value, Pointer pointer, std::string& mode) {
    mode = reader_.string(value, pointer).value_or("");
    if (!value.is(Kind::string)) return;
    if (mode.find_first_not_of("alnrs*") != std::string::npos) {
      reader_.fault(pointer, value, "letters must be a, l, n, r, s or *");
    } else if (mode.size() != fixel_count_) {
      reader_.fault(pointer, value, fmt::format("has {} letters, but there are {} fixels", mode.size(), fixel_count_));
    }
  }

  void read_actuator(Value value, Pointer pointer) {
    const auto plain = [this](Actuator actuator) {
      return [this, actuator](Value v, Pointer p) {
        reader_.object(v, p, {});
        task_.actuator = actuator;
      };
    };
    reader_.one_of(value, pointer,
                   {{"free", false, plain(FreeActuator())},
                    {"tray", false, plain(TrayActuator())},
                    {"push", false, section(&TaskForm::read_push)},
                    {"spring", false, section(&TaskForm::read_spring)}});
  }

  void read_push(Value value, Pointer pointer) {
    PushActuator push;
    Eigen::Vector2d directions(0, 0);
    reader_.object(value, pointer, {{"at", true, to(push.at)}, {"directions", true, to(directions, Bound::any)}});
    push.from = directions.x();
    push.to = directions.y();
    task_.actuator = push;
  }

  void read_spring(Value value, Pointer pointer) {
    SpringActuator spring;
    reader_.object(value, pointer,
                   {{"at", true, to(spring.at)},
                    {"anchor", true, to(spring.anchor)},
                    {"anchor_tolerance", false, to(spring.anchor_tolerance, Bound::length)}});
    task_.actuator = spring;
  }

  std::vector<int> read_state(Value value, Pointer pointer) {
    std::vector<int> state;
    reader_.array(value, pointer,
                  {"fixel numbers", false, [&](Value v, Pointer p) { read_fixel_number(v, p, state); }});
    return state;
  }

  void read_fixel_number(Value value, Pointer pointer, std::vector<int>& state) {
    const auto number = reader_.integer(value, pointer, 1, kLargestInteger);
    if (!number) return;
    if (std::find(state.begin(), state.end(), *number) != state.end()) {
      reader_.fault(pointer, value, "names a fixel twice");
    } else if (static_cast<std::size_t>(*number) > fixel_count_) {
      reader_.fault(pointer, value, fmt::format("there are only {} fixels", fixel_count_));
    }
    state.push_back(*number);
  }

  void read_start(Value value, Pointer pointer) {
    const auto state = [this](Value v, Pointer p) { task_.start->push_back(read_state(v, p)); };
    const auto states = [&](Value v, Pointer p) { reader_.array(v, p, {"contact states", false, state}); };
    const auto displacement = [this](Value v, Pointer p) { to(task_.start_displacements.emplace_back(0, 0, 0))(v, p); };
    const auto displacements = [&](Value v, Pointer p) {
      reader_.array(v, p, {"displacements", false, displacement});
      if (v.is(Kind::array) && v.size() == 0) reader_.fault(p, v, "must hold at least one displacement");
    };
    task_.start.emplace();
    reader_.object(value, pointer, {{"states", false, states}, {"displacements", false, displacements}});
    if (value.is(Kind::object) && !value.find("states") && !value.find("displacements")) {
      reader_.fault(pointer, value, "must have states, displacements or both");
    }
  }

  void read_goal(Value value, Pointer pointer) {
    task_.goal = read_state(value, pointer);
    if (value.is(Kind::array) && value.size() == 0) reader_.fault(pointer, value, "must name at least one fixel");
  }

  void read_plan(Value value, Pointer pointer) {
    const auto step = [this](Value v, Pointer p) {
      reader_.object(v, p, {{"wrench", true, to(task_.plan->emplace_back(0, 0, 0), Bound::wrench)}});
    };
    const auto steps = [&](Value v, Pointer p) { reader_.array(v, p, {"steps", false, step}); };
    task_.plan.emplace();
    reader_.object(value, pointer, {{"steps", true, steps}});
  }

  void read_scatter(Value value, Pointer pointer) {
    Scatter& scatter = task_.scatter.emplace();
    reader_.object(value, pointer,
                   {{"starts", false, to(scatter.starts, 1)},
                    {"seed", false, to(scatter.seed, 0)},
                    {"translation", false, to(scatter.translation, Bound::length)},
                    {"rotation", false, to(scatter.rotation, Bound::not_negative)},
                    {"friction", false, to(scatter.friction, Bound::not_negative)}});
  }

  ObjectReader reader_;
  Task task_;
  std::size_t fixel_count_ = 0;
  std::vector<std::size_t> without_friction_;
};

}  // namespace

Task read_task_form(const JsonValue& root, FaultList& faults) { return TaskForm(faults).read(root); }

}  // namespace pawl
