// SPDX-License-Identifier: MIT
// Quarter turns, mirroring, the unit of length and the order of fixels must not change an answer. An answer that
// depends on rounding must be reported as uncertain.
#include <doctest/doctest.h>
#include <pawl/io/task.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/planner/certainty.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "support/count.h"

using namespace pawl;

namespace {

using Vector = Eigen::Vector2d;

/// A part with fixels on its edges. All coordinates are whole multiples of 1 / `unit`.
struct Drawing {
  std::vector<std::pair<int, int>> vertices, fixels;
  double friction = 0;
};

/// Returns a point as it would be in a file: each coordinate is the double nearest to its count divided by `unit`.
Vector at(const std::pair<int, int>& p, double unit) { return {p.first / unit, p.second / unit}; }

Task task_of(const Drawing& drawing, double unit = 100) {
  Task task;
  Polygon polygon;
  for (const auto& v : drawing.vertices) polygon.vertices.push_back(at(v, unit));
  task.part.outline = polygon;
  task.part.center_of_mass = at({drawing.vertices[0].first + 10, drawing.vertices[0].second + 20}, unit);
  task.friction = drawing.friction;
  for (const auto& f : drawing.fixels) task.fixels.emplace_back().at = at(f, unit);
  return task;
}

/// Outlines in which every edge contains points with whole coordinates. The fixels are at such points.
const std::vector<std::vector<std::pair<int, int>>> kShapes = {
    {{-100, -100}, {100, -100}, {100, 100}, {-100, 100}},
    {{0, 0}, {40, 30}, {10, 70}, {-30, 40}},
    {{0, 0}, {120, 0}, {120, 40}, {50, 40}, {50, 90}, {0, 90}},
    {{0, 0}, {90, 0}, {60, 60}, {-30, 60}},
    {{-60, 0}, {0, -80}, {60, 0}, {0, 80}},
};

Drawing random_drawing(std::mt19937& random) {
  Drawing drawing;
  drawing.vertices = kShapes[random() % kShapes.size()];
  drawing.friction = std::vector<double>{0, .2, .55}[random() % 3];
  const std::size_t count = 2 + random() % 3;
  while (drawing.fixels.size() < count) {
    const std::size_t k = random() % drawing.vertices.size();
    const auto a = drawing.vertices[k];
    const auto b = drawing.vertices[(k + 1) % drawing.vertices.size()];
    const int tenths = 1 + static_cast<int>(random() % 9);
    const std::pair<int, int> p{a.first + (b.first - a.first) * tenths / 10,
                                a.second + (b.second - a.second) * tenths / 10};
    if (std::find(drawing.fixels.begin(), drawing.fixels.end(), p) == drawing.fixels.end()) drawing.fixels.push_back(p);
  }
  return drawing;
}

/// Returns the task after its pose and its fixels have been moved by a map of the plane. `angle` is the angle by which
/// the map rotates.
Task moved(Task task, double angle, const std::function<Vector(const Vector&)>& map) {
  for (Fixel& fixel : task.fixels) fixel.at = map(fixel.at);
  task.pose.head<2>() = map(task.pose.head<2>());
  task.pose.z() += angle;
  return task;
}

struct Answers {
  std::vector<std::string> modes;
  std::vector<std::vector<int>> states;
  InsertionPlan::Status plan = InsertionPlan::Status::stopped;
  bool certified = true;
};

Answers answers(const Task& task) {
  Answers result;
  const ContactSet set = find_contacts(task);
  for (const FeasibleMode& mode : feasible_modes(set)) result.modes.push_back(mode.mode.str());
  const ContactGraph graph(find_seat(task).contacts);
  for (int state = 0; state < graph.states().count(); ++state) result.states.push_back(graph.fixels(state));
  const InsertionPlan plan = plan_insertion(graph);
  result.plan = plan.status;
  result.certified = certainty_of_modes(set).certified && certainty_of_plan(graph, PlanOptions(), plan).certified;
  return result;
}

void check_same(const Answers& a, const Answers& b) {
  CHECK(a.modes == b.modes);
  CHECK(a.states == b.states);
  CHECK(a.plan == b.plan);
  CHECK(b.certified);
}

std::string mirrored(std::string letters) {
  for (char& letter : letters) letter = letter == 'l' ? 'r' : letter == 'r' ? 'l' : letter;
  return letters;
}

}  // namespace

TEST_CASE("quarter turns, a mirror, another unit and another order of fixels change no answer") {
  std::mt19937 random(77);
  int plans = 0;
  for (int round = 0; round < oracle::count(24); ++round) {
    const Drawing drawing = random_drawing(random);
    const Task task = task_of(drawing);
    const Answers original = answers(task);
    CHECK(original.certified);
    plans += original.plan == InsertionPlan::Status::found;
    for (int quarters = 1; quarters < 4; ++quarters) {
      const auto turn = [&](Vector p) {
        for (int k = 0; k < quarters; ++k) p = {-p.y() + 0.0, p.x()};
        return p;
      };
      check_same(original, answers(moved(task, quarters * std::numbers::pi / 2, turn)));
    }
    check_same(original, answers(task_of(drawing, 1)));
    check_same(original, answers(task_of(drawing, 100000)));

    Drawing other = drawing;
    for (auto* points : {&other.vertices, &other.fixels}) {
      for (auto& p : *points) p.first = -p.first;
    }
    Task mirror = task_of(other);
    mirror.part.center_of_mass = Vector(-task.part.center_of_mass->x(), task.part.center_of_mass->y());
    Answers back = answers(mirror);
    for (std::string& letters : back.modes) letters = mirrored(letters);
    std::sort(back.modes.begin(), back.modes.end());
    check_same(original, back);

    Task turned_order = task;
    std::reverse(turned_order.fixels.begin(), turned_order.fixels.end());
    Answers reversed = answers(turned_order);
    for (std::string& letters : reversed.modes) std::reverse(letters.begin(), letters.end());
    std::sort(reversed.modes.begin(), reversed.modes.end());
    reversed.states = original.states;  // with the fixels in another order, the states have other numbers
    check_same(original, reversed);
  }
  CHECK(plans > 0);
}

TEST_CASE("turned by other angles, the answers are the same or reported as uncertain") {
  std::mt19937 random(78);
  int same = 0;
  int uncertain = 0;
  for (int round = 0; round < oracle::count(24); ++round) {
    const Task task = task_of(random_drawing(random));
    const Answers original = answers(task);
    for (const auto& [x, y] : {std::pair(.6, .8), std::pair(5. / 13, 12. / 13), std::pair(.8, -.6)}) {
      const auto turn = [x = x, y = y](const Vector& p) {
        return Vector(x * p.x() - y * p.y(), y * p.x() + x * p.y());
      };
      const Answers turned = answers(moved(task, std::atan2(y, x), turn));
      uncertain += !turned.certified;
      if (!turned.certified) continue;
      ++same;
      check_same(original, turned);
    }
  }
  CHECK(same > 0);
  CHECK(uncertain > 0);
}

TEST_CASE("lever arms of 1e-16 m, which are rounding errors, do not hold a square") {
  Task square = task_of({kShapes[0], {{0, -100}, {0, 100}, {100, 0}}, 0});
  square.part.center_of_mass.reset();
  Task diamond = task_of({kShapes[1], {{-15, 20}, {25, 50}, {20, 15}}, 0});
  diamond.part.center_of_mass.reset();
  for (const Task& still : {square, diamond}) {
    for (int quarters = 0; quarters < 4; ++quarters) {
      const auto turn = [&](Vector p) {
        for (int k = 0; k < quarters; ++k) p = {-p.y() + 0.0, p.x()};
        return p;
      };
      // A quarter turn maps this fixture to itself. It therefore does not matter whether part and fixture are rotated,
      // or the part alone.
      Task turned = moved(still, quarters * std::numbers::pi / 2, turn);
      const Answers found = answers(turned);
      CHECK(found.plan == InsertionPlan::Status::none);
      CHECK(found.certified);
    }
  }
  square.pose.z() = std::numbers::pi / 2;
  CHECK(answers(square).plan == InsertionPlan::Status::none);
  square.fixels.pop_back();
  const ContactSet pins = find_contacts(square);
  const WrenchAmbiguity torque = Ambiguity(pins).of_wrench(pins.from_world({0, 0, -1}));
  CHECK_FALSE(torque.jam);
  CHECK(torque.modes == std::vector<Mode>{Mode("ll")});
}

TEST_CASE("an answer that needs a force of a million times the wrench is not certified") {
  // Two frictionless pins press on opposite edges. Their lines of force are at the distance `arm`, so that they can
  // balance any torque of one sign.
  const auto pins = [](double arm) {
    ContactSet set;
    set.contacts = {{{-arm, -1}, {0, 1}, 0., 0, true}, {{arm, 1}, {0, -1}, 0., 0, true}};
    return set;
  };
  for (const double torque : {1., -1.}) {
    int jams = 0;
    for (const double arm : {1e-1, 1e-5, 1e-7, 1e-9}) {
      const ContactSet set = pins(arm);
      const Eigen::Vector3d g(0, 0, torque);
      const WrenchAmbiguity found = Ambiguity(set).of_wrench(g);
      const Certainty certainty = certainty_of_wrench(set, g, found);
      const bool held = std::find(found.modes.begin(), found.modes.end(), Mode("nn")) != found.modes.end();
      jams += held;
      CHECK(certainty.certified == (!held || arm > 1e-6));
      CHECK(certainty_of_forward(set, g, Eigen::Vector3d::Zero(), forward(set, g)).certified == certainty.certified);
      if (certainty.certified) continue;
      CHECK(certainty.contacts == std::vector<int>{0, 1});
      CHECK(certainty.reason.find("needs forces of over 1e+06 times the wrench") != std::string::npos);
    }
    CHECK((jams == 0 || jams == 4));
  }
  // The same applies to cones: if force closure depends on a very short lever arm, it must not be certified.
  for (const double arm : {.1, 1e-9}) {
    ContactSet set;
    set.contacts = {{{-arm, -1}, {0, 1}, 0., 0, true},
                    {{0, 1}, {0, -1}, 0., 0, true},
                    {{arm, -1}, {0, 1}, 0., 0, true},
                    {{-1, 0}, {1, 0}, 0., 0, true},
                    {{1, 0}, {-1, 0}, 0., 0, true}};
    const Closure held = closure(set);
    CHECK(held.form);
    CHECK(certainty_of_mode(set, "nnnnn", Ambiguity(set).of_mode("nnnnn"), held).certified == (arm == .1));
    CHECK(certainty_of_cone(set, wrench_cone(set, Mode("nnnnn"))).certified == (arm == .1));
  }
}
