// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/io/task.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>

#include <cmath>
#include <random>

using namespace pawl;

namespace {

Task square_task(std::vector<Fixel> fixels) {
  Task task;
  task.part.outline = Polygon{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  task.friction = .3;
  task.fixels = std::move(fixels);
  return task;
}

std::string complaint(const Task& task) {
  try {
    find_contacts(task);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

Fixel fixel(double x, double y, double radius = 0) {
  Fixel result;
  result.at = {x, y};
  result.radius = radius;
  return result;
}

/// Returns a block of 2 x 1 m and fixels, both rotated by `angle` in the body frame, so that all numbers are rounded.
Task turned_block(double angle, const std::vector<Eigen::Vector2d>& fixels) {
  const auto turned = [angle](const Eigen::Vector2d& p) -> Eigen::Vector2d {
    if (angle == 0) return p;
    return {std::cos(angle) * p.x() - std::sin(angle) * p.y(), std::sin(angle) * p.x() + std::cos(angle) * p.y()};
  };
  Task task;
  task.friction = .2;
  task.part.outline = Polygon{{turned({-1, -.5}), turned({1, -.5}), turned({1, .5}), turned({-1, .5})}};
  for (const Eigen::Vector2d& at : fixels) task.fixels.emplace_back().at = turned(at);
  return task;
}

/// Returns, for each feasible mode, the dimension of its cone and the numbers of its lines, rays and faces.
std::vector<std::string> modes_and_shapes(const Task& task) {
  std::vector<std::string> shapes;
  const ContactSet set = find_contacts(task);
  for (const FeasibleMode& feasible : feasible_modes(set)) {
    const Cone cone = wrench_cone(set, feasible.mode).cone;
    shapes.push_back(fmt::format("{} {} {} {} {}", feasible.mode.str(), cone.dimension(), cone.lines().size(),
                                 cone.rays().size(), cone.faces().size()));
  }
  return shapes;
}

}  // namespace

TEST_CASE(
    "a square has the right contacts (with and without gaps, with pins, at corners) and the mass of its outline") {
  const ContactSet set = find_contacts(
      square_task({fixel(.5, -1), fixel(1.25, .5), fixel(-1.5, 0, .5), fixel(2, 2), fixel(1.3, 1.4, .5)}));
  CHECK(set.mass == 4);
  CHECK(set.inertia == doctest::Approx(4 * 8.0 / 12));
  CHECK(set.contacts[0].touching);
  CHECK(set.contacts[0].point == Eigen::Vector2d(.5, -1));
  CHECK(set.contacts[0].friction == Friction(.3));
  CHECK_FALSE(set.contacts[1].touching);
  CHECK(set.contacts[1].gap == .25);
  CHECK(set.contacts[1].normal.normalized() == Eigen::Vector2d(-1, 0));
  CHECK(set.contacts[2].touching);
  CHECK(set.contacts[3].normal == Eigen::Vector2d(-1, -1));
  // The pin touches a vertex. The contact's normal points from the pin's center to the vertex. Their distance, .5, is
  // the pin's radius.
  CHECK(set.contacts[4].touching);
  CHECK((set.contacts[4].normal - Eigen::Vector2d(-.3, -.4)).norm() < 1e-15);
}

TEST_CASE("parallel edges keep exactly parallel normals in a turned pose") {
  Task task = square_task({});
  task.pose = {.3, -.2, .7};
  const double c = std::cos(.7);
  const double s = std::sin(.7);
  for (const double x : {-.5, .5}) {
    for (const double y : {-1.0, 1.0}) task.fixels.push_back(fixel(.3 + c * x - s * y, -.2 + s * x + c * y));
  }
  const ContactSet set = find_contacts(task);
  for (const Contact& contact : set.contacts) {
    CHECK(contact.touching);
    CHECK(contact.normal.x() == 0);
  }
  CHECK(set.angle == .7);
}

TEST_CASE("fixels inside the part or without a unique normal are refused, all at once") {
  const std::string at_vertex = "touches vertex 3 of the outline, so its normal is not unique";
  CHECK(complaint(square_task({fixel(1, 1)})).find(at_vertex) != std::string::npos);
  CHECK(complaint(square_task({fixel(1 + 1e-7, 1)})).find(at_vertex) != std::string::npos);
  CHECK(complaint(square_task({fixel(0, -.75)})) ==
        "/fixels/0: [0,-0.75]: the fixel is 0.25 m inside the part, deeper than the contact tolerance of 1e-06 m");
  CHECK(complaint(square_task({fixel(0, -1.25, .5)})).find("0.25 m inside") != std::string::npos);
  Task two = square_task({fixel(1, 1), fixel(0, 0), fixel(0, -1)});
  CHECK_THROWS_AS(find_contacts(two), InputError);
  try {
    find_contacts(two);
  } catch (const InputError& error) {
    CHECK(error.faults().size() == 2);
  }
  Task notch = square_task({fixel(1, .8)});
  notch.part.outline = Polygon{{{0, 0}, {2, 0}, {2, 1}, {1, 0.5}, {0, 1}}};
  CHECK(complaint(notch).find("edge 3 and edge 4 of the outline are equally close to the fixel") != std::string::npos);
}

TEST_CASE("at a corner, the stated normal applies, and is converted to the part's frame") {
  Task task = square_task({fixel(1, 1)});
  task.fixels[0].normal = Eigen::Vector2d(-1, -2);
  CHECK(find_contacts(task).contacts[0].normal == Eigen::Vector2d(-1, -2));
  // The part is rotated by a right angle, so a vector in the body frame is the world vector rotated by -pi/2. The fixel
  // still states its normal in the world frame.
  task.pose = {0, 0, std::acos(0.0)};
  const Contact turned = find_contacts(task).contacts[0];
  CHECK((turned.normal.normalized() - Eigen::Vector2d(-2, 1).normalized()).norm() < 1e-15);
  CHECK((turned.point - Eigen::Vector2d(1, -1)).norm() < 1e-15);
  CHECK(turned.touching);
  for (const double length : {1e-320, 1.7e308}) {
    task.fixels[0].normal = Eigen::Vector2d(-length, -length);
    const Eigen::Vector2d normal = find_contacts(task).contacts[0].normal;
    CHECK((normal.stableNormalized() - Eigen::Vector2d(-1, 1).normalized()).norm() < 1e-15);
  }
}

TEST_CASE("a stated normal selects one of the points that a fixel touches, and must point into the part") {
  Task notch = square_task({fixel(0, .5), fixel(0, .5)});
  notch.part.outline = Polygon{{{-2, -1}, {2, -1}, {2, 1}, {.5, 1}, {0, .5}, {-.5, 1}, {-2, 1}}};
  notch.fixels[0].normal = Eigen::Vector2d(1, -1);
  notch.fixels[1].normal = Eigen::Vector2d(0, -2);
  const ContactSet set = find_contacts(notch);
  CHECK(set.contacts[0].normal == Eigen::Vector2d(1, -1));
  CHECK(set.contacts[1].normal == Eigen::Vector2d(0, -1));
  // The pin touches both sides of the notch. The stated normal selects one of them.
  Task pin = square_task({fixel(0, .5 + std::sqrt(.02), .1)});
  pin.part.outline = notch.part.outline;
  CHECK(complaint(pin).find("the fixel touches both edge 4 and edge 5 of the outline") != std::string::npos);
  pin.fixels[0].normal = Eigen::Vector2d(1, -1);
  CHECK((find_contacts(pin).contacts[0].point - Eigen::Vector2d(.1, .6)).norm() < .05);
  CHECK(find_contacts(pin).contacts[0].point.x() > 0);
  pin.fixels[0].normal = Eigen::Vector2d(-1, -1);
  CHECK(find_contacts(pin).contacts[0].point.x() < 0);
  pin.fixels[0].normal = Eigen::Vector2d(0, 1);
  CHECK(complaint(pin).find("/fixels/0/normal: [0,1]: must point into the part at edge") == 0);
}

TEST_CASE(
    "a fixel that touches both edges of a concave corner is refused, and a fixel that is nearer to one edge has its "
    "normal") {
  const Polygon corner{{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}};
  Task task = square_task({fixel(1, 1)});
  task.part.outline = corner;
  CHECK(complaint(task).find("the fixel touches vertex 4") != std::string::npos);
  task.fixels = {fixel(1.25, 1.25)};
  CHECK(complaint(task).find("edge 3 and edge 4 of the outline are equally close") != std::string::npos);
  task.fixels = {fixel(1.25, 1.25, .25)};
  CHECK(complaint(task).find("the fixel touches both edge 3 and edge 4") != std::string::npos);
  task.fixels = {fixel(1.25, 1.25 - 1e-6), fixel(1.25, 1)};
  CHECK(find_contacts(task).contacts[0].normal == Eigen::Vector2d(0, -1));
  CHECK(find_contacts(task).contacts[1].gap == 0);
}

TEST_CASE("the disc of the worked example has exact contacts and the published Jacobian [BTG02, section 4]") {
  Task task;
  task.part.outline = Disc{};
  task.part.mass = task.part.inertia = 1;
  task.friction = .2;
  task.fixels = {fixel(0, -1), fixel(1.0005, 0)};
  Eigen::MatrixXd J(3, 4);
  J << 0, -1, -1, 0, 1, 0, 0, -1, 0, 0, -1, -1;
  CHECK(contact_jacobian(find_contacts(task)) == J);
  CHECK(contact_jacobian(find_contacts(task), false) == J);
}

TEST_CASE("contacts on equal or opposite edges are exactly parallel in any pose: their cross products are zero") {
  // The vertices of this parallelogram are on a binary grid, so that their differences are exact.
  const Polygon slanted{{{0, 0}, {1, .25}, {1.375, 1.25}, {.375, 1}}};
  for (int k = 0; k < 200; ++k) {
    Task task = square_task({});
    task.part.outline = slanted;
    task.pose = {.1 * k, -.3 * k, .37 * k};
    const double c = std::cos(task.pose.z());
    const double s = std::sin(task.pose.z());
    for (const Eigen::Vector2d& at : {Eigen::Vector2d(.3, -.1), Eigen::Vector2d(.7, 0), Eigen::Vector2d(.9, 1.5)}) {
      task.fixels.push_back(fixel(task.pose.x() + c * at.x() - s * at.y(), task.pose.y() + s * at.x() + c * at.y()));
    }
    const auto contacts = find_contacts(task).contacts;
    const auto cross = [](const Contact& a, const Contact& b) {
      return a.normal.x() * b.normal.y() - a.normal.y() * b.normal.x();
    };
    CHECK(cross(contacts[0], contacts[1]) == 0);
    CHECK(cross(contacts[0], contacts[2]) == 0);
    CHECK(contacts[0].normal.dot(contacts[2].normal) < 0);
  }
}

TEST_CASE("if no inertia is given, it follows from the mass and the outline; the center of mass may be given") {
  Task task = square_task({});
  task.part.mass = 6;
  CHECK(find_contacts(task).inertia == 4);  // radius of gyration k with k^2 = (2^2 + 2^2)/12
  task.part.center_of_mass = Eigen::Vector2d(.5, 0);
  CHECK(find_contacts(task).center_of_mass == Eigen::Vector2d(.5, 0));
  task.part.mass.reset();
  task.part.density = 2;
  CHECK(find_contacts(task).mass == 8);
}

TEST_CASE("zero tolerance accepts a fixel that is exactly on a sloping edge") {
  Task task = square_task({fixel(1.5, .25)});
  task.part.outline = Polygon{{{0, 0}, {2, 0}, {0, 1}}};  // the point (1.5, .25) is exactly on the hypotenuse
  task.contact_tolerance = 0;
  CHECK(find_contacts(task).contacts[0].touching);
  CHECK(find_contacts(task).contacts[0].normal == Eigen::Vector2d(-1, -2));
  task.fixels = {fixel(1.5, std::nextafter(.25, 0))};
  CHECK(complaint(task).find("m inside the part, deeper than the contact tolerance of 0 m") != std::string::npos);
  task.fixels = {fixel(1.5, std::nextafter(.25, 1))};
  CHECK_FALSE(find_contacts(task).contacts[0].touching);
}

TEST_CASE("fixels around a disc have the right contacts and gaps, and a fixel at its center is refused") {
  Task task = square_task({fixel(0, 3, 2), fixel(-2, 0, .5), fixel(3, 4)});
  task.part.outline = Disc{{0, 0}, 1};
  const auto contacts = find_contacts(task).contacts;
  CHECK(contacts[0].touching);
  CHECK(contacts[0].normal == Eigen::Vector2d(0, -1));
  CHECK(contacts[1].gap == .5);
  CHECK(contacts[2].normal == Eigen::Vector2d(-3, -4));
  CHECK((contacts[2].point - Eigen::Vector2d(.6, .8)).norm() < 1e-15);
  task.fixels = {fixel(0, 0)};
  CHECK(complaint(task).find("the fixel is 1 m inside") != std::string::npos);
  task.contact_tolerance = 2;
  CHECK(complaint(task).find("at the centre of the disc, so its normal is not unique") != std::string::npos);
}

TEST_CASE("a fixel within the contact tolerance touches") {
  CHECK(find_contacts(square_task({fixel(0, -1 - 9e-7)})).contacts[0].touching);
  CHECK(find_contacts(square_task({fixel(0, -1 + 9e-7)})).contacts[0].touching);
  CHECK_FALSE(find_contacts(square_task({fixel(0, -1 - 2e-6)})).contacts[0].touching);
}

// On an edge along an axis, the tangents at all contacts have bitwise equal moments. On a sloping edge, the contact
// points are rounded, and the moments differ.
//
// Modes must not depend on this. If two fixels of one edge keep touching, their equal normals exclude a rotation.
// Without a rotation, equal tangents have equal velocities.
//
// Cones must not depend on it, either. Their forces are (d, p x d) with the same d, and lie in one plane no matter how
// p is rounded.
TEST_CASE("a part with sloping edges has the same modes and shapes of cones as the part with edges along the axes") {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> fraction(-.9, .9);
  for (int i = 0; i < 100; ++i) {
    std::vector<Eigen::Vector2d> fixels;
    for (int k = 0, below = 2 + i % 3; k < below; ++k) fixels.emplace_back(fraction(engine), -.5);
    fixels.emplace_back(1, .5 * fraction(engine));
    const double angle = i == 0 ? .3 : 3 * fraction(engine);
    CAPTURE(i);
    const auto modes = modes_and_shapes(turned_block(0, fixels));
    CHECK(modes.size() == 12);
    CHECK(modes_and_shapes(turned_block(angle, fixels)) == modes);
  }
}

// Two fixels that are exactly opposite each other hold the part between them. The part can turn about either of them.
// On sloping edges, rounding makes a difference: the two lines of contact force are 1e-16 m apart, so the part can
// leave one of the fixels.
TEST_CASE("for opposite fixels on sloping edges, the modes are those of the rounded contact points") {
  const auto axes = modes_and_shapes(turned_block(0, {{.2, -.5}, {.2, .5}}));
  CHECK(axes.size() == 9);
  const ContactSet turned = find_contacts(turned_block(.3, {{.2, -.5}, {.2, .5}}));
  const Eigen::MatrixXd J = contact_jacobian(turned, false);
  REQUIRE((J.col(0) + J.col(1)).norm() > 0);
  CHECK((J.col(0) + J.col(1)).norm() < 1e-15);
  CHECK(feasible_modes(turned).size() == 10);  // n = 2 contacts that are not opposite have 4 n + 2 modes
}
