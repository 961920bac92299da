// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/modes/wrench_cone.h>

#include "modes/enrsv_route.h"

namespace pawl {

bool has_route_enrsv() { return false; }

namespace internal {

Cone cone_by_enrsv(const ContactSet&, const Mode&) {
  throw InputError("", "enrsv", "this build has no cddlib (PAWL_WITH_CDDLIB=OFF); use route sum");
}

}  // namespace internal
}  // namespace pawl
