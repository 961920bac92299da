// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/page.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pawl::draw::internal {

/// Returns the number of decimals, in [-300, 300], with which `largest` has `digits` significant digits.
int decimals_for(double largest, int digits);

/// Returns the integer n for which n * 10^-decimals is nearest to `value`.
std::int64_t whole(double value, int decimals);

/// Writes a list of integers as [1,2,3].
void write_list(std::string& out, const std::vector<std::int64_t>& values);

/// Writes {"d":decimals,"o":order,"v":[…]}. The values are rounded to multiples of 10^-decimals, and "v" contains their
/// differences of the given order (1 or 2) without trailing zeros. Poses and times are smooth, so their second
/// differences have few digits. Bodies at rest take almost no space.
void write_column(std::string& out, const std::vector<double>& values, int decimals, int order);

/// A recorder of a run of unknown length that uses bounded memory. Whenever the number of values in the recorded
/// instants exceeds `most`, every second instant is dropped, and from then on only half as many instants are recorded.
/// At least two instants are kept.
class InstantRecorder {
 public:
  explicit InstantRecorder(std::size_t most = 1'500'000) : most_(most) {}
  void add(PageInstant instant);
  /// Returns the interval k of recording: only every k-th instant is kept.
  std::size_t stride() const { return stride_; }
  /// Returns the recorded instants, which include the first and the last instant of the run.
  std::vector<PageInstant> take();

 private:
  void thin();

  std::size_t most_, numbers_ = 0, stride_ = 1, seen_ = 0;
  std::vector<PageInstant> kept_;
  std::optional<PageInstant> last_;
};

/// Returns the data of a page as JSON for the script of the player (apps/web/player/src/data.ts).
std::string page_data(const Page& page);

}  // namespace pawl::draw::internal
