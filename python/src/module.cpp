// SPDX-License-Identifier: MIT
// The extension module behind the package pawl, which gives its values their Python faces.
#include <pawl/base/fault.h>
#include <pawl/io/read_task.h>
#include <pawl/version.h>
#include <pybind11/pybind11.h>

#include "answer.h"
#include "call.h"

namespace py = pybind11;

namespace {

/// pawl.InputError, of pawl/_errors.py.
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
  pawl::python::add_checks(module);
}
