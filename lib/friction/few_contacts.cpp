// SPDX-License-Identifier: MIT
#include "friction/few_contacts.h"

#include <algorithm>
#include <cmath>

#include "friction/delassus.h"

namespace pawl {
namespace {

using Problem = PlanarContactProblem;
using Contact = Problem::Contact;

/// The normal acceleration at contact a by a unit normal force at b, and its friction where b slides.
double sliding_response(const Problem& problem, const Contact& a, const Contact& b) {
  const double share = -b.sliding * b.friction;
  const double normal[2] = {a.normal.x(), a.normal.y()};
  const double force[2] = {b.normal.x() - share * b.normal.y(), b.normal.y() + share * b.normal.x()};
  return response<double>(problem, a, normal, b, force);
}

/// w = m z + q with one variable.
bool solve_one(double m, double q, double& z) {
  z = q < 0 ? -q / m : 0;
  return q >= 0 || m > 0;
}

/// With two: first those with one zero.
bool solve_two(const Problem& problem, Eigen::VectorXd& z) {
  const Contact* contacts[] = {&problem.contacts[0], &problem.contacts[1]};
  double m[2][2], q[2];
  for (const int i : {0, 1}) {
    q[i] = contacts[i]->normal_bias;
    for (const int k : {0, 1}) m[i][k] = sliding_response(problem, *contacts[i], *contacts[k]);
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
bool find_mode(const Problem& problem, OneContact& found) {
  const Contact& c = problem.contacts[0];
  found.motion = c.tangent_bias;
  if (c.normal_bias >= 0) return true;
  const double nn = delassus<double>(problem, c, false, c, false);
  const double nt = delassus<double>(problem, c, false, c, true);
  const double tt = delassus<double>(problem, c, true, c, true);
  for (const int sign : {1, -1}) {
    const double share = -sign * c.friction;
    if (!solve_one(nn + share * nt, c.normal_bias, found.normal)) continue;
    found.tangent = share * found.normal;
    found.motion = c.tangent_bias + nt * found.normal + tt * found.tangent;
    if (sign * found.motion >= 0 || c.friction == 0) return true;
  }
  const double determinant = nn * tt - nt * nt;
  found.normal = (c.tangent_bias * nt - c.normal_bias * tt) / determinant;
  found.tangent = (c.normal_bias * nt - c.tangent_bias * nn) / determinant;
  found.motion = 0;
  return found.normal >= 0 && std::fabs(found.tangent) <= c.friction * found.normal;
}

bool solve_rolling(const Problem& problem, Eigen::VectorXd& z) {
  OneContact found;
  if (!find_mode(problem, found)) return false;
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

bool solve_few_contacts(const Problem& problem, Eigen::VectorXd& z) {
  const auto& contacts = problem.contacts;
  if (contacts.size() == 2) return contacts[0].sliding != 0 && contacts[1].sliding != 0 && solve_two(problem, z);
  if (contacts.size() != 1) return false;
  if (contacts[0].sliding == 0) return solve_rolling(problem, z);
  z.resize(1);
  return solve_one(sliding_response(problem, contacts[0], contacts[0]), contacts[0].normal_bias, z[0]);
}

}  // namespace pawl
