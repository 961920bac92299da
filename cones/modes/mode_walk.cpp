// SPDX-License-Identifier: MIT
#include "modes/mode_walk.h"

#include <pawl/contact/mode.h>

#include <algorithm>
#include <bit>
#include <numeric>

namespace pawl::internal::inline modes {
namespace {

constexpr std::string_view kLetters = "alnrs";  // in ascending order
enum Letter : unsigned { kA = 1, kL = 2, kN = 4, kR = 8, kS = 16 };

char name_of(unsigned letter) { return kLetters[std::countr_zero(letter)]; }

// Evaluating 256 rows takes tens of microseconds if error bounds in doubles decide all signs.
constexpr unsigned kRowsBetweenPolls = 256;

}  // namespace

ModeWalk::ModeWalk() : cell_(pool_) {}

void ModeWalk::start(const ContactSet& set, std::string_view pattern, const StopToken& stop) {
  const std::size_t count = set.size();
  set_ = &set;
  stop_ = stop;
  stopped_ = stop.stop_requested();
  begun_ = false;
  directions_.assign(set);
  directions_.fill(pool_);
  pattern_ = letters_in_pattern(pattern);
  letters_.assign(count, '?');
  next_.resize(count + 1);
  previous_.resize(count + 1);
  for (std::size_t i = 0; i <= count; ++i) {
    next_[i] = static_cast<int>((i + 1) % (count + 1));
    previous_[i] = static_cast<int>((i + count) % (count + 1));
  }
  closed_.clear();
  strict_.clear();
  zero_.assign(count, {});
  cuts_.assign(count, 0);
  nodes_.clear();

  std::vector<int> rows;
  for (int i = 0; i < static_cast<int>(count); ++i) {
    if (touching(i)) rows.push_back(directions_.negative(directions_.normal(i)));
  }
  ConicHull polar;
  hulls_.solve(pool_, {}, rows, polar);
  cell_.assign(polar, directions_.normal(0), 2 * static_cast<int>(count));
}

bool ModeWalk::next() {
  bool entered = false;
  if (!begun_) entered = decide_all();
  begun_ = true;
  while (!stopped_) {
    if (entered) {
      if (next_.back() == static_cast<int>(set_->size())) return true;
      branch();
    }
    if (nodes_.empty()) return false;
    entered = descend();
  }
  return false;
}

Eigen::Vector3d ModeWalk::acceleration() { return cell_.inner_direction(); }

/// Returns whether a face of the node's cone C belongs to the node's set P. It does if P contains a point of the face's
/// relative interior.
bool ModeWalk::part_of_node(const CellFace& face) {
  return std::none_of(strict_.rbegin(), strict_.rend(), [&](int row) { return cell_.vanishes(row, face); });
}

ModeWalk::Letters ModeWalk::letters_of(int contact) {
  if (!touching(contact)) return letters_of_gap(contact);
  Letters letters;
  // Never negative, because all accelerations of C are admissible.
  const RowSigns normal = cell_.signs(directions_.normal(contact));
  letters.zero = normal.zero;
  if (normal.plus) letters.set |= kS;
  if (!normal.plus || part_of_node(normal.zero)) add_letters_on_face(contact, letters);
  return letters;
}

ModeWalk::Letters ModeWalk::letters_of_gap(int contact) {
  const RowSigns normal = cell_.signs(directions_.normal(contact));
  if (normal.both()) return {kA | kS, true, {}};
  if (!normal.minus) return {kS, false, normal.zero};
  return {part_of_node(normal.zero) ? kA | kS : kA, false, normal.zero};
}

/// Adds the letters that a touching contact has on the face `letters.zero` of C, where the contact's normal row
/// vanishes.
void ModeWalk::add_letters_on_face(int contact, Letters& letters) {
  const RowSigns tangent = cell_.signs(directions_.tangent(contact), letters.zero);
  if (tangent.both()) {
    letters.set |= kL | kN | kR;
    return;
  }
  if (tangent.plus) letters.set |= kL;
  if (tangent.minus) letters.set |= kR;
  if ((!tangent.plus && !tangent.minus) || part_of_node(tangent.zero)) letters.set |= kN;
}

bool ModeWalk::allowed(int contact, unsigned letter) const {
  if (pattern_.empty()) return true;
  return pattern_[static_cast<std::size_t>(contact)].find(name_of(letter)) != std::string::npos;
}

/// decide_all(), decide_faces() and decide_beside() are called for a node that was just entered. Each of them decides
/// the contacts that have only one letter left. They return false if the pattern excludes such a letter.
bool ModeWalk::decide_all() {
  const int end = static_cast<int>(set_->size());
  for (int i = next_.back(); i != end; i = next_[i]) {
    if (stop_requested()) return false;
    const Letters letters = letters_of(i);
    if (letters.single()) {
      if (!decide(i, letters.set)) return false;
      continue;
    }
    if (!cell_.round()) continue;
    zero_[i] = letters.zero;
    cuts_[i] = letters.cuts;
  }
  return true;
}

/// Called after one more row became strict, while the closed cone C stayed unchanged. A contact can therefore lose only
/// letters that it has on the face of C where its normal row vanishes.
bool ModeWalk::decide_faces(int strict_row) {
  const int end = static_cast<int>(set_->size());
  for (int i = next_.back(); i != end; i = next_[i]) {
    if (cuts_[i]) continue;
    if (stop_requested()) return false;
    if (!cell_.vanishes(strict_row, zero_[i])) continue;
    if (!decide(i, touching(i) ? kS : kA)) return false;
  }
  return true;
}

/// Must be called before a face of the `round` cone C replaces C. A touching contact separates if its normal row
/// vanishes on no ray of that face: the only other point where the row could vanish is the origin, and the node's set P
/// does not contain the origin because a row is strict.
bool ModeWalk::decide_beside(const CellFace& face) {
  const int end = static_cast<int>(set_->size());
  for (int i = next_.back(); i != end; i = next_[i]) {
    if (!touching(i)) continue;
    const CellFace& zero = zero_[i];
    const bool apart = std::none_of(face.rays, face.rays + face.count, [&](int ray) { return zero.holds(ray); });
    if (apart && !decide(i, kS)) return false;
  }
  return true;
}

bool ModeWalk::decide(int contact, unsigned letter) {
  if (!allowed(contact, letter)) return false;
  letters_[contact] = name_of(letter);
  close(contact);
  return true;
}

void ModeWalk::close(int contact) {
  const auto i = static_cast<std::size_t>(contact);
  next_[previous_[i]] = next_[i];
  previous_[next_[i]] = previous_[i];
  closed_.push_back(contact);
}

void ModeWalk::reopen(std::size_t closed) {
  for (; closed_.size() > closed; closed_.pop_back()) {
    const int contact = closed_.back();
    const auto i = static_cast<std::size_t>(contact);
    next_[previous_[i]] = contact;
    previous_[next_[i]] = contact;
  }
}

void ModeWalk::branch() {
  const int contact = next_.back();
  const Letters letters = letters_of(contact);
  close(contact);
  nodes_.push_back(
      {contact, letters.set, letters.cuts, letters.zero, false, closed_.size(), strict_.size(), cell_.state()});
}

/// Leaves the current child of the last node, and enters the node's next child. If no child is left, leaves the node.
/// Returns false if no child was entered, or if the pattern excludes all modes of the child.
bool ModeWalk::descend() {
  Node& node = nodes_.back();
  if (node.below) {
    reopen(node.closed);
    strict_.resize(node.strict);
    cell_.restore(node.cell);
    node.below = false;
  }
  while (node.letters != 0) {
    const unsigned letter = node.letters & (~node.letters + 1);
    node.letters &= ~letter;
    if (!allowed(node.contact, letter)) continue;
    node.below = true;
    letters_[node.contact] = name_of(letter);
    return enter(node, letter);
  }
  reopen(node.closed - 1);
  nodes_.pop_back();
  return false;
}

bool ModeWalk::enter(const Node& node, unsigned letter) {
  const int normal = directions_.normal(node.contact);
  const int tangent = directions_.tangent(node.contact);
  if (letter == kA || (letter == kS && touching(node.contact))) {
    strict_.push_back(normal);
    if (!node.cuts) return cell_.round() ? decide_faces(normal) : decide_all();
    cell_.cut(normal);
    return decide_all();
  }
  if (letter == kS && node.cuts) {
    cell_.cut(directions_.negative(normal));
    return decide_all();
  }
  if (letter == kS) {
    // Since node.zero was computed, the cone has been cut and restored, which may have renumbered its rays.
    cell_.keep_face(normal, cell_.signs(normal).zero);
    return decide_all();
  }
  if (letter != kN) strict_.push_back(tangent);
  if (cell_.round() && !strict_.empty() && !decide_beside(node.zero)) return false;
  cell_.keep_face(normal, node.zero);
  if (letter == kL || letter == kN) cell_.cut(directions_.negative(tangent));
  if (letter == kR || letter == kN) cell_.cut(tangent);
  return decide_all();
}

bool ModeWalk::stop_requested() {
  if (++looked_at_ < kRowsBetweenPolls) return stopped_;
  looked_at_ = 0;
  stopped_ = stopped_ || stop_.stop_requested();
  return stopped_;
}

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

/// In most cases the sign is 0 because the ray was computed as a cross product with `row`. These zeros need no
/// arithmetic.
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
    const int sign = sign_at(generators_.rays[face.rays[k]], row);
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
    for (int k = 0; k < std::min(polar.lineality, 2); ++k) line_ids_.push_back(polar.lines[k]);
    line_ids_.push_back(row);
    ray_ids_ = polar.rays;
  } else if (face.count == 2) {  // the face is an edge: rays i and i + 1 share plane i + 1
    const auto u = static_cast<std::size_t>(face.rays[0]);
    const auto w = static_cast<std::size_t>(face.rays[1]);
    const std::size_t edge = (u + 1) % planes_.size() == w ? w : u;
    line_ids_ = {plane(edge)};
    ray_ids_ = {plane(edge + planes_.size() - 1), plane(edge + 1)};
  } else if (face.count == 1) {
    const auto u = static_cast<std::size_t>(face.rays[0]);
    line_ids_ = {plane(u), plane(u + 1)};
    ray_ids_ = {plane(u + 2)};
  } else {  // the face is the origin
    line_ids_ = {0, 1, 2};
  }
  hulls_.solve(pool_, line_ids_, ray_ids_, push());
  round_ = false;
  update_form();
}

/// Pushes a copy of the current polar cone onto the stack. For a `round` cone, pushes an entry without copying.
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

/// Cuts off the rays with positive sign, which have the consecutive indices f .. l. Also removes the adjacent facets if
/// at most one of their rays remains.
void ModeCell::cut_round(int row) {
  const std::size_t count = planes_.size();
  signs_.resize(count);
  for (std::size_t i = 0; i < count; ++i) signs_[i] = sign_at(generators_.rays[i], row);
  const auto sign = [&](std::size_t i) { return signs_[i % count]; };
  std::size_t f = count;  // f starts at `count`, one full turn ahead of index 0, so that f - 1 does not underflow
  while (!(sign(f) > 0 && sign(f + count - 1) <= 0)) ++f;
  std::size_t l = f;
  while (sign(l + 1) > 0) ++l;
  const std::size_t begin = sign(f - 1) == 0 ? f : f + 1;  // the planes begin .. end - 1 are removed
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

/// Only the cuts of a `round` cone must be undone one by one, because nothing else changes its list of rows:
/// keep_face() does not change the list, and a cone becomes `round` at most once on a path of the search.
void ModeCell::restore(const State& state) {
  if (state.round == round_ && state.top == top_ && state.cuts == cuts_.size()) return;
  while (cuts_.size() > state.cuts) undo_cut();
  round_ = state.round;
  top_ = state.top;
  find_generators();
}

}  // namespace pawl::internal::inline modes
