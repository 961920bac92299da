// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/modes/ambiguity.h>
#include <pawl/modes/closure.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "support/random_contacts.h"

using namespace pawl;

namespace {

Contact contact(double x, double y, double nx, double ny, Friction mu, bool touching = true) {
  return {{x, y}, {nx, ny}, mu, touching ? 0 : .1, touching};
}

/// Returns the contacts of a peg with the half-width w. The peg touches the right wall at the height -h, and the left
/// wall at the height h. It does not touch the bottom.
ContactSet peg(double h, Friction mu, double w) {
  ContactSet set;
  set.contacts = {contact(w, -h, -1, 0, mu), contact(-w, h, 1, 0, mu), contact(0, -2, 0, 1, mu, false)};
  return set;
}

/// Returns the contacts of a 2 x 1 block on two fixels. A stop is beside the block at the height h; the block touches
/// it if `seated` is true.
ContactSet block(double h, bool seated, Friction mu = .2) {
  ContactSet set;
  set.contacts = {contact(-.5, -.5, 0, 1, mu), contact(.5, -.5, 0, 1, mu), contact(1, h, -1, 0, mu, seated)};
  set.inertia = 5.0 / 12;
  return set;
}

ContactSet offset_peg(Friction mu) {
  ContactSet set;
  set.contacts = {contact(-1, -2, 1, 0, mu), contact(1, -1, -1, 0, mu), contact(.5, -2, 0, 1, mu, false)};
  set.inertia = 5.0 / 3;
  return set;
}

std::string modes(const Ambiguity& ambiguity, const Eigen::Vector3d& g) {
  std::string text;
  for (const Mode& mode : ambiguity.of_wrench(g).modes) text += (text.empty() ? "" : " ") + mode.str();
  return text;
}

const Rival* rival(const ModeAmbiguity& answer, const char* mode) {
  for (const Rival& one : answer.rivals) {
    if (one.mode.str() == mode) return &one;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("for the peg, `lra` is wholly ambiguous with `nns` exactly if h < mu w") {
  int wedged = 0;
  for (int i = 0; i < 10; ++i) {
    for (int j = 0; j < 10; ++j) {
      for (int k = 0; k < 10; ++k) {
        const double h = .05 + .143 * i;
        const double mu = .07 + .11 * j;
        const double w = .41 + .087 * k;
        CAPTURE(h);
        CAPTURE(mu);
        CAPTURE(w);
        const ModeAmbiguity seat = Ambiguity(peg(h, mu, w)).of_mode("lra");
        const Rival* jam = rival(seat, "nns");
        REQUIRE(jam != nullptr);
        CHECK(jam->jam);
        if (h < mu * w) {
          ++wedged;
          CHECK(jam->covers == Covers::all);
          CHECK(seat.verdict == Verdict::wholly_ambiguous);
          CHECK(seat.safe.empty());
        } else {
          CHECK(jam->covers == Covers::boundary);
          CHECK(seat.verdict == Verdict::determinate);
          REQUIRE(seat.safe.size() == 1);
          CHECK(seat.safe[0].cone == seat.desired[0].cone);
        }
      }
    }
  }
  CHECK(wedged > 100);
  CHECK(wedged < 900);
}

// Under the wrench g = (t, -1, m), the fixels have the normal forces 1/2 -+ (m + mu/2) if the block slides right. For
// mu = 1/5, both are positive if -2/5 < m < 3/5. If t is at most mu, friction can hold the block.
TEST_CASE("under (t, -1, m) the block slides to its stop in mode `rra` alone exactly if t > 1/5 and -2/5 < m < 3/5") {
  const double far = 1e-9;
  for (const double h : {-.25, .1, .5}) {
    const Ambiguity ambiguity(block(h, false));
    for (const double t : {.2 + far, .3, 1., 5.}) {
      for (const double m : {-.4 + far, -.2, 0., .3, .6 - far}) CHECK(modes(ambiguity, {t, -1, m}) == "rra");
      for (const double m : {-.4 - far, -1., .6 + far, 2.}) CHECK(modes(ambiguity, {t, -1, m}) != "rra");
    }
    for (const double t : {.2 - far, .2, 0., -1.}) CHECK(modes(ambiguity, {t, -1, .1}) != "rra");
    CHECK(modes(ambiguity, {.2, -1, .1}) == "nns");
  }
}

TEST_CASE(
    "with the stop at h = -1/4, (t, -1, 0) holds the seated block for -1/5 < t < 59/17 and moves it in `sll` for "
    "larger t; (13, -86, 51) is ambiguous") {
  const Ambiguity ambiguity(block(-.25, true));
  for (const double t : {-.2 + 1e-9, 0., 1., 3., 59. / 17 - 1e-9}) CHECK(modes(ambiguity, {t, -1, 0}) == "nnn");
  CHECK(modes(ambiguity, {59. / 17 + 1e-9, -1, 0}) == "sll");
  CHECK(modes(ambiguity, {-.2 - 1e-9, -1, 0}) != "nnn");
  CHECK(modes(ambiguity, {13, -86, 51}) == "nnn nss");
  const WrenchAmbiguity answer = ambiguity.of_wrench({13, -86, 51});
  CHECK(answer.jam);
  CHECK_FALSE(answer.determinate());
  CHECK(answer.distance > 0);
}

TEST_CASE("(0, -1, m) seats the offset peg for -5/2 < m < 0 at mu = .2, for -5/4 < m < 0 at .4, and never at .6") {
  const std::pair<double, double> cases[] = {{.2, -2.5}, {.4, -1.25}};
  for (const auto& [mu, low] : cases) {
    const Ambiguity ambiguity(offset_peg(mu));
    for (const double m : {low + 1e-9, low / 2, -1e-9}) CHECK(modes(ambiguity, {0, -1, m}) == "rla");
    for (const double m : {low - 1e-9, low - 1, 1e-9, 1.}) CHECK(modes(ambiguity, {0, -1, m}) != "rla");
  }
  const Ambiguity wedged(offset_peg(.6));
  for (double m = -4; m < 2; m += .25) {
    CHECK(modes(wedged, {0, -1, m}).find("nns") != std::string::npos);
    CHECK(wedged.of_wrench({0, -1, m}).jam);
  }
}

TEST_CASE("a wrench on the boundary of a cone does not belong to the mode if it causes no motion of this mode") {
  const Ambiguity seated(block(0, true));
  CHECK(modes(seated, {.25, -1, 0}) == "nnn");
  ContactSet rail;
  rail.contacts = {contact(-1, -1, 0, 1, .2, false), contact(0, -1, 0, 1, .2), contact(1, -1, 0, 1, .2, false)};
  const Ambiguity ambiguity(rail);
  CHECK(modes(ambiguity, {1, 0, 0}) == "srs");
  CHECK(modes(ambiguity, {0, 1, 1}) == "sss");
}

TEST_CASE("`*` selects every mode that matches") {
  const Ambiguity ambiguity(peg(.3, .2, 1));
  const ModeAmbiguity any = ambiguity.of_mode("***");
  CHECK(any.desired.size() == ambiguity.cones().size());
  CHECK(any.rivals.empty());
  CHECK(any.verdict == Verdict::determinate);
  const ModeAmbiguity left = ambiguity.of_mode("l**");
  for (const WrenchCone& one : left.desired) CHECK(one.mode[0] == 'l');
  for (const Rival& one : left.rivals) CHECK(one.mode[0] != 'l');
  CHECK_FALSE(left.safe.empty());
}

namespace {

/// The position of a wrench in the set of safe wrenches: how many pieces contain it, and whether it is on the boundary
/// of one of them.
struct Place {
  int inside = 0;
  bool on_boundary = false;
};

Place place_of(const std::vector<SafePiece>& safe, const Eigen::Vector3d& g) {
  Place place;
  for (const SafePiece& piece : safe) {
    if (piece.cone.dimension() == 3 && piece.cone.contains_inside(g)) {
      ++place.inside;
    } else if (piece.cone.contains(g)) {
      place.on_boundary = true;
    }
  }
  return place;
}

}  // namespace

TEST_CASE(
    "the pieces of the safe set do not overlap, and contain exactly the wrenches that give a desired mode "
    "alone") {
  oracle::RandomContacts random(11);
  int safe_wrenches = 0;
  int several_pieces = 0;
  for (int task = 0; task < 60; ++task) {
    const ContactSet set = random.set(1, 4);
    const Ambiguity ambiguity(set);
    for (const WrenchCone& cone : ambiguity.cones()) {
      std::string pattern = cone.mode.str();
      if (task % 3 == 0) pattern.back() = '*';
      const ModeAmbiguity answer = ambiguity.of_mode(pattern);
      several_pieces += answer.safe.size() > 1;
      const auto desired = [&](const Mode& mode) {
        return task % 3 == 0 ? mode.str().substr(0, pattern.size() - 1) == pattern.substr(0, pattern.size() - 1)
                             : mode.str() == pattern;
      };
      for (const SafePiece& piece : answer.safe) {
        CHECK(verify(piece.cone));
        if (piece.cone.dimension() == 3) CHECK(piece.cone.contains_inside(piece.wrench));
      }
      for (int i = 0; i < 20; ++i) {
        const Eigen::Vector3d g = random.wrench();
        const WrenchAmbiguity what = ambiguity.of_wrench(g);
        const bool alone = std::all_of(what.modes.begin(), what.modes.end(), desired);
        const Place place = place_of(answer.safe, g);
        CHECK(place.inside <= 1);
        if (place.inside == 1) CHECK(alone);
        if (what.distance > 0 && alone) {
          CHECK((place.inside == 1 || place.on_boundary));
          ++safe_wrenches;
        }
        if (what.distance > 0 && !alone) CHECK(place.inside == 0);
      }
    }
  }
  MESSAGE(safe_wrenches << " safe wrenches, " << several_pieces << " safe sets of several pieces");
  CHECK(safe_wrenches > 300);
  CHECK(several_pieces > 5);
}

TEST_CASE("wrenches nearer than the reported distance have the same answer, and some wrench beyond it has another") {
  oracle::RandomContacts random(12);
  int checked = 0;
  for (int task = 0; task < 100; ++task) {
    const ContactSet set = random.set(1, 4);
    const double rho = set.radius_of_gyration();
    const Ambiguity ambiguity(set);
    const Eigen::Vector3d g(random.real(-1, 1), random.real(-1, 1), random.real(-1, 1));
    const WrenchAmbiguity here = ambiguity.of_wrench(g);
    if (here.distance > 3 || here.distance < 1e-6) continue;
    const Eigen::Vector3d scaled = Eigen::Vector3d(g.x(), g.y(), g.z() / rho).normalized();
    bool changed = false;
    for (int i = 0; i < 400; ++i) {
      const Eigen::Vector3d side(random.real(-1, 1), random.real(-1, 1), random.real(-1, 1));
      const Eigen::Vector3d turn = (side - side.dot(scaled) * scaled).normalized();
      const auto at = [&](double angle) {
        const Eigen::Vector3d v = std::cos(angle) * scaled + std::sin(angle) * turn;
        return ambiguity.of_wrench({v.x(), v.y(), v.z() * rho}).modes;
      };
      CHECK(at(.99 * here.distance) == here.modes);
      changed = changed || at(std::min(1.05 * here.distance + .02, 3.1)) != here.modes;
    }
    CHECK(changed);
    ++checked;
  }
  CHECK(checked > 60);
}

TEST_CASE("a wrench that is safe for a friction interval is safe for every friction in it") {
  const Friction interval(.1, .3);
  const ModeAmbiguity push = Ambiguity(block(-.25, false, interval)).of_mode("rra");
  REQUIRE_FALSE(push.safe.empty());
  for (const double mu : {.1, .17, .2, .3}) {
    const Ambiguity one(block(-.25, false, mu));
    for (const SafePiece& piece : push.safe) {
      CHECK(modes(one, piece.wrench) == "rra");
      for (const SafePiece& wide : one.of_mode("rra").safe) CHECK(wide.cone.contains(piece.cone));
    }
  }
  // Friction is an interval. The push must seat the block if it exceeds the upper end of the interval. The block surely
  // holds if the push is below the lower end.
  const Ambiguity ambiguity(block(-.25, false, interval));
  CHECK(modes(ambiguity, {.3 + 1e-9, -1, 0}) == "rra");
  CHECK(modes(ambiguity, {.2, -1, 0}) == "nns rra");
  CHECK(modes(ambiguity, {.1 - 1e-9, -1, 0}) == "nns");
}

TEST_CASE(
    "with different static and kinetic friction, a push between the two limits is ambiguous, and a smaller push is "
    "not") {
  // The block of the test above, pushed at the height of its centre of mass. If it already moves, it continues to move
  // if the push exceeds the kinetic friction. If it rests, it may remain at rest if the push is at most the static
  // friction.
  const Ambiguity ambiguity(block(-.25, false, Friction::of_static_and_kinetic(.3, .1)));
  CHECK(modes(ambiguity, {.3 + 1e-9, -1, 0}) == "rra");
  CHECK(modes(ambiguity, {.2, -1, 0}) == "nns rra");
  CHECK(modes(ambiguity, {.1 - 1e-9, -1, 0}) == "nns");
  // The set of safe wrenches must be that of a friction interval from the kinetic to the static coefficient.
  const Ambiguity interval(block(-.25, false, Friction(.1, .3)));
  const ModeAmbiguity split = ambiguity.of_mode("rra"), whole = interval.of_mode("rra");
  REQUIRE(split.safe.size() == whole.safe.size());
  for (std::size_t i = 0; i < whole.safe.size(); ++i) CHECK(split.safe[i].cone.contains(whole.safe[i].cone));
}

TEST_CASE("closure distinguishes contacts that hold by friction, that hold by their shape, and that wedge") {
  const Closure wedged = closure(peg(.1, .3, 1));
  CHECK(wedged.force);
  CHECK(wedged.force_contacts == std::vector<int>{0, 1});
  CHECK(wedged.wedges == std::vector<std::pair<int, int>>{{0, 1}});
  CHECK_FALSE(wedged.form);
  const Closure free = closure(peg(.5, .3, 1));
  CHECK_FALSE(free.force);
  CHECK(free.force_contacts.empty());
  CHECK(free.wedges.empty());

  // Both contacts are at the same point. They cannot resist a torque about this point, so they have no closure.
  ContactSet corner;
  corner.contacts = {contact(0, 0, 1, 0, .5), contact(0, 0, 0, 1, .5)};
  CHECK_FALSE(closure(corner).force);

  // A square with two frictionless contacts on each side has form closure. Four of the contacts suffice.
  ContactSet square;
  for (const double s : {-.6, .5}) {
    square.contacts.push_back(contact(s, -1, 0, 1, 0));
    square.contacts.push_back(contact(s, 1, 0, -1, 0));
    square.contacts.push_back(contact(-1, s, 1, 0, 0));
    square.contacts.push_back(contact(1, s, -1, 0, 0));
  }
  const Closure held = closure(square);
  CHECK(held.form);
  CHECK(held.force);
  CHECK(held.wedges.empty());
  CHECK(held.form_contacts.size() >= 4);
  ContactSet minimal = square;
  minimal.contacts.clear();
  for (const int i : held.form_contacts) minimal.contacts.push_back(square.contacts[static_cast<std::size_t>(i)]);
  CHECK(closure(minimal).form_contacts.size() == minimal.size());
  // If the normals of frictionless contacts all meet in one point, the contacts cannot resist a torque about this
  // point.
  ContactSet concurrent;
  concurrent.contacts = {contact(1, 0, -1, 0, 0), contact(-1, 0, 1, 0, 0), contact(0, 1, 0, -1, 0),
                         contact(0, -1, 0, 1, 0)};
  CHECK_FALSE(closure(concurrent).form);

  // For a friction interval, closure must exist for every value in it, and wedging for at least one.
  const Closure maybe = closure(peg(.2, Friction(.1, .3), 1));
  CHECK_FALSE(maybe.force);
  CHECK(maybe.wedges.size() == 1);
  CHECK_FALSE(closure(ContactSet{}).force);
}

TEST_CASE(
    "answers are right for a zero wrench, an infeasible mode, no contacts and no friction; invalid modes and wrenches "
    "are refused") {
  const Ambiguity ambiguity(block(0, true));
  CHECK(ambiguity.of_wrench({0, 0, 0}).modes == std::vector<Mode>{Mode("nnn")});
  CHECK(ambiguity.of_wrench({0, 0, 0}).distance == 0);
  const ModeAmbiguity infeasible = ambiguity.of_mode("lrn");
  CHECK(infeasible.desired.empty());
  CHECK(infeasible.safe.empty());
  CHECK(infeasible.verdict == Verdict::wholly_ambiguous);
  CHECK_THROWS_AS(ambiguity.of_mode("nn"), InputError);
  CHECK_THROWS_AS(ambiguity.of_mode("nna"), InputError);
  CHECK_THROWS_AS(ambiguity.of_wrench({0, std::numeric_limits<double>::quiet_NaN(), 0}), InputError);

  // A part without contacts has only one mode, which contains every wrench.
  const Ambiguity free{ContactSet{}};
  CHECK(free.of_mode("").verdict == Verdict::determinate);
  CHECK(free.of_wrench({1, 0, 0}).distance == doctest::Approx(std::numbers::pi));
  CHECK(free.of_mode("").safe[0].margin == doctest::Approx(std::numbers::pi));

  // The cone of the mode `n` is flat if friction is absent. It intersects no other cone, so all of its wrenches are
  // safe. The set of safe wrenches is therefore flat, and its margin is 0.
  ContactSet slippery;
  slippery.contacts = {contact(0, -1, 0, 1, 0)};
  const ModeAmbiguity still = Ambiguity(slippery).of_mode("n");
  CHECK(still.verdict == Verdict::determinate);
  REQUIRE(still.safe.size() == 1);
  CHECK(still.safe[0].margin == 0);
}

TEST_CASE("an answer about a wrench ends at the first poll that requests a stop") {
  ContactSet set;
  set.contacts = {Contact{{-1, 0}, {0, 1}, 0.}, Contact{{1, 0}, {0, 1}, 0.}};
  const Ambiguity ambiguity(set);
  REQUIRE(ambiguity.cones().size() > 2);
  const auto most = static_cast<long>(ambiguity.cones().size());
  for (long look = 1; look <= most; ++look) CHECK(!ambiguity.of_wrench({0, -1, .1}, StopToken::at_poll(look)));
  const std::optional<WrenchAmbiguity> found = ambiguity.of_wrench({0, -1, .1}, StopToken::at_poll(most + 1));
  REQUIRE(found);
  CHECK(found->modes == ambiguity.of_wrench({0, -1, .1}).modes);
}
