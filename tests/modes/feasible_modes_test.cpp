// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/modes/feasible_modes.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <numbers>

#include "support/count.h"
#include "support/mode_oracle.h"
#include "support/random_contacts.h"

using namespace pawl;

namespace {

std::vector<std::string> names(const std::vector<FeasibleMode>& modes) {
  std::vector<std::string> result;
  for (const FeasibleMode& feasible : modes) result.push_back(feasible.mode.str());
  return result;
}

std::string joined(const ContactSet& set) {
  std::string result;
  for (const std::string& name : names(feasible_modes(set))) result += (result.empty() ? "" : " ") + name;
  return result;
}

Contact contact(double x, double y, double nx, double ny, double mu, double gap = 0) {
  return {{x, y}, {nx, ny}, mu, gap, gap == 0};
}

ContactSet pinwheel(int n, double factor) {
  ContactSet set;
  const double b = factor / std::tan(std::numbers::pi / n);
  for (int k = 0; k < n; ++k) {
    const double angle = 2 * std::numbers::pi * k / n;
    const Eigen::Vector2d normal(-std::cos(angle), -std::sin(angle));
    const Eigen::Vector2d tangent(-normal.y(), normal.x());
    set.contacts.push_back({-normal + b * tangent, normal, 0.3, 0, true});
  }
  return set;
}

/// Checks that the acceleration that was found for a mode satisfies the conditions of this mode: strict inequalities
/// with a margin, and equalities up to rounding.
void check_witness(const ContactSet& set, const FeasibleMode& feasible) {
  const Eigen::MatrixXd J = contact_jacobian(set);
  const Eigen::VectorXd a = J.transpose() * feasible.acceleration;
  const Eigen::Index n = static_cast<Eigen::Index>(set.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    const double normal = a[i];
    const double tangential = a[n + i];
    INFO(feasible.mode.str() << " at " << i);
    switch (feasible.mode[static_cast<std::size_t>(i)]) {
      case 'a':
        CHECK(normal < 0);
        break;
      case 's':
        CHECK(normal >= (set.contacts[static_cast<std::size_t>(i)].touching ? 0 : -1e-12));
        break;
      case 'l':
        CHECK(std::fabs(normal) < 1e-11);
        CHECK(tangential > 0);
        break;
      case 'r':
        CHECK(std::fabs(normal) < 1e-11);
        CHECK(tangential < 0);
        break;
      default:
        CHECK(std::fabs(normal) < 1e-11);
        CHECK(std::fabs(tangential) < 1e-11);
    }
  }
}

}  // namespace

TEST_CASE("the disc of the worked example has eight modes [BTG02, section 4]") {
  ContactSet disc;
  disc.contacts = {contact(0, -1, 0, 1, .2), contact(1, 0, -1, 0, .2, .0005)};
  CHECK(joined(disc) == "la ls na ns ra rs sa ss");
}

TEST_CASE("a peg between two walls with a bottom fixel across a gap has the expected modes") {
  ContactSet peg;
  peg.contacts = {contact(1, -.3, -1, 0, .5), contact(-1, .3, 1, 0, .5), contact(0, -2, 0, 1, .5, .1)};
  CHECK(joined(peg) == "lra lsa lss nns nss rls rss sla sls sna sra ssa sss");
}

TEST_CASE("two contacts on one edge have 10 of 16 modes, and together with a stop 12 of 64") {
  ContactSet block;
  block.contacts = {contact(-.5, -.5, 0, 1, .2), contact(.5, -.5, 0, 1, .2)};
  CHECK(feasible_modes(block).size() == 10);
  block.contacts.push_back(contact(1, -.25, -1, 0, .2));
  CHECK(feasible_modes(block).size() == 12);
}

TEST_CASE("contact sets without gaps have at most 4n + 2 modes, and the pinwheel has exactly this number") {
  for (int n = 3; n <= 12; ++n) {
    CAPTURE(n);
    CHECK(feasible_modes(pinwheel(n, 2)).size() == static_cast<std::size_t>(4 * n + 2));
    CHECK(feasible_modes(pinwheel(n, 0.5)).size() == static_cast<std::size_t>(2 * n + 2));
  }
}

TEST_CASE("degenerate sets have the right modes: without contacts, with gaps only, with opposite gaps") {
  ContactSet set;
  CHECK(joined(set) == "");
  CHECK(feasible_modes(set).size() == 1);
  CHECK(feasible_modes(set)[0].motion_dimension == 3);
  set.contacts = {contact(0, 0, 0, 1, .2, .1)};
  CHECK(joined(set) == "a s");
  // Two contacts with gaps are at the same point and have opposite normals. Both can have the letter s only if both
  // normal accelerations are 0.
  set.contacts.push_back(contact(0, 0, 0, -1, .2, .1));
  const auto modes = feasible_modes(set);
  CHECK(names(modes) == std::vector<std::string>{"as", "sa", "ss"});
  CHECK(modes[2].motion_dimension == 2);
}

TEST_CASE("the feasible modes are those for which a linear program has a solution, in a loop over all strings") {
  oracle::RandomContacts random(11);
  const int tasks = oracle::count(150);
  long found = 0;
  int sixes = 0;
  for (int task = 0; task < tasks; ++task) {
    // With six contacts there are 4^6 strings of letters, whose test takes most of a second. Therefore only some tasks
    // have six contacts.
    const ContactSet set = task % 50 == 0 ? random.set(6, 6) : random.set(1, task % 10 == 0 ? 5 : 4);
    sixes += set.size() == 6;
    const auto modes = feasible_modes(set);
    std::vector<std::string> expected;
    for (const std::string& letters : oracle::all_mode_strings(set)) {
      if (oracle::feasible(set, letters)) expected.push_back(letters);
    }
    CAPTURE(task);
    REQUIRE(names(modes) == expected);
    for (const FeasibleMode& feasible : modes) check_witness(set, feasible);
    if (std::all_of(set.contacts.begin(), set.contacts.end(), [](const Contact& c) { return c.touching; })) {
      CHECK(modes.size() <= 4 * set.size() + 2);
    }
    found += static_cast<long>(modes.size());
  }
  MESSAGE(tasks << " tasks, " << sixes << " of them with six contacts, " << found << " modes");
}

TEST_CASE("a pattern expands to the feasible modes that match it") {
  ContactSet peg;
  peg.contacts = {contact(1, -.3, -1, 0, .5), contact(-1, .3, 1, 0, .5), contact(0, -2, 0, 1, .5, .1)};
  const std::vector<Mode> modes = expand_modes(peg, "l**");
  REQUIRE(modes.size() == 3);
  CHECK(modes[0].str() == "lra");
  CHECK(modes[2].str() == "lss");
}

TEST_CASE("the walk and the arrangement of cells give the same modes and dimensions in the same order") {
  oracle::RandomContacts random(23);
  const int tasks = oracle::count(400);
  std::size_t found = 0;
  for (int task = 0; task < tasks; ++task) {
    ContactSet set = random.set(1, task % 10 == 0 ? 40 : 12);
    if (task % 4 == 1) {  // in these tasks, all or nearly all contacts have gaps
      for (Contact& contact : set.contacts) contact.touching = task % 8 == 1 && random.integer(0, 5) == 0;
    }
    FeasibleModesSolver cells;
    cells.solve(set);
    FeasibleModeWalk walk(set);
    CAPTURE(task);
    for (std::size_t k = 0; k < cells.count(); ++k) {
      REQUIRE(walk.next());
      REQUIRE(walk.letters() == cells.letters(k));
      REQUIRE(walk.motion_dimension() == cells.motion_dimension(k));
      CHECK(std::fabs(walk.acceleration().norm() - (walk.motion_dimension() > 0)) < 1e-12);
    }
    REQUIRE_FALSE(walk.next());
    CHECK_FALSE(walk.stopped());
    CHECK(count_feasible_modes(set).count == cells.count());
    found += cells.count();
  }
  MESSAGE(tasks << " tasks, " << found << " modes");
}

TEST_CASE("a walk with a pattern visits the modes that match it") {
  oracle::RandomContacts random(29);
  for (int task = 0; task < oracle::count(200); ++task) {
    const ContactSet set = random.set(1, 8);
    const std::vector<FeasibleMode> modes = feasible_modes(set);
    const std::size_t some = static_cast<std::size_t>(random.integer(0, static_cast<int>(modes.size()) - 1));
    std::string pattern = modes[some].mode.str();
    for (char& letter : pattern) letter = random.integer(0, 2) == 0 ? letter : '*';
    std::vector<std::string> expected;
    for (const FeasibleMode& feasible : modes) {
      if (matches(feasible.mode, pattern)) expected.push_back(feasible.mode.str());
    }
    std::vector<std::string> met;
    for (FeasibleModeWalk walk(set, pattern); walk.next();) met.emplace_back(walk.letters());
    CAPTURE(task);
    REQUIRE(met == expected);
    CHECK(count_feasible_modes(set, pattern).count == expected.size());
  }
}

TEST_CASE("a walk or count that is stopped reports this, and the modes visited until then are the first ones") {
  oracle::RandomContacts random(31);
  ContactSet set = random.set(60, 60);
  for (Contact& contact : set.contacts) contact.touching = false;
  const std::vector<FeasibleMode> modes = feasible_modes(set);
  CHECK(modes.size() > 100);
  std::atomic<bool> flag = false;
  FeasibleModeWalk walk(set, {}, StopToken(std::numeric_limits<double>::infinity(), &flag));
  for (std::size_t k = 0; k < 10; ++k) {
    REQUIRE(walk.next());
    CHECK(walk.letters() == modes[k].mode.str());
  }
  CHECK_FALSE(walk.stopped());
  flag = true;
  std::size_t met = 10;
  while (walk.next()) CHECK(walk.letters() == modes[met++].mode.str());
  CHECK(met < modes.size());
  CHECK(walk.stopped());
  CHECK_FALSE(walk.next());
  const ModeCount none = count_feasible_modes(set, {}, StopToken(0));
  CHECK(none.stopped);
  CHECK(none.count == 0);
  CHECK_FALSE(count_feasible_modes(set).stopped);
}
