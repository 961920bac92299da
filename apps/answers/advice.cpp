// SPDX-License-Identifier: MIT
#include "answers/advice.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/io/contact_list.h>
#include <pawl/planner/plan_task.h>
#include <pawl/planner/simulate_task.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <optional>

#include "answers/plan_answer.h"
#include "answers/region_answer.h"
#include "base/significant_digits.h"
#include "geometry/outline.h"

namespace pawl::answers {

using internal::rounded_to;
using internal::Side;

namespace {

constexpr std::size_t kMostAdvice = 3;

/// Returns a positive number rounded down to two significant digits.
double rounded_down(double value) { return rounded_to(value, 2, Side::down); }

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The share of the question's time limit that one attempt of a change may take. The rest is a reserve for slower or
/// busier machines. If a longer time limit is advised, it is the time of the successful search, divided by this share
/// and rounded up.
constexpr double kShareOfTime = 1. / 3;
constexpr double kLongerTime = 2;  ///< time limit of the search that tries a longer time limit, s; if the question's
                                   ///< own time limit is at least this long, no longer one is tried

/// Returns whether no fixel has a friction of its own, and every stated contact has the task's friction.
bool has_one_friction(const Task& task) {
  const auto differs = [&](const Friction& one) { return one != task.friction; };
  return std::none_of(task.fixels.begin(), task.fixels.end(), [](const Fixel& f) { return f.friction.has_value(); }) &&
         std::none_of(task.contacts.begin(), task.contacts.end(), [&](const Contact& c) { return differs(c.friction); });
}

Task with_friction(Task task, const Friction& friction) {
  task.friction = friction;
  for (Contact& contact : task.contacts) contact.friction = friction;
  return task;
}

/// Returns a friction interval whose ends are limited to `most`.
Friction at_most(const Friction& friction, double most) {
  return Friction(std::min(friction.low, most), std::min(friction.high, most));
}

std::string option_of(const Friction& friction) {
  return friction.low == friction.high ? fmt::format("--friction {}", friction.high)
                                       : fmt::format("--friction {},{}", friction.low, friction.high);
}

/// Computes plans for changed versions of a task. The settings and limits of a PlanQuestion apply to every attempt.
class PlanAttempts {
 public:
  /// `seconds`: largest duration of one attempt, s; without a value, only the question's own limits apply
  PlanAttempts(const ValidTask& task, const PlanQuestion& question, std::optional<double> seconds = {})
      : task_(task), question_(question), seconds_(seconds) {
    question_.certify = question_.loadable = question_.friction_limit = question_.advice = false;
    question_.certify_depth.reset();
    question_.certificate.reset();
    question_.graphviz.reset();
  }

  /// Returns a description of the plan for the changed task. Returns nothing if the changed task is invalid, if no
  /// certified plan was found for it, or if the question's stop token requests a stop.
  std::optional<std::string> effect_of(const Task& changed) const { return effect_of(changed, question_); }
  std::optional<std::string> effect_of(const Task& changed, PlanQuestion question) const {
    if (question.stop.stop_requested()) return std::nullopt;
    if (seconds_) question.stop = question.more_time(*seconds_);
    try {
      const TaskPlan found = find_plan(ValidTask(changed, task_), question).plan;
      if (!found.found() || !found.certainty.certified) return std::nullopt;
      located_ = found.problem.seated.located;
      const bool one = found.steps.size() == 1;
      return fmt::format("{} step{} seat{} it, guarantee {}", found.steps.size(), one ? "" : "s", one ? "s" : "",
                         name_of(*found.guarantee));
    } catch (const InputError&) {  // the changed task is invalid, or plans cannot be searched for it
      return std::nullopt;
    }
  }

  const ValidTask& valid() const { return task_; }
  const Task& task() const { return task_.task(); }
  const PlanQuestion& question() const { return question_; }
  /// Returns whether the goal locates the part. The result is for the last changed task for which a plan was found.
  bool located() const { return located_; }

 private:
  const ValidTask& task_;
  PlanQuestion question_;
  std::optional<double> seconds_;
  mutable bool located_ = false;
};

/// Finds a large friction for which a plan exists. If a plan exists without friction, bisects at most six times between
/// 0 and the task's friction; tried values are rounded down to two digits. Does nothing if a fixel or contact has a
/// friction of its own.
void add_friction(const PlanAttempts& attempts, std::vector<Advice>& advice) {
  constexpr int kBisections = 6;
  const Friction given = attempts.task().friction;
  if (given.high == 0 || !has_one_friction(attempts.task())) return;
  const auto effect = [&](double most) {
    return attempts.effect_of(with_friction(attempts.task(), at_most(given, most)));
  };
  std::optional<std::string> best = effect(0);
  if (!best) return;
  double works = 0, fails = given.high;
  for (int k = 0; k < kBisections; ++k) {
    const double middle = rounded_down((works + fails) / 2);
    if (middle <= works) break;
    if (std::optional<std::string> found = effect(middle)) {
      works = middle;
      best = std::move(found);
    } else {
      fails = middle;
    }
  }
  advice.push_back({option_of(at_most(given, works)), *best});
}

/// Returns a coordinate of a pin, rounded to the six digits with which it is written to a file.
double written(double coordinate) { return std::stod(fmt::format("{:.6g}", coordinate)); }

bool is_free_of_others(const std::vector<Fixel>& fixels, std::size_t k, const Eigen::Vector2d& at) {
  for (std::size_t i = 0; i < fixels.size(); ++i) {
    const double radii = fixels[i].radius + fixels[k].radius;
    if (i != k && (fixels[i].at - at).norm() <= std::max(radii, 0.)) return false;
  }
  return true;
}

/// Moves one pin along its straight edge until a plan exists and the goal locates the part. Tries the pins one after
/// another, and at most 15 positions in total.
void add_pin(const PlanAttempts& attempts, std::vector<Advice>& advice) {
  constexpr double kShares[] = {.5, .25, .75, .1, .9};  // positions on the edge, as fractions of its length
  constexpr int kMostAttempts = 15;
  const Task& task = attempts.task();
  if (!task.part.outline || task.fixels.empty()) return;
  const bool in_part = task.frame == Task::Frame::part;
  const Eigen::Rotation2D<double> turn(in_part ? 0 : task.pose.z());
  const Eigen::Vector2d shift = in_part ? Eigen::Vector2d(0, 0) : Eigen::Vector2d(task.pose.head<2>());
  int tried = 0;
  for (const ListedContact& contact : contacts_in_world(attempts.valid())) {
    const auto k = static_cast<std::size_t>(contact.fixel) - 1;
    if (contact.wall > 0 || contact.feature.kind != Feature::Kind::edge || contact.feature.hole > 0) continue;
    const Fixel& fixel = task.fixels[k];
    if (fixel.diamond || fixel.normal) continue;
    const auto vertices = internal::vertices_of(*task.part.outline);
    const Eigen::Vector2d from = vertices[contact.feature.index],
                          edge = vertices[(contact.feature.index + 1) % vertices.size()] - from;
    const Eigen::Vector2d out = Eigen::Vector2d(edge.y(), -edge.x()).normalized();
    for (const double share : kShares) {
      const Eigen::Vector2d place = turn * (from + share * edge + fixel.radius * out) + shift;
      const Eigen::Vector2d at(written(place.x()), written(place.y()));
      if (!is_free_of_others(task.fixels, k, at)) continue;
      if (tried++ == kMostAttempts || attempts.question().stop.stop_requested()) return;
      Task changed = task;
      changed.fixels[k].at = at;
      const auto effect = attempts.effect_of(changed);
      if (!effect || !attempts.located()) continue;
      // If a fixel has neither a radius nor a friction of its own, a task file may state the fixel as [x, y].
      const bool point = fixel.radius == 0 && !fixel.friction;
      const std::string edit = fmt::format("/fixels/{}{}=[{},{}]", k, point ? "" : "/at", at.x(), at.y());
      advice.push_back(
          {"--set " + shell_word(edit), fmt::format("with fixel {} moved along its edge, {}", k + 1, *effect)});
      return;
    }
  }
}

/// Tries plans with wrenches of any kind, instead of the wrenches that the task's actuator can apply.
void add_free(const PlanAttempts& attempts, std::vector<Advice>& advice) {
  if (!attempts.task().actuator || std::holds_alternative<FreeActuator>(*attempts.task().actuator)) return;
  Task changed = attempts.task();
  changed.actuator = FreeActuator();
  if (const auto effect = attempts.effect_of(changed)) advice.push_back({"--actuator free", *effect});
}

/// Tries tasks in which the part starts on exactly one contact. Tries at most the first eight contacts. Does nothing if
/// the task states a start.
void add_start(const PlanAttempts& attempts, std::vector<Advice>& advice) {
  constexpr int kMostAttempts = 8;
  const Task& task = attempts.task();
  if (task.start || !task.start_displacements.empty() || task.start_region) return;
  const int count =
      static_cast<int>(task.part.outline ? contacts_in_world(attempts.valid()).size() : task.contacts.size());
  for (int k = 1; k <= std::min(count, kMostAttempts); ++k) {
    if (attempts.question().stop.stop_requested()) return;
    Task changed = task;
    changed.start = std::vector<std::vector<int>>{{k}};
    const auto effect = attempts.effect_of(changed);
    if (!effect) continue;
    advice.push_back(
        {"--set " + shell_word(fmt::format("/start/states=[[{}]]", k)),
         fmt::format("if the part starts against {} alone, {}",
                     task.walls.empty() ? fmt::format("fixel {}", k) : fmt::format("contact {}", k), *effect)});
    return;
  }
}

}  // namespace

std::vector<Advice> advice_on_plan(const ValidTask& task, const PlanQuestion& question) {
  const PlanAttempts attempts(task, question);
  std::vector<Advice> advice;
  if (question.require) {
    PlanQuestion any = attempts.question();
    any.require.reset();
    if (const auto effect = attempts.effect_of(task.task(), any)) advice.push_back({"without --require", *effect});
  }
  add_friction(attempts, advice);
  add_free(attempts, advice);
  if (advice.size() < kMostAdvice) add_pin(attempts, advice);
  if (advice.size() < kMostAdvice) add_start(attempts, advice);
  return advice;
}

namespace {

/// Tries larger limits on the number of cells. Must be called only if the question has such a limit.
void add_cells(const PlanAttempts& attempts, std::vector<Advice>& advice) {
  constexpr std::size_t kFactor = 8, kMostCells = 100000;
  PlanQuestion more = attempts.question();
  for (std::size_t cells = kFactor * (*more.limit_cells + 1); cells <= kMostCells; cells *= kFactor) {
    more.limit_cells = cells;
    const auto effect = attempts.effect_of(attempts.task(), more);
    if (!effect) continue;
    advice.push_back({fmt::format("--limit-cells {}", cells), *effect});
    return;
  }
}

/// Answers a changed question. Returns a description of the answer if the change helps, and nothing if it does not.
using EffectOf = std::function<std::optional<std::string>(const PlanQuestion&)>;

bool was_out_of_time(const PlanQuestion& question) {
  return question.limit && question.more_time && question.stop.stop_requested();
}

/// Tries a longer time limit, unless the question's time limit is already at least kLongerTime.
void add_time(PlanQuestion question, const EffectOf& effect_of, std::vector<Advice>& advice) {
  if (*question.limit >= kLongerTime) return;
  question.advice = false;
  question.stop = question.more_time(kLongerTime);
  const Clock::time_point start = Clock::now();
  const auto effect = effect_of(question);
  const double limit = rounded_to(seconds_since(start) / kShareOfTime, 1, Side::up);
  if (effect && limit > *question.limit) advice.push_back({fmt::format("--limit {}", limit), *effect});
}

}  // namespace

std::vector<Advice> advice_on_stop(const ValidTask& task, const PlanQuestion& question) {
  std::vector<Advice> advice;
  PlanQuestion more = question;
  std::optional<double> seconds;
  if (was_out_of_time(question)) {
    add_time(question, [&](const PlanQuestion& longer) { return PlanAttempts(task, longer).effect_of(task.task()); }, advice);
    more.stop = question.more_time(*question.limit);
    seconds = kShareOfTime * *question.limit;
  } else if (question.limit_cells && !question.stop.stop_requested()) {
    add_cells(PlanAttempts(task, question), advice);
  } else {
    return advice;
  }
  // The energy conditions are decided quickly. The search for plans with a weaker guarantee needs the graph of contact
  // states, and could reach the same limit again.
  more.require = "energy";
  const PlanAttempts quick(task, more, seconds);
  add_friction(quick, advice);
  add_free(quick, advice);
  if (advice.size() < kMostAdvice) add_pin(quick, advice);
  return advice;
}

namespace {

/// If the time limit ended the search, tries a longer time limit. Otherwise answers the question again with a larger
/// limit on the number of boxes, at most twice. `usual` is the default limit on the number of boxes.
std::vector<Advice> advice_on_boxes(PlanQuestion question, std::size_t usual, const EffectOf& effect_of) {
  constexpr std::size_t kFactor = 8;
  std::vector<Advice> advice;
  question.advice = false;
  question.certificate.reset();
  if (was_out_of_time(question)) add_time(question, effect_of, advice);
  std::size_t boxes = question.limit_boxes.value_or(usual);
  for (const std::size_t larger : {std::max(usual, kFactor * boxes), kFactor * std::max(usual, boxes)}) {
    if (larger <= boxes || question.stop.stop_requested()) continue;
    boxes = larger;
    question.limit_boxes = boxes;
    const auto effect = effect_of(question);
    if (effect) return {{fmt::format("--limit-boxes {}", boxes), *effect}};
  }
  return advice;
}

}  // namespace

std::vector<Advice> advice_on_depth(const ValidTask& task, const PlanQuestion& question) {
  return advice_on_boxes(question, EnergyFloodOptions().boxes, [&](PlanQuestion more) -> std::optional<std::string> {
    more.certify = true;
    const FoundPlan found = find_plan(task, more);
    if (!found.depth || !(found.depth->found.depth > 0) || !found.depth->refused.empty()) return std::nullopt;
    return "a depth is proved";
  });
}

std::vector<Advice> advice_on_loading(const ValidTask& task, const PlanQuestion& question) {
  return advice_on_boxes(question, LoadingOptions().boxes, [&](const PlanQuestion& more) -> std::optional<std::string> {
    const std::optional<Loading> loading = find_plan(task, more).loading;
    if (!loading || loading->end == Loading::End::undecided) return std::nullopt;
    return loading->end == Loading::End::leaves ? "a way out is found" : "the part is caged";
  });
}

namespace {

std::string rests_within(const RestRegions& regions, const Units& units) {
  return fmt::format("every point of the part comes to rest within {:.4g} {} of its place", regions.displacement,
                     units.length_name());
}

/// Answers a changed question about rest regions. Returns a description of the rest region, or nothing if the answer is
/// not "yes".
std::optional<std::string> region_effect(const ValidTask& task, PlanQuestion question) {
  question.advice = false;
  try {
    const FoundRegions found = find_regions(task, question);
    if (!found.plan.found) return std::nullopt;
    return rests_within(found.plan.regions, task.task().units);
  } catch (const InputError&) {  // the part overlaps the fixture in every pose of the changed start region
    return std::nullopt;
  }
}

/// Multiplies the half-widths and the energy of a start region by `share`, and rounds them down to three digits.
/// Returns the result as a value of the option --from.
std::string value_of_from(const StartRegion& start, double share, const Units& units) {
  constexpr int kDigits = 3;
  const double translation = rounded_to(share * start.translation, kDigits, Side::down);
  const double rotation = rounded_to(share * units.angle_of(start.rotation), kDigits, Side::down);
  const double energy = rounded_to(share * start.energy, kDigits, Side::down);
  if (!start.at) return fmt::format("{},{}", translation, rotation) + (energy > 0 ? fmt::format(",{}", energy) : "");
  Json json = {{"translation", translation}, {"rotation", rotation}};
  if (energy > 0) json["energy"] = energy;
  json["at"] = Json::array({start.at->x(), start.at->y(), units.angle_of(start.at->z())});
  return json.dump();
}

}  // namespace

std::vector<Advice> advice_on_regions(const ValidTask& task, const PlanQuestion& question, const FoundRegions& found) {
  using End = RestRegions::End;
  if (found.plan.stopped || (found.plan.regions.end == End::stopped && !found.no_plan)) {
    return advice_on_boxes(question, RestOptions().boxes,
                           [&](const PlanQuestion& more) { return region_effect(task, more); });
  }
  std::vector<Advice> advice;
  if (found.smaller_start) {
    PlanQuestion smaller = question;
    smaller.from = value_of_from(found.start, *found.smaller_start, task.task().units);
    if (const auto effect = region_effect(task, smaller)) advice.push_back({"--from " + shell_word(*smaller.from), *effect});
  }
  // If the wrenches are those of a plan that was found in the graph of contact states, they may move the part further
  // than necessary. In this case, search for wrenches that keep the part closer to its reference pose. If the search
  // fails, find_regions() returns the smallest rest region that it proved.
  FoundRegions nearest = found;
  if (!found.searched && !question.plan && !task.task().plan && found.start.translation > 0) {
    PlanQuestion search = question;
    search.advice = false;
    search.within = found.start.translation;
    nearest = find_regions(task, search);
  }
  const RestRegions& regions = nearest.plan.regions;
  if (nearest.within && regions.end == End::bounded && regions.refused.empty()) {
    advice.push_back({fmt::format("--within {}", rounded_to(regions.displacement, 4, Side::up)),
                      rests_within(regions, task.task().units)});
  }
  return advice;
}

namespace {

std::string fixtures_in(const FixtureDesigns& designs) {
  return fmt::format("{} fixture{} found by a complete search", designs.fixtures.size(),
                     designs.fixtures.size() == 1 ? " is" : "s are");
}

/// Some candidates miss one threshold only. For each such threshold, tries a looser bound that one of these candidates
/// satisfies.
void add_thresholds(const Task& task, const FixtureDesigns& designs, const FixtureSearch& search,
                    std::vector<Advice>& advice) {
  for (const FixtureDesigns::OnlyMissed& missed : designs.only_missed) {
    if (advice.size() == kMostAdvice) return;
    const FixtureThreshold& threshold = designs.thresholds[missed.threshold];
    FixtureThreshold relaxed = threshold;
    relaxed.bound = threshold.rounded_bound(missed.best);
    Task changed = task;
    set_threshold(changed.fixture->thresholds, relaxed);
    const std::string value =
        threshold.objective == FixtureObjective::foolproof ? "false"
        : threshold.objective                              ? fmt::format("{}", relaxed.bound)
                              : fmt::format("\"{}\"", name_of(changed.fixture->thresholds.guarantee));
    const FixtureDesigns found = search(changed, std::nullopt);
    if (found.status != FixtureDesigns::Status::found) continue;
    advice.push_back({"--set " + shell_word(fmt::format("/fixture/thresholds/{}={}", threshold.name(), value)),
                      fixtures_in(found)});
  }
}

/// Tries searches with fewer points: a half and a quarter of the points per edge or in total, or two and four times the
/// pitch. Each search may take the share kShareOfTime of the time limit `limit`, s.
void add_points(const Task& task, const FixtureSearch& search, double limit, std::vector<Advice>& advice) {
  const auto* given = std::get_if<FixtureOptions::Points>(&task.fixture->candidates);
  if (given == nullptr) return;
  for (const int divisor : {2, 4}) {
    FixtureOptions::Points points = *given;
    std::string edit;
    if (points.per_edge) {
      if (*points.per_edge < divisor) return;
      points.per_edge = *points.per_edge / divisor;
      edit = fmt::format("per_edge={}", *points.per_edge);
    } else if (points.pitch) {
      points.pitch = *points.pitch * divisor;
      edit = fmt::format("pitch={}", *points.pitch);
    } else {
      points.total = std::max(3, points.total / divisor);
      edit = fmt::format("total={}", points.total);
    }
    Task changed = task;
    changed.fixture->candidates = points;
    const FixtureDesigns found = search(changed, kShareOfTime * limit);
    if (found.status != FixtureDesigns::Status::found) continue;
    advice.push_back({"--set /fixture/candidates/points/" + edit, fixtures_in(found)});
    return;
  }
}

/// Tries a longer time limit, unless the given limit is already at least kLongerTime.
void add_time(const Task& task, const FixtureSearch& search, double limit, std::vector<Advice>& advice) {
  if (limit >= kLongerTime) return;
  const Clock::time_point start = Clock::now();
  const FixtureDesigns found = search(task, kLongerTime);
  const double longer = rounded_to(seconds_since(start) / kShareOfTime, 1, Side::up);
  if (found.status == FixtureDesigns::Status::found && longer > limit)
    advice.push_back({fmt::format("--limit {}", longer), fixtures_in(found)});
}

}  // namespace

std::vector<Advice> advice_on_fixtures(const Task& task, const FixtureDesigns& designs, const FixtureSearch& search,
                                       std::optional<double> limit) {
  std::vector<Advice> advice;
  if (designs.status == FixtureDesigns::Status::none) add_thresholds(task, designs, search, advice);
  if (designs.status != FixtureDesigns::Status::stopped || !limit) return advice;
  add_time(task, search, *limit, advice);
  add_points(task, search, *limit, advice);
  return advice;
}

namespace {

/// Runs trials of changed tasks: from at most 20 starts that failed in the original task, or from the first 100 starts.
class TrialAttempts {
 public:
  TrialAttempts(const ValidTask& task, const WrenchesOf& wrenches, const TrialOptions& options, const TrialReport& report)
      : task_(task), wrenches_(wrenches), options_(options) {
    constexpr std::size_t kMost = 20;
    for (std::size_t k = 0; k < std::min(report.failures.size(), kMost); ++k) failed_.push_back(report.failures[k].index);
  }

  bool seats_failed(const Task& changed) const { return seats(changed, failed_); }
  bool seats_all(const Task& changed) const {
    constexpr int kMost = 100;
    std::vector<std::size_t> starts;
    for (int k = 0; k < std::min(changed.scatter->starts, kMost); ++k) starts.push_back(static_cast<std::size_t>(k));
    return seats(changed, starts);
  }
  std::string tried() const { return fmt::format("{} of the starts that failed end at the goal", failed_.size()); }

  const Task& task() const { return task_.task(); }

 private:
  bool seats(const Task& changed, const std::vector<std::size_t>& starts) const {
    try {
      const ValidTask task(changed, task_);
      TrialOptions options = trial_options(changed);
      options.step.solutions = options_.step.solutions;
      options.stop = options_.stop;
      const TrialTask si = in_si(task, wrenches_(task));
      return std::all_of(starts.begin(), starts.end(), [&](std::size_t k) {
        const Outcome outcome = run_trial(si.task, si.wrenches, k, options).outcome;
        return outcome == Outcome::seated || outcome == Outcome::rolling;
      });
    } catch (const InputError&) {  // the changed task has no plan or no start
      return false;
    }
  }

  const ValidTask& task_;
  const WrenchesOf& wrenches_;
  const TrialOptions& options_;
  std::vector<std::size_t> failed_;
};

/// Tries a steeper tilt, up to 60 degrees, if the task has a tray. Otherwise tries larger forces, if the task states a
/// force.
void add_force(const TrialAttempts& attempts, std::vector<Advice>& advice) {
  constexpr double kSteepest = 60 * std::numbers::pi / 180;
  const Task& task = attempts.task();
  if (!task.simulate.tray && !task.simulate.force) return;
  for (const double factor : {1.25, 1.5, 2., 3.}) {
    Task changed = task;
    std::string option;
    if (task.simulate.tray) {
      const double tilt = std::min(factor * std::fabs(task.simulate.tray->tilt), kSteepest);
      const double written = std::stod(fmt::format("{:.3g}", task.units.angle_of(std::copysign(tilt, task.simulate.tray->tilt))));
      changed.simulate.tray->tilt = task.units.angle == Units::Angle::deg ? written * std::numbers::pi / 180 : written;
      option = fmt::format("--set /simulate/tray/tilt={}", written);
    } else {
      changed.simulate.force = std::stod(fmt::format("{:.3g}", factor * *task.simulate.force));
      option = fmt::format("--set /simulate/force={}", *changed.simulate.force);
    }
    if (!attempts.seats_failed(changed)) continue;
    advice.push_back({option, attempts.tried()});
    return;
  }
}

void add_friction(const TrialAttempts& attempts, std::vector<Advice>& advice) {
  const Task& task = attempts.task();
  if (task.friction.high == 0 || !has_one_friction(task)) return;
  for (const double factor : {.75, .5, .25}) {
    const Friction friction = at_most(task.friction, rounded_down(factor * task.friction.high));
    if (!attempts.seats_failed(with_friction(task, friction))) continue;
    advice.push_back({option_of(friction), attempts.tried()});
    return;
  }
}

void add_scatter(const TrialAttempts& attempts, std::vector<Advice>& advice) {
  const Task& task = attempts.task();
  if (!task.scatter || (task.scatter->translation == 0 && task.scatter->rotation == 0)) return;
  for (double factor = .5; factor > .005; factor /= 2) {
    Task changed = task;
    const double translation = rounded_down(factor * task.scatter->translation);
    const double rotation = rounded_down(factor * task.units.angle_of(task.scatter->rotation));
    changed.scatter->translation = translation;
    changed.scatter->rotation = task.units.angle == Units::Angle::deg ? rotation * std::numbers::pi / 180 : rotation;
    if (!attempts.seats_all(changed)) continue;
    std::string option;
    if (translation > 0) option += fmt::format("--set /scatter/translation={}", translation);
    if (rotation > 0) option += fmt::format("{}--set /scatter/rotation={}", option.empty() ? "" : " ", rotation);
    advice.push_back({option, fmt::format("the first {} starts end at the goal", std::min(changed.scatter->starts, 100))});
    return;
  }
}

}  // namespace

std::vector<Advice> advice_on_trials(const ValidTask& task, const WrenchesOf& wrenches, const TrialOptions& options,
                                     const TrialReport& report) {
  std::vector<Advice> advice;
  if (report.stopped) {
    const std::size_t half = report.starts / 2;
    if (half > 0)
      advice.push_back({fmt::format("--set /scatter/starts={}", half),
                        fmt::format("{} of the starts are tried within half of the time limit", half)});
    return advice;
  }
  if (report.failures.empty()) return advice;
  const TrialAttempts attempts(task, wrenches, options, report);
  for (const auto add : {add_force, static_cast<void (*)(const TrialAttempts&, std::vector<Advice>&)>(add_friction), add_scatter}) {
    if (!options.stop.stop_requested()) add(attempts, advice);
  }
  if (options.stop.stop_requested()) advice.clear();
  return advice;
}

Json advice_json(const std::vector<Advice>& advice) {
  Json list = Json::array();
  for (const Advice& one : advice) list.push_back({{"options", one.options}, {"effect", one.effect}});
  return list;
}

}  // namespace pawl::answers
