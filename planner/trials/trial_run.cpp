// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/modes/forward.h>

#include <algorithm>
#include <cmath>

#include "exact/turn.h"
#include "geometry/outline_extent.h"
#include "geometry/unchecked.h"
#include "trial_problem.h"
#include "trial_support.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

constexpr double kLoose = 10;       ///< how many times what a fixture is off by its seat may be
constexpr double kNoSlip = 1e6;     ///< friction that is as good as none to slide by
constexpr double kTouching = 1e-8;  ///< m, gap of a contact that may hold the part

/// One trial on its way.
class TrialRun {
 public:
  TrialRun(const TrialProblem& problem, std::size_t k, const TrialOptions& options,
           const std::function<void(double, const State&, const StepReport&)>& seen)
      : problem_(problem), options_(options), seen_(seen), gyration_(problem.contacts.radius_of_gyration()) {
    trial_.index = k;
    trial_.start = internal::draw_start(problem, k);
    drawn_ = system_of(problem, trial_.start, options.restitution);
    StepOptions step = options.step;
    step.seed = static_cast<std::uint32_t>(problem.task.scatter.value_or(Scatter()).seed);
    step.trial = k;
    stepper_.emplace(drawn_.system, step);
    support_ = support_of(problem, options, trial_.start.outline, trial_.start.center_of_mass);
  }

  Trial run(const std::vector<Eigen::Vector3d>& wrenches) {
    trial_.outcome = Outcome::jammed;
    for (const Eigen::Vector3d& wrench : wrenches) {
      wrench_ = scaled(wrench);
      trial_.wrenches.push_back({trial_.time, wrench_});
      const std::optional<Outcome> ended = apply();
      if (ended) {
        trial_.outcome = *ended;
        break;
      }
      ++trial_.steps_done;
    }
    if (trial_.steps_done == wrenches.size()) trial_.outcome = at_goal() ? Outcome::seated : Outcome::jammed;
    finish(wrenches.size());
    return std::move(trial_);
  }

 private:
  Eigen::Vector3d scaled(const Eigen::Vector3d& wrench) const {
    const double size = Eigen::Vector3d(wrench.x(), wrench.y(), wrench.z() / gyration_).norm();
    return force_of(problem_, options_) / size * wrench;
  }

  /// A point of the world at the task's pose, in the frame of the body as drawn.
  Vector body_point(const Vector& at) const {
    const Eigen::Vector3d& pose = problem_.task.pose;
    return turned(at - pose.head<2>(), -pose[2]) - trial_.start.center_of_mass;
  }

  Actuation actuation() const {
    Actuation result;
    const Task& task = problem_.task;
    const PushActuator* push = task.actuator ? std::get_if<PushActuator>(&*task.actuator) : nullptr;
    const SpringActuator* spring = task.actuator ? std::get_if<SpringActuator>(&*task.actuator) : nullptr;
    if (push != nullptr) {
      result.forces.push_back({0, body_point(push->at), wrench_.head<2>(), 0});
    } else if (spring != nullptr) {
      result.springs.push_back({0, body_point(spring->at), spring->anchor, wrench_.head<2>().norm(), 0});
    } else {
      result.loads.body_wrenches = {wrench_};
    }
    if (options_.support.law != SimulateOptions::Support::Law::none) result.supports = {support_};
    return result;
  }

  /// One wrench, until the part rests; or what else ended the trial.
  std::optional<Outcome> apply() {
    const Actuation pushes = actuation();
    const long most = std::lround(options_.max_time / options_.h);
    double slow = 0;
    bool was_at_goal = false;
    for (long i = 0; i < most; ++i) {
      if (i % 64 == 0 && options_.stop.stop_requested()) return Outcome::timed_out;
      const StepReport& report = stepper_->step(drawn_.state, options_.h, pushes);
      if (!report.solved) return Outcome::unsolved;
      ++trial_.steps;
      trial_.choices += report.choices;
      trial_.unseen += report.unseen;
      trial_.time += options_.h;
      if (seen_) seen_(trial_.time, drawn_.state, report);
      slow = is_slow() ? slow + options_.h : 0;
      if (slow >= options_.rest_hold && (is_stuck() || holds_still(report))) return std::nullopt;
      was_at_goal = was_at_goal || (i % 16 == 0 && at_goal());
      if (i % 16 == 0 && has_escaped()) return Outcome::escaped;
    }
    const Eigen::Vector3d twist = drawn_.state.twist(0);
    const bool rolls =
        twist.head<2>().norm() <= options_.rest_speed && gyration_ * std::fabs(twist[2]) > options_.rest_speed;
    if (at_goal() && rolls) return Outcome::rolling;
    return was_at_goal && !at_goal() ? Outcome::bounced : Outcome::timed_out;
  }

  bool is_slow() const {
    const Eigen::Vector3d twist = drawn_.state.twist(0);
    return twist.head<2>().norm() + gyration_ * std::fabs(twist[2]) <= options_.rest_speed;
  }

  /// Whether the friction of its support, with the contacts, holds the part: then it has exactly no velocity, but for
  /// the spin of one whose support resists no torque.
  bool is_stuck() const {
    const Eigen::Vector3d twist = drawn_.state.twist(0);
    if (support_.law != Support::Law::ellipsoid || support_.strength == 0) return false;
    return support_.moment_radius > 0 ? twist.isZero(0) : twist.head<2>().isZero(0);
  }

  /// Whether a solution of the forward problem with the contacts as they are lets the part rest.
  bool holds_still(const StepReport& report) const {
    ContactSet set;
    set.mass = problem_.contacts.mass;
    set.inertia = problem_.contacts.inertia;
    set.center_of_mass = drawn_.state.pose(0).head<2>();
    for (const StepContact& touch : report.contacts) {
      if (touch.gap > kTouching) continue;
      const bool part_is_a = touch.shape_a == 0;
      Contact contact;
      contact.point = touch.point;
      contact.normal = part_is_a ? Vector(-touch.normal) : touch.normal;
      const std::size_t fixel = (part_is_a ? touch.shape_b : touch.shape_a) - 1;
      contact.friction = friction_at_rest(fixel);
      set.contacts.push_back(contact);
    }
    const Eigen::Vector3d wrench = wrench_now();
    const ForwardSolutions found = forward(set, wrench);
    const double least = 1e-9 * wrench.norm() / set.mass;
    return std::any_of(found.solutions.begin(), found.solutions.end(), [&](const ForwardSolution& one) {
      return std::any_of(one.acceleration_corners.begin(), one.acceleration_corners.end(),
                         [&](const Eigen::Vector3d& corner) { return corner.norm() <= least; });
    });
  }

  /// What may hold a part that stands still, by the law: dampers do nothing without sliding.
  double friction_at_rest(std::size_t fixel) const {
    const bool damps =
        std::holds_alternative<Viscous>(options_.step.law) || std::holds_alternative<Compliant>(options_.step.law);
    if (damps) return 0;
    if (std::holds_alternative<NoSlip>(options_.step.law)) return kNoSlip;
    return trial_.start.fixels[fixel].friction->low;
  }

  Eigen::Vector3d wrench_now() const {
    const Actuation pushes = actuation();
    if (!pushes.loads.body_wrenches.empty()) return pushes.loads.body_wrenches[0];
    const Eigen::Vector3d pose = drawn_.state.pose(0);
    const bool spring = !pushes.springs.empty();
    const Vector arm = turned(spring ? pushes.springs[0].at : pushes.forces[0].at, pose[2]);
    Vector force = spring ? Vector(pushes.springs[0].anchor - pose.head<2>() - arm) : pushes.forces[0].force;
    if (spring && force.norm() > 0) force *= pushes.springs[0].tension / force.norm();
    return {force.x(), force.y(), arm.x() * force.y() - arm.y() * force.x()};
  }

  Eigen::Vector3d body_pose() const {
    const Eigen::Vector3d pose = drawn_.state.pose(0);
    Eigen::Vector3d result;
    result << pose.head<2>() - turned(trial_.start.center_of_mass, pose[2]), pose[2];
    return result;
  }

  double gap_of(std::size_t fixel) const {
    const Eigen::Vector3d pose = body_pose();
    const Fixel& pin = trial_.start.fixels[fixel];
    const Vector from = turned(pin.at - pose.head<2>(), -pose[2]);
    return unchecked_closest_points(trial_.start.outline, from).front().distance - pin.radius;
  }

  bool touches(std::size_t fixel) const { return gap_of(fixel) <= problem_.task.contact_tolerance; }

  /// Every fixel of the goal touches, near the seat: there may be other poses in which they do.
  bool at_goal() const {
    return near_seat() && std::all_of(problem_.goal.begin(), problem_.goal.end(),
                                      [&](int fixel) { return touches(static_cast<std::size_t>(fixel)); });
  }

  /// Whether no point of the outline is farther from its seat than the task's seat_distance, and what the fixture may
  /// be off besides. A disc may have turned.
  bool near_seat() const {
    const Task& task = problem_.task;
    const Disc* disc = std::get_if<Disc>(&trial_.start.outline);
    double farthest = disc != nullptr ? moved(disc->center) : 0;
    if (disc == nullptr) {
      for (const Vector& point : extent_points(trial_.start.outline)) farthest = std::max(farthest, moved(point));
    }
    const double loose = task.scatter ? kLoose * (task.scatter->fixels + task.scatter->shape) : 0;
    return farthest <= task.seat_distance.value_or(kSeatDistance * problem_.diameter) + loose;
  }

  /// How far a point of the body frame is from its place at the seat, m.
  double moved(const Vector& point) const {
    const Eigen::Vector3d pose = body_pose();
    return (pose.head<2>() + turned(point, pose[2]) - problem_.seat.head<2>() - turned(point, problem_.seat[2])).norm();
  }

  bool has_escaped() const { return moved(trial_.start.center_of_mass) > options_.escape * problem_.diameter; }

  void finish(std::size_t wrenches) {
    trial_.end = body_pose();
    for (std::size_t i = 0; i < trial_.start.fixels.size(); ++i) {
      if (touches(i)) trial_.touching.push_back(static_cast<int>(i));
    }
    if (trial_.outcome == Outcome::seated || trial_.outcome == Outcome::rolling) return;
    trial_.why = fmt::format("{} under wrench {} of {} after {:.3g} s", name_of(trial_.outcome),
                             std::min(trial_.steps_done + 1, wrenches), wrenches, trial_.time);
  }

  const TrialProblem& problem_;
  const TrialOptions& options_;
  const std::function<void(double, const State&, const StepReport&)>& seen_;
  double gyration_;
  Trial trial_;
  TrialSystem drawn_;
  std::optional<Stepper> stepper_;
  Support support_;
  Eigen::Vector3d wrench_{0, 0, 0};
};

}  // namespace

Trial run_trial(const TrialProblem& problem, const std::vector<Eigen::Vector3d>& wrenches, std::size_t k,
                const TrialOptions& options, const std::function<void(double, const State&, const StepReport&)>& seen) {
  return TrialRun(problem, k, options, seen).run(wrenches);
}

}  // namespace pawl::internal
