// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/geometry/outline.h>

#include <boost/geometry.hpp>
#include <boost/multiprecision/gmp.hpp>
#include <cmath>

namespace pawl {
namespace {

namespace bg = boost::geometry;
// Validity is a combinatorial question: with double coordinates a 1e-8 slot in a 1 m square is called self-intersecting.
using Rational = boost::multiprecision::mpq_rational;
using Point = bg::model::d2::point_xy<Rational>;
using Segment = bg::model::segment<Point>;
using Ring = bg::model::polygon<Point>;

std::string text(const Eigen::Vector2d& v) { return fmt::format("[{},{}]", v.x(), v.y()); }

class PolygonCheck {
 public:
  PolygonCheck(const Polygon& polygon, const std::string& pointer) : vertices_(polygon.vertices), pointer_(pointer) {}

  std::vector<Fault> run() {
    if (vertices_.size() < 3) {
      add(pointer_, fmt::format("{} vertices", vertices_.size()), "a polygon needs at least 3 vertices");
      return faults_;
    }
    check_finite();
    if (faults_.empty()) check_repeated();
    if (faults_.empty()) check_simple();
    return faults_;
  }

 private:
  std::size_t next(std::size_t i) const { return i + 1 == vertices_.size() ? 0 : i + 1; }
  void add(std::string where, std::string value, std::string message) {
    faults_.push_back({std::move(where), std::move(value), std::move(message)});
  }

  void check_finite() {
    for (std::size_t i = 0; i < vertices_.size(); ++i) {
      if (vertices_[i].allFinite()) continue;
      add(fmt::format("{}/{}", pointer_, i), text(vertices_[i]), "must be finite numbers");
    }
  }

  void check_repeated() {
    for (std::size_t i = 0; i < vertices_.size(); ++i) {
      if (vertices_[i] != vertices_[next(i)]) continue;
      add(fmt::format("{}/{}", pointer_, next(i)), text(vertices_[next(i)]),
          fmt::format("repeats vertex {}; give each vertex once (the last is joined to the first)", i));
    }
  }

  void check_simple() {
    Ring ring;
    for (const Eigen::Vector2d& v : vertices_) bg::append(ring.outer(), Point(Rational(v.x()), Rational(v.y())));
    bg::correct(ring);
    bg::validity_failure_type failure = bg::no_failure;
    if (bg::is_valid(ring, failure)) return;
    if (name_crossing(ring)) return;
    if (failure == bg::failure_spikes || failure == bg::failure_wrong_topological_dimension) {
      add(pointer_, "", "the outline folds back on itself: consecutive edges overlap");
    } else {
      add(pointer_, "", "the outline must be a simple polygon with an area");
    }
  }

  Segment edge(std::size_t i) const {
    const auto point = [&](std::size_t k) { return Point(Rational(vertices_[k].x()), Rational(vertices_[k].y())); };
    return {point(i), point(next(i))};
  }

  bool name_crossing(const Ring&) {
    for (std::size_t i = 0; i < vertices_.size(); ++i) {
      for (std::size_t j = i + 2; j < vertices_.size(); ++j) {
        if (next(j) == i || !bg::intersects(edge(i), edge(j))) continue;
        add(fmt::format("{}/{}", pointer_, i), text(vertices_[i]),
            fmt::format("the outline crosses or touches itself: the edge from vertex {} to {} meets the edge from vertex "
                        "{} to {}",
                        i, next(i), j, next(j)));
        return true;
      }
    }
    return false;
  }

  const std::vector<Eigen::Vector2d>& vertices_;
  const std::string& pointer_;
  std::vector<Fault> faults_;
};

}  // namespace

std::vector<Fault> outline_faults(const Outline& outline, const std::string& pointer) {
  if (const auto* polygon = std::get_if<Polygon>(&outline)) return PolygonCheck(*polygon, pointer).run();
  const Disc& disc = std::get<Disc>(outline);
  std::vector<Fault> faults;
  if (!disc.center.allFinite()) faults.push_back({pointer + "/center", text(disc.center), "must be finite numbers"});
  if (!(disc.radius > 0) || !std::isfinite(disc.radius)) {
    faults.push_back({pointer + "/radius", fmt::format("{}", disc.radius), "must be a finite number greater than 0"});
  }
  return faults;
}

}  // namespace pawl
