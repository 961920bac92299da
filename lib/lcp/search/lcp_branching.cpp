// SPDX-License-Identifier: MIT
#include "lcp/search/lcp_branching.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Whole multiples of 2^-44 of the largest, so that they are exact and short; those below `least` of it are left out.
std::vector<double> few_digits(std::vector<double> multipliers, double least) {
  double largest = 0;
  for (const double l : multipliers) largest = std::max(largest, std::fabs(l));
  int exponent = 0;
  std::frexp(largest, &exponent);
  for (double& l : multipliers) {
    l = std::fabs(l) < least * largest ? 0 : std::nearbyint(std::ldexp(l, 44 - exponent));
  }
  return multipliers;
}

}  // namespace

LcpBranching::LcpBranching(const Lcp& lcp, bool rounded, std::function<ExactLcp()> exact, Judge judge)
    : exact_(std::move(exact)), judge_(std::move(judge)), farkas_(lcp, scaled_, rounded, exact_) {
  scaled_.assign(lcp);
}

Branching::Size LcpBranching::size() const {
  const int n = count();
  return {.pairs = n, .groups = n, .unknowns = n, .rows = 3 * n, .pivots = 20 * n + 100, .variables = n};
}

/// sign * w_i >= -slack * (sum of the z that it depends on).
void LcpBranching::add_row(Dictionary<double>& program, int slack_variable, int row, double sign, double slack) const {
  std::vector<Dictionary<double>::Term> terms;
  const double* entries = scaled_.M.data() + at(row) * at(count());
  for (int j = 0; j < count(); ++j) {
    if (entries[j] != 0) terms.push_back({j, sign * entries[j] + slack});
  }
  program.add_row(slack_variable, terms, sign * scaled_.q[at(row)]);
}

void LcpBranching::build(Dictionary<double>& program, const Assumptions& assumed, double slack) const {
  program.start(3 * count(), count());
  for (int i = 0; i < count(); ++i) add_row(program, w_slack(i), i, 1, slack);
  for (int i = 0; i < count(); ++i) {
    if (assumed.has(assumption(i, Side::w))) add_row(program, closed_slack(i), i, -1, slack);
  }
}

void LcpBranching::assume(Dictionary<double>& program, int pair, Side side, double slack) const {
  if (side == Side::z) {
    program.fix(pair);
  } else {
    add_row(program, closed_slack(pair), pair, -1, slack);
  }
}

void LcpBranching::list_pairs(const Dictionary<double>& program, std::vector<Pair>& pairs) const {
  for (int i = 0; i < count(); ++i) pairs.push_back({i, program.value(i), program.value(w_slack(i))});
}

bool LcpBranching::accept(const Dictionary<double>& program) {
  Eigen::VectorXd z(count());
  std::vector<char> basis(at(count()));
  for (int i = 0; i < count(); ++i) {
    z[i] = std::max(0., program.value(i)) * scaled_.scale[at(i)];
    basis[at(i)] = program.value(i) > program.value(w_slack(i));
  }
  return judge_(z, basis);
}

bool LcpBranching::refute(const Dictionary<double>& program, double least, const Assumptions& assumed,
                          Assumptions& used, Multipliers<double>& multipliers) {
  std::vector<double> l(at(count()));
  program.farkas_multipliers([&](int slack, double multiplier) {
    const int row = slack - count();
    l[at(row % count())] += row < count() ? multiplier : -multiplier;
  });
  const std::vector<double> few = few_digits(std::move(l), least);
  if (!farkas_.proves(few, assumed, used)) return false;
  multipliers.clear();
  for (int i = 0; i < count(); ++i) {  // of the equations as given: scales are powers of two
    if (few[at(i)] != 0) multipliers.emplace_back(i, few[at(i)] * scaled_.scale[at(i)]);
  }
  return true;
}

bool LcpBranching::refute_exactly(const Assumptions& assumed, Assumptions& used, Multipliers<Rational>& multipliers,
                                  long& pivots, const StopToken& stop) {
  multipliers = farkas_.prove_exactly(assumed, used, pivots, stop);
  return !multipliers.empty();
}

}  // namespace pawl::internal
