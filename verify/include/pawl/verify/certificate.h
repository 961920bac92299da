// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <string_view>

namespace pawl {

/// The part that a certificate is about.
struct CertifiedPart {
  std::string name;                      ///< of the task
  std::string digest;                    ///< of all numbers of the part: docs/certify.md says of which
  double mass = 0;                       ///< kg
  Eigen::Vector2d center_of_mass{0, 0};  ///< body coordinates
  double gyration_radius = 0;
};

/// The outcome of a check of a certificate's text.
struct CertificateCheck {
  std::string refused;    ///< the first thing that is wrong, and where; empty: accepted
  double depth = 0;       ///< that it proves, N m for a load of 1 N
  std::size_t boxes = 0;  ///< leaves of the tree that were checked
  CertifiedPart part;     ///< whose digest is that of the certificate's numbers, unless it is refused
};

/// Checks an energy certificate (docs/certify.md has the form) by code that shares nothing with what made it but the
/// reading of JSON, what a valid outline is, and the digest of a part: every box again, that one holds the goal, and
/// that boxes of the component touch none that is left out. In time linear in the boxes. Throws InputError for a text
/// that is no certificate.
CertificateCheck verify_certificate(std::string_view text);

}  // namespace pawl
