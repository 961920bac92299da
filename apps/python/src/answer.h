// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/page.h>
#include <pawl/draw/picture.h>
#include <pawl/io/scene.h>
#include <pawl/io/valid_task.h>
#include <pawl/scenes/scene_setup.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answers/answer.h"

// Values between C++ and Python.
namespace pawl::python {

namespace py = pybind11;

/// dict, list, str, int, float, bool, None.
py::object to_python(const answers::Json& json);

/// Rows of three numbers of a float array (n, 3); a vector (3,) counts as one row. Throws InputError at `pointer`.
std::vector<Eigen::Vector3d> rows_of(const py::object& array, const char* pointer);

/// Throws InputError for less than 0, which stands for all processors.
void require_threads(int threads);

// Tasks, scenes and answers as Python holds them: values that never change.

namespace py = pybind11;

/// A task with its text, from which it can be made again.
struct PyTask {
  std::string text;
  std::optional<std::string> folder;  ///< where drawings are found; none: it has none
  ValidTask valid;
};
using TaskPointer = std::shared_ptr<PyTask>;

struct PyScene {
  std::string text;
  Scene scene;
  SceneSetup setup;
};
using ScenePointer = std::shared_ptr<PyScene>;

/// An answer, and what it is of. Its document is made when it is first asked for.
class PyAnswer {
 public:
  struct Subject {
    TaskPointer task;
    ScenePointer scene;
  };
  using Make = std::function<answers::Answer()>;

  PyAnswer(answers::Question question, Subject subject, Make make)
      : question_(std::move(question)), subject_(std::move(subject)), make_(std::move(make)) {}
  /// Of its document alone, as a file has it.
  PyAnswer(answers::Json document, answers::Status status, std::string message, Subject subject);

  const Subject& subject() const { return subject_; }
  const answers::Json& document() const;
  answers::Status status() const;
  const std::string& message() const;

 private:
  void complete() const;

  answers::Question question_;
  Subject subject_;
  mutable Make make_;
  mutable std::optional<answers::Json> document_;
  mutable answers::Status status_ = answers::kYes;
  mutable std::string message_;
};
using AnswerPointer = std::shared_ptr<PyAnswer>;

/// The answer of a command to a task; the task's own warnings are put before those of `make`.
AnswerPointer answer_to(const char* command, const TaskPointer& task, PyAnswer::Make make);

// Each adds the functions of its file to the module.
void add_tasks(py::module_& module);
void add_answers(py::module_& module);
void add_fixtures(py::module_& module);
void add_modes(py::module_& module);
void add_plans(py::module_& module);
void add_trials(py::module_& module);
void add_checks(py::module_& module);

}  // namespace pawl::python
