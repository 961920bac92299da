// SPDX-License-Identifier: MIT
// Certificates of rest regions. The checker must accept the certificates that a small producer in this file makes, and
// must refuse forged certificates.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/planner/certificate_file.h>
#include <pawl/planner/verify_answer.h>
#include <pawl/verify/certificate.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "energy/box_contacts.h"
#include "energy/box_proof.h"
#include "support/walls.h"

using namespace pawl;
using internal::PoseBox;
using Json = nlohmann::ordered_json;
using Pose = Eigen::Vector3d;
using Vector = Eigen::Vector2d;

namespace {

constexpr double kPi = 3.141592653589793;

/// The data of a certificate: a part among fixels and walls, the loads of the steps, and two boxes of poses, the start
/// and the domain.
struct Scenario {
  EnergyProblem problem;  ///< part, fixels and walls; the member `load` is not used
  std::vector<EnergyLoad> loads;
  PoseBox start, domain;
  double energy = 0;
  int halvings = 12;  ///< the smallest boxes of a tree are reached by this number of halvings
  double direction = 0, support = 0, support_radius = 0;
  bool swept = false;
};

Json numbers(const Pose& v) { return {v.x(), v.y(), v.z()}; }
Json numbers(const Vector& v) { return {v.x(), v.y()}; }

Json load_json(const Scenario& scenario, const EnergyLoad& load) {
  return {{"force", numbers(load.force)},
          {"torque", load.torque},
          {"at", numbers(load.at)},
          {"anchor", load.anchor ? numbers(*load.anchor) : Json(nullptr)},
          {"anchor_tolerance", load.anchor_tolerance},
          {"direction_tolerance", scenario.direction},
          {"at_tolerance", 0.},
          {"support", scenario.support},
          {"support_radius", scenario.support_radius},
          {"reference", numbers(scenario.start.centre)}};
}

/// Returns the potential of a load at the pose q. It is 0 at the pose (0, 0, 0).
double potential(const EnergyLoad& load, const Pose& q) {
  const Vector at = q.head<2>() + Eigen::Rotation2Dd(q.z()) * load.at;
  if (load.anchor) return load.force.norm() * ((*load.anchor - at).norm() - (*load.anchor - load.at).norm());
  return -load.force.dot(at - load.at) - load.torque * q.z();
}

/// Returns bounds of a load's potential over a box: the value at the centre, minus and plus a radius. The radius is the
/// largest rate of change times the size of the box, plus a bound on the effect of the direction's error.
std::pair<double, double> bounds(const Scenario& scenario, const EnergyLoad& load, const PoseBox& box) {
  const double middle = potential(load, box.centre), moves = internal::reach(box, load.at.norm());
  const double away =
      (box.centre - scenario.start.centre).head<2>().norm() + moves +
      load.at.norm() * 2 * std::sin(std::min(3., std::fabs(box.centre.z() - scenario.start.centre.z())) / 2);
  double wide = std::fabs(load.torque) * box.half.z() + 1e-9 + away * 2 * std::sin(scenario.direction / 2);
  if (load.at.norm() == 0 && !load.anchor) {
    wide += std::fabs(load.force.x()) * box.half.x() + std::fabs(load.force.y()) * box.half.y();
  } else {
    wide += load.force.norm() * moves;
  }
  return {middle - wide, middle + wide};
}

/// Returns the corners of an outline, and many points on its arcs.
std::vector<Vector> points_of(const Outline& outline) {
  std::vector<Vector> points;
  constexpr int kPoints = 200;
  if (const auto* polygon = std::get_if<Polygon>(&outline)) points = polygon->vertices;
  if (const auto* disc = std::get_if<Disc>(&outline)) {
    for (int k = 0; k < kPoints; ++k)
      points.push_back(disc->center + Eigen::Rotation2Dd(2 * kPi * k / kPoints) * Vector(disc->radius, 0));
  }
  const auto* path = std::get_if<Path>(&outline);
  for (std::size_t i = 0; path != nullptr && i < path->vertices.size(); ++i) {
    const Vector from = path->vertices[i], to = path->vertices[(i + 1) % path->vertices.size()];
    points.push_back(from);
    const double bulge = path->bulges[i];
    if (bulge == 0) continue;
    const Vector along = to - from,
                 centre = (from + to) / 2 + Vector(-along.y(), along.x()) * (1 - bulge * bulge) / (4 * bulge);
    for (int k = 1; k < kPoints; ++k)
      points.push_back(centre + Eigen::Rotation2Dd(4 * std::atan(bulge) * k / kPoints) * (from - centre));
  }
  return points;
}

/// A tree of boxes in the format of certificates. Also lists its inside boxes and their letters.
struct Tree {
  std::string letters;
  std::string twists;
  std::vector<std::pair<char, PoseBox>> inside;

  std::vector<PoseBox> boxes(const std::string& kinds) const {
    std::vector<PoseBox> found;
    for (const auto& [letter, box] : inside) {
      if (kinds.find(letter) != std::string::npos) found.push_back(box);
    }
    return found;
  }
};

/// Halves a box along x, y, theta, x and so on. A box is not halved further when `classify` returns a letter other than
/// a space.
void halve(const PoseBox& box, int depth, Tree& tree, const std::function<char(const PoseBox&, int)>& classify) {
  const char letter = classify(box, depth);
  if (letter != ' ') {
    tree.letters += letter;
    if (std::string("mri").find(letter) != std::string::npos) tree.inside.emplace_back(letter, box);
    return;
  }
  const int axis = depth % 3;
  tree.letters += "xyt"[axis];
  for (const double side : {-.5, .5}) {
    PoseBox half = box;
    half.centre[axis] += side * box.half[axis];
    half.half[axis] /= 2;
    halve(half, depth + 1, tree, classify);
  }
}

/// Makes a certificate whose tree covers the whole domain. A box is inside if it neither collides nor lies above the
/// energy level.
class Maker {
 public:
  explicit Maker(const Scenario& scenario) : scenario_(scenario) {}

  Json make() {
    const Scenario& s = scenario_;
    Json steps = Json::array();
    std::vector<PoseBox> starts{s.start};
    for (std::size_t k = 0; k < s.loads.size(); ++k) {
      double level = -std::numeric_limits<double>::infinity();
      Json step = {
          {"load", load_json(s, s.loads[k])}, {"centre", numbers(s.domain.centre)}, {"half", numbers(s.domain.half)}};
      if (k > 0 && s.swept) {
        step["sweep"] = sweep(k, starts, level);
      } else {
        for (const PoseBox& box : starts) level = std::max(level, bounds(s, s.loads[k], box).second);
        level += k == 0 ? s.energy : 0;
      }
      const Tree tree = cover(s.loads[k], level);
      step["tree"] = tree.letters;
      step["twists"] = {tree.twists};
      starts = tree.boxes("r");
      steps.push_back(step);
    }
    Json problem = Json::parse(certificate_text("test", s.problem, {}))["problem"];
    const std::string part = Json::parse(certificate_text("test", s.problem, {}))["part"];
    for (const char* key : {"goal", "force", "torque", "at", "anchor", "anchor_tolerance"}) problem.erase(key);
    return {{"pawl", 1},
            {"certificate", "region"},
            {"name", "test"},
            {"part", part},
            {"problem", problem},
            {"start", {{"centre", numbers(s.start.centre)}, {"half", numbers(s.start.half)}, {"energy", s.energy}}},
            {"steps", steps},
            {"residual_energy", nullptr},
            {"swept", s.swept},
            {"displacement", displacement(starts)}};
  }

 private:
  Tree cover(const EnergyLoad& load, double level) {
    EnergyProblem loaded = scenario_.problem;
    loaded.load = load;
    const internal::BoxJudge judge(loaded, 10 * scenario_.domain.half.norm());
    Tree tree;
    halve(scenario_.domain, 0, tree, [&](const PoseBox& box, int depth) {
      std::vector<internal::PossibleContact> contacts;
      if (judge.contacts().look(box, contacts) == internal::BoxContacts::Where::colliding) return 'c';
      if (bounds(scenario_, load, box).first > level) return 'o';
      const bool at_end =
          ((box.centre - scenario_.domain.centre).cwiseAbs() + 1.01 * box.half - scenario_.domain.half).maxCoeff() >= 0;
      if (depth >= 6 && !at_end) {
        const std::optional<Pose> xi = judge.find_proof(box, contacts);
        if (xi && pushes(load, *xi)) {
          tree.twists +=
              fmt::format("{}{:.12g} {:.12g} {:.12g}", tree.twists.empty() ? "" : " ", xi->x(), xi->y(), xi->z());
          return 'm';
        }
      }
      return depth >= scenario_.halvings ? 'r' : ' ';
    });
    return tree;
  }

  /// Returns whether the load has positive power for the twist xi, whatever its errors within the tolerances. The load
  /// acts at the centre of mass.
  bool pushes(const EnergyLoad& load, const Pose& xi) const {
    if (scenario_.direction == 0 && scenario_.support == 0) return true;
    const Vector v = xi.head<2>();
    const double turned = std::fabs(load.force.x() * v.y() - load.force.y() * v.x());
    return load.force.dot(v) * std::cos(scenario_.direction) - turned * std::sin(scenario_.direction) -
               scenario_.support * std::hypot(v.norm(), scenario_.support_radius * xi.z()) >
           1e-6 * xi.norm();
  }

  Json sweep(std::size_t k, const std::vector<PoseBox>& starts, double& level) {
    const EnergyLoad &before = scenario_.loads[k - 1], &load = scenario_.loads[k];
    double energy = -std::numeric_limits<double>::infinity(), rise = 0;
    for (const PoseBox& box : starts) energy = std::max(energy, bounds(scenario_, before, box).second);
    const internal::BoxContacts contacts(scenario_.problem.loops(), scenario_.problem.fixels, scenario_.problem.walls,
                                         {}, 10 * scenario_.domain.half.norm());
    Tree tree;
    for (int repeat = 0; repeat < 8; ++repeat) {
      tree = {};
      halve(scenario_.domain, 0, tree, [&](const PoseBox& box, int depth) {
        std::vector<internal::PossibleContact> possible;
        if (contacts.look(box, possible) == internal::BoxContacts::Where::colliding) return 'c';
        if (bounds(scenario_, before, box).first > energy && bounds(scenario_, load, box).first > energy + rise)
          return 'o';
        return depth >= scenario_.halvings ? 'i' : ' ';
      });
      double most = 0;
      for (const auto& [letter, box] : tree.inside)
        most = std::max(most, bounds(scenario_, load, box).second - bounds(scenario_, before, box).first);
      if (most <= rise) break;
      rise = 1.1 * most;
    }
    level = energy + rise;
    return {{"rise", rise},
            {"centre", numbers(scenario_.domain.centre)},
            {"half", numbers(scenario_.domain.half)},
            {"tree", tree.letters}};
  }

  /// Returns a bound on the displacement of the part's points. It is computed at the corners of the boxes and at
  /// equally spaced angles in between.
  double displacement(const std::vector<PoseBox>& boxes) const {
    double most = 0, farthest = 0;
    const std::vector<Vector> points = points_of(scenario_.problem.outline);
    for (const Vector& p : points) farthest = std::max(farthest, p.norm());
    for (const PoseBox& box : boxes) {
      constexpr int kAngles = 40;
      for (int k = 0; k <= kAngles; ++k) {
        const double theta = box.centre.z() + box.half.z() * (2. * k / kAngles - 1);
        for (const Vector& p : points) {
          for (const double x : {-1., 1.}) {
            for (const double y : {-1., 1.}) {
              const Vector moved(box.centre.x() + x * box.half.x(), box.centre.y() + y * box.half.y());
              most = std::max(most, (moved + Eigen::Rotation2Dd(theta) * p - p).norm());
            }
          }
        }
      }
    }
    return most + 1e-3 * farthest;  // the second term covers the angles in between, and the points of the part between
                                    // its corners
  }

  const Scenario& scenario_;
};

Json made(const Scenario& scenario) { return Maker(scenario).make(); }

std::string refusal(const Json& file) {
  try {
    return verify_certificate(file.dump()).refused;
  } catch (const InputError& error) {
    return error.what();
  }
}

EnergyLoad pull(double angle_deg) {
  const double angle = angle_deg * kPi / 180;
  EnergyLoad load;
  load.force = {std::cos(angle), std::sin(angle)};
  return load;
}

EnergyProblem problem_of(const Outline& outline, std::vector<EnergyFixel> fixels, std::vector<Wall> walls = {}) {
  EnergyProblem problem;
  problem.outline = outline;
  problem.fixels = std::move(fixels);
  problem.walls = std::move(walls);
  for (Wall& wall : problem.walls) wall.friction = Friction(.2);
  problem.gyration_radius = .5;
  problem.mass = 2;
  // Adds an arbitrary goal of three contacts, because the search for twists needs one. A certificate of rest regions
  // states no goal.
  for (int k = 0; k < 3; ++k)
    problem.goal.push_back(problem.fixels.empty() ? EnergyGoal{0, true, {0, -.7}, {0, 1}}
                                                  : EnergyGoal{k, false, {}, {}});
  return problem;
}

/// Returns a square of size 2 between four pins, with a clearance of .04 at each pin.
Scenario between_pins() {
  Scenario scenario;
  scenario.problem = problem_of(oracle::box(-1, -1, 1, 1),
                                {{{0, -1.24}, .2, .1}, {{0, 1.24}, .2, .1}, {{-1.24, 0}, .2, .1}, {{1.24, 0}, .2, .1}});
  scenario.loads = {pull(-90)};
  scenario.start = {{0, .01, 0}, {.02, .01, .05}};
  scenario.domain = {{0, 0, 0}, {.12, .12, .5}};
  scenario.halvings = 15;
  return scenario;
}

/// Returns a disc in a round hole of a plate. The disc's centre of mass is below its centre, so that the disc cannot
/// turn over.
Scenario in_round_hole() {
  Wall plate = oracle::wall_of(oracle::box(-3, -3, 3, 3));
  plate.holes = {Disc{{0, .5}, 1.2}};
  Scenario scenario;
  scenario.problem = problem_of(Disc{{0, .5}, 1}, {}, {plate});
  scenario.loads = {pull(-90)};
  scenario.start = {{0, -.17, 0}, {.02, .02, .05}};
  scenario.domain = {{0, .1, 0}, {.6, .5, 1}};
  scenario.halvings = 15;
  return scenario;
}

const Json& pins_file() {
  static const Json file = made(between_pins());
  return file;
}
Json two_steps(bool swept) {
  Scenario scenario = between_pins();
  scenario.loads = {pull(-90), pull(-70)};
  scenario.swept = swept;
  return made(scenario);
}

/// Returns the number of times that a letter occurs in the tree of a step.
int count(const Json& step, char letter) {
  const std::string tree = step["tree"];
  return static_cast<int>(std::count(tree.begin(), tree.end(), letter));
}

/// Replaces the letter of one node in the tree of a step. Removes the twist of the old letter.
Json with_letter(Json step, std::size_t place, char letter) {
  std::string tree = step["tree"];
  if (tree[place] == 'm') {
    const auto before =
        static_cast<std::size_t>(std::count(tree.begin(), tree.begin() + static_cast<std::ptrdiff_t>(place), 'm'));
    std::string twists = step["twists"][0];
    std::size_t from = 0;
    for (std::size_t k = 0; k < 3 * before; ++k) from = twists.find(' ', from) + 1;
    std::size_t to = from;
    for (int k = 0; k < 3 && to != std::string::npos; ++k) to = twists.find(' ', to == from ? to : to + 1);
    twists = twists.substr(0, from) + (to == std::string::npos ? "" : twists.substr(to + 1));
    step["twists"][0] = twists;
  }
  tree[place] = letter;
  step["tree"] = tree;
  return step;
}

}  // namespace

TEST_CASE("a square between four pins comes to rest on the lower one") {
  const Json& file = pins_file();
  CHECK(refusal(file) == "");
  const CertificateCheck check = verify_certificate(file.dump());
  REQUIRE(check.region);
  CHECK(check.region->steps == 1);
  CHECK(check.region->displacement == file["displacement"].get<double>());
  const auto& [low, high] = check.region->bounds;
  MESSAGE("rests from " << low.transpose() << " to " << high.transpose() << ", displacement " << file["displacement"]);
  CHECK(low.y() > -.07);
  CHECK(high.y() < 0);  // the upper pin cannot hold the part, so the part never rests near it
  CHECK(count(file["steps"][0], 'm') > 50);
  CHECK(count(file["steps"][0], 'r') > 20);
  CHECK(check.depth == 0);
  CHECK(check.boxes > 500);
}

TEST_CASE("a disc rests at the bottom of a round hole") {
  const Json file = made(in_round_hole());
  CHECK(refusal(file) == "");
  const CertificateCheck check = verify_certificate(file.dump());
  REQUIRE(check.region);
  MESSAGE("rests from " << check.region->bounds[0].transpose() << " to " << check.region->bounds[1].transpose());
  CHECK(count(file["steps"][0], 'o') > 50);
  // The highest start has the potential -.15, and the lowest pose of the part has -.2.
  Json forged = file;
  forged["start"]["energy"] = .3;
  CHECK(refusal(forged) != "");
  forged = file;
  forged["start"]["half"][1] = .06;
  CHECK(refusal(forged) != "");
  forged = file;
  forged["start"]["centre"][1] = .05;
  CHECK(refusal(forged) != "");
}

TEST_CASE("the stated displacement bounds the motion of points of arcs, and is close to it") {
  Scenario scenario = between_pins();
  scenario.problem.outline = Path{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, {0, .2, 0, -.2}};
  scenario.problem.fixels = {{{0, -1.24}, .2, .1}, {{0, 1.24}, .2, .1}, {{-1.04, 0}, .2, .1}, {{1.44, 0}, .2, .1}};
  for (const double turned : {0., .1, -.1}) {
    scenario.start.centre.z() = turned;
    const Json file = made(scenario);
    CHECK(refusal(file) == "");
    const double displacement = file["displacement"];
    Json forged = file;
    forged["displacement"] = .994 * displacement;
    CHECK(refusal(forged).find("/displacement: the box around ") == 0);
  }
}

TEST_CASE("a certificate with two steps is accepted, both if the load changes at once and if its direction is swept") {
  for (const bool swept : {false, true}) {
    CAPTURE(swept);
    const Json file = two_steps(swept);
    CHECK(refusal(file) == "");
    const CertificateCheck check = verify_certificate(file.dump());
    REQUIRE(check.region);
    CHECK(check.region->steps == 2);
    CHECK(file["steps"][1].contains("sweep") == swept);
  }
}

TEST_CASE("for a part with residual energy, the last region contains all poses that the part can reach") {
  Scenario scenario = between_pins();
  scenario.energy = 1;  // the energy suffices to reach every pose in the cage
  scenario.loads = {pull(-90), pull(-70)};
  scenario.swept = true;
  const Json cage = made(scenario);
  REQUIRE(refusal(cage) == "");
  Json file = cage;
  file["residual_energy"] = .5;
  CHECK(refusal(file) != "");  // the energies in the file are too low for the sweep and for the second step
  scenario.loads.pop_back();
  file = made(scenario);
  file["residual_energy"] = .5;
  CHECK(refusal(file).find("/displacement: ") == 0);
  file["displacement"] = 1;
  CHECK(refusal(file) == "");
  const CertificateCheck check = verify_certificate(file.dump());
  REQUIRE(check.region);
  CHECK(check.region->bounds[1].y() > .03);  // the bounds must include poses at the upper pin
}

TEST_CASE("tolerances, friction of the support and pulls are accepted if the twists prove the claims with them") {
  Scenario scenario = between_pins();
  scenario.direction = .02;
  CHECK(refusal(made(scenario)) == "");
  scenario.direction = 0;
  scenario.support = .02;
  scenario.support_radius = .7;
  CHECK(refusal(made(scenario)) == "");
  scenario = between_pins();
  scenario.problem.fixel_tolerance = .002;
  scenario.problem.outline_tolerance = .002;
  Json file = made(scenario);
  file["displacement"] = file["displacement"].get<double>() + .002;  // the errors of the outline can add this to the
                                                                     // displacement
  CHECK(refusal(file) == "");
  scenario = between_pins();
  EnergyLoad pulled;
  pulled.force = {0, -1};
  pulled.anchor = Vector(0, -6);
  pulled.anchor_tolerance = .01;
  scenario.loads = {pulled};
  scenario.start.half = {.01, .005, .02};
  CHECK(refusal(made(scenario)) == "");
}

TEST_CASE("a certificate in which the letter of a box was changed is not accepted") {
  for (const bool holes : {false, true}) {
    const Json file = holes ? made(in_round_hole()) : pins_file();
    REQUIRE(refusal(file) == "");
    const std::string tree = file["steps"][0]["tree"];
    std::mt19937 engine(7);
    int changed = 0;
    for (std::size_t place = 0; place < tree.size(); ++place) {
      if (std::string("mrco").find(tree[place]) == std::string::npos || engine() % 8 != 0) continue;
      for (const char letter : {'o', 'c', 'm', 'a', 'i', 'x'}) {
        if (letter == tree[place] || (letter == 'o' && tree[place] == 'c') || (letter == 'c' && tree[place] == 'o'))
          continue;
        Json forged = file;
        forged["steps"][0] = with_letter(file["steps"][0], place, letter);
        CAPTURE(place);
        CAPTURE(tree[place]);
        CAPTURE(letter);
        CHECK(refusal(forged) != "");
        ++changed;
      }
    }
    MESSAGE(changed << " changed letters");
    CHECK(changed > 300);
    // The certificate may declare a colliding box as outside if the part cannot reach it. It may declare an outside box
    // as colliding if the part collides at all its poses.
    int refused = 0, others = 0;
    for (std::size_t place = 0; place < tree.size(); ++place) {
      if ((tree[place] != 'c' && tree[place] != 'o') || engine() % 8 != 0) continue;
      Json forged = file;
      forged["steps"][0] = with_letter(file["steps"][0], place, tree[place] == 'c' ? 'o' : 'c');
      ++others;
      refused += refusal(forged) != "";
    }
    MESSAGE(refused << " of " << others << " refused");
    CHECK(refused > others / 10);
  }
}

TEST_CASE("a certificate of rest regions whose numbers were changed is not accepted") {
  const Json file = two_steps(true);
  REQUIRE(refusal(file) == "");
  const double displacement = file["displacement"], rise = file["steps"][1]["sweep"]["rise"];
  const auto at = [](const char* pointer) { return Json::json_pointer(pointer); };
  for (const auto& [pointer, value] :
       std::vector<std::pair<const char*, Json>>{{"/displacement", .98 * displacement},
                                                 {"/displacement", 0},
                                                 {"/displacement", -1},
                                                 {"/displacement", 1e300},
                                                 {"/displacement", nullptr},
                                                 {"/start/half", {.06, .06, .1}},
                                                 {"/start/half", {-.01, .01, .05}},
                                                 {"/start/half", {.02, .01, -.05}},
                                                 {"/start/half", {.02, .01, .51}},
                                                 {"/start/half", {.02, .01, 1e300}},
                                                 {"/start/centre", {0, .2, 0}},
                                                 {"/start/centre", {0, .01, 6.283185307179586}},
                                                 {"/start/energy", -1},
                                                 {"/start/energy", 1e300},
                                                 {"/residual_energy", -.1},
                                                 {"/residual_energy", "0"},
                                                 {"/residual_energy", .1},  // with this energy, the part can be
                                                                            // anywhere at the end of the plan
                                                 {"/swept", 1},
                                                 {"/swept", nullptr},
                                                 {"/swept", false},
                                                 {"/steps", Json::array()},
                                                 {"/steps", Json::object()},
                                                 {"/steps/0", nullptr},
                                                 {"/steps/0/tree", ""},
                                                 {"/steps/0/tree", "c"},
                                                 {"/steps/0/tree", "o"},
                                                 {"/steps/0/tree", "r"},
                                                 {"/steps/0/tree", "xcc"},
                                                 {"/steps/0/twists", Json::array()},
                                                 {"/steps/0/twists", {"1 2"}},
                                                 {"/steps/0/twists", {"nan nan nan"}},
                                                 {"/steps/0/centre", {.05, 0, 0}},
                                                 {"/steps/0/half", {.12, .12, 3.15}},
                                                 {"/steps/0/half", {.12, .12, -.4}},
                                                 {"/steps/0/half", {.12, 0, .4}},
                                                 {"/steps/0/half", {.05, .05, .2}},
                                                 {"/steps/0/load/force", {0, -1.1}},
                                                 {"/steps/0/load/force", {0, -.9}},
                                                 {"/steps/0/load/force", {0, 0}},
                                                 {"/steps/0/load/force", {0, 1}},
                                                 {"/steps/0/load/force", {1, 0}},
                                                 {"/steps/0/load/torque", .3},
                                                 {"/steps/0/load/at", {.2, 0}},
                                                 {"/steps/0/load/anchor", {0, -1}},
                                                 {"/steps/0/load/anchor_tolerance", .1},
                                                 {"/steps/0/load/direction_tolerance", .8},
                                                 {"/steps/0/load/direction_tolerance", 1.5707963267948966},
                                                 {"/steps/0/load/direction_tolerance", 2},
                                                 {"/steps/0/load/direction_tolerance", -.1},
                                                 {"/steps/0/load/at_tolerance", -.1},
                                                 {"/steps/0/load/at_tolerance", .8},
                                                 {"/steps/0/load/support", -1},
                                                 {"/steps/0/load/support", .99},
                                                 {"/steps/0/load/support_radius", -1},
                                                 {"/steps/0/load/reference", nullptr},
                                                 {"/steps/0/load/reference", {0, 0}},
                                                 {"/steps/1/sweep", nullptr},
                                                 {"/steps/1/sweep/rise", .3 * rise},
                                                 {"/steps/1/sweep/rise", 0},
                                                 {"/steps/1/sweep/rise", -rise},
                                                 {"/steps/1/sweep/tree", "i"},
                                                 {"/steps/1/sweep/tree", "o"},
                                                 {"/steps/1/sweep/tree", "c"},
                                                 {"/steps/1/sweep/tree", file["steps"][1]["tree"]},
                                                 {"/steps/1/sweep/half", {.05, .05, .2}},
                                                 {"/steps/1/tree", file["steps"][1]["sweep"]["tree"]},
                                                 {"/steps/1/twists", file["steps"][0]["twists"]},
                                                 {"/problem/fixels/0", {0, -1.28, .2, .1}},
                                                 {"/problem/fixels/0", {0, -1.2, .2, .1}},
                                                 {"/problem/fixels/0", {0, -1.24, .2, .6}},
                                                 {"/problem/fixels/2", {-2, 0, .2, .1}},
                                                 {"/problem/fixels/2", {-1.24, 0, -.2, .1}},
                                                 {"/problem/fixels", Json::array()},
                                                 {"/problem/fixel_tolerance", .02},
                                                 {"/problem/outline_tolerance", .02},
                                                 {"/problem/mass", 3},
                                                 {"/problem/gyration_radius", 0},
                                                 {"/problem/outline", {{"disc", {0, 0, 1}}}},
                                                 {"/problem/outline/sides/0", {-.9, -.9, 0}},
                                                 {"/part", "sha256:00"},
                                                 {"/pawl", 2},
                                                 {"/certificate", "energy"},
                                                 {"/certificate", "plan"}}) {
    Json forged = file;
    forged[at(pointer)] = value;
    CAPTURE(std::string(pointer));
    CAPTURE(value.dump());
    CHECK(refusal(forged) != "");
  }
  for (const char* literal : {"NaN", "nan", "Infinity", "1e400", "-1e400"}) {
    for (const char* pointer : {"/displacement", "/start/energy", "/steps/0/load/reference/0", "/steps/1/sweep/rise"}) {
      Json forged = file;
      forged[at(pointer)] = "PLACE";
      std::string text = forged.dump();
      text.replace(text.find("\"PLACE\""), 7, literal);
      CHECK_THROWS_AS(verify_certificate(text), InputError);
    }
  }
}

TEST_CASE("a certificate of rest regions is refused if a key is missing or unknown") {
  const Json file = two_steps(true);
  for (const char* object : {"", "/start", "/problem", "/steps/0", "/steps/0/load", "/steps/1/sweep"}) {
    const Json::json_pointer at{std::string(object)};
    Json more = file;
    more[at]["more"] = 1;
    CHECK(refusal(more).find(std::string(object) + "/more: 1: unknown key") == 0);
    for (const auto& [key, value] : file[at].items()) {
      if (key == "walls") continue;
      Json fewer = file;
      fewer[at].erase(key);
      CAPTURE(key);
      CHECK(refusal(fewer).find(std::string(object) + "/" + key) == 0);
    }
  }
  Json early = file;
  early["steps"][0]["sweep"] = file["steps"][1]["sweep"];
  CHECK(refusal(early).find("/steps/0/sweep: ") == 0);
}

TEST_CASE("a changed twist is accepted only if it still proves the claim of its box") {
  Json file = pins_file();
  std::string twists = file["steps"][0]["twists"][0];
  const auto with_first = [&](const Pose& xi) {
    std::size_t end = 0;
    for (int k = 0; k < 3; ++k) end = twists.find(' ', end + 1);
    Json forged = file;
    forged["steps"][0]["twists"][0] =
        fmt::format("{:.17g} {:.17g} {:.17g}", xi.x(), xi.y(), xi.z()) + twists.substr(end);
    return refusal(forged);
  };
  double x = 0, y = 0, omega = 0;
  REQUIRE(std::sscanf(twists.c_str(), "%lf %lf %lf", &x, &y, &omega) == 3);
  const Pose first(x, y, omega);
  CHECK(with_first(first) == "");
  CHECK(with_first(1e-6 * first) == "");
  CHECK(with_first(-first) != "");
  CHECK(with_first({0, 0, 0}) != "");
  CHECK(with_first({1, 0, 0}) != "");
  CHECK(with_first({-1e8, 1e-9, 0}) != "");
  Json more = file;
  more["steps"][0]["twists"].push_back("0 -1 0");
  CHECK(refusal(more) == "/steps/0/twists: more twists than boxes need");
}

TEST_CASE("tolerances that are defined only for forces or for straight edges are refused for pulls and for arcs") {
  Scenario scenario = between_pins();
  EnergyLoad pulled;
  pulled.force = {0, -1};
  pulled.anchor = Vector(0, -6);
  scenario.loads = {pulled};
  const Json file = made(scenario);
  REQUIRE(refusal(file) == "");
  for (const auto& [key, value] : std::vector<std::pair<const char*, Json>>{{"direction_tolerance", .001},
                                                                            {"at_tolerance", .001},
                                                                            {"torque", .001},
                                                                            {"anchor", {0, -.02}},
                                                                            {"anchor", {0, 0}},
                                                                            {"anchor", {0, 6}},
                                                                            {"anchor", {6, 0}},
                                                                            {"anchor_tolerance", 7},
                                                                            {"force", {0, 1}}}) {
    Json forged = file;
    forged["steps"][0]["load"][key] = value;
    CAPTURE(key);
    CAPTURE(value.dump());
    CHECK(refusal(forged) != "");
  }
  const Json round = made(in_round_hole());
  for (const char* key : {"fixel_tolerance", "outline_tolerance"}) {
    Json forged = round;
    forged["problem"][key] = 1e-9;
    CHECK(refusal(forged).find(std::string("/problem/") + key) == 0);
  }
}

TEST_CASE("a certificate of rest regions is valid only for its own task") {
  Task task;
  task.part.outline = oracle::box(-1, -1, 1, 1);
  task.part.mass = 2;
  task.part.inertia = .5;
  task.friction = .1;
  task.actuator = TrayActuator();
  for (const Vector& at : {Vector(0, -1.24), Vector(0, 1.24), Vector(-1.24, 0), Vector(1.24, 0)}) {
    Fixel& fixel = task.fixels.emplace_back();
    fixel.at = at;
    fixel.radius = .2;
  }
  const std::string text = pins_file().dump();
  const auto refused = [&](const Task& other) { return verify_certificate(text, ValidTask(other)).refused; };
  CHECK(refused(task) == "");
  Task other = task;
  other.friction = .05;
  CHECK(refused(other) == "");
  other.friction = .15;
  CHECK(refused(other) == "/problem: the friction is not the task's");
  other = task;
  other.fixels[1].at.y() += .01;
  CHECK(refused(other) == "/problem: the fixels are not the task's");
  other = task;
  other.fixels.pop_back();
  CHECK(refused(other) == "/problem: the fixels are not the task's");
  other = task;
  other.walls = {oracle::wall_of(oracle::box(3, 3, 4, 4))};
  CHECK(refused(other) == "/problem: the walls are not the task's");
  other = task;
  other.part.outline = oracle::box(-1, -1, 1, 1.01);
  other.part.center_of_mass = Vector(0, 0);
  CHECK(refused(other) == "/problem: the outline is not the task's");
  other = task;
  other.part.mass = 3;
  CHECK(refused(other) == "/problem: the mass is not the task's");
  other = task;
  other.part.inertia = .6;
  CHECK(refused(other) == "/problem: the radius of gyration is not the task's");
  other = task;
  other.actuator = PushActuator{{0, 0}, -1, 0};
  CHECK(refused(other) == "/problem: the force is not the task's");
  other.actuator = PushActuator{{.1, 0}, -2, -1};
  CHECK(refused(other) != "");
  other = task;
  other.simulate.support.law = SimulateOptions::Support::Law::ellipsoid;
  other.simulate.support.friction = .02;
  CHECK(refused(other) == "/problem: the friction of the support is not the task's");
  Scenario supported = between_pins();
  supported.support = .02;
  supported.support_radius = .8;  // the mean distance of the points of a square from its centre is .765 times half its
                                  // side
  const std::string with_support = made(supported).dump();
  CHECK(verify_certificate(with_support, ValidTask(task)).refused == "");
  CHECK(verify_certificate(with_support, ValidTask(other)).refused == "");
  other.simulate.support.friction = .021;
  CHECK(verify_certificate(with_support, ValidTask(other)).refused != "");
}
