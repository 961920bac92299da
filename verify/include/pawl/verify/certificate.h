// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pawl {

/// The part that a certificate refers to.
struct CertifiedPart {
  std::string name;                      ///< name of the task
  std::string digest;                    ///< digest of all numbers of the part (docs/certify.md lists these numbers)
  double mass = 0;                       ///< mass of the part, kg
  Eigen::Vector2d center_of_mass{0, 0};  ///< centre of mass, in body coordinates, m
  double gyration_radius = 0;
  std::string drawing;  ///< digest of the drawing file of the part; empty if the certificate states none
};

/// The region in which a part comes to rest after the last step of a plan (docs/rest-regions.md).
struct CertifiedRegion {
  std::size_t steps = 0;  ///< number of steps of the plan, >= 1
  /// Bound on the displacement of every point of the part from its position at the reference pose, m.
  double displacement = 0;
  /// Lowest and highest x, y (m) and theta (rad) of the last rest region, as displacements from the reference pose. If
  /// the certificate states a residual energy, the bounds include all poses that the part can reach in the last step.
  std::array<Eigen::Vector3d, 2> bounds{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
};

/// The result of a check of a certificate.
struct CertificateCheck {
  std::string refused;  ///< location and text of the first error; empty if the certificate is accepted
  /// Depth that an energy certificate states, N m per N of load; proved only if the certificate is accepted.
  double depth = 0;
  std::size_t boxes = 0;  ///< number of checked leaves of all trees
  CertifiedPart part;     ///< the part; if the certificate is accepted, the digest matches its numbers
  std::optional<CertifiedRegion> region = {};  ///< proved region; set only for an accepted certificate of rest regions
};

/// Checks an energy certificate (docs/certify.md describes the format) or a certificate of rest regions
/// (docs/rest-regions.md). The checker shares no code with the code that makes certificates, except for the JSON
/// parser, the validity check of outlines, and the digest of a part. It checks every box again.
///
/// For an energy certificate, it also checks that some box of the component contains the goal, and that no box of the
/// component touches a box that the certificate leaves out. For each step of a certificate of rest regions, it also
/// checks that the boxes that the part may reach contain the starts of the step, and that these boxes touch other boxes
/// only where the potential is too high for the part to reach them.
///
/// The time is linear in the number of touching boxes. Throws InputError for a text that is not a certificate.
CertificateCheck verify_certificate(std::string_view text);

}  // namespace pawl
