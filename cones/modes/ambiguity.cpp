// SPDX-License-Identifier: MIT
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/modes/ambiguity.h>

#include <algorithm>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "modes/safe_set.h"
#include "scaled_rows.h"

namespace pawl {
namespace {

/// How a rival's set of wrenches meets one desired cone; nothing when at most in the zero wrench.
std::optional<Covers> covers(const WrenchCone& rival, const Cone& desired) {
  const Cone common = intersection(desired, rival.cone);
  if (common.dimension() == 0 && desired.dimension() > 0) return std::nullopt;
  if (!rival.admits(common)) return std::nullopt;
  if (common == desired) return Covers::all;
  return desired.active_faces(common).empty() ? Covers::part : Covers::boundary;
}

/// The same for all desired cones together.
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

/// The angle from g to the nearest wrench that the mode answers otherwise.
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
  if (!complete_) throw std::logic_error("Ambiguity: incomplete, because its construction was stopped; check complete() first");
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
  PAWL_ASSERT(!result.modes.empty());  // a part at rest always has a solution [TPSL97, theorem 1a]
  return result;
}

}  // namespace pawl
