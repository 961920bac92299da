// SPDX-License-Identifier: MIT
#include "cli/report.h"

#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>
#include <pawl/io/edit_document.h>
#include <pawl/io/read_task.h>
#include <pawl/io/warnings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "answers/text/answer_text.h"

namespace pawl::cli {

/// Returns the style of standard output. On a terminal, texts have the width of the terminal, and are coloured unless
/// NO_COLOR is set or TERM is "dumb" or not set. If the width is unknown, it is the value of COLUMNS. A known width is
/// limited to the range from 40 to 100 columns; without a known width, texts have 80 columns. They are UTF-8 if the
/// locale uses UTF-8.
answers::TextStyle style_of_standard_output();

namespace {

constexpr std::size_t kLongestQuote = 80;

/// Parses the whole text as a number with std::from_chars, which accepts no blanks and does not depend on the locale.
template <class Number, class... Format>
std::optional<Number> whole_text(std::string_view text, Format... format) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, format...);
  return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

}  // namespace

std::optional<double> plain_number(std::string_view text) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  const std::optional<double> number = whole_text<double>(text.substr(plus ? 1 : 0), std::chars_format::general);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<double> whole_number(std::string_view text) {
  const std::optional<std::uint64_t> number = whole_text<std::uint64_t>(text);
  return number ? std::optional(static_cast<double>(*number)) : std::nullopt;
}

Eigen::Vector3d parse_wrench(const std::string& text, const std::string& option) {
  Eigen::Vector3d wrench;
  std::size_t begin = 0;
  for (int k = 0; k < 3; ++k) {
    const std::size_t end = k < 2 ? text.find(',', begin) : text.size();
    const auto entry = plain_number(end == std::string::npos ? "" : std::string_view(text).substr(begin, end - begin));
    if (!entry) throw InputError(option, text.substr(0, kLongestQuote), kExpectedWrench);
    wrench[k] = *entry;
    begin = end + 1;
  }
  const std::string wrong = wrong_wrench(wrench);
  if (!wrong.empty()) throw InputError(option, text.substr(0, kLongestQuote), wrong);
  return wrench;
}

GivenPlace parse_place(const std::string& text) {
  const std::size_t comma = text.find(',');
  const std::optional<double> edge = plain_number(text.substr(0, comma));
  const std::optional<double> share = comma == std::string::npos ? std::nullopt : plain_number(text.substr(comma + 1));
  if (!edge || !share) throw InputError("--clamp-at", text, std::string(kExpectedPlace) + "3,0.5");
  return {*edge, *share, text};
}

namespace {

constexpr const char* kWipe = "\r\033[K";

bool turned_off = false;

std::string time_left(double seconds) {
  const long whole = static_cast<long>(std::ceil(std::min(seconds, 1e9)));
  if (whole < 100) return std::to_string(whole) + " s left";
  return whole < 6000 ? std::to_string((whole + 59) / 60) + " min left"
                      : std::to_string((whole + 3599) / 3600) + " h left";
}

}  // namespace

std::string progress_line(const std::string& unit, long done, long total, double seconds) {
  constexpr int kWidth = 20;
  const double part = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 1;
  const auto filled = static_cast<std::size_t>(std::clamp(part, 0., 1.) * kWidth);
  std::string line = unit + " " + std::to_string(done) + " of " + std::to_string(total) + " [" +
                     std::string(filled, '#') + std::string(kWidth - filled, ' ') + "]";
  if (done > 0) line += " " + time_left(seconds * (1 / part - 1));
  return line;
}

Progress::Progress(std::string unit, long total)
    : unit_(std::move(unit)),
      total_(total),
      terminal_(!turned_off && isatty(STDERR_FILENO) != 0),
      start_(Clock::now()) {
  next_ = start_ + std::chrono::seconds(1);
}

Progress::~Progress() {
  if (shown_) std::fputs(kWipe, stderr);
}

void Progress::turn_off() { turned_off = true; }

void Progress::show(long done) {
  if (!terminal_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  shown_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::fprintf(stderr, "%s%s", kWipe, progress_line(unit_, done, total_, seconds).c_str());
  std::fflush(stderr);
}

StatusLine::~StatusLine() {
  if (shown_) std::fputs(kWipe, stderr);
}

void StatusLine::show(const std::string& text) {
  if (turned_off || isatty(STDERR_FILENO) == 0) return;
  shown_ = true;
  std::fprintf(stderr, "%s%s", kWipe, text.c_str());
  std::fflush(stderr);
}

namespace {

constexpr int kLeastWidth = 40, kMostWidth = 100;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): no code of this program sets environment
                                          // variables
  return value != nullptr ? value : "";
}

bool locale_is_utf8() {
  std::string_view locale;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (locale.empty()) locale = environment(name);
  }
  std::string lower;
  for (const char c : locale) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return lower.find("utf-8") != std::string::npos || lower.find("utf8") != std::string::npos;
}

}  // namespace

TextStyle style_of_standard_output() {
  TextStyle style;
  style.unicode = locale_is_utf8();
  int width = 0;
  if (isatty(STDOUT_FILENO) != 0) {
    style.colour = environment("NO_COLOR").empty() && environment("TERM") != "dumb" && !environment("TERM").empty();
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  }
  if (width == 0) width = static_cast<int>(plain_number(environment("COLUMNS")).value_or(0));
  if (width > 0) style.width = std::clamp(width, kLeastWidth, kMostWidth);
  return style;
}

namespace {

std::string wrong_code(const std::string& code) {
  const std::vector<std::string>& known = warning_codes();
  if (std::find(known.begin(), known.end(), code) != known.end()) return "";
  std::string list;
  for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one;
  return code + ": unknown warning code; the codes are " + list;
}

std::string wrong_edit(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string key = text.substr(0, equals);
  if (equals != std::string::npos && key.find(' ') != std::string::npos && key[0] != '/')
    return text + ": must be KEY=VALUE without blanks around the sign";
  const bool path = !key.starts_with('/') && !key.starts_with("x-") && key.find_first_of("/.") != std::string::npos;
  if (equals != std::string::npos && path) {
    std::string pointer = "/" + key;
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    return text + ": the pointer of a value begins with /; did you mean " + pointer + "?";
  }
  return equals == std::string::npos || equals == 0
             ? text + ": must be KEY=VALUE, as in friction=.3 or /fixels/0/at=[1,2]"
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
  command
      .add_option("--format", options.format,
                  "Print text for people or JSON; default text on a terminal, otherwise JSON")
      .one_of({"text", "json"});
  command.add_flag("--pretty", options.pretty, "Print indented JSON");
  command.add_option("--out", options.out, "Write the answer to this file once it is complete; - is standard output")
      .show_default();
  command.add_flag("--no-timing", options.no_timing, "Omit times, so that answers can be compared");
  add_input(command, options);
}

void add_input(CommandLine& command, ReportOptions& options) {
  command.add_flag(
      "--quiet",
      [&options] {
        options.quiet = true;
        Progress::turn_off();
      },
      "Omit warnings in texts, in pictures and on standard error, and omit progress");
  command.add_flag("--verbose", options.verbose,
                   "Also show notes about properties that every drawing of that kind has");
  command.add_option("--no-warn", options.no_warn, "Omit warnings with this code, on standard error and in the answer")
      .check(wrong_code, "CODE")
      .one_each();
  command
      .add_option("--set", options.set,
                  "Change a value of the input: KEY=VALUE, where KEY is a top-level key or a JSON pointer")
      .check(wrong_edit, "KEY=VALUE")
      .one_each();
}

void print_faults(const std::string& file, const InputError& error) {
  for (const Fault& fault : error.faults()) {
    std::string line = fault.pointer.rfind("--", 0) == 0 ? "" : file;  // a fault of an option is reported without the
                                                                       // name of the file
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
  if (options.task.accepted) refuse_other_file(text);
  if (options.task.accepted && is_drawing(file, text)) text = task_of_drawing(file, text, options.task);
  std::vector<DocumentEdit> edits = edits_of(options.task);
  if (options.set.empty() && edits.empty()) return text;
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

Warnings without_notes(Warnings warnings, const ReportOptions& options) {
  if (options.quiet) return {};
  if (!options.verbose) std::erase_if(warnings, is_note);
  return warnings;
}

Json for_people(Json document, const ReportOptions& options) {
  Warnings all;
  const Json& list = at(document, "warnings");
  for (std::size_t k = 0; k < count_of(list); ++k) {
    const Json& one = at(list, k);
    all.push_back({text_in(at(one, "code")), text_in(at(one, "pointer")), text_in(at(one, "message"))});
  }
  if (all.empty()) return document;
  Json shown = Json::array();
  for (const Warning& one : without_notes(all, options))
    shown.push_back({{"code", one.code}, {"pointer", one.pointer}, {"message", one.message}});
  document["warnings"] = std::move(shown);
  return document;
}

void print_warnings(const std::string& file, const Warnings& warnings, const ReportOptions& options) {
  const bool seen = as_text(options) && options.out == "-" && isatty(STDOUT_FILENO) != 0 &&
                    isatty(STDERR_FILENO) != 0;  // on a terminal, the text of the answer already contains the warnings
  if (seen) return;
  for (const Warning& warning : without_notes(warnings, options)) {
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
  if (!document.members()) throw InputError("", "", "must be a JSON object, an answer of pawl");
  if (!document["command"].text())
    throw InputError("/command", "", "is missing; expected the command of an answer of pawl");
  return document;
}

int print_answers(const std::vector<AnsweredQuestion>& answered, const ReportOptions& options, const Outputs& outputs) {
  std::string text;
  for (const AnsweredQuestion& one : answered) {
    const Json document = document_of(one, options);
    text += as_text(options) ? text_for_people(for_people(document, options), one.answer.status, style_of(options))
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
