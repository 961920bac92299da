// SPDX-License-Identifier: MIT
#include "modes/rest_modes.h"

#include <algorithm>

namespace pawl {
namespace {

/// From so many open gaps on, modes are walked over: they are some n^2, and each has n letters.
constexpr long kManyGaps = 32;

}  // namespace

void RestModes::set(const ContactSet& set) {
  set_ = &set;
  const auto open = [](const Contact& contact) { return !contact.touching; };
  many_ = std::count_if(set.contacts.begin(), set.contacts.end(), open) >= kManyGaps;
  if (!many_) modes_.solve(set);
  directions_.assign(set);
  directions_.fill(pool_);
  forces_.add(pool_, directions_, set);
  base_ = pool_.size();
}

bool RestModes::for_each(const Visit& visit, const StopToken& stop) {
  if (many_) {
    FeasibleModeWalk walk(*set_, {}, stop);
    while (walk.next()) visit(walk.letters(), walk.motion_dimension());
    return !walk.stopped();
  }
  for (std::size_t k = 0; k < modes_.count(); ++k) {
    if (stop.stop_requested()) return false;
    visit(modes_.letters(k), modes_.motion_dimension(k));
  }
  return true;
}

RestModes::Place RestModes::place(std::string_view letters, const Eigen::Vector3d& wrench) {
  pool_.truncate(base_);
  motion_.build(pool_, directions_, letters, *set_);
  const auto wrench_of = [&](CrossPair pair) {
    return pool_.add_scaled(pool_.add_cross(pair.a, pair.b), directions_.inertia_diagonal());
  };
  lines_.clear();
  rays_.clear();
  for (const CrossPair line : motion_.generators().lines) lines_.push_back(wrench_of(line));
  for (const CrossPair ray : motion_.generators().rays) rays_.push_back(wrench_of(ray));
  forces_.of_mode(letters, edges_);
  for (const ForceEdge& edge : edges_) rays_.push_back(edge.id);
  hulls_.solve(pool_, lines_, rays_, hull_);
  dual_generators(pool_, hull_, faces_);

  const int g = pool_.add({wrench.x(), wrench.y(), wrench.z()});
  bool inside = faces_.lines.empty();
  for (const CrossPair pair : faces_.lines) {
    if (pool_.sign_det(pair.a, pair.b, g) != 0) return Place::outside;
  }
  for (const CrossPair pair : faces_.rays) {
    const int sign = pool_.sign_det(pair.a, pair.b, g);
    if (sign > 0) return Place::outside;
    inside = inside && sign < 0;
  }
  return inside ? Place::inside : Place::boundary;
}

}  // namespace pawl
