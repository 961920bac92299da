// SPDX-License-Identifier: MIT
// A task that is turned, mirrored, scaled or split must have the same answers as before, or its answers must be marked
// as not certified. If the numbers of the task imply an exact dependency, for example that pins are opposite each
// other, the dependency must be recognized exactly.
#include "support/rewritings.h"

#include <doctest/doctest.h>
#include <pawl/io/contact_list.h>
#include <pawl/io/valid_task.h>
#include <pawl/modes/forward.h>
#include <pawl/planner/check_task.h>
#include <pawl/planner/plan_task.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <random>
#include <string>

#include "support/count.h"

using namespace pawl;
using oracle::Rewriting;

namespace {

using Vector = Eigen::Vector2d;

/// A source of tasks whose contacts are exactly linearly dependent. All coordinates are decimals with at most 15
/// digits, and are stored as the nearest doubles.
class DegenerateTasks {
 public:
  explicit DegenerateTasks(unsigned seed) : engine_(seed) {}

  Task next() {
    switch (integer(0, 4)) {
      case 0:
        return opposite_pins();
      case 1:
        return concurrent_normals();
      case 2:
        return pins_round_disc();
      case 3:
        return pins_on_arc();
      default:
        return parallel_edges();
    }
  }

  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }

 private:
  Task on(Outline outline) {
    Task task;
    task.part.outline = std::move(outline);
    task.part.mass = 1;
    task.part.inertia = integer(1, 8) / 4.;
    static const Friction kFrictions[] = {0, .2, .5, Friction(.1, .3)};
    task.friction = kFrictions[integer(0, 3)];
    return task;
  }

  /// Returns the double for the decimal that is nearest to a computed coordinate.
  static double decimal(double value) { return std::round(value * 1e6) / 1e6; }

  static void add(Task& task, const Vector& at, double radius = 0) {
    task.fixels.emplace_back().at = Vector(decimal(at.x()), decimal(at.y()));
    task.fixels.back().radius = radius;
  }

  double quarters(int low, int high) { return integer(4 * low, 4 * high) / 4.; }

  /// Returns a rectangle between two pins, whose normals are on one line. Some of these tasks have a third pin.
  Task opposite_pins() {
    const double a = integer(1, 4), b = integer(1, 3), radius = integer(0, 2) / 4.;
    Task task = on(Polygon{{{-a, -b}, {a, -b}, {a, b}, {-a, b}}});
    const double y = (integer(1, 7) - 4) * b / 4;
    add(task, {a + radius, y}, radius);
    add(task, {-a - radius, y}, radius);
    if (integer(0, 1)) add(task, {(integer(1, 7) - 4) * a / 4, -b - radius}, radius);
    return task;
  }

  /// Returns a triangle with the sides 3, 4 and 5. From one point, perpendiculars are drawn to the sides; the pins are
  /// at their feet.
  Task concurrent_normals() {
    const int k = integer(1, 4);
    Task task = on(Polygon{{{0, 0}, {4. * k, 0}, {0, 3. * k}}});
    const double p = integer(1, 6) * k / 4., q = integer(1, 4) * k / 4.;
    const double fifths = (12 * k - 3 * p - 4 * q) / 25;
    add(task, {p, 0});
    add(task, {0, q});
    add(task, {p + 3 * fifths, q + 4 * fifths});
    return task;
  }

  Vector direction() {
    static const Vector kExact[] = {{.6, .8}, {-.6, .8}, {.8, -.6},   {-.8, -.6},
                                    {0, 1},   {1, 0},    {-.28, .96}, {.96, -.28}};
    return kExact[integer(0, 7)];
  }

  Task pins_round_disc() {
    const double size = integer(1, 4), radius = integer(0, 2) / 4.;
    const Vector center(integer(-2, 2), integer(-2, 2));
    Task task = on(Disc{center, size});
    const int count = integer(2, 4);
    for (int k = 0; k < count; ++k) {
      const Vector at = center + (size + radius) * direction();
      const bool taken = std::any_of(task.fixels.begin(), task.fixels.end(),
                                     [&](const Fixel& fixel) { return (fixel.at - at).norm() < .1; });
      if (!taken) add(task, at, radius);
    }
    return task;
  }

  /// Returns a box whose lid is an arc. The arc has the bulge 1/2, or the bulge 1.875 of two successive arcs of bulge
  /// .6.
  Task pins_on_arc() {
    const double half = 3 * integer(1, 2);  // for this value, the center and the radius are decimals
    const double bulge = integer(0, 1) ? 1.875 : .5;
    // The vertices are in counterclockwise order, beginning with the right end of the lid.
    Task task = on(Path{{{half, 0}, {-half, 0}, {-half, -3}, {half, -3}}, {bulge, 0, 0, 0}});
    const double height = half * (bulge * bulge - 1) / (2 * bulge);
    const double radius = half * (1 + bulge * bulge) / (2 * bulge);
    static const Vector kUp[] = {{.6, .8}, {-.6, .8}, {.352, .936}, {.28, .96}, {-.28, .96}};
    int first = integer(0, 4);
    for (int k = integer(2, 3); k > 0; --k) add(task, Vector(0, height) + radius * kUp[first++ % 5]);
    if (integer(0, 1)) add(task, {0, -3});
    return task;
  }

  /// Returns a slanted parallelogram. Two pins are on each of two parallel edges.
  Task parallel_edges() {
    const double width = integer(2, 4), k = integer(1, 2);
    Task task = on(Polygon{{{0, 0}, {5 * width, 0}, {5 * width + 3 * k, 4 * k}, {3 * k, 4 * k}}});
    const Vector side(3 * k, 4 * k);
    for (const double at : {.25, .75}) {
      if (integer(0, 2) > 0) add(task, at * side);
      if (integer(0, 2) > 0) add(task, Vector(5 * width, 0) + at * side);
    }
    add(task, {quarters(1, 2) * width, 0});
    return task;
  }

  std::mt19937 engine_;
};

/// The answers of all commands for one task.
struct Answers {
  struct OfMode {
    std::string mode;
    Cone cone;
    bool cone_certified = false;
    std::optional<Verdict> verdict;  ///< answer of `check`, which is called for some modes only
    bool verdict_certified = true;
  };
  std::vector<OfMode> modes;
  bool modes_certified = false;
  bool located = false, located_certified = false;
  InsertionPlan::Status plan = InsertionPlan::Status::stopped;
  bool plan_certified = false;
  /// Answers of `check` and `forward` for the wrenches of kWrenches, in the frame of the part.
  struct OfWrench {
    std::vector<std::string> modes, solutions;
    bool modes_certified = false, solutions_certified = false;
  };
  std::vector<OfWrench> wrenches;

  bool all_certified() const {
    return modes_certified && located_certified && plan_certified &&
           std::all_of(modes.begin(), modes.end(),
                       [](const OfMode& one) { return one.cone_certified && one.verdict_certified; });
  }
};

/// Wrenches (fx, fy, tau) in the frame of the original part, in N and N times the unit of length.
const std::vector<Eigen::Vector3d> kWrenches{{.25, -1, .125}, {-.5, .375, -1}, {0, -1, 0}};

void answer_wrenches(const ContactSet& set, const Rewriting& rewriting, Answers& answers) {
  for (const Eigen::Vector3d& original : kWrenches) {
    const Eigen::Vector3d g = rewriting.wrench(original);
    Answers::OfWrench& one = answers.wrenches.emplace_back();
    const WrenchAmbiguity found = Ambiguity(set).of_wrench(g);
    for (const Mode& mode : found.modes) one.modes.push_back(mode.str());
    one.modes_certified = certainty_of_wrench(set, g, found).certified;
    const ForwardSolutions solved = forward(set, g);
    for (const ForwardSolution& solution : solved.solutions) one.solutions.push_back(solution.mode.str());
    one.solutions_certified = certainty_of_forward(set, g, {0, 0, 0}, solved).certified;
  }
}

std::vector<std::string> rewritten(std::vector<std::string> modes, const Rewriting& rewriting) {
  for (std::string& mode : modes) mode = rewriting.letters(mode);
  std::sort(modes.begin(), modes.end());
  return modes;
}

/// Computes the answers of all commands. Calls `check` for the modes `checked_modes`. If this list is empty, selects at
/// most three modes.
Answers answers(const Rewriting& rewriting, const std::vector<std::string>& checked_modes = {}) {
  const ValidTask task(rewriting.task);
  const ContactSet& set = task.contacts();
  Answers result;
  for (const FeasibleMode& feasible : feasible_modes(set)) {
    Answers::OfMode& one = result.modes.emplace_back();
    one.mode = feasible.mode.str();
    const WrenchCone cone = wrench_cone(set, feasible.mode);
    one.cone = cone.cone;
    one.cone_certified = certainty_of_cone(set, cone).certified;
  }
  for (std::size_t k = 0; k < result.modes.size(); ++k) {
    Answers::OfMode& one = result.modes[k];
    const bool asked = checked_modes.empty()
                           ? k % (result.modes.size() / 3 + 1) == 0
                           : std::find(checked_modes.begin(), checked_modes.end(), one.mode) != checked_modes.end();
    if (!asked) continue;
    const ModeCheck checked = check(task, one.mode);
    one.verdict = checked.found.verdict;
    one.verdict_certified = checked.certainty.certified;
  }
  answer_wrenches(set, rewriting, result);
  result.modes_certified = certainty_of_modes(set).certified;
  const ContactList list = list_contacts(task);
  result.located = list.located;
  result.located_certified = list.rank == list.greatest_rank;
  const TaskPlan planned = plan(task);
  result.plan = planned.status;
  result.plan_certified = planned.certainty.certified;
  return result;
}

/// Returns whether the cone `outer` contains every generator of the cone `inner`, up to rounding. `read` converts each
/// generator first.
bool lies_in(const Cone& inner, const Cone& outer, double rho,
             const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& read) {
  const auto inside = [&](const Eigen::Vector3d& g) { return angle_to(outer, read(g).normalized(), rho) < 1e-6; };
  return std::all_of(inner.rays().begin(), inner.rays().end(), inside) &&
         std::all_of(inner.lines().begin(), inner.lines().end(),
                     [&](const Eigen::Vector3d& g) { return inside(g) && inside(-g); });
}

/// Returns whether two cones are equal up to rounding. The wrenches of the original task are converted to the other
/// task first.
bool same_cone(const Cone& original, const Cone& other, const Rewriting& rewriting, double rho) {
  const auto read = [&](const Eigen::Vector3d& g) { return rewriting.wrench(g); };
  const auto back = [&](const Eigen::Vector3d& g) { return rewriting.original_wrench(g); };
  return original.dimension() == other.dimension() && original.lineality() == other.lineality() &&
         lies_in(original, other, rho, read) && lies_in(other, original, rho / rewriting.length, back);
}

std::vector<std::string> sorted_modes(const Answers& answers, const Rewriting& rewriting) {
  std::vector<std::string> modes;
  for (const Answers::OfMode& one : answers.modes) modes.push_back(rewriting.letters(one.mode));
  std::sort(modes.begin(), modes.end());
  return modes;
}

const Answers::OfMode* find(const Answers& answers, const std::string& mode) {
  for (const Answers::OfMode& one : answers.modes) {
    if (one.mode == mode) return &one;
  }
  return nullptr;
}

/// Compares each certified answer about a rewritten task with the answer about the original task.
void check_rewritten(const Answers& original, const Answers& other, const Rewriting& rewriting, double rho) {
  INFO(rewriting.name);
  const Rewriting same;
  if (other.modes_certified) CHECK(sorted_modes(original, rewriting) == sorted_modes(other, same));
  if (other.located_certified) CHECK(original.located == other.located);
  if (other.plan_certified) CHECK(original.plan == other.plan);
  for (std::size_t k = 0; k < kWrenches.size(); ++k) {
    const Answers::OfWrench &one = original.wrenches[k], &found = other.wrenches[k];
    if (one.modes_certified && found.modes_certified)
      CHECK(rewritten(one.modes, rewriting) == rewritten(found.modes, same));
    if (one.solutions_certified && found.solutions_certified)
      CHECK(rewritten(one.solutions, rewriting) == rewritten(found.solutions, same));
  }
  for (const Answers::OfMode& one : original.modes) {
    const std::string mode = rewriting.letters(one.mode);
    INFO(mode);
    if (const Answers::OfMode* found = find(other, mode)) {
      if (found->cone_certified) CHECK(same_cone(one.cone, found->cone, rewriting, rho));
      if (one.verdict && found->verdict && found->verdict_certified) CHECK(*one.verdict == *found->verdict);
      continue;
    }
    // If the rewritten task lacks this mode of the original task, its answers about the mode must not be certified.
    const ContactSet set = find_contacts(rewriting.task);
    CHECK_FALSE(certainty_of_cone(set, wrench_cone(set, Mode(mode))).certified);
    CHECK_FALSE(check(rewriting.task, mode).certainty.certified);
  }
  for (const Answers::OfMode& found : other.modes) {
    const auto is_same = [&](const Answers::OfMode& one) { return rewriting.letters(one.mode) == found.mode; };
    if (std::any_of(original.modes.begin(), original.modes.end(), is_same)) continue;
    INFO(found.mode);
    CHECK_FALSE(found.cone_certified);
    if (found.verdict) CHECK_FALSE(found.verdict_certified);
  }
}

}  // namespace

TEST_CASE("degenerate tasks keep their answers if they are turned, mirrored, scaled or split, or are not certified") {
  DegenerateTasks tasks(3217);
  int originals = 0, in_part_frame = 0, in_world = 0, turned = 0;
  const int rounds = oracle::count(12);
  for (int round = 0; round < rounds; ++round) {
    const Task task = tasks.next();
    CAPTURE(round);
    const Answers original = answers(Rewriting{"unchanged", task});
    REQUIRE(original.all_certified());  // all numbers are decimals, and the part is not rotated
    ++originals;
    const double rho = find_contacts(task).radius_of_gyration();
    for (const Rewriting& rewriting : oracle::rewritings(task, rounds > 12 ? 24 : 6)) {
      std::vector<std::string> checked;
      for (const Answers::OfMode& one : original.modes) {
        if (one.verdict) checked.push_back(rewriting.letters(one.mode));
      }
      const Answers other = answers(rewriting, checked);
      check_rewritten(original, other, rewriting, rewriting.length * rho);
      if (rewriting.name.rfind("turned", 0) != 0) continue;
      if (rewriting.task.frame == Task::Frame::part) {
        in_part_frame += other.all_certified();
        ++turned;
        INFO(rewriting.name);
        CHECK(other.modes_certified);
        CHECK(other.located_certified);
      } else {
        in_world += other.all_certified();
      }
    }
  }
  MESSAGE("of ", originals, " tasks, turned ", turned, " times: wholly certified in the world's frame ", in_world,
          ", in the part's ", in_part_frame);
  CHECK(in_part_frame == turned);
}

TEST_CASE(
    "the modes of a part between opposite pins are certified in any pose if they do not depend on whether the pins are "
    "exactly opposite") {
  const Polygon square{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  const std::vector<std::vector<Vector>> fixtures = {
      {{.5, -1}, {.5, 1}, {-1, 0}, {1, .5}, {1, -.5}},  // the three pins on the edges prevent every motion, so that it
                                                        // does not matter whether the other two are exactly opposite
      {{.5, -1}, {.5, 1}, {-.5, -1}, {-.5, 1}},  // the pins form a vise: the part can slide along x, even if the pins
                                                 // have errors
      {{0, -1}, {0, 1}, {.5, 1}, {-.5, 1}}};
  for (const std::vector<Vector>& fixture : fixtures) {
    Task task;
    task.part.outline = square;
    task.friction = .2;
    for (const Vector& at : fixture) task.fixels.emplace_back().at = at;
    const Rewriting same;
    const std::vector<std::string> modes = sorted_modes(answers(Rewriting{"unchanged", task}), same);
    for (const double angle : {.3, 1.1, -2.5}) {
      const ContactSet set = find_contacts(oracle::turned(task, angle));
      CHECK(certainty_of_modes(set).certified);
      CHECK(sorted_modes(answers(Rewriting{"turned", oracle::turned(task, angle)}), same) == modes);
    }
  }
  // Four pins touch a disc. All normals pass through its center.
  Task disc;
  disc.part.outline = Disc{{1, 2}, 5};
  disc.friction = .4;
  for (const Vector& at : {Vector(4, 6), Vector(-2, -2), Vector(-3, 5), Vector(5, -1)})
    disc.fixels.emplace_back().at = at;
  for (const double angle : {.3, -2.5}) CHECK(certainty_of_modes(find_contacts(oracle::turned(disc, angle))).certified);
}
