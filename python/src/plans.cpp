// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>

#include "answer.h"
#include "answers/plan_options.h"
#include "call.h"
#include "convert.h"

namespace pawl::python {
namespace {

constexpr answers::PlanOptionNames kNames = {"require",
                                             "by_graph",
                                             "require=\"energy\"",
                                             "limit_boxes",
                                             "tolerance_friction",
                                             "tolerance_fixels",
                                             "tolerance_outline",
                                             "certify or certify_depth",
                                             "certify, certify_depth or loadable"};

void require_size(const char* name, const std::optional<double>& size) {
  if (size && !(*size >= 0 && std::isfinite(*size)))
    throw InputError(name, fmt::format("{}", *size), "must be a number from 0");
}

answers::PlanQuestion checked_question(const answers::AskedPlan& asked) {
  require_size("certify_depth", asked.enough);
  require_size("tolerance_friction", asked.friction_off);
  require_size("tolerance_fixels", asked.fixels_off);
  require_size("tolerance_outline", asked.outline_off);
  return answers::question_of(asked, kNames);
}

/// A tolerance of 0 asks nothing.
std::optional<double> unless_zero(double size) { return size != 0 ? std::optional(size) : std::nullopt; }

/// The answer, and where they were made the texts of the certificate and of the graph.
struct PyPlan {
  AnswerPointer answer;
  std::optional<std::string> certificate, graph;
};

PyPlan plan(const TaskPointer& task, const answers::AskedPlan& asked, bool with_graph, const py::object& progress,
            std::optional<double> seconds) {
  return found_by(seconds,
                  [task, with_graph, asked = checked_question(asked), told = progress.ptr()](const Call& call) {
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
                    result.certificate = answers::certificate_of(*found);
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
        answers::AskedPlan asked;
        asked.require = require;
        asked.by_graph = by_graph;
        asked.friction_limit = friction_limit;
        asked.cells = cells;
        asked.certify = certify;
        asked.enough = certify_depth;
        asked.boxes = boxes;
        asked.friction_off = unless_zero(tolerance_friction);
        asked.fixels_off = unless_zero(tolerance_fixels);
        asked.outline_off = unless_zero(tolerance_outline);
        asked.loadable = loadable;
        const PyPlan found = plan(task, asked, graphviz, progress, seconds);
        return py::make_tuple(found.answer, found.certificate, found.graph);
      },
      py::arg("task"), py::arg("require"), py::arg("by_graph"), py::arg("cells"), py::arg("boxes"),
      py::arg("friction_limit"), py::arg("certify"), py::arg("certify_depth"), py::arg("loadable"),
      py::arg("tolerance_friction"), py::arg("tolerance_fixels"), py::arg("tolerance_outline"), py::arg("graphviz"),
      py::arg("progress"), py::arg("seconds"));
}

}  // namespace pawl::python
