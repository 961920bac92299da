// SPDX-License-Identifier: MIT
// Compares wrong placements with a grid of poses. This file computes the overlaps itself, for outlines that consist of
// chords.
//
// Positions of the grid are a fraction of the part's size apart. Only positions near those in which the first pin
// touches the outline can be accepted, so only these are visited. From each pose of the grid in which all pins nearly
// touch, and that is better than its neighbors in the grid, a descent looks for an accepted pose. Every accepted pose
// must be in a set of the answer, or as close to a right pose as the play allows. Parts with pins in their holes, and
// walls, are not examined.
//
// PAWL_PLACEMENT_TASKS may name a file with the paths of further tasks, one per line. They are examined on a grid of a
// quarter of a degree and a 400th of the size, and their results are printed. scripts/check-placements makes such tasks
// from drawings.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/design_fixtures.h>
#include <pawl/planner/plan_task.h>
#include <pawl/planner/wrong_placements.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <numbers>
#include <unordered_map>

using namespace pawl;

namespace {

using Vector = Eigen::Vector2d;
constexpr double kPi = std::numbers::pi;

Vector turned_by(const Vector& v, double angle) { return Eigen::Rotation2Dd(angle) * v; }

/// A part or its mirror image: loops of chords, in a frame with a given centre as origin.
class Chords {
 public:
  struct Edge {
    Vector from, to;
  };

  Chords(const Part& part, const Vector& center, bool turned_over, double deviation) {
    add(*part.outline, center, turned_over, deviation, false);
    for (const Outline& hole : part.holes) add(hole, center, turned_over, deviation, true);
    for (const Edge& edge : edges_) {
      reach_ = std::max(reach_, edge.from.norm());
      low_ = low_.cwiseMin(edge.from);
      high_ = high_.cwiseMax(edge.from);
    }
    const Vector margin = .2 * (high_ - low_);
    low_ -= margin;
    extent_ = (high_ + margin - low_).maxCoeff();
    near_.resize(kCells[0] * kCells[0]);
    rows_.resize(kCells[0]);
    for (std::size_t k = 0; k < edges_.size(); ++k) {
      const auto row = [&](double y) { return static_cast<int>((y - low_.y()) / extent_ * kCells[0]); };
      const double from = edges_[k].from.y(), to = edges_[k].to.y();
      all_.push_back(static_cast<int>(k));
      for (int y = std::max(0, row(std::min(from, to)) - 1); y <= std::min(kCells[0] - 1, row(std::max(from, to)) + 1);
           ++y)
        rows_[static_cast<std::size_t>(y)].push_back(static_cast<int>(k));
    }
    for (std::size_t level = 0; level < 2; ++level) depths_[level].assign(kCells[level] * kCells[level], NAN);
  }

  const std::vector<Edge>& edges() const { return edges_; }
  double reach() const { return reach_; }

  /// Returns the depth of a point inside the part, negative outside. Measures distances only to the chords that are
  /// near the point's cell of a grid. Counts crossings only with the chords in the cell's row.
  double depth(const Vector& p) const {
    const double pitch = extent_ / kCells[0];
    const Vector at = (p - low_) / pitch;
    if (!(at.minCoeff() >= 0 && at.maxCoeff() < kCells[0])) return depth(p, all_, all_);
    const int x = static_cast<int>(at.x()), y = static_cast<int>(at.y());
    std::vector<int>& near = near_[static_cast<std::size_t>(y * kCells[0] + x)];
    if (near.empty()) {
      const Vector center = low_ + pitch * Vector(x + .5, y + .5);
      std::vector<double> distances;
      for (const Edge& edge : edges_) distances.push_back(std::sqrt(squared_distance(edge, center)));
      const double most = *std::min_element(distances.begin(), distances.end()) + 1.5 * pitch;
      for (const int k : all_)
        if (distances[static_cast<std::size_t>(k)] <= most) near.push_back(k);
    }
    return depth(p, near, rows_[static_cast<std::size_t>(y)]);
  }
  /// Returns whether |depth(p) + radius| may be at most `most`. If the result is false, it certainly is larger. Uses
  /// the depth at the centre of the cell that contains p: first in a coarse grid, then in a fine one.
  bool may_touch(const Vector& p, double radius, double most) {
    for (std::size_t level = 0; level < 2; ++level) {
      const double pitch = extent_ / kCells[level];
      const Vector at = (p - low_) / pitch;
      if (!(at.minCoeff() >= 0 && at.maxCoeff() < kCells[level])) return true;
      const int x = static_cast<int>(at.x()), y = static_cast<int>(at.y());
      double& known = depths_[level][static_cast<std::size_t>(y * kCells[level] + x)];
      if (std::isnan(known)) known = depth(low_ + pitch * Vector(x + .5, y + .5));
      if (std::fabs(known + radius) > most + .7072 * pitch) return false;
    }
    return true;
  }

 private:
  static constexpr std::array<int, 2> kCells{64, 512};

  static double squared_distance(const Edge& edge, const Vector& p) {
    const Vector along = edge.to - edge.from, from = p - edge.from;
    const double share = std::clamp(from.dot(along) / along.squaredNorm(), 0., 1.);
    return (from - share * along).squaredNorm();
  }

  double depth(const Vector& p, const std::vector<int>& near, const std::vector<int>& row) const {
    double nearest = INFINITY;
    for (const int k : near) nearest = std::min(nearest, squared_distance(edges_[static_cast<std::size_t>(k)], p));
    bool inside = false;
    for (const int k : row) {
      const Edge& edge = edges_[static_cast<std::size_t>(k)];
      if ((edge.from.y() > p.y()) == (edge.to.y() > p.y())) continue;
      const Vector along = edge.to - edge.from;
      if (p.x() < edge.from.x() + (p.y() - edge.from.y()) / along.y() * along.x()) inside = !inside;
    }
    return inside ? std::sqrt(nearest) : -std::sqrt(nearest);
  }

  void add(const Outline& outline, const Vector& center, bool turned_over, double deviation, bool hole) {
    std::vector<Vector> points;
    // Adds points of an arc that begins at the angle `begin`, but not its end point.
    const auto arc = [&](const Vector& middle, double radius, double begin, double sweep) {
      const double step = 2 * std::acos(std::max(0., 1 - deviation / radius));
      const int count = std::max(static_cast<int>(std::ceil(std::fabs(sweep) / step)), 2);
      for (int k = 0; k < count; ++k)
        points.push_back(middle + turned_by(Vector(radius, 0), begin + sweep * k / count));
    };
    if (const auto* const disc = std::get_if<Disc>(&outline)) arc(disc->center, disc->radius, 0, 2 * kPi);
    if (const auto* const polygon = std::get_if<Polygon>(&outline)) points = polygon->vertices;
    if (const auto* const path = std::get_if<Path>(&outline)) {
      for (std::size_t i = 0; i < path->vertices.size(); ++i) {
        const Vector from = path->vertices[i], chord = path->vertices[(i + 1) % path->vertices.size()] - from;
        const double sweep = 4 * std::atan(path->bulges[i]);
        if (std::fabs(chord.norm() / 2 * path->bulges[i]) < deviation) {
          points.push_back(from);
          continue;
        }
        const double radius = chord.norm() / 2 / std::fabs(std::sin(sweep / 2));
        const Vector left(-chord.y(), chord.x());
        const Vector middle = from + chord / 2 + left / 2 / std::tan(sweep / 2);
        arc(middle, radius, std::atan2(from.y() - middle.y(), from.x() - middle.x()), sweep);
      }
    }
    double area = 0;
    for (Vector& point : points) {
      point -= center;
      if (turned_over) point.y() = -point.y();
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vector &a = points[i], &b = points[(i + 1) % points.size()];
      area += a.x() * b.y() - a.y() * b.x();
    }
    if ((area > 0) == hole) std::reverse(points.begin(), points.end());  // orders the points such that the material is
                                                                         // on the left
    for (std::size_t i = 0; i < points.size(); ++i)
      if (points[i] != points[(i + 1) % points.size()]) edges_.push_back({points[i], points[(i + 1) % points.size()]});
  }

  std::vector<Edge> edges_;
  std::vector<int> all_;                        ///< indices of all chords, ascending
  mutable std::vector<std::vector<int>> near_;  ///< for each cell, the chords near it; empty if not computed yet
  std::vector<std::vector<int>> rows_;          ///< for each row of cells, the chords that cross it
  std::array<std::vector<double>, 2> depths_;   ///< depths at the centres of the cells of both grids; NaN if not
                                                ///< computed yet
  Vector low_{INFINITY, INFINITY}, high_{-INFINITY, -INFINITY};
  double reach_ = 0, extent_ = 0;
};

/// Numbers and results of one comparison with the grid.
struct GridCounts {
  std::size_t visited = 0;   ///< poses of the grid at which the first pin nearly touches the part
  std::size_t touching = 0;  ///< visited poses at which all pins of the goal nearly touch the part
  std::size_t descents = 0;
  std::size_t accepted = 0;       ///< descents, from a pose of the grid, that end in an accepted pose
  std::vector<PlacedPart> extra;  ///< accepted poses that are missing in the answer
};

class PlacementGrid {
 public:
  PlacementGrid(const Task& task, const ReferencePose& reference, const WrongPlacements& answer, double degrees,
                double per_size)
      : task_(task), answer_(answer), angles_(static_cast<int>(std::lround(360 / degrees))) {
    Vector low(INFINITY, INFINITY), high = -low;
    const Chords whole(task.part, Vector(0, 0), false, answer.accepted);
    for (const Chords::Edge& edge : whole.edges()) {
      low = low.cwiseMin(edge.from);
      high = high.cwiseMax(edge.from);
    }
    center_ = (low + high) / 2;
    step_ = (high - low).norm() / per_size;
    deviation_ = answer.accepted / 50;
    for (std::size_t k = 0; k < task.fixels.size(); ++k) {
      const Fixel fixel = fixel_in_world(task, k);
      REQUIRE_FALSE(fixel.diamond.has_value());
      const std::vector<int>& goal = reference.task.fixels;
      const bool in_goal = std::find(goal.begin(), goal.end(), static_cast<int>(k)) != goal.end();
      (in_goal ? goal_ : others_).push_back(fixel);
    }
    seat_ = *reference.task.pose;
    seated_ = std::make_unique<Chords>(task.part, center_, false, deviation_);
  }

  GridCounts compare() {
    for (const bool turned_over : {false, true}) {
      Chords chords(task_.part, center_, turned_over, deviation_);
      compare(chords, turned_over);
    }
    return counts_;
  }

 private:
  /// Returns the misfit of the part at a pose of the chords' frame. If the misfit exceeds `level`, may return a smaller
  /// number, which is still above `level`.
  double misfit(const Chords& chords, const Eigen::Vector3d& pose, double level) const {
    double most = 0;
    const auto depth = [&](const Fixel& pin) {
      return chords.depth(turned_by(pin.at - pose.head<2>(), -pose.z())) + pin.radius;
    };
    for (const Fixel& pin : goal_) {
      most = std::max(most, std::fabs(depth(pin)));
      if (most > level) return most;
    }
    for (const Fixel& pin : others_) most = std::max(most, depth(pin));
    return most;
  }

  /// Returns positions of the first pin's centre, in the frame of the part, at which the pin touches the part.
  std::vector<Vector> offsets(const Chords& chords) const {
    const double radius = goal_[0].radius;
    std::vector<Vector> result;
    const auto add = [&](const Vector& at) {
      if (std::fabs(chords.depth(at) + radius) <= 4 * deviation_) result.push_back(at);
    };
    const auto normal = [](const Chords::Edge& edge) {
      const Vector along = (edge.to - edge.from).normalized();
      return Vector(along.y(), -along.x());
    };
    const std::vector<Chords::Edge>& edges = chords.edges();
    for (const Chords::Edge& edge : edges) {
      const Vector along = edge.to - edge.from;
      const int count = std::max(1, static_cast<int>(std::ceil(2 * along.norm() / step_)));
      for (int k = 0; k < count; ++k) add(edge.from + along * k / count + radius * normal(edge));
      for (const Chords::Edge& next : edges) {
        if (next.from != edge.to) continue;
        const Vector a = normal(edge), b = normal(next);
        const double turn = std::atan2(a.x() * b.y() - a.y() * b.x(), a.dot(b));
        const int steps = turn > 0 ? static_cast<int>(std::ceil(2 * turn * radius / step_)) : 0;
        for (int k = 0; k <= steps; ++k) add(edge.to + radius * turned_by(a, steps == 0 ? 0 : turn * k / steps));
      }
    }
    return result;
  }

  static std::uint64_t key(int x, int y, int angle) {
    const auto shifted = [](int k) { return static_cast<std::uint64_t>(k + (1 << 20)); };
    return shifted(x) << 42 | shifted(y) << 21 | static_cast<std::uint64_t>(angle);
  }
  Eigen::Vector3d pose_of(int x, int y, int angle) const { return {x * step_, y * step_, 2 * kPi * angle / angles_}; }

  void compare(Chords& chords, bool turned_over) {
    const double accepted = answer_.accepted, half_turn = chords.reach() * kPi / angles_;
    // Every accepted pose is near a visited pose of the grid. `near` bounds the misfit of that visited pose. It is the
    // sum of twice the accepted misfit, half the distance between two offsets, half the diagonal of a grid cell, and
    // the motion of both pins due to the rotation to the nearest angle of the grid.
    const double near = accepted + accepted + step_ / 4 + .7072 * step_ + 2 * half_turn;
    const std::vector<Vector> touches = offsets(chords);
    std::unordered_map<std::uint64_t, double> found;
    std::vector<std::array<int, 3>> poses;
    for (int angle = 0; angle < angles_; ++angle) {
      const double turn = 2 * kPi * angle / angles_, cosine = std::cos(turn), sine = std::sin(turn);
      std::vector<std::pair<int, int>> nodes;
      for (const Vector& c : touches) {
        const Vector at = goal_[0].at - Vector(cosine * c.x() - sine * c.y(), sine * c.x() + cosine * c.y());
        nodes.emplace_back(std::lround(at.x() / step_), std::lround(at.y() / step_));
      }
      std::sort(nodes.begin(), nodes.end());
      nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
      counts_.visited += nodes.size();
      for (const auto& [x, y] : nodes) {
        const Eigen::Vector3d pose = pose_of(x, y, angle);
        const bool may = std::all_of(goal_.begin(), goal_.end(), [&](const Fixel& pin) {
          const Vector d = pin.at - pose.head<2>();
          return chords.may_touch({cosine * d.x() + sine * d.y(), cosine * d.y() - sine * d.x()}, pin.radius, near);
        });
        if (!may) continue;
        const double value = misfit(chords, pose, near);
        if (value > near) continue;
        ++counts_.touching;
        found[key(x, y, angle)] = value;
        poses.push_back({x, y, angle});
      }
    }
    for (const auto& [x, y, angle] : poses) {
      const double value = found[key(x, y, angle)];
      bool least = true;
      for (int k = 0; k < 27 && least; ++k) {
        const auto other = found.find(key(x + k % 3 - 1, y + k / 3 % 3 - 1, (angle + k / 9 - 1 + angles_) % angles_));
        least = other == found.end() || other->second >= value;
      }
      if (!least) continue;
      ++counts_.descents;
      descend(chords, turned_over, pose_of(x, y, angle));
    }
  }

  void descend(const Chords& chords, bool turned_over, Eigen::Vector3d pose) {
    const double enough = answer_.accepted - 2 * deviation_;
    double value = misfit(chords, pose, INFINITY);
    for (double step = step_ / 2; step > deviation_ / 4 && value > enough; step /= 2) {
      for (bool better = true; better;) {
        better = false;
        for (int k = 0; k < 27; ++k) {
          const Eigen::Vector3d signs(k % 3 - 1, k / 3 % 3 - 1, (k / 9 - 1) / chords.reach());
          const Eigen::Vector3d next = pose + step * signs;
          const double there = misfit(chords, next, value);
          if (!(there < value - .02 * step)) continue;
          value = there;
          pose = next;
          better = true;
        }
      }
    }
    if (value > enough) return;
    ++counts_.accepted;
    const Vector center = turned_over ? Vector(center_.x(), -center_.y()) : center_;
    const Vector at = pose.head<2>() - turned_by(center, pose.z());
    const PlacedPart placed{turned_over, {at.x(), at.y(), pose.z()}};
    if (!is_listed(placed) && !is_right(chords, pose)) counts_.extra.push_back(placed);
  }

  bool is_listed(const PlacedPart& placed) const {
    const double rounding = 1e-9 * step_;
    const auto contains = [&](const WrongPlacement& set) {
      if (set.placed.turned_over != placed.turned_over) return false;
      for (int turn = -2; turn <= 2; ++turn) {
        const Eigen::Array3d pose = placed.pose.array() + Eigen::Array3d(0, 0, 2 * kPi * turn);
        if ((pose >= set.extent[0].array() - rounding).all() && (pose <= set.extent[1].array() + rounding).all())
          return true;
      }
      return false;
    };
    return std::any_of(answer_.wrong.begin(), answer_.wrong.end(), contains) ||
           std::any_of(answer_.undecided.begin(), answer_.undecided.end(), contains);
  }

  /// Returns whether the placed part has the shape of the seated part: the ends and the middle of each chord of one are
  /// near the outline of the other. Does not use the symmetries of the part.
  bool is_right(const Chords& chords, const Eigen::Vector3d& pose) const {
    const Vector seat = seat_.head<2>() + turned_by(center_, seat_.z());
    const double most = answer_.play + 4 * deviation_ + 1e-6 * chords.reach();
    const auto covers = [&](const Chords& one, const Chords& other, const auto& map) {
      return std::all_of(one.edges().begin(), one.edges().end(), [&](const Chords::Edge& edge) {
        return std::fabs(other.depth(map(edge.from))) <= most &&
               std::fabs(other.depth(map((edge.from + edge.to) / 2))) <= most;
      });
    };
    return covers(chords, *seated_,
                  [&](const Vector& p) {
                    return turned_by(turned_by(p, pose.z()) + pose.head<2>() - seat, -seat_.z());
                  }) &&
           covers(*seated_, chords, [&](const Vector& p) {
             return turned_by(turned_by(p, seat_.z()) + seat - pose.head<2>(), -pose.z());
           });
  }

  const Task& task_;
  const WrongPlacements& answer_;
  int angles_;
  double step_ = 0, deviation_ = 0;
  Vector center_{0, 0};
  Eigen::Vector3d seat_{0, 0, 0};
  std::vector<Fixel> goal_, others_;
  std::unique_ptr<Chords> seated_;
  GridCounts counts_;
};

struct Comparison {
  WrongPlacements answer;
  GridCounts grid;
  double answer_seconds, grid_seconds;
};

Comparison compare(const Task& task, const ReferencePose& reference, const WrongPlacements& answer, double degrees,
                   double per_size, double answer_seconds) {
  const auto start = std::chrono::steady_clock::now();
  GridCounts counts = PlacementGrid(task, reference, answer, degrees, per_size).compare();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return {answer, std::move(counts), answer_seconds, seconds};
}

/// Compares the wrong placements that the library finds with those on the grid. If added pins can make the fixture
/// foolproof, adds them and compares again. Returns one table row per comparison.
std::string compare(const std::string& name, const Task& task, double degrees, double per_size) {
  CAPTURE(name);
  const auto start = std::chrono::steady_clock::now();
  const ValidTask valid(task);
  const ReferencePose reference = reference_pose(task);
  PlacementOptions options;
  options.near_miss = false;
  const WrongPlacements answer = find_wrong_placements(valid, reference, options);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto row = [&](const std::string& of, const Comparison& result) {
    for (const PlacedPart& placed : result.grid.extra) {
      INFO(placed.turned_over << " " << placed.pose.transpose());
      CHECK_MESSAGE(false, "an accepted pose that the answer lacks");
    }
    return fmt::format("{:50.50} {:4} {:4} {:9} {:8} {:6} {:6} {:5} {:7.1f} {:7.1f}\n", of, result.answer.wrong.size(),
                       result.answer.undecided.size(), result.grid.visited, result.grid.touching, result.grid.descents,
                       result.grid.accepted, result.grid.extra.size(), result.answer_seconds, result.grid_seconds);
  };
  CHECK(answer.complete);
  std::string rows = row(name, compare(task, reference, answer, degrees, per_size, seconds));
  if (answer.wrong.empty()) return rows;
  const std::optional<FoolproofPins> pins = find_foolproof_pins(valid, reference, answer, options);
  if (!pins) return rows;
  CHECK(pins->after.foolproof());
  const ReferencePose again = reference_pose(pins->task);
  return rows + row("  with added pins", compare(pins->task, again, pins->after, degrees, per_size, 0));
}

}  // namespace

TEST_CASE("a grid of poses of the shipped parts on pins finds no wrong placement that the answer lacks") {
  for (const char* const name : {"block_stop", "bracket", "ratchet_pawl", "plate_corners", "figure4a_lla"}) {
    const Task task = read_task_file(fmt::format("{}/data/tasks/{}.json", PAWL_SOURCE_DIR, name));
    MESSAGE(compare(name, task, 1, 200));
  }
}

TEST_CASE("a grid of poses finds each wrong placement that is removed from an answer") {
  const Task task = read_task_file(PAWL_SOURCE_DIR "/data/tasks/ratchet_pawl.json");
  const ReferencePose reference = reference_pose(task);
  PlacementOptions options;
  options.near_miss = false;
  const WrongPlacements answer = find_wrong_placements(ValidTask(task), reference, options);
  REQUIRE(answer.complete);
  REQUIRE(answer.wrong.size() > 4);
  for (std::size_t k = 0; k < answer.wrong.size(); ++k) {
    WrongPlacements less = answer;
    less.wrong.erase(less.wrong.begin() + static_cast<std::ptrdiff_t>(k));
    CHECK_FALSE(compare(task, reference, less, .5, 300, 0).grid.extra.empty());
  }
}

TEST_CASE("moving one pin makes a fixture foolproof, and keeps its seat and its guarantee") {
  const auto regular = [](int corners, double radius) {
    std::vector<Vector> vertices;
    for (int k = 0; k < corners; ++k)
      vertices.push_back(radius * Vector(std::cos(2 * kPi * k / corners), std::sin(2 * kPi * k / corners)));
    return vertices;
  };
  const std::vector<Vector> square{{0, 0}, {40, 0}, {40, 40}, {0, 40}};
  // One entry per pin: the index of its edge, and its position as a fraction of the edge's length.
  using Pins = std::vector<std::pair<std::size_t, double>>;
  for (const auto& [vertices, pins] : {std::pair(square, Pins{{0, .188}, {1, .893}, {2, .489}}),
                                       std::pair(regular(6, 20), Pins{{0, .197}, {1, .498}, {2, .83}})}) {
    Task task;
    task.units.length = Units::Length::mm;
    task.part.outline = Polygon{vertices};
    task.friction = {.2, .2};
    task.actuator = TrayActuator();
    for (const auto& [edge, share] : pins) {
      const Vector from = vertices[edge], along = vertices[(edge + 1) % vertices.size()] - from;
      Fixel& pin = task.fixels.emplace_back();
      pin.radius = .5;
      pin.at = from + share * along + .5 * Vector(along.y(), -along.x()).normalized();
    }
    const ValidTask valid(task);
    const ReferencePose reference = reference_pose(task);
    const WrongPlacements before = find_wrong_placements(valid, reference);
    REQUIRE(before.complete);
    REQUIRE_FALSE(before.wrong.empty());
    const std::optional<MovedPin> move = find_moved_pin(valid, reference, before);
    REQUIRE(move.has_value());
    CHECK(move->after.foolproof());
    CHECK((move->pin.at - task.fixels[move->fixel].at).norm() == doctest::Approx(move->displacement));
    CHECK(move->displacement <= 15);
    for (std::size_t k = 0; k < 3; ++k)
      if (k != move->fixel) CHECK(move->task.fixels[k].at == task.fixels[k].at);
    const Chords part(task.part, Vector(0, 0), false, .001);
    CHECK(part.depth(move->pin.at) == doctest::Approx(-.5));
    const ReferencePose seat = reference_pose(move->task);
    CHECK(seat.seated);
    CHECK((*seat.task.pose - *reference.task.pose).norm() < 1e-6);
    const TaskPlan plan_before = plan(valid), plan_after = plan(ValidTask(move->task));
    if (plan_before.found() && plan_before.certainty.certified) {
      REQUIRE(plan_after.found());
      CHECK(plan_after.guarantee >= plan_before.guarantee);
    }
    CHECK(compare(move->task, seat, move->after, 1, 200, 0).grid.extra.empty());
  }
}

TEST_CASE("the fixture search with the threshold `foolproof` drops fixtures with wrong placements") {
  // Some fixtures on three adjacent edges of a regular hexagon accept no wrong placement.
  Task task;
  task.units.length = Units::Length::mm;
  Polygon hexagon;
  for (int k = 0; k < 6; ++k) hexagon.vertices.push_back(20 * Vector(std::cos(k * kPi / 3), std::sin(k * kPi / 3)));
  task.part.outline = hexagon;
  task.friction = {.2, .2};
  task.actuator = TrayActuator();
  FixtureOptions::Points points;
  points.per_edge = 7;
  points.pin_radius = .5;
  task.fixture.emplace().candidates = points;
  task.fixture->depth_for = 200;
  DesignRequest request;
  // These measures are not needed, and take time.
  request.measures.depth = request.measures.loading = request.measures.friction_limit = false;
  request.plans = 0;
  const FixtureDesigns usual = design_fixtures(ValidTask(task), request);
  REQUIRE_FALSE(usual.fixtures.empty());
  CHECK_FALSE(usual.fixtures[0].measures->placements.has_value());
  task.fixture->thresholds.foolproof = true;
  const FixtureDesigns designs = design_fixtures(ValidTask(task), request);
  MESSAGE(designs.reason);
  REQUIRE(designs.status == FixtureDesigns::Status::found);
  CHECK_FALSE(designs.with_pins.has_value());
  for (const RankedFixture& fixture : designs.fixtures) {
    REQUIRE(fixture.measures->placements.has_value());
    CHECK(fixture.measures->placements->foolproof());
  }
  const Task best = with_fixture(task, designs.fixtures[0].place.candidate);
  CHECK(compare(best, reference_pose(best), *designs.fixtures[0].measures->placements, 1, 200, 0).grid.extra.empty());
}

TEST_CASE("if the fixture search finds no foolproof fixture, it proposes additional pins for the best one") {
  Task task = read_task_file(PAWL_SOURCE_DIR "/data/tasks/plate_fixture.json");
  task.fixture->thresholds.foolproof = true;
  const FixtureDesigns designs = design_fixtures(ValidTask(task));
  CHECK(designs.fixtures.empty());
  CHECK(designs.missed.back() == designs.measured);
  REQUIRE(designs.with_pins.has_value());
  const FoolproofPins& pins = designs.with_pins->pins;
  CHECK(pins.after.foolproof());
  CHECK(compare(pins.task, reference_pose(pins.task), pins.after, .5, 300, 0).grid.extra.empty());
}

TEST_CASE("tasks of PAWL_PLACEMENT_TASKS: a grid of poses finds no wrong placement that the answer lacks") {
  const char* const list = std::getenv("PAWL_PLACEMENT_TASKS");
  if (list == nullptr) return;
  fmt::print("{:50} {:>4} {:>4} {:>9} {:>8} {:>6} {:>6} {:>5} {:>7} {:>7}\n", "part", "sets", "und.", "visited",
             "touching", "starts", "found", "extra", "answer", "grid s");
  std::ifstream file(list);
  for (std::string path; std::getline(file, path);) {
    const std::string name = path.substr(path.find_last_of('/') + 1);
    fmt::print("{}", compare(name, read_task_file(path), .25, 400));
    std::fflush(stdout);
  }
}
