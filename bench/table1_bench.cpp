// SPDX-License-Identifier: MIT
// [TPSL97, table 1] again: random multi-body problems of the paper's sizes, friction varied ten times each, by its two
// methods and by the complete solver. Prints one row a size, in the plane and in space, sliding and at rest.
//
//   pawl_table1_bench [problems a row, default 4] [first seed, default 1]
//
// A solution counts when max |min(z, w)| <= 1e-9 max(1, |q|) on the LCP as given and verify() finds all laws of physics
// kept to 1e-9. Exit status 1 when a problem is undecided, one at rest is not solved, or a solution fails.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <vector>

#include "contact_data_sets.h"
#include "table1_methods.h"

namespace {

using namespace pawl;
using bench::Outcome;

constexpr std::array kFrictions = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.5};
constexpr double kResidual = 1e-9;

double residual(const ContactLcp& lcp, const Eigen::VectorXd& z) {
  const double worst = z.cwiseMin(lcp.M * z + lcp.q).cwiseAbs().maxCoeff();
  return worst / std::max(1.0, lcp.q.cwiseAbs().maxCoeff());
}

/// How one method did on the data sets of a row.
struct Tally {
  int solved = 0, none = 0, undecided = 0, wrong = 0;
  double starts = 0, iterations = 0;  // of the solved ones
  double worst = 0;                   // residual of the laws of physics
  std::vector<double> milliseconds;

  template <typename Method>
  Outcome::Status run(const ContactLaws& laws, const ContactLcp& lcp, Method&& method) {
    const auto start = std::chrono::steady_clock::now();
    const Outcome outcome = method();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    milliseconds.push_back(time.count());
    count(laws, lcp, outcome);
    return outcome.status;
  }

  void count(const ContactLaws& laws, const ContactLcp& lcp, const Outcome& outcome) {
    none += outcome.status == Outcome::Status::none;
    undecided += outcome.status == Outcome::Status::undecided;
    if (outcome.status != Outcome::Status::solved) return;
    const double physics = verify(laws, motion_of(laws, forces_of(laws, lcp, outcome.z))).worst();
    if (residual(lcp, outcome.z) > kResidual || !(physics <= kResidual)) {
      ++wrong;
      return;
    }
    ++solved;
    worst = std::max(worst, physics);
    starts += outcome.starts;
    iterations += outcome.iterations;
  }

  std::string average(double sum) const { return solved == 0 ? "-" : fmt::format("{:.1f}", sum / solved); }
  double median() {
    std::nth_element(milliseconds.begin(), milliseconds.begin() + milliseconds.size() / 2, milliseconds.end());
    return milliseconds[milliseconds.size() / 2];
  }
  double longest() const { return *std::max_element(milliseconds.begin(), milliseconds.end()); }
};

struct RowResult {
  int sets = 0;
  Tally lemke, interior, complete;
};

RowResult run(const bench::Row& row, int problems, unsigned seed) {
  RowResult result;
  for (int problem = 0; problem < problems; ++problem) {
    const ContactLaws any = bench::random_laws(row, seed + static_cast<unsigned>(problem));
    for (const double mu : kFrictions) {
      const ContactLaws laws = bench::with_friction(any, mu);
      const ContactLcp lcp = contact_lcp(laws);
      ++result.sets;
      result.lemke.run(laws, lcp, [&] { return bench::lemke(lcp); });
      result.interior.run(laws, lcp, [&] { return bench::interior_point(lcp); });
      result.complete.run(laws, lcp, [&] { return bench::complete(laws, lcp); });
    }
  }
  return result;
}

void print(const bench::Row& row, RowResult& r) {
  const double sets = r.sets;
  fmt::print(
      "{:5} {:7} {:4} {:5} | {:5.2f} {:>6} {:>7} {:8.3f} | {:5.2f} {:>6} {:8.3f} | {:5} {:5} {:5} {:5} {:8.1e} {:8.3f} "
      "{:8.1f}\n",
      row.tangents == 1 ? "plane" : "space", row.rest ? "rest" : "sliding", row.size, r.sets, r.lemke.solved / sets,
      r.lemke.average(r.lemke.starts), r.lemke.average(r.lemke.iterations), r.lemke.median(), r.interior.solved / sets,
      r.interior.average(r.interior.iterations), r.interior.median(), r.complete.solved, r.complete.none,
      r.complete.undecided, r.complete.wrong, r.complete.worst, r.complete.median(), r.complete.longest());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int problems = argc > 1 ? std::atoi(argv[1]) : 4;
  const unsigned seed = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1;
  fmt::print("{:24} | {:30} | {:21} | {}\n", "", "Lemke", "interior point", "complete");
  fmt::print(
      "{:5} {:7} {:4} {:5} | {:5} {:>6} {:>7} {:>8} | {:5} {:>6} {:>8} | {:>5} {:>5} {:>5} {:>5} {:>8} {:>8} {:>8}\n",
      "", "", "size", "sets", "frac.", "starts", "iter.", "med. ms", "frac.", "iter.", "med. ms", "slvd", "none",
      "undec", "wrong", "residual", "med. ms", "max ms");
  bool good = true;
  int sets = 0, solved = 0, none = 0;
  for (const bench::Row& row : bench::table_rows()) {
    RowResult result = run(row, problems, seed);
    print(row, result);
    sets += result.sets;
    solved += result.complete.solved;
    none += result.complete.none;
    good = good && result.complete.undecided == 0 && !(row.rest && result.complete.none > 0);
    good = good && result.lemke.wrong + result.interior.wrong + result.complete.wrong == 0;
  }
  fmt::print("{} data sets: {} solved, {} proved to have no solution\n", sets, solved, none);
  return good ? 0 : 1;
}
