// SPDX-License-Identifier: MIT
#include <pawl/certify/design_fixtures.h>
#include <pybind11/stl.h>

#include "answer.h"
#include "answers/fixture_json.h"
#include "answers/part_json.h"
#include "call.h"
#include "convert.h"

namespace pawl::python {
namespace {

/// With the options that it does not state.
Task asked(const ValidTask& valid) {
  Task task = valid.task();
  if (!task.part.outline) throw InputError("/part/outline", "", "missing: a fixture is found for an outline");
  if (!task.fixture) task.fixture.emplace();
  return task;
}

const char* name_of(DesignProgress::Stage stage) {
  switch (stage) {
    case DesignProgress::Stage::candidates:
      return "candidates";
    case DesignProgress::Stage::plans:
      return "plans";
    case DesignProgress::Stage::refinements:
      return "refinements";
    case DesignProgress::Stage::measures:
      break;
  }
  return "measures";
}

using Texts = std::vector<std::string>;

/// The answer, and the task of each fixture.
std::pair<AnswerPointer, Texts> fixture(const TaskPointer& task, std::optional<std::size_t> plans, int threads,
                                        const py::object& progress, std::optional<double> seconds) {
  require_threads(threads);
  return found_by(seconds, [task, plans, threads, told = progress.ptr()](const Call& call) {
    const Task question = asked(task->valid);
    DesignRequest request;
    if (plans) request.plans = *plans;
    request.threads = threads;
    request.stop = call.stop();
    if (told != Py_None) {
      request.progress = [&call, told](const DesignProgress& now) {
        call.tell([&] { py::reinterpret_borrow<py::object>(told)(name_of(now.stage), now.done, now.total); });
      };
    }
    const FixtureDesigns designs = design_fixtures(ValidTask(question), request);
    const answers::Answer answer = answers::fixture_answer(designs, question);
    const answers::Json document = answers::Json::parse(task->text);
    Texts texts;
    for (const RankedFixture& one : designs.fixtures)
      texts.push_back(answers::readable(answers::fixed_task_json(document, question, one.place.candidate)));
    return std::pair(answer_to("fixture", task, [answer] { return answer; }), texts);
  });
}

}  // namespace

void add_fixtures(py::module_& module) {
  module.def("fixture", fixture, py::arg("task"), py::arg("plans"), py::arg("threads"), py::arg("progress"),
             py::arg("seconds"));
}

}  // namespace pawl::python
