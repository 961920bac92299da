// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "contact/input_checks.h"
#include "exact_cone.h"
#include "modes/cone_rows.h"
#include "modes/enrsv_route.h"
#include "modes/mode_set.h"
#include "modes/wrench_hull.h"

namespace pawl {

using internal::ConicHull;
using internal::ExactCone;

/// What depends on a mode's letters alone, and not on which of its separating contacts touch.
struct ClosedCone {
  Cone cone;
  internal::FaceIncidence incidence;
  bool certified = false;
};

struct WrenchConeSolver::State {
  internal::WrenchHull wrenches;
  std::string letters;
  bool set = false;
  bool feasible = false;
  bool rows_ready = false;
  ConeRows rows;

  /// What is kept between modes from touch() on: exact vectors of the pool's directions, and cones.
  struct Kept {
    explicit Kept(internal::DirectionPool& pool) : exact(pool) {}
    internal::ExactDirections exact;
    std::unordered_map<std::string, ClosedCone> cones;
  };
  std::optional<Kept> kept;

  Cone exact(const ConicHull& of) {
    if (kept) return Cone(std::make_shared<const ExactCone>(exact_cone(kept->exact, of)));
    internal::ExactDirections fresh(wrenches.pool());
    return Cone(std::make_shared<const ExactCone>(exact_cone(fresh, of)));
  }

  ClosedCone close(const ConicHull& of) {
    ClosedCone closed;
    closed.cone = exact(of);
    closed.incidence = face_incidence(wrenches.pool(), wrenches.motion_wrenches(), closed.cone);
    closed.certified = verify(closed.cone);
    return closed;
  }

  WrenchCone describe(const ClosedCone& closed) {
    const internal::MotionCone& motion = wrenches.motion();
    WrenchCone result;
    result.mode = Mode(letters);
    result.feasible = true;
    result.at_rest = motion.generators().rays.empty() && motion.generators().lines.empty();
    result.excluded = excluded_faces(wrenches.pool(), motion, closed.incidence);
    result.cone = closed.cone;
    result.certified = closed.certified;
    return result;
  }

  void require_set() const {
    if (!set) throw std::logic_error("WrenchConeSolver: no contact set; call set() first");
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
  set.validate();
  State& s = *state_;
  s.wrenches.set(set);
  s.set = true;
  s.kept.reset();
}

void WrenchConeSolver::touch(const ContactSet& set) {
  State& s = *state_;
  s.require_set();
  set.validate();
  if (set.size() != s.wrenches.contacts().size()) {
    throw InputError("/contacts", std::to_string(set.size()), "must be as many as those of the last set()");
  }
  s.wrenches.touch(set);
  if (!s.kept) s.kept.emplace(s.wrenches.pool());
}

bool WrenchConeSolver::solve(std::string_view letters) {
  State& s = *state_;
  s.require_set();
  internal::require_full_mode(letters, s.wrenches.contacts());
  s.letters.assign(letters);
  s.rows_ready = false;
  s.feasible = s.wrenches.build(letters);
  return s.feasible;
}

const ConeRows& WrenchConeSolver::rows() {
  State& s = *state_;
  if (!s.feasible) throw std::logic_error("WrenchConeSolver::rows: no cone; call solve() with a feasible mode first");
  if (!s.rows_ready) cone_rows(s.wrenches.pool(), s.wrenches.hull(), s.rows);
  s.rows_ready = true;
  return s.rows;
}

WrenchCone WrenchConeSolver::result() {
  State& s = *state_;
  if (!s.feasible) return s.infeasible();
  if (!s.kept) return s.describe(s.close(s.wrenches.hull()));
  const auto [place, fresh] = s.kept->cones.try_emplace(s.letters);
  if (fresh) place->second = s.close(s.wrenches.hull());
  return s.describe(place->second);
}

WrenchCone WrenchConeSolver::momenta() {
  State& s = *state_;
  if (!s.feasible) return s.infeasible();
  return s.describe(s.close(s.wrenches.momenta()));
}

Cone WrenchConeSolver::rest() {
  State& s = *state_;
  s.require_set();
  s.letters.clear();
  for (const Contact& contact : s.wrenches.contacts().contacts) s.letters += contact.touching ? 'n' : 's';
  s.feasible = false;
  s.wrenches.build_forces(s.letters);
  return s.exact(s.wrenches.hull());
}

std::uint64_t WrenchConeSolver::exact_decisions() const { return state_->wrenches.pool().exact_decisions(); }

bool WrenchCone::admits_on(const std::vector<int>& active_faces) const {
  return std::none_of(excluded.begin(), excluded.end(), [&](const std::vector<int>& faces) {
    return std::includes(active_faces.begin(), active_faces.end(), faces.begin(), faces.end());
  });
}

bool WrenchCone::admits(const Eigen::Vector3d& g) const {
  return cone.contains(g) && feasible && admits_on(cone.active_faces(g));
}

bool WrenchCone::admits(const Cone& inner) const { return feasible && admits_on(cone.active_faces(inner)); }

namespace {

WrenchCone solved(WrenchConeSolver& solver, const ContactSet& set, std::string_view letters, Route route) {
  solver.solve(letters);
  WrenchCone result = solver.result();
  if (route == Route::enrsv && result.feasible) {
    // Two computations of one exact answer: a difference, which would be a fault of ours, is never passed on silently.
    Cone published = internal::cone_by_enrsv(set, result.mode);
    result.certified = published == result.cone && verify(published);
    result.cone = std::move(published);
  }
  return result;
}

}  // namespace

WrenchCone wrench_cone(const ContactSet& set, const Mode& mode, Route route) {
  WrenchConeSolver solver;
  solver.set(set);
  return solved(solver, set, mode.str(), route);
}

WrenchCone momentum_cone(const ContactSet& set, const Mode& mode) {
  WrenchConeSolver solver;
  solver.set(set);
  solver.solve(mode.str());
  return solver.momenta();
}

Cone rest_cone(const ContactSet& set) {
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
