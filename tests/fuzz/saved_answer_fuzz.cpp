// SPDX-License-Identifier: MIT
// Uses a task, and any bytes as a saved answer to this task. `pawl draw --answer` and `pawl verify --task` must accept
// the answer or report its faults. An accepted answer must have a text, a picture and a page. The first byte selects
// the task.
#include <pawl/base/stop_token.h>
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/verify_answer.h>

#include <array>
#include <string>

#include "answers/pictures/answer_picture.h"
#include "answers/simulate_answer.h"
#include "answers/text/answer_text.h"
#include "cli/task_command.h"
#include "fuzz_input.h"

namespace {

using namespace pawl;

const std::array<ValidTask, 4>& tasks() {
  static const std::string folder = PAWL_SOURCE "/data/tasks/";
  static const std::array<ValidTask, 4> read = {
      read_valid_task_file(folder + "block_stop.json"), read_valid_task_file(folder + "disc_na.json"),
      read_valid_task_file(folder + "ratchet_pawl.json"), read_valid_task_file(folder + "ratchet_pawl_trials.json")};
  return read;
}

/// Calls `function`. The only exception that it may throw is an InputError with faults. Returns whether it threw none.
template <class Function>
bool succeeds(const Function& function) {
  try {
    function();
    return true;
  } catch (const InputError& error) {
    fuzz::require_faults(error);
    return false;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const ValidTask& task = tasks()[data[0] % tasks().size()];
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  succeeds([&] { verify_plan_answer(task, text); });
  succeeds([&] { verify_check_answer(task, text); });
  succeeds([&] { answers::plan_in(text, "answer", task.task().units); });
  answers::Json document;
  const auto accepted = [&] {
    document = answers::Json::parse(text);
    if (!document.members()) throw InputError("", "", "expected an object");
    cli::check_saved(task, document);
  };
  if (!succeeds(accepted)) return 0;
  const bool drawn = succeeds([&] { answers::command_picture(task, document, {1280, 800}); });
  if (drawn) succeeds([&] { answers::command_page(task, document, true); });
  fuzz::require(!answers::text_for_people(document, answers::status_of_answer(document), {}).empty());
  return 0;
}
