// SPDX-License-Identifier: MIT
#include "friction/forces_to_lcp.h"

#include <algorithm>
#include <cmath>

#include "friction/search/three_variable_form.h"

namespace pawl {
namespace {

/// Pairs (z, w) one by one, told whether z is a force or a motion, so that each is compared in its unit.
class Guess {
 public:
  Guess(const Lcp& lcp, LcpGuess& guess) : lcp_(lcp), guess_(guess) {
    guess_.z = Eigen::VectorXd::Zero(lcp.size());
    guess_.basis.assign(static_cast<std::size_t>(lcp.size()), 0);
  }
  double& z(int i) { return guess_.z[i]; }
  void forces_are_set() { w_ = lcp_.M * guess_.z + lcp_.q; }
  /// What row i would be with the motion variables zero.
  double w(int i) const { return w_[i]; }
  void set_motion(int i, double motion) { guess_.z[i] = motion; }
  void choose(int i, double unit, double w) {
    guess_.basis[static_cast<std::size_t>(i)] = guess_.z[i] * unit > w / unit;
  }
  double unit(int i) const { return lcp_.M(i, i) > 0 ? std::sqrt(lcp_.M(i, i)) : 1; }

 private:
  const Lcp& lcp_;
  LcpGuess& guess_;
  Eigen::VectorXd w_;
};

void three_variables(const PlanarContactProblem& problem, const std::vector<double>& normal,
                     const std::vector<double>& tangent, Guess& guess) {
  const ThreeVariableForm form(problem);
  const int n = static_cast<int>(normal.size());
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    guess.z(form.normal(i)) = normal[k];
    if (form.rolls(i)) guess.z(form.plus(i)) = std::max(0., tangent[k] + problem.contacts[k].friction * normal[k]);
  }
  guess.forces_are_set();
  for (int i = 0; i < n; ++i) {
    const double unit = guess.unit(form.normal(i));
    guess.choose(form.normal(i), unit, guess.w(form.normal(i)));
    if (!form.rolls(i)) continue;
    const double motion = guess.w(form.plus(i));
    guess.set_motion(form.minus(i), std::max(0., -motion));
    guess.choose(form.plus(i), unit, std::max(0., motion));
    guess.choose(form.minus(i), 1 / unit, guess.w(form.minus(i)));
  }
}

void four_variables(const std::vector<double>& normal, const std::vector<double>& tangent, Guess& guess) {
  const int n = static_cast<int>(normal.size());
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    guess.z(i) = normal[k];
    guess.z(n + i) = std::max(0., tangent[k]);
    guess.z(2 * n + i) = std::max(0., -tangent[k]);
  }
  guess.forces_are_set();
  for (int i = 0; i < n; ++i) {
    const double unit = guess.unit(i);
    const double motion = guess.w(n + i);
    guess.set_motion(3 * n + i, std::fabs(motion));
    guess.choose(i, unit, guess.w(i));
    guess.choose(n + i, unit, motion + std::fabs(motion));
    guess.choose(2 * n + i, unit, -motion + std::fabs(motion));
    guess.choose(3 * n + i, 1 / unit, guess.w(3 * n + i));
  }
}

}  // namespace

LcpGuess forces_to_lcp(const PlanarContactProblem& problem, const Lcp& lcp, const std::vector<double>& normal,
                       const std::vector<double>& tangent) {
  LcpGuess result;
  Guess guess(lcp, result);
  if (problem.level == PlanarContactProblem::Level::velocity) {
    four_variables(normal, tangent, guess);
  } else {
    three_variables(problem, normal, tangent, guess);
  }
  return result;
}

}  // namespace pawl
