// SPDX-License-Identifier: MIT
#include "verify/part_digest.h"

#include <cstdint>
#include <cstring>

#include "base/sha256.h"

namespace pawl::internal::inline verify {
namespace {

void append(double number, std::string& bytes) {
  const double unsigned_zero = number + 0.;  // converts -0 to 0, so that both have the same digest
  std::uint64_t bits = 0;
  static_assert(sizeof bits == sizeof unsigned_zero);
  std::memcpy(&bits, &unsigned_zero, sizeof bits);
  for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(bits >> shift & 0xff);
}

void append(const Eigen::Vector2d& point, std::string& bytes) {
  append(point.x(), bytes);
  append(point.y(), bytes);
}

void append(const Outline& outline, std::string& bytes) {
  if (const auto* disc = std::get_if<Disc>(&outline)) {
    append(disc->center, bytes);
    append(disc->radius, bytes);
  } else {
    const auto* path = std::get_if<Path>(&outline);
    const auto& vertices = path != nullptr ? path->vertices : std::get<Polygon>(outline).vertices;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      append(vertices[i], bytes);
      append(path != nullptr ? path->bulges[i] : 0., bytes);
    }
  }
}

}  // namespace

std::string part_digest(const Loops& loops, double mass, double gyration_radius,
                        const Eigen::Vector2d& center_of_mass) {
  std::string bytes;
  append(mass, bytes);
  append(gyration_radius, bytes);
  append(center_of_mass, bytes);
  append(loops.outer, bytes);
  for (const Outline& hole : loops.holes) {
    bytes += "hole";  // separates the numbers of consecutive loops
    append(hole, bytes);
  }
  return "sha256:" + sha256(bytes);
}

}  // namespace pawl::internal::inline verify
