// SPDX-License-Identifier: MIT
#include "web/answer_request.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>
#include <pawl/draw/drawing_picture.h>
#include <pawl/draw/picture.h>
#include <pawl/draw/render.h>
#include <pawl/draw/strokes.h>
#include <pawl/draw/task_picture.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/valid_task.h>
#include <pawl/io/warnings.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers/answer.h"
#include "answers/find_fixtures.h"
#include "answers/fixture_answer.h"
#include "answers/mode_answers.h"
#include "answers/pictures/answer_picture.h"
#include "answers/pictures/figures.h"
#include "answers/nest_answer.h"
#include "answers/orient_answer.h"
#include "answers/plan_answer.h"
#include "answers/region_answer.h"
#include "answers/simulate_answer.h"
#include "answers/text/answer_text.h"

namespace pawl::web {

using answers::Json;

/// Returns the same faults for a request: a pointer --name to an option of the command becomes /options/name.
InputError of_options(const InputError& error);

/// The picture that is requested.
struct PictureRequest {
  Eigen::Vector2d size{1280, 800};  ///< width and height of the picture, px
  bool of_task = false;             ///< true: a picture of the task alone; false: the picture that the command makes of
                                    ///< its answer
};

struct Request {
  std::string command;
  std::string name;             ///< name of the part that is read from a drawing
  std::string task;             ///< text of the task's or scene's file, or ""
  answers::Json options, part;  ///< JSON objects, or null if the request has no such member
  std::optional<PictureRequest> picture;
  bool words = false;
  int columns = answers::TextStyle().width;  ///< largest width of the text, characters
};

/// Reads a request. Throws InputError if the request is not well-formed. The task, the options and the part are checked
/// later.
Request read_request(const std::string& text);

/// The reply to a request that has no faults.
struct Reply {
  answers::Json document;  ///< document of the command's answer; null if the command has no document
  answers::Status status = answers::kYes;
  std::string message;  ///< reason why the status is kFailed, or ""
  /// Draws the document with the given width, px. If the function is empty, the document is drawn in the same way as by
  /// `pawl draw`.
  std::function<draw::Picture(const answers::Json&, double)> picture;
  /// names and JSON texts of additional members of the reply
  std::vector<std::pair<std::string, std::string>> further;
};

/// Both functions convert a command's answer about a task to a reply, and add the warnings of the task.
Reply reply_of(const char* command, const ValidTask& task, answers::Answer answer);
Reply reply_of(const char* command, const ValidTask& task, const answers::StreamedAnswer& answer);

/// A JSON list with one entry per line. Entries are added one by one.
class LineList {
 public:
  void add(const std::string& line);
  std::string text() const { return text_ + "]"; }

 private:
  std::string text_ = "[";
};

/// Returns the reply as JSON text. The library's answers are JSON texts, which are inserted without parsing.
std::string text_of(const Reply& reply);

/// Reads a drawing as the part of a task, as `pawl part` does. The member "part" of the request is an object with the
/// keys "drawing" (the text of the drawing), "kind", "unit", "layer", "join", "not-layer", "deviation" and "loop".
/// Throws the same InputErrors as the command; a pointer to an option of the drawing is below /part.
Reply part_reply(const Request& request);

/// Simulates a scene as `pawl simulate` does. Throws the same InputErrors.
Reply scene_reply(const Request& request);

/// The name of a command, and the function that returns the reply for a task. The function throws InputError with the
/// pointer --name if the option `name` is invalid.
struct TaskCommand {
  const char* name;
  Reply (*reply)(const ValidTask& task, const answers::Json& options);
};
const std::vector<TaskCommand>& task_commands();

/// Returns the colours of the background and of all inks, as "#rrggbb". There is one set for each of "light", "dark"
/// and "print".
Reply theme_reply();

InputError of_options(const InputError& error) {
  std::vector<Fault> faults = error.faults();
  for (Fault& fault : faults) {
    if (fault.pointer.starts_with("--")) fault.pointer = "/options/" + fault.pointer.substr(2);
  }
  return InputError(std::move(faults));
}

namespace {

using answers::Parameter;
using Kind = Parameter::Kind;

double page_length(const char* name, const std::optional<double>& given, double least, double otherwise) {
  const double length = given.value_or(otherwise);
  if (!(length >= least && length <= draw::kLargestPage)) {
    throw InputError(std::string("/picture/") + name, fmt::format("{:g}", length),
                     fmt::format("must be from {:g} to {:g} px", least, draw::kLargestPage));
  }
  return length;
}

PictureRequest picture_request_in(const Json& value) {
  std::optional<double> width, height;
  std::optional<std::string> of;
  read_parameters(value, "/picture",
                  {{"width", Kind::size, &width, "Width, px; default 1280"},
                   {"height", Kind::size, &height, "Height, px; default 800"},
                   {"of", Kind::word, &of, "The answer (the default), or the task alone", "", {"answer", "task"}}});
  PictureRequest picture;
  picture.size.x() = page_length("width", width, draw::kLeastWidth, picture.size.x());
  picture.size.y() = page_length("height", height, draw::kLeastHeight, picture.size.y());
  picture.of_task = of == "task";
  return picture;
}

}  // namespace

Request read_request(const std::string& text) {
  if (text.size() > kLargestRequest)
    throw InputError("", "", fmt::format("the request is too large; expected at most {} bytes", kLargestRequest));
  const Json json = Json::parse(text);
  if (!json.members())
    throw InputError("", "", "the request must be an object, such as {\"command\": \"plan\", \"task\": ...}");
  Request request;
  std::optional<std::string> command, name, task_text;
  std::optional<std::size_t> columns;
  Json task, picture;
  read_parameters(json, "",
                  {{"command", Kind::text, &command, "The command"},
                   {"name", Kind::text, &name, "The name of a drawing's part"},
                   {"text", Kind::text, &task_text, "The text of the task's or scene's file"},
                   {"task", Kind::json, &task, "The task or scene, instead of its text"},
                   {"options", Kind::json, &request.options, "The command's parameters"},
                   {"part", Kind::json, &request.part, "The drawing, and the parameters of part"},
                   {"picture", Kind::json, &picture, "The subject and size of a picture"},
                   {"words", Kind::flag, &request.words, "Add the text for people"},
                   {"columns", Kind::rank, &columns, "The width of the text"}});
  if (!command) throw InputError("/command", "", "missing; expected the name of a command");
  if (task_text && !answers::is_null(task))
    throw InputError("/task", "", "not allowed beside \"text\"; remove one of them");
  request.command = *command;
  if (columns) request.columns = static_cast<int>(*columns);
  request.name = name.value_or("");
  request.task = task_text ? *task_text : answers::is_null(task) ? "" : task.dump();
  if (!answers::is_null(picture)) request.picture = picture_request_in(picture);
  return request;
}

namespace {

using namespace answers;

Question question_of(const char* command, const ValidTask& task) {
  return {command, task.task().name, {}, {}, task.task().units};
}

}  // namespace

Reply reply_of(const char* command, const ValidTask& task, Answer answer) {
  const Warnings of_task = warnings(task, command);
  answer.warnings.insert(answer.warnings.begin(), of_task.begin(), of_task.end());
  Reply reply{
      document_of(question_of(command, task), answer.results, answer.warnings, false), answer.status, {}, {}, {}};
  if (answer.status == kFailed) reply.message = answer.message;
  return reply;
}

Reply reply_of(const char* command, const ValidTask& task, const StreamedAnswer& answer) {
  Reply reply;
  JsonStream json(reply.document, std::numeric_limits<std::size_t>::max());
  const StreamedAnswer::End end =
      write_document(question_of(command, task), answer, warnings(task, command), false, json);
  reply.status = end.stopped ? kFailed : end.status;
  if (end.stopped) {
    reply.message = "stopped: the limit was reached before the last mode (raise --limit)";
  } else if (end.status == kFailed) {
    reply.message = end.message;
  }
  return reply;
}

void LineList::add(const std::string& line) {
  if (text_.size() > 1) text_ += ',';
  text_.append(line, 0, line.find_last_not_of('\n') + 1);
}

std::string text_of(const Reply& reply) {
  std::string text = "{\"exit\":" + std::to_string(static_cast<int>(reply.status));
  if (reply.document.members()) text += ",\"answer\":" + reply.document.dump();
  if (!reply.message.empty()) text += ",\"message\":" + Json(reply.message).dump();
  for (const auto& [name, value] : reply.further) text += ",\"" + name + "\":" + value;
  return text + "}";
}

namespace {

/// Returns the question that the options of a request state.
template <class Question>
Question asked(const Json& options, Parameters (*list)(Question&) = parameters) {
  Question question;
  read_parameters(options, "/options", list(question));
  return question;
}

StopToken stop_after(const std::optional<double>& seconds) { return seconds ? StopToken(*seconds) : StopToken(); }

Reply regions(const ValidTask& task, const PlanQuestion& question) {
  const FoundRegions found = find_regions(task, question);
  Reply reply = reply_of("plan", task, regions_answer(task, found));
  const std::optional<std::string> proof = question.certificate ? certificate_of(found) : std::nullopt;
  if (proof) reply.further.emplace_back("certificate", Json(*proof).dump());
  return reply;
}

Reply plan(const ValidTask& task, const Json& options) {
  PlanQuestion question = asked<PlanQuestion>(options);
  question.stop = stop_after(question.limit);
  if (asks_regions(task.task(), question)) return regions(task, question);
  const auto found = std::make_shared<const FoundPlan>(find_plan(task, question));
  Reply reply = reply_of("plan", task, plan_answer(task, *found));
  if (found->plan.status == InsertionPlan::Status::stopped) return reply;
  reply.picture = [&task, found](const Json& document, double width) {
    return draw::draw(plan_figure(task, document, &found->plan.problem), width);
  };
  const std::optional<std::string> proof = question.certificate ? certificate_of(*found) : std::nullopt;
  const std::optional<std::string> graph = question.graphviz ? graph_of(found->plan, question.whole_graph) : std::nullopt;
  if (proof) reply.further.emplace_back("certificate", Json(*proof).dump());
  if (graph) reply.further.emplace_back("graphviz", Json(*graph).dump());
  return reply;
}

Reply check(const ValidTask& task, const Json& options) {
  const auto question = asked<CheckQuestion>(options);
  return reply_of("check", task, answer_check(task, question, stop_after(question.limit)));
}

Reply contacts(const ValidTask& task, const Json& options) {
  return reply_of("contacts", task, answer_contacts(task, asked<FixtureChecks>(options, contacts_parameters)));
}

Reply modes(const ValidTask& task, const Json& options) {
  const auto question = asked<ConesQuestion>(options, modes_parameters);
  return reply_of("modes", task, answer_modes(task, question.count, stop_after(question.limit)));
}

Reply cone(const ValidTask& task, const Json& options) {
  auto question = asked<ConesQuestion>(options);
  question.stop = stop_after(question.limit);
  return reply_of("cone", task, answer_cones(task, question));
}

Reply forward(const ValidTask& task, const Json& options) {
  const auto question = asked<ForwardQuestion>(options);
  return reply_of("forward", task, answer_forward(task, question.wrench, stop_after(question.limit)));
}

Reply simulate(const ValidTask& task, const Json& options) {
  auto question = asked<TrialsQuestion>(options);
  question.stop = stop_after(question.limit);
  LineList trace;
  if (question.trace) {
    if (!question.replay)
      throw InputError("/options/trace", "true", "traces a single trial; choose one with \"replay\"");
    question.write_trace = [&trace](const std::string& line) { trace.add(line); };
  }
  Reply reply = reply_of("simulate", task, answer_trials(task, question));
  if (question.trace) reply.further.emplace_back("trace", trace.text());
  return reply;
}

Reply orient(const ValidTask& task, const Json& options) {
  const auto question = asked<OrientQuestion>(options);
  return reply_of("orient", task, answer_orient(task, question, stop_after(question.limit)));
}

Reply nest(const ValidTask& task, const Json& options) {
  const auto question = asked<NestQuestion>(options);
  return reply_of("nest", task, answer_nest(task, question, stop_after(question.limit)));
}

Reply fixture(const ValidTask& task, const Json& options) {
  auto question = asked<DesignQuestion>(options);
  question.stop = stop_after(question.limit);
  const Task wanted = task_to_design(task, question);
  return reply_of("fixture", task, answer_fixtures(wanted, find_fixtures(wanted, question), question));
}

/// Returns the reply to the command draw. Its document contains the warnings of the task, but no results.
Reply draw_task(const ValidTask& task, const Json& options) {
  read_parameters(options, "/options", {});
  const answers::Question question{"draw", task.task().name, {}, {}, task.task().units};
  Reply reply;
  reply.document = answers::document_of(question, Json::object(), warnings(task), false);
  return reply;
}

}  // namespace

const std::vector<TaskCommand>& task_commands() {
  static const std::vector<TaskCommand> commands = {{"plan", plan},         {"check", check},   {"modes", modes},
                                                    {"contacts", contacts}, {"cone", cone},     {"forward", forward},
                                                    {"simulate", simulate}, {"orient", orient},
                                                    {"nest", nest},         {"fixture", fixture}, {"draw", draw_task}};
  return commands;
}

Reply scene_reply(const Request& request) {
  bool traced = false;
  read_parameters(request.options, "/options", {{"trace", Kind::flag, &traced, "Add every step"}});
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

namespace {

Drawing drawing_of(const std::string& text, const std::optional<std::string>& kind, const DrawingOptions& options) {
  if (!kind) return read_drawing(text, options);
  Drawing drawing = *kind == "kicad" ? read_kicad(text, options)
                    : *kind == "svg" ? read_svg(text, options)
                                     : read_dxf(text, options);
  drawing.digest = drawing_digest(text);
  return drawing;
}

/// Returns the same faults for a request: a pointer to an option of the drawing becomes /part/NAME.
InputError of_request(const InputError& error) {
  std::vector<Fault> faults = error.faults();
  for (Fault& fault : faults) {
    if (fault.pointer == "/not_layer") fault.pointer = "/not-layer";
    if (fault.pointer.starts_with('/')) fault.pointer = "/part" + fault.pointer;
  }
  return InputError(std::move(faults));
}

}  // namespace

Reply part_reply(const Request& request) {
  PartQuestion question;
  std::optional<std::string> text, kind;
  Parameters known = {{"drawing", Kind::text, &text, "The text of a DXF, SVG or KiCad file"},
                      {"kind", Kind::word, &kind, "Format of the file; default: by its content", "", {"dxf", "svg", "kicad"}}};
  for (Parameter& parameter : parameters(question)) known.push_back(std::move(parameter));
  read_parameters(request.part, "/part", known);
  if (!text) throw InputError("/part/drawing", "", "missing; expected the text of a DXF, SVG or KiCad file");
  read_parameters(request.options, "/options", {});
  DrawingOptions options;
  try {
    options = drawing_options(question);
    const Drawing drawing = drawing_of(*text, kind, options);
    Reply reply;
    const DrawnPart drawn = part_of(drawing, options);
    reply.document = answers::part_document(request.name, drawing, drawn);
    if (request.picture) {
      const draw::Picture picture = draw::drawing_picture(request.name, drawn, request.picture->size);
      reply.further.emplace_back("picture", draw::strokes(picture));
    }
    return reply;
  } catch (const InputError& error) {
    throw of_request(answers::with_remedy(error, *text, options));
  }
}

namespace {

answers::Json hex(const draw::Color& color) {
  const auto byte = [](double share) { return static_cast<int>(std::lround(255 * share)); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(color.red), byte(color.green), byte(color.blue));
}

std::string colours(draw::Theme theme) {
  answers::Json json = answers::Json::object();
  json["background"] = hex(background_of(theme));
  for (int k = 0; k < draw::kInkCount; ++k) {
    const auto ink = static_cast<draw::Ink>(k);
    json[std::string(name_of(ink))] = hex(color_of(ink, theme));
  }
  return json.dump();
}

}  // namespace

Reply theme_reply() {
  Reply reply;
  reply.further = {{"light", colours(draw::Theme::light)},
                   {"dark", colours(draw::Theme::dark)},
                   {"print", colours(draw::Theme::print)}};
  return reply;
}

namespace {

/// Returns a fault as JSON. Repairs its texts: the quoted value may have been cut inside a UTF-8 character.
Json fault_json(const Fault& fault) {
  Json json = {{"at", draw::clean_text(fault.pointer)}};
  if (!fault.value.empty()) json["value"] = draw::clean_text(fault.value);
  json["message"] = draw::clean_text(fault.message);
  return json;
}

std::string faults_text(const InputError& error) {
  Json faults = Json::array();
  for (const Fault& fault : error.faults()) faults.push_back(fault_json(fault));
  return Json({{"exit", static_cast<int>(answers::kBadInput)}, {"faults", faults}}).dump();
}

ValidTask task_of(const std::string& text) {
  try {
    return read_valid_task(text);
  } catch (const InputError&) {
    if (kind_of_text(text) != TextKind::scene) throw;
    throw InputError("/bodies", "", "this is a scene; expected a task, with a \"part\" (use simulate for a scene)");
  }
}

[[noreturn]] void refuse_command(const std::string& name) {
  std::string known;
  for (const TaskCommand& command : task_commands()) known += std::string(command.name) + ", ";
  throw InputError("/command", name.substr(0, 80), "must be one of " + known + "part, theme");
}

draw::Picture picture_of(const ValidTask& task, const Reply& reply, const PictureRequest& asked) {
  if (asked.of_task) return draw::task_picture(task, asked.size, warnings(task));
  return reply.picture ? reply.picture(reply.document, asked.size.x())
                       : answers::command_picture(task, reply.document, asked.size);
}

Reply task_reply(const Request& request) {
  for (const TaskCommand& command : task_commands()) {
    if (command.name != request.command) continue;
    if (request.task.empty()) throw InputError("/task", "", "missing; expected a task, or its \"text\"");
    const ValidTask task = task_of(request.task);
    Reply reply = command.reply(task, request.options);
    if (request.picture)
      reply.further.emplace_back("picture", draw::strokes(picture_of(task, reply, *request.picture)));
    return reply;
  }
  refuse_command(request.command);
}

Reply reply_to(const Request& request) {
  if (request.command == "theme") return theme_reply();
  const bool scene = request.command == "simulate" && kind_of_text(request.task) == TextKind::scene;
  Reply reply = scene ? scene_reply(request) : request.command == "part" ? part_reply(request) : task_reply(request);
  if (request.words) {
    reply.further.emplace_back("words", Json(text_for_people(reply.document, reply.status, {request.columns})).dump());
  }
  return reply;
}

}  // namespace

std::string answer_request(const std::string& request) {
  try {
    return text_of(reply_to(read_request(request)));
  } catch (const InputError& error) {
    return faults_text(of_options(error));
  } catch (const std::exception& error) {
    return faults_text(InputError("", "", std::string("internal error of the library: ") + error.what()));
  }
}

}  // namespace pawl::web
