// SPDX-License-Identifier: MIT
// Random tasks with random faults. After a task is written to a file and read back, it must have the same faults as the
// task in memory. PAWL_TEST_COUNT sets the number of tasks.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>

#include <random>

#include "support/count.h"

using namespace pawl;

namespace {

// The functions below write a task as text. Its keys have the order of the schema, and values that equal their defaults
// are omitted.

std::string text_of(double number) { return fmt::format("{}", number); }
std::string text_of(int number) { return fmt::format("{}", number); }
std::string text_of(const std::string& text) { return fmt::format("\"{}\"", text); }

std::string text_of(const Friction& friction);
std::string text_of(const Outline& outline);
std::string text_of(const Fixel& fixel);
std::string text_of(const Contact& contact);
std::string text_of(const Actuator& actuator);
std::string text_of(const Scatter& scatter);
std::string text_of(const SimulateOptions& options);

template <class Derived>
std::string text_of(const Eigen::MatrixBase<Derived>& vector) {
  std::string text;
  for (Eigen::Index k = 0; k < vector.size(); ++k) text += (k > 0 ? "," : "") + text_of(vector[k]);
  return "[" + text + "]";
}

template <class Entry>
std::string text_of(const std::vector<Entry>& list) {
  std::string text;
  for (const Entry& entry : list) text += (text.empty() ? "" : ",") + text_of(entry);
  return "[" + text + "]";
}

std::string text_of(const Friction& friction) {
  return friction.is_interval() ? text_of(Eigen::Vector2d(friction.low, friction.high)) : text_of(friction.low);
}

class Object {
 public:
  template <class Value>
  Object& key(const char* name, const Value& value, bool present = true) {
    return present ? raw(name, text_of(value)) : *this;
  }
  template <class Value>
  Object& key(const char* name, const std::optional<Value>& value) {
    return value ? raw(name, text_of(*value)) : *this;
  }
  Object& raw(const char* name, const std::string& text) {
    members_ += fmt::format("{}\"{}\": {}", members_.empty() ? "" : ", ", name, text);
    return *this;
  }
  std::string text() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

/// Returns the text of a path, in which each arc is given by its end point. The last arc ends at the start of the path.
std::string path_text(const Path& path) {
  const std::size_t count = path.vertices.size();
  std::string text = "[" + (count > 0 ? text_of(path.vertices[0]) : "");
  for (std::size_t i = 0; i < count; ++i) {
    const Eigen::Vector2d& to = path.vertices[(i + 1) % count];
    const double bulge = path.bulges[i];
    const bool repeats = path.vertices.back() == path.vertices.front();
    if (bulge == 0 && (i + 1 < count || repeats)) text += "," + text_of(to);
    if (bulge != 0) text += "," + Object().key("to", to).key("bulge", bulge).text();
  }
  return text + "]";
}

std::string text_of(const Outline& outline) {
  if (const auto* polygon = std::get_if<Polygon>(&outline)) return Object().key("polygon", polygon->vertices).text();
  if (const auto* path = std::get_if<Path>(&outline)) return Object().raw("path", path_text(*path)).text();
  const Disc& disc = std::get<Disc>(outline);
  return Object().raw("disc", Object().key("center", disc.center).key("radius", disc.radius).text()).text();
}

std::string text_of(const Fixel& fixel) {
  Object object;
  object.key("at", fixel.at).key("friction", fixel.friction).key("radius", fixel.radius).key("normal", fixel.normal);
  return object.text();
}

std::string text_of(const Contact& contact) {
  Object object;
  object.key("point", contact.point).key("normal", contact.normal).key("friction", contact.friction);
  return object.key("gap", contact.gap).text();
}

std::string part_text(const Part& part, bool outlined) {
  Object object;
  object.key("outline", part.outline).key("density", part.density, outlined).key("mass", part.mass);
  return object.key("inertia", part.inertia).key("center_of_mass", part.center_of_mass).text();
}

std::string text_of(const Actuator& actuator) {
  if (std::holds_alternative<FreeActuator>(actuator)) return Object().raw("free", "{}").text();
  if (std::holds_alternative<TrayActuator>(actuator)) return Object().raw("tray", "{}").text();
  Object object;
  if (const auto* push = std::get_if<PushActuator>(&actuator)) {
    object.key("at", push->at).key("directions", Eigen::Vector2d(push->from, push->to));
    return Object().raw("push", object.text()).text();
  }
  const SpringActuator& spring = std::get<SpringActuator>(actuator);
  object.key("at", spring.at).key("anchor", spring.anchor).key("anchor_tolerance", spring.anchor_tolerance);
  return Object().raw("spring", object.text()).text();
}

std::string text_of(const Scatter& scatter) {
  Object object;
  object.key("starts", scatter.starts).key("seed", scatter.seed).key("translation", scatter.translation);
  object.key("rotation", scatter.rotation).key("friction", scatter.friction).key("shape", scatter.shape);
  object.key("fixels", scatter.fixels).key("center_of_mass", scatter.center_of_mass);
  return object.key("distribution", std::string("normal"), scatter.distribution == Scatter::Distribution::normal)
      .text();
}

std::string text_of(const SimulateOptions& options) {
  Object object, support, rest;
  object.key("scheme", std::string("one-stage"), options.scheme == SimulateOptions::Scheme::one_stage);
  object.key("step", options.step).key("max_time", options.max_time).key("force", options.force);
  if (options.tray) {
    object.raw("tray", Object().key("tilt", options.tray->tilt).key("gravity", options.tray->gravity).text());
  }
  support.key("friction", options.support.friction).key("moment_radius", options.support.moment_radius);
  object.raw("support", support.text()).key("restitution", options.restitution);
  object.key("confidence", options.confidence);
  rest.key("speed", options.rest.speed).key("hold", options.rest.hold);
  return object.raw("rest", rest.text()).key("escape", options.escape).key("stiffness", options.stiffness).text();
}

std::string plan_text(const std::vector<Eigen::Vector3d>& wrenches) {
  std::string steps;
  for (const Eigen::Vector3d& wrench : wrenches) {
    steps += (steps.empty() ? "" : ",") + Object().key("wrench", wrench).text();
  }
  return Object().raw("steps", "[" + steps + "]").text();
}

std::string document_of(const Task& task) {
  const bool outlined = task.part.outline.has_value();
  Object object;
  object.key("pawl", 1).raw("part", part_text(task.part, outlined)).key("pose", task.pose, outlined);
  object.key("friction", task.friction).key("fixels", task.fixels, outlined).key("contacts", task.contacts, !outlined);
  object.key("contact_tolerance", task.contact_tolerance).key("seat_distance", task.seat_distance);
  object.key("modes", task.modes).key("actuator", task.actuator).key("twist", task.twist);
  if (task.start) {
    Object start;
    start.key("states", *task.start).key("displacements", task.start_displacements, !task.start_displacements.empty());
    object.raw("start", start.text());
  }
  object.key("goal", task.goal);
  if (task.plan) object.raw("plan", plan_text(*task.plan));
  return object.key("simulate", task.simulate).key("scatter", task.scatter).text();
}

/// A source of random tasks that are nearly valid: few of their numbers are wrong.
class BrokenTasks {
 public:
  explicit BrokenTasks(unsigned seed) : random_(seed) {}

  Task next() {
    wrongness_ = pick({0, .01, .05});
    Task task;
    chance(.7) ? outlined(task) : stated(task);
    const std::size_t count = task.fixels.size() + task.contacts.size();
    if (chance(.3)) task.part.mass = number(1);
    if (chance(.3)) task.part.inertia = number(1);
    if (chance(.3)) task.part.center_of_mass = vector<2>(0);
    task.friction = friction();
    task.contact_tolerance = number(1e-6);
    if (chance(.3)) task.seat_distance = number(.1);
    for (int k = integer(0, 2); k > 0; --k) task.modes.push_back(mode(count));
    if (chance(.7)) task.actuator = actuator();
    task.twist = vector<3>(0);
    if (chance(.5)) start(task, static_cast<int>(count));
    if (chance(.5)) task.goal = state(static_cast<int>(count));
    if (chance(.3)) task.plan = {vector<3>(1), vector<3>(-1)};
    if (chance(.3)) task.simulate = simulate();
    if (chance(.3)) task.scatter = scatter();
    return task;
  }

 private:
  double uniform() { return std::uniform_real_distribution<double>()(random_); }
  bool chance(double p) { return uniform() < p; }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  double pick(std::initializer_list<double> values) {
    return values.begin()[integer(0, static_cast<int>(values.size()) - 1)];
  }

  double number(double right) { return chance(wrongness_) ? pick({-1, 0, 2e9, -2e9, 1e300, -1e120, .5}) : right; }
  int whole(int right) { return chance(wrongness_) ? integer(-2, 2) : right; }
  template <int N>
  Eigen::Matrix<double, N, 1> vector(double right) {
    Eigen::Matrix<double, N, 1> result;
    for (double& entry : result) entry = number(right);
    return result;
  }
  Friction friction() { return chance(.5) ? Friction(number(.2)) : Friction(number(.1), number(.3)); }

  void outlined(Task& task) {
    if (chance(.2)) {
      task.part.outline = Disc{vector<2>(0), number(1)};
    } else if (chance(.3)) {
      Path path{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}, {0, number(1), number(.25), number(-.25)}};
      for (Eigen::Vector2d& vertex : path.vertices) vertex = {number(vertex.x()), number(vertex.y())};
      if (chance(wrongness_)) std::swap(path.vertices[1], path.vertices[2]);
      if (chance(wrongness_)) {
        path.vertices.resize(static_cast<std::size_t>(integer(0, 3)));
        path.bulges.resize(path.vertices.size());
      }
      task.part.outline = path;
    } else {
      task.part.outline = Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};
      auto& vertices = std::get<Polygon>(*task.part.outline).vertices;
      for (Eigen::Vector2d& vertex : vertices) vertex = {number(vertex.x()), number(vertex.y())};
      if (chance(wrongness_)) std::swap(vertices[1], vertices[2]);
      if (chance(wrongness_)) vertices.resize(static_cast<std::size_t>(integer(0, 3)));
    }
    task.part.density = number(1);
    for (const Eigen::Vector2d& at : {Eigen::Vector2d(-.5, -.5), {.5, -.5}, {1, .25}}) {
      Fixel fixel;
      fixel.at = {number(at.x()), number(at.y())};
      if (chance(.3)) fixel.friction = friction();
      fixel.radius = number(0);
      if (chance(.2)) fixel.normal = vector<2>(at.x() == 1 ? -1 : 1);
      task.fixels.push_back(fixel);
    }
  }

  void stated(Task& task) {
    for (int k = integer(0, 3); k > 0; --k) {
      Contact contact;
      contact.point = vector<2>(.5);
      contact.normal = vector<2>(1);
      contact.friction = friction();
      contact.gap = number(0);
      contact.touching = contact.gap == 0;
      task.contacts.push_back(contact);
    }
  }

  std::string mode(std::size_t count) {
    std::string letters(count, '*');
    for (char& letter : letters) {
      if (chance(.3)) letter = "alnrsx"[integer(0, chance(wrongness_) ? 5 : 4)];
    }
    return chance(wrongness_) ? letters + "n" : letters;
  }

  Actuator actuator() {
    switch (integer(0, 3)) {
      case 0:
        return FreeActuator();
      case 1:
        return TrayActuator();
      case 2:
        return PushActuator{vector<2>(0), number(0), number(1)};
      default:
        return SpringActuator{vector<2>(0), vector<2>(1), number(.1)};
    }
  }

  std::vector<int> state(int count) {
    std::vector<int> fixels;
    for (int fixel = 1; fixel <= count; ++fixel) {
      if (chance(.7)) fixels.push_back(whole(fixel));
    }
    return fixels;
  }

  Scatter scatter() {
    Scatter scatter{whole(10), whole(1), number(.1), number(.1), number(.1)};
    scatter.shape = number(1e-4);
    scatter.fixels = number(1e-4);
    scatter.center_of_mass = number(1e-3);
    if (chance(.5)) scatter.distribution = Scatter::Distribution::normal;
    return scatter;
  }

  SimulateOptions simulate() {
    SimulateOptions options;
    if (chance(.3)) options.scheme = SimulateOptions::Scheme::one_stage;
    options.step = number(1e-3);
    options.max_time = number(10);
    if (chance(.3)) options.force = number(1);
    if (chance(.3)) options.tray = {number(.1), number(9.81)};
    options.support.friction = number(0);
    if (chance(.3)) options.support.moment_radius = number(.1);
    options.restitution = number(0);
    options.confidence = number(.95);
    options.rest = {number(1e-8), number(.05)};
    options.escape = number(2);
    options.stiffness = number(1e5);
    return options;
  }

  void start(Task& task, int count) {
    task.start.emplace();
    for (int k = integer(0, 2); k > 0; --k) task.start->push_back(state(count));
    if (chance(.3)) task.start_displacements = {vector<3>(.1)};
  }

  std::mt19937 random_;
  double wrongness_ = 0;  ///< probability that a number of the task is wrong
};

template <class Call>
std::string complaints_of(const Call& call) {
  std::string lines;
  try {
    call();
  } catch (const InputError& error) {
    for (const Fault& fault : error.faults()) lines += fault.pointer + ": " + fault.value + ": " + fault.message + "\n";
  }
  return lines;
}

}  // namespace

TEST_CASE("a random task has the same faults in memory and in a file") {
  BrokenTasks tasks(20020101);
  int good = 0;
  const int count = oracle::count(2000);
  for (int k = 0; k < count; ++k) {
    const Task task = tasks.next();
    const std::string text = document_of(task);
    const std::string expected = complaints_of([&] { read_task(text); });
    CAPTURE(text);
    REQUIRE(complaints_of([&] { validate(task); }) == expected);
    REQUIRE(complaints_of([&] { find_contacts(task); }) == expected);
    good += expected.empty() ? 1 : 0;
  }
  CHECK(good > count / 20);
  CHECK(good < count);
}
