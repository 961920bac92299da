// SPDX-License-Identifier: MIT
#pragma once

namespace pawl {

/// The stiffness, N/m, of a spring that gives under a load as a sphere against a half space does [Drum19, (121), after
/// Hertz]: f = E* sqrt(r d^3), of the contact modulus E* (Pa), the radius r (m) and the depth d; so f/d at that load
/// (N). All must be finite and > 0, or it throws InputError.
double hertz_stiffness(double modulus, double radius, double load);

/// The stiffness, N/m, of each of some equal elements of an elastic (Winkler) foundation: E A/(t n), of Young's modulus
/// E (Pa), the area A (m^2) of all and their thickness t (m), all finite and > 0, and n >= 1 elements; or it throws
/// InputError.
double foundation_stiffness(double modulus, double area, double thickness, int elements);

}  // namespace pawl
