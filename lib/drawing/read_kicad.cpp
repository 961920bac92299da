// SPDX-License-Identifier: MIT
// Reads the outline and the mounting holes of a KiCad board.
#include <fmt/format.h>
#include <pawl/base/bounds.h>
#include <pawl/io/drawing.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drawing/curve_pen.h"
#include "drawing/dxf_entity.h"
#include "drawing/read_drawing.h"
#include "exact/numbers.h"
#include "io/json.h"

namespace pawl::internal::inline drawing {
namespace {

using Vector = Eigen::Vector2d;

/// A list "(name value ... (name ...) ...)" of a KiCad file.
struct KicadList {
  std::string_view name;
  long line = 0;
  std::vector<std::string_view> values;  ///< values without their quotes; escape sequences in quoted texts remain as
                                         ///< written
  std::vector<KicadList> lists;

  const KicadList* find(std::string_view key) const {
    const auto found = std::find_if(lists.begin(), lists.end(), [&](const KicadList& one) { return one.name == key; });
    return found == lists.end() ? nullptr : &*found;
  }
  std::string_view value(std::string_view key) const {
    const KicadList* found = find(key);
    return found != nullptr && !found->values.empty() ? found->values[0] : std::string_view();
  }
};

/// Parses nested lists. Throws InputError at "line N".
class KicadParser {
 public:
  explicit KicadParser(std::string_view text) : rest_(text) {}

  KicadList run() {
    skip_blanks();
    if (rest_.empty() || rest_[0] != '(') stop("expected a list that begins with (");
    return list(0);
  }

 private:
  static constexpr int kDeepest = 64;
  static constexpr std::size_t kMostLists = 1'000'000;

  [[noreturn]] void stop(const char* message) const { throw InputError(line_pointer(line_), "", message); }

  void skip_blanks() {
    while (!rest_.empty() && std::string_view(" \t\r\n").find(rest_[0]) != std::string_view::npos) {
      line_ += rest_[0] == '\n' ? 1 : 0;
      rest_.remove_prefix(1);
    }
  }

  KicadList list(int depth) {
    if (depth == kDeepest) stop("lists are nested more than 64 deep");
    if (++lists_ > kMostLists) stop("more than 1000000 lists, the most that is read");
    KicadList found;
    found.line = line_;
    rest_.remove_prefix(1);
    skip_blanks();
    found.name = word();
    for (;;) {
      skip_blanks();
      if (rest_.empty()) stop("the file ends within a list: it was cut off");
      if (rest_[0] == ')') break;
      if (rest_[0] == '(') {
        found.lists.push_back(list(depth + 1));
      } else {
        found.values.push_back(word());
      }
    }
    rest_.remove_prefix(1);
    return found;
  }

  std::string_view word() {
    if (rest_.empty()) stop("the file ends within a list: it was cut off");
    if (rest_[0] != '"') {
      const std::size_t length = std::min(rest_.find_first_of(" \t\r\n()\""), rest_.size());
      const std::string_view found = rest_.substr(0, length);
      rest_.remove_prefix(length);
      return found;
    }
    std::size_t end = 1;
    while (end < rest_.size() && rest_[end] != '"') end += rest_[end] == '\\' ? 2 : 1;
    if (end >= rest_.size()) stop("the file ends within a quoted text: it was cut off");
    const std::string_view found = rest_.substr(1, end - 1);
    line_ += std::count(found.begin(), found.end(), '\n');
    rest_.remove_prefix(end + 1);
    return found;
  }

  std::string_view rest_;
  long line_ = 1;
  std::size_t lists_ = 0;
};

/// Reads the graphics of a board on the layer Edge.Cuts, or on the layers that the options request, and the drills of
/// its mounting holes. In KiCad the y axis points down, but angles are counterclockwise on the screen. Let R be the
/// rotation by the angle of a footprint at (x, y). A point p of the footprint is mapped by
///
///     p -> (x, -y) + R (p_x, -p_y)
class KicadReader {
 public:
  KicadReader(std::string_view text, const DrawingOptions& options) : text_(text), options_(options) {}

  Drawing run() {
    drawing_.format = "KiCad";
    drawing_.unit = Units::Length::mm;
    drawing_.stated_unit = "mm";
    const KicadList board = KicadParser(text_).run();
    if (board.name != "kicad_pcb") {
      throw InputError(line_pointer(board.line), printable(board.name), "is the outermost list; expected kicad_pcb");
    }
    if (const std::string_view version = board.value("version"); !version.empty()) {
      drawing_.format += " " + as_utf8(version);
    }
    const AffineMap map = scale_map(1, -1);
    for (const KicadList& one : board.lists) {
      if (one.name.starts_with("gr_")) draw(one, map, "");
      if (one.name == "footprint" || one.name == "module") footprint(one);
    }
    if (faults_.empty()) layers_.check(drawing_.left_out, faults_);
    check_unit(drawing_, options_, faults_);
    faults_.finish();
    drawing_.notes.emplace_back("y is turned up: its sign is changed");
    if (turned_) drawing_.notes.emplace_back("footprints are not turned by quarter turns: their points are rounded");
    if (holes_ > 0)
      drawing_.notes.push_back(fmt::format("drills of pads that are not plated, and of mounting holes: {}", holes_));
    return std::move(drawing_);
  }

 private:
  [[noreturn]] static void refuse(const KicadList& list, std::string message) {
    throw InputError(line_pointer(list.line), as_utf8(list.name), std::move(message));
  }

  static double number(const KicadList& list, std::size_t k) {
    const std::optional<DrawnNumber> value =
        k < list.values.size() ? drawn_number(list.values[k]) : std::optional<DrawnNumber>();
    if (!value || std::fabs(value->value) > kLargestLength) {
      refuse(list, fmt::format("value {} must be a finite number, at most 1e9 in size", k + 1));
    }
    return value->value;
  }
  static Vector point(const KicadList& list) { return {number(list, 0), number(list, 1)}; }
  static Vector point(const KicadList& list, std::string_view key) {
    const KicadList* found = list.find(key);
    if (found == nullptr) refuse(list, fmt::format("has no ({} x y)", key));
    return point(*found);
  }

  void footprint(const KicadList& list) {
    const KicadList* at = list.find("at");
    AffineMap map = scale_map(1, -1);
    double degrees = 0;
    const bool placed = faults_.passes([&] {
      if (at == nullptr) return;
      const Vector place = point(*at);
      degrees = at->values.size() > 2 ? number(*at, 2) : 0;
      map = shift_map(rational(place.x()), -rational(place.y())) * turn_map(degrees, &turned_) * map;
    });
    if (!placed) return;
    const std::string name = list.values.empty() ? "" : as_utf8(list.values[0]);
    const std::string place = fmt::format("\"{}\" at line {}", name, list.line);
    for (const KicadList& one : list.lists) {
      if (one.name.starts_with("fp_")) draw(one, map, place);
      if (one.name == "pad") pad(one, map, degrees, name, place);
    }
  }

  /// If a graphic is on the layer to be read, draws it. Otherwise counts it as left out.
  void draw(const KicadList& list, const AffineMap& map, const std::string& block) {
    const std::string layer = as_utf8(list.value("layer"));
    const std::string kind = as_utf8(list.name);
    const std::string_view shape = list.name.substr(3);
    if (shape == "text" || shape == "text_box" || shape.starts_with("dim")) {
      ++drawing_.left_out[kind + " (no outline)"];
      return;
    }
    const bool taken = layers_.takes(layer) && (layers_.names_some() || layer == "Edge.Cuts");
    if (!taken) {
      ++drawing_.left_out[fmt::format("{} (layer \"{}\")", kind, layer)];
      return;
    }
    const DrawingPlace place{
        kind, layer, as_utf8(list.value(list.find("uuid") != nullptr ? "uuid" : "tstamp")), list.line, block, "", ""};
    faults_.passes([&] { draw_shape(list, shape, map, place); });
  }

  void draw_shape(const KicadList& list, std::string_view shape, const AffineMap& map, const DrawingPlace& place) {
    CurvePen pen(map, options_.deviation);
    if (shape == "line") {
      pen.start(point(list, "start"));
      pen.line(ExactPoint(point(list, "end")));
      return add(pen.finish(place, false), pen);
    }
    if (shape == "circle") {
      const Vector center = point(list, "center");
      double reached = 0;
      return add(circle_curve(place, ExactPoint(center), rational((point(list, "end") - center).norm()), map,
                              options_.deviation, reached),
                 pen);
    }
    if (shape == "rect") {
      const Vector a = point(list, "start"), b = point(list, "end");
      pen.start(a);
      for (const Vector& corner : {Vector(b.x(), a.y()), b, Vector(a.x(), b.y())}) pen.line(ExactPoint(corner));
      return add(pen.finish(place, true), pen);
    }
    if (shape == "arc") {
      arc(list, pen);
      return add(pen.finish(place, false), pen, true);
    }
    if (shape == "poly" || shape == "curve") return draw_points(list, shape == "poly", pen, place);
    refuse(list, "is a graphic that is not read; expected a line, arc, circle, rectangle, polygon or curve");
  }

  /// Draws an arc that is given by three points or, in older files, by its center, its start and its angle.
  static void arc(const KicadList& list, CurvePen& pen) {
    const Vector start = point(list, "start"), end = point(list, "end");
    if (list.find("mid") != nullptr) {
      if (pen.empty()) pen.start(start);
      return pen.arc(end, bulge_through(start, point(list, "mid"), end));
    }
    const KicadList* angle = list.find("angle");
    if (angle == nullptr) refuse(list, "has neither (mid x y) nor (angle degrees)");
    const double degrees = number(*angle, 0);
    if (!(std::fabs(degrees) > 0 && std::fabs(degrees) < 360))
      refuse(*angle, "must be more than 0 and less than 360 degrees");
    const Vector u = direction_of(degrees), from = end - start;
    const Vector to = start + Vector(u.x() * from.x() - u.y() * from.y(), u.y() * from.x() + u.x() * from.y());
    pen.start(end);
    pen.arc(to, std::tan(degrees * std::acos(-1.) / 180 / 4));
  }

  /// Returns the bulge of the arc from a to b through m. From the chord a m to the chord m b, the direction turns by
  /// half of the sweep. The bulge is the tangent of half of this angle.
  static double bulge_through(const Vector& a, const Vector& m, const Vector& b) {
    const Vector d = m - a, e = b - m;
    const double turn = std::atan2(d.x() * e.y() - d.y() * e.x(), d.dot(e));
    return std::tan(turn / 2);
  }

  void draw_points(const KicadList& list, bool polygon, CurvePen& pen, const DrawingPlace& place) {
    const KicadList* points = list.find("pts");
    if (points == nullptr) refuse(list, "has no (pts (xy x y) ...)");
    std::vector<ExactPoint> control;
    for (const KicadList& one : points->lists) {
      if (one.name == "arc" && polygon) {
        if (!pen.empty()) pen.line(ExactPoint(point(one, "start")));
        arc(one, pen);
      } else if (one.name != "xy") {
        refuse(one, "stands where a point (xy x y) is expected");
      } else if (pen.empty()) {
        pen.start(point(one));
      } else if (polygon) {
        pen.line(ExactPoint(point(one)));
      } else {
        control.emplace_back(point(one));
      }
    }
    if (pen.empty()) return;
    if (!polygon) pen.bezier(control);
    add(pen.finish(place, polygon), pen);
  }

  /// Draws the drill of a pad, a circle or a slot, if the pad is not plated or is a mounting hole.
  void pad(const KicadList& list, const AffineMap& map, double footprint_degrees, const std::string& footprint,
           const std::string& block) {
    const bool mounting = footprint.find("MountingHole") != std::string::npos;
    const bool hole =
        list.values.size() > 1 && (list.values[1] == "np_thru_hole" || (mounting && list.values[1] == "thru_hole"));
    const KicadList* drill = list.find("drill");
    if (!hole || drill == nullptr || layers_.names_some() || !layers_.takes("Edge.Cuts")) return;
    const DrawingPlace place{"pad", "Edge.Cuts", as_utf8(list.value("uuid")), list.line, block, "", ""};
    faults_.passes([&] {
      const KicadList* at = list.find("at");
      if (at == nullptr) refuse(list, "has no (at x y)");
      const Vector center = point(*at);
      const bool oval = !drill->values.empty() && drill->values[0] == "oval";
      const double width = number(*drill, oval ? 1 : 0);
      const double height = drill->values.size() > (oval ? 2 : 1) ? number(*drill, oval ? 2 : 1) : width;
      if (!(width > 0 && height > 0)) refuse(*drill, "must be greater than 0");
      ++holes_;
      CurvePen pen(map, options_.deviation);
      double reached = 0;
      if (width == height) {
        return add(circle_curve(place, ExactPoint(center), rational(width) / 2, map, options_.deviation, reached), pen);
      }
      // The angle of a pad in the file includes the angle of its footprint.
      const double own = (at->values.size() > 2 ? number(*at, 2) : 0) - footprint_degrees;
      const AffineMap turned = map * shift_map(rational(center.x()), rational(center.y())) * turn_map(-own, &turned_);
      add(slot(turned, width, height, place), pen);
    });
  }

  DrawingCurve slot(const AffineMap& map, double width, double height, const DrawingPlace& place) const {
    const bool wide = width > height;
    const double r = std::min(width, height) / 2, half = std::max(width, height) / 2 - r;
    const auto at = [&](double along, double across) { return wide ? Vector(along, across) : Vector(-across, along); };
    CurvePen pen(map, options_.deviation);
    pen.start(at(-half, -r));
    pen.line(ExactPoint(at(half, -r)));
    pen.arc(at(half, r), 1);
    pen.line(ExactPoint(at(-half, r)));
    pen.arc(at(-half, -r), 1);
    return pen.finish(place, true);
  }

  void add(DrawingCurve curve, const CurvePen& pen, bool computed = false) {
    drawing_.deviation = std::max(drawing_.deviation, pen.reached());
    curve.computed_ends = computed;
    ++drawing_.entities[curve.place.kind];
    vertices_ += curve.vertices.size();
    drawing_.curves.push_back(std::move(curve));
    if (drawing_.curves.size() > kMostCurves || vertices_ > kMostDrawnVertices) {
      throw InputError(
          "", "",
          fmt::format("more than {} curves or {} vertices, the most that is read", kMostCurves, kMostDrawnVertices));
    }
  }

  std::string_view text_;
  const DrawingOptions& options_;
  Drawing drawing_;
  Validator faults_;
  LayerChoice layers_{options_, [](std::string_view name) { return std::string(name); }};
  std::size_t vertices_ = 0;
  int holes_ = 0;
  bool turned_ = false;
};

}  // namespace
}  // namespace pawl::internal::inline drawing

namespace pawl {

Drawing read_kicad(std::string_view text, const DrawingOptions& options) {
  internal::check_drawing_input(text, options);
  return internal::KicadReader(text, options).run();
}

}  // namespace pawl
