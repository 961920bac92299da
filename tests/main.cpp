// SPDX-License-Identifier: MIT
// The main function of the tests: doctest's options, and --count=N for the number of cases in random tests (like
// PAWL_TEST_COUNT).
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>
#include <string_view>

int main(int argc, char** argv) {
  constexpr std::string_view kCount = "--count=";
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument(argv[i]);
    // argv's strings end in a null, so the rest of one is a C string, too.
    if (argument.starts_with(kCount)) setenv("PAWL_TEST_COUNT", argument.substr(kCount.size()).data(), 1);
  }
  return doctest::Context(argc, argv).run();
}
