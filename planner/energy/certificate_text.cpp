// SPDX-License-Identifier: MIT
#include "energy/certificate_text.h"

#include <fmt/format.h>
#include <pawl/planner/certificate_file.h>

#include <iterator>

#include "io/json.h"
#include "verify/part_digest.h"

namespace pawl::internal::inline planner {
namespace {

std::string text(double number) { return fmt::format("{}", number == 0 ? 0. : number); }
std::string text(const Eigen::Vector2d& v) { return fmt::format("[{},{}]", text(v.x()), text(v.y())); }
std::string text(const Eigen::Vector3d& v) { return fmt::format("[{},{},{}]", text(v.x()), text(v.y()), text(v.z())); }

/// A writer of many twists into one JSON string. A JSON reader stores this string as one value, and not as one value
/// per number. The numbers are written with fewer digits than doubles have; the resulting error is within the margin of
/// the proofs.
class TwistsText {
 public:
  void add(const Eigen::Vector3d& v) {
    if (count_ % kTogether == 0) texts_.emplace_back();
    fmt::format_to(std::back_inserter(texts_.back()), "{}{:.12g} {:.12g} {:.12g}", count_ % kTogether == 0 ? "" : " ",
                   v.x(), v.y(), v.z());
    ++count_;
  }
  std::string str() const { return texts_.empty() ? std::string() : fmt::format("\"{}\"", fmt::join(texts_, "\",\"")); }

 private:
  static constexpr std::size_t kTogether = 1000;
  std::vector<std::string> texts_;
  std::size_t count_ = 0;
};

std::string quoted_text(const std::string& words) {
  JsonValue value;
  value.kind = JsonValue::Kind::string;
  value.text = words;
  return json_text(value);
}

/// Returns the key and value of an outline, without braces. A disc is given by its centre and radius. Any other outline
/// is given by its corners, each with the bulge of the edge that follows.
std::string loop_text(const Outline& outline) {
  if (const auto* disc = std::get_if<Disc>(&outline))
    return fmt::format(R"("disc":[{},{},{}])", text(disc->center.x()), text(disc->center.y()), text(disc->radius));
  const auto* path = std::get_if<Path>(&outline);
  const auto& vertices = path != nullptr ? path->vertices : std::get<Polygon>(outline).vertices;
  std::string sides;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const double bulge = path != nullptr ? path->bulges[i] : 0;
    sides += fmt::format("{}[{},{},{}]", i == 0 ? "" : ",", text(vertices[i].x()), text(vertices[i].y()), text(bulge));
  }
  return fmt::format(R"("sides":[{}])", sides);
}

std::string outline_text(const Loops& loops) {
  std::string holes;
  for (const Outline& hole : loops.holes) holes += fmt::format("{}{{{}}}", holes.empty() ? "" : ",", loop_text(hole));
  if (!holes.empty()) holes = fmt::format(R"(,"holes":[{}])", holes);
  return fmt::format("{{{}{}}}", loop_text(loops.outer), holes);
}

std::string walls_text(const std::vector<Wall>& walls) {
  std::string all;
  for (const Wall& wall : walls) {
    all += fmt::format(R"({}{{"outline":{},"pose":{},"friction":{}}})", all.empty() ? "" : ",",
                       outline_text(wall.loops()), text(wall.pose), text(wall.friction->high));
  }
  return walls.empty() ? "" : fmt::format(R"("walls":[{}],)", all);
}

/// Returns the text of a goal contact: the number of a fixel, or the number of a wall with the point and the normal of
/// the contact.
std::string goal_text(const EnergyGoal& goal) {
  const std::string number = std::to_string(goal.number + 1);
  if (!goal.wall) return number;
  return fmt::format("[{},{},{},{},{}]", number, text(goal.point.x()), text(goal.point.y()), text(goal.normal.x()),
                     text(goal.normal.y()));
}

std::string fixels_text(const std::vector<EnergyFixel>& all) {
  std::string fixels;
  for (const EnergyFixel& fixel : all) {
    fixels += fmt::format("{}[{},{},{},{}", fixels.empty() ? "" : ",", text(fixel.at.x()), text(fixel.at.y()),
                          text(fixel.radius), text(fixel.friction));
    if (fixel.diamond) {
      fixels += fmt::format(",{},{},{}", text(fixel.diamond->x()), text(fixel.diamond->y()), text(fixel.diamond_width));
    }
    fixels += "]";
  }
  return fixels;
}

/// Returns the keys and values of a load, without braces.
std::string load_text(const EnergyLoad& load) {
  return fmt::format(R"("force":{},"torque":{},"at":{},"anchor":{},"anchor_tolerance":{})", text(load.force),
                     text(load.torque), text(load.at), load.anchor ? text(*load.anchor) : "null",
                     text(load.anchor_tolerance));
}

/// Returns the keys and values with which the problem begins, in both kinds of certificates.
std::string bodies_text(const EnergyProblem& problem) {
  return fmt::format(R"("outline":{},"fixels":[{}],{})", outline_text(problem.loops()), fixels_text(problem.fixels),
                     walls_text(problem.walls));
}

/// Returns the keys and values with which the problem ends, in both kinds of certificates.
std::string sizes_text(const EnergyProblem& problem) {
  return fmt::format(
      R"("gyration_radius":{},"mass":{},"center_of_mass":{},"fixel_tolerance":{},"outline_tolerance":{})",
      text(problem.gyration_radius), text(problem.mass), text(problem.center_of_mass), text(problem.fixel_tolerance),
      text(problem.outline_tolerance));
}

/// Returns the digest of the part and, if it is known, the digest of the drawing.
std::string digests_text(const EnergyProblem& problem) {
  const std::string part = part_digest(problem.loops(), problem.mass, problem.gyration_radius, problem.center_of_mass);
  if (problem.drawing_digest.empty()) return fmt::format(R"("part":"{}")", part);
  return fmt::format(R"("part":"{}","drawing":{})", part, quoted_text(problem.drawing_digest));
}

std::string box_text(const PoseBox& box) {
  return fmt::format(R"("centre":{},"half":{})", text(box.centre), text(box.half));
}

std::string problem_text(const EnergyProblem& problem) {
  std::string goal;
  for (const EnergyGoal& contact : problem.goal) goal += (goal.empty() ? "" : ",") + goal_text(contact);
  return fmt::format(R"({{{}"goal":[{}],{},{}}})", bodies_text(problem), goal, load_text(problem.load),
                     sizes_text(problem));
}

char letter_of(const EnergyCertificate::Node& node) {
  using Kind = EnergyCertificate::Kind;
  switch (node.kind) {
    case Kind::split:
      return "xyt"[node.axis];
    case Kind::colliding:
      return 'c';
    case Kind::above:
      return 'a';
    case Kind::beyond:
      return 'b';
    case Kind::moving:
      return 'm';
    case Kind::near:
      return 'n';
  }
  return '?';
}

/// Returns the domain and the tree of boxes. Adds the twists of the leaves to `twists`. The tree of a sweep of the
/// wrench has no twists, and `twists` is then null.
std::string tree_text(const ReachTree& tree, TwistsText* twists) {
  std::string letters;
  std::vector<int> open{0};
  while (!open.empty()) {
    const int k = open.back();
    open.pop_back();
    const ReachTree::Node& node = tree.node(k);
    if (node.child >= 0) {
      letters += "xyt"[node.axis];
      open.push_back(node.child + 1);
      open.push_back(node.child);
    } else if (node.colliding || !node.inside()) {
      letters += node.colliding ? 'c' : 'o';
    } else if (twists == nullptr) {
      letters += 'i';
    } else if (node.proof == ReachTree::Proof::moving) {
      letters += 'm';
      twists->add(node.twist);
    } else {
      letters += 'r';
    }
  }
  return fmt::format(R"({},"tree":"{}")", box_text(tree.domain()), letters);
}

std::string step_text(const RegionCertificate::Step& step) {
  const EnergyLoad& load = *step.load;
  TwistsText twists;
  const std::string tree = tree_text(*step.cover, &twists);
  const std::string sweep =
      step.sweep == nullptr
          ? ""
          : fmt::format(R"("sweep":{{"rise":{},{}}},)", text(step.rise), tree_text(*step.sweep, nullptr));
  return fmt::format(
      R"({{"load":{{{},"direction_tolerance":{},"at_tolerance":{},"support":{},"support_radius":{},"reference":{}}},)"
      R"({}{},"twists":[{}]}})",
      load_text(load), text(load.direction_tolerance), text(load.at_tolerance), text(load.support),
      text(load.support_radius), text(load.reference), sweep, tree, twists.str());
}

}  // namespace

std::string region_certificate_text(const std::string& name, const EnergyProblem& problem,
                                    const RegionCertificate& certificate) {
  std::string steps;
  for (const RegionCertificate::Step& step : certificate.steps) steps += (steps.empty() ? "" : ",") + step_text(step);
  return fmt::format(
      R"({{"pawl":1,"certificate":"region","name":{},{},"problem":{{{}{}}},"start":{{{},"energy":{}}},)"
      R"("steps":[{}],"residual_energy":{},"swept":{},"displacement":{}}})"
      "\n",
      quoted_text(name), digests_text(problem), bodies_text(problem), sizes_text(problem), box_text(certificate.start),
      text(certificate.energy), steps, certificate.residual_energy ? text(*certificate.residual_energy) : "null",
      certificate.swept, text(certificate.displacement));
}

}  // namespace pawl::internal::inline planner

namespace pawl {

std::string certificate_text(const std::string& name, const EnergyProblem& problem,
                             const EnergyCertificate& certificate) {
  std::string tree;
  internal::TwistsText twists;
  for (const EnergyCertificate::Node& node : certificate.nodes) {
    tree += internal::letter_of(node);
    const std::size_t count = tree.back() == 'm' ? 1 : tree.back() == 'n' ? 3 : 0;
    for (std::size_t k = 0; k < count; ++k) twists.add(node.twists[k]);
  }
  return fmt::format(
      R"({{"pawl":1,"certificate":"energy","name":{},{},"problem":{},"depth":{},"centre":{},"half":{},)"
      R"("seed":{},"tree":"{}","twists":[{}]}})"
      "\n",
      internal::quoted_text(name), internal::digests_text(problem), internal::problem_text(problem), internal::text(certificate.depth), internal::text(certificate.centre), internal::text(certificate.half),
      internal::text(certificate.seed), tree, twists.str());
}

}  // namespace pawl
