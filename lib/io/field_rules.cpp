// SPDX-License-Identifier: MIT
#include "io/field_rules.h"

#include <fmt/format.h>

namespace pawl::internal {

std::string wrong_vertex_count(std::size_t count) {
  return count >= 3 && count <= kMostVertices ? "" : fmt::format("a polygon has from 3 to {} vertices", kMostVertices);
}

std::string wrong_path_count(std::size_t count) {
  if (count >= 2 && count <= kMostVertices + 1) return "";
  return fmt::format("a path has from 2 to {} entries", kMostVertices + 1);
}

}  // namespace pawl::internal
