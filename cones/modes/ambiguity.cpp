// SPDX-License-Identifier: MIT
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/modes/ambiguity.h>

#include <algorithm>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <vector>

#include "cones/cone.h"

namespace pawl::internal::inline modes {

/// Returns the safe set of the desired modes [MODEL section 4]: the wrenches that are consistent only with these modes.
/// Returns nothing if `stop` ended the computation.
///
/// The result consists of the desired cones minus the cones of the rivals, as pieces that do not overlap. Two
/// neighbouring pieces are joined if their union is convex and no rival's cone lies between them. A rival's cone in
/// `touching` touches only boundaries of desired cones; such a cone also keeps two pieces apart if it lies between
/// them. The widest piece comes first. Equally wide pieces are in the order of their rays. The difference of two convex
/// cones is computed by cuts along the faces of the subtracted cone, one after the other (difference(a, b)).
std::optional<std::vector<SafePiece>> safe_set(const std::vector<WrenchCone>& desired, const std::vector<Cone>& rivals,
                                               const std::vector<Cone>& touching, double rho, const StopToken& stop);

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

/// Returns the union of a and b if the union is convex and no rival's cone cuts it; otherwise nothing. (The cone of a
/// rival may have no interior and lie between a and b.)
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

/// Returns the union of the desired cones as pieces that do not overlap. Processes cones of higher dimension first, and
/// subtracts from each cone the cones that were processed before it.
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

}  // namespace pawl::internal::inline modes

namespace pawl {
namespace {

/// Returns how the wrenches of a rival overlap one desired cone. Returns nothing if the intersection of both cones is
/// only 0 although the desired cone is not, or if the rival is not consistent with the wrenches in the relative interior
/// of the intersection.
std::optional<Covers> covers(const WrenchCone& rival, const Cone& desired) {
  const Cone common = intersection(desired, rival.cone);
  if (common.dimension() == 0 && desired.dimension() > 0) return std::nullopt;
  if (!rival.admits(common)) return std::nullopt;
  if (common == desired) return Covers::all;
  return desired.active_faces(common).empty() ? Covers::part : Covers::boundary;
}

/// Returns how the wrenches of a rival overlap the desired cones as a whole. `all` means that the rival's wrenches
/// include every desired cone.
std::optional<Covers> covers(const WrenchCone& rival, const std::vector<WrenchCone>& desired) {
  bool all = true;
  std::optional<Covers> most;
  for (const WrenchCone& mode : desired) {
    const std::optional<Covers> one = covers(rival, mode.cone);
    all = all && one == Covers::all;
    if (one && (!most || *one < *most)) most = one;
  }
  return most == Covers::all && !all ? Covers::part : most;
}

/// Returns the smallest angle by which g must turn to change whether it is consistent with the mode. If g is
/// consistent, this is the angle to the nearest wrench that is not consistent. Otherwise, it is the angle to the
/// nearest wrench that is consistent.
double distance_to_change(const WrenchCone& mode, const Eigen::Vector3d& g, bool admitted, double rho) {
  if (!admitted) return mode.cone.contains(g) ? 0 : angle_to(mode.cone, g, rho);
  return mode.cone.contains_inside(g) ? std::max(0., margin(mode.cone, g, rho)) : 0;
}

}  // namespace

Ambiguity::Ambiguity(const ContactSet& set, const StopToken& stop) : set_(set) {
  WrenchConeWalkOptions options;
  options.stop = stop;
  complete_ = for_each_wrench_cone(
      set_, [this](const WrenchCone& cone) { cones_.push_back(cone); }, options);
}

void Ambiguity::require_complete() const {
  if (!complete_)
    throw std::logic_error("Ambiguity: incomplete, because its construction was stopped; check complete() first");
}

std::optional<ModeAmbiguity> Ambiguity::of_mode(std::string_view pattern, const StopToken& stop) const {
  require_complete();
  require_mode_fits(pattern, set_);
  ModeAmbiguity result;
  std::vector<const WrenchCone*> others;
  for (const WrenchCone& cone : cones_) {
    if (matches(cone.mode, pattern)) {
      result.desired.push_back(cone);
    } else {
      others.push_back(&cone);
    }
  }
  if (result.desired.empty()) return result;

  std::vector<Cone> covering;
  std::vector<Cone> touching;
  for (const WrenchCone* other : others) {
    if (stop.stop_requested()) return std::nullopt;
    const std::optional<Covers> how = covers(*other, result.desired);
    if (!how) continue;
    result.rivals.push_back({other->mode, other->at_rest, *how});
    (*how == Covers::boundary ? touching : covering).push_back(other->cone);
  }
  std::optional<std::vector<SafePiece>> safe =
      internal::safe_set(result.desired, covering, touching, set_.radius_of_gyration(), stop);
  if (!safe) return std::nullopt;
  result.safe = std::move(*safe);
  result.verdict = covering.empty()      ? Verdict::determinate
                   : result.safe.empty() ? Verdict::wholly_ambiguous
                                         : Verdict::partly_ambiguous;
  return result;
}

std::optional<WrenchAmbiguity> Ambiguity::of_wrench(const Eigen::Vector3d& g, const StopToken& stop) const {
  require_complete();
  internal::require_finite_wrench(g);
  WrenchAmbiguity result;
  result.distance = g.isZero(0) ? 0 : std::numbers::pi;
  for (const WrenchCone& cone : cones_) {
    if (stop.stop_requested()) return std::nullopt;
    const bool admitted = cone.admits(g);
    if (admitted) {
      result.modes.push_back(cone.mode);
      result.jam = result.jam || cone.at_rest;
    }
    result.distance = std::min(result.distance, distance_to_change(cone, g, admitted, set_.radius_of_gyration()));
  }
  PAWL_ASSERT(!result.modes.empty());  // for a part at rest, a solution always exists [TPSL97, theorem 1a]
  return result;
}

}  // namespace pawl
