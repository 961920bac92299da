// SPDX-License-Identifier: MIT
#include "modes/mode_walk.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace pawl::internal {
namespace {

constexpr std::string_view kLetters = "alnrs";  // sorted
enum Letter : unsigned { kA = 1, kL = 2, kN = 4, kR = 8, kS = 16 };

char name_of(unsigned letter) { return kLetters[static_cast<std::size_t>(std::countr_zero(letter))]; }

constexpr unsigned kRowsBetweenLooks = 256;  // some tens of microseconds while the filters decide

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
  pattern_.assign(pattern);
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

/// Whether P holds a point of a face of C: of the face's relative interior, that is.
bool ModeWalk::part_of_node(const CellFace& face) {
  return std::none_of(strict_.rbegin(), strict_.rend(), [&](int row) { return cell_.vanishes(row, face); });
}

ModeWalk::Letters ModeWalk::letters_of(int contact) {
  if (!touching(contact)) return letters_of_gap(contact);
  Letters letters;
  const RowSigns normal = cell_.signs(directions_.normal(contact));  // not negative: C is admissible
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

/// A touching contact's letters on the face of C where its normal row vanishes.
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
  const char wanted = pattern_[static_cast<std::size_t>(contact)];
  return wanted == '*' || wanted == name_of(letter);
}

/// Each of these decides what has one letter in a node just entered; false when the pattern has none there.
bool ModeWalk::decide_all() {
  const int end = static_cast<int>(set_->size());
  for (int i = next_.back(); i != end; i = next_[static_cast<std::size_t>(i)]) {
    if (stop_requested()) return false;
    const Letters letters = letters_of(i);
    if (letters.single()) {
      if (!decide(i, letters.set)) return false;
      continue;
    }
    if (!cell_.round()) continue;
    zero_[static_cast<std::size_t>(i)] = letters.zero;
    cuts_[static_cast<std::size_t>(i)] = letters.cuts;
  }
  return true;
}

/// C is as it was, but for one more strict row: a contact can only lose its face.
bool ModeWalk::decide_faces(int strict_row) {
  const int end = static_cast<int>(set_->size());
  for (int i = next_.back(); i != end; i = next_[static_cast<std::size_t>(i)]) {
    if (cuts_[static_cast<std::size_t>(i)]) continue;
    if (stop_requested()) return false;
    if (!cell_.vanishes(strict_row, zero_[static_cast<std::size_t>(i)])) continue;
    if (!decide(i, touching(i) ? kS : kA)) return false;
  }
  return true;
}

/// Before C, round, becomes one of its faces: touching contacts without a ray on it separate, as P is without the
/// origin (some row is strict).
bool ModeWalk::decide_beside(const CellFace& face) {
  const int end = static_cast<int>(set_->size());
  for (int i = next_.back(); i != end; i = next_[static_cast<std::size_t>(i)]) {
    if (!touching(i)) continue;
    const CellFace& zero = zero_[static_cast<std::size_t>(i)];
    const bool apart = std::none_of(face.rays, face.rays + face.count, [&](int ray) { return zero.holds(ray); });
    if (apart && !decide(i, kS)) return false;
  }
  return true;
}

bool ModeWalk::decide(int contact, unsigned letter) {
  if (!allowed(contact, letter)) return false;
  letters_[static_cast<std::size_t>(contact)] = name_of(letter);
  close(contact);
  return true;
}

void ModeWalk::close(int contact) {
  const auto i = static_cast<std::size_t>(contact);
  next_[static_cast<std::size_t>(previous_[i])] = next_[i];
  previous_[static_cast<std::size_t>(next_[i])] = previous_[i];
  closed_.push_back(contact);
}

void ModeWalk::reopen(std::size_t closed) {
  for (; closed_.size() > closed; closed_.pop_back()) {
    const int contact = closed_.back();
    const auto i = static_cast<std::size_t>(contact);
    next_[static_cast<std::size_t>(previous_[i])] = contact;
    previous_[static_cast<std::size_t>(next_[i])] = contact;
  }
}

void ModeWalk::branch() {
  const int contact = next_.back();
  const Letters letters = letters_of(contact);
  close(contact);
  nodes_.push_back(
      {contact, letters.set, letters.cuts, letters.zero, false, closed_.size(), strict_.size(), cell_.state()});
}

/// Leaves the last node's child and enters the next one, or leaves the node; whether a child was entered.
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
    letters_[static_cast<std::size_t>(node.contact)] = name_of(letter);
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
  if (letter == kS) {  // the cone has been cut and restored since, so that its rays may have other numbers
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
  if (++looked_at_ < kRowsBetweenLooks) return stopped_;
  looked_at_ = 0;
  stopped_ = stopped_ || stop_.stop_requested();
  return stopped_;
}

}  // namespace pawl::internal
