// SPDX-License-Identifier: MIT
#include "friction/forces_to_lcp.h"

#include <algorithm>
#include <cmath>

#include "friction/contact_layout.h"

namespace pawl::internal {
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

void three_variables(const ContactProblem& problem, const ContactLayout& at, const std::vector<double>& normal,
                     const std::vector<double>& tangent, Guess& guess) {
  const int n = static_cast<int>(normal.size());
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    guess.z(at.normal(i)) = normal[k];
    if (at.rolls(i)) guess.z(at.plus(i)) = std::max(0., tangent[k] + problem.contacts[k].friction * normal[k]);
  }
  guess.forces_are_set();
  for (int i = 0; i < n; ++i) {
    const double unit = guess.unit(at.normal(i));
    guess.choose(at.normal(i), unit, guess.w(at.normal(i)));
    if (!at.rolls(i)) continue;
    const double motion = guess.w(at.plus(i));
    guess.set_motion(at.minus(i), std::max(0., -motion));
    guess.choose(at.plus(i), unit, std::max(0., motion));
    guess.choose(at.minus(i), 1 / unit, guess.w(at.minus(i)));
  }
}

void four_variables(const ContactLayout& at, const std::vector<double>& normal, const std::vector<double>& tangent,
                    Guess& guess) {
  const int n = static_cast<int>(normal.size());
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    guess.z(at.normal(i)) = normal[k];
    guess.z(at.plus(i)) = std::max(0., tangent[k]);
    guess.z(at.minus(i)) = std::max(0., -tangent[k]);
  }
  guess.forces_are_set();
  for (int i = 0; i < n; ++i) {
    const double unit = guess.unit(at.normal(i));
    const double motion = guess.w(at.plus(i));
    guess.set_motion(at.multiplier(i), std::fabs(motion));
    guess.choose(at.normal(i), unit, guess.w(at.normal(i)));
    guess.choose(at.plus(i), unit, motion + std::fabs(motion));
    guess.choose(at.minus(i), unit, -motion + std::fabs(motion));
    guess.choose(at.multiplier(i), 1 / unit, guess.w(at.multiplier(i)));
  }
}

}  // namespace

LcpGuess forces_to_lcp(const ContactProblem& problem, const Lcp& lcp, const std::vector<double>& normal,
                       const std::vector<double>& tangent) {
  LcpGuess result;
  Guess guess(lcp, result);
  const ContactLayout at(problem);
  if (at.form() == ContactLayout::Form::four) {
    four_variables(at, normal, tangent, guess);
  } else {
    three_variables(problem, at, normal, tangent, guess);
  }
  return result;
}

}  // namespace pawl::internal
