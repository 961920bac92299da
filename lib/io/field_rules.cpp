// SPDX-License-Identifier: MIT
#include "io/field_rules.h"

#include <fmt/format.h>

namespace pawl::internal {

std::string wrong_vertex_count(std::size_t count) {
  return count >= 3 && count <= kMostVertices ? "" : fmt::format("a polygon has from 3 to {} vertices", kMostVertices);
}

}  // namespace pawl::internal
