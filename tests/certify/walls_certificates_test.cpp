// SPDX-License-Identifier: MIT
// Tests energy certificates and ways out of fixtures with walls. Compares results with closed forms, with fixels in
// place of walls, and with motions. Compares contacts over boxes of poses with contacts at single poses. Also tests
// forged certificates. PAWL_TEST_COUNT sets the number of random fixtures.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/contact/find_contacts.h>
#include <pawl/geometry/closest_point.h>
#include <pawl/planner/certificate_file.h>
#include <pawl/planner/loading.h>
#include <pawl/planner/plan_depth.h>
#include <pawl/planner/verify_answer.h>
#include <pawl/verify/certificate.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "contact/wall_contacts.h"
#include "energy/box_contacts.h"
#include "geometry/outline.h"
#include "geometry/overlap.h"
#include "support/certified.h"
#include "support/count.h"
#include "support/plans_on_trial.h"
#include "support/walls.h"

using namespace pawl;
using oracle::box;
using oracle::wall_of;
using Vector = Eigen::Vector2d;

namespace {

/// Returns the outline of a casting, m. It has two feet at its lower edge and a nose on its right.
Outline casting() {
  return Polygon{{{0, 0}, {.01, .005}, {.04, .005}, {.05, 0}, {.05, .008}, {.055, .014}, {.05, .02}, {0, .02}}};
}

Task on_tray(Outline part, std::vector<Wall> walls) {
  Task task;
  task.part.outline = std::move(part);
  task.friction = .15;
  task.actuator = TrayActuator();
  task.walls = std::move(walls);
  return task;
}

Wall pocket(double x0, double y0, double x1, double y1) {
  Wall plate = wall_of(box(x0 - .01, y0 - .01, x1 + .01, y1 + .01));
  plate.holes = {box(x0, y0, x1, y1)};
  return plate;
}

Loading loading_of(const Task& task) {
  const ValidTask valid(task);
  return find_loading(valid, find_seat(valid));
}

std::string refusal(const std::string& text) {
  try {
    return verify_certificate(text).refused;
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string text_of(const EnergyProblem& problem, const PlanDepth& depth) {
  return certificate_text("test", problem, depth.found.certificate);
}

/// Returns a wall that touches the part at `point`, where n is the part's inward normal. `kind` selects a disc, a
/// corner that points at the part, or a rod with a round end.
Wall wall_at(const Vector& point, const Vector& n, double size, unsigned kind, std::mt19937& engine) {
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); };
  const Vector t(-n.y(), n.x());
  const auto at = [&](double along, double across) { return Vector(point + size * (along * n + across * t)); };
  if (kind % 3 == 0) return wall_of(Disc{at(-.05, 0), .05 * size});
  if (kind % 3 == 1) {
    return wall_of(Polygon{{at(0, 0), at(-.3, uniform(.1, .5)), at(-.3, uniform(-.5, -.1))}}, {0, 0, 0});
  }
  const double r = uniform(.02, .1);  // radius of the round end of a rod
  return wall_of(Path{{at(-r, r), at(-.4, r), at(-.4, -r), at(-r, -r)}, {0, 0, 0, 1}});
}

/// Replaces all fixels of a task by walls. Returns nothing if a wall overlaps the part, or if the part then does not
/// have exactly three contacts.
std::optional<Task> with_walls(Task task, unsigned seed) {
  std::mt19937 engine(seed);
  const ContactSet set = find_contacts(task);
  const double size = internal::diameter(*task.part.outline);
  for (std::size_t i = 0; i < 3; ++i) {
    const Contact& contact = set.contacts[i];
    task.walls.push_back(wall_at(contact.point, contact.normal.normalized(), size,
                                 seed / (i == 0   ? 1
                                         : i == 1 ? 3
                                                  : 9),
                                 engine));
  }
  task.fixels.clear();
  try {
    const ValidTask valid(task);
    if (valid.contacts().size() != 3) return std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;
  }
  return task;
}

}  // namespace

TEST_CASE(
    "for a casting enclosed by a pocket, the certificate covers all poses that the casting can reach, and it lists the "
    "walls") {
  Task task = on_tray(casting(), {pocket(-.01, 0, .055, .03)});
  const auto depth = oracle::certified_depth(task);
  REQUIRE(depth);
  CHECK(depth->refused == "");
  CHECK(depth->found.end == EnergyDepth::End::caged);
  // The casting can move by 10 mm to the left and by 10 mm upwards, and no further.
  CHECK(depth->found.extent[0].x() <= -.01);
  CHECK(depth->found.extent[0].x() > -.011);
  CHECK(depth->found.extent[1].y() >= .01);
  CHECK(depth->found.extent[1].y() < .011);
  const std::string text = text_of(depth->problem, *depth);
  CHECK(text.find("\"walls\":[{\"outline\":") != std::string::npos);
  const ValidTask valid(task);
  CHECK(verify_certificate(text, valid).refused == "");
  task.walls[0].friction = .1;
  CHECK(verify_certificate(text, ValidTask(task)).refused == "");
  task.walls[0].friction = .2;
  CHECK(verify_certificate(text, ValidTask(task)).refused == "/problem: the friction is not the task's");
  task.walls[0].friction = std::nullopt;
  task.walls.push_back(wall_of(box(.1, .1, .11, .11)));
  CHECK(verify_certificate(text, ValidTask(task)).refused == "/problem: the walls are not the task's");
}

TEST_CASE(
    "a pocket encloses a casting in the same way if its wall is given in the part's frame instead of the world frame") {
  Task task = on_tray(casting(), {pocket(-.01, 0, .055, .03)});
  const Loading seated = loading_of(task);
  REQUIRE(seated.end == Loading::End::caged);
  const double angle = 2;
  task.actuator.reset();
  task.pose = {.3, -.2, angle};
  task.frame = Task::Frame::part;
  Task in_world = task;
  in_world.frame = Task::Frame::world;
  in_world.walls[0] = wall_in_world(task, 0);
  for (const Task& moved : {task, in_world}) {
    const Loading loading = loading_of(moved);
    CHECK(loading.end == Loading::End::caged);
    for (int end = 0; end < 2; ++end) {
      const auto side = static_cast<std::size_t>(end);
      CHECK((loading.extent[side] - seated.extent[side]).norm() < 1e-4);
    }
    const auto depth = oracle::certified_depth(moved);
    REQUIRE(depth);
    CHECK(depth->refused == "");
    CHECK(depth->found.end == EnergyDepth::End::caged);
    const std::string text = text_of(depth->problem, *depth);
    CHECK(verify_certificate(text, ValidTask(task)).refused == "");
    CHECK(verify_certificate(text, ValidTask(in_world)).refused == "");
  }
}

TEST_CASE("vertices inside straight edges of walls and of the part change no certificate") {
  const auto with_middles = [](const Outline& outline) {
    Polygon finer;
    const std::vector<Vector>& corners = std::get<Polygon>(outline).vertices;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Vector &from = corners[k], &to = corners[(k + 1) % corners.size()];
      finer.vertices.insert(finer.vertices.end(), {from, from + (to - from) / 4, (from + to) / 2});
    }
    return finer;
  };
  const Task plain = on_tray(casting(), {pocket(-.01, 0, .055, .03)});
  Task walls = plain, part = plain;
  walls.walls[0].outline = with_middles(walls.walls[0].outline);
  walls.walls[0].holes[0] = with_middles(walls.walls[0].holes[0]);
  part.part.outline = with_middles(*part.part.outline);
  const auto depth = oracle::certified_depth(plain);
  REQUIRE(depth);
  for (const Task& task : {walls, part}) {
    const auto finer = oracle::certified_depth(task);
    REQUIRE(finer);
    CHECK(finer->refused == "");
    CHECK(finer->found.end == depth->found.end);
    CHECK(finer->found.depth == doctest::Approx(depth->found.depth).epsilon(.1));
    CHECK(verify_certificate(text_of(finer->problem, *finer), ValidTask(task)).refused == "");
  }
}

TEST_CASE("the cage of a rectangle in a pocket agrees with the closed form of its play") {
  // A rectangle of a x b is seated in the lower left corner of a pocket of A x B. It can turn up to the angle t with a
  // sin t + b cos t = B; beyond it, the rectangle would be higher than the pocket.
  const double a = .04, b = .02, wide = .046, high = .021;
  const Loading loading = loading_of(on_tray(box(0, 0, a, b), {pocket(0, 0, wide, high)}));
  REQUIRE(loading.end == Loading::End::caged);
  const double turn = std::asin(high / std::hypot(a, b)) - std::atan2(b, a);
  const double clearance = high - b;
  CHECK(loading.extent[0].x() <= 0);
  CHECK(loading.extent[0].x() >= -.01 * (wide - a));
  CHECK(loading.extent[1].x() >= wide - a);
  CHECK(loading.extent[1].x() <= wide - a + .01 * (wide - a));
  CHECK(loading.extent[0].y() <= 0);
  CHECK(loading.extent[0].y() >= -.01 * clearance);
  CHECK(loading.extent[1].y() >= clearance);
  CHECK(loading.extent[1].y() <= clearance + .01 * clearance);
  CHECK(loading.extent[1].z() >= turn);
  CHECK(loading.extent[1].z() <= 1.01 * turn);
  CHECK(loading.extent[0].z() <= -turn);
  CHECK(loading.extent[0].z() >= -1.01 * turn);
}

namespace {

constexpr double kHoleDistance = .04, kPinRadius = .003;

/// Returns a plate with two round holes, whose centres are 40 mm apart, and a pin in each hole. Each pin is displaced
/// so that it touches the upper side of its hole. `clearance` and `other_clearance` are the differences of the radii of
/// hole and pin.
Task plate_on_two_pins(double clearance, double other_clearance, bool diamond) {
  Task task;
  task.part.outline = box(-.03, -.015, .03, .015);
  task.part.holes = {Disc{{-kHoleDistance / 2, 0}, kPinRadius + clearance},
                     Disc{{kHoleDistance / 2, 0}, kPinRadius + other_clearance}};
  task.friction = .1;
  task.contact_tolerance = 1e-7;  // 0.2 % of the clearance; a cage is computed with this tolerance added
  for (const double x : {-kHoleDistance / 2, kHoleDistance / 2}) {
    Fixel& pin = task.fixels.emplace_back();
    pin.at = {x, x < 0 ? clearance : other_clearance};  // the pin touches the upper side of the hole
    pin.radius = kPinRadius;
  }
  if (diamond) {
    task.fixels[1].diamond = Vector(1, 0);
    task.fixels[1].diamond_width = .002;
  }
  return task;
}

}  // namespace

TEST_CASE("the cage of a plate on two pins agrees with the closed form of its play") {
  // If both clearances are e, each hole's centre moves by at most e. The plate turns by at most 2 asin(e / L), where L
  // is the distance between the holes.
  const double e = 5e-5;
  const Loading round = loading_of(plate_on_two_pins(e, e, false));
  REQUIRE(round.end == Loading::End::caged);
  const double turn = 2 * std::asin(e / kHoleDistance);
  CHECK(round.extent[1].z() >= turn);
  CHECK(round.extent[1].z() <= 1.01 * turn);
  CHECK(round.extent[0].z() <= -turn);
  CHECK(round.extent[0].z() >= -1.01 * turn);
  CHECK(round.extent[1].y() - round.extent[0].y() >= 2 * e);
  CHECK(round.extent[1].y() - round.extent[0].y() <= 1.01 * 2 * e);
  CHECK(round.extent[1].x() - round.extent[0].x() >= 2 * e);
  CHECK(round.extent[1].x() - round.extent[0].x() <= 1.01 * 2 * e);
  // Now one pin is a diamond pin with the clearance f across its flats. The plate can turn by at most asin((e + f) /
  // L).
  const double f = 2e-4;
  const Loading cut = loading_of(plate_on_two_pins(e, f, true));
  REQUIRE(cut.end == Loading::End::caged);
  const double cut_turn = std::asin((e + f) / kHoleDistance);
  const double width = cut.extent[1].z() - cut.extent[0].z();
  CHECK(width >= 2 * cut_turn * .98);  // the factor .98 allows for the turned seat and for the round faces of the pin
  CHECK(width <= 2 * cut_turn * 1.02);
}

TEST_CASE("a plate on a round pin, a diamond pin and a pin at its edge is certified, and no motion leaves the component") {
  Task task = plate_on_two_pins(5e-5, 5e-5, true);
  // The distance between the pins is wrong by four times the clearance. A diamond pin tolerates this error.
  task.fixels[1].at += Vector(2e-4, -4.5e-5);
  task.fixels[1].diamond_width = .001;
  task.goal = {1, 2, 3};
  Fixel& side = task.fixels.emplace_back();
  side.at = {-.033, .01};
  side.radius = .003;
  task.actuator = TrayActuator();
  const auto depth = oracle::certified_depth(task);
  REQUIRE(depth);
  CHECK(depth->refused == "");
  const std::string text = text_of(depth->problem, *depth);
  CHECK(verify_certificate(text, ValidTask(task)).refused == "");
  Task narrower = task;
  narrower.fixels[1].diamond_width = .0009;
  CHECK(verify_certificate(text, ValidTask(narrower)).refused == "/problem: the fixels are not the task's");
  EnergyProblem turned = depth->problem;
  turned.fixels[1].diamond = Vector(1, .5);
  CHECK(refusal(text_of(turned, *depth)) != "");
  std::mt19937 engine(1);
  for (int k = 0; k < 20; ++k) {
    StepOptions options;
    options.solutions = Solutions::adversarial;
    options.trial = static_cast<std::uint64_t>(k);
    const auto motion =
        oracle::move_within(depth->problem, depth->found.certificate, engine, .3 * (k % 4), (k % 5) / 4., options);
    CAPTURE(k);
    CAPTURE(motion.left);
    if (!motion.solved) continue;
    CHECK(motion.stayed);
    CHECK(motion.seated);
  }
}

TEST_CASE("a part leaves a slot between walls that is exactly as wide as the part, unless a lip holds it") {
  const std::vector<Wall> slot{wall_of(box(-.02, -.01, 0, .03)), wall_of(box(.03, -.01, .05, .03)),
                               wall_of(box(0, -.01, .03, 0))};
  const Task open = on_tray(box(0, 0, .03, .02), slot);
  const Loading out = loading_of(open);
  REQUIRE(out.end == Loading::End::leaves);
  CHECK(out.least_gap >= -1e-6);
  CHECK(out.path.back().y() > .03);
  Task closed = open;
  closed.walls.push_back(wall_of(box(-.02, .03, .001, .04)));  // adds a lip above the corner of the block
  const Loading held = loading_of(closed);
  CHECK(held.end == Loading::End::caged);
  CHECK(held.extent[1].y() >= .01);
}

TEST_CASE("walls that are discs give the same depth as round pins") {
  int compared = 0;
  for (unsigned seed = 1; compared < 3; ++seed) {
    REQUIRE(seed < 10000);
    auto task = oracle::random_fixture(seed);
    if (!task) continue;
    const ContactSet set = find_contacts(*task);
    Task pins = *task, discs = *task;
    discs.fixels.clear();
    const double radius = .02 * internal::diameter(*task->part.outline);
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector center = set.contacts[i].point - radius * set.contacts[i].normal.normalized();
      pins.fixels[i].at = center;
      pins.fixels[i].radius = radius;
      discs.walls.push_back(wall_of(Disc{center, radius}));
    }
    std::optional<PlanDepth> of_pins, of_discs;
    try {
      of_pins = oracle::certified_depth(pins);
      of_discs = oracle::certified_depth(discs);
    } catch (const InputError&) {
      continue;
    }
    CAPTURE(seed);
    REQUIRE(of_pins.has_value() == of_discs.has_value());
    if (!of_pins) continue;
    CHECK(of_discs->refused == "");
    ++compared;
    // Each depth is at most 10 % below the true depth.
    CHECK(of_discs->found.depth == doctest::Approx(of_pins->found.depth).epsilon(.12));
  }
}

TEST_CASE("a body whose outer outline is round or has large fillets is certified like one with straight edges") {
  // Every plate below has the same pocket, but another outline.
  const auto in_plate = [](Outline outline) {
    Wall plate = wall_of(std::move(outline));
    plate.holes = {box(-.01, 0, .055, .03)};
    return on_tray(casting(), {plate});
  };
  const Vector middle(.0225, .015);
  for (const Outline& outline : {box(-.03, -.03, .08, .06), Outline(Disc{middle, .06}),
                                 Outline(Path{{{-.03, -.03}, {.08, -.03}, {.08, .06}, {-.03, .06}}, {0, 1, 0, 1}}),
                                 Outline(Path{{{-.03, -.03}, {.08, -.03}, {.08, .06}, {-.03, .06}}, {0, 0, .4, 0}})}) {
    const Task task = in_plate(outline);
    const auto depth = oracle::certified_depth(task);
    REQUIRE(depth);
    CHECK(depth->refused == "");
    CHECK(depth->found.end == EnergyDepth::End::caged);
    CHECK(loading_of(task).end == Loading::End::caged);
  }
  // The roles are swapped: the part is a round plate with a hole, and moves around a casting that is fixed.
  Task around = on_tray(Disc{middle, .06}, {wall_of(casting())});
  around.part.holes = {box(-.01, 0, .055, .03)};
  const auto swapped = oracle::certified_depth(around);
  REQUIRE(swapped);
  CHECK(swapped->refused == "");
  CHECK(swapped->found.depth > 0);
  // The part is in a channel between a straight wall and a wall with a convex arc. It can leave upwards.
  Task channel = on_tray(box(0, 0, .03, .02), {wall_of(box(-.02, -.01, 0, .03)), wall_of(box(0, -.01, .03, 0)),
                                               wall_of(Path{{{.03, -.01}, {.06, -.01}, {.06, .03}, {.03, .03}}, {0, .8, 0, 0}})});
  CHECK(loading_of(channel).end == Loading::End::leaves);
}

TEST_CASE("the normals distinguish two contacts of the goal at one point of a wall") {
  // A corner of the part is in a concave corner of a wall, and a pin is below the part.
  Task task = on_tray(Polygon{{{0, 0}, {.04, .004}, {.04, .02}, {.004, .02}}},
                      {wall_of(Polygon{{{-.02, -.02}, {.01, -.02}, {.01, 0}, {0, 0}, {0, .03}, {-.02, .03}}})});
  Fixel& pin = task.fixels.emplace_back();
  pin.radius = .002;
  const Vector along = Vector(.04, .004).normalized();
  pin.at = Vector(.03, .003) - .002 * Vector(-along.y(), along.x());
  const auto depth = oracle::certified_depth(task);
  REQUIRE(depth);
  CHECK(depth->refused == "");
  CHECK(depth->found.depth > 0);
  EnergyProblem same = depth->problem;
  for (EnergyGoal& goal : same.goal) {
    if (goal.wall) goal.normal = {1, 0};
  }
  CHECK(refusal(text_of(same, *depth)) != "");
}

TEST_CASE("a wall that is far away neither hides a change of the task nor makes the certificate invalid") {
  Task task = oracle::task_at(box(-1, -.5, 1, .5), .2, {{-.5, -.5}, {.5, -.5}, {1, -.25}});
  task.walls = {wall_of(box(0, 0, .1, .1), {-9e5, 0, 0})};
  const auto depth = oracle::certified_depth(task);
  REQUIRE(depth);
  CHECK(depth->refused == "");
  const std::string text = text_of(depth->problem, *depth);
  CHECK(verify_certificate(text, ValidTask(task)).refused == "");
  Task other = task;
  other.fixels[0].at.x() += 4e-7;
  CHECK(verify_certificate(text, ValidTask(other)).refused == "/problem: the fixels are not the task's");
}

TEST_CASE(
    "the checker accepts every certificate that the search makes, also for parts with many edges and for long walls") {
  Polygon ellipse;
  for (int k = 0; k < 200; ++k) {
    const double t = 2 * 3.141592653589793 * k / 200;
    ellipse.vertices.emplace_back(.03 * std::cos(t), .02 * std::sin(t));
  }
  Task task = oracle::task_at(ellipse, .1, {});
  for (const int k : {130, 170, 195}) {
    const Vector a = ellipse.vertices[static_cast<std::size_t>(k)], b = ellipse.vertices[static_cast<std::size_t>(k) + 1];
    task.fixels.emplace_back().at = (a + b) / 2;
  }
  task.walls = {wall_of(box(-20, -.5, 20, -.4))};
  const auto depth = oracle::certified_depth(task);
  REQUIRE(depth);
  CHECK(depth->refused == "");
}

TEST_CASE("the possible contacts of a box include every contact at its poses, and the bounds of forces hold for them") {
  std::mt19937 engine(3);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); };
  const std::vector<Outline> parts{casting(), box(-.02, -.01, .02, .01), Disc{{.001, 0}, .015},
                                   Path{{{0, 0}, {.03, 0}, {.03, .02}, {0, .02}}, {0, 1, -.3, .2}},
                                   Polygon{{{0, 0}, {.04, 0}, {.04, .01}, {.01, .01}, {.01, .03}, {0, .03}}}};
  Wall round_pocket = wall_of(box(-.05, -.05, .05, .05), {.01, .005, .3});
  round_pocket.holes = {Path{{{-.03, -.02}, {.03, -.02}, {.03, .02}, {-.03, .02}}, {0, 1, .1, .5}}};
  const std::vector<Wall> walls{
      pocket(-.04, -.03, .04, .03), round_pocket,
      wall_of(Path{{{0, 0}, {.04, 0}, {.04, .03}, {0, .03}}, {0, -.4, 0, .7}}, {.02, -.03, 2}),
      wall_of(Polygon{{{0, 0}, {.02, .01}, {.05, 0}, {.05, .03}, {0, .03}}}, {-.01, 0, -1}),
      wall_of(Disc{{.01, .02}, .01})};
  int contacts = 0, colliding = 0;
  for (int k = 0; k < oracle::count(3000); ++k) {
    const Outline& part = parts[engine() % parts.size()];
    const std::vector<Wall> one{walls[engine() % walls.size()]};
    std::vector<Wall> rough = one;
    rough[0].friction = Friction(.3);
    const internal::BoxContacts bounds(part, {}, rough, {}, 1);
    const internal::Boundary boundary = internal::boundary_of(part);
    const internal::Boundary wall = internal::boundary_of(one[0].loops()).moved(one[0].pose);
    const auto overlaps = [&](const Eigen::Vector3d& pose) {
      return internal::overlap({&boundary, internal::Placement(pose)}, {&wall, internal::Placement()}, 1e-12);
    };
    // Draws a pose without a collision, `free`, and one with a collision. Bisection between the two moves `free` to a
    // pose in which the part just touches the wall.
    Eigen::Vector3d free(uniform(-.08, .08), uniform(-.08, .08), uniform(-3, 3)), not_free = free;
    not_free += Eigen::Vector3d(uniform(-.03, .03), uniform(-.03, .03), uniform(-.5, .5));
    if (overlaps(free) || !overlaps(not_free)) continue;
    for (int halving = 0; halving < 60; ++halving) {
      const Eigen::Vector3d middle = (free + not_free) / 2;
      (overlaps(middle) ? not_free : free) = middle;
    }
    std::vector<WallContact> found;
    try {
      found = find_wall_contacts(part, free, one, .3, 1e-9);
    } catch (const InputError&) {
      continue;  // a corner of the part touches a corner of the wall: skipped
    }
    CAPTURE(k);
    const double size = std::pow(10., uniform(-6, -1));
    internal::PoseBox around{free, {size * uniform(0, .1), size * uniform(0, .1), size * uniform(0, 2)}};
    for (int axis = 0; axis < 3; ++axis) around.centre[axis] += uniform(-1, 1) * around.half[axis];
    std::vector<internal::PossibleContact> possible;
    REQUIRE(bounds.look(around, possible) == internal::BoxContacts::Where::possible);
    for (const WallContact& contact : found) {
      if (!contact.contact.touching) continue;
      ++contacts;
      const Eigen::Rotation2Dd turn(free.z());
      const Vector arm = turn * contact.contact.point, n = (turn * contact.contact.normal).normalized();
      const bool listed = std::any_of(possible.begin(), possible.end(), [&](const internal::PossibleContact& pair) {
        const internal::ContactForces forces = bounds.forces(around, pair);
        const double off =
            std::fabs(std::atan2(forces.normal.x() * n.y() - forces.normal.y() * n.x(), forces.normal.dot(n)));
        bool holds = off <= forces.spread + 1e-6 && forces.friction == .3;
        for (const double s : {-.3, 0., .3}) {
          const Vector d = n + s * Vector(-n.y(), n.x());
          const double torque = arm.x() * d.y() - arm.y() * d.x();
          const double bound = forces.arm.x() * d.y() - forces.arm.y() * d.x() + s * forces.radius;
          holds = holds && std::fabs(torque - bound) <= (forces.arm_error + 1e-8) * d.norm();
        }
        return holds;
      });
      CHECK(listed);
    }
    // If all poses of a box collide, the box contains no free pose.
    around.centre = not_free + Eigen::Vector3d(uniform(-.01, .01), uniform(-.01, .01), uniform(-.1, .1));
    if (bounds.look(around, possible) == internal::BoxContacts::Where::possible) continue;
    ++colliding;
    for (int sample = 0; sample < 20; ++sample) {
      Eigen::Vector3d pose = around.centre;
      for (int axis = 0; axis < 3; ++axis) pose[axis] += uniform(-1, 1) * around.half[axis];
      CHECK(overlaps(pose));
    }
  }
  MESSAGE(contacts << " contacts, " << colliding << " colliding boxes");
  CHECK(contacts > oracle::count(3000) / 20);
  CHECK(colliding > oracle::count(3000) / 100);
}

TEST_CASE("the gap between a part and a wall is the least gap of their contacts") {
  std::mt19937 engine(6);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); };
  const std::vector<Outline> parts{casting(), Disc{{.001, 0}, .015},
                                   Path{{{0, 0}, {.03, 0}, {.03, .02}, {0, .02}}, {0, 1, -.3, .2}}};
  Wall rounded = wall_of(Path{{{0, 0}, {.04, 0}, {.04, .03}, {0, .03}}, {0, -.4, 0, .7}}, {.02, -.03, 2});
  const std::vector<Wall> walls{pocket(-.08, -.07, .08, .06), rounded, wall_of(Disc{{.01, .02}, .01})};
  int apart = 0;
  for (int k = 0; k < oracle::count(600); ++k) {
    const Outline& part = parts[engine() % parts.size()];
    std::vector<Wall> one{walls[engine() % walls.size()]};
    one[0].friction = Friction(.3);
    const internal::BoxContacts bounds(part, {}, one, {}, 1);
    const Eigen::Vector3d pose(uniform(-.1, .1), uniform(-.1, .1), uniform(-3, 3));
    const double gap = bounds.gap(pose);
    CAPTURE(k);
    std::vector<WallContact> found;
    try {
      found = find_wall_contacts(part, pose, one, .3, 1e-9, 1);
    } catch (const InputError&) {
      CHECK(gap < 0);  // here the part overlaps the wall
      continue;
    }
    REQUIRE_FALSE(found.empty());
    double least = std::numeric_limits<double>::infinity();
    for (const WallContact& contact : found) least = std::min(least, contact.contact.gap);
    CHECK(gap == doctest::Approx(least).epsilon(1e-9));
    ++apart;
  }
  CHECK(apart > oracle::count(600) / 4);
}

TEST_CASE(
    "every simulated motion among walls that starts in a certificate's component stays in it and ends at the goal") {
  int fixtures = 0, motions = 0, unsolved = 0;
  for (unsigned seed = 1; fixtures < oracle::count(6); ++seed) {
    REQUIRE(seed < 200000);
    const auto points = oracle::random_fixture(seed);
    const auto task = points ? with_walls(*points, seed) : std::nullopt;
    if (!task) continue;
    std::optional<PlanDepth> depth;
    try {
      depth = oracle::certified_depth(*task);
    } catch (const InputError&) {
      continue;
    }
    if (!depth) continue;
    CAPTURE(seed);
    CHECK(depth->refused == "");
    if (!depth->refused.empty()) continue;
    ++fixtures;
    std::mt19937 engine(seed);
    for (int k = 0; k < 20; ++k) {
      StepOptions options;
      options.solutions = k % 2 == 0 ? Solutions::adversarial : Solutions::random;
      options.seed = seed;
      options.trial = static_cast<std::uint64_t>(k);
      const auto motion = oracle::move_within(depth->problem, depth->found.certificate, engine, .9 * (k % 4) / 3,
                                              (k % 5) / 4., options);
      CAPTURE(k);
      CAPTURE(motion.start);
      CAPTURE(motion.left);
      ++motions;
      unsolved += !motion.solved;
      if (!motion.solved) continue;
      CHECK(motion.stayed);
      CHECK(motion.seated);
    }
  }
  MESSAGE(motions << " motions, " << unsolved << " unsolved");
  CHECK(20 * unsolved <= motions);
}

TEST_CASE("a certificate is refused for other walls than those that it was made for") {
  const auto depth = oracle::certified_depth(on_tray(casting(), {pocket(-.01, 0, .055, .03)}));
  REQUIRE(depth);
  const auto refused_with = [&](const auto& change) {
    EnergyProblem other = depth->problem;
    change(other);
    return refusal(text_of(other, *depth));
  };
  const auto hole = [](EnergyProblem& p) -> std::vector<Vector>& {
    return std::get<Polygon>(p.walls[0].holes[0]).vertices;
  };
  CHECK(refused_with([](EnergyProblem&) {}) == "");
  CHECK(refused_with([](EnergyProblem& p) { p.walls[0].holes.clear(); }) != "");
  CHECK(refused_with([](EnergyProblem& p) { p.walls.clear(); }) != "");
  CHECK(refused_with([](EnergyProblem& p) { p.walls[0].friction = Friction(.5); }) != "");
  CHECK(refused_with([](EnergyProblem& p) { p.walls[0].pose.x() += 1e-3; }) != "");
  CHECK(refused_with([](EnergyProblem& p) { p.walls[0].pose.y() -= 1e-5; }) != "");
  CHECK(refused_with([](EnergyProblem& p) { p.walls[0].pose.z() = .01; }) != "");
  CHECK(refused_with([](EnergyProblem& p) { p.goal[0].point.x() += 1e-3; }) ==
        "a wall of the goal does not touch the seated part at the stated point");
  CHECK(refused_with([](EnergyProblem& p) { p.goal[1] = p.goal[0]; }) != "");
  CHECK(refused_with([](EnergyProblem& p) { p.goal[0].number = 1; }) != "");
  // In a pocket that is wider at its far end, the part has more room to move.
  CHECK(refused_with([&](EnergyProblem& p) {
          for (Vector& vertex : hole(p)) vertex.x() -= vertex.x() < 0 ? .002 : 0;
        }) != "");
  // Adds a bump to the floor, and then a notch.
  for (const double height : {1e-3, -1e-3}) {
    CHECK(refused_with([&](EnergyProblem& p) {
            std::vector<Vector>& corners = hole(p);
            const auto floor = std::min_element(corners.begin(), corners.end(),
                                                [](const Vector& a, const Vector& b) { return a.y() < b.y(); });
            const double y = floor->y();
            const bool first = std::fabs(corners[0].y() - y) < 1e-9 && std::fabs(corners[1].y() - y) < 1e-9;
            REQUIRE(first);
            const double x = (corners[0].x() + corners[1].x()) / 2, side = corners[0].x() < corners[1].x() ? 1 : -1;
            corners.insert(corners.begin() + 1, {Vector(x - .029 * side, y), Vector(x - .0289 * side, y + height),
                                                 Vector(x - .0288 * side, y)});
          }) != "");
  }
  const std::string text = text_of(depth->problem, *depth);
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"\"pose\":[", "\"pose\":[1,"},
                                                        {"\"walls\":[{", "\"walls\":[{\"height\":1,"},
                                                        {"\"friction\":0.15}]", "\"friction\":-1}]"}}) {
    std::string changed = text;
    const std::size_t at = changed.find(from);
    REQUIRE(at != std::string::npos);
    CHECK(refusal(changed.replace(at, from.size(), to)) != "");
  }
  // Adds a vertex in the middle of a straight edge. Within the tolerances, the vertex could become a bump.
  CHECK(refused_with([&](EnergyProblem& p) {
          std::vector<Vector>& corners = hole(p);
          corners.insert(corners.begin() + 1, (corners[0] + corners[1]) / 2);
          p.fixel_tolerance = 1e-9;
        }).find("the tolerances can turn outwards") != std::string::npos);
  // Moves a vertex of a straight line by 1e-12 m, which is more than rounding errors. The two edges then meet at a tiny
  // angle. The vertex could touch the part, although it is not listed as a corner.
  CHECK(refused_with([&](EnergyProblem& p) {
          std::vector<Vector>& corners = hole(p);
          corners.insert(corners.begin() + 1, (corners[0] + corners[1]) / 2 + Vector(0, 1e-12));
        }).find("below 1e-9 rad") != std::string::npos);
}
