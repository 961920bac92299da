// SPDX-License-Identifier: MIT
#include "answers/part_json.h"

#include <pawl/base/fault.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "answers/answer.h"

namespace pawl::answers {
namespace {

Json point_json(const Eigen::Vector2d& v) { return Json::array({v.x() + 0.0, v.y() + 0.0}); }

Json path_json(const Path& path) {
  Json entries = Json::array({point_json(path.vertices[0])});
  const std::size_t count = path.vertices.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Json to = point_json(path.vertices[(i + 1) % count]);
    const bool closes = i + 1 == count;
    if (path.bulges[i] != 0) {
      entries.push_back({{"to", to}, {"bulge", path.bulges[i]}});
    } else if (!closes) {
      entries.push_back(to);
    }
  }
  return entries;
}

const char* word_of(DrawnLoop::Kind kind) {
  switch (kind) {
    case DrawnLoop::Kind::outline:
      return "outline";
    case DrawnLoop::Kind::hole:
      return "hole";
    case DrawnLoop::Kind::other:
      break;
  }
  return "other";
}

Json counts_json(const std::map<std::string, int>& counts) {
  Json json = Json::array();
  for (const auto& [what, count] : counts) json.push_back({{"what", what}, {"count", count}});
  return json;
}

Json joined_json(const JoinedEnds& joined) {
  return {{"at", point_json(joined.at)},
          {"gap", joined.gap},
          {"by", joined.by_rounding ? "rounding" : "join"},
          {"kept", text_of(joined.kept)},
          {"moved", text_of(joined.moved)}};
}

Json loop_json(const DrawnLoop& loop, int number) {
  const auto* disc = std::get_if<Disc>(&loop.outline);
  Json json = {{"loop", number}, {"kind", word_of(loop.kind)}};
  json["segments"] = disc != nullptr ? std::size_t{1} : loop.places.size();
  json["area"] = loop.properties.area;
  json["centroid"] = point_json(loop.properties.centroid);
  json["gyration_radius"] = std::sqrt(loop.properties.gyration_squared);
  if (disc != nullptr) json["disc"] = {{"center", point_json(disc->center)}, {"radius", disc->radius}};
  json["begins"] = text_of(loop.places[0]);
  return json;
}

/// On one line, with a blank behind commas and colons.
std::string flat(const Json& value) {
  if (!value.entries() && !value.members()) return value.dump();
  std::string text = value.entries() ? "[" : "{";
  if (value.entries()) {
    for (const Json& entry : *value.entries()) text += (text.size() > 1 ? ", " : "") + flat(entry);
  } else {
    for (const auto& [key, member] : *value.members()) {
      text += (text.size() > 1 ? ", " : "") + Json(key).dump() + ": " + flat(member);
    }
  }
  return text + (value.entries() ? "]" : "}");
}

constexpr std::size_t kWidth = 110;

/// `room`: columns that are left on this line, of which what follows needs some.
std::string broken(const Json& value, const std::string& indent, std::size_t room) {
  const std::string whole = flat(value);
  if (whole.size() <= room || (!value.entries() && !value.members())) return whole;
  const std::string inner = indent + "  ";
  const std::size_t width = kWidth > inner.size() + 20 ? kWidth - inner.size() : 20;
  std::string text = value.entries() ? "[" : "{";
  if (value.members()) {
    for (const auto& [key, member] : *value.members()) {
      const std::string name = Json(key).dump() + ": ";
      text += (text.size() > 1 ? ",\n" : "\n") + inner + name;
      text += broken(member, inner, width > name.size() + 1 ? width - name.size() - 1 : 0);
    }
    return text + "\n" + indent + "}";
  }
  std::size_t column = kWidth + 1;  // the first entry begins a line
  for (const Json& entry : *value.entries()) {
    const std::string one = broken(entry, inner, width - 1);
    const bool fits = column + one.size() + 3 <= kWidth && one.find('\n') == std::string::npos;
    text += (text.size() > 1 ? "," : "") + (fits ? std::string(" ") : "\n" + inner) + one;
    column = one.find('\n') != std::string::npos ? kWidth + 1 : (fits ? column + 2 : inner.size()) + one.size();
  }
  return text + "\n" + indent + "]";
}

}  // namespace

Json outline_json(const Outline& outline) {
  if (const auto* disc = std::get_if<Disc>(&outline)) {
    return {{"disc", Json{{"center", point_json(disc->center)}, {"radius", disc->radius}}}};
  }
  Json json = Json::object();
  if (const auto* path = std::get_if<Path>(&outline)) {
    json["path"] = path_json(*path);
    return json;
  }
  json["polygon"] = Json::array();
  for (const Eigen::Vector2d& vertex : std::get<Polygon>(outline).vertices)
    json["polygon"].push_back(point_json(vertex));
  return json;
}

Json part_json(const Part& part) {
  Json json = Json::object();
  json["outline"] = outline_json(*part.outline);
  if (part.mass) json["mass"] = *part.mass;
  if (part.inertia) json["inertia"] = *part.inertia;
  if (part.center_of_mass) json["center_of_mass"] = point_json(*part.center_of_mass);
  return json;
}

Json drawing_report(const Drawing& drawing, const DrawnPart& part) {
  Json report = Json::object();
  report["format"] = drawing.format;
  report["stated_unit"] = drawing.stated_unit.empty() ? Json(nullptr) : Json(drawing.stated_unit);
  report["entities"] = counts_json(drawing.entities);
  report["left_out"] = counts_json(drawing.left_out);
  report["joined"] = Json::array();
  for (const JoinedEnds& joined : part.joined) report["joined"].push_back(joined_json(joined));
  report["dropped"] = {{"duplicates", part.duplicates}, {"zero_length", part.zero_length}};
  report["shortest_segment"] = part.shortest;
  report["deviation"] = drawing.deviation;
  report["loops"] = Json::array();
  int number = 0;
  for (const DrawnLoop& loop : part.loops) report["loops"].push_back(loop_json(loop, ++number));
  report["area"] = part.properties.area;
  report["centroid"] = point_json(part.properties.centroid);
  report["gyration_radius"] = std::sqrt(part.properties.gyration_squared);
  report["notes"] = Json::array();
  for (const std::string& note : drawing.notes) report["notes"].push_back(note);
  return report;
}

DrawingOptions drawing_options(const PartOptions& given) {
  using Length = Units::Length;
  DrawingOptions options;
  options.layer = given.layer;
  for (const Length length : {Length::m, Length::mm, Length::cm, Length::in}) {
    Units units;
    units.length = length;
    if (given.unit && *given.unit == units.length_name()) options.unit = length;
  }
  if (given.unit && !options.unit) throw InputError("/unit", *given.unit, "must be m, mm, cm or in");
  options.join = given.join.value_or(options.join);
  options.deviation = given.deviation.value_or(options.deviation);
  constexpr long kLargest = std::numeric_limits<int>::max();
  options.loop = static_cast<int>(std::clamp(given.loop, -kLargest, kLargest));
  return options;
}

Json part_document(const std::string& name, const Drawing& drawing, const DrawnPart& drawn) {
  Units units;
  units.length = *drawn.unit;
  Json document = {{"pawl", 1}, {"command", "part"}};
  document["name"] = name;
  document["part"] = part_json(as_part(drawn));
  document["units"] = {{"length", units.length_name()}, {"angle", units.angle_name()}};
  document["report"] = drawing_report(drawing, drawn);
  return document;
}

std::string readable(const Json& value) { return broken(value, "", 0) + "\n"; }

}  // namespace pawl::answers
