// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/draw/simulation_page.h>
#include <pawl/io/read_scene.h>
#include <pawl/planner/simulate_task.h>

#include <Eigen/Geometry>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "draw/recording.h"

using namespace pawl;
using Json = nlohmann::json;

namespace {

draw::PagePlay small_play() {
  draw::PagePlay play;
  play.name = "a start";
  play.bodies.resize(2);
  play.bodies[0].outline = Disc{{0, 0}, 1};
  play.bodies[1].role = draw::PageBody::Role::pin;
  for (const double time : {0., .5, 1.}) {
    draw::PageInstant& instant = play.instants.emplace_back();
    instant.time = time;
    instant.poses = {{time, 2, .1}, {0, 0, 0}};
    instant.contacts = {{0, 1, {0, 1}, {0, -1}, 0, 3, -.5, 'l'}};
  }
  return play;
}

draw::Page small_page() {
  draw::Page page;
  page.title = "a page";
  page.plays = {small_play()};
  return page;
}

Json data_of(const std::string& page) {
  const std::string mark = R"(<script id="data" type="application/json">)";
  const std::size_t from = page.find(mark) + mark.size();
  return Json::parse(page.substr(from, page.find("</script>", from) - from));
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

/// Decodes a column as the script of the page does (apps/web/player/src/columns.ts).
std::vector<double> decoded(const Json& column, std::size_t size) {
  std::vector<double> values;
  std::int64_t value = 0, slope = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::int64_t step = i < column["v"].size() ? column["v"][i].get<std::int64_t>() : 0;
    const bool second = column["o"] == 2 && i > 0;
    if (second) slope += step;
    value += second ? slope : step;
    values.push_back(static_cast<double>(value) / std::pow(10, column["d"].get<int>()));
  }
  return values;
}

const char* kRatchet = PAWL_SOURCE_DIR "/data/tasks/ratchet_pawl_trials.json";

/// Returns the task of the ratchet pawl, with a scatter so wide that some trials jam.
ValidTask wide_ratchet() {
  Task task = read_valid_task_file(kRatchet).task();
  task.scatter->translation = .003;
  task.scatter->rotation = .1;
  return ValidTask(task);
}

}  // namespace

TEST_CASE("every text of a page is escaped, whatever it contains") {
  const std::string hostile = "<script>alert(1)</script></title><!-- \xe2\x80\xa8 \x01 \xff \" ' & \\ {{data}}";
  const std::string shown =
      "<script>alert(1)</script></title><!-- \xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd \" ' & \\ {{data}}";
  const std::string plain = draw::html(small_page());
  draw::Page page = small_page();
  page.title = page.list = page.length_unit = page.energy_name = page.energy_unit = hostile;
  page.notes = {hostile};
  draw::PagePlay& play = page.plays[0];
  play.name = play.outcome = play.why = hostile;
  play.bodies[0].name = play.bodies[0].label = hostile;
  play.pushes = {{0, hostile, {1, 0}, 0, {}, {}}};
  const std::string html = draw::html(page);
  for (const char* tag : {"<script", "</script", "<!--", "</title", "<p>"}) {
    CHECK(count(html, tag) == count(plain, tag) + (std::string(tag) == "<p>" ? 1 : 0));
  }
  CHECK(count(html, "\xe2\x80\xa8") == 0);
  const Json data = data_of(html);
  CHECK(data["title"] == shown);
  CHECK(data["plays"][0]["bodies"][0]["name"] == shown);
  CHECK(data["plays"][0]["pushes"][0]["label"] == shown);
  CHECK(count(html, "&lt;script&gt;alert(1)&lt;/script&gt;") == 4);  // four times: in <title>, in <h1>, in the note,
                                                                     // and in the name of the energy
}

TEST_CASE("a page loads nothing from outside") {
  const std::string html = draw::html(small_page());
  for (const char* fetched : {"src=", "url(", "@import", "fetch(", "XMLHttpRequest", "WebSocket", "import("}) {
    CHECK_MESSAGE(count(html, fetched) == 0, fetched);
  }
}

TEST_CASE("the numbers of a page are the given numbers, rounded to the promised digits") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  for (const double size : {1e-6, 1., 3e5}) {
    draw::Page page = small_page();
    draw::PagePlay& play = page.plays[0];
    play.has_energy = true;
    play.instants.assign(200, {});
    double time = 0, largest = 0;
    for (draw::PageInstant& instant : play.instants) {
      instant = {time += .001 + .0005 * number(random), {{0, 0, 0}, {0, 0, 0}}, {}, number(random)};
      instant.poses[0] << size * number(random), size * number(random), 7 * number(random);
      largest = std::max(largest, instant.poses[0].head<2>().cwiseAbs().maxCoeff());
      instant.contacts.push_back(
          {0, 1, {size * number(random), 0}, {number(random), 1}, 1e-9 * size, 5e3 * number(random), 2, 'n'});
    }
    const Json data = data_of(draw::html(page))["plays"][0];
    const std::vector<double> times = decoded(data["times"], 200), energies = decoded(data["energy"], 200);
    const std::vector<double> x = decoded(data["poses"][0][0], 200), turns = decoded(data["poses"][0][2], 200);
    double force = 0, angle = 0, gap = 0;
    for (std::size_t i = 0; i < 200; ++i) {
      const draw::PageInstant& given = play.instants[i];
      const Json& contacts = data["contacts"];
      CHECK(std::fabs(times[i] - given.time) <= 1e-9);
      CHECK(std::fabs(energies[i] - given.energy) <= 1e-8);
      CHECK(std::fabs(x[i] - given.poses[0].x()) <= 1e-8 * largest);
      CHECK(std::fabs(turns[i] - given.poses[0][2]) <= 1e-9);
      force += contacts["normal"][i].get<double>();
      angle += contacts["angle"][i].get<double>();
      gap += contacts["gap"][i].get<double>();
      const auto scaled = [&](double value, std::size_t k) {
        return value / std::pow(10, contacts["decimals"][k].get<int>());
      };
      CHECK(std::fabs(scaled(force, 3) - given.contacts[0].normal_force) <= 5e-4);
      CHECK(std::fabs(scaled(angle, 1) - std::atan2(given.contacts[0].normal.y(), given.contacts[0].normal.x())) <=
            1e-9);
      CHECK(std::fabs(scaled(gap, 2) - given.contacts[0].gap) <= 1e-12 * size);
    }
  }
}

TEST_CASE(
    "a resting body needs almost no space, and ten seconds of a part that bounces among three pins need less "
    "than 2 MB") {
  const Scene scene = read_scene(
      R"({"pawl": 1, "gravity": [0, -9.81], "duration": 10,
    "simulate": {"step": 0.001, "restitution": 0.97},
    "bodies": [{"outline": {"polygon": [[-0.2, -2], [-0.15, -2], [-0.15, 0], [0.15, 0], [0.15, -2], [0.2, -2],
                                        [0.2, 0.1], [-0.2, 0.1]]}, "pose": [0.01, 0.05, 0.02], "friction": 0.2},
      {"outline": {"disc": {"radius": 0.01}}, "pose": [-0.1, 0, 0], "fixed": true},
      {"outline": {"disc": {"radius": 0.01}}, "pose": [0.1, 0, 0], "fixed": true},
      {"outline": {"disc": {"radius": 0.01}}, "pose": [0, -0.1, 0], "fixed": true}]})");
  const SceneSetup setup = set_up(scene);
  std::vector<std::vector<Eigen::Vector3d>> poses = {setup.parts.poses(setup.parts.state)};
  const draw::PlayedScene played = draw::play_scene(
      scene, setup, {}, [&](const SceneStep& step) { poses.push_back(setup.parts.poses(step.state)); });
  REQUIRE(played.result.end == SceneResult::End::reached);
  const std::string html = draw::html(played.page);
  MESSAGE(html.size() << " bytes");
  CHECK(html.size() < 2'000'000);
  CHECK(html == draw::html(played.page));
  const std::vector<draw::PageBody>& bodies = played.page.plays[0].bodies;
  for (std::size_t i = 0; i < 4; ++i) {  // fixed bodies also have labels, because the answer numbers them
    CHECK(bodies[i].label == std::to_string(i + 1));
    CHECK(bodies[i].name == "body " + bodies[i].label);
  }
  const Json data = data_of(html)["plays"][0];
  CHECK(data["poses"][1][0]["v"].size() == 1);
  const std::vector<double> x = decoded(data["poses"][0][0], 10001);
  for (const std::size_t i : {0, 1, 500, 10000}) CHECK(std::fabs(x[i] - poses[i][0].x()) < 1e-9);
  CHECK(data["contacts"]["counts"].size() == 10001);
  CHECK(std::fabs(decoded(data["poses"][0][1], 10001).back()) < .3);  // at the end, the part is still between the pins
}

TEST_CASE("a recorder keeps the first and the last instant and evenly spaced ones between, within its capacity") {
  for (const std::size_t room : {95, 100}) {  // each recorded time step takes five numbers, so there is room for 19 or
                                              // 20 of them
    for (int instants = 1; instants <= 200; ++instants) {
      draw::internal::InstantRecorder recorder(room);
      for (int i = 0; i < instants; ++i) recorder.add({1. * i, {{1. * i, 0, 0}}, {}, 0});
      const auto stride = static_cast<int>(recorder.stride());
      const std::vector<draw::PageInstant> kept = recorder.take();
      CHECK(kept.size() <= 21);
      CHECK(static_cast<int>(kept.size()) >= std::min(instants, 10));
      CHECK(kept.back().time == instants - 1);
      for (std::size_t i = 0; i + 1 < kept.size(); ++i) CHECK(kept[i].time == static_cast<int>(i) * stride);
      for (const draw::PageInstant& instant : kept) {
        REQUIRE(instant.poses.size() == 1);
        CHECK(instant.poses[0].x() == instant.time);
      }
    }
  }
}

TEST_CASE("a page uses the requested colors, or the colors that its reader prefers") {
  draw::Page page = small_page();
  const std::string readers = draw::html(page);
  CHECK(count(readers, R"(<meta name="color-scheme" content="light dark">)") == 1);
  CHECK(count(readers, R"-(<style media="(prefers-color-scheme: dark)">)-") == 1);
  page.scheme = draw::Page::Scheme::dark;
  const std::string dark = draw::html(page);
  CHECK(count(dark, R"(<meta name="color-scheme" content="dark">)") == 1);
  CHECK(count(dark, R"(<style media="all">)") == 1);
  page.scheme = draw::Page::Scheme::light;
  const std::string light = draw::html(page);
  CHECK(count(light, R"(<meta name="color-scheme" content="light">)") == 1);
  CHECK(count(light, R"(<style media="not all">)") == 1);
}

TEST_CASE("a page shows its warning before its notes, and shows markup in the warning as plain text") {
  draw::Page page = small_page();
  page.notes = {"a note"};
  CHECK(count(draw::html(page), R"(class="warning")") == 0);
  page.warning = "<b>";
  CHECK(count(draw::html(page), "<p class=\"warning\">&lt;b&gt;</p>\n  <p>a note</p>") == 1);
}

TEST_CASE("lengths that are too small or too large to be printed are refused with a message that states the bounds") {
  const auto of_size = [](double size) {
    draw::Page page = small_page();
    draw::PagePlay& play = page.plays[0];
    play.bodies[0].outline = Disc{{0, 0}, size};
    for (draw::PageInstant& instant : play.instants) {
      instant.poses = {{0, 0, 0}, {size, 0, 0}};
      instant.contacts.clear();
    }
    return page;
  };
  for (const double size : {0., 1e-200, 1., 1e200}) CHECK_NOTHROW(draw::html(of_size(size)));
  for (const double size : {1e-300, 9e-201, 2e200}) {
    CHECK_THROWS_WITH_AS(draw::html(of_size(size)), doctest::Contains("from 1e-200 to 1e200"), InputError);
  }
}

TEST_CASE("a plan that was not found is reported as nonexistent only if this is proved") {
  PlanRequest request;
  const ValidTask tray = read_valid_task_file(PAWL_SOURCE_DIR "/data/tasks/ratchet_pawl_tray.json");
  request.cells = 1;
  const TaskPlan stopped = plan(tray, request);
  REQUIRE(stopped.status == InsertionPlan::Status::stopped);
  const std::string note = draw::plan_page(tray, stopped).notes.at(0);
  CHECK(note.find("Not known: the search was stopped: ") == 0);
  CHECK(note.find("No plan") == std::string::npos);

  const ValidTask peg = read_valid_task_file(PAWL_SOURCE_DIR "/data/tasks/figure4c_peg_lra.json");
  TaskPlan none = plan(peg);
  REQUIRE(none.status == InsertionPlan::Status::none);
  CHECK(draw::plan_page(peg, none).notes.at(0).find("No plan exists: proved for this model. ") == 0);
  none.certainty = {false, {0}, "too near"};
  CHECK(draw::plan_page(peg, none).notes.at(0).find("Not known: not certified: too near") == 0);
}

TEST_CASE("an invalid page is refused, and the fault names the place") {
  const auto pointer_of = [](const std::function<void(draw::Page&)>& spoil) -> std::string {
    draw::Page page = small_page();
    spoil(page);
    try {
      draw::html(page);
    } catch (const InputError& error) {
      return error.faults()[0].pointer;
    }
    return "none";
  };
  CHECK(pointer_of([](draw::Page&) {}) == "none");
  CHECK(pointer_of([](draw::Page& page) { page.plays.clear(); }) == "/first");
  CHECK(pointer_of([](draw::Page& page) { page.plays[0].instants.clear(); }) == "/plays/0");
  CHECK(pointer_of([](draw::Page& page) { page.plays[0].instants[1].time = 0; }) == "/plays/0/instants/1/time");
  CHECK(pointer_of([](draw::Page& page) { page.plays[0].instants[2].poses.pop_back(); }) ==
        "/plays/0/instants/2/poses");
  CHECK(pointer_of([](draw::Page& page) { page.plays[0].instants[0].contacts[0].a = 2; }) ==
        "/plays/0/instants/0/contacts");
  CHECK(pointer_of([](draw::Page& page) { page.plays[0].instants[0].contacts[0].mode = '"'; }) ==
        "/plays/0/instants/0/contacts");
  CHECK(pointer_of([](draw::Page& page) { page.plays[0].instants[0].energy = NAN; }) == "/plays/0/instants/0/energy");
  CHECK(pointer_of([](draw::Page& page) {
          page.plays[0].bodies[0].outline = Disc{{0, 0}, INFINITY};
        }) == "/plays/0/bodies");
}

TEST_CASE("a trial is played from the pose of its start to the pose of its end, and its energy never rises") {
  const ValidTask task = wide_ratchet();
  const std::vector<Eigen::Vector3d> wrenches = plan_to_try(task);
  const draw::Page page = draw::trial_page(task, wrenches, trial_options(task.task()), 3);
  const draw::PagePlay& play = page.plays.at(0);
  const Trial trial = run_trial(task, wrenches, 3, trial_options(task.task()));
  CHECK_FALSE(play.good);
  CHECK(play.outcome == "jammed");
  REQUIRE(play.instants.size() == static_cast<std::size_t>(trial.steps) + 1);
  const auto body_pose = [&](const Eigen::Vector3d& pose) {
    const Eigen::Vector2d& center = trial.start.center_of_mass;
    const Eigen::Rotation2Dd turn(pose[2]);
    return Eigen::Vector2d(pose.head<2>() - turn * center);
  };
  CHECK((body_pose(play.instants.front().poses[0]) - trial.start.pose.head<2>()).norm() < 1e-12);
  CHECK((body_pose(play.instants.back().poses[0]) - trial.end.head<2>()).norm() < 1e-12);
  for (std::size_t i = 1; i < play.instants.size(); ++i) {
    CHECK(play.instants[i].energy <= play.instants[i - 1].energy + 1e-10 * play.instants[0].energy);
  }
  CHECK(play.instants.front().energy > 1e-4);
  CHECK(std::fabs(play.instants.back().energy) < 1e-12);
  REQUIRE(trial.wrenches.size() == 1);
  CHECK(play.pushes.at(0).force.isApprox(trial.wrenches[0].wrench.head<2>()));
}

TEST_CASE("a page of trials begins with the trials that failed") {
  const ValidTask task = wide_ratchet();
  const std::vector<Eigen::Vector3d> wrenches = plan_to_try(task);
  const TrialReport report = simulate(task, wrenches);
  std::vector<std::size_t> failed;
  for (const Trial& trial : report.failures) failed.push_back(trial.index);
  const draw::Page page = draw::trials_page(task, wrenches, trial_options(task.task()), report.starts, failed);
  REQUIRE(report.failures.size() == 16);
  REQUIRE(page.plays.size() == 19);
  for (std::size_t i = 0; i < 16; ++i) CHECK(page.plays[i].name == "start " + std::to_string(report.failures[i].index));
  for (std::size_t i = 0; i < 19; ++i) CHECK(page.plays[i].good == (i >= 16));
  CHECK(draw::html(page) ==
        draw::html(draw::trials_page(task, wrenches, trial_options(task.task()), report.starts, failed)));
}

TEST_CASE(
    "a plan is played from the surroundings of its seat; without an outline the steps do not move, and the page "
    "states this") {
  const ValidTask block = read_valid_task_file(PAWL_SOURCE_DIR "/data/tasks/block_stop.json");
  const draw::Page played = draw::plan_page(block, plan(block));
  CHECK(played.plays.size() == 3);
  for (const draw::PagePlay& play : played.plays) CHECK(play.instants.size() > 10);

  Task stated;
  for (const double x : {-1., 1.}) stated.contacts.push_back({{x, 0}, {0, 1}, .2});
  const draw::Page still = draw::plan_page(ValidTask(stated), {{0, -1, 0}, {.1, -1, 0}});
  REQUIRE(still.plays.size() == 2);
  CHECK(still.plays[1].instants.size() == 1);
  CHECK(still.plays[1].pushes.at(0).force.x() == .1);
  CHECK(still.notes.at(0).find("Nothing moves, because") != std::string::npos);
  CHECK(draw::plan_page(ValidTask(stated), std::vector<Eigen::Vector3d>()).plays.size() == 1);
}
