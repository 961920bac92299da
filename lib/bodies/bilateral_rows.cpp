// SPDX-License-Identifier: MIT
#include "bodies/equation_terms.h"

namespace pawl::internal {
namespace {

std::vector<std::size_t> driven_joints(const System& system) {
  std::vector<std::size_t> driven;
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    if (system.joints[i].drive == Joint::Drive::acceleration) driven.push_back(i);
  }
  return driven;
}

void set_pin(const Pin& pin, const Kinematics& kinematics, Eigen::Index row, Bilateral& bilateral) {
  const SolidMotion& a = kinematics.motion(pin.a);
  const SolidMotion& b = kinematics.motion(pin.b);
  const Eigen::Vector2d at_a = a.world(pin.at_a);
  const Eigen::Vector2d at_b = b.world(pin.at_b);
  for (Eigen::Index k = 0; k < 2; ++k) {
    const Eigen::Vector2d axis = Eigen::Vector2d::Unit(k);
    kinematics.add_point_row(pin.b, at_b, axis, 1, bilateral.rows.row(row + k));
    kinematics.add_point_row(pin.a, at_a, axis, -1, bilateral.rows.row(row + k));
  }
  bilateral.acceleration.segment<2>(row) = a.bias_at(at_a) - b.bias_at(at_b);
  bilateral.gap.segment<2>(row) = at_b - at_a;
}

}  // namespace

Bilateral bilateral_rows(const Kinematics& kinematics, const Loads& loads) {
  const System& system = kinematics.system();
  const std::vector<std::size_t> driven = driven_joints(system);
  const Eigen::Index drives = static_cast<Eigen::Index>(driven.size());
  const Eigen::Index rows = drives + 2 * static_cast<Eigen::Index>(system.pins.size());
  Bilateral bilateral{Eigen::MatrixXd::Zero(rows, static_cast<Eigen::Index>(system.degrees())),
                      Eigen::VectorXd::Zero(rows), Eigen::VectorXd::Zero(rows),
                      std::vector<bool>(static_cast<std::size_t>(rows), false)};
  for (Eigen::Index i = 0; i < drives; ++i) {
    const std::size_t joint = driven[static_cast<std::size_t>(i)];
    bilateral.rows(i, kinematics.column(static_cast<int>(joint))) = 1;
    bilateral.acceleration[i] = loads.accelerations.empty() ? 0 : loads.accelerations[joint];
    bilateral.driven[static_cast<std::size_t>(i)] = true;
  }
  for (std::size_t i = 0; i < system.pins.size(); ++i) {
    set_pin(system.pins[i], kinematics, drives + 2 * static_cast<Eigen::Index>(i), bilateral);
  }
  return bilateral;
}

}  // namespace pawl::internal
