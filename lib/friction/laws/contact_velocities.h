// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

#include <Eigen/Core>

namespace pawl::internal {

/// What impulses make contacts do, by code that shares nothing with the solvers: what the laws' verify() judges.
struct ContactVelocities {
  Eigen::VectorXd normal, tangent;                    ///< v = step J W J'c + b, m/s
  Eigen::VectorXd tangent_bias;                       ///< b of the tangents
  Eigen::VectorXd normal_response, tangent_response;  ///< of each contact to its own impulse, 1/kg
  double scale = 1;                                   ///< the largest of 1 and |b|
  bool finite = false;  ///< impulses and all of the above, so that comparisons tell; if not, they mean nothing
};

ContactVelocities velocities_of(const ContactProblem& problem, const ContactImpulses& impulses);

/// How far 0 <= impulse, 0 <= velocity, impulse velocity = 0 is from being true, m/s.
double complementarity_error(double impulse, double velocity, double response);

/// How far a tangential impulse is from Coulomb's law with this bound, m/s: over it, or, of how far it is from the
/// bound against the sliding and how fast that is, the smaller.
double friction_error(double bound, double impulse, double sliding, double response);

/// How far an impulse in a cone, a velocity in its dual and a right angle between them are from being true, as lengths;
/// both in one unit.
double cone_error(double friction, double normal, double tangent, double parting, double sliding);

}  // namespace pawl::internal
