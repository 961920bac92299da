// SPDX-License-Identifier: MIT
// The same fixture with walls, holes and diamond pins may be written in many ways. It may be turned, mirrored, scaled
// and moved, or given in the part's frame. Fixels, walls, holes and vertices may have other orders, and edges may be
// split. The answers must always be the same.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/certificate_file.h>
#include <pawl/planner/loading.h>
#include <pawl/planner/plan_depth.h>
#include <pawl/planner/plan_task.h>
#include <pawl/planner/verify_answer.h>
#include <pawl/verify/certificate.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "exact/orientation.h"
#include "support/certified.h"
#include "support/count.h"
#include "support/point_fixel.h"
#include "support/rewritings.h"
#include "support/walls.h"

using namespace pawl;
using oracle::box;
using oracle::Rewriting;
using oracle::wall_of;
using Vector = Eigen::Vector2d;

namespace {

/// A source of fixtures with walls, holes and diamond pins, at the pose 0 in the world frame. Coordinates are decimals
/// or multiples of 1/64 of a unit, so that quarter turns and mirror images are exact.
class WallTasks {
 public:
  explicit WallTasks(unsigned seed) : engine_(seed) {}

  static constexpr int kKinds = 8;
  Task next(int kind) {
    switch (kind % kKinds) {
      case 0:
        return casting_in_pocket();
      case 1:
        return block_in_pocket();
      case 2:
        return shaft_in_vblock();
      case 3:
        return plate_on_pins();
      case 4:
        return plate_around_casting();
      case 5:
        return block_among_corners();
      case 6:
        return part_in_two_jaws();
      default:
        return plate_with_pin_in_hole();
    }
  }

 private:
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  double quarters(int low, int high) { return integer(4 * low, 4 * high) / 4.; }

  Task on_tray(Outline part, std::vector<Wall> walls = {}) {
    Task task;
    task.part.outline = std::move(part);
    task.part.mass = 1;
    task.friction = integer(0, 4) / 8.;
    task.actuator = TrayActuator();
    task.walls = std::move(walls);
    task.contact_tolerance = 1e-6;
    return task;
  }

  Wall pocket(double x0, double y0, double x1, double y1) {
    Wall plate = wall_of(box(x0 - 2, y0 - 2, x1 + 2, y1 + 2));
    plate.holes = {box(x0, y0, x1, y1)};
    return plate;
  }

  Polygon casting() {
    return {{{0, 0}, {1, .5}, {4, .5}, {5, 0}, {5, quarters(0, 1) + .5}, {5.5, 1.75}, {5, 2.5}, {0, 2.5}}};
  }

  Task casting_in_pocket() { return on_tray(casting(), {pocket(-quarters(0, 2) - .25, 0, 5.5, 3 + quarters(0, 1))}); }

  Task block_in_pocket() {
    const double a = quarters(1, 4), b = quarters(1, 3);
    return on_tray(box(0, 0, a, b), {pocket(0, 0, a + quarters(0, 1) + .25, b + quarters(0, 1) + .25)});
  }

  Task shaft_in_vblock() {
    const double radius = 5. * integer(1, 3) / 4;
    Task task = on_tray(Disc{{0, 0}, radius});
    // Both flanks have the slope 3/4. They touch the shaft at (+-.6, -.8) times its radius.
    const double y = -1.25 * radius;
    task.walls = {wall_of(Polygon{{{-4, y - 1}, {4, y - 1}, {4, y + 3}, {0, y}, {-4, y + 3}}})};
    return task;
  }

  Task plate_on_pins() {
    Task task = on_tray(box(-4, -2, 4, 2));
    const double clearance = integer(1, 4) / 64.;
    task.part.holes = {Disc{{-2.5, 0}, .5 + clearance}, Disc{{2.5, 0}, .5 + clearance}};
    task.fixels = {oracle::pin_at(-2.5, clearance, .5), oracle::pin_at(2.5, clearance, .5),
                   oracle::pin_at(-4.5, quarters(-1, 1), .5)};
    task.fixels[1].diamond = Vector(1, 0);
    task.fixels[1].diamond_width = integer(1, 3) / 8.;
    return task;
  }

  /// Returns a plate that moves. Its pocket surrounds a casting, which is fixed.
  Task plate_around_casting() {
    Task task = on_tray(box(-3, -2, 8, 5), {wall_of(casting())});
    task.part.holes = {box(-.5, 0, 5.5, 3)};
    return task;
  }

  /// Returns a block that stands on corners of two walls and leans on a corner of a third one.
  Task block_among_corners() {
    const double a = quarters(2, 4), b = quarters(1, 3), left = integer(2, 7) / 8., right = integer(9, 14) / 8.;
    Task task = on_tray(box(0, 0, 2 * a, b));
    task.walls = {wall_of(Polygon{{{0, 0}, {-.25, -1}, {.5, -1}}}, {left * a, 0, 0}),
                  wall_of(Polygon{{{right * a, 0}, {right * a - .5, -1}, {right * a + .25, -1}}}),
                  wall_of(Polygon{{{0, b / 4}, {-1, b / 4 + .5}, {-1, b / 4 - .25}}})};
    return task;
  }

  /// Returns a part with an arc. It is on a floor, beside a vertical jaw, and below a pin.
  Task part_in_two_jaws() {
    const double b = quarters(1, 2);
    Task task = on_tray(Path{{{0, 0}, {3, 0}, {3, b}, {0, b}}, {0, 1, 0, 0}});
    task.walls = {wall_of(box(-1, -1, 6, 0)), wall_of(box(-2, quarters(0, 1) / 4, 0, 3))};
    if (integer(0, 1)) task.fixels = {oracle::pin_at(quarters(1, 2), b + .5, .5)};
    return task;
  }

  Task plate_with_pin_in_hole() {
    Task task = on_tray(box(0, 0, 6, 4));
    task.part.holes = {Disc{{1.5, 2}, .5}, box(3.5, 1, 5, 2)};
    task.fixels = {oracle::pin_at(1, -.25, .25), oracle::pin_at(5, -.25, .25), oracle::pin_at(1.625, 2, .375)};
    return task;
  }

  std::mt19937 engine_;
};

/// A task that is written in another way, and the order of its contacts.
struct Variant : Rewriting {
  Vector shift{0, 0};         ///< translation of the drawing, after its rotation
  bool exact = false;         ///< whether the numbers of the task describe the same fixture without rounding
  std::vector<int> contacts;  ///< for each contact of the original task, the index of the same contact in this task

  Vector direction(const Vector& of_original) const {
    return internal::turned(Vector((mirrored ? -1 : 1) * of_original.x(), of_original.y()), drawn_angle);
  }
  Vector point(const Vector& of_original) const { return length * direction(of_original) + shift; }

  std::string mode(const std::string& of_original) const {
    const std::string changed = letters(of_original);
    std::string result = changed;
    for (std::size_t i = 0; i < contacts.size(); ++i) result[static_cast<std::size_t>(contacts[i])] = changed[i];
    return result;
  }
};

/// Translates the part and the fixture in the world frame.
Task moved(Task task, const Vector& by) {
  task.pose.head<2>() += by;
  if (task.frame == Task::Frame::part) return task;
  for (Fixel& fixel : task.fixels) fixel.at += by;
  for (Wall& wall : task.walls) wall.pose.head<2>() += by;
  return task;
}

void shift_outline(Outline& outline, const Vector& by) {
  if (auto* disc = std::get_if<Disc>(&outline)) disc->center += by;
  if (auto* polygon = std::get_if<Polygon>(&outline)) {
    for (Vector& vertex : polygon->vertices) vertex += by;
  }
  if (auto* path = std::get_if<Path>(&outline)) {
    for (Vector& vertex : path->vertices) vertex += by;
  }
}

/// Translates the drawings of the part and of the walls in their own frames. Translates these frames in the opposite
/// direction, so that the bodies stay where they are.
Task with_shifted_drawings(Task task, const Vector& of_part, const Vector& of_walls) {
  shift_outline(*task.part.outline, of_part);
  for (Outline& hole : task.part.holes) shift_outline(hole, of_part);
  task.pose.head<2>() -= of_part;
  for (Wall& wall : task.walls) {
    shift_outline(wall.outline, of_walls);
    for (Outline& hole : wall.holes) shift_outline(hole, of_walls);
    wall.pose.head<2>() -= internal::turned(of_walls, wall.pose.z());
  }
  return task;
}

/// Makes the second vertex of an outline its first one.
void begin_later(Outline& outline) {
  if (auto* polygon = std::get_if<Polygon>(&outline)) {
    std::rotate(polygon->vertices.begin(), polygon->vertices.begin() + 1, polygon->vertices.end());
  }
  if (auto* path = std::get_if<Path>(&outline)) {
    std::rotate(path->vertices.begin(), path->vertices.begin() + 1, path->vertices.end());
    std::rotate(path->bulges.begin(), path->bulges.begin() + 1, path->bulges.end());
  }
}

Task with_other_first_vertices(Task task) {
  begin_later(*task.part.outline);
  for (Outline& hole : task.part.holes) begin_later(hole);
  for (Wall& wall : task.walls) {
    begin_later(wall.outline);
    for (Outline& hole : wall.holes) begin_later(hole);
  }
  return task;
}

Task in_other_order(Task task) {
  std::reverse(task.fixels.begin(), task.fixels.end());
  std::reverse(task.walls.begin(), task.walls.end());
  std::reverse(task.part.holes.begin(), task.part.holes.end());
  for (Wall& wall : task.walls) std::reverse(wall.holes.begin(), wall.holes.end());
  return task;
}

/// Adds a wall that overlaps a corner of the first wall. It touches no other body.
Task with_overlapping_wall(Task task) {
  Wall inner = task.walls.front();
  inner.holes.clear();
  Vector low(1e9, 1e9);
  if (const auto* polygon = std::get_if<Polygon>(&inner.outline)) {
    for (const Vector& vertex : polygon->vertices) low = low.cwiseMin(vertex);
  }
  inner.outline = box(low.x() - .5, low.y() - 9, low.x() + .015625, low.y() + .015625);
  task.walls.push_back(inner);
  return task;
}

std::vector<Variant> variants_of(const Task& task) {
  std::vector<Variant> list;
  const auto add = [&](Rewriting rewriting, bool exact, const Vector& shift = {0, 0}) {
    Variant& variant = list.emplace_back();
    static_cast<Rewriting&>(variant) = std::move(rewriting);
    variant.exact = exact;
    variant.shift = shift;
  };
  const double quarter = std::numbers::pi / 2;
  for (const int k : {1, 2, 3}) {
    const std::string name = "turned by " + std::to_string(k) + " quarter turns";
    add({name, oracle::turned(task, k * quarter)}, true);
    add({"drawn " + name, oracle::redrawn(task, k * quarter), false, 1, k * quarter}, true);
    Task part_turned = oracle::redrawn(task, k * quarter);  // rotates only the drawing of the part; its pose undoes the
                                                            // rotation
    part_turned.fixels = task.fixels;
    part_turned.walls = task.walls;
    part_turned.pose.z() = -k * quarter;
    add({"the part drawn " + name, part_turned, false, 1, k * quarter}, true);
  }
  for (const double angle : {.4, 2., -2.9}) {
    const std::string name = "turned by " + std::to_string(angle) + " rad";
    add({name, oracle::turned(task, angle)}, false);
    add({name + " in the part's frame", oracle::turned(task, angle, true)}, true);
    add({"drawn " + name, oracle::redrawn(task, angle), false, 1, angle}, false);
  }
  Task framed = task;
  framed.frame = Task::Frame::part;
  add({"in the part's frame", framed}, true);
  add({"moved in the part's frame", moved(framed, {7.3, -2.9})}, true);
  add({"moved", moved(task, {16, -8})}, true);
  add({"with shifted drawings", with_shifted_drawings(task, {4, -2}, {-8, 1})}, true, {4, -2});
  add({"mirrored", oracle::mirrored(task), true}, true);
  add({"mirrored and turned", oracle::turned(oracle::mirrored(task), .3), true}, false);
  for (const double factor : {1000., .01}) add({"scaled", oracle::scaled(task, factor), false, factor}, true);
  add({"with a rounded centre of mass and inertia", oracle::with_rounded_mass(task)}, false);
  add({"split", oracle::split(task)}, true);
  add({"split and turned", oracle::turned(oracle::split(task), 1.2)}, false);
  add({"in another order", in_other_order(task)}, true);
  add({"with other first vertices", with_other_first_vertices(task)}, true);
  if (!task.walls.empty() && task.part.holes.empty())
    add({"with an overlapping wall", with_overlapping_wall(task)}, true);
  return list;
}

/// Finds, for each contact of the original task, the same contact in the variant. Returns false if the two tasks have
/// different contacts.
bool match_contacts(const ContactSet& original, const ContactSet& other, Variant& variant) {
  variant.contacts.clear();
  if (original.size() != other.size()) return false;
  const double size = variant.length * original.radius_of_gyration();
  std::vector<bool> taken(other.contacts.size(), false);
  for (const Contact& contact : original.contacts) {
    const Vector point = variant.point(contact.point), normal = variant.direction(contact.normal).normalized();
    int found = -1;
    for (std::size_t k = 0; k < other.contacts.size() && found < 0; ++k) {
      const Contact& one = other.contacts[k];
      const bool same = (one.point - point).norm() < 1e-9 * size && (one.normal.normalized() - normal).norm() < 1e-7 &&
                        one.touching == contact.touching &&
                        std::fabs(one.gap - variant.length * contact.gap) < 1e-9 * size;
      if (same && !taken[k]) found = static_cast<int>(k);
    }
    if (found < 0) return false;
    taken[static_cast<std::size_t>(found)] = true;
    variant.contacts.push_back(found);
  }
  return true;
}

struct Answers {
  std::vector<std::pair<std::string, Cone>> modes;
  bool modes_certified = false, plan_certified = false;
  InsertionPlan::Status plan = InsertionPlan::Status::stopped;
  std::optional<Guarantee> guarantee;
  Loading loading;
};

Answers answers(const ValidTask& task) {
  Answers result;
  const ContactSet& set = task.contacts();
  for (const FeasibleMode& feasible : feasible_modes(set))
    result.modes.emplace_back(feasible.mode.str(), wrench_cone(set, feasible.mode).cone);
  result.modes_certified = certainty_of_modes(set).certified;
  const TaskPlan planned = plan(task);
  result.plan = planned.status;
  result.guarantee = planned.guarantee;
  result.plan_certified = planned.certainty.certified;
  LoadingOptions options;
  options.path = false;
  result.loading = find_loading(task, find_seat(task), options);
  return result;
}

bool lies_in(const Cone& inner, const Cone& outer, double rho, const Variant& variant) {
  const auto inside = [&](const Eigen::Vector3d& g) {
    return angle_to(outer, variant.wrench(g).normalized(), rho) < 1e-6;
  };
  return std::all_of(inner.rays().begin(), inner.rays().end(), inside) &&
         std::all_of(inner.lines().begin(), inner.lines().end(),
                     [&](const Eigen::Vector3d& g) { return inside(g) && inside(-g); });
}

void check_answers(const Answers& original, const Answers& other, const Variant& variant, double rho) {
  if (other.modes_certified) {
    CHECK(other.modes.size() == original.modes.size());
    for (const auto& [mode, cone] : original.modes) {
      const std::string changed = variant.mode(mode);
      CAPTURE(changed);
      const auto found = std::find_if(other.modes.begin(), other.modes.end(),
                                      [&, &wanted = changed](const auto& one) { return one.first == wanted; });
      REQUIRE(found != other.modes.end());
      CHECK(found->second.dimension() == cone.dimension());
      CHECK(found->second.lineality() == cone.lineality());
      CHECK(lies_in(cone, found->second, variant.length * rho, variant));
    }
  }
  if (other.plan_certified) {
    CHECK(other.plan == original.plan);
    CHECK(other.guarantee == original.guarantee);
  }
  CHECK(other.loading.end == original.loading.end);
}

std::optional<PlanDepth> depth_of(const Task& task) {
  try {
    return oracle::certified_depth(task);
  } catch (const InputError&) {
    return std::nullopt;  // skips goals that do not have exactly three contacts
  }
}

std::string refusal(const std::string& text, const Task& task) {
  try {
    return verify_certificate(text, ValidTask(task)).refused;
  } catch (const InputError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE(
    "fixtures with walls, holes and diamond pins have the same contacts, modes, plans and ways out, however they are "
    "written") {
  WallTasks tasks(37);
  int certified = 0, exact = 0;
  for (int round = 0; round < oracle::count(WallTasks::kKinds); ++round) {
    const Task task = tasks.next(round);
    const ValidTask valid(task);
    const Answers original = answers(valid);
    const double rho = valid.contacts().radius_of_gyration();
    CAPTURE(round);
    CHECK(original.modes_certified);
    CHECK(original.plan_certified);
    for (Variant& variant : variants_of(task)) {
      INFO(variant.name);
      const ValidTask rewritten(variant.task);
      const bool same = match_contacts(valid.contacts(), rewritten.contacts(), variant);
      CHECK(same);
      if (!same) continue;
      const Answers other = answers(rewritten);
      check_answers(original, other, variant, rho);
      exact += variant.exact;
      certified += variant.exact && other.modes_certified && other.plan_certified;
      if (!variant.exact) continue;
      CHECK(other.modes_certified);
      CHECK(other.plan_certified);
    }
  }
  MESSAGE("of ", exact, " exact variants, wholly certified: ", certified);
}

TEST_CASE(
    "certificates of fixtures with walls, holes and diamond pins are made and accepted, however they are written") {
  WallTasks tasks(73);
  int made = 0, none = 0;
  const int rounds = oracle::count(WallTasks::kKinds);
  for (int round = 0; round < rounds; ++round) {
    const Task task = tasks.next(round);
    const std::optional<PlanDepth> original = depth_of(task);
    if (!original) continue;
    CAPTURE(round);
    CHECK(original->refused == "");
    int number = 0;
    for (const Variant& variant : variants_of(task)) {
      // Certificates take long to compute, so only some tasks have one.
      if (rounds <= WallTasks::kKinds && (number++ + round) % 3 != 0) continue;
      INFO(variant.name);
      const std::optional<PlanDepth> other = depth_of(variant.task);
      if (!other && !variant.exact) {
        ++none;
        continue;
      }
      CHECK(other.has_value());
      if (!other) continue;
      ++made;
      CHECK(other->refused == "");
      // Coarse boxes may end the search early. The depths may therefore differ slightly.
      const double depth = variant.length * original->found.depth;
      if (original->found.end == EnergyDepth::End::spills) {
        CHECK(other->found.depth > depth / 2);
        CHECK(other->found.depth < depth * 2);
      }
      CHECK((other->found.end == EnergyDepth::End::caged) == (original->found.end == EnergyDepth::End::caged));
      const std::string text = certificate_text("variant", other->problem, other->found.certificate);
      CHECK(refusal(text, variant.task) == "");
    }
  }
  MESSAGE(made, " certificates, and ", none, " turned fixtures without");
  CHECK(made > 0);
}
