// SPDX-License-Identifier: MIT
#include <pawl/base/parallel.h>
#include <pawl/io/contact_list.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>
#include <pawl/planner/check_task.h>
#include <pybind11/stl.h>

#include <limits>

#include "answers/answer.h"
#include "answers/mode_answers.h"
#include "python/src/answer.h"
#include "python/src/call.h"

namespace pawl::python {
namespace {

using answers::Json;
using Wrench = std::optional<Eigen::Vector3d>;

Eigen::Vector3d one_wrench(const py::object& given) {
  if (given.is_none()) throw InputError("wrench", "None", "must be one wrench (fx, fy, tau)");
  const std::vector<Eigen::Vector3d> rows = rows_of(given, "wrench");
  if (rows.size() != 1) throw InputError("wrench", "", "must be one wrench (fx, fy, tau)");
  return rows[0];
}

Wrench wrench_of(const py::object& given) { return given.is_none() ? Wrench() : one_wrench(given); }

AnswerPointer contacts(const TaskPointer& task) {
  return found_by({}, [task](const Call&) {
    return answer_to("contacts", task, [task, list = list_contacts(task->valid)] {
      return answers::contacts_answer(list, task->valid.task().units);
    });
  });
}

AnswerPointer modes(const TaskPointer& task, std::optional<double> seconds) {
  return found_by(seconds, [task](const Call& call) {
    answers::Answer answer;
    answers::JsonStream json(answer.results, std::numeric_limits<std::size_t>::max());
    const auto end = answers::write_modes(task->valid.contacts(), task->valid.task().units, call.stop(), json);
    json.finish();
    answer.status = end.status;
    answer.message = end.message;
    if (end.stopped) answer.stop();
    return answer_to("modes", task, [answer] { return answer; });
  });
}

/// The wrench cone of a mode, to be asked about wrenches of the world.
struct PyCone {
  TaskPointer task;
  WrenchCone cone;
};
using ConePointer = std::shared_ptr<PyCone>;

Route route_of(const std::string& name) {
  if (name == "sum") return Route::sum;
  if (name != "enrsv") throw InputError("route", name, "must be sum or enrsv");
  if (!has_route_enrsv())
    throw InputError("route", name, "this module is built without cddlib, which it needs; use route sum");
  return Route::enrsv;
}

std::pair<AnswerPointer, std::vector<ConePointer>> cones(const TaskPointer& task,
                                                         const std::vector<std::string>& patterns,
                                                         const answers::ConeQuestion& question, Route route,
                                                         const Call& call) {
  const ContactSet& set = task->valid.contacts();
  std::vector<ConePointer> found;
  answers::Answer answer;
  answer.results = Json::array();
  const bool whole = answers::for_each_cone(set, patterns, route, call.stop(), [&](const WrenchCone& cone) {
    answer.results.push_back(answers::cone_answer(set, cone, question, answer.status));
    found.push_back(std::make_shared<PyCone>(PyCone{task, cone}));
  });
  if (!whole) answer.status = answers::kFailed;
  AnswerPointer all = answer_to("cone", task, [answer] { return answer; });
  return {all, found};
}

std::pair<AnswerPointer, std::vector<ConePointer>> wrench_cones(const TaskPointer& task,
                                                                std::optional<std::string> mode,
                                                                const py::object& wrench, bool matrices, bool exact,
                                                                const std::string& route,
                                                                std::optional<double> seconds) {
  const ContactSet& set = task->valid.contacts();
  const std::vector<std::string> patterns = answers::patterns_of(task->valid.task(), set, mode, "mode");
  const answers::ConeQuestion question{wrench_of(wrench), matrices, exact};
  const Route way = route_of(route);
  return found_by(seconds, [=](const Call& call) { return cones(task, patterns, question, way, call); });
}

/// One truth or number for each wrench.
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
  const Eigen::Vector3d wrench = one_wrench(given);
  if (mode) require_mode_fits(*mode, task->valid.contacts(), "mode");
  return found_by(seconds, [task, wrench, mode](const Call& call) {
    auto found = std::make_shared<const std::optional<WrenchCheck>>(check(task->valid, wrench, call.stop()));
    return answer_to("check", task, [=] { return answers::check_answer(task->valid, wrench, mode, *found); });
  });
}

AnswerPointer forward(const TaskPointer& task, const py::object& given, std::optional<double> seconds) {
  const Eigen::Vector3d wrench = one_wrench(given);
  return found_by(seconds, [task, wrench](const Call& call) {
    auto found = std::make_shared<const answers::FoundForward>(answers::find_forward(task->valid, wrench, call.stop()));
    return answer_to("forward", task, [task, found] { return answers::forward_answer(task->valid, *found); });
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
  module.def("contacts", contacts, py::arg("task"));
  module.def("modes", modes, py::arg("task"), py::arg("seconds"));
  module.def("wrench_cones", wrench_cones, py::arg("task"), py::arg("mode"), py::arg("wrench"), py::arg("matrices"),
             py::arg("exact"), py::arg("route"), py::arg("seconds"));
  module.def("check_mode", check_mode, py::arg("task"), py::arg("mode"), py::arg("seconds"));
  module.def("check_wrench", check_wrench, py::arg("task"), py::arg("wrench"), py::arg("mode"), py::arg("seconds"));
  module.def("forward", forward, py::arg("task"), py::arg("wrench"), py::arg("seconds"));
}

}  // namespace pawl::python
