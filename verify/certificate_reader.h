// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

// The outline geometry of the certificate checker, independent of the library's outline geometry.
namespace pawl::internal::inline verify {

using Point = std::complex<double>;

inline double dot(Point a, Point b) { return a.real() * b.real() + a.imag() * b.imag(); }
inline double cross(Point a, Point b) { return a.real() * b.imag() - a.imag() * b.real(); }

/// An edge of a loop with the material on its left, and the corner at its start. A round hole is one edge whose ends
/// are equal.
struct OutlineEdge {
  Point from, to, centre;
  double radius = 0, sweep = 0;  ///< sweep 0: straight; > 0: convex arc; < 0: concave arc
  Point along;                   ///< direction of a straight edge, unit length
  Point middle;                  ///< direction of an arc's middle from the centre
  double length = 0;             ///< length of a straight edge
  Point corner;                  ///< the middle of the range of the corner's inward normals
  /// Half of the angle that this range spans; < 0: the corner points inwards, or the outline is smooth there.
  double bend = -1;
  /// Bound on the angle, rad, by which the outline turns at the edge's smooth ends. The normals of a contact at such an
  /// end differ by at most this from those of the edge.
  double joint = 0;
  /// If this edge and the one before it are straight and their vertex counts as smooth: a bound on how far the vertex
  /// is from the line of the others. Includes the distance of vertices inside a straight edge, which are left out.
  double off_line = 0;
  /// If this edge and the one before it are straight: the vertex, or one that is left out inside this edge, may become
  /// convex if points are off by more than this.
  double convex_beyond = std::numeric_limits<double>::infinity();

  bool convex_arc() const { return sweep > 0; }
  /// Returns the edge in another frame: turned by `turn`, a unit number, and then shifted.
  OutlineEdge moved(Point turn, Point shift) const;
};

/// Returns the edges of the outline with these corners, which may be in either orientation. `bulges` contains the bulge
/// of the edge after each corner. If `hole` is true, the material lies outside the outline. Straight edges that
/// continue each other up to rounding are one edge.
std::vector<OutlineEdge> sides_of(const std::vector<Point>& corners, const std::vector<double>& bulges,
                                  bool hole = false);
double distance(const OutlineEdge& side, Point p);
/// Returns the largest angle, rad, by which a straight edge is turned if its points are off by `off`; 0 for an arc.
double skew_of(const OutlineEdge& edge, double off);
/// Returns whether p lies in the material of a boundary, that is, the boundary winds around it. p must not lie on it.
bool winds_round(const std::vector<OutlineEdge>& sides, Point p);

// The contents of an energy certificate as its checker reads them: the problem in plain numbers, the tree of boxes, and
// the twists.

/// Bound on the rounding error of the angle between edges, rad.
inline constexpr double kAngleRounding = 1e-12;

struct CertificateFile {
  struct Box {
    double centre[3], half[3];
  };
  struct Twist {
    Point v;
    double omega;
  };
  /// A fixel, or a convex corner or arc of a wall or of a diamond pin. The normals of its contacts, into the part, are
  /// within `half` (rad) of the unit number `facing`.
  struct Fixel {
    Point at;
    double radius, friction;
    Point facing = 1;
    double half = kAnyDirection;

    static constexpr double kAnyDirection = 4;  ///< more than pi
    bool faces_all() const { return half >= kAnyDirection; }
  };
  /// A straight edge or concave arc of a wall or a diamond pin.
  struct WallEdge {
    OutlineEdge edge;
    double friction;
  };
  /// A fixel or a wall in the frame of the poses. Its convex corners and arcs are fixels[first_fixel] up to, but
  /// without, fixels[last_fixel]; its other edges are in wall_edges likewise.
  struct Solid {
    std::vector<OutlineEdge> sides;  ///< edges of a wall or a diamond pin; empty for a round fixel
    bool round = false;              ///< the outer outline is a disc
    bool whole_disc = false;         ///< true for a disc without holes
    std::size_t first_fixel = 0, last_fixel = 0, first_edge = 0, last_edge = 0;
  };
  /// The numbers of a fixel as they are in the file.
  struct StatedFixel {
    Point at;
    double radius, friction;
    Point diamond;         ///< direction of a diamond pin; 0: a round pin or a point
    double diamond_width;  ///< m
  };
  /// The numbers of a wall as they are in the file.
  struct StatedWall {
    Outline outline;
    std::vector<Outline> holes;
    double pose[3], friction;
  };
  /// A contact of the goal: with a fixel, or with a wall at a point.
  struct Goal {
    std::size_t number;  ///< from 0
    bool wall;
    Point at, normal;  ///< with a wall: where they touch, and the unit normal into the part
    bool operator==(const Goal&) const = default;
  };

  std::string name;      ///< name of the task
  std::string part;      ///< digest stated in the certificate
  double mass = 1;       ///< mass, kg
  Point center_of_mass;  ///< centre of mass, body coordinates

  Outline outline;
  std::vector<Outline> holes;
  std::vector<OutlineEdge> sides;  ///< edges of the outline and of the holes
  std::vector<StatedFixel> stated_fixels;
  std::vector<StatedWall> walls;
  std::vector<Solid> solids;  ///< the fixels, then the walls
  std::vector<Fixel> fixels;  ///< the round fixels, and the convex corners and arcs of other solids
  std::vector<WallEdge> wall_edges;
  std::vector<Goal> goal;
  Point force, at, anchor;
  double torque = 0, anchor_off = 0, rho = 1, fixel_off = 0, outline_off = 0;
  bool has_anchor = false;

  double depth = 0;
  Box root{}, seed{};
  std::string tree;
  std::vector<Twist> twists;
};

/// Reads a certificate. Throws InputError for a text that is not a certificate of version 1: if a key is missing or
/// unknown, a number is out of bounds, a size or tolerance is negative, the outline or a hole is not valid, a wall is
/// not valid, or the goal is not three contacts.
CertificateFile read_certificate(std::string_view text);

}  // namespace pawl::internal::inline verify
