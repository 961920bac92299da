// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/bodies/places.h>
#include <pawl/draw/page.h>
#include <pawl/draw/part_figure.h>
#include <pawl/draw/simulation_page.h>
#include <pawl/io/contact_list.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/simulate_task.h>
#include <pawl/scenes/run_scene.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "draw/page.h"
#include "draw/recording.h"
#include "geometry/outline.h"

namespace pawl::draw::internal {

/// Returns still pictures of the task at its pose, each as a play with one instant. There is one play per wrench of a
/// plan. Without wrenches, there is one play without a load.
std::vector<PagePlay> task_stills(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches);

struct TrialPlay {
  PagePlay play;
  std::size_t stride = 1;  ///< only every `stride`-th instant is kept
};

/// Runs trial k again, in metres, and returns its motion as a play with lengths in `units`. The page has `share` plays,
/// each of which may use an equal share of the numbers that a page may contain.
TrialPlay trial_play(const TrialTask& tried, std::size_t k, const TrialOptions& options, const Units& units,
                     std::size_t share);

}  // namespace pawl::draw::internal

namespace pawl::draw {
namespace {

/// With more bodies and links than this, no labels are written, because they would cover the bodies.
constexpr std::size_t kMostLabels = 16;

PageBody body_of(const Scene& scene, const SceneSetup& setup, std::size_t i) {
  const SceneBody& given = scene.bodies[i];
  PageBody body;
  body.name = name_of(Solid::body(i));
  body.role = given.fixed ? PageBody::Role::ground : PageBody::Role::part;
  body.outline = given.part.outline;
  body.holes = given.part.holes;
  if (scene.bodies.size() + scene.joints.size() <= kMostLabels) {
    body.label = std::to_string(i + 1);
    body.center_of_mass = setup.parts.centers[i] / scene.units.metres();
  }
  return body;
}

std::vector<PageBody> bodies_of(const Scene& scene, const SceneSetup& setup) {
  std::vector<PageBody> bodies;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) bodies.push_back(body_of(scene, setup, i));
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    PageBody& link = bodies.emplace_back();
    link.name = name_of(Solid::link(i));
    link.outline = scene.joints[i].outline;
  }
  return bodies;
}

Eigen::Vector3d in_units(const Eigen::Vector3d& pose, const Units& units) {
  return {pose.x() / units.metres(), pose.y() / units.metres(), pose.z()};
}

PageInstant instant_of(const Scene& scene, const SceneSetup& setup, double time, const State& state, double energy) {
  PageInstant instant;
  instant.time = time;
  for (const Eigen::Vector3d& pose : setup.parts.poses(state)) instant.poses.push_back(in_units(pose, scene.units));
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    instant.poses.push_back(in_units(pose_of(setup.parts.system, state, Solid::link(i)), scene.units));
  }
  instant.energy = energy / scene.units.metres();
  return instant;
}

PageContact contact_of(const Scene& scene, const SceneContact& contact) {
  const auto body = [&](const Solid& solid) {
    return solid.kind == Solid::Kind::link ? scene.bodies.size() + solid.index : solid.index;
  };
  const double metres = scene.units.metres();
  return {body(contact.a),      body(contact.b),      contact.point / metres, contact.normal,
          contact.gap / metres, contact.normal_force, contact.tangent_force,  contact.mode};
}

std::string ended(const SceneSetup& setup, const SceneResult& result) {
  const std::string reached =
      fmt::format("at {:.6g} s, after {} of {} time steps", result.time, result.steps, setup.steps());
  if (result.end == SceneResult::End::unsolved) return "Unsolved: a time step could not be solved " + reached;
  if (result.end == SceneResult::End::stopped) return "Stopped: interrupted " + reached;
  return "";
}

}  // namespace

PlayedScene play_scene(const Scene& scene, const SceneSetup& setup, const StopToken& stop,
                       const std::function<void(const SceneStep&)>& after) {
  internal::InstantRecorder recorder;
  const State& start = setup.parts.state;
  recorder.add(instant_of(scene, setup, 0, start, energy_of(setup, start)));
  PlayedScene played;
  played.result = run(setup, stop, [&](const SceneStep& step) {
    PageInstant instant = instant_of(scene, setup, step.time, step.state, step.energy);
    for (const SceneContact& contact : step.contacts) instant.contacts.push_back(contact_of(scene, contact));
    recorder.add(std::move(instant));
    if (after) after(step);
  });
  played.page = internal::page_in(scene.units, scene.name.empty() ? "A scene" : scene.name);
  played.page.energy_name = "kinetic and potential energy";
  const std::size_t stride = recorder.stride();
  PagePlay play;
  play.name = "the scene";
  play.why = ended(setup, played.result);
  play.good = play.why.empty();
  play.bodies = bodies_of(scene, setup);
  play.instants = recorder.take();
  play.has_energy = true;
  played.page.notes = {fmt::format(
      "Simulated scene with time steps of {:.6g} s. Every instant shown is the end of a time step.", setup.step)};
  internal::report_thinning(played.page, stride);
  played.page.plays.push_back(std::move(play));
  return played;
}

namespace {

constexpr std::size_t kSeatedPlays = 3;  ///< largest number of seated plays that are shown after the failed ones

Page page_of_starts(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options,
                    const std::vector<std::size_t>& starts) {
  const Units& units = task.task().units;
  const TrialTask tried = in_si(task, wrenches);
  Page page = internal::page_in(units, task.task().name.empty() ? "Trials of a plan" : task.task().name);
  page.energy_name = "kinetic energy and energy of the drive";
  std::size_t stride = 1;
  for (const std::size_t k : starts) {
    internal::TrialPlay one = internal::trial_play(tried, k, options, units, starts.size());
    stride = std::max(stride, one.stride);
    page.plays.push_back(std::move(one.play));
  }
  internal::report_thinning(page, stride);
  return page;
}

/// Returns the indices of the starts to show: first failed starts, then some seated starts.
std::vector<std::size_t> starts_to_show(std::size_t starts, const std::vector<std::size_t>& failed) {
  const std::size_t first = std::min(failed.size(), kMostPlays - 1);
  std::vector<std::size_t> shown(failed.begin(), failed.begin() + static_cast<std::ptrdiff_t>(first));
  const std::size_t most = std::min(kMostPlays, first + kSeatedPlays);
  for (std::size_t k = 0; k < starts && shown.size() < most; ++k) {
    if (std::find(failed.begin(), failed.end(), k) == failed.end()) shown.push_back(k);
  }
  return shown;
}

std::string which(std::size_t failed, std::size_t shown, std::size_t seated) {
  const std::string of_failed = failed == 0       ? ""
                                : shown == failed ? fmt::format("the {} that failed, then ", failed)
                                                  : fmt::format("the first {} that failed, then ", shown);
  return fmt::format("{}{} that seated", of_failed, seated);
}

}  // namespace

Page trials_page(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options,
                 std::size_t starts, const std::vector<std::size_t>& failed) {
  std::vector<std::size_t> shown = starts_to_show(starts, failed);
  if (shown.empty()) shown = {0};
  Page page = page_of_starts(task, wrenches, options, shown);
  page.list = fmt::format("{} of {} starts failed", failed.size(), starts);
  const std::size_t bad = std::min(failed.size(), kMostPlays - 1);
  page.notes.insert(
      page.notes.begin(),
      fmt::format("Trials of the plan, simulated with time steps of {:.6g} s: {} of {} starts seated. "
                  "Played here: {}.",
                  options.h, starts - failed.size(), starts, which(failed.size(), bad, shown.size() - bad)));
  return page;
}

Page trial_page(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options,
                std::size_t k) {
  Page page = page_of_starts(task, wrenches, options, {k});
  page.notes.insert(page.notes.begin(),
                    fmt::format("Start {} of the task's scatter, simulated with time steps of {:.6g} s. Every "
                                "instant shown is the end of a time step.",
                                k, options.h));
  return page;
}

namespace {

constexpr int kStarts = 3;
/// Largest displacement of the starts in x and in y, as a multiple of the part's diameter.
constexpr double kDisplaced = .01;
constexpr double kTurned = .017453292519943;  ///< largest rotation of the starts, rad: one degree

/// Returns the task with a small scatter if the task states none; otherwise returns the task unchanged.
ValidTask scattered(const ValidTask& valid) {
  if (valid.task().scatter) return valid;
  Task task = valid.task();
  task.scatter.emplace();
  task.scatter->starts = kStarts;
  task.scatter->translation = kDisplaced * pawl::internal::diameter(*task.part.outline);
  task.scatter->rotation = kTurned;
  return ValidTask(task);
}

std::string how_scattered(const Task& task) {
  if (task.scatter) return "drawn from the task's scatter";
  return fmt::format("up to {:.3g} {} and 1° from the seat (the task states no scatter)",
                     kDisplaced * pawl::internal::diameter(*task.part.outline), task.units.length_name());
}

Page tried(const ValidTask& valid, const std::vector<Eigen::Vector3d>& wrenches, const StopToken& stop) {
  const ValidTask task = scattered(valid);
  TrialOptions options = trial_options(task.task());
  options.stop = stop;
  const TrialTask in_metres = in_si(task, wrenches);
  Page page = internal::page_in(valid.task().units, "");
  page.energy_name = "kinetic energy and energy of the drive";
  std::size_t stride = 1;
  const int starts = std::min(kStarts, task.task().scatter->starts);
  for (int k = 0; k < starts; ++k) {
    internal::TrialPlay one =
        internal::trial_play(in_metres, static_cast<std::size_t>(k), options, task.task().units, kStarts);
    stride = std::max(stride, one.stride);
    page.plays.push_back(std::move(one.play));
  }
  const auto good = std::count_if(page.plays.begin(), page.plays.end(), [](const PagePlay& play) { return play.good; });
  page.list = fmt::format("The plan, from {} starts: {} seated", starts, good);
  page.notes = {
      fmt::format("The plan, simulated with time steps of {:.6g} s from {} {}, {}. This is an illustration: the "
                  "plan's guarantee is stated by pawl plan.",
                  options.h, starts, starts == 1 ? "start" : "starts", how_scattered(valid.task()))};
  internal::report_thinning(page, stride);
  return page;
}

Page stills(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const std::string& why) {
  Page page = internal::page_in(task.task().units, "");
  page.plays = internal::task_stills(task, wrenches);
  page.list = "Steps of the plan";
  page.notes = {why};
  return page;
}

Page untitled(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const StopToken& stop) {
  if (wrenches.empty()) return stills(task, {}, "The task at rest: nothing moves.");
  constexpr const char* kStill =
      "The steps of the plan one by one, with the part at the task's pose. Nothing moves, because ";
  if (!task.task().part.outline) return stills(task, wrenches, std::string(kStill) + "the task has no outline.");
  try {
    return tried(task, wrenches, stop);
  } catch (const InputError& error) {  // for example, because the seat or a collision-free start does not exist
    return stills(task, wrenches, std::string(kStill) + "no trial can be run: " + error.what());
  }
}

/// Returns the reason why no plan was found. The text contains "proved" only if the result is proved and certified.
std::string no_plan(const TaskPlan& plan) {
  if (plan.status != InsertionPlan::Status::none) return "Not known: the search was stopped: " + plan.reason;
  if (plan.certainty.certified) return "No plan exists: proved for this model. " + plan.reason;
  return "Not known: not certified: " + plan.certainty.reason;
}

}  // namespace

Page plan_page(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const StopToken& stop) {
  Page page = untitled(task, wrenches, stop);
  page.title = task.task().name.empty() ? "A task" : task.task().name;
  return page;
}

Page plan_page(const ValidTask& task, const TaskPlan& plan, const StopToken& stop) {
  const std::vector<Eigen::Vector3d> wrenches = plan.found() ? wrenches_of(plan) : std::vector<Eigen::Vector3d>();
  Page page = plan_page(task, wrenches, stop);
  if (!plan.found()) page.notes = {no_plan(plan) + ". The task is shown at rest."};
  return page;
}

}  // namespace pawl::draw

namespace pawl::draw::internal {
namespace {

/// If the task has no outline, the part's frame is the world frame, in which the contacts are given.
PageBody part_of(const ValidTask& valid) {
  const Task& task = valid.task();
  PageBody part;
  part.name = "part";
  part.outline = task.part.outline;
  part.holes = task.part.holes;
  part.center_of_mass = valid.contacts().center_of_mass;
  return part;
}

/// Returns the outline of a pin relative to its centre, with all lengths divided by `metres`.
Outline outline_about_centre(Fixel fixel, double metres) {
  fixel.at = {0, 0};
  fixel.radius /= metres;
  fixel.diamond_width /= metres;
  return outline_of(fixel);
}

void add_pin(PagePlay& play, std::size_t i, const Fixel& fixel, const char* kind) {
  PageBody pin;
  pin.name = fmt::format("{} {}", kind, i + 1);
  pin.label = std::to_string(i + 1);
  pin.role = PageBody::Role::pin;
  if (fixel.radius > 0) pin.outline = outline_about_centre(fixel, 1);
  play.bodies.push_back(pin);
  play.instants[0].poses.emplace_back(fixel.at.x(), fixel.at.y(), 0);
}

PageBody body_of(const Wall& wall, std::size_t k) {
  PageBody body;
  body.name = fmt::format("wall {}", k + 1);
  body.role = PageBody::Role::ground;
  body.outline = wall.outline;
  body.holes = wall.holes;
  return body;
}

/// Body 1 + i is the fixel of contact i, whose normal points into the part. The bodies of the walls follow those of the
/// fixels.
PagePlay still(const ValidTask& valid) {
  const Task& task = valid.task();
  PagePlay play;
  play.bodies = {part_of(valid)};
  play.instants.emplace_back();
  play.instants[0].poses = {task.part.outline ? task.pose : Eigen::Vector3d(0, 0, 0)};
  const std::vector<ListedContact> contacts = contacts_in_world(valid);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ListedContact& contact = contacts[i];
    if (contact.wall > 0) {
      const std::size_t wall = task.fixels.size() + static_cast<std::size_t>(contact.wall);
      play.instants[0].contacts.push_back({wall, 0, contact.point, contact.normal, contact.gap, 0, 0, '?'});
      continue;
    }
    const bool stated = !task.part.outline;
    Fixel fixel;
    fixel.at = contact.point - contact.gap * contact.normal;
    add_pin(play, i, stated ? fixel : fixel_in_world(task, i), stated ? "contact" : "fixel");
    play.instants[0].contacts.push_back({i + 1, 0, contact.point, contact.normal, contact.gap, 0, 0, '?'});
  }
  for (std::size_t k = 0; k < task.walls.size(); ++k) {
    const Wall wall = wall_in_world(task, k);
    play.bodies.push_back(body_of(wall, k));
    play.instants[0].poses.push_back(wall.pose);
  }
  return play;
}

}  // namespace

std::vector<PagePlay> task_stills(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches) {
  const PagePlay base = still(task);
  if (wrenches.empty()) {
    PagePlay alone = base;
    alone.name = "the task";
    return {alone};
  }
  std::vector<PagePlay> plays;
  for (std::size_t k = 0; k < wrenches.size(); ++k) {
    PagePlay& play = plays.emplace_back(base);
    play.name = fmt::format("step {}", k + 1);
    PagePush push;
    push.label = fmt::format("wrench {} of {}: {}", k + 1, wrenches.size(), text_of(wrenches[k], task.task().units));
    push.force = wrenches[k].head<2>();
    push.torque = wrenches[k].z();
    play.pushes = {push};
  }
  return plays;
}

namespace {

using Vector = Eigen::Vector2d;

constexpr std::size_t kMostNumbers = 1'500'000;  ///< largest number of values that a page may contain

/// A change of coordinates for outlines. The point `center` becomes the origin, and `metres` is the new unit of length
/// in m.
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

/// One trial as data for the player. Body 0 is the part, with its frame at the centre of mass. Body i is fixel i,
/// counted from 1. The bodies of the walls follow those of the fixels. The last body is the part's outline in the
/// seated pose.
class TrialPlayer {
 public:
  TrialPlayer(const TrialTask& tried, const Units& units) : tried_(tried), units_(units), metres_(units.metres()) {}

  void begin(const TrialStart& start) {
    Eigen::Vector3d pose;
    pose << start.pose.head<2>() + turned(start.center_of_mass, start.pose[2]), start.pose[2];
    PageBody part;
    part.name = "part";
    const Recentred recentred{start.center_of_mass, metres_};
    part.outline = std::visit(recentred, start.outline);
    for (const Outline& hole : start.holes) part.holes.push_back(std::visit(recentred, hole));
    part.center_of_mass = Vector(0, 0);
    bodies_ = {part};
    for (std::size_t i = 0; i < start.fixels.size(); ++i) bodies_.push_back(pin_of(start.fixels[i], i));
    for (std::size_t k = 0; k < start.walls.size(); ++k) {
      PageBody wall = body_of(start.walls[k], k);
      const Recentred scaled{Vector(0, 0), metres_};
      wall.outline = std::visit(scaled, *wall.outline);
      for (Outline& hole : wall.holes) hole = std::visit(scaled, Outline(hole));
      bodies_.push_back(std::move(wall));
    }
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

  /// Adds to the kinetic energy of each instant the work that the drive will do from this instant to the last one. For
  /// given wrenches, this work depends only on the poses.
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
    for (const Wall& wall : start_.walls) {
      instant.poses.push_back({wall.pose.x() / metres_, wall.pose.y() / metres_, wall.pose.z()});
    }
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
    if (fixel.radius > 0) pin.outline = outline_about_centre(fixel, metres_);
    return pin;
  }

  /// Sets the point of application of a push or a spring. The task states this point for the task's pose.
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
