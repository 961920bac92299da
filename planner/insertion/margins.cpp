// SPDX-License-Identifier: MIT
#include "insertion/margins.h"

#include <pawl/base/fault.h>
#include <pawl/planner/displacement_radius.h>
#include <pawl/planner/friction_limit.h>
#include <pawl/planner/least_tilt.h>
#include <pawl/scenes/support_options.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <string>

#include "cones/cone.h"
#include "geometry/boundary.h"
#include "insertion/belief_search.h"
#include "insertion/contact_graph.h"

namespace pawl::internal::inline planner {
namespace {

/// Returns the margin of the wrench g in one contact state, rad in (fx, fy, tau / rho). It is the smallest of these
/// angles: from g to the cone of each mode that is not consistent with g, and, if the part can rest under g, from g to
/// the boundary of the rest cone.
double margin_in(const ContactGraph& graph, int state, const Eigen::Vector3d& g) {
  const double rho = graph.contacts().radius_of_gyration();
  const bool rests = graph.rest_cone(state).contains(g);
  double least = rests ? std::max(0., margin(graph.rest_cone(state), g, rho)) : std::numbers::pi;
  for (const StateMode& mode : graph.modes(state)) {
    if (!mode.cone.admits(g)) least = std::min(least, angle_to(mode.cone.cone, g, rho));
  }
  return least;
}

}  // namespace

std::optional<double> step_margin(const ContactGraph& graph, const StateSet& belief, const Eigen::Vector3d& g,
                                  const StopToken& stop) {
  double least = std::numbers::pi;
  StateSet seen;
  StateSet open = belief;
  while (open.any()) {
    const int state = static_cast<int>(set_pointer(open));
    if (state >= graph.states().count() || stop.stop_requested()) return std::nullopt;
    seen.set(static_cast<std::size_t>(state));
    least = std::min(least, margin_in(graph, state, g));
    open = (open | graph.moves(state, g).successors) & ~seen;
  }
  return least;
}

double hold_margin(const ContactGraph& graph, const Eigen::Vector3d& g) {
  const double rho = graph.contacts().radius_of_gyration();
  double least = std::numbers::pi;
  for (int state = 0; state < graph.states().count(); ++state) {
    const Cone& held = graph.rest_cone(state);
    if (!held.contains(g)) least = std::min(least, angle_to(held, g, rho));
  }
  return least;
}

}  // namespace pawl::internal::inline planner

namespace pawl {
namespace {

/// If a half-width of at most this value is unsafe, the search ends and returns the largest half-width that is known to
/// be safe.
constexpr double kLeastFriction = 1e-9;

ContactSet widened(ContactSet set, double by) {
  for (Contact& contact : set.contacts) {
    contact.friction.low = std::max(0., contact.friction.low - by);
    contact.friction.high += by;
    if (!contact.friction.split) continue;
    contact.friction.split->static_low = std::max(0., contact.friction.split->static_low - by);
    contact.friction.split->kinetic_high += by;
  }
  return set;
}

enum class Safe { no, yes, unknown };

/// Finds the largest half-width of the friction intervals for which `judge` returns Safe::yes. Assumes that every
/// half-width above an unsafe half-width is unsafe too.
template <class Judge>
FrictionBound widest(const Judge& judge) {
  FrictionBound bound;
  double unsafe = std::numeric_limits<double>::infinity();
  double next = 0;
  while (true) {
    const Safe safe = judge(next);
    if (safe == Safe::unknown) return bound;
    (safe == Safe::yes ? bound.half_width : unsafe) = next;
    const double low = bound.half_width;
    if (low >= kMostFriction) bound.half_width = std::numeric_limits<double>::infinity();
    const bool bracketed = unsafe <= 2 * kMostFriction;
    bound.exact = low >= kMostFriction || unsafe <= kLeastFriction || (bracketed && unsafe - low <= 1e-3 * unsafe);
    if (bound.exact) return bound;
    next = bracketed ? (low + unsafe) / 2 : low > 0 ? 2 * low : 1e-3;
  }
}

/// Returns whether a plan has the guarantee `energy` and its wrench satisfies the energy conditions with the friction
/// of `graph`, which may differ from the friction for which the plan was made.
bool holds_by_energy(const ContactGraph& graph, const PlanOptions& options, const InsertionPlan& plan) {
  return plan.guarantee == Guarantee::energy &&
         energy_verdict(graph.contacts(), plan.steps.at(0).wrench, options.domain).holds();
}
/// Returns whether the options permit energy plans, the seated state is a goal, and the energy conditions hold for at least one
/// wrench of the actuator.
bool some_hold_by_energy(const ContactGraph& graph, const PlanOptions& options, const StateSet& goals) {
  return options.by_energy && goals[static_cast<std::size_t>(graph.states().seated())] &&
         energy_window(graph.contacts(), options.domain).has_value();
}

/// Returns whether a plan of at most `most_steps` steps exists, or Safe::unknown if a limit ended the search. Does not
/// compute the wrenches of the plan.
Safe plan_exists(const ContactGraph& graph, const PlanOptions& options, const StateSet& start,
                 const StateSet& goals, int most_steps = std::numeric_limits<int>::max()) {
  if (some_hold_by_energy(graph, options, goals)) return Safe::yes;
  const WrenchCells cells(graph, options.domain, {options.cells, options.stop, {}});
  if (!cells.complete()) return Safe::unknown;
  internal::BeliefSearch search(cells.outcomes(), start, goals);
  const auto end = search.run(options.stop, {}, most_steps);
  if (end == internal::BeliefSearch::End::stopped) return Safe::unknown;
  return end == internal::BeliefSearch::End::reached ? Safe::yes : Safe::no;
}

}  // namespace

FrictionLimit friction_limit(const ContactGraph& graph, const PlanOptions& options, const InsertionPlan& plan) {
  internal::require_options(graph, options);
  for (const PlanStep& step : plan.steps) internal::require_finite("step", step.wrench);
  const auto widened_graph = [&](double by) {
    return ContactGraph(widened(graph.contacts(), by), graph.options(), options.stop);
  };
  const StateSet start = options.start.value_or(every_contact(graph.states()));
  const StateSet goals = goal_states(graph, options);
  std::vector<Eigen::Vector3d> wrenches;
  for (const PlanStep& step : plan.steps) wrenches.push_back(step.wrench);
  FrictionLimit limit;
  limit.this_plan = widest([&](double by) {
    const ContactGraph wider = widened_graph(by);
    if (!wider.complete()) return Safe::unknown;
    if (holds_by_energy(wider, options, plan)) return Safe::yes;
    // If the domain is a spread, any wrench of a step's range may act, not only the stated one.
    if (options.domain.kind == WrenchDomain::Kind::spread)
      return plan_exists(wider, options, start, goals, static_cast<int>(wrenches.size()));
    return plan_succeeds(wider, start, goals, wrenches) ? Safe::yes : Safe::no;
  });
  limit.any_plan = widest([&](double by) { return plan_exists(widened_graph(by), options, start, goals); });
  return limit;
}

LeastTilt::LeastTilt(const ValidTask& valid) {
  const Task& task = valid.task();
  const bool coulomb = task.simulate.support.law == SimulateOptions::Support::Law::ellipsoid;
  if (!coulomb || !task.part.outline || task.simulate.support.friction == 0) return;
  const Support support = support_of(task.simulate.support, 1, task.part.loops(), valid.contacts().center_of_mass);
  const double longest = std::max(1., support.moment_radius / valid.contacts().radius_of_gyration());
  friction_ = task.simulate.support.friction * longest;
}

std::optional<double> LeastTilt::operator()(double margin) const {
  if (!(margin >= 0 && margin <= std::numbers::pi))
    throw InputError("margin", std::to_string(margin), "must be from 0 to pi");
  if (!friction_) return std::nullopt;
  return std::atan2(*friction_, std::sin(std::min(margin, std::numbers::pi / 2)));
}

std::optional<double> least_tilt(const ValidTask& task, double margin) { return LeastTilt(task)(margin); }

std::optional<double> least_tilt(const Task& task, double margin) { return least_tilt(ValidTask(task), margin); }

using internal::DisplacedMoves;

namespace {

constexpr double kLargestTurn = .7;  ///< largest rotation that is examined, rad
constexpr double kLeast = 1e-9;      ///< the search ends if displacements above this fraction of arm_ are unsafe

/// Returns a distance. If a fixel moves along its edge by at most this distance, no other edge is nearer to the fixel.
double room(const Loops& loops, const Contact& contact) {
  double nearest = std::numeric_limits<double>::infinity(), next = nearest;
  for (const internal::BoundaryEdge& side : internal::boundary_of(loops).sides) {
    double distance = std::min((contact.point - side.start).norm(), (contact.point - side.end).norm());
    if (side.straight()) {
      const double along = side.direction.dot(contact.point - side.start);
      const Eigen::Vector2d foot = side.start + std::clamp(along, 0., side.length) * side.direction;
      distance = std::min(distance, (contact.point - foot).norm());
    } else {
      const Eigen::Vector2d arm = contact.point - side.center;
      if (arm.dot(side.middle) >= std::cos(side.half_sweep) * arm.norm())
        distance = std::min(distance, std::fabs(arm.norm() - std::fabs(side.radius)));
    }
    next = std::min(next, std::max(distance, nearest));
    nearest = std::min(nearest, distance);
  }
  return next / 2;
}

class RadiusSearch {
 public:
  RadiusSearch(const PlanProblem& problem, const InsertionPlan& plan, const PlanStep& step,
               const Part& part)
      : graph_(problem.graph),
        set_(problem.seated.contacts),
        step_(step),
        by_energy_(plan.guarantee == Guarantee::energy),
        at_(point_of(problem.options.domain)),
        seated_(graph_.states().seated()) {
    for (const Contact& contact : set_.contacts) {
      arm_ = std::max(
          arm_, (contact.point - contact.normal.normalized() * contact.fixel_radius - set_.center_of_mass).norm());
      if (part.outline) room_ = std::min(room_, room(part.loops(), contact));
    }
  }

  DisplacementRadius run() const {
    double low = 0, high = std::min(room_ / 2, kLargestTurn * arm_);
    if (!persists(0)) return {};
    if (persists(high)) return radius(high);
    while (high - low > 1e-3 * high && high > kLeast * arm_) {
      const double middle = (low + high) / 2;
      (persists(middle) ? low : high) = middle;
    }
    return radius(low);
  }

 private:
  /// Returns the point through which the lines of all forces of the actuator pass, or the origin for a free actuator,
  /// which has no such point.
  static Eigen::Vector2d point_of(const WrenchDomain& domain) {
    if (domain.kind == WrenchDomain::Kind::free) return {0, 0};
    Eigen::Matrix2d forces;
    forces << domain.first.y(), -domain.first.x(), domain.second.y(), -domain.second.x();
    return forces.inverse() * Eigen::Vector2d(domain.first.z(), domain.second.z());
  }
  DisplacementRadius radius(double displacement) const { return {displacement, displacement / arm_}; }

  bool persists(double displacement) const {
    const double phi = displacement / arm_, sigma = displacement + 2 * std::sin(phi / 2) * arm_;
    const DisplacedMoves moves(set_, sigma);
    const auto wrenches = DisplacedMoves::turned(step_.wrench, at_, phi);
    if (by_energy_) return rests_at_goal_only(moves, wrenches);
    std::vector<StateMoves> all;
    for (int state = 0; state < graph_.count(); ++state) all.push_back(moves.moves(graph_, state, wrenches));
    const StepResult result = pawl::step(step_results(all), step_.before);
    return result.safe && (result.rests & ~step_.after).none();
  }

  bool rests_at_goal_only(const DisplacedMoves& moves, const std::array<Eigen::Vector3d, 3>& wrenches) const {
    for (int state = 0; state < graph_.count(); ++state) {
      if (state != seated_ && moves.may_rest(graph_.states().mask(state), wrenches)) return false;
    }
    return moves.goal_is_lowest(wrenches);
  }

  const ContactGraph& graph_;
  const ContactSet& set_;
  const PlanStep& step_;
  bool by_energy_;
  Eigen::Vector2d at_;
  int seated_;
  double arm_ = 0, room_ = std::numeric_limits<double>::infinity();
};

bool is_known(const PlanProblem& problem) {
  const ContactSet& set = problem.seated.contacts;
  const auto straight = [](const Contact& contact) { return std::isinf(contact.part_radius); };
  return energy_refusal(set).empty() && std::all_of(set.contacts.begin(), set.contacts.end(), straight) &&
         problem.graph.complete() && problem.graph.gap_order() == nullptr &&
         has_seated_goal(problem) &&
         problem.options.domain.kind != WrenchDomain::Kind::spread;
}

}  // namespace

std::optional<DisplacementRadius> displacement_radius(const PlanProblem& problem, const InsertionPlan& plan,
                                                      std::size_t step, const Part& part) {
  internal::require_index("step", static_cast<std::ptrdiff_t>(step), plan.steps.size());
  if (!is_known(problem)) return std::nullopt;
  return RadiusSearch(problem, plan, plan.steps[step], part).run();
}

}  // namespace pawl

namespace pawl::internal::inline planner {
namespace {

using Vector = Eigen::Vector3d;
using Rows = std::vector<Vector>;

/// A ray counts as part of a cone if its distance from the cone is at most this value.
constexpr double kOutside = 1e-12;
/// A plane separates two sets of unit vectors if the distance of each vector from it is at least this value.
constexpr double kParted = 1e-9;

/// Returns the extreme rays of {x : row . x >= 0 for all rows}, for rows of rank 3. Each extreme ray lies on the planes
/// of two rows. If there are many rows, the result may contain rays that are not extreme.
Rows rays_of(const Rows& rows) {
  Rows rays;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Vector across = rows[i].cross(rows[j]);
      if (across.norm() < kOutside) continue;
      for (const double sign : {1., -1.}) {
        const Vector ray = sign * across.normalized();
        const auto inside = [&](const Vector& row) { return row.dot(ray) >= -kOutside; };
        if (std::all_of(rows.begin(), rows.end(), inside)) rays.push_back(ray);
      }
    }
  }
  return rays;
}

/// Returns whether each row is > 0 on some ray. Otherwise some row is 0 on all rays, so the motion of its contact
/// belongs to another letter. That other letter permits more forces and is examined too.
bool some_inside(const Rows& rays, const Rows& rows) {
  return std::all_of(rows.begin(), rows.end(), [&](const Vector& row) {
    return std::any_of(rays.begin(), rays.end(), [&](const Vector& ray) { return row.dot(ray) > kOutside / 10; });
  });
}

/// Returns whether all vectors lie strictly on one side of some plane through 0. First tests the plane whose normal has
/// the largest margin. If rounding makes this test inconclusive, tests the plane whose normal is the mean of the
/// extreme normals.
bool on_one_side(Rows vectors) {
  for (Vector& vector : vectors) vector.normalize();
  const auto parts = [&](const Vector& x) {
    return std::all_of(vectors.begin(), vectors.end(), [&](const Vector& v) { return v.dot(x) > kParted; });
  };
  if (parts(largest_cap(vectors))) return true;
  const Rows normals = rays_of(vectors);
  return !normals.empty() && parts(std::accumulate(normals.begin(), normals.end(), Vector(0, 0, 0)).normalized());
}

}  // namespace

DisplacedMoves::DisplacedMoves(const ContactSet& set, double sigma)
    : off_(sigma / set.radius_of_gyration()), rho_(set.radius_of_gyration()) {
  for (const Contact& contact : set.contacts) {
    const Eigen::Vector2d n = contact.normal.normalized(), t(-n.y(), n.x()), p = contact.point - set.center_of_mass;
    sides_.push_back(
        {n, t, (p.x() * n.y() - p.y() * n.x()) / rho_, (p.x() * t.y() - p.y() * t.x()) / rho_, contact.friction});
  }
}

/// The rotated forces form an arc, which is contained in a triangle. The corners of the triangle are the two ends of
/// the arc and the intersection of the tangents at these ends.
std::array<Vector, 3> DisplacedMoves::turned(const Vector& wrench, const Eigen::Vector2d& at, double phi) {
  const Eigen::Vector2d force = wrench.head<2>();
  const double torque = wrench.z() - (at.x() * force.y() - at.y() * force.x());
  std::array<Vector, 3> wrenches;
  for (int k = 0; k < 3; ++k) {
    const Eigen::Vector2d f = k == 2 ? Eigen::Vector2d(force / std::cos(phi))
                                     : Eigen::Vector2d(Eigen::Rotation2Dd(k == 0 ? phi : -phi) * force);
    wrenches[k] << f, torque + at.x() * f.y() - at.y() * f.x();
  }
  return wrenches;
}

Rows DisplacedMoves::scaled(const std::array<Vector, 3>& wrenches) const {
  Rows rows(wrenches.begin(), wrenches.end());
  for (Vector& row : rows) row.z() /= rho_;
  return rows;
}

/// Adds the edges n + s mu t of a contact's friction cone as wrenches, for both ends of the range of the normal's lever
/// arm. The sign s is `which` (1 or -1). If `which` is 0, the edges for both signs are added.
void DisplacedMoves::add_forces(const Side& side, double friction, int which, Rows& forces) const {
  for (const int s : {1, -1}) {
    if (which == -s) continue;
    for (const double off : {off_, -off_}) {
      forces.push_back(normal_row(side, off) + s * friction * Vector(side.t.x(), side.t.y(), side.tangent_arm));
    }
  }
}

/// Adds the data of a letter: the rows that are >= 0 on its accelerations, which of these rows must be > 0, and the
/// forces of the letter. `turn` is the sign of the angular acceleration. The letter `o` stands for the letter `s` of an
/// open gap, whose width may also stay constant.
void DisplacedMoves::add_letter(const Side& side, char letter, double turn, Letters& all) const {
  auto& [rows, strict, forces] = all;
  const Vector most = normal_row(side, turn * off_), least = normal_row(side, -turn * off_);
  const Vector tangent(side.t.x(), side.t.y(), side.tangent_arm);
  if (letter != 'a') rows.push_back(most);
  if (letter != 's' && letter != 'o') rows.push_back(-least);
  if (letter == 'a' || letter == 's') strict.push_back(rows.back());
  if (letter == 'a' || letter == 's' || letter == 'o') return;
  if (letter != 'r') rows.push_back(tangent);
  if (letter != 'l') rows.push_back(-tangent);
  if (letter != 'n') strict.push_back(rows.back());
  const int which = letter == 'l' ? -1 : letter == 'r' ? 1 : 0;
  add_forces(side, which == 0 ? side.friction.high : side.friction.sliding().high, which, forces);
  if (which != 0 && side.friction.sliding().is_interval()) add_forces(side, side.friction.low, which, forces);
}

/// Returns whether the mode may have an acceleration nu with M nu = w + J c. Here c are contact forces of the mode, w
/// is in the cone of `wrenches`, and the lever arms in J may have any value within their ranges.
bool DisplacedMoves::possible(const std::array<char, 3>& letters, const Rows& wrenches) const {
  for (const double turn : {1., -1.}) {
    Letters all{{{0, 0, turn}}, {}, {}};
    for (std::size_t i = 0; i < 3; ++i) add_letter(sides_[i], letters[i], turn, all);
    const Rows motions = rays_of(all.rows);
    if (motions.empty() || !some_inside(motions, all.strict)) continue;
    Rows apart = std::move(all.forces);
    apart.insert(apart.end(), wrenches.begin(), wrenches.end());
    for (Vector& force : apart) force = -force;
    apart.insert(apart.end(), motions.begin(), motions.end());
    if (!on_one_side(std::move(apart))) return true;
  }
  return false;
}

bool DisplacedMoves::may_rest(const FixelSet& state, const std::array<Vector, 3>& wrenches) const {
  Rows rows = scaled(wrenches);
  for (std::size_t i = 0; i < 3; ++i) {
    if (state[i]) add_forces(sides_[i], sides_[i].friction.high, 0, rows);
  }
  return !on_one_side(std::move(rows));
}

StateMoves DisplacedMoves::moves(const ContactGraph& graph, int state, const std::array<Vector, 3>& wrenches) const {
  const FixelSet& touching = graph.states().mask(state);
  const Rows rows = scaled(wrenches);
  StateMoves result;
  result.rest = may_rest(touching, wrenches);
  for (int code = 0; code < 64; ++code) {
    std::array<char, 3> letters{};
    FixelSet kept, approached;
    bool real = true;
    for (std::size_t i = 0; i < 3; ++i) {
      const int digit = code >> (2 * i) & 3;
      letters[i] = touching[i] ? "lrns"[digit] : "aoxx"[digit];
      real = real && letters[i] != 'x';
      approached[i] = letters[i] == 'a';
      kept[i] = letters[i] == 'l' || letters[i] == 'r' || letters[i] == 'n';
    }
    if (!real || !possible(letters, rows)) continue;
    result.escape = result.escape || approached.none();
    result.successors |= graph.successors(kept, approached);
  }
  return result;
}

/// Computes the signs of lambda = -J_n^-1 w by Cramer's rule. Each determinant is a linear function of each lever arm
/// and of w. Therefore its values at the ends of the ranges decide its sign.
bool DisplacedMoves::goal_is_lowest(const std::array<Vector, 3>& wrenches) const {
  double sign = 0;
  for (int code = 0; code < 8; ++code) {
    Eigen::Matrix3d normals;
    for (int i = 0; i < 3; ++i) normals.col(i) = normal_row(sides_[i], (code >> i & 1) != 0 ? off_ : -off_);
    const double det = normals.determinant();
    if (!(std::fabs(det) > kParted) || det * sign < 0) return false;
    sign = det;
    for (const Vector& w : scaled(wrenches)) {
      if (!((-normals.inverse() * w).minCoeff() > kParted * w.norm())) return false;
    }
  }
  return true;
}

}  // namespace pawl::internal::inline planner
