// SPDX-License-Identifier: MIT
#include "convert.h"

#include <pawl/base/fault.h>

#include <string_view>

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
  // A cast would drop imaginary parts, and take texts for numbers.
  const bool numbers = given && std::string_view("biufO").find(given.dtype().kind()) != std::string_view::npos;
  using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;
  const auto array = numbers ? Doubles::ensure(given) : Doubles();
  if (!numbers || !array) {
    PyErr_Clear();
    throw InputError(pointer, "", "must be real numbers (fx, fy, tau), or an array of shape (n, 3) of them");
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

void require_threads(int threads) {
  constexpr int kMost = 1024;
  if (threads < 0 || threads > kMost)
    throw InputError("threads", std::to_string(threads), "must be from 0 (one per processor) to 1024");
}

}  // namespace pawl::python
