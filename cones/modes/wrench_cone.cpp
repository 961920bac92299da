// SPDX-License-Identifier: MIT
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "exact_cone.h"
#include "modes/cone_rows.h"
#include "modes/enrsv_route.h"
#include "modes/force_edges.h"
#include "modes/mode_set.h"
#include "modes/motion_cone.h"

namespace pawl {

/// What depends on a mode's letters alone, and not on which of its separating contacts touch.
struct ClosedCone {
  Cone cone;
  FaceIncidence incidence;
  bool certified = false;
};

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

  /// What is kept between modes from touch() on: wrenches of the pool by their accelerations, exact vectors, cones.
  struct Kept {
    explicit Kept(DirectionPool& pool) : exact(pool) {}
    std::unordered_map<std::uint64_t, int> wrenches;
    ExactDirections exact;
    std::unordered_map<std::string, ClosedCone> cones;
  };
  std::optional<Kept> kept;

  int add_wrench(CrossPair acceleration) {
    return pool.add_scaled(pool.add_cross(acceleration.a, acceleration.b), directions.inertia_diagonal());
  }

  int wrench(CrossPair acceleration) {
    if (!kept) return add_wrench(acceleration);
    const auto key = static_cast<std::uint64_t>(acceleration.a) << 32 | static_cast<std::uint32_t>(acceleration.b);
    const auto [place, fresh] = kept->wrenches.try_emplace(key);
    if (fresh) place->second = add_wrench(acceleration);
    return place->second;
  }

  void gather_motions() {
    line_ids.clear();
    ray_ids.clear();
    for (const CrossPair line : motion.generators().lines) line_ids.push_back(wrench(line));
    for (const CrossPair ray : motion.generators().rays) ray_ids.push_back(wrench(ray));
  }

  void gather_forces() {
    forces.of_mode(letters, edges);
    for (const ForceEdge& edge : edges) ray_ids.push_back(edge.id);
  }

  Cone exact(const ConicHull& of) {
    if (kept) return Cone(std::make_shared<const ExactCone>(exact_cone(kept->exact, of)));
    ExactDirections fresh(pool);
    return Cone(std::make_shared<const ExactCone>(exact_cone(fresh, of)));
  }

  ClosedCone close(const ConicHull& of) {
    ClosedCone closed;
    closed.cone = exact(of);
    closed.incidence = face_incidence(pool, {ray_ids.data(), motion.generators().rays.size()}, closed.cone);
    closed.certified = verify(closed.cone);
    return closed;
  }

  WrenchCone describe(const ClosedCone& closed) {
    WrenchCone result;
    result.mode = Mode(letters);
    result.feasible = true;
    result.at_rest = motion.generators().rays.empty() && motion.generators().lines.empty();
    result.excluded = excluded_faces(pool, motion, closed.incidence);
    result.cone = closed.cone;
    result.certified = closed.certified;
    return result;
  }

  WrenchCone infeasible() const {
    WrenchCone result;
    result.mode = Mode(letters);
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
  s.kept.reset();
}

void WrenchConeSolver::touch(const ContactSet& set) {
  PAWL_ASSERT(state_->set != nullptr && state_->set->size() == set.size());
  State& s = *state_;
  s.set = &set;
  if (s.kept) return;
  s.pool.truncate(s.base);
  s.kept.emplace(s.pool);
}

bool WrenchConeSolver::solve(std::string_view letters) {
  State& s = *state_;
  PAWL_ASSERT(s.set != nullptr && letters.size() == s.set->size());
  if (!s.kept) s.pool.truncate(s.base);
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

WrenchCone WrenchConeSolver::result() {
  State& s = *state_;
  if (!s.feasible) return s.infeasible();
  if (!s.kept) return s.describe(s.close(s.hull));
  const auto [place, fresh] = s.kept->cones.try_emplace(s.letters);
  if (fresh) place->second = s.close(s.hull);
  return s.describe(place->second);
}

WrenchCone WrenchConeSolver::momenta() {
  State& s = *state_;
  if (!s.feasible) return s.infeasible();
  ConicHull motions;
  s.gather_motions();
  s.hulls.solve(s.pool, s.line_ids, s.ray_ids, motions);
  return s.describe(s.close(motions));
}

Cone WrenchConeSolver::rest() {
  State& s = *state_;
  s.letters.clear();
  for (const Contact& contact : s.set->contacts) s.letters += contact.touching ? 'n' : 's';
  s.feasible = false;
  s.line_ids.clear();
  s.ray_ids.clear();
  s.gather_forces();
  s.hulls.solve(s.pool, s.line_ids, s.ray_ids, s.hull);
  return s.exact(s.hull);
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

namespace {

WrenchCone solved(WrenchConeSolver& solver, const ContactSet& set, std::string_view letters, Route route) {
  solver.solve(letters);
  WrenchCone result = solver.result();
  if (route == Route::enrsv && result.feasible) {
    // Two computations of one exact answer: a difference, which would be a fault of ours, is never passed on silently.
    Cone published = cone_by_enrsv(set, result.mode);
    result.certified = published == result.cone && verify(published);
    result.cone = std::move(published);
  }
  return result;
}

}  // namespace

WrenchCone wrench_cone(const ContactSet& set, const Mode& mode, Route route) {
  set.validate();
  require_mode_fits(mode.str(), set);
  WrenchConeSolver solver;
  solver.set(set);
  return solved(solver, set, mode.str(), route);
}

WrenchCone momentum_cone(const ContactSet& set, const Mode& mode) {
  set.validate();
  require_mode_fits(mode.str(), set);
  WrenchConeSolver solver;
  solver.set(set);
  solver.solve(mode.str());
  return solver.momenta();
}

Cone rest_cone(const ContactSet& set) {
  set.validate();
  WrenchConeSolver solver;
  solver.set(set);
  return solver.rest();
}

std::vector<WrenchCone> wrench_cones(const ContactSet& set) {
  std::vector<WrenchCone> cones;
  for_each_wrench_cone(set, [&](const WrenchCone& cone) { cones.push_back(cone); });
  return cones;
}

bool for_each_wrench_cone(const ContactSet& set, const std::function<void(const WrenchCone&)>& use,
                          const WrenchConeWalkOptions& options) {
  FeasibleModeWalk walk(set, options.pattern, options.stop);
  WrenchConeSolver solver;
  solver.set(set);
  while (walk.next()) {
    if (options.stop.stop_requested()) return false;
    use(solved(solver, set, walk.letters(), options.route));
  }
  return !walk.stopped();
}

}  // namespace pawl
