// SPDX-License-Identifier: MIT
#include "energy/plan_depth.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/planner/certificate_file.h>
#include <pawl/planner/energy_problem.h>
#include <pawl/planner/plan_depth.h>
#include <pawl/verify/certificate.h>

#include <algorithm>
#include <cmath>

#include "base/faults.h"
#include "io/json.h"
#include "verify/part_digest.h"

namespace pawl::internal::inline planner {

Outline outline_at_seat(Outline outline, const SeatedTask& seated) {
  const Eigen::Vector2d& center = seated.contacts.center_of_mass;
  if (auto* disc = std::get_if<Disc>(&outline)) disc->center -= center;
  auto* polygon = std::get_if<Polygon>(&outline);
  auto* path = std::get_if<Path>(&outline);
  if (polygon != nullptr) {
    for (Eigen::Vector2d& vertex : polygon->vertices) vertex -= center;
  }
  if (path != nullptr) {
    for (Eigen::Vector2d& vertex : path->vertices) vertex -= center;
  }
  return outline;
}

std::vector<Outline> holes_at_seat(const Task& task, const SeatedTask& seated) {
  std::vector<Outline> holes;
  for (const Outline& hole : task.part.holes) holes.push_back(outline_at_seat(hole, seated));
  return holes;
}

std::vector<EnergyFixel> fixels_at_seat(const Task& task, const SeatedTask& seated, double friction) {
  const SeatFrame frame(seated);
  std::vector<EnergyFixel> fixels;
  for (std::size_t i = 0; i < task.fixels.size(); ++i) {
    const Fixel fixel = fixel_in_world(task, i);
    fixels.push_back({frame.point(fixel.at), fixel.radius, fixel.friction.value_or(task.friction).high + friction});
    if (!fixel.diamond) continue;
    fixels.back().diamond = frame.direction(*fixel.diamond).stableNormalized();
    fixels.back().diamond_width = fixel.diamond_width;
  }
  return fixels;
}

std::vector<Wall> walls_at_seat(const Task& task, const SeatedTask& seated, double friction) {
  const SeatFrame frame(seated);
  std::vector<Wall> walls;
  for (std::size_t k = 0; k < task.walls.size(); ++k) {
    Wall& wall = walls.emplace_back(wall_in_world(task, k));
    const double high = wall.friction.value_or(task.friction).high + friction;
    wall.pose = frame.pose(wall.pose);
    wall.friction = Friction(high);
  }
  return walls;
}

}  // namespace pawl::internal::inline planner

namespace pawl {
namespace {

/// Returns the reason why the checker rejects a certificate; empty: accepted. Rejects texts beyond the size limits of
/// files.
std::string refusal(const std::string& certificate) {
  try {
    return verify_certificate(certificate).refused;
  } catch (const InputError& error) {
    return error.what();
  }
}

void certify(const std::string& name, PlanDepth& depth) {
  if (!(depth.found.depth > 0)) return;
  depth.certificate = certificate_text(name, depth.problem, depth.found.certificate);
  depth.refused = refusal(depth.certificate);
  if (depth.refused.empty()) return;
  depth.certificate.clear();
  depth.found.depth = 0;
  depth.found.end = EnergyDepth::End::unproved;
}

}  // namespace

PlanDepth plan_depth(const ValidTask& task, const PlanProblem& problem, const InsertionPlan& plan,
                     const EnergyTolerances& tolerances, const EnergyFloodOptions& options) {
  if (plan.guarantee != Guarantee::energy || plan.steps.size() != 1)
    throw InputError("plan", "", "has no depth: only a one-step plan that satisfies the energy conditions has one");
  PlanDepth depth;
  depth.problem = energy_problem(task, problem, plan.steps[0].wrench, tolerances);
  depth.found = energy_depth(depth.problem, options);
  certify(task.task().name, depth);
  const double mass = problem.seated.contacts.mass;
  depth.fraction = depth.found.depth / depth.problem.gyration_radius;
  depth.force = task.task().simulate.force.value_or(standard_gravity(task.task().units) * mass);
  depth.speed = std::sqrt(2 * depth.found.depth * depth.force / mass);
  return depth;
}

namespace {

/// Converts wrenches in the seat's frame to loads of size 1.
class LoadMaker {
 public:
  LoadMaker(const PlanProblem& problem, const Eigen::Vector3d& wrench)
      : set_(problem.seated.contacts),
        frame_(problem.seated),
        wrench_(wrench / Eigen::Vector3d(wrench.x(), wrench.y(), wrench.z() / set_.radius_of_gyration()).norm()) {}

  EnergyLoad operator()(const FreeActuator&) const { return {wrench_.head<2>(), wrench_.z(), {0, 0}, {}, 0}; }
  EnergyLoad operator()(const TrayActuator&) const { return {wrench_.head<2>(), 0, {0, 0}, {}, 0}; }
  EnergyLoad operator()(const PushActuator& push) const { return {wrench_.head<2>(), 0, frame_.point(push.at), {}, 0}; }
  EnergyLoad operator()(const SpringActuator& spring) const {
    EnergyLoad load{{0, 0}, 0, frame_.point(spring.at), frame_.point(spring.anchor), spring.anchor_tolerance};
    const Eigen::Vector2d along = (*load.anchor - load.at).normalized();
    const double torque = load.at.x() * along.y() - load.at.y() * along.x();
    load.force = along / std::hypot(1, torque / set_.radius_of_gyration());
    return load;
  }

 private:
  const ContactSet& set_;
  internal::SeatFrame frame_;
  Eigen::Vector3d wrench_;
};

void require_possible(const ValidTask& task, const PlanProblem& problem, const Eigen::Vector3d& wrench,
                      const EnergyTolerances& tolerances) {
  const auto seated = problem.graph.states().seated();
  std::string refused = problem.options.goal.value_or(seated) == seated
                            ? energy_refusal(problem.seated.contacts, problem.graph.options().numbers)
                            : "it does not contain all contacts that touch the seated part";
  if (!refused.empty()) throw InputError("/goal", "", "no depth of energy can be certified: " + refused);
  if (!task.task().part.outline) throw InputError("/part/outline", "", "missing: a depth of energy needs the outline");
  internal::Validator faults;
  if (!wrench.allFinite() || wrench.isZero(0)) faults.add("wrench", "", "must be finite numbers, not all zero");
  for (const auto& [name, value] :
       {std::pair("tolerances/friction", tolerances.friction), std::pair("tolerances/fixels", tolerances.fixels),
        std::pair("tolerances/outline", tolerances.outline)}) {
    faults.not_negative(name, value);
  }
  const Part& part = task.task().part;
  const auto has_arcs = [](const Outline& outline) { return !std::holds_alternative<Polygon>(outline); };
  const bool arcs = has_arcs(*part.outline) || std::any_of(part.holes.begin(), part.holes.end(), has_arcs);
  if (tolerances.outline > 0 && arcs)
    faults.add("tolerances/outline", tolerances.outline, "must be 0 where the outline has arcs");
  const std::vector<Wall>& walls = task.task().walls;
  const bool round_walls = std::any_of(walls.begin(), walls.end(), [&](const Wall& wall) {
    return has_arcs(wall.outline) || std::any_of(wall.holes.begin(), wall.holes.end(), has_arcs);
  });
  if (tolerances.fixels > 0 && round_walls)
    faults.add("tolerances/fixels", tolerances.fixels, "must be 0 where a wall has arcs");
  faults.finish();
}

}  // namespace

namespace {

std::vector<EnergyGoal> goal_of(const ValidTask& valid, const SeatedTask& seated) {
  std::vector<EnergyGoal> goal;
  const std::size_t fixels = valid.task().fixels.size();
  for (std::size_t i = 0; i < seated.fixels.size(); ++i) {
    const auto number = static_cast<std::size_t>(seated.fixels[i]);
    if (number < fixels) {
      goal.push_back({seated.fixels[i], false, {0, 0}, {0, 0}});
    } else {
      const auto wall = static_cast<int>(valid.wall_contacts()[number - fixels].wall);
      const Contact& contact = seated.contacts.contacts[i];
      goal.push_back(
          {wall, true, contact.point - seated.contacts.center_of_mass, contact.normal.stableNormalized()});
    }
  }
  return goal;
}

}  // namespace

EnergyProblem energy_problem(const ValidTask& valid, const PlanProblem& plan, const Eigen::Vector3d& wrench,
                             const EnergyTolerances& tolerances) {
  require_possible(valid, plan, wrench, tolerances);
  const Task& task = valid.task();
  const ContactSet& set = plan.seated.contacts;
  const LoadMaker maker(plan, wrench);
  EnergyProblem problem;
  problem.outline = internal::outline_at_seat(*task.part.outline, plan.seated);
  problem.holes = internal::holes_at_seat(task, plan.seated);
  problem.fixels = internal::fixels_at_seat(task, plan.seated, tolerances.friction);
  problem.walls = internal::walls_at_seat(task, plan.seated, tolerances.friction);
  problem.goal = goal_of(valid, plan.seated);
  problem.load = std::visit(maker, task.actuator.value_or(FreeActuator()));
  problem.gyration_radius = set.radius_of_gyration();
  problem.mass = valid.mass();
  problem.center_of_mass = set.center_of_mass;
  problem.fixel_tolerance = tolerances.fixels;
  problem.outline_tolerance = tolerances.outline;
  return problem;
}

namespace {

std::string text(double number) { return fmt::format("{}", number == 0 ? 0. : number); }
std::string text(const Eigen::Vector2d& v) { return "[" + text(v.x()) + "," + text(v.y()) + "]"; }
std::string text(const Eigen::Vector3d& v) { return "[" + text(v.x()) + "," + text(v.y()) + "," + text(v.z()) + "]"; }
/// Writes many twists into one JSON string, because JSON readers store one value per string. The digits that are left
/// out are within the margin of the proofs.
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

/// Writes the key and value of an outline, without braces: corners with the bulge of the edge after each, or a disc by
/// its centre and radius.
std::string loop_text(const Outline& outline) {
  if (const auto* disc = std::get_if<Disc>(&outline))
    return "\"disc\":[" + text(disc->center.x()) + "," + text(disc->center.y()) + "," + text(disc->radius) + "]";
  const auto* path = std::get_if<Path>(&outline);
  const auto& vertices = path != nullptr ? path->vertices : std::get<Polygon>(outline).vertices;
  std::string sides;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const double bulge = path != nullptr ? path->bulges[i] : 0;
    sides += (i == 0 ? "[" : ",[") + text(vertices[i].x()) + "," + text(vertices[i].y()) + "," + text(bulge) + "]";
  }
  return "\"sides\":[" + sides + "]";
}

std::string outline_text(const Loops& loops) {
  std::string holes;
  for (const Outline& hole : loops.holes) holes += (holes.empty() ? "{" : ",{") + loop_text(hole) + "}";
  return "{" + loop_text(loops.outer) + (holes.empty() ? "" : ",\"holes\":[" + holes + "]") + "}";
}

std::string walls_text(const std::vector<Wall>& walls) {
  std::string all;
  for (const Wall& wall : walls) {
    all += fmt::format(R"({}{{"outline":{},"pose":{},"friction":{}}})", all.empty() ? "" : ",",
                       outline_text(wall.loops()), text(wall.pose), text(wall.friction->high));
  }
  return walls.empty() ? "" : fmt::format(R"("walls":[{}],)", all);
}

/// Writes a goal contact: the number of a fixel, or the number of a wall with the point and the normal of the contact.
std::string goal_text(const EnergyGoal& goal) {
  const std::string number = std::to_string(goal.number + 1);
  if (!goal.wall) return number;
  return fmt::format("[{},{},{},{},{}]", number, text(goal.point.x()), text(goal.point.y()), text(goal.normal.x()),
                     text(goal.normal.y()));
}

std::string problem_text(const EnergyProblem& problem) {
  std::string fixels, goal;
  for (const EnergyFixel& fixel : problem.fixels) {
    fixels += fmt::format("{}[{},{},{},{}", fixels.empty() ? "" : ",", text(fixel.at.x()), text(fixel.at.y()),
                          text(fixel.radius), text(fixel.friction));
    if (fixel.diamond) {
      fixels += fmt::format(",{},{},{}", text(fixel.diamond->x()), text(fixel.diamond->y()), text(fixel.diamond_width));
    }
    fixels += "]";
  }
  for (const EnergyGoal& contact : problem.goal) goal += (goal.empty() ? "" : ",") + goal_text(contact);
  const EnergyLoad& load = problem.load;
  return fmt::format(
      R"({{"outline":{},"fixels":[{}],{}"goal":[{}],"force":{},"torque":{},"at":{},"anchor":{},"anchor_tolerance":{},)"
      R"("gyration_radius":{},"mass":{},"center_of_mass":{},"fixel_tolerance":{},"outline_tolerance":{}}})",
      outline_text(problem.loops()), fixels, walls_text(problem.walls), goal, text(load.force), text(load.torque),
      text(load.at), load.anchor ? text(*load.anchor) : "null", text(load.anchor_tolerance),
      text(problem.gyration_radius), text(problem.mass), text(problem.center_of_mass), text(problem.fixel_tolerance),
      text(problem.outline_tolerance));
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
      internal::part_digest(problem.loops(), problem.mass, problem.gyration_radius, problem.center_of_mass),
      problem_text(problem), text(certificate.depth), text(certificate.centre), text(certificate.half),
      text(certificate.seed), tree, twists.str());
}

}  // namespace pawl
