// SPDX-License-Identifier: MIT
#include "friction/contact_basis.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "base/dense_algebra.h"
#include "lcp/lcp.h"

namespace pawl::internal::inline friction {
namespace {

constexpr double kExact = 1e-14;     ///< largest error of a basis' equations that needs no correction
constexpr double kLeastKeptPivot = 1e-10;  ///< smallest pivot with which a warm start keeps a row and the edge that is
                                           ///< its basic variable
constexpr double kLost = 1e-13;      ///< a basis counts as singular if all possible pivots of some column are at most
                                     ///< this

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
  row_index_.assign(at(2 * m), -1);
  basic_index_.assign(at(4 * m + 1), -1);
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
      kLeastKeptPivot, [&](int q) { return pairs[at(q)].row % 2 == 0 || inverse_.took(q - 1); }, stop, taken_);
  for (const int q : taken_) {
    const Pair& pair = pairs[at(q)];
    rows_[at(count_)] = pair.row;
    row_index_[at(pair.row)] = count_;
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
    const int row = row_index_[at(entering - motions_from())];
    for (int c = 0; c < count_; ++c) x_rate_[at(c)] = direction * inverse_.entry(row, c);
  }
}

/// Computes the rates of the motions from the rates of the basic variables and of the entering variable.
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
  const int place = basic_index_[at(leaving)];
  if (is_motion(entering)) {
    drop_row(entering - motions_from(), place);
  } else {
    inverse_.replace_basic(place, x_rate_.data());
    basic_index_[at(leaving)] = -1;
    set_basic(place, entering, step);
  }
}

void ContactBasis::set_basic(int place, int variable, double value) {
  basics_[at(place)] = variable;
  basic_index_[at(variable)] = place;
  x_[at(place)] = value;
}

/// Sets entries_ to the row's entries in the columns of the basic variables, factors_ to entries_ times the inverse of
/// the basis, and motion_ to the row itself.
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
  row_index_[at(row)] = count_;
  set_basic(count_++, entering, step);
}

void ContactBasis::drop_row(int row, int place) {
  const int gone = row_index_[at(row)];
  inverse_.drop(gone, place);
  const int last = --count_;
  row_index_[at(row)] = -1;
  basic_index_[at(basics_[at(place)])] = -1;
  if (gone != last) {
    rows_[at(gone)] = rows_[at(last)];
    row_index_[at(rows_[at(gone)])] = gone;
  }
  if (place != last) set_basic(place, basics_[at(last)], x_[at(last)]);
}

void ContactBasis::replace_row(int row, int by) {
  const int place = row_index_[at(row)];
  inverse_.replace_row(place, factors_.data());
  row_index_[at(row)] = -1;
  rows_[at(place)] = by;
  row_index_[at(by)] = place;
}

/// Computes the motions of all rows from the values of the basic variables.
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
  constexpr int kIterationLimits = 3;
  find_motions();
  for (int round = 0; round < kIterationLimits && error() > kExact; ++round) {
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

void BasisInverse::clear(int most) {
  size_ = 0;
  stride_ = (most + 7) / 8 * 8;
  const std::size_t entries = static_cast<std::size_t>(most) * static_cast<std::size_t>(stride_);
  if (entries_.size() < entries) entries_.resize(entries);
  if (factors_.size() < static_cast<std::size_t>(most)) {
    factors_.resize(static_cast<std::size_t>(most));
    pivot_.resize(static_cast<std::size_t>(most));
    rows_.reserve(static_cast<std::size_t>(most));
  }
}

/// Exchanges a row and a basic variable by a Gauss-Jordan step in place.
void BasisInverse::exchange(int row, int basic) {
  double* own = column(basic);
  const double pivot = own[row];
  std::copy_n(own, size_, pivot_.data());
  pivot_[row] = 0;
  std::fill_n(own, size_, 0);
  for (int c = 0; c < size_; ++c) {
    const double entry = c == basic ? 1 : column(c)[row];
    column(c)[row] = entry / pivot;
    factors_[c] = -entry / pivot;
  }
  combine(pivot_.data());
}

bool BasisInverse::invert(double least, const StopToken& stop) {
  rows_.assign(static_cast<std::size_t>(size_), 0);
  for (int k = 0; k < size_; ++k) {
    int row = k;
    for (int i = k + 1; i < size_; ++i) {
      if (std::fabs(column(k)[i]) > std::fabs(column(k)[row])) row = i;
    }
    if (!(std::fabs(column(k)[row]) > least) || stop.stop_requested()) return false;
    rows_[k] = row;
    for (int c = 0; row != k && c < size_; ++c) std::swap(column(c)[k], column(c)[row]);
    exchange(k, k);
  }
  for (int k = size_; k-- > 0;) {
    const int row = rows_[k];
    if (row != k) std::swap_ranges(column(k), column(k) + size_, column(row));
  }
  return true;
}

/// Keeps only the rows and columns with the numbers in `taken`, which are in ascending order.
void BasisInverse::keep(const std::vector<int>& taken) {
  const int count = static_cast<int>(taken.size());
  for (int q = 0; q < count; ++q) {
    const double* from = column(taken[q]);
    double* to = column(q);
    for (int c = 0; c < count; ++c) to[c] = from[taken[c]];
  }
  size_ = count;
}

void BasisInverse::add_times(const double* factors, double* sum) const {
  add_columns(sum, entries_.data(), stride_, factors, size_, size_);
}

void BasisInverse::row_times(const double* entries, double* products) const {
  std::fill_n(products, size_, 0);
  for (int c = 0; c < size_; ++c) {
    if (entries[c] == 0) continue;
    for (int q = 0; q < size_; ++q) products[q] += entries[c] * column(q)[c];
  }
}

/// Adds a multiple of `vector` to every column. The multiple is the entry of factors_ for that column.
void BasisInverse::combine(const double* vector) {
  add_outer(entries_.data(), stride_, factors_.data(), size_, vector, size_);
}

void BasisInverse::replace_basic(int place, const double* rates) {
  for (int q = 0; q < size_; ++q) factors_[q] = -column(q)[place] / rates[place];
  combine(rates);
  for (int q = 0; q < size_; ++q) column(q)[place] = factors_[q];
}

void BasisInverse::add(const double* products, const double* rates, double rate) {
  for (int q = 0; q < size_; ++q) factors_[q] = -products[q] / rate;
  combine(rates);
  for (int q = 0; q < size_; ++q) column(q)[size_] = factors_[q];
  double* added = column(size_);
  for (int c = 0; c < size_; ++c) added[c] = rates[c] / rate;
  added[size_++] = 1 / rate;
}

void BasisInverse::drop(int row, int basic) {
  const double pivot = column(row)[basic];
  for (int q = 0; q < size_; ++q) factors_[q] = q == row ? 0 : -column(q)[basic] / pivot;
  combine(column(row));
  const int last = --size_;
  if (row != last) std::copy_n(column(last), last + 1, column(row));
  if (basic == last) return;
  for (int q = 0; q < last; ++q) column(q)[basic] = column(q)[last];
}

void BasisInverse::replace_row(int row, const double* products) {
  const double pivot = products[row];
  for (int q = 0; q < size_; ++q) factors_[q] = q == row ? 0 : -products[q] / pivot;
  combine(column(row));
  for (int c = 0; c < size_; ++c) column(row)[c] /= pivot;
}

namespace {

/// Returns the squared length of the first three entries. It is used only to choose the units of forces.
double squared_norm(const double (&v)[ContactFrame::kPlaces]) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

void scale(ContactFrame::Row& row, double factor) {
  for (double& x : row.a) x *= factor;
  for (double& x : row.b) x *= factor;
}

}  // namespace

bool ContactFrame::fits(const ContactProblem& problem) {
  return problem.tangents == 1 && std::all_of(problem.blocks.begin(), problem.blocks.end(),
                                              [](const auto& block) { return block.inertia.rows() <= kPlaces; });
}

void ContactFrame::find_roots(const ContactProblem& problem) {
  constexpr std::size_t kSize = kPlaces * kPlaces;
  roots_.assign(kSize * (problem.bodies.size() + problem.blocks.size()), 0);
  double* root = roots_.data();
  for (const ContactProblem::Body& body : problem.bodies) {
    root[0] = root[kPlaces + 1] = std::sqrt(problem.step * body.inverse_mass);
    root[2 * kPlaces + 2] = std::sqrt(problem.step * body.inverse_inertia);
    root += kSize;
  }
  for (const ContactProblem::Block& block : problem.blocks) {
    using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, kPlaces, kPlaces>;
    const Eigen::Index n = block.inertia.rows();
    Small inertia = block.inertia;
    const auto driven = [&](Eigen::Index i) { return !block.driven.empty() && block.driven[i]; };
    for (Eigen::Index i = 0; i < n; ++i) {
      // Decouples driven coordinates, for which the root of W is 0, from the other coordinates.
      if (!driven(i)) continue;
      inertia.row(i).setZero();
      inertia.col(i).setZero();
      inertia(i, i) = 1;
    }
    const Small lower = inertia.llt().matrixL();
    Small inverse = Small::Identity(n, n) * std::sqrt(problem.step);
    lower.template triangularView<Eigen::Lower>().solveInPlace(inverse);
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j) root[kPlaces * i + j] = driven(i) ? 0 : inverse(i, j);
    }
    root += kSize;
  }
}

void ContactFrame::set_row(Row& row, const ContactDynamics<double>& dynamics, int contact, int direction) const {
  for (const int k : {0, 1}) {
    double(&to)[kPlaces] = k == 0 ? row.a : row.b;
    std::fill(std::begin(to), std::end(to), 0.);
    const auto& on = dynamics.side(contact, k);
    if (on.link < 0) continue;
    const double* entries = dynamics.row(on, direction);
    const double* root = &roots_[kPlaces * kPlaces * on.link];
    if (dynamics.is_body(on.link)) {
      for (int j = 0; j < 3; ++j) to[j] = root[(kPlaces + 1) * j] * entries[j];
      continue;
    }
    for (int i = 0; i < dynamics.size(on.link); ++i) {
      for (int j = 0; j <= i; ++j) to[i] += root[kPlaces * i + j] * entries[j];
    }
  }
}

void ContactFrame::assign(const ContactProblem& problem, const ContactDynamics<double>& dynamics) {
  motions_ = kPlaces * (dynamics.links() + 1);
  find_roots(problem);
  contacts_.resize(problem.contacts.size());
  double largest = 0;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    assign(contacts_[i], problem.contacts[i], dynamics, static_cast<int>(i));
    largest = std::max({largest, std::fabs(contacts_[i].bias[0]), std::fabs(contacts_[i].bias[1])});
  }
  force_unit_ = largest > 0 && std::isfinite(1 / largest) ? largest : 1;
  const double inverse = 1 / force_unit_;
  for (Contact& contact : contacts_) {
    contact.bias[0] *= inverse;
    contact.bias[1] *= inverse;
  }
}

void ContactFrame::perturb(double most, unsigned seed) {
  std::mt19937 engine(seed);
  const auto random = [&] { return engine() * 0x1p-32; };
  for (Contact& contact : contacts_) {
    contact.bias[0] += most * random();
    contact.bias[1] += most * (2 * random() - 1);
  }
}

void ContactFrame::assign(Contact& to, const ContactProblem::Contact& from, const ContactDynamics<double>& dynamics,
                          int i) const {
  const int ground = motions_ / kPlaces - 1;
  to.a = kPlaces * (from.a < 0 ? ground : from.a);
  to.b = kPlaces * (from.b < 0 ? ground : from.b);
  set_row(to.row[0], dynamics, i, 0);
  set_row(to.row[1], dynamics, i, 1);
  const double diagonal =
      squared_norm(to.row[0].a) + squared_norm(to.row[0].b) + squared_norm(to.row[1].a) + squared_norm(to.row[1].b);
  const double unit = 1 / std::sqrt(diagonal);
  to.unit = diagonal > 0 && std::isfinite(unit) ? unit : 1;
  scale(to.row[0], to.unit);
  scale(to.row[1], to.unit);
  to.bias[0] = dynamics.bias(i, 0) * to.unit;
  to.bias[1] = dynamics.bias(i, 1) * to.unit;
  to.rolls = from.sliding == 0 && from.friction > 0;
  to.share[0] = to.rolls ? from.friction : -from.sliding * from.friction;
  to.share[1] = -from.friction;
  for (const int g : {0, 1}) {
    for (int k = 0; k < kPlaces; ++k) {
      to.generator[g].a[k] = to.row[0].a[k] + to.share[g] * to.row[1].a[k];
      to.generator[g].b[k] = to.row[0].b[k] + to.share[g] * to.row[1].b[k];
    }
  }
}

}  // namespace pawl::internal::inline friction
