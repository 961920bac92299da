// SPDX-License-Identifier: MIT
#include <pawl/draw/drawing_picture.h>
#include <pawl/io/drawing.h>
#include <pawl/io/read_task.h>

#include <filesystem>

#include "answers/part_json.h"
#include "answers/text/answer_text.h"
#include "answers/visible_text.h"
#include "commands.h"
#include "option_values.h"
#include "picture_options.h"
#include "report.h"

namespace pawl::cli {
namespace {

struct PartCommandOptions {
  std::string file;
  std::string layer;
  std::optional<std::string> unit;
  std::optional<double> join, deviation;
  std::optional<long> loop;
  ReportOptions report;
  PictureOptions pictures;
};

DrawingOptions options_of(const PartCommandOptions& given) {
  return drawing_options({given.layer, given.unit, given.join, given.deviation, given.loop.value_or(0)});
}

/// Faults of options are said of these.
InputError of_options(const InputError& error) {
  std::vector<Fault> faults = error.faults();
  for (Fault& fault : faults) {
    if (fault.pointer.starts_with('/')) fault.pointer = "--" + fault.pointer.substr(1);
  }
  return InputError(std::move(faults));
}

struct Answer {
  Json document;
  Outputs::Texts pictures;
};

Answer answer_of(const PartCommandOptions& given, Time start) {
  const std::string text = read_text_file(given.file);
  const DrawingOptions options = options_of(given);
  try {
    const Drawing drawing = read_drawing(text, options);
    const DrawnPart drawn = part_of(drawing, options);
    const std::string name = answers::visible(std::filesystem::path(given.file).stem().string());
    Json document = part_document(name, drawing, drawn);
    if (!given.report.no_timing) document["elapsed_ms"] = milliseconds_since(start);
    Answer answer{std::move(document), {}};
    if (given.pictures.draws()) {
      answer.pictures = rendered(draw::drawing_picture(name, drawn, given.pictures.page()), given.pictures);
    }
    return answer;
  } catch (const InputError& error) {
    throw of_options(error);
  }
}

int run(const PartCommandOptions& options) {
  const Time start = std::chrono::steady_clock::now();
  if (!options.report.set.empty()) throw InputError("--set", "", "puts values into JSON, which a drawing is not");
  Outputs outputs({options.file});
  outputs.add("--out", options.report.out);
  add_outputs(options.pictures, outputs);
  outputs.require_places();
  Answer answer = answer_of(options, start);
  Outputs::Texts texts = std::move(answer.pictures);
  texts.insert(texts.begin(), as_text(options.report) ? text_for_people(answer.document, kYes, style_of(options.report))
                                                      : readable(answer.document));
  outputs.write(texts);
  return kYes;
}

}  // namespace

Command add_part(Program& program) {
  const auto options = std::make_shared<PartCommandOptions>();
  CommandLine line = program.add_command(
      "part", "A DXF or SVG drawing as the part of a task: lines and arcs exactly, with a report of what was read");
  line.add_option("DRAWING", options->file, "DXF in text form (R12 to R2018), or SVG; - is standard input").required();
  line.add_option("--layer", options->layer, "Read this layer only; default all that are shown");
  line.add_option("--unit", options->unit,
                  "What the numbers are in; a size that an SVG states is converted; default what it says")
      .one_of({"m", "mm", "cm", "in"});
  line.add_option("--join", options->join, "Join ends this far apart, and list them; default 0: equal ones only")
      .check(wrong_size, "LENGTH");
  line.add_option("--deviation", options->deviation,
                  "Most that a chord is off a spline or an ellipse; default 0.001 of the unit")
      .check(wrong_size, "LENGTH");
  line.add_option("--loop", options->loop,
                  "Which closed curve is the part, from 1 as in the report; default the outer one")
      .check(wrong_count, "K");
  add_report(line, options->report);
  add_still_pictures(line, options->pictures);
  return {line, [options] { return with_faults_printed(options->file, [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
