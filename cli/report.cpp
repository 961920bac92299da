// SPDX-License-Identifier: MIT
#include "report.h"

#include <cstdio>

namespace pawl::cli {

void add_report(CommandLine& command, ReportOptions& options) {
  command.add_flag("--pretty", options.pretty, "Indented output for people");
  command
      .add_option("--out", options.out,
                  "Write the answer to this file, put in place when it is whole; - is standard output")
      .show_default();
}

void print_faults(const std::string& file, const InputError& error) {
  for (const Fault& fault : error.faults()) {
    std::string line = fault.pointer.rfind("--", 0) == 0 ? "" : file;  // an option is no part of the file
    for (const std::string* part : {&fault.pointer, &fault.value, &fault.message}) {
      if (!part->empty()) line += (line.empty() ? "" : ": ") + *part;
    }
    std::fprintf(stderr, "%s\n", line.c_str());
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

double milliseconds_since(Time start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

int print_answer(const Question& question, const Answer& answer, const ReportOptions& options, const Outputs& outputs) {
  const double elapsed = milliseconds_since(question.start);
  Json document = {{"pawl", 1}, {"command", question.command}, {"name", question.name}, {"results", answer.results}};
  for (const Fault& note : answer.notes) {
    document["warnings"].push_back({{"pointer", note.pointer}, {"message", note.message}});
  }
  document["elapsed_ms"] = elapsed;
  Outputs::Texts texts = {text_of(document, options.pretty)};
  texts.insert(texts.end(), answer.files.begin(), answer.files.end());
  outputs.write(texts);
  for (const Fault& note : answer.notes) {
    std::fprintf(stderr, "%s: %s: warning: %s\n", question.file.c_str(), note.pointer.c_str(), note.message.c_str());
  }
  for (const std::string& warning : answer.warnings) std::fprintf(stderr, "pawl: warning: %s\n", warning.c_str());
  if (answer.status == kFailed) std::fprintf(stderr, "pawl: %s\n", answer.message.c_str());
  return answer.status;
}

}  // namespace pawl::cli
