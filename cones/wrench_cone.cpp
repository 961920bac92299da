// SPDX-License-Identifier: MIT
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/cones/wrench_cone.h>
#include <pawl/contact/feasible_modes.h>

#include <algorithm>

#include "cone_rows.h"
#include "contact/force_edges.h"
#include "contact/motion_cone.h"
#include "enrsv_route.h"
#include "exact_cone.h"
#include "mode_set.h"

namespace pawl {

struct WrenchConeSolver::State {
  const ContactSet* set = nullptr;
  ContactDirections directions;
  DirectionPool pool;
  int base = 0;
  ForceEdges forces;

  std::string letters;
  bool feasible = false;
  bool rows_ready = false;
  MotionCone motion;
  std::vector<ForceEdge> edges;
  std::vector<int> line_ids, ray_ids;
  ConicHullSolver hulls;
  ConicHull hull;
  ConeRows rows;

  int add_wrench(CrossPair acceleration) {
    return pool.add_scaled(pool.add_cross(acceleration.a, acceleration.b), directions.inertia_diagonal());
  }

  void gather_motions() {
    line_ids.clear();
    ray_ids.clear();
    for (const CrossPair line : motion.generators().lines) line_ids.push_back(add_wrench(line));
    for (const CrossPair ray : motion.generators().rays) ray_ids.push_back(add_wrench(ray));
  }

  void gather_forces() {
    forces.of_mode(letters, edges);
    for (const ForceEdge& edge : edges) ray_ids.push_back(edge.id);
  }

  WrenchCone describe(const ConicHull& of) {
    WrenchCone result;
    result.mode = Mode(letters);
    result.feasible = feasible;
    if (!feasible) return result;
    result.at_rest = motion.generators().rays.empty() && motion.generators().lines.empty();
    auto exact = std::make_shared<const ExactCone>(exact_cone(pool, of));
    result.excluded = excluded_faces(pool, motion, {ray_ids.data(), motion.generators().rays.size()}, *exact);
    result.cone = Cone(std::move(exact));
    result.certified = verify(result.cone);
    return result;
  }
};

WrenchConeSolver::WrenchConeSolver() : state_(std::make_unique<State>()) {}
WrenchConeSolver::~WrenchConeSolver() = default;
WrenchConeSolver::WrenchConeSolver(WrenchConeSolver&&) noexcept = default;
WrenchConeSolver& WrenchConeSolver::operator=(WrenchConeSolver&&) noexcept = default;

void WrenchConeSolver::set(const ContactSet& set) {
  State& s = *state_;
  s.set = &set;
  s.directions.assign(set);
  s.directions.fill(s.pool);
  s.forces.add(s.pool, s.directions, set);
  s.base = s.pool.size();
}

bool WrenchConeSolver::solve(std::string_view letters) {
  State& s = *state_;
  PAWL_ASSERT(s.set != nullptr && letters.size() == s.set->size());
  s.pool.truncate(s.base);
  s.letters.assign(letters);
  s.rows_ready = false;
  s.feasible = s.motion.build(s.pool, s.directions, letters, *s.set);
  if (!s.feasible) return false;
  s.gather_motions();
  s.gather_forces();
  s.hulls.solve(s.pool, s.line_ids, s.ray_ids, s.hull);
  return true;
}

const ConeRows& WrenchConeSolver::rows() {
  State& s = *state_;
  PAWL_ASSERT(s.feasible);
  if (!s.rows_ready) cone_rows(s.pool, s.hull, s.rows);
  s.rows_ready = true;
  return s.rows;
}

WrenchCone WrenchConeSolver::result() { return state_->describe(state_->hull); }

WrenchCone WrenchConeSolver::momenta() {
  State& s = *state_;
  ConicHull motions;
  if (s.feasible) {
    s.gather_motions();
    s.hulls.solve(s.pool, s.line_ids, s.ray_ids, motions);
  }
  return s.describe(motions);
}

std::uint64_t WrenchConeSolver::exact_decisions() const { return state_->pool.exact_decisions(); }

bool WrenchCone::admits_on(const std::vector<int>& active_faces) const {
  return std::none_of(excluded.begin(), excluded.end(), [&](const std::vector<int>& faces) {
    return std::includes(active_faces.begin(), active_faces.end(), faces.begin(), faces.end());
  });
}

bool WrenchCone::admits(const Eigen::Vector3d& g) const {
  return feasible && cone.contains(g) && admits_on(cone.active_faces(g));
}

bool WrenchCone::admits(const Cone& inner) const { return feasible && admits_on(cone.active_faces(inner)); }

WrenchCone wrench_cone(const ContactSet& set, const Mode& mode, Route route) {
  set.validate();
  require_mode_fits(mode.str(), set);
  WrenchConeSolver solver;
  solver.set(set);
  solver.solve(mode.str());
  WrenchCone result = solver.result();
  if (route == Route::enrsv && result.feasible) {
    // Two computations of one exact answer: a difference, which would be a fault of ours, is never passed on silently.
    Cone published = cone_by_enrsv(set, mode);
    result.certified = published == result.cone && verify(published);
    result.cone = std::move(published);
  }
  return result;
}

WrenchCone momentum_cone(const ContactSet& set, const Mode& mode) {
  set.validate();
  require_mode_fits(mode.str(), set);
  WrenchConeSolver solver;
  solver.set(set);
  solver.solve(mode.str());
  return solver.momenta();
}

std::vector<WrenchCone> wrench_cones(const ContactSet& set) {
  set.validate();
  FeasibleModesSolver modes;
  modes.solve(set);
  WrenchConeSolver solver;
  solver.set(set);
  std::vector<WrenchCone> cones;
  cones.reserve(modes.count());
  for (std::size_t i = 0; i < modes.count(); ++i) {
    solver.solve(modes.letters(i));
    cones.push_back(solver.result());
  }
  return cones;
}

}  // namespace pawl
