// SPDX-License-Identifier: MIT
#include "answers/document.h"

#include "answers/json_stream.h"

namespace pawl::answers {
namespace {

constexpr const char* kConventions =
    "world axes, y up; angles and torques counterclockwise, torques about the centre of mass; fixels from 1; normals "
    "into the part, tangents turned +90 degrees from them";

}  // namespace

double milliseconds_since(Time start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

Json head_of(const Question& question) {
  Json head = {{"pawl", 1}, {"command", question.command}, {"name", question.name}};
  if (question.one_of_several) head["file"] = question.file;
  return head;
}

Json tail_of(const Question& question, const Warnings& warnings, bool timing) {
  Json tail = Json::object();
  if (question.units) {
    tail["units"] = {{"length", question.units->length_name()}, {"angle", question.units->angle_name()}};
    tail["conventions"] = kConventions;
  }
  for (const Warning& warning : warnings) {
    tail["warnings"].push_back({{"code", warning.code}, {"pointer", warning.pointer}, {"message", warning.message}});
  }
  if (timing) tail["elapsed_ms"] = milliseconds_since(question.start);
  return tail;
}

Json document_of(const Question& question, const Json& results, const Warnings& warnings, bool timing) {
  Json document = head_of(question);
  document["results"] = results;
  const Json tail = tail_of(question, warnings, timing);
  for (const auto& [key, value] : *tail.members()) document[key] = value;
  return document;
}

StreamedAnswer::End write_document(const Question& question, const StreamedAnswer& answer, const Warnings& warnings,
                                   bool timing, JsonStream& json) {
  json.begin('{');
  const Json head = head_of(question);
  for (const auto& [key, value] : *head.members()) json.member(key, value);
  json.key("results");
  StreamedAnswer::End end = answer.write(json);
  if (json.beyond_doubles() && end.status != kFailed) {
    end.status = kFailed;
    end.message = std::string("not certified: ") + kBeyondDoubles;
  }
  if (end.stopped) json.member("stopped", true);
  const Json tail = tail_of(question, warnings, timing);
  for (const auto& [key, value] : *tail.members()) json.member(key, value);
  json.end('}');
  json.finish();
  return end;
}

}  // namespace pawl::answers
