// SPDX-License-Identifier: MIT
#include "modes/wrench_cone.h"

#include <pawl/base/fault.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "cones/cone.h"
#include "contact/contact.h"
#include "exact/conic_hull.h"
#include "modes/mode_matrices.h"

namespace pawl::internal::inline modes {

/// Computes the rays, lines, faces and equalities of a hull's cone in doubles, as unit vectors. They are cross products
/// of the hull's rays and lines. They are computed from the pool's doubles if error bounds guarantee an accuracy of
/// 1e-12 for all of them, and from integers otherwise. O(rays).
void cone_rows(DirectionPool& pool, const ConicHull& hull, ConeRows& rows);

// The functions below determine which wrenches of a mode's closed cone are consistent with the mode. These are the
// wrenches for which the strict rows of the mode can hold strictly.
//
// A wrench g = M v' - J c of the closed cone lies in the relative interior of exactly one face, and only that face
// determines whether g belongs to the mode. Every wrench of this interior is a sum of all generators in the face with
// positive coefficients. Suppose that, for every strict row k, some ray v'_k of accelerations satisfies row k strictly
// and has M v'_k in the face. Then every wrench of the interior can be written with an acceleration v' that is a sum of
// rays including all v'_k, and therefore satisfies all strict rows strictly. If some row has no such ray, the row is 0
// for every v' with M v' in the face. Therefore the mode's set is the closed cone without some faces. If a face is
// excluded, all faces that it contains are excluded too, so it suffices to list the maximal excluded faces. O(facets *
// rays * strict rows).

/// The incidences of rays and facets of a mode's closed cone, which depend only on the mode's letters.
struct FaceIncidence {
  std::vector<std::vector<char>> on_face;  ///< on_face[facet][motion ray]: whether M times the ray lies on the facet
  std::vector<std::vector<int>>
      edges;  ///< the two facets through each extreme ray; empty if the cone has fewer than three facets
};

/// Determines which wrenches lie on which facets of the cone. `wrenches` contains M times each ray of the motion cone,
/// as indices in the pool.
FaceIncidence face_incidence(DirectionPool& pool, std::span<const int> wrenches, const Cone& cone);

/// Returns the maximal faces of a mode's closed cone that do not belong to the mode's set of wrenches. Each face is
/// given as a minimal set of facet indices. A face belongs to the set if, for every strict row, some ray v' of the
/// motion cone satisfies the row strictly and has M v' in the face.
std::vector<std::vector<int>> excluded_faces(DirectionPool& pool, const MotionCone& motion,
                                             const FaceIncidence& incidence);

bool MotionCone::build(DirectionPool& pool, const ContactDirections& directions, std::string_view letters,
                       const ContactSet& set) {
  // Adds the condition sign * row . v' >= 0, or > 0 if `strict` is true.
  const auto add_row = [&](int row, int sign, bool strict) {
    polar_rays_.push_back(sign > 0 ? directions.negative(row) : row);
    if (strict) strict_.push_back(polar_rays_.back());
  };
  polar_lines_.clear();
  polar_rays_.clear();
  strict_.clear();
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const int normal = directions.normal(static_cast<int>(i));
    const int tangent = directions.tangent(static_cast<int>(i));
    switch (letters[i]) {
      case 'a':
        add_row(normal, -1, true);
        break;
      case 's':
        add_row(normal, 1, set.contacts[i].touching);
        break;
      default:
        polar_lines_.push_back(normal);
        if (letters[i] == 'n') {
          polar_lines_.push_back(tangent);
        } else {
          add_row(tangent, letters[i] == 'l' ? 1 : -1, true);
        }
    }
  }
  hulls_.solve(pool, polar_lines_, polar_rays_, polar_);
  dual_generators(pool, polar_, generators_);
  return strictly_feasible(pool);
}

/// The sum of the rays is a point of the relative interior. It satisfies a strict row strictly if some ray does.
bool MotionCone::strictly_feasible(DirectionPool& pool) const {
  return std::all_of(strict_.begin(), strict_.end(), [&](int row) {
    return std::any_of(generators_.rays.begin(), generators_.rays.end(),
                       [&](CrossPair ray) { return pool.sign_det(ray.a, ray.b, row) < 0; });
  });
}

void ForceEdges::add(DirectionPool& pool, const ContactDirections& directions, const ContactSet& set) {
  set_ = &set;
  ids_.clear();
  for (int i = 0; i < static_cast<int>(set.size()); ++i) {
    const std::size_t first = ids_.size();
    ids_.resize(first + 6);
    const auto place = [&](FrictionEnd end) { return first + 2 * static_cast<std::size_t>(end); };
    const auto add_end = [&](FrictionEnd end) {
      ids_[place(end)] = directions.add_force_edge(pool, i, 1, end);
      ids_[place(end) + 1] = directions.add_force_edge(pool, i, -1, end);
    };
    add_end(FrictionEnd::high);
    add_end(FrictionEnd::low);
    if (set.contacts[i].friction.split) {
      add_end(FrictionEnd::kinetic_high);
    } else {
      for (const std::size_t k : {0, 1}) ids_[place(FrictionEnd::kinetic_high) + k] = ids_[place(FrictionEnd::high) + k];
    }
  }
}

ForceEdge ForceEdges::edge(std::size_t contact, int sign, FrictionEnd end) const {
  const std::size_t place = 6 * contact + 2 * static_cast<std::size_t>(end) + (sign > 0 ? 0 : 1);
  return {ids_[place], static_cast<int>(contact), sign * coefficient(set_->contacts[contact].friction, end)};
}

void ForceEdges::of_mode(std::string_view letters, std::vector<ForceEdge>& edges) const {
  edges.clear();
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const char letter = letters[i];
    if (letter == 'a' || letter == 's') continue;
    // A contact that slides left has c_t = -mu c_n, and a contact that slides right has c_t = +mu c_n [BTG02, with the
    // correction of S in MODEL section 2].
    const int sign = letter == 'r' ? 1 : -1;
    const Friction& friction = set_->contacts[i].friction;
    edges.push_back(edge(i, sign, letter == 'n' ? FrictionEnd::high : FrictionEnd::kinetic_high));
    if (letter == 'n') {
      if (friction.high > 0) edges.push_back(edge(i, -sign, FrictionEnd::high));
    } else if (friction.sliding().is_interval()) {
      edges.push_back(edge(i, sign, FrictionEnd::low));
    }
  }
}

void WrenchHull::set(const ContactSet& set) {
  set_ = &set;
  directions_.assign(set);
  directions_.fill(pool_);
  forces_.add(pool_, directions_, set);
  base_ = pool_.size();
  keeps_ = false;
  kept_.clear();
}

void WrenchHull::touch(const ContactSet& set) {
  set_ = &set;
  if (keeps_) return;
  pool_.truncate(base_);
  keeps_ = true;
}

bool WrenchHull::build(std::string_view letters) {
  if (!keeps_) pool_.truncate(base_);
  if (!motion_.build(pool_, directions_, letters, *set_)) return false;
  gather_motions();
  forces_.of_mode(letters, edges_);
  gather_forces(edges_);
  hulls_.solve(pool_, lines_, rays_, hull_);
  return true;
}

ConicHull WrenchHull::momenta() {
  ConicHull hull;
  gather_motions();
  hulls_.solve(pool_, lines_, rays_, hull);
  return hull;
}

void WrenchHull::build_forces(std::string_view letters) {
  forces_.of_mode(letters, edges_);
  build_forces(edges_);
}

void WrenchHull::build_forces(const std::vector<ForceEdge>& edges) {
  lines_.clear();
  rays_.clear();
  gather_forces(edges);
  hulls_.solve(pool_, lines_, rays_, hull_);
}

int WrenchHull::add_wrench(CrossPair acceleration) {
  return pool_.add_scaled(pool_.add_cross(acceleration.a, acceleration.b), directions_.inertia_diagonal());
}

int WrenchHull::wrench(CrossPair acceleration) {
  if (!keeps_) return add_wrench(acceleration);
  const auto key = static_cast<std::uint64_t>(acceleration.a) << 32 | static_cast<std::uint32_t>(acceleration.b);
  const auto [place, fresh] = kept_.try_emplace(key);
  if (fresh) place->second = add_wrench(acceleration);
  return place->second;
}

void WrenchHull::gather_motions() {
  lines_.clear();
  rays_.clear();
  for (const CrossPair line : motion_.generators().lines) lines_.push_back(wrench(line));
  for (const CrossPair ray : motion_.generators().rays) rays_.push_back(wrench(ray));
}

void WrenchHull::gather_forces(const std::vector<ForceEdge>& edges) {
  for (const ForceEdge& edge : edges) rays_.push_back(edge.id);
}

std::span<const int> WrenchHull::motion_wrenches() const { return {rays_.data(), motion_.generators().rays.size()}; }

/// g lies in the cone if its product with the outward normal of every face is <= 0 and its product with every equality
/// is 0.
WrenchPointer WrenchHull::place(const Eigen::Vector3d& wrench) {
  const int before = pool_.size();
  dual_generators(pool_, hull_, faces_);
  const int g = pool_.add({wrench.x(), wrench.y(), wrench.z()});
  const auto sign = [&](CrossPair row) { return pool_.sign_det(row.a, row.b, g); };
  const auto decide = [&] {
    bool inside = faces_.lines.empty();
    for (const CrossPair equality : faces_.lines) {
      if (sign(equality) != 0) return WrenchPointer::outside;
    }
    for (const CrossPair face : faces_.rays) {
      const int side = sign(face);
      if (side > 0) return WrenchPointer::outside;
      inside = inside && side < 0;
    }
    return inside ? WrenchPointer::inside : WrenchPointer::boundary;
  };
  const WrenchPointer place = decide();
  pool_.truncate(before);
  return place;
}

}  // namespace pawl::internal::inline modes

namespace pawl {

using internal::ConicHull;
using internal::ExactCone;

/// The data that depend only on a mode's letters. They do not depend on which of the mode's separating contacts touch.
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

  /// Data that are kept from one mode to the next after touch() was called: exact vectors of the pool's directions, and
  /// cones.
  struct Kept {
    explicit Kept(internal::DirectionPool& pool) : exact(pool) {}
    internal::ExactDirections exact;
    std::unordered_map<std::string, ClosedCone> cones, momenta;
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
  if (!s.kept) return s.describe(s.close(s.wrenches.momenta()));
  const auto [place, fresh] = s.kept->momenta.try_emplace(s.letters);
  if (fresh) place->second = s.close(s.wrenches.momenta());
  return s.describe(place->second);
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
    // Both routes compute the same exact answer. If they differ, Pawl has a bug, and `certified` is false.
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

namespace pawl::internal::inline modes {
namespace {

Approx axis(int k) {
  std::array<double, 3> v{};
  v[k] = 1;
  return Approx(v);
}

Approx negative(Approx v) {
  for (double& entry : v.value) entry = -entry;
  return v;
}

/// Returns the component of v that is orthogonal to `line`, multiplied by the square of the length of `line`.
Approx off_line(const Approx& v, const Approx& line) { return cross(line, cross(v, line)); }

class RowWriter {
 public:
  RowWriter(DirectionPool& pool, const ConicHull& hull, ConeRows& rows) : pool_(pool), hull_(hull), rows_(rows) {}

  /// Returns false if doubles do not guarantee the accuracy of every row.
  bool write() {
    for (Cone::Rows* rows : {&rows_.rays, &rows_.lines, &rows_.faces, &rows_.equalities}) rows->clear();
    switch (hull_.lineality) {
      case 0:
        return write_pointed();
      case 1:
        return write_around_line();
      case 2:
        return write_on_plane();
      default:
        return write_axes(rows_.lines);
    }
  }

 private:
  const Approx& ray(int i) const { return pool_.approx(hull_.rays[i]); }
  const Approx& line(int i) const { return pool_.approx(hull_.lines[i]); }

  static bool add(Cone::Rows& rows, const Approx& v) {
    std::array<double, 3> unit;
    if (!accurate_unit(v, unit)) return false;
    rows.emplace_back(unit[0], unit[1], unit[2]);
    return true;
  }
  static bool write_axes(Cone::Rows& rows) { return add(rows, axis(0)) && add(rows, axis(1)) && add(rows, axis(2)); }
  /// Adds two vectors that are orthogonal to v and to each other.
  static bool add_complement(Cone::Rows& rows, const Approx& v) {
    int least = 0;
    for (int k = 1; k < 3; ++k) {
      if (std::fabs(v.value[k]) < std::fabs(v.value[least])) least = k;
    }
    const Approx first = cross(v, axis(least));
    return add(rows, first) && add(rows, cross(v, first));
  }

  bool write_pointed() {
    const int count = hull_.ray_count();
    if (count == 0) return write_axes(rows_.equalities);
    for (int i = 0; i < count; ++i) {
      if (!add(rows_.rays, ray(i))) return false;
    }
    if (count == 1) return add(rows_.faces, negative(ray(0))) && add_complement(rows_.equalities, ray(0));
    if (count == 2) {
      const Approx normal = cross(ray(0), ray(1));
      return add(rows_.equalities, normal) && add(rows_.faces, cross(ray(0), normal)) &&
             add(rows_.faces, cross(normal, ray(1)));
    }
    for (int i = 0; i < count; ++i) {
      if (!add(rows_.faces, cross(ray((i + 1) % count), ray(i)))) return false;
    }
    return true;
  }

  bool write_around_line() {
    if (!add(rows_.lines, line(0))) return false;
    const int count = hull_.ray_count();
    if (count == 0) return add_complement(rows_.equalities, line(0));
    for (int i = 0; i < count; ++i) {
      if (!add(rows_.rays, off_line(ray(i), line(0)))) return false;
    }
    if (count == 1) {
      return add(rows_.equalities, cross(line(0), ray(0))) && add(rows_.faces, negative(off_line(ray(0), line(0))));
    }
    return add(rows_.faces, cross(ray(0), line(0))) && add(rows_.faces, cross(line(0), ray(1)));
  }

  bool write_on_plane() {
    const Approx normal = cross(line(0), line(1));
    if (!add_complement(rows_.lines, normal)) return false;
    if (hull_.ray_count() == 0) return add(rows_.equalities, normal);
    return add(rows_.rays, normal) && add(rows_.faces, negative(normal));
  }

  DirectionPool& pool_;
  const ConicHull& hull_;
  ConeRows& rows_;
};

}  // namespace

void cone_rows(DirectionPool& pool, const ConicHull& hull, ConeRows& rows) {
  if (RowWriter(pool, hull, rows).write()) return;
  ExactDirections directions(pool);
  const Cone cone(std::make_shared<const ExactCone>(exact_cone(directions, hull)));
  rows = {cone.rays(), cone.lines(), cone.faces(), cone.equalities()};
}

namespace {

using Flags = std::vector<std::vector<char>>;

class ModeSet {
 public:
  ModeSet(const Flags& on_face, Flags strict_on) : on_face_(on_face), strict_on_(std::move(strict_on)) {}

  /// Returns whether the intersection of `facets` belongs to the mode's set of wrenches.
  bool includes(const std::vector<int>& facets) const {
    return std::all_of(strict_on_.begin(), strict_on_.end(), [&](const std::vector<char>& strict) {
      for (std::size_t ray = 0; ray < strict.size(); ++ray) {
        const bool on_all = std::all_of(facets.begin(), facets.end(), [&](int f) { return on_face_[f][ray] != 0; });
        if (strict[ray] && on_all) return true;
      }
      return false;
    });
  }

 private:
  const Flags& on_face_;  // on_face_[facet][motion ray]: whether M times the ray lies on the facet
  Flags strict_on_;       // strict_on_[strict row][motion ray]: whether the ray satisfies the row strictly
};

/// Returns the two facets through each extreme ray of a pointed cone with interior.
std::vector<std::vector<int>> edges(const Cone& cone) {
  std::vector<std::vector<int>> result;
  for (std::size_t r = 0; r < cone.rays().size(); ++r) {
    std::vector<int>& pair = result.emplace_back();
    for (std::size_t f = 0; f < cone.faces().size(); ++f) {
      if (sign_of_product(cone, f, r) == 0) pair.push_back(static_cast<int>(f));
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// Returns whether facet f contains a wrench of the pool. Decides in doubles if possible. Otherwise decides with an
/// exact integer multiple of the wrench, which is stored in `exact` for later calls.
bool holds(const Cone& cone, std::size_t f, DirectionPool& pool, int wrench, std::optional<IntegerVector>& exact) {
  const Approx& g = pool.approx(wrench);
  const Eigen::Vector3d& face = cone.faces()[f];
  double value = 0;
  double magnitude = 0;
  for (int i = 0; i < 3; ++i) {
    value += face[i] * g.value[i];
    magnitude += std::fabs(face[i]) * g.magnitude[i];
  }
  if (std::fabs(value) > (g.ulps + 16) * 0x1p-53 * magnitude + 0x1p-400) return false;
  if (!exact) exact = pool.exact_multiple(wrench);
  return sign_of_dot(cone.exact().faces[f], *exact) == 0;
}

/// Returns the lexicographically first minimal set of facets whose intersection is the apex alone.
std::vector<int> apex_facets(int facet_count, const std::vector<std::vector<int>>& edge_list) {
  if (facet_count == 3) return {0, 1, 2};
  for (int j = 1;; ++j) {
    const std::vector<int> pair{0, j};
    if (!std::binary_search(edge_list.begin(), edge_list.end(), pair)) return pair;
  }
}

}  // namespace

FaceIncidence face_incidence(DirectionPool& pool, std::span<const int> wrenches, const Cone& cone) {
  FaceIncidence incidence{Flags(cone.faces().size(), std::vector<char>(wrenches.size())), {}};
  std::vector<std::optional<IntegerVector>> exact(wrenches.size());
  for (std::size_t f = 0; f < cone.faces().size(); ++f) {
    for (std::size_t r = 0; r < wrenches.size(); ++r) {
      incidence.on_face[f][r] = holds(cone, f, pool, wrenches[r], exact[r]);
    }
  }
  if (cone.faces().size() >= 3) incidence.edges = edges(cone);
  return incidence;
}

std::vector<std::vector<int>> excluded_faces(DirectionPool& pool, const MotionCone& motion,
                                             const FaceIncidence& incidence) {
  const std::vector<CrossPair>& rays = motion.generators().rays;
  Flags strict_on(motion.strict_rows().size(), std::vector<char>(rays.size()));
  for (std::size_t k = 0; k < strict_on.size(); ++k) {
    for (std::size_t r = 0; r < rays.size(); ++r) {
      strict_on[k][r] = pool.sign_det(rays[r].a, rays[r].b, motion.strict_rows()[k]) < 0;
    }
  }

  const ModeSet set(incidence.on_face, std::move(strict_on));
  const int facets = static_cast<int>(incidence.on_face.size());
  std::vector<std::vector<int>> excluded;
  for (int f = 0; f < facets; ++f) {
    if (!set.includes({f})) excluded.push_back({f});
  }
  const std::size_t singles = excluded.size();
  for (const std::vector<int>& edge : incidence.edges) {
    const auto holds_edge = [&](const std::vector<int>& face) { return face[0] == edge[0] || face[0] == edge[1]; };
    const auto end = excluded.begin() + static_cast<std::ptrdiff_t>(singles);
    if (std::none_of(excluded.begin(), end, holds_edge) && !set.includes(edge)) excluded.push_back(edge);
  }
  if (excluded.empty() && facets >= 2) {
    const std::vector<int> apex = facets == 2 ? std::vector<int>{0, 1} : apex_facets(facets, incidence.edges);
    if (!set.includes(apex)) excluded.push_back(apex);
  }
  std::sort(excluded.begin(), excluded.end());
  return excluded;
}

}  // namespace pawl::internal::inline modes
