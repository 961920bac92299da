// SPDX-License-Identifier: MIT
#include "verify/certificate_reader.h"

#include <pawl/base/bounds.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/charconv.h"
#include "base/faults.h"
#include "io/json.h"

namespace pawl::internal::inline verify {
namespace {

const Point kLeft(0, 1);

OutlineEdge side_of(Point from, Point to, double bulge) {
  OutlineEdge side;
  side.from = from;
  side.to = to;
  if (bulge == 0) {
    side.length = std::abs(to - from);
    side.along = (to - from) / side.length;
    return side;
  }
  side.centre = (from + to) / 2. + kLeft * (to - from) * (1 - bulge * bulge) / (4 * bulge);
  side.radius = std::abs(from - side.centre);
  side.sweep = 4 * std::atan(bulge);
  side.middle = (from - side.centre) / side.radius * std::polar(1., side.sweep / 2);
  return side;
}

/// Returns twice the signed area between an edge and the origin.
double area(const OutlineEdge& side) {
  return cross(side.from, side.to) + side.radius * side.radius * (side.sweep - std::sin(side.sweep));
}

Point tangent(const OutlineEdge& side, Point at) {
  return side.sweep == 0 ? side.along : (side.sweep > 0 ? kLeft : -kLeft) * (at - side.centre) / side.radius;
}

}  // namespace

/// Largest angle, rad, between the tangents of two successive edges that count as one smooth curve. The angle between
/// tangent edges is not exactly 0, because bulges are rounded.
constexpr double kSmooth = 1e-9;

namespace {

/// Largest distance of a vertex from the line of its neighbours at which it is left out, relative to the largest
/// coordinate. Vertices inside straight edges are off by rounding, which is a few times 2^-53.
constexpr double kOnLine = 0x1p-49;

/// Returns whether a corner lies between its neighbours on the line through them, up to rounding.
bool on_line(Point before, Point at, Point after, double off) {
  const Point chord = after - before;
  const double across = std::fabs(cross(chord, at - before)), along = dot(chord, at - before);
  return across <= off * std::abs(chord) && along > 0 && along < std::norm(chord);
}

/// Returns the edge from one corner to another one along a chain of straight edges through `inner`. It records how far
/// the chain is from the edge, and that tolerances may turn the inner corners outwards.
OutlineEdge joined(Point from, Point to, const std::vector<Point>& inner) {
  OutlineEdge edge = side_of(from, to, 0);
  Point last = from;
  const auto bound_direction = [&](Point next) {
    const double turn = std::fabs(std::arg((next - last) / edge.along));
    edge.joint = std::max(edge.joint, turn + kAngleRounding);
    last = next;
  };
  for (const Point at : inner) {
    edge.off_line = std::max(edge.off_line, std::fabs(cross(edge.along, at - from)));
    edge.convex_beyond = 0;
    bound_direction(at);
  }
  if (!inner.empty()) bound_direction(to);
  return edge;
}

}  // namespace

std::vector<OutlineEdge> sides_of(const std::vector<Point>& corners, const std::vector<double>& bulges, bool hole) {
  std::vector<OutlineEdge> sides;
  double twice = 0, largest = 0;
  const std::size_t count = corners.size();
  for (const Point corner : corners) largest = std::max(largest, std::abs(corner));
  std::vector<std::size_t> kept;  // the corners that do not lie inside a straight edge
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t before = (i + count - 1) % count;
    const bool straight = bulges[before] == 0 && bulges[i] == 0;
    if (!straight || !on_line(corners[before], corners[i], corners[(i + 1) % count], kOnLine * largest))
      kept.push_back(i);
  }
  if (kept.size() < std::min<std::size_t>(count, 3)) {  // a sliver that is as thin as rounding
    kept.resize(count);
    std::iota(kept.begin(), kept.end(), 0);
  }
  const std::size_t n = kept.size();
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t i = kept[k], next = kept[(k + 1) % n];
    std::vector<Point> inner;
    for (std::size_t j = (i + 1) % count; j != next; j = (j + 1) % count) inner.push_back(corners[j]);
    sides.push_back(inner.empty() ? side_of(corners[i], corners[next], bulges[i])
                                  : joined(corners[i], corners[next], inner));
    twice += area(sides.back());
  }
  if ((twice < 0) != hole) {
    std::reverse(sides.begin(), sides.end());
    for (OutlineEdge& side : sides) {
      std::swap(side.from, side.to);
      side.along = -side.along;
      side.sweep = -side.sweep;
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    OutlineEdge &side = sides[i], &before = sides[(i + n - 1) % n];
    const Point in = tangent(before, side.from), out = tangent(side, side.from);
    const double bend = std::arg(out / in);
    const bool straight = before.sweep == 0 && side.sweep == 0;
    if (straight && bend <= kSmooth) {
      const double beyond = std::fabs(bend) * std::min(before.length, side.length) / 4;
      side.convex_beyond = std::min(side.convex_beyond, beyond);
    }
    if (std::fabs(bend) <= kSmooth) {
      for (OutlineEdge* edge : {&before, &side}) edge->joint = std::max(edge->joint, std::fabs(bend) + kAngleRounding);
      if (straight) side.off_line += std::fabs(bend) * std::min(before.length, side.length);
      continue;
    }
    if (bend < 0) continue;
    side.bend = bend / 2;
    side.corner = kLeft * in * std::polar(1., bend / 2);
  }
  return sides;
}

OutlineEdge OutlineEdge::moved(Point turn, Point shift) const {
  OutlineEdge edge = *this;
  for (Point* at : {&edge.from, &edge.to, &edge.centre}) *at = *at * turn + shift;
  for (Point* direction : {&edge.along, &edge.middle, &edge.corner}) *direction *= turn;
  return edge;
}

double skew_of(const OutlineEdge& edge, double off) {
  return edge.sweep == 0 ? std::asin(std::min(1., 2 * off / edge.length)) : 0;
}

double distance(const OutlineEdge& side, Point p) {
  const Point arm = p - (side.sweep == 0 ? side.from : side.centre);
  if (side.sweep == 0) {
    const double s = dot(side.along, arm);
    if (s >= 0 && s <= side.length) return std::fabs(cross(side.along, arm));
  } else if (std::fabs(std::arg(arm / side.middle)) <= std::fabs(side.sweep) / 2) {
    return std::fabs(std::abs(arm) - side.radius);
  }
  return std::min(std::abs(p - side.from), std::abs(p - side.to));
}

/// Sums the angles that the edges subtend at p. For an arc this is the angle of its chord, plus a full turn if p lies
/// between arc and chord.
bool winds_round(const std::vector<OutlineEdge>& sides, Point p) {
  double round = 0;
  for (const OutlineEdge& side : sides) {
    if (side.from == side.to) {
      if (std::abs(p - side.centre) < side.radius) round += side.sweep;
      continue;
    }
    const Point a = side.from - p, b = side.to - p;
    const double angle = std::atan2(cross(a, b), dot(a, b));
    round += angle;
    const bool beyond = side.sweep > 0 ? angle < 0 : angle > 0;  // also on the chord, where the angle is pi or -pi
    if (side.sweep != 0 && beyond && std::abs(p - side.centre) < side.radius)
      round += std::copysign(2 * std::acos(-1.), side.sweep);
  }
  return round > 3;
}

namespace {

using Json = JsonValue;

constexpr double kFurthestTurn = 8;  ///< limit of |centre| + half-size of the domain's angles, rad

[[noreturn]] void malformed(const std::string& where) {
  throw InputError(where, "", "missing or malformed; expected as in a certificate");
}

const Json& member(const Json& object, const char* key) {
  const Json* found = object.find(key);
  if (found == nullptr) malformed(std::string("/") + key);
  return *found;
}

/// Throws InputError for an unknown key, because it may come from a later version and change the meaning of the others.
void require_keys(const Json& object, const std::string& pointer, std::initializer_list<std::string_view> known) {
  if (!object.is(Json::Kind::object)) malformed(pointer);
  for (std::size_t k = 0; k < object.size(); ++k) {
    if (std::find(known.begin(), known.end(), object.keys[k]) != known.end()) continue;
    throw InputError(child(pointer, object.keys[k]), quoted(object.items[k]),
                     "unknown key; expected only those of a certificate");
  }
}

const std::string& words(const Json& object, const char* key) {
  const Json& value = member(object, key);
  if (!value.is(Json::Kind::string)) malformed(std::string("/") + key);
  return value.text;
}

double number(const Json& object, const char* key, double least = -kLargestLength) {
  const Json& value = member(object, key);
  if (!value.is(Json::Kind::number) || !(value.number >= least) || !(value.number <= kLargestLength))
    malformed(std::string("/") + key);
  return value.number;
}

/// Returns the numbers of a list that must have `count` bounded entries.
std::vector<double> numbers(const Json& list, const char* key, std::size_t count) {
  std::vector<double> found;
  for (const Json& entry : list.items) {
    if (!entry.is(Json::Kind::number) || !(std::fabs(entry.number) <= kLargestLength))
      malformed(std::string("/") + key);
    found.push_back(entry.number);
  }
  if (found.size() != count) malformed(std::string("/") + key);
  return found;
}
Point point(const Json& object, const char* key) {
  const std::vector<double> two = numbers(member(object, key), key, 2);
  return {two[0], two[1]};
}

/// Returns the entries of an array.
const std::vector<Json>& list_of(const Json& json, const std::string& pointer) {
  if (!json.is(Json::Kind::array)) malformed(pointer);
  return json.items;
}

/// Reads a loop, an object with the key "disc" or "sides"; `beside` is another key that it may have, if not null.
Outline loop_of(const Json& json, const std::string& pointer, const char* beside) {
  const char* kind = json.find("disc") != nullptr ? "disc" : "sides";
  require_keys(json, pointer, {kind, beside != nullptr ? beside : kind});
  if (const Json* disc = json.find("disc")) {
    const std::vector<double> three = numbers(*disc, "outline/disc", 3);
    return Disc{{three[0], three[1]}, three[2]};
  }
  Path path;
  for (const Json& corner : member(json, "sides").items) {
    const std::vector<double> three = numbers(corner, "outline/sides", 3);
    path.vertices.emplace_back(three[0], three[1]);
    path.bulges.push_back(three[2]);
  }
  if (std::any_of(path.bulges.begin(), path.bulges.end(), [](double bulge) { return bulge != 0; })) return path;
  return Polygon{path.vertices};
}

/// Reads the loops of the part or of a wall, at `pointer`.
void read_loops(const Json& json, const std::string& pointer, Outline& outline, std::vector<Outline>& holes) {
  const Json* inner = json.find("holes");
  outline = loop_of(json, pointer, "holes");
  validate(outline, pointer);
  if (inner == nullptr) return;
  for (const Json& hole : list_of(*inner, pointer + "/holes")) {
    holes.push_back(loop_of(hole, pointer + "/holes/" + std::to_string(holes.size()), nullptr));
  }
  std::vector<Fault> faults = hole_faults(Loops(outline, holes), pointer + "/holes");
  if (!faults.empty()) throw InputError(std::move(faults));
}

OutlineEdge round_hole(Point centre, double radius) {
  OutlineEdge side;
  side.from = side.to = centre + radius;
  side.centre = centre;
  side.radius = radius;
  side.sweep = -2 * std::acos(-1.);
  side.middle = -1;
  return side;
}

std::vector<OutlineEdge> sides_in(const Outline& outline, bool hole) {
  if (const auto* disc = std::get_if<Disc>(&outline)) {
    const Point centre(disc->center.x(), disc->center.y()), arm(disc->radius);
    if (hole) return {round_hole(centre, disc->radius)};
    return sides_of({centre + arm, centre - arm}, {1, 1});
  }
  const auto* path = std::get_if<Path>(&outline);
  const auto& vertices = path != nullptr ? path->vertices : std::get<Polygon>(outline).vertices;
  std::vector<Point> corners;
  for (const auto& vertex : vertices) corners.emplace_back(vertex.x(), vertex.y());
  return sides_of(corners, path != nullptr ? path->bulges : std::vector<double>(corners.size(), 0), hole);
}

std::vector<OutlineEdge> sides_in(const Outline& outline, const std::vector<Outline>& holes) {
  std::vector<OutlineEdge> sides = sides_in(outline, false);
  for (const Outline& hole : holes) {
    const std::vector<OutlineEdge> more = sides_in(hole, true);
    sides.insert(sides.end(), more.begin(), more.end());
  }
  return sides;
}

/// Lists the features of a solid with edges, as fixels and as edges.
void add_features(CertificateFile::Solid solid, double friction, CertificateFile& file) {
  solid.first_fixel = file.fixels.size();
  solid.first_edge = file.wall_edges.size();
  const std::size_t of_circle = solid.round ? 2 : 0;  // the two edges of a disc are one feature
  if (solid.round) file.fixels.push_back({solid.sides[0].centre, solid.sides[0].radius, friction});
  for (std::size_t k = of_circle; k < solid.sides.size(); ++k) {
    const OutlineEdge& edge = solid.sides[k];
    if (edge.bend >= 0) {
      const auto ends_here = [&](const OutlineEdge& other) { return other.to == edge.from; };
      const auto before = std::find_if(solid.sides.begin(), solid.sides.end(), ends_here);
      const double skew = std::max(skew_of(*before, file.fixel_off), skew_of(edge, file.fixel_off));
      file.fixels.push_back({edge.from, 0, friction, -edge.corner, edge.bend + skew + kSmooth + kAngleRounding});
    }
    if (edge.convex_arc()) {
      const double half = edge.sweep / 2 + edge.joint + kAngleRounding;
      file.fixels.push_back({edge.centre, edge.radius, friction, edge.middle, half});
    } else {
      file.wall_edges.push_back({edge, friction});
    }
  }
  solid.last_fixel = file.fixels.size();
  solid.last_edge = file.wall_edges.size();
  file.solids.push_back(std::move(solid));
}

/// Returns the edges of a disc that is cut to a strip: those with |x along the direction| at most half the width.
std::vector<OutlineEdge> diamond_sides(const CertificateFile::StatedFixel& pin) {
  const double a = pin.diamond_width / 2, b = std::sqrt((pin.radius - a) * (pin.radius + a));
  const double bulge = std::tan(std::asin(a / pin.radius) / 2);
  std::vector<OutlineEdge> sides = sides_of({{a, -b}, {a, b}, {-a, b}, {-a, -b}}, {0, bulge, 0, bulge});
  for (OutlineEdge& side : sides) side = side.moved(pin.diamond / std::abs(pin.diamond), pin.at);
  return sides;
}

void read_fixels(const Json& list, CertificateFile& file) {
  for (const Json& entry : list_of(list, "/problem/fixels")) {
    const bool diamond = entry.size() == 7;
    const std::vector<double> n = numbers(entry, "fixels", diamond ? 7 : 4);
    if (!(n[2] >= 0) || !(n[3] >= 0)) malformed("/fixels");
    CertificateFile::StatedFixel fixel{{n[0], n[1]}, n[2], n[3], 0, 0};
    CertificateFile::Solid solid;
    if (diamond) {
      fixel.diamond = {n[4], n[5]};
      fixel.diamond_width = n[6];
      const bool valid = std::abs(fixel.diamond) > 0 && n[6] > 0 && n[6] < 2 * fixel.radius;
      if (!valid) malformed("/fixels");
      solid.sides = diamond_sides(fixel);
      add_features(std::move(solid), fixel.friction, file);
    } else {
      solid.first_edge = solid.last_edge = file.wall_edges.size();
      solid.first_fixel = file.fixels.size();
      solid.last_fixel = solid.first_fixel + 1;
      file.fixels.push_back({fixel.at, fixel.radius, fixel.friction});
      file.solids.push_back(std::move(solid));
    }
    file.stated_fixels.push_back(fixel);
  }
}

void read_walls(const Json& list, CertificateFile& file) {
  for (const Json& json : list_of(list, "/problem/walls")) {
    const std::string pointer = "/problem/walls/" + std::to_string(file.walls.size());
    require_keys(json, pointer, {"outline", "pose", "friction"});
    CertificateFile::StatedWall& wall = file.walls.emplace_back();
    read_loops(member(json, "outline"), pointer + "/outline", wall.outline, wall.holes);
    const std::vector<double> pose = numbers(member(json, "pose"), "walls/pose", 3);
    std::copy(pose.begin(), pose.end(), wall.pose);
    wall.friction = number(json, "friction", 0);
    CertificateFile::Solid solid;
    solid.round = std::holds_alternative<Disc>(wall.outline);
    solid.whole_disc = solid.round && wall.holes.empty();
    const Point turn = std::polar(1., wall.pose[2]);
    for (const OutlineEdge& edge : sides_in(wall.outline, wall.holes)) {
      if (edge.sweep != 0 && file.fixel_off > 0)
        malformed("/problem/fixel_tolerance");  // must be 0 for walls with arcs
      solid.sides.push_back(edge.moved(turn, {wall.pose[0], wall.pose[1]}));
    }
    add_features(std::move(solid), wall.friction, file);
  }
}

void read_goal(const Json& list, CertificateFile& file) {
  for (const Json& entry : list_of(list, "/problem/goal")) {
    const bool wall = entry.is(Json::Kind::array);
    const std::vector<double> values = wall ? numbers(entry, "goal", 5) : std::vector{entry.number, 0., 0., 0., 0.};
    if (!wall && !entry.is(Json::Kind::number)) malformed("/goal");
    const std::size_t count = wall ? file.walls.size() : file.stated_fixels.size();
    const bool known = values[0] >= 1 && values[0] <= static_cast<double>(count) && values[0] == std::floor(values[0]);
    if (!known) malformed("/goal");
    const Point at(values[1], values[2]), normal(values[3], values[4]);
    if (wall && !(std::abs(normal) > 0)) malformed("/goal");
    const CertificateFile::Goal goal{static_cast<std::size_t>(values[0]) - 1, wall, at,
                                     wall ? normal / std::abs(normal) : 0};
    if (std::count(file.goal.begin(), file.goal.end(), goal) > 0) malformed("/goal");
    file.goal.push_back(goal);
  }
  if (file.goal.size() != 3) malformed("/goal");
}

void read_problem(const Json& json, CertificateFile& file) {
  require_keys(json, "/problem",
               {"outline", "fixels", "walls", "goal", "force", "torque", "at", "anchor", "anchor_tolerance",
                "gyration_radius", "mass", "center_of_mass", "fixel_tolerance", "outline_tolerance"});
  read_loops(member(json, "outline"), "/problem/outline", file.outline, file.holes);
  file.sides = sides_in(file.outline, file.holes);
  file.fixel_off = number(json, "fixel_tolerance", 0);
  file.outline_off = number(json, "outline_tolerance", 0);
  read_fixels(member(json, "fixels"), file);
  if (const Json* walls = json.find("walls")) read_walls(*walls, file);
  read_goal(member(json, "goal"), file);
  file.force = point(json, "force");
  file.torque = number(json, "torque");
  file.at = point(json, "at");
  file.has_anchor = !member(json, "anchor").is(Json::Kind::null);
  if (file.has_anchor) file.anchor = point(json, "anchor");
  file.anchor_off = number(json, "anchor_tolerance", 0);
  file.rho = number(json, "gyration_radius", 1 / kLargestLength);
  file.mass = number(json, "mass", 0);
  file.center_of_mass = point(json, "center_of_mass");
}

void read_twists(const Json& texts, CertificateFile& file) {
  std::vector<double> all;
  for (const Json& text : texts.items) {
    const char *at = text.text.data(), *last = at + text.text.size();
    while (at < last) {
      const auto [end, error] = from_chars(at, last, all.emplace_back());
      if (error != std::errc() || !(std::fabs(all.back()) <= kLargestTwist)) malformed("/twists");
      at = end + (end < last && *end == ' ' ? 1 : 0);
      if (at == end && end < last) malformed("/twists");
    }
  }
  if (all.size() % 3 != 0) malformed("/twists");
  for (std::size_t k = 0; k < all.size(); k += 3) file.twists.push_back({{all[k], all[k + 1]}, all[k + 2]});
}

}  // namespace

CertificateFile read_certificate(std::string_view text) {
  Validator faults;
  const auto json = parse_json(text, faults);
  faults.finish();
  if (!json || !json->is(Json::Kind::object) || member(*json, "certificate").text != "energy")
    malformed("/certificate");
  require_keys(*json, "",
               {"pawl", "certificate", "name", "part", "problem", "depth", "centre", "half", "seed", "tree", "twists"});
  if (number(*json, "pawl") != 1)
    throw InputError("/pawl", quoted(member(*json, "pawl")), "unknown version; expected 1");
  CertificateFile file;
  file.name = words(*json, "name");
  file.part = words(*json, "part");
  read_problem(member(*json, "problem"), file);
  file.depth = number(*json, "depth");
  const auto centre = numbers(member(*json, "centre"), "centre", 3), half = numbers(member(*json, "half"), "half", 3),
             seed = numbers(member(*json, "seed"), "seed", 3);
  for (std::size_t k = 0; k < 3; ++k) {
    file.root.centre[k] = centre[k];
    file.root.half[k] = half[k];
    file.seed.half[k] = seed[k];
    if (!(half[k] > 0) || !(seed[k] > 0)) malformed("/half or /seed");
  }
  if (std::fabs(centre[2]) + half[2] > kFurthestTurn) malformed("/half");
  file.tree = words(*json, "tree");
  read_twists(member(*json, "twists"), file);
  return file;
}

}  // namespace pawl::internal::inline verify
