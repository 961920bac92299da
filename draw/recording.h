// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/page.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pawl::draw::internal {

/// How many decimals (at most 300 either way) leave so many digits of the largest of some sizes.
int decimals_for(double largest, int digits);

/// A number as a whole multiple of 10^-decimals.
std::int64_t whole(double value, int decimals);

/// [1,2,3]
void write_list(std::string& out, const std::vector<std::int64_t>& values);

/// {"d":decimals,"o":order,"v":[…]}: differences of that order (1 or 2) of whole multiples of 10^-decimals, without the
/// zeros at the end. Poses and times are smooth, so that second differences are short; what rests takes no room.
void write_column(std::string& out, const std::vector<double>& values, int decimals, int order);

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

/// What the script of the page reads (apps/web/player/src/data.ts), as JSON.
std::string page_data(const Page& page);

}  // namespace pawl::draw::internal
