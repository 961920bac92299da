// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/certify/certificate_file.h>

#include "io/json_value.h"
#include "part_digest.h"

namespace pawl {
namespace {

std::string text(double number) { return fmt::format("{}", number == 0 ? 0. : number); }
std::string text(const Eigen::Vector2d& v) { return "[" + text(v.x()) + "," + text(v.y()) + "]"; }
std::string text(const Eigen::Vector3d& v) { return "[" + text(v.x()) + "," + text(v.y()) + "," + text(v.z()) + "]"; }
/// Texts of many, each of which readers of JSON keep as one value. Proofs have more room than the digits left out.
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
  internal::JsonValue value;
  value.kind = internal::JsonValue::Kind::string;
  value.text = words;
  return internal::json_text(value);
}

/// Corners with the bulge of the side after each; a disc as its centre and radius.
std::string outline_text(const Outline& outline) {
  if (const auto* disc = std::get_if<Disc>(&outline))
    return "{\"disc\":[" + text(disc->center.x()) + "," + text(disc->center.y()) + "," + text(disc->radius) + "]}";
  const auto* path = std::get_if<Path>(&outline);
  const auto& vertices = path != nullptr ? path->vertices : std::get<Polygon>(outline).vertices;
  std::string sides;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const double bulge = path != nullptr ? path->bulges[i] : 0;
    sides += (i == 0 ? "[" : ",[") + text(vertices[i].x()) + "," + text(vertices[i].y()) + "," + text(bulge) + "]";
  }
  return "{\"sides\":[" + sides + "]}";
}

std::string problem_text(const EnergyProblem& problem) {
  std::string fixels, goal;
  for (const EnergyFixel& fixel : problem.fixels) {
    fixels += (fixels.empty() ? "[" : ",[") + text(fixel.at.x()) + "," + text(fixel.at.y()) + "," + text(fixel.radius) +
              "," + text(fixel.friction) + "]";
  }
  for (const int number : problem.goal) goal += (goal.empty() ? "" : ",") + std::to_string(number + 1);
  const EnergyLoad& load = problem.load;
  return fmt::format(
      R"({{"outline":{},"fixels":[{}],"goal":[{}],"force":{},"torque":{},"at":{},"anchor":{},"anchor_tolerance":{},)"
      R"("gyration_radius":{},"mass":{},"center_of_mass":{},"fixel_tolerance":{},"outline_tolerance":{}}})",
      outline_text(problem.outline), fixels, goal, text(load.force), text(load.torque), text(load.at),
      load.anchor ? text(*load.anchor) : "null", text(load.anchor_tolerance), text(problem.gyration_radius),
      text(problem.mass), text(problem.center_of_mass), text(problem.fixel_tolerance), text(problem.outline_tolerance));
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

}  // namespace

std::string certificate_text(const std::string& name, const EnergyProblem& problem,
                             const EnergyCertificate& certificate) {
  std::string tree;
  TwistsText twists;
  for (const EnergyCertificate::Node& node : certificate.nodes) {
    tree += letter_of(node);
    const std::size_t count = tree.back() == 'm' ? 1 : tree.back() == 'n' ? 3 : 0;
    for (std::size_t k = 0; k < count; ++k) twists.add(node.twists[k]);
  }
  return fmt::format(
      R"({{"pawl":1,"certificate":"energy","name":{},"part":"{}","problem":{},"depth":{},"centre":{},"half":{},)"
      R"("seed":{},"tree":"{}","twists":[{}]}})"
      "\n",
      quoted_text(name),
      internal::part_digest(problem.outline, problem.mass, problem.gyration_radius, problem.center_of_mass),
      problem_text(problem), text(certificate.depth), text(certificate.centre), text(certificate.half),
      text(certificate.seed), tree, twists.str());
}

}  // namespace pawl
