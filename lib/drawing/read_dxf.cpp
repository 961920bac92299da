// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/spelling.h"
#include "drawing/dxf_entity.h"
#include "drawing/join_ends.h"
#include "drawing/read_drawing.h"
#include "io/json.h"

namespace pawl::internal::inline drawing {

struct DxfBlock {
  Eigen::Vector2d base{0, 0};
  std::vector<DxfEntity> entities;
  std::map<std::string, int> left_out;  ///< entities that were not read, by kind and reason, as in Drawing; reported
                                        ///< only if the block is inserted
  const char* refusal = nullptr;        ///< reason why the block cannot be inserted, or null if it can be
};

/// Largest number of different names of layers, blocks and kinds of entities. A drawing with more names is refused.
inline constexpr std::size_t kMostNames = 20'000;

/// Returns the name of a layer or block in lower case, because DXF ignores case in these names.
std::string folded(std::string_view name);

struct DxfTables {
  std::map<std::string, DxfBlock> blocks;           ///< blocks by their names in lower case
  std::set<std::string> frozen_layers, off_layers;  ///< names of the layers that are frozen and of those that are off,
                                                    ///< in lower case

  bool hides(const std::string& layer) const { return frozen_layers.contains(layer) || off_layers.contains(layer); }
};

/// Writes entities to the drawing. The entities of a block are written once per insertion of the block. With the
/// insertion point `at`, rotation R and scaling S, a point p of an inserted block is mapped by
///
///     p -> at + R S (p - base) + R (column, row) spacing
///
/// in rationals. If a block is turned by an angle that is not a multiple of 90 degrees, the cosine and sine are
/// rounded, and a note reports this. Radii are not rounded. The nesting depth of blocks is at most kDeepestBlock, and
/// the number of written entities is limited, so that nested blocks cannot produce an excessive number of entities.
class DxfPlacing {
 public:
  DxfPlacing(const DxfTables& tables, const DrawingOptions& options, Drawing& drawing, Validator& faults);

  /// Returns whether entities of a layer are read. If not, counts the entity in the drawing's left_out.
  bool takes(const DrawingPlace& place);
  void place(const DxfEntity& entity);
  bool turned() const { return turned_; }  ///< Returns whether a block is turned by an angle that is rounded.
  int raised() const { return raised_; }   ///< Returns the number of entities above or below z = 0.
  int wide() const { return wide_; }       ///< Returns the number of polylines with a width.
  /// Adds a fault for each entity whose distance from its plane is more than rounding. For all other entities with a
  /// distance, adds one note with their number.
  void check_planes();
  LayerChoice& layers() { return layers_; }

 private:
  struct Where {
    AffineMap map;
    Rational length = 1;  ///< factor by which the map scales lengths, if it is a similarity, computed without the
                          ///< rounded cosine and sine; 0 if unknown
    double rounding = 0;  ///< rounding error of the map's translation, in the drawing's unit
    std::string layer;  ///< layer of the INSERT, which applies to the block's entities on layer 0; "" if no block is
                        ///< inserted
    std::string block;
    std::vector<std::string> blocks;  ///< names, in lower case, of the blocks that are being placed, outermost block
                                      ///< first
  };
  void place(const DxfEntity& entity, const Where& where);
  void place_block(const DxfEntity& entity, const DxfInsert& insert, const Where& where);
  void leave_out(const DrawingPlace& place, const char* why);
  bool hidden_insert(const DrawingPlace& place);
  void draw(const DxfEntity& entity, const Where& where, const DrawingPlace& place);
  /// Counts an entity that is written. Throws InputError if there are too many.
  void count_placed(const DxfEntity& entity);

  const DxfTables& tables_;
  const DrawingOptions& options_;
  LayerChoice layers_;
  Drawing& drawing_;
  Validator& faults_;
  std::size_t placed_ = 0, vertices_ = 0;
  std::set<std::string> inserted_;  ///< names, in lower case, of the blocks that were inserted until now
  int failed_ = 0, undrawn_ = 0, raised_ = 0, wide_ = 0;
  /// Entities with a distance from their plane, each with this distance.
  std::vector<std::pair<DrawingPlace, double>> off_plane_;
  bool turned_ = false;
};

namespace {

using Vector = Eigen::Vector2d;

constexpr std::size_t kDeepestBlock = 16;
constexpr std::size_t kMostPlaced = 200'000;  ///< largest number of entities and INSERTs that are written
constexpr int kMostFailed = 20;               ///< number of curves with faults after which reading stops; it is small
                                              ///< because each of these curves may take long
constexpr double kTransformRounding = 16 * std::numeric_limits<double>::epsilon();

ExactPoint on_circle(const DxfArc& arc, double degrees) {
  return ExactPoint(arc.center) + ExactPoint(direction_of(degrees)) * rational(arc.radius);
}

/// Returns tan(sweep / 4), which is exact for a semicircle.
double bulge_of(double sweep_degrees) {
  return sweep_degrees == 180 ? 1 : std::tan(sweep_degrees * (std::numbers::pi / 180) / 4);
}

/// Returns the sweep of an arc in degrees, in (0, 360], computed from the angles as written.
double sweep_of(const DxfArc& arc) {
  const double sweep = std::fmod(rounded(rational(arc.to) - rational(arc.from)), 360);
  return sweep > 0 ? sweep : rounded(rational(sweep) + 360);
}

/// Draws the shape of an entity. Each overload draws one type of shape and returns the curve.
struct Drawer {
  const DxfEntity& entity;
  const AffineMap& map;
  const Rational& length;  ///< factor by which the map scales lengths, as in Where
  double placing;          ///< rounding error of the map's translation, in the drawing's unit
  const DrawingPlace& place;
  double deviation;
  double reached = 0;

  DrawingCurve done(CurvePen& pen, bool close, bool computed) {
    reached = std::max(reached, pen.reached());
    DrawingCurve curve = pen.finish(place, close);
    curve.computed_ends = computed;
    curve.end_rounding = entity.rounding * pen.stretch();
    if (map.is_identity() || curve.vertices.empty()) return curve;
    const double size = std::max(curve.vertices.front().lpNorm<1>(), curve.vertices.back().lpNorm<1>());
    curve.computed_ends = true;
    curve.end_rounding += placing + kTransformRounding * (size + map.shift().lpNorm<1>());
    return curve;
  }

  DrawingCurve operator()(const DxfChain& chain) {
    CurvePen pen(map, deviation);
    const std::size_t count = chain.vertices.size();
    for (std::size_t k = 0; k < count; ++k) {
      k == 0 ? pen.start(chain.vertices[0]) : pen.arc(chain.vertices[k], chain.bulges[k - 1]);
    }
    if (chain.closed && count > 1) pen.arc(chain.vertices[0], chain.bulges[count - 1]);
    return done(pen, chain.closed && count > 1, false);
  }
  DrawingCurve operator()(const DxfCircle& circle) {
    return circle_curve(place, ExactPoint(circle.center), rational(circle.radius), map, deviation, reached,
                        length == 0 ? nullptr : &length);
  }
  DrawingCurve operator()(const DxfArc& arc) {
    const double sweep = sweep_of(arc);
    if (sweep == 360) return (*this)(DxfCircle{arc.center, arc.radius});
    CurvePen pen(map, deviation);
    pen.start(on_circle(arc, arc.from));
    pen.arc(on_circle(arc, arc.to), bulge_of(sweep));
    const bool written = map.is_identity() && std::fmod(arc.from, 90) == 0 && std::fmod(arc.to, 90) == 0;
    return done(pen, false, !written || entity.rounding > 0);
  }
  DrawingCurve operator()(const DxfEllipse& ellipse) {
    const EllipticArc arc{ellipse.center, ellipse.major, Vector(-ellipse.major.y(), ellipse.major.x()) * ellipse.ratio,
                          ellipse.from, ellipse.to};
    const auto end = [&](double t) {
      return ExactPoint(Vector(arc.center + arc.u * std::cos(t) + arc.v * std::sin(t)));
    };
    const bool circular = ellipse.ratio == 1 && map.is_similarity();
    if (circular && ellipse.whole) return (*this)(DxfCircle{ellipse.center, ellipse.major.norm()});
    CurvePen pen(map, deviation);
    const ExactPoint start = end(arc.from);
    pen.start(start);
    const ExactPoint stop = ellipse.whole ? start : end(arc.to);
    circular ? pen.arc(stop, std::tan((arc.to - arc.from) / 4)) : pen.ellipse(arc, stop);
    return done(pen, ellipse.whole, true);
  }
  DrawingCurve operator()(const Spline& spline) {
    CurvePen pen(map, deviation);
    pen.spline(spline);
    return done(pen, false, !(spline.starts_in_point() && spline.ends_in_point()));
  }
  DrawingCurve operator()(const DxfInsert&) { return {}; }
  DrawingCurve operator()(const DxfRefused& refused) { throw InputError(refused.faults); }
};

}  // namespace

std::string folded(std::string_view name) {
  std::string text = as_utf8(name);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

DxfPlacing::DxfPlacing(const DxfTables& tables, const DrawingOptions& options, Drawing& drawing, Validator& faults)
    : tables_(tables), options_(options), layers_(options, folded), drawing_(drawing), faults_(faults) {}

bool DxfPlacing::takes(const DrawingPlace& place) {
  const bool takes = layers_.takes(place.layer);
  if (takes && (layers_.names_some() || !tables_.hides(folded(place.layer)))) return true;
  leave_out(place, takes ? " is hidden" : "");
  return false;
}

void DxfPlacing::leave_out(const DrawingPlace& place, const char* why) {
  ++drawing_.left_out[fmt::format("{} (layer \"{}\"{})", place.kind, place.layer, why)];
  if (drawing_.left_out.size() <= kMostNames) return;
  throw InputError(line_pointer(place.line), place.kind,
                   fmt::format("more than {} kinds and layers are left out", kMostNames));
}

void DxfPlacing::count_placed(const DxfEntity& entity) {
  const auto refuse = [&](std::size_t most, const char* what) {
    throw InputError(line_pointer(entity.place.line), entity.place.kind, fmt::format("more than {} {}", most, what));
  };
  if (++placed_ > kMostPlaced) refuse(kMostPlaced, "entities, counting those of a block at each insertion");
  if (drawing_.curves.size() >= kMostCurves) refuse(kMostCurves, "curves");
  if (vertices_ > kMostDrawnVertices) refuse(kMostDrawnVertices, "vertices");
}

void DxfPlacing::place(const DxfEntity& entity) { place(entity, {}); }

void DxfPlacing::place(const DxfEntity& entity, const Where& where) {
  count_placed(entity);
  DrawingPlace place = entity.place;
  place.block = where.block;
  if (!where.layer.empty() && place.layer == "0") place.layer = where.layer;
  const auto* insert = std::get_if<DxfInsert>(&entity.shape);
  // The layer of an INSERT applies to the block's entities on layer 0. All other entities of the block have their own
  // layers, but they are also hidden if the layer of the INSERT is frozen.
  if (insert != nullptr ? hidden_insert(place) : !takes(place)) return;
  raised_ += entity.z != 0 ? 1 : 0;
  if (insert != nullptr) {
    Where inside = where;
    inside.layer = place.layer;
    return place_block(entity, *insert, inside);
  }
  draw(entity, where, place);
}

bool DxfPlacing::hidden_insert(const DrawingPlace& place) {
  const std::string layer = folded(place.layer);
  if (!tables_.frozen_layers.contains(layer) || layers_.names(place.layer)) return false;
  leave_out(place, " is hidden");
  return true;
}

void DxfPlacing::place_block(const DxfEntity& entity, const DxfInsert& insert, const Where& where) {
  const auto fault = [&](std::string message) {
    faults_.add(line_pointer(entity.place.line), printable(as_utf8(insert.block)), std::move(message));
  };
  const std::string name = folded(insert.block);
  const auto block = tables_.blocks.find(name);
  if (block == tables_.blocks.end()) return fault("is a block that INSERT names and that the file does not have");
  if (block->second.refusal != nullptr) return fault(block->second.refusal);
  if (std::find(where.blocks.begin(), where.blocks.end(), name) != where.blocks.end()) {
    return fault("is a block that contains itself");
  }
  if (where.blocks.size() == kDeepestBlock) {
    return fault(fmt::format("blocks are inserted in blocks more than {} deep", kDeepestBlock));
  }
  ++drawing_.entities["INSERT"];
  if (inserted_.insert(name).second) {
    for (const auto& [what, count] : block->second.left_out) drawing_.left_out[what] += count;
  }
  if (block->second.entities.empty()) return;
  Where inside = where;
  inside.blocks.push_back(name);
  inside.block = fmt::format("{}{}", where.block.empty() ? "" : where.block + " > ",
                             fmt::format("\"{}\" inserted at line {}", as_utf8(insert.block), entity.place.line));
  const AffineMap linear =
      turn_map(insert.degrees, &turned_) * scale_map(rational(insert.scale.x()), rational(insert.scale.y()));
  const AffineMap turn = turn_map(insert.degrees);
  const ExactPoint at(insert.at), base(block->second.base), spacing(insert.spacing);
  const bool similar = std::fabs(insert.scale.x()) == std::fabs(insert.scale.y());
  inside.length = similar ? Rational(where.length * rational(std::fabs(insert.scale.x()))) : Rational(0);
  const double stretch = where.map.matrix().norm();
  const double base_size = insert.scale.lpNorm<Eigen::Infinity>() * block->second.base.lpNorm<1>();
  const int failed = failed_;
  for (int row = 0; row < insert.rows; ++row) {
    for (int column = 0; column < insert.columns; ++column) {
      const ExactPoint shift = at + turn(ExactPoint(spacing.x * column, spacing.y * row));
      inside.rounding = where.rounding + kTransformRounding * stretch * (rounded_point(shift).lpNorm<1>() + base_size);
      inside.map = where.map * shift_map(shift.x, shift.y) * linear * shift_map(-base.x, -base.y);
      for (const DxfEntity& one : block->second.entities) place(one, inside);
      count_placed(entity);
      if (failed_ > failed) return;  // stops, because all other copies of the block would have the same faults
    }
  }
}

void DxfPlacing::check_planes() {
  const double limit = kDefaultJoin * diameter_of(drawing_);
  double largest = 0;
  int flattened = 0;
  for (const auto& [place, distance] : off_plane_) {
    if (distance <= limit) {
      largest = std::max(largest, distance);
      ++flattened;
      continue;
    }
    faults_.add(line_pointer(place.line), text_of(place),
                fmt::format("leaves the plane: its z differ by {:g}, more than rounding; flatten it in the program "
                            "that drew it",
                            distance));
  }
  if (flattened > 0) {
    drawing_.notes.push_back(fmt::format("entities that leave the plane by rounding are flattened: {}, by up to {:.2g}",
                                         flattened, largest));
  }
}

namespace {

/// Returns whether a polyline is a donut: two semicircles with a width. The border of a donut is not its center line.
bool is_donut(const DxfEntity& entity) {
  const auto* chain = std::get_if<DxfChain>(&entity.shape);
  return chain != nullptr && chain->wide && chain->closed && chain->vertices.size() == 2 &&
         std::fabs(chain->bulges[0]) == 1 && std::fabs(chain->bulges[1]) == 1;
}

}  // namespace

void DxfPlacing::draw(const DxfEntity& entity, const Where& where, const DrawingPlace& place) {
  if (is_donut(entity)) {
    ++failed_;
    return faults_.add(line_pointer(place.line), text_of(place),
                       "is a band: a ring or a disc that is drawn by the width of a circle; draw its borders");
  }
  if (const auto* chain = std::get_if<DxfChain>(&entity.shape)) wide_ += chain->wide ? 1 : 0;
  if (entity.off_plane > 0) off_plane_.emplace_back(place, entity.off_plane);
  Drawer drawer{entity, where.map, where.length, where.rounding, place, options_.deviation};
  try {
    DrawingCurve curve = std::visit(drawer, entity.shape);
    ++drawing_.entities[place.kind];
    vertices_ += curve.vertices.size();
    drawing_.deviation = std::max(drawing_.deviation, drawer.reached);
    drawing_.curves.push_back(std::move(curve));
  } catch (const InputError& error) {
    const bool drawn = !std::holds_alternative<DxfRefused>(entity.shape);
    // each fault of a refused entity is reported at its own line
    for (const Fault& fault : error.faults()) {
      faults_.add(fault.pointer.empty() ? line_pointer(place.line) : fault.pointer,
                  fault.value.empty() ? text_of(place) : fault.value, fault.message);
    }
    failed_ += 1;
    if (drawn && ++undrawn_ >= kMostFailed) {
      throw InputError(
          line_pointer(place.line), text_of(place),
          fmt::format("is the last of {} curves that cannot be drawn; the rest was not read", kMostFailed));
    }
  }
}

}  // namespace pawl::internal::inline drawing

namespace pawl {
namespace internal::inline drawing {
namespace {

struct DxfUnit {
  int code;
  const char* name;
  std::optional<Units::Length> length;
};
/// The codes of $INSUNITS that occur in drawings of parts, with their units.
constexpr DxfUnit kDxfUnits[] = {{1, "in", Units::Length::in},
                                 {2, "feet", {}},
                                 {3, "miles", {}},
                                 {4, "mm", Units::Length::mm},
                                 {5, "cm", Units::Length::cm},
                                 {6, "m", Units::Length::m},
                                 {7, "km", {}},
                                 {8, "microinches", {}},
                                 {9, "mils", {}},
                                 {10, "yards", {}},
                                 {11, "angstroms", {}},
                                 {12, "nanometres", {}},
                                 {13, "microns", {}},
                                 {14, "dm", {}}};

/// Reads the sections of a file. Blocks and layers must come before the entities, as all programs write them. All other
/// sections may come in any order.
class DxfReader {
 public:
  DxfReader(std::string_view text, const DrawingOptions& options)
      : records_(text), options_(options), placing_(tables_, options, drawing_, faults_) {
    drawing_.format = "DXF";
  }

  Drawing run() {
    const bool whole = faults_.passes([&] { read(); });
    // Layers in the options are checked only if everything was read without a fault. Otherwise a layer might only seem
    // to be missing.
    if (whole && faults_.empty()) placing_.layers().check(drawing_.left_out, faults_);
    placing_.check_planes();
    if (whole && !drawing_.unit && drawing_.stated_unit.empty()) take_measurement();
    if (whole && !has_header_) assume_millimeters();
    if (whole && !wrong_unit_) check_unit(drawing_, options_, faults_);
    faults_.finish();
    if (placing_.turned()) {
      drawing_.notes.emplace_back("blocks are turned by angles other than quarter turns: their points are rounded");
    }
    if (placing_.raised() > 0) {
      drawing_.notes.push_back(fmt::format("entities above or below z = 0 are seen from above: {}", placing_.raised()));
    }
    if (placing_.wide() > 0) {
      drawing_.notes.push_back(
          fmt::format("polylines with a width are read as their center lines: {}", placing_.wide()));
    }
    return std::move(drawing_);
  }

 private:
  [[noreturn]] void stop(long line, std::string_view value, std::string message) const {
    throw InputError(line_pointer(line), printable(value), std::move(message));
  }

  void read() {
    for (bool has_next = next(); has_next; has_next = next_section()) {
      if (record_.kind == "EOF") return;
      if (record_.kind == "ENDSEC" && ends_header_) {
        // Some versions of dxflib write the end of the header twice: first too early, and then where the header really
        // ends.
        drawing_.notes.push_back(fmt::format("the section HEADER ends twice, again at line {}", record_.line));
        ends_header_ = false;
        continue;
      }
      if (record_.kind != "SECTION")
        stop(record_.line, record_.kind, "stands outside of a section; expected SECTION or EOF");
      const std::string_view name = record_.text(2);
      ends_header_ = name == "HEADER";
      if (name == "HEADER") {
        has_header_ = true;
        read_header();
        skip_header();
      } else if (drawn_at_ > 0 && (name == "TABLES" || name == "BLOCKS")) {
        stop(record_.line, name, fmt::format("stands after ENTITIES, at line {}, which need it", drawn_at_));
      } else if (name == "TABLES") {
        read_tables();
      } else if (name == "BLOCKS") {
        read_blocks();
      } else if (name == "ENTITIES") {
        drawn_at_ = record_.line;
        read_entities();
      } else {
        skip_section();
      }
    }
    stop(records_.line(), "", "the file ends without EOF: it was cut off");
  }

  bool next() { return records_.next(record_); }
  /// Reads the next record of a section. Returns false at the end of the section.
  bool next_in_section() {
    if (!next()) stop(records_.line(), "", "the file ends within a section: it was cut off");
    if (record_.kind == "SECTION" || record_.kind == "EOF") {
      stop(record_.line, record_.kind, "stands in a section that does not end; expected ENDSEC");
    }
    return record_.kind != "ENDSEC";
  }
  void skip_section() {
    while (next_in_section()) {
    }
  }

  /// Reads the record after a section. Returns false at the end of the file.
  bool next_section() { return std::exchange(has_section_, false) || next(); }

  /// Skips the header. If a program did not write the end of the header, the header ends where the next section begins.
  void skip_header() {
    if (!next()) stop(records_.line(), "", "the file ends within a section: it was cut off");
    has_section_ = record_.kind == "SECTION";
    if (has_section_) {
      drawing_.notes.push_back(fmt::format("the section HEADER has no ENDSEC: it ends at line {}", record_.line));
    } else if (record_.kind == "EOF") {
      stop(record_.line, record_.kind, "stands in a section that does not end; expected ENDSEC");
    } else if (record_.kind == "ENDSEC") {
      read_header();  // reads the variables that follow the first of two header ends
    } else {
      skip_section();
    }
  }

  void read_header() {
    std::string_view variable;
    for (const DxfGroup& group : record_.groups) {
      if (group.code == 9) variable = group.value;
      if (variable == "$ACADVER" && group.code == 1) drawing_.format = "DXF " + as_utf8(group.value);
      if (variable == "$INSUNITS" && group.code == 70) set_unit(group);
      if (variable == "$MEASUREMENT" && group.code == 70) measurement_ = drawn_integer(group.value);
    }
  }

  /// Takes the unit from $MEASUREMENT if neither $INSUNITS nor the options state a unit. The value 1 (metric) means
  /// millimeters. The value 0 (English) is ignored, because it is also the default of programs that draw in
  /// millimeters.
  void take_measurement() {
    if (measurement_ != 1 || options_.unit) return;
    drawing_.unit = Units::Length::mm;
    drawing_.stated_unit = "$MEASUREMENT 1";
    drawing_.notes.emplace_back("$MEASUREMENT states that the drawing is metric: its numbers are taken as mm");
  }

  /// Sets the unit of a drawing without a HEADER to mm, unless the options state a unit or a unit for drawings that
  /// state none. Programs that write no header, such as OpenSCAD, have no setting for a unit, and draw in millimeters.
  void assume_millimeters() {
    if (options_.unit || options_.unit_if_unstated || drawing_.unit) return;
    drawing_.unit = Units::Length::mm;
    drawing_.notes.emplace_back("the drawing has no HEADER, so no unit: its numbers are assumed to be mm");
  }

  void set_unit(const DxfGroup& group) {
    const std::optional<int> code = drawn_integer(group.value);
    const auto fault = [&](std::string message) {
      wrong_unit_ = true;
      faults_.add(line_pointer(group.line), printable(group.value), std::move(message));
    };
    if (!code) return fault("$INSUNITS must be a whole number");
    if (unit_code_ && *unit_code_ != *code) return fault(fmt::format("$INSUNITS is also {}", *unit_code_));
    unit_code_ = code;
    if (*code == 0) return;
    drawing_.stated_unit = fmt::format("$INSUNITS {}", *code);
    for (const DxfUnit& unit : kDxfUnits) {
      if (unit.code != *code) continue;
      drawing_.stated_unit = unit.name;
      drawing_.unit = unit.length;
    }
  }

  void read_tables() {
    while (next_in_section()) {
      if (record_.kind != "LAYER") continue;
      placing_.layers().know(as_utf8(record_.text(2)));
      DxfNumbers numbers(record_, faults_);
      constexpr int kFrozen = 1;
      const bool off = numbers.integer(62, 7) < 0, frozen = (numbers.integer(70, 0) & kFrozen) != 0;
      if (!off && !frozen) continue;
      keep_name();
      (frozen ? tables_.frozen_layers : tables_.off_layers).insert(folded(record_.text(2)));
    }
  }

  void read_blocks() {
    while (next_in_section()) {
      if (record_.kind != "BLOCK") stop(record_.line, record_.kind, "stands outside of a block; expected BLOCK");
      const long line = record_.line;
      DxfNumbers numbers(record_, faults_);
      DxfBlock block;
      block.base = {numbers.coordinate(10, 0), numbers.coordinate(20, 0)};
      constexpr int kExternal = 4 | 8 | 32;
      if ((numbers.integer(70, 0) & kExternal) != 0) {
        block.refusal = "is a block that INSERT names and that is in another file: bind it in the program that drew it";
      }
      const std::string name = folded(record_.text(2));
      block_left_ = &block.left_out;
      read_list(
          "ENDBLK", line, [&](DxfEntity entity) { add_to(block, std::move(entity)); }, true);
      const auto [place, added] = tables_.blocks.try_emplace(name, std::move(block));
      if (added) keep_name();
      if (!added) place->second.refusal = "is a block that INSERT names and that the file has twice";
    }
  }

  /// Counts a name that is stored and differs from all earlier names. Throws InputError if there are too many.
  void keep_name() {
    if (++names_ > kMostNames) {
      stop(record_.line, record_.kind, fmt::format("more than {} names of layers, blocks and kinds", kMostNames));
    }
  }

  void add_to(DxfBlock& block, DxfEntity entity) {
    if (const auto* chain = std::get_if<DxfChain>(&entity.shape)) stored_vertices_ += chain->vertices.size();
    if (const auto* spline = std::get_if<Spline>(&entity.shape)) stored_vertices_ += spline->points.size();
    if (++stored_ > kMostCurves)
      stop(entity.place.line, "", fmt::format("blocks hold more than {} entities", kMostCurves));
    if (stored_vertices_ > kMostDrawnVertices) {
      stop(entity.place.line, "", fmt::format("blocks hold more than {} vertices", kMostDrawnVertices));
    }
    block.entities.push_back(std::move(entity));
  }

  void read_entities() {
    read_list(
        "ENDSEC", record_.line, [&](const DxfEntity& entity) { placing_.place(entity); }, false);
  }

  /// Reads entities until the record `end`, and calls `take` with each.
  template <class Take>
  void read_list(std::string_view end, long begin, const Take& take, bool in_block) {
    bool have = next();
    while (have && record_.kind != end) {
      if (record_.kind == "SECTION" || record_.kind == "EOF" || record_.kind == "ENDSEC" || record_.kind == "BLOCK") {
        stop(record_.line, record_.kind,
             fmt::format("stands in the part that begins at line {} and does not end; expected {}", begin, end));
      }
      have = read_one(take, in_block);
    }
    if (!have) stop(records_.line(), "", fmt::format("the file ends before {}: it was cut off", end));
  }

  /// Returns whether the entity is read. If not, counts it in `left_out` of the block or of the drawing, except VERTEX,
  /// SEQEND and ATTRIB records.
  bool wanted(const DrawingPlace& place, bool in_block) {
    const auto leave_out = [&](const char* why) {
      std::map<std::string, int>& left = in_block ? *block_left_ : drawing_.left_out;
      if (++left[fmt::format("{} ({})", place.kind, why)] == 1) keep_name();
    };
    const DxfUse use = dxf_use(record_.kind);
    if (use == DxfUse::sequence) return false;
    placing_.layers().know(place.layer);
    if (record_.text(67) == "1") return leave_out("paper space"), false;
    if (record_.text(60) == "1") return leave_out("invisible"), false;
    if (use == DxfUse::annotation) return leave_out("no outline"), false;
    if (!in_block && record_.kind != "INSERT" && !placing_.takes(place)) return false;
    return true;
  }

  Fault refusal(const DrawingPlace& place) const {
    return {
        line_pointer(place.line), place.kind,
        fmt::format("is an entity that is not read, on layer \"{}\": explode it in the program that drew it, or read "
                    "another layer",
                    place.layer)};
  }

  /// Reads the current entity and the records that belong to it. Returns whether another entity follows.
  template <class Take>
  bool read_one(const Take& take, bool in_block) {
    const DrawingPlace place = dxf_place(record_);
    const bool polyline = record_.kind == "POLYLINE";
    const bool read = wanted(place, in_block);
    Validator own;  // the faults of an entity of a block are stored separately, because the block may never be inserted
    Validator& faults = in_block ? own : faults_;
    std::optional<DxfEntity> entity;
    if (read && dxf_use(record_.kind) == DxfUse::outline) {
      entity = dxf_entity(record_, faults);
    } else if (read && (in_block || refused_.insert(place.kind).second)) {
      if (!in_block) keep_name();
      faults.add({refusal(place)});
    }
    if (record_.kind == "VERTEX" || record_.kind == "SEQEND") {
      faults.add(line_pointer(place.line), place.kind, "stands outside of a POLYLINE");
    }
    const bool insert = record_.kind == "INSERT";
    bool have = next();
    while (have && insert && record_.kind == "ATTRIB") have = next();
    if (have && insert && record_.kind == "SEQEND") have = next();
    while (have && polyline && record_.kind == "VERTEX") {
      if (entity && !add_vertex(record_, *entity, faults)) entity.reset();
      if (entity && std::get<DxfChain>(entity->shape).vertices.size() > kMostVertices) {
        stop(record_.line, "VERTEX", fmt::format("a POLYLINE has more than {} vertices", kMostVertices));
      }
      have = next();
    }
    if (polyline && have && record_.kind != "SEQEND") {
      faults_.add(line_pointer(record_.line), printable(record_.kind),
                  fmt::format("stands where the POLYLINE of line {} should end; expected SEQEND", place.line));
    } else if (polyline && have) {
      have = next();
    }
    if (entity) take(std::move(*entity));
    if (in_block && !own.empty()) take(DxfEntity{place, DxfRefused{own.take()}});
    return have;
  }

  DxfRecords records_;
  const DrawingOptions& options_;
  Drawing drawing_;
  Validator faults_;
  DxfTables tables_;
  DxfPlacing placing_;
  DxfRecord record_;
  std::set<std::string> refused_;
  std::map<std::string, int>* block_left_ = nullptr;  ///< member left_out of the block that is being read, or null
  std::optional<int> unit_code_, measurement_;
  bool has_header_ = false;
  bool ends_header_ = false;  ///< whether the section that was read last is the header
  bool has_section_ = false;  ///< whether the current record begins a section that has not been read yet
  bool wrong_unit_ = false;
  long drawn_at_ = 0;  ///< line at which the section ENTITIES begins; 0 before this section
  std::size_t stored_ = 0, stored_vertices_ = 0, names_ = 0;
};

void refuse_other_forms(std::string_view text) {
  if (const auto other = other_file(text)) {
    throw InputError("line 1", "",
                     fmt::format("this is {}; expected a drawing as DXF in text form, SVG or KiCad board: {}",
                                 other->kind, other->remedy));
  }
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && (text[first] == '{' || text[first] == '[')) {
    throw InputError("line 1", "",
                     "this is JSON, such as a task, which the other commands read; expected a drawing as DXF in text "
                     "form, SVG or KiCad board");
  }
}

}  // namespace
}  // namespace internal::inline drawing

Drawing read_dxf(std::string_view text, const DrawingOptions& options) {
  internal::check_drawing_input(text, options);
  internal::refuse_other_forms(text);
  return internal::DxfReader(text, options).run();
}

}  // namespace pawl
