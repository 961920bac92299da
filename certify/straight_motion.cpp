// SPDX-License-Identifier: MIT
#include "straight_motion.h"

#include <algorithm>

namespace pawl::internal {
namespace {

constexpr int kSamples = 64;

double speed(const BoxContacts& contacts, const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  double arm = 0;  // convex along the way: largest at an end
  for (const EnergyFixel& fixel : contacts.fixels())
    arm = std::max({arm, (fixel.at - from.head<2>()).norm(), (fixel.at - to.head<2>()).norm()});
  return (to - from).head<2>().norm() + arm * std::fabs(to.z() - from.z()) + contacts.slack();
}

}  // namespace

std::optional<double> least_gap(const BoxContacts& contacts, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                                double floor, double least_step) {
  for (int k = kSamples; k > 0; --k) {  // most that fail do so in sight
    if (contacts.gap(from + (1. * k / kSamples) * (to - from)) < floor) return std::nullopt;
  }
  const double fastest = speed(contacts, from, to);
  double here = contacts.gap(from) - contacts.slack(), least = here;
  for (double way = 0; way < 1;) {
    const double step = std::min((here - floor) / fastest, 1 - way);
    if (!(step >= std::min(least_step, 1 - way))) return std::nullopt;
    way = step == 1 - way ? 1 : way + step;
    const double next = contacts.gap(from + way * (to - from)) - contacts.slack();
    least = std::min({least, next, (here + next - fastest * step) / 2});
    here = next;
  }
  return here >= floor ? std::optional(least) : std::nullopt;
}

}  // namespace pawl::internal
