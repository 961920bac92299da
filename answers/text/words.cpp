// SPDX-License-Identifier: MIT
#include "answers/text/words.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace pawl::answers {
namespace {

const Json kNull;

const char* verb_of(char letter) {
  switch (letter) {
    case 'l':
      return "slides left on";
    case 'r':
      return "slides right on";
    case 'n':
      return "sticks on";
    case 's':
      return "off";
    case 'a':
      return "approaches";
    default:
      return "anything at";
  }
}

}  // namespace

const Json& at(const Json& object, const std::string& key) {
  const Json::Object* members = object.members();
  if (members == nullptr) return kNull;
  for (const auto& [name, value] : *members) {
    if (name == key) return value;
  }
  return kNull;
}

const Json& at(const Json& array, std::size_t k) {
  const Json::Array* entries = array.entries();
  return entries != nullptr && k < entries->size() ? (*entries)[k] : kNull;
}

std::size_t count_of(const Json& list) { return list.entries() != nullptr ? list.entries()->size() : 0; }

std::string text_in(const Json& value) { return value.text() != nullptr ? *value.text() : ""; }

double number_in(const Json& value) { return value.number().value_or(0); }

bool is_true(const Json& value) { return value.boolean().value_or(false); }

bool is_null(const Json& value) {
  return !value.entries() && !value.members() && !value.text() && !value.number() && !value.boolean();
}

std::string rounded(double number) {
  const std::string text = fmt::format("{:.4g}", number);
  return text == "-0" ? "0" : text;
}

std::string in_degrees(double degrees) {
  const std::string text = fmt::format("{:.1f}", degrees);
  return (text == "-0.0" ? "0.0" : text) + "\u00b0";
}

std::string vector_in(const Json& vector) {
  std::string text;
  for (std::size_t k = 0; k < count_of(vector); ++k) {
    text += (k > 0 ? ", " : "(") + (is_null(at(vector, k)) ? "any" : rounded(number_in(at(vector, k))));
  }
  return text + ")";
}

std::string list_in(const Json& numbers, const char* between) {
  std::string text;
  for (std::size_t k = 0; k < count_of(numbers); ++k)
    text += (k > 0 ? between : "") + rounded(number_in(at(numbers, k)));
  return text;
}

std::string in_words(const std::string& mode) {
  std::string text;
  for (const char letter : std::string("lrnsa*")) {
    std::string fixels;
    for (std::size_t k = 0; k < mode.size(); ++k) {
      if (mode[k] == letter) fixels += " " + std::to_string(k + 1);
    }
    if (!fixels.empty()) text += (text.empty() ? "" : ", ") + std::string(verb_of(letter)) + fixels;
  }
  return text.empty() ? "moves freely" : text;
}

std::string margin_in(double degrees) {
  if (degrees >= 180) return "any direction will do";
  const char* words = degrees < 1 ? "hardly to be met" : degrees < 5 ? "narrow" : degrees < 15 ? "fair" : "wide";
  return in_degrees(degrees) + " (" + words + ")";
}

std::string length_of(const Json& document) {
  const std::string unit = text_in(at(at(document, "units"), "length"));
  return unit.empty() ? "m" : unit;
}

std::string angle_of(const Json& document) {
  const std::string unit = text_in(at(at(document, "units"), "angle"));
  return unit.empty() ? "rad" : unit;
}

std::string counted(std::size_t count, const std::string& thing) {
  const bool hisses = thing.ends_with("sh") || thing.ends_with("ch");  // pushes, wrenches
  std::string text = std::to_string(count);
  text += ' ';
  text += thing;
  if (count != 1) text += hisses ? "es" : "s";
  return text;
}

}  // namespace pawl::answers
