// SPDX-License-Identifier: MIT
// Plans and energy certificates of a plate that a pin in a hole locates, together with two pins outside.
#include <doctest/doctest.h>
#include <pawl/planner/certificate_file.h>
#include <pawl/planner/plan_depth.h>
#include <pawl/verify/certificate.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "support/certified.h"
#include "support/point_fixel.h"
#include "verify/certificate_reader.h"

using namespace pawl;

namespace {

std::string text_of(const EnergyProblem& problem, const PlanDepth& depth) {
  return certificate_text("test", problem, depth.found.certificate);
}

/// Returns the reason for which the checker refuses a certificate, or "".
std::string refusal(const std::string& text) {
  try {
    return verify_certificate(text).refused;
  } catch (const InputError& error) {
    return error.what();
  }
}

Task plate() {
  Task task;
  task.part.outline = Polygon{{{0, 0}, {.06, 0}, {.06, .04}, {0, .04}}};
  task.part.holes = {Disc{{.015, .02}, .005}};
  task.friction = .2;
  task.actuator = TrayActuator();
  task.fixels = {oracle::pin_at(.01, -.003, .003), oracle::pin_at(.05, -.003, .003), oracle::pin_at(.016, .02, .004)};
  return task;
}

}  // namespace

TEST_CASE("a plate on two pins and a pin in its hole is seated and certified") {
  const auto depth = oracle::certified_depth(plate());
  REQUIRE(depth);
  const std::string text = text_of(depth->problem, *depth);
  CHECK(refusal(text) == "");
  CHECK(text.find("\"holes\":[{\"disc\":") != std::string::npos);
  Task without = plate();
  without.part.holes = {Disc{{.015, .02}, .0051}};  // in this hole, the pin does not touch the part at its seat
  CHECK_FALSE(find_contacts(without).contacts[2].touching);
}

TEST_CASE("a certificate of a part with a hole is refused for another hole") {
  const auto depth = oracle::certified_depth(plate());
  REQUIRE(depth);
  // Each text has the digest of the changed holes. The checker must therefore find another reason to refuse it.
  const auto refused_with = [&](std::vector<Outline> holes) {
    EnergyProblem other = depth->problem;
    other.holes = std::move(holes);
    return refusal(text_of(other, *depth));
  };
  const Disc hole = std::get<Disc>(depth->problem.holes.at(0));
  CHECK(refused_with({hole}) == "");
  CHECK(refused_with({}) != "");  // without the hole, the pin is inside the part
  CHECK(refused_with({Disc{hole.center, 1.001 * hole.radius}}) == "a fixel of the goal does not touch the seated part");
  const Eigen::Vector2d shift(hole.radius / 10, 0);
  CHECK(refused_with({Disc{hole.center + shift, hole.radius + shift.x()}}) != "");
  // The pin also touches the edge of this hole, but here the part has more room to move.
  CHECK(refused_with({Disc{hole.center - shift, hole.radius + shift.x()}}) != "");
  CHECK(refused_with({hole, Disc{hole.center, hole.radius / 2}}).find("lies inside hole 1") != std::string::npos);
  CHECK(refused_with({hole, Disc{{1, 1}, .001}}).find("lies outside the outline") != std::string::npos);
}

TEST_CASE("a certificate is refused if the hole in its text is not the hole of its digest") {
  const auto depth = oracle::certified_depth(plate());
  REQUIRE(depth);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = text_of(depth->problem, *depth);
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return refusal(text.replace(at, from.size(), to));
  };
  CHECK(changed(",0.005]}]", ",0.005]},{\"disc\":[0.01,0.01,0.001]}]").find("digest") != std::string::npos);
  CHECK(changed("\"holes\"", "\"slots\"").find("unknown key") != std::string::npos);
}

TEST_CASE("the checker does not treat a point on the chord of a concave arc as material") {
  // The outlines are obround holes and notches, rotated by quarter turns, with both orders of their vertices. The
  // tested points are on the chords and beside them.
  for (int turn = 0; turn < 4; ++turn) {
    const auto turned = [&](double x, double y) {
      for (int k = 0; k < turn; ++k) {
        const double old = x;
        x = -y;
        y = old;
      }
      return internal::Point(x, y);
    };
    const auto sides = [&](std::vector<internal::Point> corners, std::vector<double> bulges, bool hole, bool reversed) {
      if (reversed) {
        const std::size_t n = corners.size();
        const std::vector<double> before = bulges;
        std::reverse(corners.begin(), corners.end());
        for (std::size_t i = 0; i < n; ++i) bulges[i] = -before[(2 * n - 2 - i) % n];
      }
      return internal::sides_of(corners, bulges, hole);
    };
    for (const bool reversed : {false, true}) {
      std::vector<internal::OutlineEdge> plate =
          sides({turned(-5, -3), turned(5, -3), turned(5, 3), turned(-5, 3)}, {0, 0, 0, 0}, false, reversed);
      const std::vector<internal::OutlineEdge> slot =
          sides({turned(-2, -1), turned(2, -1), turned(2, 1), turned(-2, 1)}, {0, 1, 0, 1}, true, reversed);
      plate.insert(plate.end(), slot.begin(), slot.end());
      const std::vector<internal::OutlineEdge> notched =
          sides({turned(-5, -3), turned(5, -3), turned(5, 3), turned(1, 3), turned(-1, 3), turned(-5, 3)},
                {0, 0, 0, -1, 0, 0}, false, reversed);
      CAPTURE(turn);
      CAPTURE(reversed);
      for (const double y : {0., -.75, .5}) {
        for (const double x : {2., -2., 0., 2.5, -2.5}) CHECK_FALSE(internal::winds_round(plate, turned(x, y)));
        CHECK(internal::winds_round(plate, turned(4, y)));
      }
      for (const double x : {0., -.75, .5}) {
        for (const double y : {3., 2.5}) CHECK_FALSE(internal::winds_round(notched, turned(x, y)));
        CHECK(internal::winds_round(notched, turned(x, 1)));
      }
    }
  }
}
