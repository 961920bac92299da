// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/faults.h"
#include "drawing/curve_pen.h"
#include "drawing/read_drawing.h"

namespace pawl::internal::inline drawing {

/// A group of a DXF file: a line with a code, followed by a line with a value.
struct DxfGroup {
  int code;
  std::string_view value;  ///< value of the group, without blanks before and after it
  long line;               ///< number of the line with the code, from 1
};

/// A record of a DXF file, for example a section, an entity or a layer: a group with code 0 and all groups before the
/// next group with code 0.
struct DxfRecord {
  std::string_view kind;
  long line = 0;
  std::vector<DxfGroup> groups;

  const DxfGroup* find(int code) const;
  std::string_view text(int code) const;  ///< Returns the value of the first group with this code, or "" if the record
                                          ///< has no such group.
};

/// Returns the pointer of a fault in a line, such as "line 12".
std::string line_pointer(long line);

/// Returns a name as UTF-8, with invalid bytes and control characters written as \xNN. If the name has more than 255
/// bytes, returns its first 255 bytes, followed by "...".
std::string as_utf8(std::string_view bytes);

/// Reads a text record by record, with only one record in memory. Throws InputError if groups end early or a code is
/// not a number, because the text after that position cannot be read.
class DxfRecords {
 public:
  explicit DxfRecords(std::string_view text);

  /// Reads the next record. Returns false at the end of the text.
  bool next(DxfRecord& record);
  long line() const { return line_; }  ///< Returns the number of the next line of the text, from 1.

 private:
  bool next_group(DxfGroup& group);
  std::string_view next_line();

  std::string_view rest_;
  long line_ = 1;
  DxfGroup ahead_{};
  bool has_ahead_ = false;
};

/// Reads the numbers of a record. Adds a fault for an invalid number, for a required number that is missing, and for a
/// group that occurs twice with different values.
class DxfNumbers {
 public:
  DxfNumbers(const DxfRecord& record, Validator& faults) : record_(record), faults_(faults) {}

  double number(int code, double otherwise);  ///< Returns the value of the first group with this code, or `otherwise`
                                              ///< if the record has no such group.
  double required(int code);
  int integer(int code, int otherwise);
  /// Reads a length or a coordinate, whose magnitude must not exceed kLargestLength.
  double coordinate(int code, double otherwise);
  double required_coordinate(int code);
  bool good() const { return good_; }
  /// Returns the largest DrawnNumber::half_unit of all lengths and coordinates that were read until now.
  double half_unit() const { return half_unit_; }

  double number_of(const DxfGroup& group);
  double coordinate_of(const DxfGroup& group);
  void fault(long line, std::string_view value, std::string message);

 private:
  bool present(int code, bool required);

  const DxfRecord& record_;
  Validator& faults_;
  bool good_ = true;
  double half_unit_ = 0;
};

// The types below describe the shapes of a DXF file's entities as written, before blocks are inserted.

struct DxfChain {
  std::vector<Eigen::Vector2d> vertices;
  std::vector<double> bulges;  ///< bulges, one per vertex; the last one belongs to the closing segment
  bool closed = false;
  bool wide = false;       ///< whether the polyline has a width; its vertices are then on the center line of a band
  bool has_frame = false;  ///< true for the POLYLINE of a fitted curve, in which some VERTEX records are control points
};
struct DxfCircle {
  Eigen::Vector2d center;
  double radius;
};
struct DxfArc {
  Eigen::Vector2d center;
  double radius;
  double from, to;  ///< start and end angle, degrees, counterclockwise
};
struct DxfEllipse {
  Eigen::Vector2d center, major;
  double ratio;     ///< length of the minor axis divided by that of the major axis
  double from, to;  ///< start and end of the ellipse's parameter, rad, counterclockwise
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

/// An entity of a block that cannot be read. Its faults count only if the block is inserted.
struct DxfRefused {
  std::vector<Fault> faults;
};

struct DxfEntity {
  DrawingPlace place;
  std::variant<DxfChain, DxfCircle, DxfArc, DxfEllipse, Spline, DxfInsert, DxfRefused> shape;
  double rounding = 0;   ///< rounding error of the ends' coordinates before the insertion, as in DrawingCurve, in the
                         ///< drawing's unit
  double z = 0;          ///< height z of the entity's plane, in the drawing's unit
  double off_plane = 0;  ///< largest distance of the entity's points from the plane at the height z, in the drawing's
                         ///< unit
};

/// How entities of a kind are treated.
enum class DxfUse {
  outline,     ///< read
  annotation,  ///< not part of an outline; counted, but not read
  sequence,    ///< VERTEX, SEQEND or ATTRIB; belongs to the preceding entity
  refused      ///< may be an outline, but cannot be read; a fault
};
DxfUse dxf_use(std::string_view kind);

DrawingPlace dxf_place(const DxfRecord& record);

/// Returns the entity of a record, or nothing if it has faults. A POLYLINE is returned without vertices; add_vertex()
/// adds them.
std::optional<DxfEntity> dxf_entity(const DxfRecord& record, Validator& faults);

/// Adds the vertex that a VERTEX record contains to a POLYLINE. Returns false if the vertex has faults.
bool add_vertex(const DxfRecord& vertex, DxfEntity& polyline, Validator& faults);

}  // namespace pawl::internal::inline drawing
