// SPDX-License-Identifier: MIT
#include "friction/laws/body_matrix.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace pawl::internal {
namespace {

constexpr int kSize = BodyMatrix::kSize;
constexpr int kEntries = kSize * kSize;

/// c -= a b
void subtract_product(const double* a, const double* b, double* c) {
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) {
      c[kSize * i + j] -= a[kSize * i] * b[j] + a[kSize * i + 1] * b[kSize + j] + a[kSize * i + 2] * b[2 * kSize + j];
    }
  }
}

/// a = a b
void multiply(double* a, const double* b) {
  for (int i = 0; i < kSize; ++i) {
    double* row = a + kSize * i;
    const double x = row[0], y = row[1], z = row[2];
    for (int j = 0; j < kSize; ++j) row[j] = x * b[j] + y * b[kSize + j] + z * b[2 * kSize + j];
  }
}

/// b = a'
void transpose(const double* a, double* b) {
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) b[kSize * i + j] = a[kSize * j + i];
  }
}

/// x -= a y
void subtract_times(const double* a, const double* y, double* x) {
  for (int i = 0; i < kSize; ++i) x[i] -= a[kSize * i] * y[0] + a[kSize * i + 1] * y[1] + a[kSize * i + 2] * y[2];
}

/// Gauss and Jordan's, in place, the largest pivot of a column first. Whether all are over `least`.
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

/// By a heap of the bodies' numbers of neighbours, old ones too, which are skipped.
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

/// Of a symmetric matrix blocks below the diagonal are found from those above when their turn comes: half of the work.
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

}  // namespace pawl::internal
