// SPDX-License-Identifier: MIT
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>

#include "io/file_units.h"
#include "io/parse_json.h"
#include "io/read_document.h"
#include "io/scene_form.h"

namespace pawl {

using internal::JsonValue;

namespace {

Scene scene_of(const JsonValue& root, internal::Validator faults) {
  Scene scene = internal::read_scene_form(root, faults);
  if (root.is(JsonValue::Kind::object)) internal::check_scene_meaning(scene, faults);
  faults.finish();
  return scene;
}

}  // namespace

Scene read_scene(std::string_view text) {
  internal::Validator faults;
  const JsonValue root = internal::read_document(text, faults);
  return scene_of(root, std::move(faults));
}

Scene read_scene_file(const std::string& path) { return read_scene(read_text_file(path)); }

TextKind kind_of_text(std::string_view text) {
  internal::Validator faults;
  if (text.size() > kLargestText) return TextKind::unknown;
  const std::optional<JsonValue> root = internal::parse_json(text, faults);
  if (!root || !root->is(JsonValue::Kind::object)) return TextKind::unknown;
  if (root->find("bodies") != nullptr) return TextKind::scene;
  return root->find("part") != nullptr || root->find("contacts") != nullptr ? TextKind::task : TextKind::unknown;
}

std::optional<Units> units_of_text(std::string_view text) {
  internal::Validator faults;
  const JsonValue root = internal::read_document(text, faults);
  faults.finish();
  if (!root.is(JsonValue::Kind::object) || root.find("pawl") == nullptr) return std::nullopt;
  return internal::stated_units(root);
}

}  // namespace pawl
