// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/planner/certainty.h>

#include <algorithm>
#include <random>
#include <vector>

namespace pawl::internal {

/// Displaces the contacts that carry an error, each within it or kTrialError, by random shares of it. The
/// set must outlive the use.
class Displacements {
 public:
  explicit Displacements(const ContactSet& set) : set_(set), shares_(3 * set.size()) {}

  void next() {
    std::uniform_real_distribution<double> sizes(0.5, 1);
    for (double& share : shares_) share = (random_() % 2 ? 1 : -1) * sizes(random_);
  }

  /// Only contact `only`, or all where it is negative; `sign`: to the one side or the other.
  ContactSet displaced(double sign, int only = -1) const {
    ContactSet result = set_;
    for (std::size_t i = 0; i < set_.size(); ++i) {
      if (only < 0 || only == static_cast<int>(i)) displace(result.contacts[i], sign, &shares_[3 * i]);
    }
    return result;
  }

 private:
  double trial(double error, double unit) const { return error > 0 ? std::max(error, kTrialError * unit) : 0; }

  void displace(Contact& contact, double sign, const double* share) const {
    const double rho = set_.radius_of_gyration();
    const Eigen::Vector2d n = contact.normal.stableNormalized();
    const Eigen::Vector2d t(-n.y(), n.x());
    const Eigen::Vector2d on_normal = contact.normal_through.value_or(contact.point);
    const Eigen::Vector2d on_tangent = contact.tangent_through.value_or(contact.point);
    contact.normal_through = on_normal + sign * share[0] * trial(contact.error.along_tangent, rho) * t;
    contact.tangent_through = on_tangent + sign * share[1] * trial(contact.error.along_normal, rho) * n;
    contact.normal += sign * share[2] * trial(contact.error.angle, 1) * contact.tangent();
  }

  const ContactSet& set_;
  std::vector<double> shares_;
  std::mt19937_64 random_{20020101};
};

}  // namespace pawl::internal
