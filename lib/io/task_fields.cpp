// SPDX-License-Identifier: MIT
#include "io/task_fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace pawl::internal {

std::string wrong_vertex_count(std::size_t count) {
  return count >= 3 && count <= kMostVertices ? "" : fmt::format("a polygon has from 3 to {} vertices", kMostVertices);
}

std::string wrong_path_count(std::size_t count) {
  if (count >= 2 && count <= kMostVertices + 1) return "";
  return fmt::format("a path has from 2 to {} entries", kMostVertices + 1);
}

std::string wrong_mode(const std::string& letters, std::size_t fixel_count) {
  if (letters.find_first_not_of("alnrs*") != std::string::npos) return "letters must be a, l, n, r, s or *";
  if (letters.size() == fixel_count) return "";
  return fmt::format("has {} letters, but there are {} fixels", letters.size(), fixel_count);
}

std::string wrong_fixel_number(int number, const std::vector<int>& earlier, std::size_t fixel_count) {
  if (std::find(earlier.begin(), earlier.end(), number) != earlier.end()) return "names a fixel twice";
  const bool exists = static_cast<std::size_t>(number) <= fixel_count;
  return exists ? "" : fmt::format("there are only {} fixels", fixel_count);
}

std::string wrong_goal(std::size_t named) { return named > 0 ? "" : "must name at least one fixel"; }

}  // namespace pawl::internal
