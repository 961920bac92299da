// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/draw/drawing_picture.h>
#include <pawl/io/drawing.h>
#include <pawl/io/read_task.h>
#include <pawl/io/write_task.h>
#include <pawl/planner/design_fixtures.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "answers/answer.h"
#include "answers/find_fixtures.h"
#include "answers/fixture_answer.h"
#include "answers/shop_files.h"
#include "answers/text/answer_text.h"
#include "cli/command_line.h"
#include "cli/given_task.h"
#include "cli/report.h"
#include "cli/task_command.h"

namespace pawl::cli {
namespace {

/// Rewrites the words `try layer "A B"` of a message as `try --layer 'A B'`.
void write_layer_as_option(std::string& message) {
  constexpr std::string_view kBefore = "try layer \"";
  const std::size_t at = message.rfind(kBefore);
  if (at == std::string::npos || !message.ends_with('"')) return;
  const std::string layer = message.substr(at + kBefore.size(), message.size() - at - kBefore.size() - 1);
  message.replace(at, std::string::npos, "try --layer " + answers::shell_word(layer));
}

/// Returns the same faults, but with names of options in place of JSON pointers.
InputError of_options(const InputError& error) {
  std::vector<Fault> faults = error.faults();
  for (Fault& fault : faults) {
    write_layer_as_option(fault.message);
    if (!fault.pointer.starts_with('/')) continue;
    fault.pointer = "--" + fault.pointer.substr(1);
    std::replace(fault.pointer.begin(), fault.pointer.end(), '_', '-');
  }
  return InputError(std::move(faults));
}

DrawingOptions options_of(const PartQuestion& question) {
  try {
    return drawing_options(question);
  } catch (const InputError& error) {
    throw of_options(error);
  }
}

/// Returns the question's options as they are written on a command line, such as " --unit mm".
std::string question_words(const PartQuestion& question) {
  std::string words;
  const auto add = [&](const char* name, const std::string& value) {
    words += fmt::format(" --{} {}", name, answers::shell_word(value));
  };
  if (question.layer) add("layer", *question.layer);
  if (question.not_layer) add("not-layer", *question.not_layer);
  if (question.unit) add("unit", *question.unit);
  if (question.join) add("join", fmt::format("{}", *question.join));
  if (question.deviation) add("deviation", fmt::format("{}", *question.deviation));
  return words;
}

/// Returns the faults of a drawing that a command could not read. If other options make the drawing readable, adds a
/// fault that contains the command with these options.
InputError with_remedy(const InputError& error, const FileOptions& given, const std::string& text,
                       const PartQuestion& question, DrawingOptions options) {
  std::vector<Fault> faults = error.faults();
  options.loop = 0;
  const std::vector<DrawingRemedy> remedy = find_remedy(text, options);
  if (remedy.empty()) return InputError(std::move(faults));
  PartQuestion rest = question;
  std::string all;
  for (const DrawingRemedy& one : remedy) {
    if (one.option == "join") rest.join.reset();
    if (one.option == "deviation") rest.deviation.reset();
    if (one.option == "layer" && rest.layer) {
      rest.layer.reset();
      faults.push_back({"", "",
                        fmt::format("Layer \"{}\" has a closed outline: try --layer {}", one.value,
                                    answers::shell_word(one.value))});
    }
    if (one.option == "loop") all = "; --loop all writes one task per part";
  }
  const std::string file = (given.file.starts_with('-') && given.file != "-" ? "./" : "") + given.file;
  faults.push_back({"", "",
                    fmt::format("a command that reads it: pawl part {}{}{}{}", answers::shell_word(file),
                                question_words(rest), option_words(remedy), all)});
  return InputError(std::move(faults));
}

struct PartAnswer {
  Json document;
  Outputs::Texts pictures;
};

PartAnswer answer_of(const FileOptions& given, const PartQuestion& question, Time start) {
  const std::string text = read_text_file(given.file);
  const DrawingOptions options = options_of(question);
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
    throw with_remedy(of_options(error), given, text, question, options);
  }
}

/// Returns the task for one of several parts in a drawing.
Json task_of(const std::string& name, const DrawnPart& drawn) {
  Units units;
  units.length = *drawn.unit;
  Json task = {{"pawl", 1}};
  task["name"] = name;
  task["units"] = {{"length", units.length_name()}, {"angle", units.angle_name()}};
  task["part"] = part_json(as_part(drawn));
  return task;
}

/// Writes one task per part in a drawing, to the files NAME-1.json, NAME-2.json and so on. NAME is the value of --out
/// without the ending .json or, without this option, the name of the drawing without its ending. Prints one line per
/// file.
int run_all_parts(const FileOptions& given, PartQuestion question) {
  question.loops.reset();
  if (given.pictures.draws())
    throw InputError("--loop", "all", "writes tasks and no pictures; to draw one part, choose it by its number");
  const std::string text = read_text_file(given.file);
  const DrawingOptions options = options_of(question);
  std::vector<DrawnPart> parts;
  try {
    parts = parts_of(read_drawing(text, options), options);
  } catch (const InputError& error) {
    throw with_remedy(of_options(error), given, text, question, options);
  }
  const std::filesystem::path drawing(given.file);
  std::filesystem::path stem = given.report.out == "-" ? drawing.stem() : std::filesystem::path(given.report.out);
  if (stem.extension() == ".json") stem.replace_extension();
  Outputs outputs({given.file});
  Outputs::Texts texts;
  outputs.add("", "-");
  texts.emplace_back();
  std::string lines;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::string file = fmt::format("{}-{}.json", stem.string(), k + 1);
    const std::string name = answers::visible(std::filesystem::path(file).stem().string());
    outputs.add("--out", file);
    texts.emplace_back(readable(task_of(name, parts[k])));
    const auto main = std::find_if(parts[k].loops.begin(), parts[k].loops.end(),
                                   [](const DrawnLoop& loop) { return loop.kind == DrawnLoop::Kind::outline; });
    const auto holes = std::count_if(parts[k].loops.begin(), parts[k].loops.end(),
                                     [](const DrawnLoop& loop) { return loop.kind == DrawnLoop::Kind::hole; });
    lines += fmt::format("{}: loop {}, area {:.6g}, holes {}\n", answers::visible(file),
                         main - parts[k].loops.begin() + 1, parts[k].properties.area, holes);
  }
  texts[0] = lines;
  outputs.require_places();
  outputs.write(texts);
  return kYes;
}

int run_part(const FileOptions& options, const PartQuestion& question) {
  const Time start = std::chrono::steady_clock::now();
  if (!options.report.set.empty())
    throw InputError("--set", "", "applies to JSON inputs only, and a drawing is not JSON");
  if (question.loops == "all") return run_all_parts(options, question);
  Outputs outputs({options.file});
  outputs.add("--out", options.report.out);
  add_outputs(options.pictures, outputs);
  warn_of_names(options.pictures, options.report);
  outputs.require_places();
  PartAnswer answer = answer_of(options, question, start);
  Outputs::Texts texts = std::move(answer.pictures);
  texts.insert(texts.begin(), as_text(options.report) ? text_for_people(answer.document, kYes, style_of(options.report))
                                                      : readable(answer.document));
  outputs.write(texts);
  return kYes;
}

}  // namespace

Command add_part(Program& program) {
  const auto input = std::make_shared<FileOptions>();
  const auto question = std::make_shared<PartQuestion>();
  CommandLine line =
      program.add_command("part", "Read a DXF or SVG drawing as the part of a task; lines and arcs stay exact");
  line.add_option("DRAWING", input->file, "DXF in text form (R12 to R2018) or SVG; - is standard input").required();
  line.add(parameters(*question));
  add_report(line, input->report);
  add_still_pictures(line, input->pictures);
  return {line, [=] { return with_faults_printed(input->file, [&] { return run_part(*input, *question); }); }};
}

namespace {

/// Shows one progress line for each stage of the search.
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
        return "thousandths of the candidates";
      case DesignProgress::Stage::plans:
        return "plan";
      case DesignProgress::Stage::refinements:
        return "refined fixture";
      case DesignProgress::Stage::measures:
        break;
    }
    return "measured fixture";
  }

  DesignProgress::Stage stage_ = DesignProgress::Stage::candidates;
  std::unique_ptr<Progress> line_;
};

/// Returns the question with the time limit and the progress line of the command line.
DesignQuestion with_limits(DesignQuestion question) {
  question.stop = interrupt_after(question.limit);
  question.more_time = [](double seconds) { return interrupt_after(seconds); };
  question.progress = [line = std::make_shared<DesignLine>()](const DesignProgress& progress) { line->show(progress); };
  return question;
}

/// Finds the fixtures. If --all is given, writes all candidates to its file.
FixtureDesigns designs_written(const Task& task, const DesignQuestion& question) {
  if (!question.all) return find_fixtures(task, question);
  Outputs outputs({});
  outputs.add("--all", *question.all);
  std::optional<FixtureDesigns> designs;
  outputs.write_in_parts([&](const Outputs::Part& write) {
    DesignQuestion with_lines = question;
    with_lines.write_candidate = write;
    designs = find_fixtures(task, with_lines);
  });
  return std::move(*designs);
}

std::string task_with(const FixtureCandidate& best, const Task& task, const TaskOptions& options) {
  // If the input is a drawing, the written task contains its outline instead, because the path of the drawing may be
  // wrong in another folder.
  const bool drawn = is_drawing_file(options.file());
  const Json document = Json::parse(drawn ? write_task(task) : read_input(options.file(), options.report));
  return readable(fixed_task_json(document, task, best));
}

Answer answer_fixture(const ValidTask& valid, const TaskOptions& options, const DesignQuestion& given) {
  const Task task = task_to_design(valid, given);
  DesignQuestion question = with_limits(given);
  question.advice = question.advice || as_text(options.report);
  const FixtureDesigns designs = designs_written(task, question);
  Answer answer = answer_fixtures(task, designs, question);
  if (question.all) answer.files.emplace_back(std::nullopt);  // an empty entry, because the file of --all has already
                                                              // been written
  const std::optional<FixtureCandidate> best = best_fixture(valid, designs);
  if (question.task_out) answer.files.push_back(best ? std::optional(task_with(*best, task, options)) : std::nullopt);
  if (question.shop.any() && best) {
    for (auto& file : shop_files(ValidTask(with_fixture(task, *best)), question.shop, best->clamp, interrupt_after()))
      answer.files.push_back(std::move(file));
  }
  return answer;
}

int run_fixture(const TaskOptions& given, const DesignQuestion& question) {
  TaskOptions options = given;
  options.passed_over = {"fixels", "goal", "start", "modes",
                         "plan"};  // keys that belong to the fixture in the file
  require_one_task(options, "--all", question.all.has_value());
  require_one_task(options, "--task-out", question.task_out.has_value());
  require_one_task(options, "--plate, --holes and --sheet", question.shop.any());
  require_consistent(question.shop);
  if (question.shop.date && !question.shop.sheet) throw InputError("--date", "", "has no effect without --sheet");
  if (question.task_out && options.file() == "-") {
    throw InputError("--task-out", "", "needs a task file instead of standard input, which can be read only once");
  }
  Outputs outputs = outputs_of(options);
  if (question.all) outputs.add("--all", *question.all);
  if (question.task_out) outputs.add("--task-out", *question.task_out);
  add_outputs(question.shop, outputs);
  return run_task("fixture", options, outputs,
                  [&](const ValidTask& task) { return answer_fixture(task, options, question); });
}

}  // namespace

Command add_fixture(Program& program) {
  return add_task_command(
      program, "fixture",
      "Find and rank pin positions that locate a part, seat it without sensors, hold it and place it precisely",
      run_fixture, Input{.task_out = false});
}

}  // namespace pawl::cli
