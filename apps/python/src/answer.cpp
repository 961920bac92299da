// SPDX-License-Identifier: MIT
#include "python/src/answer.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/draw/render.h>
#include <pawl/draw/simulation_page.h>
#include <pawl/draw/task_picture.h>
#include <pawl/io/warnings.h>
#include <pybind11/stl.h>

#include <array>
#include <string_view>

#include "answers/fixture_answer.h"
#include "answers/pictures/answer_picture.h"
#include "answers/pictures/figures.h"
#include "answers/text/answer_text.h"
#include "python/src/call.h"

namespace pawl::python {

py::object to_python(const answers::Json& json) {
  if (json.members()) {
    py::dict dict;
    for (const auto& [key, value] : *json.members()) dict[py::str(key)] = to_python(value);
    return dict;
  }
  if (json.entries()) {
    py::list list;
    for (const answers::Json& entry : *json.entries()) list.append(to_python(entry));
    return list;
  }
  if (json.text()) return py::str(*json.text());
  if (const auto truth = json.boolean()) return py::bool_(*truth);
  if (const auto whole = json.whole()) return py::int_(*whole);
  if (const auto number = json.number()) return py::float_(*number);
  return py::none();
}

std::vector<Eigen::Vector3d> rows_of(const py::object& object, const char* pointer) {
  const auto given = py::array::ensure(object);
  // Checks the type first. A cast would drop imaginary parts, and would accept texts as numbers.
  const bool numbers = given && std::string_view("biufO").find(given.dtype().kind()) != std::string_view::npos;
  using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;
  const auto array = numbers ? Doubles::ensure(given) : Doubles();
  if (!numbers || !array) {
    PyErr_Clear();
    throw InputError(pointer, "", "must be real numbers: (fx, fy, tau), or an array of shape (n, 3)");
  }
  const bool one = array.ndim() == 1 && array.shape(0) == 3;
  if (!one && (array.ndim() != 2 || array.shape(1) != 3))
    throw InputError(pointer, "", "must be (fx, fy, tau), or an array of shape (n, 3)");
  std::vector<Eigen::Vector3d> rows(static_cast<std::size_t>(one ? 1 : array.shape(0)));
  const double* data = array.data();
  for (Eigen::Vector3d& row : rows) {
    row = {data[0], data[1], data[2]};
    data += 3;
  }
  return rows;
}

Eigen::Vector3d one_wrench(const py::object& given, const char* pointer) {
  if (given.is_none()) throw InputError(pointer, "None", "must be one wrench (fx, fy, tau)");
  const std::vector<Eigen::Vector3d> rows = rows_of(given, pointer);
  if (rows.size() != 1) throw InputError(pointer, "", "must be one wrench (fx, fy, tau)");
  const std::string wrong = answers::wrong_wrench(rows[0]);
  if (!wrong.empty()) throw InputError(pointer, "", wrong);
  return rows[0];
}

namespace {

using answers::Parameter;

/// Reads the value of one keyword and stores it in the slot. Returns an error message, or "" on success.
class KeywordReader {
 public:
  KeywordReader(const Parameter& parameter, py::object value)
      : parameter_(parameter), value_(std::move(value)), name_(answers::python_name(parameter)) {}

  std::string operator()(bool* slot) const { return read_flag(*slot); }

  std::string operator()(std::optional<double>* slot) const {
    const double number = PyFloat_AsDouble(value_.ptr());
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      return "must be a number";
    }
    *slot = number;
    return wrong_value(parameter_, number);
  }

  std::string operator()(std::optional<std::size_t>* slot) const { return read_whole(*slot); }
  std::string operator()(std::optional<long>* slot) const { return read_whole(*slot); }

  std::string operator()(std::optional<std::string>* slot) const {
    if (parameter_.kind == Parameter::Kind::file && !py::isinstance<py::str>(value_)) {
      bool wanted = false;
      const std::string wrong = read_flag(wanted);
      if (wanted) *slot = "";
      return wrong;
    }
    if (!py::isinstance<py::str>(value_)) return "must be a str";
    *slot = value_.cast<std::string>();
    return wrong_value(parameter_, **slot);
  }

  std::string operator()(std::optional<Eigen::Vector3d>* slot) const {
    *slot = one_wrench(value_, name_.c_str());
    return "";
  }

  std::string operator()(std::vector<answers::GivenPlace>* slot) const {
    try {
      for (const auto& [edge, share] : value_.cast<std::vector<std::array<double, 2>>>())
        slot->push_back({edge, share, fmt::format("{},{}", edge, share)});
      return "";
    } catch (const py::cast_error&) {
      return "must be a list of clamps, such as [(3, 0.5)]";
    }
  }
  /// Reads the wrenches of a plan from an array.
  std::string operator()(std::optional<answers::GivenDocument>* slot) const {
    answers::Json steps = answers::Json::array();
    for (const Eigen::Vector3d& wrench : rows_of(value_, name_.c_str())) {
      if (!wrench.allFinite()) return "must consist of finite numbers";
      steps.push_back({{"wrench", {wrench.x(), wrench.y(), wrench.z()}}});
    }
    *slot = answers::GivenDocument{"", answers::Json{{"steps", steps}}.dump()};
    return "";
  }
  std::string operator()(answers::Json*) const { return "unknown keyword"; }

 private:

  std::string read_flag(bool& flag) const {
    const int truth = PyObject_IsTrue(value_.ptr());
    if (truth < 0) PyErr_Clear();
    flag = truth > 0;
    return truth < 0 ? "must be True or False" : "";
  }

  template <class Whole>
  std::string read_whole(std::optional<Whole>& slot) const {
    const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(value_.ptr()));
    const long long number = index ? PyLong_AsLongLong(index.ptr()) : 0;
    const bool read = index && PyErr_Occurred() == nullptr;
    PyErr_Clear();
    const std::string wrong = wrong_value(parameter_, read ? static_cast<double>(number) : NAN);
    if (wrong.empty()) slot = static_cast<Whole>(number);
    return wrong;
  }

  const Parameter& parameter_;
  py::object value_;
  std::string name_;
};

}  // namespace

void read_keywords(const py::dict& keywords, const answers::Parameters& parameters) {
  std::vector<Fault> faults;
  for (const auto& [key, value] : keywords) {
    const auto name = key.cast<std::string>();
    const auto parameter = std::find_if(parameters.begin(), parameters.end(), [&](const Parameter& one) {
      return (one.fronts & Parameter::python) != 0 && answers::python_name(one) == name;
    });
    if (parameter == parameters.end()) {
      faults.push_back({name, "", "unknown keyword"});
    } else if (!value.is_none()) {
      const std::string wrong =
          std::visit(KeywordReader(*parameter, py::reinterpret_borrow<py::object>(value)), parameter->slot);
      if (!wrong.empty()) faults.push_back({name, py::str(value).cast<std::string>().substr(0, 80), wrong});
    }
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

InputError in_python(const InputError& error, const answers::Parameters& parameters) {
  return answers::respelled(error, [&](const std::string& option) {
    for (const Parameter& parameter : parameters)
      if (parameter.name == option) return answers::python_name(parameter);
    return "--" + option;
  });
}

void require_threads(int threads) {
  constexpr int kMost = 1024;
  if (threads < 0 || threads > kMost)
    throw InputError("threads", std::to_string(threads), "must be from 0 (one per processor) to 1024");
}

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

/// Returns the size of a picture, px. Throws InputError if it is out of bounds.
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
  // `pawl part` is the only command that prints human-readable JSON.
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
