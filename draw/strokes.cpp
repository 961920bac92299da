// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/draw/render.h>
#include <pawl/draw/strokes.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "draw/page.h"
#include "draw/painter.h"
#include "draw/text.h"

namespace pawl::draw::internal {

/// Appends a number of px, rounded to 1/100 and clamped to ±1e12, in its shortest form: 12, -.5, 0.
void append_hundredths(double number, std::string& text);

/// Returns a number as JSON text that a reader converts to exactly the same number.
std::string exact_text(double number);

/// A surface that writes panels of JSON (pawl/draw/strokes.h).
class StrokesSurface final : public Surface {
 public:
  void begin_panel(const Panel& panel) override;
  void end_panel() override;
  void begin_labels(const Eigen::Vector2d& page) override;
  void end_labels() override { end_panel(); }
  void move(const Eigen::Vector2d& to) override;
  void line(const Eigen::Vector2d& to) override;
  void curve(const Eigen::Vector2d& leaving, const Eigen::Vector2d& arriving, const Eigen::Vector2d& to) override;
  void arc(const Eigen::Vector2d& center, double radius, double from, double to) override;
  void ring(const Eigen::Vector2d& center, double radius) override;
  void rectangle(const Box& box) override;
  void close() override;
  void stroke(const Pen& pen) override;
  void fill(const Fill& fill) override;
  void fill_with_background(double opacity) override;
  void text(const PlacedLabel& placed) override;

  /// Returns the panels, separated by commas. Call it only after the last panel has ended.
  const std::string& panels() const { return text_; }

 private:
  void command(char letter, std::initializer_list<double> numbers);
  void put_path(const std::string& fill, const std::string& stroke);
  void begin_item();
  void flush();

  std::string text_;
  bool first_item_ = true;
  std::string path_;    ///< path that is being built
  std::string filled_;  ///< path that was filled last and may be stroked next
  std::string fill_;    ///< fill of the path `filled_`
};

}  // namespace pawl::draw::internal

namespace pawl::draw {
namespace {

constexpr std::array<std::string_view, kInkCount> kNames = {
    "part",  "ghost", "pin",  "normal", "friction", "gap",  "center_of_mass", "force", "moment", "motion", "wanted",
    "rival", "safe",  "best", "seated", "failed",   "axis", "grid",           "text",  "note",   "warning"};

}  // namespace

std::string_view name_of(Ink ink) { return kNames[static_cast<std::size_t>(ink)]; }

std::string strokes(const Picture& picture) {
  internal::require_picture(picture);
  internal::StrokesSurface page;
  internal::paint(page, picture, place_labels(picture));
  std::string text = "{\"width\":";
  internal::append_hundredths(picture.size.x(), text);
  text += ",\"height\":";
  internal::append_hundredths(picture.size.y(), text);
  return text + ",\"title\":" + internal::json_text(picture.title) +
         ",\"description\":" + internal::json_text(picture.description) + ",\"panels\":[" + page.panels() + "]}";
}

}  // namespace pawl::draw

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

void append_hundredths(double number, std::string& text) {
  constexpr double kLargest = 1e12;
  std::int64_t whole = std::llround(100 * std::clamp(number, -kLargest, kLargest));
  if (whole < 0) {
    text += '-';
    whole = -whole;
  }
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, whole / 100).ptr;
  text.append(digits, end);
  const int part = static_cast<int>(whole % 100);
  if (part == 0) return;
  text += '.';
  text += static_cast<char>('0' + part / 10);
  if (part % 10 != 0) text += static_cast<char>('0' + part % 10);
}

std::string exact_text(double number) { return fmt::format("{}", number); }

}  // namespace pawl::draw::internal
