// SPDX-License-Identifier: MIT
#include "base/faults.h"

#include <doctest/doctest.h>

#include <limits>

using pawl::Fault;
using pawl::InputError;
using pawl::internal::Validator;

namespace {

/// The location of a value in a document. Counts how often its text was requested.
struct Place {
  int& asked;
  std::string str() const {
    ++asked;
    return "/place";
  }
};

}  // namespace

TEST_CASE("a validator collects each fault once, in order, and throws all of them together") {
  Validator validator;
  CHECK_NOTHROW(validator.finish());
  validator.finite("/a", std::numeric_limits<double>::quiet_NaN());
  validator.positive("/b", 0);
  validator.positive("/b", 0);
  validator.not_negative("/c/0", -1);
  validator.not_negative("/d", 0);
  CHECK(validator.any_under("/c"));
  CHECK(validator.any_under("/c/0"));
  CHECK_FALSE(validator.any_under("/c/01"));
  CHECK_FALSE(validator.passes([] { throw InputError("/e", "1", "is wrong"); }));
  CHECK(validator.passes([] {}));
  try {
    validator.finish();
    FAIL("nothing was thrown");
  } catch (const InputError& error) {
    CHECK(error.faults() == std::vector<Fault>{{"/a", "nan", "must be a finite number"},
                                               {"/b", "0", "must be a finite number greater than 0"},
                                               {"/c/0", "-1", "must be a finite number of at least 0"},
                                               {"/e", "1", "is wrong"}});
  }
}

TEST_CASE("a place in a document is converted to text only if it has a fault") {
  int asked = 0;
  Validator validator;
  for (int k = 0; k < 100; ++k) validator.positive(Place{asked}, 1);
  CHECK(asked == 0);
  validator.positive(Place{asked}, -1);
  CHECK(asked == 1);
  CHECK(validator.any_under("/place"));
}

TEST_CASE("if there are very many faults, a thousand are kept and the others counted") {
  Validator validator;
  for (int k = 0; k < 1500; ++k) validator.add("/" + std::to_string(k), "", "is wrong");
  const auto faults = validator.take();
  CHECK(faults.size() == 1001);
  CHECK(faults.back().message == "and 500 more faults");
}
