// SPDX-License-Identifier: MIT
#include "answers/pictures/answer_picture.h"

#include <pawl/base/fault.h>

#include "answers/pictures/motions_figure.h"
#include "answers/pictures/plan_figure.h"
#include "answers/pictures/trials_figure.h"
#include "answers/text/words.h"

namespace pawl::answers {
void require_same_task(const ValidTask& valid, const Json& document) {
  const Task& task = valid.task();
  if (text_in(at(document, "name")) != task.name)
    throw InputError("/name", at(document, "name").dump(),
                     "the answer is of another task; this one is " + Json(task.name).dump());
  const Json& units = at(document, "units");
  if (!units.members()) return;
  if (text_in(at(units, "length")) != task.units.length_name() ||
      text_in(at(units, "angle")) != task.units.angle_name())
    throw InputError("/units", units.dump(), "the answer is of a task in other units");
}

std::optional<draw::Picture> answer_picture(const ValidTask& task, const Json& document, double width) {
  const std::string command = text_in(at(document, "command"));
  const Json& results = at(document, "results");
  require_same_task(task, document);
  if (command == "plan") return draw::draw(plan_figure(task, document), width);
  if (command == "check") return draw::draw(check_figure(task, document), width);
  if (command == "forward") return draw::draw(forward_figure(task, document), width);
  if (command == "modes") return draw::draw(modes_figure(task, document), width);
  if (command != "simulate") return std::nullopt;
  if (at(results, "outcome").text()) return draw::draw(trace_figure(task, document), width);
  return draw::draw(trials_figure(task, document), width);
}

}  // namespace pawl::answers
