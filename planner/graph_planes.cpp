// SPDX-License-Identifier: MIT
#include "graph_planes.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "exact_cone.h"
#include "gap_order.h"

namespace pawl::internal {

/// Numbers planes by their normals, and cones by their exact representations, which equal modes share.
class GraphPlanes::Builder {
 public:
  explicit Builder(GraphPlanes& result) : result_(result) {}

  int number(const Cone& cone) {
    const auto [place, fresh] = cones_.try_emplace(&cone.exact(), static_cast<int>(result_.cones_.size()));
    if (fresh) result_.cones_.push_back(test_of(cone.exact()));
    return place->second;
  }

  /// The plane's number and the sign of `row` against its normal; {-1, 0} for the zero row.
  std::pair<int, int> plane(const IntegerVector& row) {
    const auto first = std::find_if(row.begin(), row.end(), [](const Integer& entry) { return !entry.is_zero(); });
    if (first == row.end()) return {-1, 0};
    const int side = first->sign();
    const auto [place, fresh] =
        planes_.try_emplace(side < 0 ? negated(row) : row, static_cast<int>(result_.planes_.size()));
    if (fresh) result_.planes_.push_back(place->first);
    return {place->second, side};
  }

 private:
  ConeTest test_of(const ExactCone& cone) {
    ConeTest test;
    for (const IntegerVector& face : cone.faces) test.faces.push_back(plane(face));
    for (const IntegerVector& equality : cone.equalities) test.equalities.push_back(plane(equality).first);
    return test;
  }

  GraphPlanes& result_;
  std::map<IntegerVector, int> planes_;
  std::unordered_map<const ExactCone*, int> cones_;
};

GraphPlanes::GraphPlanes(const ContactGraph& graph, const StopToken& stop) : graph_(&graph) {
  if (!graph.complete()) return;
  Builder builder(*this);
  for (int state = 0; state < graph.count(); ++state) {
    rest_cones_.push_back(builder.number(graph.rest_cone(state)));
    for (int mode = 0; mode < static_cast<int>(graph.modes(state).size()); ++mode) {
      const ModeTest test{state, mode};
      cones_[static_cast<std::size_t>(builder.number(mode_of(test).cone.cone))].modes.push_back(test);
      if (stop.stop_requested()) return;
    }
  }
  if (graph.gap_order()) {
    for (const auto& comparison : graph.gap_order()->comparisons()) {
      comparisons_.push_back(builder.plane(comparison.normal));
    }
  }
  set_masks();
  complete_ = true;
}

void GraphPlanes::set_masks() {
  const std::size_t words = SignBits(planes_.size()).words().size();
  for (std::size_t k = 0; k < cones_.size(); ++k) {
    if (!cones_[k].equalities.empty()) continue;
    open_cones_.push_back(static_cast<int>(k));
    SignBits negative(planes_.size());
    SignBits positive(planes_.size());
    for (const auto& [plane, side] : cones_[k].faces) {
      (side > 0 ? negative : positive).set(static_cast<std::size_t>(plane), true);
    }
    for (std::size_t w = 0; w < words; ++w) masks_.insert(masks_.end(), {negative.words()[w], positive.words()[w]});
  }
}

bool GraphPlanes::holds(const ConeTest& test, const std::vector<signed char>& signs) const {
  const auto sign = [&](int plane) { return signs[static_cast<std::size_t>(plane)]; };
  return std::all_of(test.faces.begin(), test.faces.end(),
                     [&](const auto& face) { return sign(face.first) * face.second <= 0; }) &&
         std::all_of(test.equalities.begin(), test.equalities.end(), [&](int plane) { return sign(plane) == 0; });
}

/// Whether a wrench of the mode's closed cone is none of the mode's.
bool GraphPlanes::in_excluded(const ConeTest& cone, const StateMode& mode,
                              const std::vector<signed char>& signs) const {
  const auto& faces = cone.faces;
  const auto& excluded = mode.cone.excluded;
  return std::any_of(excluded.begin(), excluded.end(), [&](const std::vector<int>& set) {
    return std::all_of(set.begin(), set.end(), [&](int face) {
      return signs[static_cast<std::size_t>(faces[static_cast<std::size_t>(face)].first)] == 0;
    });
  });
}

void GraphPlanes::moves(const std::vector<signed char>& signs, std::vector<StateMoves>& moves) const {
  std::vector<char> inside(cones_.size());
  for (std::size_t k = 0; k < cones_.size(); ++k) inside[k] = holds(cones_[k], signs);
  find_moves(
      inside, [&](const ConeTest& cone, const StateMode& mode) { return !in_excluded(cone, mode, signs); },
      [&](std::size_t k) { return static_cast<int>(signs[static_cast<std::size_t>(comparisons_[k].first)]); }, moves);
}

void GraphPlanes::key(const SignBits& signs, SignBits& key) const {
  const std::uint64_t* words = signs.words().data();
  const std::uint64_t* mask = masks_.data();
  const std::size_t size = signs.words().size();
  const std::size_t count = open_cones_.size();
  for (std::size_t first = 0; first < count; first += 64) {
    std::uint64_t inside = 0;
    for (std::size_t k = first; k < std::min(count, first + 64); ++k, mask += 2 * size) {
      std::uint64_t wrong = 0;
      for (std::size_t w = 0; w < size; ++w) wrong |= (words[w] & mask[2 * w]) | (~words[w] & mask[2 * w + 1]);
      inside |= std::uint64_t{wrong == 0} << (k - first);
    }
    key.set_word(first / 64, inside);
  }
  for (std::size_t k = 0; k < comparisons_.size(); ++k) {
    const int plane = comparisons_[k].first;
    key.set(count + k, plane >= 0 && signs.positive(static_cast<std::size_t>(plane)));
  }
}

void GraphPlanes::moves(const SignBits& key, std::vector<StateMoves>& moves) const {
  std::vector<char> inside(cones_.size());
  for (std::size_t k = 0; k < open_cones_.size(); ++k) {
    inside[static_cast<std::size_t>(open_cones_[k])] = key.positive(k);
  }
  find_moves(
      inside, [](const ConeTest&, const StateMode&) { return true; },
      [&](std::size_t k) { return key.positive(open_cones_.size() + k) ? 1 : -1; }, moves);
}

/// `sign`: of the plane of a comparison.
template <class Admits, class Sign>
void GraphPlanes::find_moves(const std::vector<char>& inside, const Admits& admits, const Sign& sign,
                             std::vector<StateMoves>& moves) const {
  moves.assign(rest_cones_.size(), {});
  for (std::size_t state = 0; state < moves.size(); ++state) {
    moves[state].rest = inside[static_cast<std::size_t>(rest_cones_[state])] != 0;
  }
  for (std::size_t k = 0; k < cones_.size(); ++k) {
    if (!inside[k]) continue;
    for (const ModeTest& test : cones_[k].modes) {
      const StateMode& mode = mode_of(test);
      StateMoves& result = moves[static_cast<std::size_t>(test.state)];
      if ((mode.can_rest && result.rest) || !admits(cones_[k], mode)) continue;
      result.escape = result.escape || mode.successors.none() || mode.bounces;
      result.successors |= test.state == graph_->displaced() ? displaced_successors(mode, sign) : mode.successors;
    }
  }
}

template <class Sign>
StateSet GraphPlanes::displaced_successors(const StateMode& mode, const Sign& sign) const {
  const auto order = [&](std::size_t k) { return comparisons_[k].first < 0 ? 0 : comparisons_[k].second * sign(k); };
  return graph_->successors(mode.kept, graph_->gap_order()->first(mode.approached, order));
}

bool GraphPlanes::fits(const ContactGraph& graph) const {
  if (!graph.complete() || graph.count() != graph_->count()) return false;
  for (int state = 0; state < graph.count(); ++state) {
    if (graph.modes(state).size() != graph_->modes(state).size()) return false;
  }
  return true;
}

}  // namespace pawl::internal
