// SPDX-License-Identifier: MIT
#include "strokes_surface.h"

#include <pawl/draw/strokes.h>

#include <array>
#include <cmath>
#include <utility>

#include "page/json_text.h"
#include "strokes_text.h"
#include "text.h"

namespace pawl::draw::internal {
namespace {

using Eigen::Vector2d;

std::string list_of(std::initializer_list<double> numbers) {
  std::string text = "[";
  for (const double number : numbers) {
    if (text.size() > 1) text += ',';
    append_hundredths(number, text);
  }
  return text + ']';
}

std::string box_text(const Box& box) { return list_of({box.least.x(), box.least.y(), box.size.x(), box.size.y()}); }

const char* name_of(Dash dash) {
  constexpr std::array<const char*, 4> kNames = {"solid", "dashed", "dotted", "dash_dot"};
  return kNames[static_cast<std::size_t>(dash)];
}

const char* name_of(Hatch hatch) {
  constexpr std::array<const char*, 5> kNames = {"none", "rising", "falling", "crossed", "dots"};
  return kNames[static_cast<std::size_t>(hatch)];
}

std::string fill_text(std::string_view ink, double opacity, Hatch hatch) {
  std::string text = "{\"ink\":\"";
  text.append(ink) += "\",\"opacity\":";
  append_hundredths(opacity, text);
  return text + ",\"hatch\":\"" + name_of(hatch) + "\"}";
}

std::string stroke_text(const Pen& pen) {
  std::string text = "{\"ink\":\"";
  text.append(draw::name_of(pen.ink)) += "\",\"width\":";
  append_hundredths(pen.width, text);
  return text + ",\"dash\":\"" + name_of(pen.dash) + "\"}";
}

}  // namespace

void StrokesSurface::begin_panel(const Panel& panel) {
  if (!text_.empty()) text_ += ',';
  const Vector2d origin = to_page(panel, {0, 0}), scale = scale_of(panel);
  text_ += "{\"title\":" + json_text(panel.title) + ",\"description\":" + json_text(panel.description) +
           ",\"page\":" + box_text(panel.page) + ",\"clip\":" + (panel.clip ? box_text(panel.page) : "null") +
           ",\"origin\":[" + exact_text(origin.x()) + ',' + exact_text(origin.y()) + "],\"scale\":[" +
           exact_text(scale.x()) + ',' + exact_text(scale.y()) + "],\"items\":[";
  first_item_ = true;
}

void StrokesSurface::begin_labels(const Vector2d& page) {
  if (!text_.empty()) text_ += ',';
  text_ += "{\"title\":\"\",\"description\":\"\",\"page\":" + box_text({{0, 0}, page}) + ",\"clip\":null,\"items\":[";
  first_item_ = true;
}

void StrokesSurface::end_panel() {
  flush();
  text_ += "]}";
}

void StrokesSurface::command(char letter, std::initializer_list<double> numbers) {
  path_ += letter;
  bool first = true;
  for (const double number : numbers) {
    if (!first) path_ += ' ';
    append_hundredths(number, path_);
    first = false;
  }
}

void StrokesSurface::move(const Vector2d& to) { command('M', {to.x(), to.y()}); }
void StrokesSurface::line(const Vector2d& to) { command('L', {to.x(), to.y()}); }

void StrokesSurface::curve(const Vector2d& leaving, const Vector2d& arriving, const Vector2d& to) {
  command('C', {leaving.x(), leaving.y(), arriving.x(), arriving.y(), to.x(), to.y()});
}

void StrokesSurface::arc(const Vector2d& center, double radius, double from, double to) {
  line(center + radius * Vector2d(std::cos(from), std::sin(from)));
  const Vector2d end = center + radius * Vector2d(std::cos(to), std::sin(to));
  command('A', {radius, radius, 0, to - from > 3.14159 ? 1. : 0., 1, end.x(), end.y()});
}

void StrokesSurface::ring(const Vector2d& center, double radius) {
  const double left = center.x() - radius, right = center.x() + radius;
  command('M', {left, center.y()});
  command('A', {radius, radius, 0, 0, 1, right, center.y()});
  command('A', {radius, radius, 0, 0, 1, left, center.y()});
  close();
}

void StrokesSurface::rectangle(const Box& box) {
  move(box.least);
  command('H', {box.most().x()});
  command('V', {box.most().y()});
  command('H', {box.least.x()});
  close();
}

void StrokesSurface::close() { path_ += 'Z'; }

void StrokesSurface::begin_item() {
  if (!first_item_) text_ += ',';
  first_item_ = false;
}

void StrokesSurface::put_path(const std::string& fill, const std::string& stroke) {
  begin_item();
  text_ += "{\"kind\":\"path\",\"d\":\"" + path_ + "\",\"fill\":" + fill + ",\"stroke\":" + stroke + '}';
  path_.clear();
}

void StrokesSurface::flush() {
  if (filled_.empty()) return;
  std::swap(path_, filled_);
  put_path(fill_, "null");
  std::swap(path_, filled_);
  filled_.clear();
}

void StrokesSurface::stroke(const Pen& pen) {
  const bool same = path_ == filled_;
  if (!same) flush();
  put_path(same ? fill_ : "null", stroke_text(pen));
  filled_.clear();
}

void StrokesSurface::fill(const Fill& fill) {
  flush();
  filled_ = std::exchange(path_, "");
  fill_ = fill_text(draw::name_of(fill.ink), fill.opacity, fill.hatch);
}

void StrokesSurface::fill_with_background(double opacity) {
  flush();
  filled_ = std::exchange(path_, "");
  fill_ = fill_text("background", opacity, Hatch::none);
}

void StrokesSurface::text(const PlacedLabel& placed) {
  flush();
  begin_item();
  const Label& label = placed.label;
  const bool turned = label.turn != 0;
  const double rise = kAscent * label.size;
  text_ += "{\"kind\":\"label\",\"x\":";
  append_hundredths(placed.box.least.x() + (turned ? rise : 0), text_);
  text_ += ",\"y\":";
  append_hundredths(turned ? placed.box.most().y() : placed.box.least.y() + rise, text_);
  text_ += ",\"text\":" + json_text(label.text) + ",\"size\":";
  append_hundredths(label.size, text_);
  text_ += ",\"width\":";
  append_hundredths(turned ? placed.box.size.y() : placed.box.size.x(), text_);
  text_ += ",\"ink\":\"";
  text_.append(draw::name_of(label.ink)) += turned ? "\",\"turn\":1}" : "\",\"turn\":0}";
}

}  // namespace pawl::draw::internal
