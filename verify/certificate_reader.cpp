// SPDX-License-Identifier: MIT
#include "verify/certificate_reader.h"

#include <pawl/base/bounds.h>

#include <algorithm>
#include <cmath>

#include "base/charconv.h"
#include "base/faults.h"
#include "io/json.h"

namespace pawl::internal::inline verify {
namespace {

using Json = JsonValue;

constexpr double kFurthestTurn = 8;  ///< largest permitted |centre| + half-size of a domain's range of angles, rad

[[noreturn]] void malformed(const std::string& pointer) {
  throw InputError(pointer, "", "missing or malformed; expected as in a certificate");
}

const Json& member(const Json& object, const std::string& pointer, const char* key) {
  const Json* found = object.find(key);
  if (found == nullptr) malformed(pointer + "/" + key);
  return *found;
}

/// Throws InputError for an unknown key. Such a key may come from a later version and change the meaning of the other
/// keys.
void require_keys(const Json& object, const std::string& pointer, const std::vector<std::string_view>& known) {
  if (!object.is(Json::Kind::object)) malformed(pointer);
  for (std::size_t k = 0; k < object.size(); ++k) {
    if (std::find(known.begin(), known.end(), object.keys[k]) != known.end()) continue;
    throw InputError(child(pointer, object.keys[k]), quoted(object.items[k]),
                     "unknown key; expected only those of a certificate");
  }
}

const std::string& words(const Json& object, const std::string& pointer, const char* key) {
  const Json& value = member(object, pointer, key);
  if (!value.is(Json::Kind::string)) malformed(pointer + "/" + key);
  return value.text;
}

double number(const Json& object, const std::string& pointer, const char* key, double least = -kLargestLength) {
  const Json& value = member(object, pointer, key);
  if (!value.is(Json::Kind::number) || !(value.number >= least) || !(value.number <= kLargestLength))
    malformed(pointer + "/" + key);
  return value.number;
}

/// Returns the numbers of a JSON array. Throws InputError unless the array has exactly `count` entries, all of them
/// numbers of bounded size.
std::vector<double> numbers(const Json& list, const std::string& pointer, std::size_t count) {
  std::vector<double> found;
  for (const Json& entry : list.items) {
    if (!entry.is(Json::Kind::number) || !(std::fabs(entry.number) <= kLargestLength)) malformed(pointer);
    found.push_back(entry.number);
  }
  if (!list.is(Json::Kind::array) || found.size() != count) malformed(pointer);
  return found;
}
Point point(const Json& object, const std::string& pointer, const char* key) {
  const std::vector<double> two = numbers(member(object, pointer, key), pointer + "/" + key, 2);
  return {two[0], two[1]};
}
void read_pose(const Json& object, const std::string& pointer, const char* key, double (&pose)[3]) {
  const std::vector<double> three = numbers(member(object, pointer, key), pointer + "/" + key, 3);
  std::copy(three.begin(), three.end(), pose);
}

/// Returns the entries of an array.
const std::vector<Json>& list_of(const Json& json, const std::string& pointer) {
  if (!json.is(Json::Kind::array)) malformed(pointer);
  return json.items;
}

/// Reads a loop, which is an object with the key "disc" or "sides". If `beside` is not null, the object may also have
/// the key `beside`.
Outline loop_of(const Json& json, const std::string& pointer, const char* beside) {
  const char* kind = json.find("disc") != nullptr ? "disc" : "sides";
  require_keys(json, pointer, {kind, beside != nullptr ? beside : kind});
  if (const Json* disc = json.find("disc")) {
    const std::vector<double> three = numbers(*disc, pointer + "/disc", 3);
    return Disc{{three[0], three[1]}, three[2]};
  }
  Path path;
  for (const Json& corner : list_of(member(json, pointer, "sides"), pointer + "/sides")) {
    const std::vector<double> three = numbers(corner, pointer + "/sides", 3);
    path.vertices.emplace_back(three[0], three[1]);
    path.bulges.push_back(three[2]);
  }
  if (std::any_of(path.bulges.begin(), path.bulges.end(), [](double bulge) { return bulge != 0; })) return path;
  return Polygon{path.vertices};
}

/// Reads the outline and the holes of the part or of a wall. `pointer` is the JSON pointer of the object.
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

/// Adds `solid` to the solids of a problem, and its features to the lists of fixels and of wall edges.
void add_features(CertificateProblem::Solid solid, double friction, CertificateProblem& problem) {
  solid.first_fixel = problem.fixels.size();
  solid.first_edge = problem.wall_edges.size();
  const std::size_t of_circle = solid.round ? 2 : 0;  // both edges of a disc are one feature
  if (solid.round) problem.fixels.push_back({solid.sides[0].centre, solid.sides[0].radius, friction});
  for (std::size_t k = of_circle; k < solid.sides.size(); ++k) {
    const OutlineEdge& edge = solid.sides[k];
    if (edge.bend >= 0) {
      const auto ends_here = [&](const OutlineEdge& other) { return other.to == edge.from; };
      const auto before = std::find_if(solid.sides.begin(), solid.sides.end(), ends_here);
      const double skew = std::max(skew_of(*before, problem.fixel_off), skew_of(edge, problem.fixel_off));
      problem.fixels.push_back({edge.from, 0, friction, -edge.corner, edge.bend + skew + kSmooth + kAngleRounding});
    }
    if (edge.convex_arc()) {
      const double half = edge.sweep / 2 + edge.joint + kAngleRounding;
      problem.fixels.push_back({edge.centre, edge.radius, friction, edge.middle, half});
    } else {
      problem.wall_edges.push_back({edge, friction});
    }
  }
  solid.last_fixel = problem.fixels.size();
  solid.last_edge = problem.wall_edges.size();
  problem.solids.push_back(std::move(solid));
}

/// Returns the edges of a diamond pin, which is the part of a disc between two parallel flats. The points between the
/// flats are those p with |p . d| <= width / 2, where p is relative to the pin's centre and d is the unit vector along
/// pin.diamond.
std::vector<OutlineEdge> diamond_sides(const CertificateProblem::StatedFixel& pin) {
  const double a = pin.diamond_width / 2, b = std::sqrt((pin.radius - a) * (pin.radius + a));
  const double bulge = std::tan(std::asin(a / pin.radius) / 2);
  std::vector<OutlineEdge> sides = sides_of({{a, -b}, {a, b}, {-a, b}, {-a, -b}}, {0, bulge, 0, bulge});
  for (OutlineEdge& side : sides) side = side.moved(pin.diamond / std::abs(pin.diamond), pin.at);
  return sides;
}

void read_fixels(const Json& list, CertificateProblem& problem) {
  const std::string all = "/problem/fixels";
  for (const Json& entry : list_of(list, all)) {
    const std::string pointer = child(all, problem.stated_fixels.size());
    const bool diamond = entry.size() == 7;
    const std::vector<double> n = numbers(entry, pointer, diamond ? 7 : 4);
    if (!(n[2] >= 0) || !(n[3] >= 0)) malformed(pointer);
    CertificateProblem::StatedFixel fixel{{n[0], n[1]}, n[2], n[3], 0, 0};
    CertificateProblem::Solid solid;
    if (diamond) {
      fixel.diamond = {n[4], n[5]};
      fixel.diamond_width = n[6];
      const bool valid = std::abs(fixel.diamond) > 0 && n[6] > 0 && n[6] < 2 * fixel.radius;
      if (!valid) malformed(pointer);
      solid.sides = diamond_sides(fixel);
      add_features(std::move(solid), fixel.friction, problem);
    } else {
      solid.first_edge = solid.last_edge = problem.wall_edges.size();
      solid.first_fixel = problem.fixels.size();
      solid.last_fixel = solid.first_fixel + 1;
      problem.fixels.push_back({fixel.at, fixel.radius, fixel.friction});
      problem.solids.push_back(std::move(solid));
    }
    problem.stated_fixels.push_back(fixel);
  }
}

void read_walls(const Json& list, CertificateProblem& problem) {
  for (const Json& json : list_of(list, "/problem/walls")) {
    const std::string pointer = child("/problem/walls", problem.walls.size());
    require_keys(json, pointer, {"outline", "pose", "friction"});
    CertificateProblem::StatedWall& wall = problem.walls.emplace_back();
    read_loops(member(json, pointer, "outline"), pointer + "/outline", wall.outline, wall.holes);
    read_pose(json, pointer, "pose", wall.pose);
    wall.friction = number(json, pointer, "friction", 0);
    CertificateProblem::Solid solid;
    solid.round = std::holds_alternative<Disc>(wall.outline);
    solid.whole_disc = solid.round && wall.holes.empty();
    const Point turn = std::polar(1., wall.pose[2]);
    for (const OutlineEdge& edge : sides_in(wall.outline, wall.holes)) {
      if (edge.sweep != 0 && problem.fixel_off > 0)
        malformed("/problem/fixel_tolerance");  // a fixel tolerance is permitted only if no wall has arcs
      solid.sides.push_back(edge.moved(turn, {wall.pose[0], wall.pose[1]}));
    }
    add_features(std::move(solid), wall.friction, problem);
  }
}

void read_goal(const Json& list, EnergyFile& file) {
  const std::string pointer = "/problem/goal";
  for (const Json& entry : list_of(list, pointer)) {
    const bool wall = entry.is(Json::Kind::array);
    const std::vector<double> values = wall ? numbers(entry, pointer, 5) : std::vector{entry.number, 0., 0., 0., 0.};
    if (!wall && !entry.is(Json::Kind::number)) malformed(pointer);
    const std::size_t count = wall ? file.problem.walls.size() : file.problem.stated_fixels.size();
    const bool known = values[0] >= 1 && values[0] <= static_cast<double>(count) && values[0] == std::floor(values[0]);
    if (!known) malformed(pointer);
    const Point at(values[1], values[2]), normal(values[3], values[4]);
    if (wall && !(std::abs(normal) > 0)) malformed(pointer);
    const EnergyFile::Goal goal{static_cast<std::size_t>(values[0]) - 1, wall, at,
                                wall ? normal / std::abs(normal) : 0};
    if (std::count(file.goal.begin(), file.goal.end(), goal) > 0) malformed(pointer);
    file.goal.push_back(goal);
  }
  if (file.goal.size() != 3) malformed(pointer);
}

/// Reads a problem. `more` lists the keys that are permitted in addition to those that both kinds of certificates have.
void read_problem(const Json& json, const std::vector<std::string_view>& more, CertificateProblem& problem) {
  const std::string pointer = "/problem";
  std::vector<std::string_view> known{"outline", "fixels",         "walls",           "gyration_radius",
                                      "mass",    "center_of_mass", "fixel_tolerance", "outline_tolerance"};
  known.insert(known.end(), more.begin(), more.end());
  require_keys(json, pointer, known);
  read_loops(member(json, pointer, "outline"), pointer + "/outline", problem.outline, problem.holes);
  problem.sides = sides_in(problem.outline, problem.holes);
  problem.fixel_off = number(json, pointer, "fixel_tolerance", 0);
  problem.outline_off = number(json, pointer, "outline_tolerance", 0);
  for (const OutlineEdge& edge : problem.sides) {
    if (edge.sweep != 0 && problem.outline_off > 0)
      malformed(pointer + "/outline_tolerance");  // an outline tolerance is permitted only if the outline has no arcs
  }
  read_fixels(member(json, pointer, "fixels"), problem);
  if (const Json* walls = json.find("walls")) read_walls(*walls, problem);
  problem.rho = number(json, pointer, "gyration_radius", 1 / kLargestLength);
  problem.mass = number(json, pointer, "mass", 0);
  problem.center_of_mass = point(json, pointer, "center_of_mass");
}

/// Reads those keys of a load that both kinds of certificates have.
CertificateLoad read_load(const Json& json, const std::string& pointer) {
  CertificateLoad load;
  load.force = point(json, pointer, "force");
  load.torque = number(json, pointer, "torque");
  load.at = point(json, pointer, "at");
  load.has_anchor = !member(json, pointer, "anchor").is(Json::Kind::null);
  if (load.has_anchor) load.anchor = point(json, pointer, "anchor");
  load.anchor_off = number(json, pointer, "anchor_tolerance", 0);
  return load;
}

/// Reads the domain of a tree: a box with positive half-sizes, whose angles are at most kFurthestTurn.
CertificateBox read_domain(const Json& json, const std::string& pointer) {
  CertificateBox box;
  read_pose(json, pointer, "centre", box.centre);
  read_pose(json, pointer, "half", box.half);
  for (const double half : box.half) {
    if (!(half > 0)) malformed(pointer + "/half");
  }
  if (!(std::fabs(box.centre[2]) + box.half[2] <= kFurthestTurn)) malformed(pointer + "/half");
  return box;
}

std::vector<CertificateTwist> read_twists(const Json& texts, const std::string& pointer) {
  std::vector<double> all;
  for (const Json& text : list_of(texts, pointer)) {
    if (!text.is(Json::Kind::string)) malformed(pointer);
    const char *at = text.text.data(), *last = at + text.text.size();
    while (at < last) {
      const auto [end, error] = from_chars(at, last, all.emplace_back());
      if (error != std::errc() || !(std::fabs(all.back()) <= kLargestTwist)) malformed(pointer);
      at = end + (end < last && *end == ' ' ? 1 : 0);
      if (at == end && end < last) malformed(pointer);
    }
  }
  if (all.size() % 3 != 0) malformed(pointer);
  std::vector<CertificateTwist> twists;
  for (std::size_t k = 0; k < all.size(); k += 3) twists.push_back({{all[k], all[k + 1]}, all[k + 2]});
  return twists;
}

EnergyFile read_energy(const Json& json) {
  require_keys(json, "",
               {"pawl", "certificate", "name", "part", "drawing", "problem", "depth", "centre", "half", "seed", "tree", "twists"});
  EnergyFile file;
  const Json& problem = member(json, "", "problem");
  read_problem(problem, {"goal", "force", "torque", "at", "anchor", "anchor_tolerance"}, file.problem);
  read_goal(member(problem, "/problem", "goal"), file);
  file.load = read_load(problem, "/problem");
  file.depth = number(json, "", "depth");
  file.root = read_domain(json, "");
  read_pose(json, "", "seed", file.seed.half);
  for (const double half : file.seed.half) {
    if (!(half > 0)) malformed("/seed");
  }
  file.tree = words(json, "", "tree");
  file.twists = read_twists(member(json, "", "twists"), "/twists");
  return file;
}

/// Reads a load that may have tolerances. A pull towards an anchor must have no torque, and no tolerance except that of
/// the anchor.
CertificateLoad read_step_load(const Json& json, const std::string& pointer) {
  require_keys(json, pointer,
               {"force", "torque", "at", "anchor", "anchor_tolerance", "direction_tolerance", "at_tolerance", "support",
                "support_radius", "reference"});
  CertificateLoad load = read_load(json, pointer);
  load.direction_off = number(json, pointer, "direction_tolerance", 0);
  load.at_off = number(json, pointer, "at_tolerance", 0);
  load.support = number(json, pointer, "support", 0);
  load.support_radius = number(json, pointer, "support_radius", 0);
  read_pose(json, pointer, "reference", load.reference);
  if (!(load.direction_off < std::acos(0.)) || (load.has_anchor && load.direction_off != 0))
    malformed(pointer + "/direction_tolerance");
  if (load.has_anchor && load.at_off != 0) malformed(pointer + "/at_tolerance");
  if (load.has_anchor && load.torque != 0) malformed(pointer + "/torque");
  if (!load.has_anchor && load.anchor_off != 0) malformed(pointer + "/anchor_tolerance");
  return load;
}

/// Reads a domain whose range of angles must be less than a full turn, so that each pose occurs only once in the
/// domain.
CertificateBox read_narrow_domain(const Json& json, const std::string& pointer) {
  const CertificateBox box = read_domain(json, pointer);
  if (!(box.half[2] < std::acos(-1.))) malformed(pointer + "/half");
  return box;
}

RegionFile::Step read_step(const Json& json, const std::string& pointer, bool swept) {
  std::vector<std::string_view> known{"load", "centre", "half", "tree", "twists"};
  if (swept) known.emplace_back("sweep");
  require_keys(json, pointer, known);
  RegionFile::Step step;
  step.load = read_step_load(member(json, pointer, "load"), pointer + "/load");
  step.root = read_narrow_domain(json, pointer);
  step.tree = words(json, pointer, "tree");
  step.twists = read_twists(member(json, pointer, "twists"), pointer + "/twists");
  if (!swept) return step;
  const Json& sweep = member(json, pointer, "sweep");
  const std::string within = pointer + "/sweep";
  require_keys(sweep, within, {"rise", "centre", "half", "tree"});
  step.sweep = {number(sweep, within, "rise", 0), read_narrow_domain(sweep, within), words(sweep, within, "tree")};
  return step;
}

RegionFile read_region(const Json& json) {
  require_keys(
      json, "",
      {"pawl", "certificate", "name", "part", "drawing", "problem", "start", "steps", "residual_energy", "swept", "displacement"});
  RegionFile file;
  read_problem(member(json, "", "problem"), {}, file.problem);
  const Json& start = member(json, "", "start");
  require_keys(start, "/start", {"centre", "half", "energy"});
  read_pose(start, "/start", "centre", file.start.centre);
  read_pose(start, "/start", "half", file.start.half);
  for (const double half : file.start.half) {
    if (!(half >= 0)) malformed("/start/half");
  }
  file.start_energy = number(start, "/start", "energy", 0);
  const Json& swept = member(json, "", "swept");
  if (!swept.is(Json::Kind::boolean)) malformed("/swept");
  file.swept = swept.text == "true";
  if (!member(json, "", "residual_energy").is(Json::Kind::null))
    file.residual_energy = number(json, "", "residual_energy", 0);
  for (const Json& step : list_of(member(json, "", "steps"), "/steps")) {
    const std::size_t index = file.steps.size();
    file.steps.push_back(read_step(step, child("/steps", index), file.swept && index > 0));
  }
  if (file.steps.empty()) malformed("/steps");
  file.displacement = number(json, "", "displacement", 0);
  return file;
}

}  // namespace

CertificateFile read_certificate(std::string_view text) {
  Validator faults;
  const auto json = parse_json(text, faults);
  faults.finish();
  if (!json || !json->is(Json::Kind::object)) malformed("/certificate");
  const std::string& kind = member(*json, "", "certificate").text;
  if (kind != "energy" && kind != "region") malformed("/certificate");
  if (number(*json, "", "pawl") != 1)
    throw InputError("/pawl", quoted(member(*json, "", "pawl")), "unknown version; expected 1");
  CertificateFile file = kind == "energy" ? CertificateFile(read_energy(*json)) : CertificateFile(read_region(*json));
  CertificateProblem& problem = std::visit([](auto& read) -> CertificateProblem& { return read.problem; }, file);
  problem.name = words(*json, "", "name");
  problem.part = words(*json, "", "part");
  if (json->find("drawing") != nullptr) problem.drawing = words(*json, "", "drawing");
  return file;
}

}  // namespace pawl::internal::inline verify
