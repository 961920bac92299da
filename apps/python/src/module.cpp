// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/io/drawing.h>
#include <pawl/io/edit_document.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/io/warnings.h>
#include <pawl/planner/certificate_file.h>
#include <pawl/planner/verify_answer.h>
#include <pawl/version.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "answers/fixture_answer.h"
#include "answers/mode_answers.h"
#include "answers/recheck.h"
#include "python/src/answer.h"
#include "python/src/call.h"

namespace pawl::python {
namespace {

using Edits = std::vector<std::pair<std::string, std::string>>;

TaskPointer read(const std::string& text, const std::optional<std::string>& folder) {
  if (kind_of_text(text) == TextKind::scene)
    throw InputError("/bodies", "", "this is a scene; expected a task, with a \"part\" (use read_scene for a scene)");
  ValidTask valid = folder ? read_valid_task(text, *folder) : read_valid_task(text);
  return std::make_shared<PyTask>(PyTask{text, folder, std::move(valid)});
}

TaskPointer read_text_or_file(const std::string& text, const std::optional<std::string>& folder, bool is_path) {
  return found_by({}, [=](const Call&) { return read(is_path ? read_text_file(text) : text, folder); });
}

std::string edited(const std::string& text, const Edits& edits) {
  std::vector<DocumentEdit> list;
  for (const auto& [place, value] : edits) list.push_back({place, value});
  return edit_document(text, list);
}

TaskPointer replace(const TaskPointer& task, const Edits& edits) {
  return found_by({}, [=](const Call&) { return read(edited(task->text, edits), task->folder); });
}

ScenePointer read_scene_text(const std::string& text) {
  Scene scene = read_scene(text);
  SceneSetup setup = set_up(scene);
  return std::make_shared<PyScene>(PyScene{text, std::move(scene), std::move(setup)});
}

ScenePointer read_scene_text_or_file(const std::string& text, bool is_path) {
  return found_by({}, [=](const Call&) { return read_scene_text(is_path ? read_text_file(text) : text); });
}

ScenePointer replace_in_scene(const ScenePointer& scene, const Edits& edits) {
  return found_by({}, [=](const Call&) { return read_scene_text(edited(scene->text, edits)); });
}

py::list list_of(const Warnings& found) {
  py::list list;
  for (const Warning& one : found) list.append(py::make_tuple(one.code, one.pointer, one.message));
  return list;
}

/// Returns an outline as rows (x, y, bulge): a vertex, and the bulge of the segment that begins there. A disc becomes
/// two half circles.
py::list outline_rows(const Outline& outline) {
  Path path;
  if (const auto* given = std::get_if<Path>(&outline)) path = *given;
  if (const auto* polygon = std::get_if<Polygon>(&outline))
    path = {polygon->vertices, std::vector<double>(polygon->vertices.size(), 0.)};
  if (const auto* disc = std::get_if<Disc>(&outline)) {
    const Eigen::Vector2d right(disc->radius, 0);
    path = {{disc->center + right, disc->center - right}, {1, 1}};
  }
  py::list rows;
  for (std::size_t i = 0; i < path.vertices.size(); ++i)
    rows.append(py::make_tuple(path.vertices[i].x(), path.vertices[i].y(), path.bulges[i]));
  return rows;
}

/// Returns the loops of a body: first its outline, then its holes. Each loop has the format of outline_rows().
py::list outline_rows(const Loops& loops) {
  py::list list;
  for (std::size_t k = 0; k < loops.size(); ++k) list.append(outline_rows(loops[k]));
  return list;
}

py::tuple triple(const Eigen::Vector3d& pose) { return py::make_tuple(pose.x(), pose.y(), pose.z()); }

/// Returns the shapes of a task, in its unit of length and in rad: the loops of the part (None if the task states its
/// contacts), its pose, and its centre of mass in the body frame; the loops and the pose of each wall; and for each
/// fixel x, y and its rows, which are empty for a point.
py::dict shapes(const PyTask& held) {
  const Task& task = held.valid.task();
  py::list walls, fixels;
  for (std::size_t k = 0; k < task.walls.size(); ++k) {
    const Wall wall = wall_in_world(task, k);
    walls.append(py::make_tuple(outline_rows(wall.loops()), triple(wall.pose)));
  }
  for (std::size_t i = 0; i < task.fixels.size(); ++i) {
    const Fixel fixel = fixel_in_world(task, i);
    fixels.append(
        py::make_tuple(fixel.at.x(), fixel.at.y(), fixel.radius > 0 ? outline_rows(outline_of(fixel)) : py::list()));
  }
  const Eigen::Vector2d center = held.valid.contacts().center_of_mass;
  py::dict found;
  found["part"] = task.part.outline ? py::object(outline_rows(task.part.loops())) : py::none();
  found["pose"] = triple(task.pose);
  found["center_of_mass"] = py::make_tuple(center.x(), center.y());
  found["walls"] = walls;
  found["fixels"] = fixels;
  return found;
}

py::tuple units_of(const Units& units) { return py::make_tuple(units.length_name(), units.angle_name()); }

/// Returns the answer of `pawl part`. `name` is the part's name in the answer.
AnswerPointer part(const std::string& text, bool is_path, const std::string& name, const py::dict& keywords) {
  const DrawingOptions options = answers::drawing_options(asked<answers::PartQuestion>(keywords));
  return found_by({}, [=](const Call&) {
    const std::string drawn = is_path ? read_text_file(text) : text;
    try {
      const Drawing drawing = read_drawing(drawn, options);
      return std::make_shared<PyAnswer>(answers::part_document(name, drawing, part_of(drawing, options)),
                                        answers::kYes, "", PyAnswer::Subject{});
    } catch (const InputError& error) {
      throw answers::with_remedy(error, drawn, options);
    }
  });
}

}  // namespace

void add_tasks(py::module_& module) {
  py::class_<PyTask, std::shared_ptr<PyTask>>(module, "Task")
      .def_property_readonly("text", [](const PyTask& task) { return task.text; })
      .def_property_readonly("folder", [](const PyTask& task) { return task.folder; })
      .def_property_readonly("name", [](const PyTask& task) { return task.valid.task().name; })
      .def_property_readonly("units", [](const PyTask& task) { return units_of(task.valid.task().units); })
      .def_property_readonly("contacts", [](const PyTask& task) { return task.valid.contacts().size(); })
      .def_property_readonly("warnings", [](const PyTask& task) { return list_of(warnings(task.valid)); })
      .def_property_readonly("part", [](const PyTask& task) {
        const Part& part = task.valid.task().part;
        return part.outline ? to_python(answers::part_json(part)) : py::none();
      })
      .def("shapes", shapes);
  py::class_<PyScene, std::shared_ptr<PyScene>>(module, "Scene")
      .def_property_readonly("text", [](const PyScene& scene) { return scene.text; })
      .def_property_readonly("name", [](const PyScene& scene) { return scene.scene.name; })
      .def_property_readonly("units", [](const PyScene& scene) { return units_of(scene.scene.units); })
      .def_property_readonly("warnings", [](const PyScene& scene) {
        Warnings found = warnings(scene.scene);
        found.insert(found.end(), scene.setup.warnings.begin(), scene.setup.warnings.end());
        return list_of(found);
      });
  module.def("read_task", read_text_or_file, py::arg("text"), py::arg("folder"), py::arg("is_path"));
  module.def("replace", replace, py::arg("task"), py::arg("edits"));
  module.def("read_scene", read_scene_text_or_file, py::arg("text"), py::arg("is_path"));
  module.def("replace_in_scene", replace_in_scene, py::arg("scene"), py::arg("edits"));
  module.def("part", part, py::arg("text"), py::arg("is_path"), py::arg("name"), py::arg("keywords"));
}

// Complementarity problems, and checks of answers and certificates.

namespace {

AnswerPointer answer_alone(const char* command, const std::string& name, const answers::Answer& answer) {
  return std::make_shared<PyAnswer>(answers::Question{command, name, {}, {}}, PyAnswer::Subject{},
                                    [answer] { return answer; });
}

/// Solves one complementarity problem. `file` is the file name in the answer.
AnswerPointer lcp(const std::string& text, bool is_path, const std::string& file, const py::dict& keywords) {
  const auto question = asked<answers::LcpQuestion>(keywords);
  return found_by(question.limit, [=](const Call& call) {
    const LcpFile problem = read_lcp(is_path ? read_text_file(text) : text);
    LcpLimits limits;
    limits.stop = call.stop();
    const answers::FoundLcp found = answers::find_lcp(problem, limits, question);
    answers::Answer answer;
    answer.message = "the problem is undecided";
    answer.results = answers::Json::array();
    answer.results.push_back(answers::lcp_answer(file, problem, found, question, std::nullopt, answer.status));
    return answer_alone("lcp", problem.name, answer);
  });
}

AnswerCheck check_answer(const TaskPointer& task, const std::string& lcp_text, const std::string& text,
                         const Call& call) {
  const bool lcp = command_of_answer(text) == "lcp";
  if (lcp && task) throw InputError("task", "", "not allowed for an answer of lcp; pass its problem instead");
  if (lcp) return answers::recheck_answer(read_lcp(lcp_text), text, call.stop());
  if (!task) throw InputError("/command", command_of_answer(text), "answers of this command need their task");
  return answers::recheck_answer(task->valid, text, call.stop());
}

AnswerPointer verify(const std::string& text, const TaskPointer& task, const std::string& lcp_text,
                     const std::string& name, bool partial) {
  return found_by({}, [=](const Call& call) {
    if (is_certificate(text)) {
      const CertificateCheck check = task ? verify_certificate(text, task->valid) : verify_certificate(text);
      return answer_alone("verify", name, answers::verify_answer(check, task != nullptr));
    }
    if (!task && lcp_text.empty())
      throw InputError("task", "", "missing; expected the task of the answer, or the problem of an answer of lcp");
    return answer_alone("verify", name, answers::verify_answer(check_answer(task, lcp_text, text, call), partial));
  });
}

}  // namespace

void add_checks(py::module_& module) {
  module.def("lcp", lcp, py::arg("text"), py::arg("is_path"), py::arg("file"), py::arg("keywords"));
  module.def("verify", verify, py::arg("text"), py::arg("task"), py::arg("lcp"), py::arg("name"), py::arg("partial"));
}

}  // namespace pawl::python

// The C++ part of the Python package pawl. The package wraps the values of this extension module in Python classes.
namespace py = pybind11;

namespace {

/// Sets the Python exception pawl.InputError, which is defined in pawl/_errors.py.
void raise_input_error(const pawl::InputError& error) {
  py::list faults;
  for (const pawl::Fault& fault : error.faults())
    faults.append(py::make_tuple(fault.pointer, fault.value, fault.message));
  const py::object type = py::module_::import("pawl._errors").attr("InputError");
  PyErr_SetObject(type.ptr(), py::make_tuple(faults).ptr());
}

}  // namespace

PYBIND11_MODULE(_pawl, module) {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const pawl::InputError& error) {
      raise_input_error(error);
    }
  });
  py::module_::import("atexit").attr("register")(py::cpp_function(pawl::python::stop_all));
  module.attr("__version__") = PAWL_VERSION;
  pawl::python::add_tasks(module);
  pawl::python::add_answers(module);
  pawl::python::add_fixtures(module);
  pawl::python::add_modes(module);
  pawl::python::add_plans(module);
  pawl::python::add_trials(module);
  pawl::python::add_cones(module);
  pawl::python::add_spatial(module);
  pawl::python::add_checks(module);
}
