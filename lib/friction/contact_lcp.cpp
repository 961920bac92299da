// SPDX-License-Identifier: MIT
#include <pawl/base/assert.h>
#include <pawl/friction/contact_lcp.h>

#include "friction/constrained_inertia.h"
#include "friction/contact_scales.h"

namespace pawl {
namespace {

/// Positions of a variable of the LCP: blocks of rolling contacts follow the normals.
struct Layout {
  Eigen::Index sliding, rolling, tangents;
  explicit Layout(const ContactLcp& lcp, std::size_t tangent_count)
      : sliding(static_cast<Eigen::Index>(lcp.sliding.size())),
        rolling(static_cast<Eigen::Index>(lcp.rolling.size())),
        tangents(static_cast<Eigen::Index>(tangent_count)) {}
  Eigen::Index contacts() const { return sliding + rolling; }
  Eigen::Index edge(Eigen::Index tangent, Eigen::Index i) const { return contacts() + tangent * rolling + i; }
  Eigen::Index slack(Eigen::Index tangent, Eigen::Index i) const { return edge(tangents + tangent, i); }
  Eigen::Index forces() const { return contacts() + tangents * rolling; }
  Eigen::Index size() const { return forces() + tangents * rolling; }
};

/// Rows or columns of contacts `chosen` of each block of a contact space, normals first.
class Picker {
 public:
  Picker(const ContactLaws& laws, const ContactSpace& space) : at_(laws.states.size(), -1) {
    for (std::size_t i = 0; i < space.contacts.size(); ++i) {
      at_[static_cast<std::size_t>(space.contacts[i])] = static_cast<Eigen::Index>(i);
    }
    block_ = static_cast<Eigen::Index>(space.contacts.size());
  }
  Eigen::Index normal(Eigen::Index contact) const { return at_[static_cast<std::size_t>(contact)]; }
  Eigen::Index tangent(Eigen::Index k, Eigen::Index contact) const { return block_ * (k + 1) + normal(contact); }

 private:
  std::vector<Eigen::Index> at_;
  Eigen::Index block_;
};

/// H with a column for each force variable of the LCP (what a unit of it does), and with the rows' own columns.
struct Halves {
  Eigen::MatrixXd columns, rows;
  Eigen::VectorXd free;
};

Halves halves(const ContactLaws& laws, const ContactLcp& lcp, const ContactSpace& space, const Layout& layout) {
  const Picker at(laws, space);
  Halves h{Eigen::MatrixXd(space.half.rows(), layout.forces()), Eigen::MatrixXd(space.half.rows(), layout.forces()),
           Eigen::VectorXd(layout.forces())};
  const auto set = [&](Eigen::Index variable, Eigen::Index from) {
    h.rows.col(variable) = space.half.col(from);
    h.columns.col(variable) = space.half.col(from);
    h.free[variable] = space.free[from];
  };
  for (Eigen::Index i = 0; i < layout.contacts(); ++i) {
    const bool slides = i < layout.sliding;
    const Eigen::Index contact =
        slides ? lcp.sliding[static_cast<std::size_t>(i)] : lcp.rolling[static_cast<std::size_t>(i - layout.sliding)];
    set(i, at.normal(contact));
    for (Eigen::Index k = 0; k < layout.tangents; ++k) {
      // Friction goes with the normal force, at -mu c_n v_k/|v|, or -mu c_n with s_k+ on top.
      const double share = slides ? sliding_direction(laws.equations, contact, static_cast<std::size_t>(k)) : 1;
      h.columns.col(i) -= laws.equations.friction[contact] * share * space.half.col(at.tangent(k, contact));
      if (!slides) set(layout.edge(k, i - layout.sliding), at.tangent(k, contact));
    }
  }
  return h;
}

}  // namespace

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
  ContactLcp lcp;
  for (std::size_t i = 0; i < laws.states.size(); ++i) {
    if (laws.states[i] == ContactState::sliding) lcp.sliding.push_back(static_cast<Eigen::Index>(i));
    if (laws.states[i] == ContactState::rolling) lcp.rolling.push_back(static_cast<Eigen::Index>(i));
  }
  const Layout layout(lcp, laws.equations.tangents.size());
  const Halves h = halves(laws, lcp, contact_space(laws), layout);
  lcp.M = Eigen::MatrixXd::Zero(layout.size(), layout.size());
  lcp.M.topLeftCorner(layout.forces(), layout.forces()) = h.rows.transpose() * h.columns;
  lcp.q = Eigen::VectorXd::Zero(layout.size());
  lcp.q.head(layout.forces()) = h.free;
  for (Eigen::Index k = 0; k < layout.tangents; ++k) {
    for (Eigen::Index i = 0; i < layout.rolling; ++i) {
      lcp.M(layout.edge(k, i), layout.slack(k, i)) = 1;
      lcp.M(layout.slack(k, i), layout.edge(k, i)) = -1;
      lcp.M(layout.slack(k, i), layout.sliding + i) =
          2 * laws.equations.friction[lcp.rolling[static_cast<std::size_t>(i)]];
    }
  }
  return lcp;
}

SystemForces forces_of(const ContactLaws& laws, const ContactLcp& lcp, const Eigen::VectorXd& z) {
  const Layout layout(lcp, laws.equations.tangents.size());
  PAWL_ASSERT(z.size() == layout.size());
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(laws.equations.contacts());
  SystemForces forces{none, std::vector<Eigen::VectorXd>(laws.equations.tangents.size(), none)};
  for (Eigen::Index i = 0; i < layout.contacts(); ++i) {
    const bool slides = i < layout.sliding;
    const Eigen::Index contact =
        slides ? lcp.sliding[static_cast<std::size_t>(i)] : lcp.rolling[static_cast<std::size_t>(i - layout.sliding)];
    const double mu = laws.equations.friction[contact];
    forces.normal[contact] = z[i];
    for (Eigen::Index k = 0; k < layout.tangents; ++k) {
      const std::size_t t = static_cast<std::size_t>(k);
      forces.tangent[t][contact] = slides ? -mu * z[i] * sliding_direction(laws.equations, contact, t)
                                          : z[layout.edge(k, i - layout.sliding)] - mu * z[i];
    }
  }
  return forces;
}

}  // namespace pawl
