// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/io/task.h>

#include <cmath>

using namespace pawl;

namespace {

Fixel pin(double x, double y, double radius = 0) {
  Fixel fixel;
  fixel.at = {x, y};
  fixel.radius = radius;
  return fixel;
}

Task block(std::vector<Fixel> fixels, Eigen::Vector3d pose = {0, 0, 0}) {
  Task task;
  task.part.outline = Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};
  task.pose = pose;
  task.fixels = std::move(fixels);
  return task;
}

std::string complaint(const Task& task) {
  try {
    find_seat(task);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("if every gap of the goal is exactly 0, the seated pose is exactly the pose of the task") {
  const SeatedTask seat = find_seat(block({pin(-.3, -.5), pin(.3, -.5), pin(1, -.2)}));
  CHECK(*seat.pose == Eigen::Vector3d(0, 0, 0));
  CHECK(seat.located);
  CHECK(seat.contacts.is_exact());
  CHECK(seat.fixels == std::vector<int>{0, 1, 2});
  CHECK(seat.left_out.empty());
}

TEST_CASE("Newton's method closes gaps; contacts stay exact if the part only slides, and get errors if it tilts") {
  // The stop is .01 m away from the part. When the part slides to it, the two contacts with the floor move by .01 m in
  // the frame of the part, in the opposite direction.
  const SeatedTask slid = find_seat(block({pin(-.5, -.5), pin(.5, -.5), pin(1.01, -.25)}));
  CHECK((*slid.pose - Eigen::Vector3d(.01, 0, 0)).norm() == 0);
  CHECK(slid.contacts.is_exact());
  CHECK(slid.contacts.contacts[0].point == Eigen::Vector2d(-.51, -.5));

  // One pin below the part is lower by .001 m. The part tilts by atan(.001 / 1) about the other pin.
  const SeatedTask tilted = find_seat(block({pin(-.5, -.5), pin(.5, -.501), pin(1, -.25)}));
  CHECK(tilted.pose->z() == doctest::Approx(-std::atan(.001)).epsilon(1e-12));
  CHECK_FALSE(tilted.contacts.is_exact());
  for (const Contact& contact : tilted.contacts.contacts) {
    CHECK(std::fabs(contact.gap) < 1e-14);
    CHECK(contact.error.along_tangent < 1e-13);
  }
}

TEST_CASE("a contact tolerance of 0 requires only as much accuracy as rounding permits") {
  for (const double low : {.501, .5003, .50000007}) {
    Task task = block({pin(-.5, -.5), pin(.5, -low), pin(1, -.25)});
    task.contact_tolerance = 0;
    CHECK(complaint(task).empty());
  }
}

TEST_CASE("a gap to a pin that is far away is not closed, and two pins with clearance cannot both touch") {
  const std::string far = complaint(block({pin(-.5, -.5), pin(.5, -.5), pin(500, -.25)}));
  CHECK(far.find("/goal: [1,2,3]: closing the gaps of these fixels moves the part by") == 0);
  CHECK(far.find("the largest gap is 499 m, at fixel 3") != std::string::npos);
  Task near = block({pin(-.5, -.5), pin(.5, -.5), pin(1.3, -.25)});
  CHECK(complaint(near) ==
        "/goal: [1,2,3]: closing the gaps of these fixels moves the part by 0.3 m, more than seat_distance "
        "(0.0223607 m); the largest gap is 0.3 m, at fixel 3; correct the pose, or raise seat_distance");
  near.seat_distance = .3;
  CHECK(complaint(near).empty());
  const std::string opposed = complaint(block({pin(0, -.5), pin(0, .50002)}));
  CHECK(opposed.find("these fixels cannot touch at the same time near the task's pose") != std::string::npos);
  CHECK(opposed.find("has a gap of 1e-05 m") != std::string::npos);
  Task few = block({pin(0, -.5)});
  few.goal = std::vector<int>{99};
  few.friction = -1.;  // all faults of the task must be reported together, as for a task file
  CHECK(complaint(few).find("/goal/0: 99: there are only 1 fixels") != std::string::npos);
  CHECK(complaint(few).find("/friction") != std::string::npos);
  CHECK(complaint(block({})) == "/fixels: []: must not be empty: nothing seats the part");
}

TEST_CASE("fixels outside the goal are kept if they touch the seated part, and left out if they do not") {
  Task task = block({pin(-.5, -.5), pin(.9, .6), pin(.5, -.5), pin(.2, .5), pin(1.01, -.25)});
  task.goal = std::vector<int>{1, 3, 5};
  const SeatedTask seat = find_seat(task);
  CHECK(seat.fixels == std::vector<int>{0, 2, 3, 4});
  CHECK(seat.left_out == std::vector<int>{1});
  CHECK(seat.located);
}

TEST_CASE("neither three pins on one edge nor normals through one point locate a part") {
  CHECK_FALSE(find_seat(block({pin(-.5, -.5), pin(.1, -.5), pin(.7, -.5)})).located);
  // All normals pass through the center, so the part can turn.
  CHECK_FALSE(find_seat(block({pin(0, -.5), pin(1, 0), pin(-1, 0)})).located);
  CHECK(find_seat(block({pin(0, -.5), pin(1, 0), pin(-1, .1)})).located);
  Task disc;
  disc.part.outline = Disc{{0, 0}, 1};
  disc.fixels = {pin(0, -1), pin(1, 0), pin(-.6, .8)};
  const SeatedTask round = find_seat(disc);
  CHECK_FALSE(round.located);  // a disc can turn without moving its center
  CHECK(round.contacts.is_exact());
}

TEST_CASE(
    "contacts that the task states without an outline all count as touching at the seat, even if they have a gap") {
  Task task;
  task.contacts = {{{0, -1}, {0, 1}, .2, 0, true}, {{1, 0}, {-1, 0}, .2, .3, false}};
  const SeatedTask seat = find_seat(task);
  CHECK_FALSE(seat.pose.has_value());
  CHECK(seat.contacts.contacts[1].touching);
  CHECK(seat.fixels == std::vector<int>{0, 1});
  CHECK_FALSE(seat.located);
}
