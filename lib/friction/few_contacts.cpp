// SPDX-License-Identifier: MIT
#include "friction/few_contacts.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

using Problem = ContactProblem;
using Contact = Problem::Contact;
using Dynamics = ContactDynamics<double>;

/// The normal acceleration at contact i by a unit normal force at the sliding contact k, and its friction.
double sliding_response(const Problem& problem, const Dynamics& dynamics, int i, int k) {
  const Contact& from = problem.contacts[static_cast<std::size_t>(k)];
  return dynamics.response(i, 0, k, 0) - from.sliding * from.friction * dynamics.response(i, 0, k, 1);
}

/// w = m z + q with one variable.
bool solve_one(double m, double q, double& z) {
  z = q < 0 ? -q / m : 0;
  return q >= 0 || m > 0;
}

/// With two: first those with one zero.
bool solve_two(const Problem& problem, const Dynamics& dynamics, Eigen::VectorXd& z) {
  double m[2][2], q[2];
  for (const int i : {0, 1}) {
    q[i] = dynamics.bias(i, 0);
    for (const int k : {0, 1}) m[i][k] = sliding_response(problem, dynamics, i, k);
  }
  z.resize(2);
  for (const int i : {0, 1}) {
    z[1 - i] = 0;
    if (solve_one(m[i][i], q[i], z[i]) && m[1 - i][i] * z[i] + q[1 - i] >= 0) return true;
  }
  const double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
  z[0] = (q[1] * m[0][1] - q[0] * m[1][1]) / determinant;
  z[1] = (q[0] * m[1][0] - q[1] * m[0][0]) / determinant;
  return z[0] >= 0 && z[1] >= 0;  // not if the determinant is 0
}

struct OneContact {
  double normal = 0, tangent = 0;  ///< force
  double motion = 0;               ///< tangential
};

/// Open, sliding either way, or sticking.
bool find_mode(const Dynamics& dynamics, double friction, OneContact& found) {
  const double normal_bias = dynamics.bias(0, 0);
  const double tangent_bias = dynamics.bias(0, 1);
  found.motion = tangent_bias;
  if (normal_bias >= 0) return true;
  const double nn = dynamics.response(0, 0, 0, 0);
  const double nt = dynamics.response(0, 0, 0, 1);
  const double tt = dynamics.response(0, 1, 0, 1);
  for (const int sign : {1, -1}) {
    const double share = -sign * friction;
    if (!solve_one(nn + share * nt, normal_bias, found.normal)) continue;
    found.tangent = share * found.normal;
    found.motion = tangent_bias + nt * found.normal + tt * found.tangent;
    if (sign * found.motion >= 0 || friction == 0) return true;
  }
  const double determinant = nn * tt - nt * nt;
  found.normal = (tangent_bias * nt - normal_bias * tt) / determinant;
  found.tangent = (normal_bias * nt - tangent_bias * nn) / determinant;
  found.motion = 0;
  return found.normal >= 0 && std::fabs(found.tangent) <= friction * found.normal;
}

bool solve_rolling(const Problem& problem, const Dynamics& dynamics, Eigen::VectorXd& z) {
  OneContact found;
  if (!find_mode(dynamics, problem.contacts[0].friction, found)) return false;
  const bool velocity = problem.level == Problem::Level::velocity;
  z.resize(velocity ? 4 : 3);
  z[0] = found.normal;
  if (velocity) {
    z[1] = std::max(0., found.tangent);
    z[2] = std::max(0., -found.tangent);
    z[3] = std::fabs(found.motion);
  } else {
    z[1] = std::max(0., found.tangent + problem.contacts[0].friction * found.normal);
    z[2] = std::max(0., -found.motion);
  }
  return true;
}

}  // namespace

bool solve_few_contacts(const Problem& problem, const Dynamics& dynamics, Eigen::VectorXd& z) {
  const auto& contacts = problem.contacts;
  if (problem.tangents != 1) return false;
  if (contacts.size() == 2) {
    return contacts[0].sliding != 0 && contacts[1].sliding != 0 && solve_two(problem, dynamics, z);
  }
  if (contacts.size() != 1) return false;
  if (contacts[0].sliding == 0) return solve_rolling(problem, dynamics, z);
  z.resize(1);
  return solve_one(sliding_response(problem, dynamics, 0, 0), dynamics.bias(0, 0), z[0]);
}

}  // namespace pawl::internal
