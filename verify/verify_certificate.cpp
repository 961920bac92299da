// SPDX-License-Identifier: MIT
#include <pawl/verify/certificate.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <queue>
#include <vector>

#include "verify/certificate_reader.h"
#include "verify/part_digest.h"

// The possible contacts over a box of poses, computed independently for the certificate checker.
namespace pawl::internal::inline verify {

inline constexpr double kCertificateRounding = 0x1p-44;  ///< rounding error of lengths, relative to the largest length

inline double chord_of(double arm, double angle) { return 2 * arm * std::sin(std::min(angle, std::acos(-1.)) / 2); }

/// A box of poses and the quantities that all its bounds need.
struct Region {
  explicit Region(const CertificateFile::Box& box)
      : at(box.centre[0], box.centre[1]),
        turn(std::polar(1., box.centre[2])),
        angle(box.half[2]),
        shift(std::hypot(box.half[0], box.half[1])),
        swing(chord_of(1, angle)) {}
  double reach(double arm) const { return shift + arm * swing; }

  Point at, turn;
  double angle, shift, swing;
};

/// Inward normals within `spread` of `normal`.
struct Normals {
  Point normal;
  double spread;
  bool meets(Point other, double half) const { return std::fabs(std::arg(other / normal)) <= spread + half; }
};

/// A fixed feature and a feature of the part that may touch. The features of the part are its edges, and the corner at
/// the start of edge k with the number k + the number of edges.
struct CertifiedContact {
  bool on_wall_edge;    ///< false: a fixel or a convex feature of a wall; true: an edge of a wall
  std::size_t fixed;    ///< index in CertificateFile::fixels or CertificateFile::wall_edges
  std::size_t feature;  ///< a feature of the part
  bool operator==(const CertifiedContact&) const = default;
};

/// The forces of a contact over a box. A force along the unit number d = n + s mu i n, with |s| <= 1, has the torque
/// cross(arm, d) + s mu radius about the part's origin. The arm is off by at most `off`.
struct ContactForce {
  Point arm;
  double off, radius, friction;
  Normals normals;
};

class CertificateContacts {
 public:
  /// Stores a reference to the file, which must outlive it.
  explicit CertificateContacts(const CertificateFile& file);

  double far() const { return far_; }      ///< a bound on the largest length that occurs
  double slack() const { return slack_; }  ///< bound on the rounding error of lengths
  /// Returns whether, in a problem with walls, some vertex of two straight edges may touch another body without being
  /// listed as a corner. The angle between the edges is then too small for a corner but larger than rounding, or the
  /// tolerances can turn the vertex outwards.
  bool lacks_corners() const { return lacks_corners_; }

  /// Returns whether no pose of a box is free.
  bool collides(const Region& box) const;
  ContactForce force(const Region& box, const CertifiedContact& contact) const;
  /// Calls visit(contact) for all pairs that may touch, until visit returns false. A point at a corner touches the
  /// corner's edges. A pin at a smooth joint touches the edges that meet there, so the joint is not a feature of its
  /// own; the normals of these edges include that of the joint.
  template <class Visit>
  bool each_contact(const Region& box, const Visit& visit) const {
    for (std::size_t i = 0; i < file_.fixels.size(); ++i) {
      const CertificateFile::Fixel& fixel = file_.fixels[i];
      const Point p = (fixel.at - box.at) * std::conj(box.turn);
      const double away = box.reach(std::abs(p)) + off_ + slack_, touch = fixel.radius + away;
      for (std::size_t k = 0; k < file_.sides.size(); ++k) {
        const OutlineEdge& side = file_.sides[k];
        const double off = distance(side, p), to_corner = std::abs(p - side.from);
        // Where they touch, the edge's nearest point to the centre is at the radius from it, and the centre is in front.
        const double skew = skew_of(side, file_.outline_off);
        const bool near = off <= touch && off >= fixel.radius - away && !is_behind(side, p, away, skew);
        const bool beside = fixel.radius > 0 && is_past_ends(side, p, away + fixel.radius * std::sin(skew));
        if (near && !beside && faces(box, {false, i, k}) && !visit(CertifiedContact{false, i, k})) return false;
        if (fixel.radius == 0 || side.bend < 0 || to_corner > touch || to_corner < fixel.radius - away) continue;
        const CertifiedContact at_corner{false, i, file_.sides.size() + k};
        if (faces(box, at_corner) && !visit(at_corner)) return false;
      }
    }
    for (std::size_t k = 0; k < 2 * file_.sides.size() && !file_.wall_edges.empty(); ++k) {
      if (!is_round(k)) continue;
      const Point centre = centre_of(k), p = box.at + box.turn * centre;
      const double away = box.reach(std::abs(centre)) + off_ + slack_;
      for (std::size_t i = 0; i < file_.wall_edges.size(); ++i) {
        const OutlineEdge& edge = file_.wall_edges[i].edge;
        const double off = distance(edge, p), radius = radius_of(k), skew = skew_of(edge, file_.fixel_off);
        if (off > radius + away || off < radius - away || is_behind(edge, p, away, skew)) continue;
        if (radius > 0 && is_past_ends(edge, p, away + radius * std::sin(skew))) continue;
        const CertifiedContact contact{true, i, k};
        if (faces(box, contact) && !visit(contact)) return false;
      }
    }
    return true;
  }

  /// Finds the pair of features of a goal contact: the pair that is nearest to touching at the seat; with a wall, nearest
  /// to touching at the stated point with the stated normal. Returns false if no pair is within `least` of that.
  bool find_contact(const CertificateFile::Goal& goal, double least, CertifiedContact& found) const;

 private:
  static constexpr double kFacing = 1e-9;  ///< angle by which features of walls may face past each other, rad

  /// Returns whether p is behind the line or circle of an edge, on the side of the material, by more than `away`. The
  /// result is false for an edge that the tolerances can turn far: `skew` is the largest such angle.
  static bool is_behind(const OutlineEdge& edge, Point p, double away, double skew) {
    constexpr double kFarTurn = 1.01;  // rad, slightly more than in the search for certificates
    if (edge.sweep == 0) return skew < kFarTurn && cross(edge.along, p - edge.from) > away;
    const double inside = edge.radius - std::abs(p - edge.centre);
    return (edge.sweep > 0 ? inside : -inside) > away;
  }
  static bool is_past_ends(const OutlineEdge& edge, Point p, double off) {
    const double foot = dot(edge.along, p - edge.from);
    return edge.sweep == 0 && (foot < -off || foot > edge.length + off);
  }
  const OutlineEdge& side_of(std::size_t feature) const { return file_.sides[feature % file_.sides.size()]; }
  bool is_corner(std::size_t feature) const { return feature >= file_.sides.size(); }
  /// Returns whether a feature is a convex corner or a convex arc.
  bool is_round(std::size_t feature) const {
    return is_corner(feature) ? side_of(feature).bend >= 0 : side_of(feature).convex_arc();
  }
  Point centre_of(std::size_t round) const { return is_corner(round) ? side_of(round).from : side_of(round).centre; }
  double radius_of(std::size_t round) const { return is_corner(round) ? 0 : side_of(round).radius; }

  Normals normals(const Region& box, const CertifiedContact& contact) const;
  Normals normals_of_part(const Region& box, const CertificateFile::Fixel& fixel, std::size_t feature) const;
  Normals normals_of_wall(const Region& box, const OutlineEdge& edge, std::size_t feature) const;
  bool faces(const Region& box, const CertifiedContact& contact) const;
  Normals round(const Region& box, const CertificateFile::Fixel& fixel, Point centre, Point inward, double half,
                double sign) const;
  double joint_angle(const Region& box, const CertificateFile::Fixel& fixel, const OutlineEdge& arc) const;

  const CertificateFile& file_;
  double far_ = 0, slack_ = 0, off_ = 0, reach_ = 0;
  bool lacks_corners_ = false;
  Point deep_in_part_;
  std::vector<Point> deep_in_solids_;
};

/// Returns the depth of a point in a body, or minus infinity if the point is outside.
double depth_in(const std::vector<OutlineEdge>& body, Point p) {
  double least = std::abs(p - body[0].from);
  for (const OutlineEdge& side : body) least = std::min(least, distance(side, p));
  return least > 0 && winds_round(body, p) ? least : -std::numeric_limits<double>::infinity();
}

/// Returns whether a disc overlaps a body by more than `depth`: whether its centre is outside by less than the radius
/// minus the depth, or inside.
bool overlaps(Point centre, double radius, const std::vector<OutlineEdge>& body, double depth) {
  double least = std::abs(centre - body[0].from);
  for (const OutlineEdge& side : body) least = std::min(least, distance(side, centre));
  if (least < radius - depth) return true;
  return least > std::max(0., depth - radius) && winds_round(body, centre);
}

/// A piece of an edge: the points with parameters from `from` to `to` in [0, 1].
struct Piece {
  const OutlineEdge* edge;
  double from, to;

  Point at(double t) const {
    if (edge->sweep == 0) return edge->from + t * (edge->to - edge->from);
    return edge->centre + edge->radius * edge->middle * std::polar(1., (t - .5) * edge->sweep);
  }
  /// Returns half of the length, which bounds the distance of its points from its middle.
  double half() const {
    return (to - from) / 2 * (edge->sweep == 0 ? edge->length : edge->radius * std::fabs(edge->sweep));
  }
};

/// Returns the deepest of the middles of the lines between the middles of a body's edges.
Point deep_point(const std::vector<OutlineEdge>& body) {
  constexpr std::size_t kMost = 64;
  const std::size_t step = 1 + body.size() / kMost;
  Point best = body[0].from;
  double deepest = 0;
  for (std::size_t i = 0; i < body.size(); i += step) {
    for (std::size_t k = 0; k <= i; k += step) {
      const Point p = (Piece{&body[i], 0, 1}.at(.25) + Piece{&body[k], 0, 1}.at(.75)) / 2.;
      const double depth = depth_in(body, p);
      if (!(depth > deepest)) continue;
      deepest = depth;
      best = p;
    }
  }
  return best;
}

/// Returns whether some point of the edges `of`, moved by `turn` and `shift`, is deeper than `depth` in a body. Pieces
/// of edges are halved in the order of their bounds; the depth of a piece's points is at most that of its middle, plus
/// the half of its length. May return false after kMost pieces although some point is that deep.
bool reaches_depth(const std::vector<OutlineEdge>& of, Point turn, Point shift, const std::vector<OutlineEdge>& body,
                   double depth) {
  constexpr std::size_t kMost = 4000;
  struct Bounded {
    double bound;
    Piece piece;
    bool operator<(const Bounded& other) const { return bound < other.bound; }
  };
  std::priority_queue<Bounded> open;
  bool found = false;
  const auto add = [&](const Piece& piece) {
    const Point p = piece.at((piece.from + piece.to) / 2) * turn + shift;
    double least = std::abs(p - body[0].from);
    for (const OutlineEdge& side : body) least = std::min(least, distance(side, p));
    const bool inside = least > 0 && winds_round(body, p);
    found = found || (inside && least > depth);
    const double bound = (inside ? least : -least) + piece.half();
    if (bound > depth) open.push({bound, piece});
  };
  for (const OutlineEdge& edge : of) {
    if (depth_in(body, edge.from * turn + shift) > depth) return true;
  }
  for (std::size_t k = 0; k < of.size() && !found; ++k) add({&of[k], 0, 1});
  for (std::size_t count = 0; !found && !open.empty() && count < kMost; ++count) {
    const Piece piece = open.top().piece;
    open.pop();
    const double middle = (piece.from + piece.to) / 2;
    add({piece.edge, piece.from, middle});
    add({piece.edge, middle, piece.to});
  }
  return found;
}

/// Returns a bound on the distance of an edge's points, and of its centre, from the origin.
double extent_of(const OutlineEdge& side) {
  return std::max({std::abs(side.from), std::abs(side.to), std::abs(side.centre) + side.radius});
}

CertificateContacts::CertificateContacts(const CertificateFile& file)
    : file_(file), off_(file.fixel_off + file.outline_off) {
  const Region root(file.root);
  far_ = std::abs(file.anchor) + file.anchor_off + root.shift + std::abs(root.at);
  double fixture = 0, part = 0, off_line = 0;
  bool may_stick_out = false;  // true if a vertex that is not listed as a corner may be one within the tolerances
  for (const CertificateFile::Fixel& fixel : file.fixels)
    fixture = std::max(fixture, 2 * std::abs(fixel.at) + fixel.radius);
  for (const OutlineEdge& side : file.sides) {
    part = std::max(part, extent_of(side));
    off_line += side.off_line;
    may_stick_out = may_stick_out || side.convex_beyond < file.outline_off;
    reach_ = std::max(reach_, side.sweep > 0 ? std::abs(side.centre) + side.radius : std::abs(side.from));
  }
  bool outlined = false;
  for (const CertificateFile::Solid& solid : file.solids) {
    for (const OutlineEdge& side : solid.sides) {
      fixture = std::max(fixture, extent_of(side));
      off_line += side.off_line;
      may_stick_out = may_stick_out || side.convex_beyond < file.fixel_off;
    }
    deep_in_solids_.push_back(solid.sides.empty() ? Point(0) : deep_point(solid.sides));
    outlined = outlined || !solid.sides.empty();
  }
  far_ += fixture + part;
  slack_ = kCertificateRounding * far_;
  if (!outlined) return;
  lacks_corners_ = off_line > slack_ || may_stick_out;
  slack_ += off_line;
  deep_in_part_ = deep_point(file.sides);
}

bool CertificateContacts::collides(const Region& box) const {
  for (const CertificateFile::Solid& solid : file_.solids) {
    if (!solid.sides.empty()) continue;
    const CertificateFile::Fixel& fixel = file_.fixels[solid.first_fixel];
    const Point p = (fixel.at - box.at) * std::conj(box.turn);
    const double away = box.reach(std::abs(p)) + off_ + slack_;
    double least = std::abs(p - file_.sides[0].from);
    for (const OutlineEdge& side : file_.sides) least = std::min(least, distance(side, p));
    if (least < fixel.radius - away || (least > away && winds_round(file_.sides, p))) return true;
  }
  // A disc in a body, a point that is deep in both bodies, or a point of one boundary that is deep in the other body.
  const double away = box.reach(reach_) + off_ + slack_;
  const Point back = std::conj(box.turn);
  for (std::size_t k = 0; k < file_.solids.size(); ++k) {
    const std::vector<OutlineEdge>& wall = file_.solids[k].sides;
    if (wall.empty()) continue;
    const auto deep = [&](Point world) {
      return depth_in(wall, world) > away && depth_in(file_.sides, (world - box.at) * back) > away;
    };
    const bool disc = file_.holes.empty() && std::holds_alternative<Disc>(file_.outline);
    if (disc && overlaps(box.at + box.turn * centre_of(0), radius_of(0), wall, away)) return true;
    const Point p = (wall[0].centre - box.at) * back;
    if (file_.solids[k].whole_disc && overlaps(p, wall[0].radius, file_.sides, away)) return true;
    if (reaches_depth(file_.sides, box.turn, box.at, wall, away)) return true;
    if (reaches_depth(wall, back, -box.at * back, file_.sides, away)) return true;
    if (deep(deep_in_solids_[k]) || deep(box.at + box.turn * deep_in_part_)) return true;
  }
  return false;
}

/// Returns the inward normals of an arc or a corner. Two bounds restrict them: the directions that the arc or corner
/// faces, and the directions in which its centre is seen.
Normals CertificateContacts::round(const Region& box, const CertificateFile::Fixel& fixel, Point centre, Point inward,
                                   double half, double sign) const {
  const Normals facing{box.turn * inward, half + box.angle};
  const Point seen = box.at + box.turn * centre - fixel.at;
  const double sine = (box.reach(std::abs(centre)) + off_ + slack_) / std::abs(seen);
  if (!(sine < 1) || std::asin(sine) >= facing.spread) return facing;
  return {sign * seen / std::abs(seen), std::asin(sine)};
}

/// Returns the normals that a feature of the part allows: edge k, or the corner at its start, numbered k + the number
/// of edges.
Normals CertificateContacts::normals_of_part(const Region& box, const CertificateFile::Fixel& fixel,
                                             std::size_t feature) const {
  const OutlineEdge& side = side_of(feature);
  if (is_corner(feature)) return round(box, fixel, side.from, side.corner, side.bend, 1);
  if (side.sweep == 0) return {box.turn * Point(0, 1) * side.along, box.angle + skew_of(side, file_.outline_off) + side.joint};
  const double sign = side.sweep > 0 ? 1 : -1;
  Normals range = round(box, fixel, side.centre, -sign * side.middle, std::fabs(side.sweep) / 2, sign);
  if (side.joint > 0) range.spread += joint_angle(box, fixel, side);
  return range;
}

/// Returns the normals that an edge of a wall allows, out of the wall: that of a straight edge, or the directions from
/// an arc to its centre, as far as the part's corner or arc `feature` is seen in them.
Normals CertificateContacts::normals_of_wall(const Region& box, const OutlineEdge& edge, std::size_t feature) const {
  if (edge.sweep == 0) {
    return {Point(0, -1) * edge.along, skew_of(edge, file_.fixel_off) + edge.joint};
  }
  const Normals facing{-edge.middle, std::fabs(edge.sweep) / 2 + edge.joint};
  const Point seen = edge.centre - box.at - box.turn * centre_of(feature);
  const double moves = box.reach(std::abs(centre_of(feature))) + off_ + slack_, sine = moves / std::abs(seen);
  if (!(sine < 1)) return facing;
  const double beside = 2 * edge.joint * std::max(1., edge.radius / (std::abs(seen) - moves));
  const double spread = std::asin(sine) + (edge.joint > 0 ? beside : 0);
  return spread < facing.spread ? Normals{seen / std::abs(seen), spread} : facing;
}

Normals CertificateContacts::normals(const Region& box, const CertifiedContact& contact) const {
  if (contact.on_wall_edge) return normals_of_wall(box, file_.wall_edges[contact.fixed].edge, contact.feature);
  const CertificateFile::Fixel& fixel = file_.fixels[contact.fixed];
  const Normals range = normals_of_part(box, fixel, contact.feature);
  return fixel.half < range.spread && !fixel.faces_all() ? Normals{fixel.facing, fixel.half} : range;
}

/// Returns whether both features of a contact have a common normal. Only those of walls are restricted.
bool CertificateContacts::faces(const Region& box, const CertifiedContact& contact) const {
  if (!contact.on_wall_edge) {
    const CertificateFile::Fixel& fixel = file_.fixels[contact.fixed];
    if (fixel.faces_all()) return true;
    return normals_of_part(box, fixel, contact.feature).meets(fixel.facing, fixel.half + kFacing);
  }
  const OutlineEdge& side = side_of(contact.feature);
  const Normals range = normals_of_wall(box, file_.wall_edges[contact.fixed].edge, contact.feature);
  if (!is_corner(contact.feature))
    return range.meets(-side.middle * box.turn, side.sweep / 2 + side.joint + box.angle + kFacing);
  double skew = skew_of(side, file_.outline_off);
  for (const OutlineEdge& other : file_.sides) {
    if (other.to == side.from) skew = std::max(skew, skew_of(other, file_.outline_off));
  }
  return range.meets(side.corner * box.turn, side.bend + skew + box.angle + kFacing);
}

ContactForce CertificateContacts::force(const Region& box, const CertifiedContact& contact) const {
  const Normals range = normals(box, contact);
  if (contact.on_wall_edge) {
    const Point centre = centre_of(contact.feature);
    return {box.turn * centre, box.swing * std::abs(centre) + file_.outline_off, -radius_of(contact.feature),
            file_.wall_edges[contact.fixed].friction, range};
  }
  const CertificateFile::Fixel& fixel = file_.fixels[contact.fixed];
  return {fixel.at - box.at, box.shift + file_.fixel_off, fixel.radius, fixel.friction, range};
}

bool CertificateContacts::find_contact(const CertificateFile::Goal& goal, double least, CertifiedContact& found) const {
  const Region seat(CertificateFile::Box{});
  const CertificateFile::Solid& solid = file_.solids[goal.number + (goal.wall ? file_.stated_fixels.size() : 0)];
  bool some = false;
  const auto add = [&](const CertifiedContact& contact, double gap, Point at) {
    double off = std::fabs(gap);
    if (goal.wall) off += std::abs(at - goal.at);
    if (!(off < least) || !faces(seat, contact)) return;
    if (goal.wall) off += reach_ * std::abs(normals(seat, contact).normal - goal.normal);
    if (!(off < least)) return;
    least = off;
    found = contact;
    some = true;
  };
  const auto foot = [](const OutlineEdge& edge, Point p) {  // of a contact between the ends of the edge
    if (edge.sweep == 0) return edge.from + edge.along * dot(edge.along, p - edge.from);
    return edge.centre + edge.radius * (p - edge.centre) / std::abs(p - edge.centre);
  };
  for (std::size_t k = 0; k < 2 * file_.sides.size(); ++k) {
    if (!is_round(k)) continue;
    for (std::size_t i = solid.first_edge; i < solid.last_edge; ++i) {
      const OutlineEdge& edge = file_.wall_edges[i].edge;
      add({true, i, k}, distance(edge, centre_of(k)) - radius_of(k), foot(edge, centre_of(k)));
    }
  }
  for (std::size_t i = solid.first_fixel; i < solid.last_fixel; ++i) {
    const CertificateFile::Fixel& fixel = file_.fixels[i];
    for (std::size_t k = 0; k < 2 * file_.sides.size(); ++k) {
      const OutlineEdge& side = side_of(k);
      if (is_corner(k) && (fixel.radius == 0 || side.bend < 0)) continue;
      const double d = is_corner(k) ? std::abs(fixel.at - side.from) - slack_
                                    : distance(side, fixel.at);  // distance of the corner itself, not of its edges
      add({false, i, k}, d - fixel.radius, is_corner(k) ? side.from : foot(side, fixel.at));
    }
  }
  return some;
}

/// Returns a bound on the angle between the normal of a contact at a smooth end of an arc and both the arc's normals
/// and the direction in which the arc's centre is seen from the fixel. The centre is at radius from the contact, so the
/// second angle is at most the first one times the ratio of the radius to the centre's distance from the fixel.
double CertificateContacts::joint_angle(const Region& box, const CertificateFile::Fixel& fixel,
                                        const OutlineEdge& arc) const {
  const double away = std::abs(box.at + box.turn * arc.centre - fixel.at);
  const double seen = away - box.reach(std::abs(arc.centre)) - off_ - slack_;
  if (!(seen > 0)) return arc.joint;  // then the normals are restricted by the arc's ends alone
  return 2 * arc.joint * std::max(1., arc.radius / seen);
}

}  // namespace pawl::internal::inline verify

// A checker of energy certificates [MODEL section 9], independent of their producer. It reads the boxes and their
// twists and needs no search. Lengths have rounding errors below 2^-44 of the largest length; all bounds are widened by
// that amount.
namespace pawl {
namespace {

using internal::CertificateFile;
using internal::CertifiedContact;
using internal::ContactForce;
using internal::cross;
using internal::dot;
using internal::kCertificateRounding;
using internal::Normals;
using internal::OutlineEdge;
using internal::Point;
using internal::Region;
using Box = CertificateFile::Box;
using Twist = CertificateFile::Twist;

const double kRight = std::acos(0.);
const Point kLeft(0, 1);

class Checker {
 public:
  explicit Checker(const CertificateFile& file) : file_(file), part_(file) {
    result_.depth = file_.depth;
    const Eigen::Vector2d center(file_.center_of_mass.real(), file_.center_of_mass.imag());
    const Loops loops(file_.outline, file_.holes);
    result_.part = {file_.name, internal::part_digest(loops, file_.mass, file_.rho, center), file_.mass, center,
                    file_.rho};
    find_near();
  }

  CertificateCheck run() {
    if (part_.lacks_corners()) {
      refuse(
          "straight edges of the part or of a wall meet at an angle below 1e-9 rad, or at one that the tolerances can "
          "turn outwards; make one edge of them, or reduce the tolerances");
    }
    for (std::size_t g = 0; g < 3; ++g) {
      if (touched_[g] == touched_[(g + 1) % 3]) refuse("two contacts of the goal are the same");
    }
    if (file_.part != result_.part.digest) refuse("/part: differs from the digest of the part in the problem");
    if (!(result_.depth > 0)) refuse("the depth is not positive");
    const double torque = (file_.torque + cross(file_.at, file_.force)) / file_.rho;
    if (!(std::fabs(std::hypot(std::abs(file_.force), torque) - 1) <= 1e-6)) refuse("the load is not of 1 N");
    for (int k = 0; k < 3; ++k) {
      if (!(file_.seed.half[k] * (k < 2 ? 1 : file_.rho) >= 2 * (file_.fixel_off + file_.outline_off)))
        refuse("the seed is smaller than the tolerances");
    }
    if (result_.refused.empty()) read_tree(file_.root, 0);
    if (result_.refused.empty() && place_ != file_.tree.size()) refuse("the tree continues after its last box");
    if (result_.refused.empty() && used_ != file_.twists.size()) refuse("more twists than boxes need");
    if (result_.refused.empty() && !holds_goal_) refuse("no box of the component contains the goal");
    if (result_.refused.empty()) meet(0, 0);
    return result_;
  }

 private:
  struct Node {
    Box box;
    char letter;
    int lower = -1, upper = -1;
    bool in() const { return letter == 'm' || letter == 'n'; }
  };

  void refuse(const std::string& why) {
    if (result_.refused.empty()) result_.refused = why;
  }
  void refuse(const Node& node, const std::string& why) {
    std::string at = "the box around (";
    for (const double c : node.box.centre) {
      if (at.back() != '(') at += ", ";
      at += std::to_string(c);
    }
    refuse(at + ") " + why);
  }

  /// Returns a bound on the rounding error of a twist's products, for a force of 1 N.
  double unit(const Twist& xi) const {
    return kCertificateRounding * (std::abs(xi.v) + std::fabs(xi.omega) * part_.far());
  }

  bool pushes(const Twist& xi, const Region& box) const {
    const Point arm = box.turn * file_.at, u = xi.v + xi.omega * kLeft * arm;
    const double size = std::abs(file_.force), moves = std::fabs(xi.omega) * std::abs(file_.at) * box.swing;
    const double turns = xi.omega * file_.torque, least = size * unit(xi) + kCertificateRounding * std::fabs(turns);
    if (!file_.has_anchor) return dot(file_.force, u) - size * moves + turns > least;
    const Point line = file_.anchor - box.at - arm, along = line / std::abs(line);
    const double sine = (box.reach(std::abs(file_.at)) + file_.anchor_off + part_.slack()) / std::abs(line);
    if (!(sine < 1) || !(dot(along, u) > 0)) return false;
    const double power = dot(along, u) * std::sqrt(1 - sine * sine) - std::fabs(cross(along, u)) * sine - moves;
    return size * power + turns > least;
  }

  /// Returns whether every force of a contact has nonnegative power over the twist.
  bool bears(const Twist& xi, const ContactForce& force) const {
    const Normals& range = force.normals;
    if (!(range.spread < kRight)) return false;
    const Point u = xi.v + xi.omega * kLeft * force.arm;
    const double moves = std::fabs(xi.omega) * force.off;
    const double length = std::hypot(1, force.friction), c = std::cos(range.spread), s = std::sin(range.spread);
    for (const double mu : {force.friction / length, -force.friction / length}) {
      const Point edge = range.normal * Point(1 / length, mu);
      const double along = dot(u, edge), least = along * c - std::fabs(cross(u, edge)) * s;
      if (!(along >= 0) || !(least - moves + xi.omega * mu * force.radius > unit(xi))) return false;
    }
    return true;
  }

  /// Returns whether a twist proves that no contact forces balance the load at any pose of a box. The goal contact with
  /// the number `without` is left out; 3: none is left out.
  bool proves(const Region& box, const Twist& xi, std::size_t without) const {
    return pushes(xi, box) && part_.each_contact(box, [&](const CertifiedContact& contact) {
      const bool left_out = without < 3 && contact == touched_[without];
      return left_out || bears(xi, part_.force(box, contact));
    });
  }

  /// Returns a lower bound of the potential.
  double height(const Box& box) const {
    const Region region(box);
    const Point arm = region.turn * file_.at, at = region.at + arm, line = file_.anchor - at;
    const Point force = file_.has_anchor ? std::abs(file_.force) * line / std::abs(line) : file_.force;
    const double t = box.half[2], bend = std::min(t, kRight), size = std::abs(file_.force);
    double high = file_.has_anchor ? size * (std::abs(line) - std::abs(file_.anchor - file_.at))
                                   : -dot(file_.force, at - file_.at);
    high -= file_.torque * box.centre[2] + std::fabs(file_.torque) * t + std::fabs(force.real()) * box.half[0] +
            std::fabs(force.imag()) * box.half[1] + std::fabs(cross(arm, force)) * std::sin(bend) +
            std::fabs(dot(arm, force)) * (1 - std::cos(bend)) + (t > kRight ? 2 * size * std::abs(file_.at) : 0);
    const double moved = std::abs(at - file_.at) + region.reach(std::abs(file_.at)),
                 far = std::abs(file_.anchor - file_.at) - file_.anchor_off;
    if (file_.has_anchor) high -= size * file_.anchor_off * (far > 0 ? std::min(2., 2 * moved / far) : 2);
    return high - part_.slack() * size - kCertificateRounding * 16 * std::fabs(file_.torque);
  }

  /// Finds the features that touch in the goal's contacts, and the norm of J_n^-1 there.
  void find_near() {
    const Region seat(Box{});
    std::array<std::array<double, 3>, 3> row;
    for (std::size_t g = 0; g < 3; ++g) {
      const CertificateFile::Goal& goal = file_.goal[g];
      if (!part_.find_contact(goal, 0x1p20 * part_.slack(), touched_[g])) {
        return refuse(goal.wall ? "a wall of the goal does not touch the seated part at the stated point"
                                : "a fixel of the goal does not touch the seated part");
      }
      const ContactForce force = part_.force(seat, touched_[g]);
      const Point n = force.normals.normal;
      row[g] = {n.real(), n.imag(), cross(force.arm, n) / file_.rho};
    }
    double inverse = 0, det = 0;
    for (std::size_t r = 0; r < 3; ++r) {
      const auto &a = row[(r + 1) % 3], &b = row[(r + 2) % 3];
      const double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
      inverse += c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
      det = row[r][0] * c[0] + row[r][1] * c[1] + row[r][2] * c[2];
    }
    inverse_ = std::sqrt(inverse) / std::fabs(det);
  }
  /// Returns whether J_n is so close to its value at the seat that the three gaps are 0 at no more than one pose. This
  /// must hold at all poses that are at most as far from the seat as this box.
  bool is_near(const Box& box) const {
    double size = 0, off = 0;
    for (int k = 0; k < 3; ++k)
      size = std::max(size, (std::fabs(box.centre[k]) + box.half[k]) / (k < 2 ? file_.rho : 1));
    const Region seat(Box{}), hull(Box{{0, 0, 0}, {size * file_.rho, size * file_.rho, size}});
    for (std::size_t g = 0; g < 3; ++g) {
      const ContactForce here = part_.force(seat, touched_[g]), there = part_.force(hull, touched_[g]);
      if (!(there.normals.spread < kRight)) return false;
      const double turned = std::fabs(std::arg(there.normals.normal / here.normals.normal));
      const double bend = internal::chord_of(1, there.normals.spread + turned);
      const double arm = std::abs(here.arm) * bend + there.off;
      off += bend * bend + arm * arm / (file_.rho * file_.rho);
    }
    return std::sqrt(off) * inverse_ < .9995;
  }

  Twist next_twist() {
    if (used_ < file_.twists.size()) return file_.twists[used_++];
    refuse("a twist is missing");
    return {};
  }

  int read_tree(const Box& box, int depth) {
    if (depth > 200 || place_ >= file_.tree.size()) refuse("the tree ends before all of its boxes are complete");
    if (!result_.refused.empty()) return 0;
    const char letter = file_.tree[place_++];
    const std::size_t mine = nodes_.size();
    nodes_.push_back({box, letter});
    if (letter != 'x' && letter != 'y' && letter != 't') {
      check_leaf(Node(nodes_.back()));
      return static_cast<int>(mine);
    }
    const int axis = letter == 't' ? 2 : letter - 'x';
    Box lower = box, upper = box;
    lower.half[axis] = upper.half[axis] = box.half[axis] / 2;
    lower.centre[axis] -= lower.half[axis];
    upper.centre[axis] += upper.half[axis];
    const int first = read_tree(lower, depth + 1), second = read_tree(upper, depth + 1);
    nodes_[mine].lower = first;
    nodes_[mine].upper = second;
    return static_cast<int>(mine);
  }

  void check_leaf(const Node& node) {
    ++result_.boxes;
    const Region region(node.box);
    const bool seeded = touch(node.box, file_.seed);
    if (node.letter == 'c') {
      if (!part_.collides(region)) refuse(node, "is marked as colliding, but may contain a free pose");
    } else if (node.letter == 'a') {
      if (seeded || !(height(node.box) > result_.depth)) refuse(node, "is marked as above the depth, but may not be");
    } else if (node.letter == 'm') {
      if (!proves(region, next_twist(), 3))
        refuse(node, "may contain a rest of the part: its twist does not exclude it");
    } else if (node.letter == 'n') {
      if (!is_near(node.box)) refuse(node, "is too far from the goal to contain only one rest");
      for (std::size_t g = 0; g < 3; ++g) {
        if (!proves(region, next_twist(), g))
          refuse(node, "may contain a rest of the part without a contact of the goal");
      }
    } else if (node.letter != 'b') {
      refuse(node, std::string("has an unknown kind: ") + node.letter);
    } else if (seeded) {
      refuse(node, "contains the goal, but is not in the component");
    }
    holds_goal_ = holds_goal_ || (node.in() && touch(node.box, Box{}));
    for (int k = 0; node.in() && k < 3; ++k) {
      if (!(std::fabs(node.box.centre[k] - file_.root.centre[k]) + node.box.half[k] < file_.root.half[k]))
        refuse(node, "reaches the end of the domain");
    }
  }

  /// Returns whether two boxes touch, up to the rounding of their ends.
  bool touch(const Box& a, const Box& b) const {
    for (int k = 0; k < 3; ++k) {
      const double rounding = kCertificateRounding * (k < 2 ? part_.far() : 16);
      if (std::fabs(a.centre[k] - b.centre[k]) > a.half[k] + b.half[k] + rounding) return false;
    }
    return true;
  }
  /// Checks that no leaf of the component in one of two subtrees touches a left-out leaf in the other.
  void meet(int a, int b) {
    const Node &one = nodes_[a], &other = nodes_[b];
    if (!result_.refused.empty() || !touch(one.box, other.box)) return;
    if (one.lower < 0 && other.lower < 0) {
      if (one.in() && other.letter == 'b') refuse(other, "touches the component, but is not in it");
      if (other.in() && one.letter == 'b') refuse(one, "touches the component, but is not in it");
    } else if (a == b) {
      meet(one.lower, one.lower);
      meet(one.upper, one.upper);
      meet(one.lower, one.upper);
    } else if (one.lower >= 0 && (other.lower < 0 || size(one) >= size(other))) {
      meet(one.lower, b);
      meet(one.upper, b);
    } else {
      meet(a, other.lower);
      meet(a, other.upper);
    }
  }
  static double size(const Node& node) { return node.box.half[0] * node.box.half[1] * node.box.half[2]; }

  const CertificateFile& file_;
  internal::CertificateContacts part_;
  std::size_t place_ = 0, used_ = 0;
  std::vector<Node> nodes_;
  std::array<CertifiedContact, 3> touched_{};
  double inverse_ = 1e300;
  bool holds_goal_ = false;
  CertificateCheck result_;
};

}  // namespace

CertificateCheck verify_certificate(std::string_view text) {
  const CertificateFile file = internal::read_certificate(text);
  return Checker(file).run();
}

}  // namespace pawl
