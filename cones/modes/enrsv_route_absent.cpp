// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/modes/wrench_cone.h>

#include "modes/mode_matrices.h"

namespace pawl {

bool has_route_enrsv() { return false; }

namespace internal::inline modes {

namespace {

[[noreturn]] void refuse() {
  throw InputError("", "enrsv", "this build has no cddlib (PAWL_WITH_CDDLIB=OFF); use route sum");
}

}  // namespace

RationalMatrix span_faces(const RationalMatrix&) { refuse(); }

Cone cone_by_enrsv(const ContactSet&, const Mode&) { refuse(); }

}  // namespace internal::inline modes
}  // namespace pawl
