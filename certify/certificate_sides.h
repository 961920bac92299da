// SPDX-License-Identifier: MIT
// The geometry of outlines as the checker of certificates knows it: its own, apart from that of the library.
#pragma once

#include "certificate_reader.h"

namespace pawl::internal {

inline double dot(CertificateFile::Point a, CertificateFile::Point b) { return (std::conj(a) * b).real(); }
inline double cross(CertificateFile::Point a, CertificateFile::Point b) { return (std::conj(a) * b).imag(); }

/// Of an arc its middle's direction from the centre.
CertificateFile::Point middle(const CertificateFile::Side& side);
/// Along a side at a point of it, any length.
CertificateFile::Point tangent(const CertificateFile::Side& side, CertificateFile::Point at);
double distance(const CertificateFile::Side& side, CertificateFile::Point p);
/// Whether the boundary winds round p, which is further than `clear` from it.
bool winds_round(const std::vector<CertificateFile::Side>& sides, CertificateFile::Point p, double clear);

}  // namespace pawl::internal
