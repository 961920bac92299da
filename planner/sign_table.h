// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sign_bits.h"

namespace pawl::internal {

/// Cells by the signs of their planes, numbered from 0 as they come. A million cells of a thousand planes are 125 bytes
/// of signs each, and some 10 to find them by: the signs lie in blocks that never move, and a table of numbers with
/// open addressing leads to them.
class SignTable {
 public:
  explicit SignTable(std::size_t planes = 0) : planes_(planes), words_(SignBits(planes).words().size()) {}

  std::size_t size() const { return count_; }

  /// The cell's number, and whether it is new.
  std::pair<std::size_t, bool> insert(const SignBits& signs) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    std::uint32_t& slot = slots_[slot_of(signs)];
    if (slot != kFree) return {slot, false};
    if (count_ % kBlock == 0) blocks_.push_back(std::make_unique<std::uint64_t[]>(kBlock * words_));
    std::copy(signs.words().begin(), signs.words().end(), row(count_));
    slot = static_cast<std::uint32_t>(count_);
    return {count_++, true};
  }

  std::optional<std::size_t> find(const SignBits& signs) const {
    if (slots_.empty()) return std::nullopt;
    const std::uint32_t slot = slots_[slot_of(signs)];
    return slot == kFree ? std::nullopt : std::optional<std::size_t>(slot);
  }

  SignBits signs(std::size_t cell) const {
    SignBits bits(planes_);
    for (std::size_t word = 0; word < words_; ++word) bits.set_word(word, row(cell)[word]);
    return bits;
  }

 private:
  static constexpr std::uint32_t kFree = 0xffffffff;
  static constexpr std::size_t kBlock = 1024;

  std::uint64_t* row(std::size_t cell) const { return blocks_[cell / kBlock].get() + (cell % kBlock) * words_; }

  /// Where a cell is, or would be.
  std::size_t slot_of(const SignBits& signs) const {
    std::size_t place = SignBits::Hash()(signs) % slots_.size();
    const auto same = [&](std::uint32_t cell) {
      return std::equal(signs.words().begin(), signs.words().end(), row(cell));
    };
    while (slots_[place] != kFree && !same(slots_[place])) place = (place + 1) % slots_.size();
    return place;
  }

  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), kFree);
    for (std::size_t cell = 0; cell < count_; ++cell) slots_[slot_of(signs(cell))] = static_cast<std::uint32_t>(cell);
  }

  std::size_t planes_, words_;
  std::size_t count_ = 0;
  std::vector<std::unique_ptr<std::uint64_t[]>> blocks_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace pawl::internal
