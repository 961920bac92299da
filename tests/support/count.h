// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>

namespace pawl::oracle {

/// Returns the number of cases of a random test: the value of PAWL_TEST_COUNT in the environment or, if it is not set,
/// `usual`.
inline int count(int usual) {
  const char* wanted = std::getenv("PAWL_TEST_COUNT");
  return wanted != nullptr ? std::atoi(wanted) : usual;
}

}  // namespace pawl::oracle
