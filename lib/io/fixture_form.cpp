// SPDX-License-Identifier: MIT
#include "io/fixture_form.h"

#include "io/fixture_fields.h"
#include "io/form_reader.h"

namespace pawl::internal {
namespace {

/// Reads each value of "fixture" by its rule in fixture_fields.h.
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
              read(v, p, one, Fields());
              refuse_both(v, p);
              target = one;
            }};
  }
  void read(Value value, Pointer pointer, FixtureOptions::Candidates& target, OneCandidates) {
    reader_.one_of(value, pointer,
                   {candidates_key(Points(), target), candidates_key(FixtureOptions::Lattice(), target)});
  }
  void refuse_both(Value points, Pointer pointer) {
    const JsonValue* pitch = points.find("pitch");
    if (pitch == nullptr || points.find("per_edge") == nullptr) return;
    reader_.fault(child(pointer, "pitch"), *pitch, "cannot stand beside \"per_edge\"");
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

}  // namespace pawl::internal
