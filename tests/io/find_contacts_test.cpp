// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/io/task.h>

#include <cmath>

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

}  // namespace

TEST_CASE("contacts of a square: touching, gap, pin, corner across a gap; mass from the outline") {
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
  // A pin against a vertex touches with the direction from its centre: distance .5 = radius.
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

TEST_CASE("fixels without a unique normal or inside the part are refused, all at once") {
  CHECK(complaint(square_task({fixel(1, 1)})).find("touches vertex 2 of the outline, so its normal is not unique") != std::string::npos);
  CHECK(complaint(square_task({fixel(1 + 1e-7, 1)})).find("touches vertex 2 of the outline, so its normal is not unique") != std::string::npos);
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
  CHECK(complaint(notch).find("edge 2 and edge 3 of the outline are equally close to the fixel") != std::string::npos);
}

TEST_CASE("a stated normal settles a corner, and is turned into the part's frame") {
  Task task = square_task({fixel(1, 1)});
  task.fixels[0].normal = Eigen::Vector2d(-1, -2);
  CHECK(find_contacts(task).contacts[0].normal == Eigen::Vector2d(-1, -2));
}

TEST_CASE("a fixel within the contact tolerance touches") {
  CHECK(find_contacts(square_task({fixel(0, -1 - 9e-7)})).contacts[0].touching);
  CHECK(find_contacts(square_task({fixel(0, -1 + 9e-7)})).contacts[0].touching);
  CHECK_FALSE(find_contacts(square_task({fixel(0, -1 - 2e-6)})).contacts[0].touching);
}
