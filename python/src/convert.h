// SPDX-License-Identifier: MIT
// Values between C++ and Python.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <Eigen/Core>
#include <string>
#include <vector>

#include "answers/json.h"

namespace pawl::python {

namespace py = pybind11;

/// dict, list, str, int, float, bool, None.
py::object to_python(const answers::Json& json);

/// Rows of three numbers of a float array (n, 3); a vector (3,) counts as one row. Throws InputError at `pointer`.
std::vector<Eigen::Vector3d> rows_of(const py::object& array, const char* pointer);

/// Throws InputError for less than 0, which stands for all processors.
void require_threads(int threads);

}  // namespace pawl::python
