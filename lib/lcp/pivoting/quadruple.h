// SPDX-License-Identifier: MIT
#pragma once

namespace pawl::internal {

/// Some 34 digits, by the compiler's software arithmetic.
__extension__ typedef __float128 Quadruple;

}  // namespace pawl::internal
