// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/bodies/places.h>
#include <pawl/draw/simulation_page.h>

#include "page/instant_recorder.h"
#include "page/page_words.h"

namespace pawl::draw {
namespace {

constexpr std::size_t kMostLabels = 16;  ///< bodies and links, above which numbers only cover them

PageBody body_of(const Scene& scene, const SceneSetup& setup, std::size_t i) {
  const SceneBody& given = scene.bodies[i];
  PageBody body;
  body.name = name_of(Solid::body(i));
  body.role = given.fixed ? PageBody::Role::ground : PageBody::Role::part;
  body.outline = given.part.outline;
  if (scene.bodies.size() + scene.joints.size() <= kMostLabels) {
    body.label = std::to_string(i + 1);
    body.center_of_mass = setup.parts.centers[i] / scene.units.metres();
  }
  return body;
}

std::vector<PageBody> bodies_of(const Scene& scene, const SceneSetup& setup) {
  std::vector<PageBody> bodies;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) bodies.push_back(body_of(scene, setup, i));
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    PageBody& link = bodies.emplace_back();
    link.name = name_of(Solid::link(i));
    link.outline = scene.joints[i].outline;
  }
  return bodies;
}

Eigen::Vector3d in_units(const Eigen::Vector3d& pose, const Units& units) {
  return {pose.x() / units.metres(), pose.y() / units.metres(), pose.z()};
}

PageInstant instant_of(const Scene& scene, const SceneSetup& setup, double time, const State& state, double energy) {
  PageInstant instant;
  instant.time = time;
  for (const Eigen::Vector3d& pose : setup.parts.poses(state)) instant.poses.push_back(in_units(pose, scene.units));
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    instant.poses.push_back(in_units(pose_of(setup.parts.system, state, Solid::link(i)), scene.units));
  }
  instant.energy = energy / scene.units.metres();
  return instant;
}

PageContact contact_of(const Scene& scene, const SceneContact& contact) {
  const auto body = [&](const Solid& solid) {
    return solid.kind == Solid::Kind::link ? scene.bodies.size() + solid.index : solid.index;
  };
  const double metres = scene.units.metres();
  return {body(contact.a),      body(contact.b),      contact.point / metres, contact.normal,
          contact.gap / metres, contact.normal_force, contact.tangent_force,  contact.mode};
}

std::string ended(const SceneSetup& setup, const SceneResult& result) {
  const std::string reached =
      fmt::format("at {:.6g} s, after {} of {} steps", result.time, result.steps, setup.steps());
  if (result.end == SceneResult::End::unsolved) return "Unsolved: the equations of a step were not met, " + reached;
  if (result.end == SceneResult::End::stopped) return "Stopped: interrupted " + reached;
  return "";
}

}  // namespace

PlayedScene play_scene(const Scene& scene, const SceneSetup& setup, const StopToken& stop,
                       const std::function<void(const SceneStep&)>& after) {
  internal::InstantRecorder recorder;
  const State& start = setup.parts.state;
  recorder.add(instant_of(scene, setup, 0, start, energy_of(setup, start)));
  PlayedScene played;
  played.result = run(setup, stop, [&](const SceneStep& step) {
    PageInstant instant = instant_of(scene, setup, step.time, step.state, step.energy);
    for (const SceneContact& contact : step.contacts) instant.contacts.push_back(contact_of(scene, contact));
    recorder.add(std::move(instant));
    if (after) after(step);
  });
  played.page = internal::page_in(scene.units, scene.name.empty() ? "A scene" : scene.name);
  played.page.energy_name = "energy, kinetic and potential";
  const std::size_t stride = recorder.stride();
  PagePlay play;
  play.name = "the scene";
  play.why = ended(setup, played.result);
  play.good = play.why.empty();
  play.bodies = bodies_of(scene, setup);
  play.instants = recorder.take();
  play.has_energy = true;
  played.page.notes = {fmt::format(
      "A scene, by the dynamic model in steps of {:.6g} s; every instant is the end of a step.", setup.step)};
  internal::tell_thinning(played.page, stride);
  played.page.plays.push_back(std::move(play));
  return played;
}

}  // namespace pawl::draw
