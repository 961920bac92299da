// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/lcp/lemke.h>

#include <cmath>
#include <limits>
#include <random>

#include "lcp/pivoting/basis_solution.h"
#include "lcp/pivoting/in_units.h"
#include "lcp/pivoting/lcp_scaling.h"
#include "lcp/pivoting/lemke_tableau.h"
#include "lcp/pivoting/quadruple.h"

namespace pawl {

using namespace internal;

struct LemkeSolver::State {
  const Lcp* lcp = nullptr;
  int n = 0;
  ScaledLcp scaled;
  std::vector<double> d;
  LemkeTableau<double> tableau;
  LemkeTableau<Quadruple> wide;
  std::vector<double> z;
  std::vector<char> basis;
  Eigen::VectorXd guess, clean;
  LcpSolution result;
  StopToken stop;

  bool better(const Eigen::VectorXd& candidate, const std::vector<char>& its_basis) {
    const double residual = lcp_residual(*lcp, candidate);
    if (!(residual < result.residual)) return false;
    result.z = candidate;
    result.residual = residual;
    result.basis = its_basis;
    return true;
  }

  /// The tableau's own numbers where they are good enough, else the basis solved anew.
  bool judge(const std::vector<char>& candidate, bool reached) {
    constexpr double kAccurate = 1e-12;
    constexpr double kHopeless = 1e-4;  ///< of a path that ended otherwise
    clean = guess.cwiseMax(0);
    better(clean, candidate);
    if (!(result.residual <= kAccurate) && (reached || result.residual <= kHopeless)) {
      better(basis_solution(*lcp, candidate, guess, stop), candidate);
    }
    if (!(result.residual <= kLcpResidual) || !zero_in_units(*lcp, result.z)) return false;
    result.status = LcpSolution::Status::solved;
    return true;
  }

  template <class Real>
  bool run(LemkeTableau<Real>& table, double tolerance, int most, const std::vector<char>* start = nullptr) {
    using End = typename LemkeTableau<Real>::End;
    table.assign(n, scaled.M, scaled.q, d);
    if (start != nullptr) table.start_from(*start, [this] { return out_of_time(); });
    const End end = table.run(most, result.pivots, Real(tolerance), [this] { return out_of_time(); });
    table.solution(z, basis);
    guess.resize(n);
    for (int i = 0; i < n; ++i) guess[i] = z[static_cast<std::size_t>(i)] * scaled.scale[static_cast<std::size_t>(i)];
    result.status = end == End::ray     ? LcpSolution::Status::ray
                    : end == End::limit ? LcpSolution::Status::limit
                                        : LcpSolution::Status::inaccurate;
    return judge(basis, end == End::solved);
  }

  bool out_of_time() const { return stop.stop_requested(); }

  /// The last result, but not its memory.
  void forget() {
    result.status = LcpSolution::Status::limit;
    result.residual = 0;
    result.pivots = 0;
    result.z.setZero(n);
    result.basis.clear();
  }

  void solve(const LemkeOptions& options) {
    stop = options.stop;
    scaled.assign(*lcp);
    const int most = options.pivots > 0 ? options.pivots : 50 * n + 100;
    result.residual = std::numeric_limits<double>::infinity();
    d.assign(static_cast<std::size_t>(n), 1);
    for (int i = 0; i < n && options.covering.size() == n; ++i) {
      d[static_cast<std::size_t>(i)] = options.covering[i] * scaled.scale[static_cast<std::size_t>(i)];
    }
    if (!options.start.empty() && run(tableau, 1e-13, most, &options.start)) return;
    if (run(tableau, 1e-13, most)) return;
    std::mt19937 engine(options.seed);
    for (int k = 0; k < options.restarts; ++k) {
      for (double& entry : d) entry = .5 + static_cast<double>(engine()) * 0x1p-32;
      if (out_of_time() || run(tableau, 1e-13, most)) return;
    }
    constexpr int kMostWide = 512;  // a pivot in quadruple precision takes some 10 ms
    if (!options.extended || n > kMostWide || out_of_time()) return;
    std::fill(d.begin(), d.end(), 1);
    run(wide, 1e-28, most);
  }
};

LemkeSolver::LemkeSolver() : state_(std::make_unique<State>()) {}
LemkeSolver::~LemkeSolver() = default;
LemkeSolver::LemkeSolver(LemkeSolver&&) noexcept = default;
LemkeSolver& LemkeSolver::operator=(LemkeSolver&&) noexcept = default;

const LcpSolution& LemkeSolver::solve(const Lcp& lcp, const LemkeOptions& options) {
  lcp.validate();
  for (Eigen::Index i = 0; i < options.covering.size(); ++i) {
    if (options.covering.size() == lcp.size() && options.covering[i] > 0 && std::isfinite(options.covering[i]))
      continue;
    throw InputError("/covering", fmt::format("{}", options.covering[i]),
                     fmt::format("must be {} positive numbers", lcp.size()));
  }
  if (!options.start.empty() && static_cast<Eigen::Index>(options.start.size()) != lcp.size()) {
    throw InputError("/start", fmt::format("{} entries", options.start.size()),
                     fmt::format("must have {}", lcp.size()));
  }
  state_->lcp = &lcp;
  state_->n = static_cast<int>(lcp.size());
  state_->forget();
  state_->solve(options);
  return state_->result;
}

LcpSolution lemke(const Lcp& lcp, const LemkeOptions& options) { return LemkeSolver().solve(lcp, options); }

}  // namespace pawl
