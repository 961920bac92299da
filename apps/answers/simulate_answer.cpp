// SPDX-License-Identifier: MIT
#include "answers/simulate_answer.h"

#include <pawl/base/fault.h>
#include <pawl/bodies/places.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/io/warnings.h>
#include <pawl/planner/simulate_task.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <variant>

#include "answers/advice.h"
#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

using Wrenches = std::vector<Eigen::Vector3d>;

Json start_friction_json(const TrialStart& start) {
  Json list = Json::array();
  for (const Fixel& fixel : start.fixels) list.push_back(friction_json(*fixel.friction));
  for (const Wall& wall : start.walls) list.push_back(friction_json(*wall.friction));
  return list;
}

/// Converts indices of fixels to numbers that count from 1.
Json fixels_json(const std::vector<int>& fixels) {
  Json list = Json::array();
  for (const int fixel : fixels) list.push_back(fixel + 1);
  return list;
}

Json failure_json(const Trial& trial, const Units& units) {
  return {{"start", si_pose_json(trial.start.pose, units)},
          {"friction", start_friction_json(trial.start)},
          {"end", si_pose_json(trial.end, units)},
          {"displacement", trial.displacement / units.metres()},
          {"contacts", fixels_json(trial.touching)},
          {"outcome", name_of(trial.outcome)},
          {"why", trial.why},
          {"replay", trial.index}};
}

Json steps_json(const Wrenches& wrenches) {
  Json steps = Json::array();
  for (const Eigen::Vector3d& wrench : wrenches) steps.push_back({{"wrench", to_json(wrench)}});
  return steps;
}

/// Returns quantiles of the part's displacement at the end of a trial, in the units of the answer. Each key is a share
/// of the trials in percent.
Json displacements_json(const TrialReport& report, const Units& units) {
  Json json = Json::object();
  for (std::size_t k = 0; k < report.displacements.size(); ++k)
    json[std::to_string(kDisplacementShares[k])] = report.displacements[k] / units.metres();
  return json;
}

/// Returns statistics of the solver for cone complementarity. A residual is divided by the largest velocity of its
/// problem, but at least by 1 m/s, and therefore has no unit.
Json cone_json(const ConeComplementarity& law, const ConeReport& report) {
  constexpr std::array<const char*, ConeSolution::kMethods> kNames{
      "none", "guess", "active-set", "interior-point", "projected-gradient", "projected-gauss-seidel", "second-order"};
  Json methods = Json::object();
  for (std::size_t k = 0; k < kNames.size(); ++k) {
    if (report.methods[k] > 0) methods[kNames[k]] = report.methods[k];
  }
  Json json = {{"problems", report.problems},     {"methods", methods},          {"delta", report.regularization},
               {"iterations", report.iterations}, {"residual", report.residual}, {"not_solved", report.not_solved}};
  if (report.not_solved > 0) {
    const bool known = std::isfinite(report.not_solved_residual);
    json["not_solved_residual"] = known ? Json(report.not_solved_residual) : Json();
  }
  if (law.coulomb_iterations > 0) {
    json["coulomb"] = {{"limit", law.coulomb_iterations},
                       {"largest", report.most_coulomb_iterations},
                       {"total", report.coulomb_iterations}};
  }
  return json;
}

Json trial_results_json(const TrialReport& report, const Wrenches& wrenches, const TrialOptions& options,
                        const Task& task) {
  const Units& units = task.units;
  Json results;
  results["starts"] = report.starts;
  results["seated"] = report.count(Outcome::seated) + report.count(Outcome::rolling);
  results["fraction"] = report.fraction;
  const std::size_t good = report.starts - report.failures.size();
  results["interval95"] = success_interval(good, report.starts, .95);
  if (options.confidence != .95) results["interval"] = report.interval;
  results["outcomes"] = Json::object();
  for (std::size_t k = 0; k < kOutcomes; ++k) {
    results["outcomes"][name_of(static_cast<Outcome>(k))] = report.outcomes[k];
  }
  results["displacement"] = displacements_json(report, units);
  if (task.goal_tolerance) {
    const double share = static_cast<double>(report.within) / static_cast<double>(std::max<std::size_t>(1, report.starts));
    results["within"] = {{"tolerance", *task.goal_tolerance},
                         {"starts", report.within},
                         {"fraction", share},
                         {"interval95", success_interval(report.within, report.starts, .95)}};
  }
  results["choices"] = report.choices;
  if (options.step.solutions != Solutions::first) results["unseen"] = report.not_enumerated;
  if (const auto* law = std::get_if<ConeComplementarity>(&options.step.law))
    results["cone"] = cone_json(*law, report.cone);
  results["redrawn"] = report.redrawn;
  results["steps"] = steps_json(wrenches);
  results["failures"] = Json::array();
  for (const Trial& trial : report.failures) results["failures"].push_back(failure_json(trial, units));
  return results;
}

}  // namespace

std::string trial_trace_line(double time, const State& state, const StepReport& report, const Task& task) {
  const Units& units = task.units;
  Json line;
  line["t"] = time;
  line["poses"] = Json::array({si_pose_json(Eigen::Vector3d(state.pose(0)), units)});
  line["contacts"] = Json::array();
  for (const StepContact& contact : report.contacts) {
    const std::size_t shape = contact.shape_a == 0 ? contact.shape_b : contact.shape_a, fixels = task.fixels.size();
    const bool wall = shape > fixels;
    line["contacts"].push_back({{wall ? "wall" : "fixel", wall ? shape - fixels : shape},
                                {"point", {contact.point.x() / units.metres(), contact.point.y() / units.metres()}},
                                {"normal", {contact.normal.x(), contact.normal.y()}},
                                {"gap", contact.gap / units.metres()},
                                {"force", {contact.normal_force, contact.tangent_force}}});
  }
  return line.dump() + "\n";
}

Answer replay_answer(const Trial& trial, const std::vector<Eigen::Vector3d>& wrenches, const Units& units,
                     bool stopped) {
  Answer answer;
  answer.results = failure_json(trial, units);
  answer.results["choices"] = trial.choices;
  answer.results["time"] = trial.time;
  answer.results["simulated_steps"] = trial.steps;
  answer.results["steps"] = steps_json(wrenches);
  if (stopped) {
    answer.stop();
    answer.message = "stopped: interrupted";
    return answer;
  }
  const bool good = trial.outcome == Outcome::seated || trial.outcome == Outcome::rolling;
  answer.status = good ? kYes : trial.outcome == Outcome::unsolved ? kFailed : kNo;
  if (answer.status == kFailed) answer.message = "unsolved: a time step could not be solved";
  return answer;
}

Answer trials_answer(const TrialReport& report, const std::vector<Eigen::Vector3d>& wrenches,
                     const TrialOptions& options, const Task& task) {
  Answer answer;
  answer.results = trial_results_json(report, wrenches, options, task);
  const std::size_t unsolved = report.count(Outcome::unsolved);
  answer.status = report.stopped || unsolved > 0 ? kFailed : report.failures.empty() ? kYes : kNo;
  if (report.stopped) answer.stop();
  if (unsolved > 0)
    answer.message = "unsolved: a time step could not be solved in " + std::to_string(unsolved) +
                     (unsolved == 1 ? " trial" : " trials");
  return answer;
}

namespace {

[[noreturn]] void refuse_plan(const std::string& file, const std::string& what) {
  throw InputError("/plan", file,
                   what + "; expected {\"steps\": [{\"wrench\": [fx, fy, tau]}, ...]}, or an answer of `pawl plan`");
}

Json json_of_plan(const std::string& text, const std::string& file) {
  try {
    Json json = Json::parse(text);
    if (json.members()) return json;
  } catch (const InputError&) {  // refuse_plan() reports the fault
  }
  refuse_plan(file, "is not a JSON object");
}

Eigen::Vector3d wrench_in(const Json& step, const std::string& file) {
  const Json& entries = at(step, "wrench");
  if (!entries.entries() || count_of(entries) != 3) refuse_plan(file, "has a step without a wrench of three numbers");
  Eigen::Vector3d wrench;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::optional<double> entry = at(entries, k).number();
    if (!entry) refuse_plan(file, "has a wrench with an entry that is not a number");
    wrench[static_cast<Eigen::Index>(k)] = *entry;
  }
  return wrench;
}

}  // namespace

Wrenches plan_in(const std::string& text, const std::string& file, const Units& units) {
  const Json json = json_of_plan(text, file);
  const Json& holder = !is_null(at(json, "results")) ? at(json, "results")
                       : !is_null(at(json, "plan"))  ? at(json, "plan")
                                                     : json;
  const Json::Array* steps = at(holder, "steps").entries();
  if (steps == nullptr) refuse_plan(file, "has no steps");
  const double torque = units_of_text(text).value_or(units).metres() / units.metres();
  Wrenches wrenches;
  for (const Json& step : *steps) {
    wrenches.push_back(wrench_in(step, file));
    wrenches.back().z() *= torque;
  }
  return wrenches;
}

std::size_t starts_of(const Task& task) { return task.scatter ? static_cast<std::size_t>(task.scatter->starts) : 1; }

namespace {

/// A task and the wrenches of its trials, in the units of the answer, and the same data in SI units, which trials need.
struct Tried {
  const ValidTask& given;
  const Wrenches& wrenches;
  Units units = given.task().units;
  TrialTask si = in_si(given, wrenches);
};

Answer answer_replay(const Tried& tried, std::size_t k, const TrialOptions& options,
                     const std::function<void(const std::string&)>& trace) {
  const auto write = [&](double t, const State& state, const StepReport& report) {
    if (trace) trace(trial_trace_line(t, state, report, tried.given.task()));
  };
  const Trial trial = run_trial(tried.si.task, tried.si.wrenches, k, options, write);
  return replay_answer(trial, tried.wrenches, tried.units, options.stop.stop_requested());
}

/// Returns a function that maps a task to the wrenches of its trials. If the question has a plan, these are the
/// wrenches `given`; otherwise they are the wrenches that `pawl simulate` would choose for the task.
WrenchesOf wrenches_of(const TrialsQuestion& question, const Wrenches& given) {
  if (question.plan) return [given](const ValidTask&) { return given; };
  return [stop = question.stop](const ValidTask& task) { return plan_to_try(task, stop); };
}

/// Runs the trials of all starts, and reports their progress.
Answer answer_all(const Tried& tried, TrialOptions options, const TrialsQuestion& question) {
  if (question.progress) {
    options.progress = [show = question.progress(starts_of(tried.given.task()))](std::size_t done, std::size_t) {
      show(done);
    };
  }
  const TrialReport report = try_plan(tried.si.task, tried.si.wrenches, options);
  Answer answer = trials_answer(report, tried.wrenches, options, tried.given.task());
  if (question.advice && (answer.status == kNo || (report.stopped && question.limit))) {
    const WrenchesOf wrenches = wrenches_of(question, tried.wrenches);
    answer.results["advice"] = advice_json(advice_on_trials(tried.given, wrenches, options, report));
  }
  return answer;
}

void require_both(const TrialsQuestion& question, const TrialOptions& trials, const Task& task) {
  if (question.replay)
    throw InputError("--both", "",
                     "cannot be combined with --replay: --both runs all starts, and --replay runs one start with the "
                     "task's \"solutions\"");
  if (!std::holds_alternative<Coulomb>(trials.step.law)) {
    throw InputError("--both", "", "needs the model coulomb: only this model offers a choice among several solutions");
  }
  const auto is_split = [&](const auto& body) { return body.friction.value_or(task.friction).split.has_value(); };
  if (std::any_of(task.fixels.begin(), task.fixels.end(), is_split) ||
      std::any_of(task.walls.begin(), task.walls.end(), is_split)) {
    throw InputError("--both", "",
                     "needs one friction coefficient per contact: solutions are not enumerated if static and kinetic "
                     "friction differ");
  }
}

}  // namespace

Wrenches wrenches_in(const GivenDocument& plan, const ValidTask& task) {
  return plan_in(plan.text ? *plan.text : read_text_file(plan.name), plan.name, task.task().units);
}

Answer answer_trials(const ValidTask& task, const TrialsQuestion& question) {
  TrialOptions trials = trial_options(task.task());
  trials.stop = question.stop;
  trials.threads = question.threads;
  const Wrenches wrenches = question.plan ? wrenches_in(*question.plan, task) : plan_to_try(task, trials.stop);
  if (!question.plan && wrenches.empty() && trials.stop.stop_requested()) {
    Answer stopped;
    stopped.stop();
    return stopped;
  }
  if (question.replay && (*question.replay < 0 || *question.replay >= static_cast<long>(starts_of(task.task())))) {
    throw InputError("/scatter/starts", std::to_string(*question.replay),
                     "--replay must be from 0 to " + std::to_string(starts_of(task.task()) - 1) +
                         ", because the task has " + counted(starts_of(task.task()), "start"));
  }
  if (question.both) require_both(question, trials, task.task());
  const Tried trial{task, wrenches};
  if (question.replay)
    return answer_replay(trial, static_cast<std::size_t>(*question.replay), trials, question.write_trace);
  if (!question.both) return answer_all(trial, trials, question);
  Answer answer;
  for (const auto& [name, solutions] :
       {std::pair("random", Solutions::random), std::pair("adversarial", Solutions::adversarial)}) {
    trials.step.solutions = solutions;
    Answer one = answer_all(trial, trials, question);
    answer.results[name] = std::move(one.results);
    answer.status = std::max(answer.status, one.status);
    if (answer.message.empty()) answer.message = one.message;
    if (trials.stop.stop_requested()) break;
  }
  if (trials.stop.stop_requested()) answer.stop();
  return answer;
}

namespace {

Json scene_outline(const Polygon& polygon) {
  Json vertices = Json::array();
  for (const Eigen::Vector2d& vertex : polygon.vertices) vertices.push_back(to_json(vertex));
  return {{"polygon", vertices}};
}

Json scene_outline(const Disc& disc) { return {{"disc", {{"center", to_json(disc.center)}, {"radius", disc.radius}}}}; }

/// Returns a path in the format of a scene: the start point, followed by one entry per segment that contains the end
/// point of the segment. The last segment ends at the start point.
Json scene_outline(const Path& path) {
  Json entries = Json::array({to_json(path.vertices[0])});
  for (std::size_t i = 0; i < path.vertices.size(); ++i) {
    const Eigen::Vector2d& end = path.vertices[(i + 1) % path.vertices.size()];
    Json entry = {{"to", to_json(end)}, {"bulge", path.bulges[i]}};
    if (!path.curves.empty() && path.curves[i] != 0) entry["curve"] = path.curves[i];
    entries.push_back(std::move(entry));
  }
  return {{"path", entries}};
}

Json scene_outline(const Outline& outline) {
  return std::visit([](const auto& one) { return scene_outline(one); }, outline);
}

Json poses_json(const std::vector<Eigen::Vector3d>& poses, const Units& units) {
  Json list = Json::array();
  for (const Eigen::Vector3d& pose : poses) list.push_back(si_pose_json(pose, units));
  return list;
}

Json contact_json(const SceneContact& contact, const Units& units) {
  return {{"a", name_of(contact.a)},
          {"b", name_of(contact.b)},
          {"point", to_json(Eigen::Vector2d(contact.point / units.metres()))},
          {"normal", to_json(contact.normal)},
          {"gap", contact.gap / units.metres()},
          {"force", to_json(Eigen::Vector2d(contact.normal_force, contact.tangent_force))},
          {"mode", std::string(1, contact.mode)}};
}

/// Returns the pose of each link in the world frame.
Json link_poses(const SceneSetup& setup, const State& state, const Units& units) {
  Json poses = Json::array();
  for (std::size_t i = 0; i < setup.parts.system.joints.size(); ++i) {
    poses.push_back(si_pose_json(pose_of(setup.parts.system, state, Solid::link(i)), units));
  }
  return poses;
}

/// Returns the effort of a joint in the units of the scene. Returns null if the effort is not determined.
Json effort_json(const SceneSetup& setup, std::size_t joint, double effort, const Units& units) {
  if (!std::isfinite(effort)) return nullptr;
  const bool turns = setup.parts.system.joints[joint].kind == Joint::Kind::revolute;
  return turns ? effort / units.metres() : effort;
}

/// Returns, for each pin, the force on the second of the two links that the pin connects. A component that is not
/// determined is null.
Json pin_forces_json(const std::vector<Eigen::Vector2d>& forces) {
  const auto component = [](double force) { return std::isfinite(force) ? Json(force) : Json(); };
  Json list = Json::array();
  for (const Eigen::Vector2d& force : forces) list.push_back({component(force.x()), component(force.y())});
  return list;
}

/// Returns a text about the problems for which the iteration towards Coulomb's law did not converge. Returns "" if
/// there are none.
std::string reason_for_end(const SceneSetup& setup, const ConeReport& report) {
  const auto* law = std::get_if<ConeComplementarity>(&setup.options.law);
  if (law == nullptr || law->coulomb_iterations == 0 || report.not_solved == 0) return {};
  return "; /simulate/coulomb_iterations: " + std::to_string(law->coulomb_iterations) +
         ": the iteration towards Coulomb's law did not converge to a residual of " + Json(law->tolerance).dump() +
         " in " + counted(static_cast<std::size_t>(report.not_solved), "problem") + " (largest residual " +
         Json(report.not_solved_residual).dump() +
         "); allow more iterations, or use the model \"coulomb\"";
}

}  // namespace

EnergyHistory::EnergyHistory(const Units& units, const SceneSetup& setup)
    : metres_(units.metres()), every_(std::max(1L, (setup.steps() + kMost - 1) / kMost)) {
  chosen_.push_back({0, energy_of(setup, setup.parts.state) / metres_});
}

void EnergyHistory::add(const SceneStep& step) {
  last_ = {step.time, step.energy / metres_};
  if (step.number % every_ != 0) return;
  chosen_.push_back(*last_);
  last_.reset();
}

Json EnergyHistory::json() const {
  Json list(chosen_);
  if (last_) list.push_back(*last_);
  return list;
}

Json results_json(const Units& units, const SceneSetup& setup, const SceneResult& result,
                  const EnergyHistory& energies) {
  const double metres = units.metres();
  const std::vector<Eigen::Vector3d> poses = setup.parts.poses(result.state), twists = setup.parts.twists(result.state);
  Json bodies = Json::array();
  for (std::size_t i = 0; i < poses.size(); ++i) {
    bodies.push_back({{"pose", si_pose_json(poses[i], units)}, {"twist", si_pose_json(twists[i], units)}});
  }
  Json results = {{"steps", result.steps}, {"time", result.time}, {"bodies", bodies}};
  const std::size_t joints = setup.parts.system.joints.size();
  if (joints > 0) results["joints"] = Json::array();
  for (std::size_t i = 0; i < joints; ++i) {
    const bool turns = setup.parts.system.joints[i].kind == Joint::Kind::revolute;
    const auto in_units = [&](double value) { return turns ? units.angle_of(value) : value / metres; };
    results["joints"].push_back({{"position", in_units(result.state.position(i))},
                                 {"velocity", in_units(result.state.velocity(i))},
                                 {"effort", result.efforts.empty() ? Json()
                                                                   : effort_json(setup, i, result.efforts[i], units)}});
  }
  if (joints > 0) results["links"] = link_poses(setup, result.state, units);
  if (!setup.parts.system.pins.empty()) results["pins"] = pin_forces_json(result.pin_forces);
  if (const auto* law = std::get_if<ConeComplementarity>(&setup.options.law)) {
    results["cone"] = cone_json(*law, result.cone);
  }
  results["energies"] = energies.json();
  results["worst_penetration"] = result.worst_penetration / metres;
  results["energy"] = result.energy / metres;
  results["unsolved"] = result.unsolved;
  results["substeps"] = result.substeps;
  if (setup.options.solutions != Solutions::first) {
    results["choices"] = result.choices;
    results["unseen"] = result.not_enumerated;
  }
  return results;
}

Answer scene_answer(const Scene& scene, const SceneSetup& setup, const SceneResult& result,
                    const EnergyHistory& energies) {
  Answer answer;
  answer.results = results_json(scene.units, setup, result, energies);
  answer.warnings = warnings(scene);
  answer.warnings.insert(answer.warnings.end(), setup.warnings.begin(), setup.warnings.end());
  if (result.end == SceneResult::End::stopped) answer.stop();
  const std::string reached = "after " + std::to_string(result.steps) + " of " + std::to_string(setup.steps()) +
                              " steps, at " + Json(result.time).dump() + " s";
  if (result.end == SceneResult::End::stopped) answer.message = "stopped: interrupted " + reached;
  if (result.end == SceneResult::End::unsolved) {
    answer.status = kFailed;
    answer.message = "unsolved: a time step could not be solved, " + reached + reason_for_end(setup, result.cone);
  }
  return answer;
}

std::string trace_head(const Scene& scene, const SceneSetup& setup) {
  Json outlines = Json::array();
  for (const SceneBody& body : scene.bodies) {
    Json outline = scene_outline(*body.part.outline);
    for (const Outline& hole : body.part.holes) outline["holes"].push_back(scene_outline(hole));
    outlines.push_back(std::move(outline));
  }
  Json line = {{"pawl", 1},
               {"command", "simulate"},
               {"name", scene.name},
               {"units", {{"length", scene.units.length_name()}, {"angle", scene.units.angle_name()}}},
               {"step", setup.step},
               {"duration", setup.duration},
               {"outlines", outlines},
               {"poses", poses_json(setup.parts.poses(setup.parts.state), scene.units)}};
  if (!scene.joints.empty()) {
    line["link_outlines"] = Json::array();
    for (const SceneJoint& joint : scene.joints) {
      line["link_outlines"].push_back(joint.outline ? scene_outline(*joint.outline) : Json());
    }
    line["links"] = link_poses(setup, setup.parts.state, scene.units);
  }
  return line.dump() + "\n";
}

std::string trace_line(const Units& units, const SceneSetup& setup, const SceneStep& step) {
  Json contacts = Json::array();
  for (const SceneContact& contact : step.contacts) contacts.push_back(contact_json(contact, units));
  Json line = {{"t", step.time}, {"poses", poses_json(setup.parts.poses(step.state), units)}};
  if (!setup.parts.system.joints.empty()) {
    line["links"] = link_poses(setup, step.state, units);
    line["efforts"] = Json::array();
    for (std::size_t i = 0; i < step.efforts.size(); ++i)
      line["efforts"].push_back(effort_json(setup, i, step.efforts[i], units));
  }
  line["contacts"] = contacts;
  line["energy"] = step.energy / units.metres();
  return line.dump() + "\n";
}

}  // namespace pawl::answers
