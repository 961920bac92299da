// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/page.h>

#include <optional>
#include <vector>

namespace pawl::draw::internal {

/// Takes the instants of a run whose length is not known, within bounded memory: where bodies and contacts together
/// pass `most` numbers, every other instant is dropped, and from then on only each second, fourth … is kept.
class InstantRecorder {
 public:
  explicit InstantRecorder(std::size_t most = 1'500'000) : most_(most) {}
  void add(PageInstant instant);
  std::size_t stride() const { return stride_; }  ///< one of how many is kept
  std::vector<PageInstant> take();                ///< with the first and the last one

 private:
  void thin();

  std::size_t most_, numbers_ = 0, stride_ = 1, seen_ = 0;
  std::vector<PageInstant> kept_;
  std::optional<PageInstant> last_;
};

}  // namespace pawl::draw::internal
