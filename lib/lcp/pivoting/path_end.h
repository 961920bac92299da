// SPDX-License-Identifier: MIT
#pragma once

namespace pawl::internal {

/// How a path of Lemke's method ended.
enum class PathEnd {
  solved,  ///< z0 has left the basis, or was never needed
  ray,     ///< in a secondary ray: nothing blocks the entering variable
  limit    ///< too many pivots, stopped, or lost to rounding
};

}  // namespace pawl::internal
