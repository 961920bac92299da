// SPDX-License-Identifier: MIT
#include "insertion/certainty.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/base/tolerance.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/seated_pose.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>
#include <pawl/planner/certainty.h>
#include <pawl/planner/wrench_cells.h>

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/charconv.h"
#include "base/dense_algebra.h"
#include "contact/contact_rows.h"
#include "exact/numbers.h"
#include "exact/orientation.h"
#include "insertion/contact_graph.h"

namespace pawl::internal::inline planner {

/// Returns whether the centre of mass, the mass or the inertia has more than 15 digits, which means that it was
/// computed and rounded.
bool has_rounded_mass(const ContactSet& set);

/// If has_rounded_mass(set) is true, returns two copies of the set whose rounded numbers are displaced in opposite
/// directions: the centre of mass by at most tolerance::kTrialError times the radius of gyration, the inertia by at
/// most this fraction. (Only the ratio of inertia to mass matters, so the mass is not changed.) If the centre of mass
/// differs from short decimals only by rounding, also returns a copy whose centre of mass has these decimals.
///
/// Returns an empty list if neither is the case.
std::vector<ContactSet> mass_trials(const ContactSet& set);

/// A slightly displaced wrench, in the frame of the set, and the contact set on which it acts. The centre of mass and
/// inertia of the set may also be slightly displaced.
struct WrenchTrial {
  ContactSet set;
  Eigen::Vector3d wrench;
};

/// Returns wrenches that differ from a given wrench by about the wrench's rounding error. They come in pairs with
/// opposite relative differences of at most tolerance::kTrialError. If the centre of mass differs from short decimals
/// only by rounding, also returns the given wrench on a set whose centre of mass has these decimals. Returns an empty
/// list if the wrench is not rounded. A wrench is rounded if it was rotated into the frame of the contact set (by an
/// angle that is not a multiple of a quarter turn), if its numbers have more than 15 digits, or if the centre of mass
/// or inertia is rounded (has_rounded_mass).
std::vector<WrenchTrial> wrench_trials(const ContactSet& set, const Eigen::Vector3d& wrench);

/// Returns domains whose wrenches differ from those of `domain` by about the wrenches' rounding errors. Nonzero torques
/// of the wrenches of `domain` always count as rounded. The centre of mass of `set` also counts as rounded if it
/// differs from short decimals only by rounding. Returns an empty list if nothing is rounded, or for a domain of the
/// kind `free`.
std::vector<WrenchDomain> domain_trials(const ContactSet& set, const WrenchDomain& domain);

/// The columns (fx, fy, tau / rho) of contact forces and motions of a mode. A combination of the columns with
/// nonnegative coefficients is a wrench g = M v' - J c, where the contact forces c and the acceleration v' satisfy the
/// conditions of the mode.
struct ForceColumns {
  Eigen::Matrix3Xd columns;
  std::vector<double> force;  ///< size of the contact force that each column represents, N; 0 for motions
  std::vector<int> contact;   ///< index of the contact of each column; -1 for motions
};

/// Returns the columns of a mode: the edges of its friction cones. With Motions::of_mode, also returns M times the rays
/// of its accelerations.
enum class Motions { none, of_mode };
ForceColumns columns_of_mode(const ContactSet& set, const Mode& mode, Motions motions);

/// Returns the edges of the friction cones of some contacts, at the high end (`high` is true) or at the low end of
/// their friction intervals. If `with_friction` is false, returns the normals of the contacts instead.
ForceColumns columns_of_contacts(const ContactSet& set, const std::vector<int>& contacts, bool with_friction,
                                 bool high);

/// The forces that are needed to produce a wrench g, in the units of the columns. `sum` is the smallest possible sum of
/// contact forces. It is infinite if no combination of columns produces g, apart from rounding. If the sum exceeds
/// `large`, `contacts` contains the contacts whose force exceeds a quarter of `large`; otherwise it is empty.
struct NeededForce {
  double sum = 0;
  std::vector<int> contacts;
};
NeededForce needed_force(const ForceColumns& columns, const Eigen::Vector3d& g, double large);

// The functions below check whether an answer needs contact forces above kLargestForce times the wrench (fx, fy, tau /
// rho). If it does, they report the contacts that need such forces.

/// Checks those wrenches of a mode's cone that are likely to need the largest forces: the cone's lines, wrenches
/// between nearly opposite rays, and the widest direction. If the cone is R^3, checks a sample of wrenches in all
/// directions.
Certainty bearable(const ContactSet& set, const WrenchCone& cone);

/// Checks each solution of the forward problem for a wrench. `reference` is the size of the wrench together with the
/// velocity terms, N (see wrench_size()).
Certainty bearable(const ContactSet& set, const Eigen::Vector3d& g, const ForwardSolutions& found, double reference);

/// Checks the closures of a contact set.
Certainty bearable(const ContactSet& set, const Closure& held);

/// The first function checks the possible moves in one state under a wrench. The second function checks the moves in
/// all states in which a step of a plan may come to rest.
Certainty bearable(const ContactGraph& graph, int state, const Eigen::Vector3d& wrench);
Certainty bearable(const ContactGraph& graph, const std::vector<PlanStep>& steps);

/// Returns the size, N, of a wrench together with the terms that are quadratic in the velocity of a moving part.
double wrench_size(const ContactSet& set, const Eigen::Vector3d& g, const Eigen::Vector3d& twist);

}  // namespace pawl::internal::inline planner

namespace pawl {

using internal::bearable;
using internal::Displacements;
using internal::WrenchTrial;

namespace {

using Same = std::function<bool(const ContactSet&)>;

constexpr int kDisplacementPairs = 4;  ///< number of pairs of opposite displacements for which an answer is tested
constexpr int kPlanPairs = 2;
/// A plan whose margin is at most this angle may exist only because of rounding, rad.
constexpr double kThinMargin = 1e-8;
/// Largest number of contacts with an error that are tested one by one. If there are more, all of them are reported.
constexpr std::size_t kMostTriedAlone = 100;

std::vector<int> contacts_with_error(const ContactSet& set) {
  std::vector<int> found;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (set.contacts[i].error.any()) found.push_back(static_cast<int>(i));
  }
  return found;
}

Certainty by_error(std::vector<int> contacts) {
  return {false, std::move(contacts), "the answer changes within the rounding of these contacts' positions"};
}

Certainty by_dependence(std::vector<int> contacts) {
  return {false, std::move(contacts),
          "these contacts depend on each other or not, depending on the rounding of their positions"};
}

/// Checks whether the linear dependencies between contacts are the same for all values of the contacts' numbers within
/// their errors. Checks the mode `letters`, or all modes if `letters` is empty.
Certainty independent(const ContactSet& set, std::string_view letters = {}, const StopToken& stop = {}) {
  std::vector<int> contacts = internal::dependent_contacts(set, letters, stop);
  return contacts.empty() ? Certainty() : by_dependence(std::move(contacts));
}

Certainty by_mass() {
  return {false, {}, "the answer changes within the rounding of the centre of mass or the inertia"};
}

Certainty by_wrench() {
  return {false, {}, "the answer changes within the rounding of the wrench, the centre of mass or the inertia"};
}

/// Tests an answer for displaced contacts. If the answer changes, reports those contacts that change the answer when
/// they alone are displaced. If no single contact changes the answer, reports all displaced contacts.
Certainty tried(const ContactSet& set, int pairs, const Same& same) {
  if (set.is_exact()) return {};
  Displacements displacements(set);
  for (int pair = 0; pair < pairs; ++pair) {
    displacements.next();
    for (const double sign : {1., -1.}) {
      if (same(displacements.displaced(sign))) continue;
      const std::vector<int> suspects = contacts_with_error(set);
      if (suspects.size() > kMostTriedAlone) return by_error(suspects);
      std::vector<int> guilty;
      for (const int contact : suspects) {
        const bool keeps =
            same(displacements.displaced(sign, contact)) && same(displacements.displaced(-sign, contact));
        if (!keeps) guilty.push_back(contact);
      }
      return by_error(guilty.empty() ? suspects : guilty);
    }
  }
  return {};
}

/// If the centre of mass or the inertia may be rounded, tests an answer about wrenches for copies of the set in which
/// the centre of mass and the inertia are slightly displaced.
Certainty tried_mass(const ContactSet& set, const Same& same) {
  const std::vector<ContactSet> trials = internal::mass_trials(set);
  return std::all_of(trials.begin(), trials.end(), same) ? Certainty() : by_mass();
}

std::vector<std::string> letters(const ForwardSolutions& found) {
  std::vector<std::string> modes;
  for (const ForwardSolution& solution : found.solutions) modes.push_back(solution.mode.str());
  return modes;
}

/// Returns whether two contact sets have the same feasible modes. Compares the modes one by one, so that no list of
/// modes is stored. If `stop` ends the comparison early, the modes that were not compared count as equal.
bool same_modes(const ContactSet& a, const ContactSet& b, const StopToken& stop) {
  FeasibleModeWalk one(a, {}, stop);
  FeasibleModeWalk other(b, {}, stop);
  while (one.next()) {
    if (!other.next()) return other.stopped();
    if (one.letters() != other.letters()) return false;
  }
  return one.stopped() || other.stopped() || !other.next();
}

/// Converts rays of cones to (fx, fy, tau / rho), and scales them to unit length.
Cone::Rows scaled(const Cone::Rows& rays, double rho) {
  Cone::Rows result;
  for (const Eigen::Vector3d& ray : rays) {
    result.push_back(Eigen::Vector3d(ray.x(), ray.y(), ray.z() / rho).stableNormalized());
  }
  return result;
}

/// Returns whether each ray of cone a is also a ray of cone b, apart from differences that small errors can cause. The
/// cones must have the same lineality.
bool same_rays(const Cone& a, const Cone& b, double rho) {
  /// Largest angle, rad, between two rays that count as equal. Errors of 1e-9 may turn an ill-conditioned ray by this
  /// angle.
  constexpr double kSameRay = 1e-3;
  const Cone::Rows others = scaled(b.rays(), rho);
  const Cone::Rows rays = scaled(a.rays(), rho);
  return std::all_of(rays.begin(), rays.end(), [&](const Eigen::Vector3d& ray) {
    return std::any_of(others.begin(), others.end(),
                       [&](const Eigen::Vector3d& other) { return (ray - other).norm() <= kSameRay; });
  });
}

bool same_cone(const WrenchCone& a, const WrenchCone& b, double rho) {
  return a.feasible == b.feasible && a.cone.rays().size() == b.cone.rays().size() &&
         a.cone.lineality() == b.cone.lineality() && a.cone.faces().size() == b.cone.faces().size() &&
         a.cone.dimension() == b.cone.dimension() && a.excluded.size() == b.excluded.size() &&
         same_rays(a.cone, b.cone, rho);
}

/// Returns whether a cone is so narrow that rounding errors may have increased its dimension by one.
bool is_narrow(const Cone& cone, double rho) {
  constexpr double kNarrow = 1e-8;  ///< width of a narrow cone, rad
  if (cone.is_all()) return false;
  if (cone.dimension() == 3) return widest_direction(cone, rho).margin < kNarrow;
  if (cone.dimension() != 2 || cone.lineality() != 0) return false;
  const Cone::Rows rays = scaled(cone.rays(), rho);
  return rays.size() == 2 && rays[0].cross(rays[1]).norm() < kNarrow && rays[0].dot(rays[1]) > 0;
}

/// Returns whether the dimension and the lineality of a cone are certain. The polar is tested too: if a cone nearly
/// contains a line, its polar is narrow.
bool keeps_dimensions(const Cone& cone, double rho) {
  return !is_narrow(cone, rho) && !is_narrow(cone.polar(), 1 / rho);
}

/// Checks that rounding of the numbers of a contact set cannot change the dimension of any of the given wrench cones.
Certainty sure_dimensions(const ContactSet& set, const std::vector<WrenchCone>& cones) {
  if (set.is_exact() && !internal::has_rounded_mass(set)) return {};
  const double rho = set.radius_of_gyration();
  for (const WrenchCone& one : cones) {
    if (!one.feasible || keeps_dimensions(one.cone, rho)) continue;
    return set.is_exact() ? by_mass() : by_error(contacts_with_error(set));
  }
  return {};
}

bool same_answer(const ModeAmbiguity& a, const ModeAmbiguity& b) {
  const auto same_rival = [](const Rival& x, const Rival& y) {
    return x.mode == y.mode && x.jam == y.jam && x.covers == y.covers;
  };
  return a.verdict == b.verdict && a.desired.size() == b.desired.size() && a.safe.empty() == b.safe.empty() &&
         std::equal(a.rivals.begin(), a.rivals.end(), b.rivals.begin(), b.rivals.end(), same_rival);
}

bool same_answer(const Closure& a, const Closure& b) {
  return a.force == b.force && a.form == b.form && a.wedges == b.wedges;
}

/// Returns whether the rows of the contacts that a motion keeps are linearly dependent. In this case, all these
/// contacts can be kept only if the terms that are quadratic in the velocity are exact to the last digit.
bool kept_rows_depend(const ContactSet& set, const Eigen::Vector3d& twist) {
  constexpr double kDependent = 1e-6;
  const Eigen::Index n = static_cast<Eigen::Index>(set.size());
  const double rho = set.radius_of_gyration();
  const Eigen::MatrixXd jacobian = contact_jacobian(set);
  Eigen::MatrixXd rows(2 * n, 3);
  Eigen::Index count = 0;
  const auto keep = [&](Eigen::Index column) {
    const Eigen::Vector3d row = jacobian.col(column);
    rows.row(count++) = Eigen::Vector3d(row.x(), row.y(), row.z() / rho).normalized();
  };
  for (Eigen::Index i = 0; i < n; ++i) {
    if (!set.contacts[i].touching) continue;
    if (std::fabs(jacobian.col(i).dot(twist)) > tolerance::kRestingVelocity) continue;
    keep(i);
    if (std::fabs(jacobian.col(n + i).dot(twist)) <= tolerance::kRestingVelocity) keep(n + i);
  }
  if (count == 0) return false;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors(rows.topRows(count));
  factors.setThreshold(kDependent);
  return factors.rank() < count;
}

/// Returns whether slightly different twists lead to the same modes. Called if the terms that are quadratic in the
/// velocity were rounded.
bool same_when_turned(const ContactSet& set, const Eigen::Vector3d& wrench, const Eigen::Vector3d& twist,
                      const ForwardSolutions& found) {
  std::mt19937_64 random(20020101);
  std::uniform_real_distribution<double> shares(-1, 1);
  const double rho = set.radius_of_gyration();
  const double size = 1e-10 * (std::hypot(twist.x(), twist.y()) + rho * std::fabs(twist.z()));
  for (int pair = 0; pair < kDisplacementPairs; ++pair) {
    const Eigen::Vector3d change(size * shares(random), size * shares(random), size * shares(random) / rho);
    for (const Eigen::Vector3d& near : {Eigen::Vector3d(twist + change), Eigen::Vector3d(twist - change)}) {
      if (letters(forward(set, wrench, near)) != letters(found)) return false;
    }
  }
  return true;
}

/// Returns whether the normals of these contacts may locate the part only because of rounding errors.
bool barely_located(const ContactGraph& graph, const std::vector<int>& contacts) {
  constexpr double kBarely = 1e-6;
  const ContactSet& set = graph.contacts();
  if (contacts.size() < 3) return false;
  const internal::NormalRanks ranks = internal::normal_ranks(set, contacts);
  if (ranks.least != ranks.most) return true;
  if (!locates(set, contacts)) return false;
  const Eigen::MatrixXd jacobian = contact_jacobian(set);
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(contacts.size()), 3);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Eigen::Vector3d row = jacobian.col(contacts[k]);
    rows.row(static_cast<Eigen::Index>(k)) =
        Eigen::Vector3d(row.x(), row.y(), row.z() / set.radius_of_gyration()).normalized();
  }
  return internal::singular_values(rows)[2] < kBarely;
}

/// Returns whether there is a goal state whose contacts may locate the part only because of rounding errors.
bool barely_located(const ContactGraph& graph, const StateSet& goals) {
  for (int state = 0; state < graph.count(); ++state) {
    if (goals[static_cast<std::size_t>(state)] && barely_located(graph, graph.fixels(state))) return true;
  }
  return false;
}

}  // namespace

Certainty certainty_of_modes(const ContactSet& set, const StopToken& stop) {
  set.validate();
  const auto same = [&](const ContactSet& other) { return same_modes(set, other, stop); };
  Certainty found = independent(set, {}, stop);
  if (found.certified) found = tried(set, kDisplacementPairs, same);
  if (!set.is_exact() && stop.stop_requested()) return {false, {}, "it was stopped while it was tried"};
  return found;
}

Certainty certainty_of_cone(const ContactSet& set, const WrenchCone& cone) {
  set.validate();
  internal::require_size(cone.mode, set);
  const double rho = set.radius_of_gyration();
  const auto same = [&](const ContactSet& other) { return same_cone(wrench_cone(other, cone.mode), cone, rho); };
  Certainty result = independent(set, cone.mode.str());
  if (result.certified) result = sure_dimensions(set, {cone});
  if (result.certified) result = tried(set, kDisplacementPairs, same);
  if (result.certified) result = tried_mass(set, same);
  if (result.certified && cone.feasible) result = bearable(set, cone);
  return result;
}

Certainty certainty_of_mode(const ContactSet& set, const std::string& pattern, const ModeAmbiguity& found,
                            const Closure& held) {
  set.validate();
  require_mode_fits(pattern, set, "mode");
  for (const WrenchCone& cone : found.desired) internal::require_size(cone.mode, set);
  for (const std::vector<int>* contacts : {&held.force_contacts, &held.form_contacts}) {
    for (const int contact : *contacts) internal::require_index("closure", contact, set.size());
  }
  for (const auto& [i, j] : held.wedges) {
    for (const int contact : {i, j}) internal::require_index("closure", contact, set.size());
  }
  const auto same_mode = [&](const ContactSet& other) { return same_answer(Ambiguity(other).of_mode(pattern), found); };
  const auto same = [&](const ContactSet& other) { return same_mode(other) && same_answer(closure(other), held); };
  Certainty result = independent(set);
  if (result.certified) result = sure_dimensions(set, found.desired);
  if (result.certified) result = tried(set, kDisplacementPairs, same);
  if (result.certified) result = tried_mass(set, same_mode);
  for (const WrenchCone& cone : found.desired) {
    if (result.certified) result = bearable(set, cone);
  }
  if (result.certified) result = bearable(set, held);
  return result;
}

Certainty certainty_of_wrench(const ContactSet& set, const Eigen::Vector3d& wrench, const WrenchAmbiguity& found) {
  set.validate();
  internal::require_finite("wrench", wrench);
  const auto same = [&](const ContactSet& other, const Eigen::Vector3d& g) {
    const WrenchAmbiguity again = Ambiguity(other).of_wrench(g);
    return again.modes == found.modes && again.jam == found.jam;
  };
  Certainty by_place = independent(set);
  if (by_place.certified)
    by_place = tried(set, kDisplacementPairs, [&](const ContactSet& other) { return same(other, wrench); });
  if (!by_place.certified) return by_place;
  for (const WrenchTrial& trial : internal::wrench_trials(set, wrench)) {
    if (!same(trial.set, trial.wrench)) return by_wrench();
  }
  return bearable(set, wrench, forward(set, wrench), internal::wrench_size(set, wrench, Eigen::Vector3d::Zero()));
}

Certainty certainty_of_forward(const ContactSet& set, const Eigen::Vector3d& wrench, const Eigen::Vector3d& twist,
                               const ForwardSolutions& found) {
  set.validate();
  internal::require_finite("wrench", wrench);
  internal::require_finite("twist", twist);
  for (const ForwardSolution& solution : found.solutions) internal::require_size(solution.mode, set);
  const auto same = [&](const ContactSet& other, const Eigen::Vector3d& g) {
    try {
      return letters(forward(other, g, twist)) == letters(found);
    } catch (const InputError&) {
      return false;  // for some small displacement, the part approaches a contact
    }
  };
  Certainty by_place = independent(set);
  if (by_place.certified)
    by_place = tried(set, kDisplacementPairs, [&](const ContactSet& other) { return same(other, wrench); });
  if (!by_place.certified) return by_place;
  for (const WrenchTrial& trial : internal::wrench_trials(set, wrench)) {
    if (!same(trial.set, trial.wrench)) return by_wrench();
  }
  if (!found.exact && (kept_rows_depend(set, twist) || !same_when_turned(set, wrench, twist, found))) {
    return {false, {}, "the answer rests on velocity products that had to be rounded"};
  }
  return bearable(set, wrench, found, internal::wrench_size(set, wrench, twist));
}

namespace {

/// Returns whether the plan has one step that satisfies the energy conditions for the contacts of `set`, which are
/// slightly displaced.
bool holds_by_energy(const ContactSet& set, const WrenchDomain& domain, const InsertionPlan& plan) {
  return plan.steps.size() == 1 && energy_verdict(set, plan.steps[0].wrench, domain).holds();
}

/// Returns whether the answer "no plan" depends on impacts whose result is uncertain.
///
/// The answer counts a gain as unsafe if the part may bounce off the contact. This function tests whether a plan exists
/// if a gain counts as unsafe only when the part bounces off for all errors of the contacts. A test with displaced
/// contacts cannot replace this test: if contacts are linearly dependent, the part may keep a contact in an impact, but
/// lose it in the same impact with displaced contacts.
bool none_by_doubtful_impacts(const ContactGraph& graph, const PlanOptions& options, const InsertionPlan& found) {
  using Gains = ContactGraph::Gains;
  if (found.status != InsertionPlan::Status::none || graph.options().gains != Gains::kept) return false;
  return plan_insertion(graph.judging(Gains::not_surely_lost, options.stop), options).status != found.status;
}

}  // namespace

Certainty certainty_of_plan(const ContactGraph& graph, const PlanOptions& options, const InsertionPlan& found) {
  internal::require_options(graph, options);
  for (const PlanStep& step : found.steps) internal::require_finite("step", step.wrench);
  if (found.status == InsertionPlan::Status::stopped) return {};
  const bool reached = found.status == InsertionPlan::Status::found;
  const StateSet goals = goal_states(graph, options);
  const StateSet start = options.start.value_or(every_contact(graph.states()));
  std::vector<Eigen::Vector3d> wrenches;
  for (const PlanStep& step : found.steps) wrenches.push_back(step.wrench);
  // For a domain of the kind `spread`, the plan states one wrench, although any wrench of the domain may act.
  const bool by_energy = found.guarantee == Guarantee::energy;
  if (!by_energy && !graph.contacts().is_exact()) {
    for (int state = 0; state < graph.count(); ++state) {
      Certainty certainty = independent(graph.contacts_in(state), {}, options.stop);
      if (!certainty.certified) return certainty;
    }
  }
  const bool replay = reached && options.domain.kind != WrenchDomain::Kind::spread;
  const Certainty by_place = tried(graph.contacts(), kPlanPairs, [&](const ContactSet& other) {
    const ContactGraph near(other, graph.options(), options.stop);
    if (!near.complete() || !(near.states() == graph.states())) return false;
    if (by_energy) return holds_by_energy(other, options.domain, found);
    return replay ? plan_succeeds(near, start, goals, wrenches) : plan_insertion(near, options).status == found.status;
  });
  if (!by_place.certified) return by_place;
  if (!graph.contacts().is_exact() && (barely_located(graph, goals) || none_by_doubtful_impacts(graph, options, found)))
    return by_error(contacts_with_error(graph.contacts()));
  const std::vector<WrenchDomain> domains = internal::domain_trials(graph.contacts(), options.domain);
  if (!replay) {
    for (const WrenchDomain& domain : domains) {
      PlanOptions near = options;
      near.domain = domain;
      if (plan_insertion(graph, near).status != found.status) return by_wrench();
    }
  }
  const bool rounded = !graph.contacts().is_exact() || internal::has_rounded_mass(graph.contacts());
  if (rounded || !domains.empty()) {
    for (const PlanStep& step : found.steps) {
      if (step.margin < kThinMargin)
        return {false, {}, "the margin of a step is not larger than the effect of rounding"};
    }
  }
  if (reached) return bearable(graph, found.steps);
  if (!found.obstacle || !found.obstacle->rests) return {};
  return bearable(graph, found.obstacle->state, found.obstacle->wrench);
}

}  // namespace pawl

namespace pawl::internal::inline planner {
namespace {

Certainty by_force(std::vector<int> contacts) {
  return {false, std::move(contacts),
          fmt::format("the answer needs forces of over {:g} times the wrench at these contacts", kLargestForce)};
}

/// Returns the wrenches of a cone that are likely to need the largest contact forces: the lines of the cone, wrenches
/// between nearly opposite rays, and the widest direction. If the cone is R^3, returns a sample of wrenches in all
/// directions.
std::vector<Eigen::Vector3d> hard_wrenches(const Cone& cone, double rho) {
  std::vector<Eigen::Vector3d> found;
  const auto scaled = [&](const Eigen::Vector3d& v) {
    return Eigen::Vector3d(v.x(), v.y(), v.z() / rho).stableNormalized();
  };
  if (cone.is_all()) {
    for (int k = 0; k < 27; ++k) {
      const Eigen::Vector3d v(k / 9 - 1, k / 3 % 3 - 1, k % 3 - 1);
      if (!v.isZero()) found.push_back(v.normalized());
    }
    return found;
  }
  for (const Eigen::Vector3d& line : cone.lines()) {
    found.push_back(scaled(line));
    found.push_back(-scaled(line));
  }
  const Cone::Rows& rays = cone.rays();
  for (std::size_t i = 0; i < rays.size(); ++i) {
    for (std::size_t j = i + 1; j < rays.size(); ++j) {
      const Eigen::Vector3d between = scaled(rays[i]) + scaled(rays[j]);
      if (between.norm() < 1e-3 && !between.isZero(0)) found.push_back(between.normalized());
    }
  }
  const WidestDirection widest = widest_direction(cone, rho);
  if (!widest.direction.isZero(0)) found.push_back(scaled(widest.direction));
  return found;
}

std::vector<int> contacts_of(const ForceColumns& columns) {
  std::vector<int> contacts;
  for (const int contact : columns.contact) {
    if (contact >= 0 && (contacts.empty() || contacts.back() != contact)) contacts.push_back(contact);
  }
  return contacts;
}

/// Checks whether some wrench of the cone needs forces that are too large.
Certainty bearable(const ContactSet& set, const Cone& cone, const ForceColumns& columns) {
  for (const Eigen::Vector3d& g : hard_wrenches(cone, set.radius_of_gyration())) {
    const NeededForce force = needed_force(columns, g, kLargestForce);
    // The sum is infinite if doubles find no combination of columns that produces g. This happens only if very large
    // coefficients are needed, so the needed forces are too large as well.
    if (force.sum > kLargestForce) return by_force(force.contacts.empty() ? contacts_of(columns) : force.contacts);
  }
  return {};
}

double scaled_norm(const ContactSet& set, const Eigen::Vector3d& g) {
  return Eigen::Vector3d(g.x(), g.y(), g.z() / set.radius_of_gyration()).stableNorm();
}

}  // namespace

Certainty bearable(const ContactSet& set, const WrenchCone& cone) {
  if (cone.mode.str().find_first_of("lnr") == std::string::npos) return {};  // no contact of the mode exerts a force
  return bearable(set, cone.cone, columns_of_mode(set, cone.mode, Motions::of_mode));
}

Certainty bearable(const ContactSet& set, const Eigen::Vector3d& g, const ForwardSolutions& found, double reference) {
  for (const ForwardSolution& solution : found.solutions) {
    const bool solved = solution.residual <= tolerance::kForceResidual;
    if (solution.forces.size() == 0) continue;
    if (solved && solution.forces.cwiseAbs().maxCoeff() <= kLargestForce * reference) continue;
    // The solution contains one of several possible sets of forces. The set with the smallest sum of forces is examined
    // instead.
    const Eigen::Vector3d& a = solution.acceleration;
    const double rho = set.radius_of_gyration();
    const Eigen::Vector3d left = g - Eigen::Vector3d(set.mass * a.x(), set.mass * a.y(), set.inertia * a.z());
    const ForceColumns columns = columns_of_mode(set, solution.mode, Motions::none);
    const NeededForce force = needed_force(columns, {left.x(), left.y(), left.z() / rho}, kLargestForce * reference);
    if (!solved || force.sum > kLargestForce * reference) {
      return by_force(force.contacts.empty() ? contacts_of(columns) : force.contacts);
    }
  }
  return {};
}

double wrench_size(const ContactSet& set, const Eigen::Vector3d& g, const Eigen::Vector3d& twist) {
  double reach = set.radius_of_gyration();
  for (const Contact& contact : set.contacts) reach = std::max(reach, (contact.point - set.center_of_mass).norm());
  const double speed = std::hypot(twist.x(), twist.y()) + std::fabs(twist.z()) * reach;
  double curvature = 0;  // largest curvature of the path of a point that slides along a contact, 1/m
  for (const Contact& contact : set.contacts) {
    const double radius = std::fabs(contact.part_radius + contact.fixel_radius);
    if (contact.touching && radius > 0) curvature = std::max(curvature, 1 / radius);
  }
  return scaled_norm(set, g) + set.mass * speed * (std::fabs(twist.z()) + speed * curvature);
}

Certainty bearable(const ContactSet& set, const Closure& held) {
  const auto closes = [&](const std::vector<int>& contacts, bool with_friction, bool high) {
    return bearable(set, Cone::all(), columns_of_contacts(set, contacts, with_friction, high));
  };
  std::vector<int> touching;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (set.contacts[i].touching) touching.push_back(static_cast<int>(i));
  }
  Certainty result;
  if (held.form) result = closes(touching, false, false);
  if (result.certified && held.force) result = closes(touching, true, false);
  for (const auto& [i, j] : held.wedges) {
    if (result.certified) result = closes({i, j}, true, true);
  }
  return result;
}

Certainty bearable(const ContactGraph& graph, int state, const Eigen::Vector3d& wrench) {
  const ContactSet set = graph.contacts_in(state);
  return bearable(set, wrench, forward(set, wrench), scaled_norm(set, wrench));
}

Certainty bearable(const ContactGraph& graph, const std::vector<PlanStep>& steps) {
  for (const PlanStep& step : steps) {
    for (int state = 0; state < graph.count(); ++state) {
      if (!step.after[state]) continue;
      Certainty certainty = bearable(graph, state, step.wrench);
      if (!certainty.certified) return certainty;
    }
  }
  return {};
}

// Minimizes the sum of forces over x >= 0 with A x = g, where A has three rows. First tries a least-squares solution
// with x >= 0, which suffices if its forces are small. Otherwise tries every basis of at most three columns, because a
// basis attains the minimum of a linear program. The cost is O(n^3) for n columns.

namespace {

/// A combination of columns counts as producing the wrench if its relative residual is at most this value.
constexpr double kLeft = 1e-9;
/// A coefficient that is at most this fraction of the largest coefficient is due to rounding, and counts as 0.
constexpr double kNoShare = 1e-12;

class Builder {
 public:
  explicit Builder(const ContactSet& set)
      : set_(set), jacobian_(contact_jacobian(set)), rho_(set.radius_of_gyration()) {}

  void add(const Eigen::Vector3d& v, double force, int contact) {
    columns_.emplace_back(v.x(), v.y(), v.z() / rho_);
    result_.force.push_back(force);
    result_.contact.push_back(contact);
  }
  void add_motion(const Eigen::Vector3d& v) { add(v, 0, -1); }
  void add_edge(int contact, double slope) {
    const Eigen::Index n = static_cast<Eigen::Index>(set_.size());
    add(-(jacobian_.col(contact) + slope * jacobian_.col(n + contact)), std::hypot(1, slope), contact);
  }

  ForceColumns finish() {
    result_.columns.resize(3, static_cast<Eigen::Index>(columns_.size()));
    for (std::size_t k = 0; k < columns_.size(); ++k) result_.columns.col(static_cast<Eigen::Index>(k)) = columns_[k];
    return std::move(result_);
  }

 private:
  const ContactSet& set_;
  Eigen::MatrixXd jacobian_;
  double rho_;
  std::vector<Eigen::Vector3d> columns_;
  ForceColumns result_;
};

class LeastForce {
 public:
  LeastForce(const ForceColumns& columns, const Eigen::Vector3d& g) : columns_(columns), g_(g) {}

  void consider(const std::vector<int>& basis) {
    const auto size = static_cast<Eigen::Index>(basis.size());
    Eigen::MatrixXd matrix(3, size);
    for (Eigen::Index k = 0; k < size; ++k) matrix.col(k) = columns_.columns.col(basis[k]);
    const Eigen::VectorXd x = matrix.colPivHouseholderQr().solve(Eigen::VectorXd(g_));
    offer(basis, x, (matrix * x - g_).norm());
  }

  void offer(const std::vector<int>& basis, const Eigen::VectorXd& x, double left) {
    if (!x.allFinite() || !(left <= kLeft * g_.norm()) || x.minCoeff() < -kNoShare * x.cwiseAbs().maxCoeff()) return;
    double sum = 0;
    for (Eigen::Index k = 0; k < x.size(); ++k) {
      sum += std::max(0., x[k]) * columns_.force[basis[static_cast<std::size_t>(k)]];
    }
    if (sum >= sum_) return;
    sum_ = sum;
    basis_ = basis;
    x_ = x;
  }

  double sum() const { return sum_; }

  std::vector<int> contacts_above(double large) const {
    std::vector<int> found;
    for (std::size_t k = 0; k < basis_.size(); ++k) {
      const auto column = static_cast<std::size_t>(basis_[k]);
      const double force = x_[static_cast<Eigen::Index>(k)] * columns_.force[column];
      if (columns_.contact[column] >= 0 && force > large) found.push_back(columns_.contact[column]);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

 private:
  const ForceColumns& columns_;
  Eigen::Vector3d g_;
  double sum_ = std::numeric_limits<double>::infinity();
  std::vector<int> basis_;
  Eigen::VectorXd x_;
};

}  // namespace

ForceColumns columns_of_mode(const ContactSet& set, const Mode& mode, Motions motions) {
  Builder builder(set);
  const Cone momenta = motions == Motions::of_mode ? momentum_cone(set, mode).cone : Cone();
  for (const Eigen::Vector3d& ray : momenta.rays()) builder.add_motion(ray);
  for (const Eigen::Vector3d& line : momenta.lines()) {
    builder.add_motion(line);
    builder.add_motion(-line);
  }
  for (std::size_t i = 0; i < set.size(); ++i) {
    const char letter = mode[i];
    const Friction& friction = set.contacts[i].friction;
    const int contact = static_cast<int>(i);
    if (letter == 'a' || letter == 's') continue;
    const double high = letter == 'n' ? friction.high : friction.sliding().high;
    if (letter != 'l') builder.add_edge(contact, high);
    if (letter != 'r') builder.add_edge(contact, -high);
    if (letter != 'n' && friction.sliding().is_interval())
      builder.add_edge(contact, letter == 'r' ? friction.low : -friction.low);
  }
  return builder.finish();
}

ForceColumns columns_of_contacts(const ContactSet& set, const std::vector<int>& contacts, bool with_friction,
                                 bool high) {
  Builder builder(set);
  for (const int contact : contacts) {
    const Friction& friction = set.contacts[contact].friction;
    const double mu = !with_friction ? 0 : high ? friction.high : friction.low;
    builder.add_edge(contact, mu);
    if (mu > 0) builder.add_edge(contact, -mu);
  }
  return builder.finish();
}

NeededForce needed_force(const ForceColumns& columns, const Eigen::Vector3d& g, double large) {
  LeastForce least(columns, g);
  const int count = static_cast<int>(columns.columns.cols());
  if (count == 0 || g.isZero(0)) return {g.isZero(0) ? 0 : least.sum(), {}};
  const Eigen::VectorXd shares = nonnegative_least_squares(columns.columns, g);
  std::vector<int> all;
  for (int k = 0; k < count; ++k) all.push_back(k);
  least.offer(all, shares, (columns.columns * shares - g).norm());
  if (least.sum() <= large) return {least.sum(), {}};
  for (int i = 0; i < count; ++i) {
    least.consider({i});
    for (int j = i + 1; j < count; ++j) {
      least.consider({i, j});
      for (int k = j + 1; k < count; ++k) least.consider({i, j, k});
    }
  }
  return {least.sum(), least.contacts_above(large / 4)};
}

namespace {

constexpr int kTrialPairs = 3;

bool has_computed_centre(const ContactSet& set) {
  return is_computed(set.center_of_mass.x()) || is_computed(set.center_of_mass.y());
}

/// Returns the short decimals that are close to a centre of mass but not equal to it, or nothing if no such decimals
/// exist. The decimals have a resolution of about 1e-10 times the radius of gyration. Each must differ from its
/// coordinate by at most 1e-12 times the sum of the radius of gyration and the coordinate's magnitude, which is typical
/// of rounding errors of computations. If such decimals exist, rounding may decide whether the centre of mass is on the
/// line of a force.
std::optional<Eigen::Vector2d> plain_centre(const ContactSet& set) {
  constexpr double kNear = 1e-12;
  const double rho = set.radius_of_gyration();
  const int digits = std::clamp(10 - static_cast<int>(std::floor(std::log10(rho))), 0, 300);
  const auto plain = [&](double value) {
    double result = value;
    const std::string text = fmt::format("{:.{}f}", value, digits);
    from_chars(text.data(), text.data() + text.size(), result);
    return std::fabs(result - value) <= kNear * (rho + std::fabs(value)) ? result : value;
  };
  const Eigen::Vector2d found(plain(set.center_of_mass.x()), plain(set.center_of_mass.y()));
  return found == set.center_of_mass ? std::nullopt : std::optional(found);
}

/// A generator of random displacements of either sign. Their sizes are between tolerance::kTrialError / 2 and
/// tolerance::kTrialError.
class Shares {
 public:
  double operator()() { return (random_() % 2 ? 1 : -1) * sizes_(random_) * tolerance::kTrialError; }

 private:
  std::mt19937_64 random_{19970101};
  std::uniform_real_distribution<double> sizes_{0.5, 1};
};

/// The changes of the centre of mass, m, and of the inertia, as a fraction, in one test. A number changes only if it
/// may be rounded.
struct MassShift {
  Eigen::Vector2d centre{0, 0};
  double inertia = 0;
};

MassShift mass_shift(const ContactSet& set, Shares& share) {
  MassShift shift;
  const double rho = set.radius_of_gyration();
  if (is_computed(set.center_of_mass.x())) shift.centre.x() = share() * rho;
  if (is_computed(set.center_of_mass.y())) shift.centre.y() = share() * rho;
  if (is_computed(set.inertia) || is_computed(set.mass)) shift.inertia = share();
  return shift;
}

ContactSet moved(const ContactSet& set, const MassShift& shift, double sign) {
  ContactSet result = set;
  result.center_of_mass += sign * shift.centre;
  result.inertia *= 1 + sign * shift.inertia;
  return result;
}

}  // namespace

bool has_rounded_mass(const ContactSet& set) {
  return has_computed_centre(set) || is_computed(set.inertia) || is_computed(set.mass);
}

std::vector<ContactSet> mass_trials(const ContactSet& set) {
  std::vector<ContactSet> trials;
  Shares share;
  if (const auto plain = plain_centre(set)) {
    trials.push_back(set);
    trials.back().center_of_mass = *plain;
  }
  if (!has_rounded_mass(set)) return trials;
  const MassShift shift = mass_shift(set, share);
  for (const double sign : {1., -1.}) trials.push_back(moved(set, shift, sign));
  return trials;
}

std::vector<WrenchTrial> wrench_trials(const ContactSet& set, const Eigen::Vector3d& wrench) {
  const bool turns = !quarter_turns(set.angle) || is_computed(wrench.x()) || is_computed(wrench.y());
  const bool twists = is_computed(wrench.z());
  std::vector<WrenchTrial> trials;
  if (const auto plain = plain_centre(set)) {
    trials.push_back({set, wrench});
    trials.back().set.center_of_mass = *plain;
  }
  if (!turns && !twists && !has_rounded_mass(set)) return trials;
  Shares share;
  for (int pair = 0; pair < kTrialPairs; ++pair) {
    const double turn = turns ? share() : 0;
    const double torque = twists ? share() * wrench.z() : 0;
    const MassShift shift = mass_shift(set, share);
    for (const double sign : {1., -1.}) {
      WrenchTrial& trial = trials.emplace_back(WrenchTrial{moved(set, shift, sign), wrench});
      trial.wrench.x() -= sign * turn * wrench.y();
      trial.wrench.y() += sign * turn * wrench.x();
      trial.wrench.z() += sign * torque;
    }
  }
  return trials;
}

std::vector<WrenchDomain> domain_trials(const ContactSet& set, const WrenchDomain& domain) {
  std::vector<WrenchDomain> trials;
  const bool torques = domain.first.z() != 0 || domain.second.z() != 0;
  if (domain.kind == WrenchDomain::Kind::free) return trials;
  // Tries forces that act at the centre of mass after it is rounded to short decimals. Their torques are about the
  // given centre of mass.
  if (const auto plain = plain_centre(set)) {
    const Eigen::Vector2d arm = *plain - set.center_of_mass;
    WrenchDomain& trial = trials.emplace_back(domain);
    for (Eigen::Vector3d* wrench : {&trial.first, &trial.second})
      wrench->z() += arm.x() * wrench->y() - arm.y() * wrench->x();
  }
  if (!torques && !has_computed_centre(set)) return trials;
  Shares share;
  for (int pair = 0; pair < kTrialPairs; ++pair) {
    const double first = share() * set.radius_of_gyration() * domain.first.head<2>().norm();
    const double second = share() * set.radius_of_gyration() * domain.second.head<2>().norm();
    const double turn = share();
    for (const double sign : {1., -1.}) {
      WrenchDomain& trial = trials.emplace_back(domain);
      trial.first.z() += sign * first;
      trial.second.z() += sign * second;
      trial.from += sign * turn;
      trial.to += sign * turn;
    }
  }
  return trials;
}

}  // namespace pawl::internal::inline planner
