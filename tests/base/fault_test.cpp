// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>

using namespace pawl;

TEST_CASE("an input error holds all its faults and says each on a line") {
  const InputError error({{"/a/0", "-1", "must be at least 0"}, {"", "", "missing"}});
  CHECK(error.faults().size() == 2);
  CHECK(std::string(error.what()) == "/a/0: -1: must be at least 0\nmissing");
}
