// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <random>
#include <vector>

#include "contact/exact_frames.h"
#include "contact/row_errors.h"

namespace pawl::internal {

/// Displaces the contacts that carry an error, each by a random share of its trial size (contact/row_errors.h).
/// Contacts that share a cause of error (ErrorSources) move together, so that what depends on each other whatever the
/// errors are, as the normals of pins on one arc do, still does. The set must outlive the use.
class Displacements {
 public:
  explicit Displacements(const ContactSet& set)
      : set_(set),
        sources_(error_sources(set)),
        points_(static_cast<std::size_t>(sources_.points)),
        shifts_(static_cast<std::size_t>(sources_.points)),
        directions_(static_cast<std::size_t>(sources_.directions)) {}

  /// Draws the next displacements.
  void next() {
    for (Eigen::Vector2d& point : points_) point = {share(), share()};
    for (double& shift : shifts_) shift = share();
    for (double& direction : directions_) direction = share();
  }

  /// The set with its contacts displaced, or only contact `only` where it is not negative; `sign` is 1 or -1.
  ContactSet displaced(double sign, int only = -1) const {
    ContactSet result = set_;
    for (std::size_t i = 0; i < set_.size(); ++i) {
      if (only < 0 || only == static_cast<int>(i)) displace(result.contacts[i], sign, sources_.contacts[i]);
    }
    return result;
  }

 private:
  double share() { return (random_() % 2 ? 1 : -1) * sizes_(random_); }

  const Eigen::Vector2d& point(int source) const { return points_[static_cast<std::size_t>(source)]; }

  void displace(Contact& contact, double sign, const ErrorSources::OfContact& source) const {
    const double rho = set_.radius_of_gyration();
    const double aside = sign * trial_size(contact.error.along_tangent, rho);
    const double along = sign * trial_size(contact.error.along_normal, rho);
    const double turn = sign * trial_size(contact.error.angle, 1);
    const Eigen::Vector2d on_normal = normal_through(contact), on_tangent = tangent_through(contact);
    const Eigen::Vector2d shift = sign * trial_shift(contact.error.shift, rho);
    contact.normal_through =
        on_normal + aside * point(source.normal_point) + shifts_[static_cast<std::size_t>(source.normal_point)] * shift;
    contact.tangent_through = on_tangent + along * point(source.tangent_point);
    contact.normal += turn * directions_[static_cast<std::size_t>(source.direction)] * contact.tangent();
  }

  const ContactSet& set_;
  ErrorSources sources_;
  std::vector<Eigen::Vector2d> points_;
  std::vector<double> shifts_;
  std::vector<double> directions_;
  std::uniform_real_distribution<double> sizes_{0.5, 1};
  std::mt19937_64 random_{20020101};
};

}  // namespace pawl::internal
