// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/tolerance.h>
#include <pawl/friction/contact_equations.h>

#include "friction/block_cholesky.h"
#include "friction/massless.h"
#include "friction/shape_validator.h"

namespace pawl {
namespace {

using internal::EntryOf;
using internal::ShapeValidator;

void check_friction(const Eigen::VectorXd& friction, ShapeValidator& validator) {
  for (Eigen::Index i = 0; i < friction.size(); ++i) {
    if (!(friction[i] >= 0)) {
      validator.add(fmt::format("/friction/{}", i), friction[i], "must be at least 0");
    }
  }
}

/// As isApprox(transpose, 1e-12), from the blocks.
bool is_symmetric(const Eigen::MatrixXd& mass, const std::vector<internal::DiagonalBlock>& blocks) {
  constexpr double kTolerance = 1e-12;
  double differences = 0, squares = 0;
  for (const auto& [start, end] : blocks) {
    for (Eigen::Index j = start; j < end; ++j) {
      for (Eigen::Index i = start; i < end; ++i) {
        const double difference = mass(i, j) - mass(j, i);
        differences += difference * difference;
        squares += mass(i, j) * mass(i, j);
      }
    }
  }
  return differences <= kTolerance * kTolerance * squares;
}

void check_mass(const Eigen::MatrixXd& mass, ShapeValidator& validator) {
  const std::vector<internal::DiagonalBlock> blocks = internal::diagonal_blocks(mass);
  if (!is_symmetric(mass, blocks)) validator.add("/mass", "", "must be symmetric");
  for (const auto& [start, end] : blocks) {
    double pivot = mass(start, start);
    if (end == start + 1 && pivot > 0) continue;
    const Eigen::Index size = end - start;
    const Eigen::Index i = internal::first_massless(mass.block(start, start, size, size), pivot);
    if (i < 0) continue;
    validator.add(fmt::format("/mass/{}", start + i), pivot,
                  "must be positive definite; this degree of freedom moves no mass");
    return;
  }
}

Eigen::MatrixXd beside(const Eigen::MatrixXd& left, const Eigen::MatrixXd& right) {
  Eigen::MatrixXd both(left.rows(), left.cols() + right.cols());
  both << left, right;
  return both;
}

Eigen::VectorXd above(const Eigen::VectorXd& top, const Eigen::VectorXd& bottom) {
  Eigen::VectorXd both(top.size() + bottom.size());
  both << top, bottom;
  return both;
}

/// Shapes that the stacking below relies on.
void check_shapes(const WrenchMatrices& m) {
  ShapeValidator validator;
  const Eigen::Index p = m.object_mass.rows();
  const Eigen::Index r = m.manipulator_mass.rows();
  const Eigen::Index n = m.friction.size();
  validator.matrix("/object_mass", m.object_mass, p, p);
  validator.matrix("/manipulator_mass", m.manipulator_mass, r, r);
  if (m.W.size() < 2) validator.count("/W", m.W.size(), 2);
  validator.count("/J", m.J.size(), m.W.size());
  validator.count("/velocity_products", m.velocity_products.size(), m.W.size());
  validator.finish();
  for (std::size_t k = 0; k < m.W.size(); ++k) {
    validator.matrix(EntryOf{"/W", k}, m.W[k], p, n);
    validator.matrix(EntryOf{"/J", k}, m.J[k], n, r);
    validator.matrix(EntryOf{"/velocity_products", k}, m.velocity_products[k], n, 1);
  }
  validator.matrix("/object_force", m.object_force, p, 1);
  validator.matrix("/manipulator_force", m.manipulator_force, r, 1);
  validator.matrix("/object_velocity", m.object_velocity, p, 1);
  validator.matrix("/joint_velocity", m.joint_velocity, r, 1);
  validator.finish();
}

}  // namespace

void ContactEquations::validate() const {
  ShapeValidator validator;
  const Eigen::Index d = mass.rows();
  const Eigen::Index n = normals.rows();
  validator.matrix("/mass", mass, d, d);
  validator.matrix("/force", force, d, 1);
  validator.matrix("/velocity", velocity, d, 1);
  validator.matrix("/normals", normals, n, d);
  if (tangents.empty()) validator.count("/tangents", 0, 1);
  validator.count("/tangent_bias", tangent_bias.size(), tangents.size());
  for (std::size_t k = 0; k < tangents.size(); ++k) {
    validator.matrix(EntryOf{"/tangents", k}, tangents[k], n, d);
    if (k < tangent_bias.size()) validator.matrix(EntryOf{"/tangent_bias", k}, tangent_bias[k], n, 1);
  }
  validator.matrix("/normal_bias", normal_bias, n, 1);
  validator.matrix("/friction", friction, n, 1);
  validator.matrix("/gap", gap, n, 1);
  validator.matrix("/bilateral/rows", bilateral.rows, bilateral.size(),
                   bilateral.size() == 0 ? bilateral.rows.cols() : d);
  validator.matrix("/bilateral/acceleration", bilateral.acceleration, bilateral.size(), 1);
  validator.matrix("/bilateral/gap", bilateral.gap, bilateral.size(), 1);
  validator.count("/bilateral/driven", bilateral.driven.size(), static_cast<std::size_t>(bilateral.size()));
  if (!movers.empty()) validator.count("/movers", movers.size(), static_cast<std::size_t>(d));
  validator.finish();
  check_friction(friction, validator);
  check_mass(mass, validator);
  validator.finish();
}

ContactEquations equations_of(const WrenchMatrices& m) {
  check_shapes(m);
  const Eigen::Index p = m.object_mass.rows();
  const Eigen::Index r = m.manipulator_mass.rows();
  ContactEquations e;
  e.mass = Eigen::MatrixXd::Zero(p + r, p + r);
  e.mass.topLeftCorner(p, p) = m.object_mass;
  e.mass.bottomRightCorner(r, r) = m.manipulator_mass;
  e.force = above(m.object_force, m.manipulator_force);
  e.velocity = above(m.object_velocity, m.joint_velocity);
  e.normals = beside(m.W[0].transpose(), -m.J[0]);
  e.normal_bias = m.velocity_products[0];
  for (std::size_t k = 1; k < m.W.size(); ++k) {
    e.tangents.push_back(beside(m.W[k].transpose(), -m.J[k]));
    e.tangent_bias.push_back(m.velocity_products[k]);
  }
  e.friction = m.friction;
  e.movers = m.movers;
  e.gap = Eigen::VectorXd::Zero(m.friction.size());
  e.bilateral.rows.resize(0, p + r);
  e.validate();
  return e;
}

}  // namespace pawl
