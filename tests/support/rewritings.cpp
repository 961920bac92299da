// SPDX-License-Identifier: MIT
#include "support/rewritings.h"

#include <fmt/format.h>
#include <pawl/io/contact_list.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

#include "exact/orientation.h"

namespace pawl::oracle {
namespace {

using Vector = Eigen::Vector2d;

Path path_of(const Outline& outline) {
  if (const auto* path = std::get_if<Path>(&outline)) return *path;
  Path path{std::get<Polygon>(outline).vertices, {}};
  path.bulges.resize(path.vertices.size(), 0);
  return path;
}

Outline outline_of(Path path) {
  if (std::any_of(path.bulges.begin(), path.bulges.end(), [](double bulge) { return bulge != 0; })) return path;
  return Polygon{std::move(path.vertices)};
}

const Outline& outline_in(const Part& part) { return *part.outline; }
const Outline& outline_in(const Wall& wall) { return wall.outline; }

Outline map_outline(const Outline& outline, const std::function<Vector(const Vector&)>& map, double radius) {
  if (const auto* disc = std::get_if<Disc>(&outline)) return Disc{map(disc->center), radius * disc->radius};
  Path path = path_of(outline);
  for (Vector& vertex : path.vertices) vertex = map(vertex);
  return outline_of(std::move(path));
}

/// Applies a map to the outline and to the holes of a body. The body is a Part with an outline, or a Wall.
template <class Body>
void map_loops(Body& body, const std::function<Outline(const Outline&)>& map) {
  body.outline = map(outline_in(body));
  for (Outline& hole : body.holes) hole = map(hole);
}

/// Returns a path in the opposite direction. A mirror image of an outline is reversed in this way to keep its
/// orientation.
Outline reversed(const Outline& outline) {
  if (std::holds_alternative<Disc>(outline)) return outline;
  Path path = path_of(outline);
  std::reverse(path.vertices.begin(), path.vertices.end());
  // Segment i of the original goes from vertex i to i + 1. In the reversed path, it ends at vertex i.
  std::reverse(path.bulges.begin(), path.bulges.end());
  std::rotate(path.bulges.begin(), path.bulges.begin() + 1, path.bulges.end());
  return outline_of(std::move(path));
}

/// Returns an outline with additional vertices: one in the middle of each straight edge, and one that divides each arc
/// in two.
Outline halved(const Outline& outline) {
  if (std::holds_alternative<Disc>(outline)) return outline;
  const Path path = path_of(outline);
  Path halves;
  for (std::size_t i = 0; i < path.vertices.size(); ++i) {
    const Vector &from = path.vertices[i], &to = path.vertices[(i + 1) % path.vertices.size()];
    const double bulge = path.bulges[i];
    const Vector chord = to - from;
    // The middle of an arc is on the right of its chord. Its distance from the chord is half the bulge times the length
    // of the chord.
    const Vector middle = (from + to) / 2 - bulge / 2 * Vector(-chord.y(), chord.x());
    const double half = bulge == 0 ? 0 : (std::sqrt(1 + bulge * bulge) - 1) / bulge;
    halves.vertices.insert(halves.vertices.end(), {from, middle});
    halves.bulges.insert(halves.bulges.end(), {half, half});
  }
  return outline_of(std::move(halves));
}

/// Rotates the fixels and the walls of a task about the origin of the frame in which they are stated.
void turn_fixture(Task& task, double angle) {
  const auto turn = [&](const Vector& v) { return internal::turned(v, angle); };
  for (Fixel& fixel : task.fixels) {
    fixel.at = turn(fixel.at);
    if (fixel.normal) fixel.normal = turn(*fixel.normal);
    if (fixel.diamond) fixel.diamond = turn(*fixel.diamond);
  }
  for (Wall& wall : task.walls) {
    wall.pose.head<2>() = turn(Vector(wall.pose.head<2>()));
    wall.pose.z() += angle;
  }
}

}  // namespace

std::string Rewriting::letters(const std::string& original) const {
  std::string result = original;
  if (!mirrored) return result;
  for (char& letter : result) letter = letter == 'l' ? 'r' : letter == 'r' ? 'l' : letter;
  return result;
}

Eigen::Vector3d Rewriting::wrench(const Eigen::Vector3d& original) const {
  const double side = mirrored ? -1 : 1;
  const Vector force = internal::turned(Vector(side * original.x(), original.y()), drawn_angle);
  return {force.x(), force.y(), side * length * original.z()};
}

Eigen::Vector3d Rewriting::original_wrench(const Eigen::Vector3d& wrench) const {
  const double side = mirrored ? -1 : 1;
  const Vector force = internal::turned(Vector(wrench.head<2>()), -drawn_angle);
  return {side * force.x(), force.y(), side * wrench.z() / length};
}

Task turned(const Task& task, double angle, bool in_part_frame) {
  Task result = task;
  result.pose.z() += angle;
  result.pose.head<2>() = internal::turned(Vector(task.pose.head<2>()), angle);
  if (in_part_frame) {
    result.frame = Task::Frame::part;
    return result;
  }
  turn_fixture(result, angle);
  return result;
}

Task redrawn(const Task& task, double angle) {
  const auto map = [&](const Vector& v) { return internal::turned(v, angle); };
  Task result = task;
  map_loops(result.part, [&](const Outline& outline) { return map_outline(outline, map, 1); });
  if (result.part.center_of_mass) result.part.center_of_mass = map(*result.part.center_of_mass);
  turn_fixture(result, angle);
  return result;
}

Task mirrored(const Task& task) {
  const auto map = [](const Vector& v) { return Vector(-v.x(), v.y()); };
  Task result = task;
  const auto mirror = [&](const Outline& outline) { return reversed(map_outline(outline, map, 1)); };
  map_loops(result.part, mirror);
  if (result.part.center_of_mass) result.part.center_of_mass = map(*result.part.center_of_mass);
  result.pose.x() = -result.pose.x();
  for (Fixel& fixel : result.fixels) {
    fixel.at = map(fixel.at);
    if (fixel.normal) fixel.normal = map(*fixel.normal);
    if (fixel.diamond) fixel.diamond = map(*fixel.diamond);
  }
  for (Wall& wall : result.walls) {
    map_loops(wall, mirror);
    wall.pose.x() = -wall.pose.x();
    wall.pose.z() = -wall.pose.z();
  }
  return result;
}

Task scaled(const Task& task, double factor) {
  // Returns the double that is nearest to a decimal. The product with a rounded conversion factor may be another
  // double.
  const auto decimal = [](double value) { return std::stod(fmt::format("{:.12g}", value)); };
  const auto size = [&](double length) { return decimal(length * factor); };
  const auto map = [&](const Vector& v) { return Vector(size(v.x()), size(v.y())); };
  Task result = task;
  const auto scale = [&](const Outline& outline) {
    Outline larger = map_outline(outline, map, factor);
    if (auto* disc = std::get_if<Disc>(&larger)) disc->radius = decimal(disc->radius);
    return larger;
  };
  map_loops(result.part, scale);
  if (result.part.center_of_mass) result.part.center_of_mass = map(*task.part.center_of_mass);
  if (result.part.inertia) result.part.inertia = decimal(*task.part.inertia * factor * factor);
  result.pose.head<2>() = map(Vector(task.pose.head<2>()));
  result.contact_tolerance *= factor;
  for (Fixel& fixel : result.fixels) {
    fixel.at = map(fixel.at);
    fixel.radius = size(fixel.radius);
    fixel.diamond_width = size(fixel.diamond_width);
  }
  for (Wall& wall : result.walls) {
    map_loops(wall, scale);
    wall.pose.head<2>() = map(Vector(wall.pose.head<2>()));
  }
  result.reach = size(result.reach);
  return result;
}

Task with_rounded_mass(const Task& task) {
  const ContactSet set = find_contacts(task);
  Task result = task;
  result.part.center_of_mass = set.center_of_mass + Vector(1.3877787807814457e-17, -2.7755575615628914e-17);
  result.part.mass = set.mass;
  result.part.inertia = std::nextafter(set.inertia, std::numeric_limits<double>::infinity());
  return result;
}

Task split(const Task& task) {
  Task result = task;
  map_loops(result.part, halved);
  for (Wall& wall : result.walls) map_loops(wall, halved);
  return result;
}

std::vector<Rewriting> rewritings(const Task& task, int angles) {
  std::vector<Rewriting> list;
  for (int k = 1; k < angles; ++k) {
    const double angle = 2 * std::numbers::pi * k / angles;
    const std::string name = "turned by " + std::to_string(360. * k / angles) + " degrees";
    list.push_back({name, turned(task, angle)});
    list.push_back({name + " in the part's frame", turned(task, angle, true)});
    list.push_back({"drawn " + name, redrawn(task, angle), false, 1, angle});
  }
  list.push_back({"mirrored", mirrored(task), true});
  list.push_back({"mirrored and turned", turned(mirrored(task), .3), true});
  for (const double factor : {1000., .01}) list.push_back({"scaled", scaled(task, factor), false, factor});
  list.push_back({"with a rounded centre of mass and inertia", with_rounded_mass(task)});
  list.push_back({"split", split(task)});
  list.push_back({"split and turned", turned(split(task), 1.2)});
  return list;
}

}  // namespace pawl::oracle
