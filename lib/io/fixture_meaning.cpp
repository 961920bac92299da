// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/unchecked.h"
#include "io/fixture_fields.h"
#include "io/fixture_form.h"
#include "io/json_of.h"

namespace pawl {

std::size_t edge_count(const Outline& outline) {
  return std::max<std::size_t>(internal::vertices_of(outline).size(), 1);
}

namespace internal {
namespace {

using Objective = FixtureOptions::Objective;

/// The length of an outline's edges, each over the pitch, at least 1 each.
double count_by_pitch(const Outline& outline, double pitch) {
  if (const Disc* disc = std::get_if<Disc>(&outline)) return 2 * std::numbers::pi * disc->radius / pitch;
  const std::span<const Eigen::Vector2d> vertices = vertices_of(outline);
  const Path* path = std::get_if<Path>(&outline);
  double count = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const double chord = (vertices[(i + 1) % vertices.size()] - vertices[i]).stableNorm();
    const double bulge = path != nullptr ? std::abs(path->bulges[i]) : 0;
    // An arc's radius is chord (1 + b^2) / (4 b), its sweep 4 atan(b).
    const double length = bulge == 0 ? chord : chord * (1 + bulge * bulge) / bulge * std::atan(bulge);
    count += std::max(1., length / pitch);
  }
  return count;
}

class FixtureMeaning {
 public:
  FixtureMeaning(const Task& task, Validator& faults) : task_(task), options_(*task.fixture), faults_(faults) {}

  void run() {
    // Of a list with a fault the reader leaves entries out: the places of the others would be wrong.
    const bool polygons = !faults_.any_under("/fixture/keep_out");
    for (std::size_t k = 0; polygons && k < options_.keep_out.size(); ++k) check_polygon(k);
    check_pins();
    check_tolerance();
    if (!task_.part.outline || faults_.any_under("/part/outline")) return;
    check_edges("/fixture/forbidden_edges", options_.forbidden_edges);
    check_edges("/fixture/required_edges", options_.required_edges);
    check_points();
  }

 private:
  void check_polygon(std::size_t k) {
    const std::string pointer = fmt::format("/fixture/keep_out/{}", k);
    if (!faults_.any_under(pointer)) faults_.add(outline_faults(options_.keep_out[k], pointer));
  }

  void check_pins() {
    if (faults_.any_under("/fixture/pins") || faults_.any_under("/fixture/required_edges")) return;
    if (options_.pins != 3 && std::holds_alternative<FixtureOptions::Lattice>(options_.candidates)) {
      faults_.add("/fixture/pins", fmt::to_string(options_.pins), "must be 3 on a lattice");
    }
    if (options_.pins != 3 && options_.clamp) {
      faults_.add("/fixture/clamp", "true", "must be false with 4 pins: edges that take a clamp are looked for with 3");
    }
    if (options_.required_edges.size() <= static_cast<std::size_t>(options_.pins)) return;
    faults_.add("/fixture/required_edges", quoted(json_of(options_.required_edges)),
                fmt::format("must name at most as many edges as there are pins, {}", options_.pins));
  }

  void check_tolerance() {
    if (options_.tolerance || faults_.any_under("/fixture/tolerance")) return;
    static constexpr const char* kMissingTolerance = "says nothing without \"tolerance\"";
    if (options_.thresholds.point_error) {
      faults_.add("/fixture/thresholds/point_error", fmt::format("{}", *options_.thresholds.point_error),
                  kMissingTolerance);
    }
    if (faults_.any_under("/fixture/objectives")) return;
    const auto found = std::find(options_.objectives.begin(), options_.objectives.end(), Objective::point_error);
    if (found == options_.objectives.end()) return;
    faults_.add(fmt::format("/fixture/objectives/{}", found - options_.objectives.begin()), "\"point_error\"",
                kMissingTolerance);
  }

  void check_edges(const std::string& pointer, const std::vector<int>& edges) {
    if (faults_.any_under(pointer)) return;
    const std::size_t count = edge_count(*task_.part.outline);
    for (std::size_t k = 0; k < edges.size(); ++k) {
      const std::string place = child(pointer, k);
      if (faults_.any_under(place)) continue;
      const std::string value = fmt::to_string(edges[k]);
      if (static_cast<std::size_t>(edges[k]) > count) {
        faults_.add(place, value, fmt::format("the outline has only {} edge{}", count, count == 1 ? "" : "s"));
      } else if (&edges == &options_.required_edges && forbidden(edges[k])) {
        faults_.add(place, value, "is forbidden too");
      }
    }
  }
  bool forbidden(int edge) const {
    return std::find(options_.forbidden_edges.begin(), options_.forbidden_edges.end(), edge) !=
           options_.forbidden_edges.end();
  }

  void check_points() {
    const auto* points = std::get_if<FixtureOptions::Points>(&options_.candidates);
    if (points == nullptr || faults_.any_under("/fixture/candidates")) return;
    const double count = points->pitch ? count_by_pitch(*task_.part.outline, *points->pitch)
                                       : static_cast<double>(edge_count(*task_.part.outline)) * points->per_edge;
    if (count <= kMostLocatorPoints) return;
    const char* key = points->pitch ? "pitch" : "per_edge";
    faults_.add(fmt::format("/fixture/candidates/points/{}", key),
                points->pitch ? fmt::format("{}", *points->pitch) : fmt::to_string(points->per_edge),
                fmt::format("makes {:.0f} points round the outline; at most {}", count, kMostLocatorPoints));
  }

  const Task& task_;
  const FixtureOptions& options_;
  Validator& faults_;
};

}  // namespace

std::string wrong_angle(double degrees) {
  return degrees >= 0 && degrees <= 180 ? "" : "must be from 0 to 180 (degrees)";
}

std::string wrong_edge_range(double from, double to) {
  return from < to ? "" : "must be [from, to], from less than to";
}

std::string wrong_edge(int number, const std::vector<int>& earlier) {
  return std::find(earlier.begin(), earlier.end(), number) != earlier.end() ? "names an edge twice" : "";
}

std::string wrong_objective(Objective objective, const std::vector<Objective>& earlier) {
  return std::find(earlier.begin(), earlier.end(), objective) != earlier.end() ? "is named twice" : "";
}

std::string wrong_objective_count(std::size_t count) { return count > 0 ? "" : "must name at least one"; }

void check_fixture_meaning(const Task& task, Validator& faults) {
  if (task.fixture) FixtureMeaning(task, faults).run();
}

}  // namespace internal
}  // namespace pawl
