// SPDX-License-Identifier: MIT
#include "answers/report_answer.h"

#include "answers/questions.h"
#include "answers/shop_files.h"
#include "cli/command_line.h"
#include "cli/task_command.h"

namespace pawl::cli {
namespace {

/// The options of `pawl report`, in addition to those of all commands that read tasks.
struct ReportCommand {
  TaskOptions task;
  ShopQuestion shop;
  std::optional<std::string> pdf, html;
};

int run_report(const ReportCommand& given) {
  TaskOptions options = given.task;
  if (options.report.format.empty() && !options.report.pretty) options.report.format = "text";
  require_one_task(options, "--pdf and --html", given.pdf || given.html);
  require_one_task(options, "--plate, --holes and --sheet", given.shop.any());
  require_consistent(given.shop);
  Outputs outputs = outputs_of(options);
  if (given.pdf) outputs.add("--pdf", *given.pdf);
  if (given.html) outputs.add("--html", *given.html);
  add_outputs(given.shop, outputs);
  PictureOptions named;
  named.pdf = given.pdf;
  named.html = given.html;
  warn_of_names(named, options.report);
  return run_task("report", options, outputs, [&](const ValidTask& task) {
    const ReportQuestion question{given.shop.date, interrupt_after()};
    TaskReport report = answer_report(task, question, options.files.size() == 1 ? options.files[0] : "TASK",
                                      drawing_words(options.report.task));
    const Question asked{"report", task.task().name, std::chrono::steady_clock::now(), "", task.task().units};
    const Json document = for_people(document_of({asked, report.answer}, options.report), options.report);
    if (given.pdf) report.answer.files.emplace_back(report_pdf(report.task, document));
    if (given.html) report.answer.files.emplace_back(report_html(report.task, document));
    for (auto& file : shop_files(task, given.shop, std::nullopt, question.stop))
      report.answer.files.push_back(std::move(file));
    return report.answer;
  });
}

}  // namespace

Command add_report_command(Program& program) {
  const auto given = std::make_shared<ReportCommand>();
  CommandLine line = program.add_command(
      "report", "Report contacts, accuracy, plan, certificate and trials of a task, as text, PDF or HTML");
  line.add_option("TASK", given->task.files, "Task file (JSON), or a drawing (DXF, SVG); - is standard input").required();
  add_given_task(line, given->task.report.task);
  line.add_option("--task-out", given->task.task_out,
                  "Also write the task into this file, with the values of all options");
  add_report(line, given->task.report);
  line.add_option("--pdf", given->pdf, "Also write the report to this file as PDF, with pictures");
  line.add_option("--html", given->html, "Also write the report to this file as one HTML page, with pictures");
  line.add(parameters(given->shop));
  return {line, [given] { return with_faults_printed(given->task.file(), [&] { return run_report(*given); }); }};
}

}  // namespace pawl::cli
