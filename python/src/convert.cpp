// SPDX-License-Identifier: MIT
#include "convert.h"

#include <pawl/base/fault.h>

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
  const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(object);
  if (!array) {
    PyErr_Clear();
    throw InputError(pointer, "", "must be numbers (fx, fy, tau), or an array of shape (n, 3) of them");
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

}  // namespace pawl::python
