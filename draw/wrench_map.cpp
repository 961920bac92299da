// SPDX-License-Identifier: MIT
#include "draw/wrench_map.h"

#include <fmt/format.h>
#include <pawl/draw/cone_picture.h>
#include <pawl/draw/wrench_map.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "draw/sheet.h"
#include "draw/task_picture.h"
#include "geometry/plane.h"

namespace pawl::draw::internal {
namespace {

using Eigen::Vector2d;

/// A wrench (f, tau) with |f| rho / |tau| below this value counts as a pure moment.
constexpr double kPureMoment = 1e-9;

using pawl::internal::cross;

/// Returns the intersection of a convex polygon with the half-plane {p : value(p) >= 0}, where `value` is an affine
/// function (Sutherland and Hodgman).
template <class Value>
std::vector<Vector2d> clipped(const std::vector<Vector2d>& polygon, const Value& value) {
  std::vector<Vector2d> result;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector2d &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double at_a = value(a), at_b = value(b);
    if (at_a >= 0) result.push_back(a);
    if ((at_a > 0 && at_b < 0) || (at_a < 0 && at_b > 0)) result.push_back(a + (b - a) * (at_a / (at_a - at_b)));
  }
  return result;
}

}  // namespace

GeneratorFigure::GeneratorFigure(const TaskFigure& task, const ConeRows& cone, double gyration, std::string word)
    : center_(task.center()),
      reach_(task.reach()),
      gyration_(gyration),
      word_(std::move(word)),
      pointed_(cone.lines.empty()) {
  for (const Eigen::Vector3d& ray : cone.rays) add_glyph(task, ray);
  for (const Eigen::Vector3d& line : cone.lines) {
    add_glyph(task, line);
    add_glyph(task, -line);
  }
  double arc = .5 * reach_;
  for (Glyph& glyph : glyphs_) {
    if (glyph.kind == Kind::force) continue;
    glyph.arc = arc;
    arc += .13 * reach_;
  }
}

void GeneratorFigure::add_glyph(const TaskFigure& task, const Eigen::Vector3d& wrench) {
  const Vector2d force = wrench.head<2>();
  const double size = force.norm(), torque = wrench.z();
  Glyph& glyph = glyphs_.emplace_back();
  glyph = {Kind::moment, wrench, {1, 0}, center_, center_, center_, 0, fmt::format("{}{}", word_, glyphs_.size())};
  if (size * gyration_ <= kPureMoment * std::abs(torque)) return;
  glyph.along = force / size;
  const double off = torque / size, length = .7 * reach_, air = .12 * reach_;
  glyph.kind = std::abs(off) > kFarthest * reach_ ? Kind::far : Kind::force;
  const Vector2d side = (off > 0 ? 1 : -1) * Vector2d(glyph.along.y(), -glyph.along.x());
  if (glyph.kind == Kind::force) glyph.foot = center_ + std::abs(off) * side;
  // If the line of force passes beside the part, the arrow is beside the part too. If the line meets the part, the
  // arrow ends before the part.
  const bool passes = glyph.kind == Kind::force && std::abs(off) > .98 * task.reach(side);
  glyph.tip = glyph.foot - (passes ? -length / 2 : task.reach(-glyph.along) + air) * glyph.along;
  glyph.tail = glyph.tip - length * glyph.along;
}

std::vector<Vector2d> GeneratorFigure::seen() const {
  std::vector<Vector2d> points;
  for (const Glyph& glyph : glyphs_) {
    if (glyph.kind != Kind::moment) points.insert(points.end(), {glyph.tail, glyph.tip});
    const Vector2d corner = glyph.arc * Vector2d(1, 1);
    if (glyph.arc > 0) points.insert(points.end(), {center_ - corner, center_ + corner});
  }
  return points;
}

std::size_t GeneratorFigure::forces() const {
  return static_cast<std::size_t>(
      std::count_if(glyphs_.begin(), glyphs_.end(), [](const Glyph& glyph) { return glyph.kind != Kind::moment; }));
}

std::size_t GeneratorFigure::moments() const { return glyphs_.size() - forces(); }

void GeneratorFigure::add_name(Panel& panel, const Glyph& glyph, const Vector2d& at) const {
  const bool far = glyph.kind == Kind::far;
  const double off = std::abs(glyph.wrench.z()) / glyph.wrench.head<2>().norm();
  panel.items.emplace_back(Label{.at = at,
                                 .text = far ? fmt::format("{}, {} away", glyph.name, number(off)) : glyph.name,
                                 .size = 13,
                                 .ink = glyph.kind == Kind::moment ? Ink::moment : Ink::force,
                                 .clearance = 6,
                                 .priority = 70});
}

void GeneratorFigure::add_arrow(Panel& panel, const Glyph& glyph) const {
  const Vector2d beyond = 2 * glyph.foot - glyph.tip;
  panel.items.emplace_back(Stroke{segment(glyph.tip, beyond), false, Pen{Ink::force, 1, Dash::dotted}});
  panel.items.emplace_back(
      Stroke{segment(glyph.tail, glyph.tip), false, Pen{Ink::force, 2.4}, std::nullopt, Head::arrow});
}

void GeneratorFigure::add_arc(Panel& panel, const Glyph& glyph) const {
  const double turn = glyph.wrench.z() > 0 ? 1 : -1, quarter = std::numbers::pi / 2;
  panel.items.emplace_back(
      Stroke{arc(center_, glyph.arc, quarter - 1.5 * quarter * turn, quarter + 1.5 * quarter * turn), false,
             Pen{Ink::moment, 2.4}, std::nullopt, Head::arrow});
}

void GeneratorFigure::add_to(Panel& panel, bool named) const {
  for (const Glyph& glyph : glyphs_) {
    if (glyph.kind != Kind::moment) add_arrow(panel, glyph);
    if (glyph.kind != Kind::force) add_arc(panel, glyph);
    if (!named) continue;
    add_name(panel, glyph, glyph.kind == Kind::moment ? Vector2d(center_ + Vector2d(0, glyph.arc)) : glyph.tail);
  }
}

bool GeneratorFigure::has_moment_labels() const {
  return pointed_ && !glyphs_.empty() &&
         std::all_of(glyphs_.begin(), glyphs_.end(), [](const Glyph& glyph) { return glyph.kind == Kind::force; });
}

std::vector<Vector2d> GeneratorFigure::one_sign(const Box& window, double sign) const {
  const Vector2d a = window.least, b = window.most();
  std::vector<Vector2d> region = {a, {b.x(), a.y()}, b, {a.x(), b.y()}};
  for (const Glyph& glyph : glyphs_) {
    region = clipped(region, [&](const Vector2d& p) {
      return sign * (glyph.wrench.z() - cross(p - center_, glyph.wrench.head<2>()));
    });
  }
  return region;
}

void GeneratorFigure::add_moment_labels(Panel& panel) const {
  if (!has_moment_labels()) return;
  for (const double sign : {1.0, -1.0}) {
    const std::vector<Vector2d> region = one_sign(panel.world, sign);
    if (region.size() < 3) continue;
    const Vector2d middle = around(region).center();
    panel.items.emplace_back(
        Stroke{polyline(region), true, Pen{Ink::moment, 1, Dash::dash_dot}, Fill{Ink::moment, .08}});
    panel.items.emplace_back(Label{
        .at = middle, .text = sign > 0 ? "+" : "−", .size = 22, .ink = Ink::moment, .clearance = -12, .priority = 20});
  }
}

}  // namespace pawl::draw::internal

// Consider the half-plane spanned by the centre u of the map and a direction v perpendicular to u. Its directions are d
// = cos(theta) u + sin(theta) v, with theta in [0, pi]. For these directions, a face f of a convex cone requires A
// cos(theta) + B sin(theta) <= 0 with A = f . u and B = f . v. This condition holds for an interval of theta. Therefore
// the cone meets the half-plane in one interval of theta. Every cone of dimension 3, with or without lines, is the area
// between two curves over the azimuth of v, so that no arcs have to be sorted.
namespace pawl::draw {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kPi = std::numbers::pi, kDegrees = 180 / kPi;
constexpr double kNothing = 1e-9;  ///< intervals of angles shorter than this count as empty, rad

struct Interval {
  double low = 0, high = kPi;
  bool empty() const { return high <= low + kNothing; }
};

class Mapper {
 public:
  Mapper(const WrenchMap& map, const Box& page) : map_(map) {
    set_frame();
    set_extent();
    const double half = extent_ * kDegrees + 1;
    panel_.page = page;
    panel_.world = {{-half, -half}, {2 * half, 2 * half}};
    panel_.title = "the sphere of wrench directions";
    panel_.description =
        "Azimuthal equidistant map of (fx, fy, tau / rho): angles from the centre of the map are exact.";
  }

  Panel run() {
    for (const WrenchRegion& region : map_.regions) fill(region);
    grid();
    for (const WrenchRegion& region : map_.regions) outline(region);
    for (const WrenchPoint& point : map_.points) mark(point);
    return std::move(panel_);
  }

 private:
  Vector3d scaled(const Vector3d& wrench) const {
    return Vector3d(wrench.x(), wrench.y(), wrench.z() / map_.gyration).normalized();
  }

  Vector3d middle() const {
    if (map_.center) return *map_.center;
    if (!map_.points.empty()) return map_.points[0].wrench;
    Vector3d sum = Vector3d::Zero();
    for (const WrenchRegion& region : map_.regions) {
      for (const Vector3d& ray : region.cone.rays) sum += ray;
      if (sum.norm() > 0) break;
    }
    return sum;
  }

  void set_frame() {
    u_ = scaled(middle());
    if (!u_.allFinite() || u_.norm() < .5) u_ = {0, -1, 0};
    Vector3d up = Vector3d(0, 0, 1) - u_.z() * u_;
    if (up.norm() < 1e-6) up = Vector3d(0, 1, 0) - u_.y() * u_;
    up_ = up.normalized();
    right_ = Vector3d(up_.y() * u_.z() - up_.z() * u_.y(), up_.z() * u_.x() - up_.x() * u_.z(),
                      up_.x() * u_.y() - up_.y() * u_.x());
  }

  void set_extent() {
    double farthest = kPi / 6;
    for (const WrenchRegion& region : map_.regions) {
      const bool round = !region.cone.lines.empty() || region.cone.rays.empty();
      if (round && region.cone.dimension() > 0) farthest = kPi;
      for (const Vector3d& ray : region.cone.rays) farthest = std::max(farthest, angle(scaled(ray)));
    }
    for (const WrenchPoint& point : map_.points) farthest = std::max(farthest, angle(scaled(point.wrench)));
    extent_ = std::min(kPi, (std::floor(farthest * 6 / kPi + .3) + 1) * kPi / 6);
  }

  double angle(const Vector3d& d) const { return std::atan2(std::hypot(d.dot(right_), d.dot(up_)), d.dot(u_)); }
  double azimuth(const Vector3d& d) const { return std::atan2(d.dot(up_), d.dot(right_)); }
  static Vector2d polar(double azimuth, double angle) {
    return angle * kDegrees * Vector2d(std::cos(azimuth), std::sin(azimuth));
  }
  Vector2d place(const Vector3d& d) const { return polar(azimuth(d), angle(d)); }

  Interval interval(const std::vector<Vector3d>& faces, double at) const {
    const Vector3d v = std::cos(at) * right_ + std::sin(at) * up_;
    Interval interval;
    for (const Vector3d& face : faces) {
      const double a = face.dot(u_), b = face.dot(v), turn = std::atan2(b, a);
      if (a > 0) interval.low = std::max(interval.low, turn + kPi / 2);
      if (a < 0) interval.high = std::min(interval.high, b >= 0 ? turn - kPi / 2 : turn + 3 * kPi / 2);
      if (a == 0 && b > 0) interval.high = 0;
    }
    return interval;
  }

  std::vector<Vector3d> scaled_faces(const ConeRows& cone) const {
    std::vector<Vector3d> faces;
    for (const Vector3d& face : cone.faces) {
      faces.push_back(Vector3d(face.x(), face.y(), face.z() * map_.gyration).normalized());
    }
    return faces;
  }

  /// Returns the azimuths at which the cone is sampled: one for every two degrees, and those of the cone's corners.
  std::vector<double> azimuths(const ConeRows& cone) const {
    std::vector<double> result;
    for (int k = -90; k < 90; ++k) result.push_back(k * kPi / 90);
    for (const Vector3d& ray : cone.rays) result.push_back(azimuth(scaled(ray)));
    for (const Vector3d& line : cone.lines) {
      result.push_back(azimuth(scaled(line)));
      result.push_back(azimuth(scaled(-line)));
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  struct Sample {
    double azimuth;
    Interval at;
  };

  /// Returns the azimuth at which the visible part of the cone ends. The cone is visible at the azimuth `inside` and
  /// not visible at the azimuth `outside`.
  Sample end(const std::vector<Vector3d>& faces, double inside, double outside) const {
    for (int k = 0; k < 40; ++k) {
      const double between = (inside + outside) / 2;
      (interval(faces, between).empty() ? outside : inside) = between;
    }
    return {inside, interval(faces, inside)};
  }

  /// The ranges of azimuths in which a cone is visible, in ascending order. `whole` is true if the cone is visible at
  /// all azimuths.
  struct Stretches {
    std::vector<std::vector<Sample>> runs;
    bool whole = false;
  };
  Stretches stretches(const ConeRows& cone) const {
    const std::vector<Vector3d> faces = scaled_faces(cone);
    std::vector<Sample> samples;
    for (const double at : azimuths(cone)) samples.push_back({at, interval(faces, at)});
    const auto first_empty = std::find_if(samples.begin(), samples.end(), [](const Sample& s) { return s.at.empty(); });
    if (first_empty == samples.end()) {
      samples.push_back({samples[0].azimuth + 2 * kPi, samples[0].at});
      return {{std::move(samples)}, true};
    }
    // The list is rotated to begin at an azimuth at which the cone is not visible, so that every range is contiguous in
    // the list.
    std::rotate(samples.begin(), first_empty, samples.end());
    for (std::size_t i = 1; i < samples.size(); ++i) {
      while (samples[i].azimuth < samples[i - 1].azimuth) samples[i].azimuth += 2 * kPi;
    }
    samples.push_back({samples[0].azimuth + 2 * kPi, samples[0].at});
    Stretches result;
    for (std::size_t i = 1; i < samples.size(); ++i) {
      const bool before = !samples[i - 1].at.empty(), now = !samples[i].at.empty();
      if (now && !before) result.runs.push_back({end(faces, samples[i].azimuth, samples[i - 1].azimuth)});
      if (now) result.runs.back().push_back(samples[i]);
      if (before && !now) result.runs.back().push_back(end(faces, samples[i - 1].azimuth, samples[i].azimuth));
    }
    return result;
  }

  double shown(double angle) const { return std::min(angle, extent_); }

  void fill(const WrenchRegion& region) {
    if (region.cone.dimension() < 3) return;
    for (const std::vector<Sample>& run : stretches(region.cone).runs) {
      std::vector<Vector2d> area;
      for (const Sample& sample : run) area.push_back(polar(sample.azimuth, shown(sample.at.high)));
      for (auto sample = run.rbegin(); sample != run.rend(); ++sample) {
        area.push_back(polar(sample->azimuth, shown(sample->at.low)));
      }
      panel_.items.emplace_back(
          Stroke{polyline(std::move(area)), true, std::nullopt, Fill{region.ink, .2, region.hatch}});
    }
  }

  void outline(const WrenchRegion& region) {
    const Pen pen{region.ink, 2};
    if (region.cone.dimension() == 3) {
      const Stretches seen = stretches(region.cone);
      for (const std::vector<Sample>& run : seen.runs) {
        curve(run, seen.whole, pen, [](const Sample& sample) { return sample.at.low; });
        curve(run, seen.whole, pen, [](const Sample& sample) { return sample.at.high; });
      }
    } else {
      thin(region.cone, pen);
    }
    name(region);
  }

  /// Draws one of the two curves that bound a cone over a range of azimuths. Leaves out the points of the curve that
  /// are at the map's centre (unless they are an end of the range), opposite to it, or outside the map.
  template <class AngleOf>
  void curve(const std::vector<Sample>& run, bool whole, const Pen& pen, const AngleOf& angle_of) {
    std::vector<Vector2d> line;
    const auto finish = [&] {
      if (line.size() > 1) panel_.items.emplace_back(Stroke{polyline(line), false, pen});
      line.clear();
    };
    for (std::size_t i = 0; i < run.size(); ++i) {
      const double angle = angle_of(run[i]);
      const bool tip = !whole && (i == 0 || i + 1 == run.size());
      if ((angle > kNothing || tip) && angle < std::min(extent_, kPi - kNothing)) {
        line.push_back(polar(run[i].azimuth, angle));
      } else {
        finish();
      }
    }
    finish();
  }

  /// Draws the arc of the great circle from a to b, which must be less than half a turn apart.
  void great_arc(const Vector3d& a, const Vector3d& b, const Pen& pen) {
    constexpr int kPieces = 48;
    std::vector<Vector2d> line;
    for (int k = 0; k <= kPieces; ++k) {
      const Vector3d d = ((kPieces - k) * a + k * b).normalized();
      // If two successive points are far apart on the map, the arc passes the point opposite to the map's centre.
      const bool jumps = !line.empty() && (place(d) - line.back()).norm() > 60;
      if (angle(d) > extent_ || jumps) {
        if (line.size() > 1) panel_.items.emplace_back(Stroke{polyline(line), false, pen});
        line.clear();
      }
      if (angle(d) <= extent_) line.push_back(place(d));
    }
    if (line.size() > 1) panel_.items.emplace_back(Stroke{polyline(line), false, pen});
  }

  /// Draws a cone of dimension 2 as an arc, and a cone of dimension 1 as one or two points.
  void thin(const ConeRows& cone, const Pen& pen) {
    std::vector<Vector3d> ends;
    for (const Vector3d& ray : cone.rays) ends.push_back(scaled(ray));
    for (const Vector3d& line : cone.lines) {
      ends.push_back(scaled(line));
      ends.push_back(scaled(-line));
    }
    if (cone.dimension() == 1) {
      for (const Vector3d& d : ends) {
        if (angle(d) <= extent_) panel_.items.emplace_back(Mark{place(d), Shape::disc, 8, pen.ink});
      }
      return;
    }
    if (cone.lines.empty() && ends.size() == 2) return great_arc(ends[0], ends[1], pen);
    // The ends of a cone with one line are joined by an arc of half a turn: from one end of the line, through the ray,
    // to the other end of the line. A cone with two lines is a full circle.
    for (std::size_t i = 0; i < ends.size(); ++i) {
      for (std::size_t k = i + 1; k < ends.size(); ++k) {
        if (std::abs(ends[i].dot(ends[k])) < 1 - 1e-6) great_arc(ends[i], ends[k], pen);
      }
    }
  }

  void name(const WrenchRegion& region) {
    if (region.name.empty() || region.cone.rays.empty()) return;
    const Vector3d corner = scaled(region.cone.rays[0]);
    if (angle(corner) > extent_) return;
    panel_.items.emplace_back(
        Label{.at = place(corner), .text = region.name, .size = 12, .ink = region.ink, .clearance = 5, .priority = 50});
  }

  void grid() {
    const int rings = static_cast<int>(std::lround(extent_ * 6 / kPi));
    for (int k = 1; k <= rings; ++k) {
      const Pen pen = k == rings ? Pen{Ink::axis, 1.2} : Pen{Ink::grid, 1};
      panel_.items.emplace_back(Stroke{circle({0, 0}, 30 * k), true, pen});
      if (k < rings || k == 1) degree(30 * k);
    }
    pure_forces();
    static constexpr const char* kNames[] = {"+fx", "−fx", "+fy", "−fy", "+τ/ρ", "−τ/ρ"};
    for (int k = 0; k < 6; ++k) {
      Vector3d d = Vector3d::Zero();
      d[k / 2] = k % 2 == 0 ? 1 : -1;
      if (angle(d) > extent_ - 1e-3) continue;
      panel_.items.emplace_back(Mark{place(d), Shape::ring, 6, Ink::axis});
      panel_.items.emplace_back(
          Label{.at = place(d), .text = kNames[k], .size = 12, .ink = Ink::note, .clearance = 5, .priority = 30});
    }
  }

  void degree(int degrees) {
    panel_.items.emplace_back(Label{.at = polar(-kPi / 4, degrees / kDegrees),
                                    .text = fmt::format("{}°", degrees),
                                    .size = 11,
                                    .ink = Ink::note,
                                    .clearance = 1,
                                    .priority = 5});
  }

  /// Draws the great circle tau = 0. It contains all forces through the centre of mass.
  void pure_forces() {
    const Pen pen{Ink::axis, 1, Dash::dotted};
    for (int k = 0; k < 8; ++k) {
      const double from = k * kPi / 4, to = from + kPi / 4;
      great_arc({std::cos(from), std::sin(from), 0}, {std::cos(to), std::sin(to), 0}, pen);
    }
  }

  void mark(const WrenchPoint& point) {
    const Vector3d d = scaled(point.wrench);
    if (!d.allFinite() || d.norm() < .5) return;
    if (point.margin_deg > 0 && point.margin_deg < 180 && angle(d) < 1e-6) {
      panel_.items.emplace_back(Stroke{circle({0, 0}, std::min(point.margin_deg, extent_ * kDegrees)), true,
                                       Pen{point.ink, 1.4, Dash::dashed}});
    }
    panel_.items.emplace_back(Mark{place(d), point.shape, 11, point.ink});
    if (point.name.empty()) return;
    panel_.items.emplace_back(
        Label{.at = place(d), .text = point.name, .size = 13, .ink = point.ink, .clearance = 8, .priority = 80});
  }

  const WrenchMap& map_;
  Vector3d u_, right_, up_;
  double extent_ = kPi;
  Panel panel_;
};

}  // namespace

Panel wrench_map_panel(const WrenchMap& map, const Box& page) { return Mapper(map, page).run(); }

namespace {

using internal::GeneratorFigure;
using internal::LegendEntry;
using internal::PageFrame;
using internal::TaskFigure;

std::string counted(std::size_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string words_of(const ModeCone& mode, const GeneratorFigure& generators) {
  if (!mode.feasible) return "infeasible: no motion has this mode";
  if (mode.cone.rays.empty() && mode.cone.lines.empty()) return "the zero wrench only";
  std::string words = counted(generators.forces() + generators.moments(), "generator");
  if (generators.moments() > 0) words += ", including " + counted(generators.moments(), "pure moment");
  if (mode.cone.lines.size() == 3) return words + "; every wrench";
  if (mode.cone.dimension() < 3) words += fmt::format("; flat cone of dimension {}", mode.cone.dimension());
  return words;
}

std::vector<LegendEntry> generator_legend(bool forces, bool moments) {
  std::vector<LegendEntry> legend;
  if (forces) legend.push_back({"generator (line of force)", {Ink::force, 2.4}, Head::arrow});
  if (moments) legend.push_back({"generator (moment)", {Ink::moment, 2.4}, Head::arrow});
  return legend;
}

std::vector<LegendEntry> legend_of(const GeneratorFigure& generators, bool map, bool labels) {
  std::vector<LegendEntry> legend = generator_legend(generators.forces() > 0, generators.moments() > 0);
  if (labels) {
    legend.push_back(
        {"all moments here have one sign", {Ink::moment, 1, Dash::dash_dot}, Head::none, Fill{Ink::moment, .08}});
  }
  if (!map) return legend;
  legend.push_back({"wrench cone", {Ink::wanted, 2}, Head::none, Fill{Ink::wanted, .2, Hatch::rising}});
  legend.push_back({"forces through the centre of mass", {Ink::axis, 1, Dash::dotted}});
  return legend;
}

Panel generator_panel(const TaskFigure& task, const GeneratorFigure& generators, const Box& page, bool small) {
  Panel panel = task.panel(page, small ? 22 : 40, generators.seen());
  panel.clip = true;
  if (!small) generators.add_moment_labels(panel);
  task.add_part(panel);
  task.add_contacts(panel, {.frames = false, .cones = !small, .gaps = !small});
  generators.add_to(panel, true);
  task.add_center_of_mass(panel, false);
  return panel;
}

WrenchMap map_of(const ModeCone& mode, double gyration) {
  WrenchMap map;
  map.gyration = gyration;
  map.regions.push_back({mode.cone, Ink::wanted, Hatch::rising, ""});
  for (std::size_t k = 0; k < mode.cone.rays.size(); ++k) {
    map.points.push_back({mode.cone.rays[k], Ink::force, Shape::disc, fmt::format("g{}", k + 1)});
  }
  if (mode.widest && mode.cone.dimension() == 3 && !mode.cone.faces.empty()) {
    map.center = *mode.widest;
    map.points.push_back({*mode.widest, Ink::best, Shape::star,
                          fmt::format("widest, {}°", internal::number(std::round(mode.margin_deg * 10) / 10)),
                          mode.margin_deg});
  }
  if (!map.center && !mode.cone.rays.empty()) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const Eigen::Vector3d& ray : mode.cone.rays) sum += ray;
    if (sum.norm() > 1e-9) map.center = sum;
  }
  return map;
}

/// Divides the free area of a page into two boxes. They are side by side or, if `narrow` is true, one above the other.
std::pair<Box, Box> halves(const Box& room, bool narrow) {
  constexpr double kAir = 16, kShare = .56;
  if (narrow) {
    const double high = (room.size.y() - kAir) * kShare;
    return {{room.least, {room.size.x(), high}},
            {room.least + Eigen::Vector2d(0, high + kAir), {room.size.x(), room.size.y() - high - kAir}}};
  }
  const double wide = (room.size.x() - kAir) * kShare;
  return {{room.least, {wide, room.size.y()}},
          {room.least + Eigen::Vector2d(wide + kAir, 0), {room.size.x() - wide - kAir, room.size.y()}}};
}

void add_one(const ValidTask& valid, const ModeCone& mode, const TaskFigure& task, PageFrame& frame) {
  const double gyration = valid.contacts().radius_of_gyration();
  const GeneratorFigure generators(task, mode.cone, gyration);
  frame.add_line(fmt::format("mode {}: {}", mode.mode, words_of(mode, generators)), Ink::text);
  const bool map = mode.feasible && mode.cone.dimension() > 0;
  frame.add_legend(legend_of(generators, map, generators.has_moment_labels()));
  if (!map) return frame.add_panel(generator_panel(task, generators, frame.room(), false));
  const auto [left, right] = halves(frame.room(), frame.narrow());
  Panel part = generator_panel(task, generators, left, false);
  part.title = "mode " + mode.mode + ": " + words_of(mode, generators);
  internal::add_scale_bar(part, valid.task().units.length_name());
  frame.add_panel(std::move(part));
  frame.add_panel(wrench_map_panel(map_of(mode, gyration), right));
}

constexpr double kHead = 34;  ///< height of the title above a small multiple, px

struct Columns {
  std::size_t columns, shown;
};

/// Returns the number of columns for which the small multiples are largest, and the number of small multiples that fit.
Columns columns_for(std::size_t count, const Eigen::Vector2d& room) {
  constexpr double kLeastWidth = 240, kLeastHeight = 180 + kHead;
  const auto fits = [](double px, double each) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(px / each));
  };
  const std::size_t most = fits(room.x(), kLeastWidth), rows = fits(room.y(), kLeastHeight);
  const std::size_t shown = std::min(count, most * rows);
  Columns best{most, shown};
  double largest = 0;
  for (std::size_t columns = 1; columns <= most; ++columns) {
    const std::size_t needed = std::max<std::size_t>(1, (shown + columns - 1) / columns);
    if (needed > rows) continue;
    const double side =
        std::min(room.x() / static_cast<double>(columns), room.y() / static_cast<double>(needed) - kHead);
    if (side > largest) largest = side, best.columns = columns;
  }
  return best;
}

void add_several(const ValidTask& valid, const ConeFigure& figure, const TaskFigure& task, PageFrame& frame) {
  const double gyration = valid.contacts().radius_of_gyration();
  bool forces = false, moments = false;
  for (const ModeCone& mode : figure.modes) {
    const GeneratorFigure generators(task, mode.cone, gyration);
    forces = forces || generators.forces() > 0;
    moments = moments || generators.moments() > 0;
  }
  frame.add_legend(generator_legend(forces, moments));
  const std::size_t count = figure.modes.size();
  const auto [columns, shown] = columns_for(count, frame.room().size - Eigen::Vector2d(0, 20));
  const std::size_t used = std::max<std::size_t>(1, (shown + columns - 1) / columns);
  frame.add_line(shown == count ? fmt::format("wrench cones of {} modes", count)
                                : fmt::format("wrench cones of {} of {} modes", shown, count),
                 Ink::text);
  frame.add_space(8);
  const Box room = frame.room();
  const Eigen::Vector2d cell(room.size.x() / static_cast<double>(columns), room.size.y() / static_cast<double>(used));
  for (std::size_t k = 0; k < shown; ++k) {
    const ModeCone& mode = figure.modes[k];
    const GeneratorFigure generators(task, mode.cone, gyration);
    const Box box{room.least + Eigen::Vector2d(static_cast<double>(k % columns) * cell.x(),
                                               static_cast<double>(k / columns) * cell.y()),
                  cell - Eigen::Vector2d(12, 8)};
    Panel panel = generator_panel(task, generators,
                                  {box.least + Eigen::Vector2d(0, kHead), box.size - Eigen::Vector2d(0, kHead)}, true);
    panel.title = "mode " + mode.mode;
    panel.description = words_of(mode, generators);
    frame.add_panel(std::move(panel));
    frame.add_text(box.least + Eigen::Vector2d(0, 8), "mode " + mode.mode, 13, Ink::text, box.size.x());
    frame.add_text(box.least + Eigen::Vector2d(0, 24), words_of(mode, generators), 11, Ink::note, box.size.x());
  }
}

}  // namespace

Picture cone_picture(const ValidTask& valid, const ConeFigure& figure, const Eigen::Vector2d& size) {
  internal::require_page(size);
  const std::string title = internal::title_of(valid), words = internal::words_of(valid);
  PageFrame frame(size, title, "Wrench cones. " + words);
  frame.add_line(words);
  frame.add_notes(internal::lines_of(figure.warnings), Ink::warning, 3);
  const TaskFigure task(valid);
  if (figure.modes.size() == 1) {
    add_one(valid, figure.modes[0], task, frame);
  } else {
    add_several(valid, figure, task, frame);
  }
  return frame.finish();
}

}  // namespace pawl::draw
