// SPDX-License-Identifier: MIT
#include "answers/questions.h"

namespace pawl::answers {
namespace {

using Kind = Parameter::Kind;
constexpr unsigned kCommandLine = Parameter::command_line, kNotPython = Parameter::command_line | Parameter::request;

Parameter wrench_parameter(std::optional<Eigen::Vector3d>& wrench, const char* help) {
  return {"wrench", Kind::wrench, &wrench, help};
}

/// Returns the time limit; its keyword in Python is "seconds", as in all functions.
Parameter limit_parameter(std::optional<double>& limit, const char* help) {
  return {"limit", Kind::seconds, &limit, help, "SECONDS", {}, Parameter::everywhere, "seconds"};
}

Parameters joined(Parameters first, Parameters second) {
  for (Parameter& parameter : second) first.push_back(std::move(parameter));
  return first;
}

}  // namespace

Parameters parameters(FixtureChecks& question) {
  return {{"tolerance",
           Kind::size,
           &question.tolerance,
           "How far each locator may be off along its normal, in the task's unit of length: adds how far points "
           "of the part may then be off",
           "LENGTH",
           {},
           kNotPython},
          {"clamp",
           Kind::flag,
           &question.clamp,
           "Add where on each edge one clamp without friction loads all locators",
           "",
           {},
           kNotPython},
          {"clamp-at",
           Kind::places,
           &question.clamp_at,
           "Add with which force a clamp, with the task's friction, holds the part there: EDGE,SHARE, edges from "
           "1, as 3,0.5 for the middle of the third; may be given again",
           "",
           {},
           kNotPython}};
}

Parameters parameters(CheckQuestion& question) {
  return joined(
      {{"mode", Kind::text, &question.mode,
        "Desired mode, instead of the task's only one: letters a l n r s, * for any"},
       wrench_parameter(question.wrench, "Check this wrench fx,fy,tau; with --mode: whether it gives that mode alone"),
       limit_parameter(question.limit, "Stop after so many seconds")},
      parameters(question.fixture));
}

Parameters parameters(ForwardQuestion& question) {
  return {wrench_parameter(question.wrench, "The external wrench fx,fy,tau"),
          limit_parameter(question.limit, "Stop after so many seconds")};
}

Parameters modes_parameters(ConesQuestion& question) {
  return {{"count", Kind::flag, &question.count, "Say only how many modes there are", "", {}, kNotPython},
          limit_parameter(question.limit, "Stop after so many seconds, with what there is until then")};
}

Parameters parameters(ConesQuestion& question) {
  return joined(
      joined({{"mode", Kind::text, &question.mode, "Mode instead of the task's list: letters a l n r s, or * for any"},
              {"route",
               Kind::word,
               &question.route,
               "sum (in R^3, the default), or enrsv (the published matrices, by exact cddlib)",
               "",
               {"sum", "enrsv"}},
              {"matrices", Kind::flag, &question.matrices, "Add the matrices J A B C E N R S V K P"},
              {"exact", Kind::flag, &question.exact, "Add the unrounded integer vectors, as strings"}},
             modes_parameters(question)),
      {wrench_parameter(question.wrench, "Also say whether wrench fx,fy,tau is consistent with each mode")});
}

Parameters parameters(PlanQuestion& question) {
  return {
      {"require",
       Kind::word,
       &question.require,
       "Only plans that promise at least this: keeps (no impact at a gain takes a contact away), or energy "
       "(the part can come to rest at the goal only, from any motion within some depth of energy)",
       "",
       {"keeps", "energy"}},
      {"require-impact-safe", Kind::flag, &question.require, "As --require keeps", "", {}, kCommandLine, "", "keeps"},
      {"by-graph", Kind::flag, &question.by_graph,
       "Ask the graph of contact states alone: from a start that is known margins may be wider than where the "
       "energy conditions hold, from all starts"},
      {"friction-limit", Kind::flag, &question.friction_limit,
       "Also how far friction may be from its nominal value, for this plan and for any"},
      {"certify", Kind::flag, &question.certify,
       "Also how deep a plan by energy is: how far from the goal, and how fast, it holds"},
      {"certify-depth", Kind::size, &question.certify_depth,
       "End at this depth, N times the task's length, for a wrench of size 1 N", "DEPTH"},
      {"certificate",
       Kind::file,
       &question.certificate,
       "Write the proof to this file, for pawl verify",
       "",
       {},
       kNotPython},
      {"limit-boxes", Kind::count, &question.limit_boxes, "Stop --certify or --loadable after so many boxes", "COUNT"},
      {"tolerance-friction", Kind::size, &question.tolerance_friction, "Certify for so much more friction", "MU"},
      {"tolerance-fixels", Kind::size, &question.tolerance_fixels,
       "Certify for fixels up to so far off, in the task's length", "LENGTH"},
      {"tolerance-outline", Kind::size, &question.tolerance_outline,
       "Certify for an outline up to so far off, in the task's length", "LENGTH"},
      {"loadable", Kind::flag, &question.loadable,
       "Also whether the part can leave its fixture in the plane: a way out, or a proof that it is caged"},
      limit_parameter(question.limit, "Stop after so many seconds"),
      {"limit-cells", Kind::count, &question.limit_cells, "Stop after so many cells of wrenches", "COUNT"},
      {"graphviz", Kind::file, &question.graphviz,
       "Write the states reached under the first wrench (or the obstacle's) to this file; - is standard output"}};
}

Parameters parameters(TrialsQuestion& question) {
  return {
      {"plan", Kind::document, &question.plan, "Of a task: the plan, or an answer of `pawl plan`, instead of its own"},
      {"replay", Kind::number, &question.replay, "Of a task: start K alone, counted from 0"},
      {"both",
       Kind::flag,
       &question.both,
       "Of a task: every start with random and with adversarial choices, side by side",
       "",
       {},
       kNotPython},
      {"trace", Kind::file, &question.trace,
       "Write every step to this file, a line of JSON each; - is standard output"},
      limit_parameter(question.limit, "Stop after so many seconds, with what was tried until then")};
}

Parameters parameters(OrientQuestion& question) {
  return {{"by",
           Kind::word,
           &question.by,
           "squeeze (a parallel-jaw gripper, the default), or fence (pushes by a straight edge)",
           "",
           {"squeeze", "fence"}},
          {"jaw-friction", Kind::text, &question.jaw_friction,
           "Friction coefficient at the jaws, or an interval LOW,HIGH; default 0", "MU"},
          {"angle-step", Kind::size, &question.angle_step,
           "Use only angles that are multiples of this one, which divides 360 degrees; default any angle", "DEGREES"},
          {"to", Kind::size, &question.to, "Final orientation of the part; default that of the task's pose", "DEGREES"},
          {"center-error", Kind::size, &question.center_error,
           "With --by fence, how far the centre of mass may be off, in the task's unit of length; default 0", "LENGTH"},
          limit_parameter(question.limit, "Stop after this many seconds")};
}

Parameters parameters(DesignQuestion& question) {
  return {{"top", Kind::rank, &question.top, "Answer so many of the best; default the task's, 10", "N"},
          {"all",
           Kind::file,
           &question.all,
           "Write every candidate to this file, a line of JSON each, with what became of it; - is standard output",
           "",
           {},
           kCommandLine},
          {"task-out",
           Kind::file,
           &question.task_out,
           "Write the task with the best fixture to this file, for pawl plan, simulate and the others",
           "",
           {},
           kCommandLine},
          {"refine",
           Kind::count,
           &question.refine,
           "Move the pins of so many of the best along their edges to the least pose error, with a bound of what "
           "none on these edges is better than",
           "K",
           {},
           kCommandLine},
          {"limit-plans", Kind::count, &question.limit_plans,
           "Search so many plans of candidates that have no one-step plan by energy, the most precise first; "
           "default 500",
           "COUNT"},
          limit_parameter(question.limit, "Stop after so many seconds, with the best until then")};
}

Parameters parameters(PartQuestion& question) {
  return {{"layer", Kind::text, &question.layer, "Read this layer only; default all that are shown"},
          {"unit",
           Kind::word,
           &question.unit,
           "What the numbers are in; a size that an SVG states is converted; default what it says",
           "",
           {"m", "mm", "cm", "in"}},
          {"join", Kind::size, &question.join, "Join ends this far apart, and list them; default 0: equal ones only",
           "LENGTH"},
          {"deviation", Kind::size, &question.deviation,
           "Most that a chord is off a spline or an ellipse; default 0.001 of the unit", "LENGTH"},
          {"loop", Kind::count, &question.loop,
           "Which closed curve is the part, from 1 as in the report; default the outer one", "K"}};
}

Parameters parameters(LcpQuestion& question) {
  return {{"all", Kind::flag, &question.all, "List every solution"},
          {"proof", Kind::flag, &question.proof,
           "Print the proof where there is no solution: a tree with Farkas multipliers"},
          limit_parameter(question.limit, "Stop after so many seconds a file")};
}

Parameters parameters(VerifyQuestion& question) {
  return {{"task",
           Kind::text,
           &question.task,
           "The task (of lcp: the problem) that the answer is to",
           "",
           {},
           Parameter::command_line | Parameter::python},
          {"partial",
           Kind::flag,
           &question.partial,
           "Accept an answer with fields that cannot be computed again without a search; they are listed",
           "",
           {},
           Parameter::command_line | Parameter::python}};
}

Parameters parameters(DrawQuestion& question) {
  return {{"answer",
           Kind::text,
           &question.answer,
           "A saved answer to the task, drawn as the command's own options draw it",
           "",
           {},
           kCommandLine}};
}

namespace {

/// Returns the parameters of an unused question, for listing.
template <class Question>
Parameters listed(Parameters (*list)(Question&) = parameters) {
  static Question question;
  return list(question);
}

}  // namespace

std::vector<CommandParameters> all_parameters() {
  return {{"contacts", listed<FixtureChecks>()},  {"modes", listed<ConesQuestion>(modes_parameters)},
          {"cone", listed<ConesQuestion>()},      {"check", listed<CheckQuestion>()},
          {"forward", listed<ForwardQuestion>()}, {"plan", listed<PlanQuestion>()},
          {"simulate", listed<TrialsQuestion>()}, {"fixture", listed<DesignQuestion>()},
          {"orient", listed<OrientQuestion>()},   {"part", listed<PartQuestion>()},
          {"lcp", listed<LcpQuestion>()},         {"verify", listed<VerifyQuestion>()},   {"draw", listed<DrawQuestion>()}};
}

namespace {

/// Throws if a parameter without effect was given, because it would suggest that something was checked.
void require_effect(const char* option, bool given, bool effective, const char* needs) {
  if (given && !effective) throw InputError(option, "", std::string("says nothing without ") + needs);
}

}  // namespace

void require_consistent(const PlanQuestion& question) {
  constexpr const char* kDepth = "--certify, --certify-depth or --certificate";
  const bool depth = question.asks_depth();
  require_effect("--tolerance-friction", question.tolerance_friction.has_value(), depth, kDepth);
  require_effect("--tolerance-fixels", question.tolerance_fixels.has_value(), depth, kDepth);
  require_effect("--tolerance-outline", question.tolerance_outline.has_value(), depth, kDepth);
  require_effect("--limit-boxes", question.limit_boxes.has_value(), depth || question.loadable,
                 "--certify or --loadable");
  if (question.by_graph && question.require == "energy")
    throw InputError("--by-graph", "", "must not stand beside --require energy");
}

}  // namespace pawl::answers
