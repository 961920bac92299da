// SPDX-License-Identifier: MIT
// A solver that has been used before must not allocate memory, neither on the heap nor through GMP, if its
// floating-point filters decide all signs. A time step of bodies that have come to rest must not allocate memory
// either.
#include <doctest/doctest.h>
#include <gmp.h>
#include <pawl/friction/contact_problem.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>

#include <cstdlib>
#include <new>

#include "support/moving_scene.h"
#include "support/random_contact_problems.h"

namespace {

long heap_allocations = 0;
long gmp_allocations = 0;

void* counted_gmp_allocate(std::size_t size) {
  ++gmp_allocations;
  return std::malloc(size);
}
void* counted_gmp_reallocate(void* memory, std::size_t, std::size_t size) {
  ++gmp_allocations;
  return std::realloc(memory, size);
}
void gmp_free(void* memory, std::size_t) { std::free(memory); }

}  // namespace

// If this operator were partially inlined, g++ 12 would warn that malloc and delete do not match.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++heap_allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace pawl;

namespace {

/// Returns three touching contacts in general position, and one contact with a gap. The cones of their modes have all
/// possible shapes.
ContactSet generic_set() {
  ContactSet set;
  set.contacts = {{{.9, -.31}, {-1, .13}, .31, 0, true},
                  {{-1.1, .27}, {1, -.17}, .23, 0, true},
                  {{.13, -2.1}, {.11, 1}, .17, 0, true},
                  {{-.3, 1.2}, {-.2, -1}, .4, .1, false}};
  set.mass = 1.3;
  set.inertia = .7;
  return set;
}

}  // namespace

TEST_CASE("a solver that was used before allocates nothing if the floating-point filters decide all signs") {
  mp_set_memory_functions(counted_gmp_allocate, counted_gmp_reallocate, gmp_free);
  const ContactSet set = generic_set();
  std::vector<std::string> modes;
  for (const FeasibleMode& feasible : feasible_modes(set)) modes.push_back(feasible.mode.str());
  REQUIRE(modes.size() >= 10);
  WrenchConeSolver solver;
  std::size_t faces = 0;
  const auto solve_all = [&] {
    solver.set(set);
    for (const std::string& mode : modes) {
      solver.solve(mode);
      faces += solver.rows().faces.size();
    }
  };
  solve_all();
  const auto exact_before = solver.exact_decisions();
  const long heap_before = heap_allocations;
  const long gmp_before = gmp_allocations;
  CHECK(heap_before > 0);  // shows that the counter of allocations works
  for (int i = 0; i < 10; ++i) solve_all();
  const long heap = heap_allocations - heap_before;
  const long gmp = gmp_allocations - gmp_before;
  CHECK(solver.exact_decisions() == exact_before);  // shows that no exact arithmetic was needed
  CHECK(heap == 0);
  CHECK(gmp == 0);
  CHECK(faces > 0);
}

TEST_CASE("a solver of contact problems that was used before allocates nothing") {
  oracle::RandomContactProblems random(1);
  std::vector<ContactProblem> problems;
  for (int k = 0; k < 50; ++k) {
    problems.push_back(random(10));
    if (lemke(problems.back().lcp()).status != LcpSolution::Status::solved) problems.pop_back();
  }
  REQUIRE(problems.size() > 20);
  using Start = ContactProblemSolver::Start;
  ContactProblemSolver solver;
  std::size_t counted = 0;
  for (const ContactProblem& problem : problems) {
    if (solver.solve(problem).method == LcpMethod::branch_and_bound) continue;
    solver.solve(problem, {}, Start::last);
    const long before = heap_allocations;
    for (const Start start : {Start::cold, Start::last}) solver.solve(problem, {}, start);
    CHECK(heap_allocations == before);
    ++counted;
  }
  CHECK(counted > 20);
}

TEST_CASE("a step of bodies that have settled allocates nothing") {
  using oracle::MovingScene;
  MovingScene scene;
  scene.system.gravity = {0, -9.81};
  scene.add_ground(MovingScene::box(10, .5), {0, -.5, 0}, .5);
  for (int i = 0; i < 5; ++i) scene.add_box(.1, .1, 1, {0, .1 + .2 * i, 0}, .5);
  for (int i = 0; i < 5; ++i) scene.add_box(.1, .05, 1, {1, .06 + .11 * i, .01}, .5);
  scene.add_disc(.1, 1, {3, .1, 0}, .5);
  Stepper stepper(scene.system);
  for (int i = 0; i < 200; ++i) REQUIRE(stepper.step(scene.state, .01, scene.actuation).solved);
  const long before = heap_allocations;
  for (int i = 0; i < 20; ++i) stepper.step(scene.state, .01, scene.actuation);
  CHECK(heap_allocations == before);
}

TEST_CASE("decisions in exact arithmetic are counted, and use GMP") {
  mp_set_memory_functions(counted_gmp_allocate, counted_gmp_reallocate, gmp_free);
  ContactSet flat;  // three contacts on one straight edge; the rows of their Jacobian are dependent
  for (const double x : {-.3, .1, .7}) flat.contacts.push_back({{x, -.1}, {.3, .7}, .2, 0, true});
  WrenchConeSolver solver;
  solver.set(flat);
  const long before = gmp_allocations;
  solver.solve("nnn");
  CHECK(solver.exact_decisions() > 0);
  CHECK(gmp_allocations > before);
}
