// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/certify/design_fixtures.h>

#include <limits>

#include "answers/fixture_json.h"
#include "answers/part_json.h"
#include "commands.h"
#include "option_values.h"
#include "progress.h"
#include "task_command.h"

namespace pawl::cli {
namespace {

struct FixtureCommandOptions {
  TaskOptions task;
  std::optional<std::size_t> top;
  std::optional<std::size_t> plans, refine;
  std::optional<double> seconds;
  std::optional<std::string> all;       ///< file for a line a candidate
  std::optional<std::string> task_out;  ///< file for a task of the best
};

std::string wrong_top(const std::string& text) {
  const std::optional<double> number = wrong_count(text).empty() ? plain_number(text) : std::nullopt;
  const bool right = number && *number >= 1 && *number <= std::numeric_limits<int>::max();
  return right ? "" : fmt::format("must be a whole number from 1 to {}: {}", std::numeric_limits<int>::max(), text);
}

/// A line for each of the stages, one after the other.
class DesignLine {
 public:
  void show(const DesignProgress& progress) {
    if (!line_ || stage_ != progress.stage) {
      stage_ = progress.stage;
      line_ = std::make_unique<Progress>(unit_of(stage_), static_cast<long>(progress.total));
    }
    line_->show(static_cast<long>(progress.done));
  }

 private:
  static const char* unit_of(DesignProgress::Stage stage) {
    switch (stage) {
      case DesignProgress::Stage::candidates:
        return "candidates: thousandth";
      case DesignProgress::Stage::plans:
        return "plan";
      case DesignProgress::Stage::refinements:
        return "fixture refined";
      case DesignProgress::Stage::measures:
        break;
    }
    return "fixture measured";
  }

  DesignProgress::Stage stage_ = DesignProgress::Stage::candidates;
  std::unique_ptr<Progress> line_;
};

Task asked(const ValidTask& valid, const FixtureCommandOptions& options) {
  Task task = valid.task();
  if (!task.part.outline) return task;  // refused by what designs
  if (!task.fixture) task.fixture.emplace();
  if (options.top) task.fixture->top = static_cast<int>(*options.top);
  return task;
}

DesignRequest request_of(const FixtureCommandOptions& options) {
  DesignRequest request;
  if (options.plans) request.plans = *options.plans;
  request.refine = options.refine.value_or(0);
  request.stop = interrupt_after(options.seconds);
  request.progress = [line = std::make_shared<DesignLine>()](const DesignProgress& progress) { line->show(progress); };
  return request;
}

/// `write`, where given, takes a line of every candidate.
FixtureDesigns designs_of(const Task& task, const FixtureCommandOptions& options, const Outputs::Part& write) {
  DesignRequest request = request_of(options);
  const std::vector<FixtureThreshold> thresholds = thresholds_of(task.fixture.value_or(FixtureOptions()));
  if (write) {
    request.each = [&](const DesignedCandidate& candidate) {
      write(candidate_json(candidate, thresholds, task.units).dump() + "\n");
    };
  }
  return design_fixtures(ValidTask(task), request);
}

FixtureDesigns designs_told(const Task& task, const FixtureCommandOptions& options) {
  if (!options.all) return designs_of(task, options, nullptr);
  Outputs outputs({});
  outputs.add("--all", *options.all);
  std::optional<FixtureDesigns> designs;
  outputs.write_in_parts([&](const Outputs::Part& write) { designs = designs_of(task, options, write); });
  return std::move(*designs);
}

std::string best_task(const Task& task, const FixtureDesigns& designs, const FixtureCommandOptions& options) {
  const Json document = Json::parse(read_input(options.task.file(), options.task.report));
  return readable(fixed_task_json(document, task, designs.fixtures[0].place.candidate));
}

Answer answer_fixture(const ValidTask& valid, const FixtureCommandOptions& options) {
  const Task task = asked(valid, options);
  const FixtureDesigns designs = designs_told(task, options);
  Answer answer = fixture_answer(designs, task);
  if (options.all) answer.files.emplace_back(std::nullopt);  // written by now
  if (options.task_out) {
    answer.files.push_back(designs.fixtures.empty() ? std::nullopt : std::optional(best_task(task, designs, options)));
  }
  return answer;
}

int run(const FixtureCommandOptions& options) {
  require_one_task(options.task, "--all", options.all.has_value());
  require_one_task(options.task, "--task-out", options.task_out.has_value());
  if (options.task_out && options.task.file() == "-") {
    throw InputError("--task-out", "", "needs a task that is a file: standard input is read once");
  }
  Outputs outputs = outputs_of(options.task);
  if (options.all) outputs.add("--all", *options.all);
  if (options.task_out) outputs.add("--task-out", *options.task_out);
  return run_task("fixture", options.task, outputs,
                  [&](const ValidTask& task) { return answer_fixture(task, options); });
}

}  // namespace

Command add_fixture(Program& program) {
  const auto options = std::make_shared<FixtureCommandOptions>();
  FixtureCommandOptions& fixture = *options;
  CommandLine line = program.add_command(
      "fixture",
      "Fixtures for a part, ranked: where pins may stand so that it is located, seated blind, held, precise");
  add_task(line, fixture.task);
  fixture.task.passed_over = {"fixels", "goal", "start", "modes", "plan"};  // of the fixture that it has now
  line.add_option("--top", fixture.top, "Answer so many of the best; default the task's, 10").check(wrong_top, "N");
  line.add_option(
      "--all", fixture.all,
      "Write every candidate to this file, a line of JSON each, with what became of it; - is standard output");
  line.add_option("--task-out", fixture.task_out,
                  "Write the task with the best fixture to this file, for pawl plan, simulate and the others");
  line.add_option(
          "--refine", fixture.refine,
          "Move the pins of so many of the best along their edges to the least pose error, with a bound of what "
          "none on these edges is better than")
      .check(wrong_count, "K");
  line.add_option("--limit-plans", fixture.plans,
                  "Search so many plans of candidates that have no one-step plan by energy, the most precise first; "
                  "default 500")
      .check(wrong_count, "COUNT");
  line.add_option("--limit", fixture.seconds, "Stop after so many seconds, with the best until then")
      .check(wrong_seconds, "SECONDS");
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
