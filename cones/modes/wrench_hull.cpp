// SPDX-License-Identifier: MIT
#include "modes/wrench_hull.h"

namespace pawl::internal {

void WrenchHull::set(const ContactSet& set) {
  set_ = &set;
  directions_.assign(set);
  directions_.fill(pool_);
  forces_.add(pool_, directions_, set);
  base_ = pool_.size();
  keeps_ = false;
  kept_.clear();
}

void WrenchHull::touch(const ContactSet& set) {
  set_ = &set;
  if (keeps_) return;
  pool_.truncate(base_);
  keeps_ = true;
}

bool WrenchHull::build(std::string_view letters) {
  if (!keeps_) pool_.truncate(base_);
  if (!motion_.build(pool_, directions_, letters, *set_)) return false;
  gather_motions();
  forces_.of_mode(letters, edges_);
  gather_forces(edges_);
  hulls_.solve(pool_, lines_, rays_, hull_);
  return true;
}

ConicHull WrenchHull::momenta() {
  ConicHull hull;
  gather_motions();
  hulls_.solve(pool_, lines_, rays_, hull);
  return hull;
}

void WrenchHull::build_forces(std::string_view letters) {
  forces_.of_mode(letters, edges_);
  build_forces(edges_);
}

void WrenchHull::build_forces(const std::vector<ForceEdge>& edges) {
  lines_.clear();
  rays_.clear();
  gather_forces(edges);
  hulls_.solve(pool_, lines_, rays_, hull_);
}

int WrenchHull::add_wrench(CrossPair acceleration) {
  return pool_.add_scaled(pool_.add_cross(acceleration.a, acceleration.b), directions_.inertia_diagonal());
}

int WrenchHull::wrench(CrossPair acceleration) {
  if (!keeps_) return add_wrench(acceleration);
  const auto key = static_cast<std::uint64_t>(acceleration.a) << 32 | static_cast<std::uint32_t>(acceleration.b);
  const auto [place, fresh] = kept_.try_emplace(key);
  if (fresh) place->second = add_wrench(acceleration);
  return place->second;
}

void WrenchHull::gather_motions() {
  lines_.clear();
  rays_.clear();
  for (const CrossPair line : motion_.generators().lines) lines_.push_back(wrench(line));
  for (const CrossPair ray : motion_.generators().rays) rays_.push_back(wrench(ray));
}

void WrenchHull::gather_forces(const std::vector<ForceEdge>& edges) {
  for (const ForceEdge& edge : edges) rays_.push_back(edge.id);
}

std::span<const int> WrenchHull::motion_wrenches() const { return {rays_.data(), motion_.generators().rays.size()}; }

/// g is in the cone when no face's outward normal has a positive product with it and no equality another than 0.
WrenchPlace WrenchHull::place(const Eigen::Vector3d& wrench) {
  const int before = pool_.size();
  dual_generators(pool_, hull_, faces_);
  const int g = pool_.add({wrench.x(), wrench.y(), wrench.z()});
  const auto sign = [&](CrossPair row) { return pool_.sign_det(row.a, row.b, g); };
  const auto decide = [&] {
    bool inside = faces_.lines.empty();
    for (const CrossPair equality : faces_.lines) {
      if (sign(equality) != 0) return WrenchPlace::outside;
    }
    for (const CrossPair face : faces_.rays) {
      const int side = sign(face);
      if (side > 0) return WrenchPlace::outside;
      inside = inside && side < 0;
    }
    return inside ? WrenchPlace::inside : WrenchPlace::boundary;
  };
  const WrenchPlace place = decide();
  pool_.truncate(before);
  return place;
}

}  // namespace pawl::internal
