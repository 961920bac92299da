// SPDX-License-Identifier: MIT
#include "answers/pictures/trials_figure.h"

#include <pawl/base/fault.h>
#include <pawl/planner/simulate_task.h>

#include <algorithm>
#include <map>

#include "answers/pictures/answer_notes.h"
#include "answers/text/words.h"

namespace pawl::answers {
namespace {

constexpr std::size_t kMostStarts = 2000;  ///< drawn

/// Poses of the body's frame as displacements from the seat, about the centre of mass.
class Displacements {
 public:
  Displacements(const ValidTask& task, const SeatedTask& seat)
      : units_(task.task().units), seat_(*seat.pose), center_(seat.contacts.center_of_mass) {}

  /// A pose of the answer: angle in its unit.
  Eigen::Vector3d of_answer(const Json& pose) const {
    Eigen::Vector3d body = vector3_in(pose);
    body.z() /= units_.angle_of(1);
    return of_body(body);
  }
  Eigen::Vector3d of_body(const Eigen::Vector3d& body) const {
    return of_center({body.x() + turned(body.z()).x(), body.y() + turned(body.z()).y(), body.z()});
  }
  /// A pose whose place is that of the centre of mass.
  Eigen::Vector3d of_center(const Eigen::Vector3d& pose) const {
    const Eigen::Vector2d seat = seat_.head<2>() + turned(seat_.z());
    return {pose.x() - seat.x(), pose.y() - seat.y(), pose.z() - seat_.z()};
  }
  Eigen::Vector3d of_si_body(const Eigen::Vector3d& body) const { return of_body(in_units(body)); }
  Eigen::Vector3d of_si_center(const Eigen::Vector3d& pose) const { return of_center(in_units(pose)); }

 private:
  Eigen::Vector3d in_units(const Eigen::Vector3d& pose) const {
    return {pose.x() / units_.metres(), pose.y() / units_.metres(), pose.z()};
  }
  Eigen::Vector2d turned(double angle) const { return draw::turned(center_, angle); }

  Units units_;
  Eigen::Vector3d seat_;
  Eigen::Vector2d center_;
};

struct Trials {
  const ValidTask& given;
  SeatedTask seat = find_seat(given);
  Displacements displacements{given, seat};
};

[[noreturn]] void refuse(const std::string& pointer, const Json& value, const std::string& what) {
  throw InputError(pointer, value.dump(), what);
}

/// Starts that failed, by number, and that they are those of this task.
std::map<std::size_t, const Json*> failures_of(const Json& results, const ValidTask& si, const Units& units) {
  std::map<std::size_t, const Json*> failed;
  const Json& failures = at(results, "failures");
  for (std::size_t k = 0; k < std::min(count_of(failures), kMostStarts); ++k) {
    const Json& failure = at(failures, k);
    const auto index = whole_in(at(failure, "replay"));
    const Json start = si_pose_json(draw_start(si, index).pose, units);
    if (vector3_in(start) != vector3_in(at(failure, "start")))
      refuse("/results/failures/" + std::to_string(k) + "/start", at(failure, "start"),
             "is not the start " + std::to_string(index) + " of this task");
    failed[index] = &failure;
  }
  return failed;
}

/// Those of the first starts that did not fail. Of a run that was cut short it is not known which were made.
void add_seated(const Json& results, const std::map<std::size_t, const Json*>& failed, const ValidTask& si,
                const Displacements& displacements, draw::TrialsFigure& figure) {
  const auto starts = whole_in(at(results, "starts"));
  if (is_true(at(results, "stopped"))) {
    add_note(figure.notes, "cut short: starts that end seated are not drawn", draw::Ink::warning);
    return;
  }
  for (std::size_t k = 0; k < std::min(starts, kMostStarts); ++k) {
    if (failed.count(k) > 0) continue;
    figure.trials.push_back({displacements.of_si_body(draw_start(si, k).pose)});
  }
  if (starts > kMostStarts)
    add_note(figure.notes, "drawn are the first " + std::to_string(kMostStarts) + " starts", draw::Ink::note);
}

void add_outcomes(const Json& results, draw::TrialsFigure& figure) {
  const Json::Object* outcomes = at(results, "outcomes").members();
  for (std::size_t k = 0; outcomes != nullptr && k < outcomes->size(); ++k) {
    figure.outcomes.emplace_back((*outcomes)[k].first, whole_in((*outcomes)[k].second));
  }
}

std::vector<Eigen::Vector3d> wrenches_in(const Json& results) {
  std::vector<Eigen::Vector3d> wrenches;
  const Json& steps = at(results, "steps");
  for (std::size_t k = 0; k < count_of(steps); ++k) wrenches.push_back(vector3_in(at(at(steps, k), "wrench")));
  return wrenches;
}

/// Of --both the answer with adversarial choices, the worse one.
const Json& trials_in(const Json& document) {
  const Json& results = at(document, "results");
  if (at(results, "adversarial").members()) return at(results, "adversarial");
  return at(results, "random").members() ? at(results, "random") : results;
}

double kinetic_energy(const ContactSet& inertia, const Eigen::Vector3d& twist) {
  return .5 * (inertia.mass * twist.head<2>().squaredNorm() + inertia.inertia * twist.z() * twist.z());
}

}  // namespace

draw::TrialsFigure trials_figure(const ValidTask& task, const Json& document) {
  const Json& results = trials_in(document);
  const Trials trials{task};
  const Units& units = task.task().units;
  const TrialTask si = in_si(task, {});
  draw::TrialsFigure figure;
  figure.part = draw::seated_figure(task, trials.seat);
  figure.title = title_of(document);
  figure.length = units.length_name();
  figure.notes = answer_notes(document, {"ends", "failed"});
  const std::map<std::size_t, const Json*> failed = failures_of(results, si.task, units);
  for (const auto& [k, failure] : failed) {
    figure.trials.push_back({trials.displacements.of_answer(at(*failure, "start")), true,
                             trials.displacements.of_answer(at(*failure, "end")), std::to_string(k)});
  }
  add_seated(results, failed, si.task, trials.displacements, figure);
  add_outcomes(results, figure);
  if (&results != &at(document, "results"))
    add_note(figure.notes,
             at(at(document, "results"), "adversarial").members() ? "charts and bars: the run with adversarial choices"
                                                                  : "charts and bars: the run with random choices",
             draw::Ink::note);
  add_note(figure.notes, "starts drawn again from this task's scatter; how they ended is the answer's word",
           draw::Ink::note);
  return figure;
}

draw::TraceFigure trace_figure(const ValidTask& task, const Json& document) {
  const Json& results = at(document, "results");
  const Trials trials{task};
  const double metres = task.task().units.metres();
  const TrialTask si = in_si(task, wrenches_in(results));
  draw::TraceFigure figure;
  figure.part = draw::seated_figure(task, trials.seat);
  figure.title = title_of(document);
  figure.length = task.task().units.length_name();
  figure.notes = answer_notes(document);
  figure.forces.resize(figure.part.fixels.size());
  const std::size_t k = whole_in(at(results, "replay"));
  figure.times.push_back(0);  // at rest, before the first step
  figure.poses.push_back(trials.displacements.of_si_body(draw_start(si.task, k).pose));
  figure.energies.push_back(0);
  for (std::vector<double>& forces : figure.forces) forces.push_back(0);
  const auto seen = [&](double time, const State& state, const StepReport& report) {
    figure.times.push_back(time);
    figure.poses.push_back(trials.displacements.of_si_center(state.pose(0)));
    figure.energies.push_back(kinetic_energy(si.task.contacts(), state.twist(0)) / metres);
    for (std::vector<double>& forces : figure.forces) forces.push_back(0);
    for (const StepContact& contact : report.contacts) {
      const std::size_t fixel = contact.shape_a == 0 ? contact.shape_b : contact.shape_a;
      for (std::size_t i = 0; i < figure.forces.size(); ++i) {
        if (figure.part.fixels[i].number == static_cast<int>(fixel)) figure.forces[i].back() += contact.normal_force;
      }
    }
  };
  const Trial trial = run_trial(si.task, si.wrenches, k, trial_options(task.task()), seen);
  const Json end = si_pose_json(trial.end, task.task().units);
  if (vector3_in(end) != vector3_in(at(results, "end")))
    refuse("/results/end", at(results, "end"), "is not where this task's start ends: " + end.dump());
  figure.ends_seated = trial.outcome == Outcome::seated || trial.outcome == Outcome::rolling;
  return figure;
}

}  // namespace pawl::answers
