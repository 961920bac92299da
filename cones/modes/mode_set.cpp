// SPDX-License-Identifier: MIT
#include "modes/mode_set.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

using Flags = std::vector<std::vector<char>>;

class ModeSet {
 public:
  ModeSet(const Flags& on_face, Flags strict_on) : on_face_(on_face), strict_on_(std::move(strict_on)) {}

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
  const Flags& on_face_;  // [facet][motion ray]
  Flags strict_on_;       // [strict row][motion ray]
};

/// The two facets through each extreme ray of a pointed cone with interior.
std::vector<std::vector<int>> edges(const Cone& cone) {
  std::vector<std::vector<int>> result;
  for (std::size_t r = 0; r < cone.rays().size(); ++r) {
    std::vector<int>& pair = result.emplace_back();
    for (std::size_t f = 0; f < cone.faces().size(); ++f) {
      if (sign_of_product(cone, f, r) == 0) pair.push_back(static_cast<int>(f));
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// Whether facet f holds a wrench of the pool, by doubles where they tell.
bool holds(const Cone& cone, std::size_t f, DirectionPool& pool, int wrench) {
  const Approx& g = pool.approx(wrench);
  const Eigen::Vector3d& face = cone.faces()[f];
  double value = 0;
  double magnitude = 0;
  for (int i = 0; i < 3; ++i) {
    value += face[i] * g.value[static_cast<std::size_t>(i)];
    magnitude += std::fabs(face[i]) * g.magnitude[static_cast<std::size_t>(i)];
  }
  if (std::fabs(value) > (g.ulps + 16) * 0x1p-53 * magnitude + 0x1p-400) return false;
  return dot(cone.exact().faces[f], pool.exact_multiple(wrench)).is_zero();
}

/// The lexicographically first minimal set of facets that meet in the apex alone.
std::vector<int> apex_facets(int facet_count, const std::vector<std::vector<int>>& edge_list) {
  if (facet_count == 3) return {0, 1, 2};
  for (int j = 1;; ++j) {
    const std::vector<int> pair{0, j};
    if (!std::binary_search(edge_list.begin(), edge_list.end(), pair)) return pair;
  }
}

}  // namespace

FaceIncidence face_incidence(DirectionPool& pool, std::span<const int> wrenches, const Cone& cone) {
  FaceIncidence incidence{Flags(cone.faces().size(), std::vector<char>(wrenches.size())), {}};
  for (std::size_t f = 0; f < cone.faces().size(); ++f) {
    for (std::size_t r = 0; r < wrenches.size(); ++r) incidence.on_face[f][r] = holds(cone, f, pool, wrenches[r]);
  }
  if (cone.faces().size() >= 3) incidence.edges = edges(cone);
  return incidence;
}

std::vector<std::vector<int>> excluded_faces(DirectionPool& pool, const MotionCone& motion,
                                             const FaceIncidence& incidence) {
  const std::vector<CrossPair>& rays = motion.generators().rays;
  Flags strict_on(motion.strict_rows().size(), std::vector<char>(rays.size()));
  for (std::size_t k = 0; k < strict_on.size(); ++k) {
    for (std::size_t r = 0; r < rays.size(); ++r) {
      strict_on[k][r] = pool.sign_det(rays[r].a, rays[r].b, motion.strict_rows()[k]) < 0;
    }
  }

  const ModeSet set(incidence.on_face, std::move(strict_on));
  const int facets = static_cast<int>(incidence.on_face.size());
  std::vector<std::vector<int>> excluded;
  for (int f = 0; f < facets; ++f) {
    if (!set.includes({f})) excluded.push_back({f});
  }
  const std::size_t singles = excluded.size();
  for (const std::vector<int>& edge : incidence.edges) {
    const auto holds_edge = [&](const std::vector<int>& face) { return face[0] == edge[0] || face[0] == edge[1]; };
    const auto end = excluded.begin() + static_cast<std::ptrdiff_t>(singles);
    if (std::none_of(excluded.begin(), end, holds_edge) && !set.includes(edge)) excluded.push_back(edge);
  }
  if (excluded.empty() && facets >= 2) {
    const std::vector<int> apex = facets == 2 ? std::vector<int>{0, 1} : apex_facets(facets, incidence.edges);
    if (!set.includes(apex)) excluded.push_back(apex);
  }
  std::sort(excluded.begin(), excluded.end());
  return excluded;
}

}  // namespace pawl::internal
