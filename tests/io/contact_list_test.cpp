// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/io/contact_list.h>
#include <pawl/io/read_task.h>

#include <cmath>
#include <string>

using namespace pawl;

namespace {

ContactList list_of(const char* text) { return list_contacts(ValidTask(read_task(text))); }

/// A block of 2 x 1 m on two points. A third point is on its right, at a gap of 1 cm.
constexpr const char* kBlock = R"({"pawl": 1, "friction": [0.1, 0.3],
  "part": {"outline": {"polygon": [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]}, "mass": 1},
  "fixels": [{"at": [-0.5, -0.5]}, {"at": [0.5, -0.5]}, {"at": [1.01, -0.25], "friction": 0.2}]})";

}  // namespace

TEST_CASE("the list gives the contact point, the touched feature and the gap of every fixel") {
  const ContactList list = list_of(kBlock);
  REQUIRE(list.contacts.size() == 3);
  CHECK(list.contacts[0].touching);
  CHECK(text_of(list.contacts[0].feature) == "edge 0");
  CHECK(list.contacts[0].normal == Eigen::Vector2d(0, 1));
  CHECK(list.contacts[0].friction == Friction(.1, .3));
  CHECK_FALSE(list.contacts[2].touching);
  CHECK(list.contacts[2].fixel == 3);
  CHECK(list.contacts[2].gap == doctest::Approx(.01).epsilon(1e-12));
  CHECK(list.contacts[2].point == Eigen::Vector2d(1, -.25));
  CHECK(list.contacts[2].normal == Eigen::Vector2d(-1, 0));
  CHECK(text_of(list.contacts[2].feature) == "edge 1");
  CHECK(list.contacts[2].friction == Friction(.2));
  // The moment of inertia of a rectangle with the sides a and b is I = m (a^2 + b^2) / 12.
  CHECK(list.gyration_radius == doctest::Approx(std::sqrt(5. / 12)).epsilon(1e-14));
  REQUIRE(list.seated_pose);
  CHECK(list.seated_pose->x() == doctest::Approx(.01).epsilon(1e-12));
}

TEST_CASE("each pose error is the motion of the part that follows from the position error of one fixel") {
  // Fixel 1 is too high by 1, so the part is higher by 1 at this fixel. It keeps contact with the other lower fixel, 1
  // to the right, and with the fixel on the right. Let (dx, dy, dtheta) be the displacement of the center of mass. Then
  // dtheta = -1 and dy = .5. The side contact is at (1, -.25). It keeps its x coordinate if dx + .25 dtheta = 0.
  std::string text = kBlock;
  text.replace(text.find("1.01"), 4, "1.00");
  const ContactList list = list_of(text.c_str());
  CHECK(list.rank == 3);
  CHECK(list.located);
  REQUIRE(list.pose_error);
  const auto& of = list.pose_error->of_fixel;
  REQUIRE(of.size() == 3);
  CHECK((of[0] - Eigen::Vector3d(.25, .5, -1)).norm() < 1e-12);
  CHECK((of[1] - Eigen::Vector3d(-.25, .5, 1)).norm() < 1e-12);
  CHECK((of[2] - Eigen::Vector3d(-1, 0, 0)).norm() < 1e-12);
  // The motion of the corner (-1, .5). The locator errors (1, -1, 1) cause the pose error (.5 - 1, 0, -2). It moves the
  // corner by (-.5 + 2 * .5, 2) = (.5, 2). The errors (1, -1, -1) move the corner by (1.5 + 1, 2) = (2.5, 2), which is
  // the largest motion. The mean square is the sum of (.25 + .5)^2 + 1.5^2, (.75)^2 + .5^2 and 1.
  CHECK(list.pose_error->worst == doctest::Approx(std::hypot(2.5, 2)).epsilon(1e-12));
  CHECK(list.pose_error->rms == doctest::Approx(std::sqrt(.75 * .75 + 2.25 + .75 * .75 + .25 + 1)).epsilon(1e-12));
}

TEST_CASE(
    "if part and fixels are turned and moved together, the points and normals of the list turn and move with them") {
  const ContactList list = list_of(R"({"pawl": 1, "friction": 0.2, "units": {"angle": "deg"}, "pose": [10, 20, 90],
    "part": {"outline": {"polygon": [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]}},
    "fixels": [{"at": [10.5, 19.5]}, {"at": [10.5, 20.5]}, {"at": [10.25, 21]}]})");
  CHECK(list.contacts[0].touching);
  CHECK(list.contacts[0].point == Eigen::Vector2d(10.5, 19.5));
  CHECK(list.contacts[0].normal == Eigen::Vector2d(-1, 0));
  CHECK(text_of(list.contacts[2].feature) == "edge 1");
  REQUIRE(list.pose_error);
  CHECK((list.pose_error->of_fixel[0] - Eigen::Vector3d(-.5, .25, -1)).norm() < 1e-12);
}

TEST_CASE("for a part that is not located, the list states the rank of the contacts and no pose error") {
  const ContactList one_edge = list_of(R"({"pawl": 1, "friction": 0,
    "part": {"outline": {"polygon": [[0, 0], [3, 0], [3, 1], [0, 1]]}},
    "fixels": [{"at": [0.5, 0]}, {"at": [1.5, 0]}, {"at": [2.5, 0]}]})");
  CHECK(one_edge.rank == 2);
  CHECK_FALSE(one_edge.located);
  CHECK_FALSE(one_edge.pose_error);
  CHECK(one_edge.seated_pose);
  const ContactList disc = list_of(R"({"pawl": 1, "friction": 0, "part": {"outline": {"disc": {"radius": 1}}},
    "fixels": [{"at": [0, -1]}]})");
  CHECK(disc.rank == 1);
  CHECK(text_of(disc.contacts[0].feature) == "disc");
}

TEST_CASE("a goal that no pose reaches is not a fault: the list states the reason") {
  const ContactList list = list_of(R"({"pawl": 1, "friction": 0,
    "part": {"outline": {"polygon": [[0, 0], [3, 0], [3, 1], [0, 1]]}},
    "fixels": [{"at": [0.5, 0]}, {"at": [1.5, 0]}, {"at": [5, 0.5]}]})");
  CHECK_FALSE(list.seated_pose);
  CHECK(list.unseated.find("fixel 3") != std::string::npos);
  CHECK(list.rank == 3);
  CHECK_FALSE(list.pose_error);
}

TEST_CASE("the list marks the contacts that are stated in the file, and names the vertex if a contact is at a vertex") {
  const ContactList stated = list_of(R"({"pawl": 1, "contacts": [{"point": [0, -1], "normal": [0, 2]}]})");
  CHECK(text_of(stated.contacts[0].feature) == "stated");
  CHECK(stated.contacts[0].normal == Eigen::Vector2d(0, 1));
  CHECK_FALSE(stated.seated_pose);
  CHECK(stated.unseated.empty());
  const ContactList corner = list_of(R"({"pawl": 1, "friction": 0,
    "part": {"outline": {"polygon": [[0, 0], [3, 0], [3, 1], [0, 1]]}},
    "fixels": [{"at": [-0.3, -0.4], "radius": 0.5}]})");
  CHECK(text_of(corner.contacts[0].feature) == "vertex 0");
  CHECK(corner.contacts[0].touching);
  const ContactList none = list_of(R"({"pawl": 1, "part": {"outline": {"disc": {"radius": 1}}}})");
  CHECK(none.contacts.empty());
  CHECK(none.rank == 0);
}
