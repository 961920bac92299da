// SPDX-License-Identifier: MIT
#include <pawl/friction/quasistatic.h>

#include <algorithm>
#include <cmath>

#include "friction/constrained_inertia.h"
#include "friction/contact_problem_lcp.h"
#include "friction/motion_problem.h"

namespace pawl {
namespace {

using internal::ConstrainedInertia;
using internal::contact_wrench;
using internal::raise;

Eigen::VectorXd bilateral_velocity(const ContactEquations& e) {
  Eigen::VectorXd target = Eigen::VectorXd::Zero(e.bilateral.size());
  for (Eigen::Index i = 0; i < target.size(); ++i) {
    if (e.bilateral.driven[i]) target[i] = e.bilateral.rows.row(i).dot(e.velocity);
  }
  return target;
}

/// The layout of the variables: first the variables of the contacts, which all count as rolling, and then y+ and y-
/// (QuasistaticLcp).
struct Layout {
  internal::ContactLayout contact;
  Eigen::Index tangents, free;
  Eigen::Index plus() const { return contact.size(); }
  Eigen::Index minus() const { return plus() + free; }
  Eigen::Index size() const { return minus() + free; }
  Eigen::Index edge(Eigen::Index k, Eigen::Index i) const {
    return contact.plus(static_cast<int>(i), static_cast<int>(k));
  }
  Eigen::Index slack(Eigen::Index k, Eigen::Index i) const {
    return contact.minus(static_cast<int>(i), static_cast<int>(k));
  }
};

Layout layout_of(const QuasistaticLcp& lcp) {
  const std::vector<char> rolling(lcp.contacts.size(), 0);
  const std::size_t tangents = lcp.equations.tangents.size();
  return {internal::ContactLayout(rolling, static_cast<int>(tangents)), static_cast<Eigen::Index>(tangents),
          lcp.basis.cols()};
}

Eigen::Index contacts_of(const QuasistaticLcp& lcp) { return static_cast<Eigen::Index>(lcp.contacts.size()); }

/// Sets the row of w that is a contact's velocity along `direction`. The row's entry of q is that velocity for the
/// motion p; its entries of M are the effects of y+ and y-.
void add_direction(QuasistaticLcp& lcp, const Layout& at, Eigen::Index row, const Eigen::RowVectorXd& direction) {
  const Eigen::RowVectorXd y = direction * lcp.basis;
  lcp.q[row] = direction.dot(lcp.particular);
  lcp.M.block(row, at.plus(), 1, at.free) = y;
  lcp.M.block(row, at.minus(), 1, at.free) = -y;
}

/// Adds the effect of a unit of the force variable `variable` along `direction` to the rows of the balance, -Z'(forces)
/// and Z'(forces).
void add_force(QuasistaticLcp& lcp, const Layout& at, Eigen::Index variable, const Eigen::RowVectorXd& direction) {
  const Eigen::VectorXd push = (direction * lcp.basis).transpose();
  lcp.M.block(at.plus(), variable, at.free, 1) -= push;
  lcp.M.block(at.minus(), variable, at.free, 1) += push;
}

void add_contact(QuasistaticLcp& lcp, const Layout& at, Eigen::Index i) {
  const ContactEquations& e = lcp.equations;
  const Eigen::Index contact = lcp.contacts[i];
  add_direction(lcp, at, i, e.normals.row(contact));
  add_force(lcp, at, i, e.normals.row(contact));
  for (Eigen::Index k = 0; k < at.tangents; ++k) {
    const Eigen::RowVectorXd tangent = e.tangents[k].row(contact);
    add_direction(lcp, at, at.edge(k, i), tangent);
    add_force(lcp, at, at.edge(k, i), tangent);
    add_force(lcp, at, i, -e.friction[contact] * tangent);
    lcp.M(at.edge(k, i), at.slack(k, i)) = 1;
    lcp.M(at.slack(k, i), at.edge(k, i)) = -1;
    lcp.M(at.slack(k, i), i) = 2 * e.friction[contact];
  }
}

double fraction(double value, double scale) { return value == 0 ? 0 : value / scale; }

/// Returns, for each degree of freedom, the largest magnitude of its entries in the contact rows and bilateral rows: 1
/// for a translation, and the length of the longest lever for a rotation.
Eigen::VectorXd levers(const ContactEquations& e) {
  Eigen::VectorXd largest = Eigen::VectorXd::Zero(e.degrees());
  const auto take = [&](const Eigen::MatrixXd& rows) {
    if (rows.rows() > 0) largest = largest.cwiseMax(rows.cwiseAbs().colwise().maxCoeff().transpose());
  };
  take(e.normals);
  for (const Eigen::MatrixXd& rows : e.tangents) take(rows);
  take(e.bilateral.rows);
  return largest;
}

struct Scales {
  Eigen::VectorXd levers;
  double force, velocity;
};

Scales scales_of(const ContactEquations& e, const SystemMotion& m) {
  Scales scales{levers(e), 0, 0};
  for (Eigen::Index i = 0; i < e.degrees(); ++i) {
    const double lever = scales.levers[i];
    if (lever > 0) scales.force = std::max(scales.force, std::fabs(e.force[i]) / lever);
  }
  if (e.contacts() > 0) scales.force = std::max(scales.force, m.forces.normal.cwiseAbs().maxCoeff());
  const Eigen::VectorXd sizes = m.motion.cwiseAbs().cwiseProduct(scales.levers);
  // If nothing moves, no speed of the solution can serve as a scale.
  scales.velocity = std::max(tolerance::kRestingVelocity, sizes.size() > 0 ? sizes.maxCoeff() : 0);
  return scales;
}

void check_contact(const QuasistaticLcp& lcp, const SystemMotion& m, const Scales& scales, Eigen::Index contact,
                   MotionResiduals& residuals) {
  const ContactEquations& e = lcp.equations;
  const double force = fraction(m.forces.normal[contact], scales.force);
  raise(residuals.normal, std::min(force, fraction(m.normal[contact], scales.velocity)));
  raise(residuals.kinematics, fraction(e.normals.row(contact).dot(m.motion) - m.normal[contact], scales.velocity));
  const double bound = e.friction[contact] * std::max(0.0, force);
  for (std::size_t k = 0; k < e.tangents.size(); ++k) {
    const double pull = fraction(m.forces.tangent[k][contact], scales.force);
    const double slide = fraction(m.tangent[k][contact], scales.velocity);
    raise(residuals.friction, pull - std::clamp(pull - slide, -bound, bound));
    raise(residuals.kinematics,
          fraction(e.tangents[k].row(contact).dot(m.motion) - m.tangent[k][contact], scales.velocity));
  }
}

/// Checks the data that motions depend on: all data except M and q.
void check_lcp(const QuasistaticLcp& lcp, internal::ShapeValidator& check) {
  const ContactEquations& e = lcp.equations;
  check.part("/equations", e);
  for (std::size_t i = 0; i < lcp.contacts.size(); ++i) {
    if (lcp.contacts[i] >= 0 && lcp.contacts[i] < e.contacts()) continue;
    check.add(fmt::format("/contacts/{}", i), fmt::format("{}", lcp.contacts[i]),
              fmt::format("must be from 0 to {}", e.contacts() - 1));
  }
  check.matrix("/basis", lcp.basis, e.degrees(), lcp.basis.cols());
  check.matrix("/particular", lcp.particular, e.degrees(), 1);
}

}  // namespace

QuasistaticLcp quasistatic_lcp(ContactEquations equations, double contact_tolerance) {
  internal::ShapeValidator check;
  check.tolerance("/contact_tolerance", contact_tolerance);
  check.part("", equations);
  check.finish();
  const ConstrainedInertia inertia(equations.mass, equations.bilateral.rows);
  QuasistaticLcp lcp;
  lcp.basis = inertia.on_basis(Eigen::MatrixXd::Identity(equations.degrees(), equations.degrees()));
  lcp.particular = inertia.particular(bilateral_velocity(equations));
  for (Eigen::Index i = 0; i < equations.contacts(); ++i) {
    if (equations.gap[i] <= contact_tolerance) lcp.contacts.push_back(i);
  }
  lcp.equations = std::move(equations);
  const Layout at = layout_of(lcp);
  lcp.M = Eigen::MatrixXd::Zero(at.size(), at.size());
  lcp.q = Eigen::VectorXd::Zero(at.size());
  for (Eigen::Index i = 0; i < contacts_of(lcp); ++i) add_contact(lcp, at, i);
  const Eigen::VectorXd load = lcp.basis.transpose() * lcp.equations.force;
  lcp.q.segment(at.plus(), at.free) = -load;
  lcp.q.segment(at.minus(), at.free) = load;
  return lcp;
}

SystemMotion quasistatic_motion(const QuasistaticLcp& lcp, const Eigen::VectorXd& z) {
  const ContactEquations& e = lcp.equations;
  const Layout at = layout_of(lcp);
  internal::ShapeValidator check;
  check_lcp(lcp, check);
  check.shape("/z", z, at.size(), 1);
  check.finish();
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(e.contacts());
  SystemMotion m;
  m.forces = {none, std::vector<Eigen::VectorXd>(e.tangents.size(), none)};
  for (Eigen::Index i = 0; i < contacts_of(lcp); ++i) {
    const Eigen::Index contact = lcp.contacts[i];
    m.forces.normal[contact] = z[i];
    for (Eigen::Index k = 0; k < at.tangents; ++k) {
      m.forces.tangent[k][contact] = z[at.edge(k, i)] - e.friction[contact] * z[i];
    }
  }
  m.motion = lcp.particular + lcp.basis * (z.segment(at.plus(), at.free) - z.segment(at.minus(), at.free));
  m.normal = e.normals * m.motion;
  for (const Eigen::MatrixXd& rows : e.tangents) m.tangent.push_back(rows * m.motion);
  const ConstrainedInertia inertia(e.mass, e.bilateral.rows);
  m.bilateral = inertia.multipliers(-e.force - contact_wrench(e, m.forces));
  return m;
}

MotionResiduals verify(const QuasistaticLcp& lcp, const SystemMotion& m) {
  const ContactEquations& e = lcp.equations;
  internal::ShapeValidator check;
  check_lcp(lcp, check);
  check.motion(m, e);
  check.finish();
  const Scales scales = scales_of(e, m);
  MotionResiduals residuals;
  Eigen::VectorXd balance = e.force + contact_wrench(e, m.forces);
  if (e.bilateral.size() > 0) {
    balance += e.bilateral.rows.transpose() * m.bilateral;
    const Eigen::VectorXd miss = e.bilateral.rows * m.motion - bilateral_velocity(e);
    for (const double value : miss) raise(residuals.bilateral, fraction(value, scales.velocity));
  }
  for (Eigen::Index i = 0; i < e.degrees(); ++i) {
    const double scale = scales.levers[i] > 0 ? scales.force * scales.levers[i] : std::fabs(e.force[i]);
    raise(residuals.newton_euler, fraction(balance[i], scale));
  }
  for (const Eigen::Index contact : lcp.contacts) check_contact(lcp, m, scales, contact, residuals);
  return residuals;
}

}  // namespace pawl
