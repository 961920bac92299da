// SPDX-License-Identifier: MIT
#include "page/instant_recorder.h"

#include <utility>

namespace pawl::draw::internal {
namespace {

std::size_t numbers_in(const PageInstant& instant) {
  return 2 + 3 * instant.poses.size() + 8 * instant.contacts.size();
}

}  // namespace

void InstantRecorder::add(PageInstant instant) {
  last_.reset();
  if (seen_++ % stride_ != 0) {
    last_ = std::move(instant);
    return;
  }
  numbers_ += numbers_in(instant);
  kept_.push_back(std::move(instant));
  while (numbers_ > most_ && kept_.size() > 2) thin();
}

void InstantRecorder::thin() {
  if (!last_ && kept_.size() % 2 == 0) last_ = kept_.back();
  stride_ *= 2;
  std::size_t kept = 0;
  numbers_ = 0;
  for (std::size_t i = 0; i < kept_.size(); i += 2) {
    numbers_ += numbers_in(kept_[i]);
    if (kept != i) kept_[kept] = std::move(kept_[i]);  // moved onto itself the first would be lost
    ++kept;
  }
  kept_.resize(kept);
}

std::vector<PageInstant> InstantRecorder::take() {
  if (last_) kept_.push_back(*std::exchange(last_, std::nullopt));
  numbers_ = seen_ = 0;
  stride_ = 1;
  return std::exchange(kept_, {});
}

}  // namespace pawl::draw::internal
