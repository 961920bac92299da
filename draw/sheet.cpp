// SPDX-License-Identifier: MIT
#include "sheet.h"

#include <pawl/draw/render.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace pawl::draw {
namespace {

constexpr std::size_t kLongestHeading = 200, kLongestLine = 600, kMostNotes = 40;
constexpr double kText = 13, kHeading = 18, kPanelTitle = 13;

/// Bytes of the longest beginning, at least one character, that is no wider.
std::size_t fitting(const std::string& text, double size, double width) {
  std::size_t last = 0;
  for (std::size_t k = 1; k <= text.size(); ++k) {
    if (k < text.size() && (static_cast<unsigned char>(text[k]) & 0xC0) == 0x80) continue;  // within a character
    if (last > 0 && text_width(text.substr(0, k), size) > width) break;
    last = k;
  }
  return last;
}

}  // namespace

std::string cut(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most) + "\u2026";
}

std::vector<std::string> wrapped(const std::string& text, double size, double width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) {
    const std::string longer = line.empty() ? word : line + " " + word;
    if (text_width(longer, size) <= width) {
      line = longer;
      continue;
    }
    if (!line.empty()) lines.push_back(line);
    for (; text_width(word, size) > width; word.erase(0, lines.back().size())) {
      lines.push_back(word.substr(0, fitting(word, size, width)));
    }
    line = word;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

Sheet::Sheet(double width) : width_(width), margin_(width < 700 ? 12 : 24), y_(margin_) {}

void Sheet::write(const Eigen::Vector2d& at, const std::string& text, double size, Ink ink, Place place) {
  Label label;
  label.at = at;
  label.text = text;
  label.size = size;
  label.ink = ink;
  label.place = place;
  label.priority = 100;
  texts_.push_back(std::move(label));
}

void Sheet::heading(const std::string& text) {
  for (const std::string& part : wrapped(cut(text, kLongestHeading), kHeading, width())) {
    write({margin_, y_ + kHeading * .7}, part, kHeading, Ink::text);
    y_ += std::round(kHeading * 1.4);
  }
}

void Sheet::line(const std::string& text, Ink ink) {
  for (const std::string& part : wrapped(cut(text, kLongestLine), kText, width())) {
    write({margin_, y_ + kText * .75}, part, kText, ink);
    y_ += std::round(kText * 1.5);
  }
}

void Sheet::notes(const std::vector<Note>& notes) {
  for (std::size_t k = 0; k < std::min(notes.size(), kMostNotes); ++k) line(notes[k].text, notes[k].ink);
  if (notes.size() > kMostNotes) line("and " + std::to_string(notes.size() - kMostNotes) + " more lines", Ink::note);
}

void Sheet::add(Panel panel, const Box& box) {
  if (!panel.title.empty()) {
    write({box.least.x(), box.least.y() + kTitle / 2},
          fitted_text(cut(panel.title, kLongestHeading), kPanelTitle, box.size.x()), kPanelTitle, Ink::text);
  }
  panel.page = {{box.least.x(), box.least.y() + kTitle}, {box.size.x(), box.size.y() - kTitle}};
  y_ = std::max(y_, box.most().y());
  panels_.push_back(std::move(panel));
}

std::string spoken(const std::vector<Note>& notes) {
  std::string text;
  for (std::size_t k = 0; k < std::min(notes.size(), kMostNotes); ++k)
    text += (text.empty() ? "" : ". ") + cut(notes[k].text, kLongestLine);
  return text;
}

Picture Sheet::finish(const std::string& title, const std::string& description) {
  Picture picture;
  picture.size = {width_, std::ceil(y_ + margin_)};
  picture.title = title;
  picture.description = description;
  picture.panels = std::move(panels_);
  Panel text;
  text.world = text.page = {{0, 0}, picture.size};
  for (Label& label : texts_) {
    label.at.y() = picture.size.y() - label.at.y();
    text.items.emplace_back(std::move(label));
  }
  picture.panels.push_back(std::move(text));
  return picture;
}

}  // namespace pawl::draw
