// SPDX-License-Identifier: MIT
#include "io/chord_arcs.h"

#include <cmath>

#include "geometry/unchecked.h"

namespace pawl::internal {
namespace {

constexpr double kChordTurn = .6;  ///< rad, from one chord to the next: eleven of them or more to a circle
constexpr double kAlike = .02;     ///< of lengths and turns

using Vector = Eigen::Vector2d;

/// Side i of a polygon, or of a path whose side i is straight.
class Sides {
 public:
  explicit Sides(const Outline& outline) : vertices_(vertices_of(outline)), path_(std::get_if<Path>(&outline)) {}

  std::size_t size() const { return vertices_.size(); }
  bool straight(std::size_t i) const { return path_ == nullptr || path_->bulges[i % size()] == 0; }
  Vector side(std::size_t i) const { return vertices_[(i + 1) % size()] - vertices_[i % size()]; }
  double length(std::size_t i) const { return side(i).norm(); }
  double turn_after(std::size_t i) const {
    const Vector a = side(i), b = side(i + 1);
    return std::atan2(a.x() * b.y() - a.y() * b.x(), a.dot(b));
  }

 private:
  std::span<const Vector> vertices_;
  const Path* path_;
};

bool alike(double a, double b) { return std::fabs(a - b) <= kAlike * std::fabs(a); }

double sagitta(const Sides& sides, std::size_t i) {
  const std::size_t before = i + sides.size() - 1;
  if (!sides.straight(before) || !sides.straight(i) || !sides.straight(i + 1)) return 0;
  const double length = sides.length(i), turn = sides.turn_after(i);
  const bool chord = turn != 0 && std::fabs(turn) < kChordTurn && alike(turn, sides.turn_after(before)) &&
                     alike(length, sides.length(before)) && alike(length, sides.length(i + 1));
  return chord ? length / 2 * std::fabs(std::tan(turn / 4)) : 0;
}

}  // namespace

double left_out_by_chords(const Outline& outline, const Feature& feature) {
  const bool edge = feature.kind == Feature::Kind::edge, vertex = feature.kind == Feature::Kind::vertex;
  const Sides sides(outline);
  if (!(edge || vertex) || sides.size() < 4) return 0;
  const double before = vertex ? sagitta(sides, feature.index + sides.size() - 1) : 0;
  return std::max(before, sagitta(sides, feature.index));
}

}  // namespace pawl::internal
