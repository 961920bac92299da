// SPDX-License-Identifier: MIT
#include "canvas.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "font.h"
#include "text.h"

namespace pawl::draw::internal {
namespace {

using Eigen::Vector2d;

constexpr double kFarthest = 1e5;  ///< px: Cairo's coordinates end at 2^23
constexpr double kHatchStep = 7;   ///< px between lines

class Painter {
 public:
  Painter(cairo_t* to, const Picture& picture, Theme theme) : to_(to), picture_(picture), theme_(theme) {}

  void background() const {
    source(background_of(theme_));
    cairo_paint(to_);
  }

  void panel(const Panel& panel) const {
    cairo_save(to_);
    if (panel.clip) {
      cairo_rectangle(to_, panel.page.least.x(), panel.page.least.y(), panel.page.size.x(), panel.page.size.y());
      cairo_clip(to_);
    }
    for (const Item& item : panel.items) {
      if (const Stroke* drawn = std::get_if<Stroke>(&item)) stroke(panel, *drawn);
      if (const Mark* drawn = std::get_if<Mark>(&item)) mark(place(panel, drawn->at), *drawn);
    }
    cairo_restore(to_);
  }

  void leader(const PlacedLabel& label) const {
    if (!label.led) return;
    const Vector2d end = label.at.cwiseMax(label.box.least).cwiseMin(label.box.most());
    source(color_of(Ink::note, theme_));
    pen({Ink::note, .8});
    move(label.at), line(end);
    cairo_stroke(to_);
  }

  void label(const PlacedLabel& placed) const {
    const Label& label = placed.label;
    cairo_save(to_);
    if (label.place == Place::beside) veil(placed.box);
    if (label.turn == 0) {
      cairo_translate(to_, placed.box.least.x(), placed.box.least.y() + kAscent * label.size);
    } else {
      cairo_translate(to_, placed.box.least.x() + kAscent * label.size, placed.box.most().y());
      cairo_rotate(to_, -std::numbers::pi / 2);
    }
    source(color_of(label.ink, theme_));
    show_text(to_, label.text, 0, 0, label.size);
    cairo_restore(to_);
  }

 private:
  /// Dims what lies under a text.
  void veil(const Box& box) const {
    source(background_of(theme_), .7);
    cairo_rectangle(to_, box.least.x(), box.least.y(), box.size.x(), box.size.y());
    cairo_fill(to_);
  }
  void source(const Color& color, double opacity = 1) const {
    cairo_set_source_rgba(to_, color.red, color.green, color.blue, opacity);
  }
  void move(const Vector2d& at) const { cairo_move_to(to_, at.x(), at.y()); }
  void line(const Vector2d& at) const { cairo_line_to(to_, at.x(), at.y()); }

  static Vector2d place(const Panel& panel, const Vector2d& world) {
    return to_page(panel, world).cwiseMax(-kFarthest).cwiseMin(kFarthest);
  }

  void pen(const Pen& pen) const {
    static constexpr double kDashed[] = {6, 4}, kDotted[] = {1, 3.5}, kDashDot[] = {8, 3, 1.5, 3};
    source(color_of(pen.ink, theme_));
    cairo_set_line_width(to_, pen.width);
    cairo_set_line_join(to_, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(to_, pen.dash == Dash::dotted ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    switch (pen.dash) {
      case Dash::solid:
        return cairo_set_dash(to_, nullptr, 0, 0);
      case Dash::dashed:
        return cairo_set_dash(to_, kDashed, 2, 0);
      case Dash::dotted:
        return cairo_set_dash(to_, kDotted, 2, 0);
      case Dash::dash_dot:
        return cairo_set_dash(to_, kDashDot, 4, 0);
    }
  }

  /// An arc as Bezier curves of at most a quarter turn: they follow any scale of the axes.
  void curve(const Panel& panel, const Vector2d& from, const Vector2d& to, double bulge) const {
    const Vector2d chord = to - from, across(-chord.y(), chord.x());
    const Vector2d center = (from + to) / 2 + across * ((1 - bulge * bulge) / (4 * bulge));
    const double sweep = 4 * std::atan(bulge);
    const int pieces = static_cast<int>(std::ceil(std::abs(sweep) / (std::numbers::pi / 2) - 1e-9));
    const double step = sweep / pieces, reach = 4.0 / 3 * std::tan(step / 4);
    Vector2d arm = from - center;
    for (int k = 1; k <= pieces; ++k) {
      const double c = std::cos(k * step), s = std::sin(k * step);
      const Vector2d start = from - center, next(c * start.x() - s * start.y(), s * start.x() + c * start.y());
      const Vector2d leaving = place(panel, center + arm + reach * Vector2d(-arm.y(), arm.x()));
      const Vector2d arriving = place(panel, center + next - reach * Vector2d(-next.y(), next.x()));
      const Vector2d end = place(panel, k == pieces ? to : Vector2d(center + next));
      cairo_curve_to(to_, leaving.x(), leaving.y(), arriving.x(), arriving.y(), end.x(), end.y());
      arm = next;
    }
  }

  void trace(const Panel& panel, const Stroke& stroke) const {
    const auto& [vertices, bulges] = stroke.path;
    const std::size_t count = vertices.size();
    move(place(panel, vertices[0]));
    for (std::size_t i = 0; i + (stroke.closed ? 0 : 1) < count; ++i) {
      const Vector2d& to = vertices[(i + 1) % count];
      const double bulge = i < bulges.size() ? bulges[i] : 0;
      if (std::abs(bulge) >= kSmallestBulge) {
        curve(panel, vertices[i], to, bulge);
      } else if (i + 1 < count) {
        line(place(panel, to));
      }
    }
    if (stroke.closed) cairo_close_path(to_);
  }

  void stroke(const Panel& panel, const Stroke& stroke) const {
    if (stroke.path.vertices.size() < 2) return;
    if (stroke.fill) {
      trace(panel, stroke);
      fill(*stroke.fill);
    }
    if (!stroke.pen) return;
    if (stroke.head == Head::none) {
      trace(panel, stroke);
      pen(*stroke.pen);
      cairo_stroke(to_);
    } else {
      arrow(panel, stroke);
    }
  }

  void fill(const Fill& fill) const {
    source(color_of(fill.ink, theme_), fill.opacity);
    cairo_fill_preserve(to_);
    if (fill.hatch == Hatch::none) return cairo_new_path(to_);
    cairo_save(to_);
    double left, top, right, bottom;
    cairo_path_extents(to_, &left, &top, &right, &bottom);
    cairo_clip(to_);
    const Vector2d least = Vector2d(left, top).cwiseMax(Vector2d::Zero());
    hatch(fill, {least, (Vector2d(right, bottom).cwiseMin(picture_.size) - least).cwiseMax(Vector2d::Zero())});
    cairo_restore(to_);
  }

  void hatch(const Fill& fill, const Box& box) const {
    pen({fill.ink, .8, fill.hatch == Hatch::dots ? Dash::dotted : Dash::solid});
    const Vector2d a = box.least, b = box.most();
    // Lines y + x = k step and y - x = k step, of the page: hatches of neighbours meet.
    if (fill.hatch != Hatch::falling) {
      for (double k = std::ceil((a.x() + a.y()) / kHatchStep) * kHatchStep; k < b.x() + b.y(); k += kHatchStep) {
        move({k - b.y(), b.y()}), line({k - a.y(), a.y()});
      }
    }
    if (fill.hatch == Hatch::falling || fill.hatch == Hatch::crossed) {
      for (double k = std::ceil((a.y() - b.x()) / kHatchStep) * kHatchStep; k < b.y() - a.x(); k += kHatchStep) {
        move({a.y() - k, a.y()}), line({b.y() - k, b.y()});
      }
    }
    cairo_stroke(to_);
  }

  /// The point of a polyline at a distance back from its end, and what is before it.
  static std::vector<Vector2d> shortened(std::vector<Vector2d> points, double by) {
    while (points.size() > 1) {
      const Vector2d end = points.back(), before = points[points.size() - 2];
      const double length = (end - before).norm();
      if (length > by) {
        points.back() = end + (before - end) * (by / length);
        return points;
      }
      by -= length;
      points.pop_back();
    }
    return points;
  }

  void head(const Vector2d& tip, const Vector2d& back, double length) const {
    Vector2d along = tip - back;
    if (along.norm() < 1e-9) return;
    along *= length / along.norm();
    const Vector2d across = .38 * Vector2d(-along.y(), along.x());
    move(tip), line(tip - along + across), line(tip - along - across);
    cairo_close_path(to_);
    cairo_fill(to_);
  }

  void arrow(const Panel& panel, const Stroke& stroke) const {
    std::vector<Vector2d> points = flattened(stroke.path, stroke.closed);
    for (Vector2d& point : points) point = place(panel, point);
    double whole = 0;
    for (std::size_t i = 1; i < points.size(); ++i) whole += (points[i] - points[i - 1]).norm();
    const double length = std::min(6 + 2.5 * stroke.pen->width, whole);
    const Vector2d tip = points.back(), tail = points.front();
    points = shortened(points, .8 * length);
    const Vector2d before_tip = points.back();
    Vector2d before_tail = tail;
    if (stroke.head == Head::both_arrows) {
      std::reverse(points.begin(), points.end());
      points = shortened(points, std::min(.8 * length, whole / 2));
      before_tail = points.back();
    }
    pen(*stroke.pen);
    for (std::size_t i = 0; i < points.size(); ++i) i == 0 ? move(points[i]) : line(points[i]);
    cairo_stroke(to_);
    head(tip, before_tip, length);
    if (stroke.head == Head::both_arrows) head(tail, before_tail, length);
  }

  void ring(const Vector2d& at, double radius) const {
    cairo_new_sub_path(to_);
    cairo_arc(to_, at.x(), at.y(), radius, 0, 2 * std::numbers::pi);
    cairo_close_path(to_);
  }

  void spokes(const Vector2d& at, double radius, int count, double first) const {
    for (int k = 0; k < count; ++k) {
      const double angle = first + 2 * std::numbers::pi * k / count;
      move(at), line(at + radius * Vector2d(std::cos(angle), std::sin(angle)));
    }
    cairo_stroke(to_);
  }

  void corners(const Vector2d& at, double radius, int count, double first) const {
    for (int k = 0; k < count; ++k) {
      const double angle = first + 2 * std::numbers::pi * k / count;
      const Vector2d corner = at + radius * Vector2d(std::cos(angle), std::sin(angle));
      k == 0 ? move(corner) : line(corner);
    }
    cairo_close_path(to_);
    cairo_fill(to_);
  }

  void mark(const Vector2d& at, const Mark& mark) const {
    constexpr double kPi = std::numbers::pi;
    const double radius = mark.size / 2;
    pen({mark.ink, std::max(1.2, mark.size / 7)});
    switch (mark.shape) {
      case Shape::disc:
        return ring(at, radius), cairo_fill(to_);
      case Shape::ring:
        return ring(at, radius), cairo_stroke(to_);
      case Shape::square:
        return corners(at, radius * 1.2, 4, kPi / 4);
      case Shape::diamond:
        return corners(at, radius * 1.2, 4, 0);
      case Shape::triangle:
        return corners(at, radius * 1.2, 3, -kPi / 2);
      case Shape::cross:
        return spokes(at, radius, 4, kPi / 4);
      case Shape::plus:
        return spokes(at, radius, 4, 0);
      case Shape::star:
        return spokes(at, radius, 6, kPi / 6);
      case Shape::center_of_mass:
        return center_of_mass(at, radius, mark.ink);
    }
  }

  /// A disc in quarters, every second one filled.
  void center_of_mass(const Vector2d& at, double radius, Ink ink) const {
    source(background_of(theme_));
    ring(at, radius);
    cairo_fill(to_);
    source(color_of(ink, theme_));
    for (const double from : {0.0, std::numbers::pi}) {
      move(at);
      cairo_arc(to_, at.x(), at.y(), radius, from, from + std::numbers::pi / 2);
      cairo_close_path(to_);
    }
    cairo_fill(to_);
    cairo_set_line_width(to_, 1.2);
    ring(at, radius);
    cairo_stroke(to_);
  }

  cairo_t* to_;
  const Picture& picture_;
  Theme theme_;
};

}  // namespace

void paint(cairo_t* to, const Picture& picture, const Labels& labels, Theme theme) {
  const Painter painter(to, picture, theme);
  painter.background();
  for (const Panel& panel : picture.panels) painter.panel(panel);
  for (const PlacedLabel& label : labels.placed) painter.leader(label);
  for (const PlacedLabel& label : labels.placed) painter.label(label);
}

}  // namespace pawl::draw::internal
