// SPDX-License-Identifier: MIT
// The main function of the tests. It accepts doctest's options, and --count=N, which sets the number of cases of random
// tests (as the environment variable PAWL_TEST_COUNT does).
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>
#include <string_view>

int main(int argc, char** argv) {
  constexpr std::string_view kCount = "--count=";
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument(argv[i]);
    // data() is null-terminated here, because this view extends to the end of the argument.
    if (argument.starts_with(kCount)) setenv("PAWL_TEST_COUNT", argument.substr(kCount.size()).data(), 1);
  }
  return doctest::Context(argc, argv).run();
}
