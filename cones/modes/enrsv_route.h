// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/cones/cone.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/mode.h>

namespace pawl::internal {

/// The closed wrench cone of a feasible mode as [BTG02, section 5] published it. The mode's equations are K z = P g
/// with z >= 0 (contact_matrices.h), so g is consistent when P g lies in the cone spanned by K's columns; its faces
/// K^F, by conversion in up to 2n dimensions, give {g : K^F P g <= 0}. Every conversion is by cddlib's exact double
/// description. Throws InputError when built without cddlib.
Cone cone_by_enrsv(const ContactSet& set, const Mode& mode);

}  // namespace pawl::internal
