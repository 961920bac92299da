// SPDX-License-Identifier: MIT
#include "friction/body_contacts.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace pawl::internal::inline friction {
namespace {

double square(const double (&v)[BodyContacts::kPlaces]) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

}  // namespace

void BodyContacts::assign(const ContactProblem& problem) {
  roots_.clear();
  for (const ContactProblem::Body& body : problem.bodies) {
    roots_.push_back({std::sqrt(problem.step * body.inverse_mass), std::sqrt(problem.step * body.inverse_inertia)});
  }
  contacts_.resize(problem.contacts.size());
  for (std::size_t i = 0; i < contacts_.size(); ++i) assign(contacts_[i], problem.contacts[i]);
  dampers_.clear();
  rigid_ = true;
  set_unit();
}

void BodyContacts::assign(const ContactProblem& problem, const std::vector<Surface>& surfaces) {
  assign(problem);
  const int count = size();
  for (int i = 0; i < count; ++i) {
    Contact& contact = contacts_[i];
    for (double& bias : contact.bias) bias *= force_unit_;
    comply(contact, surfaces[i]);
    rigid_ = rigid_ && contact.compliance[0] == 0 && contact.compliance[1] == 0;
  }
  for (int i = 0; i < count; ++i) {
    if (!(surfaces[i].damping > 0)) continue;
    const Contact damper = damper_of(problem.contacts[i], contacts_[i], surfaces[i].damping);
    if (damper.unit == 0) continue;  // the tangent's row is 0, so no tangential impulse moves a body
    contacts_.push_back(damper);
    dampers_.push_back(i);
    rigid_ = false;
  }
  set_unit();
}

/// Copies the parameters of a surface to a contact whose bias is not yet divided by the unit of force.
void BodyContacts::comply(Contact& contact, const Surface& surface) const {
  contact.friction = surface.friction;
  contact.bias[0] += surface.offset * contact.unit;
  contact.compliance[0] = surface.normal * contact.unit * contact.unit;
  contact.compliance[1] = surface.tangent * contact.unit * contact.unit;
}

/// Returns the damper of a contact. The damper's unit of force gives the damper's row the length 1. If the row is 0,
/// the unit is 0.
BodyContacts::Contact BodyContacts::damper_of(const ContactProblem::Contact& from, const Contact& contact,
                                              double damping) {
  Contact damper = {};
  damper.a = contact.a;
  damper.b = contact.b;
  const double length = std::sqrt(square(contact.row[1].a) + square(contact.row[1].b)), unit = contact.unit / length;
  if (!(length > 0) || !std::isnormal(unit)) return damper;
  damper.unit = unit;
  for (int k = 0; k < kPlaces; ++k) {
    damper.row[0].a[k] = contact.row[1].a[k] / length;
    damper.row[0].b[k] = contact.row[1].b[k] / length;
  }
  damper.bias[0] = from.tangent_bias * unit;
  damper.compliance[0] = unit * unit / damping;
  damper.damper = true;
  return damper;
}

/// Chooses the unit of force that brings the largest bias to 1, and divides all biases by this unit.
void BodyContacts::set_unit() {
  double largest = 0;
  for (const Contact& contact : contacts_) {
    largest = std::max({largest, std::fabs(contact.bias[0]), std::fabs(contact.bias[1])});
  }
  force_unit_ = largest > 0 && std::isfinite(1 / largest) ? largest : 1;
  for (Contact& contact : contacts_) {
    contact.bias[0] /= force_unit_;
    contact.bias[1] /= force_unit_;
  }
}

void BodyContacts::find_pairs(std::vector<std::pair<int, int>>& pairs) const {
  pairs.clear();
  for (const Contact& contact : contacts_) {
    pairs.emplace_back(contact.a == ground() ? -1 : contact.a / kPlaces,
                       contact.b == ground() ? -1 : contact.b / kPlaces);
  }
}

void BodyContacts::find_motion(const std::vector<Force>& forces, std::vector<double>& motion) const {
  motion.assign(static_cast<std::size_t>(motions()), 0);
  for (int i = 0; i < size(); ++i) {
    const Contact& contact = (*this)[i];
    const Force& force = forces[i];
    if (force.normal != 0) push(contact, contact.row[0], force.normal, motion.data());
    if (force.tangent != 0) push(contact, contact.row[1], force.tangent, motion.data());
  }
  std::fill(motion.end() - kPlaces, motion.end(), 0.);
}

void BodyContacts::set_row(double (&row)[kPlaces], int body, const Eigen::Vector2d& arm,
                           const Eigen::Vector2d& direction, double sign) const {
  const Root root = body < 0 ? Root{0, 0} : roots_[body];
  row[0] = sign * root.mass * direction.x();
  row[1] = sign * root.mass * direction.y();
  row[2] = sign * root.inertia * (arm.x() * direction.y() - arm.y() * direction.x());
}

void BodyContacts::assign(Contact& to, const ContactProblem::Contact& from) const {
  to.a = from.a < 0 ? ground() : kPlaces * from.a;
  to.b = from.b < 0 ? ground() : kPlaces * from.b;
  double diagonal = 0;
  for (const int k : {0, 1}) {
    const Eigen::Vector2d direction = k == 0 ? from.normal : Eigen::Vector2d(-from.normal.y(), from.normal.x());
    set_row(to.row[k].a, from.a, from.arm_a, direction, -1);
    set_row(to.row[k].b, from.b, from.arm_b, direction, 1);
    diagonal += square(to.row[k].a) + square(to.row[k].b);
  }
  const double unit = 1 / std::sqrt(diagonal);
  to.unit = diagonal > 0 && std::isnormal(unit) ? unit : 1;
  for (Row& row : to.row) {
    for (double& x : row.a) x *= to.unit;
    for (double& x : row.b) x *= to.unit;
  }
  to.bias[0] = from.normal_bias * to.unit;
  to.bias[1] = from.tangent_bias * to.unit;
  to.friction = from.friction;
  to.compliance[0] = to.compliance[1] = 0;
  to.damper = false;
}

void BodyContacts::add(int i, const double (&response)[3], BodyMatrix& matrix) const {
  static_assert(kPlaces == BodyMatrix::kSize);
  const Contact& contact = (*this)[i];
  const Row &n = contact.row[0], &t = contact.row[1];
  const auto add_products = [&](const double* n1, const double* t1, const double* n2, const double* t2, double* block) {
    for (int j = 0; j < kPlaces; ++j) {
      const double by_n = n1[j] * response[0] + t1[j] * response[1], by_t = t1[j] * response[2];
      for (int k = 0; k < kPlaces; ++k) block[kPlaces * j + k] += by_n * n2[k] + by_t * t2[k];
    }
  };
  if (contact.a != ground()) add_products(n.a, t.a, n.a, t.a, matrix.diagonal(contact.a / kPlaces));
  if (contact.b != ground()) add_products(n.b, t.b, n.b, t.b, matrix.diagonal(contact.b / kPlaces));
  if (contact.a == ground() || contact.b == ground()) return;
  add_products(n.a, t.a, n.b, t.b, matrix.of_pair(i, 0));
  add_products(n.b, t.b, n.a, t.a, matrix.of_pair(i, 1));
}

namespace {

constexpr int kSize = BodyMatrix::kSize;
constexpr int kEntries = kSize * kSize;

/// Subtracts the product of two blocks: c -= a b.
void subtract_product(const double* a, const double* b, double* c) {
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) {
      c[kSize * i + j] -= a[kSize * i] * b[j] + a[kSize * i + 1] * b[kSize + j] + a[kSize * i + 2] * b[2 * kSize + j];
    }
  }
}

/// Multiplies the block a by another block: a = a b.
void multiply(double* a, const double* b) {
  for (int i = 0; i < kSize; ++i) {
    double* row = a + kSize * i;
    const double x = row[0], y = row[1], z = row[2];
    for (int j = 0; j < kSize; ++j) row[j] = x * b[j] + y * b[kSize + j] + z * b[2 * kSize + j];
  }
}

/// Transposes a block: b = a'.
void transpose(const double* a, double* b) {
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) b[kSize * i + j] = a[kSize * j + i];
  }
}

/// Subtracts the product of a block and a vector: x -= a y.
void subtract_times(const double* a, const double* y, double* x) {
  for (int i = 0; i < kSize; ++i) x[i] -= a[kSize * i] * y[0] + a[kSize * i + 1] * y[1] + a[kSize * i + 2] * y[2];
}

/// Inverts a block in place by Gauss-Jordan elimination, with the largest entry of each column as the pivot. Returns
/// whether all pivots exceed `least`.
bool invert(double* a, double least) {
  double b[kEntries] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int k = 0; k < kSize; ++k) {
    int best = k;
    for (int i = k + 1; i < kSize; ++i) {
      if (std::fabs(a[kSize * i + k]) > std::fabs(a[kSize * best + k])) best = i;
    }
    if (!(std::fabs(a[kSize * best + k]) > least)) return false;
    for (int j = 0; j < kSize && best != k; ++j) {
      std::swap(a[kSize * k + j], a[kSize * best + j]);
      std::swap(b[kSize * k + j], b[kSize * best + j]);
    }
    const double factor = 1 / a[kSize * k + k];
    for (int j = 0; j < kSize; ++j) {
      a[kSize * k + j] *= factor;
      b[kSize * k + j] *= factor;
    }
    for (int i = 0; i < kSize; ++i) {
      if (i == k) continue;
      const double times = a[kSize * i + k];
      for (int j = 0; j < kSize; ++j) {
        a[kSize * i + j] -= times * a[kSize * k + j];
        b[kSize * i + j] -= times * b[kSize * k + j];
      }
    }
  }
  std::copy(b, b + kEntries, a);
  return true;
}

}  // namespace

bool BodyMatrix::set_pattern(int bodies, const std::vector<std::pair<int, int>>& pairs) {
  if (bodies == bodies_ && pairs == pairs_) return false;
  bodies_ = bodies;
  pairs_ = pairs;
  if (touching_.size() < at(bodies)) touching_.resize(at(bodies));
  for (int i = 0; i < bodies; ++i) touching_[at(i)].clear();
  for (const auto& [a, b] : pairs) {
    if (a < 0 || b < 0 || a == b) continue;
    touching_[at(a)].push_back(b);
    touching_[at(b)].push_back(a);
  }
  for (int i = 0; i < bodies; ++i) {
    std::vector<int>& list = touching_[at(i)];
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  find_order(bodies);
  find_targets();
  return true;
}

/// Finds the order of elimination. Keeps the bodies in a heap, ordered by their numbers of neighbours. The heap may
/// contain outdated entries, which are skipped.
void BodyMatrix::find_order(int bodies) {
  order_.clear();
  neighbours_.clear();
  first_.assign(1, 0);
  place_.assign(at(bodies), -1);
  heap_.clear();
  for (int i = 0; i < bodies; ++i) heap_.emplace_back(static_cast<int>(touching_[at(i)].size()), i);
  std::make_heap(heap_.begin(), heap_.end(), std::greater<>());
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    const auto [count, body] = heap_.back();
    heap_.pop_back();
    if (place_[at(body)] < 0 && count == static_cast<int>(touching_[at(body)].size())) eliminate(body);
  }
}

void BodyMatrix::eliminate(int body) {
  place_[at(body)] = static_cast<int>(order_.size());
  order_.push_back(body);
  const std::vector<int>& gone = touching_[at(body)];
  neighbours_.insert(neighbours_.end(), gone.begin(), gone.end());
  first_.push_back(static_cast<int>(neighbours_.size()));
  for (const int other : gone) {
    std::vector<int>& list = touching_[at(other)];
    merged_.clear();
    std::set_union(list.begin(), list.end(), gone.begin(), gone.end(), std::back_inserter(merged_));
    list.clear();
    for (const int one : merged_) {
      if (one != body && one != other) list.push_back(one);
    }
    heap_.emplace_back(static_cast<int>(list.size()), other);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }
}

int BodyMatrix::block_of(int row, int column) const {
  const int here = place_[at(row)], there = place_[at(column)];
  if (here == there) return here;
  const int early = std::min(here, there), other = here < there ? column : row;
  const auto begin = neighbours_.begin() + first_[at(early)], end = neighbours_.begin() + first_[at(early + 1)];
  const int found = static_cast<int>(std::lower_bound(begin, end, other) - neighbours_.begin());
  return bodies_ + 2 * found + (here < there);
}

void BodyMatrix::find_targets() {
  targets_.clear();
  for (int k = 0; k < bodies_; ++k) {
    for (int i = first_[at(k)]; i < first_[at(k + 1)]; ++i) {
      for (int j = first_[at(k)]; j < first_[at(k + 1)]; ++j) {
        targets_.push_back(block_of(neighbours_[at(i)], neighbours_[at(j)]));
      }
    }
  }
  pair_block_.assign(2 * pairs_.size(), -1);
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const auto& [a, b] = pairs_[i];
    if (a < 0 || b < 0) continue;
    pair_block_[2 * i] = block_of(a, b);
    pair_block_[2 * i + 1] = block_of(b, a);
  }
  blocks_.resize(kEntries * (at(bodies_) + 2 * neighbours_.size()));
}

void BodyMatrix::set_identity() {
  std::fill(blocks_.begin(), blocks_.end(), 0);
  for (int i = 0; i < bodies_; ++i) {
    double* block = &blocks_[kEntries * at(i)];
    block[0] = block[4] = block[8] = 1;
  }
}

/// Factors the matrix. For a symmetric matrix, computes only the blocks above the diagonal, which saves half of the
/// work. The blocks below the diagonal are computed from them when they are needed.
bool BodyMatrix::factor(double least, bool symmetric) {
  const int* target = targets_.data();
  for (int k = 0; k < bodies_; ++k) {
    double* pivot = &blocks_[kEntries * at(k)];
    if (!invert(pivot, least)) return false;
    for (int i = first_[at(k)]; i < first_[at(k + 1)]; ++i) {
      double* below = &blocks_[kEntries * at(bodies_ + 2 * i)];
      if (symmetric) transpose(below + kEntries, below);
      multiply(below, pivot);
      for (int j = first_[at(k)]; j < first_[at(k + 1)]; ++j) {
        const int to = *target++;
        if (symmetric && to >= bodies_ && (to - bodies_) % 2 == 0) continue;
        subtract_product(below, &blocks_[kEntries * at(bodies_ + 2 * j + 1)], &blocks_[kEntries * at(to)]);
      }
    }
  }
  return true;
}

void BodyMatrix::solve(double* x) const {
  for (int k = 0; k < bodies_; ++k) {
    const double* own = x + kSize * order_[at(k)];
    for (int i = first_[at(k)]; i < first_[at(k + 1)]; ++i) {
      subtract_times(&blocks_[kEntries * at(bodies_ + 2 * i)], own, x + kSize * neighbours_[at(i)]);
    }
  }
  for (int k = bodies_ - 1; k >= 0; --k) {
    double* own = x + kSize * order_[at(k)];
    for (int i = first_[at(k)]; i < first_[at(k + 1)]; ++i) {
      subtract_times(&blocks_[kEntries * at(bodies_ + 2 * i + 1)], x + kSize * neighbours_[at(i)], own);
    }
    const double y[kSize] = {own[0], own[1], own[2]};
    const double* inverse = &blocks_[kEntries * at(k)];
    for (int i = 0; i < kSize; ++i) {
      own[i] = inverse[kSize * i] * y[0] + inverse[kSize * i + 1] * y[1] + inverse[kSize * i + 2] * y[2];
    }
  }
}

}  // namespace pawl::internal::inline friction
