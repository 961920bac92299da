// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/page.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pawl::draw::internal {

/// Returns the number of decimals, within ±300, that keeps `digits` significant digits of the largest magnitude.
int decimals_for(double largest, int digits);

/// Returns the integer n for which n * 10^-decimals is nearest to a number.
std::int64_t whole(double value, int decimals);

/// Writes a list as [1,2,3].
void write_list(std::string& out, const std::vector<std::int64_t>& values);

/// Writes {"d":decimals,"o":order,"v":[…]}: differences of the given order (1 or 2) of multiples of 10^-decimals,
/// without trailing zeros. Poses and times are smooth, so their second differences have few digits. Bodies at rest take
/// almost no space.
void write_column(std::string& out, const std::vector<double>& values, int decimals, int order);

/// A recorder of a run of unknown length that uses bounded memory. When the number of recorded values exceeds `most`,
/// every second instant is dropped. From then on only every second, fourth, ... instant is recorded.
class InstantRecorder {
 public:
  explicit InstantRecorder(std::size_t most = 1'500'000) : most_(most) {}
  void add(PageInstant instant);
  std::size_t stride() const { return stride_; }  ///< Returns the interval k of recording: every k-th instant is kept.
  std::vector<PageInstant> take();                ///< Returns the instants, always with the first and the last one.

 private:
  void thin();

  std::size_t most_, numbers_ = 0, stride_ = 1, seen_ = 0;
  std::vector<PageInstant> kept_;
  std::optional<PageInstant> last_;
};

/// Returns the data for the page's script (apps/web/player/src/data.ts) as JSON.
std::string page_data(const Page& page);

}  // namespace pawl::draw::internal
