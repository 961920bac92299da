// SPDX-License-Identifier: MIT
#include "cli/task_command.h"

#include <pawl/base/fault.h>
#include <pawl/draw/render.h>
#include <pawl/draw/task_picture.h>
#include <pawl/io/edit_document.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/io/warnings.h>
#include <pawl/io/write_task.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <limits>

#include "answers/answer.h"
#include "answers/fixture_answer.h"
#include "answers/pictures/answer_picture.h"
#include "answers/text/answer_text.h"
#include "cli/output.h"
#include "cli/report.h"

namespace pawl::cli {
namespace {

/// Reads a size "WIDTHxHEIGHT" in whole px. Returns nothing for any other text, and for a size outside the limits of
/// pictures.
std::optional<Eigen::Vector2d> size_in(const std::string& text) {
  const std::size_t times = text.find('x');
  if (times == std::string::npos) return std::nullopt;
  for (const std::string& part : {text.substr(0, times), text.substr(times + 1)}) {
    if (part.empty() || part.size() > 5 || part.find_first_not_of("0123456789") != std::string::npos)
      return std::nullopt;
  }
  const Eigen::Vector2d size(std::stoi(text.substr(0, times)), std::stoi(text.substr(times + 1)));
  const bool fits =
      size.x() >= draw::kLeastWidth && size.y() >= draw::kLeastHeight && size.maxCoeff() <= draw::kLargestPage;
  return fits ? std::optional(size) : std::nullopt;
}

std::string wrong_page(const std::string& text) {
  if (size_in(text)) return "";
  return text + ": must be WIDTHxHEIGHT in px, each from 300 to 16384, such as 390x600";
}

draw::Theme theme_of(const std::optional<std::string>& name) {
  return name == "dark" ? draw::Theme::dark : name == "print" ? draw::Theme::print : draw::Theme::light;
}

}  // namespace

Eigen::Vector2d PictureOptions::page() const {
  const std::optional<Eigen::Vector2d> read = size_in(size);
  if (!read) throw InputError("--picture-size", size, "must be WIDTHxHEIGHT in px");
  return *read;
}

void add_pictures(CommandLine& command, PictureOptions& options) {
  add_still_pictures(command, options);
  command.add_option("--html", options.html,
                     "Also write a player to this file, one HTML file that replays plans, trials and scenes");
}

void add_still_pictures(CommandLine& command, PictureOptions& options) {
  command.add_option("--svg", options.svg, "Also write a picture to this file as SVG");
  command.add_option("--png", options.png, "Also write a picture to this file as PNG");
  command.add_option("--pdf", options.pdf, "Also write a picture to this file as PDF");
  command
      .add_option("--theme", options.theme,
                  "Colours of the picture: on white (the default), on black, or black and grey for paper; a player "
                  "follows the reader's system unless light or dark is given")
      .one_of({"light", "dark", "print"});
  command
      .add_option("--picture-size", options.size,
                  "Size of the picture in px; pictures with several frames are as high as necessary")
      .check(wrong_page, "WIDTHxHEIGHT")
      .show_default();
}

void add_outputs(const PictureOptions& options, Outputs& outputs) {
  if (options.svg) outputs.add("--svg", *options.svg);
  if (options.png) outputs.add("--png", *options.png);
  if (options.pdf) outputs.add("--pdf", *options.pdf);
  if (options.html) outputs.add("--html", *options.html);
}

void warn_of_names(const PictureOptions& pictures, const ReportOptions& report) {
  static const std::vector<std::string> kEndings = {".svg",  ".png", ".pdf",  ".html", ".htm", ".jpg",
                                                    ".jpeg", ".gif", ".json", ".dxf",  ".txt"};
  const auto check = [&](const char* option, const std::string& name, const std::optional<std::string>& file) {
    if (!file || without_notes(without_silenced({{"picture-name", "", ""}}, report), report).empty()) return;
    std::string ending = std::filesystem::path(*file).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
    const bool own = ending == "." + name || (name == "html" && ending == ".htm");
    if (own || std::find(kEndings.begin(), kEndings.end(), ending) == kEndings.end()) return;
    std::string format = name;
    for (char& letter : format) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    write_message(std::string(option) + ": " + *file + ": warning: the file is written as " + format + "; name it *." +
                  name + ", or use the option of the other format [picture-name]");
  };
  check("--svg", "svg", pictures.svg);
  check("--png", "png", pictures.png);
  check("--pdf", "pdf", pictures.pdf);
  check("--html", "html", pictures.html);
}

void add_outputs(const answers::ShopQuestion& question, Outputs& outputs) {
  if (question.plate) outputs.add("--plate", *question.plate);
  if (question.holes) outputs.add("--holes", *question.holes);
  if (question.sheet) outputs.add("--sheet", *question.sheet);
}

Outputs::Texts rendered(const draw::Picture& picture, const PictureOptions& options) {
  const draw::Theme theme = theme_of(options.theme);
  Outputs::Texts texts;
  if (options.svg) texts.push_back(draw::svg(picture, theme));
  if (options.png) texts.push_back(draw::png(picture, theme));
  if (options.pdf) texts.push_back(draw::pdf(picture, theme));
  return texts;
}

std::string page_text(draw::Page page, const PictureOptions& options) {
  using Scheme = draw::Page::Scheme;
  page.scheme = !options.theme ? Scheme::readers : options.theme == "dark" ? Scheme::dark : Scheme::light;
  return draw::html(page);
}

Outputs::Texts rendered_answer(const ValidTask& task, const Json& document, const PictureOptions& options, bool saved) {
  Outputs::Texts texts;
  if (options.draws()) texts = rendered(command_picture(task, document, options.page()), options);
  if (options.html) texts.push_back(page_text(command_page(task, document, saved), options));
  return texts;
}

namespace {

struct ReadTask {
  Question question;
  ValidTask task;
};

/// If the file is a scene or a file that no command reads, reports only this. Otherwise the user would see a long list
/// of the missing keys of a task. For any other file, reports `error` with names of options in place of pointers.
[[noreturn]] void refuse(const std::string& file, const InputError& error, const GivenTask& given) {
  const std::string text = file == "-" ? "" : read_text_file(file);
  refuse_other_file(text);
  if (kind_of_text(text) == TextKind::scene) {
    throw InputError("/bodies", "", "this is a scene, which pawl simulate accepts; expected a task, with a \"part\"");
  }
  throw at_options(error, given, is_drawing(file, text));
}

ReadTask read(const char* command, const std::string& file, const TaskOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  ValidTask task = read_task_of_command(file, options.report, options.passed_over);
  Question question{command, task.task().name, start, file, task.task().units, options.files.size() > 1};
  return {std::move(question), std::move(task)};
}

/// Reads all tasks and returns those without faults. If other tasks have faults, prints these faults and sets `bad` to
/// true. Then checks the folders of the outputs, writes the file of --task-out, and installs the handlers of
/// catch_interrupts().
std::vector<ReadTask> read_all(const char* command, const TaskOptions& options, Outputs& outputs, bool& bad) {
  std::vector<ReadTask> tasks;
  for (const std::string& file : options.files) {
    const bool sound = without_fault(file, [&] { tasks.push_back(read(command, file, options)); });
    bad = bad || !sound;
  }
  if (tasks.empty()) return {};
  for (const ReadTask& read : tasks) add_named_files(read.task, outputs);
  outputs.require_places();
  for (const ReadTask& read : tasks) write_asked(read.task, options);
  catch_interrupts();  // must follow the reading of tasks: the interrupt flag is not polled while a file is read
  return tasks;
}

}  // namespace

ValidTask read_task_of_command(const std::string& file, const ReportOptions& options,
                               const std::vector<std::string>& passed_over) {
  try {
    const bool unchanged = options.set.empty() && passed_over.empty() && edits_of(options.task).empty();
    // read_valid_task_file() frees the text of a large file before it builds the task.
    if (unchanged && !is_drawing_file(file)) return read_valid_task_file(file);
    std::string text = read_input(file, options);
    if (!passed_over.empty()) text = without_members(text, passed_over);
    return read_valid_task(text, folder_of(file));
  } catch (const InputError& error) {
    refuse(file, error, options.task);
  }
}

void add_named_files(const ValidTask& task, Outputs& outputs) {
  for (const std::string& file : task.named_files()) outputs.add_input(file);
}

void add_task(CommandLine& command, TaskOptions& options, const Input& input) {
  command.add_option(input.name, options.files, input.help).required();
  add_given_task(command, options.report.task);
  if (input.task_out) {
    command.add_option("--task-out", options.task_out, "Also write the task into this file, with the values of all options");
  }
  add_report(command, options.report);
  add_pictures(command, options.pictures);
}

void write_asked(const ValidTask& task, const TaskOptions& options) {
  if (!options.task_out) return;
  std::vector<std::string> inputs = options.files;
  inputs.insert(inputs.end(), task.named_files().begin(), task.named_files().end());
  Outputs outputs(inputs);
  outputs.add("--task-out", *options.task_out);
  outputs.require_places();
  outputs.write({write_task(task)});
}

StopToken interrupt_after(const std::optional<double>& seconds) {
  return StopToken(seconds.value_or(std::numeric_limits<double>::infinity()), &interrupted_flag());
}

Outputs outputs_of(const TaskOptions& options) {
  require_one_task(options, "--svg, --png, --pdf and --html", options.pictures.any());
  require_one_task(options, "--task-out", options.task_out.has_value());
  Outputs outputs(options.files);
  outputs.add("--out", options.report.out);
  add_outputs(options.pictures, outputs);
  warn_of_names(options.pictures, options.report);
  return outputs;
}

void require_one_task(const TaskOptions& options, const char* option, bool given) {
  if (given && options.files.size() > 1)
    throw InputError(option, "", "works for one task only, and several were given");
}

void add_picture(const ValidTask& task, const PictureOptions& options, const ReportOptions& report,
                 AnsweredQuestion& answered) {
  if (!options.any()) return;
  const Outputs::Texts texts = rendered_answer(task, for_people(document_of(answered, report), report), options);
  answered.answer.files.insert(answered.answer.files.begin(), texts.begin(), texts.end());
}

int run_task(const char* command, const TaskOptions& options, Outputs outputs,
             const std::function<Answer(const ValidTask&)>& answer) {
  bool bad = false;
  const std::vector<ReadTask> tasks = read_all(command, options, outputs, bad);
  std::vector<AnsweredQuestion> answered;
  Progress progress("task", static_cast<long>(tasks.size()));
  for (const auto& [question, task] : tasks) {
    const bool sound = without_fault(question.file, [&, &question = question, &task = task] {
      Answer found = answer(task);
      const Warnings of_task = warnings(task, command);
      found.warnings.insert(found.warnings.begin(), of_task.begin(), of_task.end());
      AnsweredQuestion one{question, std::move(found)};
      add_picture(task, options.pictures, options.report, one);
      answered.push_back(std::move(one));
    });
    bad = bad || !sound;
    if (tasks.size() > 1) progress.show(static_cast<long>(answered.size()));
  }
  if (answered.empty()) return kBadInput;
  const int status = print_answers(answered, options.report, outputs);
  return bad ? kBadInput : status;
}

namespace {

struct Streamed {
  const ReadTask& read;
  StreamedAnswer answer;
  StreamedAnswer::End end = {};
  Warnings warnings = {};
};

void write_streamed(Streamed& streamed, const ReportOptions& options, JsonStream& json) {
  streamed.end = write_document(streamed.read.question, streamed.answer, streamed.warnings, !options.no_timing, json);
}

int status_of(const Streamed& streamed, const ReportOptions& options) {
  print_warnings(streamed.read.question.file, streamed.warnings, options);
  if (streamed.end.stopped) {
    write_message(std::string("pawl: stopped: ") + (interrupted_flag() ? "interrupted" : "the limit was reached") +
                  " before the last mode" + (interrupted_flag() ? "" : " (raise --limit)"));
  }
  if (streamed.end.status == kFailed) write_message("pawl: " + streamed.end.message);
  return streamed.end.stopped ? kFailed : streamed.end.status;
}

/// Writes an answer and its picture. The picture needs the whole answer, so the answer is not written during the
/// search: it is collected in memory first.
void write_drawn(Streamed& streamed, const TaskOptions& options, const Outputs& outputs) {
  Json document;
  JsonStream json(document, std::numeric_limits<std::size_t>::max());
  write_streamed(streamed, options.report, json);
  const Status status = streamed.end.stopped ? kFailed : streamed.end.status;
  const Json shown = for_people(document, options.report);
  Outputs::Texts texts = {as_text(options.report) ? text_for_people(shown, status, style_of(options.report))
                                                  : text_of(document, options.report.pretty)};
  for (std::optional<std::string>& text : rendered_answer(streamed.read.task, shown, options.pictures)) {
    texts.push_back(std::move(text));
  }
  outputs.write(texts);
}

}  // namespace

int run_streamed_task(const char* command, const TaskOptions& options, Outputs outputs,
                      const std::function<StreamedAnswer(const ValidTask&)>& answer) {
  bool bad = false;
  const std::vector<ReadTask> tasks = read_all(command, options, outputs, bad);
  std::vector<Streamed> all;
  for (const ReadTask& read : tasks) {
    const bool sound = without_fault(read.question.file, [&] {
      StreamedAnswer streamed = answer(read.task);
      all.push_back({read, std::move(streamed)});
      all.back().warnings = without_silenced(warnings(read.task, command), options.report);
    });
    bad = bad || !sound;
  }
  if (all.empty()) return kBadInput;
  if (options.pictures.any()) {
    write_drawn(all[0], options, outputs);
    return status_of(all[0], options.report);
  }
  outputs.write_in_parts([&](const Outputs::Part& write) {
    for (Streamed& streamed : all) {
      if (!as_text(options.report)) {
        JsonStream json(write, options.report.pretty);
        write_streamed(streamed, options.report, json);
        continue;
      }
      constexpr std::size_t kMostShown = 1000;
      Json document;
      JsonStream json(document, kMostShown);
      write_streamed(streamed, options.report, json);
      document = for_people(std::move(document), options.report);
      write(text_for_people(document, streamed.end.stopped ? kFailed : streamed.end.status, style_of(options.report)));
    }
  });
  int status = kYes;
  for (const Streamed& streamed : all) status = std::max(status, status_of(streamed, options.report));
  return bad ? kBadInput : status;
}

}  // namespace pawl::cli
