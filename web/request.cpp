// SPDX-License-Identifier: MIT
#include "request.h"

#include <fmt/format.h>
#include <pawl/draw/render.h>
#include <pawl/draw/task_picture.h>

#include "answer_request.h"
#include "answers/text/words.h"
#include "options.h"

namespace pawl::web {
namespace {

double page_length(Options& picture, const char* name, double least, double otherwise) {
  const double length = picture.size(name).value_or(otherwise);
  if (!(length >= least && length <= draw::kLargestPage))
    picture.refuse(name, length, fmt::format("must be from {:g} to {:g} px", least, draw::kLargestPage));
  return length;
}

PictureRequest picture_of(const Json& value) {
  Options given(value, "/picture");
  PictureRequest picture;
  picture.size.x() = page_length(given, "width", draw::kLeastWidth, picture.size.x());
  picture.size.y() = page_length(given, "height", draw::kLeastHeight, picture.size.y());
  picture.of_task = given.one_of("of", {"answer", "task"}) == "task";
  given.finish();
  return picture;
}

/// The task as its own file, or as a part of the request.
std::string task_of(Options& request) {
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
  request.task = task_of(given);
  if (const Json* options = given.value("options")) request.options = *options;
  if (const Json* part = given.value("part")) request.part = *part;
  if (const Json* picture = given.value("picture")) request.picture = picture_of(*picture);
  request.words = given.flag("words");
  given.finish();
  return request;
}

}  // namespace pawl::web
