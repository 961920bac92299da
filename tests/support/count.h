// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>

namespace pawl::oracle {

/// Returns the number of cases of a random test: PAWL_TEST_COUNT from the environment if set, otherwise the given
/// default.
inline int count(int usual) {
  const char* wanted = std::getenv("PAWL_TEST_COUNT");
  return wanted != nullptr ? std::atoi(wanted) : usual;
}

}  // namespace pawl::oracle
