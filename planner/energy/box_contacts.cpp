// SPDX-License-Identifier: MIT
#include "energy/box_contacts.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "geometry/depth_field.h"
#include "geometry/overlap.h"
#include "geometry/plane.h"

namespace pawl::internal::inline planner {
namespace {

using Vector = Eigen::Vector2d;
using Kind = PossibleContact::Kind;

/// Bound on rounding errors of lengths, as a multiple of the largest length; see BoxContacts.
constexpr double kRounding = 0x1p-40;
/// Two ranges of normals are widened by this angle, rad, before they are tested for overlap.
constexpr double kFacing = 1e-6;

/// The point of an edge that is nearest to a point p, and whether p is on the inner side of the edge.
struct Nearest {
  double distance;
  bool inside;
  Vector at;
};

/// Returns the result of nearest() for a point p whose nearest point of the edge is an end of the edge. `inward` is the
/// inward normal of the edge at this end. If the end is a convex corner, p is outside; if it is a concave corner, p is
/// inside. If the outline is smooth at this end, `inward` decides.
Nearest at_end(const Vector& p, const Vector& end, const Vector& inward, bool corner) {
  const double distance = (p - end).norm();
  return {distance, !corner && inward.dot(p - end) > -.99 * distance, end};
}

Nearest nearest(const BoundaryEdge& side, const Vector& p) {
  if (side.straight()) {
    const double along = side.direction.dot(p - side.start);
    const Vector inward = turned_left(side.direction);
    if (along < 0) return at_end(p, side.start, inward, side.start_corner >= 0);
    if (along > side.length) return at_end(p, side.end, inward, side.end_corner >= 0);
    const double height = inward.dot(p - side.start);
    return {std::fabs(height), height > 0, p - height * inward};
  }
  const Vector arm = p - side.center;
  const double sign = side.radius > 0 ? 1 : -1;
  const double angle = std::fabs(std::atan2(cross(side.middle, arm), side.middle.dot(arm)));
  if (angle <= side.half_sweep) {
    const double depth = sign * (std::fabs(side.radius) - arm.norm());
    return {std::fabs(depth), depth > 0, side.center + std::fabs(side.radius) * arm.normalized()};
  }
  const bool at_start = (p - side.start).squaredNorm() < (p - side.end).squaredNorm();
  const Vector end = at_start ? side.start : side.end;
  const int corner = at_start ? side.start_corner : side.end_corner;
  return at_end(p, end, sign * (side.center - end).normalized(), corner >= 0);
}

/// Returns the largest rotation of an edge, rad, if its points are displaced by at most `off`. For an arc, returns the
/// largest rotation of its tangents, provided that the displaced edge is still an arc.
///
/// Consider a piece of the arc that spans at most half a turn. The piece has a chord of length c, which may turn by
/// asin(2 off / c), and the height s above its chord. The tangents at its ends make the angle 2 atan(2 s / c) with the
/// chord.
double edge_error(const BoundaryEdge& edge, double off) {
  if (off == 0) return 0;
  if (edge.straight()) return std::asin(std::min(1., 2 * off / edge.length));
  const double radius = std::fabs(edge.radius), half = std::min(edge.half_sweep, std::numbers::pi / 2);
  const double half_chord = radius * std::sin(half), rise = radius * (1 - std::cos(half));
  if (half_chord <= off) return std::numbers::pi;
  const double bent = 2 * (std::atan((rise + 2 * off) / (half_chord - off)) - std::atan(rise / half_chord));
  return std::asin(off / half_chord) + bent;
}

/// Returns whether a disc with its centre at p may touch a straight edge between the ends of the edge. The centre may
/// move by at most `away`, and the edge may turn by at most `skew`. The disc may touch if the foot of the perpendicular
/// from its centre may lie between the ends.
bool is_beside(const BoundaryEdge& edge, const Vector& p, double radius, double away, double skew) {
  const double off = away + radius * std::sin(skew);
  const double along = edge.direction.dot(p - edge.start);
  return along >= -off && along <= edge.length + off;
}

/// Returns the depth, m, of a point behind the line or circle of an edge, on the side of the material. The depth is
/// negative in front of the edge.
double depth_behind(const BoundaryEdge& edge, const Vector& p) {
  if (edge.straight()) return cross(edge.direction, p - edge.start);
  return std::copysign(1., edge.radius) * (std::fabs(edge.radius) - (p - edge.center).norm());
}

/// Returns whether a round feature with its centre at p may touch an edge. The centre may move by at most `away`, and
/// the edge may turn by at most `skew`. At a contact, the centre is in front of the edge, and the distance from the
/// centre to the nearest point of the edge is `radius`.
bool may_touch(const BoundaryEdge& edge, const Vector& p, double radius, double away, double skew) {
  // If an edge may turn by more than this angle, rad, it is uncertain which of its sides is in front.
  constexpr double kFarTurn = 1;
  return std::fabs(nearest(edge, p).distance - radius) <= away && (skew >= kFarTurn || depth_behind(edge, p) <= away);
}

double angle_between(const Vector& a, const Vector& b) { return std::fabs(std::atan2(cross(a, b), a.dot(b))); }

/// Returns the largest angle, rad, by which the range of normals of a corner or a convex arc may grow if the outline's
/// points have errors of at most `off`.
double corner_error(const Boundary& boundary, const BoundaryVertex& corner, double off) {
  if (!corner.corner()) return kFacing;
  return kFacing + std::max(edge_error(boundary.sides[corner.edge_before], off),
                            edge_error(boundary.sides[corner.edge_after], off));
}

}  // namespace

BoxContacts::BoxContacts(const Loops& part, std::span<const EnergyFixel> fixels, std::span<const Wall> walls,
                         const PositionErrors& errors, double domain, double farthest)
    : fixels_(fixels.begin(), fixels.end()), part_(boundary_of(part)), errors_(errors) {
  size_ = part_.reach + domain + farthest;
  const double count = static_cast<double>(fixels.size() + walls.size());
  for (const EnergyFixel& fixel : fixels) {
    const Owner owner{false, static_cast<int>(solids_.size())};
    size_ = std::max(size_, fixel.at.norm() + fixel.radius + part_.reach + domain);
    mean_arm_ += fixel.at.norm() / count;
    if (fixel.diamond) {
      add_solid(owner, boundary_of(outline_of(fixel.fixel())), fixel.friction);
      continue;
    }
    const int round = static_cast<int>(rounds_.size()), edge = static_cast<int>(edges_.size());
    rounds_.push_back({fixel.at, fixel.radius, fixel.friction});
    rounds_.back().of_fixel = true;
    solids_.push_back({owner, {}, {}, round, round + 1, edge, edge});
  }
  for (std::size_t k = 0; k < walls.size(); ++k) {
    const Wall& wall = walls[k];
    add_solid({true, static_cast<int>(k)}, boundary_of(wall.loops()).moved(wall.pose), wall.friction->high);
    size_ = std::max(size_, solids_.back().boundary.reach + part_.reach + domain);
    mean_arm_ += part_.reach / count;
  }
  slack_ = kRounding * size_;
  covers_ = covers_of(part_);
  for (FixedSolid& solid : solids_) {
    solid.covers = covers_of(solid.boundary);
    if (solid.is_round_fixel()) continue;
    outlined_ = true;
    solid.body.emplace(solid.boundary);
  }
  if (outlined_) part_body_.emplace(part_);
  sides_of_rounds_ = sides_of_rounds(part_);
  for (const FixedEdge& edge : edges_) {
    Boundary alone;
    alone.sides = {edge.edge};
    edge_covers_.push_back(covers_of(alone).front());
  }
}

std::vector<BoxContacts::Cover> BoxContacts::covers_of(const Boundary& boundary) const {
  std::vector<Cover> covers;
  for (const BoundaryEdge& side : boundary.sides) {
    // The ends of the arc are its points that are farthest from its middle. Therefore the disc around the middle that
    // contains the ends contains the whole arc.
    const Vector middle = side.straight() ? Vector((side.start + side.end) / 2)
                                          : Vector(side.center + std::fabs(side.radius) * side.middle);
    const double radius = side.straight() ? side.length / 2 : chord(std::fabs(side.radius), side.half_sweep);
    covers.push_back({middle, (1 + kRounding) * radius + slack_});
  }
  return covers;
}

std::vector<BoxContacts::Sides> BoxContacts::sides_of_rounds(const Boundary& boundary) {
  std::vector<Sides> sides;
  for (const BoundaryVertex& round : boundary.rounds) {
    Sides& added = sides.emplace_back(Sides{round.edge_before, round.edge_after});
    if (round.corner()) continue;
    const auto arc = std::find_if(boundary.sides.begin(), boundary.sides.end(), [&](const BoundaryEdge& side) {
      return !side.straight() && side.radius > 0 && side.center == round.center && side.middle == round.middle;
    });
    if (arc != boundary.sides.end()) added.fill(static_cast<int>(arc - boundary.sides.begin()));
  }
  return sides;
}

void BoxContacts::add_solid(const Owner& owner, Boundary boundary, double friction) {
  FixedSolid solid{owner, std::move(boundary), {}, static_cast<int>(rounds_.size()), 0, static_cast<int>(edges_.size()),
                   0};
  for (const BoundaryVertex& round : solid.boundary.rounds) {
    const double error = corner_error(solid.boundary, round, errors_.fixture);
    rounds_.push_back(
        {round.center, round.radius, friction, round.middle, std::min(round.half_sweep + error, std::numbers::pi)});
  }
  for (std::size_t k = 0; k < solid.boundary.sides.size(); ++k) {
    const BoundaryEdge& edge = solid.boundary.sides[k];
    if (!edge.straight() && edge.radius > 0) continue;
    edges_.push_back({edge, friction});
    solid.sides_of_edges.push_back(static_cast<int>(k));
  }
  solid.sides_of_rounds = sides_of_rounds(solid.boundary);
  solid.last_round = static_cast<int>(rounds_.size());
  solid.last_edge = static_cast<int>(edges_.size());
  solids_.push_back(std::move(solid));
}

BoxContacts::Owner BoxContacts::owner_of(const PossibleContact& contact) const {
  const bool on_edge = contact.kind == Kind::on_wall_edge;
  const auto owner = std::find_if(solids_.begin(), solids_.end(), [&](const FixedSolid& solid) {
    return contact.fixed < (on_edge ? solid.last_edge : solid.last_round);
  });
  return owner->owner;
}

std::vector<int> BoxContacts::owners_of(const std::vector<PossibleContact>& contacts, bool walls) const {
  std::vector<int> numbers;
  for (const PossibleContact& contact : contacts) {
    const auto [is_wall, number] = owner_of(contact);
    if (is_wall == walls) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

/// Returns the positions of a FixedRound in the frame of the part, over a box of poses.
BoxContacts::Seen BoxContacts::seen_round(int number, const PoseBox& box) const {
  const FixedRound& fixed = rounds_[number];
  const Vector p = rotated(fixed.at - box.centre.head<2>(), -box.centre.z());
  const double away = reach(box, p.norm()) + errors_.sum() + slack_;
  return {p, away, fixed.radius + away};
}

/// Returns the positions of a convex corner or arc of the part in the frame of the fixture, over a box of poses.
BoxContacts::Seen BoxContacts::seen_corner(int number, const PoseBox& box) const {
  const BoundaryVertex& round = part_.rounds[number];
  const Vector p = box.centre.head<2>() + rotated(round.center, box.centre.z());
  const double away = reach(box, round.center.norm()) + errors_.sum() + slack_;
  return {p, away, round.radius + away};
}

/// Returns whether a feature is certainly so far from the boundary of a body that it cannot touch any of the body's
/// edges.
bool BoxContacts::is_far(const OverlapBody& body, const Seen& seen) const {
  if (!body.known().depths) return false;
  const std::optional<double> depth = body.known().depths->depth(seen.at);
  return depth && std::fabs(*depth) > seen.touch + slack_;
}

/// Returns whether a FixedRound may touch an edge of the part. A point fixel at a corner counts as touching one of the
/// corner's edges, because the force cones of both edges span the force cones of all normals between theirs. A disc
/// touches a straight edge only where the foot of the perpendicular from its centre lies on the edge.
bool BoxContacts::touches_edge(int number, const Seen& seen, int side) const {
  if (covers_[side].beyond(seen.at, seen.touch)) return false;
  const FixedRound& fixed = rounds_[number];
  const BoundaryEdge& edge = part_.sides[side];
  const double skew = edge_error(edge, errors_.part);
  // A round fixel overlaps the part before an edge passes through the fixel. Therefore only the distance of the edge is
  // tested, and not the side on which the fixel lies.
  const bool near = fixed.of_fixel ? nearest(edge, seen.at).distance <= seen.touch
                                   : may_touch(edge, seen.at, fixed.radius, seen.away, skew);
  return near && (fixed.radius == 0 || !edge.straight() || is_beside(edge, seen.at, fixed.radius, seen.away, skew));
}

/// Returns whether a FixedRound with a radius may touch a convex corner of the part.
bool BoxContacts::touches_corner(int number, const Seen& seen, int corner) const {
  const double off = (seen.at - part_.rounds[corner].center).norm();
  return off <= seen.touch && off >= rounds_[number].radius - seen.away;
}

/// Returns whether a convex corner or arc of the part may touch a FixedEdge.
bool BoxContacts::touches_wall_edge(int round, const Seen& seen, int edge) const {
  if (edge_covers_[edge].beyond(seen.at, seen.touch)) return false;
  const BoundaryEdge& of_wall = edges_[edge].edge;
  const double radius = part_.rounds[round].radius, skew = edge_error(of_wall, errors_.fixture);
  return may_touch(of_wall, seen.at, radius, seen.away, skew) &&
         (radius == 0 || !of_wall.straight() || is_beside(of_wall, seen.at, radius, seen.away, skew));
}

/// Returns whether the two features of a contact may touch at some pose of a box.
bool BoxContacts::may_touch_at(const PoseBox& box, const PossibleContact& contact) const {
  const auto touches = [&] {
    if (contact.kind == Kind::on_wall_edge)
      return touches_wall_edge(contact.of_part, seen_corner(contact.of_part, box), contact.fixed);
    const Seen seen = seen_round(contact.fixed, box);
    return contact.kind == Kind::on_edge ? touches_edge(contact.fixed, seen, contact.of_part)
                                         : touches_corner(contact.fixed, seen, contact.of_part);
  };
  return touches() && faces(box, contact);
}

/// Adds to `possible` the edges and corners of the part that a FixedRound may touch at some pose of a box.
void BoxContacts::look_at_round(int number, const PoseBox& box, std::vector<PossibleContact>& possible) const {
  const Seen seen = seen_round(number, box);
  if (part_body_ && is_far(*part_body_, seen)) return;
  const auto add = [&](const PossibleContact& contact) {
    if (faces(box, contact)) possible.push_back(contact);
  };
  for (int k = 0; k < static_cast<int>(part_.sides.size()); ++k) {
    if (touches_edge(number, seen, k)) add({Kind::on_edge, number, k});
  }
  for (int k = 0; k < static_cast<int>(part_.rounds.size()) && rounds_[number].radius > 0; ++k) {
    if (part_.rounds[k].corner() && touches_corner(number, seen, k)) add({Kind::on_corner, number, k});
  }
}

/// Adds to `possible` the corners and convex arcs of the part that may touch straight edges or concave arcs of a solid
/// at some pose of a box.
void BoxContacts::look_at_edges(const FixedSolid& solid, const PoseBox& box,
                                std::vector<PossibleContact>& possible) const {
  for (int k = 0; k < static_cast<int>(part_.rounds.size()) && solid.first_edge < solid.last_edge; ++k) {
    const Seen seen = seen_corner(k, box);
    if (is_far(*solid.body, seen)) continue;
    for (int i = solid.first_edge; i < solid.last_edge; ++i) {
      const PossibleContact contact{Kind::on_wall_edge, i, k};
      if (touches_wall_edge(k, seen, i) && faces(box, contact)) possible.push_back(contact);
    }
  }
}

/// Returns whether the part certainly overlaps a solid at all poses of a box.
bool BoxContacts::collides(const FixedSolid& solid, const PoseBox& box) const {
  if (!solid.is_round_fixel()) return overlaps(solid, box.centre, reach(box, part_.reach) + errors_.sum() + slack_);
  const Seen seen = seen_round(solid.first_round, box);
  return collides(rounds_[solid.first_round], seen, signed_distance(seen.at));
}

/// Returns whether a round fixel certainly overlaps the part at all poses of a box. `distance` is the signed distance
/// of `seen.at` from the part, negative inside.
bool BoxContacts::collides(const FixedRound& fixel, const Seen& seen, double distance) const {
  return distance < -seen.away || std::fabs(distance) < fixel.radius - seen.away;
}

BoxContacts::Where BoxContacts::look(const PoseBox& box, std::vector<PossibleContact>& possible) const {
  possible.clear();
  for (const FixedSolid& solid : solids_) {
    if (solid.is_round_fixel()) {
      const Seen seen = seen_round(solid.first_round, box);
      const double distance = signed_distance(seen.at);
      if (collides(rounds_[solid.first_round], seen, distance)) return Where::colliding;
      if (std::fabs(distance) <= seen.touch) look_at_round(solid.first_round, box, possible);
      continue;
    }
    if (collides(solid, box)) return Where::colliding;
    for (int number = solid.first_round; number < solid.last_round; ++number) look_at_round(number, box, possible);
    look_at_edges(solid, box, possible);
  }
  return Where::possible;
}

BoxContacts::Where BoxContacts::look_among(const std::vector<PossibleContact>& among, bool all_edges, const PoseBox& box,
                                           std::vector<PossibleContact>& possible) const {
  possible.clear();
  const Placement part(box.centre), fixture;
  for (const FixedSolid& solid : solids_) {
    const ContactEdges edges = solid.body && !all_edges ? edges_of(solid, among) : ContactEdges();
    const bool none = edges.of_part.empty() && edges.of_solid.empty();
    const double depth = reach(box, part_.reach) + errors_.sum() + slack_;
    const bool deep = none ? collides(solid, box)
                           : edges_reach_in(*part_body_, part, edges.of_part, *solid.body, fixture, edges.of_solid, depth);
    if (deep) return Where::colliding;
  }
  std::copy_if(among.begin(), among.end(), std::back_inserter(possible),
               [&](const PossibleContact& contact) { return may_touch_at(box, contact); });
  return Where::possible;
}

/// Returns the edges of the part and of the solid that belong to the given contacts. Returns empty lists if the part or
/// the solid has at most one edge.
BoxContacts::ContactEdges BoxContacts::edges_of(const FixedSolid& solid, const std::vector<PossibleContact>& contacts) const {
  if (part_.sides.size() < 2 || solid.boundary.sides.size() < 2) return {};
  std::vector<bool> of_part(part_.sides.size()), of_solid(solid.boundary.sides.size());
  const auto mark = [](const Sides& of_round, std::vector<bool>& marked) {
    for (const int side : of_round) {
      if (side >= 0) marked[static_cast<std::size_t>(side)] = true;
    }
  };
  for (const PossibleContact& contact : contacts) {
    const bool on_wall_edge = contact.kind == Kind::on_wall_edge;
    const int first = on_wall_edge ? solid.first_edge : solid.first_round;
    if (contact.fixed < first || contact.fixed >= (on_wall_edge ? solid.last_edge : solid.last_round)) continue;
    const auto number = static_cast<std::size_t>(contact.fixed - first), feature = static_cast<std::size_t>(contact.of_part);
    mark(on_wall_edge ? Sides{solid.sides_of_edges[number], -1} : solid.sides_of_rounds[number], of_solid);
    mark(contact.kind == Kind::on_edge ? Sides{contact.of_part, -1} : sides_of_rounds_[feature], of_part);
  }
  const auto marked = [](const std::vector<bool>& marks) {
    std::vector<int> numbers;
    for (std::size_t k = 0; k < marks.size(); ++k) {
      if (marks[k]) numbers.push_back(static_cast<int>(k));
    }
    return numbers;
  };
  return {marked(of_part), marked(of_solid)};
}

/// Returns whether the part at `pose` overlaps a solid with edges by more than `depth`, m.
bool BoxContacts::overlaps(const FixedSolid& solid, const Eigen::Vector3d& pose, double depth) const {
  return overlap(*part_body_, Placement(pose), *solid.body, Placement(), depth);
}

bool BoxContacts::overlaps_any(const Eigen::Vector3d& pose, double depth) const {
  return std::any_of(solids_.begin(), solids_.end(),
                     [&](const FixedSolid& solid) { return !solid.is_round_fixel() && overlaps(solid, pose, depth); });
}

bool BoxContacts::is_free(const PoseBox& box, const std::vector<PossibleContact>& possible) const {
  return possible.empty() && !overlaps_any(box.centre, slack_);
}

/// Returns the unit normals that the part's feature permits for a contact with a FixedRound. For an arc or a corner,
/// two conditions restrict the normals. They must be among the directions that the arc or corner faces. They must also
/// be among the directions of the line between the FixedRound and the centre of the arc or corner.
BoxContacts::Normals BoxContacts::normals_of_part(const PoseBox& box, const PossibleContact& contact) const {
  const double turn = box.half.z();
  const auto round = [&](const Vector& center, const Vector& outward, double half_sweep, double sign, double error) {
    const Normals by_side{rotated(-sign * outward, box.centre.z()), half_sweep + turn + error};
    const FixedRound& fixed = rounds_[contact.fixed];
    const Vector seen = box.centre.head<2>() + rotated(center, box.centre.z()) - fixed.at;
    const double moves = reach(box, center.norm()) + errors_.sum() + chord(fixed.radius, error) + slack_;
    if (moves >= seen.norm()) return by_side;
    const Normals by_sight{sign * seen.normalized(), std::asin(moves / seen.norm()) + error};
    return by_sight.spread < by_side.spread ? by_sight : by_side;
  };
  if (contact.kind == Kind::on_corner) {
    const BoundaryVertex& corner = part_.rounds[contact.of_part];
    return round(corner.center, corner.middle, corner.half_sweep, 1, 0);
  }
  const BoundaryEdge& side = part_.sides[contact.of_part];
  if (!side.straight()) {
    const double sign = side.radius > 0 ? 1 : -1;
    return round(side.center, side.middle, side.half_sweep, sign, edge_error(side, errors_.part));
  }
  return {rotated(turned_left(side.direction), box.centre.z()), turn + edge_error(side, errors_.part)};
}

/// Returns the unit normals that an edge of a wall permits for a contact with this edge.
BoxContacts::Normals BoxContacts::normals_of_wall_edge(const PoseBox& box, const PossibleContact& contact) const {
  const BoundaryEdge& edge = edges_[contact.fixed].edge;
  if (edge.straight()) return {-turned_left(edge.direction), edge_error(edge, errors_.fixture)};
  const Normals by_side{-edge.middle, edge.half_sweep};
  const Vector& center = part_.rounds[contact.of_part].center;
  const Vector seen = edge.center - box.centre.head<2>() - rotated(center, box.centre.z());
  const double moves = reach(box, center.norm()) + errors_.sum() + slack_;
  if (moves >= seen.norm()) return by_side;
  const Normals by_sight{seen.normalized(), std::asin(moves / seen.norm())};
  return by_sight.spread < by_side.spread ? by_sight : by_side;
}

BoxContacts::Normals BoxContacts::normals(const PoseBox& box, const PossibleContact& contact) const {
  if (contact.kind == Kind::on_wall_edge) return normals_of_wall_edge(box, contact);
  const Normals range = normals_of_part(box, contact);
  const FixedRound& fixed = rounds_[contact.fixed];
  return fixed.half_sweep < range.spread ? Normals{fixed.middle, fixed.half_sweep} : range;
}

/// Returns whether the two features of a contact have a common normal at some pose of a box.
bool BoxContacts::faces(const PoseBox& box, const PossibleContact& contact) const {
  if (contact.kind == Kind::on_wall_edge) {
    const BoundaryVertex& round = part_.rounds[contact.of_part];
    const Normals range = normals_of_wall_edge(box, contact);
    const double facing = round.half_sweep + box.half.z() + corner_error(part_, round, errors_.part);
    return angle_between(-range.normal, rotated(round.middle, box.centre.z())) <= range.spread + facing;
  }
  const FixedRound& fixed = rounds_[contact.fixed];
  if (fixed.half_sweep >= std::numbers::pi) return true;
  const Normals range = normals_of_part(box, contact);
  return angle_between(range.normal, fixed.middle) <= range.spread + fixed.half_sweep;
}

ContactForces BoxContacts::forces(const PoseBox& box, const PossibleContact& contact) const {
  const Normals range = normals(box, contact);
  if (contact.kind == Kind::on_wall_edge) {
    const BoundaryVertex& round = part_.rounds[contact.of_part];
    return {rotated(round.center, box.centre.z()),
            chord(round.center.norm(), box.half.z()) + errors_.part + slack_,
            -round.radius,
            edges_[contact.fixed].friction,
            range.normal,
            range.spread};
  }
  const FixedRound& fixed = rounds_[contact.fixed];
  return {fixed.at - box.centre.head<2>(),
          std::hypot(box.half.x(), box.half.y()) + errors_.fixture + slack_,
          fixed.radius,
          fixed.friction,
          range.normal,
          range.spread};
}

double BoxContacts::distance_to(int side, const Vector& p) const { return nearest(part_.sides[side], p).distance; }

double BoxContacts::signed_distance(const Vector& p) const {
  const auto by_middle = [&](const Cover& a, const Cover& b) {
    return (p - a.center).squaredNorm() < (p - b.center).squaredNorm();
  };
  const auto likely = std::min_element(covers_.begin(), covers_.end(), by_middle) - covers_.begin();
  double least = nearest(part_.sides[likely], p).distance;
  Nearest best{std::numeric_limits<double>::infinity(), false, p};
  for (std::size_t k = 0; k < covers_.size(); ++k) {
    if (covers_[k].beyond(p, least)) continue;
    const Nearest found = nearest(part_.sides[k], p);
    if (!(found.distance < best.distance)) continue;
    best = found;
    least = std::min(least, found.distance);
  }
  return best.inside ? -best.distance : best.distance;
}

/// Returns the smallest gap of the round fixels at a pose, m, or infinity if the fixture has no round fixels. The
/// search ends at the first gap below `floor`, and this gap is returned.
double BoxContacts::gap_of_round_fixels(const Eigen::Vector3d& pose, double floor) const {
  double least = std::numeric_limits<double>::infinity();
  for (const FixedSolid& solid : solids_) {
    if (!solid.is_round_fixel()) continue;
    const FixedRound& fixel = rounds_[solid.first_round];
    const Vector p = rotated(fixel.at - pose.head<2>(), -pose.z());
    least = std::min(least, signed_distance(p) - fixel.radius);
    if (least < floor) break;
  }
  return least;
}

/// If no solid with edges overlaps the part at a pose, returns nothing. Otherwise returns -infinity if the overlap is
/// deeper than half the sum of the position errors, and minus this half sum if it is not.
std::optional<double> BoxContacts::gap_of_overlap(const Eigen::Vector3d& pose) const {
  if (!outlined_ || !overlaps_any(pose, slack_)) return std::nullopt;
  const double half = errors_.sum() / 2;
  const bool deep = half <= slack_ || overlaps_any(pose, half);
  return deep ? -std::numeric_limits<double>::infinity() : -half;
}

double BoxContacts::gap(const Eigen::Vector3d& pose) const {
  double least = gap_of_round_fixels(pose, -std::numeric_limits<double>::infinity());
  if (!outlined_) return least;
  if (const auto overlap = gap_of_overlap(pose)) return std::min(least, *overlap);
  const Boundary part = part_.moved(pose);
  const std::vector<Cover> covers = covers_of(part);
  for (const FixedSolid& solid : solids_) {
    if (solid.is_round_fixel()) continue;
    least = least_distance(part, solid.boundary, solid.covers, least);
    least = least_distance(solid.boundary, part, covers, least);
  }
  return least;
}

bool BoxContacts::has_gap(const Eigen::Vector3d& pose, double floor) const {
  if (floor > 0) return gap(pose) >= floor;
  if (gap_of_round_fixels(pose, floor) < floor) return false;
  const auto overlap = gap_of_overlap(pose);
  return !overlap || *overlap >= floor;
}

/// Returns the smallest distance of the vertices and convex arcs of the boundary `from` from the edges of the boundary
/// `to`, or `least` if `least` is smaller. The two bodies must not overlap by more than slack(). Their distance is then
/// the minimum of the results for both orders of the boundaries.
///
/// An edge whose distance from the centre of a convex arc is smaller than the arc's radius cannot touch the arc: it
/// lies behind the arc, in a concave region of the same body. Such an edge is ignored.
double BoxContacts::least_distance(const Boundary& from, const Boundary& to, const std::vector<Cover>& covers,
                                   double least) const {
  const auto each_near = [&](const Vector& p, double radius, const auto& visit) {
    for (std::size_t k = 0; k < covers.size(); ++k) {
      if (!covers[k].beyond(p, radius + least)) visit(nearest(to.sides[k], p));
    }
  };
  for (const BoundaryEdge& side : from.sides)
    each_near(side.start, 0, [&](const Nearest& found) { least = std::min(least, found.distance); });
  for (const BoundaryVertex& round : from.rounds) {
    if (round.corner()) continue;
    each_near(round.center, round.radius, [&](const Nearest& found) {
      const bool faces = round.half_sweep >= std::numbers::pi ||
                         angle_between(found.at - round.center, round.middle) <= round.half_sweep;
      const bool outside = found.distance >= round.radius - slack_;
      if (faces && outside) least = std::min(least, found.distance - round.radius);
    });
  }
  return least;
}

double BoxContacts::longest_arm(const Eigen::Vector3d& from, const Eigen::Vector3d& to) const {
  double arm = outlined_ ? part_.reach : 0;
  // This distance is a convex function along the motion, so it is largest at an end.
  for (const EnergyFixel& fixel : fixels_)
    arm = std::max({arm, (fixel.at - from.head<2>()).norm(), (fixel.at - to.head<2>()).norm()});
  return arm;
}

PossibleContact BoxContacts::nearest_contact(const EnergyGoal& goal) const {
  const auto found = std::find_if(solids_.begin(), solids_.end(), [&](const FixedSolid& solid) {
    return solid.owner.wall == goal.wall && solid.owner.number == goal.number;
  });
  const FixedSolid& solid = *found;
  PossibleContact best{Kind::on_edge, solid.first_round, 0};
  double least = std::numeric_limits<double>::infinity();
  const auto add = [&](const PossibleContact& contact, const Vector& at, double gap) {
    double off = std::fabs(gap);
    if (goal.wall) off += (at - goal.point).norm();
    if (!(off < least) || !faces(PoseBox(), contact)) return;
    if (goal.wall) off += part_.reach * (normals(PoseBox(), contact).normal - goal.normal).norm();
    if (!(off < least)) return;
    least = off;
    best = contact;
  };
  for (int k = 0; k < static_cast<int>(part_.rounds.size()); ++k) {
    const BoundaryVertex& round = part_.rounds[k];
    for (int i = solid.first_edge; i < solid.last_edge; ++i) {
      const Nearest near = nearest(edges_[i].edge, round.center);
      add({Kind::on_wall_edge, i, k}, near.at, near.distance - round.radius);
    }
  }
  for (int i = solid.first_round; i < solid.last_round; ++i) {
    const FixedRound& fixed = rounds_[i];
    for (int k = 0; k < static_cast<int>(part_.sides.size()); ++k) {
      const Nearest near = nearest(part_.sides[k], fixed.at);
      add({Kind::on_edge, i, k}, near.at, near.distance - fixed.radius);
    }
    for (int k = 0; k < static_cast<int>(part_.rounds.size()) && fixed.radius > 0; ++k) {
      if (!part_.rounds[k].corner()) continue;
      const Vector& corner = part_.rounds[k].center;
      // Uses the distance of the pin from the corner itself, and not from the corner's edges.
      add({Kind::on_corner, i, k}, corner,
          (corner - fixed.at).norm() - slack_ - fixed.radius);
    }
  }
  return best;
}

}  // namespace pawl::internal::inline planner
