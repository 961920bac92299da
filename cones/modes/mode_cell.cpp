// SPDX-License-Identifier: MIT
#include "modes/mode_cell.h"

#include <algorithm>

namespace pawl::internal {

void ModeCell::assign(const ConicHull& polar, int first, int negatives) {
  first_ = first;
  negatives_ = negatives;
  round_ = false;
  cuts_.clear();
  removed_.clear();
  top_ = 0;
  if (small_.empty()) small_.emplace_back();
  small_[0] = polar;
  update_form();
}

/// Most zeros are those of a row at a ray of its own plane, which need no arithmetic.
int ModeCell::sign_at(CrossPair v, int row) {
  const int plane = without_sign(row);
  if (without_sign(v.a) == plane || without_sign(v.b) == plane) return 0;
  return pool_.sign_det(v.a, v.b, row);
}

Eigen::Vector3d ModeCell::unit(CrossPair v) {
  const auto entries = pool_.unit_cross(v.a, v.b, true);
  return {entries[0], entries[1], entries[2]};
}

Eigen::Vector3d ModeCell::inner_direction() {
  const auto& lines = generators_.lines;
  const auto& rays = generators_.rays;
  if (rays.empty()) return lines.empty() ? Eigen::Vector3d(0, 0, 0) : unit(lines[0]);
  Eigen::Vector3d sum(0, 0, 0);
  for (const CrossPair ray : rays) sum += unit(ray);
  return rays.size() < 2 ? sum : Eigen::Vector3d(sum.normalized());
}

RowSigns ModeCell::signs(int row) {
  RowSigns result;
  for (const CrossPair line : generators_.lines) result.on_lines |= sign_at(line, row) != 0;
  for (std::size_t i = 0; i < generators_.rays.size() && !result.both(); ++i) {
    const int sign = sign_at(generators_.rays[i], row);
    result.plus |= sign > 0;
    result.minus |= sign < 0;
    if (sign == 0 && result.zero.count < 2) result.zero.rays[result.zero.count++] = static_cast<int>(i);
  }
  return result;
}

RowSigns ModeCell::signs(int row, const CellFace& face) {
  RowSigns result;
  for (const CrossPair line : generators_.lines) result.on_lines |= sign_at(line, row) != 0;
  for (int k = 0; k < face.count; ++k) {
    const int sign = sign_at(generators_.rays[static_cast<std::size_t>(face.rays[k])], row);
    result.plus |= sign > 0;
    result.minus |= sign < 0;
    if (sign == 0) result.zero.rays[result.zero.count++] = face.rays[k];
  }
  return result;
}

bool ModeCell::vanishes(int row, const CellFace& face) {
  const RowSigns on_face = signs(row, face);
  return !on_face.on_lines && !on_face.plus && !on_face.minus;
}

void ModeCell::cut(int row) {
  if (round_) return cut_round(row);
  hulls_.insert(pool_, row, push());
  update_form();
}

void ModeCell::keep_face(int row, const CellFace& face) {
  line_ids_.clear();
  ray_ids_.clear();
  if (!round_) {
    const ConicHull& polar = small_[top_];
    for (int k = 0; k < std::min(polar.lineality, 2); ++k)
      line_ids_.push_back(polar.lines[static_cast<std::size_t>(k)]);
    line_ids_.push_back(row);
    ray_ids_ = polar.rays;
  } else if (face.count == 2) {  // an edge: rays i and i + 1 share plane i + 1
    const auto u = static_cast<std::size_t>(face.rays[0]);
    const auto w = static_cast<std::size_t>(face.rays[1]);
    const std::size_t edge = (u + 1) % planes_.size() == w ? w : u;
    line_ids_ = {plane(edge)};
    ray_ids_ = {plane(edge + planes_.size() - 1), plane(edge + 1)};
  } else if (face.count == 1) {
    const auto u = static_cast<std::size_t>(face.rays[0]);
    line_ids_ = {plane(u), plane(u + 1)};
    ray_ids_ = {plane(u + 2)};
  } else {  // the origin
    line_ids_ = {0, 1, 2};
  }
  hulls_.solve(pool_, line_ids_, ray_ids_, push());
  round_ = false;
  update_form();
}

/// A copy of the cone that is not round, or room for one.
ConicHull& ModeCell::push() {
  if (small_.size() == top_ + 1) small_.emplace_back();
  if (!round_) small_[top_ + 1] = small_[top_];
  return small_[++top_];
}

void ModeCell::update_form() {
  const ConicHull& polar = small_[top_];
  if (polar.lineality == 0 && polar.ray_count() >= 3) {
    round_ = true;
    planes_ = polar.rays;
  }
  find_generators();
}

void ModeCell::find_generators() {
  if (!round_) return dual_generators(pool_, small_[top_], generators_);
  generators_.lines.clear();
  generators_.rays.resize(planes_.size());
  for (std::size_t i = 0; i < planes_.size(); ++i) generators_.rays[i] = {plane(i + 1), planes_[i]};
}

/// Rays f .. l are cut off. Of the facets beside them those go that keep no more than a ray.
void ModeCell::cut_round(int row) {
  const std::size_t count = planes_.size();
  signs_.resize(count);
  for (std::size_t i = 0; i < count; ++i) signs_[i] = sign_at(generators_.rays[i], row);
  const auto sign = [&](std::size_t i) { return signs_[i % count]; };
  std::size_t f = count;  // one turn on, so that f - 1 is no problem
  while (!(sign(f) > 0 && sign(f + count - 1) <= 0)) ++f;
  std::size_t l = f;
  while (sign(l + 1) > 0) ++l;
  const std::size_t begin = sign(f - 1) == 0 ? f : f + 1;  // planes begin .. end - 1 go
  const std::size_t end = sign(l + 1) == 0 ? l + 2 : l + 1;
  std::rotate(planes_.begin(), planes_.begin() + static_cast<std::ptrdiff_t>(end % count), planes_.end());
  const std::size_t kept = count - (end - begin);
  removed_.insert(removed_.end(), planes_.begin() + static_cast<std::ptrdiff_t>(kept), planes_.end());
  cuts_.push_back({row, end - begin});
  planes_.resize(kept);
  planes_.push_back(row);
  find_generators();
}

void ModeCell::undo_cut() {
  const Cut& cut = cuts_.back();
  std::rotate(planes_.begin(), std::find(planes_.begin(), planes_.end(), cut.row) + 1, planes_.end());
  planes_.pop_back();
  const auto first = removed_.end() - static_cast<std::ptrdiff_t>(cut.removed);
  planes_.insert(planes_.end(), first, removed_.end());
  removed_.erase(first, removed_.end());
  cuts_.pop_back();
}

/// Faces of a round cone leave its rows as they are; a round cone comes from one that is not by one cut.
void ModeCell::restore(const State& state) {
  if (state.round == round_ && state.top == top_ && state.cuts == cuts_.size()) return;
  while (cuts_.size() > state.cuts) undo_cut();
  round_ = state.round;
  top_ = state.top;
  find_generators();
}

}  // namespace pawl::internal
