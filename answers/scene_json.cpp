// SPDX-License-Identifier: MIT
#include "answers/scene_json.h"

#include <pawl/bodies/places.h>
#include <pawl/io/warnings.h>

#include <algorithm>

namespace pawl::answers {
namespace {

Json to_json(const Eigen::Vector2d& v) { return Json::array({v.x(), v.y()}); }

Json outline_json(const Polygon& polygon) {
  Json vertices = Json::array();
  for (const Eigen::Vector2d& vertex : polygon.vertices) vertices.push_back(to_json(vertex));
  return {{"polygon", vertices}};
}

Json outline_json(const Disc& disc) { return {{"disc", {{"center", to_json(disc.center)}, {"radius", disc.radius}}}}; }

/// The start, then where each segment goes, the last one back to the start.
Json outline_json(const Path& path) {
  Json entries = Json::array({to_json(path.vertices[0])});
  for (std::size_t i = 0; i < path.vertices.size(); ++i) {
    const Eigen::Vector2d& end = path.vertices[(i + 1) % path.vertices.size()];
    entries.push_back({{"to", to_json(end)}, {"bulge", path.bulges[i]}});
  }
  return {{"path", entries}};
}

Json outline_json(const Outline& outline) {
  return std::visit([](const auto& one) { return outline_json(one); }, outline);
}

Json poses_json(const std::vector<Eigen::Vector3d>& poses, const Units& units) {
  Json list = Json::array();
  for (const Eigen::Vector3d& pose : poses) list.push_back(si_pose_json(pose, units));
  return list;
}

Json contact_json(const SceneContact& contact, const Units& units) {
  return {{"a", name_of(contact.a)},
          {"b", name_of(contact.b)},
          {"point", to_json(Eigen::Vector2d(contact.point / units.metres()))},
          {"normal", to_json(contact.normal)},
          {"gap", contact.gap / units.metres()},
          {"force", to_json(Eigen::Vector2d(contact.normal_force, contact.tangent_force))},
          {"mode", std::string(1, contact.mode)}};
}

/// Frames of the links in the world.
Json link_poses(const SceneSetup& setup, const State& state, const Units& units) {
  Json poses = Json::array();
  for (std::size_t i = 0; i < setup.parts.system.joints.size(); ++i) {
    poses.push_back(si_pose_json(pose_of(setup.parts.system, state, Solid::link(i)), units));
  }
  return poses;
}

}  // namespace

EnergyHistory::EnergyHistory(const Units& units, const SceneSetup& setup)
    : metres_(units.metres()), every_(std::max(1L, (setup.steps() + kMost - 1) / kMost)) {
  chosen_.push_back({0, energy_of(setup, setup.parts.state) / metres_});
}

void EnergyHistory::add(const SceneStep& step) {
  last_ = {step.time, step.energy / metres_};
  if (step.number % every_ != 0) return;
  chosen_.push_back(*last_);
  last_.reset();
}

Json EnergyHistory::json() const {
  Json list(chosen_);
  if (last_) list.push_back(*last_);
  return list;
}

Json results_json(const Units& units, const SceneSetup& setup, const SceneResult& result,
                  const EnergyHistory& energies) {
  const double metres = units.metres();
  const std::vector<Eigen::Vector3d> poses = setup.parts.poses(result.state), twists = setup.parts.twists(result.state);
  Json bodies = Json::array();
  for (std::size_t i = 0; i < poses.size(); ++i) {
    bodies.push_back({{"pose", si_pose_json(poses[i], units)}, {"twist", si_pose_json(twists[i], units)}});
  }
  Json results = {{"steps", result.steps}, {"time", result.time}, {"bodies", bodies}};
  const std::size_t joints = setup.parts.system.joints.size();
  if (joints > 0) results["joints"] = Json::array();
  for (std::size_t i = 0; i < joints; ++i) {
    const bool turns = setup.parts.system.joints[i].kind == Joint::Kind::revolute;
    const auto in_units = [&](double value) { return turns ? units.angle_of(value) : value / metres; };
    results["joints"].push_back(
        {{"position", in_units(result.state.position(i))}, {"velocity", in_units(result.state.velocity(i))}});
  }
  if (joints > 0) results["links"] = link_poses(setup, result.state, units);
  results["energies"] = energies.json();
  results["worst_penetration"] = result.worst_penetration / metres;
  results["energy"] = result.energy / metres;
  results["unsolved"] = result.unsolved;
  results["substeps"] = result.substeps;
  if (setup.options.solutions != Solutions::first) {
    results["choices"] = result.choices;
    results["unseen"] = result.unseen;
  }
  return results;
}

Answer scene_answer(const Scene& scene, const SceneSetup& setup, const SceneResult& result,
                    const EnergyHistory& energies) {
  Answer answer;
  answer.results = results_json(scene.units, setup, result, energies);
  answer.warnings = warnings(scene);
  answer.warnings.insert(answer.warnings.end(), setup.warnings.begin(), setup.warnings.end());
  if (result.end == SceneResult::End::stopped) answer.stop();
  const std::string reached = "after " + std::to_string(result.steps) + " of " + std::to_string(setup.steps()) +
                              " steps, at " + Json(result.time).dump() + " s";
  if (result.end == SceneResult::End::stopped) answer.message = "stopped: interrupted " + reached;
  if (result.end == SceneResult::End::unsolved) {
    answer.status = kFailed;
    answer.message = "unsolved: the equations of a step were not met, " + reached;
  }
  return answer;
}

std::string trace_head(const Scene& scene, const SceneSetup& setup) {
  Json outlines = Json::array();
  for (const SceneBody& body : scene.bodies) outlines.push_back(outline_json(*body.part.outline));
  Json line = {{"pawl", 1},
               {"command", "simulate"},
               {"name", scene.name},
               {"units", {{"length", scene.units.length_name()}, {"angle", scene.units.angle_name()}}},
               {"step", setup.step},
               {"duration", setup.duration},
               {"outlines", outlines},
               {"poses", poses_json(setup.parts.poses(setup.parts.state), scene.units)}};
  if (!scene.joints.empty()) {
    line["link_outlines"] = Json::array();
    for (const SceneJoint& joint : scene.joints) {
      line["link_outlines"].push_back(joint.outline ? outline_json(*joint.outline) : Json());
    }
    line["links"] = link_poses(setup, setup.parts.state, scene.units);
  }
  return line.dump() + "\n";
}

std::string trace_line(const Units& units, const SceneSetup& setup, const SceneStep& step) {
  Json contacts = Json::array();
  for (const SceneContact& contact : step.contacts) contacts.push_back(contact_json(contact, units));
  Json line = {{"t", step.time}, {"poses", poses_json(setup.parts.poses(step.state), units)}};
  if (!setup.parts.system.joints.empty()) line["links"] = link_poses(setup, step.state, units);
  line["contacts"] = contacts;
  line["energy"] = step.energy / units.metres();
  return line.dump() + "\n";
}

}  // namespace pawl::answers
