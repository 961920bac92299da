// SPDX-License-Identifier: MIT
#include "answers/pictures/fixtures_figure.h"

#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/io/contact_list.h>
#include <pawl/planner/energy.h>
#include <pawl/planner/fixture_candidate.h>
#include <pawl/planner/plan_problem.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "answers/pictures/answer_notes.h"
#include "answers/text/words.h"

namespace pawl::answers {
namespace {

constexpr double kRounding = 1e-9;       ///< of an answer that another machine gave
constexpr double kAngleRounding = 1e-6;  ///< degrees

Eigen::Vector2d point_in(const Json& value) { return {number_in(at(value, 0)), number_in(at(value, 1))}; }

std::string pointer_of(std::size_t k) { return "/results/fixtures/" + std::to_string(k); }

FixtureCandidate candidate_in(const Json& fixture, const Units& units) {
  FixtureCandidate candidate;
  candidate.pose = vector3_in(at(fixture, "pose"));
  candidate.pose.z() /= units.angle_of(1);
  const Json& fixels = at(fixture, "fixels");
  for (std::size_t k = 0; k < count_of(fixels); ++k) {
    Fixel& fixel = candidate.fixels.emplace_back();
    fixel.at = point_in(at(at(fixels, k), "at"));
    fixel.radius = number_in(at(at(fixels, k), "radius"));
  }
  return candidate;
}

void require_same_error(const ValidTask& fixed, const Json& fixture, const std::string& pointer) {
  const ContactList list = list_contacts(fixed);
  const bool touch =
      std::all_of(list.contacts.begin(), list.contacts.end(), [](const ListedContact& c) { return c.touching; });
  if (!touch || list.contacts.empty()) {
    throw InputError(pointer + "/fixels", at(fixture, "fixels").dump(), "do not all touch the part of this task");
  }
  const Json& said = at(at(fixture, "pose_error"), "worst");
  if (!said.number() || !list.pose_error) return;
  // Cheap measures of arcs are of points half a percent of a radius off.
  const double slack = is_true(at(fixture, "measured")) ? kRounding : .01;
  if (std::abs(number_in(said) - list.pose_error->worst) <= slack * (1 + list.pose_error->worst)) return;
  throw InputError(pointer + "/pose_error/worst", said.dump(), "is not that of this task");
}

/// Whether the plan does in this task what the answer says of it.
void require_plan(const ValidTask& fixed, const Json& fixture, const std::string& pointer) {
  const Json& steps = at(at(fixture, "plan"), "steps");
  if (count_of(steps) == 0) return;
  const PlanProblem problem = plan_problem(fixed);
  const ContactSet& seated = problem.seated.contacts;
  std::vector<Eigen::Vector3d> wrenches;
  for (std::size_t k = 0; k < count_of(steps); ++k) {
    wrenches.push_back(seated.from_world(vector3_in(at(at(steps, k), "wrench"))));
  }
  bool holds = true;
  if (text_in(at(fixture, "guarantee")) == "energy") {
    const EnergyVerdict verdict = energy_verdict(seated, wrenches[0], problem.options.domain);
    const Json& full = at(fixture, "margin_full_deg");
    holds = verdict.holds() && wrenches.size() == 1 && full.number() &&
            std::abs(degrees(verdict.margin) - number_in(full)) < kAngleRounding;
  } else {
    const ContactGraph& graph = problem.graph;
    const int goal = problem.options.goal.value_or(graph.states().seated());
    holds = plan_succeeds(graph, problem.options.start.value_or(every_contact(graph.states())), goal, wrenches);
  }
  if (!holds) {
    throw InputError(pointer + "/plan", at(fixture, "plan").dump(), "does not do in this task what the answer says");
  }
}

/// A stretch of the outline, world.
Path stretch_of(const Task& task, std::size_t edge, double from, double to) {
  const Path path = draw::path_of(*task.part.outline);
  const std::size_t count = path.vertices.size();
  const Eigen::Vector2d a = path.vertices[edge % count], b = path.vertices[(edge + 1) % count];
  const double bulge = path.bulges.empty() ? 0 : path.bulges[edge % count];
  if (bulge == 0) return draw::moved(draw::segment(a + from * (b - a), a + to * (b - a)), task.pose);
  const Eigen::Vector2d across(-(b - a).y(), (b - a).x());
  const Eigen::Vector2d center = (a + b) / 2 + across * (1 - bulge * bulge) / (4 * bulge);
  const double start = std::atan2((a - center).y(), (a - center).x()), sweep = 4 * std::atan(bulge);
  return draw::moved(draw::arc(center, (a - center).norm(), start + from * sweep, start + to * sweep), task.pose);
}

std::vector<Path> clamps_in(const Task& task, const Json& clamps) {
  std::vector<Path> stretches;
  const Json& edges = at(clamps, "edges");
  for (std::size_t k = 0; k < count_of(edges); ++k) {
    const std::size_t edge = whole_in(at(at(edges, k), "edge"));
    if (edge < 1 || edge > edge_count(*task.part.outline)) continue;
    const Json& intervals = at(at(edges, k), "intervals");
    for (std::size_t i = 0; i < count_of(intervals); ++i) {
      const double from = number_in(at(at(intervals, i), "from")), to = number_in(at(at(intervals, i), "to"));
      if (from >= 0 && from < to && to <= 1) stretches.push_back(stretch_of(task, edge - 1, from, to));
    }
  }
  return stretches;
}

void add_measures(const Json& fixture, const std::string& length, draw::FixtureFigure& figure) {
  const auto add = [&](const std::string& text) { figure.measures.push_back({text, draw::Ink::text}); };
  const Json& margin = at(fixture, "margin_deg");
  const Json& full = at(fixture, "margin_full_deg");
  std::string line = "error " + rounded(number_in(at(at(fixture, "pose_error"), "worst")));
  if (margin.number()) line += ", margin " + in_degrees(number_in(margin));
  if (full.number()) line += " (in all " + in_degrees(number_in(full)) + ")";
  add(line);
  line = counted(whole_in(at(fixture, "steps")), "step");
  const Json& friction = at(at(fixture, "friction_limit"), "this_plan");
  if (friction.number()) line += ", friction \u00b1" + rounded(number_in(friction));
  const Json& depth = at(fixture, "depth");
  if (depth.number()) line += ", depth " + rounded(number_in(depth)) + " N " + length;
  add(line);
  const Json& loadable = at(fixture, "loadable");
  const Json& edges = at(fixture, "clamp_edges");
  line = count_of(edges) > 0 ? (count_of(edges) > 1 ? "clamps on edges " : "clamps on edge ") + list_in(edges)
                             : std::string(!edges.entries() ? "clamps not looked for" : "no edge takes a clamp");
  if (loadable.boolean()) line += is_true(loadable) ? ", loads in the plane" : ", caged";
  add(line);
}

draw::FixtureFigure figure_of(const ValidTask& task, const Json& document, std::size_t k) {
  const Json& fixture = at(at(at(document, "results"), "fixtures"), k);
  const ValidTask fixed = fixed_task(task, document, k);
  draw::FixtureFigure figure;
  figure.part = draw::part_figure(fixed);
  figure.title = "Fixture " + std::to_string(k + 1) + ", candidate " + rounded(number_in(at(fixture, "candidate")));
  add_measures(fixture, length_of(document), figure);
  figure.clamps = clamps_in(fixed.task(), at(fixture, "clamps"));
  const Json& steps = at(at(fixture, "plan"), "steps");
  if (count_of(steps) > 0) figure.wrench = vector3_in(at(at(steps, 0), "wrench"));
  const Json& window = at(fixture, "window_deg");
  if (at(window, 0).number()) figure.window = {radians(number_in(at(window, 0))), radians(number_in(at(window, 1)))};
  const Json& clamp = at(fixture, "clamp");
  if (clamp.members()) {
    figure.clamp = {point_in(at(clamp, "at")), point_in(at(clamp, "direction"))};
    figure.clamp_radius = number_in(at(at(at(fixture, "fixels"), 0), "radius"));
  }
  return figure;
}

}  // namespace

ValidTask fixed_task(const ValidTask& task, const Json& document, std::size_t k) {
  const Json& fixture = at(at(at(document, "results"), "fixtures"), k);
  const std::string pointer = pointer_of(k);
  if (!task.task().part.outline) throw InputError(pointer, "", "the task has no outline");
  const Task with = with_fixture(task.task(), candidate_in(fixture, task.task().units));
  try {
    ValidTask fixed{with};
    require_same_error(fixed, fixture, pointer);
    require_plan(fixed, fixture, pointer);
    return fixed;
  } catch (const InputError& error) {
    if (error.faults().front().pointer.rfind(pointer, 0) == 0) throw;
    throw InputError(pointer + "/fixels", at(fixture, "fixels").dump(),
                     "are none for this task: " + error.faults().front().message);
  }
}

draw::FixturesFigure fixtures_figure(const ValidTask& task, const Json& document) {
  draw::FixturesFigure figure;
  figure.title = title_of(document);
  figure.notes = answer_notes(document, {"best"});
  for (std::size_t k = 0; k < count_of(at(at(document, "results"), "fixtures")); ++k) {
    figure.fixtures.push_back(figure_of(task, document, k));
  }
  return figure;
}

}  // namespace pawl::answers
