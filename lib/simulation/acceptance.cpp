// SPDX-License-Identifier: MIT
// The acceptance tests of a step, in one table.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "geometry/overlap.h"
#include "simulation/island_step.h"

namespace pawl::internal::inline simulation {
namespace {

/// What happens to a step that fails an acceptance test.
enum class Refusal {
  halve,           ///< the step is replaced by two substeps
  halve_if_large,  ///< the step is replaced by two substeps or, at the minimum step size, accepted
  iterate          ///< the step continues with the next iteration of the position stage
};

/// Which laws a test applies to.
enum class Laws {
  all,
  rigid,       ///< only laws that do not allow penetration
  penetrating  ///< only laws that allow penetration
};

/// A test of a step against `limit`. Returns true if the step fails the test.
using Test = bool (*)(const StepContext& context, const Step& step, double limit);

struct AcceptanceTest {
  const char* name;
  Phase phase;
  Test fails;
  double limit;
  Refusal refusal;
  Laws laws;
};

template <class Condition>
bool any_contact(const Step& step, const Condition& condition) {
  const std::vector<Candidate*>& contacts = step.island->contacts;
  return std::any_of(contacts.begin(), contacts.end(), [&](const Candidate* one) { return condition(*one); });
}

template <class Condition>
bool any_mechanism(const StepContext& context, const Step& step, const Condition& condition) {
  const std::vector<int>& mechanisms = step.island->mechanisms;
  return std::any_of(mechanisms.begin(), mechanisms.end(), [&](int k) { return condition(context.mechanisms[k]); });
}

/// Returns the largest of |a|, |b| and |b - a|, rad, where a and b are the rotations of two links in a step, and b - a
/// is their relative rotation.
double largest_rotation(double a, double b) { return std::max({std::fabs(a), std::fabs(b), std::fabs(b - a)}); }

double rotation_of(int link, double h, const Motion& motion) { return link < 0 ? 0 : h * motion.u[3 * link + 2]; }

double circle_rotation(const Candidate& one, double h, const Motion& motion) {
  return largest_rotation(rotation_of(one.link_a, h, motion), rotation_of(one.link_b, h, motion));
}

double contact_rotation(const StepContext& context, const Candidate& one, double h, const Motion& motion) {
  const bool a_turns = context.world.shape(one.id.shape_a).turns(),
             b_turns = context.world.shape(one.id.shape_b).turns();
  return largest_rotation(a_turns ? rotation_of(one.link_a, h, motion) : 0,
                          b_turns ? rotation_of(one.link_b, h, motion) : 0);
}

bool mechanism_exceeds_rotation_limit(const StepContext& context, const Step& step, double limit) {
  return any_mechanism(context, step, [&](const Mechanism& one) { return one.largest_rotation() > limit; });
}

/// Tests the rotations of links that are connected by pins with a stiffness. The rows of these pins are those at the
/// start of the step, so they are accurate only for small rotations.
bool pin_exceeds_rotation_limit(const StepContext& context, const Step& step, double limit) {
  const std::vector<int>& pins = step.island->spring_pins;
  return std::any_of(pins.begin(), pins.end(), [&](int number) {
    const SpringPin& pin = context.spring_pins[number];
    return std::max(std::fabs(rotation_of(pin.link_a, step.h(), *step.motion)),
                    std::fabs(rotation_of(pin.link_b, step.h(), *step.motion))) > limit;
  });
}

bool contact_exceeds_rotation_limit(const StepContext& context, const Step& step, double limit) {
  return any_contact(
      step, [&](const Candidate& one) { return contact_rotation(context, one, step.h(), *step.motion) > limit; });
}

bool circle_exceeds_rotation_limit(const StepContext&, const Step& step, double limit) {
  return any_contact(step, [&](const Candidate& one) { return circle_rotation(one, step.h(), *step.motion) > limit; });
}

/// Tests the rotations of the two links at contacts that have a normal impulse. The rotations are computed from the
/// velocities of the position stage, which include the effect of the contact impulses.
bool pressed_exceeds_rotation_limit(const StepContext& context, const Step& step, double limit) {
  return any_contact(step, [&](const Candidate& one) {
    return one.is_pressed() && contact_rotation(context, one, step.h(), *step.motion) > limit;
  });
}

bool pressed_circle_exceeds_rotation_limit(const StepContext&, const Step& step, double limit) {
  return any_contact(step, [&](const Candidate& one) {
    return one.is_pressed() && circle_rotation(one, step.h(), *step.motion) > limit;
  });
}

bool passes_through(const StepContext&, const Step& step, double) {
  return any_contact(step, [](const Candidate& one) { return one.passed_through; });
}

bool mechanism_misses_equations(const StepContext& context, const Step& step, double) {
  return any_mechanism(context, step, [](const Mechanism& one) { return !one.is_met(); });
}

bool exceeds_joint_limit(const StepContext& context, const Step& step, double limit) {
  return std::any_of(step.island->links.begin(), step.island->links.end(), [&](int link) {
    if (link < context.first_stop()) return false;
    const Joint& joint = context.system.joints[context.limited[at(link - context.first_stop())]];
    const double position = step.motion->q[3 * link];
    return !(position >= joint.lower - limit && position <= joint.upper + limit);
  });
}

bool misses_gap(const StepContext&, const Step& step, double limit) {
  return any_contact(step, [&](const Candidate& one) {
    if (one.is_pressed()) return !one.constrains || std::fabs(one.now.gap) > limit;
    return one.constrains && !(one.now.gap >= -limit);
  });
}

/// Returns whether, at a contact, the sliding distance differs by more than `limit`, m, from the distance for which the
/// law was solved. Applies to contacts that have a normal impulse and friction (under laws other than Coulomb's: to all
/// contacts with a normal impulse).
bool misses_slip(const StepContext& context, const Step& step, double limit) {
  const bool coulomb = std::holds_alternative<Coulomb>(context.options.law);
  return any_contact(step, [&](const Candidate& one) {
    const bool has_friction = one.friction > 0 || !coulomb;
    if (!one.is_pressed() || !has_friction) return false;
    const PlacedBoundary a = context.world.placed(one.id.shape_a, step.motion->placements),
                         b = context.world.placed(one.id.shape_b, step.motion->placements);
    const double slid = slip(one.id.pair, a, b, one.start, one.start_turn, one.now, one.now_turn);
    return !(std::fabs(slid - one.linear_slip) <= limit);
  });
}

/// Tests whether the contact impulses of the position stage add energy. They should dissipate energy, but can add
/// energy if contact normals turn by a large angle in a long step.
bool gains_energy(const StepContext& context, const Step& step, double limit) {
  const Island& island = *step.island;
  double mass = 0, now = kinetic_energy(context, island, step.motion->u);
  double before = kinetic_energy(context, island, step.free_u);
  for (const int body : island.bodies) mass += context.system.bodies[body].mass;
  for (const int k : island.mechanisms) {
    const Mechanism& one = context.mechanisms[k];
    if (one.drive_works()) return false;  // a drive does unknown work, so the energy cannot be compared
    mass += one.mass();
    now += one.energy_now();
    before += one.free_energy();
  }
  const double rounding = 100 * mass * std::pow(tolerance::kStepResidual / step.h(), 2);
  return now > limit * before + rounding;
}

/// Tests whether a convex arc in a slightly larger concave arc swings faster than the step can resolve. (The step uses
/// the contact normal at its start, but the normal turns during the swing.) A convex arc that did not touch at the
/// start passes the test.
bool exceeds_swing_limit(const StepContext& context, const Step& step, double limit) {
  const auto per_mass = [&](int link) {
    return link < 0 || at(link) >= context.system.bodies.size() ? 0. : 1 / context.system.bodies[link].mass;
  };
  return any_contact(step, [&](const Candidate& one) {
    if (!one.is_pressed() || one.start.gap > tolerance::kTouching) return false;
    const Boundary &a = context.world.shape(one.id.shape_a).boundary, &b = context.world.shape(one.id.shape_b).boundary;
    const double room = -radius_on_a(one.id.pair, a, b) - radius_on_b(one.id.pair, a, b);
    return room > 0 && step.h() * one.impulse.normal * (per_mass(one.link_a) + per_mass(one.link_b)) > limit * room;
  });
}

bool penetrates_midway(const StepContext& context, const Step& step, double) {
  const ContactDecision decision(context.world, step.start->q, step.motion->q);
  return any_contact(step, [&](const Candidate& one) { return one.is_pressed() && decision.penetrates_midway(one); });
}

/// Returns whether shapes overlap at the end of the step by more than tolerance::kTouching. Skips pairs of links that
/// both moved by at most kTrusted, because they cannot have passed through each other.
bool overlaps_at_end(const StepContext& context, const Step& step, double) {
  constexpr double kTrusted = 1e-7;  // largest motion, m and rad, of links that certainly do not pass through each
                                     // other
  const auto moved = [&](int link) {
    if (link < 0) return 0.;
    const Eigen::Vector3d way = step.motion->q.segment<3>(3 * link) - step.start->q.segment<3>(3 * link);
    return std::max(way.head<2>().norm(), std::fabs(way[2]));
  };
  int last_a = -1, last_b = -1;
  for (const Candidate* one : step.island->contacts) {
    // Candidates are sorted by shapes, so pairs of the same shapes follow each other.
    if (one->id.shape_a == last_a && one->id.shape_b == last_b) continue;
    last_a = one->id.shape_a;
    last_b = one->id.shape_b;
    if (std::max(moved(one->link_a), moved(one->link_b)) <= kTrusted) continue;
    const std::vector<Placement>& placements = step.motion->placements;
    if (overlap(context.world.placed(last_a, placements), context.world.placed(last_b, placements),
                tolerance::kTouching)) {
      return true;
    }
  }
  return false;
}

/// Tests whether joints, pins and drives move a link into a contact or beyond a stop by more than `limit`. No impulse
/// of the law ConeComplementarity could prevent this.
bool enters_obstacle(const StepContext&, const Step& step, double limit) {
  return std::any_of(step.fixed_rows.begin(), step.fixed_rows.end(), [&](const ImpulseRow& row) {
    if (row.contact != nullptr) {
      const PairGeometry &start = row.contact->start, &now = row.contact->now;
      return now.gap < -limit && now.gap < start.gap && now.outside <= tolerance::kTouching;
    }
    const double speed = velocity_along(step.motion->u, row.link_a, row.arm_a, row.link_b, row.arm_b, row.normal);
    return speed < 0 && row.gap + step.h() * speed < -limit;
  });
}

/// Tests whether the energy increases by more than the work of the forces and rounding can explain. Errors of the step
/// can cause such an increase if members of mechanisms turn fast.
bool mechanism_gains_energy(const StepContext& context, const Step& step, double limit) {
  constexpr double kRoundedSpeed = 1e-6;  // m/s
  const Island& island = *step.island;
  if (island.mechanisms.empty()) return false;
  double before = kinetic_energy(context, island, step.start->u) + std::max(0., work_of_forces(context, step));
  double now = kinetic_energy(context, island, step.motion->u), mass = 0;
  for (const int k : island.mechanisms) {
    before += context.mechanisms[k].start_energy();
    now += context.mechanisms[k].energy_now();
    mass += context.mechanisms[k].mass();
  }
  const double rounding = mass * kRoundedSpeed * kRoundedSpeed;
  return now > limit * before + rounding;
}

constexpr double kNone = 0;  ///< limit in kTests of a test that has no limit
constexpr AcceptanceTest kTests[] = {
    {"mechanism_exceeds_rotation_limit", Phase::start, mechanism_exceeds_rotation_limit, tolerance::kMechanismRotation,
     Refusal::halve, Laws::all},
    {"pin_exceeds_rotation_limit", Phase::start, pin_exceeds_rotation_limit, tolerance::kMechanismRotation,
     Refusal::halve, Laws::all},
    {"circle_exceeds_rotation_limit", Phase::start, circle_exceeds_rotation_limit, tolerance::kCircleRotation,
     Refusal::halve, Laws::all},
    {"contact_exceeds_rotation_limit", Phase::start, contact_exceeds_rotation_limit, tolerance::kContactRotation,
     Refusal::halve, Laws::all},
    {"passes_through", Phase::iterate, passes_through, kNone, Refusal::halve, Laws::rigid},
    {"mechanism_misses_equations", Phase::equations, mechanism_misses_equations, kNone, Refusal::iterate, Laws::all},
    {"exceeds_joint_limit", Phase::equations, exceeds_joint_limit, tolerance::kStepResidual, Refusal::iterate,
     Laws::rigid},
    {"misses_gap", Phase::equations, misses_gap, tolerance::kStepResidual, Refusal::iterate, Laws::rigid},
    {"misses_slip", Phase::equations, misses_slip, tolerance::kStepResidual, Refusal::iterate, Laws::rigid},
    {"passes_through", Phase::positions, passes_through, kNone, Refusal::halve, Laws::all},
    {"pin_exceeds_rotation_limit", Phase::positions, pin_exceeds_rotation_limit, tolerance::kMechanismRotation,
     Refusal::halve, Laws::all},
    {"pressed_circle_exceeds_rotation_limit", Phase::positions, pressed_circle_exceeds_rotation_limit,
     tolerance::kCircleRotation, Refusal::halve, Laws::rigid},
    {"pressed_exceeds_rotation_limit", Phase::positions, pressed_exceeds_rotation_limit, tolerance::kContactRotation,
     Refusal::halve, Laws::rigid},
    {"gains_energy", Phase::positions, gains_energy, tolerance::kEnergyGain, Refusal::halve, Laws::rigid},
    {"exceeds_swing_limit", Phase::positions, exceeds_swing_limit, tolerance::kHollowSwing, Refusal::halve_if_large,
     Laws::rigid},
    {"penetrates_midway", Phase::positions, penetrates_midway, kNone, Refusal::halve_if_large, Laws::rigid},
    {"overlaps_at_end", Phase::end, overlaps_at_end, tolerance::kTouching, Refusal::halve, Laws::rigid},
    {"enters_obstacle", Phase::end, enters_obstacle, tolerance::kBehind, Refusal::halve, Laws::penetrating},
    {"mechanism_gains_energy", Phase::velocities, mechanism_gains_energy, tolerance::kMechanismEnergyGain,
     Refusal::halve, Laws::rigid},
};

}  // namespace

bool passes(const StepContext& context, const Step& step, Phase phase) {
  for (const AcceptanceTest& test : kTests) {
    if (test.phase != phase || test.laws == (context.allows_penetration ? Laws::rigid : Laws::penetrating)) continue;
    if (test.refusal == Refusal::halve_if_large && step.part.is_shortest()) continue;
    if (test.fails(context, step, test.limit)) return false;
  }
  return true;
}

/// Returns whether a candidate satisfies the law without an impulse. It does if (1) the two features do not touch at
/// the start, (2) the links rotate so little that the features can be tracked, (3) the vertex does not pass through the
/// edge, and (4) at the end the two shapes do not overlap, and either the gap is open or the candidate does not
/// constrain the step.
bool takes_no_part(const StepContext& context, const LinkStates& start, double h, const Motion& motion,
                   Candidate& candidate) {
  if (candidate.start.gap <= tolerance::kTouching ||
      circle_rotation(candidate, h, motion) > tolerance::kCircleRotation ||
      contact_rotation(context, candidate, h, motion) > tolerance::kContactRotation) {
    return false;
  }
  update_geometry(context.world, motion.placements, candidate);
  ContactDecision(context.world, start.q, motion.q).decide(candidate);
  return !candidate.passed_through && (!candidate.constrains || candidate.now.gap > tolerance::kTouching) &&
         !overlap(context.world.placed(candidate.id.shape_a, motion.placements),
                  context.world.placed(candidate.id.shape_b, motion.placements), tolerance::kTouching);
}

}  // namespace pawl::internal::inline simulation
