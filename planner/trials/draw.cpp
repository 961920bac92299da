// SPDX-License-Identifier: MIT
#include "draw.h"

#include <cmath>

#include "base/philox.h"

namespace pawl::internal {
namespace {

double polynomial(const double* coefficients, int count, double x) {
  double value = 0;
  for (int k = count - 1; k >= 0; --k) value = value * x + coefficients[k];
  return value;
}

/// The quantile of the normal distribution, to 1e-9: Acklam's rational functions (2003), in the middle and in the
/// tails.
double normal_quantile(double p) {
  constexpr double a[] = {2.506628277459239e+00,  -3.066479806614716e+01, 1.383577518672690e+02,
                          -2.759285104469687e+02, 2.209460984245205e+02,  -3.969683028665376e+01};
  constexpr double b[] = {1,
                          -1.328068155288572e+01,
                          6.680131188771972e+01,
                          -1.556989798598866e+02,
                          1.615858368580409e+02,
                          -5.447609879822406e+01};
  constexpr double c[] = {2.938163982698783e+00,  4.374664141464968e+00,  -2.549732539343734e+00,
                          -2.400758277161838e+00, -3.223964580411365e-01, -7.784894002430293e-03};
  constexpr double d[] = {1, 3.754408661907416e+00, 2.445134137142996e+00, 3.224671290700398e-01,
                          7.784695709041462e-03};
  constexpr double tail = 0.02425;
  if (p > 1 - tail) return -normal_quantile(1 - p);
  if (p < tail) {
    const double q = std::sqrt(-2 * std::log(p));
    return polynomial(c, 6, q) / polynomial(d, 5, q);
  }
  const double q = p - 0.5, r = q * q;
  return q * polynomial(a, 6, r) / polynomial(b, 6, r);
}

}  // namespace

double Draw::uniform() {
  return uniform_at({static_cast<std::uint32_t>(trial_), static_cast<std::uint32_t>(trial_ >> 32), attempt_, next_++},
                    {seed_, 0x7061776cU});
}

double Draw::normal() { return normal_quantile(uniform()); }

}  // namespace pawl::internal
