// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/cones/cone.h>

#include <string>

namespace pawl::internal {

// Angles between wrenches are measured in (fx, fy, tau / rho), rho a length, so that force and torque have one unit. A
// wrench g and a face f keep their product f . g when g's torque is divided by rho and f's third entry multiplied.

/// Throws InputError unless rho is a positive finite length, at `/rho`.
void require_length(double rho);

/// Throws InputError unless g is finite, at `/wrench/k`.
void require_finite_wrench(const Eigen::Vector3d& g);
/// Throws it for the first entry of v that is not finite, at pointer/k.
[[noreturn]] void refuse_infinite(const Eigen::Vector3d& v, const std::string& pointer);

/// (fx, fy, tau / rho) of unit length, whatever the size of g; the zero vector for zero. Throws InputError for a wrench
/// that is not finite, or whose tau / rho is not.
Eigen::Vector3d scaled_direction(const Eigen::Vector3d& g, double rho);

/// Normals of planes, of unit length in (fx, fy, tau / rho).
Cone::Rows scaled_normals(const Cone::Rows& normals, double rho);

/// Rays or lines, of unit length in (fx, fy, tau / rho).
Cone::Rows scaled_spans(const Cone::Rows& spans, double rho);

}  // namespace pawl::internal
