// SPDX-License-Identifier: MIT
#include <pawl/cones/wrench_cone.h>

#include "contact/force_edges.h"
#include "exact_cone.h"

namespace pawl {

Cone rest_cone(const ContactSet& set) {
  set.validate();
  ContactDirections directions;
  DirectionPool pool;
  ForceEdges forces;
  directions.assign(set);
  directions.fill(pool);
  forces.add(pool, directions, set);
  std::string letters;
  for (const Contact& contact : set.contacts) letters += contact.touching ? 'n' : 's';
  std::vector<ForceEdge> edges;
  forces.of_mode(letters, edges);
  std::vector<int> rays;
  for (const ForceEdge& edge : edges) rays.push_back(edge.id);
  ConicHull hull;
  ConicHullSolver().solve(pool, {}, rays, hull);
  return Cone(std::make_shared<const ExactCone>(exact_cone(pool, hull)));
}

}  // namespace pawl
