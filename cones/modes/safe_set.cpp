// SPDX-License-Identifier: MIT
#include "modes/safe_set.h"

#include <algorithm>
#include <optional>

namespace pawl::internal {
namespace {

void subtract(std::vector<Cone>& pieces, const Cone& rival) {
  std::vector<Cone> rest;
  for (const Cone& piece : pieces) {
    std::vector<Cone> outside = difference(piece, rival);
    rest.insert(rest.end(), std::make_move_iterator(outside.begin()), std::make_move_iterator(outside.end()));
  }
  pieces = std::move(rest);
}

bool opposite_faces(const Cone& a, const Cone& b) {
  for (const Eigen::Vector3d& face : a.faces()) {
    for (const Eigen::Vector3d& other : b.faces()) {
      if (face == -other) return true;
    }
  }
  return false;
}

/// a and b as one piece, if that is convex and keeps clear of every rival: a thin one may lie between them.
std::optional<Cone> joined(const Cone& a, const Cone& b, const std::vector<Cone>& rivals) {
  if (!opposite_faces(a, b)) return std::nullopt;
  std::optional<Cone> both = convex_union(a, b);
  if (!both) return std::nullopt;
  const auto clear = [&](const Cone& rival) {
    const std::vector<Cone> rest = difference(*both, rival);
    return rest.size() == 1 && rest[0] == *both;
  };
  return std::all_of(rivals.begin(), rivals.end(), clear) ? both : std::nullopt;
}

bool join_one_pair(std::vector<Cone>& pieces, const std::vector<Cone>& rivals) {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (std::size_t j = i + 1; j < pieces.size(); ++j) {
      std::optional<Cone> both = joined(pieces[i], pieces[j], rivals);
      if (!both) continue;
      pieces[i] = std::move(*both);
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(j));
      return true;
    }
  }
  return false;
}

/// The desired cones as pieces that do not overlap: wider dimensions first, each without the ones before.
std::vector<Cone> disjoint(std::vector<Cone> cones) {
  std::stable_sort(cones.begin(), cones.end(),
                   [](const Cone& a, const Cone& b) { return a.dimension() > b.dimension(); });
  std::vector<Cone> pieces;
  for (std::size_t i = 0; i < cones.size(); ++i) {
    std::vector<Cone> own{cones[i]};
    for (std::size_t j = 0; j < i; ++j) {
      if (intersection(cones[i], cones[j]).dimension() == cones[i].dimension()) subtract(own, cones[j]);
    }
    pieces.insert(pieces.end(), own.begin(), own.end());
  }
  return pieces;
}

bool rays_less(const Cone& a, const Cone& b) {
  const auto less = [](const Eigen::Vector3d& u, const Eigen::Vector3d& v) {
    return std::lexicographical_compare(u.data(), u.data() + 3, v.data(), v.data() + 3);
  };
  return std::lexicographical_compare(a.rays().begin(), a.rays().end(), b.rays().begin(), b.rays().end(), less);
}

}  // namespace

std::optional<std::vector<SafePiece>> safe_set(const std::vector<WrenchCone>& desired, const std::vector<Cone>& rivals,
                                               const std::vector<Cone>& touching, double rho, const StopToken& stop) {
  std::vector<Cone> cones;
  for (const WrenchCone& mode : desired) cones.push_back(mode.cone);
  std::vector<Cone> pieces = disjoint(std::move(cones));
  for (const Cone& rival : rivals) {
    if (stop.stop_requested()) return std::nullopt;
    subtract(pieces, rival);
  }
  std::vector<Cone> between = rivals;
  between.insert(between.end(), touching.begin(), touching.end());
  while (join_one_pair(pieces, between)) {
    if (stop.stop_requested()) return std::nullopt;
  }
  std::vector<SafePiece> safe;
  for (Cone& piece : pieces) {
    const WidestDirection widest = widest_direction(piece, rho);
    safe.push_back({std::move(piece), widest.direction, widest.margin});
  }
  std::sort(safe.begin(), safe.end(), [](const SafePiece& a, const SafePiece& b) {
    return a.margin != b.margin ? a.margin > b.margin : rays_less(a.cone, b.cone);
  });
  return safe;
}

}  // namespace pawl::internal
