// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/modes/feasible_modes.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <string>
#include <vector>

#include "contact/contact_rows.h"
#include "exact/conic_hull.h"
#include "modes/mode_walk.h"
#include "modes/wrench_cone.h"

namespace pawl::internal::inline modes {

/// A relatively open cell of admissible accelerations. The planes of the contact set's rows divide the admissible
/// accelerations into such cells.
struct MotionCell {
  int letters;    ///< index, among the letters of all cells, of the first letter of this cell's mode
  int dimension;  ///< dimension of the cell, in [0, 3]
  int first;      ///< the cell's rays are rays[first .. first + count)
  int count;      ///< number of stored rays; 0 for the origin, and for the cells of dimension 3 beside a gap's plane
};

/// Finds all cells with their modes, in no particular order. Several cells may have the same mode. (ModeWalk computes
/// the feasible modes in another way, without storing all cells.)
///
/// The admissible cone {v' : a_n >= 0 at touching contacts} is treated as one piece if it is pointed. If it contains
/// lines, coordinate planes cut it into pointed pieces. A contact is tight on a face of a piece if its a_n is 0 on this
/// face. Each face is cut by the planes a_t = 0 of its tight contacts and by the planes of the gaps. Within the plane
/// of the face, these cuts are rays, which are sorted. O((n + m^2) log n) for n contacts, m of which have gaps.
class MotionCells {
 public:
  /// `set` must be valid and outlive the use of this object.
  void build(const ContactSet& set);

  DirectionPool& pool() { return pool_; }
  const ContactDirections& directions() const { return directions_; }
  const std::vector<MotionCell>& cells() const { return cells_; }
  const char* letters(const MotionCell& cell) const { return letters_.data() + cell.letters; }
  const CrossPair* rays(const MotionCell& cell) const { return rays_.data() + cell.first; }

 private:
  using Tight = std::vector<int>;  // contacts whose normal row vanishes on one face
  struct Sector {
    CrossPair from, to;
    int plane;  ///< row whose plane contains the sector
    /// +1 if the turn from the ray `from` to the ray `to` is counterclockwise about the row, otherwise -1.
    int turn;
    bool inside;  ///< whether the sector is inside the admissible cone, so that cells lie on both sides of it
  };
  struct Cut {
    int row;
    int start;     ///< sign of the row at the sector's first ray, `from`
    int oriented;  ///< the row or its negative, whichever is positive at the first ray
  };

  void cut_into_pieces(const ConicHull& polar);
  void visit_piece(const ConicHull& polar);
  void visit_polygon(const ConicHull& polar);
  void visit_flat_piece(const ConicHull& polar);
  void find_tight(const ConicHull& polar);
  void add_tight_on_boundary(const ConicHull& polar, int contact);
  bool visit_section(const ConicHull& polar, int gap_row);
  void visit_interior(const ConicHull& polar);

  void visit_ray(CrossPair ray, const Tight& tight);
  void visit_sector(const Sector& sector, const Tight& tight);
  void classify_row(const Sector& sector, int row);
  void order_cuts(const Sector& sector);
  void emit_sector_cell(const Sector& sector, CrossPair from, CrossPair to);
  void emit(int dimension, std::initializer_list<CrossPair> rays);

  void reset_letters();
  void set_letter(int row, int sign);
  Tight tight_at_ray(CrossPair ray);
  int sign_at(CrossPair ray, int row) { return pool_.sign_det(ray.a, ray.b, row); }
  int negative(int row) const { return directions_.negative(row); }

  const ContactSet* set_ = nullptr;
  ContactDirections directions_;
  DirectionPool pool_;
  ConicHullSolver hulls_;
  int negative_axes_ = 0;

  std::vector<int> touching_, gaps_;  // indices of the contacts that touch and of those that have gaps
  std::vector<Tight> tight_at_;       // one list of tight contacts per vertex of the current piece
  Tight tight_;
  std::vector<Cut> cuts_;
  std::vector<int> flat_gaps_;  // rows of gaps that vanish on the whole current sector
  std::vector<char> current_;

  std::vector<MotionCell> cells_;
  std::vector<char> letters_;
  std::vector<CrossPair> rays_;
};

void MotionCells::build(const ContactSet& set) {
  set_ = &set;
  directions_.assign(set);
  directions_.fill(pool_);
  const int count = static_cast<int>(set.size());
  negative_axes_ = pool_.size();
  for (int k = 0; k < 3; ++k) pool_.add_negative(k);
  cells_.clear();
  letters_.clear();
  rays_.clear();
  touching_.clear();
  gaps_.clear();
  for (int i = 0; i < count; ++i) (set.contacts[i].touching ? touching_ : gaps_).push_back(i);

  std::vector<int> ids;
  for (const int i : touching_) ids.push_back(negative(directions_.normal(i)));
  ConicHull polar;
  hulls_.solve(pool_, {}, ids, polar);
  cut_into_pieces(polar);
  reset_letters();  // at the origin all accelerations are 0, so every touching contact rolls
  for (const int i : touching_) set_letter(directions_.tangent(i), 0);
  for (const int i : gaps_) set_letter(directions_.normal(i), 0);
  emit(0, {});
}

/// Cuts the admissible cone into pointed pieces and visits them. The cone contains lines if and only if its polar has
/// no interior. In this case, coordinate planes cut the cone until the pieces are pointed.
void MotionCells::cut_into_pieces(const ConicHull& polar) {
  if (polar.dimension() == 3) return visit_piece(polar);
  for (int k = 0; k < 3; ++k) {
    ConicHull below = polar;
    hulls_.insert(pool_, k, below);
    if (below.dimension() == polar.dimension()) continue;
    ConicHull above = polar;
    hulls_.insert(pool_, negative_axes_ + k, above);
    cut_into_pieces(below);
    return cut_into_pieces(above);
  }
}

void MotionCells::visit_piece(const ConicHull& polar) {
  if (polar.lineality == 0) {
    visit_polygon(polar);
  } else {
    visit_flat_piece(polar);
  }
}

void MotionCells::visit_polygon(const ConicHull& polar) {
  find_tight(polar);
  visit_interior(polar);
  const int count = polar.ray_count();
  const auto plane = [&](int i) { return polar.rays[(i + count) % count]; };
  for (int i = 0; i < count; ++i) {
    const Tight& at_from = tight_at_[(i + count - 1) % count];
    const Tight& at_to = tight_at_[i];
    tight_.clear();
    for (const int c : at_to) {
      if (std::find(at_from.begin(), at_from.end(), c) != at_from.end()) tight_.push_back(c);
    }
    const CrossPair from{plane(i), plane(i - 1)};
    const CrossPair to{plane(i + 1), plane(i)};
    visit_sector({from, to, plane(i), 1, false}, tight_);
    visit_ray(to, at_to);
  }
}

/// Visits a piece without interior: a sector of a plane, a ray, or the origin alone.
void MotionCells::visit_flat_piece(const ConicHull& polar) {
  if (polar.lineality == 3) return;
  if (polar.lineality == 2) {
    const CrossPair ray{polar.lines[1], polar.lines[0]};
    return visit_ray(ray, tight_at_ray(ray));
  }
  const int line = polar.lines[0];
  const CrossPair from{polar.rays[0], line};
  const CrossPair to{line, polar.rays[1]};
  const Tight at_from = tight_at_ray(from);
  const Tight at_to = tight_at_ray(to);
  Tight common;
  std::set_intersection(at_from.begin(), at_from.end(), at_to.begin(), at_to.end(), std::back_inserter(common));
  visit_sector({from, to, line, -1, false}, common);
  visit_ray(from, at_from);
  visit_ray(to, at_to);
}

MotionCells::Tight MotionCells::tight_at_ray(CrossPair ray) {
  Tight tight;
  for (const int i : touching_) {
    if (sign_at(ray, directions_.normal(i)) == 0) tight.push_back(i);
  }
  return tight;
}

/// Fills tight_at_, with O(n log n) operations. Vertex i of the piece lies on the planes of the polar's rays i and i +
/// 1.
void MotionCells::find_tight(const ConicHull& polar) {
  const int count = polar.ray_count();
  if (tight_at_.size() < static_cast<std::size_t>(count)) tight_at_.resize(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) tight_at_[i].clear();
  std::vector<char> is_plane(set_->size(), 0);
  const int first = negative(directions_.normal(0));
  for (int k = 0; k < count; ++k) {
    const int row = polar.rays[k];
    if (row < first || row >= negative_axes_) continue;
    const int contact = (row - first) / 2;
    is_plane[contact] = 1;
    tight_at_[k].push_back(contact);
    tight_at_[(k + count - 1) % count].push_back(contact);
  }
  for (const int i : touching_) {
    if (!is_plane[i]) add_tight_on_boundary(polar, i);
  }
}

/// Adds `contact`, a touching contact whose row is not an extreme ray of the polar cone, to the lists of the vertices
/// where it is tight. The contact is tight at vertex f of the piece if its row lies on facet f of the polar cone.
void MotionCells::add_tight_on_boundary(const ConicHull& polar, int contact) {
  const int count = polar.ray_count();
  const int row = negative(directions_.normal(contact));
  const auto plane = [&](int i) { return polar.rays[i % count]; };
  // Binary search in the fan of triangles (0, i, i + 1) of the polar's rays: finds the last i for which det(ray 0, ray
  // i, row) >= 0.
  int low = 1;
  int high = count;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (pool_.sign_det(plane(0), plane(middle), row) >= 0 ? low : high) = middle;
  }
  int facets[] = {0, low - 1, low, count - 1};
  std::sort(std::begin(facets), std::end(facets));
  for (auto f = std::begin(facets), end = std::unique(std::begin(facets), std::end(facets)); f != end; ++f) {
    if (pool_.sign_det(plane(*f), plane(*f + 1), row) == 0) tight_at_[*f].push_back(contact);
  }
}

void MotionCells::visit_interior(const ConicHull& polar) {
  reset_letters();
  bool cut = false;
  for (const int gap : gaps_) cut = visit_section(polar, directions_.normal(gap)) || cut;
  if (cut) return;
  const int count = polar.ray_count();
  reset_letters();
  for (const int gap : gaps_) {
    int sign = 0;
    for (int i = 0; i < count && sign == 0; ++i) {
      const CrossPair vertex{polar.rays[(i + 1) % count], polar.rays[i]};
      sign = sign_at(vertex, directions_.normal(gap));
    }
    set_letter(directions_.normal(gap), sign);
  }
  emit(3, {});
  MotionCell& cell = cells_.back();
  for (int i = 0; i < count; ++i) {
    rays_.push_back({polar.rays[(i + 1) % count], polar.rays[i]});
  }
  cell.count = count;
}

/// Visits the part of a gap's plane that lies strictly inside the piece. Returns false if the plane does not cut the
/// piece's interior.
bool MotionCells::visit_section(const ConicHull& polar, int gap_row) {
  const int count = polar.ray_count();
  const auto plane = [&](int i) { return polar.rays[(i + count) % count]; };
  const auto vertex = [&](int i) { return CrossPair{plane(i + 1), plane(i)}; };
  CrossPair ends[2] = {};
  bool found[2] = {false, false};  // whether a change of sign was found: from + to - (entry 0), from - to + (entry 1)
  int previous = sign_at(vertex(count - 1), gap_row);
  int last_sign = previous;  // last sign that was not 0
  for (int i = count - 2; last_sign == 0 && i >= 0; --i) last_sign = sign_at(vertex(i), gap_row);
  for (int i = 0; i < count; ++i) {
    const int sign = sign_at(vertex(i), gap_row);
    if (sign != 0 && last_sign != 0 && sign != last_sign) {
      const int which = sign < 0 ? 0 : 1;
      found[which] = true;
      if (previous == 0) {
        ends[which] = vertex(i - 1);
      } else {
        ends[which] = previous > 0 ? CrossPair{plane(i), gap_row} : CrossPair{gap_row, plane(i)};
      }
    }
    if (sign != 0) last_sign = sign;
    previous = sign;
  }
  if (!found[0] || !found[1]) return false;
  visit_sector({ends[0], ends[1], gap_row, -1, true}, {});
  return true;
}

void MotionCells::visit_ray(CrossPair ray, const Tight& tight) {
  reset_letters();
  for (const int i : tight) set_letter(directions_.tangent(i), sign_at(ray, directions_.tangent(i)));
  for (const int i : gaps_) set_letter(directions_.normal(i), sign_at(ray, directions_.normal(i)));
  emit(1, {ray});
}

void MotionCells::visit_sector(const Sector& sector, const Tight& tight) {
  reset_letters();
  cuts_.clear();
  flat_gaps_.clear();
  for (const int i : tight) classify_row(sector, directions_.tangent(i));
  for (const int i : gaps_) classify_row(sector, directions_.normal(i));
  order_cuts(sector);
  CrossPair from = sector.from;
  for (const Cut& cut : cuts_) set_letter(cut.row, cut.start);
  for (std::size_t k = 0; k < cuts_.size();) {
    const int row = cuts_[k].oriented;
    const CrossPair ray = sector.turn > 0 ? CrossPair{sector.plane, row} : CrossPair{row, sector.plane};
    std::size_t end = k;
    while (end < cuts_.size() && (end == k || pool_.sign_det(sector.plane, row, cuts_[end].oriented) == 0)) ++end;
    emit_sector_cell(sector, from, ray);
    for (std::size_t c = k; c < end; ++c) set_letter(cuts_[c].row, 0);
    emit(1, {ray});
    for (std::size_t c = k; c < end; ++c) set_letter(cuts_[c].row, -cuts_[c].start);
    from = ray;
    k = end;
  }
  emit_sector_cell(sector, from, sector.to);
}

/// Sets the letter of a row if the row has one sign on the whole open sector. Otherwise adds the row to cuts_, because
/// its plane cuts the sector.
void MotionCells::classify_row(const Sector& sector, int row) {
  const int start = sign_at(sector.from, row);
  const int end = sign_at(sector.to, row);
  if (start * end < 0) {
    cuts_.push_back({row, start, start > 0 ? row : negative(row)});
    return;
  }
  set_letter(row, start != 0 ? start : end);
  if (start == 0 && end == 0) flat_gaps_.push_back(row);
}

void MotionCells::order_cuts(const Sector& sector) {
  std::sort(cuts_.begin(), cuts_.end(), [&](const Cut& a, const Cut& b) {
    return sector.turn * pool_.sign_det(sector.plane, a.oriented, b.oriented) > 0;
  });
}

/// Emits the cell of the sector between two neighbouring rays. If the sector lies inside the admissible cone, also
/// emits the two cells on both sides of this cell.
void MotionCells::emit_sector_cell(const Sector& sector, CrossPair from, CrossPair to) {
  emit(2, {from, to});
  if (!sector.inside) return;
  int axis = 0;
  while (pool_.sign_entry(sector.plane, axis) == 0) ++axis;
  for (const int side : {1, -1}) {
    for (const int row : flat_gaps_) {
      set_letter(row, side * pool_.sign_entry(row, axis) * pool_.sign_entry(sector.plane, axis));
    }
    emit(3, {});
  }
  for (const int row : flat_gaps_) set_letter(row, 0);
}

void MotionCells::emit(int dimension, std::initializer_list<CrossPair> rays) {
  cells_.push_back(
      {static_cast<int>(letters_.size()), dimension, static_cast<int>(rays_.size()), static_cast<int>(rays.size())});
  letters_.insert(letters_.end(), current_.begin(), current_.end());
  rays_.insert(rays_.end(), rays.begin(), rays.end());
}

void MotionCells::reset_letters() { current_.assign(set_->size(), 's'); }

void MotionCells::set_letter(int row, int sign) {
  const int index = row - directions_.normal(0);
  const bool is_tangent = index % 2 != 0;
  current_[index / 2] = is_tangent ? (sign > 0 ? 'l' : sign < 0 ? 'r' : 'n') : (sign < 0 ? 'a' : 's');
}

}  // namespace pawl::internal::inline modes

namespace pawl {
namespace {

Eigen::Vector3d normalized_sum(internal::DirectionPool& pool, const internal::CrossPair* rays, std::size_t count) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < count; ++i) {
    const auto unit = pool.unit_cross(rays[i].a, rays[i].b, true);
    sum += Eigen::Vector3d(unit[0], unit[1], unit[2]);
  }
  return count < 2 ? sum : Eigen::Vector3d(sum.normalized());
}

}  // namespace

struct FeasibleModesSolver::State {
  internal::MotionCells cells;
  internal::MotionCone motion;
  const ContactSet* set = nullptr;
  std::vector<int> chosen;  // indices of cells, one per mode, sorted by mode

  std::string_view letters(int cell) const { return {cells.letters(cells.cells()[cell]), set->size()}; }

  int cell_of(std::size_t mode) const {
    if (mode < chosen.size()) return chosen[mode];
    throw InputError("", std::to_string(mode),
                     "must be below " + std::to_string(chosen.size()) + ", the count of modes");
  }

  /// Chooses, for each mode, one cell of the highest dimension.
  void choose() {
    chosen.resize(cells.cells().size());
    std::iota(chosen.begin(), chosen.end(), 0);
    const auto dimension = [&](int cell) { return cells.cells()[cell].dimension; };
    std::sort(chosen.begin(), chosen.end(), [&](int a, int b) {
      const int order = letters(a).compare(letters(b));
      if (order != 0) return order < 0;
      return dimension(a) != dimension(b) ? dimension(a) > dimension(b) : a < b;
    });
    const auto same = [&](int a, int b) { return letters(a) == letters(b); };
    chosen.erase(std::unique(chosen.begin(), chosen.end(), same), chosen.end());
  }

  Eigen::Vector3d acceleration(int index) {
    const internal::MotionCell& cell = cells.cells()[index];
    internal::DirectionPool& pool = cells.pool();
    if (cell.dimension == 0) return Eigen::Vector3d::Zero();
    if (cell.count > 0) return normalized_sum(pool, cells.rays(cell), static_cast<std::size_t>(cell.count));
    const int before = pool.size();
    motion.build(pool, cells.directions(), letters(index), *set);
    const auto& rays = motion.generators().rays;
    const Eigen::Vector3d result = normalized_sum(pool, rays.data(), rays.size());
    pool.truncate(before);
    return result;
  }
};

FeasibleModesSolver::FeasibleModesSolver() : state_(std::make_unique<State>()) {}
FeasibleModesSolver::~FeasibleModesSolver() = default;
FeasibleModesSolver::FeasibleModesSolver(FeasibleModesSolver&&) noexcept = default;
FeasibleModesSolver& FeasibleModesSolver::operator=(FeasibleModesSolver&&) noexcept = default;

void FeasibleModesSolver::solve(const ContactSet& set) {
  set.validate();
  state_->set = &set;
  state_->cells.build(set);
  state_->choose();
}

std::size_t FeasibleModesSolver::count() const { return state_->chosen.size(); }
std::string_view FeasibleModesSolver::letters(std::size_t mode) const { return state_->letters(state_->cell_of(mode)); }
int FeasibleModesSolver::motion_dimension(std::size_t mode) const {
  return state_->cells.cells()[state_->cell_of(mode)].dimension;
}
Eigen::Vector3d FeasibleModesSolver::acceleration(std::size_t mode) const {
  return state_->acceleration(state_->cell_of(mode));
}

struct FeasibleModeWalk::State {
  internal::ModeWalk walk;
};

FeasibleModeWalk::FeasibleModeWalk(const ContactSet& set, std::string_view pattern, const StopToken& stop) {
  set.validate();
  if (!pattern.empty()) require_mode_fits(pattern, set);
  state_ = std::make_unique<State>();
  state_->walk.start(set, pattern, stop);
}
FeasibleModeWalk::~FeasibleModeWalk() = default;
FeasibleModeWalk::FeasibleModeWalk(FeasibleModeWalk&&) noexcept = default;
FeasibleModeWalk& FeasibleModeWalk::operator=(FeasibleModeWalk&&) noexcept = default;

bool FeasibleModeWalk::next() { return state_->walk.next(); }
bool FeasibleModeWalk::stopped() const { return state_->walk.stopped(); }
std::string_view FeasibleModeWalk::letters() const { return state_->walk.letters(); }
int FeasibleModeWalk::motion_dimension() const { return state_->walk.dimension(); }
Eigen::Vector3d FeasibleModeWalk::acceleration() const { return state_->walk.acceleration(); }

std::vector<FeasibleMode> feasible_modes(const ContactSet& set) {
  std::vector<FeasibleMode> modes;
  for (FeasibleModeWalk walk(set); walk.next();) {
    modes.push_back({Mode(walk.letters()), walk.acceleration(), walk.motion_dimension()});
  }
  return modes;
}

ModeCount count_feasible_modes(const ContactSet& set, std::string_view pattern, const StopToken& stop) {
  FeasibleModeWalk walk(set, pattern, stop);
  ModeCount result;
  while (walk.next()) ++result.count;
  result.stopped = walk.stopped();
  return result;
}

std::vector<Mode> expand_modes(const ContactSet& set, std::string_view pattern) {
  require_mode_fits(pattern, set);
  std::vector<Mode> modes;
  for (FeasibleModeWalk walk(set, pattern); walk.next();) modes.emplace_back(walk.letters());
  return modes;
}

}  // namespace pawl
