// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/base/tolerance.h>
#include <pawl/contact/seated_pose.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/planner/certainty.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string_view>

#include "base/dense_factorizations.h"
#include "bearable.h"
#include "contact/row_errors.h"
#include "contact_displacements.h"
#include "entry_checks.h"
#include "wrench_trials.h"

namespace pawl {

using internal::bearable;
using internal::Displacements;
using internal::WrenchTrial;

namespace {

using Same = std::function<bool(const ContactSet&)>;

constexpr int kPairs = 4;  ///< of opposite displacements that an answer is tried with
constexpr int kPlanPairs = 2;
constexpr double kThinMargin = 1e-8;          ///< rad; a plan's margin below it says nothing where something is rounded
constexpr std::size_t kMostTriedAlone = 100;  ///< with more contacts that carry an error, all of these are named

std::vector<int> contacts_with_error(const ContactSet& set) {
  std::vector<int> found;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (set.contacts[i].error.any()) found.push_back(static_cast<int>(i));
  }
  return found;
}

Certainty by_error(std::vector<int> contacts) {
  return {false, std::move(contacts), "the answer changes within the rounding of where these contacts are"};
}

Certainty by_dependence(std::vector<int> contacts) {
  return {false, std::move(contacts),
          "whether these contacts depend on each other is within the rounding of where they are"};
}

/// Whether what contacts do together is the same whatever their errors are; `letters`: for this mode, empty for all.
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

/// Tries an answer on displaced contacts; on failure the contacts that change it by themselves are named, if any do.
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

/// Tries an answer about wrenches with a centre of mass and an inertia a little off, where these may be rounded.
Certainty tried_mass(const ContactSet& set, const Same& same) {
  const std::vector<ContactSet> trials = internal::mass_trials(set);
  return std::all_of(trials.begin(), trials.end(), same) ? Certainty() : by_mass();
}

std::vector<std::string> letters(const ForwardSolutions& found) {
  std::vector<std::string> modes;
  for (const ForwardSolution& solution : found.solutions) modes.push_back(solution.mode.str());
  return modes;
}

/// By two walks, so that no list of modes is kept; what a stop leaves open counts as the same.
bool same_modes(const ContactSet& a, const ContactSet& b, const StopToken& stop) {
  FeasibleModeWalk one(a, {}, stop);
  FeasibleModeWalk other(b, {}, stop);
  while (one.next()) {
    if (!other.next()) return other.stopped();
    if (one.letters() != other.letters()) return false;
  }
  return one.stopped() || other.stopped() || !other.next();
}

/// Rays of cones in (fx, fy, tau / rho) at unit length.
Cone::Rows scaled(const Cone::Rows& rays, double rho) {
  Cone::Rows result;
  for (const Eigen::Vector3d& ray : rays) {
    result.push_back(Eigen::Vector3d(ray.x(), ray.y(), ray.z() / rho).stableNormalized());
  }
  return result;
}

/// Whether two cones of one lineality are spanned by the same rays, up to what small errors move them by.
bool same_rays(const Cone& a, const Cone& b, double rho) {
  constexpr double kSameRay = 1e-3;  ///< rad; errors of a billionth move a ray so far where it hardly exists
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

/// Whether a cone is so narrow that rounding may have made it: it then may have one dimension less.
bool is_narrow(const Cone& cone, double rho) {
  constexpr double kNarrow = 1e-8;  ///< rad
  if (cone.is_all()) return false;
  if (cone.dimension() == 3) return widest_direction(cone, rho).margin < kNarrow;
  if (cone.dimension() != 2 || cone.lineality() != 0) return false;
  const Cone::Rows rays = scaled(cone.rays(), rho);
  return rays.size() == 2 && rays[0].cross(rays[1]).norm() < kNarrow && rays[0].dot(rays[1]) > 0;
}

/// Whether a cone keeps its dimension and its lineality for certain. A cone that nearly holds a line has a narrow
/// polar.
bool keeps_dimensions(const Cone& cone, double rho) {
  return !is_narrow(cone, rho) && !is_narrow(cone.polar(), 1 / rho);
}

/// Whether cones of a set keep their dimensions within the rounding of its numbers.
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

/// Whether the rows of the contacts that a motion keeps depend on each other: then the accelerations that keep them all
/// exist or not by the last digit of velocity products.
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
    if (!set.contacts[static_cast<std::size_t>(i)].touching) continue;
    if (std::fabs(jacobian.col(i).dot(twist)) > tolerance::kRestingVelocity) continue;
    keep(i);
    if (std::fabs(jacobian.col(n + i).dot(twist)) <= tolerance::kRestingVelocity) keep(n + i);
  }
  if (count == 0) return false;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors(rows.topRows(count));
  factors.setThreshold(kDependent);
  return factors.rank() < count;
}

/// The same motion, a little different, where its velocity products were rounded.
bool same_when_turned(const ContactSet& set, const Eigen::Vector3d& wrench, const Eigen::Vector3d& twist,
                      const ForwardSolutions& found) {
  std::mt19937_64 random(20020101);
  std::uniform_real_distribution<double> shares(-1, 1);
  const double rho = set.radius_of_gyration();
  const double size = 1e-10 * (std::hypot(twist.x(), twist.y()) + rho * std::fabs(twist.z()));
  for (int pair = 0; pair < kPairs; ++pair) {
    const Eigen::Vector3d change(size * shares(random), size * shares(random), size * shares(random) / rho);
    for (const Eigen::Vector3d& near : {Eigen::Vector3d(twist + change), Eigen::Vector3d(twist - change)}) {
      if (letters(forward(set, wrench, near)) != letters(found)) return false;
    }
  }
  return true;
}

/// Whether the goal's normals fix the part, but hardly: then rounding may have made them do so.
bool barely_located(const ContactGraph& graph, int goal) {
  constexpr double kBarely = 1e-6;
  const ContactSet& set = graph.contacts();
  const std::vector<int> contacts = graph.fixels(goal);
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

}  // namespace

Certainty certainty_of_modes(const ContactSet& set, const StopToken& stop) {
  set.validate();
  const auto same = [&](const ContactSet& other) { return same_modes(set, other, stop); };
  Certainty found = independent(set, {}, stop);
  if (found.certified) found = tried(set, kPairs, same);
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
  if (result.certified) result = tried(set, kPairs, same);
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
  if (result.certified) result = tried(set, kPairs, same);
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
  if (by_place.certified) by_place = tried(set, kPairs, [&](const ContactSet& other) { return same(other, wrench); });
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
      return false;  // displaced a little, a contact is approached
    }
  };
  Certainty by_place = independent(set);
  if (by_place.certified) by_place = tried(set, kPairs, [&](const ContactSet& other) { return same(other, wrench); });
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

/// Whether a one-step plan has the energy conditions at contacts a little off.
bool holds_by_energy(const ContactSet& set, const WrenchDomain& domain, const InsertionPlan& plan) {
  return plan.steps.size() == 1 && energy_verdict(set, plan.steps[0].wrench, domain).holds();
}

/// Whether there is a plan where only those gains bounce off that surely do. Displaced contacts do not show this: an
/// impact that takes a contact away where contacts are a little off need not do so where they depend on each other.
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
  const int goal = options.goal.value_or(graph.states().seated());
  const StateSet start = options.start.value_or(every_contact(graph.states()));
  std::vector<Eigen::Vector3d> wrenches;
  for (const PlanStep& step : found.steps) wrenches.push_back(step.wrench);
  // Of a spread the plan names one wrench, but any may act.
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
    return replay ? plan_succeeds(near, start, goal, wrenches) : plan_insertion(near, options).status == found.status;
  });
  if (!by_place.certified) return by_place;
  if (!graph.contacts().is_exact() && (barely_located(graph, goal) || none_by_doubtful_impacts(graph, options, found)))
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
      if (step.margin < kThinMargin) return {false, {}, "a step's margin is no larger than what rounding leaves open"};
    }
  }
  if (reached) return bearable(graph, found.steps);
  if (!found.obstacle || !found.obstacle->rests) return {};
  return bearable(graph, found.obstacle->state, found.obstacle->wrench);
}

}  // namespace pawl
