// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/io/edit_document.h>

#include <algorithm>
#include <cmath>

#include "base/charconv.h"
#include "io/json_of.h"
#include "io/parse_json.h"
#include "io/read_document.h"

namespace pawl {
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
  } catch (const InputError&) {  // no JSON; it may be .3 or a word
  }
  if (const std::optional<double> number = number_in(edit.value)) return internal::json_of(*number);
  if (looks_like_json(edit.value)) {
    throw InputError(
        pointer, internal::printable(edit.value),
        "is no JSON: numbers begin with a digit, texts stand in quotes, and the shell needs quotes round all, "
        "as in '/goal=[1,2]'");
  }
  return internal::json_of(edit.value);
}

/// The keys of a JSON pointer, ~1 for / and ~0 for ~.
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

/// The member or entry of that name; an object gets one where it has none.
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
    throw InputError(pointer, internal::quoted(value), "is no object and no array, so nothing can be set in it");
  }
  std::size_t index = 0;
  const auto [rest, error] = internal::from_chars(key.data(), key.data() + key.size(), index);
  const bool plain = key.size() == 1 || key.empty() || key[0] != '0';  // a JSON pointer has no leading zeros
  if (plain && error == std::errc() && rest == key.data() + key.size() && index < value.size()) {
    return value.items[index];
  }
  throw InputError(internal::child(pointer, key), "",
                   fmt::format("there is no such entry: the array has {}, counted from 0", value.size()));
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
