// SPDX-License-Identifier: MIT
#include "mode_set.h"

#include <algorithm>

namespace pawl {
namespace {

using Flags = std::vector<std::vector<char>>;

class ModeSet {
 public:
  ModeSet(Flags on_face, Flags strict_on) : on_face_(std::move(on_face)), strict_on_(std::move(strict_on)) {}

  /// Whether the face cut out by `facets` belongs to the set.
  bool includes(const std::vector<int>& facets) const {
    return std::all_of(strict_on_.begin(), strict_on_.end(), [&](const std::vector<char>& strict) {
      for (std::size_t ray = 0; ray < strict.size(); ++ray) {
        const bool on_all = std::all_of(facets.begin(), facets.end(),
                                        [&](int f) { return on_face_[static_cast<std::size_t>(f)][ray] != 0; });
        if (strict[ray] && on_all) return true;
      }
      return false;
    });
  }

 private:
  Flags on_face_;    // [facet][motion ray]
  Flags strict_on_;  // [strict row][motion ray]
};

/// The two facets through each extreme ray of a pointed cone with interior.
std::vector<std::vector<int>> edges(const ExactCone& cone) {
  std::vector<std::vector<int>> result;
  for (const IntegerVector& ray : cone.rays) {
    std::vector<int>& pair = result.emplace_back();
    for (std::size_t f = 0; f < cone.faces.size(); ++f) {
      if (dot(cone.faces[f], ray).is_zero()) pair.push_back(static_cast<int>(f));
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// The lexicographically first minimal set of facets that meet in the apex alone.
std::vector<int> apex_facets(std::size_t facet_count, const std::vector<std::vector<int>>& edge_list) {
  if (facet_count == 3) return {0, 1, 2};
  for (int j = 1;; ++j) {
    const std::vector<int> pair{0, j};
    if (!std::binary_search(edge_list.begin(), edge_list.end(), pair)) return pair;
  }
}

}  // namespace

std::vector<std::vector<int>> excluded_faces(DirectionPool& pool, const MotionCone& motion,
                                             std::span<const int> wrenches, const ExactCone& cone) {
  const std::vector<CrossPair>& rays = motion.generators().rays;
  Flags on_face(cone.faces.size(), std::vector<char>(rays.size()));
  Flags strict_on(motion.strict_rows().size(), std::vector<char>(rays.size()));
  for (std::size_t r = 0; r < rays.size(); ++r) {
    const IntegerVector wrench = pool.exact_multiple(wrenches[r]);
    for (std::size_t f = 0; f < cone.faces.size(); ++f) on_face[f][r] = dot(cone.faces[f], wrench).is_zero();
    for (std::size_t k = 0; k < strict_on.size(); ++k) {
      strict_on[k][r] = pool.sign_det(rays[r].a, rays[r].b, motion.strict_rows()[k]) < 0;
    }
  }

  const ModeSet set(std::move(on_face), std::move(strict_on));
  const int facets = static_cast<int>(cone.faces.size());
  std::vector<std::vector<int>> excluded;
  for (int f = 0; f < facets; ++f) {
    if (!set.includes({f})) excluded.push_back({f});
  }
  const auto edge_list = facets >= 3 ? edges(cone) : std::vector<std::vector<int>>{};
  const std::size_t singles = excluded.size();
  for (const std::vector<int>& edge : edge_list) {
    const auto holds_edge = [&](const std::vector<int>& face) { return face[0] == edge[0] || face[0] == edge[1]; };
    const auto end = excluded.begin() + static_cast<std::ptrdiff_t>(singles);
    if (std::none_of(excluded.begin(), end, holds_edge) && !set.includes(edge)) excluded.push_back(edge);
  }
  if (excluded.empty() && facets >= 2) {
    const std::vector<int> apex = facets == 2 ? std::vector<int>{0, 1} : apex_facets(cone.faces.size(), edge_list);
    if (!set.includes(apex)) excluded.push_back(apex);
  }
  std::sort(excluded.begin(), excluded.end());
  return excluded;
}

}  // namespace pawl
