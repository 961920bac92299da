// SPDX-License-Identifier: MIT
#include <pawl/planner/displacement_radius.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "displaced_moves.h"
#include "entry_checks.h"
#include "geometry/boundary.h"

namespace pawl {

using internal::DisplacedMoves;

namespace {

constexpr double kLargestTurn = .7;  ///< rad
constexpr double kLeast = 1e-9;      ///< of the arm: shorter radii count as 0

/// How far a fixel may move along its side until another one may be nearer to it.
double room(const Outline& outline, const Contact& contact) {
  double nearest = std::numeric_limits<double>::infinity(), next = nearest;
  for (const internal::BoundarySide& side : internal::boundary_of(outline).sides) {
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
               const std::optional<Outline>& outline)
      : graph_(problem.graph),
        set_(problem.seated.contacts),
        step_(step),
        by_energy_(plan.guarantee == Guarantee::energy),
        at_(point_of(problem.options.domain)),
        goal_(problem.options.goal.value_or(graph_.states().seated())) {
    for (const Contact& contact : set_.contacts) {
      arm_ = std::max(
          arm_, (contact.point - contact.normal.normalized() * contact.fixel_radius - set_.center_of_mass).norm());
      if (outline) room_ = std::min(room_, room(*outline, contact));
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
  /// The point through which all forces of an actuator with one freedom go.
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
      if (state != goal_ && moves.may_rest(graph_.states().mask(state), wrenches)) return false;
    }
    return moves.goal_is_lowest(wrenches);
  }

  const ContactGraph& graph_;
  const ContactSet& set_;
  const PlanStep& step_;
  bool by_energy_;
  Eigen::Vector2d at_;
  int goal_;
  double arm_ = 0, room_ = std::numeric_limits<double>::infinity();
};

bool is_known(const PlanProblem& problem) {
  const ContactSet& set = problem.seated.contacts;
  const auto straight = [](const Contact& contact) { return std::isinf(contact.part_radius); };
  return energy_refusal(set).empty() && std::all_of(set.contacts.begin(), set.contacts.end(), straight) &&
         problem.graph.complete() && problem.graph.gap_order() == nullptr &&
         problem.options.goal.value_or(problem.graph.states().seated()) == problem.graph.states().seated() &&
         problem.options.domain.kind != WrenchDomain::Kind::spread;
}

}  // namespace

std::optional<DisplacementRadius> displacement_radius(const PlanProblem& problem, const InsertionPlan& plan,
                                                      std::size_t step, const std::optional<Outline>& outline) {
  internal::require_index("step", static_cast<std::ptrdiff_t>(step), plan.steps.size());
  if (!is_known(problem)) return std::nullopt;
  return RadiusSearch(problem, plan, plan.steps[step], outline).run();
}

}  // namespace pawl
