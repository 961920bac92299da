// SPDX-License-Identifier: MIT
// Tests invalid outlines of lines and arcs, whose faults are decided exactly. PAWL_TEST_COUNT sets the number of random
// outlines.
#include <doctest/doctest.h>
#include <pawl/geometry/closest_point.h>
#include <pawl/geometry/outline.h>

#include <cmath>
#include <limits>
#include <optional>
#include <random>

#include "support/count.h"
#include "support/paths.h"

using namespace pawl;
using namespace pawl::test;
using Vector = Eigen::Vector2d;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Returns one line per fault: its pointer, and its message up to the first colon.
std::string faults_of(const Path& path) {
  std::string text;
  for (const Fault& fault : outline_faults(path, "/p")) {
    text += fault.pointer + " " + fault.message.substr(0, fault.message.find(':')) + "\n";
  }
  return text;
}

/// Decides in doubles whether two segments meet at a point other than a shared vertex. Gives no result if doubles are
/// not accurate enough.
class DoubleMeeting {
 public:
  std::optional<bool> operator()(const Path& path) {
    const std::size_t n = path.vertices.size();
    bool any = false;
    for (std::size_t j = 1; j < n; ++j) {
      for (std::size_t i = 0; i < j; ++i) any = meet(piece(path, i), piece(path, j)) || any;
    }
    return close_ ? std::nullopt : std::optional(any);
  }

 private:
  static constexpr double kClose = 1e-7;

  struct Piece {
    Vector a, b;
    double bulge;
    Vector center{0, 0};
    double radius = 0;
  };

  static double cross(const Vector& a, const Vector& b) { return a.x() * b.y() - a.y() * b.x(); }

  static Piece piece(const Path& path, std::size_t i) {
    Piece p{path.vertices[i], path.vertices[(i + 1) % path.vertices.size()], path.bulges[i]};
    const Vector d = p.b - p.a;
    const Vector normal(-d.y(), d.x());
    if (p.bulge == 0) return p;
    p.center = (p.a + p.b) / 2 + normal * ((1 - p.bulge * p.bulge) / (4 * p.bulge));
    p.radius = (p.a - p.center).norm();
    return p;
  }

  bool near_zero(double value) {
    if (std::fabs(value) < kClose) close_ = true;
    return value > 0;
  }

  /// Returns whether the segment `piece` contains p, which must be on the line or circle of this segment.
  bool holds(const Piece& piece, const Vector& p) {
    const Vector d = (piece.b - piece.a).normalized();
    if (piece.bulge != 0) return !near_zero(cross(d, p - piece.a) * (piece.bulge > 0 ? 1 : -1));
    return near_zero((p - piece.a).dot(d)) && near_zero((piece.b - p).dot(d));
  }

  std::vector<Vector> common(const Piece& s, const Piece& t) {
    if (s.bulge == 0 && t.bulge == 0) {
      const Vector d = s.b - s.a;
      const Vector e = t.b - t.a;
      near_zero(std::fabs(cross(d, e)));
      return {s.a + d * cross(t.a - s.a, e) / cross(d, e)};
    }
    if (s.bulge == 0) return common(t, s);
    Vector foot = t.a;
    Vector along = (t.b - t.a).normalized();
    if (t.bulge == 0) {
      foot += along * (s.center - t.a).dot(along);
    } else {
      const Vector apart = t.center - s.center;
      near_zero(apart.norm());
      const double reach = (apart.squaredNorm() + s.radius * s.radius - t.radius * t.radius) / (2 * apart.norm());
      foot = s.center + reach * apart.normalized();
      along = Vector(-apart.y(), apart.x()).normalized();
    }
    const double square = s.radius * s.radius - (foot - s.center).squaredNorm();
    if (!near_zero(square)) return {};
    return {foot + std::sqrt(square) * along, foot - std::sqrt(square) * along};
  }

  bool meet(const Piece& s, const Piece& t) {
    for (const Vector& p : common(s, t)) {
      const auto at = [&](const Vector& vertex) { return (p - vertex).norm() < 1e-6; };
      if ((s.b == t.a && at(s.b)) || (t.b == s.a && at(s.a))) continue;
      if (holds(s, p) && holds(t, p)) return true;
    }
    return false;
  }

  bool close_ = false;
};

}  // namespace

TEST_CASE("valid outlines of lines and arcs are accepted") {
  CHECK(faults_of(circle()).empty());
  CHECK(faults_of(stadium(3)).empty());
  CHECK(faults_of({{{-1, 0}, {1, 0}}, {1e-12, 0}}).empty());
  CHECK(faults_of({{{-1, 0}, {1, 0}}, {1e6, 0}}).empty());
  CHECK(faults_of({{{-1, 0}, {1, 0}}, {.5, -.25}}).empty());         // a crescent, which is valid
  CHECK(faults_of({{{0, 0}, {4, 0}, {2, 0}}, {-1, 1, 1}}).empty());  // an arbelos, which is valid although its tips
                                                                     // have the angle 0
  // Three arcs of the unit circle. Let a be the angle with the cosine 3/5. The first two arcs each sweep 2 a, and so
  // end at x = cos(2 a) = -.28 and x = cos(4 a) = -.8432. The bulge of an arc is the tangent of a quarter of its sweep:
  // 1/2, 1/2 and (1 - 1/4) / (1/2 + 1/2). These three quarters add up to a right angle, so the arcs form the whole
  // circle. The outline has no corners.
  const Path round{{{1, 0}, {-.28, .96}, {-.8432, -.5376}}, {.5, .5, .75}};
  CHECK(faults_of(round).empty());
  CHECK(nearest_corner(round, {1, 0}).distance == kInfinity);
  // Tests three shapes: a circle with a stick, a circle with a slot, and a circle whose slot is too long.
  CHECK(faults_of({{{.1, 0}, {-.1, 0}, {-.1, -1}, {.1, -1}}, {9, 0, 0, 0}}).empty());
  CHECK(faults_of({{{.1, 0}, {-.1, 0}, {-.1, .5}, {.1, .5}}, {9, 0, 0, 0}}).empty());
  CHECK(faults_of({{{.1, 0}, {-.1, 0}, {-.1, 1}, {.1, 1}}, {9, 0, 0, 0}}) ==
        "/p arc 1 from [0.1,0] to [-0.1,0] crosses edge 2 from [-0.1,0] to [-0.1,1]\n"
        "/p arc 1 from [0.1,0] to [-0.1,0] crosses edge 4 from [0.1,1] to [0.1,0]\n");
}

TEST_CASE("wrong counts, invalid numbers and repeated vertices are refused") {
  CHECK(faults_of({}) == "/p a path has from 2 to 10000 vertices\n");
  CHECK(faults_of({{{0, 0}}, {1}}) == "/p a path has from 2 to 10000 vertices\n");
  CHECK(faults_of({{{0, 0}, {1, 0}}, {1}}) == "/p a path must have one bulge per vertex (2)\n");
  CHECK(faults_of({{{0, 0}, {1, 0}}, {kInfinity, 1e7}}) ==
        "/p/1/bulge must be a finite number\n/p/2/bulge must be 0, or from 1e-12 to 1e6 in size\n");
  CHECK(faults_of({{{0, 0}, {2e9, 0}}, {1, 1e-13}}) ==
        "/p/1 must be numbers from -1e9 to 1e9\n/p/2/bulge must be 0, or from 1e-12 to 1e6 in size\n");
  CHECK(faults_of({{{0, 0}, {1, 0}, {0, 0}}, {1, 1, 1}}) == "/p/2 repeats vertex 1; leave it out\n");
  CHECK(faults_of({{{1e9, 0}, {-1e9, 0}}, {1, 2}}).find("/p/2/bulge makes an arc with a radius of 1.25e+09") == 0);
  CHECK(faults_of({{{1e9, 0}, {-1e9, 0}}, {1, 1e-9}}).empty());
  CHECK_THROWS_AS(area_properties(Path{{{0, 0}, {1, 0}}, {0, 0}}), InputError);
  CHECK_THROWS_AS(closest_points(Path{}, {0, 0}), InputError);
}

TEST_CASE("arcs that touch, cross, overlap or fold back are refused") {
  // A half circle of radius 1 is above the segment from (0, 0) to (2, 0). Its highest point has y = 1. If the upper
  // edge is at y = 1, the two touch.
  const auto roof = [](double y) { return Path{{{0, 0}, {2, 0}, {3, y}, {-1, y}}, {-1, 0, 0, 0}}; };
  CHECK(faults_of(roof(1)) == "/p arc 1 from [0,0] to [2,0] touches edge 3 from [3,1] to [-1,1]\n");
  CHECK(faults_of(roof(std::nextafter(1, 2))).empty());
  CHECK(faults_of(roof(std::nextafter(1, 0))) ==
        "/p arc 1 from [0,0] to [2,0] crosses edge 3 from [3,0.9999999999999999] to [-1,0.9999999999999999]\n");
  // A path overlaps itself if it follows a curve and returns on the same curve.
  CHECK(faults_of({{{0, 0}, {2, 0}}, {1, -1}}) == "/p arc 1 from [0,0] to [2,0] overlaps arc 2 from [2,0] to [0,0]\n");
  CHECK(faults_of({{{0, 0}, {2, 0}}, {0, 0}}) == "/p edge 1 from [0,0] to [2,0] overlaps edge 2 from [2,0] to [0,0]\n");
  // The second arc goes back on the circle of the first arc, beyond the start of the first arc. It ends at the point
  // (-.28, .96) turned clockwise by twice the angle whose cosine is .28.
  CHECK(faults_of({{{1, 0}, {-.28, .96}, {.752192, -.658944}, {5, 0}}, {.5, -.75, 0, 0}})
            .find("arc 1 from [1,0] to [-0.28,0.96] overlaps arc 2") != std::string::npos);
  // The first segment is three quarters of a circle. The next edge crosses it.
  CHECK(faults_of({{{1, 0}, {0, -1}, {2, 1.5}}, {1 + M_SQRT2, 0, 0}}).find("crosses") != std::string::npos);
  // A small circle touches a large one from inside at (-1, 0), which is the middle of the large arc.
  const Path inner{{{0, -1}, {0, 1}, {-.5, .5}, {-.5, -.5}}, {-1, 0, 1, 0}};
  CHECK(faults_of(inner) == "/p arc 1 from [0,-1] to [0,1] touches arc 3 from [-0.5,0.5] to [-0.5,-0.5]\n");
}

TEST_CASE("if there are very many faults, the first ten are named") {
  Path zigzag;
  for (int i = 0; i < 30; ++i) {
    zigzag.vertices.emplace_back(i, i % 2);
    zigzag.bulges.push_back(-3);
  }
  const std::vector<Fault> faults = outline_faults(zigzag, "/p");
  REQUIRE(faults.size() == 11);
  CHECK(faults.back().message == "has more faults of this kind; only the first 10 are listed");
}

TEST_CASE("random paths have the same faults in rationals and in doubles") {
  std::mt19937_64 random(7);
  int decided = 0;
  int wrong = 0;
  for (int round = 0; round < oracle::count(400); ++round) {
    const Path path = random_path(random);
    const std::optional<bool> meets = DoubleMeeting()(path);
    if (!meets) continue;
    ++decided;
    wrong += *meets ? 1 : 0;
    INFO(faults_of(path));
    CHECK(outline_faults(path).empty() == !*meets);
  }
  CHECK(decided > .8 * oracle::count(400));
  CHECK(wrong > 0);
}

TEST_CASE("the largest path is checked quickly, even if all bounding boxes overlap") {
  // Nested half circles, one inside the other. Short edges join them to one path that runs to and fro, and a path below
  // them closes the outline.
  Path onion;
  const int layers = static_cast<int>(kMostVertices) / 2 - 1;
  for (int k = 0; k < layers; ++k) {
    const double reach = (1000 + k) / 1000.;
    const double side = k % 2 == 0 ? 1 : -1;
    onion.vertices.insert(onion.vertices.end(), {{side * reach, 0}, {-side * reach, 0}});
    onion.bulges.insert(onion.bulges.end(), {side, 0});
  }
  onion.vertices.emplace_back(0, -1);
  onion.bulges.push_back(0);
  CHECK(outline_faults(onion).empty());
  onion.vertices.back().y() = .5;  // this vertex makes the closing path cross the half circles
  CHECK(outline_faults(onion).size() == 11);
  // A row of half circles side by side. A path below them closes the outline.
  Path teeth;
  const int count = static_cast<int>(kMostVertices);
  for (int i = 0; i < count - 2; ++i) {
    teeth.vertices.emplace_back(i, 0);
    teeth.bulges.push_back(i + 3 < count ? -1 : 0);
  }
  teeth.vertices.insert(teeth.vertices.end(), {{count, -1}, {-1, -1}});
  teeth.bulges.insert(teeth.bulges.end(), {0, 0});
  CHECK(outline_faults(teeth).empty());
}
