// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>
#include <pawl/geometry/outline.h>
#include <pawl/io/task.h>
#include <pawl/io/units.h>

#include <Eigen/Core>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pawl {

/// What is read of a drawing, and how a part is made of it.
struct DrawingOptions {
  std::string layer;  ///< only this one; empty: all that are shown. Capitals do not count in DXF
  /// None: the one that the drawing states. In DXF the numbers are taken as they stand; an SVG that says how long its
  /// numbers are is converted.
  std::optional<Units::Length> unit;
  std::optional<Units::Length> unit_if_unstated;  ///< of them where the drawing states none
  double deviation = 1e-3;  ///< most that a chord is away from the curve it stands for, in that unit, > 0
  double join = 0;          ///< ends this far apart are taken for one, in that unit, >= 0
  int loop = 0;             ///< the part's, from 1 in the order of the drawing; 0: the only outer one
};

/// Bounds on what is read: more is a fault.
inline constexpr std::size_t kMostCurves = 50'000;          ///< in a drawing, those of blocks each time
inline constexpr std::size_t kMostDrawnVertices = 200'000;  ///< of all of them
inline constexpr std::size_t kMostLoopSegments = 20'000;    ///< of all loops that a part is looked for in
inline constexpr std::size_t kMostLoops = 1000;

/// Where something stands in a drawing.
struct DrawingPlace {
  std::string kind;    ///< of the entity or element: "LINE", "path"
  std::string layer;   ///< UTF-8; other bytes as \xNN
  std::string handle;  ///< DXF: its handle; SVG: its id; may be empty
  long line = 0;       ///< from 1, where it begins in the file; of something in a block, in the block
  std::string block;   ///< the block that it is in, and where that is inserted: "" outside of any
};
std::string text_of(const DrawingPlace& place);  ///< LINE on layer "OUTLINE" (handle 2F, line 812)

/// A line, an arc, a polyline, or what another curve became: straight sides and arcs in a row, or a circle.
struct DrawingCurve {
  DrawingPlace place;
  std::vector<Eigen::Vector2d> vertices;  ///< in the numbers of the file, y up
  std::vector<double> bulges;             ///< as in Path, one a segment: as many as vertices if closed, else one less
  bool closed = false;
  std::optional<Disc> disc;  ///< a whole circle; then there are no vertices
  /// How far an end may be from where the file means it: the rounding of its numbers as they are printed (half a unit
  /// in the last place of those with six decimals or more) and of the arithmetic.
  double end_rounding = 0;
  bool computed_ends = false;  ///< the ends follow from a centre and angles; else they stand in the file
  /// SVG: the number of its path, from 1, where that is filled by the rule "nonzero", and so may have subpaths that
  /// bound nothing; else 0.
  int nonzero_fill = 0;
};

/// What a drawing holds, before anything is made of it.
struct Drawing {
  std::string format;                 ///< "DXF AC1024", "SVG"
  std::optional<Units::Length> unit;  ///< of all coordinates here; none: neither the file nor the options say
  std::string stated_unit;            ///< by the file, in its words; empty: none
  std::vector<DrawingCurve> curves;
  std::map<std::string, int> entities;  ///< how many of each kind were read
  std::map<std::string, int> left_out;  ///< how many were not, by kind and reason: "TEXT (no outline)"
  double deviation = 0;                 ///< no chord is farther than this from its curve; 0: all is exact or rounded
  std::vector<std::string> notes;       ///< what was done to the numbers
};

/// Reads a DXF file in text form, R12 to R2018: LINE, LWPOLYLINE, POLYLINE, ARC and CIRCLE with arcs as arcs, SPLINE
/// and ELLIPSE as chords, INSERT as what it inserts. Coordinates are the numbers of the file. Every fault is collected
/// and thrown once as InputError; its pointer is "line N", that of a group code, or "/layer", "/unit" for an option.
Drawing read_dxf(std::string_view text, const DrawingOptions& options = {});

/// Reads an SVG file: path, rect, circle, ellipse, polygon, polyline and line in groups with transforms; arcs of
/// circles stay arcs under similarities, other curves become chords. y is turned up: its sign is changed. Properties
/// that move or hide something and are not read (style sheets, transforms in a style, clips) are faults. Faults as
/// read_dxf.
Drawing read_svg(std::string_view text, const DrawingOptions& options = {});

/// The one that the text is of: SVG begins with "<".
Drawing read_drawing(std::string_view text, const DrawingOptions& options = {});

/// Ends that were not equal and became one.
struct JoinedEnds {
  Eigen::Vector2d at{0, 0};  ///< the vertex that they became, one of the two ends
  double gap = 0;            ///< between them
  DrawingPlace kept, moved;  ///< whose end the vertex is, and whose end was moved
  bool by_rounding = false;  ///< within end_rounding; else within options.join
};

/// A closed curve of the drawing, counterclockwise.
struct DrawnLoop {
  enum class Kind { outline, hole, other };
  Kind kind = Kind::other;
  Outline outline;
  AreaProperties properties;
  std::vector<DrawingPlace> places;  ///< of its segments, from vertex 0 on; of a disc: one
};

/// A part as a drawing shows it.
struct DrawnPart {
  Outline outline;
  AreaProperties properties;  ///< less the holes
  bool has_holes = false;     ///< then mass, inertia and centre of mass do not follow from the outline alone
  std::optional<Units::Length> unit;
  std::vector<DrawnLoop> loops;    ///< in the order of the drawing
  std::vector<JoinedEnds> joined;  ///< in the order of the drawing
  int duplicates = 0;              ///< segments that stand there twice, dropped
  int zero_length = 0;             ///< segments without length, dropped
  double shortest = 0;  ///< the shortest chord of all loops: far below the part's size, a flaw of the drawing
};

/// Joins the ends of a drawing's curves into loops and takes the outer one, less what is inside. Ends are one where
/// they are equal; where one of them was computed, as those of arcs given by angles, also within both ends' rounding;
/// within options.join. Throws InputError for open chains, branches, loops that meet, several outer ones, and what
/// outlines cannot be; pointers as read_dxf's, or "/loop".
DrawnPart part_of(const Drawing& drawing, const DrawingOptions& options = {});

/// The outline, and where there are holes the mass, inertia and centre of mass that they leave, of `part.density`, as
/// far as the part does not state them. A pin cannot touch the inside of a hole: to contacts the part is its outline.
void put_into(Part& part, const DrawnPart& drawn);

/// The same as a part of its own, of the default density, 1 kg/m^2.
Part as_part(const DrawnPart& drawn);

}  // namespace pawl
