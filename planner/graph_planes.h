// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/planner/contact_graph.h>

#include <cstdint>
#include <vector>

#include "exact/exact.h"
#include "sign_bits.h"

namespace pawl::internal {

/// All face planes of the cones of a contact graph, each once, and the cones, each once, as tests of the planes' signs.
/// On a set of wrenches where no plane's sign changes, what may happen in every state is constant.
///
/// For open cells, where no plane is 0, a cell's key says it in one bit a cone: whether the cone holds the cell. It
/// does where no plane of the cone's faces has the wrong sign, a few words of bits at once; cells with the same key
/// need not be looked at twice. Cost of a key: cones x planes / 64.
class GraphPlanes {
 public:
  /// `graph` must outlive the use. Not complete, and then of no use but for complete(), when `stop` ended it or the
  /// graph is not complete.
  GraphPlanes(const ContactGraph& graph, const StopToken& stop);
  bool complete() const { return complete_; }

  /// Whether another graph has the same states, each with as many modes.
  bool fits(const ContactGraph& graph) const;
  /// Refers to a copy of the graph from now on.
  void refer_to(const ContactGraph& graph) { graph_ = &graph; }

  /// Primitive normals, the first nonzero entry positive, in order of appearance.
  const std::vector<IntegerVector>& planes() const { return planes_; }
  int state_count() const { return static_cast<int>(rest_cones_.size()); }

  /// What may happen in each state where plane k has sign signs[k] (-1, 0, 1).
  void moves(const std::vector<signed char>& signs, std::vector<StateMoves>& moves) const;
  /// In an open cell, where no plane is 0: what the moves depend on, one bit a cone that holds the cell and what orders
  /// gaps.
  void key(const SignBits& signs, SignBits& key) const;
  std::size_t key_size() const { return open_cones_.size() + comparisons_.size(); }
  /// The moves that belong to a key.
  void moves(const SignBits& key, std::vector<StateMoves>& moves) const;

 private:
  /// A mode of a state, by its place among them.
  struct ModeTest {
    int state, mode;
  };
  struct ConeTest {
    std::vector<std::pair<int, int>> faces;  ///< plane and side: side * sign <= 0 in the cone
    std::vector<int> equalities;
    std::vector<ModeTest> modes;  ///< whose closed cone it is
  };
  class Builder;

  void set_masks();
  const StateMode& mode_of(const ModeTest& test) const {
    return graph_->modes(test.state)[static_cast<std::size_t>(test.mode)];
  }
  bool holds(const ConeTest& test, const std::vector<signed char>& signs) const;
  bool in_excluded(const ConeTest& cone, const StateMode& mode, const std::vector<signed char>& signs) const;
  template <class Admits, class Sign>
  void find_moves(const std::vector<char>& inside, const Admits& admits, const Sign& sign,
                  std::vector<StateMoves>& moves) const;
  template <class Sign>
  StateSet displaced_successors(const StateMode& mode, const Sign& sign) const;

  const ContactGraph* graph_;
  bool complete_ = false;
  std::vector<IntegerVector> planes_;
  std::vector<ConeTest> cones_;
  std::vector<int> open_cones_;       ///< those with interior
  std::vector<std::uint64_t> masks_;  ///< for each of them the planes that are negative inside, and those positive
  std::vector<int> rest_cones_;       ///< of each state
  std::vector<std::pair<int, int>> comparisons_;  ///< of the gap order: plane (-1: none) and side
};

}  // namespace pawl::internal
