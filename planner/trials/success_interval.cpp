// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/planner/trials.h>

#include <boost/math/special_functions/beta.hpp>

namespace pawl {

std::array<double, 2> success_interval(std::size_t successes, std::size_t trials, double confidence) {
  if (successes > trials) {
    throw InputError("/successes", fmt::format("{}", successes), fmt::format("must be at most {}, the trials", trials));
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw InputError("/confidence", fmt::format("{}", confidence), "must be between 0 and 1");
  }
  if (trials == 0) return {0, 1};
  const double tail = (1 - confidence) / 2, s = static_cast<double>(successes), n = static_cast<double>(trials);
  return {successes == 0 ? 0. : boost::math::ibeta_inv(s, n - s + 1, tail),
          successes == trials ? 1. : boost::math::ibeta_inv(s + 1, n - s, 1 - tail)};
}

}  // namespace pawl
