// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/cones/cone.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/mode.h>

namespace pawl {

/// The closed wrench cone {g : K^F P g <= 0} [BTG02, section 5] of a feasible mode, every conversion by cddlib's exact
/// double description. Throws InputError when built without cddlib.
Cone cone_by_enrsv(const ContactSet& set, const Mode& mode);

}  // namespace pawl
