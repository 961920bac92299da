// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/draw/drawing_picture.h>
#include <pawl/io/drawing.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/design_fixtures.h>

#include <filesystem>
#include <limits>

#include "answers/answer.h"
#include "answers/fixture_answer.h"
#include "answers/text/answer_text.h"
#include "cli/command_line.h"
#include "cli/report.h"
#include "cli/task_command.h"

namespace pawl::cli {
namespace {

struct PartCommandOptions {
  std::string file;
  std::string layer;
  std::optional<std::string> unit;
  std::optional<double> join, deviation;
  std::optional<long> loop;
  ReportOptions report;
  PictureOptions pictures;
};

DrawingOptions options_of(const PartCommandOptions& given) {
  return drawing_options({given.layer, given.unit, given.join, given.deviation, given.loop.value_or(0)});
}

/// Faults of options are said of these.
InputError of_options(const InputError& error) {
  std::vector<Fault> faults = error.faults();
  for (Fault& fault : faults) {
    if (fault.pointer.starts_with('/')) fault.pointer = "--" + fault.pointer.substr(1);
  }
  return InputError(std::move(faults));
}

struct PartAnswer {
  Json document;
  Outputs::Texts pictures;
};

PartAnswer answer_of(const PartCommandOptions& given, Time start) {
  const std::string text = read_text_file(given.file);
  const DrawingOptions options = options_of(given);
  try {
    const Drawing drawing = read_drawing(text, options);
    const DrawnPart drawn = part_of(drawing, options);
    const std::string name = answers::visible(std::filesystem::path(given.file).stem().string());
    Json document = part_document(name, drawing, drawn);
    if (!given.report.no_timing) document["elapsed_ms"] = milliseconds_since(start);
    PartAnswer answer{std::move(document), {}};
    if (given.pictures.draws()) {
      answer.pictures = rendered(draw::drawing_picture(name, drawn, given.pictures.page()), given.pictures);
    }
    return answer;
  } catch (const InputError& error) {
    throw of_options(error);
  }
}

int run_part(const PartCommandOptions& options) {
  const Time start = std::chrono::steady_clock::now();
  if (!options.report.set.empty()) throw InputError("--set", "", "puts values into JSON, which a drawing is not");
  Outputs outputs({options.file});
  outputs.add("--out", options.report.out);
  add_outputs(options.pictures, outputs);
  outputs.require_places();
  PartAnswer answer = answer_of(options, start);
  Outputs::Texts texts = std::move(answer.pictures);
  texts.insert(texts.begin(), as_text(options.report) ? text_for_people(answer.document, kYes, style_of(options.report))
                                                      : readable(answer.document));
  outputs.write(texts);
  return kYes;
}

}  // namespace

Command add_part(Program& program) {
  const auto options = std::make_shared<PartCommandOptions>();
  CommandLine line = program.add_command(
      "part", "A DXF or SVG drawing as the part of a task: lines and arcs exactly, with a report of what was read");
  line.add_option("DRAWING", options->file, "DXF in text form (R12 to R2018), or SVG; - is standard input").required();
  line.add_option("--layer", options->layer, "Read this layer only; default all that are shown");
  line.add_option("--unit", options->unit,
                  "What the numbers are in; a size that an SVG states is converted; default what it says")
      .one_of({"m", "mm", "cm", "in"});
  line.add_option("--join", options->join, "Join ends this far apart, and list them; default 0: equal ones only")
      .check(wrong_size, "LENGTH");
  line.add_option("--deviation", options->deviation,
                  "Most that a chord is off a spline or an ellipse; default 0.001 of the unit")
      .check(wrong_size, "LENGTH");
  line.add_option("--loop", options->loop,
                  "Which closed curve is the part, from 1 as in the report; default the outer one")
      .check(wrong_count, "K");
  add_report(line, options->report);
  add_still_pictures(line, options->pictures);
  return {line, [options] { return with_faults_printed(options->file, [&] { return run_part(*options); }); }};
}

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

int run_fixture(const FixtureCommandOptions& options) {
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
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run_fixture(*options); }); }};
}

}  // namespace pawl::cli
