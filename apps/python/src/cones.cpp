// SPDX-License-Identifier: MIT
// The algebra of polyhedral cones in Python: exact cones of vectors (fx, fy, tau).
#include <pawl/cones/cone.h>
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <memory>

#include "python/src/answer.h"
#include "python/src/call.h"

namespace pawl::python {
namespace {

using Rows = py::array_t<double>;

Rows array_of(const Cone::Rows& rows) {
  Rows array({static_cast<py::ssize_t>(rows.size()), static_cast<py::ssize_t>(3)});
  auto entries = array.mutable_unchecked<2>();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (int k = 0; k < 3; ++k) entries(static_cast<py::ssize_t>(r), k) = rows[r][k];
  }
  return array;
}

py::array_t<bool> contains(const Cone& cone, const py::object& vectors) {
  const std::vector<Eigen::Vector3d> rows = rows_of(vectors, "vectors");
  py::array_t<bool> found(static_cast<py::ssize_t>(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k) found.mutable_at(static_cast<py::ssize_t>(k)) = cone.contains(rows[k]);
  return found;
}

}  // namespace

void add_cones(py::module_& module) {
  py::class_<Cone>(module, "ExactCone")
      .def_static("from_rays", [](const py::object& rays, const py::object& lines) {
        return Cone::from_rays(rows_of(rays, "rays"), rows_of(lines, "lines"));
      }, py::arg("rays"), py::arg("lines"))
      .def_static("from_faces", [](const py::object& faces, const py::object& equalities) {
        return Cone::from_faces(rows_of(faces, "faces"), rows_of(equalities, "equalities"));
      }, py::arg("faces"), py::arg("equalities"))
      .def("rows", [](const Cone& cone) {
        return py::make_tuple(array_of(cone.rays()), array_of(cone.lines()), array_of(cone.faces()),
                              array_of(cone.equalities()));
      })
      .def("dimension", &Cone::dimension)
      .def("contains", contains, py::arg("vectors"))
      .def("contains_cone", [](const Cone& a, const Cone& b) { return a.contains(b); }, py::arg("other"))
      .def("equals", [](const Cone& a, const Cone& b) { return a == b; }, py::arg("other"))
      .def("intersection", [](const Cone& a, const Cone& b) { return intersection(a, b); }, py::arg("other"))
      .def("sum", [](const Cone& a, const Cone& b) { return minkowski_sum(a, b); }, py::arg("other"))
      .def("difference", [](const Cone& a, const Cone& b) { return difference(a, b); }, py::arg("other"))
      .def("polar", &Cone::polar)
      .def("projection", [](const Cone& cone, const py::object& direction) {
        return projection(cone, one_wrench(direction, "direction"));
      }, py::arg("direction"))
      .def("union", [](const Cone& a, const Cone& b) { return convex_union(std::vector<Cone>{a, b}); }, py::arg("other"));
}

}  // namespace pawl::python
