// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/stop_token.h>

#include <cmath>
#include <limits>

TEST_CASE("a stop token stops when its time is over or its flag is set, otherwise never") {
  std::atomic<bool> flag = false;
  CHECK_FALSE(pawl::StopToken().stop_requested());
  CHECK_FALSE(pawl::StopToken(std::numeric_limits<double>::infinity()).stop_requested());
  CHECK_FALSE(pawl::StopToken(1e300).stop_requested());
  CHECK_FALSE(pawl::StopToken(3600, &flag).stop_requested());
  CHECK(pawl::StopToken(0).stop_requested());
  CHECK(pawl::StopToken(-1).stop_requested());
  CHECK(pawl::StopToken(std::nan("")).stop_requested());

  const pawl::StopToken flagged(std::numeric_limits<double>::infinity(), &flag);
  CHECK_FALSE(flagged.stop_requested());
  flag = true;
  CHECK(flagged.stop_requested());
  const pawl::StopToken soon(1e-9);
  while (!soon.stop_requested()) {
  }
}

TEST_CASE(
    "a stop token with a limit of polls stops at that poll and at all later ones; polls of its copies count too") {
  const pawl::StopToken token = pawl::StopToken::at_poll(3);
  const pawl::StopToken copy = token;
  CHECK_FALSE(token.stop_requested());
  CHECK_FALSE(copy.stop_requested());
  CHECK(token.stop_requested());
  CHECK(copy.stop_requested());
}
