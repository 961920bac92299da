// SPDX-License-Identifier: MIT
#include "answers/parameter.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/charconv.h"
#include "base/spelling.h"

namespace pawl::answers {
namespace {

using Kind = Parameter::Kind;

constexpr std::size_t kLongestQuote = 80;

/// Returns the beginning of a value, for messages; "" for null.
std::string quoted(const Json& value) { return is_null(value) ? "" : value.dump().substr(0, kLongestQuote); }

/// Returns a key in the form of a JSON pointer: shortened if it is long, with special characters escaped.
std::string pointer_part(const std::string& key) {
  std::string part;
  for (const char c : key.substr(0, kLongestQuote)) part += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return part;
}

}  // namespace

std::string python_name(const Parameter& parameter) {
  std::string name = *parameter.python_name != '\0' ? parameter.python_name : parameter.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::string alternatives(const std::vector<std::string>& words) {
  std::string list;
  for (std::size_t k = 0; k < words.size(); ++k)
    list += (k == 0 ? "" : k + 1 < words.size() ? ", " : " or ") + words[k];
  return list;
}

std::string meant(const std::string& word, const std::vector<std::string>& words) {
  const std::vector<std::string> near = internal::nearest(word, words);
  return near.empty() ? "" : "; did you mean " + alternatives(near) + "?";
}

std::string wrong_value(const Parameter& parameter, double value) {
  constexpr int kLargestRank = std::numeric_limits<int>::max();
  const bool whole = std::isfinite(value) && value == std::floor(value);
  switch (parameter.kind) {
    case Kind::size:
      return std::isfinite(value) && value >= 0 ? "" : "must be a finite number of at least 0, such as 12 or 0.5";
    case Kind::seconds:
      return std::isfinite(value) && value >= 0 ? ""
                                                : "must be a finite number of seconds of at least 0, such as 12 or 0.5";
    case Kind::degrees:
      return std::fabs(value) <= 360 ? "" : "must be from -360 to 360 degrees";
    case Kind::count:
      return whole && value >= 0 ? "" : "must be a whole number of at least 0";
    case Kind::rank:
      return whole && value >= 1 && value <= kLargestRank
                 ? ""
                 : fmt::format("must be a whole number from 1 to {}", kLargestRank);
    case Kind::number:
      return whole ? "" : "must be a whole number";
    default:
      return "";
  }
}

std::string wrong_value(const Parameter& parameter, const std::string& value) {
  const std::vector<std::string>& words = parameter.words;
  const bool known = words.empty() || std::find(words.begin(), words.end(), value) != words.end();
  return known ? "" : "must be " + alternatives(words) + meant(value, words);
}

std::string wrong_wrench(const Eigen::Vector3d& wrench) {
  if (!wrench.allFinite()) return kExpectedWrench;
  return wrench.cwiseAbs().maxCoeff() <= kLargestWrench
             ? ""
             : "must be from -1e100 to 1e100 (N, N, N times the length unit)";
}

namespace {

/// Reads one member of an object. Stores the value in the member to which the parameter is bound. Returns "", or an
/// error message.
class MemberReader {
 public:
  MemberReader(const Parameter& parameter, const Json& value) : parameter_(parameter), value_(value) {}

  std::string operator()(bool* slot) const { return read_flag(*slot); }

  std::string operator()(std::optional<double>* slot) const {
    *slot = value_.number();
    return *slot ? wrong_value(parameter_, **slot) : wrong_value(parameter_, kNoNumber);
  }

  std::string operator()(std::optional<std::size_t>* slot) const {
    const std::optional<std::int64_t> number = value_.whole();
    const std::string wrong = wrong_value(parameter_, number ? static_cast<double>(*number) : kNoNumber);
    if (wrong.empty()) *slot = static_cast<std::size_t>(*number);
    return wrong;
  }

  std::string operator()(std::optional<long>* slot) const {
    const std::optional<std::int64_t> number = value_.whole();
    const std::string wrong = wrong_value(parameter_, number ? static_cast<double>(*number) : kNoNumber);
    if (wrong.empty()) *slot = static_cast<long>(*number);
    return wrong;
  }

  std::string operator()(std::optional<std::string>* slot) const {
    if (parameter_.kind == Kind::file) {
      bool asked = false;
      const std::string wrong = read_flag(asked);
      if (asked) *slot = "";
      return wrong;
    }
    if (value_.text() == nullptr)
      return parameter_.words.empty() ? "must be a text" : "must be " + alternatives(parameter_.words);
    *slot = *value_.text();
    return wrong_value(parameter_, **slot);
  }

  std::string operator()(std::optional<Eigen::Vector3d>* slot) const {
    const Json::Array* entries = value_.entries();
    const bool numbers =
        entries != nullptr && entries->size() == 3 &&
        std::all_of(entries->begin(), entries->end(), [](const Json& entry) { return entry.number().has_value(); });
    if (!numbers) return kExpectedWrench;
    *slot = Eigen::Vector3d(*(*entries)[0].number(), *(*entries)[1].number(), *(*entries)[2].number());
    return wrong_wrench(**slot);
  }

  std::string operator()(std::vector<GivenPlace>* slot) const {
    if (value_.entries() == nullptr) return "must be a list of clamps, such as [[3, 0.5]]";
    for (const Json& place : *value_.entries()) {
      const Json::Array* both = place.entries();
      const bool numbers = both != nullptr && both->size() == 2 && (*both)[0].number() && (*both)[1].number();
      if (!numbers) return std::string(kExpectedPlace) + "[3, 0.5]";
      const double edge = *(*both)[0].number(), share = *(*both)[1].number();
      slot->push_back({edge, share, fmt::format("{},{}", edge, share)});
    }
    return "";
  }

  std::string operator()(Json* slot) const {
    *slot = value_;
    return "";
  }

  std::string operator()(std::optional<GivenDocument>* slot) const {
    *slot = GivenDocument{std::string("/options/") + parameter_.name, value_.dump()};
    return "";
  }

 private:
  static constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

  std::string read_flag(bool& flag) const {
    flag = value_.boolean().value_or(false);
    return value_.boolean() ? "" : "must be true or false";
  }

  const Parameter& parameter_;
  const Json& value_;
};

}  // namespace

void read_parameters(const Json& object, const std::string& pointer, const Parameters& parameters) {
  if (is_null(object)) return;
  if (!object.members()) throw InputError(pointer, quoted(object), "must be an object");
  std::vector<Fault> faults;
  std::vector<std::string> known;
  for (const Parameter& parameter : parameters) {
    if ((parameter.fronts & Parameter::request) == 0) continue;
    known.emplace_back(parameter.name);
    for (const auto& [key, value] : *object.members()) {
      if (key != parameter.name || is_null(value)) continue;
      const std::string wrong = std::visit(MemberReader(parameter, value), parameter.slot);
      if (!wrong.empty()) faults.push_back({pointer + "/" + pointer_part(key), quoted(value), wrong});
      break;
    }
  }
  std::string list;
  for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
  for (const auto& [key, value] : *object.members()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string near = meant(key, known);
    const std::string there = list.empty()   ? "unknown key; none is expected here"
                              : near.empty() ? "unknown key; expected one of " + list
                                             : "unknown key" + near;
    faults.push_back({pointer + "/" + pointer_part(key), "", there});
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

InputError respelled(const InputError& error, const std::function<std::string(const std::string&)>& spell) {
  const auto spelled = [&](const std::string& text) {
    std::string result;
    for (std::size_t k = 0; k < text.size();) {
      const bool option = text.compare(k, 2, "--") == 0 && k + 2 < text.size() && std::islower(text[k + 2]) != 0;
      if (!option) {
        result += text[k++];
        continue;
      }
      std::size_t end = k + 2;
      while (end < text.size() && (std::islower(text[end]) != 0 || text[end] == '-')) ++end;
      result += spell(text.substr(k + 2, end - k - 2));
      k = end;
    }
    return result;
  };
  std::vector<Fault> faults = error.faults();
  for (Fault& fault : faults) {
    fault.pointer = spelled(fault.pointer);
    fault.message = spelled(fault.message);
  }
  return InputError(std::move(faults));
}

namespace {

/// Reads a number at the beginning of a text, and removes it. Returns nothing if the text does not begin with a number.
std::optional<double> take_number(std::string_view& text) {
  double value = 0;
  const auto [end, error] = internal::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}  // namespace

Friction friction_in(const std::string& given, const char* option) {
  std::string_view text = given;
  const std::optional<double> low = take_number(text);
  std::optional<double> high = low;
  if (low && text.starts_with(',')) {
    text.remove_prefix(1);
    high = take_number(text);
  }
  if (!low || !high || !text.empty() || *low < 0 || *high < *low || *high > 1000)
    throw InputError(option, given,
                     "must be a number from 0 to 1000, or two in ascending order, such as 0.1,0.3");
  return {*low, *high};
}

}  // namespace pawl::answers
