// SPDX-License-Identifier: MIT
// Contacts of a body in space in Python: wrench matrices, balance and motion.
#include <pawl/friction/spatial_contacts.h>
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include "python/src/answer.h"
#include "python/src/call.h"

namespace pawl::python {
namespace {

using Points = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;

SpatialContacts contacts_of(const Points& points, const Points& normals, const std::vector<double>& friction,
                            double mass, const Eigen::Matrix3d& inertia, const Eigen::Vector3d& center) {
  SpatialContacts contacts;
  for (Eigen::Index i = 0; i < points.rows(); ++i) contacts.points.emplace_back(points.row(i));
  for (Eigen::Index i = 0; i < normals.rows(); ++i) contacts.normals.emplace_back(normals.row(i));
  contacts.friction = friction;
  contacts.mass = mass;
  contacts.inertia = inertia;
  contacts.center_of_mass = center;
  contacts.validate();
  return contacts;
}

SpatialFriction friction_of(const std::optional<int>& sides) {
  return sides ? SpatialFriction(FrictionPyramid{*sides}) : SpatialFriction(QuadraticCone());
}

py::tuple balance_of(const SpatialContacts& contacts, const Eigen::VectorXd& wrench, const std::optional<int>& sides) {
  const SpatialBalance found = found_by({}, [=](const Call&) { return balance(contacts, wrench, friction_of(sides)); });
  const bool decided = found.status != SpatialBalance::Status::undecided;
  const py::object balanced =
      decided ? py::object(py::bool_(found.status == SpatialBalance::Status::balanced)) : py::object(py::none());
  return py::make_tuple(balanced, found.forces, found.acceleration);
}

py::tuple motion_of(const SpatialContacts& contacts, const Eigen::VectorXd& wrench, const std::optional<int>& sides) {
  const SpatialMotion found = found_by({}, [=](const Call&) { return motion(contacts, wrench, friction_of(sides)); });
  return py::make_tuple(found.solved, found.forces, found.acceleration);
}

}  // namespace

void add_spatial(py::module_& module) {
  py::class_<SpatialContacts>(module, "SpatialContacts")
      .def(py::init(&contacts_of), py::arg("points"), py::arg("normals"), py::arg("friction"), py::arg("mass"),
           py::arg("inertia"), py::arg("center_of_mass"))
      .def("matrices", [](const SpatialContacts& contacts) { return wrench_matrices(contacts).W; })
      .def("balance", balance_of, py::arg("wrench"), py::arg("sides"))
      .def("motion", motion_of, py::arg("wrench"), py::arg("sides"));
}

}  // namespace pawl::python
