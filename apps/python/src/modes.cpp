// SPDX-License-Identifier: MIT
#include <pawl/base/parallel.h>
#include <pawl/io/contact_list.h>
#include <pawl/io/warnings.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>
#include <pawl/planner/check_task.h>
#include <pybind11/stl.h>

#include <limits>

#include "answers/answer.h"
#include "answers/mode_answers.h"
#include "answers/nest_answer.h"
#include "answers/orient_answer.h"
#include "answers/whole_edges.h"
#include "python/src/answer.h"
#include "python/src/call.h"

namespace pawl::python {
namespace {

using answers::Json;

AnswerPointer contacts(const TaskPointer& task, const py::dict& keywords) {
  answers::FixtureChecks checks;
  read_keywords(keywords, answers::contacts_parameters(checks));
  return found_by({}, [task, checks](const Call&) {
    try {
      return answer_to("contacts", task, [answer = answers::answer_contacts(task->valid, checks)] { return answer; });
    } catch (const InputError& error) {
      answers::FixtureChecks names;
      throw in_python(error, answers::contacts_parameters(names));
    }
  });
}

/// Returns the whole document of an answer that is otherwise written during the search. It equals the output of the
/// command.
AnswerPointer written(const char* command, const TaskPointer& task, const answers::StreamedAnswer& answer) {
  Json document;
  answers::JsonStream json(document, std::numeric_limits<std::size_t>::max());
  const answers::Question question{command, task->valid.task().name, {}, {}, task->valid.task().units};
  const auto end = answers::write_document(question, answer, warnings(task->valid, command), false, json);
  const answers::Status status = end.stopped ? answers::kFailed : end.status;
  const std::string message = end.stopped                  ? "stopped: the time limit was reached before the last mode"
                              : status == answers::kFailed ? end.message
                                                           : "";
  return std::make_shared<PyAnswer>(std::move(document), status, message, PyAnswer::Subject{task, nullptr});
}

AnswerPointer modes(const TaskPointer& task, const py::dict& keywords) {
  answers::ConesQuestion question;
  read_keywords(keywords, answers::modes_parameters(question));
  return found_by(question.limit, [task, count = question.count](const Call& call) {
    return written("modes", task, answers::answer_modes(task->valid, count, call.stop()));
  });
}

/// The wrench cone of a mode. It answers queries about wrenches in the world frame.
struct PyCone {
  TaskPointer task;
  WrenchCone cone;
};
using ConePointer = std::shared_ptr<PyCone>;

std::pair<AnswerPointer, std::vector<ConePointer>> wrench_cones(const TaskPointer& task, const py::dict& keywords) {
  const auto given = asked<answers::ConesQuestion>(keywords);
  return found_by(given.limit, [=](const Call& call) {
    answers::ConesQuestion question = given;
    question.stop = call.stop();
    std::vector<ConePointer> cones;
    const auto use = [&](const WrenchCone& cone) { cones.push_back(std::make_shared<PyCone>(PyCone{task, cone})); };
    try {
      AnswerPointer answer = written("cone", task, answers::answer_cones(task->valid, question, use));
      return std::pair(answer, cones);
    } catch (const InputError& error) {
      throw in_python(error, parameters(question));
    }
  });
}

/// Calls `decide` for each wrench. Returns an array of its results, which are booleans or numbers.
template <class Entry, class Decide>
py::array_t<Entry> of_each(const ConePointer& cone, const py::object& wrenches, Decide decide) {
  const std::vector<Eigen::Vector3d> rows = rows_of(wrenches, "wrenches");
  const std::vector<Entry> found = found_by({}, [cone, rows, decide](const Call& call) {
    const ContactSet& set = cone->task->valid.contacts();
    constexpr std::size_t kAtOnce = 4096;
    const auto entries = std::make_unique<Entry[]>(rows.size());
    parallel_for_each_index((rows.size() + kAtOnce - 1) / kAtOnce, [&](std::size_t part) {
      if (call.stop().stop_requested()) return;
      for (std::size_t k = part * kAtOnce; k < std::min(rows.size(), (part + 1) * kAtOnce); ++k)
        entries[k] = decide(cone->cone, set.from_world(rows[k]), set.radius_of_gyration());
    });
    return std::vector<Entry>(entries.get(), entries.get() + rows.size());
  });
  py::array_t<Entry> array(static_cast<py::ssize_t>(found.size()));
  std::copy(found.begin(), found.end(), array.mutable_data());
  return array;
}

AnswerPointer check_mode(const TaskPointer& task, const std::string& mode, std::optional<double> seconds) {
  require_mode_fits(mode, task->valid.contacts(), "mode");
  return found_by(seconds, [task, mode](const Call& call) {
    auto found = std::make_shared<const std::optional<ModeCheck>>(check(task->valid, mode, call.stop()));
    return answer_to("check", task, [task, mode, found] { return answers::check_answer(task->valid, mode, *found); });
  });
}

AnswerPointer check_wrench(const TaskPointer& task, const py::object& given, const std::optional<std::string>& mode,
                           std::optional<double> seconds) {
  const Eigen::Vector3d wrench = one_wrench(given, "wrench");
  if (mode) require_mode_fits(*mode, task->valid.contacts(), "mode");
  return found_by(seconds, [task, wrench, mode](const Call& call) {
    auto found = std::make_shared<const std::optional<WrenchCheck>>(check(task->valid, wrench, call.stop()));
    return answer_to("check", task, [=] { return answers::check_answer(task->valid, wrench, mode, *found); });
  });
}

/// Checks a mode or a wrench. Also checks the accuracy and the clamps of the fixture, if requested.
AnswerPointer check_fixture(const TaskPointer& task, const py::dict& keywords) {
  auto question = asked<answers::CheckQuestion>(keywords);
  return found_by(question.limit, [task, question](const Call& call) {
    try {
      return answer_to("check", task, [answer = answers::answer_check(task->valid, question, call.stop())] { return answer; });
    } catch (const InputError& error) {
      answers::CheckQuestion names;
      throw in_python(error, parameters(names));
    }
  });
}

AnswerPointer forward(const TaskPointer& task, const py::object& given, std::optional<double> seconds) {
  const Eigen::Vector3d wrench = one_wrench(given, "wrench");
  return found_by(seconds, [task, wrench](const Call& call) {
    auto found = std::make_shared<const answers::FoundForward>(answers::find_forward(task->valid, wrench, call.stop()));
    return answer_to("forward", task, [task, found] { return answers::forward_answer(task->valid, *found); });
  });
}

AnswerPointer orient(const TaskPointer& task, const py::dict& keywords) {
  auto question = asked<answers::OrientQuestion>(keywords);
  const OrientOptions options = [&] {
    try {
      return answers::orient_options(question);
    } catch (const InputError& error) {
      throw in_python(error, parameters(question));
    }
  }();
  return found_by(question.limit, [task, options](const Call& call) {
    OrientOptions stoppable = options;
    stoppable.stop = call.stop();
    auto found = std::make_shared<const OrientPlan>(plan_orientation(task->valid, stoppable));
    return answer_to("orient", task, [task, options, found] { return answers::orient_answer(task->valid, options, *found); });
  });
}

AnswerPointer nest(const TaskPointer& task, const py::dict& keywords) {
  auto question = asked<answers::NestQuestion>(keywords);
  return found_by(question.limit, [task, question](const Call& call) {
    try {
      return answer_to("nest", task, [answer = answers::answer_nest(task->valid, question, call.stop())] { return answer; });
    } catch (const InputError& error) {
      answers::NestQuestion names;
      throw in_python(error, parameters(names));
    }
  });
}

}  // namespace

void add_modes(py::module_& module) {
  py::class_<PyCone, ConePointer>(module, "Cone")
      .def(
          "contains",
          [](const ConePointer& cone, const py::object& wrenches) {
            return of_each<bool>(cone, wrenches, [](const WrenchCone& c, const Eigen::Vector3d& g, double) {
              return c.feasible && c.cone.contains(g);
            });
          },
          py::arg("wrenches"))
      .def(
          "admits",
          [](const ConePointer& cone, const py::object& wrenches) {
            return of_each<bool>(cone, wrenches, [](const WrenchCone& c, const Eigen::Vector3d& g, double) {
              return c.feasible && c.admits(g);
            });
          },
          py::arg("wrenches"))
      .def(
          "margins",
          [](const ConePointer& cone, const py::object& wrenches) {
            return of_each<double>(cone, wrenches, [](const WrenchCone& c, const Eigen::Vector3d& g, double rho) {
              return margin(c.cone, g, rho);
            });
          },
          py::arg("wrenches"));
  module.def("contacts", contacts, py::arg("task"), py::arg("keywords"));
  module.def("check_fixture", check_fixture, py::arg("task"), py::arg("keywords"));
  module.def("modes", modes, py::arg("task"), py::arg("keywords"));
  module.def("wrench_cones", wrench_cones, py::arg("task"), py::arg("keywords"));
  module.def("check_mode", check_mode, py::arg("task"), py::arg("mode"), py::arg("seconds"));
  module.def("check_wrench", check_wrench, py::arg("task"), py::arg("wrench"), py::arg("mode"), py::arg("seconds"));
  module.def("forward", forward, py::arg("task"), py::arg("wrench"), py::arg("seconds"));
  module.def("nest", nest, py::arg("task"), py::arg("keywords"));
  module.def("orient", orient, py::arg("task"), py::arg("keywords"));
}

}  // namespace pawl::python
