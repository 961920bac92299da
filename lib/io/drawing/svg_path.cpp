// SPDX-License-Identifier: MIT
#include "io/drawing/svg_path.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/drawing/svg_text.h"
#include "io/json_value.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

[[noreturn]] void refuse(std::string_view rest, const char* message) { throw InputError("", printable(rest), message); }

ExactPoint reflected(const ExactPoint& handle, const ExactPoint& at) { return at * 2 - handle; }

double angle_of(const Vector& v) { return std::atan2(v.y(), v.x()); }

/// An elliptic arc by its end points (SVG 1.1, appendix F.6): centre, axes and the angles of the parameter.
EllipticArc elliptic_arc(const Vector& from, const Vector& to, Vector radii, double degrees, bool large, bool sweep,
                         bool& enlarged) {
  const Vector ex = direction_of(degrees), ey(-ex.y(), ex.x());
  // The ends in the axes of the ellipse, scaled to its unit circle, about the middle of the chord.
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

/// In SVG's axes, where y is down, a sweep of 1 goes on with growing angles: as a positive bulge does.
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

/// What is left of the data: numbers, and points from where a relative command begins.
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
    if (!value) refuse(from, "stands where an arc of path data needs a flag, 0 or 1");
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
      letter = letter == 'M' ? 'L' : 'l';  // further points of a move are lines
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
  if (to == from) return;  // nothing, says SVG
  if (rx == 0 || ry == 0) return pen_.line(to);
  if (rx == ry && map_.is_similarity()) return pen_.arc(to, circle_bulge(from, to, rx, large, sweep, enlarged_));
  pen_.ellipse(elliptic_arc(rounded_point(from), rounded_point(to), {rx, ry}, degrees, large, sweep, enlarged_), to);
}

}  // namespace pawl::internal
