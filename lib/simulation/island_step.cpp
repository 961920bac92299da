// SPDX-License-Identifier: MIT
// The stages of one step of an island: prediction, positions and velocities. Their acceptance tests are in
// acceptance.cpp.
#include "simulation/island_step.h"

#include <pawl/base/assert.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "friction/compliant.h"

namespace pawl::internal::inline simulation {
namespace {

constexpr double kUlp = 0x1p-52;        ///< relative rounding error of a length
constexpr int kMostSupportTurns = 300;  ///< limit on the number of times that contacts and support friction are solved
                                        ///< in turn
/// Limit on iterations of the position stage. Each iteration may add contacts to the problem.
constexpr int kMostIterates = 16;
/// After the first iteration, a candidate that was not in the problem before is added only if its gap is at most this
/// fraction of Candidate::reach, the largest possible decrease of the gap. kIncludesAll states an exception.
constexpr double kFar = 0.25;
/// First iteration that may add all candidates, whatever their gaps are. It adds them if the preceding iteration
/// contained a new candidate.
constexpr int kIncludesAll = 6;
constexpr double kEnergyRounding = 1e-13;  ///< relative rounding error of an energy

Mechanism& mechanism(StepContext& context, int k) { return context.mechanisms[k]; }

std::size_t stop_of(const StepContext& context, int link) { return at(link - context.first_stop()); }

void set_acceleration(const StepContext& context, Step& step) {
  const Motion& motion = *step.motion;
  step.acceleration.resize(motion.q.size());
  for (const int body : step.island->bodies) {
    const Body& one = context.system.bodies[body];
    step.acceleration.segment<3>(3 * body) = force_on(context.system, *step.actuation, body, motion.placements[body])
                                                 .cwiseQuotient(Eigen::Vector3d(one.mass, one.mass, one.inertia));
  }
  for (const int k : step.island->mechanisms) {
    for (const int link : context.mechanisms[k].links()) {
      step.acceleration.segment<3>(3 * link) = context.mechanisms[k].acceleration(link);
    }
  }
}

/// Adds to the velocities of the bodies outside mechanisms the change that the applied forces cause in the time `time`,
/// s.
void accelerate(Step& step, double time) {
  Eigen::VectorXd& u = step.motion->u;
  for (const int body : step.island->bodies) u.segment<3>(3 * body) += time * step.acceleration.segment<3>(3 * body);
}

void set_free_velocities(Step& step) {
  step.free_u.resize(step.motion->u.size());
  for (const int body : step.island->bodies) step.free_u.segment<3>(3 * body) = step.motion->u.segment<3>(3 * body);
}

void take_free_velocities(StepContext& context, Step& step) {
  for (const int body : step.island->bodies) step.motion->u.segment<3>(3 * body) = step.free_u.segment<3>(3 * body);
  for (const int k : step.island->mechanisms) mechanism(context, k).take_free(*step.motion);
}

/// Moves the links from their positions at the start of the step by h u, and updates the geometry of all candidates.
void move(StepContext& context, Step& step) {
  Motion& motion = *step.motion;
  for (const int body : step.island->bodies) {
    motion.q.segment<3>(3 * body) = step.start->q.segment<3>(3 * body) + step.h() * motion.u.segment<3>(3 * body);
    motion.update_placement(body);
  }
  for (const int k : step.island->mechanisms) mechanism(context, k).move(motion);
  for (Candidate* one : step.island->contacts) update_geometry(context.world, motion.placements, *one);
}

/// Adds a row to the problem. A row whose impulse changes no velocity is not part of the problem. Under laws that allow
/// penetration it becomes a fixed row (add_fixed_rows()). Under rigid laws it is left out, because acceptance tests
/// find contacts and stops that do not hold.
void add_row(const StepContext& context, Step& step, ImpulseRow row) {
  if (!context.solver.moves_nothing(row)) {
    step.rows.push_back(std::move(row));
  } else if (context.allows_penetration) {
    step.fixed_rows.push_back(std::move(row));
  }
}

/// Adds the rows of stops at finite limits. In the position stage, adds those of all stops. In the velocity stage
/// (`velocities`), adds those of the stops that are touched or had an impulse in the position stage. A stop has the
/// velocity of its joint.
void add_stop_rows(const StepContext& context, Step& step, bool velocities) {
  for (const int link : step.island->links) {
    if (link < context.first_stop()) continue;
    const std::size_t stop = stop_of(context, link);
    const Joint& joint = context.system.joints[context.limited[stop]];
    for (const int end : {0, 1}) {
      const double limit = end == 0 ? joint.lower : joint.upper, sign = end == 0 ? 1 : -1;
      if (!std::isfinite(limit)) continue;
      const Eigen::VectorXd& q = velocities ? step.motion->q : step.start->q;
      const double gap = sign * (q[3 * link] - limit);
      const std::size_t number = 2 * stop + at(end);
      if (velocities && gap > tolerance::kTouching && step.stop_impulses[number] == 0) continue;
      ImpulseRow row;
      row.id = {kStop, link, {true, end, 0}};
      row.stop = static_cast<int>(number);
      row.link_b = link;
      row.normal = {sign, 0};
      row.stiffness = joint.stop_stiffness;
      if (joint.stop_stiffness) row.damping = joint.stop_damping.value_or(0);
      const auto* compliant = std::get_if<Compliant>(&context.options.law);
      if (compliant != nullptr && !row.stiffness) row.stiffness = compliant->stiffness;  // stops have linear springs
      if (!velocities) {
        row.normal_bias = gap / step.h();
        row.gap = gap;
        row.touches = gap <= tolerance::kTouching;
        row.rounding = kUlp * std::fabs(limit) / step.h();
      }
      add_row(context, step, std::move(row));
    }
  }
}

/// Adds the rows of the springs of joints: two rows with opposite directions for each spring.
void add_joint_spring_rows(const StepContext& context, Step& step) {
  for (const int link : step.island->links) {
    if (link < context.first_stop()) continue;
    const Joint& joint = context.system.joints[context.limited[stop_of(context, link)]];
    if (!joint.spring_stiffness) continue;
    for (const int end : {0, 1}) {
      const double sign = end == 0 ? 1 : -1;
      ImpulseRow row;
      row.id = {kStop, link, {true, end, 1}};
      row.link_b = link;
      row.normal = {sign, 0};
      row.gap = sign * (step.start->q[3 * link] - joint.spring_rest);
      row.normal_bias = row.gap / step.h();
      row.stiffness = joint.spring_stiffness;
      row.damping = joint.spring_damping.value_or(0);
      row.touches = true;
      add_row(context, step, std::move(row));
    }
  }
}

/// Adds the rows of the pins with a stiffness: two rows with opposite directions for each axis of the world.
void add_pin_rows(const StepContext& context, Step& step) {
  const auto point_of = [&](int link, const Eigen::Vector2d& at) -> Eigen::Vector2d {
    return link < 0 ? at : Placement(Eigen::Vector3d(step.start->q.segment<3>(3 * link))).point(at);
  };
  for (const int number : step.island->spring_pins) {
    const SpringPin& one = context.spring_pins[number];
    const Pin& pin = context.system.pins[one.pin];
    const Eigen::Vector2d on_a = point_of(one.link_a, pin.at_a), on_b = point_of(one.link_b, pin.at_b);
    for (const int axis : {0, 1}) {
      for (const int end : {0, 1}) {
        ImpulseRow row;
        row.id = {kPin, static_cast<int>(one.pin), {true, end, axis}};
        row.pin = number;
        row.link_a = one.link_a;
        row.link_b = one.link_b;
        row.normal = (end == 0 ? 1 : -1) * Eigen::Vector2d::Unit(axis);
        if (one.link_a >= 0) row.arm_a = on_a - step.start->q.segment<2>(3 * one.link_a);
        if (one.link_b >= 0) row.arm_b = on_b - step.start->q.segment<2>(3 * one.link_b);
        row.gap = row.normal.dot(on_b - on_a);
        row.normal_bias = row.gap / step.h();
        row.stiffness = pin.stiffness;
        row.damping = pin.damping.value_or(0);
        row.touches = true;
        add_row(context, step, std::move(row));
      }
    }
  }
}

void clear_impulses(const Step& step) {
  for (Candidate* one : step.island->contacts) one->impulse = {};
}

/// Starts from the velocities without impulses, and solves two problems in turn until they agree: the contact problem
/// of the rows, and the friction of supports. Returns null if no solution is found.
const ImpulseResult* solve_with_supports(StepContext& context, Step& step, ProblemKind kind) {
  const bool velocities = kind == ProblemKind::velocities;
  const double h = step.h(), bias_error = velocities ? 0 : tolerance::kStepResidual / h;
  const auto island = static_cast<std::uint32_t>(step.island->links.front());
  const ImpulseProblem problem{step.rows,         kind,      {step.number, step.part.part, island}, h,
                               step.acceleration, bias_error};
  const auto solve = [&]() -> const ImpulseResult& {
    const ImpulseResult& result = context.solver.solve(problem, *step.motion);
    step.choices[velocities ? 1 : 0] = result.choice;
    step.problems += result.posed;
    step.pivots += result.impulses.pivots;
    return result;
  };
  SupportFriction& support = context.support;
  const bool supported = support.begin(step.island->bodies, *step.actuation, context.stage_time(h));
  for (int turn = 0;; ++turn) {
    take_free_velocities(context, step);
    if (supported) support.weigh(turn, step.free_u, context.solver, *step.motion);
    const ImpulseResult& result = solve();
    const bool solved = result.impulses.solved;
    if (!supported) return solved ? &result : nullptr;
    const bool agrees = solved && support.agrees(turn, step.free_u, *step.motion);
    if (solved && !agrees && turn < kMostSupportTurns) continue;
    support.finish(context.solver, *step.motion);
    return agrees ? &result : nullptr;
  }
}

/// Does the same as solve_with_supports(). If static and kinetic friction differ, repeats the call until the
/// coefficients fit the solution.
const ImpulseResult* solve_impulses(StepContext& context, Step& step, ProblemKind kind) {
  if (!context.static_differs) return solve_with_supports(context, step, kind);
  step.friction.begin(step.rows);
  for (;;) {
    const ImpulseResult* result = solve_with_supports(context, step, kind);
    if (result == nullptr) {
      if (!step.friction.make_kinetic(step.rows)) return nullptr;
    } else if (!step.friction.change(step.motion->u, result->impulses, step.rows)) {
      return result;
    }
  }
}

/// Returns a sliding velocity, or 0 if it is so small that it counts as rest.
double unless_resting(double sliding) { return std::fabs(sliding) <= tolerance::kRestingVelocity ? 0 : sliding; }

/// Returns the sliding velocity of a contact at the start of the step, or 0 if it is at rest.
double sliding_at_start(const StepContext& context, const Step& step, Candidate& one) {
  if (context.remembers_sticking() && context.sticking.count(one.id) > 0) return 0;
  const ImpulseRow row = row_of(one, one.start, step.start->q);
  return unless_resting(
      velocity_along(step.start->u, row.link_a, row.arm_a, row.link_b, row.arm_b, turned_left(row.normal)));
}

/// Returns the sliding velocity of a contact in the position stage. The velocity stage uses it to select static or
/// kinetic friction.
double sliding_of_positions(const StepContext& context, const Step& step, const Candidate& one) {
  if (one.position_impulse.normal > 0) return unless_resting(one.linear_slip / step.h());
  const PlacedBoundary a = context.world.placed(one.id.shape_a, step.motion->placements),
                       b = context.world.placed(one.id.shape_b, step.motion->placements);
  return unless_resting(slip(one.id.pair, a, b, one.start, one.start_turn, one.now, one.now_turn) / step.h());
}

bool is_beside(const Candidate& one) {
  return one.start.outside > tolerance::kTouching && one.now.outside > tolerance::kTouching;
}

/// Decides which of the contacts that touch at the start constrain the step. Uses the motion with the velocities at the
/// start, so that a body that slides over another body does not seem to fall into it. Later, decide_contacts() decides
/// about all other contacts, for the motion that includes the impulses of the contacts that touch at the start.
void start_with_touching(const StepContext& context, const Step& step) {
  const ContactDecision decision(context.world, step.start->q, step.motion->q);
  for (Candidate* one : step.island->contacts) {
    one->constrains = one->passed_through = false;
    if (!one->starts_behind() && one->touches_at_start()) one->constrains = !decision.passes_at_vertex(*one);
    if (context.allows_penetration && one->was_penetrating) one->constrains = !is_beside(*one);
  }
}

/// Decides which contacts constrain the step. Under a law that allows penetration, two further rules apply. First, a
/// contact that constrains the step continues to do so until its vertex is beside the edge. Second, a contact that was
/// penetrating at the start also constrains the step until its vertex is beside the edge, although the vertex does not
/// enter through the edge again.
///
/// Under a law that allows penetration, returns whether contacts constrain the step that did not constrain it before.
/// Under other laws, returns false.
bool decide_contacts(const StepContext& context, const Step& step) {
  const ContactDecision decision(context.world, step.start->q, step.motion->q);
  bool more = false;
  for (Candidate* one : step.island->contacts) {
    const bool before = one->constrains;
    if (context.allows_penetration && one->was_penetrating) {
      one->constrains = !is_beside(*one);
    } else {
      decision.decide(*one);
      if (context.allows_penetration) one->constrains = one->constrains || (before && !is_beside(*one));
    }
    more = more || (one->constrains && !before);
  }
  return context.allows_penetration && more;
}

/// Sets the rows of an iteration. Leaves out candidates whose features are far apart; most candidates are, and few of
/// them come near in later iterations. On input, `came_near` is true if the previous rows contained a new candidate. On
/// output, it is true if the rows of this iteration contain a new candidate.
void set_position_rows(const StepContext& context, Step& step, int iterate, bool& came_near) {
  step.rows.clear();
  step.fixed_rows.clear();
  add_stop_rows(context, step, false);
  add_joint_spring_rows(context, step);
  add_pin_rows(context, step);
  const Motion& motion = *step.motion;
  const double h = step.h();
  const bool leaves_far = iterate > 0 && (iterate < kIncludesAll || !came_near);
  came_near = false;
  for (Candidate* contact : step.island->contacts) {
    Candidate& one = *contact;
    if (!one.constrains || (leaves_far && !one.was_in_problem && one.now.gap > kFar * one.reach)) continue;
    came_near = came_near || !one.was_in_problem;
    one.was_in_problem = true;
    const bool at_end = !context.two_stage() && iterate > 0;
    ImpulseRow row = at_end ? row_of(one, one.now, motion.q) : row_of(one, one.start, step.start->q);
    double gap = one.start.gap, slid = 0;
    if (iterate > 0) {
      // The bias is J (q - q_i). It is computed like the velocity J u, from the displacements since the start of the
      // step in place of velocities.
      const Eigen::VectorXd& u = motion.u;
      gap = one.now.gap - h * velocity_along(u, one.link_a, row.arm_a, one.link_b, row.arm_b, row.normal);
      const PlacedBoundary a = context.world.placed(one.id.shape_a, motion.placements),
                           b = context.world.placed(one.id.shape_b, motion.placements);
      slid = slip(one.id.pair, a, b, one.start, one.start_turn, one.now, one.now_turn) -
             h * velocity_along(u, one.link_a, row.arm_a, one.link_b, row.arm_b, turned_left(row.normal));
    }
    if (step.keeps_depth) gap += std::clamp(-one.start.gap, 0., tolerance::kStepResidual);
    row.normal_bias = gap / h;
    row.tangent_bias = slid / h;
    row.gap = gap;
    row.touches = one.touches_at_start();
    if (context.static_differs) row.sliding_before = sliding_at_start(context, step, one);
    row.rounding = rounding_of(one.now, row, h);
    add_row(context, step, std::move(row));
  }
  // The one-stage scheme does not mix biases, because there J is taken at the present iterate.
  if (context.two_stage()) step.mixer.mix(iterate, step.rows);
}

void set_row_impulses(Step& step, const ContactImpulses& impulses) {
  step.row_impulses.clear();
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(step.rows.size()); ++i) {
    step.row_impulses.push_back({impulses.normal[i], impulses.tangent[i]});
  }
}

/// Joints, pins and drives prescribe the motion along fixed rows, so impulses along these rows change no velocity. Under
/// the law Compliant, adds the fixed rows, with their impulses, to the rows of the last solution, because drives and
/// pins must balance the impulses. (Under the law ConeComplementarity, the acceptance test enters_obstacle reads them.)
///
/// Returns false if the normal motion of a pressed contact with friction is prescribed, but its sliding is not. Then the
/// friction would change velocities, and the solution lacks it.
bool add_fixed_rows(const StepContext& context, Step& step) {
  const auto* law = std::get_if<Compliant>(&context.options.law);
  if (law == nullptr) return true;
  bool complete = true;
  for (const ImpulseRow& row : step.fixed_rows) {
    const auto velocity = [&](const Eigen::Vector2d& direction) {
      return velocity_along(step.motion->u, row.link_a, row.arm_a, row.link_b, row.arm_b, direction);
    };
    const double parting = velocity(row.normal) + row.normal_bias;
    ContactProblem::Contact contact;
    copy_values(row, contact);
    const Eigen::Vector2d impulse =
        impulse_of_motion(*law, contact, step.h(), parting, velocity(turned_left(row.normal)) + row.tangent_bias);
    ImpulseRow sideways = row;
    sideways.normal = turned_left(row.normal);
    const bool pressed = impulse.x() > 0 && -step.h() * parting > tolerance::kTouching;
    if (pressed && row.friction > 0 && !context.solver.moves_nothing(sideways)) complete = false;
    step.row_impulses.push_back({impulse.x(), impulse.y()});
    step.rows.push_back(row);
  }
  step.fixed_rows.clear();
  return complete;
}

/// Returns the impulses of all rows (contacts, stops and springs) on the links of a mechanism in the last solution.
std::vector<Mechanism::LinkImpulse> impulses_on(const Mechanism& mechanism, const Step& step) {
  std::vector<Mechanism::LinkImpulse> wrenches;
  const std::vector<int>& links = mechanism.links();
  for (std::size_t k = 0; k < step.rows.size(); ++k) {
    const ImpulseRow& row = step.rows[k];
    const Impulse& impulse = step.row_impulses[k];
    const Eigen::Vector2d force = impulse.normal * row.normal + impulse.tangent * turned_left(row.normal);
    const auto add = [&](int link, const Eigen::Vector2d& arm, double sign) {
      if (link < 0 || std::find(links.begin(), links.end(), link) == links.end()) return;
      wrenches.push_back({link, sign * Eigen::Vector3d(force.x(), force.y(), moment(arm, force))});
    };
    add(row.link_a, row.arm_a, -1);
    add(row.link_b, row.arm_b, 1);
  }
  return wrenches;
}

/// Stores the impulses in the contacts, the stops and the pins with a stiffness. Also stores, in each contact, the
/// sliding distance for which the law was solved. Returns false if the solution is not complete (add_fixed_rows()).
[[nodiscard]] bool take_position_impulses(const StepContext& context, Step& step, const ContactImpulses& impulses) {
  const Eigen::VectorXd& u = step.motion->u;
  set_row_impulses(step, impulses);
  const bool complete = add_fixed_rows(context, step);
  for (const int number : step.island->spring_pins) step.pin_impulses[number].setZero();
  for (std::size_t k = 0; k < step.rows.size(); ++k) {
    const ImpulseRow& row = step.rows[k];
    const Impulse& impulse = step.row_impulses[k];
    if (row.pin >= 0) {
      step.pin_impulses[row.pin] += impulse.normal * row.normal;
      continue;
    }
    if (row.contact == nullptr) {
      if (row.stop >= 0) step.stop_impulses[row.stop] = impulse.normal;
      continue;
    }
    row.contact->impulse = impulse;
    row.contact->linear_slip =
        step.h() *
        (velocity_along(u, row.link_a, row.arm_a, row.link_b, row.arm_b, turned_left(row.normal)) + row.tangent_bias);
  }
  return complete;
}

enum class Positions { solved, no_impulses, failed };

Positions iterate_positions(StepContext& context, Step& step) {
  step.no_impulses_at_start = false;
  bool came_near = false;
  for (int iterate = 0; iterate < kMostIterates; ++iterate) {
    // If a vertex passed through an edge, the stage fails at once, and the step is halved.
    if (!passes(context, step, Phase::iterate)) return Positions::failed;
    // For laws that allow penetration, every iteration uses the contact rows and gaps at the start of the step. The
    // step is therefore only half-implicit.
    set_position_rows(context, step, context.allows_penetration ? 0 : iterate, came_near);
    clear_impulses(step);
    const ProblemKind kind = iterate > 0 ? ProblemKind::positions : ProblemKind::first_positions;
    const ImpulseResult* result = solve_impulses(context, step, kind);
    if (result == nullptr) {
      if (context.allows_penetration) return Positions::failed;
      step.no_impulses_at_start = iterate == 0;
      return Positions::no_impulses;
    }
    if (!take_position_impulses(context, step, result->impulses)) return Positions::failed;
    move(context, step);
    for (const int k : step.island->mechanisms) {
      if (!mechanism(context, k).update_free()) return Positions::failed;
    }
    const bool more = decide_contacts(context, step);
    if (!more && passes(context, step, Phase::equations)) return Positions::solved;
  }
  return Positions::failed;
}

// The functions below belong to the velocity stage.

/// Returns whether a contact that arrives with the velocity `arrival`, m/s, bounces. It bounces if it has restitution,
/// and if its velocity exceeds the velocity that the forces can cause in two steps.
bool bounces(const Step& step, const ImpulseRow& row, double arrival) {
  if (row.contact->restitution == 0) return false;
  const double pull = velocity_along(step.acceleration, row.link_a, row.arm_a, row.link_b, row.arm_b, row.normal);
  return arrival < -2 * step.h() * std::fabs(pull);
}

void set_velocity_rows(const StepContext& context, Step& step, double scale) {
  step.rows.clear();
  add_stop_rows(context, step, true);
  for (Candidate* one : step.island->contacts) {
    if (one->position_impulse.normal == 0 && !one->touches_now()) continue;
    ImpulseRow row = row_of(*one, one->now, step.motion->q);
    const double arrival = velocity_along(step.start->u, one->link_a, row.arm_a, one->link_b, row.arm_b, row.normal);
    if (bounces(step, row, arrival)) row.normal_bias = scale * one->restitution * arrival;
    if (context.static_differs) row.sliding_before = sliding_of_positions(context, step, *one);
    if (!context.solver.moves_nothing(row)) step.rows.push_back(row);
  }
}

bool solve_rebound(StepContext& context, Step& step, double scale) {
  set_velocity_rows(context, step, scale);
  const ImpulseResult* result = solve_impulses(context, step, ProblemKind::velocities);
  if (result == nullptr) return false;
  clear_impulses(step);
  set_row_impulses(step, result->impulses);
  for (std::size_t k = 0; k < step.rows.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    Candidate* one = step.rows[k].contact;
    if (one != nullptr) one->impulse = {result->impulses.normal[i], result->impulses.tangent[i]};
  }
  return true;
}

bool has_more_energy(const StepContext& context, const Step& step, double most) {
  double energy = kinetic_energy(context, *step.island, step.motion->u);
  for (const int k : step.island->mechanisms) energy += context.mechanisms[k].energy_now();
  return energy > most * (1 + kEnergyRounding);
}

/// Solves the velocity stage with s times the restitution. Here s is the largest number in [0, 1], to within 1e-9, for
/// which a solution exists whose energy is at most `most`, J.
///
/// For s = 1 a solution may not exist. If friction wedges the bodies, there are impulses c within the friction cones
/// that balance each other, J'c = 0. Let v be the arrival velocities of the contacts, and e their restitution. If the
/// sum of e v_n c_n is negative for some of these impulses, no solution exists for s > 0. For s = 0 a solution always
/// exists, in which the bodies stick.
bool solve_reduced_rebound(StepContext& context, Step& step, double most) {
  double low = 0, high = 1;
  while (high - low > 1e-9) {
    const double middle = (low + high) / 2;
    const bool fits = solve_rebound(context, step, middle) && !has_more_energy(context, step, most);
    (fits ? low : high) = middle;
  }
  return solve_rebound(context, step, low);
}

}  // namespace

StepContext::StepContext(const System& of, const StepOptions& chosen)
    : system(of),
      options(chosen),
      world(of),
      mechanisms(mechanisms_of(of)),
      limited(joints_with_stops(of)),
      spring_pins(spring_pins_of(of)),
      allows_penetration(pawl::allows_penetration(chosen.law)),
      static_differs(std::any_of(of.shapes.begin(), of.shapes.end(),
                                 [](const Shape& shape) { return shape.kinetic_friction.has_value(); })),
      solver(of, chosen, mechanisms),
      support(of),
      kept_depth(of.bodies.size() + of.joints.size() + limited.size(), 0) {}

void BiasMixer::mix(int iterate, std::vector<ImpulseRow>& rows) {
  const bool same = contacts.size() == rows.size() &&
                    std::equal(rows.begin(), rows.end(), contacts.begin(),
                               [](const ImpulseRow& row, const ContactId& id) { return row.id == id; });
  if (iterate == 0 || !same) method.restart();
  if (!same) {
    contacts.clear();
    for (const ImpulseRow& row : rows) contacts.push_back(row.id);
  }
  const auto count = static_cast<Eigen::Index>(rows.size());
  biases.resize(2 * count);
  for (Eigen::Index k = 0; k < count; ++k) biases.segment<2>(2 * k) << rows[k].normal_bias, rows[k].tangent_bias;
  method.next(biases);
  for (Eigen::Index k = 0; k < count; ++k) {
    rows[k].normal_bias = biases[2 * k];
    rows[k].tangent_bias = biases[2 * k + 1];
  }
}

double kinetic_energy(const StepContext& context, const Island& island, const Eigen::VectorXd& u) {
  double twice = 0;
  for (const int body : island.bodies) {
    const Body& one = context.system.bodies[body];
    twice += one.mass * u.segment<2>(3 * body).squaredNorm() + one.inertia * u[3 * body + 2] * u[3 * body + 2];
  }
  return twice / 2;
}

double work_of_forces(const StepContext& context, const Step& step) {
  double work = 0;
  for (const int body : step.island->bodies) {
    const Body& one = context.system.bodies[body];
    work += step.acceleration.segment<3>(3 * body)
                .cwiseProduct(Eigen::Vector3d(one.mass, one.mass, one.inertia))
                .dot(step.motion->q.segment<3>(3 * body) - step.start->q.segment<3>(3 * body));
  }
  for (const int k : step.island->mechanisms) {
    const Mechanism& one = context.mechanisms[k];
    work += one.drive_works() ? std::numeric_limits<double>::infinity() : one.work();
  }
  return work;
}

bool begin_step(StepContext& context, Step& step) {
  for (Candidate* one : step.island->contacts) {
    one->position_impulse = {};
    one->released = false;
  }
  step.choices = {};
  step.no_impulses_at_start = false;
  step.keeps_depth = false;
  step.pin_impulses.resize(context.spring_pins.size());
  step.stop_impulses.resize(2 * context.limited.size());
  for (const int link : step.island->links) {
    if (link < context.first_stop()) continue;
    for (const int end : {0, 1}) step.stop_impulses[2 * stop_of(context, link) + at(end)] = 0;
  }
  for (const int k : step.island->mechanisms) {
    const double time = context.stage_time(step.h());
    if (!mechanism(context, k).start(context.system, *step.actuation, *step.motion, step.h(), time)) return false;
  }
  set_acceleration(context, step);
  return true;
}

bool predict(StepContext& context, Step& step) {
  for (Candidate* one : step.island->contacts) {
    one->impulse = {};
    one->was_in_problem = false;
  }
  move(context, step);
  start_with_touching(context, step);
  accelerate(step, context.stage_time(step.h()));
  for (const int k : step.island->mechanisms) {
    if (!mechanism(context, k).predict()) return false;
  }
  set_free_velocities(step);
  return true;
}

/// Finds the impulses and positions. The rounding error of the last step may have left a penetration of up to 1e-9 m.
/// If friction wedges a part between contacts, perhaps no impulses can remove this penetration. The part may then keep
/// its depth. (If no gap is negative at the start, impulses that satisfy the law always exist.) If the part kept its
/// depth in the last step or attempt of the island, it may keep its depth from the start of this step on.
bool solve_positions(StepContext& context, Step& step) {
  const std::vector<Candidate*>& contacts = step.island->contacts;
  const bool deep = !context.allows_penetration &&
                    std::any_of(contacts.begin(), contacts.end(),
                                [](const Candidate* one) { return one->start.gap < 0 && !one->starts_behind(); });
  char& kept = context.kept_depth[step.island->links.front()];
  step.keeps_depth = deep && kept;
  const Positions found = iterate_positions(context, step);
  if (found != Positions::no_impulses || step.keeps_depth || !deep) return found == Positions::solved;
  kept = 1;
  restart(context, step);
  for (Candidate* one : contacts) one->released = false;
  step.keeps_depth = true;
  return predict(context, step) && iterate_positions(context, step) == Positions::solved;
}

bool accept_positions(StepContext& context, Step& step) {
  if (!passes(context, step, Phase::positions)) return false;
  if (!context.allows_penetration) context.kept_depth[step.island->links.front()] = step.keeps_depth;
  return passes(context, step, Phase::end);
}

/// Solves the velocity stage of the two-stage scheme, with restitution.
bool solve_rebounds(StepContext& context, Step& step) {
  const Island& island = *step.island;
  set_acceleration(context, step);
  double most = kinetic_energy(context, island, step.start->u) + std::max(work_of_forces(context, step), 0.);
  for (const int k : island.mechanisms) most += context.mechanisms[k].start_energy();
  accelerate(step, step.h() / 2);
  set_free_velocities(step);
  for (Candidate* one : island.contacts) one->position_impulse = one->impulse;
  const bool solved = solve_rebound(context, step, 1);
  const bool any_rebound =
      std::any_of(step.rows.begin(), step.rows.end(), [](const ImpulseRow& row) { return row.normal_bias < 0; });
  if (!any_rebound || (solved && !has_more_energy(context, step, most))) return solved;
  if (!solved && !step.part.is_shortest()) return false;
  return solve_reduced_rebound(context, step, most);
}

bool solve_velocities(StepContext& context, Step& step) {
  const Island& island = *step.island;
  Motion& motion = *step.motion;
  for (const int k : island.mechanisms) {
    mechanism(context, k).balance_drift(impulses_on(mechanism(context, k), step));
    // In the one-stage scheme, no forces act in the settle stage.
    const double time = context.two_stage() ? step.h() / 2 : 0;
    if (!mechanism(context, k).settle(context.system, *step.actuation, motion, time)) return false;
    mechanism(context, k).take_free(motion);
  }
  if (context.two_stage()) {
    if (!solve_rebounds(context, step)) return false;
  } else {
    step.rows.clear();  // the one-stage scheme has no impulses in the settle stage
  }
  for (const int k : island.mechanisms) {
    mechanism(context, k).balance_settle(impulses_on(mechanism(context, k), step));
  }
  return true;
}

void restart(StepContext& context, Step& step) {
  step.start->restore(step.island->links, context.first_joint(), *step.motion);
  for (const int k : step.island->mechanisms) mechanism(context, k).restore_joints(*step.motion);
}

}  // namespace pawl::internal::inline simulation
