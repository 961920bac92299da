// SPDX-License-Identifier: MIT
#include "friction/path/contact_path.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <span>

namespace pawl::internal {
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

constexpr int kAsk = 16;  ///< pivots of a basis of up to so many rows, kLarge, between two questions whether to stop
constexpr int kLarge = 200;

/// Between 0 and 1, evenly spread, no two alike.
double spread(int i) {
  const double x = .6180339887498949 * (i + 1);
  return x - std::floor(x);
}

}  // namespace

ContactPath::End ContactPath::run(const Limits& limits) {
  start_open();
  basis_.cover_by([](int) { return 0; }, [](int row) { return row % 2 == 0 ? 1 + .1 * spread(row / 2) : 0; });
  return follow(limits);
}

ContactPath::End ContactPath::run_at_random(const Limits& limits, unsigned seed) {
  start_open();
  std::mt19937 engine(seed);
  const auto random = [&] { return engine() * 0x1p-32; };
  basis_.cover_by([](int) { return 0; }, [&](int row) { return row % 2 == 0 ? .01 + random() : 2 * random() - 1; });
  return follow(limits);
}

ContactPath::End ContactPath::run_again(const Limits& limits) {
  start_open();
  adopt_states(limits.stop);
  // Every variable of the dictionary is to rise about as fast.
  basis_.cover_by([](int place) { return 1 + .1 * spread(place); },
                  [&](int row) { return row % 2 == 0 ? 1 + .1 * spread(row / 2) : slides_[at(row / 2)]; });
  return follow(limits);
}

void ContactPath::start_open() {
  pivots_ = factored_ = 0;
  basis_.clear();
  slides_.assign(at(frame_.size()), 0);
  candidates_.resize(3 * at(2 * frame_.size() + 1));
}

/// A basis of the rows and edges that the states name, as far as they make one.
void ContactPath::adopt_states(const StopToken& stop) {
  pairs_.clear();
  for (int i = 0; i < frame_.size(); ++i) {
    const State state = state_[at(i)];
    if (state == State::open) continue;
    pairs_.push_back({2 * i, state == State::minus ? 2 * i + 1 : 2 * i});
    if (state == State::sticks) pairs_.push_back({2 * i + 1, 2 * i + 1});
  }
  basis_.adopt(pairs_, stop);
  for (int i = 0; i < frame_.size(); ++i) {
    if (!frame_.contact(i).rolls || !basis_.active(2 * i) || basis_.active(2 * i + 1)) continue;
    slides_[at(i)] = state_[at(i)] == State::minus ? 1 : -1;
  }
}

/// Calls each(variable, value, rate) for the variables of the dictionary that must not fall below zero: the basics, the
/// normal motions of open contacts, and the tangential ones of closed contacts that slide, in their direction.
template <class Each>
void ContactPath::for_each_bounded(const Each& each) const {
  for (int c = 0; c < basis_.count(); ++c) each(basis_.basic(c), basis_.x(c), basis_.x_rate(c));
  for (int i = 0; i < frame_.size(); ++i) {
    const int row = 2 * i;
    if (!basis_.active(row)) {
      each(basis_.motions_from() + row, basis_.w(row), basis_.w_rate(row));
    } else if (slides_[at(i)] != 0 && !basis_.active(row + 1)) {
      const int sign = slides_[at(i)];
      each(basis_.motions_from() + row + 1, sign * basis_.w(row + 1), sign * basis_.w_rate(row + 1));
    }
  }
}

/// z0 rises until nothing is below zero; the last to be so leaves. False where nothing is.
bool ContactPath::leave_start() {
  double most = 0;
  int leaving = -1;
  for_each_bounded([&](int variable, double value, double rate) {
    if (value >= 0 || value + most * rate >= 0) return;
    most = -value / rate;
    leaving = variable;
  });
  if (leaving < 0) return false;
  basis_.advance(most);
  exchange(basis_.cover(), leaving, most);
  entering_ = complement(leaving);
  return true;
}

void ContactPath::exchange(int entering, int leaving, double step) {
  ++pivots_;
  basis_.exchange(entering, leaving, step);
}

ContactPath::End ContactPath::follow(const Limits& limits) {
  if (!leave_start()) {
    note_states();
    return End::solved;
  }
  while (pivots_ < limits.pivots) {
    if ((pivots_ % kAsk == 0 || basis_.count() > kLarge) && limits.stop.stop_requested()) return End::limit;
    basis_.find_rates(entering_, direction_);
    const Block block = first_block();
    if (block.variable < 0) return End::ray;
    const double step = std::max(0., block.value / block.fall);
    basis_.advance(step);
    exchange(entering_, block.variable, step);
    if (block.variable == basis_.cover()) {
      basis_.polish();
      note_states();
      return End::solved;
    }
    if (pivots_ - factored_ >= std::max(kRefactor, basis_.count())) {
      factored_ = pivots_;
      if (!basis_.refactor(limits.stop)) return End::limit;
    }
    entering_ = complement(block.variable);
  }
  return End::limit;
}

/// Of those within rounding of the first to fall below zero the one that falls fastest; z0 before all, where it is
/// about to be gone.
ContactPath::Block ContactPath::first_block() {
  candidate_count_ = 0;
  double largest_rate = 1;
  for_each_bounded([&](int variable, double value, double rate) {
    largest_rate = std::max(largest_rate, std::fabs(rate));
    if (rate < 0) candidates_[at(candidate_count_++)] = {variable, value, -rate};
  });
  const double least_fall = kRate * largest_rate;
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
    if (c.variable == basis_.cover() && c.fall > least_fall && may_end(std::max(0., c.value) / c.fall)) return c;
  }
  return best;
}

/// Whether a step leaves nothing below zero that counts.
bool ContactPath::may_end(double step) const {
  const std::span candidates(candidates_.data(), at(candidate_count_));
  return std::all_of(candidates.begin(), candidates.end(),
                     [&](const Block& c) { return c.value - step * c.fall >= -kUncovered; });
}

/// What enters after a variable has left: of the pairs (c_n, a_n), (s+, a+), (a-, s-) of its contact the other one.
int ContactPath::complement(int left) {
  const auto enter_motion = [this](int row, int sign) {
    direction_ = sign;
    return basis_.motions_from() + row;
  };
  if (basis_.is_motion(left)) {
    const int row = left - basis_.motions_from();
    const int i = row / 2;
    if (row % 2 == 1) {
      const bool positive = slides_[at(i)] > 0;
      slides_[at(i)] = 0;
      return 2 * i + (positive ? 0 : 1);
    }
    if (!frame_.contact(i).rolls) return 2 * i;
    const bool positive = basis_.w(row + 1) >= 0;
    slides_[at(i)] = positive ? 1 : -1;
    return 2 * i + (positive ? 1 : 0);
  }
  const int i = left / 2;
  if (basis_.active(2 * i + 1)) {
    slides_[at(i)] = left % 2 == 0 ? 1 : -1;
    return enter_motion(2 * i + 1, slides_[at(i)]);
  }
  slides_[at(i)] = 0;
  return enter_motion(2 * i, 1);
}

double ContactPath::force(int contact, int edge) const {
  const int place = basis_.place(2 * contact + edge);
  return place >= 0 ? std::max(0., basis_.x(place)) : 0;
}

void ContactPath::note_states() {
  state_.resize(at(frame_.size()));
  for (int i = 0; i < frame_.size(); ++i) {
    const bool plus = basis_.place(2 * i) >= 0;
    const bool minus = basis_.place(2 * i + 1) >= 0;
    state_[at(i)] = plus ? (minus ? State::sticks : State::plus) : minus ? State::minus : State::open;
  }
}

}  // namespace pawl::internal
