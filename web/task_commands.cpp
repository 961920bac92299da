// SPDX-License-Identifier: MIT
#include "task_commands.h"

#include <fmt/format.h>
#include <pawl/io/warnings.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "answers/check_answer.h"
#include "answers/clamp_place.h"
#include "answers/cone_answer.h"
#include "answers/contacts_answer.h"
#include "answers/document.h"
#include "answers/forward_answer.h"
#include "answers/modes_answer.h"
#include "answers/pictures/plan_figure.h"
#include "answers/plan_options.h"
#include "answers/trials_question.h"

namespace pawl::web {
namespace {

StopToken limit_of(Options& options) {
  const std::optional<double> seconds = options.size("limit");
  return seconds ? StopToken(*seconds) : StopToken();
}

Reply plan(const ValidTask& task, Options& options) {
  answers::AskedPlan asked;
  asked.require = options.one_of("require", {"keeps", "energy"}).value_or("");
  asked.by_graph = options.flag("by-graph");
  asked.friction_limit = options.flag("friction-limit");
  asked.cells = options.count("limit-cells");
  const bool certificate = options.flag("certificate");
  asked.certify = options.flag("certify") || certificate;
  asked.enough = options.size("certify-depth");
  asked.boxes = options.count("limit-boxes");
  asked.friction_off = options.size("tolerance-friction");
  asked.fixels_off = options.size("tolerance-fixels");
  asked.outline_off = options.size("tolerance-outline");
  asked.loadable = options.flag("loadable");
  const StopToken stop = limit_of(options);
  options.finish();
  answers::PlanQuestion question = question_of(asked);
  question.request.stop = stop;
  const auto found = std::make_shared<const answers::FoundPlan>(answers::find_plan(task, question));
  Reply reply = reply_of("plan", task, answers::plan_answer(task, *found));
  if (found->plan.status != InsertionPlan::Status::stopped) {
    reply.picture = [&task, found](const Json& document, double width) {
      return draw::draw(answers::plan_figure(task, document, &found->plan.problem), width);
    };
  }
  const std::optional<std::string> proof = certificate ? answers::certificate_of(*found) : std::nullopt;
  if (proof) reply.further.emplace_back("certificate", Json(*proof).dump());
  return reply;
}

std::optional<FixtureQuestion> fixture_question(const ValidTask& task, Options& options,
                                                const std::optional<Eigen::Vector3d>& wrench) {
  FixtureQuestion question;
  question.tolerance = options.size("tolerance");
  question.clamps = options.flag("clamp");
  const Json* places = options.value("clamp-at");
  const Json::Array none;
  for (const Json& place : places != nullptr && places->entries() ? *places->entries() : none) {
    const Json::Array* both = place.entries();
    const bool numbers = both != nullptr && both->size() == 2 && (*both)[0].number() && (*both)[1].number();
    if (!numbers) {
      options.refuse("clamp-at", place, "must be an edge, from 1, and a share of its length, as [3, 0.5]");
      continue;
    }
    const double edge = *(*both)[0].number(), share = *(*both)[1].number();
    question.places.push_back(answers::clamp_place(edge, share, fmt::format("{},{}", edge, share), task.task()));
  }
  if (places != nullptr && !places->entries()) options.refuse("clamp-at", *places, "must be a list, as [[3, 0.5]]");
  if (wrench) question.wrenches = {*wrench};
  const bool any = question.tolerance || question.clamps || !question.places.empty();
  return any ? std::optional(question) : std::nullopt;
}

Reply check(const ValidTask& task, Options& options) {
  answers::CheckQuestion question;
  question.mode = options.text("mode");
  question.wrench = options.wrench("wrench");
  question.fixture = fixture_question(task, options, question.wrench);
  options.finish();
  return reply_of("check", task, answers::answer_check(task, question, {}));
}

Reply contacts(const ValidTask& task, Options& options) {
  const std::optional<FixtureQuestion> fixture = fixture_question(task, options, std::nullopt);
  options.finish();
  return reply_of("contacts", task, answers::answer_contacts(task, fixture));
}

Reply modes(const ValidTask& task, Options& options) {
  const bool count = options.flag("count");
  const StopToken stop = limit_of(options);
  options.finish();
  return reply_of("modes", task, answers::answer_modes(task, count, stop));
}

Reply cone(const ValidTask& task, Options& options) {
  answers::ConesQuestion question;
  question.mode = options.text("mode");
  if (options.one_of("route", {"sum", "enrsv"}) == "enrsv") question.route = Route::enrsv;
  question.each.wrench = options.wrench("wrench");
  question.each.matrices = options.flag("matrices");
  question.each.exact = options.flag("exact");
  question.count = options.flag("count");
  question.stop = limit_of(options);
  options.finish();
  return reply_of("cone", task, answers::answer_cones(task, question));
}

Reply forward(const ValidTask& task, Options& options) {
  const std::optional<Eigen::Vector3d> wrench = options.wrench("wrench");
  options.finish();
  return reply_of("forward", task, answers::answer_forward(task, wrench, {}));
}

Reply simulate(const ValidTask& task, Options& options) {
  answers::TrialsQuestion question;
  if (const Json* plan = options.value("plan"))
    question.plan = answers::plan_in(plan->dump(), "/options/plan", task.task().units);
  constexpr std::uint64_t kLargest = std::numeric_limits<long>::max();
  if (const auto replay = options.count("replay")) question.replay = static_cast<long>(std::min(*replay, kLargest));
  question.both = options.flag("both");
  LineList trace;
  if (options.flag("trace")) {
    if (!question.replay) options.refuse("trace", true, "is of one trial; it needs \"replay\"");
    question.trace = [&trace](const std::string& line) { trace.add(line); };
  }
  options.finish();
  Reply reply = reply_of("simulate", task, answers::answer_trials(task, question));
  if (question.trace) reply.further.emplace_back("trace", trace.text());
  return reply;
}

/// There is nothing to say of a picture but the warnings that are in it.
Reply draw(const ValidTask& task, Options& options) {
  options.finish();
  const answers::Question question{"draw", task.task().name, {}, {}, task.task().units};
  Reply reply;
  reply.document = answers::document_of(question, Json::object(), warnings(task), false);
  return reply;
}

}  // namespace

const std::vector<TaskCommand>& task_commands() {
  static const std::vector<TaskCommand> commands = {{"plan", plan},         {"check", check}, {"modes", modes},
                                                    {"contacts", contacts}, {"cone", cone},   {"forward", forward},
                                                    {"simulate", simulate}, {"draw", draw}};
  return commands;
}

}  // namespace pawl::web
