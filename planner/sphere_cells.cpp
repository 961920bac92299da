// SPDX-License-Identifier: MIT
#include "sphere_cells.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "largest_cap.h"
#include "sphere_region.h"

namespace pawl::internal {
namespace {

/// The planes' normals as leaves of a pool.
class PlaneSource : public ExactSource {
 public:
  explicit PlaneSource(const std::vector<IntegerVector>& planes) : planes_(planes) {}
  IntegerVector exact_leaf(int name) const override { return planes_[static_cast<std::size_t>(name)]; }
  const Integer& third_scale() const override { return one_; }

 private:
  const std::vector<IntegerVector>& planes_;
  Integer one_ = 1;
};

Approx rounded(const IntegerVector& v) {
  Approx approx(unit_double(v));
  approx.ulps = 4;
  for (int k = 0; k < 3; ++k) {
    if (approx.value[k] == 0 && !v[k].is_zero()) approx.ulps = HUGE_VAL;  // underflow: no double knows it
  }
  return approx;
}

}  // namespace

SphereCells::SphereCells(OutcomeTable& table, double rho, const CellLimits& limits) : table_(table), rho_(rho) {
  if (!table.planes().complete()) return;
  const std::vector<IntegerVector>& planes = table.planes().planes();
  const PlaneSource source(planes);
  pool_.reset(&source);
  for (std::size_t k = 0; k < planes.size(); ++k) {
    plane_ids_.push_back(pool_.add_leaf(static_cast<int>(k), rounded(planes[k])));
    const auto unit = unit_double(planes[k]);
    normals_.push_back(Eigen::Vector3d(unit[0], unit[1], unit[2] * rho).normalized());
  }
  cells_ = SignTable(planes.size());
  met_.assign(place(0, static_cast<int>(planes.size())), false);
  complete_ = add_pairs(limits);
  SignBits signs(planes.size());
  if (planes.size() < 2) cell(signs);
  if (planes.size() == 1) {
    signs.set(0, true);
    cell(signs);
  }
  sort_sectors();
}

bool SphereCells::add_pairs(const CellLimits& limits) {
  const int count = static_cast<int>(plane_ids_.size());
  for (int i = 0; i < count; ++i) {
    for (int j = i + 1; j < count; ++j) {
      if (met_[place(i, j)]) continue;
      visit_pair(i, j);
      if (limits.progress) limits.progress(outcomes_.size());
      if (outcomes_.size() > limits.cells || limits.stop.stop_requested()) return false;
    }
  }
  return true;
}

void SphereCells::retell(const StopToken& stop) {
  for (std::size_t cell = 0; cell < outcomes_.size() && complete_; ++cell) {
    outcomes_[cell] = table_.number(cells_.signs(cell));
    complete_ = !stop.stop_requested();
  }
}

void SphereCells::sort_sectors() {
  first_sector_.assign(outcomes_.size() + 1, 0);
  for (const Sector& sector : sectors_) ++first_sector_[static_cast<std::size_t>(sector.cell) + 1];
  std::partial_sum(first_sector_.begin(), first_sector_.end(), first_sector_.begin());
  std::sort(sectors_.begin(), sectors_.end(),
            [](const Sector& a, const Sector& b) { return a.cell != b.cell ? a.cell < b.cell : a.corner < b.corner; });
}

/// The corner of two planes, and its opposite.
void SphereCells::visit_pair(int i, int j) {
  const int count = static_cast<int>(plane_ids_.size());
  SignBits beside(plane_ids_.size());
  SignBits opposite_side(plane_ids_.size());
  std::vector<int> through;
  const auto id = [&](int plane) { return plane_ids_[static_cast<std::size_t>(plane)]; };
  for (int first = 0; first < count; first += 64) {
    std::uint64_t positive = 0;
    std::uint64_t negative = 0;
    for (int k = first; k < std::min(count, first + 64); ++k) {
      const int sign = k == i || k == j ? 0 : pool_.sign_det(id(i), id(j), id(k));
      positive |= std::uint64_t{sign > 0} << (k - first);
      negative |= std::uint64_t{sign < 0} << (k - first);
      if (sign == 0) through.push_back(k);
    }
    beside.set_word(static_cast<std::size_t>(first / 64), positive);
    opposite_side.set_word(static_cast<std::size_t>(first / 64), negative);
  }
  for (const int a : through) {
    for (const int b : through) {
      if (b < a) met_[place(a, b)] = true;
    }
  }
  const auto v =
      pool_.unit_cross(plane_ids_[static_cast<std::size_t>(i)], plane_ids_[static_cast<std::size_t>(j)], false);
  const Eigen::Vector3d corner = scaled({v[0], v[1], v[2]}).normalized();
  const std::vector<int> turned = turned_planes(i, j, through);
  through_.push_back(through);
  for (const bool opposite : {false, true}) {
    corners_.push_back(opposite ? Eigen::Vector3d(-corner) : corner);
    add_sectors(turned, opposite ? opposite_side : beside, opposite);
  }
}

/// The planes through v = n_i x n_j in the order of their rays v x (+-n) counterclockwise from plane i's, within half a
/// turn; k + 1 stands for plane k with its own normal's ray, -(k + 1) for the opposite one.
std::vector<int> SphereCells::turned_planes(int i, int j, const std::vector<int>& through) {
  const int before = pool_.size();
  const auto id = [&](int plane) { return plane_ids_[static_cast<std::size_t>(plane)]; };
  const int v = pool_.add_cross(id(i), id(j));
  std::vector<int> turned{i + 1};
  for (const int k : through) {
    if (k != i) turned.push_back(k == j || pool_.sign_det(v, id(i), id(k)) > 0 ? k + 1 : -(k + 1));
  }
  std::sort(turned.begin() + 1, turned.end(), [&](int a, int b) {
    if (a == b) return false;
    const int sides = (a > 0) == (b > 0) ? 1 : -1;
    return sides * pool_.sign_det(v, id(std::abs(a) - 1), id(std::abs(b) - 1)) > 0;
  });
  pool_.truncate(before);
  return turned;
}

/// Between the rays of the turned planes t and t + 1, the planes up to t have their (turned) normals pointing away, the
/// later ones towards the sector; beyond the last ray follow the opposite sectors.
void SphereCells::add_sectors(const std::vector<int>& turned, SignBits signs, bool opposite) {
  const int corner = static_cast<int>(corners_.size()) - 1;
  const std::size_t count = turned.size();
  for (const int half : {1, -1}) {
    for (std::size_t t = 0; t < count; ++t) {
      for (std::size_t j = 0; j < count; ++j) {
        const bool towards = (turned[j] > 0) == (half > 0);
        signs.set(static_cast<std::size_t>(std::abs(turned[j]) - 1), towards == (j > t));
      }
      int first = std::abs(turned[t]) - 1;
      int second = std::abs(turned[(t + 1) % count]) - 1;
      if (opposite) std::swap(first, second);  // seen from outside, the turn is the other way
      sectors_.push_back({static_cast<int>(cell(signs)), corner, first, second});
    }
  }
}

std::size_t SphereCells::cell(const SignBits& signs) {
  const auto [number, fresh] = cells_.insert(signs);
  if (fresh) outcomes_.push_back(table_.number(signs));
  return number;
}

SphereCells::Signs SphereCells::signs_of(std::size_t cell) const {
  Signs signs(plane_ids_.size());
  const SignBits bits = cells_.signs(cell);
  for (std::size_t k = 0; k < signs.size(); ++k) signs[k] = bits.positive(k) ? 1 : -1;
  return signs;
}

std::vector<Eigen::Vector3d> SphereCells::inward_normals(std::size_t cell) const {
  const Signs signs = signs_of(cell);
  std::vector<Eigen::Vector3d> normals;
  const auto add = [&](int plane) {
    const auto k = static_cast<std::size_t>(plane);
    normals.push_back(signs[k] * normals_[k]);
  };
  for (const Sector& sector : sectors(cell)) add(sector.first);
  if (normals.empty() && !normals_.empty()) add(0);
  return normals;
}

/// The widest place of one cell; of one that is too thin for it, the mean of its corners.
Eigen::Vector3d SphereCells::centre(std::size_t cell) const {
  const std::vector<Eigen::Vector3d> normals = inward_normals(cell);
  if (normals.empty()) return {1, 0, 0};
  const Eigen::Vector3d widest = largest_cap(normals);
  if (std::all_of(normals.begin(), normals.end(), [&](const auto& normal) { return normal.dot(widest) > 0; }))
    return widest;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Sector& sector : sectors(cell)) sum += corners_[static_cast<std::size_t>(sector.corner)];
  return sum.normalized();
}

Eigen::Vector3d SphereCells::wrench_in(std::size_t cell) const { return unscaled(centre(cell)); }

/// The cells that are wanted, and the arcs and points round and between them that are not.
class SphereCells::Region {
 public:
  using Wanted = std::function<bool(const std::vector<StepResult>&)>;

  Region(const SphereCells& all, const Wanted& wanted, const StopToken& stop)
      : all_(all), wanted_(wanted), inside_(all.count()) {
    std::vector<char> accepted;
    for (const auto& outcome : all.table_.outcomes()) accepted.push_back(wanted(outcome));
    if (std::find(accepted.begin(), accepted.end(), 1) == accepted.end()) return;
    for (std::size_t cell = 0; cell < all.count(); ++cell) {
      inside_[cell] = accepted[all.outcomes_[cell]];
      if (inside_[cell]) cells_.push_back(cell);
    }
    seen_.assign(all.corners_.size(), 0);
    for (const std::size_t cell : cells_) add(cell, stop);
  }

  const std::vector<std::size_t>& cells() const { return cells_; }
  const SphereBoundary& boundary() const { return boundary_; }

  /// Whether a unit direction (scaled coordinates) lies in the cells, by its rounded signs.
  bool holds(const Eigen::Vector3d& direction) const {
    Signs signs;
    for (const Eigen::Vector3d& normal : all_.normals_) signs.push_back(normal.dot(direction) > 0 ? 1 : -1);
    const auto cell = find(signs);
    return cell && inside_[*cell];
  }

 private:
  void add(std::size_t cell, const StopToken& stop) {
    Signs signs = all_.signs_of(cell);
    if (all_.sectors(cell).empty() && !signs.empty()) return add_great_circle(signs);
    for (const Sector& sector : all_.sectors(cell)) {
      if (stop.stop_requested()) return;
      add_facet(cell, signs, sector);
      add_corner(signs, sector.corner);
    }
  }

  /// Whether the open facet between a cell and its neighbour across a plane, and the neighbour, are wanted too.
  bool passes(Signs& signs, std::size_t plane) {
    const signed char sign = signs[plane];
    signs[plane] = static_cast<signed char>(-sign);
    const auto neighbour = find(signs);
    signs[plane] = 0;
    const bool wanted = neighbour && inside_[*neighbour] && wanted_(all_.table_.results(signs));
    signs[plane] = sign;
    return wanted;
  }

  void add_facet(std::size_t cell, Signs& signs, const Sector& sector) {
    const auto plane = static_cast<std::size_t>(sector.first);
    if (passes(signs, plane)) return;
    const std::span<const Sector> around = all_.sectors(cell);
    const auto end =
        std::find_if(around.begin(), around.end(), [&](const Sector& other) { return other.second == sector.first; });
    boundary_.add_arc(signs[plane] * all_.normals_[plane], all_.corners_[static_cast<std::size_t>(sector.corner)],
                      all_.corners_[static_cast<std::size_t>(end->corner)]);
  }

  void add_corner(Signs signs, int corner) {
    char& seen = seen_[static_cast<std::size_t>(corner)];
    if (seen) return;
    seen = 1;
    for (const int plane : all_.through(corner)) signs[static_cast<std::size_t>(plane)] = 0;
    if (!wanted_(all_.table_.results(signs))) boundary_.add_point(all_.corners_[static_cast<std::size_t>(corner)]);
  }

  void add_great_circle(Signs& signs) {
    if (passes(signs, 0)) return;
    const Eigen::Vector3d normal = signs[0] * all_.normals_[0];
    const Eigen::Vector3d along = normal.unitOrthogonal();
    boundary_.add_arc(normal, along, -along);
    boundary_.add_arc(normal, -along, along);
  }

  std::optional<std::size_t> find(const Signs& signs) const {
    SignBits key(signs.size());
    for (std::size_t k = 0; k < signs.size(); ++k) key.set(k, signs[k] > 0);
    return all_.cells_.find(key);
  }

  const SphereCells& all_;
  const Wanted& wanted_;
  std::vector<char> inside_;
  std::vector<std::size_t> cells_;
  std::vector<char> seen_;
  SphereBoundary boundary_;
};

std::optional<CellCentre> SphereCells::widest(const std::function<bool(const std::vector<StepResult>&)>& wanted,
                                              const StopToken& stop) const {
  constexpr std::size_t kMostStarts = 16;
  const Region region(*this, wanted, stop);
  const std::vector<std::size_t>& cells = region.cells();
  if (cells.empty()) return std::nullopt;
  const std::size_t count = std::min(cells.size(), kMostStarts);
  std::vector<Eigen::Vector3d> starts;
  for (std::size_t k = 0; k < count; ++k) {
    starts.push_back(centre(cells[k * cells.size() / count]));
    if (stop.stop_requested()) return std::nullopt;
  }
  const SphereBoundary::Widest widest = region.boundary().widest(
      starts, [&](const auto& direction) { return region.holds(direction); }, stop);
  return CellCentre{unscaled(widest.direction), widest.margin, std::nullopt};
}

}  // namespace pawl::internal
