// SPDX-License-Identifier: MIT
#include "drawing/svg_shapes.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>
#include <pawl/io/drawing.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string_view>

#include "base/charconv.h"
#include "drawing/curve_pen.h"
#include "drawing/read_drawing.h"
#include "io/json.h"

namespace pawl::internal::inline drawing {

/// Converts SVG path data to curves. Reads all commands, and adds up relative coordinates in rationals. Each subpath is
/// a chain. For each chain, calls `take` with the pen, and with a flag that states whether the chain is closed. Numbers
/// are as written, with y pointing down. Throws InputError (empty pointer) if the text is not valid path data; the
/// value of the fault is the rest of the text.
///
/// An arc of a circle from a to b with radius r has a sweep s with sin(s / 2) = d / (2 r), d = |b - a|, so
///
///     bulge = tan(s / 4) = d / (2 r + sqrt(4 r^2 - d^2)), with - before the root for the longer arc.
///
/// The argument of the root is a rational that is rounded once. If a radius is too small for an arc from a to b, the
/// radius is enlarged, as SVG specifies. enlarged() reports whether a radius was enlarged by more than rounding.
class SvgPath {
 public:
  using Take = std::function<void(CurvePen& pen, bool closed)>;

  SvgPath(const AffineMap& map, double deviation, Take take);
  /// Draws path data. `commands` counts the commands of the drawing until now; their number is limited.
  void draw(std::string_view data, int& commands);
  bool enlarged() const { return enlarged_; }

 private:
  class Data;
  void begin(const ExactPoint& p);
  void end(bool closed);
  void command(char letter, Data& data);
  void curve(char letter, Data& data);
  void arc(bool relative, Data& data);

  const AffineMap& map_;
  double deviation_;
  Take take_;
  CurvePen pen_;
  bool open_ = false;      ///< whether the current subpath has at least one segment
  ExactPoint start_, at_;  ///< start of the current subpath, and the current point
  ExactPoint handle_;      ///< last control point of the preceding command, which the commands S and T refer to
  char before_ = '\0';     ///< the preceding command, as an upper-case letter
  bool enlarged_ = false;
};

namespace {

constexpr std::string_view kBlanks = " \t\r\n\f";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

[[noreturn]] void refuse(std::string_view text, std::string message) {
  throw InputError("", printable(text), std::move(message));
}

AffineMap about(const AffineMap& map, const Rational& x, const Rational& y) {
  return shift_map(x, y) * map * shift_map(-x, -y);
}

AffineMap skewed(std::string_view name, double degrees) {
  AffineMap map;
  const Rational slope = rational(std::tan(degrees * (std::numbers::pi / 180)));
  (name == "skewX" ? map.c : map.b) = slope;
  return map;
}

/// Returns the map of a transform, given its name and its arguments. Returns nothing if SVG has no transform with this
/// name and this number of arguments.
std::optional<AffineMap> transform_of(std::string_view name, const std::vector<double>& v, bool& rounded) {
  const auto q = [&](std::size_t k) { return rational(v[k]); };
  if (name == "matrix" && v.size() == 6) return AffineMap{q(0), q(1), q(2), q(3), q(4), q(5)};
  if (name == "translate" && (v.size() == 1 || v.size() == 2)) return shift_map(q(0), v.size() == 2 ? q(1) : 0);
  if (name == "scale" && (v.size() == 1 || v.size() == 2)) return scale_map(q(0), q(v.size() - 1));
  if (name == "rotate" && v.size() == 1) return turn_map(v[0], &rounded);
  if (name == "rotate" && v.size() == 3) return about(turn_map(v[0], &rounded), q(1), q(2));
  if ((name == "skewX" || name == "skewY") && v.size() == 1 && std::fabs(std::fmod(v[0], 180)) != 90) {
    rounded = rounded || v[0] != 0;
    return skewed(name, v[0]);
  }
  return std::nullopt;
}

}  // namespace

void SvgScanner::skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size())); }

void SvgScanner::skip_separator() {
  skip_blanks();
  if (peek() != ',') return;
  rest_.remove_prefix(1);
  skip_blanks();
}

bool SvgScanner::at_end() {
  skip_blanks();
  return rest_.empty();
}

char SvgScanner::take() {
  const char c = peek();
  if (!rest_.empty()) rest_.remove_prefix(1);
  return c;
}

std::optional<double> SvgScanner::number() {
  std::string_view text = rest_;
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::size_t sign = text.starts_with('-') && text.size() == rest_.size() ? 1 : 0;
  if (text.size() <= sign || !((text[sign] >= '0' && text[sign] <= '9') || text[sign] == '.')) return std::nullopt;
  double value = 0;
  auto [end, error] = from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value) || std::fabs(value) > kLargestLength) return std::nullopt;
  rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
  return value + 0.0;
}

std::optional<bool> SvgScanner::flag() {
  if (peek() != '0' && peek() != '1') return std::nullopt;
  return take() == '1';
}

std::string_view SvgScanner::word() {
  std::size_t length = 0;
  while (length < rest_.size() && is_letter(rest_[length])) ++length;
  const std::string_view word = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return word;
}

AffineMap svg_transform(const AffineMap& before, std::string_view text, SvgTransforms& done) {
  constexpr int kMostTransforms = 64, kMostOfAll = 200'000;
  AffineMap map = before;
  SvgScanner scanner(text);
  int count = 0;
  while (!scanner.at_end()) {
    const std::string_view from = scanner.rest();
    const std::string_view name = scanner.word();
    scanner.skip_blanks();
    if (scanner.take() != '(') refuse(from, "must be a transform, such as translate(1,2)");
    std::vector<double> numbers;
    scanner.skip_blanks();
    while (scanner.peek() != ')') {
      const std::optional<double> number = scanner.number();
      if (!number || numbers.size() == 6) refuse(from, "must be a transform with up to 6 finite numbers");
      numbers.push_back(*number);
      scanner.skip_separator();
    }
    scanner.take();
    const std::optional<AffineMap> one = transform_of(name, numbers, done.rounded);
    if (!one) {
      refuse(from, "not a supported transform; expected matrix, translate, scale, rotate, skewX or skewY with its numbers");
    }
    if (++count > kMostTransforms) refuse(from, fmt::format("is one of more than {} transforms", kMostTransforms));
    if (++done.count > kMostOfAll) refuse(from, fmt::format("is one of more than {} in the drawing", kMostOfAll));
    map = map * *one;
    if (map.shorten()) done.shortened = true;
    scanner.skip_separator();
  }
  return map;
}

std::optional<SvgLength> svg_length(std::string_view text) {
  text = trimmed(text);
  SvgScanner scanner(text);
  const std::optional<double> value = scanner.number();
  if (!value) return std::nullopt;
  return SvgLength{*value, scanner.rest()};
}

std::string small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return small;
}

bool same_word(std::string_view a, std::string_view b) {
  return a.size() == b.size() && small_letters(a) == small_letters(b);
}

void for_each_declaration(std::string_view style,
                          const std::function<void(std::string_view name, std::string_view value)>& take) {
  while (!style.empty()) {
    const std::size_t end = style.find(';');
    const std::string_view one = style.substr(0, end);
    style = end == std::string_view::npos ? std::string_view() : style.substr(end + 1);
    const std::size_t colon = one.find(':');
    if (colon != std::string_view::npos) take(trimmed(one.substr(0, colon)), trimmed(one.substr(colon + 1)));
  }
}

std::string_view style_value(std::string_view style, std::string_view name) {
  std::string_view found;
  bool found_important = false;
  for_each_declaration(style, [&](std::string_view key, std::string_view value) {
    if (!same_word(key, name)) return;
    const std::size_t mark = value.rfind('!');
    const bool important = mark != std::string_view::npos && same_word(trimmed(value.substr(mark + 1)), "important");
    if (found_important && !important) return;
    found = important ? trimmed(value.substr(0, mark)) : value;
    found_important = important;
  });
  return found;
}

bool reads_property(std::string_view name) {
  return name == "display" || name == "visibility" || name == "fill" || name == "fill-rule";
}

std::vector<ExactPoint> svg_points(std::string_view text) {
  SvgScanner scanner(text);
  std::vector<ExactPoint> points;
  while (!scanner.at_end()) {
    const std::string_view from = scanner.rest();
    const std::optional<double> x = scanner.number();
    scanner.skip_separator();
    const std::optional<double> y = scanner.number();
    scanner.skip_separator();
    if (!x || !y) refuse(from, "must be points x,y of finite numbers, at most 1e9 in size");
    if (points.size() == kMostVertices + 1) refuse(from, fmt::format("has more than {} points", kMostVertices));
    points.emplace_back(rational(*x), rational(*y));
  }
  return points;
}

namespace {

using Vector = Eigen::Vector2d;

ExactPoint reflected(const ExactPoint& handle, const ExactPoint& at) { return at * 2 - handle; }

double angle_of(const Vector& v) { return std::atan2(v.y(), v.x()); }

/// Converts an elliptic arc. SVG states its end points; the result has its centre, its axes and the range of its
/// parameter (SVG 1.1, appendix F.6).
EllipticArc elliptic_arc(const Vector& from, const Vector& to, Vector radii, double degrees, bool large, bool sweep,
                         bool& enlarged) {
  const Vector ex = direction_of(degrees), ey(-ex.y(), ex.x());
  // `p` is half the chord, in the axes of the ellipse, which are scaled to turn the ellipse into the unit circle.
  const Vector half = (from - to) / 2;
  Vector p(ex.dot(half) / radii.x(), ey.dot(half) / radii.y());
  const double length = p.norm();
  if (length > 1) {
    enlarged = enlarged || length > 1 + 1e-5;
    radii *= length;
    p /= length;
  }
  const double height = std::sqrt(std::max(0., 1 - p.squaredNorm()));
  Vector to_center(0, 0);
  if (p.norm() > 0) to_center = Vector(p.y(), -p.x()).normalized() * (large == sweep ? -height : height);
  const Vector begin = p - to_center, end = -p - to_center;
  EllipticArc arc;
  arc.u = ex * radii.x();
  arc.v = ey * radii.y();
  arc.center = (from + to) / 2 + arc.u * to_center.x() + arc.v * to_center.y();
  arc.from = angle_of(begin);
  double turn = angle_of(end) - arc.from;
  if (sweep && turn < 0) turn += 2 * std::numbers::pi;
  if (!sweep && turn > 0) turn -= 2 * std::numbers::pi;
  arc.to = arc.from + turn;
  return arc;
}

/// Returns the bulge of a circular arc. SVG's y axis points down. In SVG's axes, the sweep flag 1 means increasing
/// angles, and a positive bulge does too.
double circle_bulge(const ExactPoint& from, const ExactPoint& to, double radius, bool large, bool sweep,
                    bool& enlarged) {
  const Rational square = (to - from).squared(), diameter = 2 * rational(radius);
  const Rational rest = diameter * diameter - square;
  double size = 1;
  if (rest > 0) {
    const double root = std::sqrt(rounded(rest)), twice = rounded(diameter), chord = std::sqrt(rounded(square));
    size = large ? (twice + root) / chord : chord / (twice + root);
  } else {
    enlarged = enlarged || rounded(square) > rounded(diameter * diameter) * (1 + 2e-5);
  }
  return sweep ? size : -size;
}

}  // namespace

/// Reads path data from the current position on: numbers, and points relative to an origin.
class SvgPath::Data {
 public:
  explicit Data(std::string_view text) : scanner_(text) {}

  SvgScanner& scanner() { return scanner_; }
  double number() {
    const std::string_view from = scanner_.rest();
    const std::optional<double> value = scanner_.number();
    if (!value) refuse(from, "stands where path data needs a finite number, at most 1e9 in size");
    scanner_.skip_separator();
    return *value;
  }
  bool flag() {
    const std::string_view from = scanner_.rest();
    const std::optional<bool> value = scanner_.flag();
    if (!value) refuse(from, "is not the flag, 0 or 1, that an arc of path data needs here");
    scanner_.skip_separator();
    return *value;
  }
  ExactPoint point(const ExactPoint& origin) {
    const Rational x = rational(number());
    return origin + ExactPoint(x, rational(number()));
  }

 private:
  SvgScanner scanner_;
};

SvgPath::SvgPath(const AffineMap& map, double deviation, Take take)
    : map_(map), deviation_(deviation), take_(std::move(take)), pen_(map, deviation) {}

void SvgPath::begin(const ExactPoint& p) {
  pen_ = CurvePen(map_, deviation_);
  pen_.start(p);
  open_ = true;
}

void SvgPath::end(bool closed) {
  if (open_) take_(pen_, closed);
  open_ = false;
}

void SvgPath::draw(std::string_view text, int& commands) {
  constexpr int kMostCommands = 1'000'000;
  Data data(text);
  SvgScanner& scanner = data.scanner();
  char letter = '\0';
  while (!scanner.at_end()) {
    const std::string_view from = scanner.rest();
    if (++commands > kMostCommands) {
      refuse(from, "is beyond the millionth command of all path data, the last that is read");
    }
    const char c = scanner.peek();
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      letter = scanner.take();
      scanner.skip_blanks();
    } else if (letter == 'M' || letter == 'm') {
      letter = letter == 'M' ? 'L' : 'l';  // further points of a move command are end points of lines
    } else if (letter == '\0' || letter == 'Z' || letter == 'z') {
      refuse(from, "stands where path data needs a command");
    }
    if (before_ == '\0' && letter != 'M' && letter != 'm') refuse(from, "path data must begin with M or m");
    if (std::string_view("MmLlHhVvCcSsQqTtAaZz").find(letter) == std::string_view::npos) {
      refuse(from, "begins with no command of path data");
    }
    command(letter, data);
    before_ = static_cast<char>(letter & ~0x20);
  }
  end(false);
}

void SvgPath::command(char letter, Data& data) {
  const bool relative = letter >= 'a';
  const ExactPoint origin = relative ? at_ : ExactPoint(0, 0);
  switch (letter & ~0x20) {
    case 'M':
      end(false);
      start_ = at_ = data.point(origin);
      return;
    case 'Z':
      if (open_) at_ = start_;
      return end(true);
    case 'C':
    case 'S':
    case 'Q':
    case 'T':
      return curve(letter, data);
    case 'A':
      return arc(relative, data);
    default:
      break;
  }
  ExactPoint to = at_;
  switch (letter & ~0x20) {
    case 'H':
      to.x = origin.x + rational(data.number());
      break;
    case 'V':
      to.y = origin.y + rational(data.number());
      break;
    default:
      to = data.point(origin);
  }
  if (!open_) begin(at_);
  pen_.line(to);
  at_ = to;
}

void SvgPath::curve(char letter, Data& data) {
  const ExactPoint origin = letter >= 'a' ? at_ : ExactPoint(0, 0);
  const char kind = static_cast<char>(letter & ~0x20);
  const bool cubic = kind == 'C' || kind == 'S';
  const bool after_same = cubic ? before_ == 'C' || before_ == 'S' : before_ == 'Q' || before_ == 'T';
  std::vector<ExactPoint> control;
  if (kind == 'S' || kind == 'T') {
    control.push_back(after_same ? reflected(handle_, at_) : at_);
  } else {
    control.push_back(data.point(origin));
  }
  if (cubic) control.push_back(data.point(origin));
  handle_ = control.back();
  control.push_back(data.point(origin));
  if (!open_) begin(at_);
  pen_.bezier(control);
  at_ = control.back();
}

void SvgPath::arc(bool relative, Data& data) {
  const double rx = std::fabs(data.number()), ry = std::fabs(data.number()), degrees = data.number();
  const bool large = data.flag(), sweep = data.flag();
  const ExactPoint to = data.point(relative ? at_ : ExactPoint(0, 0));
  if (!open_) begin(at_);
  const ExactPoint from = at_;
  at_ = to;
  if (to == from) return;  // SVG does not draw an arc between equal points
  if (rx == 0 || ry == 0) return pen_.line(to);
  if (rx == ry && map_.is_similarity()) return pen_.arc(to, circle_bulge(from, to, rx, large, sweep, enlarged_));
  pen_.ellipse(elliptic_arc(rounded_point(from), rounded_point(to), {rx, ry}, degrees, large, sweep, enlarged_), to);
}

Rational svg_user_length(const char* name, std::string_view text, const std::optional<Rational>& of,
                         const SvgViewport& viewport) {
  struct Unit {
    std::string_view name;
    int pixels, per;  ///< length of the unit in px, as the fraction pixels / per
  };
  constexpr Unit kUnits[] = {{"", 1, 1},     {"px", 1, 1},     {"in", 96, 1}, {"pt", 96, 72},
                             {"pc", 16, 1},  {"mm", 960, 254}, {"cm", 9600, 254}, {"q", 240, 254}};
  constexpr Unit kOfFont[] = {{"em", 16, 1}, {"rem", 16, 1}, {"ex", 8, 1}, {"ch", 8, 1}};
  const std::optional<SvgLength> value = svg_length(text);
  if (value) {
    const std::string unit = small_letters(trimmed(value->unit));
    const auto is_unit = [&](const Unit& one) { return one.name == unit; };
    const auto in = [&](const Unit& one) { return Rational(rational(value->value) * one.pixels / one.per); };
    if (const auto* one = std::find_if(std::begin(kUnits), std::end(kUnits), is_unit); one != std::end(kUnits)) {
      return in(*one);
    }
    if (const auto* one = std::find_if(std::begin(kOfFont), std::end(kOfFont), is_unit); one != std::end(kOfFont)) {
      if (!viewport.has_font_size) return in(*one);
      refuse(text, fmt::format("{}: a length in {} depends on font sizes that are not read; expected mm or px", name,
                               unit));
    }
    if (unit == "%" && of) return rational(value->value) * *of / 100;
    if (unit == "%") refuse(text, fmt::format("{}: a percentage of a size that svg does not state", name));
  }
  refuse(text, fmt::format("{}: must be a finite length, such as 25, 25px, 25mm or 1in, at most 1e9 in size", name));
}

Rational SvgShapes::length(const Attributes& node, const char* name, Along along) const {
  const std::string_view text = node(name);
  if (trimmed(text).empty()) return 0;
  std::optional<Rational> of = along == Along::x ? viewport_.width : viewport_.height;
  if (along == Along::diagonal && viewport_.width && viewport_.height) {
    const double width = rounded(*viewport_.width), height = rounded(*viewport_.height);
    of = rational(std::sqrt((width * width + height * height) / 2));
  } else if (along == Along::diagonal) {
    of.reset();
  }
  return svg_user_length(name, text, of, viewport_);
}

void SvgShapes::draw(const Attributes& node, const AffineMap& map, const DrawingPlace& place) {
  const std::string& name = place.kind;
  if (name == "path") return path(node, map, place);
  if (name == "rect") return rectangle(node, map, place);
  if (name == "circle" || name == "ellipse") return ellipse(node, name == "circle", map, place);
  std::vector<ExactPoint> points;
  if (name == "line") {
    points = {ExactPoint(length(node, "x1", Along::x), length(node, "y1", Along::y)),
              ExactPoint(length(node, "x2", Along::x), length(node, "y2", Along::y))};
  } else {
    points = svg_points(node("points"));
  }
  if (points.empty()) return;
  CurvePen pen(map, options_.deviation);
  pen.start(points[0]);
  for (std::size_t k = 1; k < points.size(); ++k) pen.line(points[k]);
  add(pen, place, name == "polygon");
}

void SvgShapes::add(CurvePen& pen, const DrawingPlace& place, bool closed) {
  drawing_.deviation = std::max(drawing_.deviation, pen.reached());
  add(pen.finish(place, closed));
}

void SvgShapes::add(DrawingCurve curve) {
  vertices_ += curve.vertices.size();
  drawing_.curves.push_back(std::move(curve));
  if (drawing_.curves.size() <= kMostCurves && vertices_ <= kMostDrawnVertices) return;
  throw InputError(
      "", "",
      fmt::format("more than {} curves or {} vertices, the most that is read", kMostCurves, kMostDrawnVertices));
}

void SvgShapes::path(const Attributes& node, const AffineMap& map, const DrawingPlace& place) {
  SvgPath path(map, options_.deviation, [&](CurvePen& pen, bool closed) { add(pen, place, closed); });
  path.draw(node("d"), commands_);
  enlarged_ = enlarged_ || path.enlarged();
}

void SvgShapes::ellipse(const Attributes& node, bool circle, const AffineMap& map, const DrawingPlace& place) {
  const ExactPoint center(length(node, "cx", Along::x), length(node, "cy", Along::y));
  const Rational rx = circle ? length(node, "r", Along::diagonal) : length(node, "rx", Along::x);
  const Rational ry = circle ? rx : length(node, "ry", Along::y);
  if (rx < 0 || ry < 0) throw InputError("", "", "a radius must be at least 0");
  if (rx == 0 || ry == 0) return;  // SVG does not draw a shape with radius 0
  if (rx == ry) {
    double reached = 0;
    add(circle_curve(place, center, rx, map, options_.deviation, reached));
    drawing_.deviation = std::max(drawing_.deviation, reached);
    return;
  }
  const ExactPoint start = center + ExactPoint(rx, 0);
  CurvePen pen(map, options_.deviation);
  pen.start(start);
  pen.ellipse({rounded_point(center), {rounded(rx), 0}, {0, rounded(ry)}, 0, 2 * std::acos(-1.)}, start);
  add(pen, place, true);
}

/// Draws a rectangle. Its corners are quarters of an ellipse, whose radii are at most half the width and half the
/// height of the rectangle.
void SvgShapes::rectangle(const Attributes& node, const AffineMap& map, const DrawingPlace& place) {
  const Rational width = length(node, "width", Along::x), height = length(node, "height", Along::y);
  if (width < 0 || height < 0) throw InputError("", "", "width and height must be at least 0");
  if (width == 0 || height == 0) return;
  const bool has_x = !node("rx").empty() && node("rx") != "auto";
  const bool has_y = !node("ry").empty() && node("ry") != "auto";
  Rational rx = has_x ? length(node, "rx", Along::x) : 0, ry = has_y ? length(node, "ry", Along::y) : 0;
  if (rx < 0 || ry < 0) throw InputError("", "", "a radius must be at least 0");
  if (!has_x) rx = ry;
  if (!has_y) ry = rx;
  const Rational qx = std::min(rx, Rational(width / 2)), qy = std::min(ry, Rational(height / 2));
  const Rational left = length(node, "x", Along::x), top = length(node, "y", Along::y);
  const Rational right = left + width, bottom = top + height;
  CurvePen pen(map, options_.deviation);
  pen.start(ExactPoint(left + qx, top));
  const bool round = qx > 0 && qy > 0;
  const auto corner = [&](const Rational& cx, const Rational& cy, int quarter, const ExactPoint& to) {
    if (!round) return;
    if (qx == qy) return pen.arc(to, 0.414213562373095049);  // the bulge of a quarter circle is tan(90 degrees / 4)
    const double from = quarter * std::acos(0.);
    pen.ellipse({{rounded(cx), rounded(cy)}, {rounded(qx), 0}, {0, rounded(qy)}, from, from + std::acos(0.)}, to);
  };
  const Rational inset_x = round ? qx : 0, inset_y = round ? qy : 0;
  pen.line({right - inset_x, top});
  corner(right - qx, top + qy, 3, {right, top + qy});
  pen.line({right, bottom - inset_y});
  corner(right - qx, bottom - qy, 0, {right - qx, bottom});
  pen.line({left + inset_x, bottom});
  corner(left + qx, bottom - qy, 1, {left, bottom - qy});
  pen.line({left, top + inset_y});
  corner(left + qx, top + qy, 2, {left + qx, top});
  add(pen, place, true);
}

}  // namespace pawl::internal::inline drawing
