// SPDX-License-Identifier: MIT
#pragma once

namespace pawl {

/// Returns the stiffness f/d, N/m, of a linear spring that has the same deflection d under the load f (N) as a sphere
/// that is pressed against a half space [Drum19, (121), after Hertz]: f = E* sqrt(r d^3), with the contact modulus E*
/// (Pa), the radius r (m) and the deflection d (m). E* is 4/3 of the effective modulus of Hertz's theory. Throws
/// InputError unless all arguments are finite and > 0.
double hertz_stiffness(double modulus, double radius, double load);

/// Returns the stiffness, N/m, of each of n equal elements of an elastic (Winkler) foundation: E A/(t n), with Young's
/// modulus E (Pa), the total area A (m^2) and the thickness t (m). Throws InputError unless E, A and t are finite and >
/// 0 and n >= 1.
double foundation_stiffness(double modulus, double area, double thickness, int elements);

}  // namespace pawl
