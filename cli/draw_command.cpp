// SPDX-License-Identifier: MIT
#include <pawl/draw/simulation_page.h>
#include <pawl/draw/task_picture.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/io/warnings.h>
#include <pawl/scenes/scene_setup.h>

#include "answers/pictures/scene_figure.h"
#include "commands.h"
#include "saved_answer.h"
#include "task_command.h"

namespace pawl::cli {
namespace {

struct DrawOptions {
  std::string file;
  std::optional<std::string> answer;
  PictureOptions pictures;
  ReportOptions report;
};

/// The task alone.
Outputs::Texts rendered_task(const DrawOptions& options, const ValidTask& task) {
  const Warnings found = without_silenced(warnings(task), options.report);
  print_warnings(options.file, found, options.report);
  Outputs::Texts texts;
  if (options.pictures.draws()) {
    texts = rendered(draw::task_picture(task, options.pictures.page(), found), options.pictures);
  }
  if (options.pictures.html)
    texts.push_back(page_text(draw::plan_page(task, std::vector<Eigen::Vector3d>()), options.pictures));
  return texts;
}

/// A scene is stepped again for its page.
Outputs::Texts rendered_scene(const Scene& scene, const Json& answer, const PictureOptions& options) {
  const draw::Picture picture = scene_picture(scene, answer, options.page().x());  // refuses another scene's answer
  Outputs::Texts texts = rendered(picture, options);
  if (options.html) {
    draw::Page page = draw::play_scene(scene, set_up(scene)).page;
    page.warning = "Of a saved answer: the scene was stepped again, and the answer is not checked against it.";
    texts.push_back(page_text(std::move(page), options));
  }
  return texts;
}

int run(const DrawOptions& options) {
  std::vector<std::string> inputs{options.file};
  if (options.answer) inputs.push_back(*options.answer);
  Outputs outputs(inputs);
  if (!options.pictures.any()) throw InputError("", "", "a picture needs a file: --svg, --png, --pdf or --html FILE");
  add_outputs(options.pictures, outputs);
  // Of a scene there is a picture of its answer alone.
  std::optional<Scene> scene;
  std::optional<ValidTask> task;
  if (options.answer && options.file != "-" && kind_of_text(read_text_file(options.file)) == TextKind::scene) {
    scene = read_scene(read_input(options.file, options.report));
  } else {
    task = read_task_of_command(options.file, options.report);
    add_named_files(*task, outputs);
  }
  std::optional<Json> answer;
  if (options.answer && !without_fault(*options.answer, [&] { answer = read_answer(*options.answer); }))
    return kBadInput;
  const auto check = [&] { task ? check_saved(*task, *answer) : require_answer(*answer); };
  if (answer && !without_fault(*options.answer, check)) return kBadInput;
  outputs.require_places();
  if (scene) {
    outputs.write(rendered_scene(*scene, *answer, options.pictures));
  } else {
    outputs.write(answer ? rendered_answer(*task, *answer, options.pictures, true) : rendered_task(options, *task));
  }
  return kYes;
}

}  // namespace

Command add_draw(Program& program) {
  const auto options = std::make_shared<DrawOptions>();
  CommandLine line = program.add_command("draw", "The picture of a task, or of a saved answer to it");
  line.add_option("TASK", options->file, "Task file (JSON); - reads standard input").required();
  line.add_option("--answer", options->answer,
                  "A saved answer to the task, drawn as the command's own options draw it");
  add_pictures(line, options->pictures);
  add_input(line, options->report);
  return {line, [options] { return with_faults_printed(options->file, [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
