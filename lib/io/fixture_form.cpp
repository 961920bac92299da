// SPDX-License-Identifier: MIT
// Reads and checks the key "fixture" of a task.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "geometry/outline.h"
#include "io/form_reader.h"
#include "io/task_fields.h"
#include "io/task_form.h"
#include "io/units.h"
#include "io/value_checks.h"

namespace pawl::internal::inline io {
namespace {

/// Reads the values of "fixture", each by the rule that task_fields.h states for its key.
class FixtureForm : public FormReader<FixtureForm> {
  friend FormReader<FixtureForm>;

 public:
  using FormReader::read;
  explicit FixtureForm(const ObjectReader& reader) : FormReader(reader) {}

 private:
  using Points = FixtureOptions::Points;
  using Objective = FixtureOptions::Objective;

  template <class One>
  ObjectReader::Key candidates_key(One defaults, FixtureOptions::Candidates& target) {
    return {key_of(defaults), false, [this, defaults, &target](Value v, Pointer p) {
              One one = defaults;
              std::vector<ObjectReader::Key> keys = keys_of(one);
              keys.push_back(diameter_key("pin_diameter", "pin_radius", v, one.pin_radius));
              reader_.object(v, p, keys);
              refuse_both(v, p);
              target = one;
            }};
  }
  void read(Value value, Pointer pointer, FixtureOptions::Candidates& target, OneCandidates) {
    reader_.one_of(value, pointer,
                   {candidates_key(Points(), target), candidates_key(FixtureOptions::Lattice(), target)});
  }
  void refuse_both(Value points, Pointer pointer) {
    for (const auto& [key, other] :
         {std::pair("pitch", "per_edge"), std::pair("total", "per_edge"), std::pair("total", "pitch")}) {
      const JsonValue* value = points.find(key);
      if (value == nullptr || points.find(other) == nullptr) continue;
      reader_.fault(child(pointer, key), *value, fmt::format("cannot be combined with \"{}\"", other));
    }
  }

  void read(Value value, Pointer pointer, int& target, PinCount) {
    target = reader_.integer(value, pointer, 3, 4).value_or(target);
  }
  void read(Value value, Pointer pointer, std::optional<double>& target, Degrees) {
    target = reader_.number(value, pointer);
    if (target) reader_.require(pointer, value, wrong_angle(*target));
  }
  void read(Value value, Pointer pointer, std::vector<Polygon>& target, Polygons) {
    read_each(value, pointer, "polygons", [&](Value v, Pointer p) {
      if (v.is(Kind::array) && !reader_.require(p, v, wrong_vertex_count(v.size()))) return;
      Polygon& polygon = target.emplace_back();
      read_each(v, p, "vertices [x, y]", [&](Value i, Pointer at) {
        FormReader::read(i, at, polygon.vertices.emplace_back(0, 0), Bound::coordinate);
      });
    });
  }
  void read(Value value, Pointer pointer, std::vector<int>& target, EdgeNumbers) {
    read_each(value, pointer, "edge numbers", [&](Value v, Pointer p) {
      const auto number = reader_.integer(v, p, 1, std::numeric_limits<int>::max());
      if (!number) return;
      reader_.require(p, v, wrong_edge(*number, target));
      target.push_back(*number);
    });
  }
  void read(Value value, Pointer pointer, std::pair<double, double>& target, EdgeRange) {
    const auto ends = reader_.vector<2>(value, pointer, Bound::fraction);
    if (!ends) return;
    target = {ends->x(), ends->y()};
    reader_.require(pointer, value, wrong_edge_range(target.first, target.second));
  }
  template <int N>
  void read(Value value, Pointer pointer, std::vector<Eigen::Matrix<double, N, 1>>& target, VectorsOf rule) {
    using Vector = Eigen::Matrix<double, N, 1>;
    read_each(value, pointer, rule.of, [&](Value v, Pointer p) {
      target.push_back(Vector::Zero());
      FormReader::read(v, p, target.back(), rule.bound);
    });
  }
  void read(Value value, Pointer pointer, std::vector<Objective>& target, Objectives) {
    target.clear();
    read_each(value, pointer, "objectives", [&](Value v, Pointer p) {
      constexpr auto kNone = static_cast<Objective>(-1);
      Objective objective = kNone;
      FormReader::read(v, p, objective, objective_words());
      if (objective == kNone) return;
      reader_.require(p, v, wrong_objective(objective, target));
      target.push_back(objective);
    });
    if (value.is(Kind::array)) reader_.require(pointer, value, wrong_objective_count(value.size()));
  }
};

}  // namespace

void read_fixture_form(const JsonValue& value, const std::string& pointer, const ObjectReader& reader,
                       FixtureOptions& options) {
  FixtureForm(reader).read(value, pointer, options, Fields());
}

namespace {

using Objective = FixtureOptions::Objective;

std::string word_of(Objective objective) {
  for (const auto& word : objective_words().words) {
    if (word.value == objective) return word.text;
  }
  return fmt::to_string(static_cast<int>(objective));
}

/// Checks the values of "fixture" in memory, each by the rule that task_fields.h states for its key.
class FixtureValues : public ValueChecks<FixtureValues> {
  friend ValueChecks<FixtureValues>;

 public:
  using ValueChecks::check;
  using ValueChecks::ValueChecks;

 private:
  void check(Pointer pointer, const FixtureOptions::Candidates& candidates, OneCandidates) {
    std::visit([&](const auto& one) { this->check(child(pointer, key_of(one)), one, Fields()); }, candidates);
  }
  void check(Pointer pointer, int pins, PinCount) { require(pointer, pins, wrong_whole_number(pins, 3, 4)); }
  void check(Pointer pointer, double degrees, Degrees) {
    const std::string wrong = wrong_number(Bound::any, degrees);
    require(pointer, degrees, wrong.empty() ? wrong_angle(degrees) : wrong);
  }
  void check(Pointer pointer, const std::vector<Polygon>& polygons, Polygons) {
    for (std::size_t k = 0; k < polygons.size(); ++k) {
      const std::string place = child(pointer, k);
      const std::string wrong = wrong_vertex_count(polygons[k].vertices.size());
      require(place, polygons[k], wrong);
      if (wrong.empty()) check(place, polygons[k].vertices, VectorsOf{"", Bound::coordinate});
    }
  }
  void check(Pointer pointer, const std::vector<int>& edges, EdgeNumbers) {
    std::vector<int> earlier;
    for (std::size_t k = 0; k < edges.size(); ++k) {
      const std::string wrong = wrong_whole_number(edges[k], 1, std::numeric_limits<int>::max());
      require(child(pointer, k), edges[k], wrong.empty() ? wrong_edge(edges[k], earlier) : wrong);
      if (wrong.empty()) earlier.push_back(edges[k]);
    }
  }
  void check(Pointer pointer, const std::pair<double, double>& range, EdgeRange) {
    const Eigen::Vector2d ends(range.first, range.second);
    check(pointer, ends, Bound::fraction);
    const auto right = [](double end) { return wrong_number(Bound::fraction, end).empty(); };
    if (right(range.first) && right(range.second)) {
      require(pointer, ends, wrong_edge_range(range.first, range.second));
    }
  }
  template <int N>
  void check(Pointer pointer, const std::vector<Eigen::Matrix<double, N, 1>>& vectors, VectorsOf rule) {
    for (std::size_t k = 0; k < vectors.size(); ++k) check(child(pointer, k), vectors[k], rule.bound);
  }
  void check(Pointer pointer, const std::vector<Objective>& objectives, Objectives) {
    std::vector<Objective> earlier;
    std::vector<std::string> words;
    for (std::size_t k = 0; k < objectives.size(); ++k) {
      const std::string place = child(pointer, k);
      check(place, objectives[k], objective_words());
      require(place, word_of(objectives[k]), wrong_objective(objectives[k], earlier));
      earlier.push_back(objectives[k]);
      words.push_back(word_of(objectives[k]));
    }
    require(pointer, words, wrong_objective_count(objectives.size()));
  }
};

}  // namespace

void check_fixture_values(const FixtureOptions& options, const std::string& pointer, Validator& faults) {
  FixtureValues(faults).check(pointer, options, Fields());
}

}  // namespace pawl::internal::inline io

namespace pawl {

std::size_t edge_count(const Outline& outline) {
  const std::vector<std::size_t> numbers = edge_numbers(outline);
  return numbers.empty() ? 1 : *std::max_element(numbers.begin(), numbers.end());
}

namespace internal::inline io {
namespace {

/// Returns the sum of max(1, length / pitch) over the edges of an outline; for a disc, returns length / pitch.
double count_by_pitch(const Outline& outline, double pitch) {
  if (const Disc* disc = std::get_if<Disc>(&outline)) return 2 * std::numbers::pi * disc->radius / pitch;
  const std::span<const Eigen::Vector2d> vertices = vertices_of(outline);
  const Path* path = std::get_if<Path>(&outline);
  const std::vector<std::size_t> numbers = edge_numbers(outline);
  std::vector<double> of_edge(edge_count(outline), 0);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const double chord = (vertices[(i + 1) % vertices.size()] - vertices[i]).stableNorm();
    const double bulge = path != nullptr ? std::abs(path->bulges[i]) : 0;
    // With the bulge b, an arc has the radius chord (1 + b^2) / (4 b) and the sweep 4 atan(b).
    const double length = bulge == 0 ? chord : chord * (1 + bulge * bulge) / bulge * std::atan(bulge);
    of_edge[numbers[i] - 1] += length / pitch;
  }
  double count = 0;
  for (const double one : of_edge) count += std::max(1., one);
  return count;
}

class FixtureMeaning {
 public:
  FixtureMeaning(const Task& task, Validator& faults) : task_(task), options_(*task.fixture), faults_(faults) {}

  void run() {
    // Polygons are checked only if the reader found no fault in any of them. Otherwise the indices in messages would be
    // wrong, because the reader leaves out invalid entries of a list.
    const bool polygons = !faults_.any_under("/fixture/keep_out");
    for (std::size_t k = 0; polygons && k < options_.keep_out.size(); ++k) check_polygon(k);
    check_pins();
    check_datums();
    check_tolerance();
    check_part_tolerance();
    if (!task_.part.outline || faults_.any_under("/part/outline")) return;
    check_edges("/fixture/forbidden_edges", options_.forbidden_edges);
    check_edges("/fixture/required_edges", options_.required_edges);
    if (options_.datums) {
      check_edge("/fixture/datums/A", options_.datums->a);
      check_edge("/fixture/datums/B", options_.datums->b);
      if (options_.datums->c) check_edge("/fixture/datums/C", *options_.datums->c);
    }
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
      faults_.add("/fixture/clamp", "true",
                  "must be false with 4 pins: edges that take a clamp are searched only with 3 pins");
    }
    if (options_.required_edges.size() <= static_cast<std::size_t>(options_.pins)) return;
    faults_.add("/fixture/required_edges", quoted(json_of(options_.required_edges)),
                fmt::format("must name at most as many edges as there are pins ({})", options_.pins));
  }

  void check_datums() {
    if (faults_.any_under("/fixture/datums") || !options_.datums) return;
    const FixtureOptions::Datums& datums = *options_.datums;
    if (datums.a == datums.b) faults_.add("/fixture/datums/B", fmt::to_string(datums.b), "is also datum A");
    if (datums.c && (*datums.c == datums.a || *datums.c == datums.b))
      faults_.add("/fixture/datums/C", fmt::to_string(*datums.c), "is also datum A or B");
    if (!options_.required_edges.empty())
      faults_.add("/fixture/required_edges", "", "has no effect beside \"datums\"; leave one of them out");
    if (options_.pins != 3) faults_.add("/fixture/pins", fmt::to_string(options_.pins), "must be 3 beside \"datums\"");
  }

  void check_tolerance() {
    if (options_.tolerance || faults_.any_under("/fixture/tolerance")) return;
    static constexpr const char* kMissingTolerance = "has no effect without \"tolerance\"";
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

  /// If the displacement over the profile zone is requested, checks that the part has a profile tolerance.
  void check_part_tolerance() {
    if (task_.part.tolerance > 0 || faults_.any_under("/part/tolerance")) return;
    static constexpr const char* kMissingZone =
        "has no effect without a profile tolerance of the part: \"part\": {\"tolerance\": ...}, or --part-tolerance";
    if (const auto& bound = options_.thresholds.zone_displacement)
      faults_.add("/fixture/thresholds/zone_displacement", fmt::format("{}", *bound), kMissingZone);
    if (faults_.any_under("/fixture/objectives")) return;
    const auto found = std::find(options_.objectives.begin(), options_.objectives.end(), Objective::zone_displacement);
    if (found == options_.objectives.end()) return;
    faults_.add(fmt::format("/fixture/objectives/{}", found - options_.objectives.begin()), "\"zone_displacement\"",
                kMissingZone);
  }

  void check_edges(const std::string& pointer, const std::vector<int>& edges) {
    if (faults_.any_under(pointer)) return;
    for (std::size_t k = 0; k < edges.size(); ++k) check_edge(child(pointer, k), edges[k]);
  }
  void check_edge(const std::string& pointer, int edge) {
    if (faults_.any_under(pointer)) return;
    const std::size_t count = edge_count(*task_.part.outline);
    const bool may_be_forbidden = pointer.starts_with("/fixture/forbidden_edges");
    if (static_cast<std::size_t>(edge) > count) {
      faults_.add(pointer, fmt::to_string(edge),
                  fmt::format("the outline has only {} edge{}", count, count == 1 ? "" : "s"));
    } else if (!may_be_forbidden && forbidden(edge)) {
      faults_.add(pointer, fmt::to_string(edge), "is also in \"forbidden_edges\"");
    }
  }
  bool forbidden(int edge) const {
    return std::find(options_.forbidden_edges.begin(), options_.forbidden_edges.end(), edge) !=
           options_.forbidden_edges.end();
  }

  void check_points() {
    const auto* points = std::get_if<FixtureOptions::Points>(&options_.candidates);
    if (points == nullptr || faults_.any_under("/fixture/candidates")) return;
    const double edges = static_cast<double>(edge_count(*task_.part.outline));
    const double count = points->pitch      ? count_by_pitch(*task_.part.outline, *points->pitch)
                         : points->per_edge ? edges * *points->per_edge
                                            : points->total;
    if (count <= kMostLocatorPoints) return;
    const char* key = points->pitch ? "pitch" : points->per_edge ? "per_edge" : "total";
    faults_.add(
        fmt::format("/fixture/candidates/points/{}", key),
        points->pitch ? fmt::format("{}", *points->pitch) : fmt::to_string(points->per_edge.value_or(points->total)),
        fmt::format("makes {:.0f} points around the outline; expected at most {}", count, kMostLocatorPoints));
  }

  const Task& task_;
  const FixtureOptions& options_;
  Validator& faults_;
};

}  // namespace

std::string wrong_angle(double degrees) {
  return degrees >= 0 && degrees <= 180 ? "" : "must be from 0 to 180 (degrees)";
}

std::string wrong_edge_range(double from, double to) { return from < to ? "" : "must be [from, to] with from < to"; }

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

}  // namespace internal::inline io
}  // namespace pawl
