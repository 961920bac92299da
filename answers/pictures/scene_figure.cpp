// SPDX-License-Identifier: MIT
#include "answers/pictures/scene_figure.h"

#include <pawl/base/fault.h>
#include <pawl/draw/scene_picture.h>

#include "answers/pictures/answer_notes.h"
#include "answers/text/words.h"

namespace pawl::answers {
namespace {

Eigen::Vector3d pose_in(const Json& pose, const Units& units) {
  Eigen::Vector3d read = vector3_in(pose);
  read.z() /= units.angle_of(1);
  return read;
}

void require_same_scene(const Scene& scene, const Json& document) {
  const Json& results = at(document, "results");
  if (text_in(at(document, "command")) != "simulate")
    throw InputError("/command", at(document, "command").dump(), "is no answer to a scene; expected \"simulate\"");
  if (text_in(at(document, "name")) != scene.name)
    throw InputError("/name", at(document, "name").dump(),
                     "the answer is of another scene; this one is " + Json(scene.name).dump());
  if (count_of(at(results, "bodies")) != scene.bodies.size())
    throw InputError("/results/bodies", std::to_string(count_of(at(results, "bodies"))) + " bodies",
                     "the answer is of another scene; this one has " + std::to_string(scene.bodies.size()));
}

void add_bodies(const Scene& scene, const Json& results, draw::SceneFigure& figure) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const Path path = draw::path_of(*scene.bodies[i].part.outline);
    const Eigen::Vector3d end = pose_in(at(at(at(results, "bodies"), i), "pose"), scene.units);
    figure.bodies.push_back({draw::moved(path, scene.bodies[i].pose), draw::moved(path, end), scene.bodies[i].fixed,
                             static_cast<int>(i) + 1});
  }
}

/// Where the links are is in the answer: in the end alone.
void add_links(const Scene& scene, const Json& results, draw::SceneFigure& figure) {
  const Json& links = at(results, "links");
  for (std::size_t i = 0; i < std::min(scene.joints.size(), count_of(links)); ++i) {
    if (!scene.joints[i].outline) continue;
    const Path end = draw::moved(draw::path_of(*scene.joints[i].outline), pose_in(at(links, i), scene.units));
    figure.bodies.push_back({end, end, false, 0});
  }
}

}  // namespace

draw::Picture scene_picture(const Scene& scene, const Json& document, double width) {
  require_same_scene(scene, document);
  const Json& results = at(document, "results");
  draw::SceneFigure figure;
  figure.title = title_of(document);
  figure.length = scene.units.length_name();
  figure.notes = answer_notes(document);
  add_bodies(scene, results, figure);
  add_links(scene, results, figure);
  const Json& energies = at(results, "energies");
  for (std::size_t k = 0; k < count_of(energies); ++k)
    figure.energies.emplace_back(number_in(at(at(energies, k), 0)), number_in(at(at(energies, k), 1)));
  return draw::draw(figure, width);
}

}  // namespace pawl::answers
