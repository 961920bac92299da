// SPDX-License-Identifier: MIT
#include "bodies/input_checks.h"

#include <fmt/format.h>

#include <utility>

namespace pawl::internal {

std::string Place::str() const {
  return entry < 0 ? fmt::format("/{}/{}/{}", list, index, field)
                   : fmt::format("/{}/{}/{}/{}", list, index, field, entry);
}

bool exists(const System& system, Solid solid) {
  if (solid.kind == Solid::Kind::ground) return true;
  return solid.index < (solid.kind == Solid::Kind::body ? system.bodies.size() : system.joints.size());
}

void add_missing(std::string pointer, Solid solid, Validator& validator) {
  validator.add(std::move(pointer), static_cast<double>(solid.index),
                "must be the index of a body or joint that exists");
}

void check_sides(const System& system, const char* list, std::size_t index, Solid a, Solid b, Validator& validator) {
  if (!exists(system, a)) add_missing(Place{list, index, "a"}.str(), a, validator);
  if (!exists(system, b)) add_missing(Place{list, index, "b"}.str(), b, validator);
  if (a == b) validator.add(fmt::format("/{}/{}", list, index), "", "must be between two different solids");
}

}  // namespace pawl::internal
