// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/verify/certificate.h>

#include <string>

#include "verify/certificate_reader.h"

namespace pawl::internal::inline verify {

/// Returns the part that a problem states, including its digest.
CertifiedPart part_of(const CertificateProblem& problem);
/// Returns the reason why every certificate of a problem is refused, or "" if no such reason exists. `lacks_corners` is
/// the result of CertificateContacts::lacks_corners().
std::string fault_of(const CertificateProblem& problem, const CertifiedPart& part, bool lacks_corners);
/// Returns whether the size of a load, |(force, torque about the centre of mass / gyration_radius)|, is 1 N up to 1e-6
/// N.
bool is_unit(const CertificateLoad& load, double gyration_radius);

/// Checks a certificate of rest regions by the rules of docs/rest-regions.md.
CertificateCheck verify_region(const RegionFile& file);

}  // namespace pawl::internal::inline verify
