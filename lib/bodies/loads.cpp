// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/bodies/loads.h>

#include "bodies/input_checks.h"

namespace pawl {
namespace internal {
namespace {

/// Whether the list has one entry for each of `count`, or none.
template <class List>
void check_size(const char* pointer, const List& list, std::size_t count, Validator& validator) {
  if (list.empty() || list.size() == count) return;
  validator.add(pointer, fmt::format("{} entries", list.size()), fmt::format("must have {}, or none", count));
}

void check_wrenches(const char* list, const std::vector<Eigen::Vector3d>& wrenches, Validator& validator) {
  for (std::size_t i = 0; i < wrenches.size(); ++i) check_vector(Place{list, i, "wrench"}, wrenches[i], validator);
}

void check_numbers(const char* field, const std::vector<double>& numbers, Validator& validator) {
  for (std::size_t i = 0; i < numbers.size(); ++i) validator.finite(Place{"joints", i, field}, numbers[i]);
}

}  // namespace

void check(const System& system, const Loads& loads, Validator& validator) {
  check_size("/loads/body_wrenches", loads.body_wrenches, system.bodies.size(), validator);
  check_size("/loads/link_wrenches", loads.link_wrenches, system.joints.size(), validator);
  check_size("/loads/efforts", loads.efforts, system.joints.size(), validator);
  check_size("/loads/accelerations", loads.accelerations, system.joints.size(), validator);
  check_wrenches("bodies", loads.body_wrenches, validator);
  check_wrenches("joints", loads.link_wrenches, validator);
  check_numbers("effort", loads.efforts, validator);
  check_numbers("acceleration", loads.accelerations, validator);
}

}  // namespace internal

Loads::Loads(const System& system)
    : body_wrenches(system.bodies.size(), Eigen::Vector3d::Zero()),
      link_wrenches(system.joints.size(), Eigen::Vector3d::Zero()),
      efforts(system.joints.size(), 0.0),
      accelerations(system.joints.size(), 0.0) {}

void validate(const System& system, const Loads& loads) {
  internal::Validator validator;
  check(system, validator);
  check(system, loads, validator);
  validator.finish();
}

}  // namespace pawl
