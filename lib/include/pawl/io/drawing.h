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

/// Options for reading a drawing and for making a part from it.
struct DrawingOptions {
  /// Layers to read, separated by commas; if empty, all visible layers. Names are case-insensitive in DXF. A layer
  /// whose name contains a comma must be the only layer in the list.
  std::string layer;
  std::string not_layer;  ///< layers to leave out, in the same form as `layer`
  /// Unit of length; if not set, the unit that the drawing states. Numbers of a DXF file are interpreted in this unit,
  /// without conversion. If an SVG file states the physical length of its numbers, the numbers are converted to this
  /// unit.
  std::optional<Units::Length> unit;
  std::optional<Units::Length> unit_if_unstated;  ///< unit of length if neither the drawing nor `unit` states one
  double deviation = 1e-3;  ///< largest distance between a chord and the curve that it approximates, in `unit`, > 0
  /// Largest distance at which two ends of curves are joined, in `unit`, >= 0. The default is kDefaultJoin times the
  /// diameter of the drawing, but at most a tenth of the length of the segments that end at the two ends. With the
  /// default, an end is not joined if several other ends are within that distance.
  std::optional<double> join;
  int loop = 0;  ///< number of the part's loop, from 1 in the order of the drawing; 0 means the only outer loop
};

/// Lengths up to this fraction of the drawing's diameter (the diagonal of its bounding box) count as rounding errors.
/// The fraction applies to gaps between ends if options.join is not set, to the length by which part_of() shortens arcs
/// at sharp tips, and to the distance of entities from the drawing's plane.
inline constexpr double kDefaultJoin = 1e-6;

/// Bounds on the size of a drawing. A larger drawing is refused with a fault. kMostCurves is the largest number of
/// curves; if a block is inserted several times, its curves count once per insertion.
inline constexpr std::size_t kMostCurves = 50'000;
inline constexpr std::size_t kMostDrawnVertices = 200'000;  ///< largest number of vertices of all curves together
inline constexpr std::size_t kMostLoopSegments = kMostDrawnVertices;  ///< largest number of lines and arcs from which
                                                                      ///< loops are made
inline constexpr std::size_t kMostLoops = 1000;

/// The location of an entity in a drawing.
struct DrawingPlace {
  std::string kind;    ///< kind of entity or element: "LINE", "path"
  std::string layer;   ///< name of the layer in UTF-8; a byte that is not valid is written as \xNN
  std::string handle;  ///< handle of a DXF entity, or id of an SVG element; may be empty
  long line = 0;       ///< line of the file at which the entity begins, from 1; for an entity of a block, its line in
                       ///< the block's definition
  std::string block;   ///< name of the block that contains the entity, and line of the file at which this block is
                       ///< inserted; for nested blocks, the names and lines of all of them, outermost block first; ""
                       ///< if the entity is in no block
  std::string color;  ///< color as in the file: the color number (DXF) or the stroke (SVG); "" if the layer determines
                      ///< the color
  std::string line_type;  ///< name of the line type (DXF) or stroke-dasharray (SVG); "" if the layer determines the
                          ///< line type
};
std::string text_of(const DrawingPlace& place);  ///< Returns text such as: LINE on layer "OUTLINE" (handle 2F, line
                                                 ///< 812).

/// A line, an arc, a polyline, or the approximation of another curve: a chain of straight sides and arcs, or a circle.
struct DrawingCurve {
  DrawingPlace place;
  std::vector<Eigen::Vector2d> vertices;  ///< vertices in the coordinates of the file, where the y axis points up
  std::vector<double>
      bulges;  ///< bulges as in Path, one per segment; their number is that of the vertices if the curve is closed, and
               ///< one less if it is open
  /// Number of the smooth curve that each segment approximates, from 1; 0 for a line or arc that is in the file itself.
  /// The list is as long as `bulges`; an empty list means all 0. A smooth curve ends at a corner. It also ends where a
  /// straight line or a circular arc of the file begins.
  std::vector<int> smooth;
  bool closed = false;
  std::optional<Disc> disc;  ///< the circle, if the curve is a whole circle; `vertices` is then empty

  /// Bound on the error of the coordinates of an end, in the unit of the coordinates. It includes the rounding of the
  /// numbers in the file (half a unit in the last decimal place, for numbers with six decimals or more) and the
  /// rounding of the arithmetic.
  double end_rounding = 0;
  bool computed_ends =
      false;  ///< true if the ends are computed from a centre and angles; false if the file contains their coordinates
  /// In SVG, the number, from 1, of the path element that contains the curve, if this path is filled by the rule
  /// "nonzero"; otherwise 0. (With this rule, a subpath need not bound the filled area.)
  int nonzero_fill = 0;
};

/// The contents of a drawing file.
struct Drawing {
  std::string format;  ///< format of the file, such as "DXF AC1024" or "SVG"
  std::string digest;  ///< drawing_digest() of the text, set by read_drawing()
  std::optional<Units::Length>
      unit;                 ///< unit of all coordinates of this object; not set if neither the file nor the options
                            ///< state a unit
  std::string stated_unit;  ///< name of the unit as written in the file; empty if the file states no unit
  std::vector<DrawingCurve> curves;
  std::map<std::string, int> entities;  ///< number of entities that were read, by kind
  std::map<std::string, int> left_out;  ///< number of entities not read, by kind and reason: "TEXT (no outline)"
  double deviation = 0;            ///< largest distance between a chord and the curve that it approximates; 0 if no
                                   ///< curve is approximated
  std::vector<std::string> notes;  ///< notes for the user about changes that were made to the numbers
};

/// Reads a DXF file in text form, R12 to R2018: LINE, LWPOLYLINE, POLYLINE, ARC and CIRCLE, whose arcs stay arcs;
/// SPLINE and ELLIPSE, which become chords; and INSERT, which is replaced by the entities of its block. Coordinates are
/// the numbers of the file. Throws InputError with all faults. Pointers are "line N", where N is the line of a group
/// code, or "/layer" or "/unit" for an option.
Drawing read_dxf(std::string_view text, const DrawingOptions& options = {});

/// Reads an SVG file: path, rect, circle, ellipse, polygon, polyline and line, in groups with transforms. Arcs of
/// circles stay arcs under similarity transforms; other curves become chords. The sign of y is changed, so that y
/// points up. Unsupported properties that move or hide an element (style sheets, transforms in a style, clips) are
/// faults. Throws InputError in the same way as read_dxf().
Drawing read_svg(std::string_view text, const DrawingOptions& options = {});

/// Reads the outline of a KiCad board (.kicad_pcb): the graphics on layer Edge.Cuts, including those in footprints, and
/// the drills of pads that are not plated or belong to mounting holes. If options.layer names layers, these layers are
/// read instead, without drills. The sign of y is changed, so that y points up. Throws InputError in the same way as
/// read_dxf().
Drawing read_kicad(std::string_view text, const DrawingOptions& options = {});

/// Returns "sha256:" and the SHA-256 digest of the bytes of a drawing.
std::string drawing_digest(std::string_view text);

/// Reads a drawing in DXF, SVG or KiCad format: a text that begins with "<" is read as SVG, a text that begins with "("
/// as KiCad, and any other text as DXF.
Drawing read_drawing(std::string_view text, const DrawingOptions& options = {});

/// Two ends of curves that were joined even though their coordinates differ.
struct JoinedEnds {
  Eigen::Vector2d at{0, 0};  ///< the vertex at which the ends were joined; it is one of the two ends
  double gap = 0;            ///< distance between the ends
  DrawingPlace kept, moved;  ///< the entity whose end was kept as the vertex, and the entity whose end was moved to it
  bool by_rounding = false;  ///< true if the gap is within the rounding of the ends (end_rounding); false if it is
                             ///< larger, and within options.join
};

/// A chain of lines and arcs that is not closed and does not belong to the outline, for example a center line or a
/// drill cross.
struct OpenChain {
  DrawingPlace place;  ///< first entity of the chain
  std::vector<Eigen::Vector2d> vertices;
  std::vector<double> bulges;  ///< bulges, one per segment; there is one segment fewer than vertices
};

/// A closed curve of the drawing; its vertices are in counterclockwise order.
struct DrawnLoop {
  enum class Kind { outline, hole, other };
  Kind kind = Kind::other;
  Outline outline;
  AreaProperties properties;
  std::vector<DrawingPlace> places;  ///< locations in the file of the loop's segments, starting with segment 0; a disc
                                     ///< has one location
};

/// A part made from a drawing.
struct DrawnPart {
  std::string digest;  ///< digest of the drawing (Drawing::digest)
  Outline outline;
  std::vector<Outline> holes;  ///< outlines of the holes: the loops directly inside the outline
  AreaProperties properties;   ///< area properties of the material, which excludes the holes
  std::optional<Units::Length> unit;
  std::vector<DrawnLoop> loops;        ///< all loops, in the order of the drawing
  std::vector<OpenChain> open_chains;  ///< open chains, which are left out, in the order of the drawing
  std::vector<std::string> notes;      ///< notes for the user on the choices that were made, with reasons
  std::vector<JoinedEnds> joined;      ///< ends that were joined, in the order of the drawing
  int duplicates = 0;              ///< number of duplicate segments that were dropped
  int zero_length = 0;             ///< number of segments of length 0 that were dropped
  double shortest = 0;  ///< length of the shortest chord of all loops; a chord that is much shorter than the part is
                        ///< probably a flaw of the drawing
};

/// Joins the ends of a drawing's curves, so that they form loops. The outer loop is the outline of the part, and the
/// loops inside it are holes. Two ends are joined (1) if they are equal, (2) if one of them was computed, such as an
/// end of an arc that is given by angles, and their distance is within the rounding of both ends, or (3) if their
/// distance is at most options.join.
///
/// If exactly one layer has closed loops, and all other layers have only open chains, only the layer with closed loops
/// is used. Otherwise the same rule is tried with colors, and then with line types. Open chains are left out and
/// listed. Open chains are a fault if they may be an outline with gaps. They may be if they would form a loop after
/// gaps of less than a tenth of the smaller chain's size were closed, or if a chain is not straight and larger than the
/// part.
///
/// If the second of two consecutive segments runs back along the first, rounding can make the segments cross. An arc
/// among these two segments is then shortened at the tip, by the smaller of options.join and kDefaultJoin times the
/// diameter. The change is listed as a join, with a note.
///
/// Throws InputError for open chains that may be an outline, branches, loops that meet, several outer loops, invalid
/// outlines, and a drawing without closed loops. Pointers are as for read_dxf, or "/loop".
DrawnPart part_of(const Drawing& drawing, const DrawingOptions& options = {});

/// Returns every part of a drawing with several parts, in the order of the drawing. The outline of a part is a loop
/// that lies outside all other loops, or inside a hole of another part. The loops directly inside the outline are the
/// part's holes. options.loop is ignored. Throws InputError in the cases of part_of(), except that several outer loops
/// are allowed.
std::vector<DrawnPart> parts_of(const Drawing& drawing, const DrawingOptions& options = {});

/// A change of one option that makes a refused drawing readable: the name of a member of DrawingOptions, and its value
/// as text.
struct DrawingRemedy {
  std::string option, value;
};

/// For a drawing that is refused with `options`, returns changes of options with which it can be read. If the curves
/// cannot be read, tries the unit mm (if no unit is stated), larger deviations, and leaving out the layers that the
/// faults name. If the curves give no part, tries distances that close gaps, then the loop with the largest area among
/// the outermost loops, then each layer alone. The function has read the drawing with the returned changes; the user
/// must decide whether they fit the drawing. Returns an empty list if no such changes were found, for example for a
/// damaged file. Reads the drawing at most 30 times. For texts of more than 8 MiB, returns an empty list without
/// reading.
std::vector<DrawingRemedy> find_remedy(std::string_view text, const DrawingOptions& options = {});
/// Returns text such as: it is read with "unit": "mm", "loop": 2. Returns "" for an empty remedy.
std::string remedy_words(const std::vector<DrawingRemedy>& remedy);

/// Sets the outline and the holes of `part`. Pins may touch the edges of the holes.
void put_into(Part& part, const DrawnPart& drawn);

/// Returns a new part with the outline of the drawing and the default density, 1 kg/m^2.
Part as_part(const DrawnPart& drawn);

}  // namespace pawl
