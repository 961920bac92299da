// SPDX-License-Identifier: MIT
// Tests parts with holes: closest points, contacts, mass properties, faults, and files. Compares them with closed
// forms, with stated contacts, and with a search along the edges that shares no code with the library.
#include <doctest/doctest.h>
#include <pawl/bodies/system.h>
#include <pawl/geometry/closest_point.h>
#include <pawl/io/contact_list.h>
#include <pawl/io/in_si.h>
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>
#include <pawl/io/write_task.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>
#include <pawl/simulation/support.h>

#include <cmath>
#include <numbers>
#include <random>

#include "support/count.h"
#include "support/faults.h"
#include "support/point_fixel.h"

using namespace pawl;
using oracle::pin_at;
using oracle::point_at;

namespace {

constexpr double kPi = std::numbers::pi;

Outline square(double half, const Eigen::Vector2d& at = {0, 0}) {
  const double x = at.x(), y = at.y();
  return Polygon{{{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}}};
}

/// Returns a square plate of 4 x 4 m with holes. Its centre is the origin.
Task plate(std::vector<Outline> holes, std::vector<Fixel> fixels) {
  Task task;
  task.part.outline = square(2);
  task.part.holes = std::move(holes);
  task.friction = .3;
  task.friction_defaulted = false;
  task.fixels = std::move(fixels);
  return task;
}

std::string complaint(const Task& task) {
  return text_of_faults([&] { find_contacts(task); });
}

std::vector<std::string> faults_of(const Outline& outer, const std::vector<Outline>& holes) {
  std::vector<std::string> texts;
  for (const Fault& fault : hole_faults(Loops(outer, holes), "/holes")) {
    texts.push_back(fault.pointer + " " + fault.message);
  }
  return texts;
}

/// Returns the distance of a point from a straight edge with the ends a and b.
double distance_to_edge(const Eigen::Vector2d& p, const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  const double s = std::clamp((p - a).dot(b - a) / (b - a).squaredNorm(), 0., 1.);
  return (p - (a + s * (b - a))).norm();
}

/// Returns the cones of all feasible modes as text: the mode, the dimension and the extreme rays of each cone.
std::string cones_of(const ContactSet& set) {
  std::string text;
  for (const FeasibleMode& feasible : feasible_modes(set)) {
    const Cone cone = wrench_cone(set, feasible.mode).cone;
    text += feasible.mode.str() + " " + std::to_string(cone.dimension()) + ";";
    for (const Eigen::Vector3d& ray : cone.rays()) {
      const Eigen::Vector3d unit = ray.normalized();
      for (const double entry : unit) text += " " + std::to_string(std::round(1e9 * entry) / 1e9 + 0.);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

TEST_CASE("a pin in a round hole touches the hole on the line through both centres") {
  const Contact touching = find_contacts(plate({Disc{{1, 0}, .5}}, {pin_at(1.25, 0, .25)})).contacts[0];
  CHECK(touching.touching);
  CHECK(touching.gap == 0);
  CHECK(touching.point == Eigen::Vector2d(1.5, 0));
  CHECK(touching.normal == Eigen::Vector2d(1, 0));
  CHECK(touching.part_radius == -.5);
  CHECK_FALSE(touching.error.any());
  const Contact apart = find_contacts(plate({Disc{{1, 0}, .5}}, {pin_at(1, .1, .25)})).contacts[0];
  CHECK_FALSE(apart.touching);
  CHECK(apart.gap == doctest::Approx(.15).epsilon(1e-15));  // difference of the radii minus distance of the centres
  CHECK(apart.normal.normalized() == Eigen::Vector2d(0, 1));
}

TEST_CASE("pins in holes have a unique normal, or a fault that names the hole") {
  const Outline round = Disc{{0, 0}, .5};
  CHECK(complaint(plate({round}, {pin_at(0, 0, .25)})).find("at the centre of hole 1") != std::string::npos);
  CHECK(complaint(plate({round}, {pin_at(.3, 0, .25)})).find("inside the part") != std::string::npos);
  CHECK(complaint(plate({square(.5)}, {pin_at(.25, .25, .25)})).find("both edge 2 of hole 1 and edge 3 of hole 1") !=
        std::string::npos);
  CHECK(complaint(plate({round, square(.25, {1.5, 0})}, {point_at(1.75, .25)})).find("vertex 3 of hole 2") !=
        std::string::npos);
  CHECK(complaint(plate({round}, {pin_at(1, 0, .1)})).find("inside the part") != std::string::npos);
  CHECK(complaint(plate({round}, {point_at(2, 0)})).empty());
}

TEST_CASE("a pin in a hole gives the cones of the same contact stated by hand") {
  // Two pins touch edges of a square hole, and one touches the outline.
  const Task task = plate({square(.5, {1, 1})}, {pin_at(1.25, 1, .25), pin_at(.8, 1.25, .25), pin_at(-2.5, .5, .5)});
  Task stated;
  stated.friction = .3;
  stated.part.mass = 1;
  stated.part.inertia = 1;
  const auto contact = [](double x, double y, double nx, double ny) {
    Contact made;
    made.point = {x, y};
    made.normal = {nx, ny};
    made.friction = .3;
    return made;
  };
  stated.contacts = {contact(1.5, 1, 1, 0), contact(.8, 1.5, 0, 1), contact(-2, .5, 1, 0)};
  Task same = task;
  same.part.mass = 1;
  same.part.inertia = 1;
  same.part.center_of_mass = Eigen::Vector2d(0, 0);
  CHECK(cones_of(find_contacts(same)) == cones_of(find_contacts(stated)));
  CHECK_FALSE(cones_of(find_contacts(same)).empty());
}

TEST_CASE("the contact of a pin in a hole turns with the fixture, and mirrors with it") {
  const auto at = [](double x, double y) {
    return find_contacts(plate({Disc{{0, 0}, 1}}, {pin_at(x, y, .25)})).contacts[0];
  };
  const Contact contact = at(.4, .3), turned = at(-.3, .4), mirrored = at(.4, -.3);
  CHECK(turned.point == Eigen::Vector2d(-contact.point.y(), contact.point.x()));
  CHECK(mirrored.point == Eigen::Vector2d(contact.point.x(), -contact.point.y()));
  CHECK(turned.gap == contact.gap);
  CHECK(mirrored.gap == contact.gap);
}

TEST_CASE("the distance to a part with holes is that of the nearest edge of any loop") {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> any(-2.5, 2.5);
  const std::vector<Outline> holes = {square(.5, {-1, -1}), Polygon{{{.2, .3}, {1.5, .4}, {.9, 1.6}}}};
  const Outline outer = square(2);
  for (int k = 0; k < oracle::count(2000); ++k) {
    const Eigen::Vector2d p(any(engine), any(engine));
    double least = HUGE_VAL;
    for (const Outline* loop : {&outer, &holes[0], &holes[1]}) {
      const auto& v = std::get<Polygon>(*loop).vertices;
      for (std::size_t i = 0; i < v.size(); ++i) {
        least = std::min(least, distance_to_edge(p, v[i], v[(i + 1) % v.size()]));
      }
    }
    const bool in_square = (p - Eigen::Vector2d(-1, -1)).cwiseAbs().maxCoeff() < .5;
    const auto& t = std::get<Polygon>(holes[1]).vertices;
    const auto left = [&](int i, int j) {
      return (t[j] - t[i]).x() * (p - t[i]).y() - (t[j] - t[i]).y() * (p - t[i]).x() > 0;
    };
    const bool inside = p.cwiseAbs().maxCoeff() < 2 && !in_square && !(left(0, 1) && left(1, 2) && left(2, 0));
    const ClosestPoint found = closest_points(Loops(outer, holes), p).front();
    CAPTURE(p.x());
    CAPTURE(p.y());
    CHECK(found.distance == doctest::Approx(inside ? -least : least).epsilon(1e-12));
    CHECK((found.point - p).norm() == doctest::Approx(least).epsilon(1e-12));
    CHECK((found.normal.dot(found.point - p) > 0) == !inside);  // the normal points into the material
  }
}

TEST_CASE("holes reduce area, mass and moments") {
  const std::vector<Outline> hole = {Disc{{0, 0}, 1}};
  const Outline disc = Disc{{0, 0}, 2};
  const AreaProperties ring = area_properties(Loops(disc, hole));
  CHECK(ring.area == doctest::Approx(3 * kPi).epsilon(1e-15));
  // For a ring with the radii R and r, gyration^2 is (R^2 + r^2) / 2, and the mean distance of its points from the centre
  // is 2 (R^3 - r^3) / (3 (R^2 - r^2)).
  CHECK(ring.gyration_squared == doctest::Approx(2.5).epsilon(1e-15));
  CHECK(mean_distance(Loops(disc, hole), {0, 0}) == doctest::Approx(14. / 9).epsilon(1e-12));
  CHECK(root_mean_square_distance(Loops(disc, hole), {0, 0}) == doctest::Approx(std::sqrt(2.5)).epsilon(1e-12));
  const std::vector<Outline> corner = {square(.5, {1, 1})};
  const AreaProperties plate_area = area_properties(Loops(square(2), corner));
  CHECK(plate_area.area == 15);
  CHECK(plate_area.centroid == Eigen::Vector2d(-1. / 15, -1. / 15));
  CHECK(ValidTask(plate({square(.5)}, {})).mass() == 15);
}

TEST_CASE("holes that touch, overlap, or lie outside the outline are faults, which name both loops") {
  const Outline outer = square(2);
  CHECK(faults_of(outer, {}).empty());
  CHECK(faults_of(outer, {Disc{{0, 0}, 1}, square(.25, {1.5, 1.5})}).empty());
  const std::string apart = "; the loops of a part must be apart";
  CHECK(faults_of(outer, {Disc{{2, 0}, .5}}) == std::vector<std::string>{"/holes/0 hole 1 meets the outline" + apart});
  CHECK(faults_of(outer, {square(.5, {1.5, 0})}) ==
        // The hole and the outline share an edge.
        std::vector<std::string>{"/holes/0 hole 1 meets the outline" + apart});
  CHECK(faults_of(outer, {Disc{{0, 0}, 1}, Disc{{1.4, 0}, .4}}) ==
        std::vector<std::string>{"/holes/1 hole 2 meets hole 1" + apart});  // the two holes touch in one point
  CHECK(faults_of(outer, {Disc{{5, 0}, .5}}) ==
        std::vector<std::string>{"/holes/0 hole 1 lies outside the outline; a hole must lie inside it"});
  CHECK(faults_of(outer, {Disc{{0, 0}, 1}, Disc{{0, 0}, .5}}) ==
        std::vector<std::string>{"/holes/1 hole 2 lies inside hole 1; what lies in a hole is not part of the body"});
  CHECK(faults_of(square(.5), {square(2)}).size() == 1);
  CHECK(faults_of(outer, {Polygon{{{0, 0}, {1, 1}}}}).front().find("/holes/0/polygon") == 0);
  CHECK(pointers_of_faults([&] { ValidTask(plate({Disc{{2, 0}, .5}}, {})); }) == "/part/outline/holes/0");
  const double nan = std::nan("");
  CHECK(faults_of(outer, {Disc{{nan, 0}, .5}}).size() == 1);
  CHECK(faults_of(outer, {Path{{{0, 0}, {1, 0}}, {nan, 0}}}).size() >= 1);
  // The radius of this disc is smaller than the rounding error of its centre, so that its width is rounded to 0.
  CHECK(faults_of(square(1e6), {Disc{{500000.5, .5}, 1e-12}}).empty());
  Task contacts;
  contacts.part.holes = {Disc{{0, 0}, 1}};
  CHECK(pointers_of_faults([&] { ValidTask{contacts}; }) == "/part/outline/holes");
  System point;
  point.shapes = {{Solid::ground(), Disc{{0, 0}, 0}}};
  point.shapes[0].holes = {Disc{{0, 0}, 1}};
  CHECK(pointers_of_faults([&] { validate(point); }) == "/shapes/0/holes");
}

TEST_CASE("holes are read from the key `holes` of the outline, in the units of the file, and are written again") {
  const Task task = read_task(R"({"pawl": 1, "units": {"length": "mm"}, "part": {"outline": {
    "polygon": [[0, 0], [60, 0], [60, 40], [0, 40]],
    "holes": [{"disc": {"center": [15, 20], "radius": 5}}, {"path": [[30, 10], {"to": [40, 10], "bulge": 1}, [35, 30]]}]}},
    "friction": 0.2, "fixels": [{"at": [16, 20], "radius": 4}, [10, 0], [50, 0]]})");
  REQUIRE(task.part.holes.size() == 2);
  CHECK(std::get<Disc>(task.part.holes[0]).center == Eigen::Vector2d(15, 20));
  const Task again = read_task(write_task(task));
  CHECK(write_task(again) == write_task(task));
  CHECK(again.part.holes.size() == 2);
  const std::vector<ListedContact> contacts = contacts_in_world(ValidTask(task));
  CHECK(text_of(contacts[0].feature) == "hole 1");
  CHECK(contacts[0].touching);
  CHECK(text_of(contacts[1].feature) == "edge 0");
  CHECK(std::get<Disc>(in_si(task).part.holes[0]).radius == .005);
  CHECK(pointers_of_faults([] {
          read_task(R"({"pawl": 1, "part": {"outline": {"disc": {"radius": 2}, "holes": [{"disc": {"radius": -1}}]}},
                       "friction": 0, "fixels": []})");
        }) == "/part/outline/holes/0/disc/radius");
  CHECK(pointers_of_faults([] {
          read_task(R"({"pawl": 1, "part": {"outline": {"holes": []}}, "friction": 0, "fixels": []})");
        }) == "/part/outline");
}
