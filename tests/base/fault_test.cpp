// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>

#include <string>

using namespace pawl;

TEST_CASE("an input error contains all its faults in order, and prints each on a separate line") {
  const std::vector<Fault> faults = {{"/a/0", "-1", "must be at least 0"}, {"", "", "missing"}};
  const InputError error(faults);
  CHECK(error.faults() == faults);
  CHECK(std::string(error.what()) == "/a/0: -1: must be at least 0\nmissing");
}

TEST_CASE("an input error made from one fault has a list with one entry") {
  const InputError error("/mass", "0", "must be positive");
  REQUIRE(error.faults().size() == 1);
  CHECK(error.faults()[0] == Fault{"/mass", "0", "must be positive"});
  CHECK(std::string(error.what()) == "/mass: 0: must be positive");
}

TEST_CASE("faults differ if their pointers, values or messages differ") {
  const Fault fault{"/mass", "0", "must be positive"};
  CHECK(fault == Fault{"/mass", "0", "must be positive"});
  CHECK_FALSE(fault == Fault{"/inertia", "0", "must be positive"});
  CHECK_FALSE(fault == Fault{"/mass", "-1", "must be positive"});
  CHECK_FALSE(fault == Fault{"/mass", "0", "must be finite"});
}
