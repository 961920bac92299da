// SPDX-License-Identifier: MIT
// Measures cone complementarity in piles of discs: the iterations and the time that each method needs for the problem
// of one step with a cold start, by number of discs and required residual. Also compares the results with Coulomb's law
// on the same problems. Prints tables.
//
//   pawl_cone_models_bench
#include <fmt/format.h>
#include <pawl/friction/contact_law.h>

#include <array>

#include "friction/body_contacts.h"
#include "friction/cone_complementarity.h"
#include "friction/cone_program.h"
#include "friction/contact_dynamics.h"
#include "friction/contact_least_squares.h"
#include "support/disc_piles.h"
#include "timing.h"

namespace {

using namespace pawl;
using namespace pawl::internal;
using Program = ConeProgram<Wedge, RootRows>;

constexpr double kStep = .01, kFriction = .5;

struct Outcome {
  int iterations = 0;
  double residual = 0, milliseconds = 0;
};

template <class Method>
Outcome run(const Program& program, const Method& method) {
  Eigen::VectorXd c = Eigen::VectorXd::Zero(2 * program.contacts());
  const auto start = std::chrono::steady_clock::now();
  const ConeResult result = method(c);
  return {result.iterations, result.residual, microseconds_since(start) / 1e3};
}

/// Runs the interior-point method. The measured time includes its preparation.
Outcome run_from_inside(const ContactProblem& problem, double tolerance) {
  const auto start = std::chrono::steady_clock::now();
  BodyContacts contacts;
  contacts.assign(problem);
  ConeInterior interior;
  std::vector<BodyContacts::Force> forces;
  const double residual = interior.solve(contacts, tolerance, forces);
  return {interior.factorizations(), residual, microseconds_since(start) / 1e3};
}

std::string cell(const Outcome& one, double tolerance) {
  if (one.residual > tolerance)
    return fmt::format("{:.1e} after {} ({:.0f} ms)", one.residual, one.iterations, one.milliseconds);
  return fmt::format("{} ({:.1f} ms)", one.iterations, one.milliseconds);
}

void print_pile(const char* name, const oracle::DiscPile& pile) {
  const ContactProblem problem = oracle::step_problem(pile, kStep, kFriction);
  RootRows rows;
  rows.assign(problem);
  std::vector<double> friction;
  Eigen::VectorXd bias(2 * rows.contacts());
  for (int i = 0; i < rows.contacts(); ++i) {
    friction.push_back(problem.contacts[static_cast<std::size_t>(i)].friction);
    bias.segment<2>(2 * i) << rows.bias(i, 0), rows.bias(i, 1);
  }
  const Program program(rows, friction, bias);
  const bool large = pile.discs.size() > 2000;
  const int most = large ? 2000 : 20000;
  for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
    const Outcome gradient =
        run(program, [&](Eigen::VectorXd& c) { return accelerated_gradient(program, tolerance, most, c); });
    const Outcome sweeps =
        run(program, [&](Eigen::VectorXd& c) { return projected_gauss_seidel(program, tolerance, most, c); });
    const Outcome newton = large ? Outcome() : run(program, [&](Eigen::VectorXd& c) {
      const ConeResult first = accelerated_gradient(program, tolerance, 100, c);
      ConeResult second = ConeNewton<Wedge, RootRows>(program).solve(tolerance, 300, c);
      second.iterations += first.iterations;
      return second;
    });
    fmt::print("| {} | {} | {} | {:.0e} | {} | {} | {} | {} |\n", name, pile.discs.size(), rows.contacts(), tolerance,
               cell(gradient, tolerance), cell(sweeps, tolerance), large ? "not run" : cell(newton, tolerance),
               cell(run_from_inside(problem, tolerance), tolerance));
    std::fflush(stdout);
  }
}

/// Solves one problem under Coulomb's law and under cone complementarity. Prints the differences of velocities and
/// normal impulses.
void print_against_coulomb(int discs) {
  const ContactProblem problem = oracle::step_problem(oracle::fallen_pile(discs, 1), kStep, kFriction);
  ContactLawSolver solver;
  ContactStart start;
  ContactImpulses near;
  near.normal.setZero(static_cast<Eigen::Index>(problem.contacts.size()));
  near.tangent = near.normal;
  start.near = &near;
  auto begin = std::chrono::steady_clock::now();
  const ContactImpulses rigid = solver.solve(Coulomb(), problem, start);
  const double rigid_time = microseconds_since(begin) / 1e3;
  begin = std::chrono::steady_clock::now();
  const ContactImpulses relaxed = solver.solve(ConeComplementarity{1e-8}, problem);
  const double relaxed_time = microseconds_since(begin) / 1e3;
  const ContactVelocities a = velocities_of(problem, rigid), b = velocities_of(problem, relaxed);
  fmt::print("| {} | {} | {} {:.1f} | {} {:.1f} | {:.1e} | {:.1e} | {:.3f} |\n", discs, problem.contacts.size(),
             rigid.solved ? "solved" : "unsolved", rigid_time, relaxed.solved ? "solved" : "unsolved", relaxed_time,
             (a.normal - b.normal).cwiseAbs().maxCoeff(), (a.tangent - b.tangent).cwiseAbs().maxCoeff(),
             relaxed.normal.sum() / rigid.normal.sum());
}

}  // namespace

int main() {
  fmt::print(
      "One step of 10 ms of a pile, friction .5, from zero impulses: iterations (time) to a residual in m/s\n\n"
      "| pile | discs | contacts | residual | accelerated gradient | Gauss-Seidel | second order | "
      "interior point |\n|---|---|---|---|---|---|---|---|\n");
  print_pile("fallen", oracle::fallen_pile(100, 1));
  print_pile("packed", oracle::hexagonal_pile(10, 10));
  print_pile("fallen", oracle::fallen_pile(1000, 1));
  print_pile("packed", oracle::hexagonal_pile(32, 32));
  print_pile("packed", oracle::hexagonal_pile(100, 100));
  fmt::print(
      "\nThe same step by both laws: times in ms; largest differences of velocities, m/s; all normal impulses relative "
      "to "
      "those of Coulomb's law\n\n| discs | contacts | Coulomb | cone | normal | tangent | impulses "
      "|\n|---|---|---|---|---|---|---|\n");
  for (const int discs : {20, 50, 100, 200}) print_against_coulomb(discs);
}
