// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <array>
#include <random>
#include <vector>

#include "contact/contact_rows.h"

namespace pawl::internal::inline planner {

/// A generator of displaced contacts. Each contact that has an error moves, in either direction, by a random fraction
/// of its trial size (trial_size() in contact/contact_rows.h). Contacts that share a cause of error (ErrorSources) move
/// together. The displacements therefore preserve linear dependencies that exist for all errors, such as the dependency
/// between the normals of pins on one arc. The set must outlive this object.
class Displacements {
 public:
  explicit Displacements(const ContactSet& set)
      : set_(set), sources_(error_sources(set)), shares_(static_cast<std::size_t>(sources_.count)) {}

  /// Draws the next displacements.
  void next() {
    for (double& share : shares_) share = (random_() % 2 ? 1 : -1) * sizes_(random_);
  }

  /// Returns the set with all contacts displaced. If `only` is not negative, displaces only the contact with the index
  /// `only`. `sign` is 1 or -1.
  ContactSet displaced(double sign, int only = -1) const {
    ContactSet result = set_;
    for (std::size_t i = 0; i < set_.size(); ++i) {
      if (only < 0 || only == static_cast<int>(i)) displace(result.contacts[i], sign, sources_.contacts[i]);
    }
    return result;
  }

 private:
  double share(int cause) const { return shares_[cause]; }
  Eigen::Vector2d share(const std::array<int, 2>& causes) const { return {share(causes[0]), share(causes[1])}; }

  void displace(Contact& contact, double sign, const ErrorSources::OfContact& source) const {
    const double rho = set_.radius_of_gyration();
    const double aside = sign * trial_size(contact.error.along_tangent, rho);
    const double along = sign * trial_size(contact.error.along_normal, rho);
    const double turn = sign * trial_size(contact.error.angle, 1);
    const Eigen::Vector2d on_normal = normal_through(contact), on_tangent = tangent_through(contact);
    const Eigen::Vector2d shift = sign * trial_shift(contact.error.shift, rho);
    contact.normal_through = on_normal + aside * share(source.on_normal) + share(source.shift) * shift;
    contact.tangent_through = on_tangent + along * share(source.on_tangent);
    contact.normal += turn * share(source.direction) * contact.tangent();
  }

  const ContactSet& set_;
  ErrorSources sources_;
  std::vector<double> shares_;  ///< one fraction of the trial size per cause: a number from 0.5 to 1 with a random sign
  std::uniform_real_distribution<double> sizes_{0.5, 1};
  std::mt19937_64 random_{20020101};
};

}  // namespace pawl::internal::inline planner
