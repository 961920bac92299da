// SPDX-License-Identifier: MIT
#include "answers/scene_forward_answer.h"

#include <pawl/io/warnings.h>

#include <cmath>
#include <string>

namespace pawl::answers {
namespace {

const char* name_of(SceneForward::Count count) {
  switch (count) {
    case SceneForward::Count::none:
      return "none";
    case SceneForward::Count::one:
      return "one";
    case SceneForward::Count::many:
      return "many";
    case SceneForward::Count::undecided:
      break;
  }
  return kUndecided;
}

const char* name_of(ContactState state) {
  switch (state) {
    case ContactState::open:
      return "open";
    case ContactState::rolling:
      return "rolling";
    case ContactState::sliding:
      break;
  }
  return "sliding";
}

Json pair_json(double first, double second) { return Json::array({first + 0.0, second + 0.0}); }

Json both_frictions_json(double friction, double kinetic_friction) {
  if (friction == kinetic_friction) return friction;
  return {{"static", friction}, {"kinetic", kinetic_friction}};
}

Json contacts_json(const SceneForward& found, double metres) {
  Json list = Json::array();
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    const BodyContact& contact = found.contacts[i];
    Json entry = {{"a", pawl::name_of(found.owners_a[i])},
                  {"b", pawl::name_of(found.owners_b[i])},
                  {"point", pair_json(contact.point.x() / metres, contact.point.y() / metres)},
                  {"normal", pair_json(contact.normal.x(), contact.normal.y())},
                  {"friction", both_frictions_json(contact.friction, found.kinetic_friction[i])}};
    if (!found.states.empty()) entry["state"] = name_of(found.states[i]);
    list.push_back(entry);
  }
  return list;
}

/// A writer of solutions as JSON, in the units of the scene.
class SolutionWriter {
 public:
  SolutionWriter(const Scene& scene, const SceneSetup& setup)
      : units_(scene.units), setup_(setup), system_(setup.parts.system) {}

  Json operator()(const SceneMotion& one) const {
    const SystemMotion& motion = one.motion;
    Json solution = {{"bodies", bodies(motion)}, {"contacts", Json::array()}};
    for (Eigen::Index i = 0; i < motion.forces.normal.size(); ++i) {
      solution["contacts"].push_back(
          {{"force", pair_json(motion.forces.normal[i], motion.forces.tangent[0][i])},
           {"motion", pair_json(motion.normal[i] / units_.metres(), motion.tangent[0][i] / units_.metres())}});
    }
    if (!system_.joints.empty()) {
      solution["joints"] = joints(motion);
      solution["efforts"] = efforts(motion);
    }
    if (!system_.pins.empty()) solution["pins"] = pins(motion);
    solution["residual"] = one.residuals.worst();
    return solution;
  }

 private:
  bool turns(std::size_t joint) const { return system_.joints[joint].kind == Joint::Kind::revolute; }
  bool driven(std::size_t joint) const { return system_.joints[joint].drive == Joint::Drive::acceleration; }

  Json bodies(const SystemMotion& motion) const {
    Json list = Json::array();
    for (const Solid& solid : setup_.parts.solids) {
      const bool moves = solid.kind == Solid::Kind::body;
      const Eigen::Vector3d own = moves ? Eigen::Vector3d(motion.motion.segment<3>(3 * static_cast<Eigen::Index>(solid.index)))
                                        : Eigen::Vector3d(0, 0, 0);
      list.push_back(si_pose_json(own, units_));
    }
    return list;
  }

  Json joints(const SystemMotion& motion) const {
    Json list = Json::array();
    for (std::size_t i = 0; i < system_.joints.size(); ++i) {
      const double value = motion.motion[static_cast<Eigen::Index>(3 * system_.bodies.size() + i)];
      list.push_back(turns(i) ? units_.angle_of(value) : value / units_.metres());
    }
    return list;
  }

  /// Returns the effort of each joint: the given effort or, for a drive with a given acceleration, the computed one.
  /// The bilateral multipliers begin with the efforts of these drives.
  Json efforts(const SystemMotion& motion) const {
    Json list = Json::array();
    Eigen::Index row = 0;
    for (std::size_t i = 0; i < system_.joints.size(); ++i) {
      const std::vector<double>& given = setup_.actuation.loads.efforts;
      const double effort = driven(i) ? motion.bilateral[row++] : given.empty() ? 0 : given[i];
      list.push_back(turns(i) ? effort / units_.metres() : effort);
    }
    return list;
  }

  /// Returns, for each pin, the force on the second of the two links that the pin connects. In the list of bilateral
  /// multipliers, the pins follow the drives.
  Json pins(const SystemMotion& motion) const {
    Eigen::Index row = 0;
    for (std::size_t i = 0; i < system_.joints.size(); ++i) row += driven(i) ? 1 : 0;
    Json list = Json::array();
    for (std::size_t i = 0; i < system_.pins.size(); ++i, row += 2)
      list.push_back(pair_json(motion.bilateral[row], motion.bilateral[row + 1]));
    return list;
  }

  const Units& units_;
  const SceneSetup& setup_;
  const System& system_;
};

Json bound_json(double bound) { return std::isfinite(bound) ? Json(bound) : Json(nullptr); }

Json bounds_json(const std::optional<FrictionBounds>& bounds) {
  if (!bounds) return nullptr;
  return {{"existence", bound_json(bounds->existence)},
          {"uniqueness", bound_json(bounds->uniqueness)},
          {"largest", bounds->largest},
          {"exists", bounds->exists},
          {"unique", bounds->unique}};
}

}  // namespace

Answer scene_forward_answer(const Scene& scene, const SceneSetup& setup, const SceneForward& found, bool quasistatic) {
  Answer answer;
  Json& results = answer.results;
  results["level"] = quasistatic ? "quasistatic" : "acceleration";
  results["verdict"] = name_of(found.count);
  results["contacts"] = contacts_json(found, scene.units.metres());
  results["solutions"] = Json::array();
  const SolutionWriter write(scene, setup);
  for (const SceneMotion& one : found.motions) results["solutions"].push_back(write(one));
  results["complete"] = found.complete;
  if (!quasistatic) results["friction_bounds"] = bounds_json(found.bounds);
  answer.warnings = warnings(scene);
  answer.warnings.insert(answer.warnings.end(), setup.warnings.begin(), setup.warnings.end());
  if (found.count == SceneForward::Count::none) answer.status = kNo;
  if (found.count == SceneForward::Count::undecided) {
    answer.status = kFailed;
    answer.message =
        found.motions.empty() ? "undecided: the search reached its limit before it found a motion or a proof that none exists"
        : found.complete      ? "undecided: a motion was found, but other contact forces may cause another motion"
                              : "undecided: a motion was found, but the search reached its limit before it excluded others";
  }
  if (found.stopped) answer.stop();
  answer.require_finite();
  return answer;
}

}  // namespace pawl::answers
