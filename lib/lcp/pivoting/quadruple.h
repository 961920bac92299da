// SPDX-License-Identifier: MIT
#pragma once

namespace pawl::internal {

/// Some 34 digits, by the compiler's software arithmetic: long double where it has them (WebAssembly, AArch64).
#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 Quadruple;
#else
using Quadruple = long double;
static_assert(__LDBL_MANT_DIG__ == 113);
#endif

}  // namespace pawl::internal
