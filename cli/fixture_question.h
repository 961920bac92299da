// SPDX-License-Identifier: MIT
// --tolerance, --clamp and --clamp-at: how precise the fixture of a task is, and where and how hard a clamp holds it.
#pragma once

#include <pawl/planner/fixture_check.h>

#include <optional>
#include <string>
#include <vector>

#include "answer.h"
#include "answers/fixture_check_json.h"
#include "command_line.h"

namespace pawl::cli {

struct FixtureQuestionOptions {
  std::optional<std::string> tolerance;
  bool clamps = false;
  std::vector<std::string> places;  ///< "EDGE,SHARE"

  bool any() const { return tolerance || clamps || !places.empty(); }
};

void add_fixture_question(CommandLine& command, FixtureQuestionOptions& options);

/// Nothing where nothing is asked. Throws InputError with pointers `--tolerance` and `--clamp-at`; `wrench`: the only
/// one that clamps are held against.
std::optional<FixtureQuestion> question_of(const FixtureQuestionOptions& options, const Task& task,
                                           const std::optional<Eigen::Vector3d>& wrench = std::nullopt);

}  // namespace pawl::cli
