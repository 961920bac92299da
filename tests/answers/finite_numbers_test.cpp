// SPDX-License-Identifier: MIT
// Answers must not contain null in place of a number. A number beyond the range of doubles must become the largest
// double, and the answer must not be certified.
#include <doctest/doctest.h>

#include <limits>

#include "answers/answer.h"

using namespace pawl;
using namespace pawl::answers;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr const char* kLargest = "1.7976931348623157e+308";

}  // namespace

TEST_CASE("an answer with a number beyond the range of doubles is not certified") {
  Answer answer;
  answer.results["sound"] = Json::array({1., nullptr, "text"});
  answer.certify({true, {}, ""});
  const std::string before = answer.results.dump();
  answer.require_finite();
  CHECK(answer.results.dump() == before);
  CHECK(answer.status == kYes);
  answer.results["deep"] = Json::array({Json{{"low", -kInfinity}, {"high", kInfinity}}, std::vector<double>{0, -1}});
  answer.require_finite();
  CHECK(answer.results["deep"].dump() ==
        std::string("[{\"low\":-") + kLargest + ",\"high\":" + kLargest + "},[0.0,-1.0]]");
  CHECK(answer.results["certified"].boolean() == false);
  CHECK(*answer.results["uncertain"]["reason"].text() == kBeyondDoubles);
  CHECK(answer.status == kFailed);
}

TEST_CASE("an answer that is written while it is computed fails if a number is beyond the range of doubles") {
  for (const bool finite : {true, false}) {
    CAPTURE(finite);
    std::string text;
    JsonStream json([&](const std::string& part) { text += part; }, false);
    const StreamedAnswer answer{[&](JsonStream& out) {
      out.begin('[');
      out.value(Json::array({2., finite ? 3. : kInfinity}));
      out.end(']');
      return StreamedAnswer::End{};
    }};
    const StreamedAnswer::End end = write_document({"modes", "", {}}, answer, {}, false, json);
    CHECK(text.find("null") == std::string::npos);
    CHECK(end.status == (finite ? kYes : kFailed));
    CHECK((text.find(kLargest) != std::string::npos) != finite);
  }
}
