// SPDX-License-Identifier: MIT
#include <limits>

#include "io/fixture_fields.h"
#include "io/fixture_form.h"
#include "io/value_checks.h"

namespace pawl::internal {
namespace {

using Objective = FixtureOptions::Objective;

std::string word_of(Objective objective) {
  for (const auto& word : objective_words().words) {
    if (word.value == objective) return word.text;
  }
  return fmt::to_string(static_cast<int>(objective));
}

/// Checks each value of "fixture" by its rule in fixture_fields.h.
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

}  // namespace pawl::internal
