// SPDX-License-Identifier: MIT
#include "modes/force_edges.h"

namespace pawl::internal {

void ForceEdges::add(DirectionPool& pool, const ContactDirections& directions, const ContactSet& set) {
  set_ = &set;
  ids_.clear();
  for (int i = 0; i < static_cast<int>(set.size()); ++i) {
    for (const bool high : {true, false}) {
      for (const int sign : {1, -1}) ids_.push_back(directions.add_force_edge(pool, i, sign, high));
    }
  }
}

ForceEdge ForceEdges::edge(std::size_t contact, int sign, bool high) const {
  const Friction& friction = set_->contacts[contact].friction;
  const std::size_t place = 4 * contact + (high ? 0 : 2) + (sign > 0 ? 0 : 1);
  return {ids_[place], static_cast<int>(contact), sign * (high ? friction.high : friction.low)};
}

void ForceEdges::of_mode(std::string_view letters, std::vector<ForceEdge>& edges) const {
  edges.clear();
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const char letter = letters[i];
    if (letter == 'a' || letter == 's') continue;
    // Left sliding has c_t = -mu c_n, right sliding +mu c_n [BTG02 with MODEL's correction of S].
    const int sign = letter == 'r' ? 1 : -1;
    edges.push_back(edge(i, sign, true));
    if (letter == 'n') {
      if (set_->contacts[i].friction.high > 0) edges.push_back(edge(i, -sign, true));
    } else if (set_->contacts[i].friction.is_interval()) {
      edges.push_back(edge(i, sign, false));
    }
  }
}

}  // namespace pawl::internal
