// SPDX-License-Identifier: MIT
#include "page/trial_play.h"

#include <fmt/format.h>
#include <pawl/draw/part_figure.h>
#include <pawl/scenes/run_scene.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "page/instant_recorder.h"
#include "page/page_words.h"

namespace pawl::draw::internal {
namespace {

using Vector = Eigen::Vector2d;

constexpr std::size_t kMostNumbers = 1'500'000;  ///< of a page

/// An outline in coordinates whose origin is `center`, in lengths of `metres`.
struct Recentred {
  Vector center;
  double metres;

  Vector operator()(const Vector& point) const { return (point - center) / metres; }
  Outline operator()(Polygon outline) const {
    for (Vector& vertex : outline.vertices) vertex = (*this)(vertex);
    return outline;
  }
  Outline operator()(Path outline) const {
    for (Vector& vertex : outline.vertices) vertex = (*this)(vertex);
    return outline;
  }
  Outline operator()(const Disc& disc) const { return Disc{(*this)(disc.center), disc.radius / metres}; }
};

/// One trial as a play: body 0 is the part, with its frame at the centre of mass, body i fixel i, the last its seat.
class TrialPlayer {
 public:
  TrialPlayer(const TrialTask& tried, const Units& units) : tried_(tried), units_(units), metres_(units.metres()) {}

  void begin(const TrialStart& start) {
    Eigen::Vector3d pose;
    pose << start.pose.head<2>() + turned(start.center_of_mass, start.pose[2]), start.pose[2];
    PageBody part;
    part.name = "part";
    part.outline = std::visit(Recentred{start.center_of_mass, metres_}, start.outline);
    part.center_of_mass = Vector(0, 0);
    bodies_ = {part};
    for (std::size_t i = 0; i < start.fixels.size(); ++i) bodies_.push_back(pin_of(start.fixels[i], i));
    const Eigen::Vector3d seat = find_seat(tried_.task).pose.value_or(tried_.task.task().pose);
    seat_ << (seat.head<2>() + turned(start.center_of_mass, seat[2])) / metres_, seat[2];
    bodies_.push_back(seat_of(part));
    start_ = start;
    first_ = instant_at(0, pose);
  }

  PageInstant instant(double time, const State& state, const StepReport& report) const {
    PageInstant instant = instant_at(time, state.pose(0));
    const Eigen::Vector3d twist = state.twist(0);
    const ContactSet& part = tried_.task.contacts();
    instant.energy = (part.mass * twist.head<2>().squaredNorm() + part.inertia * twist[2] * twist[2]) / 2;
    for (const StepContact& contact : report.contacts) {
      instant.contacts.push_back({contact.shape_a, contact.shape_b, contact.point / metres_, contact.normal,
                                  contact.gap / metres_, contact.normal_force, contact.tangent_force,
                                  mode_of(contact)});
    }
    return instant;
  }

  const PageInstant& first() const { return first_; }
  std::vector<PageBody> bodies() const { return bodies_; }

  std::vector<PagePush> pushes(const Trial& trial) const {
    std::vector<PagePush> pushes;
    for (std::size_t k = 0; k < trial.wrenches.size(); ++k) {
      const Eigen::Vector3d& wrench = trial.wrenches[k].wrench;
      PagePush push;
      push.from = trial.wrenches[k].from;
      push.label = fmt::format("wrench {} of {}: {}", k + 1, tried_.wrenches.size(),
                               text_of({wrench.x(), wrench.y(), wrench.z() / metres_}, units_));
      push.force = wrench.head<2>();
      push.torque = wrench.z() / metres_;
      place(push);
      pushes.push_back(push);
    }
    return pushes;
  }

  /// Adds to the kinetic energy what the drive has yet to do until the last instant: along a wrench it depends on the
  /// places alone.
  void add_potential(std::vector<PageInstant>& instants, const std::vector<PagePush>& pushes) const {
    double later = 0;
    for (std::size_t i = instants.size(); i-- > 0;) {
      if (i + 1 < instants.size()) {
        later += work(push_at(pushes, instants[i].time), instants[i].poses[0], instants[i + 1].poses[0]);
      }
      instants[i].energy = instants[i].energy / metres_ + later;
    }
  }

 private:
  PageInstant instant_at(double time, const Eigen::Vector3d& pose) const {
    PageInstant instant;
    instant.time = time;
    instant.poses = {{pose.x() / metres_, pose.y() / metres_, pose.z()}};
    for (const Fixel& fixel : start_.fixels) instant.poses.push_back(pose_of(fixel));
    instant.poses.push_back(seat_);
    return instant;
  }

  static PageBody seat_of(PageBody part) {
    part.name = "seat";
    part.role = PageBody::Role::seat;
    part.center_of_mass.reset();
    return part;
  }

  Eigen::Vector3d pose_of(const Fixel& fixel) const { return {fixel.at.x() / metres_, fixel.at.y() / metres_, 0}; }

  PageBody pin_of(const Fixel& fixel, std::size_t i) const {
    PageBody pin;
    pin.name = fmt::format("fixel {}", i + 1);
    pin.label = std::to_string(i + 1);
    pin.role = PageBody::Role::pin;
    if (fixel.radius > 0) pin.outline = Disc{Vector(0, 0), fixel.radius / metres_};
    return pin;
  }

  /// A push or a spring acts at a point of the part, which the task gives where it is at the task's pose.
  void place(PagePush& push) const {
    const Task& task = tried_.task.task();
    if (!task.actuator) return;
    const auto in_part = [&](const Vector& at) {
      return Vector((turned(at - task.pose.head<2>(), -task.pose[2]) - start_.center_of_mass) / metres_);
    };
    if (const auto* pushed = std::get_if<PushActuator>(&*task.actuator)) push.at = in_part(pushed->at);
    if (const auto* spring = std::get_if<SpringActuator>(&*task.actuator)) {
      push.at = in_part(spring->at);
      push.anchor = spring->anchor / metres_;
    }
  }

  static const PagePush& push_at(const std::vector<PagePush>& pushes, double time) {
    std::size_t k = pushes.size() - 1;
    while (k > 0 && pushes[k].from > time + 1e-12) --k;
    return pushes[k];
  }

  static double work(const PagePush& push, const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
    if (!push.at) return push.force.dot(to.head<2>() - from.head<2>()) + push.torque * (to[2] - from[2]);
    const Vector begin = from.head<2>() + turned(*push.at, from[2]), end = to.head<2>() + turned(*push.at, to[2]);
    if (!push.anchor) return push.force.dot(end - begin);
    return push.force.norm() * ((*push.anchor - begin).norm() - (*push.anchor - end).norm());
  }

  const TrialTask& tried_;
  const Units& units_;
  double metres_;
  TrialStart start_;
  Eigen::Vector3d seat_{0, 0, 0};
  std::vector<PageBody> bodies_;
  PageInstant first_;
};

}  // namespace

TrialPlay trial_play(const TrialTask& tried, std::size_t k, const TrialOptions& options, const Units& units,
                     std::size_t share) {
  TrialPlayer player(tried, units);
  player.begin(draw_start(tried.task, k));
  InstantRecorder recorder(kMostNumbers / std::max<std::size_t>(share, 1));
  recorder.add(player.first());
  const Trial trial =
      run_trial(tried.task, tried.wrenches, k, options, [&](double time, const State& state, const StepReport& report) {
        recorder.add(player.instant(time, state, report));
      });
  TrialPlay result;
  result.stride = recorder.stride();
  PagePlay& play = result.play;
  play.name = fmt::format("start {}", k);
  play.outcome = name_of(trial.outcome);
  play.good = trial.outcome == Outcome::seated || trial.outcome == Outcome::rolling;
  play.why = trial.why.empty() ? fmt::format("Start {}: {} after {:.3g} s", k, play.outcome, trial.time)
                               : fmt::format("Start {}: {}", k, trial.why);
  play.bodies = player.bodies();
  play.instants = recorder.take();
  play.pushes = player.pushes(trial);
  play.has_energy = true;
  player.add_potential(play.instants, play.pushes);
  return result;
}

}  // namespace pawl::draw::internal
