// SPDX-License-Identifier: MIT
// Checks that the output of the command matches data/schema/answer.schema.json. The environment variable PAWL contains
// the path of the command.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <regex>

#include "io/schema_agreement.h"

using namespace pawl;

namespace {

constexpr const char* kCommands[] = {
    "contacts data/tasks/ratchet_pawl.json",
    "contacts data/tasks/figure4c_peg_lra.json",
    "contacts data/tasks/plate_corners.json --tolerance 0.1 --clamp --clamp-at 6,0.4",
    "contacts data/tasks/disc_na.json --tolerance 0.1 --clamp",
    "check data/tasks/figure4c_peg_lra.json --mode lra --tolerance 0.1 --clamp",
    "check data/tasks/block_stop.json --wrench=-1,0,0 --clamp-at 3,0.5",
    "check data/tasks/ratchet_pawl_tray.json --clamp --tolerance 0.01",
    "part tests/data/drawings/plate_R2010.dxf",
    "part tests/data/drawings/belt_R12.dxf --unit mm",
    "part tests/data/drawings/curves_R2000.dxf --deviation 0.1",
    "cone data/tasks/disc_na.json",
    "cone data/tasks/disc_na.json --matrices --exact --wrench 1,0,-1",
    "cone data/tasks/figure4c_peg_lra.json --mode lla",
    "cone data/tasks/disc_na.json --count",
    "cone data/tasks/block_stop.json --mode 'r**' --limit 0",
    "modes data/tasks/block_stop.json",
    "modes data/tasks/block_stop.json --count",
    "modes data/tasks/block_stop.json --limit 0",
    "check data/tasks/figure4c_peg_lra.json --mode lra",
    "check data/tasks/block_stop.json --mode 'r**'",
    "check data/tasks/block_stop.json --mode lrs",
    "check data/tasks/block_stop.json --wrench -0,-1,0 --mode nns",
    "check data/tasks/block_stop.json --wrench 0.3,-1,0",
    "forward data/tasks/block_stop.json --wrench 0.5,-1,0.2",
    "forward data/tasks/painleve_rod.json --wrench 0,-1,0",
    "forward tests/data/tasks/peg.json --wrench 0,-1,0",
    "lcp tests/data/lcp/pv_001_3_m0.4.txt tests/data/lcp/pv_001_14_m2.5.txt --all --proof",
    "lcp tests/data/lcp/acc_002_1_ladder_m1.5.txt --proof",
    "plan data/tasks/ratchet_pawl_tray.json",
    "plan data/tasks/figure4c_peg_lra.json",
    "plan data/tasks/block_stop.json --friction-limit --certify",
    "plan data/tasks/ratchet_pawl_tray.json --certify",
    "plan data/tasks/ratchet_pawl_tray.json --limit-cells 10",
    "plan data/tasks/ratchet_pawl_tray.json --limit-cells 10 --advice",
    "plan data/tasks/figure4c_peg_lra.json --advice",
    "plan data/tasks/bracket_tray.json --certify --limit-boxes 3 --advice",
    "plan data/tasks/ratchet_pawl_tray.json --from 0.05mm,0.06deg --within 0.0001 --advice",
    "simulate data/tasks/bracket_tray.json --scatter 20,50,20 --advice",
    "simulate data/tasks/block_spring.json",
    "simulate data/tasks/ratchet_pawl_trials.json --replay 3",
    "simulate data/tasks/block_spring.json --both",
    "simulate data/scenes/crank.scene.json",
    "fixture data/tasks/plate_fixture.json --set /fixture/depth_for=3",
    "fixture data/tasks/plate_fixture.json --set /fixture/depth_for=0 --top 2",
    "fixture data/tasks/plate_fixture.json --refine 2 --set /fixture/depth_for=2",
    "fixture data/tasks/plate_fixture.json --limit 0",
    "fixture data/tasks/plate_fixture.json --set /fixture/thresholds/margin_deg=80",
    "fixture data/tasks/plate_fixture.json --set '/fixture/thresholds={\"pose_error\":0.5}' --advice",
    "fixture data/tasks/plate_modular.json --set /fixture/depth_for=2 --set /fixture/candidates/lattice/pitch=40",
    "plan data/tasks/block_stop.json | \"$PAWL\" verify - --task data/tasks/block_stop.json",
    "plan data/tasks/block_stop.json --certify | \"$PAWL\" verify - --task data/tasks/block_stop.json",
    "plan data/tasks/block_stop.json --certificate - --out /dev/null | \"$PAWL\" verify -",
    "report data/tasks/bracket_tray.json --format json",
    "report data/tasks/figure4c_peg_lra.json --format json",
    "plan data/tasks/ratchet_pawl_tray.json --require keeps",
    "plan data/tasks/ratchet_pawl.json --by-graph",
    "nest data/tasks/bracket.json --clearance 0.3 --cutter-radius 2 --tilt -135",
    "nest data/tasks/bracket.json --cutter-radius 60",
    "nest data/tasks/bracket.json --clearance 0.3 --cutter-radius 2 --relief none --part-tolerance 0.2",
    "orient data/tasks/bracket.json",
    "orient data/tasks/bracket.json --jaw-friction 0.05,0.1",
    "orient data/tasks/bracket.json --jaw-friction 5",
    "orient data/tasks/bracket.json --by fence --angle-step 5 --center-error 1",
    "orient data/tasks/bracket.json --by fence --angle-step 180",
    "orient data/tasks/disc_na.json",
    "orient data/tasks/bracket.json --limit 0",
    "contacts data/tasks/figure4b_nnn.json --finger force-closure --finger-replaces 3",
    "contacts data/tasks/figure4b_nnn.json --finger nnn* --finger-friction 0.1,0.3 --finger-wrench 1,0.1,0",
    "contacts data/tasks/disc_na.json --finger strongly-stable --finger-wrench 0,-1,0",
    "contacts data/tasks/figure4b_nnn.json --compliance --load 0,-1,0",
    "contacts data/tasks/bracket_tray.json --compliance --clamp-at 3,0.5 --clamp-force 5 --load 0,1,0",
    "contacts data/tasks/block_stop.json --compliance --load 0,-1,0 --set '/friction={\"static\":[0.2,0.3],\"kinetic\":0.2}'",
    "cone data/tasks/block_stop.json --set '/friction={\"static\":[0.2,0.3],\"kinetic\":0.2}'",
    "plan data/tasks/bracket_tray.json --set '/friction={\"static\":0.2,\"kinetic\":0.15}'",
    "lcp tests/data/lcp/pv_001_14_m2.5.txt --method interior-point",
    "check data/tasks/disc_na.json --mode k*",
    "check data/tasks/disc_na.json --mode [lr]s",
    "forward data/scenes/crank.scene.json",
    "forward data/scenes/crank.scene.json --quasistatic",
    "forward data/scenes/incline.scene.json",
    "forward data/scenes/peg.scene.json",
};

std::string output_of(const std::string& command) {
  const std::string line = fmt::format("cd '{}' && \"$PAWL\" {} 2>/dev/null", PAWL_SOURCE_DIR, command);
  std::FILE* pipe = popen(line.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  char part[4096];
  while (const std::size_t size = std::fread(part, 1, sizeof part, pipe)) text.append(part, size);
  pclose(pipe);
  return text;
}

}  // namespace

TEST_CASE("every answer of the command matches the answer schema and has no key that the schema does not list") {
  REQUIRE(std::getenv("PAWL") != nullptr);
  const schemas::Schema schema(fmt::format("{}/data/schema/answer.schema.json", PAWL_SOURCE_DIR),
                               schemas::Schema::Keys::none_else);
  const std::regex negative_zero("[\\[:,]-0(\\.0*)?[\\],}]");
  for (const char* command : kCommands) {
    CAPTURE(std::string(command));
    const std::string answer = output_of(command);
    REQUIRE(answer.size() > 2);
    CAPTURE(answer);
    CHECK(schema.accepts(answer));
    CHECK_FALSE(std::regex_search(answer, negative_zero));
  }
}

TEST_CASE("the answer schema constrains the value at every place of an answer") {
  const schemas::Schema schema(fmt::format("{}/data/schema/answer.schema.json", PAWL_SOURCE_DIR),
                               schemas::Schema::Keys::none_else);
  for (const char* command :
       {"contacts data/tasks/ratchet_pawl.json", "part tests/data/drawings/plate_R2010.dxf",
        "check data/tasks/block_stop.json --mode rra", "plan data/tasks/block_stop.json --certify",
        "fixture data/tasks/plate_fixture.json --set /fixture/depth_for=2", "plan data/tasks/figure4c_peg_lra.json",
        "simulate data/tasks/block_spring.json", "forward data/tasks/block_stop.json --wrench 0.5,-1,0.2"}) {
    CAPTURE(std::string(command));
    CHECK(schemas::places_of_anything(schema, output_of(command)) == std::vector<std::string>());
  }
}
