// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>

#include "answer.h"
#include "answers/plan_answer.h"
#include "call.h"
#include "convert.h"

namespace pawl::python {
namespace {

Guarantee guarantee_of(const std::string& name) {
  if (name.empty()) return Guarantee::at_rest;
  if (name == "keeps") return Guarantee::keeps;
  if (name == "energy") return Guarantee::energy;
  throw InputError("require", name, "must be keeps or energy");
}

/// What is asked of a plan beside the task, as Python says it.
struct Asked {
  std::string require;
  bool by_graph = false;
  std::optional<std::size_t> cells, boxes;
  bool friction_limit = false, certify = false, loadable = false;
  std::optional<double> enough;
  std::optional<double> friction_off, fixels_off, outline_off;
};

void require_size(const char* name, const std::optional<double>& size) {
  if (size && !(*size >= 0 && std::isfinite(*size)))
    throw InputError(name, fmt::format("{}", *size), "must be a number from 0");
}

/// What the command refuses of its options: what cannot be, and what would be passed over.
void require_sound(const Asked& asked) {
  const auto require_asked = [](const char* name, bool given, bool looked_at, const char* needs) {
    if (given && !looked_at) throw InputError(name, "", fmt::format("says nothing without {}", needs));
  };
  const bool depth = asked.certify || asked.enough;
  require_size("certify_depth", asked.enough);
  for (const auto& [name, size] :
       {std::pair("tolerance_friction", asked.friction_off), std::pair("tolerance_fixels", asked.fixels_off),
        std::pair("tolerance_outline", asked.outline_off)}) {
    require_size(name, size);
    require_asked(name, size && *size != 0, depth, "certify or certify_depth");
  }
  require_asked("limit_boxes", asked.boxes.has_value(), depth || asked.loadable, "certify, certify_depth or loadable");
  if (asked.by_graph && asked.require == "energy")
    throw InputError("by_graph", "", "must not stand beside require=\"energy\"");
}

answers::PlanQuestion question_of(const Asked& asked) {
  answers::PlanQuestion question;
  question.request.least = guarantee_of(asked.require);
  question.request.by_energy = !asked.by_graph;
  if (asked.cells) question.request.cells = *asked.cells;
  question.depth = asked.certify || asked.enough;
  question.tolerances = {asked.friction_off.value_or(0), asked.fixels_off.value_or(0), asked.outline_off.value_or(0)};
  if (asked.enough) question.flood.enough = *asked.enough;
  if (asked.boxes) question.flood.boxes = question.loading.boxes = *asked.boxes;
  question.loadable = asked.loadable;
  question.friction_limit = asked.friction_limit;
  return question;
}

/// The answer, and where they were made the texts of the certificate and of the graph.
struct PyPlan {
  AnswerPointer answer;
  std::optional<std::string> certificate, graph;
};

PyPlan plan(const TaskPointer& task, const Asked& asked, bool with_graph, const py::object& progress,
            std::optional<double> seconds) {
  require_sound(asked);
  return found_by(seconds, [task, with_graph, asked = question_of(asked), told = progress.ptr()](const Call& call) {
    answers::PlanQuestion question = asked;
    question.request.stop = call.stop();
    const auto tell = [&call, told](const std::string& text) {
      call.ask([&] { py::reinterpret_borrow<py::object>(told)(text); });
    };
    if (told != Py_None) question.request.progress = tell;
    if (told != Py_None) {
      question.flood.progress = [&call, told](std::size_t boxes) {
        call.tell([&] { py::reinterpret_borrow<py::object>(told)("box " + std::to_string(boxes)); });
      };
    }
    auto found = std::make_shared<answers::FoundPlan>(answers::find_plan(task->valid, question));
    PyPlan result;
    result.certificate = answers::certificate_of(task->valid, *found);
    if (with_graph) result.graph = answers::graph_of(found->plan);
    const answers::Answer answer = answers::plan_answer(task->valid, *found);
    result.answer = answer_to("plan", task, [answer] { return answer; });
    return result;
  });
}

}  // namespace

void add_plans(py::module_& module) {
  module.def(
      "plan",
      [](const TaskPointer& task, const std::string& require, bool by_graph, std::optional<std::size_t> cells,
         std::optional<std::size_t> boxes, bool friction_limit, bool certify, std::optional<double> certify_depth,
         bool loadable, double tolerance_friction, double tolerance_fixels, double tolerance_outline, bool graphviz,
         const py::object& progress, std::optional<double> seconds) {
        const PyPlan found = plan(task,
                                  {require, by_graph, cells, boxes, friction_limit, certify, loadable, certify_depth,
                                   tolerance_friction, tolerance_fixels, tolerance_outline},
                                  graphviz, progress, seconds);
        return py::make_tuple(found.answer, found.certificate, found.graph);
      },
      py::arg("task"), py::arg("require"), py::arg("by_graph"), py::arg("cells"), py::arg("boxes"),
      py::arg("friction_limit"), py::arg("certify"), py::arg("certify_depth"), py::arg("loadable"),
      py::arg("tolerance_friction"), py::arg("tolerance_fixels"), py::arg("tolerance_outline"), py::arg("graphviz"),
      py::arg("progress"), py::arg("seconds"));
}

}  // namespace pawl::python
