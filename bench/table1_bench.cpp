// SPDX-License-Identifier: MIT
// [TPSL97, table 1] again: random multi-body problems of the paper's sizes, friction varied ten times each, by plain
// Lemke. Prints one row a size, in the plane and in space, sliding and at rest.
//
//   pawl_table1_bench [problems a row, default 4] [first seed, default 1]
//
// A solution counts when max |min(z, w)| <= 1e-9 max(1, |q|) on the LCP as given; verify() must then find all laws of
// physics kept to 1e-9, or the exit status is 1.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <vector>

#include "contact_data_sets.h"
#include "plain_lemke.h"

namespace {

using namespace pawl;

constexpr std::array kFrictions = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.5};
constexpr double kResidual = 1e-9;

/// How the method did on the data sets of a row.
struct Tally {
  int sets = 0, solved = 0, wrong = 0;
  double starts = 0, pivots = 0;  // of the solved ones
  double worst = 0;               // residual of the laws of physics
  std::vector<double> milliseconds;

  void run(const ContactLaws& laws) {
    const ContactLcp lcp = contact_lcp(laws);
    const auto start = std::chrono::steady_clock::now();
    const bench::LemkeOutcome outcome = bench::plain_lemke(lcp.M, lcp.q);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    milliseconds.push_back(time.count());
    ++sets;
    if (!outcome.solved) return;
    const double physics = verify(laws, motion_of(laws, forces_of(laws, lcp, outcome.z))).worst();
    wrong += !(physics <= kResidual);
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

Tally run(const bench::Row& row, int problems, unsigned seed) {
  Tally tally;
  for (int problem = 0; problem < problems; ++problem) {
    const ContactLaws laws = bench::random_laws(row, seed + static_cast<unsigned>(problem));
    for (const double mu : kFrictions) tally.run(bench::with_friction(laws, mu));
  }
  return tally;
}

void print(const bench::Row& row, Tally& t) {
  fmt::print("{:5} {:7} {:4} {:5} {:5.2f} {:>6} {:>7} {:8.1e} {:8.3f} {:8.1f}\n", row.tangents == 1 ? "plane" : "space",
             row.rest ? "rest" : "sliding", row.size, t.sets, static_cast<double>(t.solved) / t.sets,
             t.average(t.starts), t.average(t.pivots), t.worst, t.median(), t.longest());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int problems = argc > 1 ? std::atoi(argv[1]) : 4;
  const unsigned seed = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1;
  fmt::print("{:5} {:7} {:4} {:5} {:5} {:>6} {:>7} {:>8} {:>8} {:>8}\n", "", "", "size", "sets", "frac.", "starts",
             "iter.", "residual", "med. ms", "max ms");
  int sets = 0, solved = 0, wrong = 0;
  for (const bench::Row& row : bench::table_rows()) {
    Tally tally = run(row, problems, seed);
    print(row, tally);
    sets += tally.sets;
    solved += tally.solved;
    wrong += tally.wrong;
  }
  fmt::print("{} data sets, {} solved, {} of them against the laws of physics\n", sets, solved, wrong);
  return wrong == 0 ? 0 : 1;
}
