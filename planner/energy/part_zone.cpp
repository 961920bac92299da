// SPDX-License-Identifier: MIT
#include <pawl/contact/pose_error.h>
#include <pawl/planner/energy.h>
#include <pawl/planner/part_zone.h>
#include <pawl/planner/plan_depth.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include "energy/box_contacts.h"
#include "energy/zone_displacement.h"
#include "geometry/plane.h"
#include "insertion/sphere_region.h"

namespace pawl {
namespace {

using internal::BoxContacts;
using internal::ContactForces;
using internal::PoseBox;
using internal::PossibleContact;
using Vector = Eigen::Vector2d;

constexpr double kRight = std::numbers::pi / 2;

class Zone {
 public:
  Zone(const ValidTask& task, const PlanProblem& plan, const InsertionPlan& found, EnergyProblem problem)
      : task_(task.task()),
        plan_(plan),
        wrench_(found.steps[0].wrench),
        stated_margin_(found.steps[0].margin),
        problem_(std::move(problem)),
        tolerance_(task_.part.tolerance),
        rho_(problem_.gyration_radius),
        contacts_(problem_.loops(), problem_.fixels, problem_.walls, {0, tolerance_}, reach_of(problem_)) {
    for (std::size_t k = 0; k < 3; ++k) {
      goal_[k] = contacts_.nearest_contact(problem_.goal[k]);
      seat_[k] = contacts_.forces(PoseBox(), goal_[k]);
      const Vector& n = seat_[k].normal;
      rows_.row(static_cast<Eigen::Index>(k)) << n.x(), n.y(), internal::cross(seat_[k].arm, n) / rho_;
    }
    inverse_ = rows_.inverse();
  }

  ZoneGuarantee guarantee() {
    result_.tolerance = tolerance_;
    result_.refused = refusal();
    if (!result_.refused.empty()) return result_;
    result_.rotation = box_.half.z();
    result_.displacement = largest_displacement();
    add_center();
    if (!result_.refused.empty()) return result_;
    add_margins();
    add_edges();
    return result_;
  }

 private:
  static double reach_of(const EnergyProblem& problem) { return internal::boundary_of(problem.loops()).reach; }

  std::string refusal() {
    const bool outlined = !contacts_.only_round_fixels();
    const std::vector<internal::BoundaryEdge>& edges = contacts_.boundary().sides;
    if (outlined && std::any_of(edges.begin(), edges.end(), [](const auto& edge) { return !edge.straight(); }))
      return "a part with arcs among walls or diamond pins is not bounded over a profile zone";
    if (problem_.load.anchor) return "a spring is not bounded over a profile zone";
    if (!inverse_.allFinite() || !find_seats())
      return "the seats of parts with this profile tolerance could not be bounded";
    std::vector<PossibleContact> possible;
    if (contacts_.look(box_, possible) == BoxContacts::Where::colliding || possible.size() != goal_.size() ||
        !std::all_of(goal_.begin(), goal_.end(), [&](const PossibleContact& goal) {
          return std::find(possible.begin(), possible.end(), goal) != possible.end();
        })) {
      return "with this profile tolerance, a corner or another edge may touch a pin";
    }
    return "";
  }

  /// Returns the largest angle, rad, between the normal of goal contact k at the stated seat and the normals of this
  /// contact in a box. `range` describes the contact over the box.
  double turn(std::size_t k, const ContactForces& range) const {
    const Vector& n = seat_[k].normal;
    return range.spread +
           std::fabs(std::atan2(internal::cross(n, range.normal), n.dot(range.normal)));
  }

  /// Finds a box that contains exactly one seat of each part of the zone. The box has the half-sizes h, of which the
  /// third is an angle times rho. It satisfies |J_0^-1| (g + d |h|) <= h. Here J_0 is the Jacobian of the goal's gaps
  /// at the stated seat, g bounds the gaps of any part of the zone at the stated seat, and d bounds the change of each
  /// row of the Jacobian within the box.
  bool find_seats() {
    constexpr double kMore = 1.001, kMost = .9;
    constexpr int kRounds = 100;
    const double gap = tolerance_ + task_.contact_tolerance + contacts_.slack();
    const Eigen::Matrix3d sizes = inverse_.cwiseAbs();
    Eigen::Vector3d half = sizes * Eigen::Vector3d::Constant(gap);
    for (int round = 0; round < kRounds; ++round) {
      box_ = {{0, 0, 0}, {half.x(), half.y(), half.z() / rho_}};
      Eigen::Vector3d off;
      for (std::size_t k = 0; k < 3; ++k) {
        const ContactForces range = contacts_.forces(box_, goal_[k]);
        if (range.spread >= kRight) return false;
        const double angle = internal::chord(1, turn(k, range));
        off[static_cast<Eigen::Index>(k)] = std::hypot(angle, (seat_[k].arm.norm() * angle + range.arm_error) / rho_);
      }
      if (!(off.norm() * inverse_.norm() < kMost)) return false;
      gaps_ = Eigen::Vector3d::Constant(gap) + off * half.norm();
      const Eigen::Vector3d needed = sizes * gaps_;
      if ((needed.array() <= half.array()).all()) return true;
      half = kMore * needed;
    }
    return false;
  }

  /// Returns a bound on the displacement of the boundary's points. Each seat q in the box is J_0^-1 g for some g with
  /// |g| <= gaps_.
  double largest_displacement() const {
    const double angle = box_.half.z();
    const double most = internal::largest_displacement(contacts_.boundary(), inverse_, rho_, gaps_, angle);
    return most + contacts_.boundary().reach * angle * angle / 2 + tolerance_;
  }

  /// Bounds the distance between the stated centre of mass and the centre of mass of any part of the zone. Imagine that
  /// each point of the boundary moves on a straight line to the boundary of another part of the zone. Each edge then
  /// sweeps at most the tolerance times its largest possible length. The first moment changes by at most this area
  /// times the largest mean distance of the edge from the stated centre. The bound is the change of the moment divided
  /// by the smallest possible area. Sets the reason if this area is not positive.
  void add_center() {
    if (task_.part.center_of_mass || tolerance_ == 0) return;
    double swept = 0, moment = 0;
    for (const internal::BoundaryEdge& edge : contacts_.boundary().sides) {
      const double strip = tolerance_ * longest(edge);
      const double mean = edge.straight() ? (edge.start.norm() + edge.end.norm()) / 2
                                          : edge.center.norm() + std::fabs(edge.radius);
      swept += strip;
      moment += strip * (mean + tolerance_);
    }
    const double area = area_of_material() - swept;
    result_.center = moment / area;
    if (!(area > 0) || !std::isfinite(moment))
      result_.refused = "the profile tolerance is too large for the size of the part or of one of its arcs";
  }

  /// Returns the largest length that an edge can have if its points are displaced by at most the tolerance. Returns
  /// infinity if no bound is known. An arc of at most half a turn with the chord c and the height s above its chord
  /// makes the angle a = 2 atan(2 s / c) with the chord. Its length is c a / sin(a).
  double longest(const internal::BoundaryEdge& edge) const {
    if (edge.straight()) return edge.length + 2 * tolerance_;
    const double pieces = std::ceil(edge.half_sweep / kRight), half = edge.half_sweep / pieces;
    const double radius = std::fabs(edge.radius);
    const double half_chord = radius * std::sin(half), rise = radius * (1 - std::cos(half)) + 2 * tolerance_;
    if (half_chord <= tolerance_) return std::numeric_limits<double>::infinity();
    const double angle = 2 * std::atan(rise / (half_chord - tolerance_));
    return pieces * 2 * (half_chord + tolerance_) * angle / std::sin(angle);
  }

  double area_of_material() const {
    double area = 0;  // by Green's theorem; the material is to the left of each edge
    for (const internal::BoundaryEdge& edge : contacts_.boundary().sides) {
      area += internal::cross(edge.start, edge.end) / 2;
      if (edge.straight()) continue;
      const double sweep = 2 * edge.half_sweep;
      area += std::copysign(edge.radius * edge.radius * (sweep - std::sin(sweep)) / 2, edge.radius);
    }
    return area;
  }

  /// Returns an upper bound on the change, over the zone and the box, of a force edge n + s mu t of goal contact k, as
  /// a wrench (fx, fy, tau / rho).
  double change(std::size_t k) const {
    const ContactForces range = contacts_.forces(box_, goal_[k]);
    const double angle = internal::chord(1, turn(k, range));
    const double torque = (seat_[k].arm.norm() * angle + range.arm_error) / rho_;
    return std::hypot(1, range.friction) * std::hypot(angle, torque);
  }

  /// Returns an upper bound on the angle by which the wrench may turn relative to the part, rad.
  double turn_of_wrench() const {
    const bool tray = task_.actuator && std::holds_alternative<TrayActuator>(*task_.actuator);
    const double off = (tray ? result_.center : 0) + internal::chord(problem_.load.at.norm(), box_.half.z());
    return std::atan(off / rho_);
  }

  /// Returns a lower bound on the margin of a wrench in the whole wrench space, for all parts of the zone. The result
  /// is not positive if a condition may fail for some part.
  double margin_at(const Eigen::Vector3d& wrench, const WrenchDomain& domain) const {
    const EnergyVerdict verdict = energy_verdict(plan_.seated.contacts, wrench, domain);
    if (!verdict.holds()) return 0;
    double margin = std::numbers::pi;
    for (const ContactPair& pair : verdict.pairs) {
      const double share = pair.kappa * std::max(change_[pair.contacts[0]], change_[pair.contacts[1]]);
      if (!(share < .5)) return 0;
      margin = std::min(margin, pair.margin - std::asin(share / (1 - share)));
    }
    return margin - turn_of_wrench();
  }

  void add_margins() {
    for (std::size_t k = 0; k < 3; ++k) change_[k] = change(k);
    const WrenchDomain& domain = plan_.actuator.domain;
    result_.margin_full = margin_at(wrench_, domain);
    if (!(result_.margin_full > 0)) {
      result_.refused = "the margin of the plan is too small: some part in the profile zone may come to rest elsewhere";
      return;
    }
    const bool circle = domain.kind == WrenchDomain::Kind::circle;
    const double along = circle ? std::min(margin_along(domain, 1), margin_along(domain, -1)) : result_.margin_full;
    result_.margin = std::min(along, stated_margin_);
  }

  /// Returns a lower bound on the angle by which the wrench can move along a circle of wrenches while the conditions
  /// hold for all parts of the zone. The margin in the whole wrench space changes by at most the angle between two
  /// wrenches. Therefore the wrench is moved repeatedly by its margin.
  double margin_along(const WrenchDomain& circle, double sign) const {
    constexpr double kLeast = 1e-4, kMost = std::numbers::pi;
    const auto at = [&](double t) { return internal::wrench_at(circle, t); };
    const auto scaled = [&](const Eigen::Vector3d& w) { return Eigen::Vector3d(w.x(), w.y(), w.z() / rho_).normalized(); };
    const Eigen::Vector3d e = scaled(at(0)), f = scaled(at(kRight)), w = scaled(wrench_);
    // e and f are not orthogonal, so the circle's parameter is not an angle.
    if (std::fabs(e.dot(f)) > 1e-9) return result_.margin_full;
    const double start = std::atan2(w.dot(f), w.dot(e));
    double passed = 0;
    for (double margin = result_.margin_full; margin > kLeast && passed < kMost;) {
      passed += margin;
      margin = margin_at(at(start + sign * passed), {});
    }
    return passed;
  }

  void add_edges() {
    const ContactSet& set = plan_.seated.contacts;
    const auto error = pose_error(set, std::array{0, 1, 2}, &*task_.part.outline);
    if (!error) return;
    const PointError point = point_error(set, *error, error->worst_point, tolerance_);
    for (const Vector& motion : point.of_fixel) result_.of_edge.push_back(motion.norm());
  }

  const Task& task_;
  const PlanProblem& plan_;
  Eigen::Vector3d wrench_;
  double stated_margin_;  ///< margin of the stated part among the actuator's wrenches, rad
  EnergyProblem problem_;
  double tolerance_, rho_;
  BoxContacts contacts_;
  std::array<PossibleContact, 3> goal_;
  std::array<ContactForces, 3> seat_;
  Eigen::Matrix3d rows_, inverse_;
  /// Bounds on the entries of |J_0 q| for the seats q of all parts of the zone, m (see find_seats).
  Eigen::Vector3d gaps_{0, 0, 0};
  PoseBox box_;  ///< a box of poses that contains the seat of every part of the zone (find_seats())
  std::array<double, 3> change_{};
  ZoneGuarantee result_;
};

}  // namespace

ZoneGuarantee zone_guarantee(const ValidTask& task, const PlanProblem& problem, const InsertionPlan& plan) {
  const bool applies = plan.guarantee == Guarantee::energy && plan.steps.size() == 1;
  if (!applies) {
    ZoneGuarantee none;
    none.tolerance = task.task().part.tolerance;
    none.refused = "only a one-step plan with the guarantee energy is bounded over a profile zone";
    return none;
  }
  return Zone(task, problem, plan, energy_problem(task, problem, plan.steps[0].wrench, {})).guarantee();
}

}  // namespace pawl
