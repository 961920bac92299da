// SPDX-License-Identifier: MIT
#include "io/drawing/dxf_placing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "io/json_value.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

constexpr std::size_t kDeepestBlock = 16;
constexpr std::size_t kMostPlaced = 200'000;  ///< entities and inserts
constexpr int kMostFailed = 20;               ///< curves that cannot be drawn: each may take as long as a large one
constexpr double kArithmetic = 16 * std::numeric_limits<double>::epsilon();

ExactPoint on_circle(const DxfArc& arc, double degrees) {
  return ExactPoint(arc.center) + ExactPoint(direction_of(degrees)) * rational(arc.radius);
}

/// tan(sweep / 4): exact for half a turn.
double bulge_of(double sweep_degrees) {
  return sweep_degrees == 180 ? 1 : std::tan(sweep_degrees * (std::numbers::pi / 180) / 4);
}

/// In (0, 360], of angles as they are written.
double sweep_of(const DxfArc& arc) {
  const double sweep = std::fmod(rounded(rational(arc.to) - rational(arc.from)), 360);
  return sweep > 0 ? sweep : rounded(rational(sweep) + 360);
}

/// Draws an entity's shape; each overload gives the curve.
struct Drawer {
  const DxfEntity& entity;
  const AffineMap& map;
  const Rational& length;  ///< as in Where
  double placing;          ///< rounding of the map's shift
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
    curve.end_rounding += placing + kArithmetic * (size + map.shift().lpNorm<1>());
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
    return circle_curve(place, circle.center, circle.radius, map, deviation, reached, length == 0 ? nullptr : &length);
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
    : tables_(tables), options_(options), wanted_(folded(options.layer)), drawing_(drawing), faults_(faults) {}

bool DxfPlacing::takes(const DrawingPlace& place) {
  const std::string layer = folded(place.layer);
  if (options_.layer.empty()) {
    if (!tables_.hides(layer)) return true;
    leave_out(place, " is hidden");
    return false;
  }
  if (layer == wanted_) return true;
  leave_out(place, "");
  return false;
}

void DxfPlacing::leave_out(const DrawingPlace& place, const char* why) {
  ++drawing_.left_out[fmt::format("{} (layer \"{}\"{})", place.kind, place.layer, why)];
  if (drawing_.left_out.size() <= kMostNames) return;
  throw InputError(line_pointer(place.line), place.kind,
                   fmt::format("is where more than {} kinds and layers are left out", kMostNames));
}

void DxfPlacing::count_placed(const DxfEntity& entity) {
  const auto refuse = [&](std::size_t most, const char* what) {
    throw InputError(line_pointer(entity.place.line), entity.place.kind, fmt::format("more than {} {}", most, what));
  };
  if (++placed_ > kMostPlaced) refuse(kMostPlaced, "entities are placed, those of blocks each time");
  if (drawing_.curves.size() >= kMostCurves) refuse(kMostCurves, "curves, the most that is read");
  if (vertices_ > kMostDrawnVertices) refuse(kMostDrawnVertices, "vertices, the most that is read");
}

void DxfPlacing::place(const DxfEntity& entity) { place(entity, {}); }

void DxfPlacing::place(const DxfEntity& entity, const Where& where) {
  count_placed(entity);
  DrawingPlace place = entity.place;
  place.block = where.block;
  if (!where.layer.empty() && place.layer == "0") place.layer = where.layer;
  const auto* insert = std::get_if<DxfInsert>(&entity.shape);
  // An insert's own layer is that of the block's entities on layer 0; the others have theirs, and go with it only
  // where it is frozen.
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
  if (!tables_.frozen_layers.contains(layer) || layer == wanted_) return false;
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
    return fault("is a block that holds itself");
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
      inside.rounding = where.rounding + kArithmetic * stretch * (rounded_point(shift).lpNorm<1>() + base_size);
      inside.map = where.map * shift_map(shift.x, shift.y) * linear * shift_map(-base.x, -base.y);
      for (const DxfEntity& one : block->second.entities) place(one, inside);
      count_placed(entity);
      if (failed_ > failed) return;  // the other copies would too
    }
  }
}

void DxfPlacing::draw(const DxfEntity& entity, const Where& where, const DrawingPlace& place) {
  Drawer drawer{entity, where.map, where.length, where.rounding, place, options_.deviation};
  try {
    DrawingCurve curve = std::visit(drawer, entity.shape);
    ++drawing_.entities[place.kind];
    vertices_ += curve.vertices.size();
    drawing_.deviation = std::max(drawing_.deviation, drawer.reached);
    drawing_.curves.push_back(std::move(curve));
  } catch (const InputError& error) {
    const bool drawn = !std::holds_alternative<DxfRefused>(entity.shape);
    // Those of a refused entity have their own lines.
    for (const Fault& fault : error.faults()) {
      faults_.add(fault.pointer.empty() ? line_pointer(place.line) : fault.pointer,
                  fault.value.empty() ? text_of(place) : fault.value, fault.message);
    }
    failed_ += 1;
    if (drawn && ++undrawn_ >= kMostFailed) {
      throw InputError(
          line_pointer(place.line), text_of(place),
          fmt::format("is the last of {} curves that cannot be drawn: what follows was not read", kMostFailed));
    }
  }
}

}  // namespace pawl::internal
