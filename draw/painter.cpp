// SPDX-License-Identifier: MIT
#include "draw/painter.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pawl::draw::internal {
namespace {

using Eigen::Vector2d;

constexpr double kFarthest = 1e5;  ///< largest coordinate, px; Cairo's coordinates must be below 2^23

class Painter {
 public:
  explicit Painter(Surface& on) : on_(on) {}

  void panel(const Panel& panel) const {
    on_.begin_panel(panel);
    for (const Item& item : panel.items) {
      if (const Stroke* drawn = std::get_if<Stroke>(&item)) stroke(panel, *drawn);
      if (const Mark* drawn = std::get_if<Mark>(&item)) mark(place(panel, drawn->at), *drawn);
    }
    on_.end_panel();
  }

  void leader(const PlacedLabel& label) const {
    if (!label.led) return;
    on_.move(label.at);
    on_.line(label.at.cwiseMax(label.box.least).cwiseMin(label.box.most()));
    on_.stroke({Ink::note, .8});
  }

  void label(const PlacedLabel& placed) const {
    if (placed.label.place == Place::beside) veil(placed.box);
    on_.text(placed);
  }

 private:
  /// Paints a translucent box over the drawing behind a text, so that the text is easier to read.
  void veil(const Box& box) const {
    on_.rectangle(box);
    on_.fill_with_background(.7);
  }

  static Vector2d place(const Panel& panel, const Vector2d& world) {
    return to_page(panel, world).cwiseMax(-kFarthest).cwiseMin(kFarthest);
  }

  /// Draws an arc as Bezier curves of at most a quarter turn each. Unlike circular arcs, Bezier curves remain correct
  /// if x and y have different scales.
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
      on_.curve(leaving, arriving, end);
      arm = next;
    }
  }

  /// Traces a stroke and its holes. The holes run in the opposite sense to the stroke, so that a fill leaves them out.
  void trace(const Panel& panel, const Stroke& stroke) const {
    trace(panel, stroke.path, stroke.closed);
    for (const Path& hole : stroke.holes) {
      trace(panel, runs_left(hole) == runs_left(stroke.path) ? reversed(hole) : hole, true);
    }
  }

  /// Returns whether a closed path runs counterclockwise, with each arc replaced by its chord.
  static bool runs_left(const Path& path) {
    double area = 0;
    const std::vector<Vector2d> points = flattened(path, true);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vector2d &a = points[i], &b = points[(i + 1) % points.size()];
      area += a.x() * b.y() - a.y() * b.x();
    }
    return area > 0;
  }

  static Path reversed(Path path) {
    std::reverse(path.vertices.begin() + 1, path.vertices.end());
    std::reverse(path.bulges.begin(), path.bulges.end());
    for (double& bulge : path.bulges) bulge = -bulge;
    return path;
  }

  void trace(const Panel& panel, const Path& path, bool closed) const {
    const auto& vertices = path.vertices;
    const auto& bulges = path.bulges;
    const std::size_t count = vertices.size();
    on_.move(place(panel, vertices[0]));
    for (std::size_t i = 0; i + (closed ? 0 : 1) < count; ++i) {
      const Vector2d& to = vertices[(i + 1) % count];
      const double bulge = i < bulges.size() ? bulges[i] : 0;
      if (std::abs(bulge) >= kSmallestBulge) {
        curve(panel, vertices[i], to, bulge);
      } else if (i + 1 < count) {
        on_.line(place(panel, to));
      }
    }
    if (closed) on_.close();
  }

  void stroke(const Panel& panel, const Stroke& stroke) const {
    if (stroke.path.vertices.size() < 2) return;
    if (stroke.fill) {
      trace(panel, stroke);
      on_.fill(*stroke.fill);
    }
    if (!stroke.pen) return;
    if (stroke.head == Head::none) {
      trace(panel, stroke);
      on_.stroke(*stroke.pen);
    } else {
      arrow(panel, stroke);
    }
  }

  /// Returns a polyline that is shortened at its end by the length `by`, px.
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

  void head(const Vector2d& tip, const Vector2d& back, double length, Ink ink) const {
    Vector2d along = tip - back;
    if (along.norm() < 1e-9) return;
    along *= length / along.norm();
    const Vector2d across = .38 * Vector2d(-along.y(), along.x());
    on_.move(tip), on_.line(tip - along + across), on_.line(tip - along - across);
    on_.close();
    on_.fill({ink, 1});
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
    for (std::size_t i = 0; i < points.size(); ++i) i == 0 ? on_.move(points[i]) : on_.line(points[i]);
    on_.stroke(*stroke.pen);
    head(tip, before_tip, length, stroke.pen->ink);
    if (stroke.head == Head::both_arrows) head(tail, before_tail, length, stroke.pen->ink);
  }

  void spokes(const Vector2d& at, double radius, int count, double first) const {
    for (int k = 0; k < count; ++k) {
      const double angle = first + 2 * std::numbers::pi * k / count;
      on_.move(at), on_.line(at + radius * Vector2d(std::cos(angle), std::sin(angle)));
    }
  }

  void corners(const Vector2d& at, double radius, int count, double first) const {
    for (int k = 0; k < count; ++k) {
      const double angle = first + 2 * std::numbers::pi * k / count;
      const Vector2d corner = at + radius * Vector2d(std::cos(angle), std::sin(angle));
      k == 0 ? on_.move(corner) : on_.line(corner);
    }
    on_.close();
  }

  void mark(const Vector2d& at, const Mark& mark) const {
    constexpr double kPi = std::numbers::pi;
    const double radius = mark.size / 2;
    const Pen pen{mark.ink, std::max(1.2, mark.size / 7)};
    const Fill fill{mark.ink, 1};
    switch (mark.shape) {
      case Shape::disc:
        return on_.ring(at, radius), on_.fill(fill);
      case Shape::ring:
        return on_.ring(at, radius), on_.stroke(pen);
      case Shape::square:
        return corners(at, radius * 1.2, 4, kPi / 4), on_.fill(fill);
      case Shape::diamond:
        return corners(at, radius * 1.2, 4, 0), on_.fill(fill);
      case Shape::triangle:
        return corners(at, radius * 1.2, 3, -kPi / 2), on_.fill(fill);
      case Shape::cross:
        return spokes(at, radius, 4, kPi / 4), on_.stroke(pen);
      case Shape::plus:
        return spokes(at, radius, 4, 0), on_.stroke(pen);
      case Shape::star:
        return spokes(at, radius, 6, kPi / 6), on_.stroke(pen);
      case Shape::center_of_mass:
        return center_of_mass(at, radius, mark.ink);
    }
  }

  /// Draws the symbol of a centre of mass: a disc in four quarters, two of which are filled.
  void center_of_mass(const Vector2d& at, double radius, Ink ink) const {
    on_.ring(at, radius);
    on_.fill_with_background(1);
    for (const double from : {0.0, std::numbers::pi}) {
      on_.move(at);
      on_.arc(at, radius, from, from + std::numbers::pi / 2);
      on_.close();
    }
    on_.fill({ink, 1});
    on_.ring(at, radius);
    on_.stroke({ink, 1.2});
  }

  Surface& on_;
};

bool is_window(const Box& box) { return box.least.allFinite() && box.size.allFinite() && box.size.minCoeff() > 0; }

bool is_finite(const Item& item) {
  if (const Mark* mark = std::get_if<Mark>(&item)) return mark->at.allFinite() && std::isfinite(mark->size);
  if (const Label* label = std::get_if<Label>(&item)) return label->at.allFinite() && std::isfinite(label->size);
  const Path& path = std::get<Stroke>(item).path;
  for (const Eigen::Vector2d& vertex : path.vertices) {
    if (!vertex.allFinite()) return false;
  }
  for (const double bulge : path.bulges) {
    if (!std::isfinite(bulge)) return false;
  }
  return true;
}

}  // namespace

void require_page_size(const Eigen::Vector2d& size) {
  if (size.minCoeff() >= 1 && size.maxCoeff() <= kLargestPage) return;
  throw InputError("/size", fmt::format("[{}, {}]", size.x(), size.y()),
                   fmt::format("must be from 1 to {} px wide and high", kLargestPage));
}

void require_picture(const Picture& picture) {
  require_page_size(picture.size);
  for (std::size_t i = 0; i < picture.panels.size(); ++i) {
    const Panel& panel = picture.panels[i];
    const std::string pointer = fmt::format("/panels/{}", i);
    if (!is_window(panel.world))
      throw InputError(pointer + "/world", "", "the world of a panel must be finite and not empty");
    if (!is_window(panel.page))
      throw InputError(pointer + "/page", "", "the area of a panel must be finite and not empty");
    for (std::size_t k = 0; k < panel.items.size(); ++k) {
      if (!is_finite(panel.items[k]))
        throw InputError(fmt::format("{}/items/{}", pointer, k), "", "must have finite numbers");
    }
  }
}

void paint(Surface& on, const Picture& picture, const Labels& labels) {
  const Painter painter(on);
  for (const Panel& panel : picture.panels) painter.panel(panel);
  on.begin_labels(picture.size);
  for (const PlacedLabel& label : labels.placed) painter.leader(label);
  for (const PlacedLabel& label : labels.placed) painter.label(label);
  on.end_labels();
}

}  // namespace pawl::draw::internal
