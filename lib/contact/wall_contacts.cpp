// SPDX-License-Identifier: MIT
#include "contact/wall_contacts.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>
#include <utility>

#include "base/constants.h"
#include "base/faults.h"
#include "contact/contact.h"
#include "contact/contact_frames.h"
#include "contact/find_contacts.h"
#include "exact/numbers.h"
#include "exact/orientation.h"
#include "geometry/outline.h"
#include "geometry/overlap.h"
#include "geometry/plane.h"
#include "geometry/segment.h"

namespace pawl::internal::inline contact {
namespace {

using Vector = Eigen::Vector2d;
using Exact = ExactPoint;
using Kind = Feature::Kind;

constexpr double kSmooth = 1e-9;  ///< Two segments form one smooth curve if the angle between their directions at their
                                  ///< common end is below this, rad.
/// Largest angle between the directions of two flush edges, rad. Two edges at a larger angle touch only at one end.
constexpr double kNearlyParallel = 0.1;

/// Converts a segment to the type of geometry/segment.h.
Segment segment_of(const OutlineSegment& segment) { return {segment.from, segment.to, segment.bulge}; }

/// Reads the features of a loop.
class LoopFeatures {
 public:
  LoopFeatures(std::size_t loop, BodyFeatures& body) : loop_(loop), body_(body) {}

  void operator()(const Disc& disc) {
    OutlineSegment segment;
    segment.feature = {Kind::disc, 0, loop_};
    segment.from = segment.to = disc.center - Vector(disc.radius, 0);
    segment.center = disc.center;
    segment.radius = loop_ > 0 ? -disc.radius : disc.radius;
    segment.half_sweep = std::numbers::pi;
    body_.segments.push_back(segment);
    if (loop_ > 0) return;
    const int arc = static_cast<int>(body_.segments.size()) - 1;
    body_.rounds.push_back({segment.feature, disc.center, disc.radius, {1, 0}, std::numbers::pi, -1, -1, arc});
  }

  /// Reads a polygon. Leaves out vertices in the middle of straight edges, as pawl/geometry/closest_point.h does.
  void operator()(const Polygon& polygon) {
    const auto& all = polygon.vertices;
    const std::size_t count = all.size();
    std::vector<std::size_t> corners;
    for (std::size_t i = 0; i < count; ++i) {
      if (orientation(all[(i + count - 1) % count], all[i], all[(i + 1) % count]) != 0) corners.push_back(i);
    }
    add(corners, all, nullptr, exact::turn_of(all) > 0);
  }

  void operator()(const Path& path) {
    std::vector<std::size_t> vertices(path.vertices.size());
    for (std::size_t i = 0; i < vertices.size(); ++i) vertices[i] = i;
    add(vertices, path.vertices, &path.bulges, geometry::turn_of(path) > 0);
  }

 private:
  void add(const std::vector<std::size_t>& indices, const std::vector<Vector>& vertices,
           const std::vector<double>* bulges, bool counterclockwise) {
    left_ = counterclockwise != (loop_ > 0);
    first_ = body_.segments.size();
    count_ = indices.size();
    for (std::size_t i = 0; i < count_; ++i) {
      add_segment(indices[i], vertices[indices[i]], vertices[indices[(i + 1) % count_]],
                  bulges ? (*bulges)[indices[i]] : 0);
    }
    for (std::size_t i = 0; i < count_; ++i) add_corner(i, indices[i]);
    for (std::size_t i = 0; i < count_; ++i) add_arc(i);
  }

  int number(std::size_t i) const { return static_cast<int>(first_ + (i + count_) % count_); }
  OutlineSegment& at(std::size_t i) { return body_.segments[static_cast<std::size_t>(number(i))]; }

  void add_segment(std::size_t index, const Vector& from, const Vector& to, double bulge) {
    OutlineSegment segment;
    segment.feature = {bulge == 0 ? Kind::edge : Kind::arc, index, loop_};
    segment.from = from;
    segment.to = to;
    segment.bulge = bulge;
    const Vector chord = to - from;
    if (bulge == 0) {
      segment.length = chord.norm();
      segment.inward = left_ ? turned_left(chord) : Vector(-turned_left(chord));
    } else {
      segment.center = center_of(segment_of(segment));
      segment.radius = (bulge > 0) == left_ ? radius_of(segment_of(segment)) : -radius_of(segment_of(segment));
      segment.middle = (bulge > 0 ? -1 : 1) * turned_left(chord).normalized();
      segment.half_sweep = 2 * std::atan(std::fabs(bulge));
    }
    body_.segments.push_back(segment);
  }

  /// Returns the angle by which the boundary turns at the beginning of segment i, and the direction of the boundary
  /// just before it turns. The material is on the left.
  std::pair<double, Vector> turn_at(std::size_t i) {
    Vector in = end_direction(segment_of(at(i + count_ - 1))).normalized();
    Vector out = start_direction(segment_of(at(i))).normalized();
    if (!left_) {
      std::swap(in, out);
      in = -in;
      out = -out;
    }
    const double turn = std::atan2(cross(in, out), in.dot(out));
    return {std::fabs(turn) > std::numbers::pi - kSmooth ? std::numbers::pi : turn, in};
  }

  void add_corner(std::size_t i, std::size_t vertex) {
    const auto [turn, in] = turn_at(i);
    if (turn < kSmooth) return;
    const Vector middle = rotated(in, turn / 2);
    const int before = number(i + count_ - 1), after = number(i);
    body_.rounds.push_back({{Kind::vertex, vertex, loop_},
                            at(i).from,
                            0,
                            {middle.y(), -middle.x()},
                            turn / 2,
                            left_ ? before : after,
                            left_ ? after : before,
                            -1});
  }

  void add_arc(std::size_t i) {
    const OutlineSegment& arc = at(i);
    if (arc.bulge == 0 || arc.radius < 0) return;
    const auto smooth = [&](std::size_t k) { return std::fabs(turn_at(k).first) < kSmooth; };
    const int before = smooth(i) ? number(i + count_ - 1) : -1, after = smooth(i + 1) ? number(i + 1) : -1;
    body_.rounds.push_back({arc.feature, arc.center, arc.radius, arc.middle, arc.half_sweep, left_ ? before : after,
                            left_ ? after : before, number(i)});
  }

  std::size_t loop_;
  BodyFeatures& body_;
  bool left_ = true;
  std::size_t first_ = 0, count_ = 0;
};

}  // namespace

BodyFeatures features_of(const Loops& loops) {
  BodyFeatures body;
  for (std::size_t k = 0; k < loops.size(); ++k) {
    LoopFeatures features(k, body);
    std::visit(features, loops[k]);
  }
  body.boundary = boundary_of(loops);
  body.size = body.boundary.reach;
  return body;
}

namespace {

/// Returns the features of a wall with their directions and points transformed to the part's frame, in doubles.
BodyFeatures moved(const BodyFeatures& body, const BodyFrame& frame, double angle) {
  BodyFeatures result;
  result.segments = body.segments;
  result.rounds = body.rounds;
  for (OutlineSegment& segment : result.segments) {
    for (Vector* point : {&segment.from, &segment.to, &segment.center}) *point = frame.point(*point).at;
    for (Vector* direction : {&segment.inward, &segment.middle}) *direction = turned(*direction, angle);
  }
  for (ConvexFeature& round : result.rounds) {
    round.center = frame.point(round.center).at;
    round.middle = turned(round.middle, angle);
  }
  return result;
}

/// Returns the angle by which a direction is outside the range of a feature's outward normals, rad; negative inside the
/// range. Sets `after` to true if the direction is counterclockwise from the middle of the range.
double beyond(const ConvexFeature& round, const Vector& direction, bool& after) {
  if (round.half_sweep >= std::numbers::pi) return -std::numbers::pi;
  const double angle = std::atan2(cross(round.middle, direction), round.middle.dot(direction));
  after = angle > 0;
  return std::fabs(angle) - round.half_sweep;
}

/// A straight edge beside a convex feature may come nearer to another body, which lies in the direction `outward`, than
/// the feature itself. Returns how much nearer it comes, m, within the distance `room` along the edge. Returns 0 if the
/// feature is nearest, and infinity if the two bodies do not face each other at the feature.
double descent(const BodyFeatures& body, const ConvexFeature& round, const Vector& outward, double room) {
  bool after = false;
  const double angle = beyond(round, outward, after);
  if (angle <= kSmooth) return 0;
  const int beside = after ? round.after : round.before;
  const bool flush =
      angle < kNearlyParallel && beside >= 0 && body.segments[static_cast<std::size_t>(beside)].bulge == 0;
  if (!flush || room == 0) return std::numeric_limits<double>::infinity();
  return std::sin(angle) * std::min(room, body.segments[static_cast<std::size_t>(beside)].length);
}

/// A pair of one feature of the part and one feature of the wall. Each of the two features is either a convex feature
/// or a segment.
struct Pair {
  const ConvexFeature* part_round = nullptr;
  const ConvexFeature* wall_round = nullptr;
  const OutlineSegment* part_segment = nullptr;
  const OutlineSegment* wall_segment = nullptr;
};

/// The relation of a pair of features. far, near: the distance of the features is too large, or small enough, to form a
/// contact. equal: a convex arc fills a concave arc of the same radius. concentric: a convex arc lies in a larger
/// concave arc with the same centre. For `equal` and `concentric` the normal is not unique.
enum class Nearness { far, near, concentric, equal };

/// Returns whether two arcs with the same centre have a common range of directions that is longer than twice
/// `tolerance`, m, measured along the convex arc.
bool share_directions(const ConvexFeature& round, const OutlineSegment& hollow, double tolerance) {
  const double apart = std::atan2(std::fabs(cross(round.middle, hollow.middle)), round.middle.dot(hollow.middle));
  return (round.half_sweep + hollow.half_sweep - apart) * round.radius > 2 * tolerance;
}

/// Returns the relation of a convex feature of one body to an edge or a concave arc of another body.
Nearness nearness(const BodyFeatures& body, const ConvexFeature& round, const OutlineSegment& segment,
                  const ContactLimits& limits) {
  const auto near = [](bool yes) { return yes ? Nearness::near : Nearness::far; };
  if (segment.radius == kFlat) {
    const Vector inward = segment.inward.normalized(), from = round.center - segment.from;
    const double gap = -inward.dot(from) - round.radius;
    if (gap < -limits.tolerance || gap > limits.reach) return Nearness::far;
    const double along = from.dot(segment.to - segment.from) / segment.length;
    if (along < -limits.tolerance || along > segment.length + limits.tolerance) return Nearness::far;
    return near(descent(body, round, inward, segment.length) <= limits.reach);
  }
  if (segment.radius > 0) return Nearness::far;
  const Vector out = round.center - segment.center;
  const double distance = out.norm(), room = -segment.radius - round.radius, gap = room - distance;
  if (round.arc >= 0 && distance <= 2 * limits.tolerance && std::fabs(room) <= limits.tolerance) {
    return share_directions(round, segment, limits.tolerance) ? Nearness::equal : Nearness::far;
  }
  if (room <= 0 || gap < -limits.tolerance || gap > limits.reach) return Nearness::far;
  if (distance <= limits.tolerance) {
    const bool faces = round.arc < 0 || share_directions(round, segment, limits.tolerance);
    return faces ? Nearness::concentric : Nearness::far;
  }
  const double off = std::atan2(std::fabs(cross(segment.middle, out)), segment.middle.dot(out)) - segment.half_sweep;
  if (segment.half_sweep < std::numbers::pi && off * -segment.radius > limits.tolerance) return Nearness::far;
  return near(descent(body, round, out / distance, 0) == 0);
}

/// Returns whether two convex features face each other and have a gap within the limits.
bool is_near(const BodyFeatures& part, const ConvexFeature& a, const BodyFeatures& wall, const ConvexFeature& b,
             const ContactLimits& limits) {
  const Vector apart = a.center - b.center;
  const double distance = apart.norm(), gap = distance - a.radius - b.radius;
  if (gap < -limits.tolerance || gap > limits.reach || distance <= limits.tolerance) return false;
  return descent(part, a, -apart / distance, 0) == 0 && descent(wall, b, apart / distance, 0) == 0;
}

bool are_corners_at_one_point(const ConvexFeature& a, const ConvexFeature& b, double tolerance) {
  return a.arc < 0 && b.arc < 0 && (a.center - b.center).norm() <= tolerance;
}

/// The relation of two convex corners at the same point. none: other features of the two bodies are nearer to each
/// other than the corners. line: the corners have one common normal, because edges at both corners are flush. fan: the
/// corners have many common normals.
struct CornerMeeting {
  enum class Kind { none, line, fan };
  Kind kind = Kind::none;
  Vector normal{0, 0};  ///< for `line`: the common unit normal, from the wall into the part
};

/// For a straight edge that begins or ends at a corner: the unit vector along the edge away from the corner, the inward
/// unit normal of the edge, and the length of the edge, m.
struct LeavingEdge {
  Vector along, inward;
  double length;
};

std::vector<LeavingEdge> leaving_edges(const BodyFeatures& body, const ConvexFeature& corner) {
  std::vector<LeavingEdge> edges;
  for (const int beside : {corner.before, corner.after}) {
    if (beside < 0) continue;
    const OutlineSegment& segment = body.segments[static_cast<std::size_t>(beside)];
    if (segment.bulge != 0) continue;
    const bool starts = (segment.from - corner.center).norm() < (segment.to - corner.center).norm();
    const Vector along = (starts ? segment.to - segment.from : segment.from - segment.to) / segment.length;
    edges.push_back({along, segment.inward.normalized(), segment.length});
  }
  return edges;
}

/// Returns the relation of two convex corners at the same point. Two edges that run from this point in nearly the same
/// direction, with the bodies on opposite sides, are flush if their distance at the end of the shorter edge is at most
/// `tolerance`.
CornerMeeting meeting_of(const BodyFeatures& part, const ConvexFeature& of_part, const BodyFeatures& wall,
                         const ConvexFeature& of_wall, double tolerance) {
  for (const LeavingEdge& edge : leaving_edges(part, of_part)) {
    for (const LeavingEdge& other : leaving_edges(wall, of_wall)) {
      if (edge.along.dot(other.along) < 0 || edge.inward.dot(other.inward) > 0) continue;
      const double tilt = std::fabs(cross(edge.along, other.along));
      if (tilt * std::min(edge.length, other.length) <= tolerance) return {CornerMeeting::Kind::line, edge.inward};
    }
  }
  const Vector opposite = -of_part.middle;
  const double turn = std::atan2(cross(of_wall.middle, opposite), of_wall.middle.dot(opposite));
  const double common = of_wall.half_sweep + of_part.half_sweep - std::fabs(turn);
  if (common > kSmooth) return {CornerMeeting::Kind::fan, {}};
  if (common < -kSmooth) return {};
  return {CornerMeeting::Kind::line, rotated(of_wall.middle, std::copysign(of_wall.half_sweep, turn))};
}

/// Returns whether a convex feature is a corner that is at most `tolerance`, m, away from a convex corner of another
/// body.
bool is_at_corner(const BodyFeatures& other_body, const ConvexFeature& corner, double tolerance) {
  return std::any_of(other_body.rounds.begin(), other_body.rounds.end(),
                     [&](const ConvexFeature& other) { return are_corners_at_one_point(other, corner, tolerance); });
}

/// Searches for the pairs of features that are contacts, and for the pairs whose normal is not unique.
class PairSearch {
 public:
  PairSearch(const BodyFeatures& part, const BodyFeatures& wall, const ContactLimits& limits)
      : part_(part), wall_(wall), limits_(limits) {}

  void run() {
    for (const ConvexFeature& round : part_.rounds) {
      for (const OutlineSegment& segment : wall_.segments) {
        look_at(part_, round, wall_, segment, {&round, nullptr, nullptr, &segment});
      }
      for (const ConvexFeature& other : wall_.rounds) look_at_rounds(round, other);
    }
    for (const ConvexFeature& round : wall_.rounds) {
      for (const OutlineSegment& segment : part_.segments) {
        look_at(wall_, round, part_, segment, {nullptr, &round, &segment, nullptr});
      }
    }
  }

  std::vector<Pair> found, concentric, equal;

 private:
  void look_at(const BodyFeatures& of_round, const ConvexFeature& round, const BodyFeatures& of_segment,
               const OutlineSegment& segment, const Pair& pair) {
    const Nearness near = nearness(of_round, round, segment, limits_);
    if (near == Nearness::concentric) concentric.push_back(pair);
    if (near == Nearness::equal) equal.push_back(pair);
    if (near != Nearness::near) return;
    if (is_at_corner(of_segment, round, limits_.tolerance)) return;  // pairs of corners are handled by look_at_rounds()
    found.push_back(pair);
  }

  void look_at_rounds(const ConvexFeature& part, const ConvexFeature& wall) {
    if (are_corners_at_one_point(part, wall, limits_.tolerance) || is_near(part_, part, wall_, wall, limits_)) {
      found.push_back({&part, &wall, nullptr, nullptr});
    }
  }

  const BodyFeatures& part_;
  const BodyFeatures& wall_;
  const ContactLimits limits_;
};

/// The frame of a wall relative to the part.
struct WallFrame {
  BodyFrame frame;
  double angle;  ///< rotation of the wall's frame in the part's frame, rad
};

WallFrame wall_frame(const PartPose& part, const Eigen::Vector3d& wall) {
  bool exact = true;
  const Vector offset = written_difference(Vector(part.pose.head<2>()), Vector(wall.head<2>()), &exact);
  const Vector at = turned(offset, -wall.z());
  const double size = offset.norm(), angle = part.pose.z() - wall.z();
  double position_error = part.position_error + (exact ? 0 : 2 * kRoundoff * size);
  if (!quarter_turns(wall.z())) position_error += (kTurnError + 3 * kRoundoff * std::fabs(wall.z())) * size;
  double angle_error = part.angle_error;
  if (!quarter_turns(angle) && wall.z() != 0)
    angle_error += 4 * kRoundoff * (std::fabs(part.pose.z()) + std::fabs(wall.z()));
  return {BodyFrame({at.x(), at.y(), angle}, position_error, angle_error), -angle};
}

ExactCircle circle_of(const OutlineSegment& arc) {
  if (arc.feature.kind != Kind::disc) return ExactSegment(segment_of(arc)).circle();
  const Rational radius = rational(std::fabs(arc.radius));
  return {ExactPoint(arc.center), radius * radius};
}

/// Returns the ClosestPoint on a segment of the part, in the form in which a search for closest points would return it.
ClosestPoint on_segment(const OutlineSegment& segment, const Vector& from) {
  ClosestPoint found;
  found.feature = segment.feature.index;
  found.loop = segment.feature.hole;
  found.side_start = segment.from;
  found.side_end = segment.to;
  found.bulge = segment.bulge;
  found.radius = segment.radius;
  if (segment.radius == kFlat) {
    const Vector along = (segment.to - segment.from) / segment.length, inward = segment.inward.normalized();
    found.distance = -inward.dot(from - segment.from);
    found.point = from + found.distance * inward;
    if (along.x() == 0) found.point.x() = segment.from.x();
    if (along.y() == 0) found.point.y() = segment.from.y();
    found.normal = found.inward_before = found.inward_after = segment.inward;
    return found;
  }
  const Vector out = from - segment.center;
  const double distance = out.norm(), radius = std::fabs(segment.radius);
  found.center = segment.center;
  found.point = segment.center + radius / distance * out;
  if (segment.feature.kind == Kind::disc) found.side_start = found.side_end = found.point;
  found.distance = segment.radius > 0 ? distance - radius : radius - distance;
  found.normal = found.inward_before = found.inward_after = segment.radius > 0 ? Vector(-out) : out;
  return found;
}

ClosestPoint at_corner(const ConvexFeature& corner, const Vector& from) {
  ClosestPoint found;
  found.feature = corner.feature.index;
  found.loop = corner.feature.hole;
  found.at_vertex = true;
  found.point = found.side_start = found.side_end = found.center = corner.center;
  found.normal = corner.center - from;
  found.distance = found.normal.norm();
  found.radius = kCorner;
  return found;
}

/// Computes the contacts of pairs of features. The wall's features are given in the wall's frame.
class FrameBuilder {
 public:
  FrameBuilder(const BodyFeatures& part, const BodyFeatures& wall, const WallFrame& frame, double tolerance)
      : part_(part), wall_(wall), frame_(frame.frame), angle_(frame.angle), tolerance_(tolerance) {}

  Contact contact(const Pair& pair) const {
    Contact contact;
    if (pair.part_round != nullptr && pair.wall_round != nullptr) {
      set_rounds(*pair.part_round, *pair.wall_round, contact);
    } else if (pair.part_segment != nullptr) {
      set_round_of_wall(*pair.wall_round, *pair.part_segment, contact);
    } else if (pair.wall_segment->radius == kFlat) {
      set_on_wall_edge(*pair.part_round, *pair.wall_segment, contact);
    } else {
      set_in_wall_hollow(*pair.part_round, *pair.wall_segment, contact);
    }
    contact.touching = std::fabs(contact.gap) <= tolerance_;
    return contact;
  }

 private:
  /// Returns the corner `round` of the wall, or the centre of the arc `round`, in the part's frame.
  BodyPoint center_of_wall(const ConvexFeature& round) const {
    return round.arc < 0 ? frame_.point(round.center)
                         : center_of_arc(wall_.segments[static_cast<std::size_t>(round.arc)]);
  }
  BodyPoint center_of_arc(const OutlineSegment& arc) const {
    if (arc.feature.kind == Kind::disc) return frame_.point(arc.center);
    const Exact exact = circle_of(arc).center;
    const Vector nearest(rounded(exact.x), rounded(exact.y));
    BodyPoint point = frame_.point(nearest);
    if (!(Exact(nearest) == exact)) point.error += 2 * kRoundoff * nearest.cwiseAbs().maxCoeff();
    point.error += rounding_of_center(arc);
    point.exact = point.exact && point.error == 0;
    return point;
  }
  static double rounding_of_center(const OutlineSegment& arc) {
    ClosestPoint found;
    found.side_start = arc.from;
    found.side_end = arc.to;
    found.bulge = arc.bulge;
    found.center = arc.center;
    found.radius = arc.radius;
    return center_rounding(found);
  }
  /// Returns the radius of an arc. The result is exact if doubles can represent the radius.
  static double radius_of_arc(const OutlineSegment& arc) {
    const auto root = exact_root(circle_of(arc).radius_squared);
    return root ? rounded(*root) : std::fabs(arc.radius);
  }
  double radius_of_wall(const ConvexFeature& round) const {
    return round.arc < 0 ? 0 : radius_of_arc(wall_.segments[static_cast<std::size_t>(round.arc)]);
  }

  /// Sets the frame for a corner or a convex arc of the wall. A corner acts like a point fixel, an arc like a round
  /// pin.
  void set_round_of_wall(const ConvexFeature& round, const OutlineSegment& segment, Contact& contact) const {
    const BodyPoint center = center_of_wall(round);
    const ClosestPoint found = on_segment(segment, center.at);
    contact.part_radius = segment.radius;
    contact.fixel_radius = radius_of_wall(round);
    contact.gap = found.distance - contact.fixel_radius;
    if (segment.radius == kFlat) return set_on_side(found, center, contact);
    set_on_arc(circle_of(segment), found, center, contact);
  }

  void set_rounds(const ConvexFeature& part, const ConvexFeature& wall, Contact& contact) const {
    const BodyPoint center = center_of_wall(wall);
    contact.fixel_radius = radius_of_wall(wall);
    if (part.arc >= 0) {
      const OutlineSegment& arc = part_.segments[static_cast<std::size_t>(part.arc)];
      const ClosestPoint found = on_segment(arc, center.at);
      contact.part_radius = arc.radius;
      contact.gap = found.distance - contact.fixel_radius;
      return set_on_arc(circle_of(arc), found, center, contact);
    }
    contact.part_radius = kCorner;
    if (wall.arc < 0 && (part.center - center.at).norm() <= tolerance_) return set_between_corners(part, wall, contact);
    const ClosestPoint found = at_corner(part, center.at);
    contact.gap = found.distance - contact.fixel_radius;
    set_at_corner(found, center, contact);
  }

  /// Sets the contact frame for two corners at the same point, one of the part and one of the wall. Each of the two
  /// corners has an edge that is flush with an edge of the other corner.
  void set_between_corners(const ConvexFeature& part, const ConvexFeature& wall, Contact& contact) const {
    const BodyFeatures seen = moved(wall_, frame_, angle_);
    const ConvexFeature& seen_wall = seen.rounds[static_cast<std::size_t>(&wall - wall_.rounds.data())];
    const CornerMeeting meeting = meeting_of(part_, part, seen, seen_wall, tolerance_);
    contact.point = part.center;
    contact.normal = meeting.normal;
    contact.gap = (part.center - seen_wall.center).dot(meeting.normal);
    contact.error.along_tangent = contact.error.along_normal = written_error(part.center);
    contact.error.angle = 8 * kRoundoff + frame_.direction_error(wall.middle);
    share_normal(part, contact);
    if (Exact(part.center) == Exact(seen_wall.center)) contact.gap = 0;
  }

  /// If a straight edge beside a convex feature of the part is flush with the wall, sets the contact's normal to that
  /// of the edge. The two contacts of flush edges then have exactly the same normal.
  void share_normal(const ConvexFeature& part, Contact& contact) const {
    const Vector normal = contact.normal.normalized();
    for (const int beside : {part.before, part.after}) {
      if (beside < 0) continue;
      const OutlineSegment& edge = part_.segments[static_cast<std::size_t>(beside)];
      if (edge.bulge != 0 || edge.inward.dot(normal) < 0) continue;
      const double tilt = std::fabs(cross(edge.inward.normalized(), normal));
      if (tilt > kSmooth && tilt * edge.length > tolerance_) continue;
      const ClosestPoint found = on_segment(edge, part.center);
      const Direction side = direction_between(edge.from, edge.to);
      contact.normal = exact_unit(turned_like(side.along, edge.inward));
      contact.error.angle = side.error + side_rounding(found);
      return;
    }
  }

  void set_wall_normal(const OutlineSegment& edge, Contact& contact) const {
    const Direction side = direction_between(edge.from, edge.to);
    const Vector outward = turned_like(side.along, -edge.inward);
    contact.normal = exact_unit(frame_.direction(outward));
    contact.error.angle = side.error + side_rounding(on_segment(edge, edge.from)) + frame_.direction_error(outward);
  }

  /// Sets the contact point on a convex feature of the part: the point of the feature that is farthest in the direction
  /// opposite to the contact's normal.
  void set_point(const ConvexFeature& part, Contact& contact) const {
    contact.point = part.center;
    contact.part_radius = kCorner;
    contact.error.along_tangent = contact.error.along_normal = written_error(part.center);
    if (part.arc < 0) return;
    const OutlineSegment& arc = part_.segments[static_cast<std::size_t>(part.arc)];
    const double rounding = rounding_of_center(arc);
    contact.part_radius = radius_of_arc(arc);
    const Vector normal = contact.normal.normalized();
    bool exact = (normal.x() == 0 || normal.y() == 0) && contact.error.angle == 0;
    contact.point = written_difference(part.center, contact.part_radius * normal, &exact);
    contact.normal_through = part.center;
    contact.tangent_through = contact.point;
    contact.error.along_tangent += rounding;
    contact.error.along_normal += rounding;
    if (!exact) contact.error.along_normal += 8 * kRoundoff * (part.center.norm() + contact.part_radius);
  }

  /// Sets the frame of a corner or a convex arc of the part on a straight edge of the wall. The normal is that of the
  /// wall's edge.
  void set_on_wall_edge(const ConvexFeature& part, const OutlineSegment& edge, Contact& contact) const {
    set_wall_normal(edge, contact);
    set_point(part, contact);
    contact.fixel_radius = kFlat;
    const BodyPoint base = frame_.point(edge.from);
    contact.gap = (part.center - base.at).dot(contact.normal.normalized()) - contact.part_radius;
    if (base.error == 0 && contact.error.angle == 0 && contact.error.along_tangent == 0) {
      const Exact normal(contact.normal);
      const Rational height = (Exact(part.center) - Exact(base.at)).dot(normal), radius = rational(contact.part_radius);
      if (height >= 0 && height * height == radius * radius * normal.squared()) contact.gap = 0;
    }
    const Vector own = contact.normal;
    share_normal(part, contact);
    if (contact.normal != own) set_point(part, contact);
  }

  /// Sets the frame of a corner or a convex arc of the part in a concave arc of the wall. The normal points to the
  /// centre of the concave arc.
  void set_in_wall_hollow(const ConvexFeature& part, const OutlineSegment& hollow, Contact& contact) const {
    const BodyPoint center = center_of_arc(hollow);
    const Direction direction = direction_between(part.center, center.at);
    const double distance = (center.at - part.center).norm();
    contact.normal = direction.along;
    contact.error.angle = direction.error;
    const double error =
        center.error + (part.arc < 0 ? written_error(part.center)
                                     : rounding_of_center(part_.segments[static_cast<std::size_t>(part.arc)]));
    if (error > 0) contact.error.angle += distance > error ? 2 * error / distance : 1;
    set_point(part, contact);
    contact.fixel_radius = -radius_of_arc(hollow);
    contact.gap = -contact.fixel_radius - contact.part_radius - distance;
    if (error > 0) return;
    const Rational room = rational(-contact.fixel_radius) - rational(contact.part_radius);
    if ((Exact(part.center) - Exact(center.at)).squared() == room * room) contact.gap = 0;
  }

  const BodyFeatures& part_;
  const BodyFeatures& wall_;
  const BodyFrame& frame_;
  const double angle_;  ///< rotation of the wall's frame in the part's frame, rad
  const double tolerance_;
};

Feature feature_of(const ConvexFeature* round, const OutlineSegment* segment) {
  return round != nullptr ? round->feature : segment->feature;
}

/// Returns the entry of `entries` that has the given feature, or null.
template <class Entry>
const Entry* find_feature(const std::vector<Entry>& entries, const Feature& feature) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.feature == feature; });
  return found == entries.end() ? nullptr : &*found;
}

/// Returns the features of a contact. Convex corners and convex arcs are returned as convex features. Edges, concave
/// arcs, and discs that are holes are returned as segments.
Pair pair_of(const WallContact& contact, const BodyFeatures& part, const BodyFeatures& wall) {
  Pair pair{find_feature(part.rounds, contact.of_part), find_feature(wall.rounds, contact.of_wall), nullptr, nullptr};
  if (pair.part_round == nullptr) pair.part_segment = find_feature(part.segments, contact.of_part);
  if (pair.wall_round == nullptr) pair.wall_segment = find_feature(wall.segments, contact.of_wall);
  return pair;
}

/// Returns the position of a feature in the order in which the body's features are sorted along its loops.
std::pair<std::size_t, std::size_t> position_of(const Feature& feature) {
  return {feature.hole, 2 * feature.index + (feature.kind == Kind::vertex ? 0 : 1)};
}

bool is_same_contact(const Contact& a, const Contact& b, double tolerance) {
  return (a.point - b.point).norm() <= tolerance && std::fabs(a.gap - b.gap) <= tolerance &&
         a.normal.normalized().dot(b.normal.normalized()) > 1 - kSmooth;
}

/// Returns whether the straight line from one point to another crosses the boundary of a body. Crossings within
/// `margin` of either point do not count.
bool is_crossed(const Vector& from, const Vector& to, const BodyFeatures& body, double margin) {
  const double length = (to - from).norm();
  if (length <= 2 * margin) return false;
  const Vector way = (to - from) / length;
  const auto within = [&](double t) { return t > margin && t < length - margin; };
  for (const OutlineSegment& segment : body.segments) {
    if (segment.radius == kFlat) {
      const Vector edge = segment.to - segment.from, start = segment.from - from;
      const double turn = cross(way, edge);
      if (std::fabs(turn) <= kSmooth * segment.length) continue;
      const double along = cross(start, way) / turn;
      if (along >= 0 && along <= 1 && within(cross(start, edge) / turn)) return true;
      continue;
    }
    const Vector out = from - segment.center;
    const double middle = -out.dot(way),
                 square = middle * middle - (out.squaredNorm() - segment.radius * segment.radius);
    if (square <= 0) continue;
    for (const double t : {middle - std::sqrt(square), middle + std::sqrt(square)}) {
      const Vector at = out + t * way;
      const double turn = std::atan2(std::fabs(cross(segment.middle, at)), segment.middle.dot(at));
      if (within(t) && turn <= segment.half_sweep) return true;
    }
  }
  return false;
}

}  // namespace

WallContacts::WallContacts(const Loops& part, std::span<const Wall> walls, const Friction& friction,
                           double contact_tolerance, const char* unit)
    : walls_(walls), friction_(friction), tolerance_(contact_tolerance), unit_(unit), part_(features_of(part)) {
  for (const Wall& wall : walls) of_walls_.push_back(features_of(wall.loops()));
}

namespace {

/// Adds a fault for each pair without a unique normal.
void add_faults(const PairSearch& search, const std::string& pointer, double tolerance, const char* unit,
                Validator& faults) {
  const auto names = [](const Pair& pair) {
    return std::pair(counted_text_of(feature_of(pair.part_round, pair.part_segment)),
                     counted_text_of(feature_of(pair.wall_round, pair.wall_segment)));
  };
  for (const Pair& pair : search.equal) {
    const auto [of_part, of_wall] = names(pair);
    faults.add(
        pointer, "",
        fmt::format("{} of the part and {} of this wall touch along a whole arc, because their radii are equal "
                    "within the contact tolerance of {:.6g} {}; make the hollow larger, or the arc in it smaller",
                    of_part, of_wall, tolerance, unit));
  }
  for (const Pair& pair : search.concentric) {
    const auto [of_part, of_wall] = names(pair);
    faults.add(
        pointer, "",
        fmt::format("{} of the part has the same centre as {} of this wall, so the normal of their contact is not "
                    "unique; move the part until they touch, or reduce \"reach\"",
                    of_part, of_wall));
  }
}

bool is_pair_of_corners(const WallContact& contact) {
  return contact.of_part.kind == Kind::vertex && contact.of_wall.kind == Kind::vertex;
}

/// Returns the contacts in their documented order, without duplicates. If a corner touches both an edge and the corner
/// at the end of this edge, only the contact with the edge is kept.
std::vector<WallContact> in_order(std::vector<WallContact> found, double tolerance) {
  const auto order = [](const WallContact& c) { return std::tuple(position_of(c.of_part), position_of(c.of_wall)); };
  std::sort(found.begin(), found.end(), [&](const WallContact& a, const WallContact& b) {
    return std::tuple(is_pair_of_corners(a), order(a)) < std::tuple(is_pair_of_corners(b), order(b));
  });
  std::vector<WallContact> once;
  for (WallContact& contact : found) {
    const bool known = std::any_of(once.begin(), once.end(), [&](const WallContact& earlier) {
      return is_same_contact(earlier.contact, contact.contact, 2 * tolerance);
    });
    if (!known) once.push_back(std::move(contact));
  }
  std::sort(once.begin(), once.end(), [&](const auto& a, const auto& b) { return order(a) < order(b); });
  return once;
}

}  // namespace

double WallContacts::tolerance_at(const PartPose& pose, std::size_t k) const {
  const double size = part_.size + of_walls_[k].size + pose.pose.head<2>().norm() + walls_[k].pose.head<2>().norm();
  return tolerance_ + tolerance::kLengthRounding * size;
}

std::vector<WallContact> WallContacts::find(const PartPose& pose, double reach) const {
  std::vector<WallContact> all;
  Validator faults;
  for (std::size_t k = 0; k < walls_.size(); ++k) {
    const double tolerance = tolerance_at(pose, k);
    const PlacedBoundary part{&part_.boundary, Placement(pose.pose)},
        wall{&of_walls_[k].boundary, Placement(walls_[k].pose)};
    if (overlap(part, wall, tolerance)) {
      faults.add(
          fmt::format("/walls/{}", k), "",
          fmt::format("overlaps the part by more than the contact tolerance of {:.6g} {}; move the wall or the part",
                      tolerance_, unit_));
      continue;
    }
    for (WallContact& contact : find_at(k, pose, {tolerance, std::max(tolerance, reach)}, faults)) {
      all.push_back(std::move(contact));
    }
  }
  faults.finish();
  return all;
}

std::vector<WallContact> WallContacts::find_at(std::size_t k, const PartPose& pose, const ContactLimits& limits,
                                               Validator& faults) const {
  const std::string pointer = fmt::format("/walls/{}", k);
  const WallFrame frame = wall_frame(pose, walls_[k].pose);
  const BodyFeatures seen = moved(of_walls_[k], frame.frame, frame.angle);
  PairSearch search(part_, seen, limits);
  search.run();
  add_faults(search, pointer, tolerance_, unit_, faults);
  std::vector<WallContact> found;
  for (const Pair& pair : search.found) {
    if (pair.part_round != nullptr && pair.wall_round != nullptr &&
        are_corners_at_one_point(*pair.part_round, *pair.wall_round, limits.tolerance)) {
      const CornerMeeting meeting = meeting_of(part_, *pair.part_round, seen, *pair.wall_round, limits.tolerance);
      if (meeting.kind == CornerMeeting::Kind::none) continue;
      if (meeting.kind == CornerMeeting::Kind::fan) {
        faults.add(pointer, "",
                   fmt::format("{} of the part touches {} of this wall, and both are convex, so the normal of their "
                               "contact is not unique; move the part along one of the edges",
                               counted_text_of(pair.part_round->feature), counted_text_of(pair.wall_round->feature)));
        continue;
      }
    }
    WallContact contact{
        k, feature_of(pair.part_round, pair.part_segment), feature_of(pair.wall_round, pair.wall_segment), {}};
    contact.contact = this->contact(contact, pose);
    const Vector behind = contact.contact.point - contact.contact.gap * contact.contact.normal.normalized();
    const bool hidden = is_crossed(contact.contact.point, behind, seen, limits.tolerance) ||
                        is_crossed(contact.contact.point, behind, part_, limits.tolerance);
    if (contact.contact.gap <= limits.reach && !hidden) found.push_back(std::move(contact));
  }
  return in_order(std::move(found), limits.tolerance);
}

Contact WallContacts::contact(const WallContact& pair, const PartPose& pose) const {
  const Wall& wall = walls_[pair.wall];
  const BodyFeatures& features = of_walls_[pair.wall];
  const WallFrame frame = wall_frame(pose, wall.pose);
  const FrameBuilder builder(part_, features, frame, tolerance_at(pose, pair.wall));
  Contact contact = builder.contact(pair_of(pair, part_, features));
  contact.friction = wall.friction.value_or(friction_);
  return contact;
}

}  // namespace pawl::internal::inline contact

namespace pawl {

std::vector<WallContact> find_wall_contacts(const Loops& part, const Eigen::Vector3d& pose, std::span<const Wall> walls,
                                            const Friction& friction, double contact_tolerance, double reach,
                                            const char* unit) {
  validate(part);
  internal::Validator validator;
  internal::check_fixels(pose, {}, friction, contact_tolerance, validator);
  internal::check_walls(walls, reach, validator);
  for (std::size_t k = 0; k < walls.size(); ++k) {
    validator.add(internal::body_faults(walls[k].loops(), fmt::format("/walls/{}/outline", k)));
  }
  validator.finish();
  return internal::WallContacts(part, walls, friction, contact_tolerance, unit).find({pose}, reach);
}

}  // namespace pawl
