// SPDX-License-Identifier: MIT
#include "fixture_question.h"

#include <pawl/base/fault.h>

#include "answers/clamp_place.h"
#include "option_values.h"

namespace pawl::cli {
namespace {

/// "3,0.5" of an outline whose edges count from 1.
ClampPlace place_of(const std::string& text, const Task& task) {
  const auto refuse = [&](const std::string& what) -> InputError { return InputError("--clamp-at", text, what); };
  const std::size_t comma = text.find(',');
  const std::optional<double> edge = plain_number(text.substr(0, comma));
  const std::optional<double> along = comma == std::string::npos ? std::nullopt : plain_number(text.substr(comma + 1));
  if (!edge || !along) throw refuse("must be an edge, from 1, and a share of its length, as 3,0.5");
  return clamp_place(*edge, *along, text, task);
}

}  // namespace

void add_fixture_question(CommandLine& command, FixtureQuestionOptions& options) {
  command
      .add_option("--tolerance", options.tolerance,
                  "How far each locator may be off along its normal, in the task's unit of length: adds how far points "
                  "of the part may then be off")
      .check(wrong_size, "LENGTH");
  command.add_flag("--clamp", options.clamps, "Add where on each edge one clamp without friction loads all locators");
  command
      .add_option(
          "--clamp-at", options.places,
          "Add with which force a clamp, with the task's friction, holds the part there: EDGE,SHARE, edges from "
          "1, as 3,0.5 for the middle of the third; may be given again")
      .one_each();
}

std::optional<FixtureQuestion> question_of(const FixtureQuestionOptions& options, const Task& task,
                                           const std::optional<Eigen::Vector3d>& wrench) {
  if (!options.any()) return std::nullopt;
  FixtureQuestion question;
  if (options.tolerance) question.tolerance = plain_number(*options.tolerance);
  question.clamps = options.clamps;
  for (const std::string& place : options.places) question.places.push_back(place_of(place, task));
  if (wrench) question.wrenches = {*wrench};
  return question;
}

}  // namespace pawl::cli
