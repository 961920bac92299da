// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

/// Other libraries that convert a cone in R^3 from rays to faces. Each function returns the number of faces.
namespace pawl::peers {

using Rays = std::vector<std::array<double, 3>>;

std::size_t exact_cdd_faces(const Rays& rays);
std::size_t floating_cdd_faces(const Rays& rays);
std::size_t ppl_faces(const Rays& rays);
std::size_t lrs_faces(const Rays& rays);

}  // namespace pawl::peers
