// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/contact/compliance.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/dense_algebra.h"
#include "base/faults.h"
#include "contact/contact.h"

namespace pawl {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, 3>;

constexpr double kAccuracy = 1e-9;      ///< largest error of an accepted balance of forces, relative to the largest
                                        ///< force
constexpr double kSoft = 1e-8;          ///< stiffness of the spring between the part and the ground, relative to that
                                        ///< of a contact
constexpr double kNoStiffness = 1e-12;  ///< largest eigenvalue of the fixture's stiffness that counts as 0, relative to
                                        ///< the largest eigenvalue

/// Springs with the stiffness 1, in scaled quantities: forces are divided by the larger of the clamp force and the norm
/// of the applied wrench, torques are divided by the radius of gyration, and rotations are multiplied by it.
struct Springs {
  Rows rows;
  Eigen::VectorXd compression;  ///< compression s_i of each spring at x = 0
};

struct Balance {
  bool exists = false, certain = true;
  Eigen::VectorXd forces;
  Eigen::Vector3d motion{0, 0, 0};
  bool unique = false;  ///< whether the loaded contacts determine the motion uniquely
};

/// The equations of the loaded contacts for the motion x: K x = g with K = sum J'J and g = w + sum s J'. Here w is the
/// wrench, and the sums are over the rows J and the compressions s of the loaded contacts.
struct Loaded {
  Eigen::Matrix3d directions;
  Eigen::Vector3d stiffness;  ///< eigenvalues of K, smallest first; those of at most kNoStiffness times the largest are
                              ///< set to 0
  Eigen::Vector3d wanted;     ///< components of g along the eigenvectors of K

  Loaded(const Springs& springs, const std::vector<char>& loaded, const Eigen::Vector3d& wrench) {
    Eigen::Matrix3d K = Eigen::Matrix3d::Zero();
    Eigen::Vector3d g = wrench;
    for (Eigen::Index i = 0; i < springs.rows.rows(); ++i) {
      if (!loaded[static_cast<std::size_t>(i)]) continue;
      const Eigen::Vector3d row = springs.rows.row(i).transpose();
      K += row * row.transpose();
      g += springs.compression[i] * row;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> spectrum(K);
    directions = spectrum.eigenvectors();
    stiffness = spectrum.eigenvalues();
    for (double& one : stiffness)
      if (one <= kNoStiffness * stiffness[2]) one = 0;
    wanted = directions.transpose() * g;
  }

  [[nodiscard]] bool fix_the_motion() const { return stiffness[0] > 0; }
  /// Returns the solution x of the equations. Along directions without stiffness, the equations do not determine x;
  /// there, x has the same component as `near`.
  [[nodiscard]] Eigen::Vector3d motion(const Eigen::Vector3d& near) const {
    Eigen::Vector3d along = directions.transpose() * near;
    for (int k = 0; k < 3; ++k)
      if (stiffness[k] > 0) along[k] = wanted[k] / stiffness[k];
    return directions * along;
  }
};

/// Returns whether the forces and the motion x satisfy the springs' law and balance the wrench.
bool holds(const Springs& springs, const Eigen::Vector3d& wrench, const Eigen::VectorXd& forces, const Eigen::Vector3d& x) {
  const double size = std::max({1., wrench.norm(), forces.size() > 0 ? forces.maxCoeff() : 0});
  if (!((wrench + springs.rows.transpose() * forces).norm() <= kAccuracy * size)) return false;
  for (Eigen::Index i = 0; i < forces.size(); ++i) {
    const double right = std::max(0., springs.compression[i] - springs.rows.row(i).dot(x));
    if (!(std::fabs(forces[i] - right) <= kAccuracy * std::max(size, std::fabs(springs.compression[i])))) return false;
  }
  return true;
}

/// Returns whether nonnegative forces balance the wrench.
bool can_balance(const Springs& springs, const Eigen::Vector3d& wrench) {
  if (wrench.isZero(0)) return true;
  const Eigen::MatrixXd columns = springs.rows.transpose();
  const Eigen::VectorXd forces = internal::nonnegative_least_squares(columns, -wrench);
  return (wrench + columns * forces).norm() <= kAccuracy * std::max(wrench.norm(), forces.lpNorm<1>());
}

Balance balance(const Springs& springs, const Eigen::Vector3d& wrench) {
  Balance found;
  const Eigen::Index n = springs.rows.rows();
  found.exists = can_balance(springs, wrench);
  if (!found.exists) return found;
  Eigen::MatrixXd A(3 + n, n);
  A << springs.rows.transpose() / std::sqrt(kSoft), Eigen::MatrixXd::Identity(n, n);
  Eigen::VectorXd b(3 + n);
  b << -wrench / std::sqrt(kSoft), springs.compression;
  const Eigen::VectorXd soft = internal::nonnegative_least_squares(A, b);
  const Eigen::Vector3d near = (wrench + springs.rows.transpose() * soft) / kSoft;
  std::vector<char> loaded(static_cast<std::size_t>(n));
  for (Eigen::Index i = 0; i < n; ++i) loaded[static_cast<std::size_t>(i)] = soft[i] > 0;
  found.certain = false;
  // Rounding may put a contact whose force is nearly 0 into the wrong set (loaded or not loaded). The set of loaded
  // contacts is therefore corrected repeatedly.
  for (Eigen::Index round = 0; round <= 2 * n && !found.certain; ++round) {
    const Loaded equations(springs, loaded, wrench);
    found.motion = equations.motion(near);
    found.unique = equations.fix_the_motion();
    found.forces = (springs.compression - springs.rows * found.motion).cwiseMax(0);
    for (Eigen::Index i = 0; i < n; ++i)
      if (!loaded[static_cast<std::size_t>(i)] && found.forces[i] < kAccuracy) found.forces[i] = 0;
    found.certain = holds(springs, wrench, found.forces, found.motion);
    for (Eigen::Index i = 0; i < n; ++i) loaded[static_cast<std::size_t>(i)] = found.forces[i] > 0;
  }
  return found;
}

Eigen::RowVector3d row_of(const Contact& contact, const ContactSet& set, double rho) {
  const Eigen::Vector2d n = internal::unit_normal(contact), arm = contact.point - set.center_of_mass;
  return {n.x(), n.y(), (arm.x() * n.y() - arm.y() * n.x()) / rho};
}

void validate(const CompliantFixture& fixture, const std::vector<Eigen::Vector3d>& wrenches) {
  ContactSet all = fixture.locators;
  all.contacts.insert(all.contacts.end(), fixture.clamps.begin(), fixture.clamps.end());
  all.validate();
  internal::Validator faults;
  faults.positive("/stiffness", fixture.stiffness);
  faults.not_negative("/clamp_force", fixture.clamp_force);
  for (std::size_t i = 0; i < fixture.locators.size(); ++i) {
    const Contact& contact = fixture.locators.contacts[i];
    if (!contact.touching) faults.not_negative(fmt::format("/contacts/{}/gap", i), contact.gap);
  }
  for (std::size_t k = 0; k < wrenches.size(); ++k)
    for (int i = 0; i < 3; ++i) faults.finite(fmt::format("/wrenches/{}/{}", k, i), wrenches[k][i]);
  faults.finish();
}

/// Computes the loads of one fixture from the rows of its contacts.
class Solver {
 public:
  explicit Solver(const CompliantFixture& fixture)
      : fixture_(fixture),
        rho_(fixture.locators.radius_of_gyration()),
        locators_(static_cast<Eigen::Index>(fixture.locators.size())),
        clamps_(static_cast<Eigen::Index>(fixture.clamps.size())),
        rows_(locators_ + clamps_, 3) {
    for (Eigen::Index i = 0; i < locators_; ++i)
      rows_.row(i) = row_of(fixture.locators.contacts[static_cast<std::size_t>(i)], fixture.locators, rho_);
    for (Eigen::Index i = 0; i < clamps_; ++i)
      rows_.row(locators_ + i) = row_of(fixture.clamps[static_cast<std::size_t>(i)], fixture.locators, rho_);
  }

  CompliantLoad clamped() {
    const double unit = fixture_.clamp_force;
    CompliantLoad load;
    load.forces = Eigen::VectorXd::Zero(locators_);
    load.clamps = Eigen::VectorXd::Constant(clamps_, fixture_.clamp_force);
    load.balanced = true;
    load.displacement = Eigen::Vector3d::Zero();
    start_.setZero();
    if (clamps_ == 0 || unit == 0) return load;
    const Springs springs{rows_.topRows(locators_), compressions(unit).head(locators_)};
    const Balance found = balance(springs, rows_.bottomRows(clamps_).colwise().sum().transpose());
    load.balanced = found.exists && found.certain;
    load.certain = found.certain;
    if (!load.balanced) return {load.balanced, load.certain, {}, {}, {}};
    load.forces = unit * found.forces;
    start_ = found.motion * unit / fixture_.stiffness;
    return load;
  }

  CompliantLoad loaded(const Eigen::Vector3d& given) const {
    const Eigen::Vector3d wrench(given.x(), given.y(), given.z() / rho_);
    const double scale = std::max({wrench.norm(), fixture_.clamp_force, std::numeric_limits<double>::min()});
    const Balance found = balance({rows_, compressions(scale)}, wrench / scale);
    CompliantLoad load;
    load.balanced = found.exists && found.certain;
    load.certain = found.certain;
    if (!load.balanced) return load;
    load.forces = scale * found.forces.head(locators_);
    load.clamps = scale * found.forces.tail(clamps_);
    const Eigen::Vector3d moved = found.motion * scale / fixture_.stiffness - start_;
    if (found.unique) load.displacement = Eigen::Vector3d(moved.x(), moved.y(), moved.z() / rho_);
    return load;
  }

 private:
  /// Returns the compressions s of all contacts, divided by scale/k, where k is the stiffness of a contact.
  Eigen::VectorXd compressions(double scale) const {
    Eigen::VectorXd s(locators_ + clamps_);
    const double unit = scale / fixture_.stiffness;
    for (Eigen::Index i = 0; i < locators_; ++i) {
      const Contact& contact = fixture_.locators.contacts[static_cast<std::size_t>(i)];
      s[i] = contact.touching ? 0 : -contact.gap / unit;
    }
    for (Eigen::Index i = 0; i < clamps_; ++i)
      s[locators_ + i] = fixture_.clamp_force / scale + rows_.row(locators_ + i).dot(start_) / unit;
    return s;
  }

  const CompliantFixture& fixture_;
  double rho_;
  Eigen::Index locators_, clamps_;
  Rows rows_;
  Eigen::Vector3d start_{0, 0, 0};  ///< displacement of the part under the clamps alone, with the rotation multiplied
                                    ///< by rho_
};

}  // namespace

CompliantLoads compliant_loads(const CompliantFixture& fixture, const std::vector<Eigen::Vector3d>& wrenches) {
  validate(fixture, wrenches);
  Solver solver(fixture);
  CompliantLoads result;
  result.clamped = solver.clamped();
  for (const Eigen::Vector3d& wrench : wrenches)
    result.loads.push_back(result.clamped.balanced ? solver.loaded(wrench)
                                                   : CompliantLoad{false, result.clamped.certain, {}, {}, {}});
  return result;
}

}  // namespace pawl
