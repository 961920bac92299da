// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/cones/cone.h>

namespace pawl {

/// Throws InputError unless rho is a positive finite length.
void require_length(double rho);

/// (fx, fy, tau / rho) of unit length, whatever the size of g; the zero vector for zero.
Eigen::Vector3d scaled_direction(const Eigen::Vector3d& g, double rho);

/// Normals of planes, of unit length in (fx, fy, tau / rho).
Cone::Rows scaled_normals(const Cone::Rows& normals, double rho);

/// Rays or lines, of unit length in (fx, fy, tau / rho).
Cone::Rows scaled_spans(const Cone::Rows& spans, double rho);

}  // namespace pawl
