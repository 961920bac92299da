// SPDX-License-Identifier: MIT
#include "answers/cone_json.h"

#include <algorithm>
#include <numeric>

namespace pawl::answers {
namespace {

/// Rows turned into the world, in lexicographic order there.
struct TurnedRows {
  Json rows = Json::array();
  Json exact = Json::array();
  std::vector<std::size_t> order;  ///< order[k]: which row of the cone is printed k-th
};

bool less(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
}

/// A line's or equality's sign is free: the first entry that is not zero is positive.
Eigen::Vector3d line_sign(const Eigen::Vector3d& v) {
  for (int k = 0; k < 3; ++k) {
    if (v[k] != 0) return v[k] < 0 ? Eigen::Vector3d(-v) : v;
  }
  return v;
}

TurnedRows turned(const Cone::Rows& rows, const Cone::ExactRows& exact, const ContactSet& set, bool lines) {
  Cone::Rows world;
  for (const Eigen::Vector3d& row : rows) {
    world.push_back(set.to_world(row));
    if (lines && set.angle != 0) world.back() = line_sign(world.back());
  }
  TurnedRows result;
  result.order.resize(rows.size());
  std::iota(result.order.begin(), result.order.end(), std::size_t{0});
  if (set.angle != 0) {
    std::sort(result.order.begin(), result.order.end(),
              [&](std::size_t a, std::size_t b) { return less(world[a], world[b]); });
  }
  for (const std::size_t k : result.order) {
    result.rows.push_back(to_json(world[k]));
    result.exact.push_back(exact[k]);
  }
  return result;
}

Json renumbered(const std::vector<std::vector<int>>& excluded, const std::vector<std::size_t>& order) {
  std::vector<int> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<int>(k);
  std::vector<std::vector<int>> sets;
  for (const std::vector<int>& faces : excluded) {
    std::vector<int>& printed = sets.emplace_back();
    for (const int face : faces) printed.push_back(place[static_cast<std::size_t>(face)]);
    std::sort(printed.begin(), printed.end());
  }
  std::sort(sets.begin(), sets.end());
  return Json(sets);
}

}  // namespace

namespace {

struct Printed {
  Json cone;
  std::vector<std::size_t> face_order;
};

Printed print(const Cone& cone, const ContactSet& set, bool exact) {
  const TurnedRows rays = turned(cone.rays(), cone.exact_rays(), set, false);
  const TurnedRows lines = turned(cone.lines(), cone.exact_lines(), set, true);
  const TurnedRows faces = turned(cone.faces(), cone.exact_faces(), set, false);
  const TurnedRows equalities = turned(cone.equalities(), cone.exact_equalities(), set, true);
  Printed printed{{}, faces.order};
  printed.cone = {{"dimension", cone.dimension()},
                  {"rays", rays.rows},
                  {"lines", lines.rows},
                  {"faces", faces.rows},
                  {"equalities", equalities.rows}};
  if (exact) {
    printed.cone["exact"] = {{"frame", set.angle == 0 ? "world" : "body"},
                             {"rays", rays.exact},
                             {"lines", lines.exact},
                             {"faces", faces.exact},
                             {"equalities", equalities.exact}};
  }
  return printed;
}

}  // namespace

Json print_cone(const Cone& cone, const ContactSet& set) { return print(cone, set, false).cone; }

PrintedCone print_cone(const WrenchCone& wrench_cone, const ContactSet& set, bool exact) {
  Printed printed = print(wrench_cone.cone, set, exact);
  return {std::move(printed.cone), renumbered(wrench_cone.excluded, printed.face_order)};
}

}  // namespace pawl::answers
