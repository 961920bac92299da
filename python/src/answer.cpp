// SPDX-License-Identifier: MIT
#include "answer.h"

#include <fmt/format.h>
#include <pawl/draw/render.h>
#include <pawl/draw/simulation_page.h>
#include <pawl/draw/task_picture.h>
#include <pawl/io/warnings.h>
#include <pybind11/stl.h>

#include "answers/part_json.h"
#include "answers/pictures/command_picture.h"
#include "answers/pictures/scene_figure.h"
#include "answers/text/answer_text.h"
#include "call.h"
#include "convert.h"

namespace pawl::python {

using answers::Json;

PyAnswer::PyAnswer(Json document, answers::Status status, std::string message, Subject subject)
    : question_{"", "", {}},
      subject_(std::move(subject)),
      document_(std::move(document)),
      status_(status),
      message_(std::move(message)) {}

void PyAnswer::complete() const {
  if (document_) return;
  answers::Answer answer = make_();
  document_ = answers::document_of(question_, answer.results, answer.warnings, false);
  status_ = answer.status;
  message_ = answer.status == answers::kFailed ? answer.message : "";
  make_ = nullptr;
}

const Json& PyAnswer::document() const {
  complete();
  return *document_;
}

answers::Status PyAnswer::status() const {
  complete();
  return status_;
}

const std::string& PyAnswer::message() const {
  complete();
  return message_;
}

AnswerPointer answer_to(const char* command, const TaskPointer& task, PyAnswer::Make make) {
  const Task& read = task->valid.task();
  answers::Question question{command, read.name, {}, {}, read.units};
  return std::make_shared<PyAnswer>(std::move(question), PyAnswer::Subject{task, nullptr},
                                    [command, task, make = std::move(make)] {
                                      answers::Answer answer = make();
                                      const Warnings of_task = warnings(task->valid, command);
                                      answer.warnings.insert(answer.warnings.begin(), of_task.begin(), of_task.end());
                                      return answer;
                                    });
}

namespace {

draw::Theme theme_of(const std::string& name) {
  if (name == "light") return draw::Theme::light;
  if (name == "dark") return draw::Theme::dark;
  if (name == "print") return draw::Theme::print;
  throw InputError("theme", name, "must be light, dark or print");
}

/// As --page of the command.
Eigen::Vector2d page_of(double width, double height) {
  const bool fits = width >= draw::kLeastWidth && height >= draw::kLeastHeight && width <= draw::kLargestPage &&
                    height <= draw::kLargestPage;
  if (fits) return {width, height};
  throw InputError(
      "size", fmt::format("{:.6g}, {:.6g}", width, height),
      fmt::format("must be (width, height) in px, each from {:g} to {:g}", draw::kLeastWidth, draw::kLargestPage));
}

draw::Picture picture_of(const PyAnswer::Subject& subject, const Json& document, const Eigen::Vector2d& size) {
  if (subject.task) return answers::command_picture(subject.task->valid, document, size);
  if (subject.scene) return answers::scene_picture(subject.scene->scene, document, size.x());
  throw InputError("", "", "this answer has no picture");
}

std::string rendered(const draw::Picture& picture, const std::string& form, draw::Theme theme) {
  if (form == "svg") return draw::svg(picture, theme);
  if (form == "png") return draw::png(picture, theme);
  if (form == "pdf") return draw::pdf(picture, theme);
  throw InputError("form", form, "must be svg, png or pdf");
}

py::bytes picture(const PyAnswer& answer, const std::string& form, double width, double height,
                  const std::string& theme) {
  const draw::Theme colours = theme_of(theme);
  const Eigen::Vector2d page = page_of(width, height);
  return found_by({}, [subject = answer.subject(), document = answer.document(), form, page, colours](const Call&) {
    return rendered(picture_of(subject, document, page), form, colours);
  });
}

std::string page(const PyAnswer& answer) {
  return found_by({}, [subject = answer.subject(), document = answer.document()](const Call& call) {
    if (subject.task) return draw::html(answers::command_page(subject.task->valid, document, false, call.stop()));
    if (subject.scene)
      return draw::html(draw::play_scene(subject.scene->scene, subject.scene->setup, call.stop()).page);
    throw InputError("", "", "this answer has no page");
  });
}

py::bytes task_picture(const TaskPointer& task, const std::string& form, double width, double height,
                       const std::string& theme) {
  const draw::Theme colours = theme_of(theme);
  const Eigen::Vector2d page = page_of(width, height);
  return found_by({}, [task, form, page, colours](const Call&) {
    return rendered(draw::task_picture(task->valid, page, warnings(task->valid)), form, colours);
  });
}

std::string task_page(const TaskPointer& task) {
  return found_by({}, [task](const Call& call) {
    return draw::html(draw::plan_page(task->valid, std::vector<Eigen::Vector3d>(), call.stop()));
  });
}

std::string json_text(const PyAnswer& answer, bool pretty) {
  // `pawl part` alone writes as people write.
  if (answers::text_in(answers::at(answer.document(), "command")) == "part")
    return answers::readable(answer.document());
  return answers::text_of(answer.document(), pretty);
}

std::string text(const PyAnswer& answer, int width) {
  answers::TextStyle style;
  style.width = width;
  return answers::text_for_people(answer.document(), answer.status(), style);
}

AnswerPointer saved(const std::string& document, int status, const std::string& message, const TaskPointer& task,
                    const ScenePointer& scene) {
  if (status < 0 || status > 3) throw InputError("status", std::to_string(status), "must be from 0 to 3");
  return std::make_shared<PyAnswer>(Json::parse(document), static_cast<answers::Status>(status), message,
                                    PyAnswer::Subject{task, scene});
}

}  // namespace

void add_answers(py::module_& module) {
  py::class_<PyAnswer, AnswerPointer>(module, "Answer")
      .def_property_readonly("document", [](const PyAnswer& a) { return to_python(a.document()); })
      .def_property_readonly("results",
                             [](const PyAnswer& a) { return to_python(answers::at(a.document(), "results")); })
      .def_property_readonly("status", [](const PyAnswer& a) { return static_cast<int>(a.status()); })
      .def_property_readonly("message", [](const PyAnswer& a) { return a.message(); })
      .def_property_readonly("task", [](const PyAnswer& a) { return a.subject().task; })
      .def_property_readonly("scene", [](const PyAnswer& a) { return a.subject().scene; })
      .def("json", json_text, py::arg("pretty"))
      .def("text", text, py::arg("width"))
      .def("picture", picture, py::arg("form"), py::arg("width"), py::arg("height"), py::arg("theme"))
      .def("page", page);
  module.def("saved_answer", saved, py::arg("document"), py::arg("status"), py::arg("message"), py::arg("task"),
             py::arg("scene"));
  module.def("task_picture", task_picture, py::arg("task"), py::arg("form"), py::arg("width"), py::arg("height"),
             py::arg("theme"));
  module.def("task_page", task_page, py::arg("task"));
}

}  // namespace pawl::python
