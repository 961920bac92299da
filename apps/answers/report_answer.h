// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>

#include <optional>
#include <string>

#include "answers/answer.h"

namespace pawl::answers {

/// The question of `report`.
struct ReportQuestion {
  std::optional<std::string> date;  ///< text below the title; default none
  StopToken stop;
};

/// The answers to several questions about one task.
struct TaskReport {
  ValidTask task;  ///< the task, with the scatter of its trials; the scatter is an assumed one if the task states none
  Answer answer;   ///< The report. Its results "contacts", "plan" and "simulate" are complete answers of these
                   ///< commands, and "checks" is an array of complete answers of `check`.
};

/// Computes the contacts, a plan (with its depth if its guarantee is "energy"), the motions that are possible at the
/// goal under the plan's wrenches, and trials. If the task has no scatter, there are 200 trials, whose starts are
/// within 1/50 of the diagonal of the part's bounding box and within 2 degrees. If a question does not apply to the
/// task, the report states the reason. The status is kNo if no plan exists or if a trial does not end seated. Throws
/// InputError at /fixels for a task without fixels, walls and contacts.
///
/// The report suggests commands, which contain `file`, the name of the task's file, and `drawing_options`, the options
/// for reading a drawing.
TaskReport answer_report(const ValidTask& task, const ReportQuestion& question, const std::string& file,
                         const std::string& drawing_options = "");

/// The functions below convert the document of a report to the text of a file: a PDF of two to four pages, or an HTML
/// page that loads nothing from the network. `task` is the task of the TaskReport.
std::string report_pdf(const ValidTask& task, const Json& document);
std::string report_html(const ValidTask& task, const Json& document);

}  // namespace pawl::answers
