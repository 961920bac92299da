// SPDX-License-Identifier: MIT
// Shows each class of the library in about ten lines. Each function returns whether the result agrees with its comment.
#include <pawl/pawl.h>

#include <array>
#include <atomic>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>

namespace {

/// Returns the contacts of a block, 2 m wide and 1 m high, on two fixels. A stop is 1 cm to the right of the block.
pawl::ContactSet block() {
  pawl::Part part;
  part.outline = pawl::Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};
  return pawl::find_contacts(part, {0, 0, 0}, {{.at = {-.5, -.5}}, {.at = {.5, -.5}}, {.at = {1.01, -.25}}}, .2);
}

/// Finds the contacts of a task. They have the order of the fixels and are in the body frame. to_world converts a
/// wrench to the world frame.
bool contact_set() {
  pawl::Part part;
  part.outline = pawl::Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};
  const double quarter = std::acos(0.);  // after a rotation by this angle, the bottom of the part faces right
  const pawl::ContactSet set = pawl::find_contacts(part, {0, 0, quarter}, {{.at = {.5, 0}}}, .2);
  const Eigen::Vector3d push = set.to_world({0, -1, 0});  // a force of 1 N that points down in the body frame
  return set.contacts[0].normal == Eigen::Vector2d(0, 1) && push == Eigen::Vector3d(1, 0, 0);
}

/// Gets one letter of a mode. The index of a fixel counts from 0.
bool mode() {
  const pawl::Mode mode("lra");
  return mode.size() == 3 && mode[0] == 'l' && pawl::matches(mode, "l**") && pawl::letters_of(true) == "lnrs";
}

/// Constructs a quadrant from two rays. Computes its faces, its polar cone, and the margin of a vector inside it.
bool cone() {
  const pawl::Cone quadrant = pawl::Cone::from_rays({{1, 0, 0}, {0, 1, 0}});
  const pawl::Cone same = pawl::Cone::from_faces({{-1, 0, 0}, {0, -1, 0}}, {{0, 0, 1}});
  return quadrant == same && quadrant.dimension() == 2 && quadrant.contains({1, 2, 0}) &&
         quadrant.polar().contains({-1, -1, 5}) && pawl::verify(quadrant);
}

/// Visits the modes one after another, which needs little memory. A block that slides left on fixel 1 leaves its stop.
bool feasible_mode_walk() {
  const pawl::ContactSet set = block();
  int modes = 0;
  bool leaves = true;
  for (pawl::FeasibleModeWalk walk(set, "l**"); walk.next(); ++modes) leaves = leaves && walk.letters()[2] == 's';
  return modes == 2 && leaves;
}

/// Computes a list of all modes. The solver keeps its memory and can be used for one contact set after another.
bool feasible_modes_solver() {
  const pawl::ContactSet set = block();
  pawl::FeasibleModesSolver solver;
  solver.solve(set);
  return solver.count() == pawl::feasible_modes(set).size() && solver.letters(0) < solver.letters(1);
}

/// Computes the wrench cones of several modes of one contact set.
bool wrench_cone_solver() {
  const pawl::ContactSet set = block();
  pawl::WrenchConeSolver solver;
  solver.set(set);
  if (!solver.solve("rra")) return false;
  // if the block is pushed right, it slides towards its stop
  return solver.result().admits({.5, -1, 0}) && !solver.result().admits({0, -1, 0});
}

/// Finds the wrenches with which only one mode is consistent. Also finds all modes that are consistent with one wrench.
bool ambiguity() {
  const pawl::Ambiguity ambiguity(block());
  const pawl::ModeAmbiguity slide = ambiguity.of_mode("rra");
  return slide.verdict == pawl::Verdict::determinate && !slide.safe.empty() &&
         ambiguity.of_wrench({0, -1, 0}).modes.front() == pawl::Mode("nns");  // if the block is pressed down, it stays
                                                                              // at rest
}

/// Solves the forward problem. Of a push of .5 N, friction (coefficient .2) takes .2 N, so .3 N accelerate the mass of
/// 2 kg.
bool forward_solver() {
  const pawl::ContactSet set = block();
  pawl::ForwardSolver solver;
  solver.set(set);
  const pawl::ForwardSolutions found = solver.solve({.5, -1, 0});
  return found.count == pawl::SolutionCount::one && std::abs(found.solutions[0].acceleration.x() - .15) < 1e-12;
}

/// Finds the contact states near a seat with three fixels. There are eight: no contact, three single contacts, three
/// pairs, and all three contacts.
bool contact_states() {
  const pawl::ContactStates states(block());
  return states.count() == 8 && states.fixels(states.seated()).size() == 3 && states.fixels(0).empty();
}

/// Finds the contact states that a part can reach next from a given state under a given wrench. A block that is pushed
/// right, and does not yet touch its stop, reaches the stop.
bool contact_graph() {
  const pawl::ContactGraph graph(block());
  const int on_two = *graph.states().find(pawl::FixelSet("011"));
  const pawl::StateMoves moves = graph.moves(on_two, {.5, -1, 0});
  return !moves.rest && !moves.escape && moves.successors[static_cast<std::size_t>(graph.states().seated())];
}

/// Divides wrench space into cells in which the outcome is the same. Finds the widest region of wrenches under which
/// every state leads to the goal in one step.
bool wrench_cells() {
  const pawl::ContactGraph graph(block());
  const pawl::WrenchCells cells(graph, pawl::WrenchDomain());
  const auto goal = static_cast<std::size_t>(graph.states().seated());
  const auto centre = cells.widest([&](const std::vector<pawl::StepResult>& results) {
    const pawl::StepResult all = pawl::step(results, pawl::every_contact(graph.states()));
    return all.safe && all.rests.count() == 1 && all.rests[goal];
  });
  return cells.complete() && centre && centre->margin > .3;
}

/// Checks a task once and for all. For an invalid task, the constructor throws; the exception states where the faults
/// are.
bool valid_task() {
  pawl::Task task;
  task.part.outline = pawl::Disc{{0, 0}, 1};
  task.fixels = {{.at = {0, -1}}};
  const pawl::ValidTask valid(task);
  return valid.contacts().contacts[0].touching;
}

/// Computes the least tilt of a tray for a plan step. At a smaller tilt, the friction of the tray's surface can hold
/// the part. A step with a larger margin needs less tilt.
bool least_tilt() {
  pawl::Task task;
  task.part.outline = pawl::Disc{{0, 0}, 1};
  task.fixels = {{.at = {0, -1}}};
  task.simulate.support.law = pawl::SimulateOptions::Support::Law::ellipsoid;
  task.simulate.support.friction = .1;
  const pawl::LeastTilt tilt{pawl::ValidTask(task)};
  return tilt(.2).has_value() && *tilt(.4) < *tilt(.2);
}

bool input_error() {
  try {
    pawl::read_task(R"({"pawl": 1, "friction": -0.2})");
  } catch (const pawl::InputError& error) {
    return error.faults()[0].pointer == "/friction" && error.faults()[0].value == "-0.2";
  }
  return false;
}

/// Ends a long call early. The flag may be set by another thread or by a signal handler. The results then state that
/// the call was stopped.
bool stop_token() {
  const std::atomic<bool> flag{true};
  const pawl::StopToken stop(60, &flag);  // stops when the flag is set, or after a minute
  return pawl::count_feasible_modes(block(), {}, stop).stopped;
}

/// Solves a complementarity problem with one unknown: z >= 0, w = 2 z - 4 >= 0, z w = 0.
bool lemke_solver() {
  pawl::Lcp lcp{Eigen::MatrixXd::Constant(1, 1, 2), Eigen::VectorXd::Constant(1, -4)};
  pawl::LemkeSolver solver;
  return solver.solve(lcp).status == pawl::LcpSolution::Status::solved && solver.solve(lcp).z[0] == 2;
}

/// Returns the contact problem of a step of 10 ms: a disc of 1 kg on the ground. The impulse of the ground balances the
/// weight.
pawl::ContactProblem disc_on_ground() {
  pawl::ContactProblem problem;
  problem.level = pawl::ContactProblem::Level::velocity;
  problem.bodies = {{.inverse_mass = 1, .inverse_inertia = 2}};
  pawl::ContactProblem::Contact contact;
  contact.b = 0;
  contact.arm_b = {0, -1};
  contact.normal_bias = -9.81 * .01;  // normal velocity at the end of the step without a contact impulse, m/s
  problem.contacts = {contact};
  return problem;
}

bool contact_problem_solver() {
  pawl::ContactProblemSolver solver;
  const pawl::LcpAnswer& answer = solver.solve(disc_on_ground());
  return answer.status == pawl::LcpAnswer::Status::solved && std::abs(answer.z[0] - .0981) < 1e-12;
}

/// Solves the problem under a chosen contact law.
bool contact_law_solver() {
  pawl::ContactLawSolver solver;
  const pawl::ContactImpulses& impulses = solver.solve(pawl::Coulomb(), disc_on_ground());
  return impulses.solved && std::abs(impulses.normal[0] - .0981) < 1e-12;
}

/// Simulates a disc that falls freely for .1 s.
bool stepper() {
  pawl::System system;
  system.gravity = {0, -9.81};
  system.bodies = {{.mass = 1, .inertia = .5}};
  pawl::Stepper stepper(system);
  pawl::State state(stepper.system());
  for (int step = 0; step < 10; ++step) stepper.step(state, .01);
  return std::abs(state.twist(0).y() + .981) < 1e-12;
}

/// Returns a task: find a fixture for an L on a tray.
pawl::Task part_on_tray() {
  pawl::Task task;
  task.part.outline = pawl::Polygon{{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2}, {0, 2}}};
  task.friction = .2;
  task.actuator = pawl::TrayActuator();
  return task;
}

/// Enumerates all triples of six candidate points: the middles of the six edges.
bool candidate_source() {
  pawl::FixtureOptions options;
  options.candidates = pawl::FixtureOptions::Points{1, std::nullopt, 0};
  const std::unique_ptr<pawl::CandidateSource> source = pawl::fixture_candidates(part_on_tray(), options);
  int count = 0;
  while (source->next()) ++count;
  return count == 20 && source->done() == 1;
}

/// Measures one candidate, which has two pins below the L and one at its left. A tray that tilts towards the pins seats
/// the L.
bool quick_measurer() {
  const pawl::Task task = part_on_tray();
  pawl::FixtureOptions options;
  options.candidates = pawl::FixtureOptions::Points{3, std::nullopt, 0};
  const auto source = pawl::fixture_candidates(task, options);
  const pawl::QuickMeasurer measurer(task, options);
  while (const auto candidate = source->next()) {
    const auto& on = candidate->locators;
    if (on[0].edge != 0 || on[1].edge != 0 || on[2].edge != 5) continue;
    const pawl::QuickMeasures measures = measurer(*candidate);
    return measures.located && measures.worst_motion > 1 && measures.holdable;
  }
  return false;
}

struct Example {
  const char* name;
  bool (*right)();
};

constexpr std::array kExamples = {Example{"ContactSet", contact_set},
                                  Example{"Mode", mode},
                                  Example{"Cone", cone},
                                  Example{"FeasibleModeWalk", feasible_mode_walk},
                                  Example{"FeasibleModesSolver", feasible_modes_solver},
                                  Example{"WrenchConeSolver", wrench_cone_solver},
                                  Example{"Ambiguity", ambiguity},
                                  Example{"ForwardSolver", forward_solver},
                                  Example{"ContactStates", contact_states},
                                  Example{"ContactGraph", contact_graph},
                                  Example{"WrenchCells", wrench_cells},
                                  Example{"ValidTask", valid_task},
                                  Example{"LeastTilt", least_tilt},
                                  Example{"InputError", input_error},
                                  Example{"StopToken", stop_token},
                                  Example{"LemkeSolver", lemke_solver},
                                  Example{"ContactProblemSolver", contact_problem_solver},
                                  Example{"ContactLawSolver", contact_law_solver},
                                  Example{"Stepper", stepper},
                                  Example{"CandidateSource", candidate_source},
                                  Example{"QuickMeasurer", quick_measurer}};

}  // namespace

int main() {
  int wrong = 0;
  for (const Example& example : kExamples) {
    const bool right = example.right();
    std::cout << example.name << (right ? "\n" : ": not as expected\n");
    wrong += right ? 0 : 1;
  }
  std::cout << "pawl " << PAWL_VERSION << "\n";
  return wrong;
}
