// SPDX-License-Identifier: MIT
#include "verify/certificate_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace pawl::internal::inline verify {
namespace {

/// Returns the distance of a point from the boundary of a body.
double boundary_distance(const std::vector<OutlineEdge>& body, Point p) {
  double least = std::abs(p - body[0].from);
  for (const OutlineEdge& side : body) least = std::min(least, distance_below(side, p, least));
  return least;
}

/// Returns the depth of p in a body: its distance from the boundary, with a negative sign if p is outside. If the depth
/// is at most `level`, the result may be any number that is at most `level`.
double depth_above(double level, const std::vector<OutlineEdge>& body, Point p) {
  const double least = boundary_distance(body, p);
  if (least <= level) return least;
  return least > 0 && winds_round(body, p) ? least : -least;
}

/// Returns whether a disc overlaps a body by more than `depth`. It does if its centre is inside the body and deeper
/// than `depth` - `radius`, or if the distance of its centre from the boundary is less than `radius` - `depth`.
bool overlaps(Point centre, double radius, const std::vector<OutlineEdge>& body, double depth) {
  const double least = boundary_distance(body, centre);
  if (least < radius - depth) return true;
  return least > std::max(0., depth - radius) && winds_round(body, centre);
}

/// A piece of an edge: the points of the edge with parameters in [from, to], a subset of [0, 1].
struct Piece {
  const OutlineEdge* edge;
  double from, to;

  Point at(double t) const {
    if (edge->sweep == 0) return edge->from + t * (edge->to - edge->from);
    return edge->centre + edge->radius * edge->middle * std::polar(1., (t - .5) * edge->sweep);
  }
  /// Returns half of the piece's length, which bounds the distance of the piece's points from its middle.
  double half() const {
    return (to - from) / 2 * (edge->sweep == 0 ? edge->length : edge->radius * std::fabs(edge->sweep));
  }
};

/// Returns whether some point is deeper than `depth` in both bodies. The body `part` is moved by `turn` and `shift`.
/// For each square, the smaller of the two depths at its middle plus half of its diagonal is an upper bound for all its
/// points. Squares with the largest bounds are quartered first. After kMost squares, the function may return false
/// although such a point exists.
bool share_depth(const std::vector<OutlineEdge>& part, Point turn, Point shift, const std::vector<OutlineEdge>& body, double depth) {
  constexpr std::size_t kMost = 2000;
  struct Square {
    double bound;
    Point middle;
    double half;
    bool operator<(const Square& other) const { return bound < other.bound; }
  };
  std::priority_queue<Square> open;
  bool found = false;
  const auto add = [&](Point middle, double half) {
    const double radius = std::sqrt(2.) * half, in_body = depth_above(depth - radius, body, middle);
    if (in_body + radius <= depth) return;
    const double both = std::min(in_body, depth_above(depth - radius, part, (middle - shift) * std::conj(turn)));
    found = found || both > depth;
    if (both + radius > depth) open.push({both + radius, middle, half});
  };
  Point low = part[0].from, high = low;
  for (const OutlineEdge& edge : part) {
    const double around = edge.sweep == 0 ? 0 : edge.radius * std::min(2., std::fabs(edge.sweep));
    low = {std::min(low.real(), edge.from.real() - around), std::min(low.imag(), edge.from.imag() - around)};
    high = {std::max(high.real(), edge.from.real() + around), std::max(high.imag(), edge.from.imag() + around)};
  }
  add((low + high) / 2. * turn + shift, std::abs(high - low) / 2);
  for (std::size_t count = 0; !found && !open.empty() && count < kMost; ++count) {
    const Square square = open.top();
    open.pop();
    for (const Point corner : {Point(1, 1), Point(1, -1), Point(-1, 1), Point(-1, -1)})
      add(square.middle + square.half / 2 * corner, square.half / 2);
  }
  return found;
}

/// For each edge of a body, examines the two points of an arc's circle that are nearest to and farthest from the edge's
/// line or circle, if they belong to the arc. Returns whether one of these points is deeper than `depth` in the body.
///
/// The point is centre + radius * direction. The direction is that of the line through the centres of both arcs or, for
/// a straight edge, perpendicular to the edge. `middle` is the direction of the arc's middle from its centre. Points
/// whose distance from the edge is more than kNear times `depth` are skipped, because such deep points are easy to find
/// in other ways.
bool arc_reaches_depth(Point centre, Point middle, const OutlineEdge& arc, const std::vector<OutlineEdge>& body, double depth) {
  constexpr double kNear = 4;
  for (const OutlineEdge& side : body) {
    const Point axis = side.sweep == 0 ? Point(0, 1) * side.along : centre - side.centre;
    const double length = std::abs(axis);
    if (!(length > 0)) continue;
    for (const double sign : {1., -1.}) {
      const Point direction = sign / length * axis;
      if (std::fabs(std::arg(direction * std::conj(middle))) > std::fabs(arc.sweep) / 2) continue;
      const Point p = centre + arc.radius * direction;
      const double behind = distance(side, p);
      if (behind > depth && behind <= kNear * depth && depth_above(depth, body, p) > depth) return true;
    }
  }
  return false;
}

/// Returns whether some point of the edges `of`, moved by `turn` and `shift`, is deeper than `depth` in a body. For
/// each piece of an edge, the depth at its middle plus half of its length is an upper bound on the depth of its points.
/// Pieces with the largest bounds are halved first. After kMost pieces, the function may return false although such a
/// point exists.
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
    const double half = piece.half(), at_middle = depth_above(depth - half, body, p), bound = at_middle + half;
    found = found || at_middle > depth;
    if (bound > depth) open.push({bound, piece});
  };
  for (const OutlineEdge& edge : of) {
    if (depth_above(depth, body, edge.from * turn + shift) > depth) return true;
    if (edge.sweep != 0 && arc_reaches_depth(edge.centre * turn + shift, edge.middle * turn, edge, body, depth)) return true;
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

/// Returns a bound on the distances of an edge's points, and of its centre, from the origin.
double extent_of(const OutlineEdge& side) {
  return std::max({std::abs(side.from), std::abs(side.to), std::abs(side.centre) + side.radius});
}

/// Returns the largest distance from the origin of the points of a straight edge or a convex arc. For a convex arc, the
/// farthest point is where the ray from the origin through the arc's centre leaves the circle, if this point belongs to
/// the arc. Otherwise an end of the edge is farthest. For a concave arc, returns the distance of the farther end,
/// because some other edge of the part is farther away than the points between the ends.
double farthest_of(const OutlineEdge& side) {
  const double ends = std::max(std::abs(side.from), std::abs(side.to));
  if (side.sweep <= 0) return ends;
  const double angle = std::atan2(std::fabs(cross(side.middle, side.centre)), dot(side.middle, side.centre));
  return angle <= side.sweep / 2 + kAngleRounding ? std::abs(side.centre) + side.radius : ends;
}

}  // namespace

CertificateContacts::CertificateContacts(const CertificateProblem& problem, double domain)
    : problem_(problem), far_(domain), off_(problem.fixel_off + problem.outline_off) {
  double fixture = 0, part = 0, off_line = 0;
  // True if, for some errors within the tolerances, a vertex that is not listed as a corner sticks out of its edges.
  bool may_stick_out = false;
  for (const CertificateProblem::Fixel& fixel : problem.fixels)
    fixture = std::max(fixture, 2 * std::abs(fixel.at) + fixel.radius);
  for (const OutlineEdge& side : problem.sides) {
    part = std::max(part, extent_of(side));
    off_line += side.off_line;
    may_stick_out = may_stick_out || side.convex_beyond < problem.outline_off;
    reach_ = std::max(reach_, farthest_of(side));
  }
  bool outlined = false;
  for (const CertificateProblem::Solid& solid : problem.solids) {
    for (const OutlineEdge& side : solid.sides) {
      fixture = std::max(fixture, extent_of(side));
      off_line += side.off_line;
      may_stick_out = may_stick_out || side.convex_beyond < problem.fixel_off;
    }
    outlined = outlined || !solid.sides.empty();
  }
  far_ += fixture + part;
  slack_ = kCertificateRounding * far_;
  if (!outlined) return;
  lacks_corners_ = off_line > slack_ || may_stick_out;
  slack_ += off_line;
}

bool CertificateContacts::collides(const Region& box) const {
  for (const CertificateProblem::Solid& solid : problem_.solids) {
    if (!solid.sides.empty()) continue;
    const CertificateProblem::Fixel& fixel = problem_.fixels[solid.first_fixel];
    const Point p = (fixel.at - box.at) * std::conj(box.turn);
    const double away = box.reach(std::abs(p)) + off_ + slack_;
    const double least = boundary_distance(problem_.sides, p);
    if (least < fixel.radius - away || (least > away && winds_round(problem_.sides, p))) return true;
  }
  // Each of three findings proves a collision: a disc that overlaps a body, a point of one boundary that is deep in the
  // other body, or a point that is deep in both bodies.
  const double away = box.reach(reach_) + off_ + slack_;
  const Point back = std::conj(box.turn);
  for (std::size_t k = 0; k < problem_.solids.size(); ++k) {
    const std::vector<OutlineEdge>& wall = problem_.solids[k].sides;
    if (wall.empty()) continue;
    const bool disc = problem_.holes.empty() && std::holds_alternative<Disc>(problem_.outline);
    if (disc && overlaps(box.at + box.turn * centre_of(0), radius_of(0), wall, away)) return true;
    const Point p = (wall[0].centre - box.at) * back;
    if (problem_.solids[k].whole_disc && overlaps(p, wall[0].radius, problem_.sides, away)) return true;
    if (reaches_depth(problem_.sides, box.turn, box.at, wall, away)) return true;
    if (reaches_depth(wall, back, -box.at * back, problem_.sides, away)) return true;
    if (share_depth(problem_.sides, box.turn, box.at, wall, away)) return true;
  }
  return false;
}

/// Returns the possible inward normals at an arc or a corner of the part. Two ranges contain the normals: the
/// directions that the arc or corner faces, and the directions from the fixel to the centre of the arc or corner.
/// Returns the narrower range.
Normals CertificateContacts::round(const Region& box, const CertificateProblem::Fixel& fixel, Point centre,
                                   Point inward, double half, double sign) const {
  const Normals facing{box.turn * inward, half + box.angle};
  const Point seen = box.at + box.turn * centre - fixel.at;
  const double sine = (box.reach(std::abs(centre)) + off_ + slack_) / std::abs(seen);
  if (!(sine < 1) || std::asin(sine) >= facing.spread) return facing;
  return {sign * seen / std::abs(seen), std::asin(sine)};
}

/// Returns the normals that a feature of the part permits. The feature is edge k or, for the number k + the number of
/// edges, the corner at the start of edge k.
Normals CertificateContacts::normals_of_part(const Region& box, const CertificateProblem::Fixel& fixel,
                                             std::size_t feature) const {
  const OutlineEdge& side = side_of(feature);
  if (is_corner(feature)) return round(box, fixel, side.from, side.corner, side.bend, 1);
  if (side.sweep == 0)
    return {box.turn * Point(0, 1) * side.along, box.angle + skew_of(side, problem_.outline_off) + side.joint};
  const double sign = side.sweep > 0 ? 1 : -1;
  Normals range = round(box, fixel, side.centre, -sign * side.middle, std::fabs(side.sweep) / 2, sign);
  if (side.joint > 0) range.spread += joint_angle(box, fixel, side);
  return range;
}

/// Returns the normals, pointing out of the wall, that an edge of the wall permits. For a straight edge, this is the
/// edge's own normal. For an arc, two ranges contain the normals: the directions from the arc's points to its centre,
/// and the directions from the part's corner or arc `feature` to that centre. Returns the narrower range.
Normals CertificateContacts::normals_of_wall(const Region& box, const OutlineEdge& edge, std::size_t feature) const {
  if (edge.sweep == 0) {
    return {Point(0, -1) * edge.along, skew_of(edge, problem_.fixel_off) + edge.joint};
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
  if (contact.on_wall_edge) return normals_of_wall(box, problem_.wall_edges[contact.fixed].edge, contact.feature);
  const CertificateProblem::Fixel& fixel = problem_.fixels[contact.fixed];
  const Normals range = normals_of_part(box, fixel, contact.feature);
  return fixel.half < range.spread && !fixel.faces_all() ? Normals{fixel.facing, fixel.half} : range;
}

/// Returns whether the two features of a contact may have a common normal. This is always true for points and round
/// pins, which face in all directions.
bool CertificateContacts::faces(const Region& box, const CertifiedContact& contact) const {
  if (!contact.on_wall_edge) {
    const CertificateProblem::Fixel& fixel = problem_.fixels[contact.fixed];
    if (fixel.faces_all()) return true;
    return normals_of_part(box, fixel, contact.feature).meets(fixel.facing, fixel.half + kFacing);
  }
  const OutlineEdge& side = side_of(contact.feature);
  const Normals range = normals_of_wall(box, problem_.wall_edges[contact.fixed].edge, contact.feature);
  if (!is_corner(contact.feature))
    return range.meets(-side.middle * box.turn, side.sweep / 2 + side.joint + box.angle + kFacing);
  double skew = skew_of(side, problem_.outline_off);
  for (const OutlineEdge& other : problem_.sides) {
    if (other.to == side.from) skew = std::max(skew, skew_of(other, problem_.outline_off));
  }
  return range.meets(side.corner * box.turn, side.bend + skew + box.angle + kFacing);
}

ContactForce CertificateContacts::force(const Region& box, const CertifiedContact& contact) const {
  const Normals range = normals(box, contact);
  if (contact.on_wall_edge) {
    const Point centre = centre_of(contact.feature);
    return {box.turn * centre, box.swing * std::abs(centre) + problem_.outline_off, -radius_of(contact.feature),
            problem_.wall_edges[contact.fixed].friction, range};
  }
  const CertificateProblem::Fixel& fixel = problem_.fixels[contact.fixed];
  return {fixel.at - box.at, box.shift + problem_.fixel_off, fixel.radius, fixel.friction, range};
}

bool CertificateContacts::find_contact(const EnergyFile::Goal& goal, double least, CertifiedContact& found) const {
  const Region seat(CertificateBox{});
  const CertificateProblem::Solid& solid =
      problem_.solids[goal.number + (goal.wall ? problem_.stated_fixels.size() : 0)];
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
  const auto foot = [](const OutlineEdge& edge, Point p) {  // returns the nearest point of the edge's line or circle
    if (edge.sweep == 0) return edge.from + edge.along * dot(edge.along, p - edge.from);
    return edge.centre + edge.radius * (p - edge.centre) / std::abs(p - edge.centre);
  };
  for (std::size_t k = 0; k < 2 * problem_.sides.size(); ++k) {
    if (!is_round(k)) continue;
    for (std::size_t i = solid.first_edge; i < solid.last_edge; ++i) {
      const OutlineEdge& edge = problem_.wall_edges[i].edge;
      add({true, i, k}, distance(edge, centre_of(k)) - radius_of(k), foot(edge, centre_of(k)));
    }
  }
  for (std::size_t i = solid.first_fixel; i < solid.last_fixel; ++i) {
    const CertificateProblem::Fixel& fixel = problem_.fixels[i];
    for (std::size_t k = 0; k < 2 * problem_.sides.size(); ++k) {
      const OutlineEdge& side = side_of(k);
      if (is_corner(k) && (fixel.radius == 0 || side.bend < 0)) continue;
      // For a corner, the distance from the corner itself is used, and not the distance from its edges.
      const double d = is_corner(k) ? std::abs(fixel.at - side.from) - slack_
                                    : distance(side, fixel.at);
      add({false, i, k}, d - fixel.radius, is_corner(k) ? side.from : foot(side, fixel.at));
    }
  }
  return some;
}

/// Returns a bound on two angles of a contact at a smooth end of an arc. The first is the angle between the contact's
/// normal and the arc's normal. The second is the angle between the contact's normal and the direction from the fixel
/// to the arc's centre. The centre is at the distance `radius` from the contact, and at some other distance from the
/// fixel. The second angle is at most the first angle times radius / (distance of centre and fixel).
double CertificateContacts::joint_angle(const Region& box, const CertificateProblem::Fixel& fixel,
                                        const OutlineEdge& arc) const {
  const double away = std::abs(box.at + box.turn * arc.centre - fixel.at);
  const double seen = away - box.reach(std::abs(arc.centre)) - off_ - slack_;
  if (!(seen > 0))
    return arc.joint;  // the fixel may be at the centre, so only the arc's ends restrict the normals
  return 2 * arc.joint * std::max(1., arc.radius / seen);
}

}  // namespace pawl::internal::inline verify
