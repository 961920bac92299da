// SPDX-License-Identifier: MIT
#include <pawl/draw/render.h>
#include <pawl/draw/task_picture.h>

#include <algorithm>
#include <sstream>

#include "answers/pictures/answer_picture.h"
#include "answers/report_answer.h"
#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

constexpr double kWidth = 794, kMargin = 40;  ///< width of A4 at 96 px per inch, and margin, px

/// Splits the text of a report at the headings of its pictures. Returns the text before each picture.
std::vector<std::string> sections_of(const Json& document) {
  TextStyle style;
  style.width = 96;
  const std::string text = text_for_people(document, kYes, style);
  std::vector<std::string> sections(1);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    for (const char* heading : {"PLAN AND CERTIFICATE", "TRIALS", "WARNINGS AND LIMITATIONS"}) {
      if (line == heading) sections.emplace_back();
    }
    sections.back() += line + "\n";
  }
  return sections;
}

/// A cell of a line of text, and the column at which it begins. At least two blanks separate a cell from its
/// neighbours.
struct Cell {
  std::string text;
  int column;
};

std::vector<Cell> cells_of(const std::string& line) {
  std::vector<Cell> cells;
  for (std::size_t begin = line.find_first_not_of(' '); begin != std::string::npos;) {
    const std::size_t end = std::min(line.find("  ", begin), line.size());
    cells.push_back({line.substr(begin, end - begin), columns_of(line.substr(0, begin))});
    begin = line.find_first_not_of(' ', end);
  }
  return cells;
}

bool is_heading(const std::string& line) { return !line.empty() && line[0] >= 'A' && line[0] <= 'Z'; }

/// Returns a page with a text and, below the text, a picture.
draw::Picture page_of(const std::string& text, std::optional<draw::Picture> picture, const std::string& title) {
  constexpr double kSize = 11, kHeading = 15, kLine = 16, kHeadingLine = 26, kColumn = 7.2;
  std::vector<std::string> lines;
  std::vector<double> depths;  // height of the centre of each line, px below the page's upper edge
  double below = kMargin;
  std::istringstream given(text);
  for (std::string line; std::getline(given, line);) {
    const double height = is_heading(line) ? kHeadingLine : kLine;
    lines.push_back(line);
    depths.push_back(below + height / 2);
    below += height;
  }
  draw::Picture page;
  page.title = title;
  page.size = {std::max(kWidth, picture ? picture->size.x() : 0), below + (picture ? picture->size.y() : 0) + kMargin};
  if (picture) {
    for (draw::Panel& panel : picture->panels) {
      panel.page.least += Eigen::Vector2d((page.size.x() - picture->size.x()) / 2, below);
      page.panels.push_back(std::move(panel));
    }
  }
  draw::Panel words;
  words.world = words.page = {{0, 0}, page.size};
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const double y = page.size.y() - depths[k];
    for (const Cell& cell : cells_of(lines[k])) {
      words.items.emplace_back(draw::Label{.at = {kMargin + kColumn * cell.column, y},
                                           .text = cell.text,
                                           .size = is_heading(lines[k]) ? kHeading : kSize,
                                           .place = draw::Place::left,
                                           .priority = 1000});
    }
  }
  page.panels.push_back(std::move(words));
  return page;
}

struct Shown {
  std::string text;
  std::optional<draw::Picture> picture;
};

/// Returns the sections of a report: the task, the plan and the trials, each with its text and its picture.
/// `plan_width` is the width of the plan's picture, px; a wider picture has more drawings in a row, so that its height
/// shrinks.
std::vector<Shown> shown_in(const ValidTask& task, const Json& document, double plan_width) {
  constexpr double kPicture = 690;
  const Json& results = at(document, "results");
  const std::vector<std::string> text = sections_of(document);
  const auto picture = [&](const char* command, double width) -> std::optional<draw::Picture> {
    const Json& one = at(results, command);
    return one.members() ? answer_picture(task, one, width) : std::nullopt;
  };
  return {{text[0], draw::task_picture(task, {kPicture, 480})},
          {text[1], picture("plan", plan_width)},
          {text[2] + text[3], picture("simulate", kPicture)}};
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
  return result;
}

/// Returns an SVG picture for use inside an HTML page. All its ids begin with `mark`, so that they are unique on the
/// page.
std::string inlined(const std::string& svg, const std::string& mark) {
  std::string text = svg.substr(svg.find("<svg "));
  const std::size_t id = text.find(" id=\"p");
  if (id == std::string::npos) return text;
  const std::string old = text.substr(id + 5, 10);
  for (std::size_t k = text.find(old); k != std::string::npos; k = text.find(old, k + old.size() + mark.size()))
    text.insert(k, mark);
  return text;
}

}  // namespace

std::string report_pdf(const ValidTask& task, const Json& given) {
  Json document = given;
  if (count_of(at(at(at(at(given, "results"), "plan"), "results"), "steps")) > 0) {
    document["results"]["plan"]["results"]["steps"][0]["energy"]["basin"] =
        nullptr;  // the page has no room for the picture of the basin
  }
  std::vector<draw::Picture> pages;
  for (Shown& shown : shown_in(task, document, 1000))
    pages.push_back(page_of(shown.text, std::move(shown.picture), title_of(document)));
  return draw::pdf(pages);
}

std::string report_html(const ValidTask& task, const Json& document) {
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
      escaped(title_of(document)) +
      "</title>\n<style>body{max-width:60rem;margin:1rem auto;padding:0 .8rem;background:Canvas;color:CanvasText}"
      "h1{font-size:1.5rem}pre,div{overflow-x:auto}pre{font-size:.85rem;line-height:1.4}"
      "svg{width:100%;height:auto;min-width:36rem}.dark{display:none}@media(max-width:40rem){pre{font-size:.7rem}}"
      "@media(prefers-color-scheme:dark){.light{display:none}.dark{display:block}}</style></head>\n<body>\n<h1>" +
      escaped(title_of(document)) + "</h1>\n";
  for (const Shown& shown : shown_in(task, document, 690)) {
    html += "<pre>" + escaped(shown.text) + "</pre>\n";
    if (!shown.picture) continue;
    html += "<div class=\"light\">" + inlined(draw::svg(*shown.picture), "l") + "</div>\n<div class=\"dark\">" +
            inlined(draw::svg(*shown.picture, draw::Theme::dark), "d") + "</div>\n";
  }
  return html + "</body></html>\n";
}

}  // namespace pawl::answers
