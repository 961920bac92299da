// SPDX-License-Identifier: MIT
// Answers and texts about a part with a curve must count the curve as one edge. Answers also have keys that count the
// segments of the curve.
#include "answers/whole_edges.h"

#include <doctest/doctest.h>
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>

#include <string>

#include "answers/fixture_answer.h"
#include "answers/mode_answers.h"
#include "answers/text/answer_text.h"

using namespace pawl;
using namespace pawl::answers;

namespace {

/// Returns a rectangle of 4 x 2 m. Its right side is a curve of four equal chords, which counts as one edge; edges 1,
/// 2, 3 and 4 are the bottom, the right, the top and the left side. `curve` is inserted into each entry of the right
/// side.
Task rectangle(const std::string& curve, const std::string& fixels) {
  std::string path = "[[0, 0], [4, 0]";
  for (const char* y : {"0.5", "1", "1.5", "2"}) path += std::string(", {\"to\": [4, ") + y + "]" + curve + "}";
  path += ", [0, 2]]";
  return read_task(R"({"pawl": 1, "friction": 0, "part": {"outline": {"path": )" + path + "}}, \"fixels\": " + fixels +
                   "}");
}

constexpr const char* kCurve = ", \"curve\": 1";
/// Pins below, above and on the left of the part. If a force f to the left acts on the right side at the height y, the
/// third pin bears the load f, and each of the other two pins bears f (y - 1) / 2.
constexpr const char* kPins = "[[1, 0], [3, 2], [0, 1]]";

FixtureChecks clamp_at(double edge, double share) {
  FixtureChecks checks;
  checks.clamp_at.push_back({edge, share, "given"});
  return checks;
}

}  // namespace

TEST_CASE("the key `whole_feature` of a contact counts all segments of a curve as one edge") {
  const Json results =
      answer_contacts(ValidTask(rectangle(kCurve, "[[1, 0], [3, 0], [0, 1], [4.5, 1.25], [4.5, 1], [2, 2.5]]")),
                      FixtureChecks())
          .results;
  const auto feature = [&](std::size_t k, const char* key) { return text_in(at(at(at(results, "contacts"), k), key)); };
  CHECK(feature(0, "feature") == "edge 0");
  CHECK(feature(0, "whole_feature") == "edge 0");
  CHECK(feature(2, "feature") == "edge 6");
  CHECK(feature(2, "whole_feature") == "edge 3");
  CHECK(feature(3, "feature") == "edge 3");
  CHECK(feature(3, "whole_feature") == "edge 1");
  CHECK(feature(4, "whole_feature") == "edge 1");  // this vertex joins two chords of the curve
  CHECK(feature(5, "feature") == "edge 5");
  CHECK(feature(5, "whole_feature") == "edge 2");
}

TEST_CASE("an answer about a part without curves has no keys that begin with `whole_`") {
  const Json results = answer_contacts(ValidTask(rectangle("", kPins)), clamp_at(3, .5)).results;
  CHECK(results.dump().find("whole_") == std::string::npos);
}

TEST_CASE("a clamp is placed on a whole edge, and its text states this") {
  // The point at 5/8 of the right side's length is the middle of the third chord.
  const Answer answer = answer_contacts(ValidTask(rectangle(kCurve, kPins)), clamp_at(2, .625));
  const Json& place = at(at(at(answer.results, "clamp_forces"), "places"), 0);
  CHECK(whole_in(at(place, "edge")) == 4);
  CHECK(number_in(at(place, "along")) == doctest::Approx(.5));
  CHECK(whole_edge_in(place) == 2);
  CHECK(share_of_whole_edge(place, number_in(at(place, "along"))) == doctest::Approx(.625));
  CHECK_THROWS_AS((void)answer_contacts(ValidTask(rectangle(kCurve, kPins)), clamp_at(5, .5)), InputError);
  CHECK_NOTHROW((void)answer_contacts(ValidTask(rectangle("", kPins)), clamp_at(7, .5)));
}

TEST_CASE("clamp intervals continue across the segments of a curve") {
  FixtureChecks checks;
  checks.clamp = true;
  for (const bool curved : {true, false}) {
    const Answer answer = answer_contacts(ValidTask(rectangle(curved ? kCurve : "", kPins)), checks);
    TextPage page{TextStyle()};
    write_fixture_check(answer.results, "m", page);
    CAPTURE(page.text());
    const auto says = [&](const char* words) { return page.text().find(words) != std::string::npos; };
    CHECK(says("edge 2 from 0.5 to 1 of its length") == curved);
    CHECK(says("edge 4 from 0 to 1 of its length") == !curved);  // "edge 4" here is the third chord
    CHECK(says("edge 5 from 0 to 1 of its length") == !curved);
  }
}
