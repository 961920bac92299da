// SPDX-License-Identifier: MIT
#include <gmp.h>

#include <cstdio>

#include "support/peers.h"

extern "C" {
#include <cdd/setoper.h>
// cdd.h works only if setoper.h is included first
#include <cdd/cdd.h>
#include <cdd/cdd_f.h>
}

namespace pawl::peers {

std::size_t exact_cdd_faces(const Rays& rays) {
  static const bool ready = (dd_set_global_constants(), true);
  static_cast<void>(ready);
  const dd_MatrixPtr matrix = dd_CreateMatrix(static_cast<dd_rowrange>(rays.size()), 4);
  matrix->representation = dd_Generator;
  matrix->numbtype = dd_Rational;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) mpq_set_d(matrix->matrix[i][k + 1], rays[i][k]);
  }
  dd_ErrorType error = dd_NoError;
  const dd_PolyhedraPtr polyhedron = dd_DDMatrix2Poly(matrix, &error);
  const dd_MatrixPtr faces = dd_CopyInequalities(polyhedron);
  const auto count = static_cast<std::size_t>(faces->rowsize);
  dd_FreeMatrix(faces);
  dd_FreePolyhedra(polyhedron);
  dd_FreeMatrix(matrix);
  return count;
}

std::size_t floating_cdd_faces(const Rays& rays) {
  static const bool ready = (ddf_set_global_constants(), true);
  static_cast<void>(ready);
  const ddf_MatrixPtr matrix = ddf_CreateMatrix(static_cast<ddf_rowrange>(rays.size()), 4);
  matrix->representation = ddf_Generator;
  matrix->numbtype = ddf_Real;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) ddf_set_d(matrix->matrix[i][k + 1], rays[i][k]);
  }
  ddf_ErrorType error = ddf_NoError;
  const ddf_PolyhedraPtr polyhedron = ddf_DDMatrix2Poly(matrix, &error);
  const ddf_MatrixPtr faces = ddf_CopyInequalities(polyhedron);
  const auto count = static_cast<std::size_t>(faces->rowsize);
  ddf_FreeMatrix(faces);
  ddf_FreePolyhedra(polyhedron);
  ddf_FreeMatrix(matrix);
  return count;
}

}  // namespace pawl::peers
