// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/contact/mode.h>

#include "rational_matrix.h"

namespace pawl::internal {

/// The matrices of [BTG02, §5] in exact rationals, of contact frames as long as they are given; what they are and how
/// they depart from the paper stands in contact_matrices.h. O(n^3) rational operations.
struct ModeMatrices {
  RationalMatrix J, A, B, C, E, N, R, S, V, K, P;
};

ModeMatrices mode_matrices(const ContactSet& set, const Mode& mode);

}  // namespace pawl::internal
