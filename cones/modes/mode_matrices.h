// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/cones/cone.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/mode.h>

#include <Eigen/Core>
#include <boost/multiprecision/eigen.hpp>
#include <vector>

#include "exact/numbers.h"

namespace pawl::internal::inline modes {

using RationalMatrix = Eigen::Matrix<Rational, Eigen::Dynamic, Eigen::Dynamic>;
using RationalVector = Eigen::Matrix<Rational, Eigen::Dynamic, 1>;

/// The primitive integer vector along a rational vector with three entries.
IntegerVector integer_vector(const RationalVector& v);

Eigen::MatrixXd to_double(const RationalMatrix& matrix);

/// The matrices of [BTG02, §5] in exact rationals, of contact frames as long as they are given; what they are and how
/// they depart from the paper stands in contact_matrices.h. O(n^3) rational operations.
struct ModeMatrices {
  RationalMatrix J, A, B, C, E, N, R, S, V, K, P;
};

ModeMatrices mode_matrices(const ContactSet& set, const Mode& mode);

/// A cone in R^d: the span of `rays` and `lines`, in exact rationals.
struct RationalSpan {
  std::vector<RationalVector> rays, lines;
};

/// Generators of the polar {x : ray . x <= 0, line . x = 0}, by cddlib's exact double description. Irredundant.
///
/// Thread-safe: cddlib is not, so calls take one process-wide lock. A failure of cddlib is a broken promise.
RationalSpan cdd_polar(const RationalSpan& span, Eigen::Index dimension);

/// The closed wrench cone of a feasible mode as [BTG02, section 5] published it. The mode's equations are K z = P g
/// with z >= 0 (contact_matrices.h), so g is consistent when P g lies in the cone spanned by K's columns; its faces
/// K^F, by conversion in up to 2n dimensions, give {g : K^F P g <= 0}. Every conversion is by cddlib's exact double
/// description. Throws InputError when built without cddlib.
Cone cone_by_enrsv(const ContactSet& set, const Mode& mode);

}  // namespace pawl::internal::inline modes
