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
#include "answers/questions.h"

// Conversions between C++ and Python.
namespace pawl::python {

namespace py = pybind11;

/// Returns the JSON value as a dict, list, str, int, float, bool or None.
py::object to_python(const answers::Json& json);

/// Returns the rows of a float array of the shape (n, 3). A vector of the shape (3,) counts as one row. Throws
/// InputError at `pointer` for any other value.
std::vector<Eigen::Vector3d> rows_of(const py::object& array, const char* pointer);

/// Returns one wrench from a vector of the shape (3,). Throws InputError at `pointer` for any other value.
Eigen::Vector3d one_wrench(const py::object& array, const char* pointer);

/// Stores the value of each keyword in the slot of the parameter with the same Python name. None means that a keyword
/// is not given. Throws InputError at the keyword if it is unknown, or if its value has the wrong type or is out of
/// bounds.
void read_keywords(const py::dict& keywords, const answers::Parameters& parameters);

template <class Question>
Question asked(const py::dict& keywords) {
  Question question;
  read_keywords(keywords, parameters(question));
  return question;
}

/// Returns the faults of a question with Python's keywords in place of the command line options.
InputError in_python(const InputError& error, const answers::Parameters& parameters);

/// Throws InputError unless `threads` is between 0 and 1024; 0 means one thread per processor.
void require_threads(int threads);

// Tasks, scenes and answers as immutable Python objects.

namespace py = pybind11;

/// A task, together with the text from which the task can be built again.
struct PyTask {
  std::string text;
  std::optional<std::string> folder;  ///< folder to which the names of drawings in the task are relative
  ValidTask valid;
};
using TaskPointer = std::shared_ptr<PyTask>;

struct PyScene {
  std::string text;
  Scene scene;
  SceneSetup setup;
};
using ScenePointer = std::shared_ptr<PyScene>;

/// An answer, together with its task or scene. The document of the answer is computed when it is first used.
class PyAnswer {
 public:
  struct Subject {
    TaskPointer task;
    ScenePointer scene;
  };
  using Make = std::function<answers::Answer()>;

  PyAnswer(answers::Question question, Subject subject, Make make)
      : question_(std::move(question)), subject_(std::move(subject)), make_(std::move(make)) {}
  /// Creates an answer from its document alone, for example from a saved file.
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

/// Returns the answer of a command to a task. `make` computes it. The warnings of the task precede those of `make`.
AnswerPointer answer_to(const char* command, const TaskPointer& task, PyAnswer::Make make);

// Each of these functions adds bindings to the module. Each one has a source file of its own.
void add_tasks(py::module_& module);
void add_answers(py::module_& module);
void add_fixtures(py::module_& module);
void add_modes(py::module_& module);
void add_plans(py::module_& module);
void add_trials(py::module_& module);
void add_cones(py::module_& module);
void add_spatial(py::module_& module);
void add_checks(py::module_& module);

}  // namespace pawl::python
