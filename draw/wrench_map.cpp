// SPDX-License-Identifier: MIT
// A convex cone meets the half-plane that the centre u and a direction v across it span in one interval of angles: with
// d = cos(theta) u + sin(theta) v every face f asks for A cos(theta) + B sin(theta) <= 0, A = f . u, B = f . v, which
// is an interval of [0, pi]. So every cone of dimension 3, with lines or without, is the area between two curves over
// the azimuth; no arcs have to be put in order.
#include <fmt/format.h>
#include <pawl/draw/wrench_map.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pawl::draw {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kPi = std::numbers::pi, kDegrees = 180 / kPi;
constexpr double kNothing = 1e-9;  ///< rad: an interval that is not seen

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
    panel_.description = "Azimuthal equidistant map of (fx, fy, tau / rho): angles from its centre are true.";
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

  /// Azimuths every two degrees, and those of the corners.
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

  /// Where between an azimuth in the cone and one beside it the cone ends.
  Sample end(const std::vector<Vector3d>& faces, double inside, double outside) const {
    for (int k = 0; k < 40; ++k) {
      const double between = (inside + outside) / 2;
      (interval(faces, between).empty() ? outside : inside) = between;
    }
    return {inside, interval(faces, inside)};
  }

  /// The stretches of azimuths in which a cone is seen, in order; `whole` where that is all of them.
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
    // Begins at an empty one, so that no stretch runs over the end.
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

  /// One of the two curves that bound a stretch, where it is neither a pole nor beyond the map.
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

  /// Great circle from a to b, less than half a turn apart.
  void great_arc(const Vector3d& a, const Vector3d& b, const Pen& pen) {
    constexpr int kPieces = 48;
    std::vector<Vector2d> line;
    for (int k = 0; k <= kPieces; ++k) {
      const Vector3d d = ((kPieces - k) * a + k * b).normalized();
      const bool jumps = !line.empty() && (place(d) - line.back()).norm() > 60;  // over the map's far pole
      if (angle(d) > extent_ || jumps) {
        if (line.size() > 1) panel_.items.emplace_back(Stroke{polyline(line), false, pen});
        line.clear();
      }
      if (angle(d) <= extent_) line.push_back(place(d));
    }
    if (line.size() > 1) panel_.items.emplace_back(Stroke{polyline(line), false, pen});
  }

  /// A cone in a plane is an arc, one on a line a point or two.
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
    // Lines: half a turn from each end of the line over the ray; of two lines, a whole one.
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

  /// tau = 0: forces through the centre of mass.
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

}  // namespace pawl::draw
