// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/io/edit_document.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <system_error>

#include "base/charconv.h"
#include "geometry/outline.h"
#include "io/json.h"
#include "io/scene_form.h"
#include "io/task_contacts.h"
#include "io/task_form.h"
#include "io/units.h"
#include "io/valid_task.h"
#include "io/value_checks.h"

namespace pawl {
namespace {

/// Returns the reason why the last system call failed.
std::string reason() { return errno != 0 ? std::generic_category().message(errno) : "the reason is unknown"; }

[[noreturn]] void too_large() {
  throw InputError("", "", fmt::format("larger than {} bytes (64 MiB), the most that is read", kLargestText));
}

}  // namespace

std::string read_text(std::istream& input) {
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  std::string text;
  std::string chunk(kChunk, '\0');
  while (input.read(chunk.data(), static_cast<std::streamsize>(kChunk)) || input.gcount() > 0) {
    const auto got = static_cast<std::size_t>(input.gcount());
    if (got > kLargestText - text.size()) too_large();
    // Reserves memory explicitly. A string that grows by doubling could reach twice the bound kLargestText.
    if (text.size() + got > text.capacity()) text.reserve(std::min(kLargestText, 2 * (text.size() + got)));
    text.append(chunk, 0, got);
  }
  if (input.bad()) throw InputError("", "", "cannot be read to its end: " + reason());
  return text;
}

std::string read_text_file(const std::string& path) {
  if (path == "-") return read_text(std::cin);
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) throw InputError("", "", "is a directory; expected a file");
  if (std::filesystem::is_regular_file(path, unknown) && std::filesystem::file_size(path, unknown) > kLargestText) {
    if (!unknown) too_large();
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError("", "", "the file cannot be opened for reading: " + reason());
  return read_text(file);
}

using internal::JsonValue;
using internal::Validator;

namespace {

struct Read {
  Task task;
  internal::TaskMeaning meaning;
  internal::ReadDrawing drawing;
};

using Folder = std::optional<std::string>;  ///< folder of the task's file, to which the paths of drawings are relative

Read task_of(const JsonValue& root, const Folder& folder, Validator faults) {
  internal::TaskDrawings drawings;
  Read read{internal::read_task_form(root, faults, &drawings), {}, {}};
  read.drawing = internal::read_drawings(drawings, folder, read.task, faults);
  if (root.is(JsonValue::Kind::object)) read.meaning = internal::check_task_meaning(read.task, faults);
  faults.finish();
  return read;
}

std::string folder_of(const std::string& path) {
  return path == "-" ? "" : std::filesystem::path(path).parent_path().string();
}

Read read_file(const std::string& path) {
  Validator faults;
  // the text is a temporary object, whose memory is freed before the task is built
  const JsonValue root = internal::read_document(read_text_file(path), faults);
  return task_of(root, folder_of(path), std::move(faults));
}

internal::TaskMeaning checked_meaning(const Task& task, const AreaProperties* known_area = nullptr) {
  Validator faults;
  internal::check_task_values(task, faults);
  internal::TaskMeaning meaning = internal::check_task_meaning(task, faults, known_area);
  faults.finish();
  return meaning;
}

std::shared_ptr<internal::TaskRecord> record_of(Task task, internal::TaskMeaning meaning) {
  auto record = std::make_shared<internal::TaskRecord>();
  record->mass = internal::inertia_of(task.part, task.units, meaning.area).mass;
  record->task = std::move(task);
  record->area = meaning.area;
  record->contacts = std::move(meaning.contacts);
  record->wall_contacts = std::move(meaning.wall_contacts);
  return record;
}

ValidTask valid_task(Read read) {
  auto record = record_of(std::move(read.task), std::move(read.meaning));
  record->of_drawing = std::move(read.drawing.warnings);
  record->named_files = std::move(read.drawing.files);
  return ValidTask(std::move(record));
}

Read task_in_text(std::string_view text, const Folder& folder = std::nullopt) {
  Validator faults;
  const JsonValue root = internal::read_document(text, faults);
  return task_of(root, folder, std::move(faults));
}

}  // namespace

Task read_task(std::string_view text) { return task_in_text(text).task; }

Task read_task(std::string_view text, const std::string& folder) { return task_in_text(text, folder).task; }

ValidTask read_valid_task(std::string_view text) { return valid_task(task_in_text(text)); }

ValidTask read_valid_task(std::string_view text, const std::string& folder) {
  return valid_task(task_in_text(text, folder));
}

Task read_task_file(const std::string& path) { return read_file(path).task; }

ValidTask read_valid_task_file(const std::string& path) { return valid_task(read_file(path)); }

void validate(const Task& task) { checked_meaning(task); }

namespace {

/// Returns the area properties of `known` if its part has the same outline and the same holes as the task's part, and
/// null if it does not.
const AreaProperties* known_area(const Task& task, const internal::TaskRecord& known) {
  const Part &part = task.part, &other = known.task.part;
  const bool same =
      part.outline && other.outline && internal::are_equal(*part.outline, *other.outline) &&
      std::equal(part.holes.begin(), part.holes.end(), other.holes.begin(), other.holes.end(), internal::are_equal);
  return same ? &known.area : nullptr;
}

}  // namespace

ValidTask::ValidTask(Task task) {
  internal::TaskMeaning meaning = checked_meaning(task);
  record_ = record_of(std::move(task), std::move(meaning));
}

ValidTask::ValidTask(Task task, const ValidTask& known) {
  internal::TaskMeaning meaning = checked_meaning(task, known_area(task, *known.record_));
  record_ = record_of(std::move(task), std::move(meaning));
}

ValidTask::ValidTask(std::shared_ptr<const internal::TaskRecord> record) : record_(std::move(record)) {}

const Task& ValidTask::task() const { return record_->task; }
const ContactSet& ValidTask::contacts() const { return record_->contacts; }
const std::vector<WallContact>& ValidTask::wall_contacts() const { return record_->wall_contacts; }
double ValidTask::mass() const { return record_->mass; }
const Warnings& ValidTask::of_drawing() const { return record_->of_drawing; }
const std::vector<std::string>& ValidTask::named_files() const { return record_->named_files; }

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

namespace {

using internal::JsonValue;
using Kind = JsonValue::Kind;

std::optional<double> number_in(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double number = 0;
  const auto [rest, error] = internal::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && rest == text.data() + text.size();
  return whole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

bool looks_like_json(const std::string& text) {
  return !text.empty() && std::string_view("[{\"").find(text[0]) != std::string_view::npos;
}

JsonValue value_of(const DocumentEdit& edit, const std::string& pointer) {
  internal::Validator faults;
  try {
    std::optional<JsonValue> parsed = internal::parse_json(edit.value, faults);
    if (parsed && faults.empty()) return std::move(*parsed);
  } catch (const InputError&) {  // the value is not JSON; it may be a number such as .3, or a word
  }
  if (const std::optional<double> number = number_in(edit.value)) return internal::json_of(*number);
  if (looks_like_json(edit.value)) {
    throw InputError(pointer, internal::printable(edit.value),
                     "not valid JSON: numbers begin with a digit, and strings are in double quotes; put quotes around "
                     "the whole argument for the shell, as in '/goal=[1,2]'");
  }
  return internal::json_of(edit.value);
}

/// Returns the keys of a JSON pointer, with ~1 decoded as / and ~0 as ~. If the text does not begin with /, returns the
/// text as the only key.
std::vector<std::string> keys_of(const std::string& place) {
  if (place.empty() || place[0] != '/') return {place};
  std::vector<std::string> keys;
  for (std::size_t k = 0; k < place.size(); ++k) {
    if (place[k] == '/') {
      keys.emplace_back();
    } else if (place[k] == '~' && k + 1 < place.size() && (place[k + 1] == '0' || place[k + 1] == '1')) {
      keys.back() += place[++k] == '0' ? '~' : '/';
    } else {
      keys.back() += place[k];
    }
  }
  return keys;
}

/// Returns the member or entry with the name `key`. If an object has no such member, adds it. Throws InputError if an
/// array has no such entry, or if the value is neither an object nor an array.
JsonValue& enter(JsonValue& value, const std::string& key, const std::string& pointer) {
  if (value.is(Kind::object)) {
    for (std::size_t k = 0; k < value.size(); ++k) {
      if (value.keys[k] == key) return value.items[k];
    }
    value.keys.push_back(key);
    value.items.emplace_back().kind = Kind::object;
    return value.items.back();
  }
  if (!value.is(Kind::array)) {
    throw InputError(pointer, internal::quoted(value),
                     "is neither an object nor an array, so no value can be set in it");
  }
  std::size_t index = 0;
  const auto [rest, error] = internal::from_chars(key.data(), key.data() + key.size(), index);
  // an index in a JSON pointer must not have leading zeros.
  const bool plain = key.size() == 1 || key.empty() || key[0] != '0';
  if (plain && error == std::errc() && rest == key.data() + key.size() && index < value.size()) {
    return value.items[index];
  }
  throw InputError(internal::child(pointer, key), "",
                   fmt::format("this entry does not exist: the array has {} entries, counted from 0", value.size()));
}

}  // namespace

std::string edit_document(std::string_view text, const std::vector<DocumentEdit>& edits) {
  internal::Validator faults;
  JsonValue root = internal::read_document(text, faults);
  faults.finish();
  for (const DocumentEdit& edit : edits) {
    JsonValue* place = &root;
    std::string pointer;
    for (const std::string& key : keys_of(edit.place)) {
      place = &enter(*place, key, pointer);
      pointer = internal::child(pointer, key);
    }
    *place = value_of(edit, pointer);
  }
  return internal::json_text(root);
}

std::string without_members(std::string_view text, const std::vector<std::string>& keys) {
  internal::Validator faults;
  const JsonValue root = internal::read_document(text, faults);
  faults.finish();
  JsonValue left;
  left.kind = root.kind;
  for (std::size_t k = 0; k < root.keys.size(); ++k) {
    if (std::find(keys.begin(), keys.end(), root.keys[k]) != keys.end()) continue;
    left.keys.push_back(root.keys[k]);
    left.items.push_back(root.items[k]);
  }
  return internal::json_text(root.is(Kind::object) ? left : root);
}

}  // namespace pawl
