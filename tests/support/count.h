// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>

namespace pawl::oracle {

/// How many cases a random test runs: PAWL_TEST_COUNT of the environment where it is set, else the given default.
inline int count(int usual) {
  const char* wanted = std::getenv("PAWL_TEST_COUNT");
  return wanted != nullptr ? std::atoi(wanted) : usual;
}

}  // namespace pawl::oracle
