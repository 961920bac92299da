// SPDX-License-Identifier: MIT
#include <pawl/draw/task_picture.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/io/warnings.h>

#include "commands.h"
#include "pictures/command_picture.h"
#include "pictures/scene_figure.h"
#include "task_command.h"

namespace pawl::cli {
namespace {

struct DrawOptions {
  std::string file;
  std::optional<std::string> answer;
  PictureOptions pictures;
  ReportOptions report;
};

draw::Picture picture_of(const DrawOptions& options, const ValidTask& task, const std::optional<Json>& answer) {
  const Eigen::Vector2d size = options.pictures.page();
  if (answer) return command_picture(task, *answer, size);
  const Warnings found = without_silenced(warnings(task), options.report);
  print_warnings(options.file, found, options.report);
  return draw::task_picture(task, size, found);
}

int run(const DrawOptions& options) {
  std::vector<std::string> inputs{options.file};
  if (options.answer) inputs.push_back(*options.answer);
  Outputs outputs(inputs);
  if (!options.pictures.any()) throw InputError("", "", "a picture needs a file: --svg, --png or --pdf FILE");
  add_outputs(options.pictures, outputs);
  // Of a scene there is a picture of its answer alone.
  std::optional<Scene> scene;
  std::optional<ValidTask> task;
  if (options.answer && options.file != "-" && kind_of_text(read_text_file(options.file)) == TextKind::scene) {
    scene = read_scene(read_input(options.file, options.report));
  } else {
    task = read_task_of_command(options.file, options.report);
  }
  std::optional<Json> answer;
  if (options.answer && !without_fault(*options.answer, [&] { answer = read_answer(*options.answer); }))
    return kBadInput;
  outputs.require_places();
  const draw::Picture picture =
      scene ? scene_picture(*scene, *answer, options.pictures.page().x()) : picture_of(options, *task, answer);
  outputs.write(rendered(picture, options.pictures));
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
