// SPDX-License-Identifier: MIT
#include <pawl/base/assert.h>
#include <pawl/friction/contact_lcp.h>

#include "friction/constrained_inertia.h"
#include "friction/contact_layout.h"
#include "friction/contact_scales.h"

namespace pawl {

ContactSpace contact_space(const ContactLaws& laws) {
  const ContactEquations& e = laws.equations;
  ContactSpace space;
  for (std::size_t i = 0; i < laws.states.size(); ++i) {
    if (laws.states[i] != ContactState::open) space.contacts.push_back(static_cast<Eigen::Index>(i));
  }
  const Eigen::Index n = static_cast<Eigen::Index>(space.contacts.size());
  Eigen::MatrixXd rows(n * static_cast<Eigen::Index>(1 + e.tangents.size()), e.degrees());
  Eigen::VectorXd offsets(rows.rows());
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index contact = space.contacts[static_cast<std::size_t>(i)];
    rows.row(i) = e.normals.row(contact);
    offsets[i] = laws.normal_offset[contact];
    for (std::size_t k = 0; k < e.tangents.size(); ++k) {
      const Eigen::Index row = n * static_cast<Eigen::Index>(k + 1) + i;
      rows.row(row) = e.tangents[k].row(contact);
      offsets[row] = laws.tangent_offset[k][contact];
    }
  }
  const ConstrainedInertia inertia(e.mass, e.bilateral);
  space.half = inertia.half(rows);
  const Eigen::VectorXd unforced =
      inertia.motion(laws.impetus, inertia.particular(laws.bilateral_target, laws.bilateral_slack));
  space.free = rows * unforced + offsets;
  // What cancels is 0: a contact that nothing can move must not approach by rounding.
  const Eigen::VectorXd sums = rows.cwiseAbs() * unforced.cwiseAbs() + offsets.cwiseAbs();
  space.free = (space.free.array().abs() <= tolerance::kCancelled * sums.array()).select(0, space.free);
  return space;
}

ContactLcp contact_lcp(const ContactLaws& laws) {
  Lcp dense = contact_problem(laws).lcp();
  ContactLcp lcp{std::move(dense.M), std::move(dense.q), {}, {}};
  for (std::size_t i = 0; i < laws.states.size(); ++i) {
    if (laws.states[i] == ContactState::sliding) lcp.sliding.push_back(static_cast<Eigen::Index>(i));
    if (laws.states[i] == ContactState::rolling) lcp.rolling.push_back(static_cast<Eigen::Index>(i));
  }
  return lcp;
}

SystemForces forces_of(const ContactLaws& laws, const Eigen::VectorXd& z) {
  const ContactEquations& e = laws.equations;
  std::vector<Eigen::Index> closed;
  std::vector<char> slides;
  for (std::size_t i = 0; i < laws.states.size(); ++i) {
    if (laws.states[i] == ContactState::open) continue;
    closed.push_back(static_cast<Eigen::Index>(i));
    slides.push_back(laws.states[i] == ContactState::sliding);
  }
  const internal::ContactLayout at(slides, static_cast<int>(e.tangents.size()));
  PAWL_ASSERT(z.size() == at.size());
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(e.contacts());
  SystemForces forces{none, std::vector<Eigen::VectorXd>(e.tangents.size(), none)};
  for (int i = 0; i < static_cast<int>(closed.size()); ++i) {
    const Eigen::Index contact = closed[static_cast<std::size_t>(i)];
    const double normal = z[at.normal(i)];
    forces.normal[contact] = normal;
    for (std::size_t k = 0; k < e.tangents.size(); ++k) {
      const double bound = e.friction[contact] * normal;
      forces.tangent[k][contact] =
          at.rolls(i) ? z[at.plus(i, static_cast<int>(k))] - bound : -bound * sliding_direction(e, contact, k);
    }
  }
  return forces;
}

}  // namespace pawl
