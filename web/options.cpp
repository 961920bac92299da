// SPDX-License-Identifier: MIT
#include "options.h"

#include <pawl/base/bounds.h>

#include <algorithm>

#include "answers/text/words.h"

namespace pawl::web {
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
  for (Eigen::Index k = 0; k < 3; ++k) wrench[k] = *(*given->entries())[static_cast<std::size_t>(k)].number();
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

}  // namespace pawl::web
