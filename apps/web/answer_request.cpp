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
#include "answers/fixture_answer.h"
#include "answers/mode_answers.h"
#include "answers/pictures/answer_picture.h"
#include "answers/pictures/figures.h"
#include "answers/plan_answer.h"
#include "answers/simulate_answer.h"
#include "answers/text/answer_text.h"

namespace pawl::web {

using answers::Json;

/// The options of a command as an object of JSON has them, by their long names without dashes; null is as if not given.
/// Each is asked for once, of the type that the command wants; finish() then throws every fault, those that nobody
/// asked for among them.
class Options {
 public:
  /// `pointer`: of the object, as "/options".
  Options(const Json& object, std::string pointer);

  bool flag(const char* name);                           ///< true, false
  std::optional<double> size(const char* name);          ///< a number from 0
  std::optional<std::uint64_t> count(const char* name);  ///< a whole number from 0
  std::optional<std::string> text(const char* name);
  std::optional<std::string> one_of(const char* name, const std::vector<std::string>& words);
  std::optional<Eigen::Vector3d> wrench(const char* name);  ///< [fx, fy, tau]
  const Json* value(const char* name);                      ///< any; null where it is not given

  void refuse(const std::string& name, const Json& value, const std::string& message);
  void finish() const;

 private:
  const Json* take(const char* name);

  const Json& object_;
  std::string pointer_;
  std::vector<std::string> asked_;
  std::vector<Fault> faults_;
};

/// Faults that the library says of the command's options, --name, said of /options/name.
InputError of_options(const InputError& error);

/// What is to be drawn, and how large.
struct PictureRequest {
  Eigen::Vector2d size{1280, 800};  ///< px
  bool of_task = false;             ///< the task alone; else the answer as its command draws it
};

struct Request {
  std::string command;
  std::string name;             ///< of a drawing's part
  std::string task;             ///< the text of its file; "" where there is none
  answers::Json options, part;  ///< objects, or null
  std::optional<PictureRequest> picture;
  bool words = false;
};

/// Throws InputError for what is no request; the task, the options and the part are looked at later.
Request read_request(const std::string& text);

/// What is said to a request that has no faults.
struct Reply {
  answers::Json document;  ///< of the command; null: it has none
  answers::Status status = answers::kYes;
  std::string message;  ///< of an answer that failed
  /// Of the document, so many px wide; none: as of a saved answer.
  std::function<draw::Picture(const answers::Json&, double)> picture;
  /// Further members, each a text of JSON.
  std::vector<std::pair<std::string, std::string>> further;
};

/// The answer of a command to a task, its warnings with those of the task.
Reply reply_of(const char* command, const ValidTask& task, answers::Answer answer);
Reply reply_of(const char* command, const ValidTask& task, const answers::StreamedAnswer& answer);

/// A list of JSON that is put together of lines of JSON.
class LineList {
 public:
  void add(const std::string& line);
  std::string text() const { return text_ + "]"; }

 private:
  std::string text_ = "[";
};

/// The reply as JSON, of several texts that are JSON: the library's answers are not parsed again.
std::string text_of(const Reply& reply);

/// A drawing as the part of a task, as `pawl part` reads it: {"drawing": its text, "kind", "unit", "layer", "join",
/// "deviation", "loop"}. Throws InputError, pointers as the command's, below /part for what is asked of the drawing.
Reply part_reply(const Request& request);

/// A scene, stepped as `pawl simulate` does it. Throws InputError.
Reply scene_reply(const Request& request);

/// A command that answers about a task. Throws InputError, for options at --name.
struct TaskCommand {
  const char* name;
  Reply (*reply)(const ValidTask& task, Options& options);
};
const std::vector<TaskCommand>& task_commands();

/// The colours of all inks and of the background, "#rrggbb", under "light", "dark" and "print".
Reply theme_reply();

namespace {

constexpr std::size_t kLongestQuote = 80;

/// "" of null: there is nothing to quote.
std::string quoted(const Json& value) { return answers::is_null(value) ? "" : value.dump().substr(0, kLongestQuote); }

std::string list_of(const std::vector<std::string>& words) {
  std::string list;
  for (std::size_t k = 0; k < words.size(); ++k)
    list += (k == 0 ? "" : k + 1 < words.size() ? ", " : " or ") + words[k];
  return list;
}

/// Of a key that may hold anything: as a part of a JSON pointer.
std::string pointer_part(const std::string& key) {
  std::string part;
  for (const char c : key.substr(0, kLongestQuote)) part += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return part;
}

bool is_wrench(const Json& value) {
  const Json::Array* entries = value.entries();
  return entries != nullptr && entries->size() == 3 &&
         std::all_of(entries->begin(), entries->end(), [](const Json& entry) { return entry.number().has_value(); });
}

}  // namespace

Options::Options(const Json& object, std::string pointer) : object_(object), pointer_(std::move(pointer)) {
  if (!object.members() && !answers::is_null(object)) throw InputError(pointer_, quoted(object), "must be an object");
}

const Json* Options::take(const char* name) {
  asked_.emplace_back(name);
  if (!object_.members()) return nullptr;
  for (const auto& [key, value] : *object_.members()) {
    if (key == name && !answers::is_null(value)) return &value;
  }
  return nullptr;
}

const Json* Options::value(const char* name) { return take(name); }

void Options::refuse(const std::string& name, const Json& value, const std::string& message) {
  faults_.push_back({pointer_ + "/" + pointer_part(name), quoted(value), message});
}

bool Options::flag(const char* name) {
  const Json* given = take(name);
  if (given == nullptr) return false;
  if (!given->boolean()) refuse(name, *given, "must be true or false");
  return given->boolean().value_or(false);
}

std::optional<double> Options::size(const char* name) {
  const Json* given = take(name);
  if (given == nullptr) return std::nullopt;
  const std::optional<double> size = given->number();
  if (size && *size >= 0) return size;
  refuse(name, *given, "must be a number from 0");
  return std::nullopt;
}

std::optional<std::uint64_t> Options::count(const char* name) {
  const Json* given = take(name);
  if (given == nullptr) return std::nullopt;
  const std::optional<std::int64_t> count = given->whole();
  if (count && *count >= 0) return static_cast<std::uint64_t>(*count);
  refuse(name, *given, "must be a whole number from 0");
  return std::nullopt;
}

std::optional<std::string> Options::text(const char* name) {
  const Json* given = take(name);
  if (given == nullptr) return std::nullopt;
  if (given->text() != nullptr) return *given->text();
  refuse(name, *given, "must be a text");
  return std::nullopt;
}

std::optional<std::string> Options::one_of(const char* name, const std::vector<std::string>& words) {
  const Json* given = take(name);
  if (given == nullptr) return std::nullopt;
  const std::string* text = given->text();
  if (text != nullptr && std::find(words.begin(), words.end(), *text) != words.end()) return *text;
  refuse(name, *given, "must be " + list_of(words));
  return std::nullopt;
}

std::optional<Eigen::Vector3d> Options::wrench(const char* name) {
  const Json* given = take(name);
  if (given == nullptr) return std::nullopt;
  if (!is_wrench(*given)) {
    refuse(name, *given, "must be three finite numbers fx,fy,tau (N, N, N length)");
    return std::nullopt;
  }
  Eigen::Vector3d wrench;
  for (Eigen::Index k = 0; k < 3; ++k) wrench[k] = *(*given->entries())[k].number();
  if (wrench.cwiseAbs().maxCoeff() <= kLargestWrench) return wrench;
  refuse(name, *given, "must be from -1e100 to 1e100 (N, N, N length)");
  return std::nullopt;
}

void Options::finish() const {
  std::vector<Fault> faults = faults_;
  if (object_.members()) {
    for (const auto& [key, value] : *object_.members()) {
      if (std::find(asked_.begin(), asked_.end(), key) == asked_.end())
        faults.push_back({pointer_ + "/" + pointer_part(key), "", "is not known here; there are " + list_of(asked_)});
    }
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

InputError of_options(const InputError& error) {
  std::vector<Fault> faults = error.faults();
  for (Fault& fault : faults) {
    if (fault.pointer.starts_with("--")) fault.pointer = "/options/" + fault.pointer.substr(2);
  }
  return InputError(std::move(faults));
}

namespace {

double page_length(Options& picture, const char* name, double least, double otherwise) {
  const double length = picture.size(name).value_or(otherwise);
  if (!(length >= least && length <= draw::kLargestPage))
    picture.refuse(name, length, fmt::format("must be from {:g} to {:g} px", least, draw::kLargestPage));
  return length;
}

PictureRequest picture_request_in(const Json& value) {
  Options given(value, "/picture");
  PictureRequest picture;
  picture.size.x() = page_length(given, "width", draw::kLeastWidth, picture.size.x());
  picture.size.y() = page_length(given, "height", draw::kLeastHeight, picture.size.y());
  picture.of_task = given.one_of("of", {"answer", "task"}) == "task";
  given.finish();
  return picture;
}

/// The task as its own file, or as a part of the request.
std::string task_text_in(Options& request) {
  const std::optional<std::string> text = request.text("text");
  const Json* task = request.value("task");
  if (text && task != nullptr) request.refuse("task", nullptr, "must not stand beside \"text\"");
  if (text) return *text;
  return task != nullptr ? task->dump() : "";
}

}  // namespace

Request read_request(const std::string& text) {
  if (text.size() > kLargestRequest)
    throw InputError("", "", fmt::format("a request is at most {} bytes", kLargestRequest));
  const Json json = Json::parse(text);
  if (!json.members())
    throw InputError("", "", "a request must be an object, as {\"command\": \"plan\", \"task\": ...}");
  Options given(json, "");
  Request request;
  const std::optional<std::string> command = given.text("command");
  if (!command) given.refuse("command", nullptr, "is missing; expected the name of a command");
  request.command = command.value_or("");
  request.name = given.text("name").value_or("");
  request.task = task_text_in(given);
  if (const Json* options = given.value("options")) request.options = *options;
  if (const Json* part = given.value("part")) request.part = *part;
  if (const Json* picture = given.value("picture")) request.picture = picture_request_in(*picture);
  request.words = given.flag("words");
  given.finish();
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
    reply.message = "stopped: the limit was reached before the last mode";
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

StopToken limit_of(Options& options) {
  const std::optional<double> seconds = options.size("limit");
  return seconds ? StopToken(*seconds) : StopToken();
}

Reply plan(const ValidTask& task, Options& options) {
  answers::AskedPlan asked;
  asked.require = options.one_of("require", {"keeps", "energy"}).value_or("");
  asked.by_graph = options.flag("by-graph");
  asked.friction_limit = options.flag("friction-limit");
  asked.cells = options.count("limit-cells");
  const bool certificate = options.flag("certificate");
  asked.certify = options.flag("certify") || certificate;
  asked.enough = options.size("certify-depth");
  asked.boxes = options.count("limit-boxes");
  asked.friction_off = options.size("tolerance-friction");
  asked.fixels_off = options.size("tolerance-fixels");
  asked.outline_off = options.size("tolerance-outline");
  asked.loadable = options.flag("loadable");
  const StopToken stop = limit_of(options);
  options.finish();
  answers::PlanQuestion question = question_of(asked);
  question.request.stop = stop;
  const auto found = std::make_shared<const answers::FoundPlan>(answers::find_plan(task, question));
  Reply reply = reply_of("plan", task, answers::plan_answer(task, *found));
  if (found->plan.status != InsertionPlan::Status::stopped) {
    reply.picture = [&task, found](const Json& document, double width) {
      return draw::draw(answers::plan_figure(task, document, &found->plan.problem), width);
    };
  }
  const std::optional<std::string> proof = certificate ? answers::certificate_of(*found) : std::nullopt;
  if (proof) reply.further.emplace_back("certificate", Json(*proof).dump());
  return reply;
}

std::optional<FixtureQuestion> fixture_question(const ValidTask& task, Options& options,
                                                const std::optional<Eigen::Vector3d>& wrench) {
  FixtureQuestion question;
  question.tolerance = options.size("tolerance");
  question.clamps = options.flag("clamp");
  const Json* places = options.value("clamp-at");
  const Json::Array none;
  for (const Json& place : places != nullptr && places->entries() ? *places->entries() : none) {
    const Json::Array* both = place.entries();
    const bool numbers = both != nullptr && both->size() == 2 && (*both)[0].number() && (*both)[1].number();
    if (!numbers) {
      options.refuse("clamp-at", place, "must be an edge, from 1, and a share of its length, as [3, 0.5]");
      continue;
    }
    const double edge = *(*both)[0].number(), share = *(*both)[1].number();
    question.places.push_back(answers::clamp_place(edge, share, fmt::format("{},{}", edge, share), task.task()));
  }
  if (places != nullptr && !places->entries()) options.refuse("clamp-at", *places, "must be a list, as [[3, 0.5]]");
  if (wrench) question.wrenches = {*wrench};
  const bool any = question.tolerance || question.clamps || !question.places.empty();
  return any ? std::optional(question) : std::nullopt;
}

Reply check(const ValidTask& task, Options& options) {
  answers::CheckQuestion question;
  question.mode = options.text("mode");
  question.wrench = options.wrench("wrench");
  question.fixture = fixture_question(task, options, question.wrench);
  options.finish();
  return reply_of("check", task, answers::answer_check(task, question, {}));
}

Reply contacts(const ValidTask& task, Options& options) {
  const std::optional<FixtureQuestion> fixture = fixture_question(task, options, std::nullopt);
  options.finish();
  return reply_of("contacts", task, answers::answer_contacts(task, fixture));
}

Reply modes(const ValidTask& task, Options& options) {
  const bool count = options.flag("count");
  const StopToken stop = limit_of(options);
  options.finish();
  return reply_of("modes", task, answers::answer_modes(task, count, stop));
}

Reply cone(const ValidTask& task, Options& options) {
  answers::ConesQuestion question;
  question.mode = options.text("mode");
  if (options.one_of("route", {"sum", "enrsv"}) == "enrsv") question.route = Route::enrsv;
  question.each.wrench = options.wrench("wrench");
  question.each.matrices = options.flag("matrices");
  question.each.exact = options.flag("exact");
  question.count = options.flag("count");
  question.stop = limit_of(options);
  options.finish();
  return reply_of("cone", task, answers::answer_cones(task, question));
}

Reply forward(const ValidTask& task, Options& options) {
  const std::optional<Eigen::Vector3d> wrench = options.wrench("wrench");
  options.finish();
  return reply_of("forward", task, answers::answer_forward(task, wrench, {}));
}

Reply simulate(const ValidTask& task, Options& options) {
  answers::TrialsQuestion question;
  if (const Json* plan = options.value("plan"))
    question.plan = answers::plan_in(plan->dump(), "/options/plan", task.task().units);
  constexpr std::uint64_t kLargest = std::numeric_limits<long>::max();
  if (const auto replay = options.count("replay")) question.replay = static_cast<long>(std::min(*replay, kLargest));
  question.both = options.flag("both");
  LineList trace;
  if (options.flag("trace")) {
    if (!question.replay) options.refuse("trace", true, "is of one trial; it needs \"replay\"");
    question.trace = [&trace](const std::string& line) { trace.add(line); };
  }
  options.finish();
  Reply reply = reply_of("simulate", task, answers::answer_trials(task, question));
  if (question.trace) reply.further.emplace_back("trace", trace.text());
  return reply;
}

/// There is nothing to say of a picture but the warnings that are in it.
Reply draw_task(const ValidTask& task, Options& options) {
  options.finish();
  const answers::Question question{"draw", task.task().name, {}, {}, task.task().units};
  Reply reply;
  reply.document = answers::document_of(question, Json::object(), warnings(task), false);
  return reply;
}

}  // namespace

const std::vector<TaskCommand>& task_commands() {
  static const std::vector<TaskCommand> commands = {{"plan", plan},         {"check", check},   {"modes", modes},
                                                    {"contacts", contacts}, {"cone", cone},     {"forward", forward},
                                                    {"simulate", simulate}, {"draw", draw_task}};
  return commands;
}

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

namespace {

Drawing drawing_of(const std::string& text, const std::optional<std::string>& kind, const DrawingOptions& options) {
  if (!kind) return read_drawing(text, options);
  return *kind == "svg" ? read_svg(text, options) : read_dxf(text, options);
}

/// Faults of what is asked are said of the request.
InputError of_request(const InputError& error) {
  std::vector<Fault> faults = error.faults();
  for (Fault& fault : faults) {
    if (fault.pointer.starts_with('/')) fault.pointer = "/part" + fault.pointer;
  }
  return InputError(std::move(faults));
}

}  // namespace

Reply part_reply(const Request& request) {
  Options given(request.part, "/part");
  answers::PartOptions asked;
  const std::optional<std::string> text = given.text("drawing");
  if (!text) given.refuse("drawing", nullptr, "is missing; expected the text of a DXF or SVG file");
  const std::optional<std::string> kind = given.one_of("kind", {"dxf", "svg"});
  asked.layer = given.text("layer").value_or("");
  asked.unit = given.one_of("unit", {"m", "mm", "cm", "in"});
  asked.join = given.size("join");
  asked.deviation = given.size("deviation");
  constexpr std::uint64_t kLargest = std::numeric_limits<int>::max();
  asked.loop = static_cast<long>(std::min(given.count("loop").value_or(0), kLargest));
  given.finish();
  Options(request.options, "/options").finish();
  try {
    const DrawingOptions options = drawing_options(asked);
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
    throw of_request(error);
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

/// Faults quote what they are about, which may be cut within a character.
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
    throw InputError("/bodies", "", "this is a scene, which simulate takes; expected a task, with a \"part\"");
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
    if (request.task.empty()) throw InputError("/task", "", "is missing; expected a task, or its \"text\"");
    const ValidTask task = task_of(request.task);
    Options options(request.options, "/options");
    Reply reply = command.reply(task, options);
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
    reply.further.emplace_back("words", Json(answers::text_for_people(reply.document, reply.status, {})).dump());
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
    return faults_text(InputError("", "", std::string("the library failed: ") + error.what()));
  }
}

}  // namespace pawl::web
