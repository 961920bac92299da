// SPDX-License-Identifier: MIT
#include "report.h"

#include <pawl/io/edit_document.h>
#include <pawl/io/read_task.h>
#include <pawl/io/warnings.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "answers/text/answer_text.h"
#include "progress.h"
#include "terminal_style.h"

namespace pawl::cli {
namespace {

std::string wrong_code(const std::string& code) {
  const std::vector<std::string>& known = warning_codes();
  if (std::find(known.begin(), known.end(), code) != known.end()) return "";
  std::string list;
  for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one;
  return code + ": is no warning; the warnings are " + list;
}

std::string wrong_edit(const std::string& text) {
  const std::size_t equals = text.find('=');
  return equals == std::string::npos || equals == 0 ? text + ": must be KEY=VALUE, as friction=.3 or /fixels/0/at=[1,2]"
                                                    : "";
}

}  // namespace

bool as_text(const ReportOptions& options) {
  if (!options.format.empty()) return options.format == "text";
  return !options.pretty && options.out == "-" && isatty(STDOUT_FILENO) != 0;
}

TextStyle style_of(const ReportOptions& options) {
  TextStyle style = style_of_standard_output();
  if (options.out != "-") style.colour = false;
  return style;
}

void add_report(CommandLine& command, ReportOptions& options) {
  command.add_option("--format", options.format, "text for people, or json; default text on a terminal, json elsewhere")
      .one_of({"text", "json"});
  command.add_flag("--pretty", options.pretty, "Indented JSON");
  command
      .add_option("--out", options.out,
                  "Write the answer to this file, put in place when it is whole; - is standard output")
      .show_default();
  command.add_flag("--no-timing", options.no_timing, "Leave out times, so that answers can be compared");
  add_input(command, options);
}

void add_input(CommandLine& command, ReportOptions& options) {
  command.add_flag(
      "--quiet",
      [&options] {
        options.quiet = true;
        Progress::turn_off();
      },
      "No warnings and no progress on standard error");
  command.add_option("--no-warn", options.no_warn, "Leave out warnings with this code, here and in the answer")
      .check(wrong_code, "CODE")
      .one_each();
  command.add_option("--set", options.set, "Put a value into the input: KEY=VALUE, KEY a top-level key or JSON pointer")
      .check(wrong_edit, "KEY=VALUE")
      .one_each();
}

void print_faults(const std::string& file, const InputError& error) {
  for (const Fault& fault : error.faults()) {
    std::string line = fault.pointer.rfind("--", 0) == 0 ? "" : file;  // an option is no part of the file
    for (const std::string* part : {&fault.pointer, &fault.value, &fault.message}) {
      if (!part->empty()) line += (line.empty() ? "" : ": ") + *part;
    }
    write_message(line);
  }
}

int with_faults_printed(const std::string& file, const std::function<int()>& run) {
  try {
    return run();
  } catch (const InputError& error) {
    print_faults(file, error);
    return kBadInput;
  }
}

bool without_fault(const std::string& file, const std::function<void()>& run) {
  return with_faults_printed(file, [&] {
           run();
           return kYes;
         }) == kYes;
}

std::string read_input(const std::string& file, const ReportOptions& options) {
  std::string text = read_text_file(file);
  if (options.set.empty()) return text;
  std::vector<DocumentEdit> edits;
  for (const std::string& edit : options.set) {
    const std::size_t equals = edit.find('=');
    edits.push_back({edit.substr(0, equals), edit.substr(equals + 1)});
  }
  return edit_document(text, edits);
}

std::string folder_of(const std::string& file) {
  return file == "-" ? "" : std::filesystem::path(file).parent_path().string();
}

Warnings without_silenced(Warnings warnings, const ReportOptions& options) {
  std::erase_if(warnings, [&](const Warning& warning) {
    return std::find(options.no_warn.begin(), options.no_warn.end(), warning.code) != options.no_warn.end();
  });
  return warnings;
}

void print_warnings(const std::string& file, const Warnings& warnings, const ReportOptions& options) {
  const bool seen = as_text(options) && options.out == "-" && isatty(STDOUT_FILENO) != 0 &&
                    isatty(STDERR_FILENO) != 0;  // in the text
  if (options.quiet || seen) return;
  for (const Warning& warning : warnings) {
    const std::string place = file + ": " + warning.pointer + (warning.pointer.empty() ? "" : ": ");
    write_message(place + "warning: " + warning.message + " [" + warning.code + "]");
  }
}

Json document_of(const AnsweredQuestion& answered, const ReportOptions& options) {
  return answers::document_of(answered.question, answered.answer.results,
                              without_silenced(answered.answer.warnings, options), !options.no_timing);
}

Json read_answer(const std::string& file) {
  Json document = Json::parse(read_text_file(file));
  if (!document.members()) throw InputError("", "", "expected an answer of pawl, a JSON object");
  if (!document["command"].text()) throw InputError("/command", "", "is missing; expected an answer of pawl");
  return document;
}

int print_answers(const std::vector<AnsweredQuestion>& answered, const ReportOptions& options, const Outputs& outputs) {
  std::string text;
  for (const AnsweredQuestion& one : answered) {
    const Json document = document_of(one, options);
    text += as_text(options) ? text_for_people(document, one.answer.status, style_of(options))
                             : text_of(document, options.pretty);
  }
  Outputs::Texts texts = {text};
  texts.insert(texts.end(), answered[0].answer.files.begin(), answered[0].answer.files.end());
  outputs.write(texts);
  int status = kYes;
  for (const auto& [question, answer] : answered) {
    print_warnings(question.file, without_silenced(answer.warnings, options), options);
    if (answer.status == kFailed) write_message("pawl: " + answer.message);
    status = std::max<int>(status, answer.status);
  }
  return status;
}

}  // namespace pawl::cli
