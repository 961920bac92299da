// SPDX-License-Identifier: MIT
#include "io/value_checks.h"

namespace pawl::internal::inline io {

using Kind = JsonValue::Kind;

JsonValue json_of(double number) { return {Kind::number, number, fmt::format("{}", number), {}, {}}; }
JsonValue json_of(int number) { return {Kind::number, static_cast<double>(number), fmt::to_string(number), {}, {}}; }
JsonValue json_of(const std::string& text) { return {Kind::string, 0, text, {}, {}}; }

JsonValue json_of(const Polygon& polygon) { return json_of(polygon.vertices); }

JsonValue json_of(const Disc& disc) {
  return JsonObject().with("center", disc.center, disc.center != Disc().center).with("radius", disc.radius);
}

namespace {

/// Returns the JSON form of the path's entry for the end of segment i.
JsonValue segment_json(const Path& path, std::size_t i) {
  const Eigen::Vector2d& to = path.vertices[(i + 1) % path.vertices.size()];
  if (!is_object(path, i)) return json_of(to);
  const int curve = curve_of(path, i);
  return JsonObject().with("to", to).with("bulge", path.bulges[i], path.bulges[i] != 0).with("curve", curve, curve != 0);
}

}  // namespace

int curve_of(const Path& path, std::size_t i) { return path.curves.empty() ? 0 : path.curves[i]; }

bool is_object(const Path& path, std::size_t i) { return path.bulges[i] != 0 || curve_of(path, i) != 0; }

bool has_entry(const Path& path, std::size_t i) {
  return i + 1 < path.vertices.size() || is_object(path, i) || path.vertices.back() == path.vertices.front();
}

/// Returns a path in the form of a file: the start, followed by the ends of the segments, as far as the quote of a
/// value in a message can contain them. If an arc closes the path, the last entry repeats the start. Returns an empty
/// array if the members of the path have different sizes.
JsonValue json_of(const Path& path) {
  JsonValue array{Kind::array, 0, {}, {}, {}};
  const std::size_t count = std::min(path.vertices.size(), path.bulges.size());
  if (count == 0 || (!path.curves.empty() && path.curves.size() < count)) return array;
  array.items.push_back(json_of(path.vertices[0]));
  for (std::size_t i = 0; i < std::min(count, kLongestQuote); ++i) {
    if (has_entry(path, i)) array.items.push_back(segment_json(path, i));
  }
  return array;
}

JsonValue json_of(const Outline& outline) {
  if (const auto* polygon = std::get_if<Polygon>(&outline)) return JsonObject().with("polygon", *polygon);
  if (const auto* disc = std::get_if<Disc>(&outline)) return JsonObject().with("disc", *disc);
  return JsonObject().with("path", std::get<Path>(outline));
}

JsonValue json_of(const Friction& friction) {
  if (friction.split) return JsonObject().with("static", friction.at_rest()).with("kinetic", friction.sliding());
  return friction.is_interval() ? json_of(Eigen::Vector2d(friction.low, friction.high)) : json_of(friction.low);
}

JsonValue json_of(const Fixel& fixel) {
  return JsonObject()
      .with("at", fixel.at)
      .with("friction", fixel.friction)
      .with("radius", fixel.radius, fixel.radius != 0)
      .with("normal", fixel.normal)
      .with("diamond", fixel.diamond)
      .with("diamond_width", fixel.diamond_width, fixel.diamond_width != 0);
}

}  // namespace pawl::internal::inline io
