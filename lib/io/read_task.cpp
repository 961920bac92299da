// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/contact/mode.h>
#include <pawl/io/read_task.h>

#include <algorithm>

#include "io/object_reader.h"

namespace pawl {
namespace {

constexpr int kLargestInteger = 2147483647;

class TaskReader {
 public:
  explicit TaskReader(std::vector<Fault>& faults)
      : reader_(faults, [this](const std::string& pointer, const Json& value) {
          task_.extensions[pointer] = value.dump(-1, ' ', false, Json::error_handler_t::replace);
        }) {}

  Task read(const Json& root) {
    const auto into = [](auto& target, auto method) {
      return [&target, method](const Json& v, const std::string& p) {
        if (auto value = method(v, p)) target = *value;
      };
    };
    const auto vector3 = [this](const Json& v, const std::string& p) { return reader_.vector<3>(v, p); };
    const auto text = [this](const Json& v, const std::string& p) { return reader_.string(v, p); };
    const auto friction = [this](const Json& v, const std::string& p) { return reader_.friction(v, p); };
    const auto length = [this](const Json& v, const std::string& p) {
      return reader_.number(v, p, Bound::not_negative);
    };
    count_fixels(root);
    reader_.object(root, "",
                   {{"pawl", true, [this](const Json& v, const std::string& p) { reader_.integer(v, p, 1, 1); }},
                    {"name", false, into(task_.name, text)},
                    {"part", false, [this](const Json& v, const std::string& p) { read_part(v, p); }},
                    {"pose", false, into(task_.pose, vector3)},
                    {"friction", false, into(task_.friction, friction)},
                    {"fixels", false, list(task_.fixels, "fixels", &TaskReader::read_fixel)},
                    {"contacts", false, list(task_.contacts, "contacts", &TaskReader::read_contact)},
                    {"contact_tolerance", false, into(task_.contact_tolerance, length)},
                    {"modes", false, list(task_.modes, "modes", &TaskReader::read_mode)},
                    {"actuator", false, [this](const Json& v, const std::string& p) { read_actuator(v, p); }},
                    {"twist", false, into(task_.twist, vector3)},
                    {"start", false, [this](const Json& v, const std::string& p) { read_start(v, p); }},
                    {"goal", false,
                     [this](const Json& v, const std::string& p) { task_.goal = read_state(v, p); }},
                    {"plan", false, [this](const Json& v, const std::string& p) { read_plan(v, p); }},
                    {"scatter", false, [this](const Json& v, const std::string& p) { read_scatter(v, p); }}});
    if (root.is_object()) check_alternatives(root);
    return std::move(task_);
  }

 private:
  using Read = std::function<void(const Json&, const std::string&)>;

  template <class T>
  Read list(std::vector<T>& target, const char* name, void (TaskReader::*entry)(const Json&, const std::string&, T&)) {
    return [this, &target, name, entry](const Json& v, const std::string& p) {
      reader_.array(v, p, {name, false, [&](const Json& item, const std::string& where) {
                             (this->*entry)(item, where, target.emplace_back());
                           }});
    };
  }

  template <class T>
  Read store(std::optional<T>& target, Bound bound) {
    return [this, &target, bound](const Json& v, const std::string& p) { target = reader_.number(v, p, bound); };
  }
  Read store(double& target, Bound bound) {
    return [this, &target, bound](const Json& v, const std::string& p) {
      target = reader_.number(v, p, bound).value_or(target);
    };
  }
  Read store(Eigen::Vector2d& target) {
    return [this, &target](const Json& v, const std::string& p) {
      target = reader_.vector<2>(v, p).value_or(target);
    };
  }

  /// Modes and states are checked against the number of fixels, wherever in the file these stand.
  void count_fixels(const Json& root) {
    if (!root.is_object()) return;
    for (const char* key : {"fixels", "contacts"}) {
      if (root.contains(key) && root[key].is_array()) fixel_count_ += root[key].size();
    }
  }

  /// Contacts by geometry (part.outline and fixels) or as stated, not both and not neither.
  void check_alternatives(const Json& root) {
    const bool stated = root.contains("contacts");
    if (!stated) {
      if (!root.contains("fixels")) reader_.missing("", "fixels");
      if (!root.contains("part")) {
        reader_.missing("", "part");
      } else if (root["part"].is_object() && !root["part"].contains("outline")) {
        reader_.missing("/part", "outline");
      }
      return;
    }
    for (const char* key : {"fixels", "pose", "contact_tolerance"}) {
      if (root.contains(key)) reader_.fault(child("", key), root[key], "cannot stand beside \"contacts\"");
    }
    if (!root.contains("part") || !root["part"].is_object()) return;
    for (const char* key : {"outline", "density"}) {
      if (root["part"].contains(key)) {
        reader_.fault(child("/part", key), root["part"][key], "cannot stand beside \"contacts\"");
      }
    }
  }

  void read_part(const Json& value, const std::string& pointer) {
    Part& part = task_.part;
    reader_.object(value, pointer,
                   {{"outline", false, [this](const Json& v, const std::string& p) { read_outline(v, p); }},
                    {"density", false, store(part.density, Bound::positive)},
                    {"mass", false, store(part.mass, Bound::positive)},
                    {"inertia", false, store(part.inertia, Bound::positive)},
                    {"center_of_mass", false, [&](const Json& v, const std::string& p) {
                       part.center_of_mass = reader_.vector<2>(v, p);
                     }}});
  }

  void read_outline(const Json& value, const std::string& pointer) {
    const auto path = [this](const Json& v, const std::string& p) {
      reader_.fault(p, v, "outlines of line and arc segments cannot be read yet; give a polygon or a disc");
    };
    reader_.one_of(value, pointer,
                   {{"polygon", false, [this](const Json& v, const std::string& p) { read_polygon(v, p); }},
                    {"disc", false, [this](const Json& v, const std::string& p) { read_disc(v, p); }},
                    {"path", false, path}});
  }

  void read_polygon(const Json& value, const std::string& pointer) {
    Polygon polygon;
    reader_.array(value, pointer, {"vertices", false, [&](const Json& v, const std::string& p) {
                                     polygon.vertices.push_back(reader_.vector<2>(v, p).value_or(Eigen::Vector2d(0, 0)));
                                   }});
    if (value.is_array() && value.size() < 3) reader_.fault(pointer, value, "a polygon needs at least 3 vertices");
    task_.part.outline = std::move(polygon);
  }

  void read_disc(const Json& value, const std::string& pointer) {
    Disc disc;
    reader_.object(value, pointer,
                   {{"center", false, store(disc.center)}, {"radius", true, store(disc.radius, Bound::positive)}});
    task_.part.outline = disc;
  }

  void read_normal(const Json& value, const std::string& pointer, Eigen::Vector2d& normal) {
    const auto read = reader_.vector<2>(value, pointer);
    if (!read) return;
    normal = *read;
    if (normal.x() == 0 && normal.y() == 0) reader_.fault(pointer, value, "must not be the zero vector");
  }

  void read_fixel(const Json& value, const std::string& pointer, Fixel& fixel) {
    reader_.object(value, pointer,
                   {{"at", true, store(fixel.at)},
                    {"friction", false,
                     [&](const Json& v, const std::string& p) { fixel.friction = reader_.friction(v, p); }},
                    {"radius", false, store(fixel.radius, Bound::not_negative)},
                    {"normal", false, [&](const Json& v, const std::string& p) {
                       read_normal(v, p, fixel.normal.emplace(0, 0));
                     }}});
  }

  void read_contact(const Json& value, const std::string& pointer, Contact& contact) {
    bool own_friction = false;
    reader_.object(value, pointer,
                   {{"point", true, store(contact.point)},
                    {"normal", true,
                     [&](const Json& v, const std::string& p) { read_normal(v, p, contact.normal); }},
                    {"friction", false,
                     [&](const Json& v, const std::string& p) {
                       own_friction = true;
                       contact.friction = reader_.friction(v, p).value_or(Friction());
                     }},
                    {"gap", false, store(contact.gap, Bound::not_negative)}});
    contact.touching = contact.gap == 0;
    if (!own_friction) without_friction_.push_back(task_.contacts.size() - 1);
  }

  void read_mode(const Json& value, const std::string& pointer, std::string& mode) {
    const auto letters = reader_.string(value, pointer);
    if (!letters) return;
    mode = *letters;
    const auto known = [](char letter) { return std::string_view("alnrs*").find(letter) != std::string_view::npos; };
    if (!std::all_of(mode.begin(), mode.end(), known)) {
      reader_.fault(pointer, value, "letters must be a, l, n, r, s or *");
    } else if (mode.size() != fixel_count_) {
      reader_.fault(pointer, value, fmt::format("has {} letters, but there are {} fixels", mode.size(), fixel_count_));
    }
  }

  void read_actuator(const Json& value, const std::string& pointer) {
    const auto empty = [this](auto actuator) {
      return [this, actuator](const Json& v, const std::string& p) {
        reader_.object(v, p, {});
        task_.actuator = actuator;
      };
    };
    reader_.one_of(value, pointer,
                   {{"free", false, empty(FreeActuator())},
                    {"tray", false, empty(TrayActuator())},
                    {"push", false, [this](const Json& v, const std::string& p) { read_push(v, p); }},
                    {"spring", false, [this](const Json& v, const std::string& p) { read_spring(v, p); }}});
  }

  void read_push(const Json& value, const std::string& pointer) {
    PushActuator push;
    Eigen::Vector2d directions(0, 0);
    reader_.object(value, pointer, {{"at", true, store(push.at)}, {"directions", true, store(directions)}});
    push.from = directions.x();
    push.to = directions.y();
    task_.actuator = push;
  }

  void read_spring(const Json& value, const std::string& pointer) {
    SpringActuator spring;
    reader_.object(value, pointer,
                   {{"at", true, store(spring.at)},
                    {"anchor", true, store(spring.anchor)},
                    {"anchor_tolerance", false, store(spring.anchor_tolerance, Bound::not_negative)}});
    task_.actuator = spring;
  }

  std::vector<int> read_state(const Json& value, const std::string& pointer) {
    std::vector<int> state;
    reader_.array(value, pointer, {"fixel numbers", false, [&](const Json& v, const std::string& p) {
                                     const auto number = reader_.integer(v, p, 1, static_cast<int>(fixel_count_));
                                     if (!number) return;
                                     if (std::find(state.begin(), state.end(), *number) != state.end()) {
                                       reader_.fault(p, v, "names a fixel twice");
                                     }
                                     state.push_back(*number);
                                   }});
    return state;
  }

  void read_start(const Json& value, const std::string& pointer) {
    const auto states = [this](const Json& v, const std::string& p) {
      task_.start.emplace();
      reader_.array(v, p, {"contact states", false, [this](const Json& state, const std::string& where) {
                             task_.start->push_back(read_state(state, where));
                           }});
    };
    reader_.object(value, pointer, {{"states", true, states}});
  }

  void read_plan(const Json& value, const std::string& pointer) {
    task_.plan.emplace();
    const auto step = [this](const Json& v, const std::string& p) {
      reader_.object(v, p, {{"wrench", true, [this](const Json& w, const std::string& where) {
                               task_.plan->push_back(reader_.vector<3>(w, where).value_or(Eigen::Vector3d(0, 0, 0)));
                             }}});
    };
    reader_.object(value, pointer, {{"steps", true, [&](const Json& v, const std::string& p) {
                                       reader_.array(v, p, {"steps", false, step});
                                     }}});
  }

  void read_scatter(const Json& value, const std::string& pointer) {
    Scatter& scatter = task_.scatter.emplace();
    const auto whole = [this](int& target, int least) {
      return [this, &target, least](const Json& v, const std::string& p) {
        target = reader_.integer(v, p, least, kLargestInteger).value_or(target);
      };
    };
    reader_.object(value, pointer,
                   {{"starts", false, whole(scatter.starts, 1)},
                    {"seed", false, whole(scatter.seed, 0)},
                    {"translation", false, store(scatter.translation, Bound::not_negative)},
                    {"rotation", false, store(scatter.rotation, Bound::not_negative)},
                    {"friction", false, store(scatter.friction, Bound::not_negative)}});
  }

 public:
  /// Stated contacts without friction of their own have the task's.
  static void apply_default_friction(Task& task, const std::vector<std::size_t>& contacts) {
    for (const std::size_t i : contacts) task.contacts[i].friction = task.friction;
  }
  const std::vector<std::size_t>& without_friction() const { return without_friction_; }

 private:
  ObjectReader reader_;
  Task task_;
  std::size_t fixel_count_ = 0;
  std::vector<std::size_t> without_friction_;
};

bool any_under(const std::vector<Fault>& faults, std::initializer_list<std::string_view> roots) {
  return std::any_of(faults.begin(), faults.end(), [&](const Fault& fault) {
    return std::any_of(roots.begin(), roots.end(), [&](std::string_view root) { return fault.pointer.rfind(root, 0) == 0; });
  });
}

void append(std::vector<Fault>& faults, const std::vector<Fault>& more) {
  faults.insert(faults.end(), more.begin(), more.end());
}

/// What the form cannot say: a simple outline, a unique normal at each fixel, letters that the contacts allow.
void check_meaning(const Task& task, std::vector<Fault>& faults) {
  if (any_under(faults, {"/part", "/pose", "/fixels", "/contacts", "/contact_tolerance"})) return;
  if (task.part.outline) {
    const bool polygon = std::holds_alternative<Polygon>(*task.part.outline);
    append(faults, outline_faults(*task.part.outline, polygon ? "/part/outline/polygon" : "/part/outline/disc"));
    if (any_under(faults, {"/part"})) return;
  }
  try {
    const ContactSet set = find_contacts(task);
    set.validate();
    for (std::size_t i = 0; i < task.modes.size(); ++i) {
      const std::string pointer = fmt::format("/modes/{}", i);
      if (any_under(faults, {pointer})) continue;
      try {
        require_mode_fits(task.modes[i], set, pointer);
      } catch (const InputError& error) {
        append(faults, error.faults());
      }
    }
  } catch (const InputError& error) {
    append(faults, error.faults());
  }
}

}  // namespace

Task read_task(std::string_view text) {
  if (text.size() > kLargestText) {
    throw InputError("", "", fmt::format("the text has {} bytes, more than {} (64 MiB)", text.size(), kLargestText));
  }
  JsonDocument document = parse_json(text);
  if (!document.complete) throw InputError(std::move(document.faults));
  std::vector<Fault> faults = std::move(document.faults);
  TaskReader reader(faults);
  Task task = reader.read(document.value);
  TaskReader::apply_default_friction(task, reader.without_friction());
  check_meaning(task, faults);
  if (!faults.empty()) throw InputError(std::move(faults));
  return task;
}

}  // namespace pawl
