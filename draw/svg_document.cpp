// SPDX-License-Identifier: MIT
#include "svg_document.h"

#include <fmt/format.h>
#include <pawl/base/assert.h>

#include <array>
#include <cstdint>
#include <map>
#include <string_view>

#include "text.h"

namespace pawl::draw::internal {
namespace {

/// FNV-1a.
std::uint32_t hash_of(std::string_view text) {
  std::uint32_t hash = 2166136261u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

/// Cairo counts some names through the whole program, and two pictures on one page must not share any: they become a
/// mark of the picture and a number in the order in which they come.
std::string renamed(const std::string& svg, const std::string& mark) {
  static constexpr std::array<std::string_view, 3> kBefore = {"id=\"", "href=\"#", "url(#"};
  std::map<std::string, std::string, std::less<>> names;
  std::string result;
  result.reserve(svg.size());
  for (std::size_t at = 0; at < svg.size();) {
    std::size_t nearest = std::string::npos, length = 0;
    for (const std::string_view before : kBefore) {
      const std::size_t found = svg.find(before, at);
      if (found < nearest) nearest = found, length = before.size();
    }
    if (nearest == std::string::npos) return result + svg.substr(at);
    const std::size_t name = nearest + length, end = svg.find_first_of("\")", name);
    const auto [entry, is_new] = names.try_emplace(svg.substr(name, end - name));
    if (is_new) entry->second = fmt::format("{}{}", mark, names.size());
    result += svg.substr(at, name - at) + entry->second;
    at = end;
  }
  return result;
}

std::string title_and_description(const std::string& title, const std::string& description) {
  std::string text;
  if (!title.empty()) text += "<title>" + escaped(title) + "</title>\n";
  if (!description.empty()) text += "<desc>" + escaped(description) + "</desc>\n";
  return text;
}

/// Panels as unseen rectangles, below all that is drawn.
std::string named_panels(const Picture& picture) {
  std::string text;
  for (const Panel& panel : picture.panels) {
    if (panel.title.empty() && panel.description.empty()) continue;
    text += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" pointer-events=\"all\">\n",
        panel.page.least.x(), panel.page.least.y(), panel.page.size.x(), panel.page.size.y());
    text += title_and_description(panel.title, panel.description) + "</rect>\n";
  }
  return text;
}

std::string searchable(const Labels& labels) {
  std::string text =
      "<g fill=\"none\" stroke=\"none\" pointer-events=\"none\" font-family=\"DejaVu Sans, sans-serif\">\n";
  for (const PlacedLabel& placed : labels.placed) {
    if (placed.label.turn != 0) continue;
    text += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" textLength=\"{:.1f}\" "
        "lengthAdjust=\"spacingAndGlyphs\">{}</text>\n",
        placed.box.least.x(), placed.box.least.y() + kAscent * placed.label.size, placed.label.size,
        placed.box.size.x(), escaped(placed.label.text));
  }
  return text + "</g>\n";
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : clean_text(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string with_text(const std::string& by_cairo, const Picture& picture, const Labels& labels) {
  const std::string own = title_and_description(picture.title, picture.description);
  std::string svg = renamed(by_cairo, fmt::format("p{:08x}-", hash_of(own) ^ hash_of(searchable(labels))));
  const std::size_t open = svg.find("<svg "), end = svg.find(">\n", open), close = svg.rfind("</svg>");
  PAWL_ASSERT(open != std::string::npos && end != std::string::npos && close != std::string::npos);
  svg.insert(close, searchable(labels));
  svg.insert(end + 2, own + named_panels(picture));
  svg.insert(open + 5, "role=\"img\" ");
  return svg;
}

}  // namespace pawl::draw::internal
