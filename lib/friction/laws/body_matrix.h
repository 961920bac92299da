// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace pawl::internal {

/// A square matrix of 3 x 3 blocks, a row and a column of blocks a body, whose blocks (a, b) and (b, a) may be other
/// than 0 where two bodies touch; and its solution by block elimination.
///
///   A = L U, body by body, the one with the fewest neighbours first [George, Liu 1981, chapter 5]: eliminating one
///   joins its neighbours. No exchange of rows but within a body's own block.
///
/// In the plane that keeps the fill near n log n blocks. Keeps its memory, and the order while the pattern stays.
class BodyMatrix {
 public:
  static constexpr int kSize = 3;

  /// Which bodies touch: pairs (a, b) of numbers below `bodies`; repeated ones count once, and those with a negative
  /// number not at all. Whether that is other than it was; then the matrix is lost.
  bool set_pattern(int bodies, const std::vector<std::pair<int, int>>& pairs);

  void set_identity();
  /// Nine numbers, row by row. Of a pair in the order given: 0 the block (a, b), 1 the block (b, a).
  double* diagonal(int body) { return &blocks_[kSize * kSize * at(place_[at(body)])]; }
  double* of_pair(int pair, int turned) { return &blocks_[kSize * kSize * at(pair_block_[at(2 * pair + turned)])]; }

  /// In place. Whether every pivot is over `least`.
  bool factor(double least, bool symmetric = false);
  /// A x = b in place, three numbers a body.
  void solve(double* x) const;

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  void find_order(int bodies);
  void eliminate(int body);
  void find_targets();
  int block_of(int row, int column) const;  ///< number

  int bodies_ = 0;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<std::vector<int>> touching_;  ///< of each body, in the graph that is left
  std::vector<std::pair<int, int>> heap_;   ///< (neighbours, body), of old counts too
  std::vector<int> merged_;

  std::vector<int> order_, place_;       ///< bodies in the order of elimination, and where each is in it
  std::vector<int> first_, neighbours_;  ///< by place: bodies that are joined to it when it goes, rising
  std::vector<int> targets_;             ///< by place: for each two of its neighbours the number of their block
  std::vector<int> pair_block_;
  std::vector<double> blocks_;  ///< of the diagonal by place; then for each neighbour the block below and that above
};

}  // namespace pawl::internal
