// SPDX-License-Identifier: MIT
#include "certificate_reader.h"

#include <pawl/base/bounds.h>

#include <algorithm>
#include <cmath>

#include "base/charconv.h"
#include "base/validator.h"
#include "io/parse_json.h"

namespace pawl::internal {
namespace {

using Json = JsonValue;

constexpr double kFurthestTurn = 8;  ///< rad, of a pose

[[noreturn]] void malformed(const std::string& where) { throw InputError(where, "", "is not as a certificate has it"); }

const Json& member(const Json& object, const char* key) {
  const Json* found = object.find(key);
  if (found == nullptr) malformed(std::string("/") + key);
  return *found;
}

/// An unknown key may be one of a later version that changes what the others mean.
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

/// So many bounded numbers.
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

Outline outline_of(const Json& json) {
  const bool is_disc = json.find("disc") != nullptr;
  require_keys(json, "/problem/outline", {is_disc ? "disc" : "sides"});
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

std::vector<Side> sides_in(const Outline& outline) {
  if (const auto* disc = std::get_if<Disc>(&outline)) {
    const Point centre(disc->center.x(), disc->center.y()), arm(disc->radius);
    return sides_of({centre + arm, centre - arm}, {1, 1});
  }
  const auto* path = std::get_if<Path>(&outline);
  const auto& vertices = path != nullptr ? path->vertices : std::get<Polygon>(outline).vertices;
  std::vector<Point> corners;
  for (const auto& vertex : vertices) corners.emplace_back(vertex.x(), vertex.y());
  return sides_of(corners, path != nullptr ? path->bulges : std::vector<double>(corners.size(), 0));
}

void read_problem(const Json& json, CertificateFile& file) {
  require_keys(json, "/problem",
               {"outline", "fixels", "goal", "force", "torque", "at", "anchor", "anchor_tolerance", "gyration_radius",
                "mass", "center_of_mass", "fixel_tolerance", "outline_tolerance"});
  file.outline = outline_of(member(json, "outline"));
  validate(file.outline, "/problem/outline");
  file.sides = sides_in(file.outline);
  for (const Json& fixel : member(json, "fixels").items) {
    const std::vector<double> four = numbers(fixel, "fixels", 4);
    if (!(four[2] >= 0) || !(four[3] >= 0)) malformed("/fixels");
    file.fixels.push_back({{four[0], four[1]}, four[2], four[3]});
  }
  for (const double i : numbers(member(json, "goal"), "goal", 3)) {
    const bool known = i >= 1 && i <= static_cast<double>(file.fixels.size()) && i == std::floor(i);
    const auto fixel = known ? static_cast<std::size_t>(i) - 1 : 0;
    if (!known || std::count(file.goal.begin(), file.goal.end(), fixel) > 0) malformed("/goal");
    file.goal.push_back(fixel);
  }
  file.force = point(json, "force");
  file.torque = number(json, "torque");
  file.at = point(json, "at");
  file.has_anchor = !member(json, "anchor").is(Json::Kind::null);
  if (file.has_anchor) file.anchor = point(json, "anchor");
  file.anchor_off = number(json, "anchor_tolerance", 0);
  file.rho = number(json, "gyration_radius", 1 / kLargestLength);
  file.mass = number(json, "mass", 0);
  file.center_of_mass = point(json, "center_of_mass");
  file.fixel_off = number(json, "fixel_tolerance", 0);
  file.outline_off = number(json, "outline_tolerance", 0);
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

}  // namespace pawl::internal
