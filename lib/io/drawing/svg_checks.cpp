// SPDX-License-Identifier: MIT
#include "io/drawing/svg_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "io/drawing/drawn_number.h"
#include "io/drawing/svg_text.h"
#include "io/json_value.h"

namespace pawl::internal {
namespace {

using Node = XmlNode;

/// Properties of a style that move, form or hide what is drawn; those that are read are not among them.
constexpr std::string_view kForming[] = {"all",    "clip",      "clip-path", "cx",     "cy", "d",
                                         "height", "mask",      "r",         "rotate", "rx", "ry",
                                         "scale",  "translate", "width",     "x",      "y",  "zoom"};
constexpr std::string_view kFormingBeginnings[] = {"transform", "offset", "mask-"};
constexpr std::string_view kMakers[] = {"-webkit-", "-moz-", "-ms-", "-o-"};

bool forms(std::string name) {
  for (const std::string_view maker : kMakers) {
    if (name.starts_with(maker)) name.erase(0, maker.size());
  }
  return std::find(std::begin(kForming), std::end(kForming), name) != std::end(kForming) ||
         std::any_of(std::begin(kFormingBeginnings), std::end(kFormingBeginnings),
                     [&](std::string_view beginning) { return name.starts_with(beginning); });
}

std::string wrong_with_style(std::string_view style) {
  std::string wrong;
  for_each_declaration(style, [&](std::string_view name, std::string_view value) {
    const std::string word = small_letters(name);
    if (name.find_first_of("\\*") != std::string_view::npos ||
        (reads_property(word) && value.find_first_of("\\*") != std::string_view::npos)) {
      wrong = "has a style with comments or escapes, which are not read";
    } else if (forms(word) && !(same_word(value, "none") && word != "d")) {
      wrong = fmt::format("has a {} in its style, which is not read; expected an attribute", printable(word));
    }
  });
  return wrong;
}

std::string without_comments(std::string_view text) {
  std::string rest;
  while (!text.empty()) {
    const std::size_t begin = text.find("/*");
    rest += text.substr(0, begin);
    if (begin == std::string_view::npos) break;
    const std::size_t end = text.find("*/", begin + 2);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 2);
    rest += ' ';
  }
  return rest;
}

std::string sheet_of(const Node& node) {
  std::string text;
  for (Node part = node.first_child(); part; part = part.next_sibling()) text += part.value();
  return without_comments(text);
}

/// A property's name stands before a colon, behind a brace or a semicolon. That selectors may look the same only means
/// that some sheet is refused that need not be.
std::string wrong_with_sheet(const std::string& sheet) {
  constexpr const char* kDo = "style sheets are not read: have the program write attributes";
  if (sheet.find('\\') != std::string::npos) return fmt::format("has escapes; {}", kDo);
  if (small_letters(sheet).find("@import") != std::string::npos) return fmt::format("imports another sheet; {}", kDo);
  std::size_t begin = 0;
  for (std::size_t k = 0; k < sheet.size(); ++k) {
    if (sheet[k] == ':') {
      const std::string name = small_letters(trimmed(std::string_view(sheet).substr(begin, k - begin)));
      if (forms(name) || name == "display" || name == "visibility") {
        return fmt::format("has rules for {}, which form or hide what is drawn; {}", printable(name), kDo);
      }
    }
    if (std::string_view("{};:").find(sheet[k]) != std::string_view::npos) begin = k + 1;
  }
  return "";
}

std::string doubled_attribute(const Node& node) {
  std::vector<std::string_view> names;
  for (XmlAttribute one = node.first_attribute(); one; one = one.next()) names.push_back(one.name());
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  return twice == names.end() ? "" : fmt::format("has the attribute {} twice, which is no XML", printable(*twice));
}

std::string wrong_space(const Node& node) {
  for (XmlAttribute one = node.first_attribute(); one; one = one.next()) {
    const std::string_view name = one.name(), space = trimmed(one.value());
    if (name.starts_with("xmlns:") && (name == "xmlns:svg") != (space == kSvgSpace)) {
      return name == "xmlns:svg" ? "gives the prefix svg to another name space"
                                 : fmt::format(
                                       "gives SVG's name space the prefix {}, which is not read; expected svg "
                                       "or none",
                                       printable(name.substr(6)));
    }
  }
  return "";
}

}  // namespace

std::string wrong_with_element(const Node& node) {
  const std::string_view style = node.attribute("style").value();
  for (const char* changes : {"clip-path", "mask"}) {
    std::string_view value = style_value(style, changes);
    if (value.empty()) value = trimmed(node.attribute(changes).value());
    if (value.empty() || same_word(value, "none")) continue;
    return fmt::format("has a {}, which changes what is seen: apply it in the program that drew it", changes);
  }
  for (const char* changes : {"transform-origin", "transform-box"}) {
    if (node.attribute(changes)) return fmt::format("has a {}, which is not read", changes);
  }
  return wrong_with_style(style);
}

std::string wrong_with_node(const Node& node) {
  if (node.kind() == Node::Kind::instruction) {
    return node.name() == "xml-stylesheet" ? "is a style sheet in another file, which is not read" : "";
  }
  if (node.kind() != Node::Kind::element) return "";
  std::string wrong = doubled_attribute(node);
  if (wrong.empty()) wrong = wrong_space(node);
  if (wrong.empty() && is_style_sheet(node)) wrong = wrong_with_sheet(sheet_of(node));
  return wrong;
}

bool is_style_sheet(const Node& node) {
  const std::string_view name = node.name();
  return (name == "style" || name == "svg:style") && !trimmed(sheet_of(node)).empty();
}

}  // namespace pawl::internal
