// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/modes/contact_matrices.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>

#include <algorithm>
#include <cmath>

using namespace pawl;

namespace {

Contact contact(double x, double y, double nx, double ny, Friction mu, double gap = 0) {
  return {{x, y}, {nx, ny}, mu, gap, gap == 0};
}

ContactSet disc() {
  ContactSet set;
  set.contacts = {contact(0, -1, 0, 1, .2), contact(1, 0, -1, 0, .2, .0005)};
  return set;
}

ContactSet peg(double h, double mu, double w) {
  ContactSet set;
  set.contacts = {contact(w, -h, -1, 0, mu), contact(-w, h, 1, 0, mu), contact(0, -2, 0, 1, mu, .1)};
  return set;
}

Cone cone_of(const ContactSet& set, const char* mode) { return wrench_cone(set, Mode(mode)).cone; }

}  // namespace

TEST_CASE("the worked example has the published cone of `na` and its excluded face [BTG02, section 4]") {
  const WrenchCone na = wrench_cone(disc(), Mode("na"));
  CHECK(na.feasible);
  CHECK(na.certified);
  CHECK(na.cone == Cone::from_rays({{1, 0, -1}, {-.2, -1, -.2}, {.2, -1, .2}}));
  // The face with the outward normal (-1, 0, 1) contains both friction cone edges. Under a wrench on this face, the
  // part does not move in this mode.
  REQUIRE(na.excluded.size() == 1);
  const Eigen::Vector3d face = na.cone.faces()[static_cast<std::size_t>(na.excluded[0][0])];
  CHECK((face - Eigen::Vector3d(-1, 0, 1).normalized()).norm() < 1e-15);
  CHECK(na.admits({1, 0, -1}));
  CHECK_FALSE(na.admits({0, -1, 0}));  // under this wrench, the part is at rest in the mode `ns`
  CHECK(na.admits({1e-300, -1, -1e-300}));
}

TEST_CASE("the worked example has the published matrices J, C, B, K, P") {
  const ContactMatrices m = contact_matrices(disc(), Mode("na"));
  Eigen::MatrixXd J(3, 4), C(4, 8), B(4, 3), K(3, 3), P(3, 3);
  J << 0, -1, -1, 0, 1, 0, 0, -1, 0, 0, -1, -1;
  C << 1, 0, 0, 0, -1, 0, 0, 1,   //
      0, 1, 0, 0, 0, -1, -1, 0,   //
      0, 0, 1, 0, 0, -1, -2, -1,  //
      0, 0, 0, 1, 1, 0, -1, -2;
  B << 0, 1, 0, -1, 0, 0, -1, 0, -1, 0, -1, -1;
  K << 0, -1, -1, -1, .2, -.2, 0, .4, -.4;
  P << 0, 1, 0, -1, 0, 0, -1, 0, -1;
  CHECK(m.J == J);
  CHECK(m.C == C);
  CHECK(m.B == B);
  CHECK(m.K == K);
  CHECK(m.P == P);
  CHECK(m.R(6, 4) == -.2);
  CHECK(m.R(4, 6) == 1);
  CHECK(m.R(6, 6) == .2);
}

TEST_CASE("matrices use unit frames, for any length of the given normals") {
  ContactSet set = disc();
  set.contacts[1].normal *= 1.0005;
  const ContactMatrices m = contact_matrices(set, Mode("na"));
  CHECK(m.J == contact_matrices(disc(), Mode("na")).J);
  CHECK(m.K == contact_matrices(disc(), Mode("na")).K);
}

TEST_CASE("S has the signs of table 2: if the part slides left, friction points right") {
  const ContactMatrices left = contact_matrices(disc(), Mode("la"));
  const ContactMatrices right = contact_matrices(disc(), Mode("ra"));
  CHECK(left.S(6, 4) == -.2);
  CHECK(right.S(6, 4) == .2);
}

TEST_CASE(
    "the peg wedges if h < mu w; otherwise the cones of `lra` and `nns` share only the face of the sliding edges") {
  int wedged = 0;
  for (double h = .05; h < 1.5; h += .13) {
    for (double mu = .1; mu < 1.2; mu += .17) {
      for (double w = .5; w < 1.3; w += .31) {
        CAPTURE(h);
        CAPTURE(mu);
        CAPTURE(w);
        const ContactSet set = peg(h, mu, w);
        const WrenchCone seat = wrench_cone(set, Mode("lra"));
        const Cone jam = cone_of(set, "nns");
        REQUIRE(seat.feasible);
        if (h < mu * w) {
          ++wedged;
          CHECK(jam.contains(seat.cone));
        } else {
          // The two cones have only one face in common, which is spanned by the two sliding edges. Under a wrench on
          // this face, the part does not move in the mode `lra`.
          const Cone common = intersection(seat.cone, jam);
          CHECK(common.dimension() == 2);
          REQUIRE(seat.excluded.size() == 1);
          const Eigen::Vector3d still = seat.cone.faces()[static_cast<std::size_t>(seat.excluded[0][0])];
          const auto rays = seat.cone.exact_rays();
          for (const auto& ray : common.exact_rays()) CHECK(std::find(rays.begin(), rays.end(), ray) != rays.end());
          for (const Eigen::Vector3d& ray : common.rays()) CHECK(std::fabs(still.dot(ray)) < 1e-15);
        }
      }
    }
  }
  CHECK(wedged > 20);
}

TEST_CASE("strict inequalities belong to the rows of the mode, not to the faces of its cone") {
  ContactSet set;
  set.contacts = {contact(-1, -1, 0, 1, .2, .1), contact(0, -1, 0, 1, .2), contact(1, -1, 0, 1, .2, .1)};
  const WrenchCone sss = wrench_cone(set, Mode("sss"));
  const WrenchCone srs = wrench_cone(set, Mode("srs"));
  CHECK(sss.admits({0, 1, 1}));
  CHECK(sss.admits({0, 1, -1}));
  CHECK_FALSE(sss.admits({1, 0, 0}));
  CHECK(sss.cone.contains({1, 0, 0}));
  CHECK(srs.admits({1, 0, 0}));
  CHECK(sss.excluded == std::vector<std::vector<int>>{{0, 1}});
}

TEST_CASE("the offset peg's static cone is all of R^3 exactly if mu > 1/2") {
  for (const double mu : {.2, .4, .5, .5000001, .6}) {
    ContactSet set;
    set.contacts = {contact(-1, -2, 1, 0, mu), contact(1, -1, -1, 0, mu)};
    set.inertia = 5.0 / 3;
    CAPTURE(mu);
    CHECK(cone_of(set, "nn").is_all() == (mu > .5));
  }
}

TEST_CASE("an infeasible mode has no cone") {
  ContactSet set = peg(.3, .5, 1);
  const WrenchCone none = wrench_cone(set, Mode("lla"));
  CHECK_FALSE(none.feasible);
  CHECK_FALSE(none.admits({0, -1, 0}));
}

TEST_CASE("zero friction, duplicate contacts, only gaps, and no contact have the right cones") {
  ContactSet set;
  set.contacts = {contact(0, -1, 0, 1, 0)};
  // A frictionless contact that rolls balances only wrenches along -n. The part can also rotate about the contact,
  // which adds a line to the cone.
  CHECK(cone_of(set, "n").dimension() == 2);
  CHECK(verify(cone_of(set, "n")));
  set.contacts.push_back(set.contacts[0]);
  CHECK(cone_of(set, "nn") == cone_of({{set.contacts[0]}, {0, 0}, 1, 1, 0}, "n"));
  CHECK_FALSE(wrench_cone(set, Mode("ns")).feasible);
  set.contacts = {contact(0, -1, 0, 1, .2, .1)};
  CHECK(cone_of(set, "a").lineality() == 2);
  CHECK(cone_of(set, "s").lineality() == 2);
  CHECK(cone_of(ContactSet{}, "").is_all());
}

TEST_CASE("the cone of a friction interval contains the cone of every friction in it") {
  ContactSet set = disc();
  set.contacts[0].friction = {.1, .4};
  for (const char* mode : {"na", "la", "ra", "rs"}) {
    const Cone whole = cone_of(set, mode);
    for (const double mu : {.1, .2, .25, .4}) {
      ContactSet one = disc();
      one.contacts[0].friction = mu;
      CHECK(whole.contains(cone_of(one, mode)));
    }
  }
}

TEST_CASE("with different static and kinetic friction, rolling contacts have the static cone and sliding ones the kinetic ray") {
  // A disc on the floor has the static friction .5 and the kinetic friction .3. By Coulomb's law, c_t = -.3 c_n if the
  // contact slides left, and |c_t| <= .5 c_n if it rolls.
  const auto disc_with = [](const Friction& mu) {
    ContactSet set = disc();
    set.contacts[0].friction = mu;
    return set;
  };
  const Friction both = Friction::of_static_and_kinetic(.5, .3);
  for (const char* mode : {"la", "ra", "ls", "rs", "sa"}) CHECK(cone_of(disc_with(both), mode) == cone_of(disc_with(.3), mode));
  for (const char* mode : {"na", "ns"}) CHECK(cone_of(disc_with(both), mode) == cone_of(disc_with(.5), mode));
  CHECK(cone_of(disc_with(both), "na") == Cone::from_rays({{1, 0, -1}, {-.5, -1, -.5}, {.5, -1, .5}}));

  // Both coefficients are intervals. The cone of `n` depends on the interval of the static coefficient, and those of
  // `l` and `r` on that of the kinetic coefficient.
  const Friction intervals = Friction::of_static_and_kinetic({.4, .5}, {.2, .3});
  CHECK(cone_of(disc_with(intervals), "la") == cone_of(disc_with({.2, .3}), "la"));
  CHECK(cone_of(disc_with(intervals), "na") == cone_of(disc_with(.5), "na"));

  // If the static and the kinetic coefficient are equal, they are one coefficient.
  CHECK(Friction::of_static_and_kinetic({.2, .3}, {.2, .3}) == Friction(.2, .3));
}

TEST_CASE("the cones of static and kinetic friction agree with the exact matrices, and every wrench has a mode") {
  // For every wrench, there is a consistent mode: every solution for the kinetic coefficient alone is also a solution
  // for both coefficients.
  ContactSet split = peg(.3, .2, 1), kinetic = split, widest = split;
  const Friction both = Friction::of_static_and_kinetic({.3, .45}, {.1, .2});
  for (ContactSet* set : {&split, &kinetic, &widest}) {
    for (Contact& c : set->contacts) c.friction = set == &split ? both : set == &kinetic ? Friction(.1, .2) : Friction(.1, .45);
  }
  int modes = 0;
  for (const FeasibleMode& feasible : feasible_modes(split)) {
    const WrenchCone fast = wrench_cone(split, feasible.mode);
    if (has_route_enrsv()) CHECK(fast.cone == wrench_cone(split, feasible.mode, Route::enrsv).cone);
    CHECK(fast.cone.contains(wrench_cone(kinetic, feasible.mode).cone));
    CHECK(wrench_cone(widest, feasible.mode).cone.contains(fast.cone));
    ++modes;
  }
  CHECK(modes > 5);
}

TEST_CASE("invalid pairs of static and kinetic friction are refused") {
  ContactSet set = disc();
  set.contacts[0].friction = Friction::of_static_and_kinetic(.2, .3);
  CHECK_THROWS_AS(wrench_cones(set), InputError);
}

TEST_CASE("contact frames need not have unit length, and units of length do not matter") {
  ContactSet set = peg(.3, .2, 1);
  const Cone cone = cone_of(set, "lra");
  for (Contact& c : set.contacts) c.normal *= 3;
  CHECK(cone_of(set, "lra") == cone);
}

TEST_CASE("invalid sets and modes are refused") {
  ContactSet set = disc();
  CHECK_THROWS_AS(wrench_cone(set, Mode("n")), InputError);
  CHECK_THROWS_AS(wrench_cone(set, Mode("aa")), InputError);
  CHECK_THROWS_AS(wrench_cone(set, Mode("nn")), InputError);
  set.mass = 0;
  CHECK_THROWS_AS(wrench_cone(set, Mode("na")), InputError);
  set = disc();
  set.contacts[0].normal = {0, 0};
  CHECK_THROWS_AS(wrench_cones(set), InputError);
  set = disc();
  set.contacts[1].friction = -1;
  CHECK_THROWS_AS(wrench_cones(set), InputError);
  set.contacts[1].friction = std::nan("");
  CHECK_THROWS_AS(wrench_cones(set), InputError);
}

TEST_CASE("a solver that reuses its memory gives the same answers as the free function") {
  const ContactSet set = peg(.3, .5, 1);
  WrenchConeSolver solver;
  solver.set(set);
  for (const FeasibleMode& feasible : feasible_modes(set)) {
    REQUIRE(solver.solve(feasible.mode.str()));
    const Cone cone = solver.result().cone;
    CHECK(cone == wrench_cone(set, feasible.mode).cone);
    const ConeRows& rows = solver.rows();
    CHECK(rows.rays.size() == cone.rays().size());
    CHECK(rows.faces.size() == cone.faces().size());
    for (const Eigen::Vector3d& ray : rows.rays) {
      CHECK(std::any_of(cone.rays().begin(), cone.rays().end(),
                        [&](const Eigen::Vector3d& other) { return (ray - other).norm() < 1e-11; }));
    }
  }
}

TEST_CASE("for_each_wrench_cone yields the cones of wrench_cones, can be limited to a pattern of modes, and can be stopped") {
  const ContactSet set = peg(.3, .5, 1);
  const std::vector<WrenchCone> all = wrench_cones(set);
  CHECK(all.size() == feasible_modes(set).size());
  const auto modes_met = [&](const WrenchConeWalkOptions& options, bool whole) {
    std::vector<std::string> met;
    const auto use = [&](const WrenchCone& cone) {
      met.push_back(cone.mode.str());
      const auto same = [&](const WrenchCone& other) { return other.mode == cone.mode && other.cone == cone.cone; };
      CHECK(std::any_of(all.begin(), all.end(), same));
    };
    CHECK(for_each_wrench_cone(set, use, options) == whole);
    return met;
  };
  CHECK(modes_met({}, true).size() == all.size());
  CHECK(modes_met({"l**", Route::sum, {}}, true) == std::vector<std::string>{"lra", "lsa", "lss"});
  CHECK(modes_met({"", Route::sum, StopToken(0)}, false).empty());
  CHECK_THROWS_AS(for_each_wrench_cone(set, [](const WrenchCone&) {}, {"l*", Route::sum, {}}), InputError);
}
