// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/contact/mode.h>

#include "rational.h"

namespace pawl {

/// The matrices of [BTG02, §5] in exact rationals; see contact_matrices.h.
struct ModeMatrices {
  RationalMatrix J, A, B, C, E, N, R, S, V, K, P;
};

ModeMatrices mode_matrices(const ContactSet& set, const Mode& mode);

}  // namespace pawl
