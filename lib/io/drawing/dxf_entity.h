// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/drawing/curve_pen.h"
#include "io/drawing/dxf_records.h"

namespace pawl::internal {

// Entities of a DXF file as they stand there, before blocks are put in their places.

struct DxfChain {
  std::vector<Eigen::Vector2d> vertices;
  std::vector<double> bulges;  ///< as many as vertices; the last closes it
  bool closed = false;
  bool has_frame = false;  ///< POLYLINE of a fitted curve: some of its VERTEXes are control points, and not on it
};
struct DxfCircle {
  Eigen::Vector2d center;
  double radius;
};
struct DxfArc {
  Eigen::Vector2d center;
  double radius;
  double from, to;  ///< degrees, counterclockwise
};
struct DxfEllipse {
  Eigen::Vector2d center, major;
  double ratio;     ///< of the minor axis to the major one
  double from, to;  ///< rad, counterclockwise
  bool whole;
};
struct DxfInsert {
  std::string block;
  Eigen::Vector2d at;
  Eigen::Vector2d scale;
  double degrees;
  int columns, rows;
  Eigen::Vector2d spacing;
};

/// One in a block that cannot be read: no fault before the block is inserted somewhere.
struct DxfRefused {
  std::vector<Fault> faults;
};

struct DxfEntity {
  DrawingPlace place;
  std::variant<DxfChain, DxfCircle, DxfArc, DxfEllipse, Spline, DxfInsert, DxfRefused> shape;
  double rounding = 0;  ///< of its ends, as in DrawingCurve, before it is inserted anywhere
  double z = 0;         ///< height of the plane that it lies in
};

/// What is done with entities of a kind.
enum class DxfUse {
  outline,     ///< read
  annotation,  ///< no piece of an outline: counted
  sequence,    ///< VERTEX, SEQEND, ATTRIB: belongs to the entity before it
  refused      ///< may be an outline, but cannot be read
};
DxfUse dxf_use(std::string_view kind);

DrawingPlace dxf_place(const DxfRecord& record);

/// The entity of a record; nothing where it has faults. A POLYLINE has no vertices yet.
std::optional<DxfEntity> dxf_entity(const DxfRecord& record, Validator& faults);

/// One more vertex of a POLYLINE; false where it has faults.
bool add_vertex(const DxfRecord& vertex, DxfEntity& polyline, Validator& faults);

}  // namespace pawl::internal
