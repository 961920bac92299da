// SPDX-License-Identifier: MIT
#include "friction/laws/contact_velocities.h"

#include <algorithm>
#include <cmath>

#include "friction/contact_dynamics.h"

namespace pawl::internal {

ContactVelocities velocities_of(const ContactProblem& problem, const ContactImpulses& impulses) {
  ContactVelocities result;
  result.finite = impulses.normal.allFinite() && impulses.tangent.allFinite();
  if (!result.finite) return result;
  const ContactDynamics<double> dynamics(problem);
  WeightedMotion<double> motion;
  motion.start(dynamics);
  const int count = dynamics.contacts();
  for (int i = 0; i < count; ++i) {
    motion.push(i, 0, impulses.normal[i]);
    motion.push(i, 1, impulses.tangent[i]);
  }
  motion.move();
  for (Eigen::VectorXd* one :
       {&result.normal, &result.tangent, &result.tangent_bias, &result.normal_response, &result.tangent_response}) {
    one->resize(count);
  }
  for (int i = 0; i < count; ++i) {
    const double free[] = {dynamics.bias(i, 0), dynamics.bias(i, 1)};
    result.normal[i] = motion.along(i, 0).value + free[0];
    result.tangent[i] = motion.along(i, 1).value + free[1];
    result.tangent_bias[i] = free[1];
    result.normal_response[i] = dynamics.response(i, 0, i, 0);
    result.tangent_response[i] = dynamics.response(i, 1, i, 1);
    result.scale = std::max({result.scale, std::fabs(free[0]), std::fabs(free[1])});
  }
  result.finite = std::isfinite(result.scale);
  for (const Eigen::VectorXd* one :
       {&result.normal, &result.tangent, &result.normal_response, &result.tangent_response}) {
    result.finite = result.finite && one->allFinite();
  }
  return result;
}

double complementarity_error(double impulse, double velocity, double response) {
  return std::fabs(std::min(impulse * response, velocity));
}

double friction_error(double bound, double impulse, double sliding, double response) {
  const double missing = (bound + (sliding > 0 ? impulse : -impulse)) * response;
  return std::max((std::fabs(impulse) - bound) * response, std::min(std::fabs(sliding), std::fabs(missing)));
}

double cone_error(double friction, double normal, double tangent, double parting, double sliding) {
  double worst = std::max(std::fabs(tangent) - friction * std::max(0., normal), -normal);
  worst = std::max({0., worst, friction * std::fabs(sliding) - parting});
  const double size = std::max(std::hypot(normal, tangent), std::hypot(parting, sliding));
  // A product of both would overflow first.
  return size > 0 ? std::max(worst, std::fabs(normal / size * parting + tangent / size * sliding)) : worst;
}

}  // namespace pawl::internal
