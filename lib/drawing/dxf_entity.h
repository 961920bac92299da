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

/// A group of a DXF file: a line with a code and a line with a value.
struct DxfGroup {
  int code;
  std::string_view value;  ///< without blanks around it
  long line;               ///< of the code, from 1
};

/// Group 0 of a file and what stands before the next one: a section, an entity, a layer.
struct DxfRecord {
  std::string_view kind;
  long line = 0;
  std::vector<DxfGroup> groups;

  const DxfGroup* find(int code) const;
  std::string_view text(int code) const;  ///< "" where there is none
};

/// "line 12", as faults have it for a pointer.
std::string line_pointer(long line);

/// Bytes of a name as UTF-8, those that are none as \xNN; at most 255 of them.
std::string as_utf8(std::string_view bytes);

/// Goes through a text record by record, with one of them in memory. Throws InputError where groups end or a code is
/// no number: nothing behind that place can be read.
class DxfRecords {
 public:
  explicit DxfRecords(std::string_view text);

  /// The next record; false at the end of the text.
  bool next(DxfRecord& record);
  long line() const { return line_; }  ///< that is read next

 private:
  bool next_group(DxfGroup& group);
  std::string_view next_line();

  std::string_view rest_;
  long line_ = 1;
  DxfGroup ahead_{};
  bool has_ahead_ = false;
};

/// Reads the numbers of a record; what is none, or missing, becomes a fault with its line.
class DxfNumbers {
 public:
  DxfNumbers(const DxfRecord& record, Validator& faults) : record_(record), faults_(faults) {}

  double number(int code, double otherwise);  ///< of the first such group
  double required(int code);
  int integer(int code, int otherwise);
  /// A length or a coordinate: within kLargestLength, its rounding kept in `half_unit` (the largest so far).
  double coordinate(int code, double otherwise);
  double required_coordinate(int code);
  bool good() const { return good_; }
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

}  // namespace pawl::internal::inline drawing
