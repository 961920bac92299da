// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/edit_document.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/warnings.h>

#include <string>

using namespace pawl;

namespace {

std::string text_of_task(const char* name) {
  return read_text_file(std::string(PAWL_SOURCE_DIR) + "/data/tasks/" + name + ".json");
}

std::string codes(const Warnings& found) {
  std::string text;
  for (const Warning& warning : found) text += (text.empty() ? "" : "; ") + warning.code + " at " + warning.pointer;
  return text;
}

Warnings plan_warnings(const char* name, const std::vector<DocumentEdit>& edits) {
  const PlanProblem problem = plan_problem(read_valid_task(edit_document(text_of_task(name), edits)));
  return warnings(problem, solve(problem));
}

}  // namespace

TEST_CASE("a plan with large margins gives no warning") {
  CHECK(codes(plan_warnings("block_stop", {})) == "");
  CHECK(codes(plan_warnings("ratchet_pawl_tray", {})) == "");
}

TEST_CASE(
    "a plan whose guarantee fails with a tenth more friction gives a warning, and so does a small friction "
    "limit") {
  // For the friction .5, the widest wrench fails if the friction changes by .05 or less, according to --friction-limit.
  // For the friction .4, it fails only if the friction changes by more than .04.
  CHECK(codes(plan_warnings("block_stop", {{"friction", ".5"}})).find("friction-near-limit at /friction") == 0);
  CHECK(codes(plan_warnings("block_stop", {{"friction", ".4"}})) == "");
  const PlanProblem near = plan_problem(read_valid_task(edit_document(text_of_task("block_stop"), {})));
  FrictionLimit limit;
  limit.this_plan = {.019, true};  // the limit is less than a tenth of the friction, which is .2
  CHECK(codes(warnings(near, limit)) == "friction-near-limit at /friction");
  limit.this_plan = {.021, true};
  CHECK(codes(warnings(near, limit)) == "");
  limit.this_plan = {.019, false};  // the true limit may be larger than this
  CHECK(codes(warnings(near, limit)) == "");
}

TEST_CASE("margins under a degree give a warning with their value") {
  // The interval of the push's directions overlaps the directions that seat the block by .5 degrees. The window of safe
  // directions is therefore .5 degrees wide.
  const PlanProblem whole = plan_problem(read_valid_task(edit_document(
      text_of_task("block_stop"), {{"actuator", R"({"push": {"at": [-1, 0.4], "directions": [-1.5707963, 0]}})"}})));
  const InsertionPlan plan = solve(whole);
  REQUIRE(plan.steps.size() == 1);
  REQUIRE(plan.steps[0].window);
  const double from = plan.steps[0].window->first;
  const auto within = [&](double degrees) {
    const double to = from + degrees * 3.141592653589793 / 180;
    return plan_warnings(
        "block_stop",
        {{"actuator", fmt::format(R"({{"push": {{"at": [-1, 0.4], "directions": [{}, {}]}}}})", from - .1, to)}});
  };
  CHECK(codes(within(.5)).find("margin-small at /actuator") == 0);
  CHECK(codes(within(20)).find("margin-small") == std::string::npos);
}

TEST_CASE("a fixel that the seated part does not touch is named as left out") {
  const Warnings found = plan_warnings("block_stop", {{"/fixels/2/at", "[1.5, -0.25]"}, {"goal", "[1, 2]"}});
  CHECK(codes(found).find("fixel-left-out at /fixels/2") == 0);
  CHECK(found[0].message.find("fixel 3 does not touch the seated part") == 0);
}

TEST_CASE("a wrench or mode gives a warning if another answer is less than a degree away") {
  WrenchAmbiguity wrench;
  wrench.modes = {Mode("nn")};
  wrench.distance = .9 * kSmallMargin;
  CHECK(codes(warnings(wrench)) == "margin-small at ");
  wrench.distance = 1.1 * kSmallMargin;
  CHECK(codes(warnings(wrench)) == "");
  ModeAmbiguity mode;
  CHECK(codes(warnings(mode)) == "");
  mode.safe.emplace_back().margin = .5 * kSmallMargin;
  CHECK(codes(warnings(mode)) == "margin-small at ");
}
