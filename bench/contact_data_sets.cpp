// SPDX-License-Identifier: MIT
#include "contact_data_sets.h"

#include <cmath>

#include "support/planar_scenes.h"
#include "support/spatial_scenes.h"

namespace pawl::bench {
namespace {

/// Returns the number of rolling contacts of a random problem whose matrix has the size row.size. If the row is at
/// rest, all contacts roll. Otherwise a random fraction of at most 35 % of the contacts rolls, and the others slide.
int rolling_count(const Row& row, oracle::RandomSystems& random) {
  const int each = 1 + 2 * row.tangents;
  if (row.rest) return row.size / each;
  const double share = random.real(0, 0.35);
  const int rolling = static_cast<int>(share * row.size / (1 + 2 * row.tangents * share) + 0.5);
  return std::min(rolling, (row.size - 1) / each);
}

}  // namespace

std::vector<Row> table_rows() {
  std::vector<Row> rows;
  for (const int tangents : {1, 2}) {
    for (const bool rest : {false, true}) {
      for (const int size : {2, 10, 16, 30, 50, 90, 120, 150, 170}) {
        const int each = 1 + 2 * tangents;
        const int nearest = (size + each / 2) / each * each;
        if (!rest) rows.push_back({tangents, rest, size});
        if (rest && nearest > each) rows.push_back({tangents, rest, nearest});
      }
    }
  }
  return rows;
}

MotionProblem random_motion_problem(const Row& row, unsigned seed) {
  oracle::RandomSystems random(seed);
  for (;;) {
    const int rolling = rolling_count(row, random);
    const int contacts = rolling + row.size - (1 + 2 * row.tangents) * rolling;
    if (row.tangents == 1) {
      oracle::Scene pile = oracle::random_pile(random, contacts);
      if (row.rest || oracle::set_sliding(pile, random, rolling))
        return acceleration_problem(equations_of_motion(pile));
    } else {
      const oracle::SpatialPile pile(random, contacts);
      if (row.rest) return acceleration_problem(equations_of(pile.matrices(pile.rest(), 0)));
      if (const auto u = pile.sliding(random, rolling)) return acceleration_problem(equations_of(pile.matrices(*u, 0)));
    }
  }
}

MotionProblem with_friction(MotionProblem problem, double mu) {
  problem.equations.friction.setConstant(mu);
  return problem;
}

}  // namespace pawl::bench
