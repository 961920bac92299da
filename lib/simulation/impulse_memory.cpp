// SPDX-License-Identifier: MIT
#include "simulation/impulse_memory.h"

#include <utility>

namespace pawl::internal {
namespace {

constexpr long kForgotten = 10000;           ///< problems
constexpr std::uint32_t kForgottenStep = 8;  ///< steps

}  // namespace

/// By multiplication with odd numbers whose bits are spread [Knuth, 6.4].
std::size_t ImpulseMemory::hash(const RowName& name) {
  const FeaturePair& pair = name.pair;
  std::uint64_t h = static_cast<std::uint64_t>(name.shape_a) * 0x9e3779b97f4a7c15u;
  h = (h ^ (h >> 32) ^ static_cast<std::uint64_t>(name.shape_b)) * 0xbf58476d1ce4e5b9u;
  h = (h ^ (h >> 32) ^ static_cast<std::uint64_t>(2 * pair.round + pair.round_on_b)) * 0x94d049bb133111ebu;
  h = (h ^ (h >> 32) ^ static_cast<std::uint64_t>(pair.side)) * 0x9e3779b97f4a7c15u;
  return static_cast<std::size_t>(h >> 32);
}

/// Of this name, or free.
ImpulseMemory::Entry& ImpulseMemory::place(const RowName& name) {
  const std::size_t mask = entries_.size() - 1;
  std::size_t k = hash(name) & mask;
  while (entries_[k].seen >= 0 && !(entries_[k].name == name)) k = (k + 1) & mask;
  return entries_[k];
}

ImpulseMemory::Impulse& ImpulseMemory::at(const RowName& name) {
  if (2 * used_ >= entries_.size()) grow();
  Entry& entry = place(name);
  if (entry.seen < 0) {
    ++used_;
    entry = {name, now_, step_, {}};
  }
  entry.seen = now_;
  entry.step = step_;
  return entry.impulse;
}

void ImpulseMemory::grow() {
  std::vector<Entry> old;
  std::swap(old, entries_);
  std::size_t kept = 0;
  const auto keep = [&](const Entry& one) {
    return one.seen >= 0 && (now_ - one.seen < kForgotten || step_ - one.step < kForgottenStep);
  };
  for (const Entry& one : old) kept += keep(one);
  std::size_t size = 64;
  while (size < 4 * kept) size *= 2;
  entries_.resize(size);
  used_ = kept;
  for (const Entry& one : old) {
    if (keep(one)) place(one.name) = one;
  }
}

}  // namespace pawl::internal
