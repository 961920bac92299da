// SPDX-License-Identifier: MIT
// Tests tasks with walls. Compares modes and cones with those of fixels and of stated contacts, and with those of tasks
// in which part and wall are swapped. Also tests the seated pose, files, and faults.
#include <doctest/doctest.h>
#include <pawl/io/contact_list.h>
#include <pawl/io/in_si.h>
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>
#include <pawl/io/write_task.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/forward.h>
#include <pawl/modes/wrench_cone.h>

#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "support/count.h"
#include "support/faults.h"
#include "support/point_fixel.h"
#include "support/walls.h"

using namespace pawl;
using oracle::box;
using oracle::wall_of;

namespace {

/// The peg of figure 4c in a stepped hole. The corners of the walls are where the shipped task has its fixels.
constexpr const char* kPegInHole = R"({
  "pawl": 1,
  "part": {"outline": {"polygon": [[-0.01, -0.04], [0.01, -0.04], [0.01, 0.04], [-0.01, 0.04]]}, "density": 31.4},
  "friction": 0.5,
  "walls": [
    {"outline": {"polygon": [[0.01, -0.002], [0.03, -0.01], [0.03, 0.02]]}},
    {"outline": {"polygon": [[-0.01, 0.002], [-0.03, 0.02], [-0.03, -0.01]]}},
    {"outline": {"polygon": [[0, -0.0402], [-0.01, -0.06], [0.01, -0.06]]}}
  ],
  "reach": 0.001
})";

constexpr const char* kPegAndFixels = R"({
  "pawl": 1,
  "part": {"outline": {"polygon": [[-0.01, -0.04], [0.01, -0.04], [0.01, 0.04], [-0.01, 0.04]]}, "density": 31.4},
  "friction": 0.5,
  "fixels": [{"at": [0.01, -0.002]}, {"at": [-0.01, 0.002]}, {"at": [0, -0.0402]}]
})";

/// Returns, for each mode of a contact set, the rays of its cone.
std::map<std::string, std::vector<Eigen::Vector3d>> cones_of(const ContactSet& set) {
  std::map<std::string, std::vector<Eigen::Vector3d>> cones;
  for_each_wrench_cone(set, [&](const WrenchCone& cone) { cones[cone.mode.str()] = cone.cone.rays(); });
  return cones;
}

std::string complaint(const Task& task) {
  return text_of_faults([&] { (void)find_contacts(task); });
}

std::string complaint_of_seat(const Task& task) {
  return text_of_faults([&] { (void)find_seat(task); });
}

}  // namespace

TEST_CASE("the peg in a stepped hole has the modes and cones of the peg among fixels") {
  const ContactSet walls = find_contacts(read_task(kPegInHole)), fixels = find_contacts(read_task(kPegAndFixels));
  REQUIRE(walls.size() == 3);
  CHECK(walls.is_exact());
  const auto of_walls = cones_of(walls), of_fixels = cones_of(fixels);
  CHECK(of_walls.size() > 5);
  CHECK(of_walls == of_fixels);
  Task wedged = read_task(kPegInHole);
  wedged.walls.pop_back();
  Task among_two = read_task(kPegAndFixels);
  among_two.fixels.pop_back();
  CHECK(cones_of(find_contacts(wedged)) == cones_of(find_contacts(among_two)));
}

TEST_CASE("a rectangular peg in a straight slot has the cones of its flush contacts, stated by hand") {
  Task task;
  task.part.outline = box(-1, -2, 1, 2);
  task.part.mass = 1;
  task.part.inertia = 2;
  task.friction = .5;
  task.walls = {wall_of(box(-9, -3, -1, 1)), wall_of(box(1, -3, 9, .5))};
  const ContactSet found = find_contacts(task);
  REQUIRE(found.size() == 4);
  Task stated;
  stated.part.mass = 1;
  stated.part.inertia = 2;
  for (const auto& [x, y] : {std::pair(-1., -2.), std::pair(-1., 1.), std::pair(1., -2.), std::pair(1., .5)}) {
    Contact contact;
    contact.point = {x, y};
    contact.normal = {x < 0 ? 1 : -1, 0};
    contact.friction = .5;
    stated.contacts.push_back(contact);
  }
  // Contacts are in the order of the walls. Contacts with the same wall are in the order in which the part's outline
  // passes them.
  ContactSet same = found;
  std::vector<Eigen::Vector2d> points;
  for (const Contact& contact : found.contacts) points.push_back(contact.point);
  CHECK(points == std::vector<Eigen::Vector2d>{{-1, -2}, {-1, 1}, {1, -2}, {1, .5}});
  CHECK(cones_of(found) == cones_of(find_contacts(stated)));
}

TEST_CASE(
    "a peg between two corners of walls wedges if the corners' difference in height is below friction times the peg's "
    "width") {
  for (const double width : {.5, 2., 40.}) {
    for (const double friction : {.2, .7}) {
      for (const double share : {.9, 1.1}) {
        const double h = share * friction * width / 2;  // half of the vertical distance of the corners
        Task task;
        task.part.outline = box(-width / 2, -3 * h - width, width / 2, 3 * h + width);
        task.friction = friction;
        task.walls = {wall_of(Polygon{{{width / 2, -h}, {width, -2 * h}, {width, 2 * h}}}),
                      wall_of(Polygon{{{-width / 2, h}, {-width, 2 * h}, {-width, -2 * h}}})};
        const ContactSet set = find_contacts(task);
        REQUIRE(set.size() == 2);
        // The peg is wedged: both friction cones contain opposite forces. Every wrench is therefore consistent with a
        // mode without motion.
        const WrenchCone still = wrench_cone(set, Mode("nn"));
        CHECK((still.cone.dimension() == 3 && still.cone.rays().empty()) == (share < 1));
      }
    }
  }
}

TEST_CASE("swapping the part and the wall negates the cones and keeps the letters") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1, 1);
  int compared = 0;
  for (int k = 0; compared < oracle::count(200) && k < 20000; ++k) {
    // Two convex polygons, whose coordinates are short decimals. The second one is moved along x until it touches the
    // first.
    const auto polygon = [&] {
      Polygon result;
      for (int i = 0; i < 5; ++i) {
        const double angle = 2 * std::numbers::pi * (i + .3 * any(random)) / 5;
        result.vertices.emplace_back(std::round(80 * std::cos(angle)) / 8, std::round(80 * std::sin(angle)) / 8);
      }
      return result;
    };
    const Outline a = polygon(), b = polygon();
    const double y = std::round(64 * any(random)) / 8;
    const auto far = find_wall_contacts(a, {0, 0, 0}, std::vector{wall_of(b, {40, y, 0})}, .3, 1e-6, 60);
    if (far.empty()) continue;
    // A motion along x reduces the gap between a corner and an edge by the motion times the x component of the normal.
    const WallContact& nearest = far.front();
    double least = HUGE_VAL;
    for (const WallContact& one : far) {
      const double way = one.contact.gap / -one.contact.normal.normalized().x();
      if (way > 0) least = std::min(least, way);
    }
    (void)nearest;
    if (!std::isfinite(least)) continue;
    const double x = 40 - least;
    Task part_a, part_b;
    part_a.part.outline = a;
    part_b.part.outline = b;
    for (Task* task : {&part_a, &part_b}) {
      task->friction = .3;
      task->part.mass = 2;
      task->part.inertia = 30;
    }
    // In the world frame, both parts have the same centre of mass: the origin of polygon a.
    part_a.part.center_of_mass = Eigen::Vector2d(0, 0);
    part_b.part.center_of_mass = Eigen::Vector2d(-x, -y);
    part_a.walls = {wall_of(b, {x, y, 0})};
    part_b.walls = {wall_of(a)};
    part_b.pose = {x, y, 0};
    ContactSet one, other;
    try {
      one = find_contacts(part_a);
      other = find_contacts(part_b);
    } catch (const InputError&) {
      continue;  // skipped: a corner meets a corner, or another point of the polygons meets first
    }
    if (one.size() == 0) continue;
    REQUIRE(one.size() == other.size());
    for (const std::string& letters : std::vector<std::string>{"l", "n", "r", "s"}) {
      const std::string mode(one.size(), letters[0]);
      const Cone mine = wrench_cone(one, Mode(mode)).cone, theirs = wrench_cone(other, Mode(mode)).cone;
      CHECK(mine.dimension() == theirs.dimension());
      for (int i = 0; i < 20; ++i) {
        const Eigen::Vector3d g(any(random), any(random), 8 * any(random));
        CHECK(mine.contains(g) == theirs.contains(-g));
      }
    }
    CHECK(std::isinf(one.contacts[0].part_radius) == std::isinf(other.contacts[0].fixel_radius));
    ++compared;
  }
  CHECK(compared == oracle::count(200));
}

TEST_CASE("a block is seated in the corner of a pocket") {
  Task task;
  task.part.outline = box(0, 0, 4, 2);
  task.friction = .2;
  task.pose = {.01, .02, .001};
  Wall pocket = wall_of(box(-1, -1, 9, 9));
  pocket.holes = {box(0, 0, 8, 8)};
  task.walls = {pocket};
  CHECK(complaint_of_seat(task) == "/walls: no wall is within \"reach\" of the part: nothing seats it");
  task.reach = .05;
  CHECK(find_contacts(task).size() == 4);
  CHECK(complaint_of_seat(task).starts_with("/goal: missing: no wall touches the part at its pose"));
  task.goal = {1, 2, 3, 4};
  const SeatedTask seated = find_seat(task);
  CHECK(*seated.pose == Eigen::Vector3d(0, 0, 0));
  CHECK(seated.contacts.is_exact());
  CHECK(seated.located);
  CHECK(seated.contacts.size() == 4);
  // A contact that is not in the goal may have a gap.
  task.pose = {.02, .001, 0};
  task.reach = .01;
  task.goal = {1, 2};
  CHECK(find_contacts(task).size() == 2);
  CHECK(find_seat(task).contacts.size() == 2);
}

TEST_CASE("a seated pose with other contacts than the listed ones is refused") {
  Task task;
  task.part.outline = box(0, 0, 4, 2);
  task.friction = .2;
  // With the fixel, the seat is lower by .02. At that pose, the floor is outside the reach within which contacts are
  // found.
  task.fixels = {oracle::point_at(2, -.02)};
  task.walls = {wall_of(box(-1, -1, 5, -.02))};
  CHECK(complaint_of_seat(task) ==
        "/reach: in the seated pose vertex 1 of the part touches edge 3 of wall 1, which is not among the contacts at "
        "the "
        "task's pose; increase \"reach\", or correct the pose");
  task.reach = .03;
  CHECK(find_seat(task).contacts.size() == 3);
  // The fixel moves the part so far that its corner is beyond the end of the edge that the goal requires it to touch.
  task.fixels = {oracle::point_at(-.005, 1)};
  task.walls = {wall_of(box(0, -1, .5, -.01))};
  task.goal = {1, 2};
  CHECK(complaint_of_seat(task).starts_with("/goal: [1,2]: contact 2 ("));
  CHECK(complaint_of_seat(task).find("the part passes the end of an edge") != std::string::npos);
}

TEST_CASE("a disc is seated on walls alone") {
  Task task;
  task.part.outline = Disc{{0, 0}, 10};
  task.walls = {wall_of(Polygon{{{-30, -20}, {30, -20}, {30, 21}, {28, 21}, {0, 0}, {-28, 21}, {-30, 21}}})};
  task.reach = .5;
  task.goal = {1, 2};
  task.pose = {.1, 12.6, 0};
  const SeatedTask seated = find_seat(task);
  CHECK((*seated.pose - Eigen::Vector3d(0, 12.5, 0)).norm() < 1e-12);
  CHECK(seated.contacts.size() == 2);
  CHECK_FALSE(seated.located);
}

TEST_CASE("files with walls are read, written and converted") {
  const Task task = read_task(R"({
    "pawl": 1, "units": {"length": "mm", "angle": "deg"},
    "part": {"outline": {"polygon": [[0, 0], [40, 0], [40, 20], [0, 20]]}, "density": 1e-5},
    "friction": 0.2,
    "fixels": [{"at": [10, 20], "friction": 0.1}],
    "walls": [
      {"outline": {"polygon": [[-10, -10], [90, -10], [90, 90], [-10, 90]],
                   "holes": [{"disc": {"center": [70, 70], "radius": 5}}]}, "pose": [0, -90, 0], "friction": [0.1, 0.3]},
      {"outline": {"disc": {"center": [0, 0], "radius": 5}}, "pose": [-5, 10, 30]}
    ],
    "modes": ["lll*", "ssss"], "goal": [1, 2, 3, 4], "start": {"states": [[1, 4]]}
  })");
  const ContactSet set = find_contacts(task);
  REQUIRE(set.size() == 4);
  CHECK(set.contacts[1].friction == Friction(.1, .3));
  CHECK(set.contacts[3].friction == Friction(.2));
  CHECK(set.contacts[3].normal == Eigen::Vector2d(1, 0));
  const Task again = read_task(write_task(task));
  CHECK(write_task(again) == write_task(task));
  CHECK(again.walls.size() == 2);
  CHECK(again.walls[0].holes.size() == 1);
  CHECK(again.walls[1].pose == task.walls[1].pose);
  const Task metres = in_si(task);
  CHECK(metres.walls[0].pose.y() == -.09);
  CHECK(std::get<Disc>(metres.walls[1].outline).radius == .005);
  CHECK(find_contacts(metres).size() == 4);
  const std::vector<ListedContact> listed = contacts_in_world(ValidTask(task));
  CHECK(listed[3].fixel == 4);
  CHECK(listed[3].wall == 2);
  CHECK(text_of(listed[3].wall_feature) == "disc");
  CHECK(listed[0].wall == 0);
}

TEST_CASE("the fault of an invalid wall has the JSON pointer of the wall or of its invalid part") {
  Task task;
  task.part.outline = box(0, 0, 4, 2);
  task.walls = {wall_of(Polygon{{{0, 0}, {1, 1}}})};
  CHECK(complaint(task).starts_with("/walls/0/outline/polygon"));
  task.walls = {wall_of(box(0, -1, 4, 0))};
  task.walls[0].holes = {box(10, 10, 11, 11)};
  CHECK(complaint(task).starts_with("/walls/0/outline/holes/0"));
  task.walls = {wall_of(box(1, 1, 2, 1.5))};
  CHECK(complaint(task) ==
        "/walls/0: overlaps the part by more than the contact tolerance of 1e-06 m; move the wall or the part");
  task.walls = {wall_of(box(0, -1, 4, 0))};
  task.goal = {1, 5};
  CHECK(complaint(task) ==
        "/goal/1: 5: there are only 2 contacts: 0 fixels and 2 contacts with walls (pawl contacts lists them)");
  task.goal = std::nullopt;
  task.modes = {"lll"};
  CHECK(complaint(task) == "/modes/0: \"lll\": has 3 letters, but there are 2 fixels");
  task.modes.clear();
  task.walls[0].friction = Friction(-1);
  CHECK(complaint(task).starts_with("/walls/0/friction"));
  task.walls[0].friction = std::nullopt;
  task.reach = -1;
  CHECK(complaint(task).starts_with("/reach"));
  task.reach = 0;
  task.part.outline.reset();
  CHECK(complaint(task).starts_with("/part/outline"));
}

TEST_CASE("the outline of a wall may be a drawing") {
  const auto text = [](const std::string& wall) {
    return R"({"pawl": 1, "units": {"length": "mm"}, "friction": 0.2,
               "part": {"outline": {"disc": {"center": [-500, 0], "radius": 5}}}, "walls": [)" +
           wall + "]}";
  };
  const Task task =
      read_task(text(R"({"drawing": "plate.dxf", "pose": [10, 0, 0]})"), PAWL_SOURCE_DIR "/data/drawings");
  const Task drawn = read_task(R"({"pawl": 1, "units": {"length": "mm"}, "part": {"drawing": "plate.dxf"}})",
                               PAWL_SOURCE_DIR "/data/drawings");
  REQUIRE(task.walls.size() == 1);
  CHECK(!drawn.part.holes.empty());
  CHECK(task.walls[0].holes.size() == drawn.part.holes.size());
  CHECK(task.walls[0].outline.index() == drawn.part.outline->index());
  Task moved = task;
  moved.part = drawn.part;
  moved.walls[0].pose = {0, 0, 0};
  CHECK(complaint(moved).find("overlaps the part") != std::string::npos);
  const auto faults = [&](const std::string& wall) {
    return text_of_faults([&] { (void)read_task(text(wall), PAWL_SOURCE_DIR "/data/drawings"); });
  };
  CHECK(faults("{}") == "/walls/0/outline: missing");
  CHECK(faults(R"({"drawing": "none.dxf"})").starts_with("/walls/0/drawing: \"none.dxf\": "));
  CHECK(faults(R"({"drawing": "plate.dxf", "outline": {"disc": {"radius": 1}}})").find("cannot be combined with") !=
        std::string::npos);
  CHECK(faults(R"({"outline": {"disc": {"radius": 1}}, "loop": 2})").starts_with("/walls/0/loop: 2: has no effect"));
  CHECK(text_of_faults([&] {
          (void)read_task(text(R"({"drawing": "plate.dxf"})"));
        }).find("was not read from a file") != std::string::npos);
}

TEST_CASE("the forward problem uses the curvature of walls") {
  // A disc of radius r slides without friction at the bottom of a round hole of radius R. Its centre moves on a circle
  // of radius R - r.
  Task disc;
  disc.part.outline = Disc{{0, 0}, .5};
  disc.part.mass = 2;
  disc.part.inertia = 1;
  disc.pose = {0, -1.5, 0};
  Wall plate = wall_of(box(-5, -5, 5, 5));
  plate.holes = {Disc{{0, 0}, 2}};
  disc.walls = {plate};
  const ForwardSolutions inside = forward(find_contacts(disc), {0, -8, 0}, {3, 0, 0});
  REQUIRE(inside.solutions.size() == 1);
  CHECK(inside.solutions[0].acceleration.y() == doctest::Approx(9 / 1.5).epsilon(1e-14));
  // The same disc slides on top of a disc of radius R. Its centre moves on a circle of radius R + r.
  disc.pose = {0, 2.5, 0};
  disc.walls = {wall_of(Disc{{0, 0}, 2})};
  const ForwardSolutions on_top = forward(find_contacts(disc), {0, -80, 0}, {3, 0, 0});
  REQUIRE(on_top.solutions.size() == 1);
  CHECK(on_top.solutions[0].acceleration.y() == doctest::Approx(-9 / 2.5).epsilon(1e-14));
  // A square slides on a straight wall with one of its corners. Its centre is 1 above the corner. If the square turns
  // by the angle a, the height of the centre is cos(a).
  Task square;
  square.part.outline = Polygon{{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};
  square.part.mass = 1;
  square.part.inertia = 1;
  square.pose = {0, 1, 0};
  square.walls = {wall_of(box(-9, -2, 9, 0))};
  const ForwardSolutions turning = forward(find_contacts(square), {0, -50, 0}, {0, 0, 2});
  REQUIRE(turning.solutions.size() == 1);
  CHECK(turning.solutions[0].acceleration.y() == doctest::Approx(-4).epsilon(1e-14));
  // A corner of a wall touches a straight edge of the part. The edge turns about this corner.
  Task edge;
  edge.part.outline = box(-3, 0, 3, 1);
  edge.part.center_of_mass = Eigen::Vector2d(0, .5);
  edge.part.mass = 1;
  edge.part.inertia = 1;
  edge.walls = {wall_of(Polygon{{{0, 0}, {-1, -2}, {1, -2}}})};
  // The part's point at the corner moves along the edge with the speed 1 + .5 * 2 = 2, and the edge turns with 2 rad/s.
  // After the time t, the edge at the corner is therefore lower by 2 * 2 * t^2. The acceleration of the point must
  // compensate for this.
  const ForwardSolutions sliding = forward(find_contacts(edge), {0, -50, 0}, {1, 0, 2});
  REQUIRE(sliding.solutions.size() == 1);
  CHECK(sliding.solutions[0].acceleration.y() + 4 * .5 == doctest::Approx(8).epsilon(1e-14));
}
