// SPDX-License-Identifier: MIT
#include "scene_command.h"

#include <pawl/draw/strokes.h>
#include <pawl/io/read_scene.h>

#include "answers/document.h"
#include "answers/pictures/scene_figure.h"
#include "answers/scene_json.h"
#include "options.h"

namespace pawl::web {

Reply scene_reply(const Request& request) {
  Options options(request.options, "/options");
  const bool traced = options.flag("trace");
  options.finish();
  const Scene scene = read_scene(request.task);
  const SceneSetup setup = set_up(scene);
  LineList trace;
  if (traced) trace.add(answers::trace_head(scene, setup));
  answers::EnergyHistory energies(scene.units, setup);
  const SceneResult result = run(setup, {}, [&](const SceneStep& step) {
    energies.add(step);
    if (traced) trace.add(answers::trace_line(scene.units, setup, step));
  });
  const answers::Answer answer = answers::scene_answer(scene, setup, result, energies);
  const answers::Question question{"simulate", scene.name, {}, {}, scene.units};
  Reply reply;
  reply.document = answers::document_of(question, answer.results, answer.warnings, false);
  reply.status = answer.status;
  if (answer.status == answers::kFailed) reply.message = answer.message;
  if (request.picture) {
    const draw::Picture picture = answers::scene_picture(scene, reply.document, request.picture->size.x());
    reply.further.emplace_back("picture", draw::strokes(picture));
  }
  if (traced) reply.further.emplace_back("trace", trace.text());
  return reply;
}

}  // namespace pawl::web
