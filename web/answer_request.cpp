// SPDX-License-Identifier: MIT
#include "answer_request.h"

#include <pawl/draw/render.h>
#include <pawl/draw/strokes.h>
#include <pawl/draw/task_picture.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/warnings.h>

#include <exception>

#include "answers/pictures/command_picture.h"
#include "answers/text/answer_text.h"
#include "options.h"
#include "part_command.h"
#include "reply.h"
#include "request.h"
#include "scene_command.h"
#include "task_commands.h"
#include "theme_command.h"

namespace pawl::web {
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
