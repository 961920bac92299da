// SPDX-License-Identifier: MIT
// Fixtures on a lattice. Their number is compared with a brute-force search over poses and with closed forms, and the
// properties of each fixture are checked. PAWL_TEST_COUNT sets the resolution of the pose grid.
#include <doctest/doctest.h>
#include <pawl/contact/find_contacts.h>
#include <pawl/planner/quick_measures.h>
#include <pawl/planner/fixture_candidates.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "fixtures/lattice_candidates.h"
#include "support/count.h"
#include "support/fixture_parts.h"

using namespace pawl;
using namespace pawl::fixtures;

namespace {

using Vector = Eigen::Vector2d;

constexpr double kQuarter = std::numbers::pi / 2;

Vector turned(const Vector& v, double angle) {
  return {std::cos(angle) * v.x() - std::sin(angle) * v.y(), std::sin(angle) * v.x() + std::cos(angle) * v.y()};
}

/// A point of the body, seen from an edge: its distance from the line or circle of the edge, positive outside, and its
/// position along the edge as a fraction of the length.
struct Seen {
  double distance, along;
};

Seen seen(const Path& path, double turn, std::size_t edge, const Vector& p) {
  const Vector from = path.vertices[edge], to = path.vertices[(edge + 1) % path.vertices.size()];
  const Vector chord = to - from, across(-chord.y(), chord.x());
  const double b = path.bulges[edge];
  if (b == 0) return {-turn * across.dot(p - from) / chord.norm(), chord.dot(p - from) / chord.squaredNorm()};
  const Vector center = (from + to) / 2 + (1 - b * b) / (4 * b) * across;
  const double radius = (from - center).norm(), sweep = 4 * std::atan(b);
  const Vector middle = (b > 0 ? -1 : 1) * across;  // direction from the middle of the chord to the middle of the arc
  const Vector arm = p - center;
  const double off = std::atan2(middle.x() * arm.y() - middle.y() * arm.x(), middle.dot(arm));
  return {(b * turn > 0 ? 1 : -1) * (arm.norm() - radius), .5 + off / sweep};
}

/// A fixture that the brute-force search found: the columns and rows of its pins, the edges that the pins touch, and
/// the angle of the part.
struct Found {
  std::array<std::size_t, 3> edges;
  std::array<Eigen::Vector2i, 3> pins;  // columns and rows; the first pin is at (0, 0)
  double theta;
  double determinant;
};

/// Tries all poses of a fine grid over one cell of the lattice and a quarter turn. For every three pins that are near
/// edges, moves the part onto the pins by Newton's method, with difference quotients as derivatives. Accepts the
/// fixture if the contacts are in the permitted ranges of their edges, and if find_contacts() accepts the pose.
class BruteForce {
 public:
  BruteForce(const Task& task, const Path& path, double turn, double pitch, double radius)
      : task_(task), path_(path), turn_(turn), pitch_(pitch), radius_(radius) {
    for (const Vector& v : path.vertices) reach_ = std::max(reach_, v.norm());
    reach_ += 1.5 * pitch + radius;  // allows for the sagitta of the arcs in these tests
  }

  std::vector<Found> run(int steps, int turns) {
    for (int i = 0; i < steps; ++i) {
      for (int j = 0; j < steps; ++j) {
        for (int k = 0; k < turns; ++k)
          look({pitch_ * (i + .5) / steps, pitch_ * (j + .5) / steps, kQuarter * (k + .5) / turns});
      }
    }
    return found_;
  }

 private:
  struct Near {
    Eigen::Vector2i pin;
    std::size_t edge;
  };

  Seen seen_at(const Eigen::Vector3d& pose, const Near& near) const {
    const Vector world = pitch_ * near.pin.cast<double>();
    return seen(path_, turn_, near.edge, turned(world - pose.head<2>(), -pose.z()));
  }

  void look(const Eigen::Vector3d& pose) {
    constexpr double kNear = .16;
    std::vector<Near> near;
    const int count = static_cast<int>(std::ceil((reach_ + pitch_) / pitch_));
    for (int column = -count; column <= count; ++column) {
      for (int row = -count; row <= count; ++row) {
        for (std::size_t edge = 0; edge < path_.vertices.size(); ++edge) {
          const Near one{{column, row}, edge};
          const auto [distance, along] = seen_at(pose, one);
          if (std::fabs(distance - radius_) < kNear && along > -.15 && along < 1.15) near.push_back(one);
        }
      }
    }
    for (std::size_t i = 0; i < near.size(); ++i) {
      for (std::size_t j = i + 1; j < near.size(); ++j) {
        for (std::size_t k = j + 1; k < near.size(); ++k) {
          if (near[i].pin != near[j].pin && near[i].pin != near[k].pin && near[j].pin != near[k].pin)
            settle(pose, {near[i], near[j], near[k]});
        }
      }
    }
  }

  Eigen::Vector3d gaps(const Eigen::Vector3d& pose, const std::array<Near, 3>& contacts) const {
    Eigen::Vector3d value;
    for (int k = 0; k < 3; ++k) value[k] = seen_at(pose, contacts[static_cast<std::size_t>(k)]).distance - radius_;
    return value;
  }

  void settle(Eigen::Vector3d pose, const std::array<Near, 3>& contacts) {
    constexpr double kStep = 1e-6, kFar = .35;
    const Eigen::Vector3d start = pose;
    Eigen::Matrix3d slope;
    for (int step = 0; step < 12; ++step) {
      for (int k = 0; k < 3; ++k) {
        const Eigen::Vector3d off = kStep * Eigen::Vector3d::Unit(k);
        slope.col(k) = (gaps(pose + off, contacts) - gaps(pose - off, contacts)) / (2 * kStep);
      }
      if (std::fabs(slope.determinant()) < 1e-3) return;
      const Eigen::Vector3d move = slope.inverse() * gaps(pose, contacts);
      pose -= move;
      if ((pose - start).norm() > kFar) return;
      if (move.norm() < 1e-12) break;
    }
    if (gaps(pose, contacts).norm() > 1e-10) return;
    if (pose.z() < -1e-10 || pose.z() > kQuarter - 1e-10) return;
    for (const Near& near : contacts) {
      const double along = seen_at(pose, near).along;
      if (along < .02 || along > .98) return;
    }
    if (fits(pose, contacts)) add(pose, contacts, slope.determinant());
  }

  bool fits(const Eigen::Vector3d& pose, const std::array<Near, 3>& contacts) const {
    std::vector<Fixel> fixels;
    for (const Near& near : contacts) {
      Fixel fixel;
      fixel.at = pitch_ * near.pin.cast<double>();
      fixel.radius = radius_;
      fixels.push_back(fixel);
    }
    try {
      const auto touched = find_contacts(*task_.part.outline, pose, fixels);
      return std::all_of(touched.begin(), touched.end(), [](const Contact& contact) { return contact.touching; });
    } catch (const InputError&) {
      return false;
    }
  }

  void add(const Eigen::Vector3d& pose, std::array<Near, 3> contacts, double determinant) {
    std::sort(contacts.begin(), contacts.end(), [](const Near& a, const Near& b) {
      return std::tuple(a.edge, a.pin.x(), a.pin.y()) < std::tuple(b.edge, b.pin.x(), b.pin.y());
    });
    Found one{{}, {}, pose.z(), determinant};
    for (std::size_t k = 0; k < 3; ++k) {
      one.edges[k] = contacts[k].edge;
      one.pins[k] = contacts[k].pin - contacts[0].pin;
    }
    for (const Found& other : found_) {
      if (other.edges == one.edges && other.pins == one.pins && std::fabs(other.theta - one.theta) < 1e-7) {
        // If the outline has arcs, two different poses may have the same angle.
        return;
      }
    }
    found_.push_back(one);
  }

  const Task& task_;
  const Path& path_;
  double turn_, pitch_, radius_, reach_ = 0;
  std::vector<Found> found_;
};

bool same(const Found& found, const FixtureCandidate& candidate, double pitch) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (candidate.locators[k].edge != found.edges[k]) return false;
    if ((candidate.fixels[k].at - pitch * found.pins[k].cast<double>()).norm() > 1e-9) return false;
  }
  return std::fabs(candidate.pose.z() - found.theta) < 1e-7;
}

/// Checks that every fixture of the brute-force search is listed exactly once. Conversely, checks that the brute-force
/// search has found every listed fixture for which Newton's method should converge. Returns the number of listed
/// fixtures.
std::size_t compare(const Path& path, double turn, double pitch, double radius, int steps, int turns) {
  const bool straight = std::all_of(path.bulges.begin(), path.bulges.end(), [](double b) { return b == 0; });
  const Task task = part_of(straight ? Outline(Polygon{path.vertices}) : Outline(path));
  const auto listed = all_of(task, on_lattice(pitch, radius));
  const auto found = BruteForce(task, path, turn, pitch, radius).run(steps, turns);
  for (const Found& one : found) {
    CAPTURE(one.theta);
    CAPTURE(one.edges[0] * 100 + one.edges[1] * 10 + one.edges[2]);
    CAPTURE(one.pins[1].transpose());
    CAPTURE(one.pins[2].transpose());
    CHECK(std::count_if(listed.begin(), listed.end(), [&](const auto& c) { return same(one, c, pitch); }) == 1);
  }
  std::size_t sure = 0, sure_found = 0;
  for (const FixtureCandidate& candidate : listed) {
    Eigen::Matrix3d rows;
    for (int k = 0; k < 3; ++k) {
      const Locator& locator = candidate.locators[static_cast<std::size_t>(k)];
      const Vector n = locator.normal.normalized();
      rows.row(k) << n.x(), n.y(), locator.point.x() * n.y() - locator.point.y() * n.x();
    }
    if (std::fabs(rows.determinant()) < .3) continue;
    ++sure;
    sure_found += std::any_of(found.begin(), found.end(), [&](const Found& f) { return same(f, candidate, pitch); });
  }
  MESSAGE(listed.size() << " listed, " << found.size() << " by brute force; of " << sure << " that locate well it has "
                        << sure_found);
  CHECK(static_cast<double>(sure_found) >= .98 * static_cast<double>(sure));
  return listed.size();
}

}  // namespace

TEST_CASE("the enumeration contains every fixture of a polygon that a brute-force search over poses finds") {
  const int steps = oracle::count(8);
  const std::vector<double> flat(8, 0.);
  const auto without = [&](std::size_t n) { return std::vector<double>(flat.begin(), flat.begin() + n); };
  CHECK(compare({{{0, 0}, {3, 0}, {0, 2}}, without(3)}, 1, 1, .2, steps, 5 * steps) > 0);
  CHECK(compare({{{0, 0}, {2, 0}, {2, 1.1}, {0, 1.1}}, without(4)}, 1, 1, .25, steps, 5 * steps) > 0);
  // An L whose vertices are in clockwise order.
  CHECK(compare({{{0, 1.8}, {.9, 1.8}, {.9, .9}, {2.6, .9}, {2.6, 0}, {0, 0}}, without(6)}, -1, 1, .2, steps,
                5 * steps) > 0);
}

TEST_CASE("the enumeration contains every fixture of arcs that a brute-force search over poses finds") {
  const int steps = oracle::count(8);
  // A half disc with one arc.
  CHECK(compare({{{0, 0}, {2.4, 0}}, {0, 1}}, 1, 1, .2, steps, 5 * steps) > 0);
  // A stadium: two arcs and two parallel edges.
  CHECK(compare({{{0, 0}, {1.5, 0}, {1.5, 1.3}, {0, 1.3}}, {0, 1, 0, 1}}, 1, 1, .2, steps, 5 * steps) > 0);
  // Three arcs with different radii. One of them is a hollow.
  CHECK(compare({{{0, 0}, {2.2, .2}, {.9, 1.9}}, {.3, -.25, .5}}, 1, 1, .15, steps, 5 * steps) > 0);
}

TEST_CASE(
    "the L on a lattice has 766 fixtures without double contacts, 398 with a clamp, 404 with a plan "
    "of one step") {
  // A prototype of this search counted 780 fixtures, of which 406 have a clamp and 407 have a plan of one step.
  // Fourteen of the 780 have a pin in the concave corner, which find_contacts() refuses.
  const Task task = part_of(ell_outline(1.6));
  const FixtureOptions options = on_lattice(1, .25);
  const auto source = fixture_candidates(task, options);
  const QuickMeasurer measurer(task, options);
  int clampable = 0, one_step = 0, refused = 0;
  const auto count = measure_candidates(*source, measurer, [&](MeasuredCandidate&& one) {
    clampable += !one.measures.clamp_edges.empty();
    one_step += one.measures.window.has_value();
    try {
      const SeatedTask seat = find_seat(with_fixture(task, one.candidate));
      CHECK(seat.located);
      CHECK((*seat.pose - one.candidate.pose).norm() < 1e-9);
    } catch (const InputError& error) {
      ++refused;
      CAPTURE(error.what());
      CHECK(refused == 0);
    }
    return true;
  });
  CHECK(count == 766);
  CHECK(source->touching_twice() == 14);
  CHECK(clampable == 398);
  CHECK(one_step == 404);
}

TEST_CASE(
    "lattice fixtures are also found if the outline is far from its origin, and all of their pins touch the part") {
  for (const double far : {0., 1e5, 1e7}) {
    CAPTURE(far);
    const Task task = part_of(Polygon{{{far, far}, {far + 3, far}, {far, far + 2}}});
    const std::vector<FixtureCandidate> found = all_of(task, on_lattice(1, .1));
    CHECK(found.size() > 10);
    for (const FixtureCandidate& candidate : found) {
      const ContactSet contacts = find_contacts(with_fixture(task, candidate));
      for (const Contact& contact : contacts.contacts) CHECK(contact.touching);
    }
  }
}

TEST_CASE("if two pins at (0, 0) and (4, 3) touch one edge, the part is turned by atan(3/4)") {
  const Task task = part_of(Polygon{{{-.5, 0}, {6.5, 0}, {6.5, 3}, {-.5, 3}}});
  const FixtureOptions options = on_lattice(1, 0);
  int found = 0;
  for (const FixtureCandidate& candidate : all_of(task, options)) {
    const auto& at = candidate.fixels;
    if (candidate.locators[1].edge != 0 || candidate.locators[0].edge != 0 || candidate.locators[2].edge != 1) continue;
    if (at[1].at != Vector(4, 3)) continue;
    ++found;
    CHECK(candidate.pose.z() * 180 / std::numbers::pi == doctest::Approx(36.869898).epsilon(1e-8));
  }
  CHECK(found > 0);
}

TEST_CASE("rounding neither loses nor duplicates fixtures: a turned and shifted outline has the same number") {
  const auto count = [](const Task& task) { return all_of(task, on_lattice(1, .25)).size(); };
  for (const double angle : {.1, .7, 2.3}) {
    Polygon outline = ell_outline(1.6);
    for (Vector& vertex : outline.vertices) vertex = turned(vertex, angle) + Vector(.31, -7.7);
    CHECK(count(part_of(outline)) == 766);
  }
  Polygon mirrored = ell_outline(1.6);
  for (Vector& vertex : mirrored.vertices) vertex.x() *= -1;
  CHECK(count(part_of(mirrored)) == 766);
}

TEST_CASE("a contact exactly at the end of an edge's range counts, and one beyond it does not") {
  // A 4 x 2 rectangle touches pins without a radius. The two pins below it, at (0, 0) and (2, 0), are 2 apart on an
  // edge of length 4. The pin on its right is at the height 1, in the middle of the edge. For the range (.25, .75), the
  // lower pins must be at the ends of the range.
  const Task task = part_of(Polygon{{{0, 0}, {4, 0}, {4, 2}, {0, 2}}});
  FixtureOptions options = on_lattice(1, 0);
  const auto upright = [&] {
    int found = 0;
    for (const FixtureCandidate& candidate : all_of(task, options)) {
      const auto& at = candidate.fixels;
      found += candidate.locators[0].edge == 0 && candidate.locators[1].edge == 0 && candidate.locators[2].edge == 1 &&
               candidate.pose.z() == 0 && at[1].at == Vector(2, 0) && at[2].at == Vector(3, 1);
    }
    return found;
  };
  options.edge_range = {.25, .75};
  CHECK(upright() == 1);
  options.edge_range = {.25 + 1e-6, .75};
  CHECK(upright() == 0);
  options.edge_range = {.25, .75 - 1e-6};
  CHECK(upright() == 0);
}

TEST_CASE("no fixture is listed twice, and every fixture locates the part") {
  for (const auto& [outline, radius] : {std::pair<Outline, double>(ell_outline(1.6), .25),
                                        {Path{{{0, 0}, {1.5, 0}, {1.5, 1.3}, {0, 1.3}}, {0, 1, 0, 1}}, .2},
                                        {Polygon{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}}, .5}}) {
    const Task task = part_of(outline);
    const FixtureOptions options = on_lattice(1, radius);
    const QuickMeasurer measurer(task, options);
    auto found = all_of(task, options);
    for (const FixtureCandidate& one : found) CHECK(measurer(one).located);
    const auto key = [](const FixtureCandidate& c) {
      return std::array{static_cast<double>(100 * c.locators[0].edge + 10 * c.locators[1].edge + c.locators[2].edge),
                        c.fixels[1].at.x(),
                        c.fixels[1].at.y(),
                        c.fixels[2].at.x(),
                        c.fixels[2].at.y(),
                        std::round(1e7 * c.pose.z()),
                        std::round(1e7 * c.pose.x()),
                        std::round(1e7 * c.pose.y())};
    };
    std::sort(found.begin(), found.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    const auto twin =
        std::adjacent_find(found.begin(), found.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); });
    CHECK(twin == found.end());
  }
}

TEST_CASE("a pin is not placed in a hollow that is too small, nor in a slot that is too narrow") {
  // The slot is .3 wide. A pin of radius .1 fits into it, and a pin of radius .2 does not.
  const Task slotted = part_of(Polygon{{{0, 0}, {3, 0}, {3, 2}, {1.65, 2}, {1.65, .5}, {1.35, .5}, {1.35, 2}, {0, 2}}});
  const auto in_slot = [&](double radius) {
    const auto found = all_of(slotted, on_lattice(.5, radius));
    return std::count_if(found.begin(), found.end(), [](const FixtureCandidate& candidate) {
      return std::any_of(candidate.locators.begin(), candidate.locators.end(),
                         [](const Locator& l) { return l.edge >= 3 && l.edge <= 5; });
    });
  };
  CHECK(in_slot(.2) == 0);
  CHECK(in_slot(.1) > 0);
}

TEST_CASE("LatticeRing lists all lattice points within a range of distances, ordered by column and row") {
  std::vector<double> multiples;
  for (int k = -9; k <= 9; ++k) multiples.push_back(.7 * k);
  for (const internal::DistanceRange range :
       {internal::DistanceRange{0, 100}, internal::DistanceRange{0, 6.3}, internal::DistanceRange{2.1, 2.1},
        internal::DistanceRange{2.05, 4.9}, internal::DistanceRange{6, 7}, internal::DistanceRange{7, 6},
        internal::DistanceRange{50, 100}, internal::DistanceRange{.7, .7}}) {
    CAPTURE(range.low);
    CAPTURE(range.high);
    std::vector<std::pair<int, int>> expected, found;
    for (int column = -9; column <= 9; ++column) {
      for (int row = -9; row <= 9; ++row) {
        const Vector at(multiples[static_cast<std::size_t>(column + 9)], multiples[static_cast<std::size_t>(row + 9)]);
        if ((column != 0 || row != 0) && range.holds(at.squaredNorm())) expected.emplace_back(column, row);
      }
    }
    internal::LatticeRing ring(multiples, range);
    double done = 0;
    while (ring.next()) {
      found.emplace_back(ring.point().column, ring.point().row);
      CHECK(ring.done() >= done);
      done = ring.done();
    }
    CHECK(found == expected);
    CHECK(ring.done() == 1);
  }
}

TEST_CASE("on a lattice with very many points the search ends at the first polls of its stop token") {
  Task task;
  task.part.outline = Polygon{{{0, 0}, {120, 0}, {120, 40}, {40, 40000}, {40, 80}, {0, 80}}};
  FixtureOptions options;
  options.candidates = FixtureOptions::Lattice{25, 6};
  for (const long look : {1, 2, 100, 1000}) {
    const auto source = fixture_candidates(task, options, StopToken::at_poll(look));
    while (source->next()) {
    }
    CHECK(source->stopped());
    CHECK(source->done() < .5);
  }
}
