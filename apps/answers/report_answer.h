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

/// The answers of several questions about one task.
struct TaskReport {
  ValidTask task;  ///< the task with the scatter of its trials, which may be an assumed scatter
  Answer answer;   ///< the report; its results "contacts", "plan" and "simulate" are the complete answers of the
                   ///< commands of these names, and "checks" is an array of complete answers of "check"
};

/// Computes the contacts, a plan (with its depth if its guarantee is "energy"), the motions under the plan's wrenches
/// at the goal, and trials. If the task has no scatter, the trials have 200 starts within 1/50 of the part's diameter
/// and 2 degrees. If a question does not apply, the report states the reason. The status is "no" if no plan exists or a
/// start is not seated. Throws InputError at /fixels for a task without fixels and contacts. `file` is the task's file,
/// and `drawing_options` are the options for reading a drawing. Both are used in the commands that messages suggest.
TaskReport answer_report(const ValidTask& task, const ReportQuestion& question, const std::string& file,
                         const std::string& drawing_options = "");

/// The functions below convert a report's document to a file: a PDF of two to four pages, or an HTML file that needs no
/// network. `task` is the task of the TaskReport.
std::string report_pdf(const ValidTask& task, const Json& document);
std::string report_html(const ValidTask& task, const Json& document);

}  // namespace pawl::answers
