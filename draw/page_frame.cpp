// SPDX-License-Identifier: MIT
#include "page_frame.h"

#include <fmt/format.h>
#include <pawl/draw/render.h>

#include <algorithm>
#include <cmath>

#include "text.h"

namespace pawl::draw::internal {
namespace {

constexpr double kTitle = 18, kText = 13, kSmall = 12, kSwatch = 26;  ///< px
constexpr int kWords = 1000;                                          ///< priority

}  // namespace

PageFrame::PageFrame(const Eigen::Vector2d& size, const std::string& title, const std::string& description)
    : size_(size), margin_(size.x() < 700 ? 12 : 20), title_(title), description_(description) {
  room_ = {{margin_, margin_}, (size - Eigen::Vector2d(2 * margin_, 2 * margin_)).cwiseMax(1)};
  words_.world = words_.page = {{0, 0}, size};
  std::vector<std::string> lines = wrapped_text(title, kTitle, room_.size.x());
  if (lines.size() > 2) {
    lines.resize(2);
    lines[1] = fitted_text(lines[1] + " …", kTitle, room_.size.x());
  }
  for (const std::string& line : lines) {
    write(margin_, room_.least.y() + kTitle * .6, line, kTitle, Ink::text);
    take_top(kTitle * 1.35);
  }
}

void PageFrame::write(double x, double y, const std::string& text, double size, Ink ink) {
  words_.items.emplace_back(
      Label{.at = flipped(x, y), .text = text, .size = size, .ink = ink, .place = Place::left, .priority = kWords});
}

void PageFrame::take_top(double px) {
  px = std::min(px, room_.size.y() - 1);
  room_.least.y() += px;
  room_.size.y() -= px;
}

void PageFrame::take_bottom(double px) { room_.size.y() = std::max(1.0, room_.size.y() - px); }

void PageFrame::add_line(const std::string& text, Ink ink) {
  for (const std::string& line : wrapped_text(text, kText, room_.size.x())) {
    write(margin_, room_.least.y() + kText * .7, line, kText, ink);
    take_top(kText * 1.4);
  }
}

void PageFrame::add_notes(const std::vector<std::string>& notes, Ink ink, std::size_t most) {
  std::vector<std::string> lines;
  for (const std::string& note : notes) {
    for (std::string& line : wrapped_text(note, kSmall, room_.size.x())) lines.push_back(std::move(line));
  }
  if (lines.size() > most) {
    const std::size_t left = lines.size() - most + 1;
    lines.resize(most - 1);
    lines.push_back(fmt::format("and {} more lines", left));
  }
  if (lines.empty()) return;
  take_bottom(kSmall * 1.4 * static_cast<double>(lines.size()) + 4);
  double y = room_.most().y() + 4 + kSmall * .7;
  for (const std::string& line : lines) {
    write(margin_, y, line, kSmall, ink);
    y += kSmall * 1.4;
  }
}

void PageFrame::add_text(const Eigen::Vector2d& at, const std::string& text, double size, Ink ink, double width) {
  write(at.x(), at.y(), fitted_text(text, size, width), size, ink);
}

void PageFrame::add_swatch(const LegendEntry& entry, double x, double y) {
  if (entry.shape) {
    words_.items.emplace_back(Mark{flipped(x + kSwatch / 2, y), *entry.shape, 10, entry.pen.ink});
    return;
  }
  if (entry.fill) {
    const Box box{flipped(x, y + 6), {kSwatch, 12}};
    words_.items.emplace_back(Stroke{rectangle(box), true, entry.pen, entry.fill});
    return;
  }
  words_.items.emplace_back(
      Stroke{segment(flipped(x, y), flipped(x + kSwatch, y)), false, entry.pen, std::nullopt, entry.head});
}

void PageFrame::add_legend(const std::vector<LegendEntry>& entries) {
  constexpr double kRow = 20, kAir = 18;
  struct Placed {
    double x, row;
  };
  std::vector<Placed> places;
  double x = margin_, row = 0;
  for (const LegendEntry& entry : entries) {
    const double width = kSwatch + 6 + text_width(entry.text, kSmall);
    if (x > margin_ && x + width > room_.most().x()) x = margin_, ++row;
    places.push_back({x, row});
    x += width + kAir;
  }
  if (entries.empty()) return;
  take_bottom(kRow * (row + 1) + 4);
  const double top = room_.most().y() + 4;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double y = top + kRow * (places[i].row + .5);
    add_swatch(entries[i], places[i].x, y);
    write(places[i].x + kSwatch + 6, y, fitted_text(entries[i].text, kSmall, room_.size.x() - kSwatch - 6), kSmall,
          Ink::text);
  }
}

Picture PageFrame::finish() {
  Picture picture{size_, title_, description_, std::move(panels_)};
  picture.panels.push_back(std::move(words_));
  return picture;
}

std::string number(double value) { return fmt::format("{:.4g}", value + 0.0); }

void add_scale_bar(Panel& panel, const std::string& unit) {
  const double scale = scale_of(panel).x();
  const double most = std::min(160.0, .4 * panel.page.size.x()) / scale;
  const double power = std::pow(10, std::floor(std::log10(most)));
  double length = power;
  for (const double factor : {2.0, 5.0}) {
    if (factor * power <= most) length = factor * power;
  }
  if (!std::isfinite(length) || length <= 0) return;
  const Eigen::Vector2d corner(panel.page.least.x() + 6, panel.page.most().y() - 8);
  const Eigen::Vector2d end = corner + Eigen::Vector2d(length * scale, 0), tick(0, 4);
  for (const auto& [from, to] : {std::pair{corner, end}, {corner - tick, corner + tick}, {end - tick, end + tick}}) {
    panel.items.emplace_back(Stroke{segment(to_world(panel, from), to_world(panel, to)), false, Pen{Ink::axis, 1.5}});
  }
  panel.items.emplace_back(Label{.at = to_world(panel, end + Eigen::Vector2d(8, 0)),
                                 .text = number(length) + " " + unit,
                                 .size = 12,
                                 .ink = Ink::text,
                                 .place = Place::left,
                                 .priority = 900});
}

}  // namespace pawl::draw::internal
