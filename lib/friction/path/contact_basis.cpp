// SPDX-License-Identifier: MIT
#include "friction/path/contact_basis.h"

#include <cmath>

namespace pawl::internal {
namespace {

constexpr double kExact = 1e-14;     ///< an error of a basis' equations that needs no mending
constexpr double kSingular = 1e-10;  ///< a pivot that a warm start does without
constexpr double kLost = 1e-13;      ///< a pivot of a basis that is singular but for rounding

}  // namespace

void ContactBasis::clear() {
  const int m = frame_.size();
  count_ = 0;
  const std::size_t most = at(2 * m + 1);
  inverse_.clear(2 * m + 1);
  for (std::vector<int>* list : {&rows_, &basics_}) list->resize(most);
  for (std::vector<double>* list : {&x_, &x_rate_, &factors_, &entries_}) list->resize(most);
  for (std::vector<double>* list : {&w_, &w_rate_}) list->resize(at(2 * m));
  d_.assign(at(2 * m), 0);
  row_place_.assign(at(2 * m), -1);
  basic_place_.assign(at(4 * m + 1), -1);
  motion_.resize(at(frame_.motions()));
  for (int i = 0; i < m; ++i) {
    for (const int k : {0, 1}) w_[at(2 * i + k)] = frame_.contact(i).bias[k];
  }
}

void ContactBasis::adopt(const std::vector<Pair>& pairs, const StopToken& stop) {
  const int count = static_cast<int>(pairs.size());
  inverse_.assign(count);
  for (int q = 0; q < count; ++q) {
    for (int c = 0; c < count; ++c) inverse_.set_entry(q, c, entry(pairs[at(q)].row, pairs[at(c)].edge));
  }
  inverse_.invert_pairs(
      kSingular, [&](int q) { return pairs[at(q)].row % 2 == 0 || inverse_.took(q - 1); }, stop, taken_);
  for (const int q : taken_) {
    const Pair& pair = pairs[at(q)];
    rows_[at(count_)] = pair.row;
    row_place_[at(pair.row)] = count_;
    set_basic(count_++, pair.edge, 0);
  }
  polish();
}

double ContactBasis::entry(int row, int variable) const {
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

bool ContactBasis::refactor(const StopToken& stop) {
  for (int q = 0; q < count_; ++q) {
    for (int c = 0; c < count_; ++c) inverse_.set_entry(q, c, entry(rows_[at(q)], basics_[at(c)]));
  }
  if (!inverse_.invert(kLost, stop)) return false;
  polish();
  return true;
}

void ContactBasis::find_rates(int entering, int direction) {
  if (is_motion(entering)) w_[at(entering - motions_from())] = 0;
  find_basic_rates(entering, direction);
  find_motion_rates(entering);
}

void ContactBasis::find_basic_rates(int entering, int direction) {
  if (entering < motions_from()) {
    const ContactFrame::Contact& contact = frame_.contact(entering / 2);
    std::fill(motion_.begin(), motion_.end(), 0);
    ContactFrame::push(contact, contact.generator[entering % 2], 1, motion_.data());
    for (int q = 0; q < count_; ++q) {
      const int row = rows_[at(q)];
      const ContactFrame::Contact& other = frame_.contact(row / 2);
      factors_[at(q)] = -ContactFrame::along(other, other.row[row % 2], motion_.data());
    }
    std::fill_n(x_rate_.begin(), count_, 0);
    inverse_.add_times(factors_.data(), x_rate_.data());
  } else {
    const int row = row_place_[at(entering - motions_from())];
    for (int c = 0; c < count_; ++c) x_rate_[at(c)] = direction * inverse_.entry(row, c);
  }
}

/// From the rates of the basics and the entering variable.
void ContactBasis::find_motion_rates(int entering) {
  const int m = frame_.size();
  std::fill(motion_.begin(), motion_.end(), 0);
  double cover_rate = 0;
  const auto push = [&](int generator, double rate) {
    const ContactFrame::Contact& contact = frame_.contact(generator / 2);
    ContactFrame::push(contact, contact.generator[generator % 2], rate, motion_.data());
  };
  if (entering < motions_from()) push(entering, 1);
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

void ContactBasis::advance(double step) {
  for (int c = 0; c < count_; ++c) x_[at(c)] += step * x_rate_[at(c)];
  for (std::size_t row = 0; row < w_.size(); ++row) w_[row] += step * w_rate_[row];
}

void ContactBasis::exchange(int entering, int leaving, double step) {
  if (is_motion(leaving)) {
    const int row = leaving - motions_from();
    w_[at(row)] = 0;
    row_times_inverse(row);
    if (is_motion(entering)) {
      replace_row(entering - motions_from(), row);
    } else {
      add_row(row, entering, step);
    }
    return;
  }
  const int place = basic_place_[at(leaving)];
  if (is_motion(entering)) {
    drop_row(entering - motions_from(), place);
  } else {
    inverse_.replace_basic(place, x_rate_.data());
    basic_place_[at(leaving)] = -1;
    set_basic(place, entering, step);
  }
}

void ContactBasis::set_basic(int place, int variable, double value) {
  basics_[at(place)] = variable;
  basic_place_[at(variable)] = place;
  x_[at(place)] = value;
}

/// entries_ = the row's in the basics' columns; factors_ = entries_ * inverse; motion_ = the row.
void ContactBasis::row_times_inverse(int row) {
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

void ContactBasis::add_row(int row, int entering, double step) {
  inverse_.add(factors_.data(), x_rate_.data(), w_rate_[at(row)]);
  rows_[at(count_)] = row;
  row_place_[at(row)] = count_;
  set_basic(count_++, entering, step);
}

void ContactBasis::drop_row(int row, int place) {
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

void ContactBasis::replace_row(int row, int by) {
  const int place = row_place_[at(row)];
  inverse_.replace_row(place, factors_.data());
  row_place_[at(row)] = -1;
  rows_[at(place)] = by;
  row_place_[at(by)] = place;
}

/// The rows' motions from the basics.
void ContactBasis::find_motions() {
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

void ContactBasis::polish() {
  constexpr int kRounds = 3;
  find_motions();
  for (int round = 0; round < kRounds && error() > kExact; ++round) {
    for (int q = 0; q < count_; ++q) factors_[at(q)] = -w_[at(rows_[at(q)])];
    inverse_.add_times(factors_.data(), x_.data());
    find_motions();
  }
  for (int q = 0; q < count_; ++q) w_[at(rows_[at(q)])] = 0;
}

double ContactBasis::error() const {
  double worst = 0;
  for (int q = 0; q < count_; ++q) worst = std::max(worst, std::fabs(w_[at(rows_[at(q)])]));
  return worst;
}

}  // namespace pawl::internal
