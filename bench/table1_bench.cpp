// SPDX-License-Identifier: MIT
// Repeats [TPSL97, table 1]: random multi-body problems of the paper's sizes, with ten different friction coefficients
// each. They are solved by Lemke's method, by the feasible interior point method (FIP), and by the complete solver,
// which can also prove that a solution does not exist. As in the paper, Lemke's method tries several covering vectors
// (here at most ten) until it succeeds with one. Prints one row per size, in the plane and in space, sliding and at
// rest.
//
//   pawl_table1_bench [problems per row, default 4] [first seed, default 1] [seconds per problem, default 20]
//
// A problem counts as solved if max |min(z, w)| <= 1e-9 max(1, |q|) on the LCP as given. The exit status is 1 if
// verify() finds a violation of the laws of physics by more than 1e-9, if a refutation fails its check, or if a problem
// at rest is not solved.
#include <fmt/format.h>
#include <pawl/friction/solve_motion.h>
#include <pawl/lcp/interior_point.h>
#include <pawl/lcp/lemke.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <random>
#include <vector>

#include "contact_data_sets.h"

namespace {

using namespace pawl;

constexpr std::array kFrictions = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.5};

/// The result of one method for one problem, with its cost.
struct Outcome {
  enum class Status { solved, none, undecided };
  Status status = Status::undecided;
  Eigen::VectorXd z;
  int starts = 1;
  int pivots = 0;  ///< number of pivots of a pivoting method, or of iterations of the interior point method
};

Outcome by_lemke(const Lcp& lcp) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> entry(0.1, 1);
  LemkeSolver solver;
  LemkeOptions options;
  options.restarts = 0;
  Outcome outcome;
  for (outcome.starts = 1; outcome.starts <= 10; ++outcome.starts) {
    options.extended = outcome.starts == 10;
    const LcpSolution& found = solver.solve(lcp, options);
    outcome.pivots += found.pivots;
    if (found.status == LcpSolution::Status::solved) {
      outcome.status = Outcome::Status::solved;
      outcome.z = found.z;
      break;
    }
    options.covering.resize(lcp.size());
    for (double& c : options.covering) c = entry(engine);
  }
  return outcome;
}

Outcome by_interior_point(const Lcp& lcp, double seconds) {
  InteriorPointOptions options;
  options.stop = StopToken(seconds);
  const InteriorPointResult found = interior_point(lcp, options);
  Outcome outcome;
  outcome.pivots = found.iterations;
  if (found.status == InteriorPointResult::Status::solved) {
    outcome.status = Outcome::Status::solved;
    outcome.z = found.z;
  }
  return outcome;
}

Outcome by_all_means(const MotionProblem& full, double seconds) {
  LcpLimits limits;
  limits.stop = StopToken(seconds);
  limits.pivots = 1000000000;
  limits.nodes = 1000000000;
  const LcpAnswer answer = solve_motion(full, limits).lcp;
  Outcome outcome;
  outcome.z = answer.z;
  outcome.pivots = answer.pivots;
  if (answer.status == LcpAnswer::Status::solved) outcome.status = Outcome::Status::solved;
  if (answer.status == LcpAnswer::Status::none && proves_no_solution(full, answer.refutation)) {
    outcome.status = Outcome::Status::none;
  }
  return outcome;
}

/// The results of one method for all problems of a row.
struct Tally {
  int solved = 0, none = 0, undecided = 0, wrong = 0;
  double starts = 0, pivots = 0;  // sums over the solved problems: starts of the method, and pivots
  double worst = 0;               // largest residual of all solutions: violation of the laws of motion and of contact
  std::vector<double> milliseconds;

  template <typename Method>
  void run(const MotionProblem& full, const ContactLcp& lcp, Method&& method) {
    const auto start = std::chrono::steady_clock::now();
    const Outcome outcome = method();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    milliseconds.push_back(time.count());
    none += outcome.status == Outcome::Status::none;
    undecided += outcome.status == Outcome::Status::undecided;
    if (outcome.status != Outcome::Status::solved) return;
    const double physics = verify(full, motion_of(full, forces_of(full, outcome.z))).worst();
    wrong += lcp_residual({lcp.M, lcp.q}, outcome.z) > kLcpResidual || !(physics <= tolerance::kMotionResidual);
    ++solved;
    worst = std::max(worst, physics);
    starts += outcome.starts;
    pivots += outcome.pivots;
  }

  std::string average(double sum) const { return solved == 0 ? "-" : fmt::format("{:.1f}", sum / solved); }
  double median() {
    const auto middle = milliseconds.begin() + static_cast<std::ptrdiff_t>(milliseconds.size() / 2);
    std::nth_element(milliseconds.begin(), middle, milliseconds.end());
    return *middle;
  }
  double longest() const { return *std::max_element(milliseconds.begin(), milliseconds.end()); }
};

struct RowResult {
  int sets = 0;
  Tally lemke, interior, complete;
};

RowResult run(const bench::Row& row, int problems, unsigned seed, double seconds) {
  RowResult result;
  for (int problem = 0; problem < problems; ++problem) {
    const MotionProblem any = bench::random_motion_problem(row, seed + static_cast<unsigned>(problem));
    for (const double mu : kFrictions) {
      const MotionProblem full = bench::with_friction(any, mu);
      const ContactLcp lcp = contact_lcp(full);
      ++result.sets;
      result.lemke.run(full, lcp, [&] { return by_lemke({lcp.M, lcp.q}); });
      result.interior.run(full, lcp, [&] { return by_interior_point({lcp.M, lcp.q}, seconds); });
      result.complete.run(full, lcp, [&] { return by_all_means(full, seconds); });
    }
  }
  return result;
}

void print_heading() {
  fmt::print("{:24} | {:31} | {:24} | complete\n", "", "Lemke", "FIP");
  fmt::print("{:5} {:7} {:4} {:5} | {:5} {:>6} {:>8} {:>9} | {:5} {:>8} {:>9} | {:>6} {:>5} {:>5} {:>8} {:>9} {:>9}\n", "",
             "", "size", "sets", "frac.", "starts", "iter.", "med. ms", "frac.", "iter.", "med. ms", "solved", "none",
             "undec", "residual", "med. ms", "max ms");
}

void print(const bench::Row& row, RowResult& r) {
  Tally& l = r.lemke;
  Tally& i = r.interior;
  Tally& c = r.complete;
  fmt::print("{:5} {:7} {:4} {:5} | {:5.2f} {:>6} {:>8} {:9.3f} | {:5.2f} {:>8} {:9.3f} | {:6} {:5} {:5} {:8.1e} {:9.3f} {:9.1f}\n",
             row.tangents == 1 ? "plane" : "space", row.rest ? "rest" : "sliding", row.size, r.sets,
             static_cast<double>(l.solved) / r.sets, l.average(l.starts), l.average(l.pivots), l.median(),
             static_cast<double>(i.solved) / r.sets, i.average(i.pivots), i.median(), c.solved,
             c.none, c.undecided, c.worst, c.median(), c.longest());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int problems = argc > 1 ? std::atoi(argv[1]) : 4;
  const unsigned seed = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1;
  const double seconds = argc > 3 ? std::atof(argv[3]) : 20;
  print_heading();
  int sets = 0, by_path = 0, by_interior = 0, solved = 0, none = 0, wrong = 0, resting = 0;
  for (const bench::Row& row : bench::table_rows()) {
    RowResult result = run(row, problems, seed, seconds);
    print(row, result);
    sets += result.sets;
    by_path += result.lemke.solved;
    by_interior += result.interior.solved;
    solved += result.complete.solved;
    none += result.complete.none;
    wrong += result.lemke.wrong + result.interior.wrong + result.complete.wrong;
    if (row.rest) resting += result.sets - result.complete.solved;
  }
  fmt::print("{} data sets: Lemke solved {}, FIP {}; complete: {} solved, {} proved to have no solution, {} undecided\n",
             sets, by_path, by_interior, solved, none, sets - solved - none);
  fmt::print("{} solutions against the laws of physics, {} problems at rest left unsolved\n", wrong, resting);
  return wrong == 0 && resting == 0 ? 0 : 1;
}
