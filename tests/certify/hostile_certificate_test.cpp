// SPDX-License-Identifier: MIT
// Certificates that were changed, that prove nothing, or that belong to another task. The checker must not accept any
// of them.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/planner/certificate_file.h>
#include <pawl/planner/verify_answer.h>
#include <pawl/verify/certificate.h>

#include <Eigen/Geometry>
#include <cmath>

#include "support/certified.h"

using namespace pawl;
using oracle::task_at;

namespace {

const Eigen::Vector3d kPush(.5115124, -.8563925, 0);

Task block(double scale = 1) {
  Task task = task_at(Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}}, .2, {{-.5, -.5}, {.5, -.5}, {1, -.25}});
  for (Eigen::Vector2d& vertex : std::get<Polygon>(*task.part.outline).vertices) vertex *= scale;
  for (Fixel& fixel : task.fixels) fixel.at *= scale;
  return task;
}

struct Made {
  EnergyProblem problem;
  EnergyDepth found;
  std::string text() const { return certificate_text("test", problem, found.certificate); }
};

Made made_of(const Task& task, const Eigen::Vector3d& wrench = kPush) {
  const ValidTask valid(task);
  EnergyFloodOptions options;
  options.accuracy = .1;
  Made made{energy_problem(valid, plan_problem(valid), wrench), {}};
  made.found = energy_depth(made.problem, options);
  return made;
}
const Made& block_made() {
  static const Made made = made_of(block());
  return made;
}

/// Replaces the value of the first occurrence of a key.
std::string with(const std::string& text, const std::string& key, const std::string& value) {
  const std::size_t at = text.find("\"" + key + "\":");
  REQUIRE(at != std::string::npos);
  const std::size_t begin = at + key.size() + 3;
  std::size_t end = begin;
  for (int depth = 0; depth > 0 || (text[end] != ',' && text[end] != '}'); ++end) {
    depth += text[end] == '[' || text[end] == '{';
    depth -= text[end] == ']' || text[end] == '}';
  }
  return text.substr(0, begin) + value + text.substr(end);
}

/// Returns whether the checker refuses the certificate or rejects it as invalid.
bool turned_down(const std::string& text) {
  try {
    return !verify_certificate(text).refused.empty();
  } catch (const InputError&) {
    return true;
  }
}

/// Returns a complete certificate with another tree and other twists. Each letter of `tree` is a node.
std::string of_tree(const std::string& tree, const std::string& twists = "") {
  return with(with(block_made().text(), "tree", "\"" + tree + "\""), "twists", "[" + twists + "]");
}

}  // namespace

TEST_CASE("a certificate of a problem whose numbers were changed is not accepted") {
  const std::string text = block_made().text();
  REQUIRE_FALSE(turned_down(text));
  for (const auto& [key, value] : std::vector<std::pair<std::string, std::string>>{
           {"depth", fmt::format("{}", 1.05 * block_made().found.depth)},
           {"depth", "0"},
           {"depth", "-1"},
           {"depth", "1e300"},
           {"force", "[0.6,-0.8]"},
           {"force", "[511.5124,-856.3925]"},
           {"force", "[0,0]"},
           {"torque", "0.3"},
           {"at", "[0.3,0.2]"},
           {"anchor", "[1,-1]"},
           {"anchor_tolerance", "-1"},
           {"goal", "[1,3,2]"},
           {"goal", "[1,1,1]"},
           {"goal", "[1,2]"},
           {"goal", "[1,2,4]"},
           {"goal", "[1,2,1e30]"},
           {"goal", "[1,2,2.5]"},
           {"fixels", "[]"},
           {"fixels", "[[-0.5,-0.5,0,0.2],[1,-0.25,0,0.2],[0.5,-0.5,0,0.2]]"},
           {"fixels", "[[-0.5,-0.5,0,0.3],[0.5,-0.5,0,0.3],[1,-0.25,0,0.3]]"},
           {"fixels", "[[-0.5,-0.5,-0.1,0.2],[0.5,-0.5,0,0.2],[1,-0.25,0,0.2]]"},
           {"fixels", "[[-0.5,-0.3,0,0.2],[0.5,-0.3,0,0.2],[0.8,-0.25,0,0.2]]"},
           {"fixel_tolerance", "0.01"},
           {"outline_tolerance", "0.01"},
           {"gyration_radius", "0"},
           {"gyration_radius", "1e300"},
           {"outline", R"({"sides":[]})"},
           {"outline", R"({"disc":[0,0,-1]})"},
           {"outline", R"({"disc":[0,0,1]})"},
           {"outline", R"({"sides":[[-1,-0.5,1e300],[1,-0.5,0],[1,0.5,0],[-1,0.5,0]]})"},
           {"outline", R"({"sides":[[-1,-0.5,0],[-1,-0.5,0],[1,-0.5,0],[1,0.5,0],[-1,0.5,0]]})"},
           {"outline", R"({"sides":[[-1,-0.5,0],[1,0.5,0],[1,-0.5,0],[-1,0.5,0]]})"},
           {"centre", "[0,0,0]"},
           {"centre", "[1e16,0,0]"},
           {"centre", "[1e9,0,0]"},
           {"centre", "[0,0,100]"},
           {"half", "[1e300,2,2]"},
           {"half", "[0.001,0.001,0.001]"},
           {"half", "[0,2,2]"},
           {"seed", "[0,0,0]"},
           {"seed", "[0.5,0.5,0.5]"},
           {"tree", "\"\""},
           {"twists", "[]"},
           {"twists", "[\"1 2\"]"},
           {"twists", "[\"nan nan nan\"]"},
           {"twists", "[\"1,2,3\"]"},
           {"certificate", "\"plan\""}}) {
    CAPTURE(key);
    CAPTURE(value);
    CHECK(turned_down(with(text, key, value)));
  }
  CHECK(turned_down(with(text, "depth", "1e400")));
  CHECK(turned_down(with(text, "depth", "NaN")));
}

TEST_CASE("a certificate of another version, with an unknown key or with a missing key, is not accepted") {
  const std::string text = block_made().text();
  for (const char* version : {"2", "0", "1.5", "\"1\"", "true", "null"})
    CHECK(turned_down(with(text, "pawl", version)));
  // Adds an unknown key to each object, and renames each key.
  for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1))
    CHECK(turned_down(text.substr(0, at + 1) + "\"more\":1," + text.substr(at + 1)));
  for (std::size_t at = text.find("\":"); at != std::string::npos; at = text.find("\":", at + 2)) {
    CAPTURE(text.substr(at > 20 ? at - 20 : 0, 20));
    CHECK(turned_down(text.substr(0, at) + "s" + text.substr(at)));
  }
}

TEST_CASE("a certificate identifies its part by a digest of all numbers of the part") {
  const CertificateCheck check = verify_certificate(block_made().text());
  CHECK(check.part.name == "test");
  CHECK(check.part.digest.size() == 7 + 64);
  CHECK(check.part.mass == 2);
  CHECK(block_made().text().find("\"part\":\"" + check.part.digest + "\"") != std::string::npos);
  // A different part has a different digest. The same part in another pose, or with other fixels, has the same digest.
  Task task = block();
  task.pose = {3, -2, 0};
  for (Fixel& fixel : task.fixels) fixel.at += Eigen::Vector2d(3, -2);
  task.friction = .1;
  CHECK(verify_certificate(made_of(task).text()).part.digest == check.part.digest);
  Task heavier = block();
  heavier.part.mass = 3;
  CHECK(verify_certificate(made_of(heavier).text()).part.digest != check.part.digest);
  CHECK(verify_certificate(block_made().text(), ValidTask(heavier)).refused == "/problem: the mass is not the task's");
  std::string forged = block_made().text();
  forged[forged.find("sha256:") + 7] ^= 1;
  CHECK(verify_certificate(forged).refused == "/part: differs from the digest of the part in the problem");
  CHECK(turned_down(with(block_made().text(), "mass", "3")));
}

// If no box contains the goal, the certificate proves nothing about the goal, even though every leaf's claim is true.
TEST_CASE("a certificate that proves nothing about the goal is not accepted") {
  for (const char* tree : {"c", "a", "b", "m", "n", "x", "xcc", "q", "m m"}) {
    CAPTURE(tree);
    CHECK(turned_down(of_tree(tree)));
  }
  // The fixels are deep inside the part. The domain is so small that the part collides at all its poses, so the claim
  // of the leaf "c" is true.
  std::string buried = with(of_tree("c"), "half", "[0.01,0.01,0.01]");
  buried = with(buried, "centre", "[0,0,0]");
  buried = with(buried, "fixels", "[[-0.5,-0.2,0,0.2],[0.5,-0.2,0,0.2],[0.8,-0.25,0,0.2]]");
  CHECK(turned_down(buried));
}

// A twist that is perpendicular to the load does no work. If it is scaled up, its rounding errors must not pass for a
// large amount of work.
TEST_CASE("a twist of great size proves no more than one of size 1") {
  Made made = made_of(block(), {.6, -.8, 0});
  int changed = 0;
  for (std::size_t k = 0; k < made.found.certificate.nodes.size(); ++k) {
    EnergyCertificate::Node& node = made.found.certificate.nodes[k];
    if (node.kind != EnergyCertificate::Kind::moving || ++changed % 150 != 0) continue;
    const EnergyCertificate::Node before = node;
    for (const double size : {1., 3e7 + 1, 3e7 + 7, 5e7 + 3, 1e8 + 9}) {
      for (const double sign : {1., -1.}) {
        node.twists[0] = sign * size * Eigen::Vector3d(.8, .6, 0);
        CHECK(turned_down(made.text()));
      }
    }
    node = before;
  }
  CHECK(changed > 40);
}

TEST_CASE("parts of any size and turned fixtures have the same certificates as the original part") {
  const double depth = block_made().found.depth;
  for (const double scale : {1e-3, 1e3}) {
    const Made made = made_of(block(scale));
    CHECK(verify_certificate(made.text()).refused == "");
    CHECK(made.found.depth == doctest::Approx(scale * depth).epsilon(.15));
    CHECK(turned_down(with(made.text(), "depth", fmt::format("{}", 1.2 * made.found.depth))));
    CHECK(turned_down(with(block_made().text(), "fixels", "[[-0.5e3,-0.5,0,0.2],[0.5,-0.5,0,0.2],[1,-0.25,0,0.2]]")));
  }
  for (const double angle : {1.5707963267948966, .3, -2.}) {
    Task task = block();
    task.pose = {3, -2, angle};
    for (Fixel& fixel : task.fixels) fixel.at = Eigen::Rotation2Dd(angle) * fixel.at + Eigen::Vector2d(3, -2);
    const Made made = made_of(task);
    CHECK(verify_certificate(made.text(), ValidTask(task)).refused == "");
    CHECK(made.found.depth == doctest::Approx(depth).epsilon(1e-3));
  }
}

TEST_CASE("a certificate is valid only for its own task") {
  const std::string text = block_made().text();
  const auto refused = [&](const Task& task) { return verify_certificate(text, ValidTask(task)).refused; };
  CHECK(refused(block()) == "");
  Task slippery = block();
  slippery.friction = .1;
  CHECK(refused(slippery) == "");  // the proof also holds for less friction
  Task rough = block();
  rough.friction = .25;
  CHECK(refused(rough) == "/problem: the friction is not the task's");
  Task longer = block();
  std::get<Polygon>(*longer.part.outline).vertices[2].y() = .6;
  std::get<Polygon>(*longer.part.outline).vertices[3].y() = .6;
  longer.part.center_of_mass = Eigen::Vector2d(0, 0);
  CHECK(refused(longer) == "/problem: the outline is not the task's");
  Task moved = block();
  moved.fixels[0].at.x() += .1;
  CHECK(refused(moved) == "/problem: the fixels are not the task's");
  Task more = block();
  more.fixels.push_back({{3, 3}, {}, 0, {}});
  more.goal = std::vector{1, 2, 3};
  CHECK(refused(more) == "/problem: the fixels are not the task's");
  Task pushed = block();
  pushed.actuator = PushActuator{{-.2, .3}, -1.2, -.9};
  CHECK(refused(pushed) == "/problem: the force is not the task's");
  Task sprung = block();
  sprung.actuator = SpringActuator{{0, 0}, {1, -2}, .02};
  CHECK_FALSE(refused(sprung).empty());
  Task weighted = block();
  weighted.part.mass = 1;
  weighted.part.inertia = 3;
  CHECK_FALSE(refused(weighted).empty());
}
