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

/// Returns the primitive integer vector along a rational vector with three entries.
IntegerVector integer_vector(const RationalVector& v);

Eigen::MatrixXd to_double(const RationalMatrix& matrix);

/// The matrices of [BTG02, §5] in exact rationals, for contact frames whose normals have the given lengths.
/// contact_matrices.h defines the matrices and lists the differences from the paper. O(n^3) rational operations.
struct ModeMatrices {
  RationalMatrix J, A, B, C, E, N, R, S, V, K, P;
};

ModeMatrices mode_matrices(const ContactSet& set, const Mode& mode);

/// A cone in R^d that `rays` and `lines` span, in exact rationals.
struct RationalSpan {
  std::vector<RationalVector> rays, lines;
};

/// Returns irredundant generators of the polar {x : ray . x <= 0, line . x = 0}, computed by cddlib's exact double
/// description.
///
/// This function is thread-safe although cddlib is not, because all calls take one process-wide lock. Asserts that
/// cddlib does not fail.
RationalSpan cdd_polar(const RationalSpan& span, Eigen::Index dimension);

/// Returns K^F, the faces of the cone that the columns of K span. K^F has a row k for each inequality k x <= 0, and the
/// two rows k and -k for each equation k x = 0. Throws InputError if Pawl was built without cddlib.
RationalMatrix span_faces(const RationalMatrix& K);

/// Returns the closed wrench cone of a feasible mode by the method of [BTG02, section 5]. The mode's equations are K z
/// = P g with z >= 0 (contact_matrices.h), so g is consistent if P g lies in the cone spanned by K's columns. cddlib's
/// exact double description, in up to 2n dimensions, gives the faces K^F of that cone. The result is {g : K^F P g <=
/// 0}. Throws InputError if Pawl was built without cddlib.
Cone cone_by_enrsv(const ContactSet& set, const Mode& mode);

}  // namespace pawl::internal::inline modes
