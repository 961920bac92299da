// SPDX-License-Identifier: MIT
#include <pawl/io/contact_list.h>

#include "commands.h"
#include "fixture_question.h"
#include "task_command.h"

namespace pawl::cli {
namespace {

Json point_json(const Eigen::Vector2d& v) { return Json::array({v.x() + 0.0, v.y() + 0.0}); }  // no negative zero

Json contact_json(const ListedContact& contact) {
  return {{"fixel", contact.fixel},
          {"state", contact.touching ? "touching" : "apart"},
          {"point", point_json(contact.point)},
          {"normal", point_json(contact.normal)},
          {"gap", contact.gap + 0.0},
          {"feature", text_of(contact.feature)},
          {"friction", friction_json(contact.friction)}};
}

struct ContactsOptions {
  TaskOptions task;
  FixtureQuestionOptions fixture;
};

Answer answer_contacts(const ValidTask& task, const FixtureQuestionOptions& asked) {
  const Units& units = task.task().units;
  const ContactList list = list_contacts(task);
  Answer answer;
  answer.results["contacts"] = Json::array();
  for (const ListedContact& contact : list.contacts) answer.results["contacts"].push_back(contact_json(contact));
  answer.results["rank"] = list.rank;
  answer.results["located"] = list.located;
  answer.results["gyration_radius"] = list.gyration_radius;
  answer.results["pose_error"] = list.pose_error ? pose_error_json(*list.pose_error, units) : Json(nullptr);
  answer.results["seated_pose"] = list.seated_pose ? pose_json(*list.seated_pose, units) : Json(nullptr);
  if (asked.any()) {
    const FixtureQuestion question = question_of(asked, task.task());
    add_fixture_check(check_fixture(task, question), question, units, answer);
  }
  return answer;
}

int run(const ContactsOptions& options) {
  return run_task("contacts", options.task, outputs_of(options.task),
                  [&](const ValidTask& task) { return answer_contacts(task, options.fixture); });
}

}  // namespace

Command add_contacts(Program& program) {
  const auto options = std::make_shared<ContactsOptions>();
  CommandLine line = program.add_command(
      "contacts", "What the other commands see: each fixel's contact point, normal and gap, and what they locate");
  add_task(line, options->task);
  add_fixture_question(line, options->fixture);
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
