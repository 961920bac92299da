// SPDX-License-Identifier: MIT
// Certificates of rest regions: certificates that a small producer makes are accepted, and forged ones are not.
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

/// A part among fixels and walls, the loads of the steps, and the boxes of poses that a certificate is about.
struct Scenario {
  EnergyProblem problem;  ///< with any load
  std::vector<EnergyLoad> loads;
  PoseBox start, domain;
  double energy = 0;
  int halvings = 12;  ///< depth of the boxes of the rest region
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

/// Returns the potential of a load at a pose, 0 at the pose 0.
double potential(const EnergyLoad& load, const Pose& q) {
  const Vector at = q.head<2>() + Eigen::Rotation2Dd(q.z()) * load.at;
  if (load.anchor) return load.force.norm() * ((*load.anchor - at).norm() - (*load.anchor - load.at).norm());
  return -load.force.dot(at - load.at) - load.torque * q.z();
}

/// Returns bounds of a load's potential over a box: its value at the centre, less and plus the rate of change times the
/// size, and a bound on the effect of another direction.
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

/// A tree of boxes in the form of the file, and its inside boxes with their letters.
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

/// Halves boxes, in turn along each axis, until `classify` returns a letter that is not a space.
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

/// A producer that covers the whole domain: every box that neither collides nor lies above the level is inside.
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
      if (depth >= 6) {
        const std::optional<Pose> xi = judge.find_proof(box, contacts);
        if (xi && pushes(load, *xi, box)) {
          tree.twists +=
              fmt::format("{}{:.12g} {:.12g} {:.12g}", tree.twists.empty() ? "" : " ", xi->x(), xi->y(), xi->z());
          return 'm';
        }
      }
      return depth >= scenario_.halvings ? 'r' : ' ';
    });
    return tree;
  }

  /// Returns whether a load that acts at the centre of mass has power over a twist within its tolerances.
  bool pushes(const EnergyLoad& load, const Pose& xi, const PoseBox&) const {
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

  /// Returns a bound on the displacement of the part's points, from the corners of boxes of angles of equal steps.
  double displacement(const std::vector<PoseBox>& boxes) const {
    double most = 0, farthest = 0;
    std::vector<Vector> points;
    if (const auto* polygon = std::get_if<Polygon>(&scenario_.problem.outline)) points = polygon->vertices;
    if (const auto* disc = std::get_if<Disc>(&scenario_.problem.outline)) points = {disc->center};
    const auto* disc = std::get_if<Disc>(&scenario_.problem.outline);
    for (const Vector& p : points) farthest = std::max(farthest, p.norm());
    for (const PoseBox& box : boxes) {
      constexpr int kAngles = 40;
      for (int k = 0; k <= kAngles; ++k) {
        const double theta = box.centre.z() + box.half.z() * (2. * k / kAngles - 1);
        for (const Vector& p : points) {
          for (const double x : {-1., 1.}) {
            for (const double y : {-1., 1.}) {
              const Vector moved(box.centre.x() + x * box.half.x(), box.centre.y() + y * box.half.y());
              const double round = disc != nullptr ? disc->radius * 2 * std::sin(std::fabs(theta) / 2) : 0;
              most = std::max(most, (moved + Eigen::Rotation2Dd(theta) * p - p).norm() + round);
            }
          }
        }
      }
    }
    return most + 1e-4 * farthest;  // for the angles in between
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
  const double angle = angle_deg * 3.141592653589793 / 180;
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
  return problem;
}

/// A square of size 2 between four pins, with a clearance of .04 at each.
Scenario between_pins() {
  Scenario scenario;
  scenario.problem = problem_of(oracle::box(-1, -1, 1, 1),
                                {{{0, -1.24}, .2, .1}, {{0, 1.24}, .2, .1}, {{-1.24, 0}, .2, .1}, {{1.24, 0}, .2, .1}});
  scenario.loads = {pull(-90)};
  scenario.start = {{0, .01, 0}, {.02, .01, .05}};
  scenario.domain = {{0, 0, 0}, {.12, .12, .4}};
  scenario.halvings = 15;
  return scenario;
}

/// A disc in a round hole of a plate. The disc's centre of mass is off its centre, so that the disc cannot turn over.
Scenario in_round_hole() {
  Wall plate = oracle::wall_of(oracle::box(-3, -3, 3, 3));
  plate.holes = {Disc{{0, .5}, 1.2}};
  Scenario scenario;
  scenario.problem = problem_of(Disc{{0, .5}, 1}, {}, {plate});
  scenario.loads = {pull(-90)};
  scenario.start = {{0, -.15, 0}, {.03, .03, .1}};
  scenario.domain = {{0, .1, 0}, {.5, .6, 1.6}};
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

/// Returns the number of a tree's letter of a kind.
int count(const Json& step, char letter) {
  const std::string tree = step["tree"];
  return static_cast<int>(std::count(tree.begin(), tree.end(), letter));
}

/// Returns a step with another letter at a place of its tree. The twist that belongs to the letter goes, too.
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
  CHECK(low.y() > -.06);
  CHECK(high.y() < 0);  // the upper pin never holds it
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
  // The highest start is at -.12, and the lowest pose of the part at -.2.
  Json forged = file;
  forged["start"]["energy"] = .3;
  CHECK(refusal(forged) != "");
  forged = file;
  forged["start"]["half"][2] = .7;
  CHECK(refusal(forged) != "");
  forged = file;
  forged["start"]["centre"][1] = .05;
  CHECK(refusal(forged) != "");
}
