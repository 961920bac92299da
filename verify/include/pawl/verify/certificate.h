// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <string_view>

namespace pawl {

/// The part that a certificate refers to.
struct CertifiedPart {
  std::string name;                      ///< name of the task
  std::string digest;                    ///< digest of all numbers of the part, listed in docs/certify.md
  double mass = 0;                       ///< mass, kg
  Eigen::Vector2d center_of_mass{0, 0};  ///< centre of mass, body coordinates
  double gyration_radius = 0;
};

/// The outcome of a check of a certificate's text.
struct CertificateCheck {
  std::string refused;    ///< first error found and its location; empty: accepted
  double depth = 0;       ///< proved depth, N m for a load of 1 N
  std::size_t boxes = 0;  ///< number of leaves of the tree that were checked
  CertifiedPart part;     ///< the part; its digest matches the certificate's numbers unless the certificate is refused
};

/// Checks an energy certificate (docs/certify.md describes the format). The checker shares no code with the producer,
/// except for the JSON parser, the validity check of outlines, and the digest of a part. It checks every box again. It
/// also checks that some box of the component contains the goal, and that no box of the component touches a box that
/// the certificate leaves out. Linear time in the number of boxes. Throws InputError for a text that is not a
/// certificate.
CertificateCheck verify_certificate(std::string_view text);

}  // namespace pawl
