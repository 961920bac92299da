// SPDX-License-Identifier: MIT
#include "friction/path/contact_path.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <span>

namespace pawl {
namespace {

constexpr double kRate = 1e-11;   ///< relative to the largest: a rate that counts as none
constexpr double kBelow = 1e-13;  ///< how far below zero a value may go so that a larger pivot can be had

/// How far below zero a path's end may leave a force or a motion: that much goes into the residual, of which 1e-9 are
/// allowed, and the largest bias is 1. Rounding leaves a tenth of it in piles. Less than that cannot be asked: with
/// more rows than rank nothing but z0 = 0 may be consistent.
constexpr double kUncovered = 1e-11;

/// Pivots after which the inverse is made anew: each may magnify rounding some ten times, and after some hundreds a
/// tenth of the paths of piles are lost. At least as many as rows, which is what a new inverse costs.
constexpr int kRefactor = 100;

constexpr int kLook = 16;  ///< pivots of a basis of up to so many rows, kLarge, between two looks at the clock
constexpr int kLarge = 200;
constexpr double kExact = 1e-14;     ///< an error of a basis' equations that needs no mending
constexpr double kSingular = 1e-10;  ///< a pivot that a warm start does without
constexpr double kLost = 1e-13;      ///< a pivot of a basis that is singular but for rounding: the path is lost

/// Between 0 and 1, evenly spread, no two alike.
double spread(int i) {
  const double x = .6180339887498949 * (i + 1);
  return x - std::floor(x);
}

}  // namespace

void ContactPath::clear() {
  const int m = frame_.size();
  count_ = pivots_ = factored_ = 0;
  const std::size_t most = at(2 * m + 1);
  inverse_.clear(2 * m + 1);
  for (std::vector<int>* list : {&rows_, &basics_}) list->resize(most);
  for (std::vector<double>* list : {&x_, &x_rate_, &factors_, &entries_}) list->resize(most);
  for (std::vector<double>* list : {&w_, &w_rate_, &d_}) list->resize(at(2 * m));
  row_place_.assign(at(2 * m), -1);
  basic_place_.assign(at(4 * m + 1), -1);
  slides_.assign(at(m), 0);
  candidates_.resize(3 * most);
  motion_.resize(at(frame_.motions()));
}

void ContactPath::start_open() {
  clear();
  for (int i = 0; i < frame_.size(); ++i) {
    for (const int k : {0, 1}) w_[at(2 * i + k)] = frame_.contact(i).bias[k];
  }
}

ContactPath::End ContactPath::run(const Limits& limits) {
  start_open();
  for (int i = 0; i < frame_.size(); ++i) {
    d_[at(2 * i)] = 1 + .1 * spread(i);
    d_[at(2 * i + 1)] = 0;
  }
  w_rate_ = d_;
  return follow(limits);
}

ContactPath::End ContactPath::run_at_random(const Limits& limits, unsigned seed) {
  start_open();
  std::mt19937 engine(seed);
  const auto random = [&] { return engine() * 0x1p-32; };
  for (int i = 0; i < frame_.size(); ++i) {
    d_[at(2 * i)] = .01 + random();
    d_[at(2 * i + 1)] = 2 * random() - 1;
  }
  w_rate_ = d_;
  return follow(limits);
}

ContactPath::End ContactPath::run_again(const Limits& limits) {
  clear();
  adopt_states(limits.stop);
  find_point();
  cover_evenly();
  return follow(limits);
}

/// A basis of the rows and generators that the states name, in one elimination, which leaves out those that would make
/// it singular.
void ContactPath::adopt_states(const StopToken& stop) {
  std::fill(d_.begin(), d_.end(), 0);
  pairs_.clear();  // the row; its generator is the other one where the first is the second
  for (int i = 0; i < frame_.size(); ++i) {
    if (state_[at(i)] == State::open) continue;
    pairs_.push_back(2 * i);
    if (state_[at(i)] == State::sticks) pairs_.push_back(2 * i + 1);
  }
  const auto generator = [&](int row) { return row + (row % 2 == 0 && state_[at(row / 2)] == State::minus ? 1 : 0); };
  const int count = static_cast<int>(pairs_.size());
  inverse_.assign(count);
  for (int q = 0; q < count; ++q) {
    for (int c = 0; c < count; ++c) inverse_.set_entry(q, c, entry(pairs_[at(q)], generator(pairs_[at(c)])));
  }
  // A contact's tangent follows its normal.
  inverse_.invert_pairs(
      kSingular, [&](int q) { return pairs_[at(q)] % 2 == 0 || inverse_.took(q - 1); }, stop, taken_);
  for (const int q : taken_) {
    const int row = pairs_[at(q)];
    rows_[at(count_)] = row;
    row_place_[at(row)] = count_;
    set_basic(count_, generator(row), 0);
    ++count_;
  }
  for (int i = 0; i < frame_.size(); ++i) {
    if (!frame_.contact(i).rolls || !active(2 * i) || active(2 * i + 1)) continue;
    slides_[at(i)] = state_[at(i)] == State::minus ? 1 : -1;
  }
}

double ContactPath::entry(int row, int variable) const {
  if (variable == cover()) return d_[at(row)];
  const ContactFrame::Contact& contact = frame_.contact(row / 2);
  const ContactFrame::Contact& other = frame_.contact(variable / 2);
  const ContactFrame::Row& g = other.generator[variable % 2];
  const ContactFrame::Row& r = contact.row[row % 2];
  const auto dot = [](const double* u, const double* v) { return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; };
  double sum = 0;
  if (contact.a == other.a) sum += dot(r.a, g.a);
  if (contact.a == other.b) sum += dot(r.a, g.b);
  if (contact.b == other.a) sum += dot(r.b, g.a);
  if (contact.b == other.b) sum += dot(r.b, g.b);
  return sum;
}

/// The inverse from the basis itself, without what pivots left in it, and the values by it. False where it is singular.
bool ContactPath::refactor(const StopToken& stop) {
  factored_ = pivots_;
  for (int q = 0; q < count_; ++q) {
    for (int c = 0; c < count_; ++c) inverse_.set_entry(q, c, entry(rows_[at(q)], basics_[at(c)]));
  }
  if (!inverse_.invert(kLost, stop)) return false;
  polish();
  return true;
}

/// The basics' and the rows' values.
void ContactPath::find_point() {
  std::fill_n(x_.begin(), count_, 0);
  polish();
}

/// d such that every variable of the dictionary rises about as fast.
void ContactPath::cover_evenly() {
  const int m = frame_.size();
  for (int c = 0; c < count_; ++c) x_rate_[at(c)] = 1 + .1 * spread(c);
  std::fill(d_.begin(), d_.end(), 0);
  entering_ = cover();
  rates_of_motions();
  for (int i = 0; i < m; ++i) {
    for (const int k : {0, 1}) {
      const int row = 2 * i + k;
      const double wanted = active(row) ? 0 : k == 0 ? 1 + .1 * spread(i) : slides_[at(i)];
      d_[at(row)] = wanted - w_rate_[at(row)];
      w_rate_[at(row)] = wanted;
    }
  }
}

/// z0 rises until nothing is below zero; the last to be so leaves. False where nothing is.
bool ContactPath::leave_start() {
  double most = 0;
  int leaving = -1;
  const auto look = [&](int variable, double value, double rate) {
    if (value >= 0 || value + most * rate >= 0) return;
    most = -value / rate;
    leaving = variable;
  };
  for (int c = 0; c < count_; ++c) look(basics_[at(c)], x_[at(c)], x_rate_[at(c)]);
  for (int i = 0; i < frame_.size(); ++i) {
    if (!active(2 * i)) look(motions_from() + 2 * i, w_[at(2 * i)], w_rate_[at(2 * i)]);
    if (blocks(i)) {
      const int sign = slides_[at(i)];
      look(motions_from() + 2 * i + 1, sign * w_[at(2 * i + 1)], sign * w_rate_[at(2 * i + 1)]);
    }
  }
  if (leaving < 0) return false;
  entering_ = cover();
  advance(most);
  exchange(leaving, most);
  entering_ = complement(leaving);
  return true;
}

ContactPath::End ContactPath::follow(const Limits& limits) {
  if (!leave_start()) {
    note_states();
    return End::solved;
  }
  while (pivots_ < limits.pivots) {
    if ((pivots_ % kLook == 0 || count_ > kLarge) && limits.stop.stop_requested()) return End::limit;
    find_rates();
    const Block block = first_block();
    if (block.variable < 0) return End::ray;
    const double step = std::max(0., block.value / block.fall);
    advance(step);
    exchange(block.variable, step);
    if (block.variable == cover()) {
      polish();
      note_states();
      return End::solved;
    }
    if (pivots_ - factored_ >= std::max(kRefactor, count_) && !refactor(limits.stop)) return End::limit;
    entering_ = complement(block.variable);
  }
  return End::limit;
}

/// How everything changes as the entering variable rises.
void ContactPath::find_rates() {
  find_basic_rates();
  rates_of_motions();
}

void ContactPath::find_basic_rates() {
  if (entering_ < motions_from()) {
    const ContactFrame::Contact& contact = frame_.contact(entering_ / 2);
    std::fill(motion_.begin(), motion_.end(), 0);
    ContactFrame::push(contact, contact.generator[entering_ % 2], 1, motion_.data());
    for (int q = 0; q < count_; ++q) {
      const int row = rows_[at(q)];
      const ContactFrame::Contact& other = frame_.contact(row / 2);
      factors_[at(q)] = -ContactFrame::along(other, other.row[row % 2], motion_.data());
    }
    std::fill_n(x_rate_.begin(), count_, 0);
    inverse_.add_times(factors_.data(), x_rate_.data());
  } else {
    const int row = row_place_[at(entering_ - motions_from())];
    for (int c = 0; c < count_; ++c) x_rate_[at(c)] = direction_ * inverse_.entry(row, c);
  }
}

/// w_rate_ from x_rate_ and the entering variable.
void ContactPath::rates_of_motions() {
  const int m = frame_.size();
  std::fill(motion_.begin(), motion_.end(), 0);
  double cover_rate = 0;
  const auto push = [&](int generator, double rate) {
    const ContactFrame::Contact& contact = frame_.contact(generator / 2);
    ContactFrame::push(contact, contact.generator[generator % 2], rate, motion_.data());
  };
  if (entering_ < motions_from()) push(entering_, 1);
  for (int c = 0; c < count_; ++c) {
    if (basics_[at(c)] == cover()) {
      cover_rate = x_rate_[at(c)];
    } else if (x_rate_[at(c)] != 0) {
      push(basics_[at(c)], x_rate_[at(c)]);
    }
  }
  for (int i = 0; i < m; ++i) {
    const ContactFrame::Contact& contact = frame_.contact(i);
    for (int k = 0; k < (contact.rolls ? 2 : 1); ++k) {
      const std::size_t row = at(2 * i + k);
      w_rate_[row] = ContactFrame::along(contact, contact.row[k], motion_.data()) + d_[row] * cover_rate;
    }
  }
}

void ContactPath::consider(int variable, double value, double rate) {
  largest_rate_ = std::max(largest_rate_, std::fabs(rate));
  if (rate < 0) candidates_[at(candidate_count_++)] = {variable, value, -rate};
}

/// Of those within rounding of the first to fall below zero the one that falls fastest; z0 before all, where it is
/// about to be gone.
ContactPath::Block ContactPath::first_block() {
  candidate_count_ = 0;
  largest_rate_ = 1;
  for (int c = 0; c < count_; ++c) consider(basics_[at(c)], x_[at(c)], x_rate_[at(c)]);
  for (int i = 0; i < frame_.size(); ++i) {
    if (!active(2 * i)) {
      consider(motions_from() + 2 * i, w_[at(2 * i)], w_rate_[at(2 * i)]);
    } else if (blocks(i)) {
      const int sign = slides_[at(i)];
      consider(motions_from() + 2 * i + 1, sign * w_[at(2 * i + 1)], sign * w_rate_[at(2 * i + 1)]);
    }
  }
  const double least_fall = kRate * largest_rate_;
  double least = HUGE_VAL;
  for (const Block& c : std::span(candidates_.data(), at(candidate_count_))) {
    if (c.fall > least_fall) least = std::min(least, (std::max(0., c.value) + kBelow) / c.fall);
  }
  Block best;
  for (const Block& c : std::span(candidates_.data(), at(candidate_count_))) {
    if (c.fall <= least_fall || c.value > least * c.fall) continue;
    if (c.fall > best.fall) best = c;
  }
  for (const Block& c : std::span(candidates_.data(), at(candidate_count_))) {
    if (c.variable == cover() && c.fall > least_fall && may_end(std::max(0., c.value) / c.fall)) return c;
  }
  return best;
}

/// Whether a step leaves nothing below zero that counts.
bool ContactPath::may_end(double step) const {
  const std::span candidates(candidates_.data(), at(candidate_count_));
  return std::all_of(candidates.begin(), candidates.end(),
                     [&](const Block& c) { return c.value - step * c.fall >= -kUncovered; });
}

void ContactPath::advance(double step) {
  for (int c = 0; c < count_; ++c) x_[at(c)] += step * x_rate_[at(c)];
  for (std::size_t row = 0; row < w_.size(); ++row) w_[row] += step * w_rate_[row];
}

/// Pivots: the entering variable, `step` now, for the leaving one, 0 now.
void ContactPath::exchange(int leaving, double step) {
  ++pivots_;
  if (is_row(leaving)) {
    const int row = leaving - motions_from();
    const double rate = w_rate_[at(row)];
    w_[at(row)] = 0;
    if (is_row(entering_)) {
      replace_row(entering_ - motions_from(), row);
    } else {
      row_times_inverse(row);
      add_row(row, rate);
      x_[at(count_ - 1)] = step;
    }
  } else {
    const int place = basic_place_[at(leaving)];
    if (is_row(entering_)) {
      drop_row(entering_ - motions_from(), place);
    } else {
      replace_basic(place);
      x_[at(place)] = step;
    }
  }
}

void ContactPath::replace_basic(int place) {
  inverse_.replace_basic(place, x_rate_.data());
  basic_place_[at(basics_[at(place)])] = -1;
  set_basic(place, entering_, 0);
}

void ContactPath::set_basic(int place, int variable, double value) {
  basics_[at(place)] = variable;
  basic_place_[at(variable)] = place;
  x_[at(place)] = value;
}

/// entries_ = the row's in the basics' columns; factors_ = entries_ * inverse; motion_ = the row.
void ContactPath::row_times_inverse(int row) {
  const ContactFrame::Contact& contact = frame_.contact(row / 2);
  std::fill(motion_.begin(), motion_.end(), 0);
  ContactFrame::push(contact, contact.row[row % 2], 1, motion_.data());
  for (int c = 0; c < count_; ++c) {
    const int variable = basics_[at(c)];
    if (variable == cover()) {
      entries_[at(c)] = d_[at(row)];
    } else {
      const ContactFrame::Contact& other = frame_.contact(variable / 2);
      entries_[at(c)] = ContactFrame::along(other, other.generator[variable % 2], motion_.data());
    }
  }
  inverse_.row_times(entries_.data(), factors_.data());
}

/// After row_times_inverse; `rate` is the row's as the entering variable rises.
void ContactPath::add_row(int row, double rate) {
  inverse_.add(factors_.data(), x_rate_.data(), rate);
  rows_[at(count_)] = row;
  row_place_[at(row)] = count_;
  ++count_;
  set_basic(count_ - 1, entering_, 0);
}

void ContactPath::drop_row(int row, int place) {
  const int gone = row_place_[at(row)];
  inverse_.drop(gone, place);
  const int last = --count_;
  row_place_[at(row)] = -1;
  basic_place_[at(basics_[at(place)])] = -1;
  if (gone != last) {
    rows_[at(gone)] = rows_[at(last)];
    row_place_[at(rows_[at(gone)])] = gone;
  }
  if (place != last) set_basic(place, basics_[at(last)], x_[at(last)]);
}

void ContactPath::replace_row(int row, int by) {
  const int place = row_place_[at(row)];
  row_times_inverse(by);
  inverse_.replace_row(place, factors_.data());
  row_place_[at(row)] = -1;
  rows_[at(place)] = by;
  row_place_[at(by)] = place;
}

/// What enters after a variable has left.
int ContactPath::complement(int left) {
  const auto enter_motion = [this](int row, int sign) {
    direction_ = sign;
    w_[at(row)] = 0;
    return motions_from() + row;
  };
  if (is_row(left)) {
    const int row = left - motions_from();
    const int i = row / 2;
    if (row % 2 == 1) {
      const bool positive = slides_[at(i)] > 0;
      slides_[at(i)] = 0;
      return 2 * i + (positive ? 0 : 1);
    }
    if (!frame_.contact(i).rolls) return 2 * i;
    const bool positive = w_[at(row + 1)] >= 0;
    slides_[at(i)] = positive ? 1 : -1;
    return 2 * i + (positive ? 1 : 0);
  }
  const int i = left / 2;
  if (active(2 * i + 1)) {
    slides_[at(i)] = left % 2 == 0 ? 1 : -1;
    return enter_motion(2 * i + 1, slides_[at(i)]);
  }
  slides_[at(i)] = 0;
  return enter_motion(2 * i, 1);
}

/// The rows' motions from the basics.
void ContactPath::find_motions() {
  std::fill(motion_.begin(), motion_.end(), 0);
  double covered = 0;
  for (int c = 0; c < count_; ++c) {
    if (basics_[at(c)] == cover()) {
      covered = x_[at(c)];
      continue;
    }
    const ContactFrame::Contact& contact = frame_.contact(basics_[at(c)] / 2);
    ContactFrame::push(contact, contact.generator[basics_[at(c)] % 2], x_[at(c)], motion_.data());
  }
  for (int i = 0; i < frame_.size(); ++i) {
    const ContactFrame::Contact& contact = frame_.contact(i);
    for (const int k : {0, 1}) {
      const std::size_t row = at(2 * i + k);
      w_[row] = ContactFrame::along(contact, contact.row[k], motion_.data()) + contact.bias[k] + d_[row] * covered;
    }
  }
}

/// Newton's method for the basis' equations, from the basics' values.
void ContactPath::polish() {
  constexpr int kRounds = 3;
  find_motions();
  for (int round = 0; round < kRounds && basis_error() > kExact; ++round) {
    for (int q = 0; q < count_; ++q) factors_[at(q)] = -w_[at(rows_[at(q)])];
    inverse_.add_times(factors_.data(), x_.data());
    find_motions();
  }
  for (int q = 0; q < count_; ++q) w_[at(rows_[at(q)])] = 0;
}

double ContactPath::basis_error() const {
  double worst = 0;
  for (int q = 0; q < count_; ++q) worst = std::max(worst, std::fabs(w_[at(rows_[at(q)])]));
  return worst;
}

double ContactPath::force(int contact, int generator) const {
  const int place = basic_place_[at(2 * contact + generator)];
  return place >= 0 ? std::max(0., x_[at(place)]) : 0;
}

void ContactPath::note_states() {
  state_.resize(at(frame_.size()));
  for (int i = 0; i < frame_.size(); ++i) {
    const bool plus = basic_place_[at(2 * i)] >= 0;
    const bool minus = basic_place_[at(2 * i + 1)] >= 0;
    state_[at(i)] = plus ? (minus ? State::sticks : State::plus) : minus ? State::minus : State::open;
  }
}

}  // namespace pawl
