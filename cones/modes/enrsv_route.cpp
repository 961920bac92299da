// SPDX-License-Identifier: MIT
#include <pawl/base/assert.h>
#include <pawl/modes/wrench_cone.h>

#include <cstdio>
#include <mutex>

#include "cones/cone.h"
#include "modes/mode_matrices.h"

extern "C" {
#include <cdd/setoper.h>
// setoper.h must be included before cdd.h
#include <cdd/cdd.h>
}

namespace pawl::internal::inline modes {
namespace {

std::mutex& cdd_mutex() {
  static std::mutex mutex;
  return mutex;
}

/// Initializes cddlib's global constants once. They are never freed, because other code in the process may still need
/// them.
void initialize() {
  static const bool done = [] {
    dd_set_global_constants();
    return true;
  }();
  static_cast<void>(done);
}

class Matrix {
 public:
  explicit Matrix(dd_MatrixPtr matrix) : matrix_(matrix) {}
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;
  ~Matrix() { dd_FreeMatrix(matrix_); }
  dd_MatrixPtr get() const { return matrix_; }
  dd_MatrixPtr operator->() const { return matrix_; }

 private:
  dd_MatrixPtr matrix_;
};

class Polyhedron {
 public:
  explicit Polyhedron(const Matrix& matrix) {
    dd_ErrorType error = dd_NoError;
    polyhedron_ = dd_DDMatrix2Poly(matrix.get(), &error);
    PAWL_ASSERT(error == dd_NoError && polyhedron_ != nullptr);
  }
  Polyhedron(const Polyhedron&) = delete;
  Polyhedron& operator=(const Polyhedron&) = delete;
  ~Polyhedron() { dd_FreePolyhedra(polyhedron_); }
  dd_PolyhedraPtr get() const { return polyhedron_; }

 private:
  dd_PolyhedraPtr polyhedron_ = nullptr;
};

/// Writes `row` as row `i` of an H-representation b - A x >= 0 with b = 0.
void set_row(const Matrix& matrix, dd_rowrange i, const RationalVector& row) {
  for (Eigen::Index k = 0; k < row.size(); ++k) {
    const Rational negative = -row[k];
    dd_set(matrix->matrix[i][k + 1], *const_cast<mytype*>(reinterpret_cast<const mytype*>(negative.backend().data())));
  }
}

RationalVector get_row(const Matrix& matrix, dd_rowrange i) {
  RationalVector row(matrix->colsize - 1);
  for (Eigen::Index k = 0; k < row.size(); ++k) row[k] = Rational(matrix->matrix[i][k + 1]);
  return row;
}

bool is_zero(const RationalVector& v) {
  for (Eigen::Index k = 0; k < v.size(); ++k) {
    if (!v[k].is_zero()) return false;
  }
  return true;
}

}  // namespace

RationalSpan cdd_polar(const RationalSpan& span, Eigen::Index dimension) {
  const std::lock_guard<std::mutex> lock(cdd_mutex());
  initialize();
  const auto rays = static_cast<dd_rowrange>(span.rays.size());
  const auto lines = static_cast<dd_rowrange>(span.lines.size());
  const Matrix inequalities(dd_CreateMatrix(rays + lines, static_cast<dd_colrange>(dimension + 1)));
  inequalities->representation = dd_Inequality;
  inequalities->numbtype = dd_Rational;
  for (dd_rowrange i = 0; i < rays; ++i) set_row(inequalities, i, span.rays[i]);
  for (dd_rowrange i = 0; i < lines; ++i) {
    set_row(inequalities, rays + i, span.lines[i]);
    set_addelem(inequalities->linset, rays + i + 1);  // cddlib's indices count from 1
  }
  const Polyhedron polyhedron(inequalities);
  const Matrix generators(dd_CopyGenerators(polyhedron.get()));
  RationalSpan polar;
  for (dd_rowrange i = 0; i < generators->rowsize; ++i) {
    RationalVector row = get_row(generators, i);
    if (is_zero(row)) continue;  // skips the apex, and zero rays, which cddlib returns in some cases
    (set_member(i + 1, generators->linset) ? polar.lines : polar.rays).push_back(std::move(row));
  }
  return polar;
}

}  // namespace pawl::internal::inline modes

namespace pawl {

bool has_route_enrsv() { return true; }

namespace internal::inline modes {
namespace {

std::vector<RationalVector> times(const std::vector<RationalVector>& rows, const RationalMatrix& P) {
  std::vector<RationalVector> result;
  for (const RationalVector& row : rows) result.push_back(P.transpose() * row);
  return result;
}

std::vector<IntegerVector> integers(const std::vector<RationalVector>& rows) {
  std::vector<IntegerVector> result;
  for (const RationalVector& row : rows) result.push_back(integer_vector(row));
  return result;
}

/// Returns the faces of the cone that the columns of K span. A ray k of the result represents the inequality k x <= 0,
/// and a line k represents the equation k x = 0.
RationalSpan faces_of_span(const RationalMatrix& K) {
  RationalSpan span;
  for (Eigen::Index j = 0; j < K.cols(); ++j) span.rays.push_back(K.col(j));
  return cdd_polar(span, K.rows());
}

}  // namespace

RationalMatrix span_faces(const RationalMatrix& K) {
  if (K.rows() == 0) return RationalMatrix(0, 0);
  const RationalSpan span = faces_of_span(K);
  std::vector<RationalVector> rows = span.rays;
  for (const RationalVector& line : span.lines) {
    rows.push_back(line);
    rows.push_back(-line);
  }
  RationalMatrix faces(static_cast<Eigen::Index>(rows.size()), K.rows());
  for (std::size_t i = 0; i < rows.size(); ++i) faces.row(static_cast<Eigen::Index>(i)) = rows[i].transpose();
  return faces;
}

Cone cone_by_enrsv(const ContactSet& set, const Mode& mode) {
  if (set.size() == 0) return Cone::all();
  const ModeMatrices m = mode_matrices(set, mode);
  const RationalSpan k_faces = faces_of_span(m.K);
  const RationalSpan generators = cdd_polar({times(k_faces.rays, m.P), times(k_faces.lines, m.P)}, 3);
  const RationalSpan faces = cdd_polar(generators, 3);
  return Cone(std::make_shared<const ExactCone>(canonical_cone(
      {integers(generators.rays), integers(generators.lines), integers(faces.rays), integers(faces.lines)})));
}

}  // namespace internal::inline modes
}  // namespace pawl
