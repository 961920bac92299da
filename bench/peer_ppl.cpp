// SPDX-License-Identifier: MIT
#include <gmpxx.h>

#include <ppl.hh>

#include "support/peers.h"

namespace pawl::peers {

std::size_t ppl_faces(const Rays& rays) {
  namespace ppl = Parma_Polyhedra_Library;
  ppl::Generator_System generators(ppl::point());
  for (const auto& ray : rays) {
    mpz_class common = 1;
    std::array<mpq_class, 3> entries;
    for (std::size_t k = 0; k < 3; ++k) {
      entries[k] = mpq_class(ray[k]);
      common = lcm(common, entries[k].get_den());
    }
    ppl::Linear_Expression direction;
    for (std::size_t k = 0; k < 3; ++k) {
      direction += mpz_class(entries[k] * common) * ppl::Variable(k);
    }
    generators.insert(ppl::ray(direction));
  }
  const ppl::C_Polyhedron cone(generators);
  std::size_t count = 0;
  for (const auto& constraint : cone.minimized_constraints()) count += constraint.is_inequality();
  return count;
}

}  // namespace pawl::peers
