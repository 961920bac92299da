// SPDX-License-Identifier: MIT
// Pictures of answers must show the results. Their labels must not overlap, and repeated runs must give the same bytes.
#include <doctest/doctest.h>
#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/draw/plan_picture.h>
#include <pawl/draw/render.h>
#include <pawl/draw/step_figure.h>
#include <pawl/draw/trials_picture.h>
#include <pawl/geometry/closest_point.h>
#include <pawl/io/read_task.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/planner/plan_task.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <set>

#include "draw/basin_picture.h"
#include "draw/part_figure.h"

using namespace pawl;
using namespace pawl::draw;
using Eigen::Vector2d;
using Eigen::Vector3d;

namespace {

ValidTask task_named(const std::string& name) { return read_valid_task_file(PAWL_SOURCE_DIR "/data/tasks/" + name); }

/// Returns the names of all shipped tasks that have contacts. Tasks for a fixture search have none.
std::vector<std::string> task_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(PAWL_SOURCE_DIR "/data/tasks")) {
    const std::string name = entry.path().filename().string();
    if (task_named(name).contacts().size() > 0) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Returns the figure that the command draws for the plan of a task. If the task has no plan, the figure shows the
/// possible results of the wrench (0, -1, 0).
PlanFigure plan_of(const ValidTask& task) {
  const TaskPlan found = plan(task);
  PlanFigure figure;
  figure.part = seated_figure(task, found.problem.seated);
  figure.title = task.task().name;
  figure.notes = {{found.reason, Ink::note}};
  Belief all;
  for (int state = 1; state < found.problem.graph.states().count(); ++state)
    all.push_back(belief_of(found.problem, StateSet().set(static_cast<std::size_t>(state)))[0]);
  const auto add = [&](const Vector3d& wrench, const Belief& before, const Belief& after) {
    StepFigure& step = figure.steps.emplace_back();
    step.title = "Step " + std::to_string(figure.steps.size());
    step.wrench = wrench;
    WrenchMoves moves = wrench_moves(found.problem, wrench, before, after);
    step.states = moves.states;
    step.graph = moves.graph;
  };
  for (const TaskPlan::Step& step : found.steps) {
    add(step.wrench, step.before, step.after);
    figure.steps.back().window = step.window;
  }
  if (figure.steps.empty()) add({0, -1, 0}, all, {});
  return figure;
}

MotionsFigure modes_of(const ValidTask& task) {
  MotionsFigure figure;
  figure.part = part_figure(task);
  figure.title = task.task().name;
  figure.wrench = Vector3d(.3, -1, .1 * figure.part.size);
  figure.wrench_title = "the wrench";
  for (const FeasibleMode& mode : feasible_modes(task.contacts()))
    figure.motions.push_back({mode.mode.str(), mode.mode.str(), task.contacts().to_world(mode.acceleration)});
  return figure;
}

/// Checks the labels of a picture: no two of them overlap, all that were placed are on the page, and few were left out.
void require_legible(const Picture& picture, const std::string& what) {
  CAPTURE(what);
  const Labels labels = place_labels(picture);
  for (std::size_t i = 0; i < labels.placed.size(); ++i) {
    const Box& box = labels.placed[i].box;
    INFO(labels.placed[i].label.text);
    CHECK(box.least.minCoeff() >= -1e-6);
    CHECK((picture.size - box.most()).minCoeff() >= -1e-6);
    for (std::size_t k = 0; k < i; ++k) {
      INFO(labels.placed[k].label.text);
      CHECK_FALSE(overlap(box, labels.placed[k].box));
    }
  }
  std::size_t left_out = 0;
  for (const std::size_t count : labels.left_out) left_out += count;
  CHECK(left_out * 20 <= labels.placed.size());
}

template <class Item>
std::vector<Item> items_of(const Panel& panel) {
  std::vector<Item> items;
  for (const draw::Item& item : panel.items) {
    if (const Item* one = std::get_if<Item>(&item)) items.push_back(*one);
  }
  return items;
}

std::vector<Stroke> arrows_of(const Panel& panel, Ink ink) {
  std::vector<Stroke> arrows;
  for (const Stroke& stroke : items_of<Stroke>(panel)) {
    if (stroke.head == Head::arrow && stroke.pen->ink == ink) arrows.push_back(stroke);
  }
  return arrows;
}

double angle_between(double a, double b) { return std::abs(std::remainder(a - b, 2 * std::numbers::pi)); }

}  // namespace

TEST_CASE(
    "pictures of plans and modes of every task are legible at both widths, and repeated runs give the same "
    "bytes") {
  for (const std::string& name : task_names()) {
    const ValidTask task = task_named(name);
    const PlanFigure plan = plan_of(task);
    const MotionsFigure modes = modes_of(task);
    for (const double width : {1280., 390.}) {
      require_legible(draw::draw(plan, width), name + ", plan");
      require_legible(draw::draw(modes, width), name + ", modes");
    }
    CHECK(svg(draw::draw(plan, 390)) == svg(draw::draw(plan_of(task), 390)));
    CHECK(draw::draw(plan, 390).size.x() == 390);
  }
}

TEST_CASE("a compass rose shows the window's ends and the wrench's direction, also for windows across 180 degrees") {
  for (const auto& [from, to] : {std::pair(-2.2, -1.7), std::pair(3., 3.5), std::pair(-.1, 3.9)}) {
    const double best = (from + to) / 2;
    const Panel panel = compass({from, to}, best);
    const std::vector<Stroke> arrows = arrows_of(panel, Ink::best);
    REQUIRE(arrows.size() == 1);
    const Vector2d tip = arrows[0].path.vertices[1];
    CHECK(angle_between(std::atan2(tip.y(), tip.x()), best) < 1e-12);
    std::vector<Vector2d> sector;
    for (const Stroke& stroke : items_of<Stroke>(panel)) {
      if (stroke.fill && stroke.fill->ink == Ink::safe) sector = flattened(stroke.path, true);
    }
    // Except for the center, the points of the sector must fill exactly the range of directions between its two ends.
    double least = 1e9, most = -1e9;
    for (const Vector2d& point : sector) {
      if (point.norm() < .5) continue;
      const double along = std::remainder(std::atan2(point.y(), point.x()) - best, 2 * std::numbers::pi);
      least = std::min(least, along);
      most = std::max(most, along);
    }
    CHECK(least == doctest::Approx(from - best));
    CHECK(most == doctest::Approx(to - best));
  }
}

TEST_CASE("a line of force has the moment of its wrench, and a pure moment has no line") {
  for (const Vector3d& wrench : {Vector3d(.3, -1, .2), Vector3d(-2, .5, -3), Vector3d(0, 1, 0)}) {
    const std::optional<Vector2d> foot = line_of_force(wrench);
    REQUIRE(foot);
    CHECK(foot->x() * wrench.y() - foot->y() * wrench.x() == doctest::Approx(wrench.z()));
    CHECK(foot->dot(wrench.head<2>()) == doctest::Approx(0));
  }
  CHECK_FALSE(line_of_force({0, 0, 1}));
}

TEST_CASE("motion arrows point in the direction in which the twist moves each point") {
  const ValidTask task = task_named("bracket_tray.json");
  const PartFigure part = part_figure(task);
  for (const Vector3d& twist : {Vector3d(1, 0, 0), Vector3d(0, 0, -.3), Vector3d(-3, 2, .05)}) {
    const Vector3d shown = shown_motion(part, twist, .1);
    CHECK(farthest_motion(part, shown) == doctest::Approx(.1 * part.size));
    Panel panel;
    add_motion(panel, part, Vector3d::Zero(), shown, Ink::motion);
    const std::vector<Stroke> arrows = arrows_of(panel, Ink::motion);
    REQUIRE_FALSE(arrows.empty());
    for (const Stroke& arrow : arrows) {
      const Vector2d arm = arrow.path.vertices[0] - part.center, way = arrow.path.vertices[1] - arrow.path.vertices[0];
      const Vector2d velocity(twist.x() - twist.z() * arm.y(), twist.y() + twist.z() * arm.x());
      // The arrow is a chord of the point's path. The path turns by less than .1 rad, so the chord deviates from the
      // velocity by less than .1 rad.
      CHECK(angle_between(std::atan2(way.y(), way.x()), std::atan2(velocity.y(), velocity.x())) < .1);
    }
  }
}

TEST_CASE("in the picture of a contact state, the part touches the fixels of the state and no others, to first order") {
  for (const char* name : {"bracket_tray.json", "ratchet_pawl.json", "block_stop.json", "shaft_keyway.json"}) {
    const ValidTask task = task_named(name);
    const SeatedTask seat = find_seat(task);
    const PartFigure part = seated_figure(task, seat);
    for (const std::vector<int>& state : {std::vector<int>{1}, {2}, {3}, {1, 2}, {1, 3}, {2, 3}, {}}) {
      const std::optional<Vector3d> moved = state_displacement(part, state, .07);
      REQUIRE(moved);
      for (const FixelFigure& fixel : part.fixels) {
        const Vector2d arm = fixel.point - part.center;
        const double gap =
            fixel.normal.dot(moved->head<2>()) + moved->z() * (arm.x() * fixel.normal.y() - arm.y() * fixel.normal.x());
        const bool touches = std::find(state.begin(), state.end(), fixel.number) != state.end();
        CHECK((touches ? std::abs(gap) < 1e-6 * part.size : gap > .001 * part.size));
      }
    }
  }
  // The four pins are around a square. If the square touches three of them, it touches all four.
  const ValidTask square = read_valid_task_file(PAWL_SOURCE_DIR "/tests/data/tasks/pinwheel_square.json");
  CHECK_FALSE(state_displacement(seated_figure(square, find_seat(square)), {1, 2, 3}, .07));
}

TEST_CASE("the graph marks the beliefs of the plan, and its moves lead from each belief to the next") {
  for (const std::string& name : task_names()) {
    CAPTURE(name);
    const TaskPlan found = plan(task_named(name));
    for (const TaskPlan::Step& step : found.steps) {
      const WrenchMoves moves = wrench_moves(found.problem, step.wrench, step.before, step.after);
      std::set<std::vector<int>> before, after, resting;
      for (const GraphFigure::State& state : moves.graph.states) {
        if (state.before) before.insert(state.fixels);
        if (state.after) after.insert(state.fixels);
      }
      CHECK(before == std::set<std::vector<int>>(step.before.begin(), step.before.end()));
      CHECK(after == std::set<std::vector<int>>(step.after.begin(), step.after.end()));
      CHECK(moves.states.size() == step.before.size());
      // The part comes to rest in exactly those states that no arrow leaves. A safe step has neither an escape nor a
      // cycle.
      std::set<std::size_t> left;
      for (const GraphFigure::Move& move : moves.graph.moves) {
        CHECK(move.to.has_value());
        CHECK_FALSE(move.modes.empty());
        left.insert(move.from);
      }
      for (std::size_t k = 0; k < moves.graph.states.size(); ++k) {
        const GraphFigure::State& state = moves.graph.states[k];
        if (left.count(k) == 0 && (state.before || !state.goal)) CHECK(state.after);
      }
      for (const StateFigure& state : moves.states) CHECK_FALSE(state.escapes);
    }
  }
}

TEST_CASE("a mirrored task has mirrored motions") {
  Task right, left;
  right.part.outline = Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-.4, .7}}};
  left.part.outline = Polygon{{{1, -.5}, {.4, .7}, {-1, .5}, {-1, -.5}}};
  right.fixels = {{.at = {-.5, -.5}}, {.at = {.5, -.5}}, {.at = {1, 0}}};
  left.fixels = {{.at = {.5, -.5}}, {.at = {-.5, -.5}}, {.at = {-1, 0}}};
  right.friction = left.friction = .2;
  const PlanProblem one = plan_problem(right), other = plan_problem(left);
  const Belief all{{1}, {2}, {3}, {1, 2}, {1, 3}, {2, 3}, {1, 2, 3}};
  const WrenchMoves a = wrench_moves(one, {.5, -1, .1}, all, {{1, 2, 3}});
  const WrenchMoves b = wrench_moves(other, {-.5, -1, -.1}, all, {{1, 2, 3}});
  REQUIRE(a.states.size() == b.states.size());
  const auto mirrored = [](std::string modes) {
    for (char& letter : modes) letter = letter == 'l' ? 'r' : letter == 'r' ? 'l' : letter;
    return modes;
  };
  for (std::size_t k = 0; k < a.states.size(); ++k) {
    CHECK(a.states[k].fixels == b.states[k].fixels);
    CHECK(a.states[k].rests == b.states[k].rests);
    REQUIRE(a.states[k].motions.size() == b.states[k].motions.size());
    if (a.states[k].motions.size() != 1) continue;
    CHECK(mirrored(a.states[k].modes[0]) == b.states[k].modes[0]);
    const Vector3d motion = a.states[k].motions[0], mirror(-motion.x(), motion.y(), -motion.z());
    CHECK((mirror - b.states[k].motions[0]).norm() < 1e-9);
  }
  CHECK(a.graph.moves.size() == b.graph.moves.size());
}

TEST_CASE(
    "samples of a basin do not overlap the pins and are below the depth; they include the surroundings of the seat but "
    "not the pass") {
  const ValidTask task = task_named("bracket_tray.json");
  const PartFigure part = seated_figure(task, find_seat(task));
  BasinFigure basin;
  basin.load = {{-.41404395875774624, -.9102568869369865}, 0, part.center};
  basin.depth = 3.97;
  basin.extent = {Vector3d(-5.125, -1.125, radians(-16.3)), Vector3d(9.875, 8.875, radians(14.1))};
  const BasinSamples samples(part, basin);
  CHECK(samples.holds({.05, .05, 0}));
  CHECK_FALSE(samples.holds({10.125, .125, .0039}));
  CHECK_FALSE(samples.holds({2, -1, 0}));  // the part overlaps the pins at this pose
  const std::vector<Vector3d> farthest = samples.farthest();
  REQUIRE(farthest.size() >= 4);
  for (const Vector3d& moved : farthest) {
    // If a force f acts at the center of mass, the potential at the displacement d is U = -f . d.
    CHECK(-basin.load.force.dot(moved.head<2>()) <= basin.depth);
    for (const FixelFigure& fixel : part.fixels) {
      const Vector2d seen = part.center + turned(fixel.at - moved.head<2>() - part.center, -moved.z());
      const double gap = closest_points(Outline(*part.outline), seen)[0].distance - fixel.radius;
      CHECK(gap >= -5e-3 * 15);
    }
  }
}

TEST_CASE("the potential of a load falls by the work that the load does") {
  PartFigure part;
  part.center = {1, 2};
  const LoadFigure push{{0, -1}, 0, {2, 2}};
  CHECK(potential(part, push, {0, 0, 0}) == 0);
  CHECK(potential(part, push, {.3, -.2, 0}) == doctest::Approx(-.2));
  CHECK(potential(part, push, {0, 0, .1}) == doctest::Approx(std::sin(.1)));  // the rotation raises the point of
                                                                              // application by sin(.1)
  const LoadFigure spring{{3, 4}, 0, {1, 2}, Vector2d(4, 6)};
  CHECK(potential(part, spring, {.6, .8, 0}) == doctest::Approx(-5));
  CHECK(potential(part, LoadFigure{{0, 0}, 2, {0, 0}}, {0, 0, .5}) == doctest::Approx(-1));
}

TEST_CASE("every start of a trial is marked, failed trials have another mark, and bars show the counts") {
  const ValidTask task = task_named("ratchet_pawl_trials.json");
  TrialsFigure figure;
  figure.part = seated_figure(task, find_seat(task));
  figure.title = "trials";
  figure.length = "m";
  for (int k = 0; k < 30; ++k) figure.trials.push_back({Vector3d(.0001 * (k % 7), .0002 * (k % 5), .001 * k)});
  figure.trials.push_back({Vector3d(.001, .002, .1), true, Vector3d(.0005, .0001, .05), "17"});
  figure.trials.push_back({Vector3d(.001, .001, .1), true, Vector3d(5, -9, 3), "23"});
  figure.outcomes = {{"seated", 30}, {"jammed", 1}, {"escaped", 1}, {"unsolved", 0}};
  for (const double width : {1280., 390.}) {
    const Picture picture = draw::draw(figure, width);
    require_legible(picture, "trials");
    std::size_t rings = 0, crosses = 0;
    std::set<std::string> texts;
    for (const Panel& panel : picture.panels) {
      for (const Mark& mark : items_of<Mark>(panel)) {
        rings += mark.shape == Shape::ring && mark.ink == Ink::seated ? 1 : 0;
        crosses += mark.shape == Shape::cross && mark.ink == Ink::failed ? 1 : 0;
      }
      for (const Label& label : items_of<Label>(panel)) texts.insert(label.text);
    }
    CHECK(rings == 2 * 30 + 1);  // each seated start has one ring per chart, and the legend has one ring
    CHECK(crosses == 2 * 2 + 1);
    for (const char* text : {"30", "seated", "escaped", "17", "23", "1 ended outside this picture"})
      CHECK(texts.count(text) == 1);
  }
}

TEST_CASE("a plan has a picture at every width, with panels inside the page") {
  const PlanFigure figure = plan_of(task_named("bracket_tray.json"));
  for (double width = 240; width <= 1400; width += 7) {
    CAPTURE(width);
    const Picture picture = draw::draw(figure, width);
    CHECK_NOTHROW(draw::svg(picture));
    for (const Panel& panel : picture.panels) {
      CHECK(panel.page.size.minCoeff() > 0);
      CHECK(panel.page.most().x() <= width);
    }
  }
}

TEST_CASE(
    "the picture of a plan of a hundred steps omits the steps that do not fit on the page, and a note states this") {
  const ValidTask task = task_named("ratchet_pawl_tray.json");
  PlanFigure figure = plan_of(task);
  figure.notes.resize(200, {"a line", Ink::note});
  while (figure.steps.size() < 100) figure.steps.push_back(figure.steps[figure.steps.size() % 2]);
  for (const double width : {1280., 390.}) {
    const Picture picture = draw::draw(figure, width);
    CHECK(picture.size.y() <= kLargestPage);
    std::size_t steps = 0;
    bool said = false;
    for (const Panel& panel : picture.panels) {
      steps += panel.title == "line of force" ? 1 : 0;
      for (const Label& label : items_of<Label>(panel))
        said = said || label.text.find("more steps") != std::string::npos;
    }
    CHECK(said);
    CHECK(steps >= 10);
    CHECK(steps < 100);
  }
}

TEST_CASE("an empty trace and an empty plan have pictures, too") {
  const ValidTask task = task_named("block_stop.json");
  TraceFigure trace;
  trace.part = seated_figure(task, find_seat(task));
  trace.title = "nothing";
  trace.forces.resize(3);
  CHECK_FALSE(svg(draw::draw(trace, 390)).empty());
  PlanFigure none;
  none.part = trace.part;
  none.title = "<script>alert(1)</script>";
  none.notes = {{"no plan exists: proved for this model", Ink::failed}};
  const std::string text = svg(draw::draw(none, 390));
  CHECK(text.find("<script>") == std::string::npos);
  CHECK(text.find("no plan exists: proved") != std::string::npos);
}
