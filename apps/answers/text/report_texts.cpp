// SPDX-License-Identifier: MIT
#include "answers/pictures/answer_picture.h"
#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

void write_part_of_report(const Json& results, const char* command, TextPage& page) {
  const Json& one = at(results, command);
  const Json& unanswered = at(results, "unanswered");
  for (std::size_t k = 0; k < count_of(unanswered); ++k) {
    if (text_in(at(at(unanswered, k), "question")) == command)
      page.line("Not answered: " + text_in(at(at(unanswered, k), "reason")));
  }
  if (!one.members()) return;
  const Status status = status_of_answer(one);
  if (std::string(command) == "contacts") write_contacts(one, status, page);
  if (std::string(command) == "plan") write_plan(one, status, page);
  if (std::string(command) == "simulate") write_simulate(one, status, page);
  const Json& warnings = at(one, "warnings");
  for (std::size_t k = 0; k < count_of(warnings); ++k) page.warning(text_in(at(at(warnings, k), "message")));
}

void write_checks(const Json& checks, TextPage& page) {
  for (std::size_t k = 0; k < count_of(checks); ++k) {
    const Json& results = at(at(checks, k), "results");
    const Json& modes = at(results, "modes");
    std::string text;
    for (std::size_t i = 0; i < count_of(modes); ++i)
      text += (i > 0 ? "; or " : "") + in_words(text_in(at(modes, i)));
    page.field("step " + std::to_string(k + 1), "at the goal: " + (text.empty() ? std::string("not known") : text));
  }
}

}  // namespace

void write_report(const Json& document, Status, TextPage& page) {
  const Json& results = at(document, "results");
  const std::string name = text_in(at(document, "name")), date = text_in(at(results, "date"));
  page.line("REPORT" + (name.empty() ? "" : ": " + name) + (date.empty() ? "" : ", " + date), 0);
  page.line("", 0);
  page.line("CONTACTS AND ACCURACY", 0);
  write_part_of_report(results, "contacts", page);
  page.line("", 0);
  page.line("PLAN AND CERTIFICATE", 0);
  write_part_of_report(results, "plan", page);
  write_checks(at(results, "checks"), page);
  page.line("", 0);
  page.line("TRIALS", 0);
  const Json& scatter = at(results, "assumed_scatter");
  if (scatter.members()) {
    page.line("The task has no scatter. Assumed: " + counted(whole_in(at(scatter, "starts")), "start") + " up to " +
              rounded(number_in(at(scatter, "translation"))) + " " + length_of(document) + " and " +
              rounded(number_in(at(scatter, "rotation"))) + " " + angle_of(document) + " from the seat.");
  }
  write_part_of_report(results, "simulate", page);
  page.line("", 0);
  page.line("WARNINGS AND LIMITATIONS", 0);
  page.line("The part is rigid and planar, and contacts are points with Coulomb friction. A plan is exact for the numbers "
            "of the task, not for the real part. Trials use simulation, and prove nothing.");
}

}  // namespace pawl::answers
