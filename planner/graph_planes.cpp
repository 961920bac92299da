// SPDX-License-Identifier: MIT
#include "graph_planes.h"

#include <algorithm>
#include <map>

#include "exact_cone.h"

namespace pawl {

/// Numbers planes by their normals.
class PlaneNumbers {
 public:
  explicit PlaneNumbers(std::vector<IntegerVector>& planes) : planes_(planes) {}

  /// The plane's number and the sign of `row` against its normal.
  std::pair<int, int> number(const IntegerVector& row) {
    const auto first = std::find_if(row.begin(), row.end(), [](const Integer& entry) { return !entry.is_zero(); });
    const int side = first->sign();
    const IntegerVector normal = side < 0 ? negated(row) : row;
    const auto [place, fresh] = numbers_.try_emplace(normal, static_cast<int>(planes_.size()));
    if (fresh) planes_.push_back(normal);
    return {place->second, side};
  }

 private:
  std::vector<IntegerVector>& planes_;
  std::map<IntegerVector, int> numbers_;
};

GraphPlanes::ConeTest GraphPlanes::test_of(const Cone& cone, PlaneNumbers& numbers) {
  ConeTest test;
  for (const IntegerVector& face : cone.exact().faces) test.faces.push_back(numbers.number(face));
  for (const IntegerVector& equality : cone.exact().equalities)
    test.equalities.push_back(numbers.number(equality).first);
  return test;
}

GraphPlanes::GraphPlanes(const ContactGraph& graph) {
  PlaneNumbers numbers(planes_);
  for (int state = 0; state < graph.states().count(); ++state) {
    StateTest& tests = states_.emplace_back();
    tests.rest = test_of(graph.rest_cone(state), numbers);
    for (const StateMode& mode : graph.modes(state)) tests.modes.push_back({test_of(mode.cone.cone, numbers), &mode});
  }
  for (StateTest& tests : states_) {
    set_bits(tests.rest);
    for (ModeTest& mode : tests.modes) set_bits(mode.cone);
  }
}

void GraphPlanes::set_bits(ConeTest& test) const {
  test.negative = test.positive = SignBits(planes_.size());
  for (const auto& [plane, side] : test.faces)
    (side > 0 ? test.negative : test.positive).set(static_cast<std::size_t>(plane), true);
}

bool GraphPlanes::holds(const ConeTest& test, const SignBits& signs) {
  return test.equalities.empty() && signs.agree(test.negative, test.positive);
}

bool GraphPlanes::holds(const ConeTest& test, const std::vector<signed char>& signs) {
  return std::all_of(
             test.faces.begin(), test.faces.end(),
             [&](const auto& face) { return signs[static_cast<std::size_t>(face.first)] * face.second <= 0; }) &&
         std::all_of(test.equalities.begin(), test.equalities.end(),
                     [&](int plane) { return signs[static_cast<std::size_t>(plane)] == 0; });
}

bool GraphPlanes::admits(const ModeTest& test, const std::vector<signed char>& signs) {
  if (!holds(test.cone, signs)) return false;
  const auto& faces = test.cone.faces;
  const auto& excluded = test.mode->cone.excluded;
  return std::none_of(excluded.begin(), excluded.end(), [&](const std::vector<int>& set) {
    return std::all_of(set.begin(), set.end(), [&](int face) {
      return signs[static_cast<std::size_t>(faces[static_cast<std::size_t>(face)].first)] == 0;
    });
  });
}

void GraphPlanes::moves(const std::vector<signed char>& signs, std::vector<StateMoves>& moves) const {
  find_moves(signs, moves);
}

void GraphPlanes::moves(const SignBits& signs, std::vector<StateMoves>& moves) const { find_moves(signs, moves); }

template <class Signs>
void GraphPlanes::find_moves(const Signs& signs, std::vector<StateMoves>& moves) const {
  moves.assign(states_.size(), {});
  for (std::size_t state = 0; state < states_.size(); ++state) {
    StateMoves& result = moves[state];
    result.rest = holds(states_[state].rest, signs);
    for (const ModeTest& test : states_[state].modes) {
      if ((test.mode->can_rest && result.rest) || !admits(test, signs)) continue;
      result.escape = result.escape || test.mode->successors.empty() || test.mode->bounces;
      for (const int next : test.mode->successors) result.successors.set(static_cast<std::size_t>(next));
    }
  }
}

}  // namespace pawl
